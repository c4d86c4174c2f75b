#include "pnml/shrinking_places.h"

#include "pnml/unfold.h"

struct shrinking_places {
    const struct net *net;
    struct mem *mem;
    weight_array *initial; // by place: its initial tokens, if it only loses some; else empty
    bool *is_shrinking;
};

static bool is_same(const struct net_token *a, const struct net_token *b, uint32_t width)
{
    for (uint32_t i = 0; i < width; i++)
        if (a->components[i].kind != b->components[i].kind || a->components[i].of != b->components[i].of ||
            a->components[i].offset != b->components[i].offset)
            return false;
    return true;
}

// What the transition puts there, it has taken from there.
static bool only_takes(const struct net *net, const struct net_transition *t, uint32_t place)
{
    uint32_t width = net->sorts.at[net->places.at[place].sort].count;
    const struct net_bag *puts = NULL, *takes = NULL;
    for (uint32_t i = 0; i < t->output_count; i++)
        puts = t->outputs[i].place == place ? &t->outputs[i].bag : puts;
    for (uint32_t i = 0; i < t->input_count; i++)
        takes = t->inputs[i].place == place ? &t->inputs[i].bag : takes;
    if (!puts)
        return true;
    if (!takes || puts->count > takes->count)
        return false;
    for (size_t k = 0; k < takes->count; k++) {
        if (takes->tokens[k].count < 0)
            return false;
        if (k < puts->count && (puts->tokens[k].count < 0 || puts->tokens[k].count > takes->tokens[k].count ||
                                !is_same(&puts->tokens[k], &takes->tokens[k], width)))
            return false;
    }
    return true;
}

struct shrinking_places *shrinking_places_find(const struct net *net, struct mem *mem)
{
    struct shrinking_places *p = mem_zalloc(mem, sizeof *p);
    *p = (struct shrinking_places){
        .net = net,
        .mem = mem,
        .initial = mem_zalloc(mem, (net->places.count + 1) * sizeof *p->initial),
        .is_shrinking = mem_zalloc(mem, net->places.count + 1),
    };
    for (uint32_t i = 0; i < net->places.count; i++) {
        bool shrinks = true;
        for (size_t t = 0; t < net->transitions.count && shrinks; t++)
            shrinks = only_takes(net, &net->transitions.at[t], i);
        p->is_shrinking[i] =
            shrinks && net_bag_value(net, net->places.at[i].initial, net->places.at[i].sort, NULL, &p->initial[i]);
    }
    return p;
}

void shrinking_places_free(struct shrinking_places *p)
{
    for (size_t i = 0; i < p->net->places.count; i++)
        array_free(p->mem, &p->initial[i]);
    mem_free(p->mem, p->initial, (p->net->places.count + 1) * sizeof *p->initial);
    mem_free(p->mem, p->is_shrinking, p->net->places.count + 1);
    mem_free(p->mem, p, sizeof *p);
}

int64_t shrinking_places_bound(const struct shrinking_places *p, uint32_t place, const uint32_t *colours)
{
    if (!p->is_shrinking[place])
        return NET_NO_BOUND;
    const weight_array *w = &p->initial[place];
    uint64_t colour = net_pack_colour(p->net, p->net->places.at[place].sort, colours);
    size_t low = 0, high = w->count;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (w->at[middle].colour < colour)
            low = middle + 1;
        else
            high = middle;
    }
    return low < w->count && w->at[low].colour == colour ? w->at[low].count : 0;
}
