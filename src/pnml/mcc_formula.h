// Formulas as the Model Checking Contest writes them: a <property-set> of properties, each with an id and a formula
// about numbers of tokens and transitions that can fire.
//
// Paths are maximal: they end where no transition can fire. So no path goes on from a deadlock: EX is false there, and
// AX true. Linear time takes an execution that ends for one that stays in its last marking.
#ifndef COSET_PNML_MCC_FORMULA_H
#define COSET_PNML_MCC_FORMULA_H

#include "pnml/lower_net.h"

struct mcc_property {
    const char *id;
    bool is_bound;   // asks for the most tokens of `places` together; else it is a property of the model
    size_t property; // in the model
    bool is_negated; // the formula is true exactly if that one fails
    const uint32_t *places;
    size_t place_count;
};

struct mcc_properties {
    struct arena arena;
    ARRAY(struct mcc_property) at;
};

// Adds the properties of the text, which are of linear or of branching time, to the model. False with the reason among
// the diagnostics; it must be closed in any case.
bool mcc_properties_read(struct mcc_properties *, struct lowered_net *, bool is_linear, const struct source *,
                         struct diag *);
void mcc_properties_close(struct mcc_properties *, struct mem *);

#endif
