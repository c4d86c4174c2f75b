// A permutation group of points, as a chain of stabilisers (Schreier and Sims, with random elements, by nauty). It may
// be incomplete; then its order comes out too small.
#ifndef COSET_GROUP_CHAIN_H
#define COSET_GROUP_CHAIN_H

#include <gmp.h>
#include <stdbool.h>

#include "base/mem.h"

struct chain {
    struct mem *mem;
    int count;                    // of points
    struct schreierlevel *levels; // nauty's, which takes its own memory for them
    struct permnodestruct *elements;
};

void chain_open(struct chain *, int points, struct mem *);
void chain_close(struct chain *);
bool chain_add(struct chain *, int *image); // false if it is known to be in the group
void chain_expand(struct chain *);          // makes it more complete, if it was not
void chain_order(struct chain *, mpz_t order);

#endif
