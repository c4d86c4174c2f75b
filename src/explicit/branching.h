// Which states satisfy a formula of CTL or CTL*, and traces that show why one fails.
#ifndef COSET_EXPLICIT_BRANCHING_H
#define COSET_EXPLICIT_BRANCHING_H

#include "explicit/reachable_graph.h"

bool branching_is_supported(const struct model *, formula);

// The states that satisfy a formula, right in fair states only (in others there is no path to speak of); NULL if there
// is no memory. The caller frees the set.
bool *branching_states(struct graph *, formula);

// Of a formula with bounds: what holds in a state from which the steps from `from` on are still to come, the last being
// `high`; for `from` = 0 that is the formula. f and g are the sets of its operands.
bool *branching_bounded(struct graph *, const struct formula_node *, int64_t from, const bool *f, const bool *g);

// States of a set that are on fair paths; and those with a successor among these.
bool *branching_only_fair(struct graph *, const bool *);
bool *branching_some_next(struct graph *, const bool *);

// A trace from this state on that shows that the formula fails there; and one that satisfies a formula of linear time,
// or its negation.
bool branching_show_failure(struct graph *, formula, uint32_t state, struct state_path *);
bool branching_show_path(struct graph *, formula, bool negated, uint32_t state, struct state_path *);

#endif
