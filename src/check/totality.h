// Whether a step can be made from every state, seen without computing from which states it can. Most models say for
// each variable what it becomes, and there is always something; a pre-image of all states would find that out too, but
// has to take all of the relation to do so.
#ifndef COSET_CHECK_TOTALITY_H
#define COSET_CHECK_TOTALITY_H

#include "encode/encode.h"

// The parts of a step that keeps the `kept` cells (by cell), types included. True: from each state whose cells have
// values of their types the step leads somewhere. False: it may not.
bool totality_holds(struct encoding *, const bdd *parts, size_t count, const unsigned char *kept, struct mem *);

#endif
