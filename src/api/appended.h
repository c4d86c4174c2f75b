// What is read of a Murphi model besides its own text: formulas, symmetries and hints, as declarations that stand
// behind it, where all its names are known. What is wrong with one is told in its own text all the same.
#ifndef COSET_API_APPENDED_H
#define COSET_API_APPENDED_H

#include "api/internal.h"
#include "base/diag.h"

// The model's text gets longer, and its formulas get their sources and places. False, with an error, for what is more
// than one declaration.
bool appended_write(coset_model *, const coset_reading *, struct diag *);
// Messages about what was appended become messages about that.
void appended_locate(const coset_model *, struct diag *);

#endif
