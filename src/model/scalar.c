#include "model/scalar.h"

value integer_add(value a, value b)
{
    value sum;
    if (__builtin_add_overflow(a, b, &sum))
        return a < 0 ? VALUE_LEAST : VALUE_LARGEST;
    return integer_saturate(sum);
}

value integer_sub(value a, value b)
{
    value difference;
    if (__builtin_sub_overflow(a, b, &difference))
        return a < 0 ? VALUE_LEAST : VALUE_LARGEST;
    return integer_saturate(difference);
}

value integer_mul(value a, value b)
{
    value product;
    if (__builtin_mul_overflow(a, b, &product))
        return (a < 0) == (b < 0) ? VALUE_LARGEST : VALUE_LEAST;
    return integer_saturate(product);
}

value integer_div(value a, value b)
{
    return b == -1 ? integer_sub(0, a) : a / b; // the least number by -1 would trap
}

value integer_mod(value a, value b)
{
    return b == -1 ? 0 : a % b;
}

static bool apply_integer(enum op op, value a, value b, value *result)
{
    switch (op) {
    case OP_LT:
        *result = a < b;
        return true;
    case OP_LE:
        *result = a <= b;
        return true;
    case OP_NEG:
        *result = integer_sub(0, a);
        return true;
    case OP_ADD:
        *result = integer_add(a, b);
        return true;
    case OP_SUB:
        *result = integer_sub(a, b);
        return true;
    case OP_MUL:
        *result = integer_mul(a, b);
        return true;
    case OP_DIV:
        *result = b ? integer_div(a, b) : 0;
        return b != 0;
    case OP_MOD:
        *result = b ? integer_mod(a, b) : 0;
        return b != 0;
    default:
        return false;
    }
}

static bool word_less(struct shape shape, value a, value b, bool or_equal)
{
    if (a == b)
        return or_equal;
    return shape.is_signed ? word_signed(shape.width, a) < word_signed(shape.width, b) : (uint64_t)a < (uint64_t)b;
}

// Truncates; the least signed number by -1 wraps to itself.
static uint64_t word_divide(struct shape shape, value a, value b, bool remainder)
{
    if (!shape.is_signed)
        return remainder ? (uint64_t)a % (uint64_t)b : (uint64_t)a / (uint64_t)b;
    int64_t x = word_signed(shape.width, a), y = word_signed(shape.width, b);
    if (y == -1)
        return remainder ? 0 : -(uint64_t)x;
    return (uint64_t)(remainder ? x % y : x / y);
}

// A count of the width or more leaves nothing but zeros, or the sign.
static uint64_t word_shift(enum op op, struct shape shape, value a, value b)
{
    bool all = shape.word_count ? (uint64_t)b >= shape.width : b >= shape.width;
    if (op == OP_SHIFT_LEFT)
        return all ? 0 : (uint64_t)a << b;
    if (!shape.is_signed)
        return all ? 0 : (uint64_t)a >> b;
    int64_t x = word_signed(shape.width, a);
    uint64_t bits = (uint64_t)x >> (all ? 63 : b); // logical; the sign is put in by hand
    uint64_t brought_in = all ? ~UINT64_C(1) : b ? ~(UINT64_MAX >> b) : 0;
    return x < 0 ? bits | brought_in : bits;
}

static bool apply_word(enum op op, struct shape shape, value data, value a, value b, value *result)
{
    uint64_t x = (uint64_t)a, y = (uint64_t)b, bits;
    switch (op) {
    case OP_LT:
    case OP_LE:
        *result = word_less(shape, a, b, op == OP_LE);
        return true;
    case OP_TO_INT:
        if (shape.is_signed)
            *result = integer_saturate(word_signed(shape.width, a));
        else
            *result = x > (uint64_t)VALUE_LARGEST ? VALUE_LARGEST : a;
        return true;
    case OP_NEG:
        bits = -x;
        break;
    case OP_ADD:
        bits = x + y;
        break;
    case OP_SUB:
        bits = x - y;
        break;
    case OP_MUL:
        bits = x * y;
        break;
    case OP_DIV:
    case OP_MOD:
        if (y == 0)
            return false;
        bits = word_divide(shape, a, b, op == OP_MOD);
        break;
    case OP_BIT_NOT:
        bits = ~x;
        break;
    case OP_BIT_AND:
        bits = x & y;
        break;
    case OP_BIT_OR:
        bits = x | y;
        break;
    case OP_BIT_XOR:
        bits = x ^ y;
        break;
    case OP_SHIFT_LEFT:
    case OP_SHIFT_RIGHT:
        if (!shape.word_count && b < 0)
            return false;
        bits = word_shift(op, shape, a, b);
        break;
    case OP_CONCAT:
        bits = x << (shape.result_width - shape.width) | y;
        break;
    case OP_EXTRACT:
        bits = x >> data;
        break;
    case OP_EXTEND:
        bits = shape.is_signed ? (uint64_t)word_signed(shape.width, a) : x;
        break;
    default:
        return false;
    }
    *result = (value)(bits & word_mask(shape.result_width));
    return true;
}

bool scalar_apply(enum op op, struct shape shape, value data, value a, value b, value *result)
{
    switch (op) {
    case OP_EQ:
        *result = a == b;
        return true;
    case OP_RETYPE:
        *result = a;
        return true;
    case OP_TO_WORD:
        *result = (value)((uint64_t)a & word_mask(shape.result_width));
        return true;
    default:
        break;
    }
    if (shape.width)
        return apply_word(op, shape, data, a, b, result);
    if (op == OP_TO_INT) {
        *result = a;
        return true;
    }
    return apply_integer(op, a, b, result);
}
