// Deciding properties on a model of counters (reduce/counter/counter.h). Local states that hardly any trace gets to
// have no counters at first: whether that is right is one more property, and before it is known to hold nothing else
// is.
#ifndef COSET_RUN_COUNTER_BACKEND_H
#define COSET_RUN_COUNTER_BACKEND_H

#include "reduce/architecture/architecture.h"
#include "run/goals.h"

struct pending_result {
    size_t goal_index;
    struct result result;
};

struct counter_backend {
    struct backend base;
    struct run *run;
    struct mem *mem;
    struct input *input;
    struct model *per_orbit;             // that is counted; NULL: there is none
    struct architecture *architecture;   // that it comes from, whose traces become the model's; NULL: from none
    const struct portfolio_setup *setup; // of what is to be decided, but for its model

    struct counter_reduction *counters; // NULL: not used
    struct cause refusal;               // then why; none: nobody has tried
    struct portfolio *engine;           // on the model of counters
    ARRAY(size_t) goal_indices; // in setup->wanted, of what the engine decides; REDUCTION_OWN: are counters missing?
    ARRAY(size_t) properties;   // and their numbers in the model of counters
    bool is_complete;           // no counter is missing
    bool lacks_counters;        // one is
    ARRAY(struct pending_result) pending; // what is so if none is
    struct goals *goals;                  // while they are decided
};

// A goal that it leaves waits with the cause: where nobody else is asked, it is undecided for that. Without a cause, it
// fails, and a trace of the model is wanted from others. What the setup says of results is for the goals. Further calls
// go on from where the last one ended, if the setup is a lasting one.
void counter_backend_open(struct counter_backend *, struct run *, struct input *, const struct portfolio_setup *);

bool counter_backend_knows_states(const struct counter_backend *); // no counter is missing in what was searched

// The layers between a model and its counters. What is counted is the symmetrised model, or the model per orbit; of
// that, traces become those of the model with all instances if it is there, and else whoever judges them sees to it.
void counter_backend_stack(struct reduction_stack *, const struct input *, struct architecture *,
                           struct model *per_orbit, struct counter_reduction *, struct mem *);

#endif
