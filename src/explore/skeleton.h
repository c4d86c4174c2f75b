// The skeleton of a component: its local states, and its moves between them, each with a guard on all else.
//
// The component is some cells of the model. A local state is a value for each of them. Moves are found in the form of
// the model: with the values of a local state put in, the conditions of an action become conditions on the rest; where
// these are not plainly false, there is a move. So the skeleton may have moves that no reachable state allows, but none
// is missing.
#ifndef COSET_EXPLORE_SKELETON_H
#define COSET_EXPLORE_SKELETON_H

#include "base/array.h"
#include "model/model.h"

struct skeleton_move {
    uint32_t from, to; // to: SKELETON_LEFT_OUT if that state is not in the skeleton any more
    uint32_t action;
    expr guard;
};

#define SKELETON_LEFT_OUT UINT32_MAX

struct skeleton {
    struct model *model;
    struct mem *mem;
    ARRAY(cell_id) cells; // in their order; at least one
    ARRAY(value) states;  // row by row, a value for each of the cells
    size_t state_count;
    size_t initial_count; // the first ones are initial
    ARRAY(struct skeleton_move) moves;
    bool is_cut;       // there are more states, or more moves than could be looked at
    bool is_projected; // to some cells: what leaves these as they are is no move
};

// The cells that belong to one element of a class and to nothing else.
void skeleton_open_class(struct skeleton *, struct model *, uint32_t class, uint32_t element, struct mem *);
// The cells whose names begin with a prefix and a dot: an instance of a module; or that have it in brackets: the
// element of arrays, as in `mood[0]`.
void skeleton_open_name(struct skeleton *, struct model *, const char *name, struct mem *);

// Leaves only cells whose name, or a part of it before a bracket or between dots, is one of the names, each of which
// may be a list with commas. Moves are then between their values alone, with guards on all else.
void skeleton_project(struct skeleton *, const char *const *names, size_t count);

// Finds states and moves; there are cells. The model gets more expressions.
void skeleton_make(struct skeleton *, size_t limit);
void skeleton_close(struct skeleton *);

const value *skeleton_state(const struct skeleton *, size_t);

#endif
