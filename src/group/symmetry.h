// The symmetries that its classes of components give a model, or those of them that a property leaves.
//
// All elements of all classes are numbered in one row; `first[class]` is where a class begins. A *permutation* is an
// array of such numbers: where each element goes. It keeps every class. The group is a product of one group for each
// class: all permutations that keep some *blocks* of elements (one block: all permutations; blocks of one element each:
// none), or for a ring all rotations, or none.
#ifndef COSET_GROUP_SYMMETRY_H
#define COSET_GROUP_SYMMETRY_H

#include <gmp.h>

#include "base/array.h"
#include "model/model.h"

struct symmetry {
    struct mem *mem;
    const struct model *model;
    uint32_t class_count;
    uint32_t element_count; // of all classes
    uint32_t *first;        // by class; one more entry, for the end
    uint32_t *class_of;     // by element
    uint32_t *block;        // by element: the least element of its block; of a ring that rotates, the first of the ring
    bool *rotates;          // by class: it is a ring, and is used

    uint32_t *element_of; // by the number of a symbol: the element that it is the id of, or UINT32_MAX
    size_t symbol_count;
    size_t cell_count;     // of the model when this was made: it may have more by now, or be gone
    cell_id *family_first; // by cell: where the cells of its family are in family_cells, in the order of their sites
    cell_id *family_cells;

    // Of a family (reduce/family/family_aggregate.h), in whose states the last elements of a class may be missing: by
    // class, the cell that says so of its first element, with those of the others behind it; CELL_NONE: all are always
    // there. NULL: of all.
    cell_id *absent;
    bool *ends; // by element: some states have this one and none behind it
};

// The group of all classes without an obstacle. The model outlives it; its cells and classes are settled.
struct symmetry *symmetry_new(const struct model *, struct mem *);
struct symmetry *symmetry_copy(const struct symmetry *);
void symmetry_free(struct symmetry *);

// That elements of a class may be missing. Whoever compares components compares these cells before all others, so that
// those that are missing come last and stay there; a ring turns with as many elements as there are.
void symmetry_let_grow(struct symmetry *, uint32_t class, cell_id first_absent);
void symmetry_note_length(struct symmetry *, uint32_t class, size_t length); // states have so many elements of it
cell_id symmetry_absence(const struct symmetry *, uint32_t element);         // the cell that says so, or CELL_NONE

bool symmetry_is_trivial(const struct symmetry *);
bool symmetry_fixes_class(const struct symmetry *, uint32_t class); // no permutation moves any of its elements
void symmetry_fix_class(struct symmetry *, uint32_t class);         // takes away all permutations that move one of them
void symmetry_order(const struct symmetry *, mpz_t order);          // how many permutations there are

// ---- Permutations ---------------------------------------------------------------------------------------------------

void permutation_identity(const struct symmetry *, uint32_t *permutation);
void permutation_invert(const struct symmetry *, const uint32_t *permutation, uint32_t *inverse);
// First one, then the other. `result` is neither of them.
void permutation_compose(const struct symmetry *, const uint32_t *first, const uint32_t *then, uint32_t *result);
bool symmetry_contains(const struct symmetry *, const uint32_t *permutation);

// Where a permutation takes a cell, a value, a state. `state` and `result` have a value for each cell of the model, and
// are not the same array. Pools are sorted again.
cell_id symmetry_cell(const struct symmetry *, const uint32_t *permutation, cell_id);
value symmetry_value(const struct symmetry *, const uint32_t *permutation, const struct type *, value);
void symmetry_apply(const struct symmetry *, const uint32_t *permutation, const value *state, value *result);

// ---- Formulas -------------------------------------------------------------------------------------------------------

// The image of an expression. Hash-consing makes what is the same but for the order of operands of commutative
// operations equal: so an expression that is its own image is invariant. It may be invariant without that.
expr symmetry_expr(const struct symmetry *, struct model *, const uint32_t *permutation, expr);

// Takes away permutations until all that are left keep each atom of the formula: its maximal subformulas that are
// conditions.
void symmetry_restrict(struct symmetry *, struct model *, formula);
void symmetry_restrict_expr(struct symmetry *, struct model *, expr);
// The same for each fairness condition of the model by itself. A group that moves them among each other is good for the
// model, but a quotient by it does not tell them apart: a cycle of orbits on which all of them hold now and then may
// be one along which a component is never served.
void symmetry_restrict_to_fairness(struct symmetry *, struct model *);
// Whether all permutations of the group take the fairness conditions to each other: those of justice among themselves,
// and the pairs of compassion. Not so where fair rules name elements.
bool symmetry_moves_fairness(const struct symmetry *, struct model *);
// Where a permutation takes each: justice first, then compassion. False if it takes one elsewhere.
bool symmetry_fairness_image(const struct symmetry *, struct model *, const uint32_t *permutation, uint32_t *images);
bool symmetry_equal(const struct symmetry *, const struct symmetry *); // of one model

// A property as instances that are to be checked separately, each with the group that it leaves: a conjunction holds if
// all its conjuncts do, and of conjuncts that permutations take to each other one is enough.
struct instance {
    formula formula;
    struct symmetry *symmetry;
    const uint32_t *vacuities; // formulas, as many as the property has; NULL if they do not leave the same group
};
typedef ARRAY(struct instance) instance_array;
// `moves_fairness`: the caller can tell fairness conditions apart that the group takes to each other (else it is
// restricted to what keeps each of them).
void symmetry_instances(const struct symmetry *, struct model *, size_t property, bool moves_fairness,
                        instance_array *out);
void instances_free(struct mem *, instance_array *);

#endif
