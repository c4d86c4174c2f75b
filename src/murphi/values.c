// Values of Murphi's simple types as expressions of a model: truth values are of the boolean type, numbers and ids of
// multisets are integers, everything else is a symbol.
#include "murphi/execute.h"

#include <string.h>

#include "murphi/print.h"

bool mu_is_true(const struct executor *x, expr e)
{
    value v;
    return model_is_const(x->model, e, &v) && v == 1;
}

bool mu_is_false(const struct executor *x, expr e)
{
    value v;
    return model_is_const(x->model, e, &v) && v == 0;
}

// ---- Constants ------------------------------------------------------------------------------------------------------

enum sort { SORT_BOOLEAN, SORT_NUMBER, SORT_SYMBOL };

static enum sort sort_of(const struct murphi_type *type)
{
    switch (type->base->kind) {
    case MURPHI_BOOLEAN:
        return SORT_BOOLEAN;
    case MURPHI_INTEGER:
    case MURPHI_MULTISET_ID:
        return SORT_NUMBER;
    default:
        return SORT_SYMBOL;
    }
}

static const struct murphi_type *part_with(const struct murphi_type *type, int64_t v)
{
    for (uint32_t i = 0; i < type->part_count; i++)
        if (murphi_position(type->parts[i], v) >= 0)
            return type->parts[i];
    return type;
}

// Whether another value has the symbol; else this one has it from now on.
static bool is_taken(struct executor *x, value symbol)
{
    bool added;
    if (!int_map_try_add(x->mem, &x->taken_symbols, (uint32_t)(symbol - VALUE_FIRST_SYMBOL), 0, &added))
        mem_exhausted(x->mem);
    return !added;
}

// Two values of one name, as types of different functions may have them, must stay different: they could meet in a
// union.
static value named_symbol(struct executor *x, const struct murphi_type *type, int64_t v, const struct str *name)
{
    return type->is_inferred ? model_number_symbol(x->model, name->at, v - type->low + type->number)
                             : model_symbol(x->model, name->at);
}

static value new_symbol(struct executor *x, const struct murphi_type *type, int64_t v)
{
    struct str name = {0};
    if (type->is_inferred) // several ranges may have the same numbers
        str_add(x->mem, &name, "%s:", type->label);
    murphi_print_value(x->mem, &name, type, v);
    value symbol = named_symbol(x, type, v, &name);
    while (strcmp(name.at, "undefined") == 0 || is_taken(x, symbol)) {
        str_add_char(x->mem, &name, '\'');
        symbol = named_symbol(x, type, v, &name);
    }
    str_free(x->mem, &name);
    return symbol;
}

// Made once: constants are asked for in every step of every loop.
static expr symbol_constant(struct executor *x, const struct murphi_type *type, int64_t v)
{
    uint32_t *known = int_map_find(&x->symbols, (uint32_t)v);
    if (known)
        return x->symbol_constants.at[*known];
    value symbol = new_symbol(x, part_with(type->base, v), v);
    expr constant = model_const(x->model, model_enum(x->model, &symbol, 1), symbol);
    bool added;
    if (!int_map_try_add(x->mem, &x->symbols, (uint32_t)v, (uint32_t)x->symbol_constants.count, &added))
        mem_exhausted(x->mem);
    array_push(x->mem, &x->symbol_constants, constant);
    return constant;
}

static value symbol_of(struct executor *x, const struct murphi_type *type, int64_t v)
{
    return model_expr(x->model, symbol_constant(x, type, v))->data;
}

expr mu_constant(struct executor *x, const struct murphi_type *type, int64_t v)
{
    switch (sort_of(type)) {
    case SORT_BOOLEAN:
        return v ? model_true(x->model) : model_false(x->model);
    case SORT_NUMBER:
        return model_int(x->model, v);
    default:
        return symbol_constant(x, type, v);
    }
}

expr mu_equals(struct executor *x, expr e, const struct murphi_type *type, int64_t v)
{
    return mu_binary(x, OP_EQ, e, mu_constant(x, type, v));
}

expr mu_rank(struct executor *x, expr e, const struct murphi_type *type)
{
    if (sort_of(type) == SORT_NUMBER)
        return e;
    uint64_t size = murphi_size(type);
    expr rank = model_int(x->model, (value)size - 1);
    for (uint64_t i = size - 1; i-- > 0;)
        rank =
            model_ite(x->model, mu_equals(x, e, type, murphi_value_at(type, i)), model_int(x->model, (value)i), rank);
    return rank;
}

// ---- Ranges ---------------------------------------------------------------------------------------------------------

static bool interval_inside(const struct murphi_type *from, const struct murphi_type *to)
{
    if (to->kind != MURPHI_UNION)
        return from->low >= to->low && from->high <= to->high;
    for (uint32_t i = 0; i < to->part_count; i++)
        if (interval_inside(from, to->parts[i]))
            return true;
    return false;
}

static bool always_within(const struct murphi_type *from, const struct murphi_type *to)
{
    if (from == to || to->kind == MURPHI_INTEGER || to->kind == MURPHI_BOOLEAN)
        return true;
    if (from->kind == MURPHI_INTEGER)
        return false;
    if (from->kind != MURPHI_UNION)
        return interval_inside(from, to);
    for (uint32_t i = 0; i < from->part_count; i++)
        if (!interval_inside(from->parts[i], to))
            return false;
    return true;
}

expr mu_within(struct executor *x, expr e, const struct murphi_type *from, const struct murphi_type *to)
{
    struct model *m = x->model;
    if (always_within(from, to) && (!x->growth || mu_growth_is_inside(x, from, to)))
        return model_true(m);
    if (x->growth && sort_of(to) == SORT_NUMBER)
        return mu_growth_within(x, e, to);
    if (sort_of(to) == SORT_NUMBER)
        return model_and(m, model_binary(m, OP_LE, model_int(m, to->low), e),
                         model_binary(m, OP_LE, e, model_int(m, to->high)));
    size_t first = x->terms.count;
    for (uint64_t i = 0; i < murphi_size(to); i++) {
        int64_t v = murphi_value_at(to, i);
        if (murphi_position(from, v) >= 0)
            array_push(x->mem, &x->terms, mu_equals(x, e, to, v));
        if (x->growth && murphi_position(from, v) >= 0)
            array_last(&x->terms) = model_and(m, array_last(&x->terms), mu_is_there(x, to, v));
    }
    expr result = model_nary(m, OP_OR, x->terms.at + first, x->terms.count - first);
    x->terms.count = first;
    return result;
}

// ---- Cells ----------------------------------------------------------------------------------------------------------

static type_id symbols_type(struct executor *x, const struct murphi_type *type)
{
    ARRAY(value) values = {0};
    for (uint64_t i = 0; i < murphi_size(type); i++)
        array_push(x->mem, &values, symbol_of(x, type, murphi_value_at(type, i)));
    type_id result = model_enum(x->model, values.at, values.count);
    array_free(x->mem, &values);
    return result;
}

type_id mu_cell_type(struct executor *x, const struct murphi_type *type, bool optional)
{
    struct model *m = x->model;
    type_id result;
    switch (sort_of(type)) {
    case SORT_BOOLEAN:
        if (!optional)
            return model_boolean(m);
        result = model_enum(m, (value[]){model_symbol(m, "false"), model_symbol(m, "true")}, 2);
        break;
    case SORT_NUMBER:
        result = model_integer(m, type->low, type->high);
        break;
    default:
        result = symbols_type(x, type);
    }
    return optional ? model_optional(m, result) : result;
}
