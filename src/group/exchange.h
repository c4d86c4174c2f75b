// Automorphisms that move little: generators as a person would give them, who would say of alike components that any
// two neighbours can be exchanged, and not that one permutation of all of them, and another one, give all others.
#ifndef COSET_GROUP_EXCHANGE_H
#define COSET_GROUP_EXCHANGE_H

#include <gmp.h>

#include "group/coloured_graph.h"

// What is known of a graph's automorphisms.
struct automorphisms {
    const struct graph *graph;
    const size_t *first; // by vertex: where its neighbours begin in `neighbours`; one more entry, for the end
    const int *neighbours;
    const int *orbits;           // by vertex: one of its orbit, the same for all of it
    ARRAY(const int *) elements; // that generate all: by vertex, where it goes
};

// Calls with each exchange that is found and that those before do not give. `order` gets how many automorphisms they
// give together, or 0 if that is not plain. Fewer are found when the deadline passes (on the clock of base/clock.h; 0
// for none).
void exchanges_find(const struct automorphisms *, double deadline, automorphism_visit, void *context, mpz_t order);

// How many own vertices look like others, as far as refinement of colours tells: no more than these can move. Orbits
// and elements need not be known. SIZE_MAX if the deadline passed before that was known.
size_t exchanges_count_alike(const struct automorphisms *, double deadline);

#endif
