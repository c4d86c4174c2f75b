// The graph of what a model does: its automorphisms are symmetries of the model.
#ifndef COSET_GROUP_MODEL_GRAPH_H
#define COSET_GROUP_MODEL_GRAPH_H

#include "base/hash.h"
#include "group/coloured_graph.h"
#include "model/model.h"

// What may be moved besides cells.
enum behaviour_values {
    BEHAVIOUR_VALUES_STAY,
    BEHAVIOUR_VALUES_MOVE, // symbols, and numbers of cells that are only compared with constants
};

#define NO_VERTEX UINT32_MAX

struct behaviour {
    struct mem *mem;
    const struct model *model;
    struct graph graph;
    vertex *cells;            // by cell
    vertex *own_values;       // by cell: the vertex of its type's first value, others follow; NO_VERTEX if not moved
    struct int_map symbols;   // from the number of a symbol to its vertex
    ARRAY(value) symbol_list; // all that have a vertex
};

// Conditions that an automorphism has to leave alone, each one: what a property asks for.
struct behaviour_kept {
    const expr *at;
    size_t count;
};

// False if the graph would have more than `limit` vertices and edges, or time is up. To be closed in any case.
bool behaviour_open(struct behaviour *, const struct model *, enum behaviour_values, struct behaviour_kept,
                    size_t limit, double deadline, struct mem *);
void behaviour_close(struct behaviour *);

#endif
