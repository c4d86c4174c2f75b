// Architectural symmetry: what its files share. The interface is architecture.h.
#ifndef COSET_REDUCE_ARCHITECTURE_ARCHITECTURE_PARTS_H
#define COSET_REDUCE_ARCHITECTURE_ARCHITECTURE_PARTS_H

#include "base/arena.h"
#include "base/array.h"
#include "group/symmetry.h"
#include "model/eval.h"
#include "model/walk.h"
#include "reduce/architecture/architecture.h"

enum { ARCHITECTURE_MOST_NAMED = 3 }; // components of one step or condition
#define NO_ROUND UINT32_MAX

// ---- architecture_template.c ----------------------------------------------------------------------------------------

// What actions, or conditions, have in common that differ in their components only: the first components of the class
// stand for those that it names. Expressions are of the symmetrised model.
struct template
{
    const char *name; // of the first instance
    uint32_t number, named;
    bool is_local; // it speaks of no other components
    expr condition;
    bool is_near;    // the first three components tell whether it is enabled, but for conditions of each other one
    expr near;       // what they tell
    uint64_t others; // the conditions of each other component, as bits (see `others` of an architecture)
    bool is_shown;   // every tuple takes it, or has a path for it
    bool is_own;     // else: the permutations that keep fixed elements leave it as it is
    uint32_t round;  // of the proof that has these paths; NO_ROUND: there is none
    const struct part *choices; // by cell
    size_t choice_count;
    uint64_t *taken; // by tuple, as a number with digits in base `size`: a bit, whether there is such an instance
    size_t taken_count;
    uint32_t first[ARCHITECTURE_MOST_NAMED]; // tuple
};

struct templates {
    ARRAY(struct template *) at;
    struct table table;
};

typedef ARRAY(struct site) followed_array; // of the only class that symmetrised models have

struct architecture {
    struct mem *mem;
    struct arena arena;
    struct model *given; // whose traces are wanted
    struct model *from;  // the same, or a copy with another class; cells and properties have the same numbers
    struct model *own;   // that copy, made for a stabiliser; NULL: there is none
    struct model *to;    // the symmetrised model
    const struct architecture_options *options;
    struct symmetry *symmetry;   // of `from`; the group in it is not used, the action of permutations is
    double deadline;             // of what is being done; 0: none
    uint32_t class, first, size; // where the elements of the class are among all elements
    const struct component_class *described;
    uint32_t *permutation, *inverse; // scratch: the identity between calls
    struct walk mapped, seen;        // scratch
    ARRAY(struct part) choices;      // scratch
    bool *is_spoken_of;              // scratch, by element of the class
    ARRAY(uint32_t) spoken_of;       // scratch: these elements
    bool is_simple;                  // no cell of a component holds ids, and none belongs to two; then
    uint32_t columns;                // how many cells a component has
    cell_id *cells;                  // element * columns + column
    ARRAY(cell_id) pointers;         // other cells, which hold ids

    struct templates actions;
    ARRAY(value) starts;    // states, one after the other
    bool moves_starts;      // some permutation takes one of them to a state that is none
    expr assumed;           // what is assumed of the first three components and of global variables; EXPR_NONE: nothing
    bool assumes_more;      // something else is assumed
    size_t property_count;  // of the model, when it was read: others add instances of properties to it later
    struct cause *refusals; // by property
    struct arena *causes;   // for what causes point at; it may outlive this
    ARRAY(struct reduction_goal) goals; // one for each that can be decided
    followed_array *followed; // by property: the components that its formula is about, if it is not about all alike

    enum architecture_ground ground;
    struct architecture_return returns;        // where the rules show it
    ARRAY(expr) others;                        // conditions of the fourth component that steps of others depend on
    ARRAY(struct architecture_local *) rounds; // of the proof from the rules
    struct architecture_local *local;          // the one at hand
    uint64_t work;                             // that they took
    bool is_too_long;                          // a path that was being made, for a trace
    struct architecture_graph *graph;          // NULL: not made

    // Of a stabiliser: who has the proof from the rules, which is about the whole class; else NULL.
    struct architecture *prover;
    bool *named; // while a property is read: by element, whether a condition names it; NULL: nobody wants to know
    bool *fixed; // of the prover: by element, whether permutations leave it alone; NULL: none
};

// Whether the time is up for what is being done.
void architecture_set_time(struct architecture *, double seconds);
bool architecture_is_late(const struct architecture *);

// Permutations that take components to the first places; they are taken back at once.
void architecture_steer(struct architecture *, const uint32_t *tuple, size_t count);
void architecture_unsteer(struct architecture *, const uint32_t *tuple, size_t count);
// The image of an expression of a model (either one) under the permutation, in the symmetrised model.
expr architecture_image(struct architecture *, const struct model *, expr);

// Every part of an expression of a model (either one), once. Nothing else may be walked through meanwhile.
typedef void architecture_part_visit(struct architecture *, const struct expr_node *, void *context);
void architecture_each_part(struct architecture *, const struct model *, expr, architecture_part_visit *,
                            void *context);

bool architecture_read_actions(struct architecture *, struct cause *why_not);
bool architecture_has_globals(struct architecture *, expr);                  // of the symmetrised model
void architecture_find_near(struct architecture *, struct template *);       // see `is_near`
bool template_is_full(const struct architecture *, const struct template *); // every tuple takes it
bool template_is_taken(const struct architecture *, const struct template *, const uint32_t *tuple);

