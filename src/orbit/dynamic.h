// Dynamic symmetry reduction: the operator alpha, which maps a set of states to representatives of their orbits without
// a relation between the two (Emerson and Wahl, "Dynamic symmetry reduction", TACAS 2005; seed 003, Listings 3 and 4:
// Appold, "Efficient symmetry reduction and the use of state symmetries for symbolic model checking").
//
// States are compared bit by bit, the bits of components before those that are shared (concatenated.h), component after
// component, but those of a ring plane after plane (ring.h); a representative is a state that no exchange of neighbours
// makes smaller, or no rotation of a ring. So the components of a block are sorted, and ids point at the last of those
// that are equal else. Where no bit is shared that is the least state of its orbit; else an orbit may have several
// representatives (is_unique of the layout).
//
// Of a family, components that are absent come last (symmetry.h). Sorting leaves them there; a ring turns with as many
// components as a state has, those of each number by themselves (rotation.h).
#ifndef COSET_ORBIT_DYNAMIC_H
#define COSET_ORBIT_DYNAMIC_H

#include "orbit/concatenated.h"

struct dynamic;

// How the components of a block are sorted: by one recursion over the diagram, where no bit is shared, and an insertion
// sort by exchanges of neighbours where one is; or by passes of exchanges until nothing changes, as in the listings,
// for every block. Rings are turned in either case.
enum dynamic_sort { DYNAMIC_SORT_RECURSION, DYNAMIC_SORT_EXCHANGE };

// The layout and the encoding, which was made of its items, outlive it. NULL when the engine gave up.
struct dynamic *dynamic_new(const struct concatenated *, struct encoding *, enum dynamic_sort, struct mem *);
void dynamic_free(struct dynamic *);

const struct concatenated *dynamic_order(const struct dynamic *);
struct encoding *dynamic_encoding(const struct dynamic *);

// alpha(T). Variables that are no bits of the model's states are left alone.
bdd dynamic_alpha(struct dynamic *, bdd t);

// The same for states that differ from representatives only in the bits of some components, those with `dirty`, by
// their place in the row.
bdd dynamic_alpha_near(struct dynamic *, bdd t, const bool *dirty);
// Which components have bits among those.
void dynamic_find_dirty(const struct dynamic *, const int *changes, size_t count, bool *dirty);

// The states of a set that become others when the component at `place` in the row and the next one, which is of the
// same block, are exchanged.
bdd dynamic_unequal(struct dynamic *, bdd set, const struct block *, uint32_t place);
// A ring by the numbers of components that may be there, of at least two.
size_t dynamic_ring_count(const struct dynamic *, const struct block *);
struct rotations *dynamic_ring(struct dynamic *, const struct block *, size_t i);

// One state, values[var] of the bits of states: it becomes its representative. `permutation` gets one that takes it
// there.
void dynamic_canonical(const struct dynamic *, bool *values, uint32_t *permutation);

#endif
