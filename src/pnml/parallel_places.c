// Parallel places: two with the same tokens at first, and to which every event does the same, always have the same.
// They become one that stands for both, and events need of it the most that they need of any. Nothing is lost: markings
// and arcs are as many as before.
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "pnml/flat_net.h"

enum { MOST_CHANGES = 5000000 };

struct effect { // of an event on a place
    uint32_t event;
    int32_t delta;
};

struct parallel {
    struct flat_net *net;
    size_t *starts; // by place: its effects, by event
    struct effect *effects;
    uint64_t *hashes;
    uint32_t *leader; // by place: the one that stands for it
};

static void find_effects(struct parallel *p)
{
    const struct flat_net *n = p->net;
    for (size_t i = 0; i < n->changes.count; i++)
        p->starts[n->changes.at[i].place + 1] += n->changes.at[i].delta != 0;
    for (size_t i = 0; i < n->places.count; i++)
        p->starts[i + 1] += p->starts[i];
    for (size_t i = 0; i < n->events.count; i++)
        for (size_t k = 0; k < n->events.at[i].change_count; k++) {
            const struct flat_change *c = &n->changes.at[n->events.at[i].change + k];
            if (c->delta != 0)
                p->effects[p->starts[c->place]++] = (struct effect){(uint32_t)i, c->delta};
        }
    for (size_t i = n->places.count; i > 0; i--) // what has moved on to the end of each moves back
        p->starts[i] = p->starts[i - 1];
    p->starts[0] = 0;
    for (size_t i = 0; i < n->places.count; i++)
        p->hashes[i] = hash_bytes(n->places.at[i].initial, p->effects + p->starts[i],
                                  (p->starts[i + 1] - p->starts[i]) * sizeof *p->effects);
}

static bool are_parallel(const struct parallel *p, uint32_t a, uint32_t b)
{
    const struct flat_net *n = p->net;
    size_t count = p->starts[a + 1] - p->starts[a];
    return n->places.at[a].initial == n->places.at[b].initial && p->starts[b + 1] - p->starts[b] == count &&
           memcmp(p->effects + p->starts[a], p->effects + p->starts[b], count * sizeof *p->effects) == 0;
}

static bool can_be_joined(const struct flat_net *n, size_t place)
{
    return n->places.at[place].group == FLAT_NO_GROUP && !(n->has_whole && n->whole == place);
}

// True if there are any.
static bool find_leaders(struct parallel *p)
{
    const struct flat_net *n = p->net;
    size_t slots = 16;
    bool found = false;
    while (slots < 2 * n->places.count)
        slots *= 2;
    uint32_t *table = mem_alloc(n->mem, slots * sizeof *table);
    memset(table, 0xff, slots * sizeof *table);
    for (uint32_t i = 0; i < n->places.count; i++) {
        uint64_t at = p->hashes[i];
        p->leader[i] = i;
        if (!can_be_joined(n, i))
            continue;
        while (table[at & (slots - 1)] != UINT32_MAX && !are_parallel(p, table[at & (slots - 1)], i))
            at++;
        if (table[at & (slots - 1)] == UINT32_MAX)
            table[at & (slots - 1)] = i;
        p->leader[i] = table[at & (slots - 1)];
        found |= p->leader[i] != i;
    }
    mem_free(n->mem, table, slots * sizeof *table);
    return found;
}

// Shares of those that are joined come one after the other; then places are numbered anew.
static void join_places(struct parallel *p, uint32_t *numbers)
{
    struct flat_net *n = p->net;
    uint32_t *next = mem_alloc(n->mem, (n->places.count + 1) * sizeof *next), *last = numbers;
    size_t kept = 0;
    for (uint32_t i = 0; i < n->places.count; i++) { // those of one leader as a list
        next[i] = UINT32_MAX;
        if (p->leader[i] != i)
            next[last[p->leader[i]]] = i;
        last[p->leader[i]] = i;
    }
    for (uint32_t i = 0; i < n->places.count; i++) {
        if (p->leader[i] != i || next[i] == UINT32_MAX)
            continue;
        struct flat_place joined = n->places.at[i];
        joined.share = n->shares.count;
        for (uint32_t k = i; k != UINT32_MAX; k = next[k])
            for (size_t w = 0; w < n->places.at[k].share_count; w++) {
                struct flat_share share = n->shares.at[n->places.at[k].share + w];
                array_push(n->mem, &n->shares, share);
            }
        joined.share_count = n->shares.count - joined.share;
        n->places.at[i] = joined;
    }
    for (uint32_t i = 0; i < n->places.count; i++) {
        numbers[i] = p->leader[i] == i ? (uint32_t)kept : numbers[p->leader[i]];
        if (p->leader[i] == i)
            n->places.at[kept++] = n->places.at[i];
    }
    if (n->has_whole)
        n->whole = numbers[n->whole];
    mem_free(n->mem, next, (n->places.count + 1) * sizeof *next);
    n->places.count = kept;
}

static int by_place(const void *a, const void *b)
{
    uint32_t x = ((const struct flat_change *)a)->place, y = ((const struct flat_change *)b)->place;
    return (x > y) - (x < y);
}

static void join_needs(struct flat_net *n, const uint32_t *numbers)
{
    size_t changes = 0;
    for (size_t i = 0; i < n->events.count; i++) {
        struct flat_event *e = &n->events.at[i];
        size_t first = changes;
        for (size_t k = 0; k < e->change_count; k++)
            n->changes.at[e->change + k].place = numbers[n->changes.at[e->change + k].place];
        if (e->change_count > 1)
            qsort(n->changes.at + e->change, e->change_count, sizeof *n->changes.at, by_place);
        for (size_t k = 0; k < e->change_count; k++) {
            struct flat_change c = n->changes.at[e->change + k], *last = &n->changes.at[changes - (changes > first)];
            if (changes == first || last->place != c.place)
                n->changes.at[changes++] = c;
            else // one may only be needed: then it has no effect, and the other neither
                last->need = c.need > last->need ? c.need : last->need;
        }
        e->change = first;
        e->change_count = changes - first;
    }
    n->changes.count = changes;
}

void flat_net_join_parallel(struct flat_net *n)
{
    size_t room = n->places.count + 2;
    if (n->changes.count > MOST_CHANGES || n->places.count == 0)
        return;
    struct parallel p = {n, mem_zalloc(n->mem, room * sizeof *p.starts),
                         mem_alloc(n->mem, (n->changes.count + 1) * sizeof *p.effects),
                         mem_alloc(n->mem, room * sizeof *p.hashes), mem_alloc(n->mem, room * sizeof *p.leader)};
    size_t effects = n->changes.count + 1;
    find_effects(&p);
    if (find_leaders(&p)) {
        uint32_t *numbers = mem_alloc(n->mem, room * sizeof *numbers);
        join_places(&p, numbers);
        join_needs(n, numbers);
        mem_free(n->mem, numbers, room * sizeof *numbers);
    }
    mem_free(n->mem, p.starts, room * sizeof *p.starts);
    mem_free(n->mem, p.effects, effects * sizeof *p.effects);
    mem_free(n->mem, p.hashes, room * sizeof *p.hashes);
    mem_free(n->mem, p.leader, room * sizeof *p.leader);
}
