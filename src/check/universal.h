// Formulas about all paths: what fails in a system that has some of the paths of another one fails in the other, too.
#ifndef COSET_CHECK_UNIVERSAL_H
#define COSET_CHECK_UNIVERSAL_H

#include "base/mem.h"
#include "model/model.h"

// Whether there is no quantifier over some path in it, counting negations. Formulas of linear time are all so, being
// about all paths.
bool formula_is_universal(const struct model *, formula, struct mem *);

#endif
