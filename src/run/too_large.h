// Models with more variables than decision diagrams can have.
#ifndef COSET_RUN_TOO_LARGE_H
#define COSET_RUN_TOO_LARGE_H

#include "check/check.h"
#include "run/run.h"

bool too_large_is(const struct model *);

// The same model in fewer variables: cells, actions and properties have the same numbers. NULL if it would still be too
// large. The caller frees it.
struct model *too_large_shrink(const struct model *, struct mem *);

#endif
