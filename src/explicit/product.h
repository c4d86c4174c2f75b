// Formulas of linear time on the graph of all states: the states from which some fair path satisfies one, and a path
// that shows it.
#ifndef COSET_EXPLICIT_PRODUCT_H
#define COSET_EXPLICIT_PRODUCT_H

#include "explicit/reachable_graph.h"

// The states at which a fair path begins that satisfies the formula, or its negation. NULL if there is no memory, or it
// was told to stop.
bool *product_states(struct graph *, formula, bool negated);

// One of the initial states among these, or STORE_NONE; false for the same reasons.
bool product_find(struct graph *, formula, bool negated, uint32_t *state);

// Adds to a trace that ends in this state a fair path that satisfies the formula, or its negation: a lasso. There is
// one.
bool product_show(struct graph *, formula, bool negated, uint32_t state, struct state_path *);

#endif
