// Counters: of identical components it matters only how many there are in each local state (counter abstraction,
// the generic representatives that seed 003 compares with in its introduction). A model of N components with L local
// states each becomes one with L counters from 0 to N.
//
// What goes in is a *model per orbit*: of actions, starts and conjuncts of properties that permutations of components
// take to each other, one is there (the option `one_per_orbit` of murphi/lower.h). So it is read:
// - actions and starts: all their images exist, too;
// - invariants, run-time errors, what is assumed, what is to be covered: the condition holds in all permutations;
// - deadlock: it holds for some permutation;
// - temporal properties: the formula holds for all permutations of it.
//
// What comes out is an ordinary model, bisimilar to the one with all instances: a step of the one is a step of the
// other, and each state stands for those that permutations take to each other. Its cells are
// - the cells that have nothing to do with the classes;
// - a counter for each local state of each class. The local state of a component is the values of its cells, with one
//   bit for each global cell that holds ids: whether it points at this component. So at most one component is counted
//   where the bit is set;
// - for a global cell that holds ids and other values (or none), which of these it is.
// Local states that no component can get into, as far as is seen from one component and the global cells alone, have
// no counter.
//
// Only what is certainly recognised is counted; the rest is refused with a reason: a ring, components that hold ids of
// components, cells of two components, pools of ids, expressions that compare components in other ways than these:
// and, or, count and sums over all components but those that an action names; the component that a global cell points
// at; assignments to all components alike.
#ifndef COSET_REDUCE_COUNTER_COUNTER_H
#define COSET_REDUCE_COUNTER_COUNTER_H

#include <gmp.h>

#include "model/model.h"
#include "reduce/reduction.h"

struct counter_reduction;

// Which local states have counters. The closure has some that no component may ever get into; a long walk shows those
// that surely occur.
enum counter_locals {
    COUNTER_ALL_LOCALS,  // all of the closure
    COUNTER_SEEN_LOCALS, // those that the walk has shown, see counter_completeness
    COUNTER_EXACT_LOCALS // all of the closure if the walk has shown all; else the model is refused
};

// NULL if the model cannot be counted; `why_not` gets the reason, about names of the model. The model outlives the
// reduction and may get more expressions here, but nothing else.
struct counter_reduction *counter_reduce(struct model *per_orbit, const size_t *properties, size_t property_count,
                                         enum counter_locals, struct mem *, struct cause *why_not);
// The same as long as `goes_on` says so, which is asked now and then.
struct counter_reduction *counter_reduce_while(struct model *per_orbit, const size_t *properties, size_t property_count,
                                               enum counter_locals, bool (*goes_on)(void *context, const char *phase),
                                               void *context, struct mem *, struct cause *why_not);
// The same where components may be missing: cells whose names begin with this text say of each component whether it is
// there, and no action changes that. Where those that are not are all in one local state, there is no counter for it:
// the counters of a state add up to as many as are there. Local states are those of COUNTER_EXACT_LOCALS.
struct counter_reduction *counter_reduce_present(struct model *per_orbit, const size_t *properties,
                                                 size_t property_count, const char *there,
                                                 bool (*goes_on)(void *context, const char *phase), void *context,
                                                 struct mem *, struct cause *why_not);
void counter_free(struct counter_reduction *);
// The order of the group that is used: all permutations of each counted class. False where it is none, since there are
// counters without bound, or components may be missing.
bool counter_group_order(const struct counter_reduction *, mpz_t);

// ---- Counters without bound -----------------------------------------------------------------------------------------

// Counters of some classes say "t or more" from a threshold on (counter_saturate.c). If the model per orbit has enough
// elements of these, the counter model is one of all larger sizes, too: each of their steps is one of its steps, and
// what holds in it of invariants, run-time errors and deadlocks holds in them. Other properties are refused, and traces
// are not lifted. docs/every-size.md says how many elements are enough; for this it is told
struct counter_need {
    uint32_t pointers;   // global cells that hold ids
    uint32_t predicates; // different things that are said of all components, of whoever is named
    uint32_t dependent;  // things of that kind that depend on who is named: the most in one action
    uint32_t named;      // the most elements of one such class that are named at a time
};
struct counter_saturation {
    const char *const *classes; // by name
    size_t class_count;
    value threshold;
};
struct counter_reduction *counter_saturate_while(struct model *per_orbit, const size_t *properties,
                                                 size_t property_count, const struct counter_saturation *,
                                                 enum counter_locals, bool (*goes_on)(void *context, const char *phase),
                                                 void *context, struct mem *, struct cause *why_not);
struct counter_need counter_need(const struct counter_reduction *);
// Of the counter model: what is so of the counters of every state of a size in which these classes have at least so
// many elements. They add up, and one component at most is where a global cell points at it.
expr counter_possible(struct counter_reduction *, uint64_t elements);

struct model *counter_model(const struct counter_reduction *); // owned by the reduction

// The number in the counter model of the i-th of the properties that were asked for; SIZE_MAX if it was left out, and
// then why.
size_t counter_property(const struct counter_reduction *, size_t i);
const struct cause *counter_refusal(const struct counter_reduction *, size_t i);

// With COUNTER_SEEN_LOCALS, local states that were not seen on a long walk have no counter, and this property of the
// counter model asks whether a component can get into one of them. Only if it holds are the counters a model of all
// components, and verdicts that something *holds* are good. A trace that shows that something fails, once it is lifted,
// is good anyway. SIZE_MAX if all local states that there can be have counters, so that there is nothing to ask.
size_t counter_completeness(const struct counter_reduction *);

// ---- Counts ---------------------------------------------------------------------------------------------------------

// How many states a state of the counter model stands for; `reduction` is a counter_reduction (this is what the
// explicit engine takes as `weigh`).
void counter_weight(const void *reduction, const value *state, mpz_t weight);

// The same for whoever sums over sets of states: by cell of the counter model, which class it counts, or UINT32_MAX. In
// each state the counters of a class add up to its size, and the weight is the product of the classes' multinomial
// coefficients.
const uint32_t *counter_classes(const struct counter_reduction *, uint32_t *class_count);

// Which counters should have their bits interleaved together in diagrams (check_options.interleaved): those of a class
// with few local states, by cell; UINT32_MAX for others.
const uint32_t *counter_interleaved(const struct counter_reduction *);

// ---- As text --------------------------------------------------------------------------------------------------------

// Conditions on components in Murphi's language, with names of elements that begin with the prefix (counter_text.c).
// False, with why, where the language has no words for it. The model per orbit must still be there.
//
// That the counters are in no state of a product of sets: by cell of the counter model, which of the values of its type
// are in the set, NULL for all of them. Those of a counter have no gaps.
bool counter_print_clause(const struct counter_reduction *, const bool *const *allowed, const char *prefix,
                          struct str *out, enum cause_code *why);
// That each element of a class, by its number in counter_classes, is in a local state that has a counter.
bool counter_print_locals(const struct counter_reduction *, uint32_t class, const char *prefix, struct str *out,
                          enum cause_code *why);

// ---- As a layer of a stack ------------------------------------------------------------------------------------------

#define COUNTER_MOST_STATES 5000 // more are made only if the trace that is lifted has more

// Traces become those of real components, over the cells of the model per orbit (counter_lift.c); if these do not come
// back to where they were within so many states, a loop is LIFT_TOO_LONG. Properties were asked for by their places in
// the list that counter_reduce was given; whether counters are missing is a goal of the reduction's own.
struct model_reduction counter_layer(struct counter_reduction *);

#endif
