// Operators on numbers. Bit by bit, numbers are in two's complement, as wide as they need to be: a longer one would
// only repeat the sign. A shift is a multiplication or a division, chosen by the count.
#include "murphi/execute.h"

enum { WIDEST = 64 };

// The interval of the expression knows nothing of run-time errors: that what a variable holds is in its range.
void mu_bounds(const struct executor *x, expr e, const struct murphi_type *murphi, int64_t *low, int64_t *high)
{
    const struct type *type = model_expr_type(x->model, e);
    *low = type->low;
    *high = type->high;
    if (murphi->kind != MURPHI_RANGE)
        return;
    *low = *low > murphi->low ? *low : murphi->low;
    *high = *high < murphi->high ? *high : murphi->high;
    if (*low > *high) // then it is never reached
        *low = *high = murphi->low;
}

// ---- Bits -----------------------------------------------------------------------------------------------------------

static unsigned bits_of(int64_t largest)
{
    unsigned bits = 1;
    while (bits < WIDEST - 1 && largest >> bits)
        bits++;
    return bits;
}

// What is never negative needs no sign, and is zero above its bits. With `and`, one such operand is enough.
static type_id word_for(struct executor *x, enum op op, expr a, expr b)
{
    const struct type *s = model_expr_type(x->model, a), *t = model_expr_type(x->model, b);
    unsigned left = bits_of(s->low < 0 && ~s->low > s->high ? ~s->low : s->high);
    unsigned right = bits_of(t->low < 0 && ~t->low > t->high ? ~t->low : t->high);
    unsigned wider = left > right ? left : right, narrower = left > right ? right : left;
    if (s->low >= 0 && t->low >= 0)
        return model_word(x->model, op == OP_BIT_AND ? narrower : wider, false);
    if (op == OP_BIT_AND && (s->low >= 0 || t->low >= 0))
        return model_word(x->model, s->low >= 0 ? left : right, false);
    return model_word(x->model, wider + 1, true);
}

static expr bitwise(struct executor *x, enum op op, expr a, expr b)
{
    struct model *m = x->model;
    type_id word = word_for(x, op, a, b);
    a = model_convert(m, OP_TO_WORD, word, a);
    b = model_convert(m, OP_TO_WORD, word, b);
    return model_unary(m, OP_TO_INT, model_binary(m, op, a, b));
}

// ---- Shifts ---------------------------------------------------------------------------------------------------------

// Division rounds towards zero, a shift downwards: for a negative number it is that of -1 - a, which is not, and back.
static expr shifted_right(struct executor *x, expr a, unsigned count)
{
    struct model *m = x->model;
    expr minus_one = model_int(m, -1), is_negative = model_binary(m, OP_LT, a, model_int(m, 0));
    if (count >= WIDEST - 1) // no power of two among the numbers
        return model_ite(m, is_negative, minus_one, model_int(m, 0));
    expr divisor = model_int(m, INT64_C(1) << count);
    expr above = model_binary(m, OP_DIV, model_binary(m, OP_SUB, minus_one, a), divisor);
    return model_ite(m, is_negative, model_binary(m, OP_SUB, minus_one, above), model_binary(m, OP_DIV, a, divisor));
}

static expr shifted_by(struct executor *x, expr a, int64_t count)
{
    if (count >= WIDEST || count <= -WIDEST) // as in rumur
        return model_int(x->model, 0);
    if (count < 0)
        return shifted_right(x, a, (unsigned)-count);
    struct model *m = x->model;
    if (count == WIDEST - 1) // any number but zero gets too large by that
        return model_binary(m, OP_MUL, shifted_by(x, a, count - 1), model_int(m, 2));
    return model_binary(m, OP_MUL, a, model_int(m, INT64_C(1) << count));
}

static expr shift(struct executor *x, expr a, expr count, int64_t low, int64_t high)
{
    struct model *m = x->model;
    low = low < -WIDEST ? -WIDEST : low > WIDEST ? WIDEST : low;
    high = high > WIDEST ? WIDEST : high < low ? low : high;
    expr result = shifted_by(x, a, high);
    for (int64_t i = high - 1; i >= low; i--)
        result = model_ite(m, model_binary(m, OP_LE, count, model_int(m, i)), shifted_by(x, a, i), result);
    return result;
}

// ---- Any operator ---------------------------------------------------------------------------------------------------

static expr shifted(struct executor *x, const struct murphi_expr *e, expr a, expr count, const struct murphi_type *type)
{
    int64_t low, high;
    mu_bounds(x, count, type, &low, &high);
    if (e->op == MURPHI_SHIFT_LEFT)
        return shift(x, a, count, low, high);
    return shift(x, a, model_unary(x->model, OP_NEG, count), -high, -low);
}

