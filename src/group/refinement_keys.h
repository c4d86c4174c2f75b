// What a state says of several elements at once.
#ifndef COSET_GROUP_REFINEMENT_KEYS_H
#define COSET_GROUP_REFINEMENT_KEYS_H

#include "group/colouring.h"

// Fills the facts and links of a colouring, and the numbers of them that each element is in.
void refinement_keys_find(struct colouring *, const uint64_t *state);

#endif
