// Symmetries that were stated, and which of them are any: by the form of the model, or by what it does.
#ifndef COSET_RUN_VERIFY_GENERATORS_H
#define COSET_RUN_VERIFY_GENERATORS_H

#include "run/input.h"

// Adds those that may be symmetries of the input's model, which is made in full. One that is shown to be none is
// reported, with a step that shows it, and left out. *is_proved gets whether all that were added are known to be
// symmetries. No later than the deadline (of clock_now; 0: none).
void verify_generators_stated(struct run *, const struct job *, const struct input *, double deadline,
                              generator_array *out, bool *is_proved);

#endif
