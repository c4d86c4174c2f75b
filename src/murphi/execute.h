// Symbolic execution: what the files that carry it out share.
//
// An executor runs statements on a *store* of slots, one for each scalar: first those of the state, then those of local
// variables, parameters and results, as on a stack. A slot holds a value that is an expression over the cells, so that
// one run stands for all states. Where the way forks, both branches are run one after the other, and their stores are
// merged (symbolic_store.c). The *path* is the list of conditions under which the run is where it is.
//
// Where a run certainly ends, by a run-time error or a failed assumption, the executor is *stopped*: nothing that is
// done then has an effect, until the branch is left.
#ifndef COSET_MURPHI_EXECUTE_H
#define COSET_MURPHI_EXECUTE_H

#include "base/arena.h"
#include "base/array.h"
#include "base/hash.h"
#include "base/str.h"
#include "model/lookup.h"
#include "model/model.h"
#include "murphi/ast.h"
#include "murphi/lower.h"
#include "murphi/runtime_error.h"

struct scalar {
    expr value;   // of the boolean type, an integer, or of an enumeration; of no meaning where it is not defined
    expr defined; // a condition
};

// A variable or a part of one. It may depend on values: then `dims` says how.
struct place {
    const struct murphi_type *type;
    uint32_t slot; // the first; where all indices of `dims` are the first of their types
    uint32_t dim_count;
    const struct dimension *dims; // in the executor's arena
    const struct place *multiset; // that it is an element of, or a part of one; else NULL. In the arena.
};

struct dimension {
    expr index;
    const struct murphi_type *type; // of the index
    uint32_t stride;                // in slots
};

// What a name stands for at the moment.
struct binding {
    bool is_place;
    struct place place;
    expr value;
};

struct error_record {
    enum murphi_error_kind kind;
    struct span span;
    const struct murphi_expr *expr; // what the run-time error is about, or NULL
    const struct symbol *symbol;    // a text or a name that belongs to it, or NULL
    expr condition;
    expr after; // as of a struct runtime_error
};

typedef ARRAY(expr) condition_list;

struct cover_record {
    const struct murphi_stmt *stmt;
    expr condition; // of the states from which it is reached and true
};

struct trail_entry {
    uint32_t slot;
    struct scalar old;
};

struct branch {
    expr condition;
    size_t path, trail, slots, changes;    // how many there were when it was opened
    size_t then_changes;                   // where those of the first side end
    size_t history, touched, then_touched; // of multisets
    bool was_stopped, then_stopped;
    expr then_left, other_left;
    uint32_t then_end; // recording: the last step of the first side
};

// A procedure under construction: steps in a list, since what has to be set at the end of a branch's first side is
// known only at the end of the second.
struct recording {
    ARRAY(struct recorded_step {
        struct procedure_step step;
        uint32_t next;
    })
    steps;
    uint32_t last;
};

// How often a multiset of the state was changed since the rule began.
struct touched_multiset {
    uint32_t slot;
    const struct murphi_type *type;
    uint32_t added, other;
    const struct place *last; // what was changed last, so that the parts of one element count once
};

// What a condition looks at (see trial.c).
struct trial_support {
    size_t first, count; // of its cells
    size_t nodes;
    bool fits; // it is small enough to be tried
};

struct executor {
    struct mem *mem;
    struct diag *diag;
    struct murphi_tree *tree; // gets obstacles that are found on the way
    struct model *model;
    struct murphi_lower_options options;
    bool hides_phantom; // what ranges over its type leaves it out; in start states it does not
    struct arena arena; // places; until the end of a rule

    uint32_t *widths;       // of types, by id: how many slots
    struct growth *growth;  // NULL, but where numbers depend on the size: see size_number.c
    struct int_map symbols; // from values of enumerations and the like to their place in symbol_constants
    ARRAY(expr) symbol_constants;
    struct int_map taken_symbols; // those of the constants, by their distance from the first symbol
    struct binding *bindings;     // by the id of a declaration
    ARRAY(struct saved_binding {
        uint32_t decl;
        struct binding old;
    })
    saved;
    uint32_t *activations;                  // of functions, by the id of their declaration
    const struct murphi_function *function; // that is running; NULL in a rule
    struct place result;                    // where its result goes

