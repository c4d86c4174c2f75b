// Random small models of identical components, as Murphi text: local cells of one or two classes, global cells
// that hold ids and may be undefined, quantified guards, assignments to all components at once.
#ifndef COSET_TESTS_REDUCE_COMPONENT_TEXT_H
#define COSET_TESTS_REDUCE_COMPONENT_TEXT_H

#include <stdint.h>

#include "base/mem.h"
#include "base/str.h"

void symmetric_text(struct mem *, struct str *out, uint64_t seed);

#endif
