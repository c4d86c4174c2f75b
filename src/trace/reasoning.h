// What the files about reasons share.
#ifndef COSET_TRACE_REASONING_H
#define COSET_TRACE_REASONING_H

#include "trace/explain.h"
#include "trace/path_eval.h"
#include "trace/reason.h"

struct reasoning {
    struct reasons *out;
    struct path_eval eval;
    const struct model *model;
    struct mem *mem;
    struct str text; // work space
    size_t left;     // reasons that may still be made
};

// The last part of a list, so that the next one can be put behind it.
struct parts_end {
    struct reason **at;
};

// Adds a new reason, or gives NULL if there are too many. The text is copied.
struct reason *reasoning_add(struct reasoning *, struct parts_end *, size_t position, enum truth, const char *text);
// Makes what is in `text` the cause of a reason, and clears it.
void reasoning_set_because(struct reasoning *, struct reason *);
// A position of the trace that goes on forever as a state.
size_t reasoning_state(const struct reasoning *, size_t position);

// reason_condition.c: why a condition is so; fills the reason of an atom, or one that it made itself.
void reasoning_explain_condition(struct reasoning *, struct reason *, expr, size_t position);

#endif
