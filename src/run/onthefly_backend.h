// Checking by representatives that are chosen on the fly: with the symmetries that were stated, or those that are found
// in the model. Each property is checked with what it leaves of them (orbit/onthefly.h says how).
#ifndef COSET_RUN_ONTHEFLY_BACKEND_H
#define COSET_RUN_ONTHEFLY_BACKEND_H

#include "run/portfolio.h"

struct onthefly_backend;

// `setup` as for an engine, but for the model, which is the input's and made in full. All that is given outlives it. No
// work is done after the deadline (of clock_now; 0: none).
struct onthefly_backend *onthefly_backend_new(struct run *, struct input *, const struct portfolio_setup *,
                                              double deadline);
void onthefly_backend_free(struct onthefly_backend *); // NULL is fine

void onthefly_backend_decide_all(struct onthefly_backend *);
// For another question about what is wanted: searches go on from where they are. False if a new one is better.
bool onthefly_backend_ask_again(struct onthefly_backend *, const bool *is_known, double started, double deadline);

// What was done, in a line for people.
const char *onthefly_backend_text(struct onthefly_backend *);
// As for an engine; `orbits` is the number of representatives.
bool onthefly_backend_count_states(struct onthefly_backend *, mpz_t orbits, mpz_t states, struct cause *cause);
const struct model_warnings *onthefly_backend_warnings(struct onthefly_backend *);
void onthefly_backend_get_statistics(struct onthefly_backend *, struct backend_statistics *);
const cell_id *onthefly_backend_order(struct onthefly_backend *, size_t *count);

#endif
