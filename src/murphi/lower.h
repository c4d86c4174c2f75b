// From a checked tree to a model, by symbolic execution: what a rule does is found by running it once, for all states
// at the same time.
//
// - There is one cell for each scalar of the state, in the order of the file, named in the user's words: `n`,
//   `cache[Proc_1].state`, `chan[2].data`. A cell that may be undefined in a reachable state has the value `undefined`
//   in addition, and is then an enumeration even if it is a truth value. Cells that are defined in all start states,
//   and that no rule leaves undefined, have only their own values.
// - There is one action for each rule and combination of its parameters, named `Try (p: Proc_1, i: 2)`; one start for
//   each start state. A rule that can do nothing, for its guard is false, has none.
// - Run-time errors (an undefined value that is read, a value out of range, a failed assertion, ...) are conditions of
//   the state; where one holds, the action has no step. Of two run-time errors on one way through a rule, only the
//   first counts. Guards and properties have run-time errors as well. A start state that has one leads to no state, so
//   that there is no start: the property that asks for run-time errors is refuted.
// - Properties come in the order of the file, `cover` statements among them. After them there is one that asks for
//   run-time errors, if there are any, and one that asks for deadlocks; then those that were read besides the file.
//
// Fairness. What `justice` and `compassion` say is added for each combination of their parameters. Each combination of
// the parameters of a `fair rule` is a fair rule of the model, or, with a monitor, a condition; elements of multisets
// that `choose` takes are no parameters there, for they have no identity: all of them are one fair rule. A rule is
// enabled where its action has a step: so not where it has a run-time error, nor where it leads to a state that is
// assumed away.
//
// Multisets. A place of a multiset is a truth value `present(m[1])` and the cells of its element, which are undefined
// while nothing is there. Within a rule an element stays where it is; afterwards what was changed is brought into
// order: first the elements, sorted by value, then the empty places. So a multiset has one representation only. It is a
// pool of the model, so that permutations of components know how to sort it again.
//
// Where this differs from rumur: what a function returns must be within the range of its result. A loop whose bounds
// are in the wrong order for its step does nothing (as in CMurphi), where rumur may go downwards, or complain.
#ifndef COSET_MURPHI_LOWER_H
#define COSET_MURPHI_LOWER_H

#include "model/model.h"
#include "murphi/ast.h"
#include "murphi/presence.h"

enum murphi_deadlock {
    MURPHI_DEADLOCK_STUTTERING, // no rule changes the state
    MURPHI_DEADLOCK_STUCK,      // no rule is enabled
    MURPHI_DEADLOCK_OFF,        // not asked for
};

// What undefined values may be used for. In both dialects, arrays and records that are copied as a whole may have
// undefined parts, and a by-value parameter may be undefined.
// - CMurphi: `x := y` with an undefined y makes x undefined. An undefined id, which is a value of a scalarset, a ring
// or
//   a union, may also be returned from a function and compared by `=` and `!=`: it differs from all elements, and two
//   of them are equal. So `switch` takes none of the cases, and `ismember` is false. Indices must be defined; values of
//   other types must be so wherever they are read.
// - rumur: all of that is a run-time error.
enum murphi_dialect {
    MURPHI_DIALECT_AUTO, // CMurphi's, unless the file has something that only rumur accepts; see murphi_dialect_of
    MURPHI_DIALECT_CMURPHI,
    MURPHI_DIALECT_RUMUR,
};

// A part of a model that is large enough to judge a trace by: all cells and all that is assumed; the rules and start
// states of one instance per orbit, and those for some elements; of the properties one. Every step of it is a step of
// the model, and where its property is violated, the model's is, too: conjuncts for other elements may be missing.
// Every rule has a say in where there is a deadlock: that a state is one is shown by a portion only if it has all
// instances for that state, but for permutations that keep it.
struct murphi_portion {
    goal_id goal;
    const bool *const *elements; // by class of the model, by element
    bool ends_stay;              // executions that end stay where they are, as far as the portion knows ends
};

typedef ARRAY(const struct murphi_rule *) murphi_rule_array;

// The most parameters that a rule has, of any type.
size_t murphi_most_parameters(const struct murphi_tree *);
// Some `justice`, `compassion` or fair rule stands in a ruleset or in `choose`. Of fair rules, a portion may lack
// instances.
bool murphi_has_fairness_of_instances(const struct murphi_tree *);

