// Finite sequences of a trace that a regular expression describes, from each position of the trace.
//
// This is done by derivatives of the expression: what is left to be seen of it after one more state. No automaton is
// made, so that an error in those cannot hide here.
#ifndef COSET_TRACE_SERE_MATCH_H
#define COSET_TRACE_SERE_MATCH_H

#include "model/model.h"
#include "trace/sequence.h"

// Where the letters of an expression hold.
struct sere_match_letters {
    const struct sequence *(*at)(void *context, expr letter);
    void *context;
};

// From each position: whether there is a sequence of the expression that begins there, is not empty, and has `goal` in
// its last state. Truth is unknown also where that takes too much work (`gave_up` of the timeline).
const struct sequence *sere_match_some(struct timeline *, const struct model *, regular, struct sere_match_letters,
                                       const struct sequence *goal);

// The same without a goal, and also where the trace never leaves what can be continued to such a sequence.
const struct sequence *sere_match_weakly(struct timeline *, const struct model *, regular, struct sere_match_letters);

#endif
