// Which symmetry reduction decides which property. From the outside it is one engine; behind it there are up to two:
// one for the model of counters, and one for the model itself, with or without its symmetries.
#ifndef COSET_RUN_STRATEGY_H
#define COSET_RUN_STRATEGY_H

#include "run/method_summary.h"
#include "run/portfolio.h"

struct methods;

// `setup` as for an engine, but for the model, which is the input's. All that is given outlives the reduction.
struct methods *methods_new(struct run *, struct input *, const struct engine_setup *setup);
void methods_free(struct methods *);

void methods_decide_all(struct methods *);
// Another question, where the setup is a lasting one: what is not known, by place, is asked for when methods_decide_all
// is called again. The job may have other limits of time by then. Searches go on from where they are.
void methods_ask_again(struct methods *, const bool *is_known, double started);

// By what the results were found; texts live until it is asked again.
struct method_summary methods_summary(struct methods *);

// Whether it is worth looking for properties that follow from others.
bool methods_look_for_followers(const struct job *, const struct input *);

// As for an engine. Where an orbit may have several representatives, it is these that are counted instead of orbits.
bool methods_are_orbits(const struct methods *);
bool methods_count_states(struct methods *, mpz_t orbits, mpz_t states, const char **reason);
const struct model_warnings *methods_warnings(struct methods *);
void methods_get_statistics(struct methods *, struct engine_statistics *);
bool methods_get_explicit_statistics(const struct methods *, struct explicit_statistics *);
const cell_id *methods_order(struct methods *, size_t *count);

#endif
