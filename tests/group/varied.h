// Random models with components of all kinds, and random states of them.
#ifndef COSET_TESTS_GROUP_VARIED_H
#define COSET_TESTS_GROUP_VARIED_H

#include "../model/expression_tree.h"
#include "group/symmetry.h"

// Cells only: full classes and rings, some of them with an obstacle; cells without sites and at one, two or three;
// ids of one class or of several in them; pools of all sorts, also one within the other.
void varied_make(struct model *, struct dice *);

// Takes permutations away at random: blocks fall apart, rings stop.
void varied_restrict(struct symmetry *, struct dice *);

// A state with pools in order. The less variety, the more components are in the same local state.
void varied_state(const struct symmetry *, struct dice *, value *state);

// Calls with every permutation of the group.
typedef void (*varied_visit)(void *context, const uint32_t *permutation);
void varied_each_permutation(const struct symmetry *, varied_visit, void *context);

#endif
