#include "sat/state_cube.h"

#include <stdlib.h>

void state_cube_copy(struct mem *mem, struct state_cube *to, const struct state_cube *from)
{
    to->count = 0;
    to->signature = 0;
    array_reserve(mem, to, from->count);
    for (size_t i = 0; i < from->count; i++)
        to->at[to->count++] = from->at[i];
}

static int ascending(const void *a, const void *b)
{
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

void state_cube_sort(struct state_cube *c)
{
    size_t kept = 0;
    if (c->count > 1)
        qsort(c->at, c->count, sizeof *c->at, ascending);
    for (size_t i = 0; i < c->count; i++)
        if (i == 0 || c->at[i] != c->at[i - 1])
            c->at[kept++] = c->at[i];
    c->count = kept;
}

void state_cube_without(struct mem *mem, struct state_cube *to, const struct state_cube *from, uint32_t literal)
{
    to->count = 0;
    for (size_t i = 0; i < from->count; i++)
        if (from->at[i] != literal)
            array_push(mem, to, from->at[i]);
}

void state_cube_sign(struct state_cube *c)
{
    c->signature = 0;
    for (size_t i = 0; i < c->count; i++)
        c->signature |= UINT64_C(1) << (c->at[i] & 63);
}

bool state_cube_is_subset(const struct state_cube *small, const struct state_cube *large)
{
    size_t k = 0;
    if (small->count > large->count || (large->signature && small->signature & ~large->signature))
        return false;
    for (size_t i = 0; i < small->count; i++) {
        while (k < large->count && large->at[k] < small->at[i])
            k++;
        if (k == large->count || large->at[k] != small->at[i])
            return false;
    }
    return true;
}

bool state_cube_has(const struct state_cube *c, uint32_t literal)
{
    size_t low = 0, high = c->count;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (c->at[middle] < literal)
            low = middle + 1;
        else
            high = middle;
    }
    return low < c->count && c->at[low] == literal;
}
