#include "group/colour_refinement.h"

#include <stdlib.h>
#include <string.h>

#include "base/clock.h"

#define ROUNDS_BETWEEN_LOOKS 256 // at the clock

// ---- Memory ---------------------------------------------------------------------------------------------------------

struct coloured {
    uint64_t colour;
    vertex vertex;
};

static int by_colour(const void *a, const void *b)
{
    const struct coloured *x = a, *y = b;
    int order = (x->colour > y->colour) - (x->colour < y->colour);
    return order ? order : (x->vertex > y->vertex) - (x->vertex < y->vertex);
}

static void enqueue(struct colour_partition *p, uint32_t cell)
{
    p->cells[cell].is_waiting = true;
    p->waiting[p->waiting_count++] = cell;
}

static void set_first_cells(struct colour_partition *p, const uint64_t *colours)
{
    size_t bytes = p->count * sizeof(struct coloured);
    struct coloured *sorted = mem_alloc(p->mem, bytes);
    for (vertex v = 0; v < p->count; v++)
        sorted[v] = (struct coloured){colours[v], v};
    qsort(sorted, p->count, sizeof *sorted, by_colour);
    for (uint32_t i = 0; i < p->count; i++) {
        if (i == 0 || sorted[i].colour != sorted[i - 1].colour)
            p->cells[p->cell_count++] = (struct colour_cell){.first = i};
        p->cells[p->cell_count - 1].count++;
        p->order[i] = sorted[i].vertex;
        p->position[sorted[i].vertex] = i;
        p->cell[sorted[i].vertex] = p->cell_count - 1;
    }
    for (uint32_t c = 0; c < p->cell_count; c++)
        enqueue(p, c);
    mem_free(p->mem, sorted, bytes);
}

#define LISTS(p) \
    { \
        &(p)->order, &(p)->position, &(p)->cell, &(p)->waiting, &(p)->meets, &(p)->met \
    }

static void allot(struct colour_partition *p)
{
    uint32_t **lists[] = LISTS(p);
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++)
        *lists[i] = mem_zalloc(p->mem, p->count * sizeof **lists[i]);
    p->cells = mem_zalloc(p->mem, p->count * sizeof *p->cells);
}

void colours_open(struct colour_partition *p, const size_t *begin, const int *neighbours, const uint64_t *colours,
                  size_t count, struct mem *mem)
{
    *p = (struct colour_partition){.mem = mem, .begin = begin, .neighbours = neighbours, .count = (uint32_t)count};
    allot(p);
    set_first_cells(p, colours);
}

void colours_open_like(struct colour_partition *p, const struct colour_partition *other)
{
    *p = (struct colour_partition){
        .mem = other->mem, .begin = other->begin, .neighbours = other->neighbours, .count = other->count};
    allot(p);
}

void colours_close(struct colour_partition *p)
{
    uint32_t **lists[] = LISTS(p);
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++)
        mem_free(p->mem, *lists[i], p->count * sizeof **lists[i]);
    mem_free(p->mem, p->cells, p->count * sizeof *p->cells);
}

void colours_copy(struct colour_partition *to, const struct colour_partition *from)
{
    memcpy(to->order, from->order, to->count * sizeof *to->order);
    memcpy(to->position, from->position, to->count * sizeof *to->position);
    memcpy(to->cell, from->cell, to->count * sizeof *to->cell);
    memcpy(to->cells, from->cells, from->cell_count * sizeof *to->cells);
    memcpy(to->waiting, from->waiting, from->waiting_count * sizeof *to->waiting);
    to->cell_count = from->cell_count;
    to->waiting_count = from->waiting_count;
}

// ---- Dividing cells -------------------------------------------------------------------------------------------------

static void put(struct colour_partition *p, vertex v, uint32_t position)
{
    vertex other = p->order[position];
    p->order[p->position[v]] = other;
    p->position[other] = p->position[v];
    p->order[position] = v;
    p->position[v] = position;
}

