// Decision diagrams of representatives: one checker at a time, for one of the groups that properties leave.
#ifndef COSET_RUN_QUOTIENT_BACKEND_H
#define COSET_RUN_QUOTIENT_BACKEND_H

#include "orbit/quotient.h"
#include "reduce/instances/instances.h"
#include "run/backend.h"
#include "run/checker_watch.h"
#include "run/run.h"

struct quotient_backend {
    struct backend base;
    struct run *run;
    const struct job *job;
    struct model *model;
    struct property_instances *instances;      // whose groups keep conditions of fairness
    struct property_instances *fair_instances; // whose groups may take them to each other; NULL: there are no others
    enum quotient_search search;
    size_t goal_count;
    struct checker_watch watch;
    bool (*wants_trace)(void *context, size_t goal_index); // as of an engine
    void *context;
    bool *cannot;   // by goal: it is not decided so
    bool all_first; // all representatives are searched for before properties are looked at

    // The group that is open.
    size_t group;    // SIZE_MAX: none
    bool is_of_fair; // it is one of fair_instances
    struct abstraction *abstraction;
    struct checker *checker;

    struct model_warnings warnings;     // of all that were closed
    struct check_statistics statistics; // of the last one that was closed
    struct bdd_statistics diagrams;
};

void quotient_backend_open(struct quotient_backend *, struct run *, const struct job *, struct model *,
                           struct property_instances *, enum quotient_search, size_t goal_count);
void quotient_backend_ask_again(struct quotient_backend *); // what it could not decide is tried again

bool quotient_backend_count_states_where(struct quotient_backend *, double deadline, expr condition, mpz_t orbits,
                                         mpz_t states, struct cause *);

#endif
