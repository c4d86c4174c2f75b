// Temporal formulas and properties.
//
// A formula is lowered from below. As long as no temporal operator is met, what comes up is a condition; connectives of
// conditions are conditions, so that the largest pieces without time become atoms.
#include <assert.h>
#include <inttypes.h>

#include "smv/lower_formula.h"
#include "smv/print.h"

// ---- Operators ------------------------------------------------------------------------------------------------------

struct temporal {
    const char *text;
    unsigned logics;
    enum formula_op op;
    enum formula_op path; // what it says about the path, where it is also a quantifier
    enum formula_op quantifier;
    bool bounded;
};

#define BRANCHING(name, op_, path_, quantifier_, bounded_) \
    { \
        name, SMV_CTL | SMV_CTLSTAR | SMV_UNIVERSAL, FORMULA_##op_, FORMULA_##path_, FORMULA_##quantifier_, bounded_ \
    }
#define LINEAR(name) \
    { \
#        name, SMV_LTL | SMV_CTLSTAR | SMV_PSL, FORMULA_##name, FORMULA_##name, FORMULA_##name, false \
    }

static const struct temporal temporal_ops[SMV_OPS] = {
    [SMV_EX] = BRANCHING("EX", EX, X, E, false),
    [SMV_EF] = BRANCHING("EF", EF, F, E, false),
    [SMV_EG] = BRANCHING("EG", EG, G, E, false),
    [SMV_EU] = BRANCHING("E [... U ...]", EU, U, E, false),
    [SMV_AX] = BRANCHING("AX", AX, X, A, false),
    [SMV_AF] = BRANCHING("AF", AF, F, A, false),
    [SMV_AG] = BRANCHING("AG", AG, G, A, false),
    [SMV_AU] = BRANCHING("A [... U ...]", AU, U, A, false),
    [SMV_EBF] = BRANCHING("EBF", EF, F, E, true),
    [SMV_EBG] = BRANCHING("EBG", EG, G, E, true),
    [SMV_EBU] = BRANCHING("E [... BU ...]", EU, U, E, true),
    [SMV_ABF] = BRANCHING("ABF", AF, F, A, true),
    [SMV_ABG] = BRANCHING("ABG", AG, G, A, true),
    [SMV_ABU] = BRANCHING("A [... BU ...]", AU, U, A, true),
    [SMV_X] = LINEAR(X),
    [SMV_F] = LINEAR(F),
    [SMV_G] = LINEAR(G),
    [SMV_Y] = LINEAR(Y),
    [SMV_Z] = LINEAR(Z),
    [SMV_O] = LINEAR(O),
    [SMV_H] = LINEAR(H),
    [SMV_U] = LINEAR(U),
    [SMV_V] = LINEAR(V),
    [SMV_S] = LINEAR(S),
    [SMV_T] = LINEAR(T),
    [SMV_E] = {"E", SMV_CTLSTAR, FORMULA_E, FORMULA_E, FORMULA_E, false},
    [SMV_A] = {"A", SMV_CTLSTAR, FORMULA_A, FORMULA_A, FORMULA_A, false},
};

// ---- Formulas -------------------------------------------------------------------------------------------------------

// An invariant whose text speaks of inputs or next values is about steps, whatever is left of it.
static bool is_of_steps(const struct smv_lowering *w)
{
    return w->logic == SMV_NO_TIME && (w->mentions & (SMV_MENTIONS_INPUT | SMV_MENTIONS_NEXT));
}

// Makes an atom of a condition.
static void to_formula(struct smv_lowering *w, struct span span, struct smv_piece *p)
{
    if (p->kind != SMV_PIECE_CONDITION)
        return;
    smv_to_boolean(w->l, span, &p->condition);
    smv_oblige(w->l, span, &p->condition);
    if (p->condition.sort != SMV_BAD)
        smv_next_to_input(w->l, span, &p->condition, is_of_steps(w));
    if (p->condition.sort == SMV_BAD) {
        *p = smv_bad_piece();
        return;
    }
    *p = smv_formula_piece(model_atom(w->l->model, p->condition.value), false);
}

