#include "pnml/token_game_parts.h"

#include <stdlib.h>
#include <string.h>

#include "base/hash.h"

#define MOST_DENSE UINT64_C(4000000) // colours of a sort for which each has a place in a table

uint64_t token_game_random(struct token_game *g, uint64_t below)
{
    g->random += UINT64_C(0x9e3779b97f4a7c15);
    return below ? hash_mix(g->random) % below : 0;
}

// ---- Markings -------------------------------------------------------------------------------------------------------

static void add(struct token_game *g, uint32_t place, uint64_t colour, int64_t count)
{
    struct held *h = &g->places[place];
    uint32_t at = token_game_find(h, colour);
    if (at == ABSENT) {
        at = (uint32_t)h->tokens.count;
        array_push(g->mem, &h->tokens, ((struct net_weight){colour, 0}));
        if (h->at)
            h->at[colour] = at;
    }
    h->tokens.at[at].count += count;
    if (h->tokens.at[at].count > g->most)
        g->most = h->tokens.at[at].count;
    g->totals[place] += count;
    g->fingerprint += hash_pair(place, colour) * (uint64_t)count;
    h->version++;
    if (h->tokens.at[at].count != 0)
        return;
    struct net_weight last = array_pop(&h->tokens);
    if (h->at)
        h->at[colour] = ABSENT;
    if (at == h->tokens.count)
        return;
    h->tokens.at[at] = last;
    if (h->at)
        h->at[last.colour] = at;
}

static void clear(struct token_game *g)
{
    for (size_t p = 0; p < g->net->places.count; p++) {
        struct held *h = &g->places[p];
        for (size_t i = 0; h->at && i < h->tokens.count; i++)
            h->at[h->tokens.at[i].colour] = ABSENT;
        h->tokens.count = 0;
        h->version++;
        g->totals[p] = 0;
    }
    g->fingerprint = 0;
}

static int by_colour(const void *a, const void *b)
{
    uint64_t x = ((const struct net_weight *)a)->colour, y = ((const struct net_weight *)b)->colour;
    return (x > y) - (x < y);
}

void token_game_save(struct token_game *g, marking_array *out)
{
    out->count = 0;
    for (size_t p = 0; p < g->net->places.count; p++) {
        const struct held *h = &g->places[p];
        g->weights.count = 0;
        for (size_t i = 0; i < h->tokens.count; i++)
            array_push(g->mem, &g->weights, h->tokens.at[i]);
        if (g->weights.count > 1)
            qsort(g->weights.at, g->weights.count, sizeof *g->weights.at, by_colour);
        array_push(g->mem, out, g->weights.count);
        for (size_t i = 0; i < g->weights.count; i++) {
            array_push(g->mem, out, g->weights.at[i].colour);
            array_push(g->mem, out, (uint64_t)g->weights.at[i].count);
        }
    }
}

void token_game_restore(struct token_game *g, const uint64_t *marking)
{
    clear(g);
    for (uint32_t p = 0; p < g->net->places.count; p++)
        for (uint64_t count = *marking++; count > 0; count--, marking += 2)
            add(g, p, marking[0], (int64_t)marking[1]);
}

void token_game_reset(struct token_game *g)
{
    token_game_restore(g, g->initial.at);
}

const int64_t *token_game_totals(const struct token_game *g)
{
    return g->totals;
}

uint64_t token_game_fingerprint(const struct token_game *g)
{
    return g->fingerprint;
}

void token_game_set_filter(struct token_game *g, token_game_filter *filter, void *context)
{
    g->filter = filter;
    g->filter_context = context;
}

static bool outputs_are_good(struct token_game *g, const struct net_transition *t, const uint32_t *values)
{
    for (uint32_t i = 0; i < t->output_count; i++)
        if (!net_bag_value(g->net, t->outputs[i].bag, g->net->places.at[t->outputs[i].place].sort, values, &g->weights))
            return false;
    return true;
}

// Inputs first, so that no number is negative meanwhile; in the other direction, outputs first.
static void move(struct token_game *g, const struct net_transition *t, const uint32_t *values, int direction)
{
    for (int second = 0; second < 2; second++) {
        bool is_output = second == (direction > 0);
        for (uint32_t i = 0; i < (is_output ? t->output_count : t->input_count); i++) {
            const struct net_arc *arc = is_output ? &t->outputs[i] : &t->inputs[i];
            net_bag_value(g->net, arc->bag, g->net->places.at[arc->place].sort, values, &g->weights);
            for (size_t k = 0; k < g->weights.count; k++)
                add(g, arc->place, g->weights.at[k].colour,
                    is_output == (direction > 0) ? g->weights.at[k].count : -g->weights.at[k].count);
        }
    }
}

bool token_game_fire(struct token_game *g, uint32_t transition, const uint32_t *values)
{
    const struct net_transition *t = &g->net->transitions.at[transition];
    if (!net_guard_value(g->net, t->guard, values) || !token_game_inputs_are_there(g, t, values))
        return false;
    if (!outputs_are_good(g, t, values)) {
        g->is_broken = true;
        return false;
    }
    move(g, t, values, 1);
    return true;
}

void token_game_unfire(struct token_game *g, uint32_t transition, const uint32_t *values)
{
    move(g, &g->net->transitions.at[transition], values, -1);
}

