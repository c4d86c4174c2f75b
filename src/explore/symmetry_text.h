// The symmetries of a model in words.
#ifndef COSET_EXPLORE_SYMMETRY_TEXT_H
#define COSET_EXPLORE_SYMMETRY_TEXT_H

#include "group/generator.h"

// Looks for them, and tells generators as cycles, the order of the group, and the orbits of variables. Then those that
// were stated, each with whether the form of the model proves it, and the hints.
void symmetries_tell(struct mem *, const struct model *, const generator_array *stated, struct str *out);

#endif
