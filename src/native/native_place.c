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

// ---- By names that always have a value of the index type
// ------------------------------------------------------------- `words`: pairs of a slot of the frame and of how many
// slots one more is. All else as above.

static inline int64_t distance(const struct runner *r, const struct code *code)
{
    int64_t result = code->k;
    const int64_t *term = code->words;
    for (uint32_t i = 0; i < code->count; i++, term += 2)
        result += r->slots[r->frame + (size_t)term[0]] * term[1];
    return result;
}

static int64_t run_by_names(struct runner *r, const struct code *code)
{
    return distance(r, code);
}

static int64_t run_by_names_of_reference(struct runner *r, const struct code *code)
{
    return r->slots[r->frame + (size_t)code->low] + distance(r, code);
}

// The place with one more index, or NULL if it is none of those.
static struct code *with_name(struct tree_compiler *c, const struct code *place, uint32_t offset, uint32_t width)
{
    bool is_known = place->run == run_at || place->run == run_by_names;
    if (!is_known && place->run != run_at_reference && place->run != run_by_names_of_reference)
        return NULL;
    struct code *code = native_node(c, NULL, NULL, NULL);
    int64_t *words = arena_alloc(c->arena, 2 * ((size_t)place->count + 1) * sizeof *words);
    *code = *place;
    code->run = is_known ? run_by_names : run_by_names_of_reference;
    for (uint32_t i = 0; i < 2 * place->count; i++)
        words[i] = place->words[i];
    words[2 * place->count] = offset;
    words[2 * place->count + 1] = width;
    code->words = words;
    code->count = place->count + 1;
    return code;
}

// ---- Parts ----------------------------------------------------------------------------------------------------------

