// What the files that give a tree its meaning share: the way from a syntax tree to a model.
//
//     instance.c       modules become instances, their names become entities, variables become cells
//     declared_type.c  declared types
//     names.c          the table of names, constants, and what a user may have meant
//     resolve.c        from a path such as a.b[2].c to what it stands for; definitions, evaluated when first used
//     lower.c          expressions: truth values, next; lower_case.c: case
//     lower_number.c   expressions: comparisons and arithmetic
//     lower_word.c     expressions: words and conversions
//     lower_set.c      expressions: sets; which values fit together, and 0 and 1 for FALSE and TRUE
//     lower_formula.c  temporal formulas; lower_property.c: properties
//     lower_psl.c      PSL; lower_sere.c: its sequences; replicate.c, abort.c: what takes more than one line
//     lower_step.c     next values in properties
//     vacuity.c        implications that may hold vacuously
//     assign.c         ASSIGN
//     constrain.c      INIT, INVAR, TRANS, fairness; the walk over all declarations
//     lower_annotations.c         SYMMETRY and HINT
//     obligation.c     conditions that must hold for all values, and what is said where they do not
//
// An expression in a module has a meaning for each instance of it. Errors are reported once for each place of the text,
// and an expression with an error in it becomes a "bad" thing, about which nobody complains again.
//
// Where an expression has no value (a `case` that no branch of covers, an index that is out of range, a division by
// zero), that is wrong only if it can happen, and some conditions around it may exclude that. So each lowered
// expression comes with a condition, `fine`: where that holds, it has a value. What is used (a right side, a
// constraint, a specification) becomes an obligation: its `fine` must hold for all values of its variables.
#ifndef COSET_SMV_MEANING_H
#define COSET_SMV_MEANING_H

#include <stdarg.h>

#include "base/arena.h"
#include "base/array.h"
#include "base/hash.h"
#include "model/walk.h"
#include "smv/ast.h"
#include "smv/smv.h"

#define SMV_MAX_ENTITIES 1000000   // names in all instances together, and cells
#define SMV_MAX_INSTANCE_DEPTH 500 // instances in instances

struct smv_instance;
struct smv_elements;

// What an expression stands for.
enum smv_sort {
    SMV_BAD,       // an error that was reported
    SMV_VALUE,     // an expression of the model, which may be a set
    SMV_ELEMENTS,  // an array
    SMV_COMPONENT, // an instance of a module
};

struct smv_thing {
    enum smv_sort sort;
    bool is_variable; // value: it is a variable itself, not only something that equals one; it can be assigned
    expr value;
    expr fine; // value: the condition under which there is one
    union {
        const struct smv_elements *elements;
        struct smv_instance *instance;
    };
};

struct smv_elements {
    value low; // the first index
    size_t count;
    struct smv_thing at[];
};

struct smv_instance {
    uint32_t id;
    const struct smv_body *body;
    struct smv_instance *parent; // NULL for main
    const char *name;            // in full; "" for main
    uint32_t depth;
    uint32_t process;                  // whose steps it takes part in: an index of `processes`
    size_t first_entity, entity_count; // its own names
};

enum smv_entity_kind { SMV_VARIABLE, SMV_DEFINITION, SMV_PARAMETER, SMV_INSTANCE };

// What the text of an expression mentions, also where the model's simplifications leave nothing of it. Frozen variables
// do not count.
enum smv_mention { SMV_MENTIONS_STATE = 1, SMV_MENTIONS_INPUT = 2, SMV_MENTIONS_NEXT = 4 };

// A name in an instance. A definition may be made in another instance than the one it is for (`DEFINE left.ack :=
// ...`), and a parameter's value always is: `scope` is where its body is to be read.
struct smv_entity {
    enum smv_entity_kind kind;
    enum { SMV_NEW, SMV_OPEN, SMV_DONE } state;
    const struct symbol *symbol;
    struct smv_instance *home, *scope;
    const struct smv_expr *body;
    struct span span;
    bool is_prefix;         // only there for names that go on behind a dot
    unsigned mentions;      // enum smv_mention, once it is done
    struct smv_thing thing; // once it is done
};