int64_t token_game_most_of_colour(const struct token_game *g)
{
    return g->most;
}

bool token_game_is_broken(const struct token_game *g)
{
    return g->is_broken;
}

// ---- Opening --------------------------------------------------------------------------------------------------------

static void add_conjuncts(struct token_game *g, struct player *p, const struct net_guard *c)
{
    if (c && c->op == GUARD_AND) {
        add_conjuncts(g, p, c->operands[0]);
        add_conjuncts(g, p, c->operands[1]);
    } else if (c)
        array_push(g->mem, &p->conjuncts, c);
}

static bool is_single(const struct net_token *token, uint32_t width)
{
    for (uint32_t i = 0; i < width; i++)
        if (token->components[i].kind == NET_ALL)
            return false;
    return token->count > 0;
}

// Tokens that must be there, whatever the rest of their arcs is. (The arcs as a whole are looked at in the end.)
static void add_tokens(struct token_game *g, struct player *p, const struct net_transition *t)
{
    for (uint32_t i = 0; i < t->input_count; i++) {
        const struct net_arc *arc = &t->inputs[i];
        uint32_t width = g->net->sorts.at[g->net->places.at[arc->place].sort].count;
        bool is_sum = width <= MOST_WIDTH, is_fixed = true;
        for (size_t k = 0; k < arc->bag.count; k++) {
            is_sum = is_sum && arc->bag.tokens[k].count > 0;
            for (uint32_t w = 0; w < width; w++)
                is_fixed = is_fixed && arc->bag.tokens[k].components[w].kind != NET_VARIABLE;
        }
        if (is_fixed)
            array_push(g->mem, &p->fixed, arc);
        for (size_t k = 0; k < arc->bag.count && is_sum && p->tokens.count < 64; k++)
            if (is_single(&arc->bag.tokens[k], width))
                array_push(g->mem, &p->tokens, ((struct input_token){arc->place, &arc->bag.tokens[k]}));
    }
}

struct token_game *token_game_open(const struct net *net, uint64_t seed, struct mem *mem)
{
    struct token_game *g = mem_zalloc(mem, sizeof *g);
    uint64_t dense = 0;
    bool good = true;
    *g = (struct token_game){.net = net, .mem = mem, .random = seed};
    g->places = mem_zalloc(mem, (net->places.count + 1) * sizeof *g->places);
    g->totals = mem_zalloc(mem, (net->places.count + 1) * sizeof *g->totals);
    g->players = mem_zalloc(mem, (net->transitions.count + 1) * sizeof *g->players);
    g->values = mem_zalloc(mem, (net->variables.count + 1) * sizeof *g->values);
    g->is_bound = mem_zalloc(mem, net->variables.count + 1);
    for (size_t i = 0; i < net->transitions.count; i++) {
        g->players[i].seen = UINT64_MAX;
        add_conjuncts(g, &g->players[i], net->transitions.at[i].guard);
        add_tokens(g, &g->players[i], &net->transitions.at[i]);
    }
    for (uint32_t p = 0; p < net->places.count && good; p++) {
        struct held *h = &g->places[p];
        h->size = net_sort_size(net, net->places.at[p].sort);
        good = h->size != UINT64_MAX && net->sorts.at[net->places.at[p].sort].count <= MOST_WIDTH;
        if (good && h->size <= MOST_DENSE && dense + h->size <= 4 * MOST_DENSE) {
            h->at = mem_alloc(mem, h->size * sizeof *h->at);
            memset(h->at, 0xff, h->size * sizeof *h->at);
            dense += h->size;
        }
        good = good && h->size <= UINT32_MAX * UINT64_C(64) &&
               net_bag_value(net, net->places.at[p].initial, net->places.at[p].sort, g->values, &g->weights);
        for (size_t k = 0; good && k < g->weights.count; k++)
            add(g, p, g->weights.at[k].colour, g->weights.at[k].count);
    }
    if (good) {
        token_game_save(g, &g->initial);
        return g;
    }
    token_game_close(g);
    return NULL;
}

void token_game_close(struct token_game *g)
{
    if (!g)
        return;
    const struct net *net = g->net;
    for (size_t i = 0; i < net->places.count; i++) {
        array_free(g->mem, &g->places[i].tokens);
        if (g->places[i].at)
            mem_free(g->mem, g->places[i].at, g->places[i].size * sizeof *g->places[i].at);
    }
    for (size_t i = 0; i < net->transitions.count; i++) {
        array_free(g->mem, &g->players[i].tokens);
        array_free(g->mem, &g->players[i].fixed);
        array_free(g->mem, &g->players[i].conjuncts);
    }
    mem_free(g->mem, g->places, (net->places.count + 1) * sizeof *g->places);
    mem_free(g->mem, g->totals, (net->places.count + 1) * sizeof *g->totals);
    mem_free(g->mem, g->players, (net->transitions.count + 1) * sizeof *g->players);
    mem_free(g->mem, g->values, (net->variables.count + 1) * sizeof *g->values);
    mem_free(g->mem, g->is_bound, net->variables.count + 1);
    array_free(g->mem, &g->weights);
    array_free(g->mem, &g->initial);
    mem_free(g->mem, g, sizeof *g);
}
