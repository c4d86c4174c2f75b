// Pictures for graphviz: graphs of states or orbits, and skeletons. All of it adds to a string; the same graph always
// gives the same text.
#ifndef COSET_EXPLORE_GRAPH_DOT_H
#define COSET_EXPLORE_GRAPH_DOT_H

#include "explore/skeleton.h"
#include "explore/state_graph.h"

// Initial states have a double border. Variables that are the same in all states are told once, in the label of the
// whole. Edges have the names of rules, or the inputs of the step; in a graph of orbits also the permutation that takes
// the successor to the representative.
void dot_add_graph(const struct state_graph *, struct mem *, struct str *out);

// Several skeletons, each in a box of its own with its title.
struct dot_skeleton {
    const char *title;
    const struct skeleton *skeleton;
};
void dot_add_skeletons(const struct dot_skeleton *, size_t count, struct mem *, struct str *out);

#endif
