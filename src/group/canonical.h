// One state for each orbit.
//
// Two packed states (packing.h) have the same *representative* exactly if a permutation of the group takes one to the
// other. What it costs depends on the state: where the local states of components hold no ids, and no cell belongs to
// several of them, components are sorted, and that is all. Else colours are refined (colouring.h), and where that
// leaves elements alike that are no twins, one after the other is tried in the first place. Of rings, all rotations are
// tried.
#ifndef COSET_GROUP_CANONICAL_H
#define COSET_GROUP_CANONICAL_H

#include <gmp.h>

#include "group/packing.h"

struct canonical;

// The symmetry outlives it; the cells are copied. `words`: of a state.
struct canonical *canonical_new(const struct symmetry *, const struct packed_cell *cells, size_t words, struct mem *);
void canonical_free(struct canonical *);

// Replaces a state by the representative of its orbit. Gives a permutation that takes the one to the other; it is good
// until the next call.
const uint32_t *canonical_make(struct canonical *, uint64_t *state);

// The same without the permutation; what was found a moment ago is known.
void canonical_represent(struct canonical *, uint64_t *state);

// The same as code that was compiled for one layout and one group. `represent` says false, and has not changed the
// state, where a search is needed. It may be called by several threads.
struct canonical_code {
    bool (*represent)(uint64_t *state);
    bool (*find_twins)(const uint64_t *state, uint32_t *first, uint32_t *before);
};

// From now on; it outlives the canonical. NULL: no more.
void canonical_use(struct canonical *, const struct canonical_code *);

// How many states the orbit has.
void canonical_orbit_size(struct canonical *, const uint64_t *state, mpz_t size);

// Which elements can be exchanged in this state without changing it: by element, the first of its twins, and how many
// twins come before it. There may be more permutations that do not change the state. Says whether there are any twins.
bool canonical_twins(struct canonical *, const uint64_t *state, uint32_t *first, uint32_t *before);

#endif
