// Orders of the levels of a net's diagrams, of which several are tried: by colours, by places, and drawn together by
// what events have in common (FORCE).
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "netcheck/net_space_parts.h"

static int by_number(const void *a, const void *b)
{
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

struct edges {
    uint32_t *starts, *members;
    size_t count, room, member_room;
};

// The units that an event of the flat net is about are an edge. Events about the same units are one: of a transition
// with many bindings there would be many, which say nothing new.
static void find_edges(const struct net_space *s, struct edges *e)
{
    const struct flat_net *n = s->net;
    size_t slots = 16;
    while (slots < 2 * n->events.count)
        slots *= 2;
    e->room = n->events.count + 1;
    e->member_room = n->changes.count + 1;
    e->starts = mem_alloc(s->mem, e->room * sizeof *e->starts);
    e->members = mem_alloc(s->mem, e->member_room * sizeof *e->members);
    uint32_t *table = mem_alloc(s->mem, slots * sizeof *table);
    memset(table, 0xff, slots * sizeof *table);
    e->count = 0;
    e->starts[0] = 0;
    for (size_t i = 0; i < n->events.count; i++) {
        uint32_t *first = e->members + e->starts[e->count], count = 0;
        for (size_t k = 0; k < n->events.at[i].change_count; k++)
            first[count++] = s->units[n->changes.at[n->events.at[i].change + k].place];
        if (count > 1)
            qsort(first, count, sizeof *first, by_number);
        uint32_t kept = 0;
        for (uint32_t k = 0; k < count; k++)
            if (kept == 0 || first[kept - 1] != first[k])
                first[kept++] = first[k];
        uint64_t hash = hash_bytes(kept, first, kept * sizeof *first);
        for (;; hash++) {
            uint32_t other = table[hash & (slots - 1)];
            if (other == UINT32_MAX) {
                table[hash & (slots - 1)] = (uint32_t)e->count;
                e->starts[++e->count] = (uint32_t)(first - e->members) + kept;
                break;
            }
            if (e->starts[other + 1] - e->starts[other] == kept &&
                memcmp(e->members + e->starts[other], first, kept * sizeof *first) == 0)
                break;
        }
    }
    mem_free(s->mem, table, slots * sizeof *table);
}

static void free_edges(const struct net_space *s, struct edges *e)
{
    mem_free(s->mem, e->starts, e->room * sizeof *e->starts);
    mem_free(s->mem, e->members, e->member_room * sizeof *e->members);
}

static void draw_together(const struct net_space *s, uint32_t *order)
{
    struct edges e;
    find_edges(s, &e);
    mdd_order(s->mem, s->unit_count, e.starts, e.members, e.count, order);
    free_edges(s, &e);
}

struct ranked {
    uint64_t rank;
    uint32_t unit;
};

static int by_rank(const void *a, const void *b)
{
    const struct ranked *x = a, *y = b;
    if (x->rank != y->rank)
        return x->rank < y->rank ? -1 : 1;
    return (x->unit > y->unit) - (x->unit < y->unit);
}

// Places of the same number among those of their net place are together: the same colour, as a rule. A unit is where
// its first place is.
static void order_by_colour(const struct net_space *s, bool is_by_place, uint32_t *order)
{
    const struct flat_net *n = s->net;
    struct ranked *ranked = mem_alloc(s->mem, (s->unit_count + 1) * sizeof *ranked);
    uint32_t last = UINT32_MAX;
    uint64_t rank = 0;
    for (uint32_t i = 0; i < s->unit_count; i++)
        ranked[i] = (struct ranked){UINT64_MAX, i};
    for (uint32_t i = 0; i < n->places.count; i++) {
        const struct flat_place *p = &n->places.at[i];
        uint32_t place = p->share_count > 0 ? n->shares.at[p->share].place : UINT32_MAX;
        rank = place == last || is_by_place ? rank + 1 : 0;
        last = place;
        if (ranked[s->units[i]].rank == UINT64_MAX)
            ranked[s->units[i]].rank = rank;
    }
    qsort(ranked, s->unit_count, sizeof *ranked, by_rank);
    for (uint32_t i = 0; i < s->unit_count; i++)
        order[i] = ranked[i].unit;
    mem_free(s->mem, ranked, (s->unit_count + 1) * sizeof *ranked);
}

// By colours or by places, drawn together or not, upwards or downwards. A component with many places is one level that
// each of its events looks through: the same sets may take far fewer steps where its places have a level each.
const struct net_order net_orders[NET_ORDERS] = {
    {true, true, false, false}, {false, true, false, false},  {true, true, true, false},
    {true, true, false, true},  {false, false, false, false}, {true, false, false, false},
    {true, false, true, false}, {false, true, false, true},   {true, true, true, true}};

void net_order_find(const struct net_space *s, const struct net_order *by, uint32_t *order)
{
    order_by_colour(s, by->is_by_place, order);
    if (by->is_drawn)
        draw_together(s, order);
    for (uint32_t i = 0, k = s->unit_count; by->is_reversed && i + 1 < k; i++) {
        uint32_t last = order[--k];
        order[k] = order[i];
        order[i] = last;
    }
}
