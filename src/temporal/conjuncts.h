// What certificates have claims about: the conjuncts of properties, and what these say of states.
#ifndef COSET_TEMPORAL_CONJUNCTS_H
#define COSET_TEMPORAL_CONJUNCTS_H

#include "base/array.h"
#include "model/model.h"

// A property as a conjunction of formulas that are none themselves: each has a claim of its own.
typedef ARRAY(formula) conjunct_list;
void property_conjuncts(const struct model *, const struct property *, struct mem *, conjunct_list *);
// What a conjunct of a property says of all reachable states; EXPR_NONE if it says no such thing.
expr conjunct_condition(const struct model *, const struct property *, formula conjunct);

#endif
