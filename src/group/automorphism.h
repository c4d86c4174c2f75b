// Automorphisms of graphs, found by Traces (McKay and Piperno, Practical Graph Isomorphism II) and checked here.
#ifndef COSET_GROUP_AUTOMORPHISM_H
#define COSET_GROUP_AUTOMORPHISM_H

#include <gmp.h>

#include "group/coloured_graph.h"

// Calls with each of some automorphisms that generate all of them. `order` gets how many there are, or 0 if that could
// not be told exactly. False if the graph is empty or full, too much of it looks alike, the deadline passes before that
// is known (on the clock of base/clock.h; 0 for none), or a permutation found is no automorphism after all, which would
// be a mistake of the library; there are none then.
//
// Traces asks the system for its memory, in proportion to the graph for each generator, and cannot be stopped on its
// way: the limit of the graph, and one of vertices of one colour, are what bounds its time.
bool graph_automorphisms(const struct graph *, double deadline, automorphism_visit, void *context, mpz_t order);

#endif
