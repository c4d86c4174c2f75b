// From the formulas of a model to nodes in negation normal form, if there is a linear form (expansion.h says which).
#include "certify/expansion.h"
#include "model/walk.h"
#include "trace/refutability.h"

#define MOST_UNROLLED 200 // steps of bounded operators, all together
#define MOST_NODES 2000

// What a formula is about: nothing that can be used, a state, a path, all paths from a state.
enum scope { SCOPE_NONE, SCOPE_STATE, SCOPE_PATH, SCOPE_ALL };

struct linear {
    enum scope scope;
    uint32_t node;
};

// A formula and its negation.
struct linear_pair {
    struct linear is[2];
};

struct linearising {
    struct model *model;
    struct expansion *x;
    ARRAY(uint32_t) negation;        // by node
    ARRAY(struct linear_pair) pairs; // images of formulas are their numbers
    size_t unrolled;
};

static const struct linear none = {SCOPE_NONE, 0};

// ---- Nodes ----------------------------------------------------------------------------------------------------------

static uint32_t enter(struct linearising *l, const struct expansion_node *node)
{
    struct expansion *x = l->x;
    for (uint32_t i = 0; i < x->nodes.count; i++) {
        const struct expansion_node *o = &x->nodes.at[i];
        if (o->op == node->op && o->atom == node->atom && o->is_negated == node->is_negated &&
            o->args[0] == node->args[0] && o->args[1] == node->args[1])
            return i;
    }
    array_push(x->mem, &x->nodes, *node);
    array_push(x->mem, &l->negation, 0);
    return (uint32_t)x->nodes.count - 1;
}

// Each node is entered with its negation.
static uint32_t enter_both(struct linearising *l, struct expansion_node node, struct expansion_node negation)
{
    uint32_t number = enter(l, &node), other = enter(l, &negation);
    l->negation.at[number] = other;
    l->negation.at[other] = number;
    return number;
}

static uint32_t operator(struct linearising *l, enum expansion_op op, uint32_t a, uint32_t b)
{
    static const enum expansion_op duals[] = {
        [EXPANSION_AND] = EXPANSION_OR,
        [EXPANSION_OR] = EXPANSION_AND,
        [EXPANSION_NEXT] = EXPANSION_NEXT,
        [EXPANSION_UNTIL] = EXPANSION_RELEASE,
        [EXPANSION_RELEASE] = EXPANSION_UNTIL,
        [EXPANSION_YESTERDAY] = EXPANSION_WEAK_YESTERDAY,
        [EXPANSION_WEAK_YESTERDAY] = EXPANSION_YESTERDAY,
        [EXPANSION_SINCE] = EXPANSION_TRIGGERED,
        [EXPANSION_TRIGGERED] = EXPANSION_SINCE,
    };
    const struct expansion_node *nodes = l->x->nodes.at;
    bool is_settled = op >= EXPANSION_YESTERDAY ||
                      ((op == EXPANSION_AND || op == EXPANSION_OR) && nodes[a].is_settled && nodes[b].is_settled);
    return enter_both(
        l, (struct expansion_node){op, EXPR_NONE, false, is_settled, {a, b}},
        (struct expansion_node){duals[op], EXPR_NONE, false, is_settled, {l->negation.at[a], l->negation.at[b]}});
}

// Where a condition has no value, its negation holds.
static uint32_t condition(struct linearising *l, expr atom)
{
    bool is_partial = model_expr(l->model, atom)->partial;
    expr negation = is_partial ? atom : model_not(l->model, atom);
    return enter_both(l, (struct expansion_node){EXPANSION_ATOM, atom, false, true, {0, 0}},
                      (struct expansion_node){EXPANSION_ATOM, negation, is_partial, true, {0, 0}});
}

// ---- Forms ----------------------------------------------------------------------------------------------------------

static struct linear constant(struct linearising *l, bool is_true)
{
    return (struct linear){SCOPE_STATE, condition(l, is_true ? model_true(l->model) : model_false(l->model))};
}

static struct linear negate(struct linearising *l, struct linear a)
{
    if (a.scope != SCOPE_STATE && a.scope != SCOPE_PATH)
        return none;
    return (struct linear){a.scope, l->negation.at[a.node]};
}

