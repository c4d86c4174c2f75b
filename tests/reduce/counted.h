// A Murphi text as a model with all instances, as one per orbit, and as counters; and whether they agree.
#ifndef COSET_TESTS_REDUCE_COUNTED_H
#define COSET_TESTS_REDUCE_COUNTED_H

#include "../certified.h"

#include "base/diag.h"
#include "murphi/murphi.h"
#include "reduce/counter/counter.h"

struct counted_case {
    struct mem mem;
    struct source source;
    struct diag diag;
    struct murphi_tree tree;
    struct model *full, *per_orbit;
    size_t property_count;
    size_t *properties;
    struct counter_reduction *counters; // NULL if it was refused
    struct cause why;
    uint64_t seed;             // of a random text, else 0
    int refused;               // properties
    int fails;                 // traces that were lifted and judged
    struct certified verdicts; // for the counters
};

void counted_open(struct counted_case *, const char *text); // the text stays there
// The same where the first elements of the first class are tracked beside the counters.
void counted_open_tracked(struct counted_case *, const char *text, uint32_t tracked);
void counted_close(struct counted_case *); // and nothing is left

// The same counters with fewer local states, if the checker says that these are enough.
bool counted_narrow(struct counted_case *);

// Both engines give the same verdicts for the counters as for the full model, the weights add up to its number of
// states, and traces become traces of it that show the same.
void assert_counters_agree(struct counted_case *);

// A trace of the counters becomes one of the full model that shows that its property fails.
void counted_judge_trace(struct counted_case *, const struct trace *, size_t property);
// The number of a property in another model of the text; SIZE_MAX if nothing is asked for there.
size_t counted_find_property(const struct model *, const struct property *);

#endif
