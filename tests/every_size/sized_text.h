// Random small models whose size is a constant N: what proofs for every size cover, and a little of what they refuse.
// Components have local states and flags; variables hold components; rules are for none, one or two of them, ask for
// some and for all others, go through all in loops, may go wrong, may compare components by order, and may name the
// first one or two by their numbers. Some models need many components at once before anything happens: as many kinds,
// one of each.
#ifndef COSET_TESTS_EVERY_SIZE_SIZED_TEXT_H
#define COSET_TESTS_EVERY_SIZE_SIZED_TEXT_H

#include "../dice.h"
#include "base/str.h"

void sized_text(struct dice *, struct mem *, struct str *out);

#endif
