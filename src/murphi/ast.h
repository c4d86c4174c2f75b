// The tree of a Murphi model: what stands in the file and, once it was checked, what it means. The language is that of
// CMurphi 5.4 and of rumur taken together, without real numbers, and with rings and temporal properties on top.
//
// A tree owns everything in it, in one arena, and borrows its source. murphi_parse (parser.h) makes the nodes;
// murphi_check (typecheck.h) fills in what is marked as "checked": types, declarations, values. murphi_read_tree
// (murphi.h) does both. After that, nothing changes any more.
//
// What holds in a tree that was checked without an error:
// - Every expression has a type, and its value where it is constant. Every name, call and field has its declaration.
// - Every type expression has its type. Types are compared by pointer, but for arrays and records: see murphi_same.
// - The operands of an operator fit together; arguments fit parameters, in number and type; an index fits its array.
// - Only what `is_writable` is assigned to, cleared, undefined, or passed to a var parameter.
// - Properties, quantified expressions and aliases of rules call only functions without side effects.
// What is left to run time: undefined values, values out of range, division by zero, functions that do not return.
//
// Whoever walks a tree may recurse, also from an alias to what it stands for, and through types: nothing is nested
// deeper than MURPHI_MAX_DEPTH. Only functions can be called in longer chains, and call themselves. To keep that from
// being a limit on models, a chain of one operator that associates to the left (`a & b & c & ...`) is one node.
#ifndef COSET_MURPHI_AST_H
#define COSET_MURPHI_AST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/array.h"
#include "base/parsing.h"
#include "base/symbols.h"

#define MURPHI_MAX_DEPTH 2000
// The numbers of a model: all of 64 bits but the lowest 2^32, which stand for symbols, and one that stands for less.
#define MURPHI_MAX_INTEGER INT64_MAX
#define MURPHI_MIN_INTEGER (INT64_MIN + (INT64_C(1) << 32) + 1)
#define MURPHI_MAX_SCALARS (UINT64_C(1) << 24) // in one variable, and in an enumeration, a scalarset or a ring

// ---- Types ----------------------------------------------------------------------------------------------------------

// Values of simple types are numbers. FALSE is 0 and TRUE is 1; the members of all enumerations and the elements of all
// scalarsets and rings of a tree have consecutive numbers from one count, so that no two types share one. A union
// needs no numbers of its own therefore, and no conversion: its values are those of its parts.
enum murphi_type_kind {
    MURPHI_BOOLEAN,
    MURPHI_INTEGER,     // of literals and arithmetic; no variable has it, but a loop variable with bounds that vary
    MURPHI_RANGE,       // low to high of its base, an integer, a boolean or an enumeration
    MURPHI_ENUM,        // members
    MURPHI_SCALARSET,   // interchangeable elements: compared for equality, and nothing else
    MURPHI_RING,        // elements in a circle: compared for equality, and succ and pred
    MURPHI_UNION,       // parts: enumerations, scalarsets, rings
    MURPHI_MULTISET_ID, // a place of a multiset, 0 to capacity - 1; element is the multiset
    MURPHI_RECORD,      // fields; this one and those below are not simple
    MURPHI_ARRAY,       // index, element
    MURPHI_MULTISET,    // element; high - low + 1 places, each of which holds an element or nothing
};

struct murphi_field {
    const struct symbol *symbol;
    struct span span;
    struct murphi_type *type;
    uint64_t offset; // in scalars, from the start of the record
};

