// Whether a generator is good, by trying all states and steps of a small model with the evaluator.
#ifndef COSET_TESTS_GROUP_BRUTE_FORCE_H
#define COSET_TESTS_GROUP_BRUTE_FORCE_H

#include "group/generator.h"

// Initial states, steps, and justice conditions as a whole; all assignments of values to cells are tried. What is not
// kept fails the test.
void brute_force_check(const struct model *, const struct generator *);

// Whether a condition of states (and inputs) says the same of every assignment and its image.
bool brute_force_keeps(const struct model *, const struct generator *, expr condition);

#endif
