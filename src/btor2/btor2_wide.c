#include "btor2/btor2_wide.h"

#include <string.h>

struct wide {
    struct model *m;
    struct arena *arena;
};

typedef struct btor2_bits bits;

static bits new_bits(struct wide *w, unsigned width)
{
    return (bits){arena_alloc(w->arena, width * sizeof(expr)), width};
}

static void copy(bits to, bits from)
{
    memcpy(to.at, from.at, to.width * sizeof *to.at);
}

static void fill(bits to, expr bit)
{
    for (unsigned i = 0; i < to.width; i++)
        to.at[i] = bit;
}

static bits part(bits a, unsigned low, unsigned width)
{
    return (bits){a.at + low, width};
}

static expr sign_of(bits a)
{
    return a.at[a.width - 1];
}

static bits extended(struct wide *w, bits a, unsigned width, expr by)
{
    bits to = new_bits(w, width);
    fill(to, by);
    copy(part(to, 0, a.width), a);
    return to;
}

static bits inverted(struct wide *w, bits a)
{
    bits to = new_bits(w, a.width);
    for (unsigned i = 0; i < a.width; i++)
        to.at[i] = model_not(w->m, a.at[i]);
    return to;
}

static bits chosen(struct wide *w, expr condition, bits yes, bits no)
{
    bits to = new_bits(w, yes.width);
    for (unsigned i = 0; i < yes.width; i++)
        to.at[i] = model_ite(w->m, condition, yes.at[i], no.at[i]);
    return to;
}

static bits constant(struct wide *w, unsigned width, bool lowest, bool others)
{
    bits to = new_bits(w, width);
    fill(to, others ? model_true(w->m) : model_false(w->m));
    to.at[0] = lowest ? model_true(w->m) : model_false(w->m);
    return to;
}

// ---- Sums and comparisons -------------------------------------------------------------------------------------------

// Gives the carry.
static expr add(struct wide *w, bits a, bits b, expr carry, bits to)
{
    struct model *m = w->m;
    for (unsigned i = 0; i < to.width; i++) {
        expr differ = model_xor(m, a.at[i], b.at[i]), next = model_ite(m, differ, carry, a.at[i]);
        to.at[i] = model_xor(m, differ, carry);
        carry = next;
    }
    return carry;
}

// The carry tells whether nothing had to be borrowed.
static expr subtract(struct wide *w, bits a, bits b, bits to)
{
    return add(w, a, inverted(w, b), model_true(w->m), to);
}

static expr less(struct wide *w, bits a, bits b)
{
    return model_not(w->m, subtract(w, a, b, new_bits(w, a.width)));
}

static expr signed_less(struct wide *w, bits a, bits b)
{
    expr differ = model_xor(w->m, sign_of(a), sign_of(b));
    return model_ite(w->m, differ, sign_of(a), less(w, a, b));
}

expr btor2_wide_equal(struct model *m, bits a, bits b)
{
    expr same = model_true(m);
    for (unsigned i = 0; i < a.width; i++)
        same = model_and(m, same, model_iff(m, a.at[i], b.at[i]));
    return same;
}

static expr is_zero(struct wide *w, bits a)
{
    expr zero = model_true(w->m);
    for (unsigned i = 0; i < a.width; i++)
        zero = model_and(w->m, zero, model_not(w->m, a.at[i]));
    return zero;
}

static bits negated(struct wide *w, bits a)
{
    bits to = new_bits(w, a.width);
    subtract(w, constant(w, a.width, false, false), a, to);
    return to;
}

static bits negated_if(struct wide *w, expr condition, bits a)
{
    return chosen(w, condition, negated(w, a), a);
}

static bits magnitude(struct wide *w, bits a)
{
    return negated_if(w, sign_of(a), a);
}

// ---- Products and quotients -----------------------------------------------------------------------------------------

static void multiply(struct wide *w, bits a, bits b, bits to)
{
    fill(to, model_false(w->m));
    for (unsigned i = 0; i < to.width; i++) {
        bits sum = part(to, i, to.width - i), row = new_bits(w, sum.width), old = new_bits(w, sum.width);
        for (unsigned k = 0; k < row.width; k++)
            row.at[k] = model_and(w->m, b.at[i], a.at[k]);
        copy(old, sum);
        add(w, old, row, model_false(w->m), sum);
    }
}

// By zero: the quotient is all ones and the rest the dividend, as it should be.
static void divide(struct wide *w, bits a, bits b, bits quotient, bits rest)
{
    unsigned width = a.width;
    bits left = constant(w, width + 1, false, false), divisor = extended(w, b, width + 1, model_false(w->m));
    for (unsigned i = width; i-- > 0;) {
        bits next = new_bits(w, width + 1), difference = new_bits(w, width + 1);
        next.at[0] = a.at[i];
        copy(part(next, 1, width), left);
        quotient.at[i] = subtract(w, next, divisor, difference);
        left = chosen(w, quotient.at[i], difference, next);
    }
    copy(rest, left);
}

