#include "temporal/form.h"

#include "model/walk.h"
#include "trace/refutability.h"

#define MOST_UNROLLED 200 // steps of bounded operators, all together
#define MOST_NODES 2000
#define NO_FORM UINT32_MAX
#define OF_PATH (UINT32_MAX - 1) // instead of a node: an operator on paths, which A or E is to quantify

// ---- Nodes ----------------------------------------------------------------------------------------------------------

static uint32_t enter(struct form *f, enum form_op op, expr atom, uint32_t a, uint32_t b)
{
    struct form_node node = {op, atom, {a, b}};
    for (uint32_t i = 0; i < f->nodes.count; i++) {
        const struct form_node *n = &f->nodes.at[i];
        if (n->op == op && n->atom == atom && n->args[0] == a && n->args[1] == b)
            return 2 * i;
    }
    array_push(f->mem, &f->nodes, node);
    return 2 * (uint32_t)(f->nodes.count - 1);
}

static uint32_t condition(struct form *f, expr atom)
{
    return atom == model_false(f->model) ? FORM_FALSE : enter(f, FORM_ATOM, atom, 0, 0);
}

static uint32_t negate(uint32_t a)
{
    return a ^ 1;
}

// A condition about states that always has a value: such are taken together to one.
static expr whole_condition(const struct form *f, uint32_t a)
{
    const struct form_node *n = &f->nodes.at[a / 2];
    if (n->op != FORM_ATOM || model_expr(f->model, n->atom)->partial || !form_is_about_states(f->model, n->atom))
        return EXPR_NONE;
    return a & 1 ? model_not(f->model, n->atom) : n->atom;
}

static uint32_t both(struct form *f, uint32_t a, uint32_t b)
{
    if (a == FORM_FALSE || b == FORM_FALSE || a == negate(b))
        return FORM_FALSE;
    if (a == FORM_TRUE || b == FORM_TRUE || a == b)
        return a == FORM_TRUE ? b : a;
    expr x = whole_condition(f, a), y = whole_condition(f, b);
    if (x != EXPR_NONE && y != EXPR_NONE)
        return condition(f, model_and(f->model, x, y));
    return enter(f, FORM_AND, EXPR_NONE, a, b);
}

static uint32_t either(struct form *f, uint32_t a, uint32_t b)
{
    return negate(both(f, negate(a), negate(b)));
}

static uint32_t differ(struct form *f, uint32_t a, uint32_t b)
{
    return either(f, both(f, a, negate(b)), both(f, negate(a), b));
}

// ---- Operators on paths ---------------------------------------------------------------------------------------------

// Of which paths, and which part of them.
enum scope { SCOPE_FUTURE, SCOPE_PAST, SCOPE_SOME, SCOPE_ALL };

// A fair path goes on: what is true everywhere is true next on some of them.
static uint32_t next(struct form *f, enum scope scope, uint32_t a)
{
    static const enum form_op ops[] = {FORM_NEXT, FORM_YESTERDAY, FORM_SOME_NEXT};
    if (scope != SCOPE_PAST && (a == FORM_TRUE || a == FORM_FALSE))
        return a;
    return scope == SCOPE_ALL ? negate(next(f, SCOPE_SOME, negate(a))) : enter(f, ops[scope], EXPR_NONE, a, a);
}

// A [a U b] is false where some path has not b forever, or neither before b.
static uint32_t until(struct form *f, enum scope scope, uint32_t a, uint32_t b)
{
    static const enum form_op ops[] = {FORM_UNTIL, FORM_SINCE, FORM_SOME_UNTIL};
    if (b == FORM_TRUE || b == FORM_FALSE)
        return b;
    if (scope != SCOPE_ALL)
        return enter(f, ops[scope], EXPR_NONE, a, b);
    uint32_t not_b = negate(b), never = enter(f, FORM_SOME_ALWAYS, EXPR_NONE, not_b, not_b);
    return negate(either(f, until(f, SCOPE_SOME, not_b, both(f, negate(a), not_b)), never));
}

