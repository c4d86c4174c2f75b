// Whether every state of a circuit has a step, reachable or not: then every path goes on.
//
// The condition of a step is a conjunction. Conjuncts that share no inputs can be satisfied apart from each other, such
// as those of variables that choose their next values each for itself. Of a group of conjuncts that share inputs, it is
// asked whether some input satisfies it in every state, by counterexamples (2QBF by expansion, as in Janota and
// Marques-Silva 2011): a state that the inputs tried so far do not fit gives another input to try.
#ifndef COSET_SAT_CIRCUIT_TOTALITY_H
#define COSET_SAT_CIRCUIT_TOTALITY_H

#include "sat/unroll.h"

// Unknown: it was stopped, or that takes too many inputs. The paths are those from any state.
enum circuit_totality { CIRCUIT_TOTAL, CIRCUIT_NOT_TOTAL, CIRCUIT_TOTALITY_UNKNOWN };
enum circuit_totality circuit_totality_of(struct unroll *);

#endif
