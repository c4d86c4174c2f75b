// Steps that write to one of many cells, a[i] := x, or look at one of them. Each cell of such an array becomes "x if i
// is its index, else what it is", so that the relation speaks of all of them; and where i comes below the array in the
// order, it has to remember all that was read. Taken apart by the values of i, each branch changes one cell, and looks
// at one.
#ifndef COSET_CHECK_INDEX_SPLIT_H
#define COSET_CHECK_INDEX_SPLIT_H

#include "check/split.h"

// Adds the branches that an action's branch is taken apart into; its first conditions are those of the action's parts,
// in their order. False, and nothing is added, if there is no cell whose values make many others not matter.
bool index_split_branches(struct model *, const struct action *, const struct branch *, size_t cells, branch_list *,
                          struct mem *);

#endif