    bool has_nested_multisets; // some multiset has elements with multisets in them
    uint32_t state_slots;
    ARRAY(struct scalar) slots;
    ARRAY(const struct murphi_type *) slot_types; // of what was pushed there last
    ARRAY(uint32_t) marks;                        // scratch of merging, by slot; zero otherwise
    ARRAY(struct trail_entry) trail;
    ARRAY(struct trail_entry) changes;
    ARRAY(struct branch) branches;
    condition_list path;
    condition_list joined; // by length: the conjunction of that beginning of `path`, or EXPR_NONE; or shorter
    condition_list pieces; // conjunctions of whole pieces of it
    bool stopped;

    expr assumed;                  // what `assume` has asked for so far
    expr any_error;                // the disjunction of `errors`
    const struct murphi_expr *cut; // an implication that is taken for its left side being false; NULL: none
    bool hides_errors;             // an assignment did, in the loop at hand
    bool writes_whole;             // an array or record was written as a whole, in the rule at hand
    bool is_probing;               // see order_probe.c: what can happen is noted here, and nowhere else
    unsigned probe_found;          // PROBE_ERROR, PROBE_ASSUMPTION, PROBE_COVER
    bool probe_found_inside;       // ... in a loop or quantifier inside of the one at hand
    ARRAY(expr) probe_bad;         // of which run-time errors, at the outermost probe: each happens only where this is
    expr probe_errors;             // where one happens, since this was set; EXPR_NONE: nobody wants to know
    bool is_property;              // what is evaluated has no say in what the model does
    bool is_trial;                 // all that is asked for is which slots get undefined values: see lower.c
    ARRAY(const struct murphi_expr *)
    conjuncts;                    // of an invariant: those that are violated where they are false or in error
    unsigned loops_over_elements; // that are being executed
    bool has_assumptions;         // some statement is an assumption, or is to be covered
    ARRAY(struct error_record) errors;
    size_t error_base; // those from here on belong to the rule that is running; those before, to what is around it
    ARRAY(struct cover_record) covers;
    ARRAY(struct touched_multiset) touched, touched_history;
    bool has_removed;            // from some multiset, or replaced one, since the rule began
    bool writes_stale;           // and wrote then to an element of one, by a name that may be that of what was removed
    ARRAY(expr) terms;           // a stack of operands
    ARRAY(struct scalar) copies; // a stack of values on their way
    struct evaluator *evaluator; // for trials, made when needed
    value *trial_state;
    uint64_t trial_work;
    struct int_map supports_of; // by condition: where its support is
    ARRAY(struct trial_support) supports;
    ARRAY(cell_id) support_cells;
    struct notes looked_at; // nodes of the condition at hand
    uint32_t nesting;       // of the recursion here
    uint64_t steps;         // statements and iterations, over all
    bool failed;            // there was an error; nothing makes sense any more

    bool is_recording; // see record.c
    struct recording recording;
    ARRAY(struct procedure_step) sorts; // that come at the end
    uint64_t most_steps;
};

// ---- execute_state.c: an executor as such ---------------------------------------------------------------------------

void mu_executor_open(struct executor *, struct murphi_tree *, const struct murphi_lower_options *, struct mem *,
                      struct diag *);
void mu_executor_use(struct executor *, struct model *); // from here on; everything that was found in another is lost
void mu_executor_close(struct executor *);
// The run is too large: says so, once, and stops it for good.
void mu_give_up(struct executor *, struct span, const char *why);
bool mu_goes_on(struct executor *);                 // false if nobody waits for the model any more
bool mu_count_step(struct executor *, struct span); // false if there were too many

void mu_bind(struct executor *, const struct murphi_decl *, struct binding); // keeps what was there before
void mu_unbind_to(struct executor *, size_t saved);

// ---- values.c: values of Murphi and of the model --------------------------------------------------------------------

bool mu_is_true(const struct executor *, expr);
bool mu_is_false(const struct executor *, expr);
expr mu_constant(struct executor *, const struct murphi_type *, int64_t value);
expr mu_equals(struct executor *, expr, const struct murphi_type *, int64_t value);
// The number of a value in its type, from 0.
expr mu_rank(struct executor *, expr, const struct murphi_type *);
// Whether a value of the one type is in the other.
expr mu_within(struct executor *, expr, const struct murphi_type *from, const struct murphi_type *to);
type_id mu_cell_type(struct executor *, const struct murphi_type *, bool optional);

// ---- symbolic_store.c: slots, branches, merging ---------------------------------------------------------------------

struct scalar mu_undefined(struct executor *, const struct murphi_type *);
uint32_t mu_slots_new(struct executor *, const struct murphi_type *); // undefined; multisets are empty
void mu_slot_write(struct executor *, uint32_t slot, struct scalar);
expr mu_choose(struct executor *, expr condition, expr then, expr otherwise);
struct scalar mu_merge(struct executor *, expr condition, struct scalar then, struct scalar otherwise);
void mu_undo(struct executor *, size_t trail);

