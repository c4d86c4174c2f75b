// What quantified invariants are made of: shared by the fixpoint and by what it knows of elements that are not seen.
#ifndef COSET_PARAMETRIC_VIEW_INTERNAL_H
#define COSET_PARAMETRIC_VIEW_INTERNAL_H

#include "parametric/quantified_invariant.h"
#include "parametric/view_context.h"

// One rule with its parameters, seen through some elements, the views of the first k of which change.
struct view_step {
    uint32_t elements;
    uint64_t seen; // which psi its image was made of
    bdd *guard;    // protected
    bdd_relation *relation;
};

// The views of an instance with so many elements: what each k of them must see.
struct view_instance {
    bool is_open;
    struct parametric_instance in;
    struct cell_conditions conditions;
    bdd_substitution **moves; // by choice of k elements: from psi to what these see
    size_t move_count;
    bdd *guards;  // by action, BDD_NONE: not made yet; protected
    bdd *allowed; // likewise: where no element that is not seen hinders the action, as far as contexts tell
    size_t action_count;
    bdd *views;    // by choice: psi there, protected
    uint64_t seen; // which psi that is
};

struct quantified_invariant {
    struct mem *mem;
    struct parametric_variables *variables;
    struct parametric_source source;
    struct quantified_setup setup;
    struct view_space space;
    bool has_space;
    uint32_t most;                   // elements of the largest instance
    struct view_instance *instances; // by elements
    ARRAY(struct view_step) steps;
    bdd psi, gathered; // protected
    uint64_t version;  // of psi
    view_known known;  // of one condition after the other
    struct view_contexts contexts;
    bool contexts_protected;
    struct quantified_statistics statistics;
};

// Where elements of a view are those of an instance.
struct view_place view_moved_place(const struct view_space *, struct view_place, const uint8_t *images);
// What is so whatever the phantom has.
bdd view_without_phantom(struct quantified_invariant *, uint32_t elements, bdd);
bdd view_action_guard(struct quantified_invariant *, uint32_t elements, size_t action);

#endif
