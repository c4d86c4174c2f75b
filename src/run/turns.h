// Turns of backends that work one after the other, each for some seconds, until one of them has decided what is asked.
//
// A turn is one of work: where the machine has other work to do, it takes longer by the clock, so that what is decided,
// and by whom, hardly depends on that. A search of states that is near its end goes on to it.
#ifndef COSET_RUN_TURNS_H
#define COSET_RUN_TURNS_H

#include "run/explicit_backend.h"
#include "run/goals.h"

// How long a backend works before it is the other one's turn, in seconds, and how much longer every next time.
#define FIRST_TURN 0.25
#define LONGER_TURNS 4

// Until `end` at the latest (0: never). `states` is the search that the backend makes; NULL: another one. Says as
// backend_decide whether more of it makes sense.
bool turn_take(struct backend *, const struct explicit_backend *states, struct goals *, double seconds, double end);

#endif
