// What quantified invariants are made of: shared by the fixpoint and by what it knows of elements that are not seen.
#ifndef COSET_PARAMETRIC_VIEW_INTERNAL_H
#define COSET_PARAMETRIC_VIEW_INTERNAL_H

#include "parametric/quantified_invariant.h"
#include "parametric/view_context.h"

// One rule with its parameters, seen through some elements, the views of the first k of which change.
struct view_step {
    uint32_t elements;
    uint64_t seen; // which psi its image was made of
    uint32_t core; // a set of elements, those whose views are looked at first; or all
    bdd *guard;    // protected
    bdd *taken;    // states that its image was made of; protected
    struct view_sequence sequence;
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
    bdd *views;                       // by choice: psi there, protected
    uint64_t seen;                    // which psi that is
    ARRAY(uint32_t) same_first, same; // see view_same_steps
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
    struct quantified_statistics statistics;
};

// ---- view_step.c

// The first choice of so many elements; see parametric_next_names.
void view_first_choice(uint8_t *images, uint32_t count);
// What a value is for those who see only these elements: element images[i] is i, any other is another one.
uint64_t view_seen_value(uint64_t one, const uint8_t *images, uint32_t count);
// Where elements of a view are those of an instance.
struct view_place view_moved_place(const struct view_space *, struct view_place, const uint8_t *images);
bool view_open_moves(struct quantified_invariant *, uint32_t elements);
// What all k of these elements see is in psi, and the set.
enum { VIEW_ALL = INT32_MAX };
bdd view_within_invariant(struct quantified_invariant *, uint32_t elements, uint32_t among, bdd set);
// What is so whatever the phantom has.
bdd view_without_phantom(struct quantified_invariant *, uint32_t elements, bdd);
bdd view_condition_seen(struct quantified_invariant *, uint32_t elements, cell_condition);
// Values that cells of an instance have, of those that no k elements see: of two elements, if k is 1.
bdd view_values_unseen(struct quantified_invariant *, uint32_t elements);
bdd view_action_guard(struct quantified_invariant *, uint32_t elements, size_t action);
// All steps that are seen through so many elements, and change what some k see. False if there is no end, or no memory.
bool view_add_steps(struct quantified_invariant *, uint32_t elements);

// ---- view_context.c

enum { VIEW_NAMED = MOST_CONTEXTS * MOST_ELEMENTS * MOST_ELEMENTS };

// Whether a place has no element as its value, and one that it is about; whether it is about this one.
bool view_place_is_plain(const struct view_space *, struct view_place);
bool view_place_mentions(const struct view_space *, struct view_place, uint8_t element);
bool view_is_in_support(struct quantified_invariant *, bdd support, struct view_place);
// A condition over the plain places of elements 0 and 1, about i and x instead; and the other way.
bdd view_condition_about(struct quantified_invariant *, bdd, uint32_t i, uint32_t x);
bdd view_condition_from(struct quantified_invariant *, bdd, uint32_t i, uint32_t x);
// How many bits a context has in a view of so many elements.
uint32_t view_context_bits(const struct view_context *, uint32_t elements);

// ---- view_further.c: one element more

// Elements from `at` on are one further in the instance with one more element, which is at `at`.
uint8_t view_moved_up(uint32_t element, uint32_t at);
// Where it may be: without an order, behind all others.
uint32_t view_first_position(const struct quantified_invariant *, uint32_t elements);
bool view_is_of_class(const struct parametric_instance *, uint32_t class);
// The actions of the instance with one more element that are this one, seen through that, too, but for parameters of
// other types.
struct view_steps {
    const uint32_t *at;
    uint32_t count;
};
struct view_steps view_same_steps(struct quantified_invariant *, uint32_t elements, size_t action, uint32_t at);
// Where they are possible, if the further element is made the last.
bdd view_further_guard(struct quantified_invariant *, uint32_t elements, size_t action, uint32_t at);
// The last of so many elements is no longer seen: what holds it holds another one.
bdd view_without_last(struct quantified_invariant *, uint32_t elements, bdd);

#endif
