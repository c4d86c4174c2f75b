// A component is grown from a marked place. Where an event takes a token from the places so far and puts none there,
// one of the places that it puts a token on must be of the component; where it puts one and takes none, one of those
// that it takes from. Where there is a choice, one way is tried after the other, up to a number of steps.
#include "netcheck/net_components.h"

#include <string.h>

enum { MOST_STEPS = 4000, MOST_PLACES = 20000 };

struct growing {
    const struct flat_net *net;
    struct net_components *to;
    ARRAY(uint32_t) places; // of the component at hand
    bool *is_in;            // by flat place
    uint32_t *event_starts; // by flat place: events that change it, in event_of
    uint32_t *event_of;
    uint32_t steps;
};

static int32_t balance(const struct growing *g, const struct flat_event *e)
{
    int32_t sum = 0;
    for (size_t k = 0; k < e->change_count; k++) {
        const struct flat_change *c = &g->net->changes.at[e->change + k];
        if (g->is_in[c->place])
            sum += c->delta;
    }
    return sum;
}

// The first event that takes more or less than it puts, from the n-th place of the component on; NULL if all are even.
static const struct flat_event *find_uneven(const struct growing *g, size_t *from)
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
    return !g->is_in[place] && g->to->component[place] == NO_COMPONENT && p->group == FLAT_NO_GROUP && p->initial == 0;
}

static bool grow(struct growing *g, size_t from)
{
    const struct flat_event *e = find_uneven(g, &from);
    if (!e)
        return true;
    int32_t missing = -balance(g, e);
    if (missing != 1 && missing != -1)
        return false;
    for (size_t k = 0; k < e->change_count; k++) {
        const struct flat_change *c = &g->net->changes.at[e->change + k];
        if (c->delta != missing || !may_join(g, c->place) || g->steps++ >= MOST_STEPS)
            continue;
        size_t before = g->places.count;
        g->is_in[c->place] = true;
        array_push(g->to->mem, &g->places, c->place);
        if (grow(g, from))
            return true;
        while (g->places.count > before)
            g->is_in[array_pop(&g->places)] = false;
    }
    return false;
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

static void keep(struct growing *g)
{
    struct net_components *to = g->to;
    for (uint32_t i = 0; i < g->places.count; i++) {
        to->component[g->places.at[i]] = to->count;
        to->value[g->places.at[i]] = i;
    }
    to->count++;
    array_push(to->mem, &to->sizes, (uint32_t)g->places.count);
}

void net_components_find(struct net_components *to, const struct flat_net *n, struct mem *mem)
{
    size_t places = n->places.count;
    *to = (struct net_components){.mem = mem, .place_count = places};
    to->component = mem_alloc(mem, (places + 1) * sizeof *to->component);
    to->value = mem_zalloc(mem, (places + 1) * sizeof *to->value);
    memset(to->component, 0xff, (places + 1) * sizeof *to->component);
    struct growing g = {.net = n, .to = to};
    g.is_in = mem_zalloc(mem, places + 1);
    index_events(&g);
    for (uint32_t p = 0; p < places; p++) {
        if (n->places.at[p].initial != 1 || n->places.at[p].group != FLAT_NO_GROUP || to->component[p] != NO_COMPONENT)
            continue;
        g.places.count = 0;
        g.steps = 0;
        g.is_in[p] = true;
        array_push(mem, &g.places, p);
        if (grow(&g, 0) && g.places.count > 1)
            keep(&g);
        for (size_t i = 0; i < g.places.count; i++)
            g.is_in[g.places.at[i]] = false;
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
