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
    struct flat_weight {
        uint32_t place;
        int64_t weight;
    } * at; // of places that count
    size_t count;
    int64_t constant;
};

struct flat_graph {
    const struct flat_net *net;
    struct mem *mem;
    size_t places;
    ARRAY(struct flat_node) nodes;
    ARRAY(uint32_t) tokens; // by node and place
    ARRAY(uint32_t) successors;
    size_t mask_words;
    ARRAY(uint64_t) masks; // by node that is expanded, others have zeros: bits of transitions that can fire
    uint32_t *table;       // hashed numbers of nodes, plus one
    size_t slots;
    uint32_t *starts, *events; // by transition of the net: its events among these
    // By place, and behind the last one: events that need a token there, each at one place; those that need nothing.
    uint32_t *place_starts, *place_events;
    uint32_t *marking; // at hand
    size_t next;       // the first node that may not be tried
    uint64_t random;
    // Of so many nodes, for formulas of branching time: by node, its predecessors among these.
    size_t turned;
    size_t *before_starts;
    uint32_t *before;
    ARRAY(struct flat_weights) weights;
};

static inline const uint32_t *flat_graph_tokens(const struct flat_graph *g, size_t node)
{
    return g->tokens.at + node * g->places;
}

// A condition in a node.
enum walk_truth flat_graph_condition(struct flat_graph *, uint32_t node, const struct mcc_formula *);

// Finds the predecessors of all nodes; forgets them.
void flat_graph_turn_edges(struct flat_graph *);
void flat_graph_forget_edges(struct flat_graph *);

#endif
