// Unfolding: which colours a place can ever hold, and for which values of its variables a transition can ever fire.
// Both are found together, as the least fixpoint that ignores how many tokens there are: what is left out is never
// there.
#ifndef COSET_PNML_UNFOLD_H
#define COSET_PNML_UNFOLD_H

#include "pnml/colour_index.h"
#include "pnml/net.h"

// A colour of a sort is a number: the colours of its classes are the digits, the last one being the least.
uint64_t net_pack_colour(const struct net *, uint32_t sort, const uint32_t *colours);
void net_unpack_colour(const struct net *, uint32_t sort, uint64_t colour, uint32_t *colours);

struct net_weight {
    uint64_t colour;
    int64_t count;
};
typedef ARRAY(struct net_weight) weight_array;

// What a multiset is where variables have these values (by variable): its colours, ascending, none with a count of 0.
// False if a count is negative, or too large.
bool net_bag_value(const struct net *, struct net_bag, uint32_t sort, const uint32_t *values, weight_array *out);
uint32_t net_colour_value(const struct net *, const struct net_colour *, const uint32_t *values); // not of `all`
bool net_guard_value(const struct net *, const struct net_guard *, const uint32_t *values);

struct net_binding {
    uint32_t transition;
    size_t values; // from there on in `values`, one colour for each of its variables, in their order
};

struct unfolded_place {
    uint64_t size;        // colours of its sort
    bool *possible;       // by colour
    colour_array colours; // the same as a list, in the order in which they were found
};

struct unfolding {
    const struct net *net;
    struct mem *mem;
    struct unfolded_place *places;
    ARRAY(struct net_binding) bindings; // by transition
    ARRAY(uint32_t) values;
};

// False with the reason among the diagnostics: it is too large, or an arc takes less than nothing. It must be closed in
// any case.
bool net_unfold(struct unfolding *, const struct net *, struct mem *, struct diag *);
void unfolding_close(struct unfolding *);
// The values of a binding by variable, for net_bag_value: `values` has room for all variables of the net.
void unfolding_values(const struct unfolding *, const struct net_binding *, uint32_t *values);

#endif
