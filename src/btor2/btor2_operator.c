#include "btor2/btor2_operator.h"

#include <assert.h>

type_id btor2_type(struct model *m, unsigned width)
{
    return width == 1 ? model_boolean(m) : model_word(m, width, false);
}

expr btor2_constant(struct model *m, unsigned width, uint64_t bits)
{
    return model_const(m, btor2_type(m, width), (value)bits);
}

static bool is_boolean(const struct model *m, expr e)
{
    return model_expr_type(m, e)->kind == TYPE_BOOLEAN;
}

static unsigned width_of(const struct model *m, expr e)
{
    return is_boolean(m, e) ? 1 : model_expr_type(m, e)->width;
}

static uint64_t ones_of(unsigned width)
{
    return width == 64 ? UINT64_MAX : (UINT64_C(1) << width) - 1;
}

// ---- Words of any width, also of one bit ----------------------------------------------------------------------------

static expr to_word(struct model *m, expr e)
{
    return is_boolean(m, e) ? model_convert(m, OP_RETYPE, model_word(m, 1, false), e) : e;
}

static expr from_word(struct model *m, expr e)
{
    return width_of(m, e) == 1 ? model_convert(m, OP_RETYPE, model_boolean(m), e) : e;
}

static expr as_signed(struct model *m, expr word)
{
    return model_convert(m, OP_RETYPE, model_word(m, width_of(m, word), true), word);
}

static expr as_unsigned(struct model *m, expr word)
{
    return model_convert(m, OP_RETYPE, model_word(m, width_of(m, word), false), word);
}

static expr word_const(struct model *m, unsigned width, uint64_t bits)
{
    return model_const(m, model_word(m, width, false), (value)bits);
}

static expr bit_of(struct model *m, expr word, unsigned bit)
{
    return model_convert(m, OP_RETYPE, model_boolean(m), model_extract(m, word, bit, bit));
}

static expr sign_of(struct model *m, expr word)
{
    return bit_of(m, word, width_of(m, word) - 1);
}

static expr is_zero(struct model *m, expr word)
{
    return model_binary(m, OP_EQ, word, word_const(m, width_of(m, word), 0));
}

static expr magnitude(struct model *m, expr word)
{
    return model_ite(m, sign_of(m, word), model_unary(m, OP_NEG, word), word);
}

static expr negate_if(struct model *m, expr condition, expr word)
{
    return model_ite(m, condition, model_unary(m, OP_NEG, word), word);
}

static expr extend(struct model *m, expr word, unsigned width, bool is_signed)
{
    if (is_signed)
        word = as_signed(m, word);
    return as_unsigned(m, model_convert(m, OP_EXTEND, model_word(m, width, is_signed), word));
}

static expr less(struct model *m, expr a, expr b, bool is_signed)
{
    return is_signed ? model_binary(m, OP_LT, as_signed(m, a), as_signed(m, b)) : model_binary(m, OP_LT, a, b);
}

// ---- Division -------------------------------------------------------------------------------------------------------

// Never divides by zero, so that the expression is defined everywhere.
static expr unsigned_division(struct model *m, expr a, expr b, bool remainder)
{
    unsigned width = width_of(m, a);
    expr none = is_zero(m, b), divisor = model_ite(m, none, word_const(m, width, 1), b);
    expr result = model_binary(m, remainder ? OP_MOD : OP_DIV, a, divisor);
    return model_ite(m, none, remainder ? a : word_const(m, width, ones_of(width)), result);
}

static expr signed_quotient(struct model *m, expr a, expr b)
{
    expr quotient = unsigned_division(m, magnitude(m, a), magnitude(m, b), false);
    return negate_if(m, model_xor(m, sign_of(m, a), sign_of(m, b)), quotient);
}

static expr signed_remainder(struct model *m, expr a, expr b) // has the sign of the dividend
{
    return negate_if(m, sign_of(m, a), unsigned_division(m, magnitude(m, a), magnitude(m, b), true));
}

static expr signed_modulus(struct model *m, expr a, expr b) // has the sign of the divisor
{
    expr rest = unsigned_division(m, magnitude(m, a), magnitude(m, b), true);
    expr result = negate_if(m, sign_of(m, a), rest);
    expr differ = model_and(m, model_xor(m, sign_of(m, a), sign_of(m, b)), model_not(m, is_zero(m, rest)));
    return model_ite(m, differ, model_binary(m, OP_ADD, result, b), result);
}

// ---- Shifts and rotations -------------------------------------------------------------------------------------------

static expr shift(struct model *m, enum btor2_op op, expr a, expr count)
{
    if (op == BTOR2_SLL)
        return model_binary(m, OP_SHIFT_LEFT, a, count);
    if (op == BTOR2_SRL)
        return model_binary(m, OP_SHIFT_RIGHT, a, count);
    return as_unsigned(m, model_binary(m, OP_SHIFT_RIGHT, as_signed(m, a), count));
}

