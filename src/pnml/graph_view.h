// A reachability graph, or a part of one, as what decides formulas of linear time sees it.
#ifndef COSET_PNML_GRAPH_VIEW_H
#define COSET_PNML_GRAPH_VIEW_H

#include "pnml/guided_walk.h"

struct graph_edges {
    const uint32_t *to;
    uint32_t count;
    bool are_all; // no successor is missing
};

struct graph_view {
    void *graph;
    struct graph_edges (*edges)(void *graph, uint32_t node);
    enum walk_truth (*condition)(void *graph, uint32_t node, const struct mcc_formula *); // of states
};

// A formula of linear time, on all paths from node 0 (partial_ltl.c); with so many states of the product at the most.
enum walk_truth graph_view_check_ltl(const struct graph_view *, const struct mcc_formula *, size_t states,
                                     bool (*stop)(void *context), void *context, struct mem *);

#endif
