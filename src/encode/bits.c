#include "encode/bits.h"

struct bits bits_const(int64_t value)
{
    struct bits r = {.is_signed = value < 0};
    // A negative number ends with a sign bit, another one does not need it.
    for (int64_t rest = value; rest != (value < 0 ? -1 : 0); rest >>= 1)
        r.bit[r.width++] = rest & 1 ? BDD_TRUE : BDD_FALSE;
    if (value < 0)
        r.bit[r.width++] = BDD_TRUE;
    return r;
}

struct bits bits_word_const(uint64_t pattern, unsigned width, bool is_signed)
{
    struct bits r = {.width = width, .is_signed = is_signed};
    for (unsigned i = 0; i < width; i++)
        r.bit[i] = pattern >> i & 1 ? BDD_TRUE : BDD_FALSE;
    return r;
}

bdd bits_sign(const struct bits *a)
{
    return a->is_signed && a->width ? a->bit[a->width - 1] : BDD_FALSE;
}

static bdd bit_at(const struct bits *a, unsigned i)
{
    return i < a->width ? a->bit[i] : bits_sign(a);
}

struct bits bits_resize(const struct bits *a, unsigned width)
{
    struct bits r = {.width = width, .is_signed = a->is_signed};
    for (unsigned i = 0; i < width; i++)
        r.bit[i] = bit_at(a, i);
    return r;
}

static unsigned max_width(const struct bits *a, const struct bits *b)
{
    // An unsigned number beside a signed one needs a sign bit.
    unsigned wa = a->width + (b->is_signed && !a->is_signed), wb = b->width + (a->is_signed && !b->is_signed);
    return wa > wb ? wa : wb;
}

// a + b + carry, to `width` bits.
static struct bits sum(bdd_manager *m, const struct bits *a, const struct bits *b, bdd flip, bdd carry, unsigned width)
{
    struct bits r = {.width = width};
    for (unsigned i = 0; i < width; i++) {
        bdd x = bit_at(a, i), y = bdd_xor(m, bit_at(b, i), flip);
        bdd half = bdd_xor(m, x, y);
        r.bit[i] = bdd_xor(m, half, carry);
        carry = bdd_or(m, bdd_and(m, x, y), bdd_and(m, half, carry));
    }
    return r;
}

// Drops bits at the top that only repeat what is below them.
static struct bits narrow(struct bits a)
{
    while (a.width > 0 &&
           (a.is_signed ? a.width > 1 && a.bit[a.width - 1] == a.bit[a.width - 2] : a.bit[a.width - 1] == BDD_FALSE))
        a.width--;
    if (a.is_signed && a.width && a.bit[a.width - 1] == BDD_FALSE) { // never negative
        a.is_signed = false;
        return narrow(a);
    }
    return a;
}

static unsigned within(unsigned width)
{
    return width < BITS_MAX ? width : BITS_MAX;
}

struct bits bits_add(bdd_manager *m, const struct bits *a, const struct bits *b)
{
    struct bits r = sum(m, a, b, BDD_FALSE, BDD_FALSE, within(max_width(a, b) + 1));
    r.is_signed = a->is_signed || b->is_signed;
    return narrow(r);
}

struct bits bits_subtract(bdd_manager *m, const struct bits *a, const struct bits *b)
{
    struct bits r = sum(m, a, b, BDD_TRUE, BDD_TRUE, within(max_width(a, b) + 2));
    r.is_signed = true;
    return narrow(r);
}

struct bits bits_negate(bdd_manager *m, const struct bits *a)
{
    struct bits zero = {.width = 0};
    return bits_subtract(m, &zero, a);
}

struct bits bits_ite(bdd_manager *m, bdd condition, const struct bits *a, const struct bits *b)
{
    struct bits r = {.width = within(max_width(a, b)), .is_signed = a->is_signed || b->is_signed};
    for (unsigned i = 0; i < r.width; i++)
        r.bit[i] = bdd_ite(m, condition, bit_at(a, i), bit_at(b, i));
    return r;
}

bdd bits_equal(bdd_manager *m, const struct bits *a, const struct bits *b)
{
    bdd equal = BDD_TRUE;
    for (unsigned i = max_width(a, b); i-- > 0;)
        equal = bdd_and(m, equal, bdd_iff(m, bit_at(a, i), bit_at(b, i)));
    return equal;
}

bdd bits_less(bdd_manager *m, const struct bits *a, const struct bits *b)
{
    // From the lowest bit up: the highest difference decides. A sign bit counts the other way round.
    bdd less = BDD_FALSE;
    unsigned width = max_width(a, b);
    for (unsigned i = 0; i < width; i++) {
        bdd x = bit_at(a, i), y = bit_at(b, i);
        bool sign = i + 1 == width && (a->is_signed || b->is_signed);
        less = bdd_ite(m, bdd_xor(m, x, y), sign ? x : y, less);
    }
    return less;
}

