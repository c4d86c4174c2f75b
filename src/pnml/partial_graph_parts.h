// What the parts of a partial graph share (partial_graph.h).
#ifndef COSET_PNML_PARTIAL_GRAPH_PARTS_H
#define COSET_PNML_PARTIAL_GRAPH_PARTS_H

#include "pnml/canonical_marking.h"
#include "pnml/partial_graph.h"

struct way { // of one transition to fire
    uint32_t transition;
    size_t values; // where they are
};

struct partial_graph {
    const struct net *net;
    struct mem *mem;
    struct token_game *game;
    struct colour_symmetry symmetry;
    struct canonical_marking *canonical;
    const struct mcc_formula *const *conditions;
    size_t condition_count;
    ARRAY(struct graph_node) nodes;
    ARRAY(uint64_t) words;
    ARRAY(uint32_t) successors;
    ARRAY(uint8_t) truths; // by node and condition
    uint32_t *heads;       // by hash
    size_t head_count;
    size_t next; // the first node that may not be tried
    // At hand:
    marking_array marking;
    ARRAY(struct way) ways;
    ARRAY(uint32_t) values;
    uint32_t transition;
    bool is_cut;
    ARRAY(uint32_t) fresh; // successors of the node at hand
    bool is_plain, has_inexact;
    bool counts; // orbits and ways to fire: numbers of many digits, where there are many colours
    mpz_t ways_here, product;
};

// ---- Bindings up to twins (colour_twins.c) --------------------------------------------------------------------------

// Allows one of the bindings that differ by twins; the context is the graph.
token_game_filter colour_twins_filter;
// Adds the number of bindings that an allowed one stands for to `ways_here`.
void colour_twins_count(struct partial_graph *, const struct net_transition *, const uint32_t *values);

#endif
