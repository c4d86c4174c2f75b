// Planes: the bits of a ring of components the other way round, one bit of all components after the other.
//
// States of a ring are compared plane by plane. Where the first plane that is not the same for all components has a
// single 1, that component comes last in the least rotation, and nothing else has to be looked at: a token, a leader,
// an id. So planes that are like that in initial states come first: bits of ids, then those of variables in which
// components differ at the start.
#ifndef COSET_ORBIT_RING_H
#define COSET_ORBIT_RING_H

#include "orbit/concatenated.h"

struct ring;

// Of the first components of a block, `size` of them. NULL when the engine gave up. The layout and the encoding outlive
// it.
struct ring *ring_new(const struct concatenated *, const struct block *, uint32_t size, const struct encoding *,
                      bdd_manager *, struct mem *);
void ring_free(struct ring *);

size_t ring_planes(const struct ring *);
int ring_var(const struct ring *, size_t plane, uint32_t place); // the place in the ring, from 0

// That exactly one component has a 1 in a plane; that all have the same.
bdd ring_single(const struct ring *, size_t plane);
bdd ring_even(const struct ring *, size_t plane);

#endif
