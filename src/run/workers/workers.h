// Working in several processes. Each is a copy of this one, made when the models have been read, and decides a share of
// the properties; what it finds comes back through a pipe. This process decides nothing: it hands out, listens, and
// gives results to who waits for them, as an engine does.
//
// A process that dies takes with it only what it was about: the rest of its share is handed out again, each by itself,
// and what dies once more is undecided. The processes never outlive this one.
#ifndef COSET_RUN_WORKERS_WORKERS_H
#define COSET_RUN_WORKERS_WORKERS_H

#include "run/portfolio.h"
#include "run/wire.h"
#include "run/workers/shares.h"

struct assignment;

struct workers_work {
    const struct portfolio_setup *setup; // of all that is wanted
    // Places of one number stay together when a share is taken apart; NULL: each is by itself.
    size_t (*group_of)(void *context, size_t goal_index);
    // Which model a goal's property is one of.
    struct input *(*input_of)(void *context, size_t goal_index); // NULL: `model` it is
    struct model *model;

    // In a process of its own: has a share decided, with a setup that knows all the rest for known, and adds what else
    // is to be told.
    void (*run)(void *context, const struct assignment *, const struct portfolio_setup *share, struct str *told);
    // There, too: that a goal is decided, before the result is told; NULL: nobody asks.
    void (*note)(void *context, size_t goal_index, const struct result *);
    // In this one: what a process has told at its end. False if that is nonsense.
    bool (*hear)(void *context, const struct share *, struct wire_reader *);
    // ... and that a process has died that was about nothing else but what is to be told; NULL: nobody asks.
    void (*lack)(void *context, const struct share *, struct cause cause);
    void *context;

    bool counts_states, wants_order; // some process is to find these out
    bool is_time_divided;            // else each process has all that is left
    bool has_own_searches;           // each share has: when all of it is decided, nobody needs them any more
    struct arena *texts;             // for texts of results
};

// Works all shares off; they are gone then. Gives the most memory that all processes held at once, as far as is known.
size_t workers_decide_all(struct run *, const struct workers_work *, share_array *);

#endif
