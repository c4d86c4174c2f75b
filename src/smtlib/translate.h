// From a tree to terms: what the files that do it share.
//
// A scalar of the state that is not in an array over a class of any size is a constant; one that is, is a function of
// its indices in such classes. Both are *leaves*. Arrays over types of fixed size are unrolled to one leaf for each
// element. The *store* holds, for each leaf of the state and of what is local, its value as a term over its *formals*,
// the variables that stand for its indices. A rule is executed once, on the store of an arbitrary state; where the way
// forks, both sides are executed, and merged.
//
// A scalar has two terms: its value, and whether it is defined. Where it is not, the value means nothing, and nothing
// depends on it.
//
// Whatever goes wrong makes `ok` false: there is no step then. `ok`, `assumed` and `error` speak of what was executed
// so far, under the conditions of the path: they need not be asked again for a part that is not reached.
#ifndef COSET_SMTLIB_TRANSLATE_H
#define COSET_SMTLIB_TRANSLATE_H

#include "smtlib/smt_term.h"
#include "smtlib/smtlib.h"

enum { SMT_MOST_INDICES = 16, SMT_MOST_LEAVES = 20000, SMT_MOST_STEPS = 200000, SMT_MOST_TERMS = 4000000 };

struct smt_leaf {
    const char *name; // of a leaf of the state; NULL otherwise
    const char *primed, *defined, *defined_primed;
    const struct murphi_type *type;
    const struct smt_sort *sort;
    uint32_t arity;
    const smt_term *formals;
    const struct murphi_type *const *index_types; // of the formals
    bool always_defined; // in every state that can be reached, for all indices that are of their types
};

struct smt_scalar {
    smt_term value, defined;
};

// An index in an array over a type of fixed size that is not known.
struct smt_index {
    smt_term index;
    const struct murphi_type *type;
    uint32_t stride; // in leaves
};

struct smt_place {
    const struct murphi_type *type;
    uint32_t leaf;    // the first, where the unknown indices are the first of their types
    uint32_t arity;   // indices in classes so far
    uint32_t indices; // in `unknown`
    smt_term args[SMT_MOST_INDICES];
    struct smt_index unknown[SMT_MOST_INDICES];
};

struct smt_binding {
    bool is_place;
    struct smt_place *place; // in the arena
    smt_term value;
};

// An access to a leaf within a loop over a class: loops look whether their iterations depend on each other.
struct smt_access {
    uint32_t leaf;
    bool is_write;
    smt_term args[SMT_MOST_INDICES];
    struct smt_scalar written; // where `condition` holds
    smt_term condition;
};

typedef ARRAY(struct smt_scalar) smt_store;

struct smt_translation {
    const struct smtlib_proof *proof;
    const struct murphi_tree *tree;
    struct mem *mem;
    struct diag *diag;
    struct arena arena;
    struct smt_terms terms;
    bool failed;

    // smt_types.c
    const struct smt_sort **sorts; // by the id of a type; NULL: not made yet
    struct smt_sort *the_union;    // NULL: there is none
    ARRAY(const struct smt_sort *) parts;
    uint32_t *widths; // by the id of a type; 0: not known yet
    bool *varies;     // by the id of a declaration: a constant that a class of any size depends on
    ARRAY(const struct smt_sort *) declared;

    ARRAY(struct smt_leaf) leaves; // of the state first, then of what is local
    uint32_t state_leaves;
    smt_store store;
    struct smt_binding *bindings; // by the id of a declaration
    bool *is_running;             // functions, by the id of their declaration