static void divide_signed(struct wide *w, enum btor2_op op, bits a, bits b, bits to)
{
    struct model *m = w->m;
    bits quotient = new_bits(w, a.width), rest = new_bits(w, a.width);
    divide(w, magnitude(w, a), magnitude(w, b), quotient, rest);
    expr differ = model_xor(m, sign_of(a), sign_of(b));
    if (op == BTOR2_SDIV) {
        copy(to, negated_if(w, differ, quotient));
        return;
    }
    bits result = negated_if(w, sign_of(a), rest), sum = new_bits(w, a.width);
    add(w, result, b, model_false(m), sum);
    expr is_other = model_and(m, differ, model_not(m, is_zero(w, rest)));
    copy(to, op == BTOR2_SREM ? result : chosen(w, is_other, sum, result));
}

// ---- Shifts and rotations -------------------------------------------------------------------------------------------

// Bit i becomes what was `by` above it (below it, for left), or what fills.
static bits moved(struct wide *w, bits a, unsigned by, bool is_left, expr filling)
{
    bits to = new_bits(w, a.width);
    for (unsigned i = 0; i < a.width; i++)
        to.at[i] = is_left ? (i >= by ? a.at[i - by] : filling) : i + by < a.width ? a.at[i + by] : filling;
    return to;
}

static void shift(struct wide *w, enum btor2_op op, bits a, bits count, bits to)
{
    expr filling = op == BTOR2_SRA ? sign_of(a) : model_false(w->m);
    bits result = a;
    for (unsigned k = 0; k < count.width; k++) {
        unsigned by = k < 31 && 1u << k < a.width ? 1u << k : a.width;
        result = chosen(w, count.at[k], moved(w, result, by, op == BTOR2_SLL, filling), result);
    }
    copy(to, result);
}

// By the count modulo the width: by the sum of what each of its bits stands for.
static void rotate(struct wide *w, bool is_left, bits a, bits count, bits to)
{
    bits result = a;
    unsigned by = 1 % a.width;
    for (unsigned k = 0; k < count.width; k++, by = 2 * by % a.width) {
        bits turned = new_bits(w, a.width);
        for (unsigned i = 0; i < a.width; i++)
            turned.at[is_left ? (i + by) % a.width : i] = result.at[is_left ? i : (i + by) % a.width];
        result = chosen(w, count.at[k], turned, result);
    }
    copy(to, result);
}

// ---- Overflow -------------------------------------------------------------------------------------------------------

static expr product_overflows(struct wide *w, bits a, bits b, bool is_signed)
{
    unsigned width = a.width;
    expr zero = model_false(w->m);
    bits product = new_bits(w, 2 * width), high = part(product, width, width);
    multiply(w, extended(w, a, 2 * width, is_signed ? sign_of(a) : zero),
             extended(w, b, 2 * width, is_signed ? sign_of(b) : zero), product);
    bits right = constant(w, width, false, false);
    if (is_signed)
        fill(right, product.at[width - 1]);
    return model_not(w->m, btor2_wide_equal(w->m, high, right));
}

static expr overflows(struct wide *w, enum btor2_op op, bits a, bits b)
{
    struct model *m = w->m;
    bits sum = new_bits(w, a.width);
    expr least = model_and(m, sign_of(a), is_zero(w, part(a, 0, a.width - 1)));
    switch (op) {
    case BTOR2_UADDO:
        return add(w, a, b, model_false(m), sum);
    case BTOR2_USUBO:
        return less(w, a, b);
    case BTOR2_SADDO:
        add(w, a, b, model_false(m), sum);
        return model_and(m, model_iff(m, sign_of(a), sign_of(b)), model_xor(m, sign_of(a), sign_of(sum)));
    case BTOR2_SSUBO:
        subtract(w, a, b, sum);
        return model_and(m, model_xor(m, sign_of(a), sign_of(b)), model_xor(m, sign_of(a), sign_of(sum)));
    case BTOR2_UMULO:
    case BTOR2_SMULO:
        return product_overflows(w, a, b, op == BTOR2_SMULO);
    default: // the least number by -1
        return model_and(m, least, is_zero(w, inverted(w, b)));
    }
}

// ---- All of them ----------------------------------------------------------------------------------------------------

static void bitwise(struct wide *w, enum btor2_op op, bits a, bits b, bits to)
{
    bool is_and = op == BTOR2_AND || op == BTOR2_NAND, is_or = op == BTOR2_OR || op == BTOR2_NOR;
    bool is_negated = op == BTOR2_NAND || op == BTOR2_NOR || op == BTOR2_XNOR;
    for (unsigned i = 0; i < to.width; i++) {
        expr x = a.at[i], y = b.at[i];
        expr both = is_and ? model_and(w->m, x, y) : is_or ? model_or(w->m, x, y) : model_xor(w->m, x, y);
        to.at[i] = is_negated ? model_not(w->m, both) : both;
    }
}

