// Decision diagrams of representatives: one checker at a time, for one of the groups that properties leave.
#ifndef COSET_RUN_QUOTIENT_BACKEND_H
#define COSET_RUN_QUOTIENT_BACKEND_H

#include <gmp.h>

#include "check/check.h"
#include "orbit/quotient.h"
#include "reduce/instances.h"
#include "run/run.h"

struct orbits {
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
    struct reduction *reduction;
    struct checker *checker;

    struct model_warnings warnings;     // of all that were closed
    struct check_statistics statistics; // of the last one that was closed
    struct bdd_statistics diagrams;
};

void orbits_open(struct orbits *, struct run *, const struct job *, struct model *, struct property_instances *,
                 enum quotient_search);
void orbits_close(struct orbits *);

// As for an enumeration.
bool orbits_are_used(const struct orbits *); // a search of representatives has begun
bool orbits_check(struct orbits *, size_t place, double deadline, struct result *);
bool orbits_count_states(struct orbits *, double deadline, mpz_t orbits, mpz_t states, const char **reason);
bool orbits_count_states_where(struct orbits *, double deadline, expr condition, mpz_t orbits, mpz_t states,
                               const char **reason);
void orbits_find_warnings(struct orbits *, struct model_warnings *); // without a state
void orbits_get_statistics(const struct orbits *, struct check_statistics *, struct bdd_statistics *);

#endif
