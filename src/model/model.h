// The typed finite-state model: what front ends build and everything behind them reads. No language and no decision
// diagram is known here.
//
// A model has *cells* (scalar variables), *expressions* over them, *parts* that constrain initial states, all states,
// and steps, and *properties* (property.h). All of it is owned by the model and lives until model_free; handles are
// plain integers.
//
// Values. Every value is an int64_t. A truth value is 0 or 1, an integer is itself, a word is its bits as an unsigned
// number (whether it is signed is a matter of its type), and a symbol is a number from a range of its own, so that two
// values are equal exactly when their numbers are, whatever the types they came from.
//
// Expressions are hash-consed: equal expressions have equal handles, and constants are folded when they are made. They
// may be *sets*: choices among values. A set occurs only as the right side of a choice part or of `in`.
//
// Memory comes from the context of the model; where it has no more, its `exhausted` is called. A model that was left
// that way can still be freed, and nothing else. Pointers that the model gives out stay valid while it grows, but for
// those in `struct parts`, `action.parts` and `action.kept`, which are good until the next part or cell is added there.
#ifndef COSET_MODEL_MODEL_H
#define COSET_MODEL_MODEL_H

#include "base/diag.h"
#include "base/mem.h"
#include "base/str.h"
#include "model/handles.h"
#include "model/property.h"

struct model *model_new(struct mem *); // `mem` outlives the model
void model_clear(struct model *);      // as it was when it was new
void model_free(struct model *);

// ---- Numbers and symbols --------------------------------------------------------------------------------------------

// Symbols are the least numbers; there are no more than 2^32.
#define VALUE_FIRST_SYMBOL INT64_MIN

// Integers are from VALUE_LEAST to VALUE_LARGEST: what an operation gives beyond that is cut off there (here, in the
// evaluator, in diagrams, and in the intervals), and constants and types must not have more.
#define VALUE_LEAST (INT64_MIN + ((value)1 << 32))
#define VALUE_LARGEST INT64_MAX

static inline bool value_is_symbol(value v)
{
    return v < VALUE_LEAST;
}

value model_symbol(struct model *, const char *name); // the same value for the same name
const char *model_symbol_name(const struct model *, value);
// A symbol that users see as a number: there may be several for one number, with different names. Whether it is one.
value model_number_symbol(struct model *, const char *name, value number);
bool model_symbol_number(const struct model *, value, value *number);

// ---- Types ----------------------------------------------------------------------------------------------------------

enum type_kind {
    TYPE_BOOLEAN,
    TYPE_INTEGER, // low..high
    TYPE_ENUM,    // symbols and integers in any mixture, at least one symbol (else it is TYPE_INTEGER with gaps)
    TYPE_WORD,    // `width` bits, signed or unsigned
    TYPE_SET,     // of choices; only expressions have it
};

#define WORD_MAX_WIDTH 64 // a word is never compared with a symbol, so their numbers may meet

struct type {
    enum type_kind kind;
    value low, high;     // integer: the least and the largest value
    const value *values; // enum: in the order of declaration; integer: ascending if there are gaps, else NULL
    size_t count;        // of `values`
    unsigned width;      // word
    bool is_signed;      // word
    type_id element;     // set: the join of its members' types
    bool has_none;       // integer, enum: one more value, `none`, is there for where there is no value
    value none;          // integer: one less than the least; enum: the symbol `undefined`
};

type_id model_boolean(struct model *);
type_id model_integer(struct model *, value low, value high);
type_id model_enum(struct model *, const value *values, size_t count); // duplicates are dropped
type_id model_word(struct model *, unsigned width, bool is_signed);
// The type (an integer without gaps, or an enum) with one more value, which is shown as `undefined`. For a cell that
// may have no value; an expression that reads it where it has one is of the type without it, for all that matters.
type_id model_optional(struct model *, type_id);
const struct type *model_type(const struct model *, type_id);
size_t model_type_count(const struct model *); // types are numbered from 0
bool type_contains(const struct type *, value);
uint64_t type_size(const struct type *);               // how many values; 2^64 - 1 for 2^64
value type_value(const struct type *, uint64_t index); // the index-th, from 0
// As a user writes it: TRUE, 3, idle, 0ud4_9. The string's memory is from the model's context.
void model_add_value(const struct model *, type_id, value, struct str *out);

