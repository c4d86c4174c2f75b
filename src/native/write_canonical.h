// The canonical form of packed states as C: what group/canonical.h finds, for one layout and one group. What is written
// is numbers. Where twins do not tell which of several elements comes first, and a search would have to, the code
// leaves the state to the interpreter.
#ifndef COSET_NATIVE_WRITE_CANONICAL_H
#define COSET_NATIVE_WRITE_CANONICAL_H

#include "base/str.h"
#include "explicit/layout.h"
#include "group/symmetry.h"

// Functions `coset_represent` and `coset_find_twins` (c_canonical.inc.h). False, and nothing is added, where there is
// no symmetry, or a form that is left to the interpreter: rings that turn, pools within pools, very many elements.
bool native_write_canonical(const struct symmetry *, const struct layout *, struct mem *, struct str *out);

#endif
