// The graph of all reachable states: its steps in both directions, and the states on fair paths.
//
// Sets of states are arrays of bool, one for each state. All memory is from the engine's `bulk`; what gives NULL or
// false has found no more, or was told to stop.
#ifndef COSET_EXPLICIT_REACHABLE_GRAPH_H
#define COSET_EXPLICIT_REACHABLE_GRAPH_H

#include "explicit/engine.h"

// The neighbours of state s are to[begin[s]] .. to[begin[s + 1] - 1].
struct edges {
    uint64_t *begin;
    uint32_t *to;
    uint64_t count, capacity;
    uint32_t *label; // of each step (fair_threads.h); NULL where the graph has no threads
};

#define GRAPH_SHARED 4
struct shared_states {
    formula formula;
    bool *states; // where it holds; NULL: nothing was asked
};

struct fair_threads;

struct graph {
    struct explicit_engine *engine;
    struct fair_threads *threads; // NULL: each fairness condition stays what it is along a path
    struct mem *mem;
    uint32_t count; // states
    struct edges forward, backward;
    bool **justice; // by condition: where it holds
    bool *(*compassion)[2];
    bool *fair; // on an infinite fair path
    // In a family: what was asked of the last member, and may be asked of the next one, too: a property, and what it is
    // checked for vacuity with.
    struct shared_states shared[GRAPH_SHARED];
    size_t next_shared; // which is the oldest
};

// Once the search is complete. NULL if there is no memory.
struct graph *graph_new(struct explicit_engine *);
void graph_free(struct graph *);
void graph_forget(struct graph *); // what was asked of the last member

bool *graph_new_set(struct graph *, bool all);
void graph_free_set(struct graph *, bool *);
bool *graph_condition(struct graph *, expr);         // where a condition over states holds
bool *graph_initial_condition(struct graph *, expr); // the same, looked at in initial states only; these are the first

// Adds to the set all states of `through` (NULL: of all) from which it can be reached through such states.
bool graph_grow_back(struct graph *, const bool *through, bool *set);

// The states from which a fair path stays within a set.
bool *graph_fair_within(struct graph *, const bool *within);

// The fair components within a set: the states of one can all reach each other within it, and it has what fairness asks
// for. By state: the number of its component, from 1 on, or 0.
uint32_t *graph_fair_components(struct graph *, const bool *within);
void graph_free_components(struct graph *, uint32_t *);

#endif
