// Places: the slot that a variable, or a part of one, begins at.
#include "native/tree_code.h"

// ---- Names ----------------------------------------------------------------------------------------------------------

static int64_t run_at(struct runner *r, const struct code *code) // k
{
    (void)r;
    return code->k;
}

static int64_t run_at_frame(struct runner *r, const struct code *code) // k slots from the frame's first
{
    return (int64_t)r->frame + code->k;
}

static int64_t run_at_reference(struct runner *r, const struct code *code) // k slots from where slot `low` says
{
    return r->slots[r->frame + (size_t)code->low] + code->k;
}

static int64_t run_moved(struct runner *r, const struct code *code) // k slots from a
{
    return run_code(r, code->a) + code->k;
}

static const struct code *place_of_name(struct tree_compiler *c, const struct murphi_decl *decl)
{
    struct code *code = native_node(c, run_at, NULL, NULL);
    switch (decl->kind) {
    case MURPHI_VAR:
        code->k = c->var_slots[decl->index];
        break;
    case MURPHI_VAR_PARAM:
    case MURPHI_ALIAS:
        code->run = run_at_reference;
        code->low = c->offsets[decl->id];
        break;
    default:
        code->run = run_at_frame;
        code->k = c->offsets[decl->id];
    }
    return code;
}

// ---- Parts ----------------------------------------------------------------------------------------------------------

// A constant distance goes into what is there already.
static const struct code *moved(struct tree_compiler *c, const struct code *place, int64_t distance)
{
    if (distance == 0)
        return place;
    struct code *code = native_node(c, run_moved, place, NULL);
    if (place->run == run_at || place->run == run_at_frame || place->run == run_at_reference || place->run == run_moved)
        *code = *place;
    code->k += distance;
    return code;
}

static const struct code *place_of_field(struct tree_compiler *c, const struct murphi_expr *e)
{
    const struct code *record = native_place(c, e->args[0]);
    int64_t offset = 0;
    for (const struct murphi_field *before = e->args[0]->type->fields; before < e->field; before++)
        offset += c->widths[before->type->id];
    return moved(c, record, offset);
}

static int64_t run_element(struct runner *r, const struct code *code) // of a, by the value of b, `width` slots each
{
    int64_t place = run_code(r, code->a), v = run_code(r, code->b);
    if (v < code->low || v > code->high)
        runner_fail(r, code->error);
    return place + (v - code->low) * code->width;
}

static int64_t run_element_of_known(struct runner *r, const struct code *code) // the same, from slot k on
{
    int64_t v = run_code(r, code->b);
    if (v < code->low || v > code->high)
        runner_fail(r, code->error);
    return code->k + (v - code->low) * code->width;
}

// `words`: the values of the index type, a union, in their order.
static int64_t run_element_of_union(struct runner *r, const struct code *code)
{
    int64_t place = run_code(r, code->a), v = run_code(r, code->b);
    for (uint32_t i = 0; i < code->count; i++)
        if (code->words[i] == v)
            return place + (int64_t)i * code->width;
    runner_fail(r, code->error);
}

static const struct code *place_of_element(struct tree_compiler *c, const struct murphi_expr *e)
{
    const struct murphi_type *array = e->args[0]->type, *index = array->index;
    const struct code *place = native_place(c, e->args[0]), *position = native_value(c, e->args[1]);
    int64_t v;
    uint32_t width = c->widths[array->element->id];
    if (native_is_constant(position, &v) && murphi_position(index, v) >= 0)
        return moved(c, place, murphi_position(index, v) * width);
    struct code *code = native_node(c, run_element, place, position);
    code->low = index->low;
    code->high = index->high;
    code->width = width;
    code->error = native_error(c, FAULT_INDEX, e->span, e, NULL);
    if (index->kind == MURPHI_UNION) {
        code->run = run_element_of_union;
        code->words = native_values(c, index);
        code->count = (uint32_t)murphi_size(index);
    } else if (place->run == run_at) {
        code->run = run_element_of_known;
        code->k = place->k;
    }
    return code;
}

// ---- What gets a place of its own -----------------------------------------------------------------------------------

static int64_t new_slots(struct runner *r, uint32_t width)
{
    runner_reserve(r, width);
    int64_t place = (int64_t)r->top;
    r->top += width;
    return place;
}

static int64_t run_choice(struct runner *r, const struct code *code) // a ? b : c, a copy of `width` slots
{
    const struct code *chosen = run_code(r, code->a) ? code->b : code->c;
    int64_t place = new_slots(r, code->width);
    int64_t from = run_code(r, chosen);
    runner_copy(r, place, from, code->width);
    return place;
}

static int64_t run_undefined(struct runner *r, const struct code *code)
{
    int64_t place = new_slots(r, code->width);
    for (uint32_t i = 0; i < code->width; i++)
        r->slots[place + i] = code->words[i];
    return place;
}

static const struct code *undefined_words(struct tree_compiler *c, const struct murphi_type *type)
{
    struct code *code = native_node(c, run_undefined, NULL, NULL);
    word_array words = {0};
    native_add_words(c, type, false, &words);
    int64_t *kept = arena_alloc(c->arena, (words.count + 1) * sizeof *kept);
    for (size_t i = 0; i < words.count; i++)
        kept[i] = words.at[i];
    code->words = kept;
    code->width = (uint32_t)words.count;
    array_free(c->mem, &words);
    return code;
}

// ---- Any place ------------------------------------------------------------------------------------------------------

const struct code *native_place(struct tree_compiler *c, const struct murphi_expr *e)
{
    struct code *code;
    switch (e->op) {
    case MURPHI_NAME:
        return place_of_name(c, e->decl);
    case MURPHI_FIELD:
        return place_of_field(c, e);
    case MURPHI_INDEX:
        return e->args[0]->type->kind == MURPHI_ARRAY ? place_of_element(c, e) : native_multiset_member(c, e);
    case MURPHI_CALL:
        return native_call(c, e);
    case MURPHI_ITE:
        code = native_node(c, run_choice, native_value(c, e->args[0]), native_place(c, e->args[1]));
        code->c = native_place(c, e->args[2]);
        code->width = c->widths[e->type->id];
        return code;
    case MURPHI_UNDEFINED:
        return undefined_words(c, e->type);
    default:
        c->refused = "a place of an unknown kind";
        return native_constant(c, 0);
    }
}

// ---- What is there --------------------------------------------------------------------------------------------------

static int64_t run_raw(struct runner *r, const struct code *code)
{
    int64_t place = run_code(r, code->a);
    return r->slots[place];
}

static int64_t run_raw_known(struct runner *r, const struct code *code)
{
    return r->slots[code->k];
}

static int64_t run_raw_frame(struct runner *r, const struct code *code)
{
    return r->slots[r->frame + (size_t)code->k];
}

// A call leaves its result on the stack.
static int64_t run_raw_result(struct runner *r, const struct code *code)
{
    size_t top = r->top;
    int64_t place = run_code(r, code->a), v = r->slots[place];
    r->top = top;
    return v;
}

const struct code *native_raw(struct tree_compiler *c, const struct murphi_expr *e)
{
    const struct code *place = native_place(c, e);
    struct code *code = native_node(c, run_raw, place, NULL);
    code->k = place->k;
    if (place->run == run_at)
        code->run = run_raw_known;
    else if (place->run == run_at_frame)
        code->run = run_raw_frame;
    else if (e->op == MURPHI_CALL)
        code->run = run_raw_result;
    return code;
}
