// The tree by which states are compressed (state_store.h).
#ifndef COSET_EXPLICIT_STORE_TREE_H
#define COSET_EXPLICIT_STORE_TREE_H

#include "explicit/state_store.h"

enum { STORE_LEAST_PART = 4 }; // bits of a node, so that there are not many small leaves

// Of so many used bits in each word (NULL: all), and weights of all bits before each (NULL: all weigh the same). False
// if a leaf would have bits of more than two words.
bool store_make_tree(struct store *, const uint8_t *widths, const uint64_t *weights);

#endif
