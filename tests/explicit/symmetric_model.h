// Random small models that permutations of their components leave as they are: rules, starts, run-time errors, fairness
// and properties are closed under the group, some properties are not.
#ifndef COSET_TESTS_EXPLICIT_SYMMETRIC_MODEL_H
#define COSET_TESTS_EXPLICIT_SYMMETRIC_MODEL_H

#include "../group/varied.h"

// Gives the group of the model.
struct symmetry *symmetric_make(struct model *, struct dice *, struct mem *);

#endif