// Whether values of two types may be alternatives (of one ite, or of one choice): the same type; integers, whose ranges
// are joined to one; enumerations and integers, whose values are joined to one list, for which a range may have
// MODEL_JOIN_LIMIT values at most. Sets count as their elements.
#define MODEL_JOIN_LIMIT 65536
bool model_can_join(const struct model *, type_id, type_id);

// ---- Cells ----------------------------------------------------------------------------------------------------------

enum cell_role {
    CELL_STATE,
    CELL_FROZEN, // a state cell that never changes
    CELL_INPUT,  // chosen anew with each step; not part of the state
};

struct cell {
    const char *name; // in the user's words: `cache[2].state`
    type_id type;
    enum cell_role role;
    bool is_hidden; // no variable of the user's: text for people leaves it out
    // The cell is the number of one element in a multiset of that name, whose cells follow each other: text for people
    // shows these together. NULL: it is none.
    const char *multiset, *element;
};

cell_id model_add_cell(struct model *, const char *name, type_id, enum cell_role);
void model_hide_cell(struct model *, cell_id);
void model_count_element(struct model *, cell_id, const char *multiset, const char *element); // are copied
size_t model_cell_count(const struct model *);
const struct cell *model_cell(const struct model *, cell_id);
cell_id model_find_cell(const struct model *, const char *name); // the first of that name, or CELL_NONE

// ---- Components -----------------------------------------------------------------------------------------------------
// A *class* is a number of identical parts: whatever the model does with some of its elements, it can do with any
// others. Full classes allow every permutation of their elements, rings only rotations. An element is known by its
// number, from 0, in arrays of cells, and by its *id*, a symbol, among the values of cells and in expressions.
//
// A permutation of the elements acts on states: what `cache[Proc_2].state` holds goes to `cache[Proc_1].state` if it
// takes element 1 to 0, and where the value of a cell is Proc_2, it becomes Proc_1. Front ends vouch for it that this
// takes steps to steps and starts to starts, for every class without an obstacle.

struct component_class {
    const char *name;
    size_t size;
    bool is_ring;
    const value *ids;     // by element
    const char *obstacle; // why its elements are not alike after all; NULL if they are
    bool is_inferred;     // it is written as a range of numbers, and used like a scalarset
};

#define CLASS_NONE UINT32_MAX

struct site {
    uint32_t class, element;
};

// Where a cell is. Cells of one family differ only in the elements of their sites, and there is one for each choice of
// these. They have the same type and role: if they do not, the classes of their sites get an obstacle, so that of what
// permutations move, one cell may speak for all. A cell that was not placed has no sites, and is a family of its own.
struct placement {
    uint32_t family;
    const struct site *sites;
    size_t site_count;
};

size_t model_add_class(struct model *, const struct component_class *);  // all of it is copied
void model_obstruct_class(struct model *, size_t, const char *obstacle); // unless it has one
size_t model_class_count(const struct model *);
const struct component_class *model_class(const struct model *, size_t);
struct site model_site_of_id(const struct model *, value); // of class CLASS_NONE if the value is no id
// The same for what a cell holds: a word is no id, whatever its bits are.
struct site model_site_held(const struct model *, cell_id, value);

// What a front end knows of a condition: permutations that leave these elements where they are leave its truth alone.
void model_name_elements(struct model *, expr, const struct site *, size_t count);
// False if nothing is known of it.
bool model_named_elements(const struct model *, expr, const struct site **, size_t *count);

void model_place_cell(struct model *, cell_id, const struct placement *); // copied
struct placement model_placement(const struct model *, cell_id);

// A *pool* is a number of places for elements of one kind, of which some are taken. A place is `width` cells: the first
// is a truth value, whether there is an element; the others are what it is. The elements are always in ascending order,
// the first cell being the most important, cells by the positions of their values in their types with `undefined` the
// last, and empty places come behind them. So permutations of components sort the places of pools again. Places are
// alike: the cells of one have the types of those of another.
struct pool {
    cell_id first;
    uint32_t width, places;
};
void model_add_pool(struct model *, struct pool);
size_t model_pool_count(const struct model *);
struct pool model_pool(const struct model *, size_t);

