// What the files that turn sets into verdicts share: decide.c, for all properties, and decide_invariant.c.
#ifndef COSET_CHECK_DECIDE_H
#define COSET_CHECK_DECIDE_H

#include "check/checker.h"

// The trace of a result. Once it is there, or it turned out that there is none, the property fails in any case.
void decide_start_trace(struct checker *, struct result *);
void decide_finish_trace(struct checker *, struct result *, bool good);
// A system of many actions is searched by chaining, which goes quicker than by layers, but does not tell the way. *all
// gets what can be reached if no goal can.
enum bdd_answer decide_by_chaining(struct fixpoints *, bdd from, bdd goal, bdd *all);
// Breadth-first forwards, up to the first state that violates it. Fairness and deadlocks do not matter.
bool decide_invariant(struct checker *, expr condition, bool for_ever, struct result *);

#endif
