// One more formula for a model in SMV, whose logic is found out by reading it.
#ifndef COSET_RUN_FORMULA_TEXT_H
#define COSET_RUN_FORMULA_TEXT_H

#include "smv/smv.h"

// Adds a formula as the model's last property: CTL if it can be read as that, else LTL, CTL*, PSL. `diag` is opened
// here, with what was found in the reading that got furthest; the caller closes it. `source` is borrowed until
// smv_free.
bool formula_read(struct smv *, const struct source *, struct mem *, struct diag *diag);

#endif
