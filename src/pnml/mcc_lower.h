// Formulas of the Model Checking Contest as properties of the model that a net has become.
#ifndef COSET_PNML_MCC_LOWER_H
#define COSET_PNML_MCC_LOWER_H

#include "pnml/lower_net.h"
#include "pnml/mcc_formula.h"

struct mcc_lowered {
    size_t property; // in the model
    bool is_negated; // the formula is true exactly if that one fails
};

// Adds the formula of each property that is asked for and is no bound. `out` is by property.
void mcc_lower(struct lowered_net *, const struct mcc_properties *, const bool *is_asked, struct mcc_lowered *out);

#endif
