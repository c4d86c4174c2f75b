// Agglomeration (Berthelot, 1987): a place between events that put a token on it and events that take it is left out,
// and each pair of such events becomes one that does both. Whatever happens in between can be put before or behind.
#ifndef COSET_PNML_AGGLOMERATE_H
#define COSET_PNML_AGGLOMERATE_H

#include "pnml/flat_net.h"

// Leaves out what it can of an unfolded net but for what is observed, by flat place; true if there was something. The
// markings of observed places that a path comes to, in their order, are those of the net, and it has a deadlock if the
// net has one. Times of events are lost, and transitions of those whose needs are not observed.
bool flat_net_agglomerate(struct flat_net *, const bool *is_observed);
// The formula, of branching time, depends on no more than that: EF, AG and E[f U g] of conditions of observed places.
bool flat_net_agglomerates_for(const struct mcc_formula *);

#endif
