// Arithmetic of integers and of words, and the numbers that other things stand for. The type of an integer result is
// the interval of its possible values; where that is a single one, and the expression always defined, it is a constant.
#include <assert.h>

#include "model/interval.h"
#include "model/model_internal.h"

static struct interval interval_at(const struct model *m, expr e)
{
    const struct type *t = type_of(m, e);
    return (struct interval){t->low, t->high};
}

static bool is_number(const struct model *m, expr e, value number)
{
    value v;
    return model_is_const(m, e, &v) && v == number;
}

static expr integer_node(struct model *m, enum op op, struct interval range, const expr *args, size_t count)
{
    type_id type = model_integer(m, range.low, range.high);
    if (range.low == range.high) {
        bool total = op != OP_DIV && op != OP_MOD;
        if (!total)
            total = !type_contains(type_of(m, args[1]), 0);
        for (size_t i = 0; i < count; i++)
            total = total && is_total(m, args[i]);
        if (total)
            return model_int(m, range.low);
    }
    return model_intern(m, op, type, 0, args, count);
}

static struct interval result_range(enum op op, struct interval a, struct interval b)
{
    switch (op) {
    case OP_ADD:
        return interval_add(a, b);
    case OP_SUB:
        return interval_sub(a, b);
    case OP_MUL:
        return interval_mul(a, b);
    case OP_DIV:
        return interval_div(a, b);
    default:
        return interval_mod(a, b);
    }
}

// Laws of integers and words alike: neutral operands, and what annihilates a total one. Else EXPR_NONE.
static expr simplified(struct model *m, enum op op, expr a, expr b)
{
    switch (op) {
    case OP_ADD:
        return is_number(m, a, 0) ? b : is_number(m, b, 0) ? a : EXPR_NONE;
    case OP_SUB:
        if (a == b && is_total(m, a))
            return model_const(m, node_at(m, a)->shown.type, 0);
        return is_number(m, b, 0) ? a : EXPR_NONE;
    case OP_MUL:
        if ((is_number(m, a, 0) && is_total(m, b)) || is_number(m, b, 1))
            return a;
        return (is_number(m, b, 0) && is_total(m, a)) || is_number(m, a, 1) ? b : EXPR_NONE;
    case OP_DIV:
        return is_number(m, b, 1) ? a : EXPR_NONE;
    default:
        return EXPR_NONE;
    }
}

// x mod d = x where x is closer to zero than every divisor.
static bool mod_changes_nothing(struct interval a, struct interval b)
{
    if (b.low <= 0 && b.high >= 0)
        return false;
    value least = b.low > 0 ? b.low : -b.high;
    return -least < a.low && a.high < least;
}

expr model_arithmetic(struct model *m, enum op op, expr a, expr b)
{
    assert(are_numbers(m, a, b));
    bool word = type_of(m, a)->kind == TYPE_WORD;
    struct interval range = {0, 0};
    if (!word)
        range = result_range(op, interval_at(m, a), interval_at(m, b));
    type_id type = word ? node_at(m, a)->shown.type : model_integer(m, range.low, range.high);
    expr args[2] = {a, b};
    if ((op == OP_ADD || op == OP_MUL) && b < a) {
        args[0] = b;
        args[1] = a;
    }
    expr result = model_fold(m, op, type, 0, args, 2);
    if (result == EXPR_NONE)
        result = simplified(m, op, a, b);
    if (result != EXPR_NONE)
        return result;
    if (word)
        return model_intern(m, op, type, 0, args, 2);
    if (op == OP_MOD && is_total(m, b) && mod_changes_nothing(interval_at(m, a), interval_at(m, b)))
        return a;
    return integer_node(m, op, range, args, 2);
}

expr model_negative(struct model *m, expr a)
{
    bool word = type_of(m, a)->kind == TYPE_WORD;
    assert(word || type_of(m, a)->kind == TYPE_INTEGER);
    struct interval range = {0, 0};
    if (!word)
        range = interval_neg(interval_at(m, a));
    type_id type = word ? node_at(m, a)->shown.type : model_integer(m, range.low, range.high);
    expr folded = model_fold(m, OP_NEG, type, 0, &a, 1);
    if (folded != EXPR_NONE)
        return folded;
    if (node_at(m, a)->shown.op == OP_NEG)
        return node_at(m, a)->shown.args[0];
    return word ? model_intern(m, OP_NEG, type, 0, &a, 1) : integer_node(m, OP_NEG, range, &a, 1);
}

expr model_to_int(struct model *m, expr a)
{
    const struct type *t = type_of(m, a);
    if (t->kind == TYPE_INTEGER)
        return a;
    assert(t->kind == TYPE_WORD || t->kind == TYPE_BOOLEAN);
    struct interval range = {0, 1};
    if (t->kind == TYPE_WORD)
        range = interval_of_word(t->width, t->is_signed);
    type_id type = model_integer(m, range.low, range.high);
    expr folded = model_fold(m, OP_TO_INT, type, 0, &a, 1);
    return folded != EXPR_NONE ? folded : model_intern(m, OP_TO_INT, type, 0, &a, 1);
}

// Sorted, with the constants counted at once; doubled operands count twice.
expr model_count(struct model *m, const expr *args, size_t count)
{
    value sure = 0, v;
    m->operands.count = 0;
    for (size_t i = 0; i < count; i++) {
        assert(is_boolean(m, args[i]));
        if (model_is_const(m, args[i], &v))
            sure += v;
        else
            array_push(m->mem, &m->operands, args[i]);
    }
    model_sort(m->operands.at, m->operands.count);
    expr rest;
    if (m->operands.count == 0)
        return model_int(m, sure);
    if (m->operands.count == 1)
        rest = model_to_int(m, m->operands.at[0]);
    else
        rest = integer_node(m, OP_COUNT, (struct interval){0, (value)m->operands.count}, m->operands.at,
                            m->operands.count);
    return model_arithmetic(m, OP_ADD, rest, model_int(m, sure));
}
