// Comparing states with what a permutation makes of them, bit by bit.
#ifndef COSET_ORBIT_COMPARE_PERMUTED_H
#define COSET_ORBIT_COMPARE_PERMUTED_H

#include "orbit/concatenated.h"

// Two variables that are compared, and exchanged if need be; or, of a rotation, x has the value of y afterwards.
struct bit_pair {
    int x, y;
};
typedef ARRAY(struct bit_pair) pair_list;

void compare_add_items(pair_list *, const struct concatenated *, const struct encoding *, uint32_t item, uint32_t other,
                       struct mem *);

// The states of a set that a permutation makes smaller. *equal, unless NULL, gets those that stay as they are.
bdd compare_find_bad(bdd_manager *, bdd set, const pair_list *, bdd *equal);

// The same of one state, by variable.
bool compare_is_bad(const bool *values, const pair_list *);

#endif
