// Numbers as vectors of functions, the lowest bit first, in two's complement where `is_signed`. Integers are as wide as
// they need to be and never overflow; words have a width of their own and wrap.
//
// Functions that are BDD_NONE (an operation that did not end) make the results BDD_NONE: it is checked once, at the
// end.
#ifndef COSET_ENCODE_BITS_H
#define COSET_ENCODE_BITS_H

#include <stdbool.h>
#include <stdint.h>

#include "bdd/bdd.h"

#define BITS_MAX 132 // a product of two integers of 64 bits and a sign, and some to spare for carries

struct bits {
    bdd bit[BITS_MAX];
    unsigned width;
    bool is_signed;
};

struct bits bits_const(int64_t value); // as narrow as it can be
struct bits bits_word_const(uint64_t pattern, unsigned width, bool is_signed);
struct bits bits_resize(const struct bits *, unsigned width); // cut, or extended by its sign
bdd bits_sign(const struct bits *);                           // the bit that stands for all further ones

// Integers: exact, for operands of up to 65 bits. The result is wide enough.
struct bits bits_add(bdd_manager *, const struct bits *, const struct bits *);
struct bits bits_subtract(bdd_manager *, const struct bits *, const struct bits *);
struct bits bits_multiply(bdd_manager *, const struct bits *, const struct bits *);
struct bits bits_negate(bdd_manager *, const struct bits *);
// Truncating division; where the divisor is zero the result is anything.
void bits_divide(bdd_manager *, const struct bits *, const struct bits *, struct bits *quotient, struct bits *rest);

struct bits bits_ite(bdd_manager *, bdd condition, const struct bits *, const struct bits *);
bdd bits_equal(bdd_manager *, const struct bits *, const struct bits *);
bdd bits_less(bdd_manager *, const struct bits *, const struct bits *);
bdd bits_less_equal(bdd_manager *, const struct bits *, const struct bits *);
bdd bits_is_zero(bdd_manager *, const struct bits *);
// `low` where it is less than that, `high` where it is more.
struct bits bits_clamp(bdd_manager *, const struct bits *, int64_t low, int64_t high);

// Words, bit by bit, and shifted by a number that is not negative.
struct bits bits_shift_left(bdd_manager *, const struct bits *, const struct bits *by);
struct bits bits_shift_right(bdd_manager *, const struct bits *, const struct bits *by);

#endif
