// Symmetries that a user states, as generators: (p1 p2)(q1 q2){red green}.
//
// A name in a cycle of variables stands for the variable of that name and for all whose names go on with `.` or `[`: an
// instance of a module, an array, a record. All that goes on behind it is taken along, each to what goes on in the same
// way behind the next name. The id of an element of a class of components stands for all that is placed at it, and for
// the id itself as a value. Where instances are processes, the values that say whose turn it is go with them.
#ifndef COSET_GROUP_CYCLES_H
#define COSET_GROUP_CYCLES_H

#include "base/diag.h"
#include "group/generator.h"

// Reads what the model has been told (model_symmetry_annotation), from the first-th on, in that order. The generators
// are permutations that fit the model; whether they are good for it is not looked at. Of what is wrong nothing is
// added; false then, and all of it is in the diagnostics.
bool cycles_read(const struct model *, size_t first, generator_array *out, struct diag *, struct mem *);

#endif
