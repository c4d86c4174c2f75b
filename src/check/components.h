// The steps of a system sorted by the components that make them, for reductions, which take one after the other.
#ifndef COSET_CHECK_COMPONENTS_H
#define COSET_CHECK_COMPONENTS_H

#include "base/mem.h"
#include "check/image.h"
#include "check/partition.h"

struct components {
    bdd_manager *m;
    struct mem *mem;
    struct image_part *parts; // by class and element; what they change is kept alive by `changes`
    bdd *changes;
    size_t count;
    size_t *first;   // by part, and one more: where its actions are in `actions`
    size_t *actions; // numbers of actions
    size_t action_count;
};

// By the owners of the actions; false when the engine gave up. To be closed in any case.
bool components_open(struct components *, bdd_manager *, struct partition *const *actions, const struct site *owners,
                     size_t count, struct mem *);
void components_close(struct components *);

#endif
