// The truth of formulas along a trace, from the atoms up.
//
// Linear time is evaluated as it is. In branching time, a formula over all paths (AG, AF, ..., and the negations of EF,
// EG, ...) is evaluated as if this trace were the only path: what comes out false is false in the model too, since the
// trace is one of its paths. What asserts that there is some path is unknown, for a trace cannot refute it.
#ifndef COSET_TRACE_PATH_EVAL_H
#define COSET_TRACE_PATH_EVAL_H

#include "base/hash.h"
#include "model/eval.h"
#include "trace/refutability.h"
#include "trace/sequence.h"
#include "trace/trace.h"

struct path_eval {
    const struct trace *trace;
    const struct model *model;
    struct mem *mem;
    struct evaluator *ev;
    struct timeline time;
    struct refutability refutability;
    struct int_map known; // 2 * formula + negated -> number in `sequences`
    ARRAY(const struct sequence *) sequences;
};

// For formulas up to `last`. Without its loop, the trace ends with its last state.
void path_eval_open(struct path_eval *, const struct trace *, formula last, bool with_loop, struct mem *);
void path_eval_close(struct path_eval *);

// The formula, or its negation, at each position. What comes out false is false in the model. What comes out true is so
// for this trace only, if there are quantifiers over paths.
const struct sequence *path_eval_of(struct path_eval *, formula, bool negated);

// What the trace shows of a formula: true or false whatever else the model can do, or else unknown.
enum truth path_eval_at(struct path_eval *, formula, size_t position);

// A condition in a state of the trace. Unknown where it needs a next state and there is none.
enum truth path_eval_condition_at(struct path_eval *, expr condition, size_t state);

// Whether the states from one position to another, both included, are a sequence of the regular expression.
enum truth path_eval_match(struct path_eval *, regular, size_t from, size_t to);

// Whether the loop obeys the fairness conditions of the model. If not, `error` gets which one it does not.
bool path_eval_loop_is_fair(struct path_eval *, struct str *error);

#endif