struct murphi_type {
    enum murphi_type_kind kind;
    uint32_t id;                   // from 0, without gaps, in the order of their making
    const struct symbol *name;     // of the first declaration that named it; NULL for none
    struct span span;              // where it is described; empty for boolean and integer
    int64_t low, high;             // the least and the largest value of a simple type (not of an integer)
    struct murphi_type *base;      // what a range is a part of; for every other type, the type itself (or inferred)
    struct murphi_type *index;     // of an array
    struct murphi_type *element;   // of an array, a multiset, the id of a multiset
    struct murphi_decl *members;   // of an enumeration: the first; `next_member` leads on
    struct murphi_decl **by_value; // ... all of them, from the value `low` on
    struct murphi_field *fields;   //
    uint32_t field_count;          //
    struct murphi_type **parts;    // of a union, in the order of the file
    uint32_t part_count;           //
    uint64_t scalars;              // of how many simple values it is made; a multiset: capacity times element
    uint32_t depth;                // 1 for a simple type; at most MURPHI_MAX_DEPTH
    uint64_t weight;               // as large as its description written out, without names
    uint8_t primes;                // ... behind the names of elements, so that no other name is the same
    bool has_symmetry;             // a scalarset or ring, or made of one somewhere (index types count)
    bool has_multiset;             // a multiset, or made of one somewhere
    bool is_inferred;              // a scalarset that is written as a range: `base` is the first of those that share
                                   // its elements (see infer_scalarsets.c)
    bool is_ordered;               // ... whose elements are compared by order, too (see murphi_tree)
    uint32_t literals;             // ... so many of its first elements are named by numbers, and are no components
    int64_t number;                // ... the number of its first element
    const char *label;             // ... of `base`: what its elements are called besides their numbers
    enum { MURPHI_ORDER_OPEN, MURPHI_ORDER_KEPT, MURPHI_ORDER_FREE } order; // ... of `base`: see evaluate.c
};

static inline bool murphi_is_simple(const struct murphi_type *type)
{
    return type->kind < MURPHI_RECORD;
}

// The number of values of a simple type, 0 for an integer; and those values by position, in the order in which they
// are counted through. murphi_position gives -1 for a value that is not of the type.
uint64_t murphi_size(const struct murphi_type *);
int64_t murphi_value_at(const struct murphi_type *, uint64_t position);
int64_t murphi_position(const struct murphi_type *, int64_t value);

// Arrays and records are the same if they are made the same, down to equal bounds; every other type only as itself.
bool murphi_same(const struct murphi_type *, const struct murphi_type *);
// Whether values of the one type can be assigned to, or compared with, the other: ranges of one base, a union and its
// parts, unions that share a part, and the same types.
bool murphi_compatible(const struct murphi_type *, const struct murphi_type *);

// ---- Declarations ---------------------------------------------------------------------------------------------------

enum murphi_decl_kind {
    MURPHI_CONST,
    MURPHI_TYPE,
    MURPHI_MEMBER,     // of an enumeration
    MURPHI_VAR,        // of the state
    MURPHI_LOCAL,      // a variable of a function, a rule or a start state
    MURPHI_PARAM,      // by value; cannot be assigned to
    MURPHI_VAR_PARAM,  // by reference
    MURPHI_QUANTIFIED, // of a ruleset, for, forall, exists
    MURPHI_CHOSEN,     // of choose, MultisetCount, MultisetRemovePred: the id of a place of a multiset
    MURPHI_ALIAS,      // for `expr`: for its place, found when the alias is opened, or for its value
    MURPHI_FUNCTION,   // or a procedure
};

struct murphi_decl {
    enum murphi_decl_kind kind;
    uint32_t id; // from 0, without gaps, below tree->decl_count
    const struct symbol *symbol;
    struct span span;                 // of the name
    struct murphi_decl *next;         // in its section
    struct murphi_decl *next_member;  // of an enumeration
    struct murphi_type_expr *written; // its type as written: a type, a variable, a parameter; NULL for the others
    struct murphi_expr *expr;         // of a constant, of an alias; of MURPHI_CHOSEN, the multiset
    struct murphi_function *function; // of MURPHI_FUNCTION
    struct murphi_type *type;         // checked; for a function, its result, NULL for a procedure
    bool is_constant;                 // checked: MURPHI_CONST, MURPHI_MEMBER, an alias of a constant
    bool is_overridden;               // checked: the value was given from outside
    int64_t value;                    // checked, where it is constant
    uint32_t index;                   // checked: of a MURPHI_VAR, its number in tree->vars; of a parameter, its place
    uint32_t depth;                   // checked: of an alias, that of what it stands for, through other aliases
};