    ARRAY(smt_term) formals;   // that leaves share: one for each sort and place among the indices
    ARRAY(smt_term) constants; // of sorts without a name for any value
    smt_term path, ok, assumed, error;
    bool is_property; // what goes wrong counts, even where another element may decide first
    bool in_step;     // there may be more steps than there are: choices, and errors that do not count
    bool is_inexact;  // there may be
    bool in_loop;
    uint32_t scopes;         // that are open
    ARRAY(smt_term) choices; // constants of the step besides its parameters: see smt_loop.c
    ARRAY(struct smt_access) accesses;
    ARRAY(struct smt_scalar) copies;
    const struct murphi_function *function; // that is executed; NULL in a rule
    uint32_t result;                        // the first leaf of its result
    uint64_t steps;
    uint32_t nesting;
};

bool smt_open(struct smt_translation *, const struct smtlib_proof *, struct mem *, struct diag *);
void smt_close(struct smt_translation *);
// What is there is not covered. Only the first such message is kept.
void smt_refuse(struct smt_translation *, struct span, const char *format, ...) __attribute__((format(printf, 3, 4)));
bool smt_goes_on(struct smt_translation *, struct span); // false if the work was given up, or has become too much

// ---- smt_types.c ----------------------------------------------------------------------------------------------------

void smt_find_classes(struct smt_translation *);
void smt_check_written(struct smt_translation *, const struct murphi_type_expr *); // no size is used there as a number
bool smt_depends_on_size(const struct smt_translation *, const struct murphi_expr *);
bool smt_is_class(const struct smt_translation *, const struct murphi_type *);     // of any size
bool smt_is_unbounded(const struct smt_translation *, const struct murphi_type *); // that, or a union with one
const struct smt_sort *smt_sort_of(struct smt_translation *, const struct murphi_type *, struct span);
uint32_t smt_width(struct smt_translation *, const struct murphi_type *, struct span);
smt_term smt_constant(struct smt_translation *, const struct murphi_type *, int64_t, struct span);
// Whether a value of the one type is in the other; and that value as one of the other.
smt_term smt_within(struct smt_translation *, smt_term, const struct murphi_type *from, const struct murphi_type *to,
                    struct span);
smt_term smt_converted(struct smt_translation *, smt_term, const struct murphi_type *from, const struct murphi_type *to,
                       struct span);
// What is known of every value of the type, whatever its sort has besides.
smt_term smt_is_of_type(struct smt_translation *, smt_term, const struct murphi_type *);
// Two values of types that can be compared.
smt_term smt_same_values(struct smt_translation *, smt_term, const struct murphi_type *, smt_term,
                         const struct murphi_type *, struct span);

// ---- smt_store.c ----------------------------------------------------------------------------------------------------

// Leaves for all scalars of a type, undefined; gives the first. `name` is NULL for what is local.
uint32_t smt_leaves_new(struct smt_translation *, const struct murphi_type *, const char *name, struct span);
void smt_leaves_drop(struct smt_translation *, uint32_t from);
struct smt_place smt_place_at(const struct murphi_type *, uint32_t leaf);
struct smt_scalar smt_read(struct smt_translation *, const struct smt_place *); // of a simple type
void smt_write(struct smt_translation *, const struct smt_place *, struct smt_scalar);
void smt_copy(struct smt_translation *, const struct smt_place *to, const struct smt_place *from, struct span);
smt_term smt_same_parts(struct smt_translation *, const struct smt_place *, const struct smt_place *, struct span);
void smt_reset(struct smt_translation *, const struct smt_place *, bool defined, struct span);

// if (condition) { open ... turn ... } else { ... close }
struct smt_branch {
    smt_term condition, path;
    smt_store before, then;
};
void smt_branch_open(struct smt_translation *, struct smt_branch *, smt_term condition);
void smt_branch_turn(struct smt_translation *, struct smt_branch *);
void smt_branch_close(struct smt_translation *, struct smt_branch *);

void smt_store_copy(struct smt_translation *, smt_store *to);

void smt_runtime_error(struct smt_translation *, smt_term bad);
void smt_assume(struct smt_translation *, smt_term);

