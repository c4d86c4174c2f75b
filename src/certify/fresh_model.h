// A model of its own for a formula that is taken apart.
//
// A certificate refers to parts of a formula by number, in the order in which they are found. Operands of commutative
// operators are sorted by their handles, and a handle tells what else was made in the model before: other properties
// that were claimed, or looked at only. So who writes a certificate and who checks it take a formula to a model in
// which nothing else is made, where both get the same one.
#ifndef COSET_CERTIFY_FRESH_MODEL_H
#define COSET_CERTIFY_FRESH_MODEL_H

#include "model/model.h"

// The cells, with the same numbers, and compassion: what linear_form asks for. The caller frees it.
struct model *fresh_model_of_formulas(const struct model *, struct mem *);
// The whole behaviour besides, and no properties.
struct model *fresh_model(const struct model *, struct mem *);

// From a model to another one whose cells have the same numbers.
expr condition_over(const struct model *from, struct model *to, expr, struct mem *);
formula formula_over(const struct model *from, struct model *to, formula, struct mem *);

#endif
