// Why a formula is true or false at a state of a run: down the formula, operand by operand, to values of variables.
//
// What a single run cannot show (that all runs are so, or that none is) is unknown, and said to be so. Truth is that of
// truth.h; reasons only find the positions of the run, and the operands, that it comes from.
#ifndef COSET_TRACE_REASON_H
#define COSET_TRACE_REASON_H

#include "base/arena.h"
#include "trace/sequence.h"
#include "trace/trace.h"

struct reason {
    const char *text; // the formula, or condition
    size_t state;     // of the run, from 0
    bool is_again;    // the run has been around its loop before it gets there
    enum truth truth;
    const char *because; // NULL where the parts say it all
    struct reason *parts, *next;
};

struct reasons {
    struct arena arena;
    struct reason *root;
    const char *remark; // on the run as a whole: its loop does not count, say; NULL if there is none
    bool is_cut;        // there would be more of them than anybody reads
};

// The run has the state. A loop that is not fair counts as the end of the run: nothing goes on for ever that way. All
// texts belong to `reasons`.
void reasons_open(struct reasons *, const struct trace *, formula, size_t state, struct mem *);
void reasons_close(struct reasons *);

#endif
