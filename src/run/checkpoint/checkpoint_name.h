// What a search is one of, in a number: searches with the same number are of the same system.
//
// Another run may make its models for other properties, in another order, so numbers of things in a model say nothing.
// What counts is the structure: expressions by their operations and operands, groups by what they permute.
#ifndef COSET_RUN_CHECKPOINT_CHECKPOINT_NAME_H
#define COSET_RUN_CHECKPOINT_CHECKPOINT_NAME_H

#include "group/symmetry.h"

// Of cells, initial states and steps.
uint64_t checkpoint_hash_of_behaviour(const struct model *, struct mem *);
// Of all properties, in their order: a search that notes which of them are violated is one of these, too.
uint64_t checkpoint_hash_of_properties(const struct model *, struct mem *);
uint64_t checkpoint_hash_of_group(const struct symmetry *); // NULL: no symmetries

#endif
