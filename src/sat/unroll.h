// A sequential circuit, unrolled: a copy of it for each moment, whose latches are the next values of the moment before.
// Copies share gates, and resets make constants of what depends on nothing else.
#ifndef COSET_SAT_UNROLL_H
#define COSET_SAT_UNROLL_H

#include "sat/cnf.h"
#include "sat/transition_circuit.h"
#include "trace/trace.h"

struct unroll_place {
    uint32_t moment, node; // of the circuit
};

struct unroll {
    struct mem *mem;
    const struct transition_circuit *circuit;
    bool from_reset;
    struct aig aig;
    struct cnf cnf;
    ARRAY(struct moment {
        aig_lit *image; // by node of the circuit; AIG_NONE: not needed so far
        size_t count;
        int path; // what implies that there is a path to this moment, below `paths`
    })
    moments;
    size_t paths;
    ARRAY(uint32_t) latch_of; // by input of the circuit's graph: its latch; UINT32_MAX: it is an input
    ARRAY(struct unroll_place) waiting;
    bool *values; // by node of the graph, after unroll_read
    size_t value_count;
};

// With `from_reset`, latches have their reset values at moment 0.
void unroll_open(struct unroll *, const struct transition_circuit *, bool from_reset, struct sat_watch *, struct mem *);
void unroll_close(struct unroll *);

// What a literal of the circuit is at a moment: in the unrolled graph, and for the solver.
aig_lit unroll_lit(struct unroll *, size_t moment, aig_lit);
int unroll_literal(struct unroll *, size_t moment, aig_lit);

// A literal for the solver that implies: all moments up to this one are states of the model, and steps lead from one to
// the next; the first one is initial with `from_reset`, and any state else. Those of different moments may be the same.
int unroll_path(struct unroll *, size_t moment);

// A condition that must not be violated, at a moment: of the state, or with a step from it, where inputs matter.
struct sat_bad {
    aig_lit violation;
    bool is_of_step;
};
aig_lit unroll_bad(struct unroll *, size_t moment, struct sat_bad);

// After a question with the answer yes: what all latches are in so many moments, and what is known else. Then literals,
// states, or all these moments as a trace.
void unroll_read(struct unroll *, size_t length);
bool unroll_value(const struct unroll *, size_t moment, aig_lit);
void unroll_read_state(const struct unroll *, size_t moment, value *state);
void unroll_read_trace(struct unroll *, size_t length, struct trace *);

#endif
