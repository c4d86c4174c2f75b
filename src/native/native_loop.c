// Binders as loops: over types, ranges of numbers, places of multisets; and aliases, which are loops of one value.
#include "native/tree_code.h"

void native_binders(struct tree_compiler *c, const struct murphi_binder *first)
{
    for (const struct murphi_binder *binder = first; binder; binder = binder->next)
        native_bind(c, binder->decl, 1);
}

// Takes what one iteration has given into account; true if no other is needed.
static inline bool is_last(uint32_t mode, int64_t one, int64_t *result)
{
    switch ((enum loop_mode)mode) {
    case LOOP_ANY:
        *result = one;
        return one;
    case LOOP_EVERY:
        *result = one;
        return !one;
    case LOOP_ANY_OF_ALL:
        *result |= one;
        return false;
    case LOOP_EVERY_OF_ALL:
        *result &= one;
        return false;
    default:
        *result += one;
        return false;
    }
}

static inline int64_t first_result(uint32_t mode)
{
    return mode == LOOP_EVERY || mode == LOOP_EVERY_OF_ALL;
}

// In each: slot k of the frame has the value, c is the body. What is left on the stack is of no use after an iteration.
static inline int64_t run_once(struct runner *r, const struct code *code, int64_t v)
{
    size_t top = r->top;
    runner_count(r);
    r->slots[r->frame + (size_t)code->k] = v;
    int64_t result = run_code(r, code->c);
    r->top = top;
    return result;
}

static int64_t run_over_interval(struct runner *r, const struct code *code)
{
    int64_t result = first_result(code->mode);
    for (int64_t v = code->low; v <= code->high; v++)
        if (is_last(code->mode, run_once(r, code, v), &result))
            break;
    return result;
}

static int64_t run_over_values(struct runner *r, const struct code *code)
{
    int64_t result = first_result(code->mode);
    for (uint32_t i = 0; i < code->count; i++)
        if (is_last(code->mode, run_once(r, code, code->words[i]), &result))
            break;
    return result;
}

// `list`: from, to, by; `count` is 0 if a step beyond the numbers is no error, but the end.
static int64_t run_over_range(struct runner *r, const struct code *code)
{
    int64_t v = run_code(r, code->list[0]), to = run_code(r, code->list[1]), by = run_code(r, code->list[2]);
    int64_t result = first_result(code->mode);
    if (by == 0)
        runner_fail(r, code->error);
    while (by > 0 ? v <= to : v >= to) {
        if (is_last(code->mode, run_once(r, code, v), &result))
            break;
        if (__builtin_add_overflow(v, by, &v) || v < MURPHI_MIN_INTEGER) {
            if (code->count)
                runner_fail(r, code->b->error);
            break;
        }
    }
    return result;
}

// a: the multiset; `count` places of `width` slots each.
static int64_t run_over_places(struct runner *r, const struct code *code)
{
    int64_t multiset = run_code(r, code->a), result = first_result(code->mode);
    for (uint32_t i = 0; i < code->count; i++)
        if (r->slots[multiset + (int64_t)i * code->width] && is_last(code->mode, run_once(r, code, i), &result))
            break;
    return result;
}

static int64_t run_with(struct runner *r, const struct code *code) // a: a value, or a slot
{
    int64_t v = run_code(r, code->a);
    r->slots[r->frame + (size_t)code->k] = v;
    return run_code(r, code->c);
}

static void over_type(struct tree_compiler *c, const struct murphi_type *type, struct code *code)
{
    code->run = run_over_interval;
    code->low = type->low;
    code->high = type->high;
    if (type->kind == MURPHI_UNION) {
        code->run = run_over_values;
        code->words = native_values(c, type);
        code->count = (uint32_t)murphi_size(type);
    }
}

static bool is_known(const struct code *code)
{
    int64_t v;
    return native_is_constant(code, &v);
}

static void over_range(struct tree_compiler *c, const struct murphi_binder *binder, struct code *code)
{
    const struct code **list = arena_alloc(c->arena, 3 * sizeof *list);
    int64_t by = 0;
    list[0] = native_value(c, binder->from);
    list[1] = native_value(c, binder->to);
    list[2] = binder->by ? native_value(c, binder->by) : native_constant(c, 1);
    code->run = run_over_range;
    code->list = list;
    code->error = native_error(c, MURPHI_ERROR_STEP, binder->span, NULL, binder->decl->symbol);
    bool has_step = native_is_constant(list[2], &by);
    code->count = !(has_step && (by == 1 || by == -1 || is_known(list[0])));
    struct code *beyond = native_node(c, NULL, NULL, NULL);
    beyond->error = native_error(c, MURPHI_ERROR_TOO_LARGE, binder->span, NULL, binder->decl->symbol);
    code->b = beyond;
}

static void over_multiset(struct tree_compiler *c, const struct murphi_binder *binder, struct code *code)
{
    const struct murphi_type *type = binder->decl->expr->type;
    code->run = run_over_places;
    code->a = native_place(c, binder->decl->expr);
    code->count = (uint32_t)(type->high - type->low + 1);
    code->width = 1 + c->widths[type->element->id];
}

static void with_alias(struct tree_compiler *c, const struct murphi_decl *decl, struct code *code)
{
    bool is_place = decl->expr->is_place || !murphi_is_simple(decl->type);
    code->run = run_with;
    code->a = is_place ? native_place(c, decl->expr) : native_value(c, decl->expr);
}

const struct code *native_loop(struct tree_compiler *c, const struct murphi_binder *binder, enum loop_mode mode,
                               const struct code *body)
{
    struct code *code = native_node(c, NULL, NULL, NULL);
    code->k = c->offsets[binder->decl->id];
    code->mode = mode;
    code->c = binder->next ? native_loop(c, binder->next, mode, body) : body;
    switch (binder->kind) {
    case MURPHI_OVER_TYPE:
        over_type(c, binder->decl->type, code);
        break;
    case MURPHI_OVER_RANGE:
        over_range(c, binder, code);
        break;
    case MURPHI_OVER_MULTISET:
        over_multiset(c, binder, code);
        break;
    case MURPHI_BY_ALIAS:
        with_alias(c, binder->decl, code);
        break;
    }
    return code;
}

// ---- Names of the nodes ---------------------------------------------------------------------------------------------

const struct code_name native_loop_kinds[] = {
    {run_over_interval, CODE_OVER_INTERVAL},
    {run_over_values, CODE_OVER_VALUES},
    {run_over_range, CODE_OVER_RANGE},
    {run_over_places, CODE_OVER_PLACES},
    {run_with, CODE_WITH},
    {NULL, CODE_UNKNOWN},
};