// A path that begins anew, and the one that goes on afterwards.
struct held_path {
    condition_list path, pieces, joined;
};
void mu_path_suspend(struct executor *, struct held_path *);
void mu_path_resume(struct executor *, struct held_path *);

expr mu_path(struct executor *);
void mu_path_push(struct executor *, expr);
void mu_path_pop_to(struct executor *, size_t count);
expr mu_given_path(struct executor *, expr condition); // the same on the path, and perhaps simpler

// if (condition) { open ... turn ... } else { ... close }. What must not be merged is dropped: slots that are newer
// than the branch, and the side that has stopped. The *left* of a side is the condition under which it has ended by a
// return, given that it was taken; that of the whole is returned.
void mu_branch_open(struct executor *, expr condition);
void mu_branch_turn(struct executor *, expr left);
expr mu_branch_close(struct executor *, expr left);
// For a row of branches that are closed at the end, one side of each being empty: it has `other_left`.
void mu_branch_unless(struct executor *, expr condition, expr other_left);
expr mu_branches_close(struct executor *, size_t count, expr left);

// ---- record.c: the run as a procedure -------------------------------------------------------------------------------

// From here on, what is done is recorded, up to the end: there, false if it was given up. Without being recorded it
// took so many statements.
void mu_record_begin(struct executor *, expr guard, uint64_t statements);
bool mu_record_end(struct executor *);
void mu_record(struct executor *, struct procedure_step); // if something is recorded
// The value of a slot behind a branch, after mu_record_turn and before mu_record_close.
void mu_record_open(struct executor *, expr condition);
void mu_record_turn(struct executor *, struct branch *);
void mu_record_close(struct executor *);
expr mu_join(struct executor *, struct branch *, expr then, expr otherwise);
struct scalar mu_join_scalars(struct executor *, struct branch *, struct scalar then, struct scalar otherwise);
// All steps but those that do nothing, and the conditions of the errors; the memory is in the executor's arena.
struct procedure mu_recorded(struct executor *, const struct error_record *errors, size_t error_count);

// ---- place.c --------------------------------------------------------------------------------------------------------

struct place mu_place_at(const struct murphi_type *, uint32_t slot);
struct place mu_locate(struct executor *, const struct murphi_expr *); // of a place, or of any array or record
struct scalar mu_read(struct executor *, const struct place *, uint32_t offset);
void mu_write(struct executor *, const struct place *, uint32_t offset, struct scalar);
void mu_write_where(struct executor *, const struct place *, uint32_t offset, expr condition, const struct scalar *row,
                    uint32_t count);
void mu_copy(struct executor *, const struct place *to, const struct place *from);
expr mu_same_parts(struct executor *, const struct place *, const struct place *);
void mu_clear(struct executor *, const struct place *);
void mu_undefine(struct executor *, const struct place *);
uint32_t mu_field_offset(const struct executor *, const struct murphi_type *, const struct murphi_field *);
// All first slots that a place may have.
typedef void mu_slot_visit(struct executor *, uint32_t slot, void *context);
void mu_each_slot(struct executor *, const struct place *, mu_slot_visit, void *context);

// ---- evaluate.c, operators.c ---------------------------------------------------------------------------------------

expr mu_value(struct executor *, const struct murphi_expr *); // of a simple type
// The same without a run-time error where it is an undefined id and the dialect lets it be.
struct scalar mu_scalar(struct executor *, const struct murphi_expr *);
expr mu_equal(struct executor *, struct scalar, struct scalar);    // two undefined ones are equal
expr mu_arithmetic(struct executor *, const struct murphi_expr *); // of an operator on numbers
// Between which bounds a number lies, unless there was a run-time error; `type` is that of what it is the value of.
void mu_bounds(const struct executor *, expr, const struct murphi_type *type, int64_t *low, int64_t *high);

// ---- dialect.c ------------------------------------------------------------------------------------------------------

bool mu_may_be_undefined(const struct executor *, const struct murphi_type *); // and yet be compared and returned

// ---- iterate.c: binders ---------------------------------------------------------------------------------------------

// Calls `visit` for all values of a binder, and of those further in if `and_next`, with the names bound. Where an
// iteration takes place only under a condition, it is in a branch of its own, and `active` is that condition.
typedef void mu_visit(struct executor *, void *context, expr active);
void mu_each(struct executor *, const struct murphi_binder *, bool and_next, mu_visit, void *context);

