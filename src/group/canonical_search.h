// The search for the least labelling: which of several elements of one colour comes first.
#ifndef COSET_GROUP_CANONICAL_SEARCH_H
#define COSET_GROUP_CANONICAL_SEARCH_H

#include <gmp.h>

#include "group/colouring.h"

// An order of the elements as a result: the least state that one gives, the permutation that takes the state there, and
// how many orders give it.
struct labelling {
    uint64_t *state;
    uint32_t *permutation;
    mpz_t count;
};

struct canonical_search {
    struct colouring *colouring;
    struct mem *mem;
    const uint64_t *state;
    ARRAY(struct canonical_search_level *) levels; // by the number of elements that were singled out
    struct partition probe;
    uint64_t *leaf;
    uint32_t *leaf_permutation;
};

void canonical_search_open(struct canonical_search *, struct colouring *, struct mem *);
void canonical_search_close(struct canonical_search *);

// From the colours of a state, with its twins known. The result belongs to the search and is good until the next call.
const struct labelling *canonical_search_best(struct canonical_search *, const uint64_t *state,
                                              const struct partition *);

// Elements go to the places of their blocks in the order that the partition has them in.
void canonical_search_read_order(const struct colouring *, const struct partition *, uint32_t *permutation);

// How many orders there are of elements that are all twins of those of their colour.
void canonical_search_count_orders(const struct partition *, mpz_t count);

#endif
