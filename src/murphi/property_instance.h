// A property of a file for all values of what stands around it, instance by instance.
#ifndef COSET_MURPHI_PROPERTY_INSTANCE_H
#define COSET_MURPHI_PROPERTY_INSTANCE_H

#include "murphi/lowering.h"

struct lowered {
    expr condition, sound; // it can be evaluated
};

// Adds one instance of a state condition to a struct lowered, for mu_each_instance.
void property_add_instance(struct lowering *, void *lowered);
// All instances of a temporal property, and their formulas together.
void property_lower_temporal(struct lowering *, const struct murphi_rule *, struct waiting_property *);
bool property_is_cover(const struct lowering *); // the rule at hand

#endif