// ---- execute.c, call.c ----------------------------------------------------------------------------------------------

expr mu_execute(struct executor *, const struct murphi_stmt *first); // gives where it was left by a return
void mu_locals(struct executor *, const struct murphi_decl *first);
struct place mu_call(struct executor *, const struct murphi_expr *); // the place of the result
// Checks that a value fits the type.
void mu_check_range(struct executor *, expr, const struct murphi_type *from, const struct murphi_type *to,
                    struct error_record about);

// ---- multiset.c -----------------------------------------------------------------------------------------------------

expr mu_multiset_present(struct executor *, const struct place *multiset, uint64_t position);
struct place mu_multiset_element(struct executor *, const struct place *multiset, uint64_t position);
void mu_multiset_add(struct executor *, const struct murphi_stmt *);
void mu_multiset_remove(struct executor *, const struct murphi_stmt *);
void mu_multiset_remove_if(struct executor *, const struct murphi_stmt *);
void mu_multiset_touch(struct executor *, const struct place *multiset, const struct place *element, bool adds);
void mu_multiset_replaced(struct executor *, const struct place *); // all that are inside of it
void mu_multisets_forget(struct executor *); // what was written where nothing is; before the next one
void mu_multisets_tidy(struct executor *);
// Of the two sides of a branch, the one that has changed more counts.
void mu_multisets_open(struct executor *, struct branch *);
void mu_multisets_turn(struct executor *, struct branch *);
void mu_multisets_close(struct executor *, const struct branch *);

// ---- presence.c -----------------------------------------------------------------------------------------------------

expr mu_is_there(struct executor *, const struct murphi_type *, int64_t value); // true where there is no presence
void mu_set_present(struct executor *, size_t size); // in the store, as it is before a start state
void mu_let_absent_rest(struct executor *);          // in a start state
// Behind the body of a rule: what belongs to elements that are not there is as before.
void mu_keep_absent(struct executor *, const struct scalar *before);

// ---- size_number.c: numbers that depend on the size -----------------------------------------------------------------

void mu_growth_open(struct executor *); // where the presence of its options has trees
void mu_growth_close(struct executor *);
expr mu_growth_is_there(struct executor *, const struct murphi_type *, int64_t value);
void mu_growth_set(struct executor *, size_t size);
// From here on the condition is on the path; before it no longer is, with what it was before.
size_t mu_growth_enter(struct executor *, expr condition);
void mu_growth_leave(struct executor *, size_t before);
void mu_growth_note_cells(struct executor *); // the first sizes of the presence
// As model_binary; what is made of cases over the sizes and of constants is such a case, or a constant.
expr mu_binary(struct executor *, enum op, expr, expr);
expr mu_growth_constant(struct executor *, const struct murphi_expr *);
expr mu_growth_within(struct executor *, expr, const struct murphi_type *); // a range of numbers
bool mu_growth_is_inside(const struct executor *, const struct murphi_type *from, const struct murphi_type *to);

// ---- order_probe.c --------------------------------------------------------------------------------------------------

enum { PROBE_ERROR = 1, PROBE_ASSUMPTION = 2, PROBE_COVER = 4 };

struct probe {
    size_t path, trail, slots, covers;
    expr assumed;
    bool stopped, hides_errors, was_probing;
    unsigned was_found;
    expr errors;
};
struct probe mu_probe_open(struct executor *);
unsigned mu_probe_close(struct executor *, const struct probe *); // all is as it was before; what was found
void mu_probe_note(struct executor *, expr bad, expr condition);  // a run-time error that may happen

// ---- trial.c --------------------------------------------------------------------------------------------------------

// Whether a condition may hold on the path. True says nothing, false is certain.
bool mu_can_hold(struct executor *, expr);
void mu_stop_if_dead(struct executor *); // for loops and recursion: if the path cannot be taken, they end here
void mu_trial_close(struct executor *);

// ---- runtime_error.c ------------------------------------------------------------------------------------------------

// On the path, where `bad` holds, the run ends by this run-time error; its condition is filled in here.
void mu_runtime_error(struct executor *, expr bad, struct error_record);
void mu_depends_on_order(struct executor *, const struct murphi_binder *first, struct span);
void mu_assume(struct executor *, expr);
void mu_cover(struct executor *, const struct murphi_stmt *, expr);
void mu_error_text(struct executor *, const struct error_record *, const char *where, struct str *out);

#endif
