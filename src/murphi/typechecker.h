// What the files of the checker share. A function that gives a type gives NULL after an error; what has no type has
// been complained of, and is not complained of again. What only the files of this room use begins with mu_.
#ifndef COSET_MURPHI_TYPECHECKER_H
#define COSET_MURPHI_TYPECHECKER_H

#include "base/array.h"
#include "murphi/typecheck.h"

struct binding {
    struct murphi_decl *decl;
    uint32_t scope;
    uint32_t hidden; // the binding of the same name that this one hides: its number in the stack and 1, 0 for none
};

struct checker {
    struct murphi_tree *tree;
    struct diag *diag;
    struct mem *mem;
    const struct murphi_override *overrides;
    size_t override_count;

    ARRAY(struct binding) bindings; // a stack
    ARRAY(size_t) scopes;           // where each open scope begins in it
    uint32_t *visible;              // for each symbol, the number of its binding and 1, 0 for none
    uint32_t *stamps;               // for each symbol, where it was last seen in a list without duplicates
    uint32_t last_stamp;

    struct murphi_function *function; // whose body is being checked, or NULL
    bool has_return;                  // in this function
    ARRAY(struct own_call {
        const struct murphi_expr *call;
        const char *pure;
    })
    own_calls;                  // of the function by itself
    const char *pure;           // what is being checked that must have no side effects: "a guard"; or NULL
    struct murphi_binder *open; // the innermost of the binders around a rule that are open
    uint32_t deepest_alias;     // that was used since it was set to 0
};

// ---- typechecker.c: messages and names ------------------------------------------------------------------------------

void mu_check_error(struct checker *, struct span, const char *format, ...) __attribute__((format(printf, 3, 4)));
void mu_check_warning(struct checker *, struct span, const char *format, ...) __attribute__((format(printf, 3, 4)));
const char *mu_type_text(struct checker *, const struct murphi_type *); // for messages
const char *mu_expr_text(struct checker *, const struct murphi_expr *);

void mu_scope_open(struct checker *);
void mu_scope_close(struct checker *);
void mu_scope_declare(struct checker *, struct murphi_decl *); // with an error if the scope has the name already
struct murphi_decl *mu_scope_find(const struct checker *, const struct symbol *); // NULL if there is none
// Complains of a name that nobody has declared. What a wrong name may have been meant for must be among `kinds`, a bit
// for each murphi_decl_kind.
void mu_scope_unknown(struct checker *, const struct symbol *, struct span, unsigned kinds);

// element_name.c: names of elements that nothing else in the file has, given before texts from outside are checked
void mu_name_elements(struct checker *);
// The element that traces call so, for a text from outside; NULL if there is none, or more than one
struct murphi_decl *mu_element_of_name(struct checker *, const struct symbol *, struct span);

enum { KINDS_OF_TYPES = 1 << MURPHI_TYPE, KINDS_OF_FUNCTIONS = 1 << MURPHI_FUNCTION };
#define KINDS_OF_VALUES (~(unsigned)(KINDS_OF_TYPES | KINDS_OF_FUNCTIONS))

// ---- typecheck_type.c -----------------------------------------------------------------------------------------------

struct murphi_type *mu_check_type(struct checker *, struct murphi_type_expr *);
struct murphi_type *mu_make_type(struct checker *, enum murphi_type_kind, struct span);
struct murphi_type *mu_make_range(struct checker *, struct murphi_type *base, int64_t low, int64_t high, struct span);

// ---- typecheck_expr.c, typecheck_operator.c, typecheck_call.c -------------------------------------------------------

struct murphi_type *mu_check_expr(struct checker *, struct murphi_expr *);
struct murphi_type *mu_check_operator(struct checker *, struct murphi_expr *);
struct murphi_type *mu_check_call(struct checker *, struct murphi_expr *, bool as_statement);
void mu_check_own_calls(struct checker *); // when a function has been read to its end
bool mu_check_boolean(struct checker *, struct murphi_expr *, const char *what); // "the condition"
bool mu_check_integer(struct checker *, struct murphi_expr *, const char *what);
// That a value of the expression can be given to something of this type, called `what`. Warns of a constant that is out
// of range. The expression has been checked.
bool mu_check_fits(struct checker *, const struct murphi_expr *, const struct murphi_type *, const char *what);
// Checks what is to be changed, and notes that the function at hand does so.
bool mu_check_target(struct checker *, struct murphi_expr *);
void mu_note_write(struct checker *, const struct murphi_expr *);
// What `undefined` is, where nobody has declared that name.
bool mu_is_undefined(const struct checker *, const struct murphi_expr *);
bool mu_word_is(const struct symbol *, const char *word); // in any mixture of capital and small letters

// Declares the name of a binder in the scope at hand. Bounds must be constant where `constant` says what they are for.
void mu_check_binder(struct checker *, struct murphi_binder *, const char *constant);

// ---- fold.c ---------------------------------------------------------------------------------------------------------

// The value of an operator, if that is known; its operands have been checked.
void mu_fold(struct checker *, struct murphi_expr *);
// The value where one is needed: also what does not depend on its parts that are not constant, as in 0 * f(). False,
// with an error, if there is none. `what` begins the message: "the bound of a range".
bool mu_fold_needed(struct checker *, const struct murphi_expr *, const char *what, int64_t *value);

// ---- typecheck_stmt.c, override.c, symmetry_breaking.c, infer_scalarsets.c ------------------------------------------

void mu_check_stmts(struct checker *, struct murphi_stmt *);
void mu_check_decls(struct checker *, struct murphi_decl *first); // a section, or several
void mu_check_decl(struct checker *, struct murphi_decl *);

void mu_check_override_names(struct checker *);
void mu_apply_override(struct checker *, struct murphi_decl *);

void mu_find_obstacles(struct murphi_tree *);
void mu_infer_scalarsets(struct murphi_tree *); // finds obstacles, too

#endif
