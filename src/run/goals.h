// The goals of a portfolio: which of them wait, and what came of those that were tried. A goal is named by its index in
// the list of wanted properties.
#ifndef COSET_RUN_GOALS_H
#define COSET_RUN_GOALS_H

#include "run/portfolio.h"

struct goal {
    bool is_done;         // it is decided, or nobody asks for it
    bool ran_out;         // of time, in this round: it waits for the next one
    bool is_refuted;      // somebody has found that it fails, but could not build the counterexample
    struct method tried;  // the last quotient whose time or memory ran out; BACKEND_NONE if there was none
    struct result result; // of the last try
};

struct goals {
    struct run *run;
    const struct portfolio_setup *setup;
    size_t count;
    struct goal *at;
};

void goals_open(struct goals *, struct run *, const struct portfolio_setup *); // which outlives them
void goals_close(struct goals *);
void goals_ask_again(struct goals *); // for all of them, as if nothing were known

void goals_settle_known(struct goals *); // what the front end knows needs no backend
bool goals_is_waiting(const struct goals *, size_t goal);
size_t goals_waiting(const struct goals *);
size_t goals_out_of_time(const struct goals *);
bool goals_are_over(const struct goals *); // nobody wants to know more

void goals_note_try(struct goals *, size_t goal);     // that gave the result that it has now
void goals_note_refuted(struct goals *, size_t goal); // before there is a counterexample; setup->refuted is told
void goals_finish(struct goals *, size_t goal);       // its result is what it is
void goals_finish_all(struct goals *);                // what nobody has begun with has no reason of its own
void goals_begin_round(struct goals *);               // what ran out of time waits again
// Undecided, for a cause: the goal waits with that, or is done with it.
void goals_leave(struct goals *, size_t goal, struct cause);
void goals_give_up(struct goals *, size_t goal, struct cause);
// The goal is done with a result that was found elsewhere, whose trace is taken over.
void goals_take(struct goals *, size_t goal, const struct result *);

// Decides goals that wait one after the other, but for those that cannot be decided so, which is noted there, by goal.
// `check` says whether another try makes sense. False if it makes none for any of them.
bool goals_decide_each(struct goals *, bool *cannot,
                       bool (*check)(void *backend, size_t goal, double deadline, struct result *), void *backend,
                       double deadline);

// While others are being decided so: this goal is found to fail. It is decided now, if it waits and can be. Says
// whether to go on with the others.
bool goals_decide_now(struct goals *, size_t goal,
                      bool (*check)(void *backend, size_t goal, double deadline, struct result *), void *backend,
                      double deadline);

#endif