enum murphi_type_form {
    MURPHI_BY_NAME,      // symbol; also boolean, unless somebody has declared that name
    MURPHI_BY_RANGE,     // low, high
    MURPHI_BY_ENUM,      // decls: the members
    MURPHI_BY_SCALARSET, // high: the size
    MURPHI_BY_RING,      // high: the size
    MURPHI_BY_UNION,     // parts
    MURPHI_BY_RECORD,    // decls: the fields
    MURPHI_BY_ARRAY,     // index, element
    MURPHI_BY_MULTISET,  // high: the capacity; element
};

struct murphi_type_expr {
    enum murphi_type_form form;
    struct span span;
    const struct symbol *symbol;
    struct murphi_expr *low, *high;
    struct murphi_type_expr *index, *element;
    struct murphi_type_expr *parts, *next; // the first part of a union; the next in a union
    struct murphi_decl *decls;
    struct murphi_type *type; // checked
    bool is_checked;
};

// ---- Binders: what gives a name a value from outside ----------------------------------------------------------------

enum murphi_binder_kind {
    MURPHI_OVER_TYPE,     // `i: T`: all values of written->type
    MURPHI_OVER_RANGE,    // `i := from to to by by`: both ends belong to it; `by` is NULL for 1
    MURPHI_OVER_MULTISET, // `i: multiset`: the places of decl->expr that hold something
    MURPHI_BY_ALIAS,      // `x: expr`: decl->expr
};

struct murphi_binder {
    enum murphi_binder_kind kind;
    struct span span;
    struct murphi_decl *decl;
    struct murphi_type_expr *written;   // MURPHI_OVER_TYPE
    struct murphi_expr *from, *to, *by; // MURPHI_OVER_RANGE; constant in a ruleset
    struct murphi_binder *next;         // the next one of a list, further in; NULL for those of rules
    struct murphi_binder *outer;        // around a rule: the one around this one
    uint32_t depth;                     // around a rule: how many there are, with this one
};

// ---- Expressions and formulas ---------------------------------------------------------------------------------------

// "Left chain" means two operands or more, `a op b op c` being `(a op b) op c`.
enum murphi_op {
    MURPHI_TRUE,
    MURPHI_FALSE,
    MURPHI_NUMBER,    // value, never negative (see MURPHI_NEG)
    MURPHI_NAME,      // symbol; checked: decl
    MURPHI_UNDEFINED, // checked: an argument for a by-value parameter, written `undefined`; has the parameter's type

    MURPHI_FIELD, // `a.f`: symbol; checked: field
    MURPHI_INDEX, // `a[i]`: an array and its index, or a multiset and an id of it

    MURPHI_CALL,        // symbol, any number; checked: decl
    MURPHI_SUCC,        // succ(i) of a ring: the parser makes calls of it and of the next one
    MURPHI_PRED,        // pred(i)
    MURPHI_ISUNDEFINED, // one, a place of a simple type
    MURPHI_ISMEMBER,    // one; written
    MURPHI_COUNT,       // MultisetCount(i: m, condition): binders (one), condition

    MURPHI_NOT,
    MURPHI_AND,     // left chain
    MURPHI_OR,      // left chain
    MURPHI_IMPLIES, // two
    MURPHI_IFF,     // two, only in formulas
    MURPHI_ITE,     // condition, then, else
    MURPHI_FORALL,  // binders, condition
    MURPHI_EXISTS,

    MURPHI_EQ, // two each; EQ and NE also of whole arrays and records
    MURPHI_NE,
    MURPHI_LT,
    MURPHI_LE,
    MURPHI_GT,
    MURPHI_GE,

