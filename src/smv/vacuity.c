// Vacuity: where an implication in a property could hold only because its left side is never true.
//
// The property is lowered once more for each implication, with this one replaced by "its left side is false". That is
// stronger than the implication; so it makes the property stronger where the implication is at a positive place, and
// the question makes sense only there.
#include "smv/lower_formula.h"
#include "smv/print.h"

#define MOST_VACUITIES 20

struct places {
    struct mem *mem;
    ARRAY(const struct smv_expr *) at;
};

static void find(struct places *p, const struct smv_expr *e, bool positive);

static void find_in_all(struct places *p, const struct smv_expr *e, bool positive)
{
    for (uint32_t i = 0; i < e->count; i++)
        find(p, e->args[i], positive);
}

static void add(struct places *p, const struct smv_expr *e, bool positive)
{
    if (positive && p->at.count < MOST_VACUITIES)
        array_push(p->mem, &p->at, e);
}

static void find_in_psl(struct places *p, const struct smv_expr *e, bool positive)
{
    switch (e->op) {
    case SMV_PSL_SUFFIX:
    case SMV_PSL_SUFFIX_NEXT:
        add(p, e, positive);
        find(p, e->args[1], positive);
        break;
    case SMV_PSL_NEVER:
        find(p, e->args[0], !positive);
        break;
    case SMV_PSL_WEAK_UNTIL:
    case SMV_PSL_UNTIL:
        find_in_all(p, e, positive);
        break;
    case SMV_PSL_BEFORE:
        find(p, e->args[0], positive);
        find(p, e->args[1], !positive);
        break;
    case SMV_PSL_WITHIN:
    case SMV_PSL_WHILENOT:
        break;
    default: // what else is about one formula; conditions that say when are not looked into
        if (e->op < SMV_PSL_RANGE)
            find(p, e->args[0], positive);
    }
}

static void find(struct places *p, const struct smv_expr *e, bool positive)
{
    bool for_all = (e->op >= SMV_AX && e->op <= SMV_AU) || (e->op >= SMV_ABF && e->op <= SMV_ABU) || e->op == SMV_A;
    bool for_some = (e->op >= SMV_EX && e->op <= SMV_EU) || (e->op >= SMV_EBF && e->op <= SMV_EBU) || e->op == SMV_E;
    if (for_all || for_some) { // a negation turns one into the other
        if (for_all == positive)
            find_in_all(p, e, positive);
        return;
    }
    switch (e->op) {
    case SMV_IMPLIES:
        add(p, e, positive);
        find(p, e->args[0], !positive);
        find(p, e->args[1], positive);
        break;
    case SMV_NOT:
        find(p, e->args[0], !positive);
        break;
    case SMV_AND:
    case SMV_OR:
        find_in_all(p, e, positive);
        break;
    default:
        if (e->op >= SMV_X && e->op <= SMV_T)
            find_in_all(p, e, positive);
        else if (smv_is_psl(e->op))
            find_in_psl(p, e, positive);
    }
}

// The formula with the implication cut, or FORMULA_NONE. Nothing is reported of it: the property was lowered before.
static formula lower_with_cut(struct smv_meaning *l, struct smv_instance *home, const struct smv_decl *d,
                              const struct smv_expr *cut)
{
    struct diag *diag = l->diag, unheard;
    size_t obligations = l->obligations.count;
    struct property property = {.formula = FORMULA_NONE};
    diag_open(&unheard, l->mem);
    l->diag = &unheard;
    bool good = smv_lower_spec(l, home, d, cut, &property) && unheard.errors == 0;
    l->diag = diag;
    l->obligations.count = obligations;
    diag_close(&unheard);
    return good ? property.formula : FORMULA_NONE;
}

void smv_find_vacuities(struct smv_meaning *l, struct smv_instance *home, const struct smv_decl *d,
                        const struct property *property, smv_vacuities *vacuities)
{
    struct places places = {.mem = l->mem};
    if (property->formula == FORMULA_NONE)
        return;
    find(&places, d->expr, true);
    for (size_t i = 0; i < places.at.count; i++) {
        formula f = lower_with_cut(l, home, d, places.at.at[i]);
        bool fits = f != FORMULA_NONE && f != property->formula; // the same where the right side is FALSE
        if (fits && property->kind == PROPERTY_INVARIANT)
            fits = model_formula(l->model, f)->op == FORMULA_ATOM;
        if (!fits)
            continue;
        struct str left = {0};
        smv_print(l->mem, &left, places.at.at[i]->args[0], SMV_PRINT_NUSMV);
        array_push(l->mem, vacuities, ((struct vacuity){str_copy(l->mem, str_text(&left)), f}));
        str_free(l->mem, &left);
    }
    array_free(l->mem, &places.at);
}

void smv_free_vacuities(struct smv_meaning *l, smv_vacuities *vacuities)
{
    for (size_t i = 0; i < vacuities->count; i++)
        str_release(l->mem, (char *)vacuities->at[i].left);
    array_free(l->mem, vacuities);
}
