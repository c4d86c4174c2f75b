// Deciding properties by architectural symmetry (reduce/architecture/architecture.h): the symmetrised model is counted,
// or else its orbits are searched, and what that does not decide is left to other methods.
#ifndef COSET_RUN_ARCHITECTURE_BACKEND_H
#define COSET_RUN_ARCHITECTURE_BACKEND_H

#include "reduce/architecture/architecture.h"
#include "run/counter_backend.h"

struct architecture_backend {
    struct backend base;
    struct run *run;
    struct mem *mem;
    struct input *input;
    const struct portfolio_setup *setup; // of what is to be decided
    struct portfolio_setup own;          // the same, for the model of counters: results pass through here
    bool is_optional;    // nobody asked for it: it is used where the rules show it, and counters suffice
    struct model *model; // with the classes; NULL: the input's
    struct architecture_options options;
    struct architecture *architecture; // NULL: there is no such symmetry
    struct cause refusal;              // then why; none: nobody has tried
    struct arena causes;               // what it points at
    struct str assumption;
    const char *assumptions[1];
    struct counter_backend counting; // of the symmetrised model

    // Some properties name elements: the permutations that leave these alone decide them, one set after the other.
    struct architecture *deciding; // whose verdicts come in
    bool *has_named;               // by goal index
    struct str named;              // what these permutations are of, for people
    struct backend_statistics statistics;

    // Where components cannot be counted: the symmetrised model with all its actions.
    struct model *full;
    struct symmetry *symmetry; // of that
    struct portfolio *engine;
    ARRAY(size_t) goal_indices, properties; // that the engine decides
    struct goals *goals;                    // while they are decided
};

// All that is given outlives it. It decides once.
void architecture_backend_open(struct architecture_backend *, struct run *, struct input *,
                               const struct portfolio_setup *);

bool architecture_backend_knows_states(const struct architecture_backend *); // those of the model, by counters

// How long to look for such a symmetry, and on how many states, if there are so many seconds for all work (0: no
// limit).
struct architecture_options architecture_backend_options(struct run *, double seconds);

// What was found out, for people: "shown from the rules".
const char *architecture_backend_text(const struct architecture_backend *);

#endif
