// The least rotation of a ring with a certain number of components: the first ones of a block, those behind them being
// absent (symmetry.h). A ring that does not grow has one number, that of all its components.
#ifndef COSET_ORBIT_ROTATION_H
#define COSET_ORBIT_ROTATION_H

#include "orbit/compare_permuted.h"

struct rotations;

// The layout, the block and the encoding outlive it. NULL when the engine gave up.
struct rotations *rotations_new(const struct concatenated *, const struct block *, uint32_t length, struct encoding *,
                                struct mem *);
void rotations_free(struct rotations *);

uint32_t rotations_length(const struct rotations *);

// Those of a set in which so many components are there; of one state, by variable.
bdd rotations_part(const struct rotations *, bdd set);
bdd rotations_part_from(const struct rotations *, bdd set); // so many, or more
bool rotations_are_of(const struct rotations *, const bool *values);

bdd rotations_least(struct rotations *, bdd set);              // each state turned until it is as small as can be
bdd rotations_fixed(struct rotations *, bdd set, uint32_t by); // those that stay what they are when turned by so many

// One state: turns it by one place or several if that makes it smaller, with the permutation that does so; false if no
// rotation does, and it is left alone. `by`: the rotation that is tried first, and then that after the one that was
// found. `scratch` has room for all variables.
bool rotations_turn_one(struct rotations *, bool *values, bool *scratch, uint32_t *by, uint32_t *permutation);

#endif
