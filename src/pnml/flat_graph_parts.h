// What the parts of a flat graph share (flat_graph.h).
#ifndef COSET_PNML_FLAT_GRAPH_PARTS_H
#define COSET_PNML_FLAT_GRAPH_PARTS_H

#include "pnml/flat_graph.h"

struct flat_node {
    size_t first; // of its successors
    uint32_t count;
    bool is_tried;    // expanded, or too large for that
    bool is_expanded; // all its successors are there
};

struct flat_weights {
    const struct mcc_formula *of; // a comparison
    int64_t *by_place, constant;
};

struct flat_graph {
    const struct flat_net *net;
    struct mem *mem;
    size_t places;
    ARRAY(struct flat_node) nodes;
    ARRAY(uint32_t) tokens; // by node and place
    ARRAY(uint32_t) successors;
    uint32_t *table; // hashed numbers of nodes, plus one
    size_t slots;
    uint32_t *starts, *events; // by transition of the net: its events among these
    uint32_t *marking;         // at hand
    size_t next;               // the first node that may not be tried
    uint64_t random;
    ARRAY(struct flat_weights) weights;
};

static inline const uint32_t *flat_graph_tokens(const struct flat_graph *g, size_t node)
{
    return g->tokens.at + node * g->places;
}

// A condition in a node.
enum walk_truth flat_graph_condition(struct flat_graph *, uint32_t node, const struct mcc_formula *);

#endif
