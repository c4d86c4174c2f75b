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

// The first choice of so many elements; parametric_next_names has the others.
void view_first_choice(uint8_t *images, uint32_t count);
// What a value is for those who see only these elements: element images[i] is i, any other is another one.
uint64_t view_seen_value(uint64_t one, const uint8_t *images, uint32_t count);
bool view_same_place(struct view_place, struct view_place);
// Where elements of a view are those of an instance.
struct view_place view_moved_place(const struct view_space *, struct view_place, const uint8_t *images);
// What is so whatever the phantom has.
bdd view_without_phantom(struct quantified_invariant *, uint32_t elements, bdd);
// A condition of an instance with so many elements, whatever the phantom has.
bdd view_condition_seen(struct quantified_invariant *, uint32_t elements, cell_condition);
// Values that cells of an instance have, of those that no k elements see: of two elements, if k is 1.
bdd view_values_unseen(struct quantified_invariant *, uint32_t elements);

// Adds the steps that are seen through so many elements. False if that did not end.
bool view_add_steps(struct quantified_invariant *, uint32_t elements);
bdd view_action_guard(struct quantified_invariant *, uint32_t elements, size_t action);

// Whether a place has no element as its value, and one that it is about; whether it is about this one.
bool view_place_is_plain(const struct view_space *, struct view_place);
bool view_place_mentions(const struct view_space *, struct view_place, uint8_t element);
bool view_is_in_support(struct quantified_invariant *, bdd support, struct view_place);
// A condition over the plain places of elements 0 and 1, about i and x instead; and the other way.
bdd view_condition_about(struct quantified_invariant *, bdd, uint32_t i, uint32_t x);
bdd view_condition_from(struct quantified_invariant *, bdd, uint32_t i, uint32_t x);
// How many bits a context has in a view of so many elements.
uint32_t view_context_bits(const struct view_context *, uint32_t elements);

// The guard of the same step where there is one element more, as it is seen with that one as the last; it is at one of
// the positions from the first one to `elements`. An element that is not before it is one further there.
bdd view_further_guard(struct quantified_invariant *, uint32_t elements, size_t action, uint32_t at);
uint32_t view_first_position(const struct quantified_invariant *, uint32_t elements);
uint8_t view_moved_up(uint32_t element, uint32_t at);
// Whether `b`, of an instance with one more element, is `a` seen through that, too, but for parameters of other types.
bool view_is_same_step(struct quantified_invariant *, uint32_t elements, size_t a, size_t b, uint32_t at);
// Whether a class of components is that of the views.
bool view_is_of_class(const struct parametric_instance *, uint32_t class);

#endif
