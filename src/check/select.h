// Steps that write to one of many cells, a[i] := x: each cell of the array becomes "x if i is its index, else what it
// is". As one relation that speaks of all cells of the array. Taken apart by the values of i, each branch changes one
// of them.
#ifndef COSET_CHECK_SELECT_H
#define COSET_CHECK_SELECT_H

#include "check/split.h"

// Adds the branches that an action's branch is taken apart into; its first conditions are those of the action's parts,
// in their order. False, and nothing is added, if there is no cell by whose values many others are kept.
bool select_branches(struct model *, const struct action *, const struct branch *, size_t cells, branch_list *,
                     struct mem *);

#endif
