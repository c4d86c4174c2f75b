// Refinement of colours: the coarsest partition of a graph's vertices into cells, finer than a given one, in which all
// vertices of a cell have equally many neighbours in each cell. No automorphism that keeps the given one takes a vertex
// out of its cell.
//
// A cell that was divided divides others by its parts, all but the largest (Hopcroft; Paige and Tarjan, Three partition
// refinement algorithms): the time grows with the edges, times the logarithm of the vertices, however long the paths
// are along which differences spread.
#ifndef COSET_GROUP_COLOUR_REFINEMENT_H
#define COSET_GROUP_COLOUR_REFINEMENT_H

#include "group/coloured_graph.h"

struct colour_cell {
    uint32_t first, count; // of its vertices
    bool is_waiting;       // to divide others
};

// By vertex but for the cells and what waits. There is room for as many as vertices in each list.
struct colour_partition {
    struct mem *mem;
    const size_t *begin; // where the neighbours of a vertex begin in `neighbours`; one more entry, for the end
    const int *neighbours;
    uint32_t count;     // of vertices
    vertex *order;      // those of a cell stand together
    uint32_t *position; // of a vertex in it
    uint32_t *cell;
    struct colour_cell *cells;
    uint32_t cell_count;
    uint32_t *waiting, waiting_count; // cells
    uint32_t *meets;                  // how many neighbours a vertex has in the cell that divides
    vertex *met;                      // the vertices that have some
    uint32_t met_count;
};

// Vertices of the same colour begin in one cell.
void colours_open(struct colour_partition *, const size_t *begin, const int *neighbours, const uint64_t *colours,
                  size_t count, struct mem *);
void colours_close(struct colour_partition *);

// Room for a copy; and the copy, of a partition of the same graph.
void colours_open_like(struct colour_partition *, const struct colour_partition *);
void colours_copy(struct colour_partition *to, const struct colour_partition *from);

// Gives a vertex a cell of its own.
void colours_single_out(struct colour_partition *, vertex);

// False if the deadline (on the clock of base/clock.h; 0 for none) passed before the end.
bool colours_refine(struct colour_partition *, double deadline);

static inline bool colours_is_alone(const struct colour_partition *p, vertex v)
{
    return p->cells[p->cell[v]].count == 1;
}

#endif
