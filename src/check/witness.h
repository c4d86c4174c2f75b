// Runs that show why a formula holds or fails in a state: paths for EX and EU, lassos for EG, and on from their ends
// for what is nested inside.
#ifndef COSET_CHECK_WITNESS_H
#define COSET_CHECK_WITNESS_H

#include "check/ctl.h"
#include "trace/trace.h"

// Starts a run with one state of `from` in which the formula fails, and goes on to show it. False when the engine gave
// up.
bool witness_failure(struct ctl *, bdd from, formula, struct trace *);

// A run along forward layers (fixpoint_forward) to a state of `goal`, which meets the last one. The goal may speak of
// inputs: then those of the last state satisfy it.
bool witness_path(struct fixpoints *, const struct sets *layers, bdd goal, struct trace *);

#endif
