#include "pnml/mcc_simplify.h"

struct simplification {
    struct state_equation *equation;
    struct arena *arena;
    bool is_linear;
};

static bool is_constant(const struct mcc_formula *f)
{
    return f->op == MCC_TRUE || f->op == MCC_FALSE;
}

static const struct mcc_formula *constant(const struct simplification *s, bool value)
{
    return mcc_make(s->arena, value ? MCC_TRUE : MCC_FALSE, NULL, NULL);
}

static const struct mcc_formula *negation(const struct simplification *s, const struct mcc_formula *f)
{
    if (is_constant(f))
        return constant(s, f->op == MCC_FALSE);
    return f->op == MCC_NOT ? f->operands[0] : mcc_make(s->arena, MCC_NOT, f, NULL);
}

static const struct mcc_formula *join(const struct simplification *s, enum mcc_op op, const struct mcc_formula *a,
                                      const struct mcc_formula *b)
{
    enum mcc_op decides = op == MCC_AND ? MCC_FALSE : MCC_TRUE;
    if (a->op == decides || is_constant(b))
        return b->op == decides ? b : a;
    return is_constant(a) ? b : mcc_make(s->arena, op, a, b);
}

static const struct mcc_formula *simplify_parts(const struct simplification *, const struct mcc_formula *);

// A condition that is decided in all markings together, or else by its parts.
static const struct mcc_formula *simplify_state(const struct simplification *s, const struct mcc_formula *f)
{
    if (!s->equation || is_constant(f))
        return f;
    if (state_equation_excludes(s->equation, f, false))
        return constant(s, false);
    if (state_equation_excludes(s->equation, f, true))
        return constant(s, true);
    return simplify_parts(s, f);
}

// Of a chain of one operator, the whole and its members are asked for, and not what lies between: a conjunction of some
// members is always true if each of them is, and excluded only if the whole is.
static const struct mcc_formula *simplify_member(const struct simplification *s, enum mcc_op chain,
                                                 const struct mcc_formula *f)
{
    return f->op == chain ? simplify_parts(s, f) : simplify_state(s, f);
}

static const struct mcc_formula *simplify_parts(const struct simplification *s, const struct mcc_formula *f)
{
    if (f->op == MCC_NOT)
        return negation(s, simplify_state(s, f->operands[0]));
    if (f->op != MCC_AND && f->op != MCC_OR)
        return f;
    const struct mcc_formula *a = simplify_member(s, f->op, f->operands[0]);
    return join(s, f->op, a, simplify_member(s, f->op, f->operands[1]));
}

static const struct mcc_formula *simplify(const struct simplification *, const struct mcc_formula *);

// The operator below a quantifier, or alone in linear time. NULL: it is `*rest`, whatever path it is.
static const struct mcc_formula *simplify_path(const struct simplification *s, const struct mcc_formula *path,
                                               const struct mcc_formula **rest)
{
    const struct mcc_formula *a = simplify(s, path->operands[0]);
    *rest = a;
    if (path->op == MCC_G || path->op == MCC_F)
        return is_constant(a) ? NULL : mcc_make(s->arena, path->op, a, NULL);
    if (path->op == MCC_X)
        return is_constant(a) && s->is_linear ? NULL : mcc_make(s->arena, MCC_X, a, NULL);
    const struct mcc_formula *b = simplify(s, path->operands[1]);
    *rest = b;
    if (is_constant(b) || a->op == MCC_FALSE)
        return NULL;
    return a->op == MCC_TRUE ? mcc_make(s->arena, MCC_F, b, NULL) : mcc_make(s->arena, MCC_U, a, b);
}

// Constants behind a step of branching time: whether there is one.
static const struct mcc_formula *simplify_step(const struct simplification *s, const struct mcc_formula *quantified)
{
    const struct mcc_formula *path = quantified->operands[0];
    if (path->op != MCC_X || !is_constant(path->operands[0]))
        return quantified;
    bool is_true = path->operands[0]->op == MCC_TRUE, is_all = quantified->op == MCC_A;
    if (is_true == is_all)
        return constant(s, is_true);
    const struct mcc_formula *dead = mcc_make(s->arena, MCC_DEADLOCK, NULL, NULL);
    return is_all ? dead : negation(s, dead);
}

static const struct mcc_formula *simplify(const struct simplification *s, const struct mcc_formula *f)
{
    const struct mcc_formula *rest, *path;
    if (mcc_is_state_formula(f))
        return simplify_state(s, f);
    switch (f->op) {
    case MCC_NOT:
        return negation(s, simplify(s, f->operands[0]));
    case MCC_AND:
    case MCC_OR: {
        const struct mcc_formula *a = simplify(s, f->operands[0]);
        return join(s, f->op, a, simplify(s, f->operands[1]));
    }
    case MCC_A:
    case MCC_E:
        path = simplify_path(s, f->operands[0], &rest);
        return path ? simplify_step(s, mcc_make(s->arena, f->op, path, NULL)) : rest;
    default:
        path = simplify_path(s, f, &rest);
        return path ? path : rest;
    }
}

const struct mcc_formula *mcc_simplify(const struct mcc_formula *f, bool is_linear, struct state_equation *equation,
                                       struct arena *arena)
{
    return simplify(&(struct simplification){equation, arena, is_linear}, f);
}

// ---- The initial marking --------------------------------------------------------------------------------------------

struct initial {
    struct token_game *game;
    const struct net *net;
    const known_array *known;
};

static enum walk_truth truth_of(const struct initial *, const struct mcc_formula *);

// Of an operator on paths, alone or below any quantifier.
static enum walk_truth path_truth(const struct initial *i, const struct mcc_formula *path)
{
    if (path->op == MCC_X)
        return WALK_UNKNOWN;
    enum walk_truth a = truth_of(i, path->operands[0]);
    if (path->op == MCC_G)
        return a == WALK_FALSE ? WALK_FALSE : WALK_UNKNOWN;
    if (path->op == MCC_F)
        return a == WALK_TRUE ? WALK_TRUE : WALK_UNKNOWN;
    enum walk_truth b = truth_of(i, path->operands[1]);
    return b == WALK_TRUE ? b : b == WALK_FALSE && a == WALK_FALSE ? WALK_FALSE : WALK_UNKNOWN;
}

static enum walk_truth truth_of(const struct initial *i, const struct mcc_formula *f)
{
    for (size_t k = 0; i->known && k < i->known->count; k++)
        if (i->known->at[k].formula == f)
            return i->known->at[k].is_true ? WALK_TRUE : WALK_FALSE;
    switch (f->op) {
    case MCC_NOT: {
        enum walk_truth a = truth_of(i, f->operands[0]);
        return a == WALK_UNKNOWN ? a : a == WALK_TRUE ? WALK_FALSE : WALK_TRUE;
    }
    case MCC_AND:
    case MCC_OR: {
        enum walk_truth decides = f->op == MCC_AND ? WALK_FALSE : WALK_TRUE, a = truth_of(i, f->operands[0]);
        if (a == decides)
            return a;
        enum walk_truth b = truth_of(i, f->operands[1]);
        return b == decides || a != WALK_UNKNOWN ? b : a;
    }
    case MCC_A:
    case MCC_E:
        return path_truth(i, f->operands[0]);
    case MCC_X:
    case MCC_F:
    case MCC_G:
    case MCC_U:
        return path_truth(i, f);
    default:
        return walk_evaluate(i->game, i->net, f);
    }
}

enum walk_truth mcc_initial_truth(const struct mcc_formula *f, struct token_game *game, const struct net *net,
                                  const known_array *known)
{
    return truth_of(&(struct initial){game, net, known}, f);
}
