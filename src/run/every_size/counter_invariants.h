// The proof that counters without bound have found, as invariants: what the saturated counters reach, as clauses that
// speak of components (docs/every-size.md). They are inductive in every size that the counters are for, so that who
// has no trust in counters need not know of them.
#ifndef COSET_RUN_EVERY_SIZE_COUNTER_INVARIANTS_H
#define COSET_RUN_EVERY_SIZE_COUNTER_INVARIANTS_H

#include "base/arena.h"
#include "reduce/counter/counter.h"
#include "run/run.h"

struct counter_invariants {
    const char *text; // declarations of Murphi's language; NULL if there are none
    size_t count;
    enum cause_code why; // there are none
};

#define COUNTER_INVARIANT_NAME "from size " // then from how many elements on, and a number

// Texts are in the arena. The sized classes have at least so many elements; names of elements begin with the prefix.
void counter_invariants_find(struct run *, struct counter_reduction *, uint64_t elements, const char *prefix,
                             double deadline, struct arena *, struct counter_invariants *);

#endif
