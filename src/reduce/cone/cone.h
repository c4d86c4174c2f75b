// The cone of influence: a model without the cells that some properties do not depend on, and the way back for runs.
//
// The reduced model has the same runs as the full one, as far as its cells go: each run of the one is a run of the
// other with cells left out or added. So properties have the same verdict in both, and dead ends, missing initial
// states and missing fair paths are the same, too.
#ifndef COSET_REDUCE_CONE_H
#define COSET_REDUCE_CONE_H

#include "reduce/cone/dependence.h"
#include "trace/trace.h"

struct cone {
    const struct model *full;
    struct model *model;           // the reduced one, with the properties that were asked for, in that order
    struct dependence *dependence; // of the full model; borrowed
    bool *cells;                   // by cell of the full model: whether it is in the reduced one
    cell_id *map;                  // by cell of the full model: that of the reduced one, or CELL_NONE
    struct mem *mem;
};

// `cells` is a union of what dependence_of_property gave for the properties (it is copied).
void cone_open(struct cone *, const struct model *full, struct dependence *, const bool *cells,
               const size_t *properties, size_t property_count, struct mem *);
void cone_close(struct cone *);

// The bits that it takes to store the value of a cell, and those of some cells.
size_t cone_cell_bits(const struct model *, cell_id);
size_t cone_bits(const struct model *, const bool *cells);

enum cone_lift {
    CONE_LIFTED,
    CONE_TOO_LONG,  // the loop of the run would have to be followed too often
    CONE_NOT_A_RUN, // it is none of the reduced model's
};

#define CONE_MOST_STATES 5000

// Makes a run of the full model from one of the reduced one. `lifted` is opened here, and closed by the caller if the
// run was lifted.
enum cone_lift cone_lift_trace(const struct cone *, const struct trace *, struct trace *lifted);

#endif