    MURPHI_NEG, // one
    MURPHI_ADD, // left chain, as all that follow
    MURPHI_SUB,
    MURPHI_MUL,
    MURPHI_DIV, // rounds towards zero; MOD has the sign of the left side
    MURPHI_MOD,
    MURPHI_BIT_NOT, // one
    MURPHI_BIT_AND, // `&` too is that before it is checked; the types decide
    MURPHI_BIT_OR,
    MURPHI_BIT_XOR,
    MURPHI_SHIFT_LEFT, // by a negative number: to the other side
    MURPHI_SHIFT_RIGHT,

    // Temporal operators, from MURPHI_AG on; only in properties. Branching time:
    MURPHI_AG,
    MURPHI_AF,
    MURPHI_AX,
    MURPHI_EG,
    MURPHI_EF,
    MURPHI_EX,
    MURPHI_AU, // `A [f U g]`: f, g
    MURPHI_EU,
    MURPHI_AW, // weak: f may hold forever
    MURPHI_EW,
    MURPHI_AR, // release, also written V
    MURPHI_ER,
    MURPHI_A, // before a formula of linear time: on all paths; only in CTL*
    MURPHI_E, // on some path
    // Linear time:
    MURPHI_G,
    MURPHI_F,
    MURPHI_X,
    MURPHI_O, // once
    MURPHI_H, // historically
    MURPHI_Y, // yesterday: false in the first state
    MURPHI_Z, // the same, but true there
    MURPHI_U, // two, associating to the right, as the next four
    MURPHI_V, // release, also written R
    MURPHI_W,
    MURPHI_S, // since
    MURPHI_T, // triggered
    MURPHI_OPS
};

struct murphi_expr {
    enum murphi_op op;
    uint32_t count;                   // of args
    struct span span;                 // of all of it, without parentheses around it
    uint32_t at;                      // where the operator stands; for a leaf, where it begins
    uint32_t depth;                   // 1 for a leaf
    bool is_checked;                  // checked: somebody has
    bool is_temporal;                 // checked: it has a temporal operator in it; only what may stands around that
    bool is_place;                    // checked: it refers to a variable or a part of one
    bool is_writable;                 // checked: and that may be assigned to
    bool is_constant;                 // checked: its value is known
    int64_t value;                    // checked, if it is constant; of a MURPHI_NUMBER in any case
    const struct symbol *symbol;      // MURPHI_NAME, MURPHI_FIELD, MURPHI_CALL
    struct murphi_type *type;         // checked; NULL after an error, and for the call of a procedure
    struct murphi_decl *decl;         // checked: MURPHI_NAME, MURPHI_CALL
    const struct murphi_field *field; // checked: MURPHI_FIELD
    struct murphi_binder *binders;    // MURPHI_FORALL, MURPHI_EXISTS, MURPHI_COUNT: the first, outermost
    struct murphi_type_expr *written; // MURPHI_ISMEMBER
    struct murphi_expr *args[];
};

// ---- Statements -----------------------------------------------------------------------------------------------------

enum murphi_stmt_kind {
    MURPHI_ASSIGN,             // target := expr
    MURPHI_CLEAR,              // target: every simple part gets the least value of its type, multisets become empty
    MURPHI_UNDEFINE,           // target; also `target := undefined`
    MURPHI_IF,                 // clauses
    MURPHI_SWITCH,             // expr, clauses
    MURPHI_FOR,                // binders, body
    MURPHI_WHILE,              // expr, body
    MURPHI_ALIAS_STMT,         // binders (MURPHI_BY_ALIAS), body
    MURPHI_CALL_STMT,          // expr: a MURPHI_CALL; a result is dropped
    MURPHI_RETURN,             // expr or NULL
    MURPHI_ASSERT,             // expr, text or NULL
    MURPHI_ASSUME_STMT,        // expr, text or NULL: executions on which it is false do not exist
    MURPHI_COVER_STMT,         // expr, text or NULL: must be reached and true once
    MURPHI_ERROR,              // text
    MURPHI_PUT,                // expr, or text
    MURPHI_MULTISET_ADD,       // MultisetAdd(expr, target)
    MURPHI_MULTISET_REMOVE,    // MultisetRemove(expr, target): an id and its multiset
    MURPHI_MULTISET_REMOVE_IF, // MultisetRemovePred(binder, expr): binders (one), condition
};

