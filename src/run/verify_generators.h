// Symmetries that were stated, and which of them are any: by the form of the model, or by what it does.
#ifndef COSET_RUN_VERIFY_GENERATORS_H
#define COSET_RUN_VERIFY_GENERATORS_H

#include "run/input.h"

// Adds those that may be symmetries of the input's model, which is made in full. One that is shown to be none is
// reported, with a step that shows it, and left out. *is_proved gets whether all that were added are known to be
// symmetries. No later than the deadline (of clock_now; 0: none).
//
// What can happen from a state depends on the transition relation only (seed 000, Definition 2.5). So where the search
// keeps to states that it has reached, generators that move initial states are added too, behind the others; which
// states are reachable is not the same in their orbits. *initial_count gets how many keep the initial states.
void verify_generators_annotated(struct run *, const struct job *, const struct input *, double deadline,
                                 generator_array *out, size_t *initial_count, bool *is_proved);

#endif
