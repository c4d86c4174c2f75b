// Proofs for every size by counters without bound (reduce/counter/counter.h): invariants, run-time errors and deadlocks
// of a Murphi model in all sizes from a least one on, by one search of saturated counters. Smaller sizes are for others
// to search, as far as they are wanted. docs/every-size.md has the theorem.
#ifndef COSET_RUN_EVERY_SIZE_COUNTER_PROOF_H
#define COSET_RUN_EVERY_SIZE_COUNTER_PROOF_H

#include "run/every_size/counter_invariants.h"
#include "run/every_size/size_proof.h"
#include "trace/method.h"

// A property of the example, and what is found of it.
struct counter_goal {
    goal_id goal;
    bool holds;       // in every size above those that are searched
    struct cause why; // else: why that is not known
    uint64_t threshold, elements;
    const char *states; // of the counters; NULL: they were not counted
    struct method by;   // who searched them
    // What the counters reach, if the setup asks for it. Goals that are proved together have the same.
    const struct counter_invariants *invariants;
};

// Tries to prove the goals for all values of the constant above `searched`. Texts, and what causes are about, are in
// the arena.
void counter_proof_decide(struct run *, const struct size_proof_setup *, int64_t searched, struct counter_goal *,
                          size_t count, struct arena *);

#endif
