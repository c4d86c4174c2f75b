// Vacuity: where an implication in a property could hold only because its left side is never true.
//
// The property is lowered once more for each implication, with this one replaced by "its left side is false". That is
// stronger than the implication; so it makes the property stronger where the implication is at a positive place, and
// the question makes sense only there.
//
// The answer makes sense only where the implication has to hold wherever a path comes to it. `F (p -> q)` and
// `(p -> q) | r` may hold without q although p happens: in another state, or beside r. These are not looked into. The
// right side of an implication is: if its own left side never happened, that would be told first.
#include "smv/lower_formula.h"
#include "smv/print.h"

#define MOST_VACUITIES 20

struct places {
    struct mem *mem;
    ARRAY(const struct smv_expr *) at;
};

static void add(struct places *p, const struct smv_expr *e)
{
    if (p->at.count < MOST_VACUITIES)
        array_push(p->mem, &p->at, e);
}

// What an operator at a place of this polarity asks for.
enum demand {
    DEMANDS_NOTHING, // of one operand alone
    DEMANDS_ALL,     // of each operand, wherever it is to hold
    DEMANDS_LAST,    // of the last operand
    DEMANDS_FIRST,   // of the first operand; the others say when
};

static enum demand demand_of(enum smv_op op, bool positive)
{
    switch (op) {
    case SMV_AX:
    case SMV_AG:
    case SMV_ABG:
    case SMV_A:
    case SMV_AND:
    case SMV_G:
    case SMV_H:
        return positive ? DEMANDS_ALL : DEMANDS_NOTHING;
    case SMV_EX:
    case SMV_EF:
    case SMV_EBF:
    case SMV_E:
    case SMV_OR:
    case SMV_F:
    case SMV_O:
        return positive ? DEMANDS_NOTHING : DEMANDS_ALL;
    case SMV_X:
    case SMV_Y:
    case SMV_Z:
        return DEMANDS_ALL;
    case SMV_V:
    case SMV_T:
        return positive ? DEMANDS_LAST : DEMANDS_NOTHING;
    case SMV_U:
    case SMV_S:
    case SMV_EU:
    case SMV_EBU:
        return positive ? DEMANDS_NOTHING : DEMANDS_LAST;
    case SMV_PSL_X:
    case SMV_PSL_NEXT:
    case SMV_PSL_NEXT_EVENT:
        return DEMANDS_FIRST;
    case SMV_PSL_ALWAYS:
    case SMV_PSL_NEXT_A:
    case SMV_PSL_NEXT_EVENT_A:
    case SMV_PSL_FORALL:
        return positive ? DEMANDS_FIRST : DEMANDS_NOTHING;
    case SMV_PSL_EVENTUALLY:
    case SMV_PSL_NEXT_E:
    case SMV_PSL_NEXT_EVENT_E:
    case SMV_PSL_FORANY:
        return positive ? DEMANDS_NOTHING : DEMANDS_FIRST;
    default:
        return DEMANDS_NOTHING;
    }
}

static void find(struct places *p, const struct smv_expr *e, bool positive)
{
    switch (e->op) {
    case SMV_NOT:
        find(p, e->args[0], !positive);
        return;
    case SMV_PSL_NEVER:
        if (positive)
            find(p, e->args[0], false);
        return;
    case SMV_IMPLIES:
        if (positive)
            add(p, e);
        else
            find(p, e->args[0], true);
        find(p, e->args[1], positive);
        return;
    case SMV_PSL_SUFFIX:
    case SMV_PSL_SUFFIX_NEXT:
        if (positive) {
            add(p, e);
            find(p, e->args[1], true);
        }
        return;
    default:
        break;
    }
    enum demand demand = demand_of(e->op, positive);
    uint32_t first = demand == DEMANDS_LAST ? e->count - 1 : 0, end = demand == DEMANDS_FIRST ? 1 : e->count;
    for (uint32_t i = first; i < end && demand != DEMANDS_NOTHING; i++)
        find(p, e->args[i], positive);
}

// The formula with the implication cut, or FORMULA_NONE. Nothing is reported of it: the property was lowered before.
static formula lower_with_cut(struct smv_meaning *l, struct smv_instance *home, const struct smv_decl *d,
                              const struct smv_expr *cut)
{
    struct diag *diag = l->diag, unheard;
    struct smv_blame blame = l->blame;
    size_t obligations = l->obligations.count;
    struct property property = {.formula = FORMULA_NONE};
    diag_open(&unheard, l->mem);
    l->diag = &unheard;
    bool good = smv_lower_spec(l, home, d, cut, &property) && unheard.errors == 0;
    l->diag = diag;
    l->blame = blame;
    l->obligations.count = obligations;
    diag_close(&unheard);
    return good ? property.formula : FORMULA_NONE;
}

// `p -> FALSE` says of itself that p is never true. That is decided by the text alone: a left side that is false by the
// types of its variables makes the whole formula true, and so is what is left when it is cut.
static bool says_never(const struct smv_expr *implication)
{
    const struct smv_expr *right = implication->args[1];
    return right->op == SMV_FALSE || (right->op == SMV_INTEGER && right->number == 0);
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
        bool fits = f != FORMULA_NONE && !says_never(places.at.at[i]);
        if (fits && property->kind == PROPERTY_INVARIANT)
            fits = model_formula(l->model, f)->op == FORMULA_ATOM;
        if (!fits)
            continue;
        struct str left = {0};
        smv_print(l->mem, &left, places.at.at[i]->args[0], SMV_PRINT_NUSMV);
        array_push(l->mem, vacuities, ((struct vacuity){str_copy(l->mem, str_text(&left)), f, (unsigned)i + 1}));
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
