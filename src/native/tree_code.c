// What all code is made of: nodes, frames, words of types, and the runner that carries code out.
#include "native/tree_code.h"

#include <string.h>

// ---- Runs -----------------------------------------------------------------------------------------------------------

void runner_escape(struct runner *r, enum native_escape how)
{
    longjmp(*r->escape, (int)how);
}

void runner_fail(struct runner *r, const struct murphi_error *error)
{
    r->error = error;
    runner_escape(r, ESCAPE_ERROR);
}

void runner_grow(struct runner *r, size_t least)
{
    size_t room = 2 * least;
    int64_t *slots = mem_alloc(r->mem, room * sizeof *slots);
    if (r->slots)
        memcpy(slots, r->slots, r->room * sizeof *slots);
    mem_free(r->mem, r->slots, r->room * sizeof *slots);
    r->slots = slots;
    r->room = room;
}

void runner_copy(struct runner *r, int64_t to, int64_t from, uint32_t width)
{
    if (to == from)
        return;
    if (to >= (int64_t)r->state_slots) {
        memmove(r->slots + to, r->slots + from, width * sizeof *r->slots);
    } else if (to < from) {
        for (uint32_t i = 0; i < width; i++)
            runner_write(r, to + i, r->slots[from + i]);
    } else {
        for (uint32_t i = width; i-- > 0;)
            runner_write(r, to + i, r->slots[from + i]);
    }
}

// ---- Nodes ----------------------------------------------------------------------------------------------------------

struct code *native_node(struct tree_compiler *c, code_run *run, const struct code *a, const struct code *b)
{
    struct code *code = arena_alloc(c->arena, sizeof *code);
    code->run = run;
    code->a = a;
    code->b = b;
    return code;
}

static int64_t run_constant(struct runner *r, const struct code *code)
{
    (void)r;
    return code->k;
}

const struct code *native_constant(struct tree_compiler *c, int64_t v)
{
    struct code *code = native_node(c, run_constant, NULL, NULL);
    code->k = v;
    return code;
}

bool native_is_constant(const struct code *code, int64_t *known)
{
    *known = code->k;
    return code->run == run_constant;
}

const struct murphi_error *native_error(struct tree_compiler *c, enum murphi_error_kind kind, struct span span,
                                        const struct murphi_expr *e, const struct symbol *symbol)
{
    struct murphi_error *error = arena_alloc(c->arena, sizeof *error);
    *error = (struct murphi_error){kind, span, e, symbol};
    return error;
}

// ---- Ranges ---------------------------------------------------------------------------------------------------------

static int64_t run_within(struct runner *r, const struct code *code)
{
    int64_t v = run_code(r, code->a);
    if ((v < code->low || v > code->high) && v != NATIVE_UNDEFINED)
        runner_fail(r, code->error);
    return v;
}

// `words`: bounds of intervals, one pair after the other.
static int64_t run_within_parts(struct runner *r, const struct code *code)
{
    int64_t v = run_code(r, code->a);
    if (v == NATIVE_UNDEFINED)
        return v;
    for (uint32_t i = 0; i < code->count; i++)
        if (v >= code->words[2 * i] && v <= code->words[2 * i + 1])
            return v;
    runner_fail(r, code->error);
}

static bool is_inside(const struct murphi_type *from, const struct murphi_type *to)
{
    if (from == to || to->kind == MURPHI_INTEGER || to->kind == MURPHI_BOOLEAN)
        return true;
    return from->kind != MURPHI_INTEGER && from->kind != MURPHI_UNION && to->kind != MURPHI_UNION &&
           from->low >= to->low && from->high <= to->high;
}

const struct code *native_within(struct tree_compiler *c, const struct code *of, const struct murphi_type *from,
                                 const struct murphi_type *to, const struct murphi_error *error)
{
    int64_t known;
    if (is_inside(from, to) || (native_is_constant(of, &known) && murphi_position(to, known) >= 0))
        return of;
    struct code *code = native_node(c, to->kind == MURPHI_UNION ? run_within_parts : run_within, of, NULL);
    code->low = to->low;
    code->high = to->high;
    code->error = error;
    if (to->kind == MURPHI_UNION) {
        int64_t *bounds = arena_alloc(c->arena, 2 * to->part_count * sizeof *bounds);
        for (uint32_t i = 0; i < to->part_count; i++) {
            bounds[2 * i] = to->parts[i]->low;
            bounds[2 * i + 1] = to->parts[i]->high;
        }
        code->words = bounds;
        code->count = to->part_count;
    }
    return code;
}

int64_t *native_values(struct tree_compiler *c, const struct murphi_type *type)
{
    uint64_t size = murphi_size(type);
    int64_t *values = arena_alloc(c->arena, (size + 1) * sizeof *values);
    for (uint64_t i = 0; i < size; i++)
        values[i] = murphi_value_at(type, i);
    return values;
}

// ---- Frames ---------------------------------------------------------------------------------------------------------

uint32_t native_bind(struct tree_compiler *c, const struct murphi_decl *decl, uint32_t width)
{
    uint32_t offset = (uint32_t)c->frame.count;
    c->offsets[decl->id] = offset;
    for (uint32_t i = 0; i < width; i++)
        array_push(c->mem, &c->frame, NATIVE_UNDEFINED);
    return offset;
}

const int64_t *native_keep_frame(struct tree_compiler *c)
{
    int64_t *words = arena_alloc(c->arena, (c->frame.count + 1) * sizeof *words);
    if (c->frame.count)
        memcpy(words, c->frame.at, c->frame.count * sizeof *words);
    return words;
}

static void add_word(struct tree_compiler *c, word_array *words, int64_t word)
{
    array_push(c->mem, words, word);
}

void native_add_words(struct tree_compiler *c, const struct murphi_type *type, bool is_cleared, word_array *words)
{
    switch (type->kind) {
    case MURPHI_RECORD:
        for (uint32_t i = 0; i < type->field_count; i++)
            native_add_words(c, type->fields[i].type, is_cleared, words);
        break;
    case MURPHI_ARRAY:
        for (uint64_t i = 0; i < murphi_size(type->index); i++)
            native_add_words(c, type->element, is_cleared, words);
        break;
    case MURPHI_MULTISET:
        for (int64_t i = type->low; i <= type->high; i++) {
            add_word(c, words, 0);
            native_add_words(c, type->element, false, words);
        }
        break;
    default:
        add_word(c, words, is_cleared ? murphi_value_at(type, 0) : NATIVE_UNDEFINED);
    }
}

void native_locals(struct tree_compiler *c, const struct murphi_decl *first)
{
    word_array words = {0};
    for (const struct murphi_decl *decl = first; decl; decl = decl->next) {
        if (decl->kind != MURPHI_LOCAL)
            continue;
        uint32_t offset = native_bind(c, decl, c->widths[decl->type->id]);
        words.count = 0;
        native_add_words(c, decl->type, false, &words);
        if (words.count)
            memcpy(c->frame.at + offset, words.at, words.count * sizeof *words.at);
    }
    array_free(c->mem, &words);
}

bool native_may_be_undefined(const struct tree_compiler *c, const struct murphi_type *type)
{
    return c->is_cmurphi && murphi_is_id(type);
}

// ---- Names of the nodes ---------------------------------------------------------------------------------------------

const struct code_name native_basic_kinds[] = {
    {run_constant, CODE_CONSTANT},
    {run_within, CODE_WITHIN},
    {run_within_parts, CODE_WITHIN_PARTS},
    {NULL, CODE_UNKNOWN},
};