// ---- Expressions ----------------------------------------------------------------------------------------------------
// Integers are unbounded in meaning; each integer expression carries the interval of its possible values, found when it
// is made. An operation whose operands have types that do not fit is an error of the front end, and asserted here.
//
// What the constructors give is simplified: constants are folded, operands of commutative operations are sorted, a
// constant has the smallest type that holds its value (so equal integers and equal symbols are one expression), <= has
// become the negation of <, equality of truth values that of xor, and `in` boolean structure without sets. So OP_LE and
// OP_IN are asked for, but never found in a node. Simplification never changes what an expression means, nor where it
// is undefined, but that and/or may be defined where an operand is not (see eval.h).

enum op {
    OP_CONST, // of any type
    OP_CELL,  // a cell's value now
    OP_NEXT,  // and after the step
    OP_LOCAL, // what a procedure has computed before; nowhere else
    OP_NOT,   // of truth values, as the next three
    OP_AND,
    OP_OR,
    OP_XOR,
    OP_ITE, // condition, then, else; of any one type
    OP_EQ,  // of any two values that are not sets
    OP_LT,  // of two integers, or of two words of one type
    OP_LE,
    OP_NEG, // of integers, or of words of one type (which wrap), as the next five
    OP_ADD,
    OP_SUB,
    OP_MUL,
    OP_DIV,     // truncates; a zero divisor makes the expression *undefined*: the step or state is a run-time error
    OP_MOD,     // has the sign of the dividend
    OP_BIT_NOT, // of words, as the next seven
    OP_BIT_AND,
    OP_BIT_OR,
    OP_BIT_XOR,
    OP_SHIFT_LEFT,  // word, then a count: an integer (undefined if negative) or an unsigned word
    OP_SHIFT_RIGHT, // brings in the sign of a signed word
    OP_CONCAT,      // high part, low part: an unsigned word
    OP_EXTRACT,     // bits high..low of a word (`data` is low; the width is the type's): an unsigned word
    OP_EXTEND,      // to a wider word, by the sign of a signed one
    OP_RETYPE,      // the same bits under another type: signed as unsigned, a word of one bit as a truth value, ...
    OP_TO_INT,      // the number that a word, or a truth value, stands for
    OP_TO_WORD,     // an integer's low bits
    OP_COUNT,       // how many of the operands are true
    OP_IN,          // value, set
    OP_CHOICE,      // the union of its operands: values and sets
    OP_SPAN,        // all integers from the first operand to the second
    OPS
};

struct expr_node {
    enum op op;
    type_id type;
    value data; // const: the value; cell, next: the cell; local: its number; extract: the low bit
    const expr *args;
    size_t count;
    bool has_next, has_input, has_set; // somewhere below
    bool partial;                      // may be undefined: a divisor below may be zero, or a shift's count negative
};

const struct expr_node *model_expr(const struct model *, expr);
size_t model_expr_count(const struct model *); // all that were made so far
const struct type *model_expr_type(const struct model *, expr);

expr model_const(struct model *, type_id, value);
expr model_true(struct model *);
expr model_false(struct model *);
expr model_int(struct model *, value);
expr model_cell_expr(struct model *, cell_id);
expr model_next_expr(struct model *, cell_id);
expr model_new_local(struct model *, type_id);
size_t model_local_count(const struct model *);
expr model_not(struct model *, expr);
expr model_and(struct model *, expr, expr);
expr model_or(struct model *, expr, expr);
expr model_xor(struct model *, expr, expr);
expr model_iff(struct model *, expr, expr);
expr model_implies(struct model *, expr, expr);
expr model_ite(struct model *, expr condition, expr then, expr otherwise);
expr model_unary(struct model *, enum op, expr);
expr model_binary(struct model *, enum op, expr, expr); // eq .. mod, bit operations, shifts, concat, in, span
expr model_extract(struct model *, expr word, unsigned high, unsigned low);
expr model_convert(struct model *, enum op, type_id, expr);           // extend, retype, to_word
expr model_nary(struct model *, enum op, const expr *, size_t count); // count, choice, and, or

// The condition that a value is one of a set's (or equals the one value of another expression), with no sets in it: an
// OR over a choice, comparisons with the ends of a span, an ITE of conditions for an ITE of sets or values. This is
// what OP_IN gives, and what a choice part says of its cell.
expr model_member(struct model *, expr value, expr set);

