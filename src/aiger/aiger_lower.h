// A circuit as a model. Latches are truth values of the state. Inputs on which a property or a constraint depends are,
// too: they are chosen anew for each state. All others are inputs of steps.
//
// Bad states become invariants, with constraints as conditions of all states. A justice property fails if a path on
// which all constraints hold has each of its conditions, and each fairness condition, infinitely often: that is what
// AIGER calls satisfiable. Outputs are bad states where a file has neither bad states nor justice properties, as before
// AIGER 1.9.
#ifndef COSET_AIGER_AIGER_LOWER_H
#define COSET_AIGER_AIGER_LOWER_H

#include "aiger/aiger_file.h"
#include "model/model.h"

// Cells of the model are the inputs, then the latches, each in its order. The model's properties are the bad states,
// then the justice properties, each in its order. False if nobody waits for it.
bool aiger_lower(const struct aiger *, struct model *, struct mem *, struct diag *);

// Which kind the first properties of a model are of: AIGER_BAD, or AIGER_OUTPUT as above.
enum aiger_kind aiger_bad_kind(const struct aiger *);

static inline cell_id aiger_input_cell(uint32_t number)
{
    return number;
}

static inline cell_id aiger_latch_cell(const struct aiger *a, uint32_t number)
{
    return a->inputs + number;
}

#endif
