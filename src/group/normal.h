// Expressions in a form in which the nesting of `and`, `or`, `xor` and sums has no meaning: a & (b & c) and (a & c) & b
// become the same expression. So more expressions are seen to be their own images (see generator.h).
#ifndef COSET_GROUP_NORMAL_H
#define COSET_GROUP_NORMAL_H

#include "model/model.h"

// Has the same value wherever the expression has one. Without sets.
expr normal_form(struct model *, expr, struct mem *);

#endif
