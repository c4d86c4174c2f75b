// Checking with representatives that are chosen on the fly (orbit/onthefly.h), by symmetries that were stated, or are
// found in the model, and along hints.
#ifndef COSET_API_CHOSEN_H
#define COSET_API_CHOSEN_H

#include "api/internal.h"
#include "check/check.h"
#include "orbit/keeping.h"
#include "orbit/onthefly.h"

struct chosen {
    coset_model *owner;
    struct mem *mem;
    bool is_good; // all that are stated are known to be symmetries
    struct keeping *keeping;
    expr *hints;
    size_t hint_count;
    generator_array used; // by the checker that is open
    struct reduction *reduction;
    struct checker *checker;
};

void chosen_open(struct chosen *, coset_model *);
void chosen_close(struct chosen *);

// Runs are runs of the model, whatever was stated.
void chosen_check(struct chosen *, size_t property, const struct check_options *, struct result *);
bool chosen_count_states(struct chosen *, const struct check_options *, mpz_t states, const char **reason);

#endif
