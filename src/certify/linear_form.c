#include "certify/linear_form.h"

#include "model/walk.h"

#define MOST_UNROLLED 200 // steps of bounded operators, all together

// What a formula is about: nothing that can be used, a state, a path, all paths from a state.
enum scope { SCOPE_NONE, SCOPE_STATE, SCOPE_PATH, SCOPE_ALL };

struct linear {
    enum scope scope;
    formula formula;
};

// A formula and its negation.
struct linear_pair {
    struct linear is[2];
};

struct linearising {
    struct model *model;
    struct mem *mem;
    ARRAY(struct linear_pair) pairs; // images of formulas are their numbers
    size_t unrolled;
};

static const struct linear none = {SCOPE_NONE, FORMULA_NONE};

static struct linear constant(struct linearising *l, bool is_true)
{
    struct model *m = l->model;
    return (struct linear){SCOPE_STATE, model_atom(m, is_true ? model_true(m) : model_false(m))};
}

// Conditions that always have a value are taken together to one.
static bool is_whole(const struct linearising *l, struct linear a)
{
    const struct formula_node *n = a.scope == SCOPE_STATE ? model_formula(l->model, a.formula) : NULL;
    return n && n->op == FORMULA_ATOM && !model_expr(l->model, n->atom)->partial;
}

static struct linear negate(struct linearising *l, struct linear a)
{
    if (a.scope != SCOPE_STATE && a.scope != SCOPE_PATH)
        return none;
    if (is_whole(l, a))
        a.formula = model_atom(l->model, model_not(l->model, model_formula(l->model, a.formula)->atom));
    else
        a.formula = model_formula_make(l->model, FORMULA_NOT, a.formula, FORMULA_NONE);
    return a;
}

// AND or OR. That one of two things holds on all paths is not that one of them holds on all paths, unless a state tells
// which.
static struct linear join(struct linearising *l, enum formula_op op, struct linear a, struct linear b)
{
    struct model *m = l->model;
    bool is_and = op == FORMULA_AND;
    if (a.scope == SCOPE_NONE || b.scope == SCOPE_NONE)
        return none;
    if (is_whole(l, a) && is_whole(l, b)) {
        expr x = model_formula(m, a.formula)->atom, y = model_formula(m, b.formula)->atom;
        return (struct linear){SCOPE_STATE, model_atom(m, is_and ? model_and(m, x, y) : model_or(m, x, y))};
    }
    if (a.scope != SCOPE_STATE && b.scope != SCOPE_STATE && (a.scope != b.scope || (a.scope == SCOPE_ALL && !is_and)))
        return none;
    return (struct linear){a.scope > b.scope ? a.scope : b.scope, model_formula_make(m, op, a.formula, b.formula)};
}

// X, Y or Z.
static struct linear step(struct linearising *l, enum formula_op op, struct linear a, enum scope scope)
{
    if (a.scope == SCOPE_NONE || (a.scope != SCOPE_STATE && a.scope != scope))
        return none;
    return (struct linear){scope, model_formula_make(l->model, op, a.formula, FORMULA_NONE)};
}

// a U b, a S b; or with the duals a V b, a T b: b holds up to where a holds, too. Unrolled from the last step to the
// first.
static struct linear until(struct linearising *l, const struct formula_node *n, enum formula_op op, struct linear a,
                           struct linear b, enum scope scope)
{
    bool is_dual = op == FORMULA_V || op == FORMULA_T;
    enum formula_op both = is_dual ? FORMULA_OR : FORMULA_AND, either = is_dual ? FORMULA_AND : FORMULA_OR;
    enum formula_op next = op == FORMULA_S ? FORMULA_Y : op == FORMULA_T ? FORMULA_Z : FORMULA_X;
    int64_t low = n->bounded ? n->low : 0, high = n->bounded ? n->high : -1, steps = high < 0 ? low : high;
    struct linear all = b;
    if (steps < 0 || (l->unrolled += (size_t)steps) > MOST_UNROLLED || a.scope == SCOPE_NONE || b.scope == SCOPE_NONE)
        return none;
    if (high < 0) {
        // G of what holds on all paths is the one case in which that is more than a condition.
        bool is_always = op == FORMULA_V && a.formula == constant(l, false).formula;
        if (scope == SCOPE_ALL ? a.scope != SCOPE_STATE || !(b.scope == SCOPE_STATE || (is_always && b.scope == scope))
                               : a.scope == SCOPE_ALL || b.scope == SCOPE_ALL)
            return none;
        all = (struct linear){scope, model_formula_make(l->model, op, a.formula, b.formula)};
    }
    for (int64_t i = steps; i-- > 0;) {
        all = join(l, both, a, step(l, next, all, scope));
        if (i >= low)
            all = join(l, either, b, all);
    }
    return all;
}

