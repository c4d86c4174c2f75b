// A checked Murphi tree as code: every rule, function, guard and property is compiled once, with its parameters as
// variables; nothing is unrolled for an instance or for an element of an array.
//
// Code is a tree of nodes, each with the function that carries it out (direct threading over a tree, "closures"): an
// expression gives its value, a place the slot that it begins at, a statement whether it was left by a return. Slots
// hold one scalar each: first those of the state, in the order of the file, then frames as on a stack. The layout of a
// type in slots is that of the lowering (murphi/lower.h): a place of a multiset is a truth value and the slots of its
// element. So slots of the state have the numbers of the lowered model's cells.
//
// Where something goes wrong, or an assumption is false, a run is left by a jump to where it was begun (runner_begin).
#ifndef COSET_NATIVE_TREE_CODE_H
#define COSET_NATIVE_TREE_CODE_H

#include <setjmp.h>

#include "base/arena.h"
#include "base/array.h"
#include "base/cause.h"
#include "murphi/ast.h"
#include "murphi/lower.h"
#include "murphi/runtime_error.h"

#define C_LEAST MURPHI_MIN_INTEGER
#define COMPILED_TEXT(...) __VA_ARGS__
#include "native/c_context.inc.h"
#undef COMPILED_TEXT
#undef C_LEAST

#define NATIVE_UNDEFINED INT64_MIN // the value of a slot that holds none

struct runner;
struct code;
typedef int64_t code_run(struct runner *, const struct code *);

// What its members mean is said where a kind of node is made.
struct code {
    code_run *run;
    const struct code *a, *b, *c;
    int64_t k, low, high;
    uint32_t width, count, mode;
    const struct code *const *list;
    const int64_t *words;
    const struct function_code *function;
    const struct murphi_error *error; // what goes wrong here, if something does
};

static inline int64_t run_code(struct runner *r, const struct code *code)
{
    return code->run(r, code);
}

// A frame begins with the function's result, then come its parameters, and what has a name in it.
struct function_code {
    uint32_t number;
    const struct code *body;
    uint32_t size, result_width;
    const int64_t *frame; // as it is before the arguments are there
};

// What an argument gives goes into the callee's frame: a value, a slot for a reference, or where to copy from.
enum { ARGUMENT_VALUE, ARGUMENT_COPY };

enum native_escape { ESCAPE_NONE, ESCAPE_ERROR, ESCAPE_ASSUMPTION, ESCAPE_BEYOND }; // as c_context.inc.h has them

struct runner {
    struct mem *mem;
    int64_t *slots;
    size_t room;
    uint32_t state_slots;
    size_t frame, top;
    ARRAY(struct change) changes; // of the state since the run began, so that they can be undone
    jmp_buf *escape;
    const struct murphi_error *error; // after ESCAPE_ERROR
    uint32_t *activations;            // by function
    uint32_t function_count, depth;
    uint64_t work; // loops and calls, since the run began
    int64_t recursion_limit, loop_limit;
    bool *covered; // by number of a cover statement: reached and true; NULL: nobody asks
};

// So much may one step take; what takes more is left to others.
#define NATIVE_MOST_WORK (UINT64_C(1) << 26)
#define NATIVE_MOST_DEPTH 2000 // calls inside of each other

_Noreturn void runner_escape(struct runner *, enum native_escape);
_Noreturn void runner_fail(struct runner *, const struct murphi_error *);
void runner_grow(struct runner *, size_t least); // slots

static inline void runner_reserve(struct runner *r, size_t more)
{
    if (r->top + more > r->room)
        runner_grow(r, r->top + more);
}

static inline void runner_write(struct runner *r, int64_t slot, int64_t v)
{
    int64_t *at = &r->slots[slot];
    if (*at == v)
        return;
    if (slot < (int64_t)r->state_slots)
        array_push(r->mem, &r->changes, ((struct change){(uint32_t)slot, *at}));
    *at = v;
}

static inline void runner_count(struct runner *r)
{
    if (++r->work > NATIVE_MOST_WORK)
        runner_escape(r, ESCAPE_BEYOND);
}

// ---- Compiling ------------------------------------------------------------------------------------------------------

// Of rules and functions: what stands in the frame of the one at hand.
struct tree_compiler {
    struct mem *mem;
    struct arena *arena; // of all code
    const struct murphi_tree *tree;
    bool is_cmurphi;
    const uint32_t *widths;    // of types, by id: how many slots
    const uint32_t *var_slots; // of variables of the state, by number
    uint32_t *offsets;         // in the frame, by the id of a declaration
    ARRAY(int64_t) frame;      // as it is at first
    const struct murphi_function *function;
    struct function_code **functions; // by the id of a declaration; NULL until somebody calls it
    uint32_t function_count;
    const struct murphi_expr *cut; // an implication that stands for its left side being false; NULL: none
    ARRAY(const struct murphi_stmt *) covers;
    enum cause_code refused; // why the tree cannot be compiled; none: it can
};

struct code *native_node(struct tree_compiler *, code_run *, const struct code *a, const struct code *b);
const struct code *native_constant(struct tree_compiler *, int64_t);
bool native_is_constant(const struct code *, int64_t *known);
const struct murphi_error *native_error(struct tree_compiler *, enum murphi_error_kind, struct span,
                                        const struct murphi_expr *, const struct symbol *);