// A module with the declarations that it takes over from others (ISA) in their places.
struct smv_body {
    const struct smv_module *module;
    const struct smv_decl **decls;
    size_t count;
    enum { SMV_BODY_NEW, SMV_BODY_OPEN, SMV_BODY_DONE } state;
};

// What is allowed where an expression stands.
struct smv_use {
    const char *where; // "an INIT condition"
    bool next, inputs;
    bool formula; // temporal operators are allowed around it
};

// Where an expression is read.
struct smv_frame {
    struct smv_instance *scope;
    const struct smv_use *use;
};

// A place where an expression may have no value.
struct smv_site {
    enum smv_obligation_kind kind;
    struct diag_range place;
    value low, high; // of an index or a shift
    uint32_t before; // another one with the same condition, or UINT32_MAX
};

struct smv_assignment {
    enum smv_decl_kind kind;
    uint32_t process;
    cell_id cell;
    expr value;
    struct span span;  // of its target
    uint32_t previous; // of the same cell, or UINT32_MAX
};

// What is said of states: that a cell has one of the values, or (CELL_NONE) that the value, a condition, holds.
struct smv_fact {
    cell_id cell;
    expr value, fine;
};

// Whose errors are whose: those in the text of a property are its own, and leave the model and other properties as they
// are. All others are the model's.
struct smv_blame {
    bool has_owner;
    struct span owned; // of the property
    struct str error;  // the first of its own
    size_t forgiven;   // errors that were reported, and are properties' own
    bool is_refused;   // there are others, be they reported before or not
};

struct smv_meaning {
    struct mem *mem;
    struct diag *diag;
    struct smv_tree *tree;
    const struct source *source; // of the text that is being lowered
    struct model *model;
    struct arena arena;
    bool stopped; // too much to go on
    bool settled; // the file is read; what comes now are more formulas

    struct int_map reported;     // errors, by place and kind
    struct smv_blame blame;      // while the file is read
    size_t errors_before;        //
    bool warned_number_as_truth; // once for a file
    bool warned_truth_as_number;

    // Modules, by the id of their symbol.
    struct int_map module_of;
    ARRAY(struct smv_body) bodies;
    size_t taken_over; // declarations in bodies

    // Names.
    ARRAY(struct smv_entity *) entities;
    struct smv_entity **table; // by instance and symbol
    size_t table_size;         // a power of two, or 0
    ARRAY(struct smv_instance *) instances;
    struct int_map constants; // by the id of their symbol
    bool has_indexed_names;   // `VAR x[1] : ...`
    ARRAY(struct smv_pending {
        struct smv_instance *scope;
        const struct smv_decl *decl;
        struct smv_entity *entity; // once there is one
    })
    pending; // names in other instances: `DEFINE left.ack := ...`

    ARRAY(struct smv_entity *) unfinished; // definitions that wait for each other
    unsigned nesting;                      // of evaluations that could not be foreseen

    // Processes; main is the first.
    ARRAY(struct smv_instance *) processes;
    cell_id selector; // CELL_NONE if main is alone

    unsigned mentions; // enum smv_mention: by what was lowered since this was 0

    // Scratch stacks of lowering.
    ARRAY(struct smv_thing) operands;
    ARRAY(expr) exprs;
    struct walk alternatives; // of the set at hand
    struct str text;

    expr yes, no;

    ARRAY(struct smv_assignment) assignments;
    ARRAY(uint32_t) last_assignment; // by cell

    struct int_map step_conditions; // of properties, with next values in them; to the input that has the condition's

    // What must hold together in initial states, and in all states, as far as it is defined: one part excludes what is
    // undefined in another.
    ARRAY(struct smv_fact) together[2];

