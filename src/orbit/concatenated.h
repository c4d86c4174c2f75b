// How states are coded for dynamic symmetry reduction: which bits belong to which component, and in which order they
// come ("concatenated", seed 003, section 5: component after component; what belongs to none above all).
//
// Cells whose values are ids of components that are permuted have one bit for each value (encode.h). So all
// permutations of the group are permutations of bits. A bit is *plain* if it goes wherever one component goes: a bit of
// a local cell, or the bit of a global cell that says "it is you". It is *shared* if several components have a say in
// where it goes: the bits of an id that is local to another component, of a cell with two indices.
//
// Components are known by their numbers in the symmetry ("elements"). Those that are permuted stand in one row, in
// blocks: a block is a set of components that all permutations keep, or a ring.
#ifndef COSET_ORBIT_CONCATENATED_H
#define COSET_ORBIT_CONCATENATED_H

#include "base/array.h"
#include "base/cause.h"
#include "encode/encode.h"
#include "group/symmetry.h"

#define NO_ELEMENT UINT32_MAX

struct block {
    uint32_t first, count; // places in the row
    bool rotates;          // only rotations are allowed
    bool has_shared;       // some shared bit is moved by its permutations
};

struct concatenated_item {
    struct encode_place place;
    uint32_t element; // that it belongs to, or is put beside if it is shared; NO_ELEMENT if nothing moves it
    bool is_shared;
};

struct concatenated {
    struct mem *mem;
    const struct symmetry *symmetry;
    ARRAY(uint32_t) row; // of elements
    ARRAY(struct block) blocks;
    ARRAY(struct concatenated_item) items; // all, in the order of their bits from the top
    ARRAY(uint32_t) plain_first; // by place in the row, and one more: where the items of the component begin; the
    ARRAY(uint32_t) plain_count; // plain ones come first
    bool is_unique;              // sorting gives one representative for each orbit

    uint32_t *first_item; // by cell: where its items are in `item_at`
    uint32_t *item_at;
    size_t item_room;
};

// Why the group cannot be used with diagrams; NULL if it can.
enum cause_code concatenated_obstacle(const struct symmetry *);

// The group, which outlives it, has no obstacle.
void concatenated_open(struct concatenated *, const struct symmetry *, struct mem *);
void concatenated_close(struct concatenated *);

// The item that a permutation takes an item to.
uint32_t concatenated_moved(const struct concatenated *, const uint32_t *permutation, uint32_t item);

// The variables of an item, the highest bit first.
size_t concatenated_vars(const struct concatenated_item *, const struct encoding *, const int **vars);

#endif