static struct linear_pair path_operator(struct linearising *l, const struct formula_node *n, struct linear a,
                                        struct linear b)
{
    struct linear all;
    switch (n->op) {
    case FORMULA_X:
    case FORMULA_Y:
    case FORMULA_Z:
        all = step(l, n->op, a, SCOPE_PATH);
        break;
    case FORMULA_F:
    case FORMULA_O:
        all = until(l, n, n->op == FORMULA_F ? FORMULA_U : FORMULA_S, constant(l, true), a, SCOPE_PATH);
        break;
    case FORMULA_G:
    case FORMULA_H:
        all = until(l, n, n->op == FORMULA_G ? FORMULA_V : FORMULA_T, constant(l, false), a, SCOPE_PATH);
        break;
    default:
        all = until(l, n, n->op, a, b, SCOPE_PATH);
        break;
    }
    return (struct linear_pair){{all, negate(l, all)}};
}

// What all paths have in common, from the operands of A... as they are, or of E... negated.
static struct linear on_all_paths(struct linearising *l, const struct formula_node *n, const struct linear_pair *a,
                                  const struct linear_pair *b)
{
    switch (n->op) {
    case FORMULA_AX:
    case FORMULA_EX:
        return step(l, FORMULA_X, a->is[n->op == FORMULA_EX], SCOPE_ALL);
    case FORMULA_AG:
    case FORMULA_EF:
        return until(l, n, FORMULA_V, constant(l, false), a->is[n->op == FORMULA_EF], SCOPE_ALL);
    case FORMULA_AF:
    case FORMULA_EG:
        return until(l, n, FORMULA_U, constant(l, true), a->is[n->op == FORMULA_EG], SCOPE_ALL);
    case FORMULA_AU:
        return until(l, n, FORMULA_U, a->is[0], b->is[0], SCOPE_ALL);
    case FORMULA_EU:
        return until(l, n, FORMULA_V, a->is[1], b->is[1], SCOPE_ALL);
    default: { // A, E
        struct linear of = a->is[n->op == FORMULA_E];
        if (of.scope == SCOPE_PATH)
            of.scope = SCOPE_ALL;
        else if (of.scope == SCOPE_ALL)
            of = none;
        return of;
    }
    }
}

