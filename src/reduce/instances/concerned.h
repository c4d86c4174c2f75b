// Which components a trace is about: those that its steps change, and some in each local state that there is on the
// way, for steps that only look at them and for properties that name some. So a trace of thousands of components can be
// judged by the instances of a few. That is a guess, which whoever judges the trace sees fail if it is wrong.
#ifndef COSET_REDUCE_INSTANCES_CONCERNED_H
#define COSET_REDUCE_INSTANCES_CONCERNED_H

#include "base/mem.h"
#include "trace/trace.h"

struct concerned {
    struct mem *mem;
    const struct model *model;
    bool **elements; // by class, by element
    size_t count;    // of elements that are
};

void concerned_open(struct concerned *, const struct trace *, struct mem *);
void concerned_close(struct concerned *);

// Adds enough elements to know from the instances of rules for them which instances are enabled in a state: of elements
// that can be exchanged without changing the state, as many as a rule names (`named`). What is said of these holds for
// the others, by symmetry. False if that is not so in this model, or if there would be more than `most` elements.
bool concerned_add_alike(struct concerned *, const value *state, size_t named, size_t most);

#endif
