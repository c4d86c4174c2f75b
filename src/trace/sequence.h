// Truth along a trace: a sequence with a truth value for every position of a trace that goes on forever.
//
// Truth has three values. *Unknown* is what a trace leaves open: everything after the last state of a trace without a
// loop, and what is not a matter of this one trace. The connectives are Kleene's, so what comes out as true or false is
// so whatever the unknown values may be.
//
// A trace with a loop is periodic from its loop on, and so is the truth of what looks at its future. What looks at its
// past becomes periodic later: the second time around, a position has another past than the first time. So each
// sequence has its own place from which on it is periodic; all have the period of the loop.
#ifndef COSET_TRACE_SEQUENCE_H
#define COSET_TRACE_SEQUENCE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"

enum truth { TRUTH_FALSE, TRUTH_UNKNOWN, TRUTH_TRUE };

static inline enum truth truth_not(enum truth a)
{
    return (enum truth)(TRUTH_TRUE - a);
}

static inline enum truth truth_and(enum truth a, enum truth b)
{
    return a < b ? a : b;
}

static inline enum truth truth_or(enum truth a, enum truth b)
{
    return a > b ? a : b;
}

// The trace that sequences are about, and the memory that they are in.
struct timeline {
    struct arena arena;
    size_t length; // states
    size_t loop;   // the first state of the loop
    size_t period; // of the loop; 0: there is none, and what comes after the last state is unknown
    bool gave_up;  // a bound was so large that the values were not worked out: they are unknown then
};

// Belongs to the timeline's arena.
struct sequence {
    size_t count; // of `at`: all positions without a loop, else up to the end of the first period
    size_t start; // from here on it is periodic
    uint8_t at[]; // enum truth
};

// `count` positions that are to be filled; with a loop, the last period of them repeats.
struct sequence *sequence_new(struct timeline *, size_t count);
const struct sequence *sequence_constant(struct timeline *, enum truth);
enum truth sequence_at(const struct timeline *, const struct sequence *, size_t position);

const struct sequence *sequence_not(struct timeline *, const struct sequence *);
const struct sequence *sequence_and(struct timeline *, const struct sequence *, const struct sequence *);
const struct sequence *sequence_or(struct timeline *, const struct sequence *, const struct sequence *);

const struct sequence *sequence_next(struct timeline *, const struct sequence *);
const struct sequence *sequence_previous(struct timeline *, const struct sequence *); // false at the first position

// `hold` until `goal`, and the same in the past: the goal is reached between `low` and `high` steps from here (high -1:
// no matter how far), and `hold` is true at all positions from here to before it.
struct bounds {
    int64_t low, high;
};
#define BOUNDS_NONE ((struct bounds){0, -1})
const struct sequence *sequence_until(struct timeline *, const struct sequence *hold, const struct sequence *goal,
                                      struct bounds);
const struct sequence *sequence_since(struct timeline *, const struct sequence *hold, const struct sequence *goal,
                                      struct bounds);

#endif