// One branch of `if` or `switch`. That of `else` is the last and has no conditions.
struct murphi_clause {
    struct span span;
    struct murphi_expr **conditions; // of `if`, one; of `switch`, the values of the case
    uint32_t count;
    struct murphi_stmt *body;
    struct murphi_clause *next;
};

struct murphi_stmt {
    enum murphi_stmt_kind kind;
    struct span span;
    struct murphi_stmt *next;
    struct murphi_expr *target, *expr;
    const struct symbol *text;
    struct murphi_clause *clauses; // the first
    struct murphi_binder *binders; // the first, outermost
    struct murphi_stmt *body;      // the first of the statements inside
};

// ---- Functions and rules --------------------------------------------------------------------------------------------

struct murphi_function {
    struct murphi_decl *decl;
    struct span span;
    struct murphi_decl *params;      // the first
    uint32_t param_count;            //
    struct murphi_type_expr *result; // NULL for a procedure
    struct murphi_decl *decls;       // constants, types and variables in it: the first
    struct murphi_stmt *body;        //
    bool writes_state;               // checked: assigns to a variable of the state, itself or by a call
    bool writes_params;              // checked: assigns to a var parameter
    bool is_recursive;               // checked: calls itself
};

enum murphi_rule_kind {
    MURPHI_RULE,       // guard or NULL, decls, body
    MURPHI_STARTSTATE, // decls, body
    MURPHI_INVARIANT,  // these: guard is the formula
    MURPHI_ASSUME,     // states in which it is false do not exist
    MURPHI_COVER,      // EF guard
    MURPHI_HINT,       // no property: a condition for searches to follow first; in no ruleset
    MURPHI_VALUE,      // no property: what somebody outside asks for the value of; in no file
    MURPHI_JUSTICE,    // fairness: paths that count satisfy the guard infinitely often
    MURPHI_COMPASSION, // fairness: and where they do that, `second`, too
    MURPHI_LIVENESS,   // AG EF guard, as in rumur
    MURPHI_CTL,
    MURPHI_LTL,
    MURPHI_CTLSTAR,
};

// Of each instance of a rule. Weak: a path on which it is enabled from some state on takes it again and again; strong:
// so does one on which it is enabled again and again.
enum murphi_fairness { MURPHI_UNFAIR, MURPHI_FAIR, MURPHI_STRONGLY_FAIR };

// A rule, start state or property, with what stands around it: rulesets, chooses and aliases, from the inside out.
struct murphi_rule {
    enum murphi_rule_kind kind;
    enum murphi_fairness fairness; // of a rule
    struct span span;
    struct span head;              // its first word and its name, for messages
    const struct symbol *name;     // NULL for none
    int64_t priority;              // of a rule: of the enabled ones, only those with the lowest number fire
    struct murphi_binder *binders; // the innermost; `outer` leads on
    struct murphi_expr *guard;     //
    struct murphi_expr *second;    // of a compassion condition
    struct murphi_decl *decls;     // the first
    struct murphi_stmt *body;      // the first
    struct murphi_rule *next;      // in the order of the file
};

// What an invariant says of each state: also `AG p` and `G p` are one. NULL: the rule is none.
static inline struct murphi_expr *murphi_invariant_of(const struct murphi_rule *rule)
{
    if (rule->kind == MURPHI_INVARIANT)
        return rule->guard;
    bool is_always = (rule->kind == MURPHI_CTL && rule->guard->op == MURPHI_AG) ||
                     (rule->kind == MURPHI_LTL && rule->guard->op == MURPHI_G);
    return is_always && !rule->guard->args[0]->is_temporal ? rule->guard->args[0] : NULL;
}