// The expression with every cell replaced by its next value, which for a frozen one is its value; it must have none
// yet.
expr model_shift(struct model *, expr);

// The operation of a node on other operands. `like` may be a node of the model.
expr model_rebuild(struct model *, const struct expr_node *like, const expr *args);

bool model_is_const(const struct model *, expr, value *);

// ---- Behaviour ------------------------------------------------------------------------------------------------------

// A part says one thing of a state or a step: that a condition holds, or that a cell has one of the values of an
// expression (which may be a set).
struct part {
    enum { PART_CONDITION, PART_CHOICE } kind;
    cell_id cell; // choice: of the state for initial and invariant parts, of the next state in an action
    expr expr;
};

// One way to make a step: all its parts hold, and the cells of `kept` stay as they are. Cells that nothing constrains
// are free. Every step also obeys the parts for all steps and leads to a state that obeys the invariant parts.
struct action {
    const char *name;
    struct placement placement; // whose step it is: the sites are the rule's parameters, in their order
    struct part *parts;
    size_t part_count;
    cell_id *kept;
    size_t kept_count;
    const struct procedure *procedure; // NULL if there is none
    uint32_t fair_rule;                // that it belongs to; FAIR_RULE_NONE if there is none
};

#define FAIR_RULE_NONE UINT32_MAX

// The same step once more, as something that is carried out: who works on one state at a time need not look at what is
// not on its way. Expressions are over the state before the step and over locals; each local is set at one place on any
// way, and before it is used.
struct procedure_step {
    enum {
        PROCEDURE_REQUIRE, // there is no step unless the condition holds
        PROCEDURE_ERROR,   // where the condition holds, there is none either, but a run-time error
        PROCEDURE_LET,     // the local is the expression
        PROCEDURE_IF,      // up to the matching ELSE and END, both of which are always there
        PROCEDURE_ELSE,
        PROCEDURE_END,
        PROCEDURE_SET,  // the cell becomes the expression; comes last, once for a cell, and all others stay
        PROCEDURE_SORT, // after that, `count` rows of `width` cells, from the target on, are brought into order
    } kind;
    uint32_t target; // a local, a cell
    expr expr;
    uint32_t count, width;
};

// The order of rows: those come first whose first cell, which is a truth value, is true; and then by the other cells,
// one after the other, each in the order of its type's values, with that of no value behind all others.

struct procedure {
    const struct procedure_step *steps;
    size_t count;
    const expr
        *runtime_errors; // conditions of the state: it comes upon a run-time error exactly where one of them holds
    size_t error_count;
};

// Parts for initial and for all states mention neither inputs nor next values, and only choices have sets.
void model_add_initial(struct model *, struct part);
void model_add_invariant(struct model *, struct part); // of all states, the initial ones included
void model_add_step(struct model *, struct part);      // of every step, whichever action makes it
size_t model_add_action(struct model *, const char *name);
void model_add_to_action(struct model *, size_t action, struct part);
void model_keep_in_action(struct model *, size_t action, cell_id);
void model_place_action(struct model *, size_t action, const struct placement *);  // families of actions are their own
void model_set_procedure(struct model *, size_t action, const struct procedure *); // is copied

// Ways to start. A state is initial if it obeys the initial parts and, if there are starts, all parts of one of them.
// Parts as for initial states; `kept` is not used.
size_t model_add_start(struct model *, const char *name);
void model_add_to_start(struct model *, size_t start, struct part);
size_t model_start_count(const struct model *);
const struct action *model_start(const struct model *, size_t);

// What must not happen: in a state in which the condition holds, an action goes wrong as the text says. Such an action
// has no step from there. Run-time errors are no parts of the behaviour: properties ask for them. A start that goes
// wrong is none of the model, and the property that asks for run-time errors is refuted.
struct runtime_error {
    const char *text; // "assertion failed: x < 3, in rule \"move\" (file:12:5)"
    expr condition;   // of the state
    uint32_t goal;    // a goal_id: of the property that goes wrong there; 0: of an action or an assumption
    expr after;       // of this state or one before it, without which it does not count; EXPR_NONE: always
};
void model_add_runtime_error(struct model *, const struct runtime_error *); // the text is copied
size_t model_runtime_error_count(const struct model *);
const struct runtime_error *model_runtime_error(const struct model *, size_t);

