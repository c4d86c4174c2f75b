// Deciding properties of one model: by which backend, and for how long. Verdicts do not come in the order of the
// properties: those that depend on about the same variables are decided one after the other (bdd_schedule.c).
//
// A time limit is shared: each property may take its part of what is left, and what runs out of it gets another chance
// when all others had theirs, if there is more time left than it had.
#ifndef COSET_RUN_PORTFOLIO_H
#define COSET_RUN_PORTFOLIO_H

#include "group/symmetry.h"
#include "reduce/counter/counter.h"
#include "run/backend.h"
#include "run/input.h"

struct portfolio_setup {
    const struct job *job;
    struct model *model;
    bool values_are_proved;                   // of the model: see input.h
    bool is_circuit;                          // of gates or words, as its file has them
    const struct symmetry *symmetry;          // that quotients are made by; NULL: none
    struct property_instances *instances;     // of what is wanted, which become its own; NULL: it finds them
    const struct counter_reduction *counters; // that the model is one of; NULL: it is none
    bool are_counters;                        // of several reductions: what is so of counters is so of the model
    const struct explicit_member
        *members; // whose rules make the steps of explicit search, where it is a family's; or NULL
    size_t member_count;
    struct native_backend *native; // explicit search by the tree that the model is made of, in its place; or NULL
    const size_t *wanted;          // properties of the model
    size_t wanted_count;
    const bool *is_known;     // by goal index: decided before, and not asked for again; NULL: none. For a strategy only
    const char *const *order; // names of variables from the top, ended by NULL; NULL: none is given
    double started, deadline; // when time began to count, and when it is over (0: never)
    bool is_reduced;          // properties may be checked without the variables that they do not depend on
    bool counts_states;       // the reachable states are to be counted
    bool is_hard;             // explicit search with little work has not been enough for something smaller
    bool is_share;            // of the properties of a run: those that follow from others were left out
    bool is_lasting;          // there will be further questions about what is wanted: see strategy_ask_again
    // A property is decided, or it is certain that it will not be. The result's trace is the receiver's. `goal_index`
    // is that of the property in `wanted`.
    void (*decided)(void *context, size_t goal_index, struct result *);
    // A property is known to fail before its counterexample is built, which may take more time and memory than there
    // is. It is decided later, or given up; whoever is told so here then knows better. NULL: nobody is. For a
    // strategy only.
    void (*refuted)(void *context, size_t goal_index);
    bool (*is_pointless)(void *context);                   // nobody waits for more results
    bool (*wants_trace)(void *context, size_t goal_index); // if it fails, a trace is to show it; NULL: always
    // Which property it is a copy of, for one of several sizes; NULL: of none. The first copy has time for all of them.
    size_t (*copied)(void *context, size_t goal_index);
    // Methods that the portfolio does not know of have a turn of so many seconds among its own, or none yet (0); it
    // forgets what they decide (portfolio_forget). Gives whether more time may help them. NULL: there are none. For a
    // strategy only.
    bool (*let_others_work)(void *context, double seconds);
    void *context;
};

struct portfolio;

// The same questions, or some of them, about a model that stands for another one: what was said of the variables and
// values of that one is left out, and nobody is told of failures before they are decided. Who receives the results is
// for the caller to say.
struct portfolio_setup portfolio_setup_of(const struct portfolio_setup *, struct model *, const struct symmetry *,
                                          const size_t *wanted, size_t wanted_count);

// All that is given outlives it.
struct portfolio *portfolio_new(struct run *, const struct portfolio_setup *);
void portfolio_free(struct portfolio *);

void portfolio_decide_all(struct portfolio *);
// What explicit search decides with little work, in so many seconds at the most. portfolio_decide_all goes on from
// there.
void portfolio_decide_easy(struct portfolio *, double seconds);
// Somebody else has decided this one, or nobody asks for it.
void portfolio_forget(struct portfolio *, size_t goal_index);
// As if nothing had been asked yet; but searches go on from where they are.
void portfolio_ask_again(struct portfolio *, double started, double deadline);
void portfolio_set_deadline(struct portfolio *, double deadline); // for what else is asked for, below

// Whether a symbolic quotient is worth a try, if nobody has chosen.
bool portfolio_is_large_group(const struct symmetry *);

// The number of reachable states, if they were to be counted; false, and a cause, when it could not be found. Without
// symmetries and counters, or where these were of no use, there are as many orbits.
bool portfolio_count_states(struct portfolio *, mpz_t orbits, mpz_t states, struct cause *cause);

// Of them, how many satisfy a condition of the model; only without symmetries and counters.
bool portfolio_count_states_where(struct portfolio *, expr condition, mpz_t states, struct cause *cause);
// Likewise for a portfolio that searches orbits only, symbolic or explicit, and for each member of a family, whose
// states are those of a condition: `known` says of which the numbers were found, and `cause` why not of the others.
void portfolio_count_members(struct portfolio *, const expr *conditions, size_t count, mpz_t *orbits, mpz_t *states,
                             bool *known, struct cause *cause);

// For what was checked; if that is nothing, for the model. Whether the transition relation is total is not worth much
// more time than the properties took.
const struct model_warnings *portfolio_warnings(struct portfolio *);

// Explicit search is shared by ranks, who know it by a number; and a rank that serves makes that of a group.
void portfolio_share(struct portfolio *, uint32_t number);
void portfolio_open_shared(struct portfolio *, uint32_t group);

void portfolio_get_statistics(struct portfolio *, struct backend_statistics *);
// The same of what has been searched: nothing is made for it.
void portfolio_add_statistics(struct portfolio *, struct backend_statistics *);
uint64_t portfolio_steps(const struct portfolio *); // that its explicit-state searches have made so far

// The order of all variables, from the top; only where nothing is reduced.
const cell_id *portfolio_order(struct portfolio *, size_t *count);

#endif
