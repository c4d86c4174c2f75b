// The product of the graph with an automaton of promises: what its files share.
#ifndef COSET_EXPLICIT_PRODUCT_PARTS_H
#define COSET_EXPLICIT_PRODUCT_PARTS_H

#include "explicit/ltl_automaton.h"
#include "explicit/product.h"
#include "explicit/reachable_graph.h"

#define NO_NODE UINT32_MAX

struct node {
    uint32_t state, point;
    uint32_t order, low;       // of the search, from 1 on; 0: not yet
    uint32_t component;        // of a fair one, from 1 on
    bool is_closed;            // its component is known
    bool reaches_fair;         // a fair component can be reached
    bool leads;                // one of its successors, in another component, is good
    bool turns;                // it is its own successor
    uint32_t met;              // by which walk it was last
    uint32_t region;           // the part of a component that is searched again; 0: none
    uint32_t inner, inner_low; // of that search, as `order` and `low`
    uint32_t judgement, place; // of threads: which one it was part of last, and where in its list
    bool asks;                 // one of its threads does, in vain
};

struct frame {
    uint32_t node;
    uint64_t edge;  // the next one
    uint32_t place; // in the list of points for it
};

// Where a condition holds; NULL: nowhere.
struct condition {
    bool *states;
    bool is_own; // not the graph's
};

struct product {
    struct graph *graph;
    struct mem *mem; // the engine's `bulk`
    struct ltl_automaton *promises;
    uint32_t *labels;                                // by state
    uint64_t all;                                    // promises that a component must keep
    ARRAY(struct condition) justice, asked, granted; // of the model, then of the formula
    ARRAY(struct node) nodes;
    ARRAY(uint32_t) table; // of nodes + 1, by hash
    ARRAY(struct frame) frames;
    ARRAY(uint32_t) open;  // nodes whose component is not known yet
    ARRAY(uint32_t) parts; // nodes that are searched again, part after part
    ARRAY(uint32_t) stack; // of that search
    uint32_t orders, components, walks, regions, inners, judgements;
    uint64_t looks;
    uint64_t patience; // how often to look further for other fair components, once there is one
};

static inline uint64_t kept_at(const struct product *p, const struct node *n)
{
    return ltl_automaton_point(p->promises, n->point)->kept;
}

// ---- product.c ------------------------------------------------------------------------------------------------------

// For paths that satisfy the formula, or its negation. False if there is no memory; to be closed in any case.
bool path_product_open(struct product *, struct graph *, formula, bool negated);
void path_product_close(struct product *);

uint32_t path_product_node(struct product *, uint32_t state, uint32_t point); // NO_NODE if there is no memory
// Goes through the successors of a node; false at the end, or, with NO_NODE, if there is no memory.
struct frame path_product_frame(const struct product *, uint32_t node);
bool path_product_next_node(struct product *, struct frame *, uint32_t *next);

// Whether one of the paths from a state is good. False if it gave up.
bool path_product_search(struct product *, uint32_t state, bool *found);

// ---- product_fair.c -------------------------------------------------------------------------------------------------

// Of nodes that can all reach each other: numbers the fair components among them. False if it gave up.
bool path_product_judge(struct product *, const uint32_t *nodes, size_t count);

#endif