// Makes the last vertices of a cell one of their own.
static uint32_t cut_off(struct colour_partition *p, uint32_t cell, uint32_t count)
{
    struct colour_cell *c = &p->cells[cell];
    uint32_t made = p->cell_count++;
    c->count -= count;
    p->cells[made] = (struct colour_cell){.first = c->first + c->count, .count = count};
    for (uint32_t i = 0; i < count; i++)
        p->cell[p->order[p->cells[made].first + i]] = made;
    return made;
}

// One of two parts suffices: who has equally many neighbours in the whole, and in the one, has so in the other.
static void enqueue_part(struct colour_partition *p, uint32_t cell, uint32_t made)
{
    bool is_smaller = p->cells[made].count <= p->cells[cell].count;
    enqueue(p, p->cells[cell].is_waiting || is_smaller ? made : cell);
}

void colours_single_out(struct colour_partition *p, vertex v)
{
    uint32_t cell = p->cell[v];
    if (p->cells[cell].count == 1)
        return;
    put(p, v, p->cells[cell].first + p->cells[cell].count - 1);
    enqueue_part(p, cell, cut_off(p, cell, 1));
}

static void meet_neighbours(struct colour_partition *p, uint32_t cell)
{
    struct colour_cell c = p->cells[cell];
    p->met_count = 0;
    for (uint32_t i = c.first; i < c.first + c.count; i++)
        for (size_t n = p->begin[p->order[i]]; n < p->begin[p->order[i] + 1]; n++) {
            vertex other = (vertex)p->neighbours[n];
            if (p->meets[other]++ == 0)
                p->met[p->met_count++] = other;
        }
}

struct meeting {
    uint32_t cell, meets;
    vertex vertex;
};

static int by_cell(const void *a, const void *b)
{
    const struct meeting *x = a, *y = b;
    if (x->cell != y->cell)
        return x->cell < y->cell ? -1 : 1;
    if (x->meets != y->meets)
        return x->meets < y->meets ? -1 : 1;
    return (x->vertex > y->vertex) - (x->vertex < y->vertex);
}

// The vertices of one cell that were met, those with fewer neighbours first. Those that were not stay where they are;
// of the others, all with equally many become a cell.
static void divide(struct colour_partition *p, const struct meeting *of, uint32_t count)
{
    uint32_t cell = of->cell, end = count;
    while (end > 0) {
        uint32_t begin = end;
        while (begin > 0 && of[begin - 1].meets == of[end - 1].meets)
            begin--;
        if (end - begin == p->cells[cell].count)
            return; // all that are left are alike
        uint32_t last = p->cells[cell].first + p->cells[cell].count;
        for (uint32_t i = begin; i < end; i++)
            put(p, of[i].vertex, --last);
        enqueue_part(p, cell, cut_off(p, cell, end - begin));
        end = begin;
    }
}

static void divide_others(struct colour_partition *p, uint32_t cell)
{
    meet_neighbours(p, cell);
    size_t bytes = (p->met_count + 1) * sizeof(struct meeting);
    struct meeting *meetings = mem_alloc(p->mem, bytes);
    for (uint32_t i = 0; i < p->met_count; i++) {
        meetings[i] = (struct meeting){p->cell[p->met[i]], p->meets[p->met[i]], p->met[i]};
        p->meets[p->met[i]] = 0;
    }
    qsort(meetings, p->met_count, sizeof *meetings, by_cell);
    for (uint32_t i = 0, end; i < p->met_count; i = end) {
        for (end = i + 1; end < p->met_count && meetings[end].cell == meetings[i].cell;)
            end++;
        divide(p, meetings + i, end - i);
    }
    mem_free(p->mem, meetings, bytes);
}

bool colours_refine(struct colour_partition *p, double deadline)
{
    for (uint32_t round = 0; p->waiting_count; round++) {
        if (deadline > 0 && round % ROUNDS_BETWEEN_LOOKS == 0 && clock_now() > deadline)
            return false;
        uint32_t cell = p->waiting[--p->waiting_count];
        p->cells[cell].is_waiting = false;
        divide_others(p, cell);
    }
    return true;
}
