// A component is grown from a place. Where an event takes a token from the places so far and puts none there, one of
// the places that it puts a token on must be of the component; where it puts one and takes none, one of those that it
// takes from. Where there is a choice, one way is tried after the other, up to a number of steps. It must have one
// marked place in the end.
//
// A place may be in several, and each is in one level only. So at first every place is in some component that was
// grown, if there is one; of these the largest are taken. Then more are grown from the marked places that are left.
#include "netcheck/net_components.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_STEPS = 4000, MOST_STEPS_IN_ALL = 400000, MOST_WORK = 100000000 };

struct growing {
    const struct flat_net *net;
    struct net_components *to;
    ARRAY(uint32_t) places; // of the component at hand
    bool *is_in;            // by flat place
    uint32_t *event_starts; // by flat place: events that change it, in event_of
    uint32_t *event_of;
    uint32_t steps;
    size_t work;    // changes of events that were looked at, for all components
    bool has_token; // one of the places is marked
};

struct candidate { // from there on among the places of all
    size_t first, count;
};

static int32_t balance(struct growing *g, const struct flat_event *e)
{
    int32_t sum = 0;
    g->work += e->change_count;
    for (size_t k = 0; k < e->change_count; k++) {
        const struct flat_change *c = &g->net->changes.at[e->change + k];
        if (g->is_in[c->place])
            sum += c->delta;
    }
    return sum;
}

// The first event that takes more or less than it puts, from the n-th place of the component on; NULL if all are even.
static const struct flat_event *find_uneven(struct growing *g, size_t *from)
{
    for (; *from < g->places.count; ++*from) {
        uint32_t p = g->places.at[*from];
        for (uint32_t i = g->event_starts[p]; i < g->event_starts[p + 1]; i++) {
            const struct flat_event *e = &g->net->events.at[g->event_of[i]];
            if (balance(g, e) != 0)
                return e;
        }
    }
    return NULL;
}

static bool may_join(const struct growing *g, uint32_t place)
{
    const struct flat_place *p = &g->net->places.at[place];
    return !g->is_in[place] && g->to->component[place] == NO_COMPONENT && p->group == FLAT_NO_GROUP &&
           (p->initial == 0 || (p->initial == 1 && !g->has_token));
}

static void join(struct growing *g, uint32_t place)
{
    g->is_in[place] = true;
    g->has_token |= g->net->places.at[place].initial == 1;
    array_push(g->to->mem, &g->places, place);
}

static void leave(struct growing *g, size_t count)
{
    while (g->places.count > count) {
        uint32_t place = array_pop(&g->places);
        g->is_in[place] = false;
        if (g->net->places.at[place].initial == 1)
            g->has_token = false;
    }
}

static bool grow(struct growing *g, size_t from)
{
    if (g->work >= MOST_WORK) // events may have thousands of changes, and places thousands of events
        return false;
    const struct flat_event *e = find_uneven(g, &from);
    if (!e)
        return g->has_token;
    int32_t missing = -balance(g, e);
    if (missing != 1 && missing != -1)
        return false;
    for (size_t k = 0; k < e->change_count; k++) {
        const struct flat_change *c = &g->net->changes.at[e->change + k];
        if (c->delta != missing || !may_join(g, c->place) || g->steps++ >= MOST_STEPS)
            continue;
        size_t before = g->places.count;
        join(g, c->place);
        if (grow(g, from))
            return true;
        leave(g, before);
    }
    return false;
}

static bool grow_from(struct growing *g, uint32_t place)
{
    g->places.count = 0;
    g->steps = 0;
    g->has_token = false;
    if (!may_join(g, place))
        return false;
    join(g, place);
    return grow(g, 0) && g->places.count > 1;
}

