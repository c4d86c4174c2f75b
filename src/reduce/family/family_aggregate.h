// Families: the instances of one model for several sizes as a single model (seed 001: Emerson, Trefler, Wahl, "Reducing
// Model Checking of the Few to the One").
//
// What goes in is one model for each size of a range, as a front end makes them. What comes out is their disjoint
// union, the *aggregate*: an ordinary model, whose states belong to one size each and whose steps stay there.
//
// - Cells are matched by name. A cell that a size does not have rests, in the states of that size, at one value. For
//   each size but the first there is a *marker*: a cell that this size is the first to have, and which has one more
//   value for where it is not there, `$`. So the size of a state is told by which markers are `$`. Only if there is a
//   size without a marker has the aggregate a cell for the size.
// - Starts are those of all sizes. Actions are matched by name, and what they say in different sizes is merged: an
//   expression that is the same in all sizes is there once; of a conjunction or disjunction that grows with the size,
//   each operand is guarded by the marker from which on it is there; whatever else differs is a case over the sizes,
//   as deep inside of the expression as can be.
// - A property has one copy for each size that asks for it in that size only; what is temporal in it is merged once for
//   all, so that the copies share it.
//
// Shared cells whose types differ have the values of all sizes; those of a state are in the type that they have in its
// size, since starts and steps are those of that size.
#ifndef COSET_REDUCE_FAMILY_FAMILY_AGGREGATE_H
#define COSET_REDUCE_FAMILY_FAMILY_AGGREGATE_H

#include <gmp.h>

#include "group/symmetry.h"
#include "model/model.h"
#include "reduce/reduction.h"

struct family_member {
    struct model *model;
    int64_t size;
};

struct family;

// What it takes for a state to be no deadlock: an action that changes it; an action that is enabled; or what the
// properties of the members say. The first two are said in terms of the merged actions, if that is what they say, too.
enum family_deadlock { FAMILY_DEADLOCK_UNCHANGED, FAMILY_DEADLOCK_STUCK, FAMILY_DEADLOCK_AS_STATED };

// Who knows when to give up making one.
struct family_limit {
    bool (*is_over)(void *context);
    void *context;
};

// Members by ascending size; their models are there for as long as anything is asked of the family. NULL if there can
// be no aggregate, or none before the limit, which may be NULL; `why_not` gets the reason.
struct family *family_new(const struct family_member *, size_t count, enum family_deadlock, const struct family_limit *,
                          struct mem *, struct cause *why_not);
void family_free(struct family *);

// The same for members with symmetric components, so that the aggregate can be searched by representatives. Each
// element of a class has a cell that says whether it is absent, and that is compared before all others of it: so one
// that is absent has the largest local state, `$`, and sorting components leaves it behind those that are there; rings
// turn with those that are there. The group of the aggregate is good for sorting states of members, and for nothing
// else: of a state, only the elements that it has may be exchanged. Properties are taken apart as for a single model,
// and have no copies.
struct family *family_new_symmetric(const struct family_member *, size_t count, enum family_deadlock,
                                    const struct family_limit *, struct mem *, struct cause *why_not);
const struct symmetry *family_symmetry(const struct family *); // of the members, without any property
// The parts of all properties: whose it is, its group, and its copy for a member, SIZE_MAX if that has none. A property
// holds in a member if all its copies do.
size_t family_part_count(const struct family *);
size_t family_part_property(const struct family *, size_t part);
const struct symmetry *family_part_symmetry(const struct family *, size_t part);
size_t family_part_copy(const struct family *, size_t part, size_t member);
formula family_part_formula(const struct family *, size_t part, size_t member); // of the member; or FORMULA_NONE
// Sorted states of a member stand for so many times more states as they would if absent elements could be anywhere.
void family_count_absences(const struct family *, size_t member, mpz_t times);

struct model *family_model(const struct family *); // owned by the family

// Members differ in their properties only in whether a run-time error can happen. The last one that has all properties,
// and the number that the goal of one of its properties has in another member, or SIZE_MAX if nothing is asked for
// there.
size_t family_find_leader(const struct family_member *, size_t count);
size_t family_number_in(const struct model *leader, size_t property, const struct model *member);
bool family_has_same_properties(const struct model *leader, const struct model *member); // but for the run-time error

// Properties are those of one member that has all of them, by their numbers there.
size_t family_leader(const struct family *); // that member
// The number of a property in a member; SIZE_MAX if that has none with its goal (no run-time error can happen; or
// members are themselves reductions, and this one could not take it over).
size_t family_property_of(const struct family *, size_t property, size_t member);
// The number of its copy for a member in the aggregate. It holds there if and only if it does in the member.
size_t family_copy_of(const struct family *, size_t property, size_t member);

const cell_id *family_cells(const struct family *, size_t member); // by its cell: that of the aggregate

// The condition to be a state of a member.
expr family_is_member(const struct family *, size_t member);

// A property of a model that is a family in some other way: a copy of it that is asked for in the states of one member,
// where this is true. Gives its number.
size_t family_copy_property(struct model *, size_t property, expr is_member, struct mem *);

// As a layer of a stack on a member: its goals are the copies of properties for that member, which were asked for by
// their numbers (see family_leader), and traces of states of that member become its own. Never refused.
struct model_reduction family_layer(const struct family *, size_t member);

#endif
