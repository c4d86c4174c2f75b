// What the parts of counting colours share (counted_net.c).
#ifndef COSET_PNML_COUNTED_NET_PARTS_H
#define COSET_PNML_COUNTED_NET_PARTS_H

#include "pnml/colour_symmetry.h"
#include "pnml/flat_net.h"
#include "pnml/place_invariant.h"
#include "pnml/unfold.h"

enum { MOST_STATES = 2000, MOST_SLOTS = 12, MOST_COLOURS = 24, MOST_WIDTH = 64, MOST_UNCOUNTED = 1000000 };

// Bindings that are tried for each event that there may be: of those that differ in local states, few may be events.
enum { MOST_TRIED = 50 };

struct slot {
    uint32_t place, position;
    uint64_t rest; // the colours beside it that are not counted
    uint32_t count;
};

// Slots in ascending order.
struct local_state {
    uint32_t group, slot_count;
    struct slot slots[MOST_SLOTS];
};

// A colour of the binding at hand, or all of a group.
struct participant {
    uint32_t class, colour; // ALL_COLOURS
    uint32_t state;         // before
};
#define ALL_COLOURS UINT32_MAX

// What an arc takes of all colours of a class.
struct taken_slot {
    uint32_t class;
    struct slot slot;
};

struct counting {
    struct flat_net *to;
    const struct net *net;
    struct mem *mem;
    struct diag *diag;
    const struct flat_net_limits *limits;
    struct colour_symmetry symmetry;
    struct place_invariants *invariants;
    bool *is_counted;  // by class
    uint32_t **groups; // by class and colour
    ARRAY(uint32_t) group_class;
    ARRAY(uint64_t) group_size;
    ARRAY(struct local_state) states;
    uint32_t **plain; // by place and colour: flat places of those without counted colours; NULL of others
    uint64_t *plain_sizes;
    uint32_t plain_count;
    // The transition at hand:
    const struct net_transition *transition;
    uint32_t number;
    struct participant colours[MOST_COLOURS];
    uint32_t colour_count;
    uint32_t *values; // by variable
    size_t tried;     // bindings, and beginnings of such, of all transitions
    weight_array weights;
    uint32_t token[MOST_WIDTH]; // the colours of the one at hand
    ARRAY(struct taken_slot) taken;
    ARRAY(struct flat_change) effects;
    bool has_failed;
};

uint32_t counted_width(const struct counting *, uint32_t sort); // the number of counted components of a sort
void counted_find_invariants(struct counting *);                // unless they are there

// Adds to a slot, or takes from it. False if it has less, or there are too many slots.
bool counted_change_slot(struct local_state *, struct slot, int64_t by);
// The events of a transition, for the local states that are known; it adds those that they lead to.
void counted_add_events(struct counting *, uint32_t transition);

#endif
