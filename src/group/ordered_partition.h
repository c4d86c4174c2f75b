// Ordered partitions of elements: cells one after the other, which are split and never joined.
//
// The *colour* of an element is the place at which its cell begins. It does not change when other cells are split.
#ifndef COSET_GROUP_ORDERED_PARTITION_H
#define COSET_GROUP_ORDERED_PARTITION_H

#include <stdint.h>

#include "base/mem.h"

struct partition {
    uint32_t count;   // of elements
    uint32_t cells;   // how many
    uint32_t *order;  // the elements, cell by cell
    uint32_t *colour; // by element
    uint32_t *size;   // of the cell that begins at a place; elsewhere of no meaning
};

void partition_open(struct partition *, uint32_t count, struct mem *);
void partition_close(struct partition *, struct mem *);
void partition_copy(const struct partition *, struct partition *copy);

// Splits every cell by the keys of its elements, which come into ascending order. Elements of equal keys stay in the
// order in which they were. `scratch` has room for all elements.
void partition_split(struct partition *, const uint64_t *keys, uint32_t *scratch);

// Takes an element out of its cell, into one of its own right before the others.
void partition_single_out(struct partition *, uint32_t element);

#endif
