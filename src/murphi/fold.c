// Constants: the values of operators whose operands are known.
#include <inttypes.h>

#include "murphi/typechecker.h"

static bool within_limits(int64_t value)
{
    return value >= MURPHI_MIN_INTEGER;
}

// ---- Two numbers ----------------------------------------------------------------------------------------------------

enum outcome { KNOWN, UNKNOWN, TOO_LARGE, NO_DIVISOR };

// To the left if `bits` is positive. Bits that leave on the right are lost; the sign stays. By 64 bits or more, nothing
// stays, as in rumur.
static enum outcome shift(int64_t number, int64_t bits, int64_t *value)
{
    if (bits <= 0) {
        // cppcheck-suppress shiftTooManyBitsSigned ; GCC and Clang keep the sign
        *value = bits <= -64 ? 0 : number >> -bits;
        return KNOWN;
    }
    *value = 0;
    if (number && bits < 64 && (bits > 62 || __builtin_mul_overflow(number, INT64_C(1) << bits, value)))
        return TOO_LARGE;
    return KNOWN;
}

static enum outcome calculate(enum murphi_op op, int64_t a, int64_t b, int64_t *value)
{
    switch (op) {
    case MURPHI_ADD:
        return __builtin_add_overflow(a, b, value) ? TOO_LARGE : KNOWN;
    case MURPHI_SUB:
        return __builtin_sub_overflow(a, b, value) ? TOO_LARGE : KNOWN;
    case MURPHI_MUL:
        return __builtin_mul_overflow(a, b, value) ? TOO_LARGE : KNOWN;
    case MURPHI_DIV:
    case MURPHI_MOD:
        if (!b)
            return NO_DIVISOR;
        *value = op == MURPHI_DIV ? a / b : a % b;
        return KNOWN;
    case MURPHI_BIT_AND:
        *value = a & b;
        return KNOWN;
    case MURPHI_BIT_OR:
        *value = a | b;
        return KNOWN;
    case MURPHI_BIT_XOR:
        *value = a ^ b;
        return KNOWN;
    case MURPHI_SHIFT_LEFT:
        return shift(a, b, value);
    case MURPHI_SHIFT_RIGHT:
        return shift(a, -b, value);
    case MURPHI_EQ:
        *value = a == b;
        return KNOWN;
    case MURPHI_NE:
        *value = a != b;
        return KNOWN;
    case MURPHI_LT:
        *value = a < b;
        return KNOWN;
    case MURPHI_LE:
        *value = a <= b;
        return KNOWN;
    case MURPHI_GT:
        *value = a > b;
        return KNOWN;
    case MURPHI_GE:
        *value = a >= b;
        return KNOWN;
    case MURPHI_IFF:
        *value = a == b;
        return KNOWN;
    default:
        return UNKNOWN;
    }
}

// ---- Expressions ----------------------------------------------------------------------------------------------------

// How the operands of an operator get their values: those that are constant, or those of mu_fold_needed.
typedef enum outcome operand_value(const struct murphi_expr *, int64_t *value);

static enum outcome strict_value(const struct murphi_expr *e, int64_t *value)
{
    *value = e->value;
    return e->is_constant ? KNOWN : UNKNOWN;
}

// And, or: from the left, up to the first operand that decides, as it is evaluated at run time. `->` is !a | b.
static enum outcome fold_connective(const struct murphi_expr *e, operand_value *get, int64_t *value)
{
    int64_t deciding = e->op != MURPHI_AND;
    for (uint32_t i = 0; i < e->count; i++) {
        enum outcome outcome = get(e->args[i], value);
        if (outcome != KNOWN)
            return outcome;
        if (e->op == MURPHI_IMPLIES && i == 0)
            *value = !*value;
        if (*value == deciding)
            return KNOWN;
    }
    return KNOWN;
}

static enum outcome fold_choice(const struct murphi_expr *e, operand_value *get, int64_t *value)
{
    enum outcome outcome = get(e->args[0], value);
    return outcome == KNOWN ? get(e->args[*value ? 1 : 2], value) : outcome;
}

