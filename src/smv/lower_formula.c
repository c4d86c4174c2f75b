// Temporal formulas.
//
// A formula is lowered from below. As long as no temporal operator is met, what comes up is a condition; connectives of
// conditions are conditions, so that the largest pieces without time become atoms.
#include <inttypes.h>

#include "smv/lower_formula.h"

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
void smv_to_formula(struct smv_lowering *w, struct span span, struct smv_piece *p)
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
        smv_to_formula(w, e->args[i]->span, p);
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
    smv_to_formula(w, e->args[0]->span, &left);
    if (e->count == 1)
        return left.kind == SMV_PIECE_BAD ? smv_bad_piece() : apply(w, e, left.formula, FORMULA_NONE);
    for (uint32_t i = 1; i < e->count; i++) {
        struct smv_piece right = smv_lower_piece(w, e->args[i]);
        smv_to_formula(w, e->args[i]->span, &right);
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
    smv_to_formula(w, e->span, &p);
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
