// A trace under construction: its states as sets of one, and what the inputs of each step have to satisfy.
#ifndef COSET_CHECK_PATH_H
#define COSET_CHECK_PATH_H

#include "check/fixpoint.h"
#include "trace/trace.h"

struct path {
    struct fixpoints *x;
    struct system *s;
    bdd_manager *m;
    struct sets states, by; // by.at[i]: of the step from state i
    size_t loop;
    bool failed; // the engine gave up; nothing more is done
};

void path_open(struct path *, struct fixpoints *);
void path_close(struct path *);

static inline bdd path_here(const struct path *r)
{
    return r->states.at[r->states.count - 1];
}

// Successors of the present state by steps that satisfy `by`.
bdd path_successors(struct path *, bdd by);

// Goes to some state of the set by a step that satisfies `by`; the first state is taken without a step.
void path_to_one_of(struct path *, bdd set, bdd by);

// Goes the shortest way to a state of `to` through states of `through` (to which the present one belongs); no step if
// it is there already.
void path_to(struct path *, bdd through, bdd to);

// A fair lasso inside of `through`, where there is one from here.
void path_lasso(struct path *, bdd through);

// Tries to close a loop by at most so many steps, where all paths are fair; leaves the path without one else.
void path_wander(struct path *, size_t most);

// Goes on with the states of a trace of an extended system, which begins in the present state.
void path_follow(struct path *, struct path *extended, bdd extension);

// Writes the states down, with inputs for each step. False when the engine gave up.
bool path_write(struct path *, struct trace *);

#endif
