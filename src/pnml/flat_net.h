// A net without colours that does what a symmetric net does: each place has a number of tokens, and each event takes
// and puts some. It is the unfolding, or one in which interchangeable colours are counted; without what never changes.
#ifndef COSET_PNML_FLAT_NET_H
#define COSET_PNML_FLAT_NET_H

#include "base/diag.h"
#include "pnml/mcc_formula.h"

#define FLAT_NO_GROUP UINT32_MAX

// A place of the flat net is a place of the net with one colour. Or it counts the colours of a group that are in one
// *local state*: in so many tokens of some places each.
struct flat_place {
    uint32_t group; // FLAT_NO_GROUP: it counts tokens
    uint32_t initial;
    size_t share, share_count; // what one of its tokens stands for, among the shares
};

struct flat_share {
    uint32_t place; // of the net
    int64_t tokens;
};

struct flat_change {
    uint32_t place; // of the flat net
    int32_t need, delta;
    uint32_t ways; // so many colours are chosen among those that it counts
};

struct flat_event {
    uint32_t transition;
    uint32_t times; // different bindings that do the same
    size_t change, change_count;
};

struct flat_net {
    const struct net *net;
    struct mem *mem;
    ARRAY(struct flat_place) places;
    ARRAY(struct flat_share) shares;
    ARRAY(struct flat_event) events;
    ARRAY(struct flat_change) changes; // of an event: by place, ascending
    ARRAY(uint64_t) groups;            // colours of each
    int64_t *constant;                 // tokens that never change, by place of the net
    int64_t most_constant;             // the most of one colour among them
    bool has_whole;                    // the reachable markings are all there only if this place keeps its token
    uint32_t whole;
};

struct flat_net_limits {
    size_t events, changes;
};

// From the unfolding. False if it is too large, has numbers that are too large, or the diagnostics say that nobody
// waits for it. It must be closed in any case.
bool flat_net_unfold(struct flat_net *, const struct net *, const struct flat_net_limits *, struct mem *,
                     struct diag *);
// By counter abstraction of the colours of static subclasses (counted_net.c): one marking of the flat net
// stands for all that permutations of colours make of it. False if there are none to be counted, or the net is none for
// it: a token of two such colours is in a place that may hold more than one, an arc has all colours beside one of them,
// or there are too many local states.
bool flat_net_count(struct flat_net *, const struct net *, const struct flat_net_limits *, struct mem *, struct diag *);
// Drops places that never change, and what they tell of events; puts parallel places and equal events together.
void flat_net_tidy(struct flat_net *);
void flat_net_join_parallel(struct flat_net *); // of that (parallel_places.c)
void flat_net_close(struct flat_net *);
// What a token of each flat place adds to the difference `left - right`; the result is what is constant of it.
int64_t flat_net_weigh(const struct flat_net *, const struct mcc_sum *left, const struct mcc_sum *right,
                       int64_t *weights);

#endif
