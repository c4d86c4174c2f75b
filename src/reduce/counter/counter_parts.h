// Counter abstraction: what its files share. The interface is counter.h.
//
// How an action becomes actions on counters:
// 1. Some components are *named*: those that are its parameters, and those that global cells point at where it reads or
//    writes these. Which component a cell points at is tried in all ways that differ (counter_case.c). What is left of
//    a class is its *rest*.
// 2. With that settled, conditions and new values become a *schema* (counter_schema.c): expressions over global cells,
//    cells of named components, and operations over all components of a rest.
// 3. The closure (counter_closure.c) finds the local states that there are, and in which the named ones can be when the
//    action takes place.
// 4. For each of these ways, the schema becomes an expression over counters, and the action one that takes components
//    from counters and adds them to others (counter_step.c).
// Properties go the same way (counter_property.c).
#ifndef COSET_REDUCE_COUNTER_COUNTER_PARTS_H
#define COSET_REDUCE_COUNTER_COUNTER_PARTS_H

#include "base/arena.h"
#include "base/array.h"
#include "model/model.h"
#include "model/walk.h"
#include "reduce/counter/counter.h"
#include "reduce/tuples.h"

enum {
    COUNTER_MOST_INTERLEAVED = 16, // counters of a class: with more, what is known of one is too far apart
    COUNTER_MOST_COMPARED = 16,    // components, to see that none is preferred
    COUNTER_MOST_SLOTS = 6,        // named components at a time
    COUNTER_MOST_LOCALS = 1024,    // local states of a class
    COUNTER_MOST_ACTIONS = 4000,   // of the counter model
    COUNTER_MOST_TRIALS = 200000,
};

#define NO_SLOT UINT32_MAX
#define NO_NODE UINT32_MAX
#define NO_ELEMENT UINT32_MAX
#define NO_LOCAL UINT32_MAX

// ---- counter_place.c: what the cells of the model per orbit are -----------------------------------------------------

// A class that is counted. The columns of a local state are its cells, and behind them the bits of pointers.
struct counted {
    const struct component_class *class;
    uint32_t number; // of the class in the model
    uint32_t size;
    value threshold; // numbers from this one on are not told apart; 0: all are
    uint32_t cell_columns, columns;
    uint32_t there;        // the column that says whether a component is there; UINT32_MAX: all are
    uint32_t absent;       // the local state of those that are not, if they have one: there is no counter for it
    cell_id *cells;        // element * cell_columns + column
    ARRAY(uint32_t) first; // while the cells are collected: how many an element has so far
    ARRAY(uint32_t) pointers;
    struct tuples locals;
    cell_id *counters; // of the counter model, by local state; CELL_NONE: that of `absent`
};

// A global cell that holds ids of counted classes.
struct pointer {
    cell_id cell;
    ARRAY(uint32_t) classes; // counted ones that it can point at
    ARRAY(uint32_t) columns; // by these: the column of its bit
    ARRAY(value) others;     // values that are no such ids
    cell_id rest;            // of the counter model: `others`, or the first id of a class for any of its ids; or none
};

enum cell_kind { CELL_IS_PLAIN, CELL_IS_POINTER, CELL_IS_LOCAL };

struct cell_place {
    enum cell_kind kind;
    uint32_t pointer;                // pointer
    uint32_t class, element, column; // local
    cell_id copy;                    // plain: in the counter model
};

// One way to make steps of the counter model: how to find components for it.
struct counter_move {
    uint32_t case_number;
    uint32_t locals[COUNTER_MOST_SLOTS];
};

struct counter_case;

struct counter_reduction {
    struct mem *mem;
    struct arena arena;
    struct model *from; // the model per orbit
    struct model *to;
    struct cause *why;                                 // the first reason to refuse
    bool has_refused;                                  // it has been given
    bool (*goes_on)(void *context, const char *phase); // NULL: as long as it takes
    void *context;
    bool is_over; // it does not go on
    size_t read;  // nodes and operands of what was recognised in actions so far, also of what was thrown away

