// Multi-valued decision diagrams: sets of vectors of small numbers, and the steps of Petri nets on them.
//
// A vector has a number for each level, 1 to `level_count`; the top is the last. Diagrams are quasi-reduced: a path
// visits every level. The numbers need no bounds: a node has as many children as there are numbers in its set.
//
// Events change the numbers at some levels by some amounts, where those are within some limits. The vectors that events
// lead to are found by saturation (Ciardo, Luettgen and Miner, 2006): a node is closed under all events below before
// those of its own level are fired. The same within a constraint gives least fixpoints of CTL (Zhao and Ciardo, 2009).
//
// Nodes are given back by mdd_forget only. When time or memory is over, results are MDD_NONE from then on.
#ifndef COSET_MDD_MDD_H
#define COSET_MDD_MDD_H

#include <gmp.h>
#include <stdint.h>

#include "base/array.h"

typedef uint32_t mdd;
#define MDD_EMPTY ((mdd)0)
#define MDD_NONE ((mdd)UINT32_MAX)     // no result: time or memory is over
#define MDD_FREE ((mdd)UINT32_MAX - 1) // as a constraint: there is none

// What an event does at a level: it can happen where the number there is from `low` to `high`, and adds `delta` to it,
// after which it is not negative. `ways` is for numbers of arcs: so many different things are chosen among those that
// are counted there, one after the other.
struct mdd_change {
    uint32_t level;
    uint32_t low, high;
    int32_t delta;
    uint32_t ways;
};

// Sums over levels: what a number there adds, as a multiple of it, or as a table by number.
struct mdd_weights {
    const int64_t *factors;       // by level
    const int64_t *const *tables; // by level, or NULL; where there is a table, it counts
};

struct mdd_event {
    const struct mdd_change *changes; // by level, the highest first; there is at least one
    uint32_t count;
    uint32_t times; // it is there so many times: for numbers of arcs
};

struct mdd_manager;

struct mdd_options {
    uint32_t level_count;
    size_t node_limit;           // words that nodes take; 0: as memory allows
    bool (*stop)(void *context); // asked now and then; may be NULL
    void *context;
};

// The events are borrowed. NULL if there is no memory.
struct mdd_manager *mdd_open(struct mem *, const struct mdd_options *, const struct mdd_event *, size_t event_count);
void mdd_close(struct mdd_manager *);
bool mdd_is_over(const struct mdd_manager *);
bool mdd_is_full(const struct mdd_manager *); // for want of memory
size_t mdd_size(const struct mdd_manager *);  // words that nodes take
// Sets the words that nodes may take, and how much work is done from here on; 0: as much as it takes.
void mdd_allow(struct mdd_manager *, size_t words, uint64_t steps);
// Goes back to when nodes had that size: all diagrams since then are gone, and if time or memory was over, it is no
// longer.
void mdd_forget(struct mdd_manager *, size_t size);

mdd mdd_vector(struct mdd_manager *, const uint32_t *values); // by level; the first one is not used
mdd mdd_union(struct mdd_manager *, mdd, mdd);
mdd mdd_intersection(struct mdd_manager *, mdd, mdd);
mdd mdd_difference(struct mdd_manager *, mdd, mdd);

// All that the events lead to from a set, in any number of steps.
mdd mdd_reach(struct mdd_manager *, mdd);
// The set, and all from where a path through `within` leads to it.
mdd mdd_reach_back(struct mdd_manager *, mdd, mdd within);
// Those of `within` from where one step leads to the set.
mdd mdd_before(struct mdd_manager *, mdd, mdd within);
// Those of the set in which one of the events, given by their numbers, can be fired.
mdd mdd_enabled(struct mdd_manager *, mdd, const uint32_t *events, size_t count);
// Those of the set whose weighted sum is at most the bound.
mdd mdd_at_most(struct mdd_manager *, mdd, const struct mdd_weights *, int64_t bound);
// The largest weighted sum of the set, which is not empty. False if memory is over.
bool mdd_largest_sum(struct mdd_manager *, mdd, const struct mdd_weights *, int64_t *sum);
// The largest number at each level of a set.
bool mdd_largest(struct mdd_manager *, mdd, uint32_t *values);

// How many a vector stands for: levels of one group are numbers of things of one kind, which always have the same sum,
// and there are as many ways to divide these things among the levels. MDD_NO_GROUP: the number stands for itself. NULL:
// all do.
#define MDD_NO_GROUP UINT32_MAX
// The number of vectors of the set, and that of the ways to fire an event in one of them. False if time is over; then
// the first one is right, or 0.
bool mdd_count(struct mdd_manager *, mdd, const uint32_t *groups, mpz_t vectors, mpz_t arcs);

// A good order for levels: `members` are the places of hyperedges, one after the other, each from `starts[i]` to
// `starts[i + 1]`. `order` holds an order to begin with, by level from below, and gets one with shorter edges.
void mdd_order(struct mem *, uint32_t place_count, const uint32_t *starts, const uint32_t *members, size_t edge_count,
               uint32_t *order);

#endif