static enum formula_op connective_op(enum smv_op op)
{
    switch (op) {
    case SMV_AND:
        return FORMULA_AND;
    case SMV_OR:
        return FORMULA_OR;
    case SMV_XOR:
        return FORMULA_XOR;
    case SMV_IMPLIES:
        return FORMULA_IMPLIES;
    default: // xnor, <->
        return FORMULA_IFF;
    }
}

static struct smv_piece connect_formulas(struct smv_lowering *w, const struct smv_expr *e, size_t base)
{
    struct model *m = w->l->model;
    bool bad = false, of_path = false;
    for (uint32_t i = 0; i < e->count; i++) {
        struct smv_piece *p = &w->pieces.at[base + i];
        to_formula(w, e->args[i]->span, p);
        bad |= p->kind == SMV_PIECE_BAD;
        of_path |= p->of_path;
    }
    if (bad)
        return smv_bad_piece();
    formula result = w->pieces.at[base].formula;
    if (e->op == SMV_NOT)
        result = model_formula_make(m, FORMULA_NOT, result, FORMULA_NONE);
    for (uint32_t i = 1; i < e->count; i++)
        result = model_formula_make(m, connective_op(e->op), result, w->pieces.at[base + i].formula);
    return smv_formula_piece(result, of_path);
}

static struct smv_piece connect_conditions(struct smv_lowering *w, const struct smv_expr *e, size_t base)
{
    for (uint32_t i = 0; i < e->count; i++)
        array_push(w->l->mem, &w->l->operands, w->pieces.at[base + i].condition);
    struct smv_thing thing = smv_connect(w->l, e);
    if (thing.sort == SMV_BAD)
        return smv_bad_piece();
    return (struct smv_piece){.kind = SMV_PIECE_CONDITION, .condition = thing};
}

static const char *connective_text(enum smv_op op)
{
    return op == SMV_NOT ? "!" : op == SMV_IFF ? "<->" : op == SMV_XOR ? "xor" : "xnor";
}

// What is universal must stay so: a trace that shows that it fails must be able to show it for one operand, whichever
// that is.
static bool stays_universal(struct smv_lowering *w, const struct smv_expr *e, size_t base)
{
    uint32_t formulas = 0;
    for (uint32_t i = 0; i < e->count; i++)
        formulas += w->pieces.at[base + i].kind == SMV_PIECE_FORMULA;
    bool left = w->pieces.at[base].kind == SMV_PIECE_FORMULA;
    if (e->op == SMV_AND || (e->op == SMV_OR && formulas <= 1) || (e->op == SMV_IMPLIES && !left))
        return true;
    const char *where = w->frame.use->where;
    if (e->op == SMV_OR)
        smv_error(w->l, e->span, "all operands of \"|\" but one must be conditions in %s", where);
    else if (e->op == SMV_IMPLIES)
        smv_error(w->l, e->args[0]->span, "the left side of \"->\" must be a condition in %s", where);
    else
        smv_error(w->l, e->span, "\"%s\" is only for conditions in %s", connective_text(e->op), where);
    return false;
}

// The left side of an implication is false.
static struct smv_piece lower_cut(struct smv_lowering *w, const struct smv_expr *e)
{
    struct model *m = w->l->model;
    if (w->logic == SMV_NO_TIME) // whether it is about steps does not depend on where it is cut
        smv_lower_piece(w, e->args[1]);
    struct smv_piece left = smv_lower_piece(w, e->args[0]);
    if (left.kind == SMV_PIECE_FORMULA)
        left.formula = model_formula_make(m, FORMULA_NOT, left.formula, FORMULA_NONE);
    if (left.kind != SMV_PIECE_CONDITION)
        return left;
    smv_to_boolean(w->l, e->args[0]->span, &left.condition);
    if (left.condition.sort == SMV_BAD)
        return smv_bad_piece();
    left.condition.value = model_not(m, left.condition.value);
    left.condition.is_variable = false;
    return left;
}