// The divisor becomes 1 where it is zero: that is a run-time error, and an expression that is always defined is easier
// to handle.
static expr divided(struct executor *x, const struct murphi_expr *e, expr a, expr b)
{
    struct model *m = x->model;
    expr zero = mu_binary(x, OP_EQ, b, model_int(m, 0));
    mu_runtime_error(x, zero, (struct error_record){MURPHI_ERROR_DIVISION, e->span, .expr = e});
    if (!mu_is_false(x, zero))
        b = model_ite(m, zero, model_int(m, 1), b);
    return mu_binary(x, e->op == MURPHI_DIV ? OP_DIV : OP_MOD, a, b);
}

// What is too large has been cut off at the largest number: nobody may go on with that, unless the result is that
// number. `exact` says so, and is asked where the result is the largest number. The least one stands for all below.
static bool is_within_limits(const struct executor *x, expr result)
{
    const struct type *type = model_expr_type(x->model, result);
    return VALUE_LEAST < type->low && type->high < VALUE_LARGEST;
}

static expr within_limits(struct executor *x, const struct murphi_expr *e, expr result, expr exact)
{
    struct model *m = x->model;
    if (is_within_limits(x, result))
        return result;
    expr is_largest = model_binary(m, OP_EQ, model_int(m, VALUE_LARGEST), result);
    expr above = model_and(m, is_largest, model_not(m, exact));
    expr below = model_binary(m, OP_LE, result, model_int(m, VALUE_LEAST));
    mu_runtime_error(x, model_or(m, above, below), (struct error_record){MURPHI_ERROR_TOO_LARGE, e->span, .expr = e});
    return result;
}

static expr limited_sum(struct executor *x, const struct murphi_expr *e, enum op op, expr a, expr b)
{
    struct model *m = x->model;
    expr result = mu_binary(x, op, a, b);
    if (is_within_limits(x, result))
        return result;
    expr back = model_binary(m, op == OP_ADD ? OP_SUB : OP_ADD, model_int(m, VALUE_LARGEST), b);
    return within_limits(x, e, result, model_binary(m, OP_EQ, back, a));
}

// A factor of zero has no such product.
static expr limited_product(struct executor *x, const struct murphi_expr *e, expr a, expr b)
{
    struct model *m = x->model;
    expr result = mu_binary(x, OP_MUL, a, b);
    if (is_within_limits(x, result))
        return result;
    expr zero = model_int(m, 0), divisor = model_ite(m, model_binary(m, OP_EQ, b, zero), model_int(m, 1), b);
    expr back = model_binary(m, OP_DIV, model_int(m, VALUE_LARGEST), divisor);
    return within_limits(x, e, result, model_binary(m, OP_EQ, back, a));
}

static expr combined(struct executor *x, const struct murphi_expr *e, expr a, expr b, const struct murphi_type *type)
{
    expr always = model_true(x->model);
    switch (e->op) {
    case MURPHI_ADD:
        return limited_sum(x, e, OP_ADD, a, b);
    case MURPHI_SUB:
        return limited_sum(x, e, OP_SUB, a, b);
    case MURPHI_MUL:
        return limited_product(x, e, a, b);
    case MURPHI_DIV:
    case MURPHI_MOD:
        return divided(x, e, a, b);
    case MURPHI_BIT_AND:
        return within_limits(x, e, bitwise(x, OP_BIT_AND, a, b), always);
    case MURPHI_BIT_OR:
        return within_limits(x, e, bitwise(x, OP_BIT_OR, a, b), always);
    case MURPHI_BIT_XOR:
        return within_limits(x, e, bitwise(x, OP_BIT_XOR, a, b), always);
    default: // a multiple of two is not the largest number
        return within_limits(x, e, shifted(x, e, a, b, type), model_binary(x->model, OP_EQ, b, model_int(x->model, 0)));
    }
}

expr mu_arithmetic(struct executor *x, const struct murphi_expr *e)
{
    expr result = mu_value(x, e->args[0]);
    if (e->op == MURPHI_NEG)
        return within_limits(x, e, model_unary(x->model, OP_NEG, result), model_true(x->model));
    if (e->op == MURPHI_BIT_NOT)
        return within_limits(x, e, model_binary(x->model, OP_SUB, model_int(x->model, -1), result),
                             model_true(x->model));
    for (uint32_t i = 1; i < e->count; i++) {
        expr next = mu_value(x, e->args[i]);
        result = combined(x, e, result, next, e->args[i]->type);
    }
    return result;
}
