// Models of different shape, made without a front end, as a front end for guarded rules would make them.
#ifndef COSET_BENCH_EVALUATOR_GUARDED_MODELS_H
#define COSET_BENCH_EVALUATOR_GUARDED_MODELS_H

#include "model/model.h"

// A directory-based cache protocol (German): guards of single cells, many constants, a wide state.
void make_german(struct model *, int nodes);
// Peterson's filter lock: arrays that are indexed by variables, and conditions over all processes.
void make_peterson(struct model *, int processes);
// Lamport's bakery with tickets up to a limit: arithmetic, comparisons, arrays that are indexed by variables.
void make_bakery(struct model *, int processes);
// Philosophers that each choose which fork to take first: choices from sets, a shallow and wide search.
void make_philosophers(struct model *, int philosophers);

#endif