bdd bits_less_equal(bdd_manager *m, const struct bits *a, const struct bits *b)
{
    return bdd_not(bits_less(m, b, a));
}

bdd bits_is_zero(bdd_manager *m, const struct bits *a)
{
    bdd some = BDD_FALSE;
    for (unsigned i = 0; i < a->width; i++)
        some = bdd_or(m, some, a->bit[i]);
    return bdd_not(some);
}

struct bits bits_clamp(bdd_manager *m, const struct bits *a, int64_t low, int64_t high)
{
    struct bits least = bits_const(low), largest = bits_const(high);
    struct bits r = bits_ite(m, bits_less(m, a, &least), &least, a);
    return narrow(bits_ite(m, bits_less(m, &largest, &r), &largest, &r));
}

struct bits bits_multiply(bdd_manager *m, const struct bits *a, const struct bits *b)
{
    unsigned width = within(a->width + b->width);
    bool is_signed = a->is_signed || b->is_signed;
    if (is_signed)
        width = within(width + 1);
    struct bits r = {.width = width};
    for (unsigned i = 0; i < width; i++)
        r.bit[i] = BDD_FALSE;
    // Modulo 2^width, a signed factor is its bits extended by the sign.
    for (unsigned i = 0; i < width; i++) {
        bdd factor = bit_at(b, i);
        if (factor == BDD_FALSE)
            continue;
        struct bits row = {.width = width};
        for (unsigned k = 0; k < width; k++)
            row.bit[k] = k < i ? BDD_FALSE : bdd_and(m, bit_at(a, k - i), factor);
        r = sum(m, &r, &row, BDD_FALSE, BDD_FALSE, width);
    }
    r.is_signed = is_signed;
    return narrow(r);
}

static struct bits magnitude(bdd_manager *m, const struct bits *a)
{
    struct bits negated = bits_negate(m, a), r = bits_ite(m, bits_sign(a), &negated, a);
    r.is_signed = false;
    return narrow(r);
}

// Schoolbook division of numbers without a sign.
static void divide_unsigned(bdd_manager *m, const struct bits *a, const struct bits *b, struct bits *q, struct bits *r)
{
    *q = (struct bits){.width = a->width};
    *r = (struct bits){.width = 0};
    for (unsigned i = a->width; i-- > 0;) {
        struct bits shifted = {.width = within(r->width + 1)};
        shifted.bit[0] = a->bit[i];
        for (unsigned k = 1; k < shifted.width; k++)
            shifted.bit[k] = r->bit[k - 1];
        bdd fits = bits_less_equal(m, b, &shifted);
        struct bits less = bits_subtract(m, &shifted, b);
        less.is_signed = false; // looked at only where it is not negative
        less = bits_resize(&less, shifted.width);
        *r = narrow(bits_ite(m, fits, &less, &shifted));
        q->bit[i] = fits;
    }
    *q = narrow(*q);
}

void bits_divide(bdd_manager *m, const struct bits *a, const struct bits *b, struct bits *quotient, struct bits *rest)
{
    if (!a->is_signed && !b->is_signed) {
        divide_unsigned(m, a, b, quotient, rest);
        return;
    }
    struct bits x = magnitude(m, a), y = magnitude(m, b), q, r;
    divide_unsigned(m, &x, &y, &q, &r);
    struct bits minus_q = bits_negate(m, &q), minus_r = bits_negate(m, &r);
    *quotient = narrow(bits_ite(m, bdd_xor(m, bits_sign(a), bits_sign(b)), &minus_q, &q));
    *rest = narrow(bits_ite(m, bits_sign(a), &minus_r, &r));
}

// Shifts by 1, 2, 4, ... as the bits of the count say; from the width on everything is shifted out.
static struct bits shift(bdd_manager *m, const struct bits *a, const struct bits *by, bool left)
{
    struct bits r = *a;
    bdd fill = left ? BDD_FALSE : bits_sign(a);
    for (unsigned step = 0; step < by->width; step++) {
        struct bits moved = r;
        for (unsigned i = 0; i < r.width; i++) {
            bool far = step >= 7 || (1u << step) >= r.width;
            unsigned distance = far ? r.width : 1u << step;
            if (left)
                moved.bit[i] = i >= distance ? r.bit[i - distance] : fill;
            else
                moved.bit[i] = i + distance < r.width ? r.bit[i + distance] : fill;
        }
        for (unsigned i = 0; i < r.width; i++)
            r.bit[i] = bdd_ite(m, by->bit[step], moved.bit[i], r.bit[i]);
    }
    return r;
}

struct bits bits_shift_left(bdd_manager *m, const struct bits *a, const struct bits *by)
{
    return shift(m, a, by, true);
}

struct bits bits_shift_right(bdd_manager *m, const struct bits *a, const struct bits *by)
{
    return shift(m, a, by, false);
}
