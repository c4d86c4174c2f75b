// What the parts of a net's state space share (net_space.h).
#ifndef COSET_NETCHECK_NET_SPACE_PARTS_H
#define COSET_NETCHECK_NET_SPACE_PARTS_H

#include "netcheck/net_components.h"
#include "netcheck/net_space.h"

#define EVENT_IDLE UINT32_MAX       // it needs nothing and changes nothing
#define EVENT_DEAD (UINT32_MAX - 1) // it never happens

struct net_space {
    const struct flat_net *net;
    struct mem *mem;
    struct mdd_manager *m;
    struct net_units { // A unit is a component, or a place that is in none: it has a level of its own.
        struct net_components components; // come first
        uint32_t unit_count;
        uint32_t *units; // by flat place
    } all, narrow;       // with all components; without those that have many places, if there are any
    // Of those that are tried:
    struct net_components components;
    uint32_t unit_count;
    uint32_t *units;
    uint32_t *levels; // by unit
    struct mdd_event *events;
    struct mdd_change *changes;
    uint32_t *numbers; // by event of the flat net: among `events`, or one of these:
    size_t event_count, change_count;
    bool is_idle; // there is such an event: every marking leads to itself
    mdd initial, reach;
    mdd dead;                 // MDD_NONE until it is asked for
    size_t words, reach_size; // that all diagrams may take; of those up to the reachable markings
};

// Markings that satisfy a formula of states; MDD_NONE if time or memory is over.
mdd net_space_states(struct net_space *, const struct mcc_formula *);
mdd net_space_dead(struct net_space *);
mdd net_space_not(struct net_space *, mdd);
mdd net_space_before(struct net_space *, mdd, mdd within); // in one step

static inline bool net_space_is_component(const struct net_space *s, uint32_t unit)
{
    return unit < s->components.count;
}

// Orders of units, the first level first (net_orders.c): they are tried one after the other.
struct net_order {
    bool is_by_place, is_drawn, is_reversed, is_narrow;
};
enum { NET_ORDERS = 9 };
extern const struct net_order net_orders[NET_ORDERS];
void net_order_find(const struct net_space *, const struct net_order *, uint32_t *order);

struct net_weights {
    int64_t *factors, **tables;
    int64_t constant;
};

// A sum of tokens minus another one, level by level (net_numbers.c).
struct net_weights net_space_weigh(struct net_space *, const struct mcc_sum *left, const struct mcc_sum *right);
void net_weights_close(struct net_space *, struct net_weights *);
struct mdd_weights net_weights_of(const struct net_weights *);

#endif