    ARRAY(struct counted) counted;
    uint32_t *counted_of; // by class of the model: its number in `counted`, or UINT32_MAX
    ARRAY(struct pointer) pointers;
    struct cell_place *places;      // by cell of `from`
    size_t cell_count, class_count; // of `from`, which may be gone before this is

    ARRAY(struct counter_case *) cases; // of actions
    ARRAY(struct counter_move) moves;   // by action of the counter model
    ARRAY(value) starts;                // a state of `from` for each start, one after the other
    ARRAY(uint32_t) class_of_cell;      // by cell of `to`
    ARRAY(uint32_t) interleaved;        // by cell of `to`
    struct walk seen;                   // scratch: expressions that were looked at
    bool is_narrow;                     // local states were taken away
    expr escapes;                       // of the counter model: where a component can get into one of these
    size_t completeness;                // see counter_completeness
    ARRAY(struct reduction_goal) goals;
    size_t property_count;
    size_t *property_map;
    struct cause *refusals;
    const struct counter_saturation *saturation; // NULL: no class has a threshold
    const char *there;                           // see counter_reduce_present; NULL: all components are there
    ARRAY(const char *) predicates;              // operations over a rest without names, each once
    uint32_t dependent, most_named;              // see counter_need
};

bool counter_goes_on(struct counter_reduction *); // false: it was refused, for it took too long
void counter_refuse(struct counter_reduction *, struct cause);
bool counter_find_places(struct counter_reduction *);
void counter_free_places(struct counter_reduction *);

// The id of an element as a site; class UINT32_MAX if the value is none of a counted class.
struct site counter_site(const struct counter_reduction *, value);

// ---- counter_schema.c -----------------------------------------------------------------------------------------------

enum schema_kind {
    SCHEMA_OP,    // of the model, with operands
    SCHEMA_CONST, // `data` of type `type`
    SCHEMA_PLAIN, // the plain cell `data`
    SCHEMA_LOCAL, // column `data` of a named component, or of the one that an operation over all is at (NO_SLOT)
    SCHEMA_SELF,  // the id of the component that an operation over all is at
    SCHEMA_EACH,  // operation `op` over all of the rest of class `class`, each counted `data` times; one operand
};

struct schema_node {
    enum schema_kind kind;
    enum op op;
    type_id type;
    value data;
    uint32_t slot, class;
    uint32_t first, count; // operands
    uint32_t depth;
    bool is_open; // depends on the component that an operation over all is at
};

struct schema {
    ARRAY(struct schema_node) nodes;
    ARRAY(uint32_t) args;
    struct table table;
};

// What an expression has become: a node, with the component of the rest that it speaks of, if any.
struct recognised {
    uint32_t node; // NO_NODE: it was not recognised
    uint32_t class, element;
};

struct slot {
    uint32_t class, element;
};

struct plain_value {
    cell_id cell;
    uint32_t node;
};

// A choice of the named components and of what the pointers that matter point at.
struct counter_case {
    size_t action; // of the model per orbit; SIZE_MAX for a property
    uint32_t slot_count;
    struct slot slots[COUNTER_MOST_SLOTS];
    value *pointer_values;                  // by pointer: its value
    bool *pointer_matters;                  // by pointer
    uint32_t *named;                        // by class: how many are named; they are the first elements
    uint32_t *parameters;                   // by class: how many of these are named whatever pointers point at
    struct schema schema;                   // of all of the following
    ARRAY(uint32_t) guards;                 // nodes
    uint32_t *slot_values;                  // slot * most columns + column: what it becomes; NO_NODE if it stays
    uint32_t *rest_values;                  // class * most columns + column: the same for each of the rest
    bool *rest_changes;                     // by class
    bool rest_needs_slots;                  // what the rest becomes depends on the named components
    ARRAY(struct plain_value) plain_values; // plain cells that change
    uint32_t *pointer_nodes;                // by pointer: what it becomes; NO_NODE if it stays
};

