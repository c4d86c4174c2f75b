// Exchanging neighbouring levels in place. A reordering is opened (which collects, and counts references), levels are
// exchanged, and it is closed; handles keep their meaning throughout.
#ifndef COSET_BDD_REORDER_H
#define COSET_BDD_REORDER_H

#include "bdd/bdd_internal.h"

struct reordering {
    bdd_manager *m;
    uint32_t *references; // of each node, from nodes and from outside; only here are they counted
    size_t room;          // for so many nodes
    uint64_t *interacts;  // a bit matrix by variables: some function has both; NULL: not known
    size_t row;           // words in a row of it
    uint64_t moved;       // nodes that exchanges looked at: a measure of work that does not depend on the machine
    double started;
};

bool bdd_reordering_open(bdd_manager *, struct reordering *); // false when out of memory
void bdd_reordering_close(struct reordering *);

// Exchanges the levels `level` and `level` + 1; false, and no change, when out of memory.
bool bdd_exchange(struct reordering *, int32_t level);

// The same where it cannot fail: when this exchange, or its reverse between the same two orders, was done before in
// this reordering. Then there were enough free nodes for all that the one makes and the other frees, and none went
// away.
void bdd_exchange_surely(struct reordering *, int32_t level);

static inline bool interact(const struct reordering *r, int32_t x, int32_t y)
{
    return !r->interacts || r->interacts[(size_t)x * r->row + ((size_t)y >> 6)] >> (y & 63) & 1;
}

#endif