static struct linear_pair pair_of(struct linearising *l, const struct formula_node *n, struct linear_pair a,
                                  struct linear_pair b)
{
    struct linear atom = {SCOPE_STATE, FORMULA_NONE}, all;
    switch (n->op) {
    case FORMULA_ATOM:
        atom.formula = model_atom(l->model, n->atom);
        if (model_expr(l->model, n->atom)->has_next || model_expr(l->model, n->atom)->has_input)
            atom.scope = SCOPE_PATH;
        return (struct linear_pair){{atom, negate(l, atom)}};
    case FORMULA_NOT:
        return (struct linear_pair){{a.is[1], a.is[0]}};
    case FORMULA_IMPLIES:
        return (struct linear_pair){{join(l, FORMULA_OR, a.is[1], b.is[0]), join(l, FORMULA_AND, a.is[0], b.is[1])}};
    case FORMULA_AND:
        return (struct linear_pair){{join(l, FORMULA_AND, a.is[0], b.is[0]), join(l, FORMULA_OR, a.is[1], b.is[1])}};
    case FORMULA_OR:
        return (struct linear_pair){{join(l, FORMULA_OR, a.is[0], b.is[0]), join(l, FORMULA_AND, a.is[1], b.is[1])}};
    case FORMULA_XOR:
    case FORMULA_IFF: {
        bool is_iff = n->op == FORMULA_IFF;
        struct linear same =
            join(l, FORMULA_OR, join(l, FORMULA_AND, a.is[0], b.is[0]), join(l, FORMULA_AND, a.is[1], b.is[1]));
        struct linear other =
            join(l, FORMULA_OR, join(l, FORMULA_AND, a.is[0], b.is[1]), join(l, FORMULA_AND, a.is[1], b.is[0]));
        return (struct linear_pair){{is_iff ? same : other, is_iff ? other : same}};
    }
    default:
        break;
    }
    if (formula_op_has_regular(n->op))
        return (struct linear_pair){{none, none}};
    if (!formula_op_is_quantified(n->op))
        return path_operator(l, n, a.is[0], b.is[0]);
    all = on_all_paths(l, n, &a, &b);
    bool is_universal = n->op == FORMULA_A || (n->op >= FORMULA_AX && n->op <= FORMULA_AU);
    return (struct linear_pair){{is_universal ? all : none, is_universal ? none : all}};
}

// Or the path is unfair: the first condition of a pair holds infinitely often, and the second does not.
static formula or_unfair(struct model *m, formula f)
{
    for (size_t i = 0; i < model_compassion_count(m); i++) {
        expr pair[2];
        model_compassion(m, i, pair);
        formula yes = model_atom(m, model_true(m)), no = model_atom(m, model_false(m));
        formula asks = model_atom(m, pair[0]);
        formula denies = model_formula_make(m, FORMULA_NOT, model_atom(m, pair[1]), FORMULA_NONE);
        formula again = model_formula_make(m, FORMULA_V, no, model_formula_make(m, FORMULA_U, yes, asks));
        formula never = model_formula_make(m, FORMULA_U, yes, model_formula_make(m, FORMULA_V, no, denies));
        f = model_formula_make(m, FORMULA_OR, f, model_formula_make(m, FORMULA_AND, again, never));
    }
    return f;
}

bool property_kind_is_temporal(enum property_kind kind)
{
    return kind == PROPERTY_CTL || kind == PROPERTY_LTL || kind == PROPERTY_CTLSTAR || kind == PROPERTY_PSL;
}

formula linear_form(struct model *m, const struct property *p, formula conjunct, struct mem *mem, const char **error)
{
    struct linearising l = {.model = m, .mem = mem};
    struct walk walk = {.model = m, .mem = mem, .of = WALK_FORMULAS};
    struct linear root = none;
    *error = "it is no formula of linear time";
    if (!property_kind_is_temporal(p->kind))
        return FORMULA_NONE;
    walk_from(&walk, conjunct);
    for (formula at; walk_next(&walk, &at);) {
        const struct formula_node n = *model_formula(m, at);
        const uint32_t *images = walk_images(&walk, at);
        struct linear_pair nothing = {{none, none}}, operands[2] = {nothing, nothing};
        for (size_t i = 0; i < 2 && n.op != FORMULA_ATOM; i++)
            if (n.args[i] != FORMULA_NONE)
                operands[i] = l.pairs.at[images[i]];
        struct linear_pair made = pair_of(&l, &n, operands[0], operands[1]);
        walk_note(&walk, at, (uint32_t)l.pairs.count);
        array_push(mem, &l.pairs, made);
    }
    root = l.pairs.at[walk_image(&walk, conjunct)].is[0];
    walk_free(&walk);
    array_free(mem, &l.pairs);
    return root.scope == SCOPE_NONE ? FORMULA_NONE : or_unfair(m, root.formula);
}
