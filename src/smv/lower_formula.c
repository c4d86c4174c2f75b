// Temporal formulas and properties.
//
// A formula is lowered from below. As long as no temporal operator is met, what comes up is a condition; connectives of
// conditions are conditions, so that the largest pieces without time become atoms.
#include <inttypes.h>

#include "smv/meaning.h"
#include "smv/print.h"

enum logic { NO_TIME = 0, CTL = 1, LTL = 2, CTLSTAR = 4 };

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
        name, CTL | CTLSTAR, FORMULA_##op_, FORMULA_##path_, FORMULA_##quantifier_, bounded_ \
    }
#define LINEAR(name) \
    { \
#        name, LTL | CTLSTAR, FORMULA_##name, FORMULA_##name, FORMULA_##name, false \
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
    [SMV_E] = {"E", CTLSTAR, FORMULA_E, FORMULA_E, FORMULA_E, false},
    [SMV_A] = {"A", CTLSTAR, FORMULA_A, FORMULA_A, FORMULA_A, false},
};

// ---- Formulas -------------------------------------------------------------------------------------------------------

struct piece {
    enum { PIECE_BAD, PIECE_CONDITION, PIECE_FORMULA } kind;
    bool of_path; // a formula about a path, not about its first state
    formula formula;
    struct smv_thing condition;
};

struct lowering {
    struct smv_meaning *l;
    struct smv_frame frame;
    enum logic logic;
    ARRAY(struct piece) pieces;
};

static const struct piece bad_piece = {.kind = PIECE_BAD};

static struct piece lower_piece(struct lowering *, const struct smv_expr *);

static struct piece formula_piece(formula f, bool of_path)
{
    return (struct piece){.kind = PIECE_FORMULA, .of_path = of_path, .formula = f};
}

