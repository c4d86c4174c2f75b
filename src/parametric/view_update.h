// A step of views as a sequence of relations, each of which gives a few variables their next values.
//
// As one relation, a step would be large: what contexts say of all other elements has much of it in common with what
// the views before the step allow, and little with the order of the variables. One after the other, the parts meet a
// set that is small already, and what no later part reads is taken away early.
#ifndef COSET_PARAMETRIC_VIEW_UPDATE_H
#define COSET_PARAMETRIC_VIEW_UPDATE_H

#include "base/array.h"
#include "bdd/bdd.h"

// What some variables are after the step: a condition on their next copies, and on what was before.
struct view_update {
    bdd body;
    bdd vars;    // as a cube of current copies
    bdd support; // set when it is opened
};
typedef ARRAY(struct view_update) view_updates;

struct view_sequence {
    bdd_relation **relations;
    size_t count;
};

// All updates are of one step: they read what was before it. `forgotten` are variables that are there before the step
// only. The updates are put in another order. False when out of memory.
bool view_sequence_open(struct view_sequence *, bdd_manager *, view_updates *, bdd forgotten, struct mem *);
void view_sequence_close(struct view_sequence *, struct mem *);
bdd view_sequence_image(bdd_manager *, const struct view_sequence *, bdd set);

#endif
