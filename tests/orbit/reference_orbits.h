// What the tests of the reductions share: models from Murphi text, and groups taken apart permutation by permutation.
#ifndef COSET_TESTS_ORBIT_REFERENCE_ORBITS_H
#define COSET_TESTS_ORBIT_REFERENCE_ORBITS_H

#include "../dice.h"
#include "../unit.h"
#include "base/array.h"
#include "base/diag.h"
#include "group/symmetry.h"
#include "murphi/lower.h"
#include "murphi/murphi.h"

// ---- Models and groups ----------------------------------------------------------------------------------------------

struct lowered {
    struct mem mem;
    struct source source;
    struct diag diag;
    struct murphi_tree tree;
    struct model *model;
    bool good;
};

void lowered_open(struct lowered *, const char *text, size_t length, const struct murphi_lower_options *);
void lowered_close(struct lowered *); // and nothing is left

// All permutations of a group, one after the other: `elements` numbers each.
typedef ARRAY(uint32_t) permutation_list;
void list_permutations(const struct symmetry *, permutation_list *);

// Takes a subgroup at random: blocks fall apart, rings no longer turn.
void shrink_group(struct symmetry *, struct dice *);

// The least image of a state, value by value: the same for all states of an orbit.
void least_image(const struct symmetry *, const permutation_list *, const value *state, value *least);
// How many states its orbit has.
size_t orbit_size(const struct symmetry *, const permutation_list *, const value *state);

#endif