// With b after `low` to `high` steps, unrolled from the last step to the first; `high` < 0: or more.
static uint32_t timed_until(struct form *f, const struct formula_node *n, enum scope scope, uint32_t a, uint32_t b)
{
    int64_t low = n->bounded ? n->low : 0, high = n->bounded ? n->high : -1, steps = high < 0 ? low : high;
    uint32_t all = high < 0 ? until(f, scope, a, b) : b;
    if (steps < 0 || (f->unrolled += (size_t)steps) > MOST_UNROLLED)
        return NO_FORM;
    for (int64_t i = steps; i-- > 0;) {
        all = both(f, a, next(f, scope, all));
        if (i >= low)
            all = either(f, b, all);
    }
    return all;
}

// All operators on paths are next or until; or the *dual*, not that of what is not, of the other quantifier.
static const struct path_shape {
    bool is_path, is_next, is_past, is_unary, is_dual; // unary: of true, and what it is about
} path_shapes[] = {
    [FORMULA_X] = {true, .is_next = true},
    [FORMULA_Y] = {true, .is_next = true, .is_past = true},
    [FORMULA_Z] = {true, .is_next = true, .is_past = true, .is_dual = true},
    [FORMULA_F] = {true, .is_unary = true},
    [FORMULA_G] = {true, .is_unary = true, .is_dual = true},
    [FORMULA_U] = {.is_path = true},
    [FORMULA_V] = {true, .is_dual = true},
    [FORMULA_O] = {true, .is_past = true, .is_unary = true},
    [FORMULA_H] = {true, .is_past = true, .is_unary = true, .is_dual = true},
    [FORMULA_S] = {true, .is_past = true},
    [FORMULA_T] = {true, .is_past = true, .is_dual = true},
};

static uint32_t path_operator(struct form *f, const struct formula_node *n, enum formula_op op, enum scope scope,
                              uint32_t a, uint32_t b)
{
    static const enum scope duals[] = {SCOPE_FUTURE, SCOPE_PAST, SCOPE_ALL, SCOPE_SOME};
    if (op >= sizeof path_shapes / sizeof *path_shapes || !path_shapes[op].is_path)
        return NO_FORM;
    struct path_shape shape = path_shapes[op];
    if (shape.is_past)
        scope = SCOPE_PAST;
    if (shape.is_dual) {
        scope = duals[scope];
        a = negate(a);
        b = negate(b);
    }
    if (shape.is_unary) {
        b = a;
        a = FORM_TRUE;
    }
    uint32_t all = shape.is_next ? next(f, scope, a) : timed_until(f, n, scope, a, b);
    return all != NO_FORM && shape.is_dual ? negate(all) : all;
}

// ---- Formulas -------------------------------------------------------------------------------------------------------

bool form_is_about_states(const struct model *m, expr e)
{
    return !model_expr(m, e)->has_next && !model_expr(m, e)->has_input;
}

static uint32_t without_quantifiers(struct form *f, const struct formula_node *n, uint32_t a, uint32_t b)
{
    if (n->op == FORMULA_A || n->op == FORMULA_E)
        return a;
    enum formula_op op = formula_op_is_quantified(n->op) ? refutability_path_operator(n->op) : n->op;
    return path_operator(f, n, op, SCOPE_FUTURE, a, b);
}

static uint32_t image_of(const struct walk *walk, formula operand)
{
    return operand == FORMULA_NONE ? NO_FORM : walk_image(walk, operand);
}

