// Traces that show why a formula holds or fails in a state: paths for EX and EU, lassos for EG, and on from their ends
// for what is nested inside. Paths go backwards through the layers of a search (seed 004, "Checking of Invariants:
// Counterexamples").
#ifndef COSET_CHECK_WITNESS_H
#define COSET_CHECK_WITNESS_H

#include "check/linear.h"
#include "trace/trace.h"

// Starts a trace with one state of `from` in which the formula fails, and goes on to show it; `for_ever`: it ends in a
// loop in any case. False when the engine gave up.
bool witness_failure(struct ctl *, bdd from, formula, bool for_ever, struct trace *);

// A path of a product whose core is not empty.
bool witness_product(struct product *, struct trace *);

// A trace along forward layers (fixpoint_forward) to a state of `goal`, which meets the last one. The goal may speak of
// inputs: then those of the last state satisfy it. `for_ever`, where all paths are fair and the goal is about states:
// and on, if a loop is found soon.
bool witness_path(struct fixpoints *, const struct sets *layers, bdd goal, bool for_ever, struct trace *);

// A path of the system along the layers of a product to its goal, and on forever if a loop is found soon.
bool witness_prefix(struct ctl *, struct product *, const struct sets *layers, bdd goal, bool for_ever, struct trace *);

#endif
