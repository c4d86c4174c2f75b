// Cubes of IC3: conjunctions of literals of latches, ascending. A literal is twice the number of a latch, plus 1 if the
// latch is false.
#ifndef COSET_SAT_STATE_CUBE_H
#define COSET_SAT_STATE_CUBE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/array.h"
#include "base/mem.h"

struct state_cube {
    uint32_t *at;
    size_t count, capacity;
    uint64_t signature; // of some that do not change any more: bits of their literals; 0: not made
};

void state_cube_copy(struct mem *, struct state_cube *to, const struct state_cube *from); // replaces what was there
void state_cube_sort(struct state_cube *);                                                // and takes doubled ones out
void state_cube_without(struct mem *, struct state_cube *to, const struct state_cube *from, uint32_t literal);
void state_cube_sign(struct state_cube *); // such that it is quickly seen not to be a subset of most others
bool state_cube_is_subset(const struct state_cube *small, const struct state_cube *large);
bool state_cube_has(const struct state_cube *, uint32_t literal);

#endif
