// Operators on numbers. What leaves the numbers of the language is a run-time error.
#include "native/tree_code.h"

typedef __int128 wide;

static int64_t limited(struct runner *r, const struct code *code, wide result)
{
    if (result < MURPHI_MIN_INTEGER || result > MURPHI_MAX_INTEGER)
        runner_fail(r, code->error);
    return (int64_t)result;
}

static int64_t run_add(struct runner *r, const struct code *code)
{
    int64_t left = run_code(r, code->a);
    return limited(r, code, (wide)left + run_code(r, code->b));
}

static int64_t run_subtract(struct runner *r, const struct code *code)
{
    int64_t left = run_code(r, code->a);
    return limited(r, code, (wide)left - run_code(r, code->b));
}

static int64_t run_multiply(struct runner *r, const struct code *code)
{
    int64_t left = run_code(r, code->a);
    return limited(r, code, (wide)left * run_code(r, code->b));
}

static int64_t run_divide(struct runner *r, const struct code *code)
{
    int64_t left = run_code(r, code->a), right = run_code(r, code->b);
    if (right == 0)
        runner_fail(r, code->error);
    return left / right;
}

static int64_t run_remainder(struct runner *r, const struct code *code)
{
    int64_t left = run_code(r, code->a), right = run_code(r, code->b);
    if (right == 0)
        runner_fail(r, code->error);
    return left % right;
}

static int64_t run_bit_and(struct runner *r, const struct code *code)
{
    int64_t left = run_code(r, code->a);
    return limited(r, code, left & run_code(r, code->b));
}

static int64_t run_bit_or(struct runner *r, const struct code *code)
{
    int64_t left = run_code(r, code->a);
    return limited(r, code, left | run_code(r, code->b));
}

static int64_t run_bit_xor(struct runner *r, const struct code *code)
{
    int64_t left = run_code(r, code->a);
    return limited(r, code, left ^ run_code(r, code->b));
}

// To the left by a positive number, to the right by a negative one; by 64 or more nothing is left, as in rumur.
static int64_t shifted(struct runner *r, const struct code *code, int64_t v, int64_t count)
{
    if (count >= 64 || count <= -64)
        return 0;
    if (count < 0)
        return count == -63 ? (v < 0 ? -1 : 0) : v >> -count;
    return limited(r, code, (wide)v * ((wide)1 << count));
}

static int64_t run_shift_left(struct runner *r, const struct code *code)
{
    int64_t left = run_code(r, code->a);
    return shifted(r, code, left, run_code(r, code->b));
}

static int64_t run_shift_right(struct runner *r, const struct code *code)
{
    int64_t left = run_code(r, code->a);
    return shifted(r, code, left, -run_code(r, code->b));
}

static int64_t run_negative(struct runner *r, const struct code *code)
{
    return limited(r, code, -(wide)run_code(r, code->a));
}

static int64_t run_bit_not(struct runner *r, const struct code *code)
{
    return limited(r, code, -1 - (wide)run_code(r, code->a));
}

static code_run *operation(enum murphi_op op)
{
    switch (op) {
    case MURPHI_NEG:
        return run_negative;
    case MURPHI_BIT_NOT:
        return run_bit_not;
    case MURPHI_ADD:
        return run_add;
    case MURPHI_SUB:
        return run_subtract;
    case MURPHI_MUL:
        return run_multiply;
    case MURPHI_DIV:
        return run_divide;
    case MURPHI_MOD:
        return run_remainder;
    case MURPHI_BIT_AND:
        return run_bit_and;
    case MURPHI_BIT_OR:
        return run_bit_or;
    case MURPHI_BIT_XOR:
        return run_bit_xor;
    case MURPHI_SHIFT_LEFT:
        return run_shift_left;
    case MURPHI_SHIFT_RIGHT:
        return run_shift_right;
    default:
        return NULL;
    }
}

const struct code *native_arithmetic(struct tree_compiler *c, const struct murphi_expr *e)
{
    code_run *run = operation(e->op);
    enum murphi_error_kind kind =
        e->op == MURPHI_DIV || e->op == MURPHI_MOD ? MURPHI_ERROR_DIVISION : MURPHI_ERROR_TOO_LARGE;
    if (!run) {
        c->refused = CAUSE_NATIVE_TEMPORAL;
        return native_constant(c, 0);
    }
    const struct murphi_error *error = native_error(c, kind, e->span, e, NULL);
    const struct code *result = native_value(c, e->args[0]);
    for (uint32_t i = 1; i < e->count || i == 1; i++) {
        struct code *code = native_node(c, run, result, i < e->count ? native_value(c, e->args[i]) : NULL);
        code->error = error;
        result = code;
    }
    return result;
}

// ---- Names of the nodes ---------------------------------------------------------------------------------------------

const struct code_name native_number_kinds[] = {
    {run_add, CODE_ADD},
    {run_subtract, CODE_SUBTRACT},
    {run_multiply, CODE_MULTIPLY},
    {run_divide, CODE_DIVIDE},
    {run_remainder, CODE_REMAINDER},
    {run_bit_and, CODE_BIT_AND},
    {run_bit_or, CODE_BIT_OR},
    {run_bit_xor, CODE_BIT_XOR},
    {run_shift_left, CODE_SHIFT_LEFT},
    {run_shift_right, CODE_SHIFT_RIGHT},
    {run_negative, CODE_NEGATIVE},
    {run_bit_not, CODE_BIT_NOT},
    {NULL, CODE_UNKNOWN},
};
