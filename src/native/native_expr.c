// Expressions of simple types.
#include "native/tree_code.h"

// ---- Reading --------------------------------------------------------------------------------------------------------

static const struct code *defined(struct tree_compiler *c, const struct murphi_expr *e, const struct code *raw,
                                  enum murphi_error_kind kind)
{
    return native_defined(c, raw, native_error(c, kind, e->span, e, NULL));
}

static int64_t run_bound(struct runner *r, const struct code *code) // a name that has a value, in slot k of the frame
{
    return r->slots[r->frame + (size_t)code->k];
}

static bool has_place(const struct murphi_decl *decl)
{
    switch (decl->kind) {
    case MURPHI_VAR:
    case MURPHI_LOCAL:
    case MURPHI_PARAM:
    case MURPHI_VAR_PARAM:
        return true;
    case MURPHI_ALIAS:
        return decl->expr->is_place || !murphi_is_simple(decl->type);
    default:
        return false;
    }
}

static const struct code *value_of_name(struct tree_compiler *c, const struct murphi_expr *e)
{
    if (has_place(e->decl))
        return defined(c, e, native_raw(c, e), MURPHI_ERROR_UNDEFINED);
    struct code *code = native_node(c, run_bound, NULL, NULL);
    code->k = c->offsets[e->decl->id];
    return code;
}

static const struct code *value_of_call(struct tree_compiler *c, const struct murphi_expr *e)
{
    const struct code *raw = native_raw(c, e);
    return native_may_be_undefined(c, e->type) ? defined(c, e, raw, MURPHI_ERROR_UNDEFINED) : raw;
}

// ---- And, or --------------------------------------------------------------------------------------------------------

static int64_t run_not(struct runner *r, const struct code *code)
{
    return !run_code(r, code->a);
}

static int64_t run_and(struct runner *r, const struct code *code)
{
    for (uint32_t i = 0; i < code->count; i++)
        if (!run_code(r, code->list[i]))
            return 0;
    return 1;
}

static int64_t run_or(struct runner *r, const struct code *code)
{
    for (uint32_t i = 0; i < code->count; i++)
        if (run_code(r, code->list[i]))
            return 1;
    return 0;
}

static int64_t run_implies(struct runner *r, const struct code *code)
{
    return !run_code(r, code->a) || run_code(r, code->b);
}

static const struct code *value_of_chain(struct tree_compiler *c, const struct murphi_expr *e)
{
    if (e == c->cut)
        return native_node(c, run_not, native_value(c, e->args[0]), NULL);
    if (e->op == MURPHI_IMPLIES)
        return native_node(c, run_implies, native_value(c, e->args[0]), native_value(c, e->args[1]));
    struct code *code = native_node(c, e->op == MURPHI_AND ? run_and : run_or, NULL, NULL);
    const struct code **list = arena_alloc(c->arena, e->count * sizeof *list);
    for (uint32_t i = 0; i < e->count; i++)
        list[i] = native_value(c, e->args[i]);
    code->list = list;
    code->count = e->count;
    return code;
}

// ---- Quantifiers ----------------------------------------------------------------------------------------------------

static bool has_obstacle(const struct tree_compiler *c, const struct murphi_type *type)
{
    for (size_t i = 0; i < c->tree->obstacles.count; i++)
        if (c->tree->obstacles.at[i].type == type->base)
            return true;
    return false;
}

// The elements of a scalarset or ring have no order in which one could be evaluated before another that then is not.
// Ranges that are used like them are taken in the same way, unless what goes wrong for one number may depend on another
// (see murphi/evaluate.c): the lowering knows what becomes of that.
static bool is_unordered(struct tree_compiler *c, const struct murphi_binder *binder)
{
    bool result = false;
    for (; binder; binder = binder->next) {
        if (binder->kind != MURPHI_OVER_TYPE || !binder->decl->type->has_symmetry)
            continue;
        if (binder->decl->type->is_inferred && has_obstacle(c, binder->decl->type))
            c->refused = CAUSE_NATIVE_ORDERED_RANGE;
        result = true;
    }
    return result;
}

static const struct code *value_of_quantifier(struct tree_compiler *c, const struct murphi_expr *e)
{
    bool all = is_unordered(c, e->binders);
    enum loop_mode mode = e->op == MURPHI_FORALL ? LOOP_EVERY : LOOP_ANY;
    if (all)
        mode = e->op == MURPHI_FORALL ? LOOP_EVERY_OF_ALL : LOOP_ANY_OF_ALL;
    native_binders(c, e->binders);
    return native_loop(c, e->binders, mode, native_value(c, e->args[0]));
}

