// BDDs. There is one checker at a time: for a group of goals that depend on about the same variables, on a model with
// these. What is learned of the model by the way (deadlocks, statistics, the number of states) is kept when another
// group takes its place. Which goal comes when, and how much of the time it gets, is up to bdd_schedule.c.
#ifndef COSET_RUN_BDD_BACKEND_H
#define COSET_RUN_BDD_BACKEND_H

#include "run/checker_watch.h"
#include "run/cone_groups.h"
#include "run/goals.h"

struct bdd_goal {
    bool wants_full;      // it has no use for a reduced model
    struct cause lacking; // why BDDs cannot have the variables or the memory for it; none: they can, as far as is known
    double had;           // seconds, at the most
};

struct bdd_backend {
    struct backend base;
    struct run *run;
    struct checker_watch watch;
    struct mem *mem;
    struct model *model; // the full one
    const struct portfolio_setup *setup;
    double deadline; // of all work; 0: none

    // The schedule.
    struct dependence *dependence;    // NULL if nothing is reduced
    cone_groups groups;               // one of them is full
    bool has_lead;                    // the first group has all goals, which are in others, too
    const struct cone_group *boosted; // a goal of it had more time, for what all of it share
    size_t boosted_copies;            // a copy of this goal had, likewise; SIZE_MAX: none
    struct bdd_goal *goals;
    struct goals *asked; // in this turn
    double until;        // when it ends; 0: never

    // The group that is open.
    const struct cone_group *group; // NULL: none
    struct cone cone;
    struct model *smaller;        // in fewer variables, where the diagrams would have too many; NULL: as it is
    struct reduction_stack stack; // these two, if they are there
    struct checker *checker;
    size_t *number;          // by goal: the property of the checker's model, or SIZE_MAX
    double opened, building; // when, and how long building it took
    bool is_stale;           // a new one would be better

    struct model_warnings warnings;
    value *deadlock;
    bool *is_shown;
    struct backend_statistics statistics;
    mpz_t states;
    bool states_are_known;
};

// What is given outlives it.
void bdd_backend_open(struct bdd_backend *, struct run *, const struct portfolio_setup *);
void bdd_backend_ask_again(struct bdd_backend *, double deadline);

// Tries those that ran out of time again, with what is left of it. Then only those wait that lack variables or memory.
void bdd_backend_retry(struct bdd_backend *, struct goals *, double deadline);
size_t bdd_backend_lacking(const struct bdd_backend *, const struct goals *); // how many wait, but not for BDDs
// Whether one of them lacks memory; the checker that is open is closed then, so that others have it.
bool bdd_backend_gives_way(struct bdd_backend *, const struct goals *);

void bdd_backend_use_full(struct bdd_backend *, double deadline); // opens the group of all variables
bool bdd_backend_count_states_where(struct bdd_backend *, expr condition, mpz_t count, struct cause *);
// The states that those of a model of counters stand for.
bool bdd_backend_sum_weights(struct bdd_backend *, const struct counter_reduction *, mpz_t sum, struct cause *);
// What somebody else has found, in a state of all variables.
void bdd_backend_note_warnings(struct bdd_backend *, const struct model_warnings *);

// ---- For the schedule -----------------------------------------------------------------------------------------------

void bdd_schedule_open(struct bdd_backend *);
void bdd_schedule_close(struct bdd_backend *);
void bdd_schedule_ask_again(struct bdd_backend *);
bool bdd_schedule_decide(struct bdd_backend *, struct goals *, double deadline); // backend_decide
struct cone_group *bdd_schedule_full_group(struct bdd_backend *);

// Makes a group the one that is open, and builds its checker if need be, until the deadline at the latest (0: none),
// which is then that of the checker.
void bdd_backend_use(struct bdd_backend *, const struct cone_group *, double deadline);
// Whether the open group is this one, and knows the reachable states.
bool bdd_backend_knows_reachable(const struct bdd_backend *, const struct cone_group *);
// Whether BDDs can do nothing for the goal that was checked last, or for the group, for want of variables.
bool bdd_backend_lacks_variables(const struct bdd_backend *);
void bdd_backend_release(struct bdd_backend *); // closes the group that is open, and asks nothing more of it
// Checks a goal, which the open group must have the variables for. The result is about the full model. False if there
// is a counterexample that is too long for the full model.
bool bdd_backend_check(struct bdd_backend *, size_t goal, struct result *);

#endif
