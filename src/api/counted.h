// Checking with counters in the place of components that are alike (reduce/counter.h), by decision diagrams.
#ifndef COSET_API_COUNTED_H
#define COSET_API_COUNTED_H

#include "api/internal.h"
#include "check/check.h"
#include "reduce/counter.h"

struct counted {
    coset_model *owner;
    struct mem *mem;
    struct model *per_orbit; // NULL: there is none
    struct counter_reduction *counters;
    struct str refusal; // why there are none
    struct checker *checker;
    bool is_known, is_complete; // whether each local state has a counter
};

// Makes counters, if that can be done.
void counted_open(struct counted *, coset_model *);
void counted_close(struct counted *);

// What cannot be decided so is undecided, with a reason that lives as long as this does. Runs are runs of the model.
void counted_check(struct counted *, size_t property, const struct check_options *, struct result *);
bool counted_count_states(struct counted *, const struct check_options *, mpz_t states, const char **reason);

#endif
