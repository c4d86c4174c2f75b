// Symmetries of a circuit, whatever it was made from: permutations of latches that take its next values, its initial
// states and its conditions to each other, found as automorphisms of a graph of its gates (Traces, by group/).
//
// Conjunctions of conjunctions are one vertex, so that the shape of a tree of gates does not matter. What depends on
// inputs alone is a vertex that says nothing else: a component is often chosen by a number, and exchanging two
// components then takes numbers to others, which is no permutation of the number's bits. So these symmetries are
// conjectures: there may be no inputs that do to a permuted state what others did before. Whoever uses them checks what
// comes of it.
#ifndef COSET_SAT_CIRCUIT_SYMMETRY_H
#define COSET_SAT_CIRCUIT_SYMMETRY_H

#include "sat/transition_circuit.h"

// By latch: where it goes. Good while the call lasts.
typedef void (*circuit_symmetry_visit)(void *context, const uint32_t *latches);

// Calls with each of some generators, none of which is the identity. False if there are none, or the circuit is too
// large.
bool circuit_symmetries(const struct transition_circuit *, double deadline, circuit_symmetry_visit, void *context,
                        struct mem *);

#endif
