// A trace that grows step by step, by chance or as somebody chooses. It is always a trace of the model, whatever the
// choices were shown as: with a map of orbits, one successor of each orbit is offered, and that one is taken.
#ifndef COSET_EXPLORE_SIMULATION_H
#define COSET_EXPLORE_SIMULATION_H

#include "explore/explorer.h"
#include "trace/trace.h"

struct simulation {
    const struct model *model;
    struct explorer *explorer;
    struct mem *mem;
    struct trace trace;     // may be empty
    struct choices choices; // what can come next, once simulation_look was called
    size_t properties;      // so many of the model's, its first ones, are remarked on; all of them unless it is changed
};

// The explorer outlives it.
void simulation_open(struct simulation *, const struct model *, struct explorer *, struct mem *);
void simulation_close(struct simulation *);

// Fills `choices`: with initial states while the trace is empty, else with successors of its last state. Of too many,
// `sample` are picked.
void simulation_look(struct simulation *, size_t sample);
// Why there are none.
enum explore_end simulation_why_none(struct simulation *);

void simulation_take(struct simulation *, size_t choice); // of those that were looked at
void simulation_undo(struct simulation *);                // takes the last state away; there is one
// Begins anew with a copy of a trace of the model, or with nothing. A loop is left out.
void simulation_load(struct simulation *, const struct trace *);

// So many states by chance. Gives how many there were; if fewer, *end says why.
size_t simulation_run(struct simulation *, size_t states, enum explore_end *end);

// ---- Remarks --------------------------------------------------------------------------------------------------------

// What is worth knowing of a state: invariants that it violates, and what goes wrong in it. The visitor gets a text
// for each, good until it returns.
typedef void (*remark_visit)(void *context, const char *text);
void simulation_remark(struct simulation *, const value *state, remark_visit, void *context);

#endif