// By the count modulo the width.
static expr rotate(struct model *m, enum btor2_op op, expr a, expr count)
{
    unsigned width = width_of(m, a);
    expr all = word_const(m, width, width);
    if (width == 1)
        return a;
    count = model_binary(m, OP_MOD, count, all);
    expr rest = model_binary(m, OP_SUB, all, count);
    expr left = op == BTOR2_ROL ? count : rest, right = op == BTOR2_ROL ? rest : count;
    return model_binary(m, OP_BIT_OR, model_binary(m, OP_SHIFT_LEFT, a, left),
                        model_binary(m, OP_SHIFT_RIGHT, a, right));
}

// ---- Overflow -------------------------------------------------------------------------------------------------------

// The sum, or difference, has another sign than it should.
static expr signed_sum_overflows(struct model *m, expr a, expr b, bool subtracts)
{
    expr sum = model_binary(m, subtracts ? OP_SUB : OP_ADD, a, b);
    expr alike = model_iff(m, sign_of(m, a), sign_of(m, b));
    return model_and(m, subtracts ? model_not(m, alike) : alike, model_xor(m, sign_of(m, sum), sign_of(m, a)));
}

// Where no word has twice the bits, a quotient tells: a product that overflowed is too small.
static expr product_overflows(struct model *m, expr a, expr b)
{
    unsigned width = width_of(m, a);
    if (2 * width <= WORD_MAX_WIDTH) {
        expr product = model_binary(m, OP_MUL, extend(m, a, 2 * width, false), extend(m, b, 2 * width, false));
        return model_not(m, is_zero(m, model_extract(m, product, 2 * width - 1, width)));
    }
    expr product = model_binary(m, OP_MUL, a, b), quotient = unsigned_division(m, product, a, false);
    return model_and(m, model_not(m, is_zero(m, a)), model_not(m, model_binary(m, OP_EQ, quotient, b)));
}

static expr signed_product_overflows(struct model *m, expr a, expr b)
{
    unsigned width = width_of(m, a);
    expr negative = model_xor(m, sign_of(m, a), sign_of(m, b));
    if (2 * width <= WORD_MAX_WIDTH) {
        expr product = model_binary(m, OP_MUL, extend(m, a, 2 * width, true), extend(m, b, 2 * width, true));
        expr kept = extend(m, model_extract(m, product, width - 1, 0), 2 * width, true);
        return model_not(m, model_binary(m, OP_EQ, kept, product));
    }
    a = magnitude(m, a);
    b = magnitude(m, b);
    expr product = model_binary(m, OP_MUL, a, b), least = word_const(m, width, UINT64_C(1) << (width - 1));
    expr beyond = model_ite(m, negative, less(m, least, product, false), model_not(m, less(m, product, least, false)));
    return model_or(m, product_overflows(m, a, b), beyond);
}

static expr overflows(struct model *m, enum btor2_op op, expr a, expr b)
{
    unsigned width = width_of(m, a);
    switch (op) {
    case BTOR2_UADDO:
        return less(m, model_binary(m, OP_ADD, a, b), a, false);
    case BTOR2_USUBO:
        return less(m, a, b, false);
    case BTOR2_SADDO:
    case BTOR2_SSUBO:
        return signed_sum_overflows(m, a, b, op == BTOR2_SSUBO);
    case BTOR2_UMULO:
        return product_overflows(m, a, b);
    case BTOR2_SMULO:
        return signed_product_overflows(m, a, b);
    default: // the least number by -1
        return model_and(m, model_binary(m, OP_EQ, a, word_const(m, width, UINT64_C(1) << (width - 1))),
                         model_binary(m, OP_EQ, b, word_const(m, width, ones_of(width))));
    }
}

// ---- All of them ----------------------------------------------------------------------------------------------------

expr btor2_not(struct model *m, expr a)
{
    return is_boolean(m, a) ? model_not(m, a) : model_unary(m, OP_BIT_NOT, a);
}

expr btor2_equal(struct model *m, expr a, expr b)
{
    return model_binary(m, OP_EQ, a, b);
}

expr btor2_bit(struct model *m, expr a, unsigned bit)
{
    return is_boolean(m, a) ? a : bit_of(m, a, bit);
}

static expr reduce(struct model *m, enum btor2_op op, expr a)
{
    unsigned width = width_of(m, a);
    expr odd = model_false(m);
    if (op == BTOR2_REDAND)
        return btor2_equal(m, a, btor2_constant(m, width, ones_of(width)));
    if (op == BTOR2_REDOR)
        return model_not(m, btor2_equal(m, a, btor2_constant(m, width, 0)));
    for (unsigned i = 0; i < width; i++)
        odd = model_xor(m, odd, btor2_bit(m, a, i));
    return odd;
}

