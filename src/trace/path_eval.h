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

struct truths {
    const struct trace *trace;
    const struct model *model;
    struct mem *mem;
    struct evaluator *ev;
    struct timeline time;
    struct forms forms;
    struct int_map known; // 2 * formula + negated -> number in `sequences`
    ARRAY(const struct sequence *) sequences;
};

// For formulas up to `last`. Without its loop, the trace ends with its last state.
void truths_open(struct truths *, const struct trace *, formula last, bool with_loop, struct mem *);
void truths_close(struct truths *);

// The formula, or its negation, at each position. What comes out false is false in the model. What comes out true is so
// for this trace only, if there are quantifiers over paths.
const struct sequence *truths_of(struct truths *, formula, bool negated);

// What the trace shows of a formula: true or false whatever else the model can do, or else unknown.
enum truth truths_at(struct truths *, formula, size_t position);

// A condition in a state of the trace. Unknown where it needs a next state and there is none.
enum truth truths_condition_at(struct truths *, expr condition, size_t state);

// Whether the states from one position to another, both included, are a sequence of the regular expression.
enum truth truths_match(struct truths *, regular, size_t from, size_t to);

// Whether the loop obeys the fairness conditions of the model. If not, `error` gets which one it does not.
bool truths_loop_is_fair(struct truths *, struct str *error);

#endif
