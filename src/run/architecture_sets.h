// Architectural symmetry of a model with many states, by sets of states (Definition 8 and section 8 of Trefler and
// Wahl). The model is well-architected if from each reachable state each initial one can be reached: then all reachable
// states reach each other, so that a permutation takes each step to a path if it takes reachable states to reachable
// ones.
#ifndef COSET_RUN_ARCHITECTURE_SETS_H
#define COSET_RUN_ARCHITECTURE_SETS_H

#include "reduce/architecture/architecture.h"

// As struct architecture_options wants it; the context is a struct run.
enum architecture_answer architecture_sets_ask(void *run, const struct architecture_question *, struct cause *why_not);

// Likewise: whether a model whose rules show the symmetry is well-architected. For a few seconds.
struct architecture_return architecture_sets_ask_return(void *run, const struct architecture_return_question *);

#endif
