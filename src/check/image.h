// One step of a system on sets of states, forwards and backwards; all that can be reached; and paths as traces.
// Abstractions (abstraction.h) wrap this interface: they take an image and give one back.
//
// Sets are functions over the current bits of the state. Results belong to the current scope of the manager; BDD_NONE
// means that the engine gave up, and bdd_status says why.
#ifndef COSET_CHECK_IMAGE_H
#define COSET_CHECK_IMAGE_H

#include "bdd/bdd.h"
#include "trace/trace.h"

// One state after the other, as sets of one.
struct image_path {
    const bdd *states, *by; // by: of the step from each state, or BDD_TRUE beyond `by_count`
    size_t count, by_count;
    size_t loop; // TRACE_NO_LOOP: none
};

struct image {
    bdd (*post)(struct image *, bdd set);
    // The states from which one step leads into the set. `by` restricts the steps: it is a function over current bits
    // and inputs (BDD_TRUE: any step).
    bdd (*pre)(struct image *, bdd set, bdd by);
    // The set with more of what can be reached from it, or the set itself if there is no more: a round of a search in
    // which the number of steps does not matter.
    bdd (*reach)(struct image *, bdd set);
    // Makes a trace of the model of a path. False when the engine gave up, or when the trace gets too long.
    bool (*lift)(struct image *, const struct image_path *, struct trace *, struct mem *);
};

static inline bdd image_post(struct image *image, bdd set)
{
    return image->post(image, set);
}

static inline bdd image_pre(struct image *image, bdd set)
{
    return image->pre(image, set, BDD_TRUE);
}

#endif
