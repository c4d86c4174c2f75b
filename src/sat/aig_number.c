// Arithmetic as circuits: ripple-carry sums, products by rows, division bit by bit as by hand.
#include "sat/aig.h"

struct aig_number aig_constant(int64_t number, unsigned width)
{
    struct aig_number v = {.width = width};
    for (unsigned i = 0; i < width; i++)
        v.bits[i] = number >> (i < 63 ? i : 63) & 1 ? AIG_TRUE : AIG_FALSE;
    return v;
}

unsigned aig_width_of(int64_t low, int64_t high)
{
    unsigned width = 1;
    while (width < 64 && (low < -(INT64_C(1) << (width - 1)) || high >= INT64_C(1) << (width - 1)))
        width++;
    return width;
}

struct aig_number aig_resize(struct aig_number v, unsigned width, bool is_signed)
{
    for (unsigned i = v.width; i < width; i++)
        v.bits[i] = is_signed ? v.bits[v.width - 1] : AIG_FALSE;
    v.width = width;
    return v;
}

aig_lit aig_equal(struct aig *g, const struct aig_number *a, const struct aig_number *b)
{
    aig_lit equal[AIG_MOST_BITS];
    for (unsigned i = 0; i < a->width; i++)
        equal[i] = aig_not(aig_xor(g, a->bits[i], b->bits[i]));
    return aig_and_all(g, equal, a->width);
}

// From the lowest bit up: less so far, unless this bit says otherwise.
aig_lit aig_less(struct aig *g, const struct aig_number *a, const struct aig_number *b, bool is_signed)
{
    aig_lit less = AIG_FALSE;
    for (unsigned i = 0; i < a->width; i++) {
        bool is_sign = is_signed && i + 1 == a->width; // which counts the other way round
        aig_lit x = is_sign ? b->bits[i] : a->bits[i], y = is_sign ? a->bits[i] : b->bits[i];
        less = aig_ite(g, aig_xor(g, x, y), y, less);
    }
    return less;
}

struct aig_number aig_add(struct aig *g, const struct aig_number *a, const struct aig_number *b, aig_lit carry)
{
    struct aig_number sum = {.width = a->width};
    for (unsigned i = 0; i < a->width; i++) {
        aig_lit x = aig_xor(g, a->bits[i], b->bits[i]), both = aig_and(g, a->bits[i], b->bits[i]);
        sum.bits[i] = aig_xor(g, x, carry);
        carry = aig_or(g, both, aig_and(g, x, carry));
    }
    return sum;
}

struct aig_number aig_complement(const struct aig_number *v)
{
    struct aig_number result = *v;
    for (unsigned i = 0; i < v->width; i++)
        result.bits[i] = aig_not(v->bits[i]);
    return result;
}

struct aig_number aig_negate(struct aig *g, const struct aig_number *v)
{
    struct aig_number complement = aig_complement(v), zero = aig_constant(0, v->width);
    return aig_add(g, &complement, &zero, AIG_TRUE);
}

struct aig_number aig_multiply(struct aig *g, const struct aig_number *a, const struct aig_number *b)
{
    struct aig_number sum = aig_constant(0, a->width);
    for (unsigned i = 0; i < b->width; i++) {
        struct aig_number row = aig_constant(0, a->width);
        for (unsigned k = i; k < a->width; k++)
            row.bits[k] = aig_and(g, a->bits[k - i], b->bits[i]);
        sum = aig_add(g, &sum, &row, AIG_FALSE);
    }
    return sum;
}

struct aig_number aig_choose(struct aig *g, aig_lit condition, const struct aig_number *then,
                             const struct aig_number *otherwise)
{
    struct aig_number result = {.width = then->width};
    for (unsigned i = 0; i < then->width; i++)
        result.bits[i] = aig_ite(g, condition, then->bits[i], otherwise->bits[i]);
    return result;
}

void aig_divide(struct aig *g, const struct aig_number *a, const struct aig_number *b, struct aig_number *quotient,
                struct aig_number *remainder)
{
    unsigned width = a->width;
    struct aig_number rest = aig_constant(0, width + 1), divisor = aig_resize(*b, width + 1, false);
    struct aig_number complement = aig_complement(&divisor);
    *quotient = aig_constant(0, width);
    for (unsigned i = width; i-- > 0;) {
        for (unsigned k = width; k > 0; k--)
            rest.bits[k] = rest.bits[k - 1];
        rest.bits[0] = a->bits[i];
        quotient->bits[i] = aig_not(aig_less(g, &rest, &divisor, false));
        struct aig_number difference = aig_add(g, &rest, &complement, AIG_TRUE);
        rest = aig_choose(g, quotient->bits[i], &difference, &rest);
    }
    *remainder = aig_resize(rest, width, false);
}
