// Rules of a language that depend on values, checked for all values at once (see obligations in smv/smv.h).
#ifndef COSET_RUN_VALUE_RULES_H
#define COSET_RUN_VALUE_RULES_H

#include "smv/smv.h"

// Whether no value of the variables breaks a rule: a `case` without a branch for it, a right side outside of its
// variable's type. What is wrong is among the diagnostics. `unknown` gets how many rules took too long to check.
bool values_check(struct smv *, size_t *unknown, struct mem *, struct diag *);

// Adds the warning that so many rules are taken for granted.
void values_warn(struct smv *, size_t unknown, struct mem *, struct str *);

#endif