    struct int_map site_of; // by the condition
    ARRAY(struct smv_site) sites;
    ARRAY(struct smv_obligation) obligations;
};

// ---- Messages (names.c) ---------------------------------------------------------------------------------------------

// Says whether it was new: then notes may follow.
bool smv_error(struct smv_meaning *, struct span, const char *format, ...) __attribute__((format(printf, 3, 4)));
bool smv_is_sound(const struct smv_meaning *); // but for errors of properties
void smv_warning(struct smv_meaning *, struct span, const char *format, ...) __attribute__((format(printf, 3, 4)));
void smv_note(struct smv_meaning *, struct span, const char *format, ...) __attribute__((format(printf, 3, 4)));
// What kind of thing it is, for messages: "an integer (0..3)".
const char *smv_describe(struct smv_meaning *, const struct smv_thing *);
const char *smv_describe_type(struct smv_meaning *, type_id);

// ---- Names (names.c) ------------------------------------------------------------------------------------------------

struct smv_entity *smv_find(const struct smv_meaning *, const struct smv_instance *, const struct symbol *);
// NULL, with an error, if the name is taken.
struct smv_entity *smv_declare(struct smv_meaning *, struct smv_instance *home, const struct symbol *,
                               enum smv_entity_kind, struct span);
void smv_declare_constant(struct smv_meaning *, const struct symbol *);
bool smv_is_constant(const struct smv_meaning *, const struct symbol *);
expr smv_constant(struct smv_meaning *, const struct symbol *);
// `instance.symbol`, with the arena's lifetime.
const char *smv_full_name(struct smv_meaning *, const struct smv_instance *, const char *symbol);
// A path of names without any index or with literal ones as one symbol ("a.b", "x[1]"), or NULL.
const struct symbol *smv_path_symbol(struct smv_meaning *, const struct smv_expr *);
// A name there is that looks like the one there is not, or NULL.
const char *smv_suggestion(struct smv_meaning *, const struct smv_instance *, const struct symbol *, bool constants);

// ---- Instances (instance.c) and types (declared_type.c) -------------------------------------------------------------

// Makes all instances and cells. False if there is no main module.
bool smv_instantiate(struct smv_meaning *);
// The variable's cell, or its array of cells.
bool smv_goes_on(struct smv_meaning *); // false: there is no time for the rest
struct smv_thing smv_make_variable(struct smv_meaning *, struct smv_instance *, const struct smv_decl *,
                                   const char *name);

// ---- Meaning of expressions -----------------------------------------------------------------------------------------

extern const struct smv_thing smv_bad;

static inline struct smv_thing smv_thing_of(struct smv_meaning *l, expr e)
{
    return (struct smv_thing){.sort = SMV_VALUE, .value = e, .fine = l->yes};
}

static inline const struct type *smv_type_of(const struct smv_meaning *l, expr e)
{
    return model_expr_type(l->model, e);
}

struct smv_thing smv_path(struct smv_meaning *, const struct smv_frame *, const struct smv_expr *); // resolve.c
// The same for a path that must lead to an instance, as the one in front of a dot.
struct smv_thing smv_path_home(struct smv_meaning *, const struct smv_frame *, const struct smv_expr *); // resolve.c
void smv_evaluate(struct smv_meaning *, struct smv_entity *);                                            // resolve.c

struct smv_thing smv_lower(struct smv_meaning *, const struct smv_frame *, const struct smv_expr *); // lower.c
// The same, with an error for an array or an instance.
struct smv_thing smv_lower_value(struct smv_meaning *, const struct smv_frame *, const struct smv_expr *);
// The same, and a truth value; what else there is becomes bad.
struct smv_thing smv_lower_condition(struct smv_meaning *, const struct smv_frame *, const struct smv_expr *);
// A constant integer; false, with an error, for anything else. `what` names it.
bool smv_lower_integer(struct smv_meaning *, const struct smv_frame *, const struct smv_expr *, const char *what,
                       value *result);
