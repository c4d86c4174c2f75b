// The codes of cells: the bits of a value in which those of its type differ.
#include <assert.h>

#include "model/scalar.h"
#include "sat/blast.h"

static void type_bounds(const struct type *type, value *low, value *high)
{
    *low = *high = type_value(type, 0);
    if (!type->values) {
        *high = type->high;
        return;
    }
    for (size_t i = 0; i < type->count; i++) {
        *low = type->values[i] < *low ? type->values[i] : *low;
        *high = type->values[i] > *high ? type->values[i] : *high;
    }
}

static unsigned count_bits(uint64_t bits)
{
    unsigned count = 0;
    for (; bits; bits &= bits - 1)
        count++;
    return count;
}

// All bits up to the highest one that is set.
static uint64_t fill_down(uint64_t bits)
{
    for (unsigned by = 1; by < 64; by *= 2)
        bits |= bits >> by;
    return bits;
}

struct cell_code cell_code_of(const struct type *type)
{
    struct cell_code c = {.width = 1, .varying = 1};
    value low, high;
    if (type->kind == TYPE_WORD) {
        c.width = type->width;
        c.varying = word_mask(type->width);
    } else if (type->kind != TYPE_BOOLEAN) {
        type_bounds(type, &low, &high);
        c.width = aig_width_of(low, high);
        c.base = low;
        c.varying = 0;
        for (size_t i = 0; type->values && i < type->count; i++)
            c.varying |= (uint64_t)type->values[i] ^ (uint64_t)low;
        if (!type->values)
            c.varying = fill_down((uint64_t)low ^ (uint64_t)high);
        c.varying &= word_mask(c.width);
    }
    c.count = count_bits(c.varying);
    return c;
}

value cell_code_value(const struct cell_code *c, uint64_t bits)
{
    uint64_t v = (uint64_t)c->base & ~c->varying;
    for (unsigned i = 0; i < c->width; i++)
        if (c->varying >> i & 1) {
            v |= (bits & 1) << i;
            bits >>= 1;
        }
    assert(c->width > 0);
    // Where the sign varies, it goes on above.
    if (c->width < 64 && c->base < 0 && c->varying >> (c->width - 1) & 1)
        v = (uint64_t)word_signed(c->width, (value)(v & word_mask(c->width)));
    return (value)v;
}

uint64_t cell_code_bits(const struct cell_code *c, value v)
{
    uint64_t bits = 0;
    for (unsigned i = 0, at = 0; i < c->width; i++)
        if (c->varying >> i & 1)
            bits |= ((uint64_t)v >> i & 1) << at++;
    return bits;
}
