// Why a formula is true or false at a state of a trace: down the formula, operand by operand, to values of variables.
//
// What a single trace cannot show (that all traces are so, or that none is) is unknown, and said to be so. Truth is
// that of path_eval.h; reasons only find the positions of the trace, and the operands, that it comes from.
#ifndef COSET_TRACE_REASON_H
#define COSET_TRACE_REASON_H

#include "base/arena.h"
#include "trace/sequence.h"
#include "trace/trace.h"

struct reason {
    const char *text; // the formula, or condition
    size_t state;     // of the trace, from 0
    bool is_again;    // the trace has been around its loop before it gets there
    enum truth truth;
    const char *because; // NULL where the parts say it all
    struct reason *parts, *next;
};

struct reasons {
    struct arena arena;
    struct reason *root;
    const char *remark; // on the trace as a whole: its loop does not count, say; NULL if there is none
    bool is_cut;        // there would be more of them than anybody reads
};

// The trace has the state. A loop that is not fair counts as the end of the trace: nothing goes on forever that way.
// All texts belong to `reasons`.
void reasons_open(struct reasons *, const struct trace *, formula, size_t state, struct mem *);
void reasons_close(struct reasons *);

#endif