uint32_t counter_most_columns(const struct counter_reduction *);

struct operand {
    uint32_t node, class, element;
};

// Recognises expressions, one case after the other. What is the first that is not recognised is told by `failed_class`
// and `why`.
struct recogniser {
    struct counter_reduction *r;
    struct counter_case *c;
    struct notes notes; // from expressions to what they have become
    ARRAY(struct recognised) found;
    ARRAY(expr) walk, leaves;
    struct notes flattened;
    ARRAY(struct operand) operands;
    // Expressions are read as if these two elements of a class had changed places; UINT32_MAX for none.
    uint32_t swapped_class, swapped[2];
    uint32_t failed_class; // of which more components should be named; UINT32_MAX if that does not help
    struct cause why;
};

void recogniser_open(struct recogniser *, struct counter_reduction *);
void recogniser_close(struct recogniser *);
void recogniser_use(struct recogniser *, struct counter_case *); // forgets what it has found for others
void recogniser_swap(struct recogniser *, uint32_t class, uint32_t element, uint32_t other); // the same
uint32_t recogniser_element(const struct recogniser *, uint32_t class, uint32_t element);    // which it counts as
struct recognised recognise(struct recogniser *, expr);
uint32_t recognise_closed(struct recogniser *, expr); // NO_NODE, and failed_class, if a component of the rest is left
// The leaves of an and/or: what is joined by it, however deep. Good until the next call.
const expr *recognise_leaves(struct recogniser *, enum op, expr, size_t *count);
uint32_t schema_each(struct recogniser *, enum op, struct recognised, value times);
uint32_t schema_local(struct recogniser *, uint32_t slot, uint32_t class, uint32_t column);

// ---- counter_case.c -------------------------------------------------------------------------------------------------

typedef bool case_visit(void *context, struct counter_case *); // owns the case; false to stop
// All cases that differ, where the first `named` elements of each class are named (by class), and the expressions are
// read; `written`, by pointer, which are assigned to. False if it was stopped or refused.
// A rest of one component is named as well if `last`.
bool counter_each_case(struct counter_reduction *, const uint32_t *named, bool last, const expr *, size_t count,
                       const bool *written, case_visit, void *context);
void counter_case_free(struct counter_reduction *, struct counter_case *);
bool counter_action_cases(struct counter_reduction *); // fills `cases`
// Whether a component in a local state can be the one of a slot, or one of the rest.
bool counter_fits_slot(const struct counter_reduction *, const struct counter_case *, uint32_t slot,
                       const value *local);
bool counter_fits_rest(const struct counter_reduction *, const struct counter_case *, uint32_t class,
                       const value *local);

// ---- counter_build.c: from schemas to expressions -------------------------------------------------------------------

// Makes expressions of a model from the schema of one case, where the named components are in certain local states.
struct builder {
    struct counter_reduction *r;
    struct model *model;
    const struct counter_case *c;
    expr *plain;                             // by cell of `from`: what it is
    expr *rests;                             // by pointer: the same; EXPR_NONE if it has no such cell
    const value *locals[COUNTER_MOST_SLOTS]; // NULL: not known
    uint32_t numbers[COUNTER_MOST_SLOTS];    // of these local states, where they are known
    value more[COUNTER_MOST_SLOTS];          // see builder_counter
    bool is_abstract;                        // counters are not known
    ARRAY(expr) closed, open;                // by node: what was made, or EXPR_NONE
    const value *here;                       // local state of the component that an operation over all is at
    ARRAY(struct unknown_cell {
        cell_id cell;
        type_id type;
        bool used;
    })
    unknown;
    ARRAY(expr) terms;
};

void builder_open(struct builder *, struct counter_reduction *, struct model *, bool is_abstract);
void builder_close(struct builder *);
void builder_use(struct builder *, const struct counter_case *); // no local state is known
void builder_forget(struct builder *);                           // the local states have changed
expr build(struct builder *, uint32_t node);
// A node that speaks of a component of the rest which is in a certain local state.
expr build_at(struct builder *, uint32_t node, const value *local);
expr build_guard(struct builder *); // what the case asks for, but for that there are enough components
// How many named components are in a local state of a class.
value builder_taken(const struct builder *, uint32_t class, uint32_t local);

