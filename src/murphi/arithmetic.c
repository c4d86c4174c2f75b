// Operators on numbers. Bit by bit, numbers are in two's complement, as wide as they need to be: a longer one would
// only repeat the sign. A shift is a multiplication or a division, chosen by the count.
#include "murphi/execute.h"

enum { WIDEST = 64 };

void mu_bounds(const struct executor *x, expr e, int64_t *low, int64_t *high)
{
    const struct type *type = model_expr_type(x->model, e);
    *low = type->low;
    *high = type->high;
}

// ---- Bits -----------------------------------------------------------------------------------------------------------

static unsigned width_of(const struct executor *x, expr e)
{
    int64_t low, high;
    unsigned width = 1;
    mu_bounds(x, e, &low, &high);
    while (width < WIDEST - 1 && (high >= INT64_C(1) << (width - 1) || low < -(INT64_C(1) << (width - 1))))
        width++;
    return width;
}

static expr bitwise(struct executor *x, enum op op, expr a, expr b)
{
    struct model *m = x->model;
    unsigned left = width_of(x, a), right = width_of(x, b);
    type_id word = model_word(m, left > right ? left : right, true);
    a = model_convert(m, OP_TO_WORD, word, a);
    b = model_convert(m, OP_TO_WORD, word, b);
    return model_unary(m, OP_TO_INT, model_binary(m, op, a, b));
}

// ---- Shifts ---------------------------------------------------------------------------------------------------------

// Division rounds towards zero, a shift downwards.
static expr shifted_right(struct executor *x, expr a, unsigned count)
{
    struct model *m = x->model;
    if (count >= WIDEST - 3) // numbers have 61 bits
        return model_ite(m, model_binary(m, OP_LT, a, model_int(m, 0)), model_int(m, -1), model_int(m, 0));
    expr divisor = model_int(m, INT64_C(1) << count), most = model_int(m, (INT64_C(1) << count) - 1);
    expr down = model_binary(m, OP_DIV, model_binary(m, OP_SUB, a, most), divisor);
    return model_ite(m, model_binary(m, OP_LT, a, model_int(m, 0)), down, model_binary(m, OP_DIV, a, divisor));
}

static expr shifted_by(struct executor *x, expr a, int64_t count)
{
    if (count >= WIDEST || count <= -WIDEST) // as in rumur
        return model_int(x->model, 0);
    if (count < 0)
        return shifted_right(x, a, (unsigned)-count);
    int64_t factor = INT64_C(1) << (count < 61 ? count : 61); // what is too large is cut off, and out of every range
    return model_binary(x->model, OP_MUL, a, model_int(x->model, factor));
}

static expr shift(struct executor *x, expr a, expr count)
{
    struct model *m = x->model;
    int64_t low, high;
    mu_bounds(x, count, &low, &high);
    low = low < -WIDEST ? -WIDEST : low > WIDEST ? WIDEST : low;
    high = high > WIDEST ? WIDEST : high < low ? low : high;
    expr result = shifted_by(x, a, high);
    for (int64_t i = high - 1; i >= low; i--)
        result = model_ite(m, model_binary(m, OP_LE, count, model_int(m, i)), shifted_by(x, a, i), result);
    return result;
}

// ---- Any operator ---------------------------------------------------------------------------------------------------

expr mu_number(struct executor *x, enum murphi_op op, expr a, expr b)
{
    struct model *m = x->model;
    switch (op) {
    case MURPHI_ADD:
        return model_binary(m, OP_ADD, a, b);
    case MURPHI_SUB:
        return model_binary(m, OP_SUB, a, b);
    case MURPHI_MUL:
        return model_binary(m, OP_MUL, a, b);
    case MURPHI_BIT_AND:
        return bitwise(x, OP_BIT_AND, a, b);
    case MURPHI_BIT_OR:
        return bitwise(x, OP_BIT_OR, a, b);
    case MURPHI_BIT_XOR:
        return bitwise(x, OP_BIT_XOR, a, b);
    case MURPHI_SHIFT_LEFT:
        return shift(x, a, b);
    default:
        return shift(x, a, model_unary(m, OP_NEG, b));
    }
}

// The divisor becomes 1 where it is zero: that is a fault, and an expression that is always defined is easier to
// handle.
static expr divided(struct executor *x, const struct murphi_expr *e, expr a, expr b)
{
    struct model *m = x->model;
    expr zero = model_binary(m, OP_EQ, b, model_int(m, 0));
    mu_fault(x, zero, (struct fault_record){FAULT_DIVISION, e->span, .expr = e});
    if (!mu_is_false(x, zero))
        b = model_ite(m, zero, model_int(m, 1), b);
    return model_binary(m, e->op == MURPHI_DIV ? OP_DIV : OP_MOD, a, b);
}

expr mu_arithmetic(struct executor *x, const struct murphi_expr *e)
{
    expr result = mu_value(x, e->args[0]);
    if (e->op == MURPHI_NEG)
        return model_unary(x->model, OP_NEG, result);
    if (e->op == MURPHI_BIT_NOT) // -x - 1
        return model_binary(x->model, OP_SUB, model_unary(x->model, OP_NEG, result), model_int(x->model, 1));
    for (uint32_t i = 1; i < e->count; i++) {
        expr next = mu_value(x, e->args[i]);
        if (e->op == MURPHI_DIV || e->op == MURPHI_MOD)
            result = divided(x, e, result, next);
        else
            result = mu_number(x, e->op, result, next);
    }
    return result;
}
