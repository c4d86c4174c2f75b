// What the files of families share: family_aggregate.c puts it all together, family_relation.c has
// its actions, family_cell.c matches cells and finds
// markers, family_import.c brings expressions of single members into the aggregate, family_merge.c and family_list.c
// make one of several, and family_property.c does so for properties, family_vacuity.c for what they are checked for
// vacuity with. Of families with symmetries, family_symmetry.c has classes and groups, family_instance.c the
// properties.
#ifndef COSET_REDUCE_FAMILY_FAMILY_MERGING_H
#define COSET_REDUCE_FAMILY_FAMILY_MERGING_H

#include "base/arena.h"
#include "base/array.h"
#include "base/str.h"
#include "group/symmetry.h"
#include "model/walk.h"
#include "reduce/family/family_aggregate.h"

struct family_cell {
    const char *name; // the members'
    cell_id *of;      // by member: its cell, or CELL_NONE
    value absent;     // what it holds in members that do not have it
    bool is_truth;    // a truth value in some members, and an enumeration in the aggregate
};

// One expression for each member, EXPR_NONE for those that do not matter, and what is all of them in one.
struct family_merged {
    const expr *tuple;
    expr result;
};

// A part of a property that is checked with a group of its own.
struct family_instance {
    size_t property;
    struct symmetry *symmetry; // of the aggregate
    size_t *copies;            // by member; SIZE_MAX: it has none
    formula *formulas;         // by member, in its own terms; FORMULA_NONE likewise
};

// A property with an implication cut (see struct vacuity), for all members that have it.
struct family_variant {
    const char *left;
    unsigned number;
    formula *tuple; // of the aggregate, by member; FORMULA_NONE: it has none
    formula merged;
};
typedef ARRAY(struct family_variant) family_variants;

// The aggregate as a reduction of a member.
struct family_layer {
    const struct family *family;
    size_t member;
    struct reduction_goal *goals;
    size_t goal_count;
};

struct family {
    struct mem *mem;
    struct arena arena;
    struct cause *why_not;
    const struct family_limit *limit;
    bool is_refused;
    struct model *model;
    struct family_member *members;
    size_t count;
    enum family_deadlock deadlock;

    ARRAY(struct family_cell) cells; // by cell of the aggregate
    cell_id **cells_of;              // by member, by its cell: that of the aggregate
    type_id **types_of;              // by member, by its type: that of the aggregate; UINT32_MAX until it is made
    struct walk *exprs_of;           // by member: from its expressions, as far as they are needed, to the aggregate's
    struct walk *formulas_of;        // likewise
    expr *at_least;                  // by member: a state's size is this one's or larger
    expr *is_member;
    cell_id size_cell; // holds the number of the member, where markers do not tell it; or CELL_NONE

    struct symmetry **groups;            // by member; NULL: symmetries are not asked for
    struct symmetry *symmetry;           // of the aggregate
    cell_id *absent;                     // by class: the cell that says whether its first element is not there, and
                                         // those of the others behind it; CELL_NONE: all members have all elements
    ARRAY(struct family_instance) parts; // of all properties

    ARRAY(struct family_merged) merged; // all that was merged so far, and how it is found
    struct table merged_table;
    unsigned depth;

    ARRAY(expr) progress; // of actions: where each keeps the system from being in a deadlock
    size_t leader;
    size_t *property_of, *copy_of; // by property and member
    size_t property_count;
    struct family_layer *layers; // by member
};

// Notes the first reason why there can be no aggregate.
void fam_refuse(struct family *, struct cause);

bool fam_is_over(struct family *); // it is refused, or refused now, for there is no more time

// ---- family_aggregate.c ---------------------------------------------------------------------------------------------

// The conjunction of the conditions among parts of a member.
expr fam_conditions(struct family *, size_t member, const struct part *, size_t count);

// ---- family_relation.c ----------------------------------------------------------------------------------------------

void fam_add_actions(struct family *);

// ---- family_cell.c --------------------------------------------------------------------------------------------------

void fam_match_cells(struct family *); // also finds markers, and conditions for sizes

// ---- family_import.c ------------------------------------------------------------------------------------------------

void fam_import(struct family *, size_t member); // all expressions and formulas that matter
expr fam_imported(const struct family *, size_t member, expr);
formula fam_imported_formula(const struct family *, size_t member, formula);
type_id fam_type(struct family *, size_t member, type_id); // of the aggregate, with the same values
value fam_value(struct family *, size_t member, value);
// What a cell of the aggregate gets where a member gives it this value, of the aggregate.
expr fam_cell_value(struct family *, cell_id, expr);

// ---- family_merge.c -------------------------------------------------------------------------------------------------

// One expression or formula of each member; none of them at first.
uint32_t *fam_new_tuple(struct family *);
void fam_free_tuple(struct family *, uint32_t *);
// An expression that is tuple[i] in states of member i, wherever that is one.
expr fam_merge(struct family *, const expr *tuple);
// The same as a case over the sizes.
expr fam_by_size(struct family *, const expr *tuple);
// A condition that tells the members of `in` from the others of `among`, for an expression that it guards, or
// EXPR_NONE.
expr fam_sizes(struct family *, const bool *in, const bool *among, expr about);
// Whether a condition is false in all states of a member, since a cell has no such value there.
bool fam_is_never(struct family *, expr condition, size_t member);

// ---- family_list.c --------------------------------------------------------------------------------------------------

// The same for conjunctions, disjunctions or counts, and what else there is among them taken as a single operand.
expr fam_merge_lists(struct family *, enum op, const expr *tuple);

// ---- family_property.c ----------------------------------------------------------------------------------------------

void fam_match_properties(struct family *);
void fam_add_properties(struct family *);
formula fam_merge_formulas(struct family *, enum property_kind, const formula *tuple); // as fam_merge
formula fam_merged_deadlock(struct family *); // what keeps a state from being one
// A property of the aggregate that says this in states of a member, and is checked for vacuity with these.
size_t fam_add_copy(struct family *, const struct property *, formula, const family_variants *, size_t member);

// ---- family_vacuity.c -----------------------------------------------------------------------------------------------

// Of a property, or where it is taken apart, of one of its parts, which are by member.
void fam_open_variants(struct family *, size_t property, const instance_array *parts, size_t part, family_variants *);
void fam_close_variants(struct family *, family_variants *);

// ---- family_symmetry.c ----------------------------------------------------------------------------------------------
// Nothing of it is for families without symmetries.

void fam_open_symmetry(struct family *); // classes, before there are cells
void fam_place_cells(struct family *);   // and adds those that say which elements are there
void fam_find_group(struct family *);    // when all cells are there
void fam_close_groups(struct family *); // those of the members, when all is made: models of sizes may be closed earlier
void fam_close_symmetry(struct family *);
bool fam_same_sites(const struct placement *, const struct placement *);
size_t fam_class_size(const struct family *, size_t member, uint32_t class);
bool fam_may_be_absent(const struct family *, const struct family_cell *); // it, or one that it may be exchanged with
bool fam_is_id(const struct family *, value);
// As at_least; where there are several classes, in terms of the one that the expression speaks of, so that what belongs
// together is close to each other in diagrams.
expr fam_at_least(struct family *, size_t member, expr about);
// The permutations of the aggregate that are in the group of each member, for as many elements as it has.
struct symmetry *fam_common_group(const struct family *, struct symmetry *const *groups);

// ---- family_lift.c --------------------------------------------------------------------------------------------------

void fam_open_layers(struct family *); // when all else is made

// ---- family_instance.c ----------------------------------------------------------------------------------------------

void fam_add_instances(struct family *);

#endif