struct parts {
    const struct part *at;
    size_t count;
};
struct parts model_initial(const struct model *);
struct parts model_invariants(const struct model *);
struct parts model_steps(const struct model *);
// What a part says as a condition: of a choice, that the cell has one of the values, now or in the next state.
expr model_part_condition(struct model *, struct part, bool is_next);
size_t model_action_count(const struct model *); // at least one once the front end is done
const struct action *model_action(const struct model *, size_t);

// What comes after a state from which no step leads anywhere. Unless the model says otherwise there is no path through
// such a state, as paths are infinite. Where executions that end stay in their last state, a path goes on there for
// ever.
void model_let_ends_stay(struct model *);
bool model_ends_stay(const struct model *);

// Fairness: a path is fair if each justice condition holds infinitely often, and for each compassion pair, if its first
// condition holds infinitely often, so does its second.
void model_add_justice(struct model *, expr);
void model_add_compassion(struct model *, expr, expr);
size_t model_justice_count(const struct model *);
expr model_justice(const struct model *, size_t);
size_t model_compassion_count(const struct model *);
void model_compassion(const struct model *, size_t, expr pair[2]);

// Actions that are treated fairly: on a fair path one of them is taken infinitely often, if one is enabled infinitely
// often (strong fairness), or from some state on forever (weak fairness). Justice and compassion are conditions of
// states, but which action is taken is a matter of steps: so checkers decide what depends on fairness in a model with a
// *monitor*, cells that tell which fair rule was taken last. Front ends make it (murphi/lower.h), and it has no fair
// rules but conditions.
struct fair_rule {
    const char *name;
    bool is_strong;
    expr enabled;             // one of its actions has a step from this state
    const struct site *sites; // the elements that its parameters stand for
    size_t site_count;
};
size_t model_add_fair_rule(struct model *, const struct fair_rule *); // all of it is copied
void model_put_under_fair_rule(struct model *, size_t action, size_t fair_rule);
size_t model_fair_rule_count(const struct model *);
const struct fair_rule *model_fair_rule(const struct model *, size_t);

bool model_has_fairness(const struct model *); // of any kind

// The condition that an action has a step from a state: its conditions hold, and so do the invariants after what it
// sets. Only for actions that leave no choice, and speak of no next values.
expr model_action_enabled(struct model *, size_t action);

// ---- What a user states besides: hints and symmetries ---------------------------------------------------------------

// A hint is a condition on steps: of states and inputs, without next values. Searches may follow those steps first, in
// the order of the hints; none of them changes what the model does.
struct hint {
    expr condition;
    const char *text; // as it is shown
};
void model_add_hint(struct model *, const struct hint *); // the text is copied
size_t model_hint_count(const struct model *);
struct hint model_hint(const struct model *, size_t);

// A symmetry as it is written: cycles of what moves. Nobody has looked yet whether that is a permutation, or good for
// the model: group/cycles.h reads it.
struct annotated_item {
    const char *name; // in full: of a cell, of all that begins with it and goes on with . or [, or of a symbol
    const char *kind; // if it is an instance, of which module; else NULL
    bool has_number;  // one value of the cell is meant: pick=1, t=TRUE, w=0ud4_1
    value number;
    type_id type; // of that
    struct diag_range place;
};
struct annotated_cycle {
    bool of_values; // {a b} instead of (a b)
    struct diag_range place;
    const struct annotated_item *items;
    size_t count;
};
struct symmetry_annotation {
    const char *text; // of the model: (p1 p2){red green}, with names in full
    struct diag_range place;
    const struct annotated_cycle *cycles;
    size_t count;
};
void model_annotate_symmetry(struct model *,
                             const struct symmetry_annotation *); // is copied, but for sources; the text is made
size_t model_symmetry_annotation_count(const struct model *);
const struct symmetry_annotation *model_symmetry_annotation(const struct model *, size_t);

// ---- Definitions: names that stand for expressions, for traces on request -------------------------------------------

void model_add_definition(struct model *, const char *name, expr);
size_t model_definition_count(const struct model *);
const char *model_definition(const struct model *, size_t, expr *);

#endif
