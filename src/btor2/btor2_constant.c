// Constants of BTOR2: digits to bits.
#include <string.h>

#include "btor2/btor2_reading.h"

static int digit_of(char c)
{
    return c >= '0' && c <= '9'   ? c - '0'
           : c >= 'a' && c <= 'f' ? c - 'a' + 10
           : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                  : 16;
}

static uint64_t ones_of(unsigned bits)
{
    return bits == 64 ? UINT64_MAX : (UINT64_C(1) << bits) - 1;
}

// Times a base, plus a digit. False if that needs more bits.
static bool add_digit(uint64_t *limbs, unsigned width, uint64_t base, uint64_t digit)
{
    unsigned count = (width + 63) / 64;
    for (unsigned i = 0; i < count; i++) {
        unsigned __int128 sum = (unsigned __int128)limbs[i] * base + digit;
        limbs[i] = (uint64_t)sum;
        digit = (uint64_t)(sum >> 64);
    }
    return !digit && limbs[count - 1] <= ones_of(width - 64 * (count - 1));
}

// False if its magnitude is too large for a negative number.
static bool negate(uint64_t *limbs, unsigned width)
{
    unsigned count = (width + 63) / 64, top = (width - 1) % 64;
    bool carry = true, is_least = limbs[count - 1] == UINT64_C(1) << top;
    for (unsigned i = 0; i + 1 < count; i++)
        is_least &= limbs[i] == 0;
    if (limbs[count - 1] >> top && !is_least)
        return false;
    for (unsigned i = 0; i < count; i++) {
        limbs[i] = ~limbs[i] + carry;
        carry &= limbs[i] == 0;
    }
    limbs[count - 1] &= ones_of(top + 1);
    return true;
}

// The digits of a number that fits into the bits of the node.
static bool read_digits(struct btor2_reading *r, struct btor2_node *n, int base)
{
    bool is_negative = base == 10 && r->word.at[0] == '-';
    uint64_t *limbs = arena_alloc(&r->b->arena, btor2_cells(n->sort) * sizeof *limbs);
    memset(limbs, 0, btor2_cells(n->sort) * sizeof *limbs);
    if (r->word.length == (size_t)is_negative)
        return btor2_fail(r, "expected digits");
    for (size_t i = is_negative; i < r->word.length; i++) {
        int digit = digit_of(r->word.at[i]);
        if (digit >= base)
            return btor2_fail(r, base == 2    ? "expected binary digits"
                                 : base == 10 ? "expected decimal digits"
                                              : "expected hexadecimal digits");
        if (!add_digit(limbs, n->sort.width, (uint64_t)base, (uint64_t)digit))
            return btor2_fail(r, "the number does not fit into the bits of its sort");
    }
    if (is_negative && !negate(limbs, n->sort.width))
        return btor2_fail(r, "the number does not fit into the bits of its sort");
    if (base == 2 && r->word.length != n->sort.width)
        return btor2_fail(r, "expected as many binary digits as the sort has bits");
    n->number = limbs[0];
    n->limbs = limbs;
    return true;
}

bool btor2_read_constant(struct btor2_reading *r, struct btor2_node *n)
{
    if (n->sort.index)
        return btor2_fail(r, "a constant is a bit vector");
    if (!btor2_need_word(r, "digits"))
        return false;
    return read_digits(r, n, n->op == BTOR2_CONST ? 2 : n->op == BTOR2_CONSTD ? 10 : 16);
}
