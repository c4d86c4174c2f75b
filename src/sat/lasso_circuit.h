// Formulas of linear time, and fairness, as a question of reachable states: liveness to safety (Biere, Artho and
// Schuppan 2002).
//
// A formula fails if there is a fair path that satisfies its negation, and then there is one that is a *lasso*: it
// comes back to a state of its own, and goes round from then on. In the circuit that is made here, an input says at one
// moment that the loop begins; latches keep that state, and remember which conditions of fairness have held since. It
// is bad to be in that state again when all of them have. So the formula holds if no bad state can be reached, and all
// methods for that apply.
//
// Where every path goes on, and a beginning of a path is enough to see that the formula fails (it is a *safety*
// formula), no loop is needed: it is bad that nothing is left to be seen.
//
// The negation of the formula is claimed at the first moment (linear_claim.h). Where executions that end stay in their
// last state, another input makes that step.
#ifndef COSET_SAT_LASSO_CIRCUIT_H
#define COSET_SAT_LASSO_CIRCUIT_H

#include "sat/transition_circuit.h"
#include "trace/trace.h"

struct lasso_circuit {
    struct transition_circuit circuit;
    aig_lit is_bad;        // of states
    bool has_loop;         // else beginnings are enough
    enum cause_code error; // why there is none; CAUSE_CIRCUIT_STOPPED: it was stopped
};

// Whether a property is a formula of which one path shows that it fails, so that this applies. `f`: the property's, or
// one that goes with it.
bool lasso_circuit_takes(const struct model *, enum property_kind, formula f, struct mem *);

// Whether beginnings are enough, if every path goes on, and fairly.
bool lasso_circuit_is_safety(const struct model *, formula);

void lasso_circuit_open(struct lasso_circuit *, struct model *, formula, bool has_loop, bool (*goes_on)(void *context),
                        void *context, struct mem *);
void lasso_circuit_close(struct lasso_circuit *);

// Makes the lasso, if there is a loop, of a trace to a bad state, whose last state is also the first one of the loop:
// the evaluator says which one that is. Where a beginning of it is enough, it is cut off there. False if there is none:
// the trace shows nothing.
bool lasso_circuit_fold(const struct lasso_circuit *, struct trace *, formula, struct mem *);

#endif
