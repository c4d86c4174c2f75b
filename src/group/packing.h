// Packed states, and what permutations do to them.
//
// A state is some 64-bit words in which each cell has its bits. Who packs says where they are (struct packed_cell).
// What permutations move is taken together: a *strip* is a number of cells that are there once for each choice of
// elements of some classes, its *sites*, always in one word and always at the same distance of each other. So the local
// state of a component is one strip, or a few, and moving it is a shift and a mask. Within a strip, permutations change
// the bits of cells that hold ids.
//
// Elements that no permutation moves are like any other value here, and what is placed at them like any other cell.
#ifndef COSET_GROUP_PACKING_H
#define COSET_GROUP_PACKING_H

#include "group/symmetry.h"

struct packed_cell {
    bool is_absent; // an input
    uint8_t shift;
    uint32_t word;
    uint64_t mask;       // of a code, not shifted; codes are from 0 on
    value low;           // of code 0, if the values are consecutive numbers
    const value *values; // else values by code; NULL if they are
};

#define NO_ELEMENT UINT32_MAX

// What codes mean in cells of one type that can hold ids.
struct id_codes {
    type_id type;
    uint64_t count;
    uint32_t *element; // by code: the element that it is the id of, if it moves; else NO_ELEMENT
    uint32_t *plain;   // by code: that of the first element of the same block, if it moves; else the code itself
    uint32_t *code;    // by element
};

struct id_field {
    uint8_t shift; // within the strip
    uint64_t mask;
    uint64_t label; // of its own
    const struct id_codes *codes;
};

struct strip {
    uint64_t label;      // of its own
    uint32_t site_count; // at least 1
    uint32_t *class;     // by site,
    uint32_t *first;     // its first element,
    uint32_t *size;      // how many there are,
    uint32_t *stride;    // and how far apart two of them are in `units`
    struct unit {
        uint32_t word, shift;
    } * units;
    uint32_t unit_count;
    uint64_t mask; // not shifted
    struct id_field *fields;
    uint32_t field_count;
    bool zero_is_plain; // where all bits are 0, no field holds an id
    bool is_in_pool;    // of a pool whose order depends on ids
};

// A cell without sites that can hold ids.
struct global_id {
    uint8_t shift;
    uint32_t word;
    uint64_t mask;
    const struct id_codes *codes;
    bool is_in_pool; // of a pool whose order depends on ids
};

// A pool whose order depends on ids.
struct packed_pool {
    cell_id first;
    uint32_t width, places;
    bool is_outermost; // not within a place of another one
    uint64_t label;    // the same for pools that permutations take to each other
    struct pool_cell {
        struct packed_cell at;
        unsigned bits;
        const struct id_codes *codes; // NULL if it never holds ids that move
        const uint32_t *rank;         // by code; NULL: the code itself,
        bool none_is_zero;            // but that code 0 comes last
        bool is_hidden;               // in a pool within the place
        uint64_t label;               // by family, within a place
        uint32_t site_count;          // those of the pool itself come first
        uint32_t *sites;              // elements
    } * cells;                        // place by place
    uint32_t outer_sites;             // of all its cells
};

struct rank_codes {
    type_id type;
    uint64_t count;
    uint32_t *rank;
};

struct packing {
    const struct symmetry *symmetry;
    struct mem *mem;
    const struct packed_cell *cells; // by cell of the model
    size_t words;
    bool *moves;       // by element
    bool *class_moves; // by class: whether some of its elements do
    ARRAY(struct strip) strips;
    ARRAY(struct global_id) globals;
    ARRAY(struct packed_pool) pools; // those inside of others first
    bool has_deep_pools;             // with pools, or cells of components, within their elements
    ARRAY(struct id_codes *) id_types;
    ARRAY(struct rank_codes) ranks;
    uint32_t label_count;
    uint64_t *scratch; // for places of pools
    size_t scratch_count;
    uint32_t *digits; // by site
    size_t most_sites;
};

// The symmetry and the cells outlive it.
void packing_open(struct packing *, const struct symmetry *, const struct packed_cell *, size_t words, struct mem *);
void packing_close(struct packing *);

static inline uint64_t unit_read(const struct strip *s, uint32_t unit, const uint64_t *state)
{
    return state[s->units[unit].word] >> s->units[unit].shift & s->mask;
}

static inline void unit_write(const struct strip *s, uint32_t unit, uint64_t *state, uint64_t bits)
{
    uint64_t *word = &state[s->units[unit].word];
    *word = (*word & ~(s->mask << s->units[unit].shift)) | bits << s->units[unit].shift;
}

static inline uint64_t cell_read(const struct packed_cell *c, const uint64_t *state)
{
    return state[c->word] >> c->shift & c->mask;
}

// The bits of a unit with the ids of elements that move replaced by the first ones of their blocks.
static inline uint64_t strip_plain(const struct strip *s, uint64_t bits)
{
    for (uint32_t i = 0; i < s->field_count; i++) {
        const struct id_field *f = &s->fields[i];
        uint64_t code = bits >> f->shift & f->mask;
        bits ^= (code ^ f->codes->plain[code]) << f->shift;
    }
    return bits;
}

// The place of a code in the order of a pool.
static inline uint64_t pool_rank(const struct pool_cell *c, uint64_t code)
{
    if (c->rank)
        return c->rank[code];
    return c->none_is_zero && code == 0 ? UINT64_MAX : code;
}

// `result` is not `state`.
void packing_apply(struct packing *, const uint32_t *permutation, const uint64_t *state, uint64_t *result);

#endif
