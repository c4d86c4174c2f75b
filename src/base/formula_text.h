// A formula whose logic is found out by reading it.
#ifndef COSET_BASE_FORMULA_TEXT_H
#define COSET_BASE_FORMULA_TEXT_H

#include "base/diag.h"

// Reads a formula in one logic; false with an error.
typedef bool formula_reader(void *context, const struct source *, int logic, struct diag *);

// Tries the logics in turn, until one fits. `diag` is opened here, with what was found in the reading that got
// furthest; the caller closes it.
bool formula_read(formula_reader *, void *context, const struct source *, const int *logics, size_t count, struct mem *,
                  struct diag *diag);

#endif
