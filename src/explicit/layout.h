// How a state is packed into 64-bit words: each cell takes the fewest bits that tell its values apart, and no cell lies
// in two words. So states are compared and hashed as words, and a cell is read by a shift and a mask.
//
// With a symmetry, what belongs to one component lies together, and in the same way for all of them, so that it can be
// moved as a whole.
//
// Inputs are no part of a state and have no place; unpacked, they have the first value of their type.
#ifndef COSET_EXPLICIT_LAYOUT_H
#define COSET_EXPLICIT_LAYOUT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/mem.h"
#include "group/packing.h"
#include "model/model.h"

// The bits of one cell are the *code* of its value. Where the values are consecutive numbers, the code is the distance
// from the least one; else it is a place in `values`.
struct field {
    bool is_input;
    bool is_listed; // codes are places in `values`
    uint8_t shift;
    uint32_t word;
    uint64_t mask;    // of a code, not shifted
    uint64_t largest; // code
    value low;
    // Listed ones only: values by code, and codes by value - low where the values are near each other; else a search.
    const value *values;
    uint32_t *codes; // NO_CODE where there is none; NULL if they are too far apart
    size_t code_count;
};

#define NO_CODE UINT32_MAX

struct layout {
    const struct model *model;
    struct mem *mem;
    struct field *fields; // by cell
    size_t cells;
    size_t words; // of a state; at least 1
};

void layout_open(struct layout *, const struct model *, const struct symmetry *, struct mem *); // symmetry: or NULL
void layout_close(struct layout *);

// False if the value is not of the cell's type.
bool field_code(const struct field *, value, uint64_t *code);

static inline uint64_t field_read(const struct field *f, const uint64_t *state)
{
    return state[f->word] >> f->shift & f->mask;
}

static inline value field_value(const struct field *f, uint64_t code)
{
    return f->is_listed ? f->values[code] : (value)((uint64_t)f->low + code);
}

static inline void field_write(const struct field *f, uint64_t *state, uint64_t code)
{
    state[f->word] = (state[f->word] & ~(f->mask << f->shift)) | code << f->shift;
}

// The same in the words of those who permute packed states; one for each cell.
void layout_describe(const struct layout *, struct packed_cell *);

// How many bits of each word are used, from the lowest on; the others are 0 in every state.
void layout_widths(const struct layout *, uint8_t *widths);

// Between values, one for each cell, and words.
bool layout_pack(const struct layout *, const value *, uint64_t *state); // false: a value is not of its cell's type
void layout_unpack(const struct layout *, const uint64_t *state, value *);

#endif