// A symmetry that the model is said to have: `symmetry (a[1] a[2])(b c), {red green};` are two. Names are as the model
// shows them, with what stands between brackets as it was written.
struct murphi_cycle_item {
    struct span span;
    const char *name;
    bool has_number; // `x=1`
    int64_t number;
};

struct murphi_cycle {
    struct span span;
    bool of_values; // in braces
    struct murphi_cycle_item *items;
    uint32_t count;
    struct murphi_cycle *next;
};

struct murphi_symmetry {
    struct span span;
    struct murphi_cycle *cycles;  // the first
    struct murphi_symmetry *next; // in the order of the file
};

// What stands at the top of the file, in its order: a declaration can be used only behind it.
enum murphi_item_kind { MURPHI_ITEM_DECL, MURPHI_ITEM_FUNCTION, MURPHI_ITEM_RULE };

struct murphi_item {
    enum murphi_item_kind kind;
    union {
        struct murphi_decl *decl;
        struct murphi_function *function;
        struct murphi_rule *rule;
    };
    struct murphi_item *next;
};

// A place that treats the elements of a scalarset or ring unequally, although the language allows it: who wants to use
// the symmetry of that type must not. The model as such is good.
struct murphi_obstacle {
    const struct murphi_type *type; // MURPHI_SCALARSET or MURPHI_RING
    struct span span;
    const char *reason; // a sentence without a full stop, in the tree's arena
};

// A text that was read besides the file: a formula of the command line, say. Places in all texts of a tree are counted
// through: those of the file come first, those of the others from `begin` on.
struct murphi_text {
    const struct source *source;
    uint32_t begin;
};

struct murphi_tree {
    const struct source *source;      // the file
    ARRAY(struct murphi_text) others; // in the order in which they were read
    struct arena arena;
    struct murphi_item *items;          // the first
    struct murphi_rule *rules;          // the first; the same that are among the items
    struct murphi_symmetry *symmetries; // the first of those that are stated
    bool infers_scalarsets; // ranges become scalarsets if they are used like these; set before it is checked
    // The range that begins here in the file becomes a scalarset also if its elements are compared by order; they are
    // not interchangeable then, which is an obstacle of its class; and if numbers name a few of its first elements. 0:
    // there is none.
    uint32_t infers_order_at;
    // Where the first thing stands that only one of the two tools accepts; UINT32_MAX for nowhere. See dialect.c.
    uint32_t only_rumur, only_cmurphi;

    // Checked.
    ARRAY(struct murphi_decl *) vars;          // of the state, in the order of the file
    ARRAY(struct murphi_function *) functions; // in the order of the file
    ARRAY(struct murphi_type *) types;         // by their id
    ARRAY(struct murphi_obstacle) obstacles;
    bool names_elements;                   // a text from outside does: see element_name.c
    ARRAY(struct murphi_obstacle) refused; // ranges that are no scalarsets, of those that might have been
    int64_t next_number;                   // for the values of enumerations, scalarsets and rings
    struct murphi_type *boolean, *integer;

    uint32_t decl_count;
    struct symbols symbols; // names, and the texts of strings as they stand between the quotes
};

void murphi_tree_open(struct murphi_tree *, struct mem *, const struct source *); // an empty tree
void murphi_tree_close(struct murphi_tree *);
void murphi_note_rumur(struct murphi_tree *, uint32_t offset); // that only rumur accepts what stands there
void murphi_note_cmurphi(struct murphi_tree *, uint32_t offset);

const struct symbol *murphi_symbol(struct murphi_tree *, const char *text, size_t length);
struct murphi_decl *murphi_decl(struct murphi_tree *, enum murphi_decl_kind, const struct symbol *, struct span);

// Adds a text, which is borrowed; gives where its places begin, or UINT32_MAX if there are no more
// numbers for them.
uint32_t murphi_add_text(struct murphi_tree *, const struct source *);
struct diag_range murphi_range(const struct murphi_tree *, struct span); // in the text that it is of
static inline bool murphi_is_of_file(const struct murphi_tree *tree, uint32_t offset)
{
    return offset <= tree->source->length;
}

#endif
