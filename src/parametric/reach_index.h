// The reachable states of a model of a small size, so that it is quickly seen whether one of them is in a cube: for
// each cell and value a set of states, as bits. One state for each orbit is enough, as all ways are tried to give a
// cube's elements names; if elements have an order, all states are needed. Where some are left out, a cube may seem to
// have none: a guess from that may be wrong.
#ifndef COSET_PARAMETRIC_REACH_INDEX_H
#define COSET_PARAMETRIC_REACH_INDEX_H

#include "parametric/cube.h"

struct reach_index {
    struct parametric_instance instance; // without a phantom
    struct mem *mem;
    bool is_partial;      // there may be more states
    size_t states, words; // words have room for the states
    uint64_t **columns;   // by value of the instance
    uint64_t *scratch;    // by element of a cube: what is left
};

// The model is one of a real size, and outlives it. False, with `failure` of the variables, as for instances.
bool reach_index_open(struct reach_index *, struct parametric_variables *, struct model *, uint32_t elements);
void reach_index_close(struct reach_index *);
void reach_index_add(struct reach_index *, const value *state); // by cell

// Whether some state is in the cube.
bool reach_index_meets(struct reach_index *, const struct cube *);

#endif
