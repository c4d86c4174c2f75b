// Executions that end and stay in their last state: one more disjunctive part of the relation, the identity on states
// from which no step leads anywhere (model_ends_stay).
#ifndef COSET_CHECK_STAY_H
#define COSET_CHECK_STAY_H

#include "check/system.h"

// Finds the states of a set without a step, if executions stay there; the set has all states that anybody asks for.
// Comes before pre-images are simplified, and before a product is made; a second call does nothing. False when the
// engine gave up.
bool stay_find(struct system *, bdd within);
// The same part of a product.
bool stay_extend(struct system *, const struct system *base, const struct system_extension *);
void stay_free(struct system *);

// The set with what this part adds to an image of another one.
bdd stay_with_post(struct system *, bdd set, bdd all);
bdd stay_with_pre(struct system *, bdd set, bdd by, bdd all);

#endif