// Which components a condition or an action names: all that it speaks of, or those that it does not treat as it treats
// the others. False if there are too many. What it speaks of has been noted before, and is forgotten.
struct named {
    uint32_t count, elements[ARCHITECTURE_MOST_NAMED];
    bool is_local;
};
typedef bool architecture_same(struct architecture *, const void *what); // under the permutation, as without it
void architecture_see(struct architecture *, const struct model *, expr);
void architecture_see_cell(struct architecture *, cell_id);
bool architecture_find_named(struct architecture *, architecture_same *, const void *what, struct named *);

// Each order of the named components, in which they are taken to the first places.
typedef bool architecture_visit(struct architecture *, const uint32_t *tuple, void *context); // false to stop
bool architecture_each_order(struct architecture *, const struct named *, architecture_visit *, void *context);

// Puts an instance, seen under the permutation of a tuple, to the template that it has; adds that if `is_new`, else
// false if there is none.
bool templates_take(struct architecture *, struct templates *, const struct template *like, const uint32_t *tuple,
                    bool is_new);
void templates_free(struct architecture *, struct templates *);

// ---- architecture_stabiliser.c --------------------------------------------------------------------------------------

// By element: whether it does what others do not, as far as templates tell, or is named by the property that the
// options tell. False if these are too many, or none.
bool architecture_find_unlike(struct architecture *, bool *is_fixed);
bool architecture_are_few(const struct architecture *, const bool *is_fixed);                  // some, and not too many
void architecture_note_unlike(struct architecture *, const struct template *, bool *is_fixed); // of one
bool template_is_own(const struct architecture *, const struct template *);                    // see `is_own`
// A copy of the model in which fixed elements are no components; the class is the only one. Components are simple.
struct model *architecture_fix(struct architecture *, const bool *is_fixed);

// ---- architecture_property.c ----------------------------------------------------------------------------------------

// The operands of an and (or an or) of a model, however deep; negations of the other one count as well.
typedef ARRAY(struct leaf {
    expr e;
    bool is_negated;
}) leaf_array;
void architecture_find_leaves(struct architecture *, const struct model *, expr, enum op, leaf_array *leaves);

// What is assumed of all states is added to the symmetrised model; false, and why, if it is not the same for all
// permutations.
bool architecture_read_assumptions(struct architecture *, struct cause *why_not);

// By element: whether a condition of the property names it.
void architecture_find_named_by(struct architecture *, size_t property, bool *is_named);

bool architecture_is_in_fragment(const struct formula_node *); // Boolean, EF or AG

// Adds all properties to the symmetrised model, and finds out which ones can be decided there.
void architecture_add_properties(struct architecture *);

// ---- architecture_follow.c ------------------------------------------------------------------------------------------

// One instance of each kind that a formula is a conjunction of, and the components that they are about; FORMULA_NONE if
// these are too many, or if there are other operators than EF and AG.
formula architecture_follow(struct architecture *, formula, followed_array *);

// ---- architecture_cells.c -------------------------------------------------------------------------------------------

// Which cells belong to elements, and which hold their ids. False if a permutation of the class cannot be applied.
bool architecture_read_cells(struct architecture *, struct cause *why_not);
// Gives an empty model the values, the class and the cells of a model. False if cells cannot be told apart by their
// places alone.
bool architecture_copy_cells(struct architecture *, const struct model *values, struct model *);

// ---- architecture_start.c -------------------------------------------------------------------------------------------

bool architecture_read_starts(struct architecture *, struct cause *why_not);
// Whether the image of each initial state under each exchange of neighbours is initial.
bool architecture_starts_are_symmetric(struct architecture *, struct cause *why_not);
void architecture_add_starts(struct architecture *); // to the symmetrised model
// The image of a trace of the symmetrised model, from its initial state on, that begins in one of the model's; opened
// if it is there. Components must be simple.
bool architecture_turn_trace(struct architecture *, const struct trace *, struct trace *turned);

// ---- architecture_return.c ------------------------------------------------------------------------------------------

// Asks whether the model is well-architected, and whether images of initial states are reachable, where permutations
// are known to be architectural symmetries. Small models only.
void architecture_ask_return(struct architecture *);

// ---- architecture_local.c -------------------------------------------------------------------------------------------

// Shows from the templates that every image of a step is a path. False if that cannot be shown so.
bool architecture_show_locally(struct architecture *, struct cause *why_not);
void architecture_free_local(struct architecture *);
// Adds the states of a path from one state to another, that a step of the symmetrised model connects, without the
// first.
enum lift_status architecture_walk_locally(struct architecture *, const value *from, const value *to, struct trace *);

// ---- architecture_graph.c -------------------------------------------------------------------------------------------

// Looks at all reachable states; ARCHITECTURE_UNKNOWN if they are too many. If it is ARCHITECTURE_NO, `why_not` gets
// the step that breaks the symmetry.
enum architecture_answer architecture_ask_graph(struct architecture *, struct cause *why_not);
void architecture_free_graph(struct architecture *);
// As above, by a search among all states that can be reached.
enum lift_status architecture_walk_graph(struct architecture *, const value *from, const value *to, struct trace *);

#endif
