// The product of a model with an automaton for what violates a formula, as a model: the formula holds on all fair paths
// exactly if the product has no infinite path on which all its justice conditions are met again and again.
//
// It has the cells of the model, and for some references to nodes of the formula's linear form (form.h) a cell that is
// true only where the node holds from there on: a step obeys what the node says of now and next. Nodes of the past have
// a cell for what was true before. Each until that is true is fulfilled again and again, which is a justice condition
// besides those of the model. A path that violates the formula is one of the product, with each cell telling the truth;
// and on a fair path of the product a cell that is true tells the truth, by induction on the node.
#ifndef COSET_TEMPORAL_FORMULA_PRODUCT_H
#define COSET_TEMPORAL_FORMULA_PRODUCT_H

#include "model/model.h"

// NULL, with the reason, if there is none. The caller frees it. The model's cells have the same numbers in it.
struct model *product_new(struct model *, const struct property *, formula conjunct, struct mem *, const char **error);

#endif
