// Formulas of linear time as automata that are never written down: what must hold from a state on is expanded, in all
// ways, into what is true there and what must hold from the next state on (Gerth, Peled, Vardi, Wolper, "Simple
// on-the-fly automatic verification of linear temporal logic", 1995). A path satisfies the formula exactly if it has
// expansions, one for each state, that put off none of its untils forever.
//
// What the past says is known in each state, given a *memory*: what was true in the state before.
//
// A formula of branching time has a linear form if it says of all paths what can be seen along each of them:
// conditions; conjunctions; a condition or such a formula; AX and AG of such formulas; AF, A [U] and their duals of
// conditions. By induction on the formula, a state satisfies it exactly if all fair paths from there satisfy the same
// without A: what is said of a state comes from the state itself, or is said of all states that can follow (Maidl, "The
// common fragment of CTL and LTL", 2000, has the fragment). E is the negation of A; A of a formula of linear time is
// that one. Bounded operators are unrolled, and compassion is said by the formula: either it holds, or the path is
// unfair.
//
// Nodes are in negation normal form. On a list of states, a set of them is a number, bit i for node i; conditions must
// be about states, and formulas of the past must not speak of the future. A product (formula_product.h) minds neither.
#ifndef COSET_CERTIFY_EXPANSION_H
#define COSET_CERTIFY_EXPANSION_H

#include "base/array.h"
#include "model/eval.h"

struct expansion_node {
    enum expansion_op {
        EXPANSION_ATOM, // or its negation
        EXPANSION_AND,
        EXPANSION_OR,
        EXPANSION_NEXT,
        EXPANSION_UNTIL,
        EXPANSION_RELEASE,
        EXPANSION_YESTERDAY, // of the past: false in the first state
        EXPANSION_WEAK_YESTERDAY,
        EXPANSION_SINCE,
        EXPANSION_TRIGGERED,
    } op;
    expr atom;
    bool is_negated;
    bool is_settled;  // its truth in a state is known from conditions and memory
    uint32_t args[2]; // nodes before it; of one operand twice the same
};

#define EXPANSION_LISTED 64

struct expansion {
    struct mem *mem;
    ARRAY(struct expansion_node) nodes;
    uint32_t root;
    uint64_t untils;       // which nodes are
    uint64_t first_memory; // before the first state
    const char *unlisted;  // why it is of no use on a list of states; NULL: it is
};

// Whether properties of this kind are formulas: of branching or linear time, or both.
bool property_kind_is_temporal(enum property_kind);

// Whether a formula of the past counts as true before the first state.
static inline bool expansion_begins(enum expansion_op op)
{
    return op == EXPANSION_WEAK_YESTERDAY || op == EXPANSION_TRIGGERED;
}

// Of the negation of a conjunct of a property (linear_form.c). False, with the reason, if it has no linear form, or is
// too large; expansion_close is due all the same.
bool expansion_open(struct expansion *, struct model *, const struct property *, formula conjunct, struct mem *,
                    const char **error);
bool expansion_open_listed(struct expansion *, struct model *, const struct property *, formula conjunct, struct mem *,
                           const char **error);
void expansion_close(struct expansion *);

// The settled nodes that are true in a state.
uint64_t expansion_truth(const struct expansion *, struct evaluator *, const value *state, uint64_t memory);
uint64_t expansion_memory(const struct expansion *, uint64_t truth); // for the next state

struct expanded {
    uint64_t next; // what must hold from the next state on
    uint64_t late; // untils that are put off
};
typedef ARRAY(struct expanded) expanded_array;
// All ways to satisfy a set of nodes where the settled nodes in `truth` are true. Gives false if there are too many.
bool expansion_expand(const struct expansion *, uint64_t set, uint64_t truth, expanded_array *out);

// Conditions of fairness: first the untils, then the justice conditions of the model. Whether one is met by a step from
// a state.
size_t expansion_condition_count(const struct expansion *, const struct model *);
bool expansion_meets(const struct expansion *, const struct model *, struct evaluator *, const value *state,
                     const struct expanded *, uint64_t condition);

#endif