struct murphi_lower_options {
    enum murphi_deadlock deadlock;
    enum murphi_dialect dialect;
    uint32_t loop_limit;      // iterations of a `while`; 0 for MURPHI_LOOP_LIMIT. More are a run-time error.
    uint32_t recursion_limit; // calls of one function inside of each other; 0 for MURPHI_RECURSION_LIMIT
    // Of the instances of a rule, start state or property that permutations of components take to each other, only one
    // is lowered. The result is no model of its own: reductions know how to read it (see reduce/counter/counter.h).
    bool one_per_orbit;
    const struct murphi_portion *portion; // with one_per_orbit: what is there besides, or not; NULL: no such thing
    // With one_per_orbit, by class of the model: so many of its first elements are *tracked*. They are no elements of
    // the class, whose permutations leave them where they are, and their ids are values like others. Each class has
    // more elements than are tracked. Temporal properties have the instances that they would have without that. NULL:
    // those that are named by numbers are (`literals` of murphi_type), and no others.
    const uint32_t *tracked;
    // Ranges of numbers that are indices of arrays become classes, too. Their elements have an order, which is the
    // obstacle; no variable holds ids of them. (Architectural symmetry has a use for such classes.)
    bool ranges_are_classes;
    // An element of an array is read by as many conditions as there are elements, where one less would do: so what is
    // read in a model is found again in one with a larger array.
    bool reads_alike;
    bool vacuity;       // properties get their vacuities
    bool no_procedures; // nobody will carry actions out
    // Another model of the same tree: there are the properties that this one has, with their numbers. Those of one goal
    // (see struct property) are the same question, whatever was made of it; and two questions stay two where the same
    // formula is made of them. NULL: as they are found.
    const struct model *goals_of;
    // Fairness of rules becomes conditions of states, for what depends on it: the last cells are a monitor. The first
    // of them says which kind of fair rule was taken last, from 1 on, or 0 for none of them; the others, for which
    // elements of classes.
    bool monitors_fair_rules;
    // A scalarset whose last element stands for all elements that nobody names (see parametric/parametric_instance.h):
    // variables may hold it, but rules, loops and quantifiers do not range over it. Start states do. NULL: there is
    // none.
    const struct murphi_type *phantom;
    // Cells that may be undefined whatever is known of them, so that instances of several sizes have the same values:
    // the names of the first of those that permutations move. NULL: none.
    const char *const *optional;
    size_t optional_count;
    // The models of several sizes in one (see presence.h); its variables are declared. NULL: there is one size.
    const struct murphi_presence *presence;
    murphi_rule_array *rules_of_actions; // gets for each action the rule that it is an instance of; NULL: nobody asks
};

#define MURPHI_LOOP_LIMIT 1000
#define MURPHI_RECURSION_LIMIT 100

// The dialect that the options say, or that the file seems to be written in.
enum murphi_dialect murphi_dialect_of(const struct murphi_tree *, const struct murphi_lower_options *);
bool murphi_is_id(const struct murphi_type *); // which CMurphi lets be undefined

goal_id murphi_goal_of(const struct murphi_rule *); // of the property that a rule declares
goal_id murphi_goal_at(uint32_t offset);            // of the property, or the cover statement, that stands there

// Implications of a formula whose left side may never be true where they have to hold. The number of a vacuity (see
// struct vacuity) is its place among them, from 1 on.
typedef ARRAY(const struct murphi_expr *) murphi_implication_array;
void murphi_find_implications(const struct murphi_expr *, struct mem *, murphi_implication_array *);

// How many instances of rules there are, about: bounds that vary count as one.
double murphi_instance_count(const struct murphi_tree *);

// The model must have no cells yet. `options` may be NULL for those that are all zero. False if the tree cannot be
// lowered because it is too large, with a message; the model is of no use then. The tree may get obstacles. If it does
// with `one_per_orbit`, no class of the model can be used, as instances may be missing; that is so the first time only.
bool murphi_lower(struct murphi_tree *, struct model *, const struct murphi_lower_options *options, struct mem *,
                  struct diag *);

#endif