static expr compare(struct wide *w, enum btor2_op op, bits a, bits b)
{
    switch (op) {
    case BTOR2_ULT:
        return less(w, a, b);
    case BTOR2_SLT:
        return signed_less(w, a, b);
    case BTOR2_UGT:
        return less(w, b, a);
    case BTOR2_SGT:
        return signed_less(w, b, a);
    case BTOR2_ULTE:
        return model_not(w->m, less(w, b, a));
    case BTOR2_SLTE:
        return model_not(w->m, signed_less(w, b, a));
    case BTOR2_UGTE:
        return model_not(w->m, less(w, a, b));
    case BTOR2_SGTE:
        return model_not(w->m, signed_less(w, a, b));
    case BTOR2_EQ:
        return btor2_wide_equal(w->m, a, b);
    case BTOR2_NEQ:
        return model_not(w->m, btor2_wide_equal(w->m, a, b));
    default:
        return overflows(w, op, a, b);
    }
}

static void apply_binary(struct wide *w, enum btor2_op op, bits a, bits b, bits to)
{
    switch (op) {
    case BTOR2_AND:
    case BTOR2_NAND:
    case BTOR2_OR:
    case BTOR2_NOR:
    case BTOR2_XOR:
    case BTOR2_XNOR:
        bitwise(w, op, a, b, to);
        break;
    case BTOR2_ADD:
        add(w, a, b, model_false(w->m), to);
        break;
    case BTOR2_SUB:
        subtract(w, a, b, to);
        break;
    case BTOR2_MUL:
        multiply(w, a, b, to);
        break;
    case BTOR2_UDIV:
        divide(w, a, b, to, new_bits(w, a.width));
        break;
    case BTOR2_UREM:
        divide(w, a, b, new_bits(w, a.width), to);
        break;
    case BTOR2_SDIV:
    case BTOR2_SREM:
    case BTOR2_SMOD:
        divide_signed(w, op, a, b, to);
        break;
    case BTOR2_SLL:
    case BTOR2_SRL:
    case BTOR2_SRA:
        shift(w, op, a, b, to);
        break;
    case BTOR2_ROL:
    case BTOR2_ROR:
        rotate(w, op == BTOR2_ROL, a, b, to);
        break;
    case BTOR2_CONCAT:
        copy(part(to, 0, b.width), b);
        copy(part(to, b.width, a.width), a);
        break;
    default:
        to.at[0] = compare(w, op, a, b);
    }
}

static expr odd(struct wide *w, bits a)
{
    expr result = model_false(w->m);
    for (unsigned i = 0; i < a.width; i++)
        result = model_xor(w->m, result, a.at[i]);
    return result;
}

static void apply_unary(struct wide *w, const struct btor2_node *n, bits a, bits to)
{
    switch (n->op) {
    case BTOR2_NOT:
        copy(to, inverted(w, a));
        break;
    case BTOR2_INC:
        add(w, a, constant(w, a.width, true, false), model_false(w->m), to);
        break;
    case BTOR2_DEC:
        subtract(w, a, constant(w, a.width, true, false), to);
        break;
    case BTOR2_NEG:
        copy(to, negated(w, a));
        break;
    case BTOR2_SLICE:
        copy(to, part(a, (unsigned)n->number, to.width));
        break;
    case BTOR2_UEXT:
    case BTOR2_SEXT:
        copy(to, extended(w, a, to.width, n->op == BTOR2_SEXT ? sign_of(a) : model_false(w->m)));
        break;
    case BTOR2_REDAND:
        to.at[0] = is_zero(w, inverted(w, a));
        break;
    case BTOR2_REDOR:
        to.at[0] = model_not(w->m, is_zero(w, a));
        break;
    default:
        to.at[0] = odd(w, a);
    }
}

static void apply_constant(struct wide *w, const struct btor2_node *n, bits to)
{
    if (n->op == BTOR2_ZERO || n->op == BTOR2_ONE || n->op == BTOR2_ONES) {
        copy(to, constant(w, to.width, n->op != BTOR2_ZERO, n->op == BTOR2_ONES));
        return;
    }
    for (unsigned i = 0; i < to.width; i++)
        to.at[i] = n->limbs[i / 64] >> i % 64 & 1 ? model_true(w->m) : model_false(w->m);
}

void btor2_wide_apply(struct model *m, const struct btor2_node *n, const bits *args, bits to, struct arena *arena)
{
    struct wide w = {m, arena};
    switch (n->arg_count) {
    case 0:
        apply_constant(&w, n, to);
        break;
    case 1:
        apply_unary(&w, n, args[0], to);
        break;
    case 2:
        apply_binary(&w, n->op, args[0], args[1], to);
        break;
    default:
        copy(to, chosen(&w, args[0].at[0], args[1], args[2]));
    }
}
