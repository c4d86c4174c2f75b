// Rounds of the search for fair states, for conditions of fairness that an abstraction follows by smaller classes
// (abstraction.h): what cannot be met from some state of a class is taken from the set, or from the steps, class by
// class.
#ifndef COSET_CHECK_FOLLOWED_FAIRNESS_H
#define COSET_CHECK_FOLLOWED_FAIRNESS_H

#include "check/fixpoint.h"

// Of the i-th condition of justice, or the i-th pair of compassion, of the system.
enum fairness_part followed_justice(const struct system *, size_t i);
enum fairness_part followed_compassion(const struct system *, size_t i);

// The set without what cannot come to a step from a state that satisfies a condition, and stay in it.
bdd followed_just(struct fixpoints *, bdd set, size_t i);
// What may be left by steps: where something is asked for, it can be granted. BDD_NONE when the engine gave up.
bdd followed_allowed(struct fixpoints *, bdd set, size_t i);

#endif
