// Declared types, and the cells of variables. The ends of ranges, the bounds of arrays and the widths of words are
// expressions, which must be constant: they may use definitions and parameters.
#include <inttypes.h>
#include <string.h>

#include "smv/meaning.h"

#define NO_TYPE UINT32_MAX

static const struct smv_use in_type = {"a type", false, false, false};

// ---- Enumerations ---------------------------------------------------------------------------------------------------

#define MAX_ENUM 1000000

struct members {
    ARRAY(value) values;
    bool truth, other; // which kinds there are
};

static bool add_integer(struct smv_meaning *l, const struct smv_frame *f, const struct smv_expr *e, struct members *m)
{
    value low, high;
    const struct smv_expr *first = e->op == SMV_RANGE ? e->args[0] : e, *last = e->op == SMV_RANGE ? e->args[1] : e;
    if (!smv_lower_integer(l, f, first, "a value of an enumeration", &low) ||
        !smv_lower_integer(l, f, last, "a value of an enumeration", &high))
        return false;
    if (low > high) {
        smv_error(l, e->span, "the range %" PRId64 "..%" PRId64 " is empty", low, high);
        return false;
    }
    if (high - low >= MAX_ENUM || m->values.count > MAX_ENUM) {
        smv_error(l, e->span, "this enumeration has too many values");
        return false;
    }
    for (value v = low; v <= high; v++)
        array_push(l->mem, &m->values, v);
    m->other = true;
    return true;
}

static bool add_member(struct smv_meaning *l, const struct smv_frame *f, const struct smv_expr *e, struct members *m)
{
    switch (e->op) {
    case SMV_TRUE:
    case SMV_FALSE:
        m->truth = true;
        return true;
    case SMV_NAME:
    case SMV_DOT:
    case SMV_INDEX: {
        const struct symbol *symbol = smv_path_symbol(l, e);
        if (!symbol) {
            smv_error(l, e->span, "a value of an enumeration must be a name or an integer");
            return false;
        }
        smv_declare_constant(l, symbol);
        array_push(l->mem, &m->values, model_symbol(l->model, symbol->text));
        m->other = true;
        return true;
    }
    default:
        return add_integer(l, f, e, m);
    }
}

static type_id enum_type(struct smv_meaning *l, const struct smv_frame *f, const struct smv_type *type)
{
    struct members m = {.values = {0}};
    type_id result = NO_TYPE;
    bool good = true;
    for (uint32_t i = 0; i < type->count; i++)
        good &= add_member(l, f, type->args[i], &m);
    if (!good)
        result = NO_TYPE;
    else if (m.truth && m.other)
        smv_error(l, type->span, "an enumeration cannot have truth values next to other values");
    else if (m.truth)
        result = model_boolean(l->model);
    else
        result = model_enum(l->model, m.values.at, m.values.count);
    array_free(l->mem, &m.values);
    return result;
}

// ---- Scalars --------------------------------------------------------------------------------------------------------

static bool bounds(struct smv_meaning *l, const struct smv_frame *f, const struct smv_type *type, const char *what,
                   value *low, value *high)
{
    bool both = smv_lower_integer(l, f, type->low, what, low);
    both &= smv_lower_integer(l, f, type->high, what, high);
    if (both && *low > *high) {
        smv_error(l, type->span, "the range %" PRId64 "..%" PRId64 " is empty", *low, *high);
        return false;
    }
    return both;
}

static type_id scalar_type(struct smv_meaning *l, const struct smv_frame *f, const struct smv_type *type)
{
    value low, high;
    switch (type->kind) {
    case SMV_TYPE_BOOLEAN:
        return model_boolean(l->model);
    case SMV_TYPE_ENUM:
        return enum_type(l, f, type);
    case SMV_TYPE_RANGE:
        return bounds(l, f, type, "an end of a range", &low, &high) ? model_integer(l->model, low, high) : NO_TYPE;
    case SMV_TYPE_WORD:
        if (!smv_lower_integer(l, f, type->width, "the width of a word", &low))
            return NO_TYPE;
        if (low < 1) {
            smv_error(l, type->width->span, "a word has at least one bit");
            return NO_TYPE;
        }
        if (low > WORD_MAX_WIDTH) {
            smv_error(l, type->width->span, "word too wide: %" PRId64 " bits, and the most is %d", low, WORD_MAX_WIDTH);
            return NO_TYPE;
        }
        return model_word(l->model, (unsigned)low, type->is_signed);
    default:
        return NO_TYPE;
    }
}