static void index_events(struct growing *g)
{
    const struct flat_net *n = g->net;
    size_t places = n->places.count;
    g->event_starts = mem_zalloc(g->to->mem, (places + 2) * sizeof *g->event_starts);
    g->event_of = mem_alloc(g->to->mem, (n->changes.count + 1) * sizeof *g->event_of);
    for (size_t i = 0; i < n->events.count; i++)
        for (size_t k = 0; k < n->events.at[i].change_count; k++)
            g->event_starts[n->changes.at[n->events.at[i].change + k].place + 2]++;
    for (size_t p = 2; p < places + 2; p++)
        g->event_starts[p] += g->event_starts[p - 1];
    for (size_t i = 0; i < n->events.count; i++)
        for (size_t k = 0; k < n->events.at[i].change_count; k++)
            g->event_of[g->event_starts[n->changes.at[n->events.at[i].change + k].place + 1]++] = (uint32_t)i;
}

static void keep(struct growing *g, const uint32_t *places, size_t count)
{
    struct net_components *to = g->to;
    for (uint32_t i = 0; i < count; i++) {
        to->component[places[i]] = to->count;
        to->value[places[i]] = i;
    }
    to->count++;
    array_push(to->mem, &to->sizes, (uint32_t)count);
}

static int by_size(const void *a, const void *b)
{
    const struct candidate *x = a, *y = b;
    if (x->count != y->count)
        return x->count > y->count ? -1 : 1;
    return (x->first > y->first) - (x->first < y->first);
}

static bool is_free(const struct growing *g, const uint32_t *places, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (g->to->component[places[i]] != NO_COMPONENT)
            return false;
    return true;
}

// A component for each place that is in none of those that are there, and then the largest.
static void keep_largest(struct growing *g, size_t most, struct mem *mem)
{
    size_t places = g->net->places.count, steps = 0;
    ARRAY(struct candidate) candidates = {0};
    ARRAY(uint32_t) all = {0};
    bool *has_any = mem_zalloc(mem, places + 1);
    for (uint32_t p = 0; p < places && steps < MOST_STEPS_IN_ALL; p++) {
        if (has_any[p])
            continue;
        if (grow_from(g, p)) {
            array_push(mem, &candidates, ((struct candidate){all.count, g->places.count}));
            for (size_t i = 0; i < g->places.count; i++) {
                array_push(mem, &all, g->places.at[i]);
                has_any[g->places.at[i]] = true;
            }
        }
        steps += g->steps + g->places.count;
        leave(g, 0);
    }
    if (candidates.count > 1)
        qsort(candidates.at, candidates.count, sizeof *candidates.at, by_size);
    for (size_t i = 0; i < candidates.count; i++)
        if (candidates.at[i].count <= most && is_free(g, all.at + candidates.at[i].first, candidates.at[i].count))
            keep(g, all.at + candidates.at[i].first, candidates.at[i].count);
    array_free(mem, &candidates);
    array_free(mem, &all);
    mem_free(mem, has_any, places + 1);
}

void net_components_find(struct net_components *to, const struct flat_net *n, size_t most, struct mem *mem)
{
    size_t places = n->places.count;
    *to = (struct net_components){.mem = mem, .place_count = places};
    to->component = mem_alloc(mem, (places + 1) * sizeof *to->component);
    to->value = mem_zalloc(mem, (places + 1) * sizeof *to->value);
    memset(to->component, 0xff, (places + 1) * sizeof *to->component);
    struct growing g = {.net = n, .to = to};
    g.is_in = mem_zalloc(mem, places + 1);
    index_events(&g);
    keep_largest(&g, most, mem);
    for (uint32_t p = 0; p < places; p++) {
        if (n->places.at[p].initial == 1 && grow_from(&g, p) && g.places.count <= most)
            keep(&g, g.places.at, g.places.count);
        leave(&g, 0);
    }
    array_free(mem, &g.places);
    mem_free(mem, g.is_in, places + 1);
    mem_free(mem, g.event_starts, (places + 2) * sizeof *g.event_starts);
    mem_free(mem, g.event_of, (n->changes.count + 1) * sizeof *g.event_of);
}

void net_components_close(struct net_components *c)
{
    array_free(c->mem, &c->sizes);
    mem_free(c->mem, c->component, (c->place_count + 1) * sizeof *c->component);
    mem_free(c->mem, c->value, (c->place_count + 1) * sizeof *c->value);
}
