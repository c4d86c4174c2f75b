// Bounded model checking, k-induction and IC3 on one circuit, as a portfolio: nobody knows beforehand which of them
// gets there. Each goes on from where it stopped, and what they learn for one condition is there for the next.
#ifndef COSET_SAT_ENGINE_PORTFOLIO_H
#define COSET_SAT_ENGINE_PORTFOLIO_H

#include "sat/ic3_saved.h"
#include "sat/induction.h"
#include "sat/sat.h"

// A condition that was asked about, and how far each method is with it.
struct sat_goal {
    struct sat_bad bad;
    size_t depth;      // BMC: the next one; there is no counterexample of fewer steps
    size_t inductive;  // k-induction: the next one
    size_t leap_turns; // that ended without an answer
    size_t leap;       // BMC: how deep the next one is, which lies behind steps that were not looked at; 0: none so far
    double deeper_seconds, inductive_seconds; // that BMC and k-induction have had, step by step
    bool is_exhausted;                        // BMC has come to its bound, and so has k-induction
    enum sat_answer answer;
    unsigned by; // the method
};

struct engine_portfolio {
    struct mem *mem;
    const struct sat_options *options;
    struct sat_watch *watch;
    const struct transition_circuit *circuit;
    bool has_paths, has_induction, has_ic3;
    struct unroll paths;
    struct induction induction;
    struct ic3 ic3;
    struct ic3_saved saved; // clauses of a file, for the first IC3
    ARRAY(struct sat_goal) goals;
    struct trace trace; // of the goal that was decided last, if it fails
    bool has_trace;
};

// Nothing is made before it is needed. Options, watch and circuit outlive it; the circuit has all its latches and
// inputs.
void engine_portfolio_open(struct engine_portfolio *, const struct transition_circuit *, const struct sat_options *,
                           struct sat_watch *, struct mem *);
void engine_portfolio_close(struct engine_portfolio *);
void engine_portfolio_drop_trace(struct engine_portfolio *);

// The goal of this condition: those that are the same circuit are one. Good until the next one is asked for.
struct sat_goal *engine_portfolio_goal(struct engine_portfolio *, struct sat_goal);
// By some methods (enum sat_method), until a time; 0: none.
enum sat_answer engine_portfolio_decide(struct engine_portfolio *, struct sat_goal *, unsigned methods,
                                        double deadline);

// ---- The watch ------------------------------------------------------------------------------------------------------

// A piece of work begins, which ends after some seconds (0: no limit of its own), and by the deadline (0: none).
void sat_watch_begin(struct sat_watch *, double deadline, double seconds);
bool sat_has_memory(const struct sat_watch *, struct mem *);

#endif