// Makes an atom of a condition.
static void to_formula(struct lowering *w, struct smv_span span, struct piece *p)
{
    if (p->kind != PIECE_CONDITION)
        return;
    smv_to_boolean(w->l, span, &p->condition);
    if (p->condition.sort == SMV_BAD) {
        *p = bad_piece;
        return;
    }
    smv_oblige(w->l, span, &p->condition);
    *p = formula_piece(model_atom(w->l->model, p->condition.value), false);
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

static struct piece connect_formulas(struct lowering *w, const struct smv_expr *e, size_t base)
{
    struct model *m = w->l->model;
    bool bad = false, of_path = false;
    for (uint32_t i = 0; i < e->count; i++) {
        struct piece *p = &w->pieces.at[base + i];
        to_formula(w, e->args[i]->span, p);
        bad |= p->kind == PIECE_BAD;
        of_path |= p->of_path;
    }
    if (bad)
        return bad_piece;
    formula result = w->pieces.at[base].formula;
    if (e->op == SMV_NOT)
        result = model_formula_make(m, FORMULA_NOT, result, FORMULA_NONE);
    for (uint32_t i = 1; i < e->count; i++)
        result = model_formula_make(m, connective_op(e->op), result, w->pieces.at[base + i].formula);
    return formula_piece(result, of_path);
}

static struct piece connect_conditions(struct lowering *w, const struct smv_expr *e, size_t base)
{
    for (uint32_t i = 0; i < e->count; i++)
        array_push(w->l->mem, &w->l->operands, w->pieces.at[base + i].condition);
    struct smv_thing thing = smv_connect(w->l, e);
    if (thing.sort == SMV_BAD)
        return bad_piece;
    return (struct piece){.kind = PIECE_CONDITION, .condition = thing};
}

static struct piece lower_connective(struct lowering *w, const struct smv_expr *e)
{
    size_t base = w->pieces.count;
    bool bad = false, time = false;
    for (uint32_t i = 0; i < e->count; i++) {
        struct piece p = lower_piece(w, e->args[i]);
        bad |= p.kind == PIECE_BAD;
        time |= p.kind == PIECE_FORMULA;
        array_push(w->l->mem, &w->pieces, p);
    }
    struct piece result = bad_piece;
    if (!bad)
        result = time ? connect_formulas(w, e, base) : connect_conditions(w, e, base);
    w->pieces.count = base;
    return result;
}

static bool is_allowed(struct lowering *w, const struct smv_expr *e, const struct temporal *o)
{
    if (o->logics & w->logic)
        return true;
    const char *where = w->frame.use->where;
    if (o->logics == CTLSTAR || w->logic == NO_TIME)
        smv_error(w->l, e->span, "the temporal operator \"%s\" is not allowed in %s", o->text, where);
    else
        smv_error(w->l, e->span, "\"%s\" is an operator of %s time, which is not allowed in %s", o->text,
                  o->logics & CTL ? "branching" : "linear", where);
    return false;
}

static formula make(struct lowering *w, const struct smv_expr *e, enum formula_op op, formula a, formula b)
{
    if (temporal_ops[e->op].bounded || e->bounded)
        return model_formula_bounded(w->l->model, op, e->bound.low, e->bound.high, a, b);
    return model_formula_make(w->l->model, op, a, b);
}

static struct piece apply(struct lowering *w, const struct smv_expr *e, formula a, formula b)
{
    const struct temporal *o = &temporal_ops[e->op];
    if (!(o->logics & CTL)) {
        bool quantifier = e->op == SMV_E || e->op == SMV_A;
        return formula_piece(make(w, e, o->op, a, b), !quantifier);
    }
    if (w->logic == CTL)
        return formula_piece(make(w, e, o->op, a, b), false);
    formula path = make(w, e, o->path, a, b); // the operands may be about paths, too
    return formula_piece(model_formula_make(w->l->model, o->quantifier, path, FORMULA_NONE), false);
}

static struct piece lower_temporal(struct lowering *w, const struct smv_expr *e)
{
    const struct temporal *o = &temporal_ops[e->op];
    if (!is_allowed(w, e, o))
        return bad_piece;
    if ((o->bounded || e->bounded) && e->bound.low > e->bound.high) {
        smv_error(w->l, e->span, "the bounds %" PRId64 " and %" PRId64 " leave nothing between them", e->bound.low,
                  e->bound.high);
        return bad_piece;
    }
    struct piece left = lower_piece(w, e->args[0]);
    to_formula(w, e->args[0]->span, &left);
    if (e->count == 1)
        return left.kind == PIECE_BAD ? bad_piece : apply(w, e, left.formula, FORMULA_NONE);
    for (uint32_t i = 1; i < e->count; i++) {
        struct piece right = lower_piece(w, e->args[i]);
        to_formula(w, e->args[i]->span, &right);
        if (left.kind == PIECE_BAD || right.kind == PIECE_BAD)
            left = bad_piece;
        else
            left = apply(w, e, left.formula, right.formula);
    }
    return left;
}

static struct piece lower_piece(struct lowering *w, const struct smv_expr *e)
{
    if (smv_is_connective(e->op))
        return lower_connective(w, e);
    if (temporal_ops[e->op].text)
        return lower_temporal(w, e);
    struct smv_thing thing = smv_lower_value(w->l, &w->frame, e);
    if (thing.sort == SMV_BAD)
        return bad_piece;
    return (struct piece){.kind = PIECE_CONDITION, .condition = thing};
}

// ---- Properties -----------------------------------------------------------------------------------------------------

// A condition for COMPUTE, or what is not supported there.
static bool lower_end(struct lowering *w, const struct smv_expr *e, expr *condition, struct property *property)
{
    struct piece p = lower_piece(w, e);
    if (p.kind == PIECE_CONDITION) {
        smv_to_boolean(w->l, e->span, &p.condition);
        if (p.condition.sort == SMV_BAD)
            return false;
        smv_oblige(w->l, e->span, &p.condition);
        *condition = p.condition.value;
    } else if (p.kind == PIECE_FORMULA) {
        *condition = w->l->yes;
        property->unsupported = "steps between states that are given by temporal formulas are not counted yet";
    }
    return p.kind != PIECE_BAD;
}

static bool lower_steps(struct lowering *w, const struct smv_expr *e, struct property *property)
{
    if (e->op != SMV_MIN_STEPS && e->op != SMV_MAX_STEPS) {
        smv_error(w->l, e->span, "COMPUTE is for MIN [a, b] and MAX [a, b]");
        return false;
    }
    property->kind = e->op == SMV_MIN_STEPS ? PROPERTY_MIN : PROPERTY_MAX;
    bool from = lower_end(w, e->args[0], &property->from, property);
    bool to = lower_end(w, e->args[1], &property->to, property);
    return from && to;
}

static bool lower_whole(struct lowering *w, const struct smv_expr *e, struct property *property)
{
    struct piece p = lower_piece(w, e);
    to_formula(w, e->span, &p);
    if (p.kind == PIECE_BAD)
        return false;
    property->formula = p.formula;
    if (w->logic == CTLSTAR && p.of_path) // all paths are meant, as in linear time
        property->formula = model_formula_make(w->l->model, FORMULA_A, p.formula, FORMULA_NONE);
    return true;
}

struct form {
    enum property_kind kind;
    enum logic logic;
    struct smv_use use;
};

static const struct form *form_of(enum smv_decl_kind kind)
{
    static const struct form spec = {PROPERTY_CTL, CTL, {"a SPEC", false, false, true}};
    static const struct form invarspec = {PROPERTY_INVARIANT, NO_TIME, {"an INVARSPEC", false, true, true}};
    static const struct form ltlspec = {PROPERTY_LTL, LTL, {"an LTLSPEC", false, true, true}};
    static const struct form ctlstarspec = {PROPERTY_CTLSTAR, CTLSTAR, {"a CTLSTARSPEC", false, false, true}};
    static const struct form compute = {PROPERTY_MIN, CTL, {"a COMPUTE", false, false, true}};
    static const struct form pslspec = {PROPERTY_PSL, NO_TIME, {"a PSLSPEC", false, true, true}};
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
    struct smv_thing thing = smv_path(l, &(struct smv_frame){instance, &use}, d->context);
    if (thing.sort == SMV_COMPONENT)
        return thing.instance;
    if (thing.sort != SMV_BAD)
        smv_error(l, d->context->span, "this is %s, and not an instance of a module", smv_describe(l, &thing));
    return NULL;
}

static bool lower_formula(struct smv_meaning *l, struct smv_instance *home, const struct smv_decl *d,
                          struct property *property)
{
    const struct form *form = form_of(d->kind);
    struct lowering w = {.l = l, .frame = {home, &form->use}, .logic = form->logic};
    property->kind = form->kind;
    bool good = true;
    if (form->kind == PROPERTY_PSL)
        property->unsupported = "PSL is not checked yet";
    else if (d->kind == SMV_COMPUTE)
        good = lower_steps(&w, d->expr, property);
    else
        good = lower_whole(&w, d->expr, property);
    array_free(l->mem, &w.pieces);
    return good;
}

void smv_lower_property(struct smv_meaning *l, struct smv_instance *instance, const struct smv_decl *d)
{
    struct smv_instance *home = home_of(l, instance, d);
    if (!home)
        return;
    size_t first = l->obligations.count, errors = l->diag->errors;
    struct property property = {.context = home->name, .formula = FORMULA_NONE, .from = EXPR_NONE, .to = EXPR_NONE};
    if (!lower_formula(l, home, d, &property))
        return;
    if (l->settled) { // else it is done for all at the end
        smv_check_obligations(l, first);
        if (l->diag->errors > errors)
            return;
    }
    struct str text = {0}, name = {0};
    smv_print(l->mem, &text, d->expr, SMV_PRINT_NUSMV);
    property.text = str_text(&text);
    if (d->name) {
        smv_print(l->mem, &name, d->name, SMV_PRINT_NUSMV);
        property.name = str_text(&name);
    }
    model_add_property(l->model, &property);
    str_free(l->mem, &text);
    str_free(l->mem, &name);
}
