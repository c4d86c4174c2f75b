// A part of the reachability graph of a net, whose markings are kept as they are played (token_game.h): some markings
// and firings between them. A marking that is *expanded* has all its successors there. What is not there is not known,
// and formulas have three values: true and false are those of the whole graph.
//
// Markings that differ by a permutation of colours of one subclass have the same behaviour, and formulas of the contest
// do not tell them from each other. So a marking stands for those that it is permuted to (canonical_marking.h), and it
// is known how many they are. Where that takes too long, some permutations are missed: the graph is larger, never
// wrong. Colours are *twins* in a marking if exchanging them changes nothing. Of bindings that differ by twins only one
// is fired.
#ifndef COSET_PNML_PARTIAL_GRAPH_H
#define COSET_PNML_PARTIAL_GRAPH_H

#include <gmp.h>

#include "pnml/colour_symmetry.h"
#include "pnml/guided_walk.h"

struct partial_graph_limits {
    size_t nodes, words;   // markings, and the memory that they take
    bool is_to_be_counted; // nobody needs it if some node does not know how many markings it stands for
    bool (*stop)(void *context);
    void *context;
};

struct partial_graph;

// Conditions (formulas of states) are those whose truth is kept by marking; if there are none, markings are counted.
// The game is borrowed. In a plain graph, each marking stands for itself.
struct partial_graph *partial_graph_open(const struct net *, struct token_game *, const struct mcc_formula *const *,
                                         size_t condition_count, bool is_plain, struct mem *);
void partial_graph_close(struct partial_graph *);
// Goes on with it: breadth first from the initial marking, and from where random walks end. False if the graph is
// complete.
bool partial_graph_grow(struct partial_graph *, const struct partial_graph_limits *);

// ---- For evaluation; node 0 is the initial marking ------------------------------------------------------------------

struct graph_node {
    size_t marking;        // where it is in the words
    uint64_t fingerprint;  // of the marking
    uint32_t first, count; // successors
    uint32_t next;         // node with the same hash
    bool is_expanded;
    bool is_tried; // expanded, or too large for that
    bool is_exact; // all its permutations are known: `orbit` is the number of markings that it stands for
    mpz_t orbit;
    mpz_t arcs; // ways to fire in one of them, if it is expanded
};

size_t partial_graph_size(const struct partial_graph *);
const struct graph_node *partial_graph_node(const struct partial_graph *, size_t node);
const uint32_t *partial_graph_successors(const struct partial_graph *, size_t node);
enum walk_truth partial_graph_condition(const struct partial_graph *, size_t node, const struct mcc_formula *);

// Of a graph that is complete: markings, ways to fire, the most tokens of a marking. False if some node does not know
// how many markings it stands for.
bool partial_graph_count(const struct partial_graph *, mpz_t states, mpz_t arcs, int64_t *most);

// A formula of branching time, in the initial marking (partial_ctl.c).
enum walk_truth partial_graph_check(const struct partial_graph *, const struct mcc_formula *, struct mem *);
// A formula of linear time, on all paths from there (partial_ltl.c); with so many states of the product at the most.
enum walk_truth partial_graph_check_ltl(struct partial_graph *, const struct mcc_formula *, size_t states,
                                        bool (*stop)(void *context), void *context, struct mem *);

#endif
