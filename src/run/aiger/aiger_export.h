// A model as a circuit in AIGER: the circuit that SAT engines search, with the properties that AIGER can say.
//
// A model leaves choices, has conditions on initial states, and may have states from which no step leads on. So there
// are inputs besides those of the model, which make the choices, and two latches where they are needed: `first` is true
// in the first state only, and `valid` is true as long as all that was seen was an execution of the model. A bad state
// is one of an execution; after the end of an execution there is none.
#ifndef COSET_RUN_AIGER_AIGER_EXPORT_H
#define COSET_RUN_AIGER_AIGER_EXPORT_H

#include "aiger/aiger_file.h"
#include "run/input.h"

// Invariants, run-time errors and deadlocks become bad states. So do AG p and G p where that is the same: without
// fairness, and where every execution goes on. Else these, and LTL of the form F G p | F G q | ..., become justice
// properties, with fairness conditions of the model. All else is left out, which is logged as a warning. `properties`
// are numbers of the model's; the circuit is to be closed in any case. None, or why there is none.
enum cause_code aiger_export(struct run *, struct input *, const size_t *properties, size_t count, struct aiger *);

#endif