static const struct code *value_of_count(struct tree_compiler *c, const struct murphi_expr *e)
{
    native_binders(c, e->binders);
    return native_loop(c, e->binders, LOOP_SUM, native_value(c, e->args[0]));
}

// ---- Choices and comparisons ----------------------------------------------------------------------------------------

static int64_t run_choice(struct runner *r, const struct code *code)
{
    return run_code(r, code->a) ? run_code(r, code->b) : run_code(r, code->c);
}

static int64_t run_equal(struct runner *r, const struct code *code)
{
    int64_t left = run_code(r, code->a);
    return left == run_code(r, code->b);
}

static int64_t run_is(struct runner *r, const struct code *code) // a is k
{
    return run_code(r, code->a) == code->k;
}

static int64_t run_differ(struct runner *r, const struct code *code)
{
    int64_t left = run_code(r, code->a);
    return left != run_code(r, code->b);
}

static int64_t run_is_not(struct runner *r, const struct code *code)
{
    return run_code(r, code->a) != code->k;
}

static int64_t run_same_parts(struct runner *r, const struct code *code) // of `width` slots
{
    size_t top = r->top;
    int64_t left = run_code(r, code->a), right = run_code(r, code->b), result = 1;
    for (uint32_t i = 0; i < code->width && result; i++)
        result = r->slots[left + i] == r->slots[right + i];
    r->top = top;
    return result == !code->mode;
}

// Two undefined values are equal, and differ from all others.
static const struct code *value_of_equality(struct tree_compiler *c, const struct murphi_expr *e)
{
    bool is_not = e->op == MURPHI_NE;
    int64_t known;
    if (!murphi_is_simple(e->args[0]->type)) {
        struct code *code = native_node(c, run_same_parts, native_place(c, e->args[0]), native_place(c, e->args[1]));
        code->width = c->widths[e->args[0]->type->id];
        code->mode = is_not;
        return code;
    }
    const struct code *left = native_scalar(c, e->args[0]), *right = native_scalar(c, e->args[1]);
    struct code *code = native_node(c, is_not ? run_differ : run_equal, left, right);
    if (native_is_constant(right, &known)) {
        code->run = is_not ? run_is_not : run_is;
        code->k = known;
    }
    return code;
}

static int64_t run_less(struct runner *r, const struct code *code)
{
    int64_t left = run_code(r, code->a);
    return left < run_code(r, code->b);
}

static int64_t run_less_or_equal(struct runner *r, const struct code *code)
{
    int64_t left = run_code(r, code->a);
    return left <= run_code(r, code->b);
}

static int64_t run_greater(struct runner *r, const struct code *code)
{
    int64_t left = run_code(r, code->a);
    return left > run_code(r, code->b);
}

static int64_t run_greater_or_equal(struct runner *r, const struct code *code)
{
    int64_t left = run_code(r, code->a);
    return left >= run_code(r, code->b);
}

static const struct code *value_of_order(struct tree_compiler *c, const struct murphi_expr *e)
{
    code_run *run = e->op == MURPHI_LT   ? run_less
                    : e->op == MURPHI_LE ? run_less_or_equal
                    : e->op == MURPHI_GT ? run_greater
                                         : run_greater_or_equal;
    return native_node(c, run, native_value(c, e->args[0]), native_value(c, e->args[1]));
}

static int64_t run_neighbour(struct runner *r, const struct code *code) // of a, k steps on, among low to high
{
    int64_t v = run_code(r, code->a);
    return code->low + (v - code->low + code->k) % (code->high - code->low + 1);
}

static const struct code *value_of_neighbour(struct tree_compiler *c, const struct murphi_expr *e)
{
    const struct murphi_type *ring = e->type;
    struct code *code = native_node(c, run_neighbour, native_value(c, e->args[0]), NULL);
    if (ring->kind != MURPHI_RING || e->args[0]->type != ring)
        c->refused = CAUSE_NATIVE_NO_RING;
    code->low = ring->low;
    code->high = ring->high;
    code->k = e->op == MURPHI_SUCC ? 1 : ring->high - ring->low;
    return code;
}

// ---- Tests ----------------------------------------------------------------------------------------------------------

static int64_t run_is_member(struct runner *r, const struct code *code) // of one of the intervals
{
    int64_t v = run_code(r, code->a);
    for (uint32_t i = 0; i < code->count && v != NATIVE_UNDEFINED; i++)
        if (v >= code->words[2 * i] && v <= code->words[2 * i + 1])
            return 1;
    return 0;
}