static struct smv_piece lower_connective(struct smv_lowering *w, const struct smv_expr *e)
{
    if (e->op == SMV_IMPLIES && smv_is_cut(w, e))
        return lower_cut(w, e);
    size_t base = w->pieces.count;
    bool bad = false, time = false;
    for (uint32_t i = 0; i < e->count; i++) {
        struct smv_piece p = smv_lower_piece(w, e->args[i]);
        bad |= p.kind == SMV_PIECE_BAD;
        time |= p.kind == SMV_PIECE_FORMULA;
        array_push(w->l->mem, &w->pieces, p);
    }
    struct smv_piece result = smv_bad_piece();
    if (!bad && time && w->logic == SMV_UNIVERSAL)
        bad = !stays_universal(w, e, base);
    if (!bad)
        result = time ? connect_formulas(w, e, base) : connect_conditions(w, e, base);
    w->pieces.count = base;
    return result;
}

static bool is_allowed(struct smv_lowering *w, const struct smv_expr *e, const struct temporal *o)
{
    if (o->logics & w->logic)
        return true;
    const char *where = w->frame.use->where;
    if (o->logics == SMV_CTLSTAR || w->logic == SMV_NO_TIME)
        smv_error(w->l, e->span, "the temporal operator \"%s\" is not allowed in %s", o->text, where);
    else
        smv_error(w->l, e->span, "\"%s\" is an operator of %s time, which is not allowed in %s", o->text,
                  o->logics & SMV_CTL ? "branching" : "linear", where);
    return false;
}

// The past of `H [l,u] f` is strong, as in NuSMV, where it is Y ... Y (f & Y (f & ...)): it does not hold where it
// looks back beyond the first state. `O [l,u] f`, which NuSMV writes with Y too, is not there anyway.
static formula with_whole_past(struct smv_lowering *w, const struct smv_expr *e, formula weak)
{
    struct model *m = w->l->model;
    if (e->bound.high <= 0)
        return weak;
    formula begun =
        model_formula_bounded(m, FORMULA_O, e->bound.high, e->bound.high, model_atom(m, w->l->yes), FORMULA_NONE);
    return model_formula_make(m, FORMULA_AND, weak, begun);
}

static formula make(struct smv_lowering *w, const struct smv_expr *e, enum formula_op op, formula a, formula b)
{
    if (!temporal_ops[e->op].bounded && !e->bounded)
        return model_formula_make(w->l->model, op, a, b);
    formula result = model_formula_bounded(w->l->model, op, e->bound.low, e->bound.high, a, b);
    return op == FORMULA_H ? with_whole_past(w, e, result) : result;
}

static struct smv_piece apply(struct smv_lowering *w, const struct smv_expr *e, formula a, formula b)
{
    const struct temporal *o = &temporal_ops[e->op];
    if (!(o->logics & SMV_CTL)) {
        bool quantifier = e->op == SMV_E || e->op == SMV_A;
        return smv_formula_piece(make(w, e, o->op, a, b), !quantifier);
    }
    if (w->logic == SMV_CTL)
        return smv_formula_piece(make(w, e, o->op, a, b), false);
    formula path = make(w, e, o->path, a, b); // the operands may be about paths, too
    if (w->logic == SMV_UNIVERSAL)
        return smv_formula_piece(path, true);
    return smv_formula_piece(model_formula_make(w->l->model, o->quantifier, path, FORMULA_NONE), false);
}

// Of AF p and A [f U p], p is a condition in a universal formula, or the formula would not mean the same without the A.
static bool is_universal(struct smv_lowering *w, const struct smv_expr *e)
{
    const struct temporal *o = &temporal_ops[e->op];
    const struct smv_expr *goal = e->args[e->count - 1];
    const char *where = w->frame.use->where;
    if (o->quantifier == FORMULA_E)
        smv_error(w->l, e->span, "\"%s\" is not allowed in %s", o->text, where);
    else if ((o->path == FORMULA_F || o->path == FORMULA_U) && smv_has_time(goal))
        smv_error(w->l, goal->span, "the goal of \"%s\" must be a condition in %s", o->text, where);
    else
        return true;
    return false;
}