static uint32_t with_quantifiers(struct form *f, const struct walk *walk, const struct formula_node *n, uint32_t a,
                                 uint32_t b)
{
    enum formula_op op = refutability_path_operator(n->op);
    if (!formula_op_is_quantified(n->op))
        return !n->bounded && n->op >= FORMULA_X && n->op <= FORMULA_U ? OF_PATH : NO_FORM;
    enum scope scope = refutability_is_for_all_paths(n->op) ? SCOPE_ALL : SCOPE_SOME;
    if (n->op == FORMULA_A || n->op == FORMULA_E) { // it and the operator below it are one
        n = model_formula(f->model, n->args[0]);
        op = n->op;
        a = image_of(walk, n->args[0]);
        b = image_of(walk, n->args[1]);
    }
    return path_operator(f, n, op, scope, a, b);
}

// The node of a formula whose operands have theirs.
static uint32_t node_of(struct form *f, const struct walk *walk, formula at)
{
    const struct formula_node *n = model_formula(f->model, at);
    if (n->op == FORMULA_ATOM)
        return condition(f, n->atom);
    uint32_t a = image_of(walk, n->args[0]), b = image_of(walk, n->args[1]);
    bool is_alone = !f->is_linear && (n->op == FORMULA_A || n->op == FORMULA_E);
    if ((a == OF_PATH) != is_alone || b == OF_PATH)
        return NO_FORM;
    switch (n->op) {
    case FORMULA_NOT:
        return negate(a);
    case FORMULA_AND:
        return both(f, a, b);
    case FORMULA_OR:
        return either(f, a, b);
    case FORMULA_IMPLIES:
        return either(f, negate(a), b);
    case FORMULA_XOR:
        return differ(f, a, b);
    case FORMULA_IFF:
        return negate(differ(f, a, b));
    default:
        return f->is_linear ? without_quantifiers(f, n, a, b) : with_quantifiers(f, walk, n, a, b);
    }
}

// F or G of a path.
static uint32_t along_path(struct form *f, enum formula_op op, uint32_t a)
{
    static const struct formula_node unbounded = {.bounded = false};
    return path_operator(f, &unbounded, op, SCOPE_FUTURE, a, a);
}

// Or the path is unfair: the first condition of a pair holds infinitely often, and the second does not.
static uint32_t or_unfair(struct form *f, uint32_t node)
{
    for (size_t i = 0; i < model_compassion_count(f->model); i++) {
        expr pair[2];
        model_compassion(f->model, i, pair);
        uint32_t asks = condition(f, pair[0]), denies = negate(condition(f, pair[1]));
        uint32_t again = along_path(f, FORMULA_G, along_path(f, FORMULA_F, asks));
        uint32_t never = along_path(f, FORMULA_F, along_path(f, FORMULA_G, denies));
        node = either(f, node, both(f, again, never));
    }
    return node;
}

// What the root says where a path begins: nothing was true before. So a past that speaks of the future may be none.
static uint32_t at_beginning(struct form *f, uint32_t root)
{
    size_t count = root / 2 + 1;
    uint32_t *image = mem_zalloc(f->mem, count * sizeof *image);
    for (uint32_t i = 0; i < count; i++) { // operands come first
        // NOLINTNEXTLINE(clang-analyzer-core.NullDereference): the root is one
        struct form_node n = f->nodes.at[i];
        image[i] = 2 * i;
        if (n.op == FORM_YESTERDAY)
            image[i] = FORM_FALSE;
        else if (n.op == FORM_SINCE)
            image[i] = image[n.args[1] / 2] ^ (n.args[1] & 1);
        else if (n.op == FORM_AND)
            image[i] = both(f, image[n.args[0] / 2] ^ (n.args[0] & 1), image[n.args[1] / 2] ^ (n.args[1] & 1));
    }
    uint32_t result = image[root / 2] ^ (root & 1);
    mem_free(f->mem, image, count * sizeof *image);
    return result;
}

