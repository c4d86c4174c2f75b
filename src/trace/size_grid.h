// Sizes of a family of models by several constants: each size is a combination of their values. Sizes have numbers, as
// those by one constant have; a grid says which values a number stands for.
#ifndef COSET_TRACE_SIZE_GRID_H
#define COSET_TRACE_SIZE_GRID_H

#include <stdint.h>

#include "base/str.h"

struct size_grid {
    size_t constants;
    const char *const *names;
    const int64_t *low, *high; // of each constant
    int64_t first;             // the number of the first size
    const int64_t *points;     // of each size from that on: the values of all constants
};

const int64_t *size_grid_point(const struct size_grid *, int64_t size);
// "3"; of a grid "(3, 1)". The grid may be NULL.
void size_add_text(const struct size_grid *, int64_t size, struct mem *, struct str *out);
void size_grid_add_ranges(const struct size_grid *, struct mem *, struct str *out); // "N = 1..4, M = 1..3"

#endif
