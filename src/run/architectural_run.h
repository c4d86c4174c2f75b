// Deciding properties by architectural symmetry (reduce/architecture/architecture.h): the symmetrised model is counted,
// and what it does not decide is left to other methods.
#ifndef COSET_RUN_ARCHITECTURAL_RUN_H
#define COSET_RUN_ARCHITECTURAL_RUN_H

#include "reduce/architecture/architecture.h"
#include "run/counter_backend.h"

struct architectural {
    struct run *run;
    struct mem *mem;
    struct input *input;
    const struct portfolio_setup *setup; // of what is to be decided
    struct portfolio_setup own;          // the same, for the model of counters: results pass through here
    bool is_optional;    // nobody asked for it: it is used where the rules show it, and counters suffice
    struct model *model; // with the classes; NULL: the input's
    struct architecture_options options;
    struct architecture *architecture; // NULL: there is no such symmetry
    struct str refusal;                // then why
    struct str assumption;
    const char *assumptions[1];

    // Where components cannot be counted: the symmetrised model with all its actions.
    struct model *full;
    struct symmetry *symmetry; // of that
    struct portfolio *engine;
    ARRAY(size_t) goal_indices, properties; // that the engine decides
    struct counter_backend *counting;
};

void architectural_open(struct architectural *, struct run *, struct input *, const struct portfolio_setup *);
void architectural_close(struct architectural *);

// Decides by counters, or else by orbits of the symmetrised model. Gives results to setup->decided; what is left is in
// `counting->left` then. `is_done`, by goal index, becomes true for what is not decided by counters at all, and is
// left, too.
void architectural_decide(struct architectural *, struct counter_backend *, bool *is_done);

// How long to look for such a symmetry, and on how many states, if there are so many seconds for all work (0: no
// limit).
struct architecture_options architectural_options(struct run *, double seconds);

// What was found out, for people: "shown from the rules".
const char *architectural_text(const struct architectural *);

#endif
