// Formulas of linear time as part of a circuit: a literal that, along a path, *claims* a formula, or its negation, at a
// moment.
//
// Negations are pushed down to the conditions. What a formula says of the next moment is promised: an input says so,
// a latch keeps it for one step, and a condition of the step then says that the promise is kept. Nobody has to promise,
// and nothing forbids to promise too much, so an implication is enough. That an until is not put off forever is a
// condition of justice. About the past nothing is promised: latches remember what was claimed. So along a path on which
// conditions and justice hold, what is claimed is true; and what is true can be claimed.
//
// (The tableau of Clarke, Grumberg and Hamaguchi 1994, with implications as in automata from formulas in negation
// normal form.)
#ifndef COSET_SAT_LINEAR_CLAIM_H
#define COSET_SAT_LINEAR_CLAIM_H

#include "base/hash.h"
#include "sat/transition_circuit.h"

struct linear_claims {
    struct mem *mem;
    struct transition_circuit *circuit; // gets inputs and latches
    ARRAY(aig_lit) kept;                // conditions of each step
    ARRAY(aig_lit) justice;
    ARRAY(aig_lit) due;   // promises that were made a moment ago; without any, the path so far is enough
    struct int_map known; // 2 * formula + negated -> number in `literals`
    ARRAY(aig_lit) literals;
    enum cause_code error; // why there is no such literal
};

void linear_claims_open(struct linear_claims *, struct transition_circuit *, struct mem *);
void linear_claims_close(struct linear_claims *);

// Quantifiers over all paths, which are read as if there were none, included: whether that is the same is not asked
// here. With an error the literal means nothing.
aig_lit linear_claim(struct linear_claims *, formula, bool negated);

// Whether some beginning of each path on which the claim is true is enough to make it: nothing has to go on forever.
bool linear_claim_is_finite(const struct model *, formula, bool negated);

// A latch of the circuit that belongs to no cell.
aig_lit linear_add_latch(struct transition_circuit *, aig_lit reset);
void linear_set_next(struct transition_circuit *, aig_lit latch, aig_lit next);
aig_lit linear_add_input(struct transition_circuit *);

#endif
