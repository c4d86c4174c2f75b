// Decision diagrams of representatives: one checker at a time, for one of the groups that properties leave.
#ifndef COSET_RUN_QUOTIENT_BACKEND_H
#define COSET_RUN_QUOTIENT_BACKEND_H

#include <gmp.h>

#include "check/check.h"
#include "orbit/quotient.h"
#include "reduce/instances/instances.h"
#include "run/run.h"

struct quotient_backend {
    struct run *run;
    const struct job *job;
    struct model *model;
    struct property_instances *instances;
    enum quotient_search search;
    bool (*wants_run)(void *context, size_t place); // as of an engine
    void *context;
    bool all_first; // all representatives are searched for before properties are looked at

    // The group that is open.
    size_t group; // SIZE_MAX: none
    struct abstraction *abstraction;
    struct checker *checker;

    struct model_warnings warnings;     // of all that were closed
    struct check_statistics statistics; // of the last one that was closed
    struct bdd_statistics diagrams;
};

void quotient_backend_open(struct quotient_backend *, struct run *, const struct job *, struct model *,
                           struct property_instances *, enum quotient_search);
void quotient_backend_close(struct quotient_backend *);

// As for an enumeration.
bool quotient_backend_are_used(const struct quotient_backend *); // a search of representatives has begun
bool quotient_backend_check(struct quotient_backend *, size_t place, double deadline, struct result *);
bool quotient_backend_count_states(struct quotient_backend *, double deadline, mpz_t orbits, mpz_t states,
                                   struct cause *cause);
bool quotient_backend_count_states_where(struct quotient_backend *, double deadline, expr condition, mpz_t orbits,
                                         mpz_t states, struct cause *cause);
void quotient_backend_find_warnings(struct quotient_backend *, struct model_warnings *); // without a state
void quotient_backend_get_statistics(const struct quotient_backend *, struct check_statistics *,
                                     struct bdd_statistics *);

#endif
