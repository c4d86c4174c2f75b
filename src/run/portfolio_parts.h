// What the files of the portfolio share: portfolio.c makes it and asks its backends, portfolio_turns.c has them decide
// goals in turns, portfolio_count.c has them count states.
#ifndef COSET_RUN_PORTFOLIO_PARTS_H
#define COSET_RUN_PORTFOLIO_PARTS_H

#include "run/bdd_backend.h"
#include "run/explicit_backend.h"
#include "run/goals.h"
#include "run/quotient_backend.h"
#include "run/sat_backend.h"

// Of explicit search and BDDs: the turns of the round that they are in, in seconds.
struct portfolio_rounds {
    bool is_begun;
    bool is_trial;   // the first one, of turns that are short
    bool is_hopeful; // what is left may be decided without BDDs
    bool are_bdds_next;
    double states, bdds;
    double left;  // of the turn of BDDs
    double share; // of a processor that the last turn of explicit search had
};

struct portfolio {
    struct run *run;
    struct mem *mem;
    struct portfolio_setup setup;
    struct goals goals;
    struct property_instances instances;      // for the two that use symmetries
    struct property_instances fair_instances; // for who follows conditions of fairness
    bool has_fair_instances;
    struct bdd_backend bdd;
    struct explicit_backend explicit_states; // or orbits of states
    struct quotient_backend quotient;
    struct sat_backend sat;
    struct portfolio_rounds rounds;
};

bool portfolio_is_symbolic_quotient(const struct portfolio *); // and nothing else, as the job wants it
bool portfolio_is_explicit(const struct portfolio *);          // likewise

#define PORTFOLIO_EASY_SECONDS 0.5 // for what explicit search decides with little work

void portfolio_decide_in_turns(struct portfolio *);
double portfolio_end_of_turn(const struct portfolio *, double seconds);
bool portfolio_may_use_sat(const struct portfolio *);

#endif
