// The cone of influence (seed 004, "Cone of influence reduction"): a model without the cells that some properties do
// not depend on, and the way back for traces.
//
// The reduced model has the same traces as the full one, as far as its cells go: each trace of the one is a trace of
// the other with cells left out or added. So properties have the same verdict in both, and deadlocks, missing initial
// states and missing fair paths are the same, too.
#ifndef COSET_REDUCE_CONE_CONE_H
#define COSET_REDUCE_CONE_CONE_H

#include "reduce/cone/dependence.h"
#include "reduce/reduction.h"

struct cone {
    const struct model *full;
    struct model *model;           // the reduced one, with the properties that were asked for, in that order
    struct dependence *dependence; // of the full model; borrowed
    bool *cells;                   // by cell of the full model: whether it is in the reduced one
    cell_id *map;                  // by cell of the full model: that of the reduced one, or CELL_NONE
    struct reduction_goal *goals;  // one for each property that was asked for
    size_t goal_count;
    struct mem *mem;
};

// `cells` is a union of what dependence_of_property gave for the properties (it is copied).
void cone_open(struct cone *, const struct model *full, struct dependence *, const bool *cells,
               const size_t *properties, size_t property_count, struct mem *);
void cone_close(struct cone *);

// The bits that it takes to store the value of a cell, and those of some cells.
size_t cone_cell_bits(const struct model *, cell_id);
size_t cone_bits(const struct model *, const bool *cells);

// A trace whose loop would have to be followed for more than so many states is LIFT_TOO_LONG.
#define CONE_MOST_STATES 5000

// The way back, in cone_lift.c; the cone outlives it.
struct model_reduction cone_layer(struct cone *);

#endif