// ---- counter_saturate.c ---------------------------------------------------------------------------------------------

// The number from which on a counter says only "so many or more"; 0: it is exact.
value counter_limit(const struct counted *, uint32_t local);
// How many components are in a local state. Where the counter says "t or more" it means t; or, if a named component is
// there and `more` of its slot is not zero, so many more. If as many more as are named there, then or more.
expr builder_counter(const struct builder *, uint32_t class, uint32_t local);
expr builder_variant(const struct builder *); // that the counters of which `more` is told say "t or more"
// The next choice of `more`, each up to `most`, by slot. False: that was the last one, and there are none of it now.
bool builder_next_variant(struct builder *, const value *most);
bool builder_is_first(const struct builder *, uint32_t slot); // no slot before has its class and local state
// Sets a class's threshold as the saturation says; and notes what a case does with rests, refusing what is not so in
// all sizes. Of a property, names must not matter to it.
void counter_set_thresholds(struct counter_reduction *);
bool counter_note_case(struct counter_reduction *, const struct counter_case *, bool is_property);
bool counter_may_saturate(struct counter_reduction *); // the model has nothing that forbids it

// ---- counter_build.c, again -----------------------------------------------------------------------------------------

// What the columns of a component become that is in a local state. `slot` is NO_SLOT for one of the rest.
void build_columns(struct builder *, uint32_t slot, uint32_t class, const value *local, expr *columns);
// What a pointer that becomes `value` holds if all ids of a class are one; EXPR_NONE if that cannot be told.
expr build_pointer_rest(struct builder *, expr value);
expr build_rest_of(const struct counter_reduction *, struct model *, value);
expr counter_value(struct model *, const struct type *, value); // a constant
const struct type *counter_column_type(const struct counter_reduction *, uint32_t class, uint32_t column);

// ---- counter_closure.c, counter_cells.c, counter_step.c, counter_property.c -----------------------------------------

bool counter_read_starts(struct counter_reduction *);
bool counter_close_locals(struct counter_reduction *); // fills `locals` of the classes, and `moves`
type_id counter_rest_type(const struct counter_reduction *, struct model *, const struct pointer *);
void counter_add_cells(struct counter_reduction *);
bool counter_add_starts(struct counter_reduction *);
bool counter_add_actions(struct counter_reduction *); // one for each move
bool counter_add_properties(struct counter_reduction *, const size_t *properties, size_t count);

void counter_set_cells(const struct counter_reduction *, struct builder *); // those of the counter model
void counter_place_named(struct builder *, const struct counter_case *, const uint32_t *numbers);

// ---- counter_lift.c: moves of real components -----------------------------------------------------------------------

struct performer {
    struct counter_reduction *r;
    struct evaluator *evaluator; // of the model per orbit
    value *seen, *next, *local;  // scratch
    uint32_t **permutation;      // by class: from where the action has an element to which one it is
};

void performer_open(struct performer *, struct counter_reduction *);
void performer_close(struct performer *);
// Carries a move out in a state of `from`, with the first components that fit. False if it cannot be done.
bool performer_try(struct performer *, const value *state, const struct counter_move *, value *after);

// ---- counter_narrow.c -----------------------------------------------------------------------------------------------

// Takes the local states away that no component is in on a long walk, and the moves from them.
bool counter_narrow(struct counter_reduction *, enum counter_locals); // false if it is refused

// The local state of an element in a state of `from`, and the state of the counter model that stands for a state.
void counter_read_local(const struct counter_reduction *, const value *state, uint32_t class, uint32_t element,
                        value *local);
// False if a component is in a local state that has no counter: it is not counted.
bool counter_image(const struct counter_reduction *, const value *state, value *image);

#endif
