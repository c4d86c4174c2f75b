// Numbers of steps between two conditions, after Campos: the least, and the largest.
#ifndef COSET_CHECK_COMPUTE_H
#define COSET_CHECK_COMPUTE_H

#include "check/fixpoint.h"

#define COMPUTE_INFINITE (-1)
#define COMPUTE_GAVE_UP (-2)
#define COMPUTE_UNDEFINED (-3)

// Both sets are of reachable states. Over all paths from `from`: the length of the shortest that gets to `to`, infinite
// if none does.
int64_t compute_min(struct fixpoints *, bdd from, bdd to);
// The length of the longest that has not met `to` before; infinite if `to` can be avoided forever. Undefined where one
// of the two is true in no reachable state on a fair path, as in NuSMV.
int64_t compute_max(struct fixpoints *, bdd from, bdd to);

#endif
