// Slices of an unfolded net: the places that a formula asks of, those that its transitions need, and with each place
// all that changes it and what that needs. The rest of the net can neither bring such a change about nor keep it from
// happening: the markings of these places that are reachable in the slice are those of the net, and from each of them
// on. So formulas of EF, AG and E[f U g], in any depth, and bounds have the same answers. (Others have not: the rest
// may go on forever, or end, while nothing changes here.) A firing sequence of the slice is one of the net.
#ifndef COSET_PNML_SLICE_NET_H
#define COSET_PNML_SLICE_NET_H

#include "pnml/flat_net.h"

struct slice_net {
    struct flat_net net;
    bool *is_kept; // by place of the flat net that it is a slice of
    bool *is_event_kept;
    size_t place_count, event_count; // of that net
};

// The formula, of branching time, is one for which slices are made.
bool slice_net_is_for(const struct mcc_formula *);

// The slice for a formula, or for a sum if the formula is NULL. The net has no counted colours, and is borrowed. It
// must be closed.
void slice_net_open(struct slice_net *, const struct flat_net *, const struct mcc_formula *, const struct mcc_sum *,
                    struct mem *);
void slice_net_close(struct slice_net *);
// Sets what a formula, or a sum, is about, by flat place: the places that it names, and what its transitions need.
void slice_net_observe(const struct flat_net *, const struct mcc_formula *, const struct mcc_sum *, bool *is_observed);
// What another formula or sum needs is in the slice, too: it can be asked there.
bool slice_net_has(const struct slice_net *, const struct slice_net *other);

#endif