// What goes on for an arbitrary element: `ok`, `assumed` and `error` begin anew, and are joined for all elements.
struct smt_scope {
    smt_term ok, assumed, error;
};
void smt_scope_open(struct smt_translation *, struct smt_scope *);
void smt_scope_close(struct smt_translation *, const struct smt_scope *, smt_term variable, smt_term guard);
smt_term smt_for_all(struct smt_translation *, smt_term variable, smt_term guard, smt_term body);
smt_term smt_for_some(struct smt_translation *, smt_term variable, smt_term guard, smt_term body);

// ---- smt_expr.c, smt_quantifier.c -----------------------------------------------------------------------------------

smt_term smt_value(struct smt_translation *, const struct murphi_expr *); // of a simple type; undefined is an error
struct smt_scalar smt_scalar(struct smt_translation *, const struct murphi_expr *); // an id may be undefined
smt_term smt_equal_scalars(struct smt_translation *, struct smt_scalar, const struct murphi_type *, struct smt_scalar,
                           const struct murphi_type *, struct span);
struct smt_place smt_locate(struct smt_translation *, const struct murphi_expr *);
smt_term smt_operator(struct smt_translation *, const struct murphi_expr *); // on numbers
bool smt_may_be_undefined(const struct smt_translation *, const struct murphi_type *);

smt_term smt_quantifier(struct smt_translation *, const struct murphi_expr *);
void smt_bind_value(struct smt_translation *, const struct murphi_decl *, smt_term);
void smt_bind_place(struct smt_translation *, const struct murphi_decl *, struct smt_place);
void smt_bind_alias(struct smt_translation *, const struct murphi_decl *);
// The values of a binder over a type of fixed size or between constants: how many, and each as a term.
bool smt_count_values(struct smt_translation *, const struct murphi_binder *, uint64_t *count);
smt_term smt_value_at(struct smt_translation *, const struct murphi_binder *, uint64_t position);

// ---- smt_stmt.c, smt_call.c -----------------------------------------------------------------------------------------

smt_term smt_execute(struct smt_translation *, const struct murphi_stmt *first); // where it was left by a return
void smt_for(struct smt_translation *, const struct murphi_stmt *, const struct murphi_binder *, smt_term *left);
void smt_locals(struct smt_translation *, const struct murphi_decl *first);
struct smt_place smt_call(struct smt_translation *, const struct murphi_expr *);
struct smt_scalar smt_fitting(struct smt_translation *, struct smt_scalar, const struct murphi_type *from,
                              const struct murphi_type *to, struct span); // else it is a run-time error

// ---- smt_step.c, smt_enabled.c: rules, start states and properties --------------------------------------------------

// The store of an arbitrary state, and of one in which nothing is defined.
void smt_begin_state(struct smt_translation *);
void smt_begin_undefined(struct smt_translation *);

struct smt_parameter {
    smt_term variable;
    const struct murphi_type *type;
    smt_term bounds; // what is known of it; NULL: that it is of its type
};

// What a rule or a start state does; `store` has the leaves of the state afterwards.
struct smt_step {
    ARRAY(struct smt_parameter) parameters;
    bool is_exact;    // else there may be more steps than the rule has
    smt_term enabled; // the guard holds, nothing goes wrong, and what is assumed within it holds
    smt_term error;   // something goes wrong
};
void smt_step_of(struct smt_translation *, const struct murphi_rule *, struct smt_step *);
void smt_step_close(struct smt_translation *, struct smt_step *);
// Of the step that was translated last: that there is one, for some parameters, which changes the state unless
// `may_stutter`.
smt_term smt_some_step(struct smt_translation *, const struct murphi_rule *, const struct smt_step *, bool may_stutter);
// That a property holds and can be evaluated; that an assumption does. About the state that the translation begins in.
smt_term smt_property(struct smt_translation *, const struct murphi_rule *);
// Which leaves are defined in every state that can be reached: those that every start state leaves defined, and every
// rule, given that all of them are.
void smt_find_defined(struct smt_translation *);

#endif
