// What makes verdicts mean less than one may think: a transition relation that is not total, no initial states, no fair
// states, of which NuSMV warns, too; and start states that are left out. Every engine fills it, report/warning_text.c
// puts it into words.
#ifndef COSET_TRACE_WARNINGS_H
#define COSET_TRACE_WARNINGS_H

#include "model/model.h"

struct model_warnings {
    bool known; // whether every reachable state has a successor; false: it could not be found out within the limits
    bool no_initial_state, not_total;
    bool no_start_left;             // there is no initial state since starts go wrong
    const char *start_error;        // what goes wrong in a start, and no property tells that; the model's, or NULL
    bool fair_known, no_fair_state; // fair states are known when some property needed them
    const value *deadlock; // a reachable state without a successor, of whoever filled this; NULL if none is known
    const bool *is_shown;  // for each cell, whether its value in that state matters and is known; NULL: each one's is
};

// What a part of the work has found besides, but for the state, which has an owner.
static inline void model_warnings_add(struct model_warnings *all, const struct model_warnings *more)
{
    all->known |= more->known;
    all->no_initial_state |= more->no_initial_state;
    all->no_start_left |= more->no_start_left;
    all->start_error = all->start_error ? all->start_error : more->start_error;
    all->not_total |= more->not_total;
    all->fair_known |= more->fair_known;
    all->no_fair_state |= more->no_fair_state;
}

// What is known of starts without a search: those that go wrong lead to no state. `asked` are properties of the model.
void model_warnings_of_starts(struct model_warnings *, const struct model *, const size_t *asked, size_t count);
// The same, and whether any start is one of the model's, which what is assumed may leave none of.
void model_warnings_of_all_starts(struct model_warnings *, const struct model *, const size_t *asked, size_t count,
                                  struct mem *);

#endif
