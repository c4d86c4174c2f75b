// A file in BTOR2 as a model. A state is a cell, and a state that is an array a cell for each element. Inputs are cells
// that are chosen anew for each state where a property, a constraint or an initial value depends on them, else inputs
// of steps. A state without `next` may have any value after each step.
//
// Properties are those of AIGER: bad states become invariants, a justice property fails if a path has all its
// conditions and all of `fair` infinitely often, and constraints are conditions of all states.
#ifndef COSET_BTOR2_BTOR2_LOWER_H
#define COSET_BTOR2_BTOR2_LOWER_H

#include "btor2/btor2_file.h"
#include "model/model.h"

// The model's properties are the bad states, then the justice properties, each in its order. `cells`, if not NULL, gets
// the first cell of each node that is an input or a state, CELL_NONE for others. False if nobody waits for it.
bool btor2_lower(const struct btor2 *, struct model *, cell_id *cells, struct mem *, struct diag *);

#endif