// Conditions that always have a value are taken together to one.
static bool is_whole(const struct linearising *l, struct linear a)
{
    const struct expansion_node *n = &l->x->nodes.at[a.node];
    return a.scope == SCOPE_STATE && n->op == EXPANSION_ATOM && !model_expr(l->model, n->atom)->partial;
}

// AND or OR. That one of two things holds on all paths is not that one of them holds on all paths, unless a state tells
// which.
static struct linear join(struct linearising *l, enum expansion_op op, struct linear a, struct linear b)
{
    struct model *m = l->model;
    bool is_and = op == EXPANSION_AND;
    if (a.scope == SCOPE_NONE || b.scope == SCOPE_NONE)
        return none;
    if (is_whole(l, a) && is_whole(l, b)) {
        expr x = l->x->nodes.at[a.node].atom, y = l->x->nodes.at[b.node].atom;
        return (struct linear){SCOPE_STATE, condition(l, is_and ? model_and(m, x, y) : model_or(m, x, y))};
    }
    if (a.scope != SCOPE_STATE && b.scope != SCOPE_STATE && (a.scope != b.scope || (a.scope == SCOPE_ALL && !is_and)))
        return none;
    return (struct linear){a.scope > b.scope ? a.scope : b.scope, operator(l, op, a.node, b.node)};
}

// In the next state, or the one before.
static struct linear step(struct linearising *l, enum expansion_op op, struct linear a, enum scope scope)
{
    if (a.scope == SCOPE_NONE || (a.scope != SCOPE_STATE && a.scope != scope))
        return none;
    return (struct linear){scope, operator(l, op, a.node, a.node)};
}

// a U b, a S b; or with the duals a V b, a T b: b holds up to where a holds, too. Unrolled from the last step to the
// first.
static struct linear until(struct linearising *l, const struct formula_node *n, enum expansion_op op, struct linear a,
                           struct linear b, enum scope scope)
{
    bool is_dual = op == EXPANSION_RELEASE || op == EXPANSION_TRIGGERED;
    enum expansion_op both = is_dual ? EXPANSION_OR : EXPANSION_AND, either = is_dual ? EXPANSION_AND : EXPANSION_OR;
    enum expansion_op next = op == EXPANSION_SINCE       ? EXPANSION_YESTERDAY
                             : op == EXPANSION_TRIGGERED ? EXPANSION_WEAK_YESTERDAY
                                                         : EXPANSION_NEXT;
    int64_t low = n->bounded ? n->low : 0, high = n->bounded ? n->high : -1, steps = high < 0 ? low : high;
    struct linear all = b;
    if (steps < 0 || (l->unrolled += (size_t)steps) > MOST_UNROLLED || a.scope == SCOPE_NONE || b.scope == SCOPE_NONE)
        return none;
    if (high < 0) {
        // G of what holds on all paths is the one case in which that is more than a condition.
        bool is_always = op == EXPANSION_RELEASE && a.node == constant(l, false).node;
        if (scope == SCOPE_ALL ? a.scope != SCOPE_STATE || !(b.scope == SCOPE_STATE || (is_always && b.scope == scope))
                               : a.scope == SCOPE_ALL || b.scope == SCOPE_ALL)
            return none;
        all = (struct linear){scope, operator(l, op, a.node, b.node)};
    }
    for (int64_t i = steps; i-- > 0;) {
        all = join(l, both, a, step(l, next, all, scope));
        if (i >= low)
            all = join(l, either, b, all);
    }
    return all;
}