uint32_t native_bind(struct tree_compiler *, const struct murphi_decl *, uint32_t width); // a name in the frame
const int64_t *native_keep_frame(struct tree_compiler *);                                 // a copy of it
// The words of something that is undefined, or that was cleared.
typedef ARRAY(int64_t) word_array;
void native_add_words(struct tree_compiler *, const struct murphi_type *, bool is_cleared, word_array *);
bool native_may_be_undefined(const struct tree_compiler *, const struct murphi_type *); // see murphi_dialect

// A test that what the code gives is in the type; NULL if a value of `from` always is. It gives the value, and fails by
// the error; undefined values pass.
const struct code *native_within(struct tree_compiler *, const struct code *, const struct murphi_type *from,
                                 const struct murphi_type *to, const struct murphi_error *);

const struct code *native_value(struct tree_compiler *, const struct murphi_expr *);  // is always defined
const struct code *native_scalar(struct tree_compiler *, const struct murphi_expr *); // an id may be undefined
const struct code *native_place(struct tree_compiler *, const struct murphi_expr *);
const struct code *native_raw(struct tree_compiler *, const struct murphi_expr *place); // its scalar, defined or not
// What such code gives, which must be defined.
const struct code *native_defined(struct tree_compiler *, const struct code *raw, const struct murphi_error *);
const struct code *native_call(struct tree_compiler *, const struct murphi_expr *); // gives where the result is
const struct code *native_arithmetic(struct tree_compiler *, const struct murphi_expr *);
const struct code *native_body(struct tree_compiler *, const struct murphi_stmt *first);
void native_locals(struct tree_compiler *, const struct murphi_decl *first);

// What is made of the values of a loop's body: ANY ends with the first that is not 0, EVERY with the first that is;
// the next two do not end early; the sum.
enum loop_mode { LOOP_ANY, LOOP_EVERY, LOOP_ANY_OF_ALL, LOOP_EVERY_OF_ALL, LOOP_SUM };
void native_binders(struct tree_compiler *, const struct murphi_binder *first); // gives them names; then the body,
const struct code *native_loop(struct tree_compiler *, const struct murphi_binder *first, enum loop_mode,
                               const struct code *body);                    // then this
int64_t *native_values(struct tree_compiler *, const struct murphi_type *); // of a union, in order

const struct code *native_multiset_member(struct tree_compiler *, const struct murphi_expr *); // a place
const struct code *native_multiset_stmt(struct tree_compiler *, const struct murphi_stmt *);

// Copies `width` slots; the two may overlap.
void runner_copy(struct runner *, int64_t to, int64_t from, uint32_t width);

// ---- What nodes do, by name, for those who write it in another language (write_c.c) --------------------------------

enum code_kind {
    CODE_UNKNOWN,
    CODE_CONSTANT,
    CODE_WITHIN,
    CODE_WITHIN_PARTS,
    CODE_BOUND,
    CODE_NOT,
    CODE_AND,
    CODE_OR,
    CODE_IMPLIES,
    CODE_CHOICE,
    CODE_EQUAL,
    CODE_IS,
    CODE_DIFFER,
    CODE_IS_NOT,
    CODE_SAME_PARTS,
    CODE_LESS,
    CODE_LESS_OR_EQUAL,
    CODE_GREATER,
    CODE_GREATER_OR_EQUAL,
    CODE_NEIGHBOUR,
    CODE_IS_MEMBER,
    CODE_ADD,
    CODE_SUBTRACT,
    CODE_MULTIPLY,
    CODE_DIVIDE,
    CODE_REMAINDER,
    CODE_BIT_AND,
    CODE_BIT_OR,
    CODE_BIT_XOR,
    CODE_SHIFT_LEFT,
    CODE_SHIFT_RIGHT,
    CODE_NEGATIVE,
    CODE_BIT_NOT,
    CODE_AT,
    CODE_AT_FRAME,
    CODE_AT_REFERENCE,
    CODE_MOVED,
    CODE_BY_NAMES,
    CODE_BY_NAMES_OF_REFERENCE,
    CODE_ELEMENT,
    CODE_ELEMENT_OF_UNION,
    CODE_PLACE_CHOICE,
    CODE_UNDEFINED,
    CODE_RAW,
    CODE_RAW_RESULT,
    CODE_DEFINED,
    CODE_CALL,
    CODE_OVER_INTERVAL,
    CODE_OVER_VALUES,
    CODE_OVER_RANGE,
    CODE_OVER_PLACES,
    CODE_WITH,
    CODE_ASSIGN,
    CODE_ASSIGN_TO_UNION,
    CODE_COPY,
    CODE_FILL,
    CODE_IF,
    CODE_SWITCH,
    CODE_TABLE,
    CODE_WHILE,
    CODE_RETURN,
    CODE_RETURN_VALUE,
    CODE_RETURN_COPY,
    CODE_ASSERT,
    CODE_ASSUME,
    CODE_COVER,
    CODE_ERROR,
    CODE_NOTHING,
    CODE_CALL_STMT,
    CODE_BODY,
    CODE_MEMBER,
    CODE_ADD_ELEMENT,
    CODE_ADD_COPY,
    CODE_REMOVE,
    CODE_REMOVE_IF,
};

struct code_name {
    code_run *run;
    enum code_kind kind;
};

// Each ends with a node that has no function.
extern const struct code_name native_basic_kinds[];
extern const struct code_name native_expr_kinds[];
extern const struct code_name native_number_kinds[];
extern const struct code_name native_place_kinds[];
extern const struct code_name native_call_kinds[];
extern const struct code_name native_loop_kinds[];
extern const struct code_name native_stmt_kinds[];
extern const struct code_name native_multiset_kinds[];

#endif
