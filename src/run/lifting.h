// The trace of a result, lifted through the reductions that the result was found below: the one place where it is said
// what becomes of a result whose trace could not be lifted.
#ifndef COSET_RUN_LIFTING_H
#define COSET_RUN_LIFTING_H

#include "reduce/reduction.h"
#include "run/run.h"

// A result of the model of the last layer becomes one of the model: `property` is its number there, the layers are
// noted in its method, and its trace, if it has one, is lifted. If that is
// - refused or given up, the result has no trace any more, and is known to be refuted: others may find a trace;
// - no trace of the reduced model, it is undecided, for an internal error.
enum lift_status lifting_lift(struct run *, const struct reduction_stack *, size_t property, struct result *);

// Texts that a result points to become those of the model; the two are one property, in the model that was checked and
// in the model. Before it is lifted: the one that was checked may be gone sooner.
void lifting_translate_texts(const struct property *checked, const struct property *property, struct result *);

// Whether others may still do better: it was refused or given up.
bool lifting_is_refused(enum lift_status);

#endif
