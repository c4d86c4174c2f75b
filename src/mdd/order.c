// Orders of levels in which events stay together: FORCE (Aloul, Markov and Sakallah, 2003). Places are drawn to the
// centres of the events that they are in, and events to those of their places, as long as events become shorter.
#include <stdlib.h>
#include <string.h>

#include "mdd/mdd.h"

enum { ROUNDS = 60, PATIENCE = 8 };

struct drawn {
    double at;
    uint32_t place;
};

static int compare(const void *a, const void *b)
{
    const struct drawn *x = a, *y = b;
    if (x->at != y->at)
        return x->at < y->at ? -1 : 1;
    return (x->place > y->place) - (x->place < y->place);
}

// The sum of the lengths of edges; draws places to their centres.
static uint64_t draw(const uint32_t *position, const uint32_t *starts, const uint32_t *members, size_t edge_count,
                     struct drawn *drawn, uint32_t *degrees)
{
    uint64_t sum = 0;
    for (size_t e = 0; e < edge_count; e++) {
        uint32_t low = UINT32_MAX, high = 0;
        double centre = 0;
        for (uint32_t i = starts[e]; i < starts[e + 1]; i++) {
            uint32_t at = position[members[i]];
            low = at < low ? at : low;
            high = at > high ? at : high;
            centre += at;
        }
        if (starts[e] == starts[e + 1])
            continue;
        sum += high - low;
        centre /= starts[e + 1] - starts[e];
        for (uint32_t i = starts[e]; i < starts[e + 1]; i++) {
            drawn[members[i]].at += centre;
            degrees[members[i]]++;
        }
    }
    return sum;
}

void mdd_order(struct mem *mem, uint32_t place_count, const uint32_t *starts, const uint32_t *members,
               size_t edge_count, uint32_t *order)
{
    size_t count = place_count + 1;
    uint32_t *position = mem_alloc(mem, count * sizeof *position), *best = mem_alloc(mem, count * sizeof *best);
    uint32_t *degrees = mem_alloc(mem, count * sizeof *degrees);
    struct drawn *drawn = mem_alloc(mem, count * sizeof *drawn);
    uint64_t shortest = UINT64_MAX;
    memcpy(best, order, place_count * sizeof *best);
    for (int round = 0, worse = 0; round < ROUNDS && worse < PATIENCE; round++) {
        for (uint32_t i = 0; i < place_count; i++)
            position[order[i]] = i;
        for (uint32_t i = 0; i < place_count; i++)
            drawn[i] = (struct drawn){0, i};
        memset(degrees, 0, count * sizeof *degrees);
        uint64_t sum = draw(position, starts, members, edge_count, drawn, degrees);
        worse = sum < shortest ? 0 : worse + 1;
        if (sum < shortest) {
            shortest = sum;
            memcpy(best, order, place_count * sizeof *best);
        }
        for (uint32_t i = 0; i < place_count; i++)
            drawn[i].at = degrees[i] ? drawn[i].at / degrees[i] : position[i];
        qsort(drawn, place_count, sizeof *drawn, compare);
        for (uint32_t i = 0; i < place_count; i++)
            order[i] = drawn[i].place;
    }
    memcpy(order, best, place_count * sizeof *best);
    mem_free(mem, drawn, count * sizeof *drawn);
    mem_free(mem, degrees, count * sizeof *degrees);
    mem_free(mem, best, count * sizeof *best);
    mem_free(mem, position, count * sizeof *position);
}
