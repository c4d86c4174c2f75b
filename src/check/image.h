// One step of a system on sets of states, forwards and backwards. Reductions wrap this interface: they take an image
// and give one back.
//
// Sets are functions over the current bits of the state. Results belong to the current scope of the manager; BDD_NONE
// means that the engine gave up, and bdd_status says why.
#ifndef COSET_CHECK_IMAGE_H
#define COSET_CHECK_IMAGE_H

#include "bdd/bdd.h"

struct image {
    bdd (*post)(struct image *, bdd set);
    // The states from which one step leads into the set. `by` restricts the steps: it is a function over current bits
    // and inputs (BDD_TRUE: any step).
    bdd (*pre)(struct image *, bdd set, bdd by);
    // The set with at least all its successors, and nothing that cannot be reached from it: a round of a search in
    // which the number of steps does not matter.
    bdd (*grow)(struct image *, bdd set);
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
