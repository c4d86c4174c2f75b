// A judge for formulas of linear time and CTL* on small models, by the definitions alone: paths are lassos, listed by
// length, and a formula is evaluated position by position. No automaton and no diagram is anywhere near.
//
// A lasso that is found decides. That none is found says only that there is none within the limits: on models of a few
// states and formulas of a few operators, limits of a few steps more than there are states are as good as none.
#ifndef COSET_TESTS_CHECK_LINEAR_LASSO_H
#define COSET_TESTS_CHECK_LINEAR_LASSO_H

#include "slow_judge.h"

// One way to make a step: from a state, with one choice of inputs. Fairness is by bits.
struct lasso_step {
    uint32_t from, to;
    uint32_t input; // of the graph's choices
    uint32_t just, asked, granted;
};

// What a search may look at: lassos of so many steps, stem and loop together, and so many lassos from one state; and at
// a hundred times as many steps.
struct lasso_limits {
    size_t length, lassos;
};

struct lasso_graph {
    struct explicit_graph *x;
    struct mem *mem;
    ARRAY(struct lasso_step) steps; // by `from`
    ARRAY(size_t) first;            // by state, and one past the last: its steps
    struct lasso_limits limits;
};

// The explicit graph must not be too large, and outlives this one.
void lasso_open(struct lasso_graph *, struct explicit_graph *, struct lasso_limits);
void lasso_close(struct lasso_graph *);

// Steps one after the other. The last one leads to where step `loop` begins.
struct lasso {
    const uint32_t *steps;
    size_t length, loop;
};

bool lasso_is_fair(const struct lasso_graph *, const struct lasso *);
// Whether a path formula holds at the start. Quantifiers in it are decided by searching.
bool lasso_satisfies(struct lasso_graph *, formula, const struct lasso *);

// Whether a fair lasso from some initial state violates the formula of linear time.
bool lasso_find_violation(struct lasso_graph *, formula);
// Whether a state formula of CTL* holds in all initial states that begin a fair lasso.
bool lasso_state_formula_holds(struct lasso_graph *, formula);

typedef ARRAY(uint32_t) lasso_steps;
// A trace as steps of the graph, which are added to the array; false if it is no path of the graph. The last state of a
// trace without a loop begins no step.
bool lasso_of_trace(struct lasso_graph *, const struct trace *, lasso_steps *);
// Whether there is a fair lasso that begins with these steps, which lead to `last`, and every such lasso violates the
// formula. Where the formula mentions inputs, those in `last` are meant, too.
bool lasso_prefix_violates(struct lasso_graph *, formula, const lasso_steps *, const value *last);

#endif