static const struct code *value_of_test(struct tree_compiler *c, const struct murphi_expr *e)
{
    if (e->op == MURPHI_ISUNDEFINED) {
        struct code *code = native_node(c, run_is, native_raw(c, e->args[0]), NULL);
        code->k = NATIVE_UNDEFINED;
        return code;
    }
    const struct murphi_type *type = e->written->type, *const *parts = &type;
    uint32_t count = type->kind == MURPHI_UNION ? type->part_count : 1;
    struct code *code = native_node(c, run_is_member, native_scalar(c, e->args[0]), NULL);
    int64_t *bounds = arena_alloc(c->arena, 2 * count * sizeof *bounds);
    if (type->kind == MURPHI_UNION)
        parts = (const struct murphi_type *const *)type->parts;
    for (uint32_t i = 0; i < count; i++) {
        bool is_all = parts[i]->kind == MURPHI_INTEGER;
        bounds[2 * i] = is_all ? MURPHI_MIN_INTEGER : parts[i]->low;
        bounds[2 * i + 1] = is_all ? MURPHI_MAX_INTEGER : parts[i]->high;
    }
    code->words = bounds;
    code->count = count;
    return code;
}

// ---- Any expression -------------------------------------------------------------------------------------------------

static const struct code *value_of_choice(struct tree_compiler *c, const struct murphi_expr *e, bool may_be_undefined)
{
    const struct code *(*operand)(struct tree_compiler *, const struct murphi_expr *) =
        may_be_undefined ? native_scalar : native_value;
    struct code *code = native_node(c, run_choice, native_value(c, e->args[0]), operand(c, e->args[1]));
    code->c = operand(c, e->args[2]);
    return code;
}

const struct code *native_value(struct tree_compiler *c, const struct murphi_expr *e)
{
    if (e->is_constant)
        return native_constant(c, e->value);
    switch (e->op) {
    case MURPHI_NAME:
        return value_of_name(c, e);
    case MURPHI_FIELD:
    case MURPHI_INDEX:
        return defined(c, e, native_raw(c, e), MURPHI_ERROR_UNDEFINED);
    case MURPHI_CALL:
        return value_of_call(c, e);
    case MURPHI_SUCC:
    case MURPHI_PRED:
        return value_of_neighbour(c, e);
    case MURPHI_ISUNDEFINED:
    case MURPHI_ISMEMBER:
        return value_of_test(c, e);
    case MURPHI_COUNT:
        return value_of_count(c, e);
    case MURPHI_NOT:
        return native_node(c, run_not, native_value(c, e->args[0]), NULL);
    case MURPHI_AND:
    case MURPHI_OR:
    case MURPHI_IMPLIES:
        return value_of_chain(c, e);
    case MURPHI_ITE:
        return value_of_choice(c, e, false);
    case MURPHI_FORALL:
    case MURPHI_EXISTS:
        return value_of_quantifier(c, e);
    case MURPHI_EQ:
    case MURPHI_IFF:
    case MURPHI_NE:
        return value_of_equality(c, e);
    case MURPHI_LT:
    case MURPHI_LE:
    case MURPHI_GT:
    case MURPHI_GE:
        return value_of_order(c, e);
    default:
        return native_arithmetic(c, e);
    }
}

const struct code *native_scalar(struct tree_compiler *c, const struct murphi_expr *e)
{
    bool may_be_undefined = native_may_be_undefined(c, e->type);
    if (e->is_place) {
        const struct code *raw = native_raw(c, e);
        enum murphi_error_kind kind = murphi_is_id(e->type) ? MURPHI_ERROR_UNDEFINED_HERE : MURPHI_ERROR_UNDEFINED;
        return may_be_undefined ? raw : defined(c, e, raw, kind);
    }
    if (e->op == MURPHI_ITE && may_be_undefined && !e->is_constant)
        return value_of_choice(c, e, true);
    if (e->op == MURPHI_CALL && may_be_undefined)
        return native_raw(c, e);
    return native_value(c, e);
}

// ---- Names of the nodes ---------------------------------------------------------------------------------------------

const struct code_name native_expr_kinds[] = {
    {run_bound, CODE_BOUND},
    {run_not, CODE_NOT},
    {run_and, CODE_AND},
    {run_or, CODE_OR},
    {run_implies, CODE_IMPLIES},
    {run_choice, CODE_CHOICE},
    {run_equal, CODE_EQUAL},
    {run_is, CODE_IS},
    {run_differ, CODE_DIFFER},
    {run_is_not, CODE_IS_NOT},
    {run_same_parts, CODE_SAME_PARTS},
    {run_less, CODE_LESS},
    {run_less_or_equal, CODE_LESS_OR_EQUAL},
    {run_greater, CODE_GREATER},
    {run_greater_or_equal, CODE_GREATER_OR_EQUAL},
    {run_neighbour, CODE_NEIGHBOUR},
    {run_is_member, CODE_IS_MEMBER},
    {NULL, CODE_UNKNOWN},
};
