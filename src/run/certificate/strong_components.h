// Strongly connected components of a graph that is given by lists of successors (Tarjan 1972, without recursion).
#ifndef COSET_RUN_CERTIFICATE_STRONG_COMPONENTS_H
#define COSET_RUN_CERTIFICATE_STRONG_COMPONENTS_H

#include <stddef.h>
#include <stdint.h>

#include "base/mem.h"

struct successor_lists {
    uint32_t nodes;
    const size_t *first; // by node; one more at the end
    const uint32_t *to;
    const uint8_t *is_in; // by node: others are not there; NULL: all are
};

// By node, the number of its component: those that a component leads to have smaller ones. UINT32_MAX for nodes that
// are not there. The caller frees it, `nodes` numbers. *count is that of components.
uint32_t *strong_components(const struct successor_lists *, struct mem *, uint32_t *count);

#endif
