// A model as a circuit, and a circuit that witnesses that its properties hold: for checkers of certificates of hardware
// model checking (Yu, Froleyks, Biere, Heljanko: Towards Compositional Hardware Model Checking Certification, FMCAD
// 2023).
//
// The circuit of a model has a latch for each bit of a state, which begins with any value and gets its next value from
// an input: steps of a model are a relation, and a circuit has functions. Two more latches tell whether what was seen
// so far is an execution: `first` is true in the first state, and `valid` is true afterwards if the first state was an
// initial one and all steps were steps of the model. So each execution of the model is one of the circuit, and the
// others are not valid. A bad state is one of an execution that violates one of the properties.
//
// The witness is the same circuit; its bad states are those of executions that violate a property or are outside of an
// inductive invariant: the reachable states, as decision diagrams find them. It simulates the model, as it has the
// same latches, resets and steps; its bad states are among those of the model's negated property and more; and that no
// bad state can be reached is shown by looking at one step.
#ifndef COSET_RUN_AIGER_WITNESS_CIRCUIT_H
#define COSET_RUN_AIGER_WITNESS_CIRCUIT_H

#include "run/certificate/certificate.h"

// Where the two files are going to be: their names tell the form (.aag: text), and the witness names the model.
struct witness_files {
    const char *witness, *model;
};

// Of goals that hold: of those that are about all reachable states. Others are left out, which is logged as a warning.
// Else, the reason why there is no witness; none if both are there.
struct cause witness_circuit_make(struct run *, const struct certificate_request *, const struct witness_files *,
                                  struct str *witness, struct str *model);

#endif
