// Bounded model checking, k-induction and IC3 on one circuit, in turns: nobody knows beforehand which of them gets
// there. Each goes on from where it stopped, and what they learn for one condition is there for the next.
#ifndef COSET_SAT_METHODS_H
#define COSET_SAT_METHODS_H

#include "sat/ic3_saved.h"
#include "sat/induction.h"
#include "sat/sat.h"

// A condition that was asked about, and how far each method is with it.
struct sat_goal {
    struct sat_bad bad;
    size_t depth;      // BMC: the next one; there is no counterexample of fewer steps
    size_t inductive;  // k-induction: the next one
    bool is_exhausted; // BMC has come to its bound
    enum sat_answer answer;
    unsigned by; // the method
};

struct sat_methods {
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
void methods_open(struct sat_methods *, const struct transition_circuit *, const struct sat_options *,
                  struct sat_watch *, struct mem *);
void methods_close(struct sat_methods *);
void methods_drop_trace(struct sat_methods *);

// The goal of this condition: those that are the same circuit are one. Good until the next one is asked for.
struct sat_goal *methods_goal(struct sat_methods *, struct sat_goal);
// By some methods (enum sat_method), until a time; 0: none.
enum sat_answer methods_decide(struct sat_methods *, struct sat_goal *, unsigned methods, double deadline);

// ---- The watch ------------------------------------------------------------------------------------------------------

// A piece of work begins, which ends after some seconds (0: no limit of its own), and by the deadline (0: none).
void sat_watch_begin(struct sat_watch *, double deadline, double seconds);
bool sat_has_memory(const struct sat_watch *, struct mem *);

#endif