static enum outcome fold_unary(const struct murphi_expr *e, operand_value *get, int64_t *value)
{
    enum outcome outcome = get(e->args[0], value);
    *value = e->op == MURPHI_NOT ? !*value : e->op == MURPHI_NEG ? -*value : ~*value;
    return outcome == KNOWN && !within_limits(*value) ? TOO_LARGE : outcome;
}

static enum outcome fold_chain(const struct murphi_expr *e, operand_value *get, int64_t *value)
{
    enum outcome outcome = get(e->args[0], value);
    for (uint32_t i = 1; i < e->count && outcome == KNOWN; i++) {
        int64_t next;
        outcome = get(e->args[i], &next);
        if (outcome == KNOWN)
            outcome = calculate(e->op, *value, next, value);
        if (outcome == KNOWN && !within_limits(*value))
            outcome = TOO_LARGE;
    }
    return outcome;
}

static enum outcome fold_with(const struct murphi_expr *e, operand_value *get, int64_t *value)
{
    switch (e->op) {
    case MURPHI_AND:
    case MURPHI_OR:
    case MURPHI_IMPLIES:
        return fold_connective(e, get, value);
    case MURPHI_ITE:
        return fold_choice(e, get, value);
    case MURPHI_NOT:
    case MURPHI_NEG:
    case MURPHI_BIT_NOT:
        return fold_unary(e, get, value);
    default:
        return e->op < MURPHI_AG && e->count >= 2 ? fold_chain(e, get, value) : UNKNOWN;
    }
}

void mu_fold(struct checker *c, struct murphi_expr *e)
{
    int64_t value = 0;
    switch (fold_with(e, strict_value, &value)) {
    case KNOWN:
        e->is_constant = true;
        e->value = value;
        break;
    case TOO_LARGE:
        mu_check_error(c, e->span, "the value of this is too large: numbers are between %" PRId64 " and %" PRId64,
                       MURPHI_MIN_INTEGER, MURPHI_MAX_INTEGER);
        e->is_constant = true; // so that nobody complains of it again
        break;
    case NO_DIVISOR:
        mu_check_warning(c, e->span, "this divides by zero: it fails whenever it is reached");
        break;
    case UNKNOWN:
        break;
    }
}

// ---- Where a constant is needed -------------------------------------------------------------------------------------

static bool is_zero(const struct murphi_expr *e)
{
    return e->is_constant && !e->value;
}

// What decides an operator whatever the other operands are: rumur takes 0 * f() for a constant, and so on.
static enum outcome lenient_value(const struct murphi_expr *e, int64_t *value)
{
    enum outcome outcome = strict_value(e, value);
    if (outcome == KNOWN || !e->count)
        return outcome;
    *value = 0;
    switch (e->op) {
    case MURPHI_DIV:
    case MURPHI_MOD:
    case MURPHI_SHIFT_LEFT:
    case MURPHI_SHIFT_RIGHT:
        if (is_zero(e->args[0]))
            return KNOWN;
        break;
    case MURPHI_MUL:
    case MURPHI_BIT_AND:
        for (uint32_t i = 0; i < e->count; i++)
            if (is_zero(e->args[i]))
                return KNOWN;
        break;
    case MURPHI_FIELD:
    case MURPHI_INDEX:
    case MURPHI_CALL:
    case MURPHI_SUCC:
    case MURPHI_PRED:
    case MURPHI_ISUNDEFINED:
    case MURPHI_ISMEMBER:
    case MURPHI_COUNT:
    case MURPHI_FORALL:
    case MURPHI_EXISTS:
        return UNKNOWN;
    default:
        break;
    }
    return fold_with(e, lenient_value, value);
}

bool mu_fold_needed(struct checker *c, const struct murphi_expr *e, const char *what, int64_t *value)
{
    if (!e->type)
        return false;
    if (lenient_value(e, value) == KNOWN)
        return true;
    mu_check_error(c, e->span, "%s must be constant, and this is not", what);
    return false;
}