// A constant distance goes into what is there already.
static const struct code *moved(struct tree_compiler *c, const struct code *place, int64_t slots)
{
    if (slots == 0)
        return place;
    struct code *code = native_node(c, run_moved, place, NULL);
    if (place->run == run_at || place->run == run_at_frame || place->run == run_at_reference ||
        place->run == run_moved || place->run == run_by_names || place->run == run_by_names_of_reference)
        *code = *place;
    code->k += slots;
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

// `words`: by value of the index type, a union, its position; -1 for what is no value of it.
static int64_t run_element_of_union(struct runner *r, const struct code *code)
{
    int64_t place = run_code(r, code->a), v = run_code(r, code->b);
    if (v < code->low || v > code->high || code->words[v - code->low] < 0)
        runner_fail(r, code->error);
    return place + code->words[v - code->low] * code->width;
}

enum { LARGEST_UNION = 1 << 20 };

static void set_positions(struct tree_compiler *c, const struct murphi_type *index, struct code *code)
{
    code->low = code->high = murphi_value_at(index, 0);
    for (uint32_t i = 0; i < index->part_count; i++) {
        code->low = index->parts[i]->low < code->low ? index->parts[i]->low : code->low;
        code->high = index->parts[i]->high > code->high ? index->parts[i]->high : code->high;
    }
    if (code->high - code->low >= LARGEST_UNION) {
        c->refused = CAUSE_NATIVE_UNION;
        return;
    }
    int64_t *words = arena_alloc(c->arena, (size_t)(code->high - code->low + 1) * sizeof *words);
    for (int64_t v = code->low; v <= code->high; v++)
        words[v - code->low] = murphi_position(index, v);
    code->words = words;
    code->run = run_element_of_union;
}

// An index that is a parameter of a rule, or the variable of a loop or a quantifier, over values that are consecutive
// in the index type.
static const struct code *place_by_name(struct tree_compiler *c, const struct murphi_expr *e, const struct code *place)
{
    const struct murphi_type *index = e->args[0]->type->index, *type = e->args[1]->type;
    const struct murphi_expr *name = e->args[1];
    if (name->op != MURPHI_NAME || name->is_constant || name->decl->kind != MURPHI_QUANTIFIED ||
        type->kind == MURPHI_UNION || type->kind == MURPHI_INTEGER)
        return NULL;
    int64_t first = murphi_position(index, type->low), last = murphi_position(index, type->high);
    if (first < 0 || last - first != type->high - type->low)
        return NULL;
    uint32_t width = c->widths[e->args[0]->type->element->id];
    struct code *code = with_name(c, place, c->offsets[name->decl->id], width);
    if (code)
        code->k += (first - type->low) * width;
    return code;
}

static const struct code *place_of_element(struct tree_compiler *c, const struct murphi_expr *e)
{
    const struct murphi_type *array = e->args[0]->type, *index = array->index;
    const struct code *place = native_place(c, e->args[0]), *by_name = place_by_name(c, e, place);
    if (by_name)
        return by_name;
    const struct code *position = native_value(c, e->args[1]);
    int64_t v;
    uint32_t width = c->widths[array->element->id];
    if (native_is_constant(position, &v) && murphi_position(index, v) >= 0)
        return moved(c, place, murphi_position(index, v) * width);
    struct code *code = native_node(c, run_element, place, position);
    code->low = index->low;
    code->high = index->high;
    code->width = width;
    code->error = native_error(c, MURPHI_ERROR_INDEX, e->span, e, NULL);
    if (index->kind == MURPHI_UNION) {
        set_positions(c, index, code);
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
        c->refused = CAUSE_NATIVE_PLACE;
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

static int64_t run_raw_by_names(struct runner *r, const struct code *code)
{
    return r->slots[distance(r, code)];
}

static int64_t run_raw_by_names_of_reference(struct runner *r, const struct code *code)
{
    return r->slots[r->slots[r->frame + (size_t)code->low] + distance(r, code)];
}

static int64_t run_raw_reference(struct runner *r, const struct code *code)
{
    return r->slots[r->slots[r->frame + (size_t)code->low] + code->k];
}

const struct code *native_raw(struct tree_compiler *c, const struct murphi_expr *e)
{
    const struct code *place = native_place(c, e);
    struct code *code = native_node(c, run_raw, place, NULL);
    code->k = place->k;
    code->low = place->low;
    code->words = place->words;
    code->count = place->count;
    if (place->run == run_at)
        code->run = run_raw_known;
    else if (place->run == run_by_names)
        code->run = run_raw_by_names;
    else if (place->run == run_by_names_of_reference)
        code->run = run_raw_by_names_of_reference;
    else if (place->run == run_at_reference)
        code->run = run_raw_reference;
    else if (place->run == run_at_frame)
        code->run = run_raw_frame;
    else if (e->op == MURPHI_CALL)
        code->run = run_raw_result;
    return code;
}

// ---- What is there and must be defined ------------------------------------------------------------------------------

static int64_t run_defined(struct runner *r, const struct code *code) // a
{
    int64_t v = run_code(r, code->a);
    if (v == NATIVE_UNDEFINED)
        runner_fail(r, code->error);
    return v;
}

static int64_t run_defined_known(struct runner *r, const struct code *code)
{
    int64_t v = r->slots[code->k];
    if (v == NATIVE_UNDEFINED)
        runner_fail(r, code->error);
    return v;
}

static int64_t run_defined_frame(struct runner *r, const struct code *code)
{
    int64_t v = r->slots[r->frame + (size_t)code->k];
    if (v == NATIVE_UNDEFINED)
        runner_fail(r, code->error);
    return v;
}

static int64_t run_defined_by_names(struct runner *r, const struct code *code)
{
    int64_t v = r->slots[distance(r, code)];
    if (v == NATIVE_UNDEFINED)
        runner_fail(r, code->error);
    return v;
}

static int64_t run_defined_reference(struct runner *r, const struct code *code)
{
    int64_t v = r->slots[r->slots[r->frame + (size_t)code->low] + code->k];
    if (v == NATIVE_UNDEFINED)
        runner_fail(r, code->error);
    return v;
}

const struct code *native_defined(struct tree_compiler *c, const struct code *raw, const struct murphi_error *error)
{
    struct code *code = native_node(c, run_defined, raw, NULL);
    code->k = raw->k;
    code->low = raw->low;
    code->words = raw->words;
    code->count = raw->count;
    code->error = error;
    if (raw->run == run_raw_known)
        code->run = run_defined_known;
    else if (raw->run == run_raw_frame)
        code->run = run_defined_frame;
    else if (raw->run == run_raw_by_names)
        code->run = run_defined_by_names;
    else if (raw->run == run_raw_reference)
        code->run = run_defined_reference;
    return code;
}

// ---- Names of the nodes ---------------------------------------------------------------------------------------------

const struct code_name native_place_kinds[] = {
    {run_at, CODE_AT},
    {run_at_frame, CODE_AT_FRAME},
    {run_at_reference, CODE_AT_REFERENCE},
    {run_moved, CODE_MOVED},
    {run_by_names, CODE_BY_NAMES},
    {run_by_names_of_reference, CODE_BY_NAMES_OF_REFERENCE},
    {run_element, CODE_ELEMENT},
    {run_element_of_known, CODE_ELEMENT},
    {run_element_of_union, CODE_ELEMENT_OF_UNION},
    {run_choice, CODE_PLACE_CHOICE},
    {run_undefined, CODE_UNDEFINED},
    {run_raw, CODE_RAW},
    {run_raw_known, CODE_RAW},
    {run_raw_frame, CODE_RAW},
    {run_raw_result, CODE_RAW_RESULT},
    {run_raw_by_names, CODE_RAW},
    {run_raw_by_names_of_reference, CODE_RAW},
    {run_raw_reference, CODE_RAW},
    {run_defined, CODE_DEFINED},
    {run_defined_known, CODE_DEFINED},
    {run_defined_frame, CODE_DEFINED},
    {run_defined_by_names, CODE_DEFINED},
    {run_defined_reference, CODE_DEFINED},
    {NULL, CODE_UNKNOWN},
};
