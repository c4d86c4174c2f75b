// Which properties are checked together: each group has a model of its own, with the variables that its properties
// depend on.
#ifndef COSET_RUN_CONE_GROUPS_H
#define COSET_RUN_CONE_GROUPS_H

#include "reduce/cone/cone.h"

struct cone_group {
    bool *cells; // by cell of the model
    size_t bits, first_bits;
    bool is_full;          // all cells
    ARRAY(size_t) members; // indices in the list of wanted properties, ascending
};
typedef ARRAY(struct cone_group) cone_groups;

// A group with all cells, and no members yet.
struct cone_group *cone_groups_add_full(cone_groups *, const struct model *, struct mem *);

// Adds groups so that each of the properties is a member of one, in the order of their first members. A group that
// saves little has all cells.
void cone_groups_plan(cone_groups *, struct dependence *, const struct model *, const size_t *wanted, size_t count,
                      struct mem *);

bool cone_groups_include(const struct cone_group *outer, const struct cone_group *inner, const struct model *);
size_t cone_groups_left_out(const struct cone_group *, const struct model *); // cells
void cone_groups_free(cone_groups *, const struct model *, struct mem *);

#endif
