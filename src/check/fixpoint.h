// The fixpoints of CTL over a system, fair ones by Emerson and Lei (seed 004): sets of states in, sets of states out.
// All paths are infinite and fair; `fair` is the set of states from which there is one.
//
// Every function gives BDD_NONE when the engine gave up. Results belong to the current scope.
#ifndef COSET_CHECK_FIXPOINT_H
#define COSET_CHECK_FIXPOINT_H

#include "check/sets.h"
#include "check/system.h"

// Where a fixpoint is, for who watches.
struct fixpoint_stage {
    const char *phase;
    size_t iteration;
    bdd frontier, all; // what is new, and all that was found; BDD_NONE where there is no such set
    bdd state_cube;    // the variables that both are about
};

// A fixpoint backwards that was stopped goes on from what it had, if the same one is asked for again: every round of it
// is between where it begins and where it ends. All are protected, and BDD_NONE if there is none.
struct fixpoints_stopped {
    bdd through, to, reached; // fixpoint_until
    bdd within, core;         // fixpoint_fair_core
};

struct fixpoints {
    struct system *system;
    bdd care;    // only states in here matter, and this set is closed under steps; the legal states if nothing is known
    bdd fair;    // within `care`; BDD_NONE until fixpoint_find_fair
    bdd allowed; // steps that may be taken, a function over current bits and inputs: BDD_TRUE but inside of a fair core
    struct fixpoints_stopped *stopped; // NULL: they begin anew
    bdd *begun; // where a closure of the initial states that was given up begins anew: what it had found; may be NULL
    // Where a search by an abstraction from the initial states is, and the layers of it up to there; both may be NULL.
    struct cursor *cursor;
    struct sets *cursor_layers;
    void (*progress)(void *context, const struct fixpoint_stage *);
    void *context;
    uint64_t iterations;
    enum cause_code partial; // why a search may have left something out; none if none has
};

// Forwards: the layers of states by their distance from `from`, until there is no new one, or one that meets `goal`
// (which is then the last). Layers are pushed to `layers`; *reached gets their union. False when the engine gave up;
// then `layers` and *reached are as far as it got, and the same call goes on from there, unless an abstraction
// searches. Where an abstraction chooses its states on the way, that is a search of its own, once for a system: layers
// need not be distances then.
bool fixpoint_forward(struct fixpoints *, bdd from, bdd goal, struct sets *layers, bdd *reached);
// The same, by images alone: from abstract states that are known, if there is such an abstraction.
bool fixpoint_layers(struct fixpoints *, bdd from, bdd goal, struct sets *layers, bdd *reached);

// All states that can be reached from `from`, by the quickest search, or some of them among which there is one of
// `goal`; BDD_NONE when the engine gave up.
bdd fixpoint_closure(struct fixpoints *, bdd from, bdd goal);

// Backwards: states that can get to `to` through `through`; if `layers` is not NULL it gets what each round added.
bdd fixpoint_until(struct fixpoints *, bdd through, bdd to, struct sets *layers);

bool fixpoint_find_fair(struct fixpoints *);
bdd fixpoint_ex(struct fixpoints *, bdd to); // to: states on fair paths are meant
bdd fixpoint_eu(struct fixpoints *, bdd through, bdd to);
// A set in which a fair path can stay forever from each of its states, and which every fair path inside of `through`
// ends up in. Compassion: a step that asks where nothing is granted any more may be taken before, but not in it;
// `steps` (unless NULL) gets those that may, for x->allowed.
bdd fixpoint_fair_core(struct fixpoints *, bdd through, bdd *steps);
bdd fixpoint_eg(struct fixpoints *, bdd through); // forever on a fair path

// Bounded: within `low` to `high` steps (high -1: no end).
bdd fixpoint_bounded_eu(struct fixpoints *, bdd through, bdd to, int64_t low, int64_t high);
bdd fixpoint_bounded_eg(struct fixpoints *, bdd through, int64_t low, int64_t high);

#endif
