// Coloured graphs in which every vertex but a few is what its neighbours below make it: expressions over variables and
// whatever is said with them.
//
// A vertex has a key and a set of vertices below it. There is only one with the same key and the same vertices below,
// so that an automorphism is known from where it takes the vertices that were added as *own* ones. The height of a
// vertex is part of its colour: so an edge, which has no direction, still tells its upper end from its lower one.
#ifndef COSET_GROUP_COLOURED_GRAPH_H
#define COSET_GROUP_COLOURED_GRAPH_H

#include <stdint.h>

#include "base/array.h"
#include "model/lookup.h"

typedef uint32_t vertex;

struct vertex_key {
    uint32_t kind, height; // the height is found when the vertex is added
    int64_t a, b;          // what else tells vertices of a kind apart
};

struct graph_vertex {
    struct vertex_key key;
    size_t first; // of those below, in `below`
    uint32_t count;
    bool is_own;
};

struct graph {
    struct mem *mem;
    ARRAY(struct graph_vertex) vertices;
    ARRAY(vertex) below; // ascending for each vertex
    struct table table;
    size_t limit; // of vertices and edges together
    bool full;    // more were asked for; whatever was given since is worth nothing
};

void graph_open(struct graph *, size_t limit, struct mem *);
void graph_close(struct graph *);

// The set `below` is put in order, and what is there twice is taken once.
vertex graph_add(struct graph *, struct vertex_key, vertex *below, size_t count);
vertex graph_add_own(struct graph *, struct vertex_key, vertex *below, size_t count); // is like no other

// A permutation of the vertices: where each one goes. Good while the call lasts.
typedef void (*automorphism_visit)(void *context, const vertex *image);

// The automorphism that takes own vertices where `image` says; all others follow, and get their images. False if there
// is none.
bool graph_extend(const struct graph *, vertex *image);

int vertex_key_compare(const struct vertex_key *, const struct vertex_key *);

#endif