bool smv_goes_on(struct smv_meaning *l)
{
    if (!diag_goes_on(l->diag, "what it means"))
        l->stopped = true;
    return !l->stopped;
}

// ---- Variables ------------------------------------------------------------------------------------------------------

struct shape {
    type_id scalar;
    size_t depth;
    struct {
        value low;
        size_t count;
    } * dimensions;
    enum cell_role role;
};

static struct smv_thing make_cells(struct smv_meaning *l, const struct shape *shape, size_t level, struct str *name)
{
    if (level == shape->depth) {
        cell_id cell = model_add_cell(l->model, str_text(name), shape->scalar, shape->role);
        struct smv_thing thing = smv_thing_of(l, model_cell_expr(l->model, cell));
        thing.is_variable = true;
        return thing;
    }
    size_t count = shape->dimensions[level].count, length = name->count;
    struct smv_elements *elements = arena_alloc(&l->arena, sizeof *elements + count * sizeof elements->at[0]);
    elements->low = shape->dimensions[level].low;
    elements->count = count;
    for (size_t i = 0; i < count && smv_goes_on(l); i++) {
        str_add(l->mem, name, "[%" PRId64 "]", elements->low + (value)i);
        elements->at[i] = make_cells(l, shape, level + 1, name);
        name->count = length;
        name->at[length] = 0;
    }
    return (struct smv_thing){.sort = SMV_ELEMENTS, .elements = elements};
}

static bool measure(struct smv_meaning *l, const struct smv_frame *f, const struct smv_type *type, struct shape *shape)
{
    uint64_t cells = 1;
    bool good = true;
    const struct smv_type *whole = type;
    for (const struct smv_type *t = type; t->kind == SMV_TYPE_ARRAY; t = t->element)
        shape->depth++;
    shape->dimensions = arena_alloc(&l->arena, shape->depth * sizeof *shape->dimensions);
    for (size_t i = 0; i < shape->depth; i++, type = type->element) {
        value low, high;
        if (!bounds(l, f, type, "a bound of an array", &low, &high)) {
            good = false;
            continue;
        }
        shape->dimensions[i].low = low;
        shape->dimensions[i].count = (size_t)(high - low) + 1;
        cells = high - low < SMV_MAX_ENTITIES ? cells * shape->dimensions[i].count : UINT64_MAX;
        if (cells > SMV_MAX_ENTITIES) {
            smv_error(l, whole->span, "this array has more than %d elements", SMV_MAX_ENTITIES);
            return false;
        }
    }
    if (type->kind == SMV_TYPE_INSTANCE) {
        smv_error(l, type->span, "arrays of modules are not supported");
        return false;
    }
    shape->scalar = scalar_type(l, f, type);
    if (good && model_cell_count(l->model) + cells > SMV_MAX_ENTITIES) {
        if (!l->stopped)
            smv_error(l, whole->span, "too many variables: the model has more than %d", SMV_MAX_ENTITIES);
        l->stopped = true;
        return false;
    }
    return good && shape->scalar != NO_TYPE;
}

struct smv_thing smv_make_variable(struct smv_meaning *l, struct smv_instance *scope, const struct smv_decl *d,
                                   const char *name)
{
    struct smv_frame f = {scope, &in_type};
    struct shape shape = {
        .role = d->kind == SMV_IVAR        ? CELL_INPUT
                : d->kind == SMV_FROZENVAR ? CELL_FROZEN
                                           : CELL_STATE,
    };
    if (!measure(l, &f, d->type, &shape))
        return smv_bad;
    struct str text = {0};
    str_add(l->mem, &text, "%s", name);
    struct smv_thing thing = make_cells(l, &shape, 0, &text);
    str_free(l->mem, &text);
    return thing;
}
