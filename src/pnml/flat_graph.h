// A part of the reachability graph of a flat net (flat_net.h), one marking after the other: numbers of tokens, or of
// colours where these are counted. A marking of counted colours is small, however many colours there are: the graph
// goes far into nets that neither diagrams nor markings of all colours can be had of.
//
// A node is expanded, and then all its successors are there, or it has none yet. What is not there is not known:
// formulas have three values, of which true and false are those of the whole graph. Formulas of branching time are
// decided by approximations from below and from above (flat_ctl.c).
#ifndef COSET_PNML_FLAT_GRAPH_H
#define COSET_PNML_FLAT_GRAPH_H

#include "pnml/flat_net.h"
#include "pnml/graph_view.h"

struct flat_graph_limits {
    size_t nodes, words; // of 32 bits, for their tokens and edges
    bool (*stop)(void *context);
    void *context;
};

struct flat_graph;

// The net is borrowed.
struct flat_graph *flat_graph_open(const struct flat_net *, struct mem *);
void flat_graph_close(struct flat_graph *);
// Goes on with it: random walks, then breadth first from the initial marking, then both. False if it is complete.
bool flat_graph_grow(struct flat_graph *, const struct flat_graph_limits *);
size_t flat_graph_size(const struct flat_graph *);

// Of branching time, in the initial marking. Unknown, too, if it says stop.
enum walk_truth flat_graph_check(struct flat_graph *, const struct mcc_formula *, bool (*stop)(void *context),
                                 void *context);
// Of linear time, on all paths from there, with so many states of the product at the most.
enum walk_truth flat_graph_check_ltl(struct flat_graph *, const struct mcc_formula *, size_t states,
                                     bool (*stop)(void *context), void *context);
// The most tokens of a sum in the markings that are there.
int64_t flat_graph_most(struct flat_graph *, const struct mcc_sum *);

#endif
