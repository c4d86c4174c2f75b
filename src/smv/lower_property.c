// Properties: what kind of formula a specification has, which instance it is about, and what becomes of one with an
// error.
#include <assert.h>

#include "smv/lower_formula.h"
#include "smv/print.h"

// ---- Formulas by kind -----------------------------------------------------------------------------------------------

static bool lower_steps(struct smv_lowering *w, const struct smv_expr *e, struct property *property)
{
    if (e->op != SMV_MIN_STEPS && e->op != SMV_MAX_STEPS) {
        smv_error(w->l, e->span, "COMPUTE is for MIN [a, b] and MAX [a, b]");
        return false;
    }
    property->kind = e->op == SMV_MIN_STEPS ? PROPERTY_MIN : PROPERTY_MAX;
    bool from = smv_lower_operand(w, e->args[0], &property->from);
    bool to = smv_lower_operand(w, e->args[1], &property->to);
    return from && to;
}

static bool lower_whole(struct smv_lowering *w, const struct smv_expr *e, struct property *property)
{
    w->l->mentions = 0;
    struct smv_piece p = smv_lower_piece(w, e);
    w->mentions |= w->l->mentions;
    smv_to_formula(w, e->span, &p);
    if (p.kind == SMV_PIECE_BAD)
        return false;
    property->formula = p.formula;
    if (w->logic == SMV_CTLSTAR && p.of_path) // all paths are meant, as in linear time
        property->formula = model_formula_make(w->l->model, FORMULA_A, p.formula, FORMULA_NONE);
    return true;
}

struct form {
    enum property_kind kind;
    enum smv_logic logic;
    struct smv_use use;
};

static const struct form *form_of(enum smv_decl_kind kind)
{
    static const struct form spec = {PROPERTY_CTL, SMV_CTL, {"a SPEC", false, false, true}};
    static const struct form invarspec = {PROPERTY_INVARIANT, SMV_NO_TIME, {"an INVARSPEC", true, true, true}};
    static const struct form ltlspec = {PROPERTY_LTL, SMV_LTL, {"an LTLSPEC", true, true, true}};
    static const struct form ctlstarspec = {PROPERTY_CTLSTAR, SMV_CTLSTAR, {"a CTLSTARSPEC", false, false, true}};
    static const struct form compute = {PROPERTY_MIN, SMV_CTL, {"a COMPUTE", false, false, true}};
    static const struct form pslspec = {PROPERTY_PSL, SMV_PSL, {"a PSLSPEC", false, true, true}};
    switch (kind) {
    case SMV_SPEC:
        return &spec;
    case SMV_INVARSPEC:
        return &invarspec;
    case SMV_LTLSPEC:
        return &ltlspec;
    case SMV_CTLSTARSPEC:
        return &ctlstarspec;
    case SMV_COMPUTE:
        return &compute;
    default:
        return &pslspec;
    }
}

// The instance that a specification is about: where it stands, or what it says itself (`IN instance`).
static struct smv_instance *home_of(struct smv_meaning *l, struct smv_instance *instance, const struct smv_decl *d)
{
    static const struct smv_use use = {"the scope of a specification", false, false, false};
    if (!d->context)
        return instance;
    if (d->context->op == SMV_NAME && d->context->symbol == smv_find_symbol(l->tree, "main", 4) &&
        !smv_find(l, instance, d->context->symbol))
        return l->instances.at[0];
    struct smv_thing thing = smv_path_home(l, &(struct smv_frame){instance, &use}, d->context);
    if (thing.sort == SMV_COMPONENT)
        return thing.instance;
    if (thing.sort != SMV_BAD)
        smv_error(l, d->context->span, "this is %s, and not an instance of a module", smv_describe(l, &thing));
    return NULL;
}

static const struct smv_use *use_of(const struct form *form, enum smv_logic logic)
{
    static const struct smv_use branching = {"a PSLSPEC in branching time", false, false, true};
    static const struct smv_use universal = {"a PSLSPEC with sequences in branching time", false, true, true};
    if (form->kind != PROPERTY_PSL || logic == SMV_PSL)
        return &form->use;
    return logic == SMV_CTL ? &branching : &universal;
}

