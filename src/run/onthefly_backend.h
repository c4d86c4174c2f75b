// Checking by representatives that are chosen on the fly: with the symmetries that were stated, or those that are found
// in the model. Each property is checked with what it leaves of them (orbit/onthefly.h says how).
#ifndef COSET_RUN_ONTHEFLY_BACKEND_H
#define COSET_RUN_ONTHEFLY_BACKEND_H

#include "run/goals.h"

struct onthefly_backend;

// `setup` as for a portfolio, but for the model, which is the input's and made in full. All that is given outlives it.
// What is stated is looked at until the deadline (of clock_now; 0: none).
struct onthefly_backend *onthefly_backend_new(struct run *, struct input *, const struct portfolio_setup *,
                                              double deadline);
struct backend *onthefly_backend_base(struct onthefly_backend *); // its orbits are representatives
// For another question about what is wanted: searches go on from where they are. False if a new one is better.
bool onthefly_backend_ask_again(struct onthefly_backend *, const bool *is_known, double started);

// What was done, in a line for people.
const char *onthefly_backend_text(struct onthefly_backend *);
const cell_id *onthefly_backend_order(struct onthefly_backend *, size_t *count);

#endif
