// Random small models as Murphi text whose components know their neighbours: rings, numbers in a circle, a tree or a
// star, in which states are handed on; with global variables, ids, run-time errors, and states that cannot be left.
#ifndef COSET_TESTS_REDUCE_ARCHITECTURAL_TEXT_H
#define COSET_TESTS_REDUCE_ARCHITECTURAL_TEXT_H

#include <stdint.h>

#include "base/mem.h"
#include "base/str.h"

void architectural_text(struct mem *, struct str *out, uint64_t seed);

#endif
