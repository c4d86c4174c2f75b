// The common case: local states of components hold no ids, no cell belongs to several components, and all that matters
// of a component fits into one word. Then its local state, with bits for the cells that hold its id, is all there is to
// say of a component, and representatives are states with these keys in order.
#ifndef COSET_GROUP_COMPONENT_SORT_H
#define COSET_GROUP_COMPONENT_SORT_H

#include "group/colouring.h"

bool component_sort_suffices(const struct colouring *);

// Brings the components of a state into order, and says how.
void component_sort(struct colouring *, uint64_t *state, uint32_t *permutation);

// Finds the twins of a state whose components are in order, by element: the first of its twins, and how many come
// before it. Says whether there are any; *is_sorted, whether they are in order. If not, nothing was found.
bool component_sort_find_twins(struct colouring *, const uint64_t *state, uint32_t *first, uint32_t *before,
                               bool *is_sorted);

#endif
