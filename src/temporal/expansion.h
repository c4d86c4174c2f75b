// Formulas of linear time as automata that are never written down: what must hold from a state on is expanded, in all
// ways, into what is true there and what must hold from the next state on (Gerth, Peled, Vardi, Wolper, "Simple
// on-the-fly automatic verification of linear temporal logic", 1995). A path satisfies the formula exactly if it has
// expansions, one for each state, that put off none of its untils forever.
//
// What the past says is known in each state, given a *memory*: what was true in the state before.
//
// A set of references to nodes of a linear form (form.h) is a number, bit i for reference i. Conditions must be about
// states, and formulas of the past must not speak of the future. (A product, formula_product.h, minds neither.)
#ifndef COSET_TEMPORAL_EXPANSION_H
#define COSET_TEMPORAL_EXPANSION_H

#include "model/eval.h"
#include "temporal/form.h"

typedef unsigned __int128 form_set;
#define EXPANSION_MOST 64 // nodes

struct expansion {
    struct form form;
    uint64_t settled, untils; // nodes whose truth in a state is known from conditions and memory; those that are untils
};

// Of the negation of a conjunct of a property. False, with the reason, if it has no linear form, or one for which lists
// of states are of no use; expansion_close is due all the same.
bool expansion_open(struct expansion *, struct model *, const struct property *, formula conjunct, struct mem *,
                    const char **error);
void expansion_close(struct expansion *);
form_set expansion_start(const struct expansion *); // what must hold from the first state on

// The settled nodes that are true in a state. Before the first one, nothing was true.
uint64_t expansion_truth(const struct expansion *, struct evaluator *, const value *state, uint64_t memory);
uint64_t expansion_memory(const struct expansion *, uint64_t truth); // for the next state

struct expanded {
    form_set next; // what must hold from the next state on
    uint64_t late; // untils that are put off
};
typedef ARRAY(struct expanded) expanded_array;
// All ways to satisfy a set where the settled nodes in `truth` are true. Gives false if there are too many.
bool expansion_expand(const struct expansion *, form_set, uint64_t truth, expanded_array *out);

// Conditions of fairness: first the untils, then the justice conditions of the model. Whether one is met by a step from
// a state.
size_t expansion_condition_count(const struct expansion *);
bool expansion_meets(const struct expansion *, struct evaluator *, const value *state, const struct expanded *,
                     uint64_t condition);

#endif
