#include "pnml/growing_places.h"

#include <string.h>

struct growing {
    const struct net *net;
    struct token_game *game;
    struct mem *mem;
    marking_array now;
    ARRAY(uint64_t) words;  // markings of the walk, one after the other
    ARRAY(size_t) starts;   // where each begins
    ARRAY(int64_t) totals;  // of each, by place
    ARRAY(uint64_t) hashes; // of each: the same marking is not kept twice
    bool *grows;
    bool has_found;
};

// A place of `less` has no more tokens of any colour than that of `more`; both are moved behind it.
static bool is_covered(const uint64_t **less, const uint64_t **more)
{
    const uint64_t *a = *less + 1, *b = *more + 1;
    uint64_t count = **less, others = **more;
    *less = a + 2 * count;
    *more = b + 2 * others;
    for (; count > 0; count--, a += 2) {
        while (others > 0 && b[0] < a[0]) {
            others--;
            b += 2;
        }
        if (others == 0 || b[0] != a[0] || b[1] < a[1])
            return false;
    }
    return true;
}

static void compare(struct growing *g, size_t earlier, const int64_t *totals)
{
    size_t places = g->net->places.count;
    const int64_t *before = &g->totals.at[earlier * places];
    bool is_more = false;
    for (size_t p = 0; p < places; p++) {
        if (totals[p] < before[p])
            return;
        is_more |= totals[p] > before[p] && !g->grows[p];
    }
    const uint64_t *less = &g->words.at[g->starts.at[earlier]], *more = g->now.at;
    for (size_t p = 0; p < places && is_more; p++)
        is_more = is_covered(&less, &more);
    for (size_t p = 0; p < places && is_more; p++)
        g->grows[p] |= totals[p] > before[p];
    g->has_found |= is_more;
}

// Compares the marking at hand with those before it.
static void look(struct growing *g)
{
    const int64_t *totals = token_game_totals(g->game);
    uint64_t hash = token_game_fingerprint(g->game);
    for (size_t i = 0; i < g->hashes.count; i++)
        if (g->hashes.at[i] == hash)
            return;
    token_game_save(g->game, &g->now);
    for (size_t i = 0; i < g->starts.count; i++)
        compare(g, i, totals);
    array_push(g->mem, &g->starts, g->words.count);
    array_push(g->mem, &g->hashes, hash);
    for (size_t i = 0; i < g->now.count; i++)
        array_push(g->mem, &g->words, g->now.at[i]);
    for (size_t p = 0; p < g->net->places.count; p++)
        array_push(g->mem, &g->totals, totals[p]);
}

// One firing, of any transition. False if none can.
static bool step(struct growing *g)
{
    size_t count = g->net->transitions.count, start = count ? token_game_random(g->game, count) : 0;
    for (size_t i = 0; i < count; i++) {
        uint32_t t = (uint32_t)((start + i) % count);
        const uint32_t *values;
        if (token_game_bind(g->game, t, &values) == BINDING_FOUND)
            return token_game_fire(g->game, t, values);
    }
    return false;
}

bool net_find_growing(const struct net *net, struct token_game *game, const struct growing_limits *limits, bool *grows,
                      struct mem *mem)
{
    struct growing g = {.net = net, .game = game, .mem = mem, .grows = grows};
    memset(grows, 0, net->places.count);
    for (size_t walk = 0; walk < limits->walks; walk++) {
        token_game_reset(game);
        g.words.count = g.starts.count = g.totals.count = g.hashes.count = 0;
        look(&g);
        for (size_t i = 0; i < limits->steps && step(&g) && !token_game_is_broken(game); i++) {
            if (limits->stop && limits->stop(limits->context))
                break;
            look(&g);
        }
    }
    array_free(mem, &g.now);
    array_free(mem, &g.words);
    array_free(mem, &g.starts);
    array_free(mem, &g.totals);
    array_free(mem, &g.hashes);
    return g.has_found && !token_game_is_broken(game);
}