static struct linear path_operator(struct linearising *l, const struct formula_node *n, struct linear a,
                                   struct linear b)
{
    switch (n->op) {
    case FORMULA_X:
        return step(l, EXPANSION_NEXT, a, SCOPE_PATH);
    case FORMULA_Y:
        return step(l, EXPANSION_YESTERDAY, a, SCOPE_PATH);
    case FORMULA_Z:
        return step(l, EXPANSION_WEAK_YESTERDAY, a, SCOPE_PATH);
    case FORMULA_F:
        return until(l, n, EXPANSION_UNTIL, constant(l, true), a, SCOPE_PATH);
    case FORMULA_O:
        return until(l, n, EXPANSION_SINCE, constant(l, true), a, SCOPE_PATH);
    case FORMULA_G:
        return until(l, n, EXPANSION_RELEASE, constant(l, false), a, SCOPE_PATH);
    case FORMULA_H:
        return until(l, n, EXPANSION_TRIGGERED, constant(l, false), a, SCOPE_PATH);
    case FORMULA_U:
        return until(l, n, EXPANSION_UNTIL, a, b, SCOPE_PATH);
    case FORMULA_V:
        return until(l, n, EXPANSION_RELEASE, a, b, SCOPE_PATH);
    case FORMULA_S:
        return until(l, n, EXPANSION_SINCE, a, b, SCOPE_PATH);
    case FORMULA_T:
        return until(l, n, EXPANSION_TRIGGERED, a, b, SCOPE_PATH);
    default:
        return none;
    }
}

// What all paths have in common, from the operands of A... as they are, or of E... negated.
static struct linear on_all_paths(struct linearising *l, const struct formula_node *n, struct linear a, struct linear b)
{
    bool is_some = !refutability_is_for_all_paths(n->op);
    if (n->op == FORMULA_A || n->op == FORMULA_E)
        return a.scope == SCOPE_ALL ? none : (struct linear){a.scope == SCOPE_PATH ? SCOPE_ALL : a.scope, a.node};
    switch (refutability_path_operator(n->op)) {
    case FORMULA_X:
        return step(l, EXPANSION_NEXT, a, SCOPE_ALL);
    case FORMULA_F:
        return until(l, n, is_some ? EXPANSION_RELEASE : EXPANSION_UNTIL, constant(l, !is_some), a, SCOPE_ALL);
    case FORMULA_G:
        return until(l, n, is_some ? EXPANSION_UNTIL : EXPANSION_RELEASE, constant(l, is_some), a, SCOPE_ALL);
    default:
        return until(l, n, is_some ? EXPANSION_RELEASE : EXPANSION_UNTIL, a, b, SCOPE_ALL);
    }
}

static struct linear_pair pair_of(struct linearising *l, const struct formula_node *n, struct linear_pair a,
                                  struct linear_pair b)
{
    const struct expr_node *e;
    struct linear all;
    switch (n->op) {
    case FORMULA_ATOM:
        e = model_expr(l->model, n->atom);
        all = (struct linear){e->has_next || e->has_input ? SCOPE_PATH : SCOPE_STATE, condition(l, n->atom)};
        return (struct linear_pair){{all, negate(l, all)}};
    case FORMULA_NOT:
        return (struct linear_pair){{a.is[1], a.is[0]}};
    case FORMULA_IMPLIES:
        return (struct linear_pair){
            {join(l, EXPANSION_OR, a.is[1], b.is[0]), join(l, EXPANSION_AND, a.is[0], b.is[1])}};
    case FORMULA_AND:
        return (struct linear_pair){
            {join(l, EXPANSION_AND, a.is[0], b.is[0]), join(l, EXPANSION_OR, a.is[1], b.is[1])}};
    case FORMULA_OR:
        return (struct linear_pair){
            {join(l, EXPANSION_OR, a.is[0], b.is[0]), join(l, EXPANSION_AND, a.is[1], b.is[1])}};
    case FORMULA_XOR:
    case FORMULA_IFF: {
        struct linear same[2]; // that they are, and that they are not
        for (int i = 0; i < 2; i++)
            same[i] = join(l, EXPANSION_OR, join(l, EXPANSION_AND, a.is[0], b.is[i]),
                           join(l, EXPANSION_AND, a.is[1], b.is[!i]));
        bool is_xor = n->op == FORMULA_XOR;
        return (struct linear_pair){{same[is_xor], same[!is_xor]}};
    }
    default:
        break;
    }
    if (!formula_op_is_quantified(n->op)) {
        all = path_operator(l, n, a.is[0], b.is[0]);
        return (struct linear_pair){{all, negate(l, all)}};
    }
    bool is_some = !refutability_is_for_all_paths(n->op);
    all = on_all_paths(l, n, a.is[is_some], b.is[is_some]);
    return (struct linear_pair){{is_some ? none : all, is_some ? all : none}};
}

