// Multisets: places that hold an element or nothing. Within a rule elements stay where they are; at its end each
// multiset that was changed is brought into order (native_state.c).
#include "native/tree_code.h"

static uint32_t width_of(const struct tree_compiler *c, const struct murphi_type *multiset)
{
    return 1 + c->widths[multiset->element->id];
}

static uint32_t capacity(const struct murphi_type *multiset)
{
    return (uint32_t)(multiset->high - multiset->low + 1);
}

// ---- Elements -------------------------------------------------------------------------------------------------------

static int64_t run_member(struct runner *r, const struct code *code) // of a, by the id b
{
    int64_t place = run_code(r, code->a);
    place += run_code(r, code->b) * code->width;
    if (!r->slots[place])
        runner_fail(r, code->error);
    return place + 1;
}

const struct code *native_multiset_member(struct tree_compiler *c, const struct murphi_expr *e)
{
    struct code *code = native_node(c, run_member, native_place(c, e->args[0]), native_value(c, e->args[1]));
    code->width = width_of(c, e->args[0]->type);
    code->error = native_error(c, MURPHI_ERROR_ABSENT, e->span, e, NULL);
    return code;
}

// ---- Adding ---------------------------------------------------------------------------------------------------------

static int64_t free_place(struct runner *r, const struct code *code, int64_t multiset)
{
    for (uint32_t i = 0; i < code->count; i++)
        if (!r->slots[multiset + (int64_t)i * code->width])
            return multiset + (int64_t)i * code->width;
    runner_fail(r, code->error);
}

static int64_t run_add(struct runner *r, const struct code *code) // to multiset a the value b
{
    int64_t multiset = run_code(r, code->a), v = run_code(r, code->b), place = free_place(r, code, multiset);
    runner_write(r, place, 1);
    runner_write(r, place + 1, v);
    return 0;
}

static int64_t run_add_copy(struct runner *r, const struct code *code) // what is at b
{
    int64_t multiset = run_code(r, code->a), from = run_code(r, code->b), place = free_place(r, code, multiset);
    runner_write(r, place, 1);
    runner_copy(r, place + 1, from, code->width - 1);
    return 0;
}

static const struct code *add_stmt(struct tree_compiler *c, const struct murphi_stmt *stmt)
{
    const struct murphi_type *multiset = stmt->target->type, *type = multiset->element;
    const struct code *place = native_place(c, stmt->target), *element;
    if (murphi_is_simple(type)) {
        const struct murphi_error *error = native_error(c, MURPHI_ERROR_RANGE, stmt->span, stmt->target, NULL);
        element = native_within(c, native_value(c, stmt->expr), stmt->expr->type, type, error);
    } else {
        element = native_place(c, stmt->expr);
    }
    struct code *code = native_node(c, murphi_is_simple(type) ? run_add : run_add_copy, place, element);
    code->width = width_of(c, multiset);
    code->count = capacity(multiset);
    code->error = native_error(c, MURPHI_ERROR_FULL, stmt->span, stmt->target, NULL);
    return code;
}

// ---- Removing -------------------------------------------------------------------------------------------------------

// `words`: of a place that holds nothing.
static void empty(struct runner *r, const struct code *code, int64_t place)
{
    for (uint32_t i = 0; i < code->width; i++)
        runner_write(r, place + i, code->words[i]);
}

static int64_t run_remove(struct runner *r, const struct code *code) // from multiset a the one with the id b
{
    int64_t place = run_code(r, code->a);
    place += run_code(r, code->b) * code->width;
    if (!r->slots[place])
        runner_fail(r, code->error);
    empty(r, code, place);
    return 0;
}

// All conditions are evaluated before anything is removed. They are kept on the stack. b: the condition; slot k of the
// frame has the id.
static int64_t run_remove_if(struct runner *r, const struct code *code)
{
    int64_t multiset = run_code(r, code->a);
    runner_reserve(r, code->count);
    size_t found = r->top;
    r->top += code->count;
    for (uint32_t i = 0; i < code->count; i++) {
        runner_count(r);
        int64_t is_found = 0;
        r->slots[r->frame + (size_t)code->k] = i;
        if (r->slots[multiset + (int64_t)i * code->width])
            is_found = run_code(r, code->b);
        r->slots[found + i] = is_found;
    }
    for (uint32_t i = 0; i < code->count; i++)
        if (r->slots[found + i])
            empty(r, code, multiset + (int64_t)i * code->width);
    return 0;
}

static void set_empty(struct tree_compiler *c, const struct murphi_type *multiset, struct code *code)
{
    word_array words = {0};
    array_push(c->mem, &words, 0);
    native_add_words(c, multiset->element, false, &words);
    int64_t *kept = arena_alloc(c->arena, words.count * sizeof *kept);
    for (size_t i = 0; i < words.count; i++)
        kept[i] = words.at[i];
    code->words = kept;
    code->width = width_of(c, multiset);
    code->count = capacity(multiset);
    array_free(c->mem, &words);
}

static const struct code *remove_stmt(struct tree_compiler *c, const struct murphi_stmt *stmt)
{
    struct code *code = native_node(c, run_remove, native_place(c, stmt->target), native_value(c, stmt->expr));
    set_empty(c, stmt->target->type, code);
    code->error = native_error(c, MURPHI_ERROR_ABSENT, stmt->span, stmt->target, NULL);
    return code;
}

static const struct code *remove_if_stmt(struct tree_compiler *c, const struct murphi_stmt *stmt)
{
    const struct murphi_decl *decl = stmt->binders->decl;
    struct code *code = native_node(c, run_remove_if, native_place(c, decl->expr), NULL);
    set_empty(c, decl->expr->type, code);
    code->k = native_bind(c, decl, 1);
    code->b = native_value(c, stmt->expr);
    return code;
}

const struct code *native_multiset_stmt(struct tree_compiler *c, const struct murphi_stmt *stmt)
{
    switch (stmt->kind) {
    case MURPHI_MULTISET_ADD:
        return add_stmt(c, stmt);
    case MURPHI_MULTISET_REMOVE:
        return remove_stmt(c, stmt);
    default:
        return remove_if_stmt(c, stmt);
    }
}

// ---- Names of the nodes ---------------------------------------------------------------------------------------------

const struct code_name native_multiset_kinds[] = {
    {run_member, CODE_MEMBER}, {run_add, CODE_ADD_ELEMENT},     {run_add_copy, CODE_ADD_COPY},
    {run_remove, CODE_REMOVE}, {run_remove_if, CODE_REMOVE_IF}, {NULL, CODE_UNKNOWN},
};
