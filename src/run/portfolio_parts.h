// What the files of the portfolio share: portfolio.c has the backends decide goals in turns, portfolio_count.c has them
// count states.
#ifndef COSET_RUN_PORTFOLIO_PARTS_H
#define COSET_RUN_PORTFOLIO_PARTS_H

#include "run/bdd_backend.h"
#include "run/explicit_backend.h"
#include "run/goals.h"
#include "run/quotient_backend.h"
#include "run/sat_backend.h"

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
};

bool portfolio_is_symbolic_quotient(const struct portfolio *); // and nothing else, as the job wants it
bool portfolio_is_explicit(const struct portfolio *);          // likewise

#endif