// Leaves the nodes that the root is made of, in their order, and the first ones.
static void keep_needed(struct form *f, size_t first_ones)
{
    size_t count = f->nodes.count;
    uint32_t *number = mem_zalloc(f->mem, count * sizeof *number), kept = 0;
    number[f->root / 2] = 1;
    for (size_t i = count; i-- > 0;) {
        const struct form_node *n = &f->nodes.at[i];
        if (i < first_ones)
            number[i] = 1;
        if (number[i] && n->op != FORM_ATOM)
            number[n->args[0] / 2] = number[n->args[1] / 2] = 1;
    }
    for (size_t i = 0; i < count; i++) {
        struct form_node node = f->nodes.at[i];
        if (!number[i])
            continue;
        for (size_t k = 0; k < 2 && node.op != FORM_ATOM; k++)
            node.args[k] = 2 * number[node.args[k] / 2] | (node.args[k] & 1);
        number[i] = kept;
        f->nodes.at[kept++] = node;
    }
    f->root = 2 * number[f->root / 2] | (f->root & 1);
    f->nodes.count = kept;
    mem_free(f->mem, number, count * sizeof *number);
}

bool property_kind_is_temporal(enum property_kind kind)
{
    return kind == PROPERTY_CTL || kind == PROPERTY_LTL || kind == PROPERTY_CTLSTAR || kind == PROPERTY_PSL;
}

static bool needs_one_path(const struct form *f, formula root)
{
    struct refutability r;
    refutability_open(&r, f->model, root, f->mem);
    bool needs = refutability_needs_one_trace(&r, root);
    refutability_close(&r);
    return needs;
}

bool form_open(struct form *f, struct model *m, const struct property *p, formula conjunct, bool is_linear,
               struct mem *mem, const char **error)
{
    struct walk walk = {.model = m, .mem = mem, .of = WALK_FORMULAS};
    *f = (struct form){.mem = mem, .model = m, .is_linear = is_linear};
    *error = is_linear ? "it is no formula of linear time" : "it is no formula of branching time";
    if (!property_kind_is_temporal(p->kind) || (is_linear && !needs_one_path(f, conjunct)))
        return false;
    condition(f, model_true(m));
    if (!is_linear) {
        enter(f, FORM_SOME_ALWAYS, EXPR_NONE, FORM_TRUE, FORM_TRUE);
        *error = "it has operators for which there are no certificates";
    }
    walk_from(&walk, conjunct);
    for (formula at; f->root != NO_FORM && f->nodes.count <= MOST_NODES && walk_next(&walk, &at);) {
        f->root = node_of(f, &walk, at);
        walk_note(&walk, at, f->root);
    }
    walk_free(&walk);
    if (f->root >= OF_PATH || f->nodes.count > MOST_NODES)
        return false;
    if (is_linear)
        f->root = or_unfair(f, at_beginning(f, f->root));
    keep_needed(f, is_linear ? 1 : 2);
    *error = is_linear || f->root == FORM_TRUE ? NULL : form_unlisted(f);
    if (!is_linear && f->root != FORM_TRUE && !*error && model_compassion_count(m) > 0)
        *error = "there are no labels for compassion (strong fairness)";
    return !*error;
}

void form_close(struct form *f)
{
    array_free(f->mem, &f->nodes);
}

bool form_is_valid(struct model *m, const struct property *p, formula conjunct, struct mem *mem)
{
    bool is_valid = false;
    for (int is_linear = 0; is_linear < 2 && !is_valid; is_linear++) {
        struct form f;
        const char *error;
        is_valid = form_open(&f, m, p, conjunct, is_linear, mem, &error) && f.root == FORM_TRUE;
        form_close(&f);
    }
    return is_valid;
}

const char *form_unlisted(const struct form *f)
{
    for (size_t i = 0; i < f->nodes.count; i++)
        if (f->nodes.at[i].op == FORM_ATOM && !form_is_about_states(f->model, f->nodes.at[i].atom))
            return "its conditions speak of inputs or next values";
    for (size_t i = 0; i < model_justice_count(f->model); i++)
        if (!form_is_about_states(f->model, model_justice(f->model, i)))
            return "there are no certificates for fairness conditions about inputs";
    return NULL;
}