static expr bitwise(struct model *m, enum btor2_op op, expr a, expr b)
{
    bool is_and = op == BTOR2_AND || op == BTOR2_NAND, is_or = op == BTOR2_OR || op == BTOR2_NOR;
    expr result;
    if (is_boolean(m, a))
        result = is_and ? model_and(m, a, b) : is_or ? model_or(m, a, b) : model_xor(m, a, b);
    else
        result = model_binary(m, is_and ? OP_BIT_AND : is_or ? OP_BIT_OR : OP_BIT_XOR, a, b);
    return op == BTOR2_NAND || op == BTOR2_NOR || op == BTOR2_XNOR ? btor2_not(m, result) : result;
}

static expr compare(struct model *m, enum btor2_op op, expr a, expr b)
{
    switch (op) {
    case BTOR2_ULT:
    case BTOR2_SLT:
        return less(m, a, b, op == BTOR2_SLT);
    case BTOR2_UGT:
    case BTOR2_SGT:
        return less(m, b, a, op == BTOR2_SGT);
    case BTOR2_ULTE:
    case BTOR2_SLTE:
        return model_not(m, less(m, b, a, op == BTOR2_SLTE));
    case BTOR2_UGTE:
    case BTOR2_SGTE:
        return model_not(m, less(m, a, b, op == BTOR2_SGTE));
    default:
        return overflows(m, op, a, b);
    }
}

static expr calculate(struct model *m, enum btor2_op op, expr a, expr b)
{
    switch (op) {
    case BTOR2_ADD:
        return model_binary(m, OP_ADD, a, b);
    case BTOR2_SUB:
        return model_binary(m, OP_SUB, a, b);
    case BTOR2_MUL:
        return model_binary(m, OP_MUL, a, b);
    case BTOR2_UDIV:
    case BTOR2_UREM:
        return unsigned_division(m, a, b, op == BTOR2_UREM);
    case BTOR2_SDIV:
        return signed_quotient(m, a, b);
    case BTOR2_SREM:
        return signed_remainder(m, a, b);
    case BTOR2_SMOD:
        return signed_modulus(m, a, b);
    case BTOR2_SLL:
    case BTOR2_SRL:
    case BTOR2_SRA:
        return shift(m, op, a, b);
    case BTOR2_ROL:
    case BTOR2_ROR:
        return rotate(m, op, a, b);
    default:
        assert(op == BTOR2_CONCAT);
        return model_binary(m, OP_CONCAT, a, b);
    }
}

static expr apply_unary(struct model *m, const struct btor2_node *n, expr a)
{
    unsigned width = n->sort.width;
    expr word = to_word(m, a), one = word_const(m, width_of(m, a), 1);
    switch (n->op) {
    case BTOR2_NOT:
        return btor2_not(m, a);
    case BTOR2_INC:
        return from_word(m, model_binary(m, OP_ADD, word, one));
    case BTOR2_DEC:
        return from_word(m, model_binary(m, OP_SUB, word, one));
    case BTOR2_NEG:
        return from_word(m, model_unary(m, OP_NEG, word));
    case BTOR2_SLICE:
        return from_word(m, model_extract(m, word, (unsigned)n->number + width - 1, (unsigned)n->number));
    case BTOR2_UEXT:
    case BTOR2_SEXT:
        return from_word(m, extend(m, word, width, n->op == BTOR2_SEXT));
    default:
        return reduce(m, n->op, a);
    }
}

expr btor2_apply(struct model *m, const struct btor2_node *n, const expr *args)
{
    switch (n->op) {
    case BTOR2_ZERO:
    case BTOR2_ONE:
        return btor2_constant(m, n->sort.width, n->op == BTOR2_ONE);
    case BTOR2_ONES:
        return btor2_constant(m, n->sort.width, ones_of(n->sort.width));
    case BTOR2_CONST:
    case BTOR2_CONSTD:
    case BTOR2_CONSTH:
        return btor2_constant(m, n->sort.width, n->number);
    case BTOR2_IFF:
    case BTOR2_EQ:
        return btor2_equal(m, args[0], args[1]);
    case BTOR2_NEQ:
        return model_not(m, btor2_equal(m, args[0], args[1]));
    case BTOR2_IMPLIES:
        return model_implies(m, args[0], args[1]);
    case BTOR2_AND:
    case BTOR2_NAND:
    case BTOR2_OR:
    case BTOR2_NOR:
    case BTOR2_XOR:
    case BTOR2_XNOR:
        return bitwise(m, n->op, args[0], args[1]);
    case BTOR2_ITE:
        return model_ite(m, args[0], args[1], args[2]);
    default:
        if (n->arg_count == 1)
            return apply_unary(m, n, args[0]);
        if (n->op != BTOR2_CONCAT && n->sort.width == 1 && (n->op < BTOR2_AND || n->op > BTOR2_SUB))
            return compare(m, n->op, to_word(m, args[0]), to_word(m, args[1]));
        return from_word(m, calculate(m, n->op, to_word(m, args[0]), to_word(m, args[1])));
    }
}