bool smv_lower_spec(struct smv_meaning *l, struct smv_instance *home, const struct smv_decl *d,
                    const struct smv_expr *cut, struct property *property)
{
    const struct form *form = form_of(d->kind);
    enum smv_logic logic = form->kind == PROPERTY_PSL ? smv_psl_logic(d->expr) : form->logic;
    struct smv_lowering w = {.l = l, .frame = {home, use_of(form, logic)}, .logic = logic, .cut = cut};
    property->kind = form->kind;
    bool good = d->kind == SMV_COMPUTE ? lower_steps(&w, d->expr, property) : lower_whole(&w, d->expr, property);
    array_free(l->mem, &w.pieces);
    return good;
}

// ---- Properties with errors -----------------------------------------------------------------------------------------

void smv_begin_blame(struct smv_meaning *l, struct span span, bool has_owner)
{
    l->blame.has_owner = has_owner;
    l->blame.owned = span;
    str_clear(&l->blame.error);
}

// A property that is wrong is one of the model's still, for all to see; what stands for its formula is never asked.
static void make_wrong(struct smv_meaning *l, const struct smv_decl *d, struct property *property)
{
    formula truth = model_atom(l->model, l->yes);
    bool has_ends = d->kind == SMV_COMPUTE;
    property->kind = form_of(d->kind)->kind;
    property->formula = has_ends ? FORMULA_NONE : truth;
    property->from = property->to = has_ends ? truth : FORMULA_NONE;
    property->unsupported = l->blame.error.count ? str_text(&l->blame.error) : "it has an error";
    property->is_wrong = true;
}

// Conditions on values that break are errors of the property. But an input that stands for a condition with next values
// is part of the model, and the condition must be defined.
static void claim_obligations(struct smv_meaning *l, size_t first, const struct property *property)
{
    if (property->is_wrong)
        l->obligations.count = first;
    for (size_t i = first; i < l->obligations.count; i++)
        l->obligations.at[i].goal = property->goal;
}

static bool lower_property(struct smv_meaning *l, struct smv_instance *instance, const struct smv_decl *d,
                           struct property *property)
{
    assert(instance);
    struct smv_instance *home = home_of(l, instance, d);
    size_t first = l->obligations.count, errors = l->diag->errors;
    property->context = home ? home->name : instance->name;
    if (!home || !smv_lower_spec(l, home, d, NULL, property))
        return false;
    if (l->settled) // else it is done for all at the end
        smv_check_obligations(l, first);
    return l->diag->errors == errors && l->blame.error.count == 0;
}

static void add_property(struct smv_meaning *l, const struct smv_decl *d, struct property *property)
{
    struct str text = {0}, name = {0};
    smv_print(l->mem, &text, d->expr, SMV_PRINT_NUSMV);
    property->text = str_text(&text);
    if (d->name) {
        smv_print(l->mem, &name, d->name, SMV_PRINT_NUSMV);
        property->name = str_text(&name);
    }
    model_add_property(l->model, property);
    str_free(l->mem, &text);
    str_free(l->mem, &name);
}

void smv_lower_property(struct smv_meaning *l, struct smv_instance *instance, const struct smv_decl *d)
{
    size_t first = l->obligations.count, inputs = l->step_conditions.count;
    struct property property = {.formula = FORMULA_NONE, .from = FORMULA_NONE, .to = FORMULA_NONE};
    smv_vacuities vacuities = {0};
    property.goal = (goal_id)model_property_count(l->model) + 1;
    smv_begin_blame(l, d->span, !l->settled);
    bool good = lower_property(l, instance, d, &property);
    l->blame.has_owner = false;
    if (l->settled && !good)
        return;
    if (good)
        smv_find_vacuities(l, home_of(l, instance, d), d, &property, &vacuities);
    else
        make_wrong(l, d, &property);
    if (!l->settled && l->step_conditions.count == inputs)
        claim_obligations(l, first, &property);
    property.vacuities = vacuities.at;
    property.vacuity_count = vacuities.count;
    add_property(l, d, &property);
    smv_free_vacuities(l, &vacuities);
}
