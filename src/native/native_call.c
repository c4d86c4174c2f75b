// Calls. A function is compiled when its first call is; its frame is on the stack, above what is there already.
#include "native/tree_code.h"

#include <string.h>

// ---- Functions ------------------------------------------------------------------------------------------------------

// What is said of the one that is being compiled, while another one is.
struct outer_frame {
    int64_t *at;
    size_t count, capacity;
    const struct murphi_function *function;
};

static struct outer_frame suspend(struct tree_compiler *c)
{
    struct outer_frame outer = {c->frame.at, c->frame.count, c->frame.capacity, c->function};
    c->frame.at = NULL;
    c->frame.count = c->frame.capacity = 0;
    return outer;
}

static void resume(struct tree_compiler *c, const struct outer_frame *outer)
{
    array_free(c->mem, &c->frame);
    c->frame.at = outer->at;
    c->frame.count = outer->count;
    c->frame.capacity = outer->capacity;
    c->function = outer->function;
}

static void add_result(struct tree_compiler *c, const struct murphi_type *type)
{
    word_array words = {0};
    native_add_words(c, type, false, &words);
    for (size_t i = 0; i < words.count; i++)
        array_push(c->mem, &c->frame, words.at[i]);
    array_free(c->mem, &words);
}

static void compile_function(struct tree_compiler *c, const struct murphi_function *function,
                             struct function_code *code)
{
    struct outer_frame outer = suspend(c);
    c->function = function;
    if (function->result)
        add_result(c, function->result->type);
    code->result_width = (uint32_t)c->frame.count;
    for (const struct murphi_decl *param = function->params; param; param = param->next)
        native_bind(c, param, param->kind == MURPHI_VAR_PARAM ? 1 : c->widths[param->type->id]);
    native_locals(c, function->decls);
    code->body = native_body(c, function->body);
    code->size = (uint32_t)c->frame.count;
    code->frame = native_keep_frame(c);
    resume(c, &outer);
}

static const struct function_code *function_of(struct tree_compiler *c, const struct murphi_decl *decl)
{
    struct function_code **known = &c->functions[decl->id];
    if (!*known) {
        *known = arena_alloc(c->arena, sizeof **known);
        (*known)->number = c->function_count++;
        compile_function(c, decl->function, *known);
    }
    return *known;
}

// ---- Arguments ------------------------------------------------------------------------------------------------------

static const struct code *argument(struct tree_compiler *c, const struct murphi_expr *e,
                                   const struct murphi_decl *param, uint32_t *mode)
{
    *mode = ARGUMENT_VALUE;
    if (param->kind == MURPHI_VAR_PARAM)
        return native_place(c, e);
    if (!murphi_is_simple(param->type)) {
        *mode = ARGUMENT_COPY;
        return native_place(c, e);
    }
    if (e->op == MURPHI_UNDEFINED)
        return native_constant(c, NATIVE_UNDEFINED);
    const struct code *scalar = e->is_place ? native_raw(c, e) : native_value(c, e);
    return native_within(c, scalar, e->type, param->type,
                         native_error(c, MURPHI_ERROR_ARGUMENT, e->span, NULL, param->symbol));
}

// ---- The call -------------------------------------------------------------------------------------------------------

// `list`: the arguments, each as a node with the argument in a, its offset in the frame in k, its width and its mode.
// b and c have what goes wrong if there is no result, or too much recursion; `mode`: there must be a result.
static int64_t run_call(struct runner *r, const struct code *code)
{
    const struct function_code *f = code->function;
    runner_count(r);
    runner_reserve(r, f->size);
    size_t frame = r->top, outer = r->frame;
    r->top += f->size;
    if (f->size)
        memcpy(r->slots + frame, f->frame, f->size * sizeof *r->slots);
    for (uint32_t i = 0; i < code->count; i++) {
        const struct code *argument = code->list[i];
        int64_t v = run_code(r, argument->a);
        if (argument->mode == ARGUMENT_COPY)
            runner_copy(r, (int64_t)frame + argument->k, v, argument->width);
        else
            r->slots[frame + (size_t)argument->k] = v;
    }
    if (r->activations[f->number] >= r->recursion_limit)
        runner_fail(r, code->c->error);
    if (r->depth >= NATIVE_MOST_DEPTH)
        runner_escape(r, ESCAPE_BEYOND);
    r->depth++;
    r->activations[f->number]++;
    r->frame = frame;
    int64_t has_result = run_code(r, f->body);
    r->frame = outer;
    r->activations[f->number]--;
    r->depth--;
    if (code->mode && !has_result)
        runner_fail(r, code->b->error);
    r->top = frame + f->result_width;
    return (int64_t)frame;
}

static const struct code *error_node(struct tree_compiler *c, enum murphi_error_kind kind, struct span span,
                                     const struct symbol *symbol)
{
    struct code *code = native_node(c, NULL, NULL, NULL);
    code->error = native_error(c, kind, span, NULL, symbol);
    return code;
}

const struct code *native_call(struct tree_compiler *c, const struct murphi_expr *e)
{
    const struct murphi_function *function = e->decl->function;
    struct code *code = native_node(c, run_call, NULL, NULL);
    const struct code **list = arena_alloc(c->arena, (e->count + 1) * sizeof *list);
    const struct murphi_decl *param = function->params;
    code->function = function_of(c, e->decl);
    for (uint32_t i = 0; i < e->count; i++, param = param->next) {
        struct code *one = native_node(c, NULL, NULL, NULL);
        one->a = argument(c, e->args[i], param, &one->mode);
        one->k = c->offsets[param->id];
        one->width = c->widths[param->type->id];
        list[i] = one;
    }
    code->list = list;
    code->count = e->count;
    code->mode = function->result != NULL;
    code->b = error_node(c, MURPHI_ERROR_NO_RESULT, e->span, function->decl->symbol);
    code->c = error_node(c, MURPHI_ERROR_RECURSION, e->span, e->symbol);
    return code;
}

// ---- Names of the nodes ---------------------------------------------------------------------------------------------

const struct code_name native_call_kinds[] = {
    {run_call, CODE_CALL},
    {NULL, CODE_UNKNOWN},
};
