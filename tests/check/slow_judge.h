// An explicit judge for small models: every reachable state, every step, and CTL by the definitions. It knows the
// model's evaluator and no decision diagram, so that it can contradict the checker.
#ifndef COSET_TESTS_CHECK_SLOW_JUDGE_H
#define COSET_TESTS_CHECK_SLOW_JUDGE_H

#include "base/array.h"
#include "model/eval.h"
#include "trace/trace.h"

struct explicit_edge {
    uint32_t to;
    uint32_t just; // the justice conditions that some inputs of this step meet, by bits
};

struct explicit_graph {
    struct mem *mem;
    const struct model *model;
    struct evaluator *ev;
    size_t cells, count; // of one state; states
    ARRAY(value) values;
    ARRAY(struct explicit_edge) edges;
    ARRAY(size_t) first;      // by state, and one past the last: its edges
    ARRAY(uint32_t) initial;  // states
    ARRAY(uint32_t) table;    // from values to states, one more than the number; 0: free
    ARRAY(value_array) input; // all ways to choose inputs, as whole states
    bool *fair;               // on an infinite fair path
    bool too_large;
};

// Gives up at `most` states; then only `too_large` counts.
void explicit_open(struct explicit_graph *, const struct model *, size_t most, struct mem *);
void explicit_close(struct explicit_graph *);

// The number of a reachable state, or SIZE_MAX.
size_t explicit_find(const struct explicit_graph *, const value *state);

// The states that satisfy a formula, for the caller to free by explicit_free_set. Right in fair states only: in others
// there is no path to speak of.
bool *explicit_ctl(struct explicit_graph *, formula);
void explicit_free_set(struct explicit_graph *, bool *);

// Verdicts. Infinity is -1.
bool explicit_holds(struct explicit_graph *, const struct property *);
int64_t explicit_steps(struct explicit_graph *, const struct property *);

// Whether a loop of the model's states, with the inputs in them, repeats each fairness condition as it should.
bool explicit_loop_is_fair(struct explicit_graph *, const struct trace *);

#endif
