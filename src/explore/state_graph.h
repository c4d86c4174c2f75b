// The states that a model can reach and the steps between them, as a graph; or their orbits. As much of it as is
// wanted.
#ifndef COSET_EXPLORE_STATE_GRAPH_H
#define COSET_EXPLORE_STATE_GRAPH_H

#include "explore/explorer.h"

struct state_graph_edge {
    uint32_t from, to; // to: STATE_GRAPH_LEFT_OUT if the state is not in the graph any more
    uint32_t action;
    size_t inputs;     // where the inputs of the step are in `inputs`, and which of them matter
    char *permutation; // of a graph of orbits: what takes the successor to the representative; NULL for the identity
};

#define STATE_GRAPH_LEFT_OUT UINT32_MAX

struct state_graph {
    const struct model *model;
    struct mem *mem;
    struct orbit_map *orbits; // NULL: states
    size_t cells;
    value_array states; // row by row; in a graph of orbits, representatives
    size_t state_count;
    size_t initial_count; // the first ones are initial
    ARRAY(struct state_graph_edge) edges;
    value_array inputs; // row by row: states with the inputs of a step
    ARRAY(bool) matter; // by place in `inputs`: whether the step is another one with other values of that input alone
    size_t limit;       // of states
    bool is_cut;        // there are more states
    bool gave_up;       // looking for them took too long somewhere: there may be more of them, or more edges
    struct state_graph_index *index;
};

struct state_graph_limits {
    size_t states;
    size_t steps;                   // from one state
    uint64_t tries;                 // see explorer.h
    bool (*is_over)(void *context); // what was found until then is the graph, which has given up; may be NULL
    void *context;
};

// Breadth first from the initial states. Conditions are as in explorer.h; with a map of orbits they must be invariant.
void state_graph_open(struct state_graph *, const struct model *, const struct explore_conditions *, struct orbit_map *,
                      struct state_graph_limits, struct mem *);
void state_graph_close(struct state_graph *);

const value *state_graph_state(const struct state_graph *, size_t);

#endif
