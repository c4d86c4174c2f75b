// Forward search component by component (seed 003, Listings 5 and 6): the steps of one component are taken to their
// fixpoint before those of the next, so that each component starts from many states at once, and only few components
// of a state are out of order at any time.
#ifndef COSET_ORBIT_COMPONENTWISE_H
#define COSET_ORBIT_COMPONENTWISE_H

#include "orbit/quotient.h"

// More of what can be reached from the set; the set itself if there is no more. A set that the last call has returned
// is where the search goes on; with any other it begins anew.
bdd componentwise_grow(struct quotient *, bdd set);
void componentwise_free(struct quotient *);

#endif
