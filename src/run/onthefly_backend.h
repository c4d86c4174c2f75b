// Checking by representatives that are chosen on the fly: with the symmetries that were stated, or those that are found
// in the model. Each property is checked with what it leaves of them (orbit/onthefly.h says how).
#ifndef COSET_RUN_ONTHEFLY_BACKEND_H
#define COSET_RUN_ONTHEFLY_BACKEND_H

#include "run/portfolio.h"

struct representatives;

// `setup` as for an engine, but for the model, which is the input's and made in full. All that is given outlives it. No
// work is done after the deadline (of clock_now; 0: none).
struct representatives *representatives_new(struct run *, struct input *, const struct engine_setup *, double deadline);
void representatives_free(struct representatives *); // NULL is fine

void representatives_decide_all(struct representatives *);
// For another question about what is wanted: searches go on from where they are. False if a new one is better.
bool representatives_ask_again(struct representatives *, const bool *is_known, double started, double deadline);

// What was done, in a line for people.
const char *representatives_text(struct representatives *);
// As for an engine; `orbits` is the number of representatives.
bool representatives_count_states(struct representatives *, mpz_t orbits, mpz_t states, const char **reason);
const struct model_warnings *representatives_warnings(struct representatives *);
void representatives_get_statistics(struct representatives *, struct engine_statistics *);
const cell_id *representatives_order(struct representatives *, size_t *count);

#endif