static struct linear form_of(struct linearising *l, formula root)
{
    struct walk walk = {.model = l->model, .mem = l->x->mem, .of = WALK_FORMULAS};
    struct linear_pair nothing = {{none, none}};
    walk_from(&walk, root);
    for (formula at; l->x->nodes.count <= MOST_NODES && walk_next(&walk, &at);) {
        const struct formula_node *n = model_formula(l->model, at);
        const uint32_t *images = walk_images(&walk, at);
        struct linear_pair operands[2] = {nothing, nothing};
        for (size_t i = 0; i < 2 && n->op != FORMULA_ATOM; i++)
            if (n->args[i] != FORMULA_NONE)
                operands[i] = l->pairs.at[images[i]];
        struct linear_pair made = pair_of(l, n, operands[0], operands[1]);
        walk_note(&walk, at, (uint32_t)l->pairs.count);
        array_push(l->x->mem, &l->pairs, made);
    }
    bool is_whole = l->x->nodes.count <= MOST_NODES;
    struct linear form = is_whole ? l->pairs.at[walk_image(&walk, root)].is[0] : none;
    walk_free(&walk);
    return form;
}

// Or the path is unfair: the first condition of a pair holds infinitely often, and the second does not.
static uint32_t or_unfair(struct linearising *l, uint32_t node)
{
    for (size_t i = 0; i < model_compassion_count(l->model); i++) {
        expr pair[2];
        model_compassion(l->model, i, pair);
        uint32_t yes = constant(l, true).node, no = constant(l, false).node;
        uint32_t asks = condition(l, pair[0]), grants = condition(l, pair[1]), denies = l->negation.at[grants];
        uint32_t again = operator(l, EXPANSION_RELEASE, no, operator(l, EXPANSION_UNTIL, yes, asks));
        uint32_t never = operator(l, EXPANSION_UNTIL, yes, operator(l, EXPANSION_RELEASE, no, denies));
        node = operator(l, EXPANSION_OR, node, operator(l, EXPANSION_AND, again, never));
    }
    return node;
}

// Leaves the nodes that the root is made of, in their order.
static void keep_needed(struct expansion *x)
{
    uint32_t *number = mem_zalloc(x->mem, x->nodes.count * sizeof *number), kept = 0;
    number[x->root] = 1;
    for (uint32_t i = x->root; i > 0; i--)
        if (number[i] && x->nodes.at[i].op != EXPANSION_ATOM)
            number[x->nodes.at[i].args[0]] = number[x->nodes.at[i].args[1]] = 1;
    for (uint32_t i = 0; i <= x->root; i++) {
        struct expansion_node node = x->nodes.at[i];
        if (!number[i])
            continue;
        for (size_t k = 0; k < 2 && node.op != EXPANSION_ATOM; k++)
            node.args[k] = number[node.args[k]];
        number[i] = kept;
        x->nodes.at[kept++] = node;
    }
    mem_free(x->mem, number, x->nodes.count * sizeof *number);
    x->nodes.count = kept;
    x->root = kept - 1;
}

bool property_kind_is_temporal(enum property_kind kind)
{
    return kind == PROPERTY_CTL || kind == PROPERTY_LTL || kind == PROPERTY_CTLSTAR || kind == PROPERTY_PSL;
}

bool expansion_open(struct expansion *x, struct model *m, const struct property *p, formula conjunct, struct mem *mem,
                    const char **error)
{
    struct linearising l = {.model = m, .x = x};
    *x = (struct expansion){.mem = mem};
    *error = "it is no formula of linear time";
    struct linear form = property_kind_is_temporal(p->kind) ? form_of(&l, conjunct) : none;
    if (form.scope != SCOPE_NONE) {
        form.node = or_unfair(&l, form.node);
        x->root = l.negation.at[form.node];
        keep_needed(x);
    }
    array_free(mem, &l.negation);
    array_free(mem, &l.pairs);
    return form.scope != SCOPE_NONE;
}