static struct smv_piece lower_temporal(struct smv_lowering *w, const struct smv_expr *e)
{
    const struct temporal *o = &temporal_ops[e->op];
    if (!is_allowed(w, e, o) || (w->logic == SMV_UNIVERSAL && !is_universal(w, e)))
        return smv_bad_piece();
    if ((o->bounded || e->bounded) && e->bound.low > e->bound.high) {
        smv_error(w->l, e->span, "the bounds %" PRId64 " and %" PRId64 " leave nothing between them", e->bound.low,
                  e->bound.high);
        return smv_bad_piece();
    }
    struct smv_piece left = smv_lower_piece(w, e->args[0]);
    to_formula(w, e->args[0]->span, &left);
    if (e->count == 1)
        return left.kind == SMV_PIECE_BAD ? smv_bad_piece() : apply(w, e, left.formula, FORMULA_NONE);
    for (uint32_t i = 1; i < e->count; i++) {
        struct smv_piece right = smv_lower_piece(w, e->args[i]);
        to_formula(w, e->args[i]->span, &right);
        if (left.kind == SMV_PIECE_BAD || right.kind == SMV_PIECE_BAD)
            left = smv_bad_piece();
        else
            left = apply(w, e, left.formula, right.formula);
    }
    return left;
}

struct smv_piece smv_lower_piece(struct smv_lowering *w, const struct smv_expr *e)
{
    if (smv_is_connective(e->op))
        return lower_connective(w, e);
    if (temporal_ops[e->op].text)
        return lower_temporal(w, e);
    if (smv_is_psl(e->op))
        return smv_lower_psl(w, e);
    struct smv_thing thing = smv_lower_value(w->l, &w->frame, e);
    if (thing.sort == SMV_BAD)
        return smv_bad_piece();
    return (struct smv_piece){.kind = SMV_PIECE_CONDITION, .condition = thing};
}

bool smv_lower_operand(struct smv_lowering *w, const struct smv_expr *e, formula *f)
{
    struct smv_piece p = smv_lower_piece(w, e);
    to_formula(w, e->span, &p);
    *f = p.formula;
    return p.kind != SMV_PIECE_BAD;
}

bool smv_lower_letter(struct smv_lowering *w, const struct smv_expr *e, expr *condition)
{
    struct smv_thing thing = smv_lower_condition(w->l, &w->frame, e);
    smv_oblige(w->l, e->span, &thing);
    *condition = thing.value;
    return thing.sort != SMV_BAD;
}

// ---- Properties -----------------------------------------------------------------------------------------------------

static bool lower_end(struct smv_lowering *w, const struct smv_expr *e, formula *end)
{
    struct smv_piece p = smv_lower_piece(w, e);
    to_formula(w, e->span, &p);
    if (p.kind == SMV_PIECE_BAD)
        return false;
    *end = p.formula;
    return true;
}

static bool lower_steps(struct smv_lowering *w, const struct smv_expr *e, struct property *property)
{
    if (e->op != SMV_MIN_STEPS && e->op != SMV_MAX_STEPS) {
        smv_error(w->l, e->span, "COMPUTE is for MIN [a, b] and MAX [a, b]");
        return false;
    }
    property->kind = e->op == SMV_MIN_STEPS ? PROPERTY_MIN : PROPERTY_MAX;
    bool from = lower_end(w, e->args[0], &property->from);
    bool to = lower_end(w, e->args[1], &property->to);
    return from && to;
}

static bool lower_whole(struct smv_lowering *w, const struct smv_expr *e, struct property *property)
{
    w->l->mentions = 0;
    struct smv_piece p = smv_lower_piece(w, e);
    w->mentions |= w->l->mentions;
    to_formula(w, e->span, &p);
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
