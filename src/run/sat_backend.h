// The SAT engines (sat/sat.h), for those properties that ask for reachable states. The engine is made when it is first
// used, and goes on from where it stopped when it is used again.
#ifndef COSET_RUN_SAT_BACKEND_H
#define COSET_RUN_SAT_BACKEND_H

#include "run/backend.h"
#include "run/run.h"
#include "sat/sat.h"

struct sat_backend {
    struct backend base;
    struct run *run;
    const struct job *job;
    struct model *model;
    const size_t *wanted; // properties, by goal
    size_t goal_count;
    struct sat_engine *engine; // NULL until it is used
    bool *cannot;              // by goal: it is not decided so
};

void sat_backend_open(struct sat_backend *, struct run *, const struct job *, struct model *, const size_t *wanted,
                      size_t goal_count);
// Only what these engines take is asked of it; else the others are undecided, with that cause.
void sat_backend_leave_others(struct sat_backend *);
void sat_backend_ask_again(struct sat_backend *); // what it could not decide is tried again

#endif
