// A model as a sequential circuit: latches, inputs, the next value of each latch, and conditions.
//
// A latch is a bit of a state cell (blast.h). Where a step leaves a choice, among values or among actions, it is made
// by inputs besides those of the model, and a condition of the step says which choices there are. So what comes after a
// state is a function of the state and the inputs, or there is no such step:
//
//   a state counts if `is_state` is true in it: codes are those of values, and it obeys the invariants of the model;
//   it is initial if `is_initial` is true in it, too;
//   a step from it with some inputs counts if `is_step` is true and the state that `next` gives is one that counts.
//
// All states that are reachable so are those of the model. That a state has no step is not an error of its: conditions
// of steps are about states that are left.
#ifndef COSET_SAT_TRANSITION_CIRCUIT_H
#define COSET_SAT_TRANSITION_CIRCUIT_H

#include "sat/blast.h"

struct circuit_latch {
    aig_lit now;  // an input of the graph
    aig_lit next; // its next value, over latches and inputs
    // What it is in all initial states: AIG_FALSE, AIG_TRUE, or AIG_NONE if that depends. is_initial says so, too.
    aig_lit reset;
    cell_id cell;
    unsigned bit; // of those that vary in the cell's code
};

struct circuit_input {
    aig_lit now;
    cell_id cell; // whose value it is, or whose next value it chooses; CELL_NONE: it chooses an action
    unsigned bit;
    bool is_choice;
};

struct transition_circuit {
    struct mem *mem;
    struct model *model;
    struct aig aig;
    struct blast blast;
    ARRAY(struct circuit_latch) latches;
    ARRAY(struct circuit_input) inputs;
    aig_lit is_initial, is_state, is_step;
    enum cause_code error; // why there is no circuit; none: there is

    struct circuit_cell {
        struct cell_code code;
        size_t now, next; // where its bits are in `cell_bits`, plus 1; next: 0 until it is known
        size_t latch;     // the first of its latches
        enum { CELL_OPEN, CELL_UNDER_WAY, CELL_DONE } state;
    } * cells; // by cell
    ARRAY(aig_lit) cell_bits;
    bool (*goes_on)(void *context);
    void *context;
};

// `goes_on` may be NULL; where it says no, the error is CAUSE_CIRCUIT_STOPPED. The model outlives the circuit and gets
// more expressions. transition_circuit_close is due in any case.
void transition_circuit_open(struct transition_circuit *, struct model *, bool (*goes_on)(void *context), void *context,
                             struct mem *);
void transition_circuit_close(struct transition_circuit *);

// Whether a condition on states, or on steps and their inputs, holds. False, with an error, if it has no circuit.
aig_lit transition_circuit_condition(struct transition_circuit *, expr);

// The values of cells by the values of latches and inputs, which `is_true` tells. Both may be asked for: a state has
// values for all cells, of which those of inputs belong to the step from it.
void transition_circuit_read(const struct transition_circuit *, bool (*is_true)(void *context, aig_lit), void *context,
                             value *state);

#endif
