// Which cells of a model depend on which, and which can be left out where nothing asks for them.
//
// A cell can be left out if all that is said of it is said by assignments that always have a value for it, whatever the
// other cells are: then every step of the others can be made, and what this cell does follows. Conditions and fairness
// may forbid a step; what they mention always stays.
//
// Where a model says how it starts by starts, all cells stay: what a start sets belongs together.
//
// Whether an assignment has a value is seen from its form: no empty set, one choice for a cell in a state, no circles.
// That it is defined and of the cell's type may depend on values; the caller says if that was proved for all choices of
// the model, else it must be plain from the types, or the cell stays.
#ifndef COSET_REDUCE_CONE_DEPENDENCE_H
#define COSET_REDUCE_CONE_DEPENDENCE_H

#include "base/array.h"
#include "model/model.h"

struct dependence;

// The model outlives it, and may get more expressions meanwhile, but no more behaviour.
struct dependence *dependence_new(const struct model *, bool values_are_proved, struct mem *);
void dependence_free(struct dependence *);

// Which cells the truth of a property depends on: cells[cell] is set for these, and cleared for the others.
void dependence_of_property(struct dependence *, size_t property, bool *cells);

// ---- How cells that were left out get their values ------------------------------------------------------------------

struct assignment {
    cell_id cell;
    enum {
        ASSIGN_ANY,      // nothing is said of it
        ASSIGN_KEEP,     // it stays as it is
        ASSIGN_OF_STEP,  // a member of `expr` in the step to the state
        ASSIGN_OF_STATE, // a member of `expr` in the state itself
    } kind;
    expr expr;
};
typedef ARRAY(struct assignment) assignment_array;

#define DEPENDENCE_INITIAL SIZE_MAX // in place of an action: in initial states

// The assignments for the cells that are not `known`, each after those that it reads, in place of what was there.
void dependence_plan(struct dependence *, size_t action, const bool *known, assignment_array *plan);

#endif
