// Which reductions over which backends decide which property: counters, architectural symmetry, representatives on the
// fly, the model itself with or without its symmetries, and the model with a monitor of fair rules. Each of them has a
// portfolio, or is a backend. Results say which stack has found them (trace/method.h).
#ifndef COSET_RUN_STRATEGY_H
#define COSET_RUN_STRATEGY_H

#include "run/method_summary.h"
#include "run/portfolio.h"

struct strategy;

bool strategy_is_small(const struct input *); // so that all instances of its rules are made at once

// `setup` as for a portfolio, but for the model, which is the input's. All that is given outlives the strategy.
struct strategy *strategy_new(struct run *, struct input *, const struct portfolio_setup *setup);
void strategy_free(struct strategy *);

void strategy_decide_all(struct strategy *);
// Only what explicit search decides with little work, if the model is a small one: whether that is all.
bool strategy_try_easy(struct strategy *);
// Another question, where the setup is a lasting one: what is not known, by goal index, is asked for when
// strategy_decide_all is called again. Searches go on from where they are.
void strategy_ask_again(struct strategy *, const bool *is_known, double started, double deadline);

// Of a rank that serves rank 0: makes searches as that one does, and takes part in them until there are no more.
void strategy_serve(struct strategy *);

// By what the results were found; texts live until it is asked again.
struct method_summary strategy_summary(struct strategy *);

// Whether it is worth looking for properties that follow from others.
bool strategy_look_for_followers(const struct job *, const struct input *);

// As for a portfolio. Where an orbit may have several representatives, it is these that are counted instead of orbits.
bool strategy_are_orbits(const struct strategy *);
bool strategy_count_states(struct strategy *, mpz_t orbits, mpz_t states, struct cause *cause);
const struct model_warnings *strategy_warnings(struct strategy *);
void strategy_get_statistics(struct strategy *, struct backend_statistics *);
uint64_t strategy_steps(
    const struct strategy *); // that explicit-state searches have made so far; nothing is made for it
// Of the rules of a Murphi model, by explicit-state search: see native_backend_cover.
struct rule_coverage;
bool strategy_cover(struct strategy *, bool only_known, struct rule_coverage *);
const cell_id *strategy_order(struct strategy *, size_t *count);

#endif
