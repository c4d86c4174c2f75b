// What the parts of a partial graph share (partial_graph.h).
#ifndef COSET_PNML_PARTIAL_GRAPH_PARTS_H
#define COSET_PNML_PARTIAL_GRAPH_PARTS_H

#include "pnml/partial_graph.h"

struct way { // of one transition to fire
    uint32_t transition;
    size_t values; // where they are
};

// A colour is in a token, the rest of which names nothing that can be permuted.
struct membership {
    uint32_t class, colour, place, position;
    uint64_t rest, count;
};

struct partial_graph {
    const struct net *net;
    struct mem *mem;
    struct arena arena;
    struct token_game *game;
    struct colour_symmetry symmetry;
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
    struct signature {
        uint64_t value;
        uint32_t element;
    } * *signatures;       // by class and colour
    uint32_t **images;     // likewise: what it is permuted to
    uint64_t **sorted;     // the same signatures, of the permuted marking
    ARRAY(uint32_t) fresh; // successors of the node at hand
    uint32_t **ranks;      // by class and colour: its number among its twins; UINT32_MAX: it has none
    uint32_t **firsts;     // likewise: the first of its twins
    uint32_t **sizes;      // likewise: of the first of twins, how many they are
    ARRAY(struct membership) memberships;
    bool is_exact; // the marking at hand
    bool is_plain, has_inexact;
    mpz_t orbit, ways_here, product;
};

// ---- Permutations of colours, and twins (colour_twins.c) ------------------------------------------------------------

// Permutes the marking at hand, so that its colours are in the order of their signatures.
void colour_twins_sort(struct partial_graph *);
// Finds the twins of the marking at hand, whose colours are sorted, whether it is exact, and its orbit.
void colour_twins_find(struct partial_graph *);
// Allows one of the bindings that differ by twins; the context is the graph.
token_game_filter colour_twins_filter;
// Adds the number of bindings that an allowed one stands for to `ways_here`.
void colour_twins_count(struct partial_graph *, const struct net_transition *, const uint32_t *values);

#endif
