// Random models of identical components: local states, tokens, links between components, rings of neighbours; with
// properties of all of them in branching and in linear time.
#ifndef COSET_TESTS_ORBIT_PROTOCOL_H
#define COSET_TESTS_ORBIT_PROTOCOL_H

#include "reference_orbits.h"

void put_protocol(struct str *, struct mem *, struct dice *);

// A family of models with a ring R of a size that is written as one @, beside some components P of that size, too, or
// of a fixed one: rules know neighbours, and ids of the ring are stored in shared variables and in its components.
void put_ring_family(struct str *, struct mem *, struct dice *);

#endif
