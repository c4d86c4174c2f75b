// The explicit engine, for those properties that it decides: one search for each group of symmetries that they leave.
// A search is made when it is first used, and goes on from where it stopped when it is used again.
#ifndef COSET_RUN_EXPLICIT_BACKEND_H
#define COSET_RUN_EXPLICIT_BACKEND_H

#include "reduce/counter/counter.h"
#include "reduce/instances/instances.h"
#include "run/backend.h"
#include "run/run.h"

// For which model and group fairness conditions are moved.
struct fairness_action {
    struct model *model;
    const struct symmetry *symmetry;
};

struct explicit_backend {
    struct backend base;
    struct run *run;
    const struct job *job;
    struct model *model;
    struct property_instances *instances;
    const struct counter_reduction *counters; // that the model is one of; NULL: it is none
    struct explicit_engine **engines;         // by group; NULL until it is used
    struct explicit_engine **alone;           // likewise, where other processes search with those, for what needs one
    uint32_t shared_as;                       // 1 more than the number by which all ranks know it; 0: they do not
    struct fairness_action *actions;          // by group
    const struct explicit_member *members;    // see explicit.h; NULL: none
    size_t member_count;
    const struct explicit_steps *steps; // who makes the steps in place of the model; NULL: nobody does
    size_t goal_count;
    bool *cannot;         // by goal: it is not decided so
    size_t looks;         // how often searches may still ask whether to stop, plus 1; 0: as often as they like
    size_t looks_granted; // when it began
    double easy_until;    // by the clock of the processor, while looks are counted
    // While goals are being decided: told of one that is found to fail in a search for another, which then says
    // whether to go on. NULL: nobody is.
    bool (*failed)(void *context, size_t goal);
    void *context;
    struct goals *asked; // by decide of this backend
    double deadline;     // of that
};

void explicit_backend_open(struct explicit_backend *, struct run *, const struct job *, struct model *,
                           struct property_instances *, const struct counter_reduction *, size_t goal_count);
// Decides a goal, which is one of the instances; says whether another try makes sense.
bool explicit_backend_check(struct explicit_backend *, size_t goal, double deadline, struct result *);
// Of a rank that serves: makes the search of a group, which rank 0 has made.
void explicit_backend_open_shared(struct explicit_backend *, uint32_t group);
void explicit_backend_ask_again(struct explicit_backend *); // what it could not decide is tried again

// What it decides with little work: so many looks at the clock, each after so many states, so many seconds of the
// processor, and until the end at the latest (0: never). Nothing is noted of those that are left.
void explicit_backend_decide_easy(struct explicit_backend *, struct goals *, size_t looks, double seconds, double end);
double explicit_backend_begin_easy(struct explicit_backend *, size_t looks, double seconds, double end); // a deadline

// How long its searches took, and will still take, if that can be told: negative if not (explicit.h).
double explicit_backend_seconds(const struct explicit_backend *);
double explicit_backend_seconds_left(const struct explicit_backend *);

bool explicit_backend_has_searched(const struct explicit_backend *); // in this run
// For coverage: says how many states there are, whether these are all that there are, and whether they stand for
// orbits. If `only_known`, nothing is searched for it. Then has them looked at, packed; false if that was given up.
struct rule_coverage;
void explicit_backend_find_covered(struct explicit_backend *, double deadline, bool only_known, struct rule_coverage *);
bool explicit_backend_each_packed(struct explicit_backend *, double deadline,
                                  bool (*receive)(void *context, const uint64_t *state), void *context);
// As backend_count; but if `only_known`, nothing is searched for it.
bool explicit_backend_count(struct explicit_backend *, double deadline, bool only_known, mpz_t orbits, mpz_t states,
                            struct cause *);
// Likewise: how many states satisfy a condition, where there are no symmetries.
bool explicit_backend_count_states_where(struct explicit_backend *, double deadline, bool only_known, expr condition,
                                         mpz_t states, struct cause *cause);
// The number of orbits and of states of each member: see explicit.h.
bool explicit_backend_count_members(struct explicit_backend *, double deadline, mpz_t *orbits, mpz_t *states,
                                    bool *known, struct cause *cause);

#endif