// A connective of truth values or words, whose operands are the last e->count of the operand stack. They are popped.
struct smv_thing smv_connect(struct smv_meaning *, const struct smv_expr *);
// Joins the expressions from `at` on, and takes them from `exprs`.
expr smv_junction(struct smv_meaning *, enum op, size_t at);
bool smv_is_connective(enum smv_op);
// An error if it is an array or an instance.
void smv_demand_value(struct smv_meaning *, struct span, struct smv_thing *);
expr smv_fine_both(struct smv_meaning *, const struct smv_thing *, const struct smv_thing *);
// The condition as one whose failure is reported at `span`.
expr smv_site(struct smv_meaning *, enum smv_obligation_kind, struct span, expr condition, value low, value high);

struct smv_thing smv_lower_alternatives(struct smv_meaning *, const struct smv_frame *, const struct smv_expr *);
struct smv_thing smv_lower_comparison(struct smv_meaning *, const struct smv_frame *, const struct smv_expr *);
struct smv_thing smv_lower_arithmetic(struct smv_meaning *, const struct smv_frame *, const struct smv_expr *);
struct smv_thing smv_lower_word(struct smv_meaning *, const struct smv_frame *, const struct smv_expr *);
struct smv_thing smv_lower_set(struct smv_meaning *, const struct smv_frame *, const struct smv_expr *);

// ---- Which values fit together (lower_set.c) ------------------------------------------------------------------------

// These turn a value into one of the wanted kind, if it is not that yet, or make it bad, with an error. Integers that
// are 0 or 1 are taken for truth values, and the other way round, with a warning.
void smv_to_boolean(struct smv_meaning *, struct span, struct smv_thing *);
void smv_to_integer(struct smv_meaning *, struct span, struct smv_thing *);
// Fit to be assigned to a cell of the type; sets are allowed.
void smv_to_type(struct smv_meaning *, struct span, struct smv_thing *, type_id, const char *name);
// Makes alternatives of every stride-th operand from `at` on: all truth values, all integers and symbols, or all words
// of one type. The places are those of args[0], args[stride], ...; false, with an error, if they do not fit.
bool smv_unify(struct smv_meaning *, struct smv_expr *const *args, size_t at, size_t count, size_t stride);
// The condition that all of a value's alternatives are in a type.
expr smv_in_type(struct smv_meaning *, expr, type_id);

// ---- Behaviour and properties ---------------------------------------------------------------------------------------

void smv_lower_declarations(struct smv_meaning *);                                                // constrain.c
void smv_lower_assignment(struct smv_meaning *, struct smv_instance *, const struct smv_decl *);  // assign.c
void smv_finish_assignments(struct smv_meaning *);                                                // assign.c
void smv_lower_property(struct smv_meaning *, struct smv_instance *, const struct smv_decl *);    // lower_property.c
void smv_begin_blame(struct smv_meaning *, struct span, bool has_owner);                          // lower_property.c
void smv_lower_annotations(struct smv_meaning *, struct smv_instance *, const struct smv_decl *); // lower_annotations.c

// The obligation that a thing that is used has a value; bad things have none.
void smv_oblige(struct smv_meaning *, struct span, const struct smv_thing *); // obligation.c
// The same where others that hold together may exclude a failure.
enum { SMV_TOGETHER_INITIALLY, SMV_TOGETHER_ALWAYS };
void smv_oblige_together(struct smv_meaning *, struct span, const struct smv_thing *, int when);
// A condition, or the right side for a cell, is one of them.
void smv_hold_together(struct smv_meaning *, const struct smv_thing *, cell_id, int when);
void smv_oblige_value(struct smv_meaning *, struct span, cell_id, const struct smv_thing *);
// Checks obligations from `first` on that are small enough, with errors for those that do not hold; the others remain.
void smv_check_obligations(struct smv_meaning *, size_t first);
void smv_report_failure(struct smv_meaning *, const struct smv_obligation *, const value *now, const value *next);

#endif
