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
    bool ran_out;        // of time, in this round
    bool wants_full;     // it has no use for a reduced model
    bool cannot[2];      // by way of going through orbits: it is not decided so
    const char *lacking; // why diagrams cannot have the variables for it; NULL: they can, as far as is known
    bool is_refuted;     // some way has found that it fails, but could not build the counterexample
    double had;          // seconds, at the most
    struct result result;
};

struct engine {
    struct run *run;
    struct mem *mem;
    struct model *model;
    struct engine_setup setup;
    double deadline;                      // 0: none
    struct state_of_property *properties; // by place
    struct dependence *dependence;        // NULL if nothing is reduced
    cone_groups groups;                   // one of them is full
    bool has_lead;                        // the first group has all properties, which are in others, too
    const struct cone_group *boosted;     // a property of it had more time, for what all of it share
    size_t boosted_copies;                // a copy of this property had, likewise; SIZE_MAX: none
    struct property_instances instances;
    struct session session;
    struct enumeration enumeration;
    struct orbits orbits;
};

// ---- engine.c -------------------------------------------------------------------------------------------------------

void engine_note_try(struct engine *, size_t place); // that gave the result that it has now
void engine_finish(struct engine *, size_t place);   // its result is what it is
bool engine_is_waiting(const struct engine *, size_t place);
size_t engine_waiting(const struct engine *); // how many are
bool engine_is_over(struct engine *);         // nobody wants to know
void engine_set_aside(struct engine *);
void engine_end_lead(struct engine *);        // what ran out of time waits again
void engine_try_diagrams(struct engine *);    // all that wait, each with its part of the time
void engine_retry(struct engine *);           // with what is left of it; then only what lacks variables waits
size_t engine_lacking(const struct engine *); // how many wait, but not for diagrams

// ---- turns.c --------------------------------------------------------------------------------------------------------

bool engine_uses_orbits(const struct engine *); // and nothing else
bool engine_is_explicit(const struct engine *); // likewise

#endif
