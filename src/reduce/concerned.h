// Which components a run is about: those that its steps change, and some in each local state that there is on the way,
// for steps that only look at them and for properties that name some. So a run of thousands of components can be judged
// by the instances of a few. That is a guess, which whoever judges the run sees fail if it is wrong.
#ifndef COSET_REDUCE_CONCERNED_H
#define COSET_REDUCE_CONCERNED_H

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

#endif
