// What the files of the engine share: engine.c shares out groups of properties and time, turns.c has the engines take
// turns.
#ifndef COSET_RUN_PORTFOLIO_PARTS_H
#define COSET_RUN_PORTFOLIO_PARTS_H

#include "run/bdd_backend.h"
#include "run/explicit_backend.h"
#include "run/portfolio.h"
#include "run/quotient_backend.h"

// Without symmetries each state is an orbit, and there are no sets of representatives.
enum orbit_way { ONE_BY_ONE, AS_SETS };

struct state_of_property {
    bool is_done;
    bool ran_out;         // of time, in this round
    bool wants_full;      // it has no use for a reduced model
    bool cannot[2];       // by way of going through orbits: it is not decided so
    struct cause lacking; // why diagrams cannot have the variables for it; none: they can, as far as is known
    bool is_refuted;      // some way has found that it fails, but could not build the counterexample
    double had;           // seconds, at the most
    struct result result;
};

struct portfolio {
    struct run *run;
    struct mem *mem;
    struct model *model;
    struct portfolio_setup setup;
    double deadline;                      // 0: none
    struct state_of_property *properties; // by place
    struct dependence *dependence;        // NULL if nothing is reduced
    cone_groups groups;                   // one of them is full
    bool has_lead;                        // the first group has all properties, which are in others, too
    const struct cone_group *boosted;     // a property of it had more time, for what all of it share
    size_t boosted_copies;                // a copy of this property had, likewise; SIZE_MAX: none
    struct property_instances instances;
    struct bdd_backend bdd;
    struct explicit_backend explicit_states;
    struct quotient_backend orbits;
};

// ---- engine.c -------------------------------------------------------------------------------------------------------

void portfolio_note_try(struct portfolio *, size_t place); // that gave the result that it has now
void portfolio_finish(struct portfolio *, size_t place);   // its result is what it is
bool portfolio_is_waiting(const struct portfolio *, size_t place);
size_t portfolio_waiting(const struct portfolio *); // how many are
bool portfolio_is_over(struct portfolio *);         // nobody wants to know
void portfolio_set_aside(struct portfolio *);
void portfolio_end_lead(struct portfolio *);        // what ran out of time waits again
void portfolio_try_diagrams(struct portfolio *);    // all that wait, each with its part of the time
void portfolio_retry(struct portfolio *);           // with what is left of it; then only what lacks variables waits
size_t portfolio_lacking(const struct portfolio *); // how many wait, but not for diagrams

// ---- turns.c --------------------------------------------------------------------------------------------------------

bool portfolio_uses_orbits(const struct portfolio *); // and nothing else
bool portfolio_is_explicit(const struct portfolio *); // likewise

#endif
