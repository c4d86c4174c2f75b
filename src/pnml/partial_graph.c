#include "pnml/partial_graph.h"

#include <string.h>

#include "base/hash.h"
#include "pnml/partial_graph_parts.h"

enum { MOST_BINDINGS = 20000, WALK_NODES = 60 };
#define NO_NODE UINT32_MAX

// ---- Nodes ----------------------------------------------------------------------------------------------------------

static void rehash(struct partial_graph *g)
{
    size_t count = g->head_count ? 2 * g->head_count : 1024;
    if (g->heads)
        mem_free(g->mem, g->heads, g->head_count * sizeof *g->heads);
    g->heads = mem_alloc(g->mem, count * sizeof *g->heads);
    g->head_count = count;
    memset(g->heads, 0xff, count * sizeof *g->heads);
    for (uint32_t i = 0; i < g->nodes.count; i++) {
        uint32_t *head = &g->heads[g->nodes.at[i].fingerprint & (count - 1)];
        g->nodes.at[i].next = *head;
        *head = i;
    }
}

static size_t marking_length(const struct partial_graph *g, size_t from)
{
    size_t at = from;
    for (size_t p = 0; p < g->net->places.count; p++)
        at += 1 + 2 * g->words.at[at];
    return at - from;
}

// The node of the marking that is at hand. The game is at it, or at one that it is permuted from.
static uint32_t find_node(struct partial_graph *g)
{
    uint64_t fingerprint = hash_numbers(0, (const int64_t *)g->marking.at, g->marking.count);
    size_t bytes = g->marking.count * sizeof *g->marking.at;
    if (g->nodes.count >= g->head_count)
        rehash(g);
    uint32_t *head = &g->heads[fingerprint & (g->head_count - 1)];
    for (uint32_t i = *head; i != NO_NODE; i = g->nodes.at[i].next)
        if (g->nodes.at[i].fingerprint == fingerprint &&
            marking_length(g, g->nodes.at[i].marking) == g->marking.count &&
            memcmp(&g->words.at[g->nodes.at[i].marking], g->marking.at, bytes) == 0)
            return i;
    struct graph_node node = {.marking = g->words.count, .fingerprint = fingerprint, .next = *head};
    node.is_exact = g->is_plain || canonical_marking_is_exact(g->canonical);
    g->has_inexact |= !node.is_exact;
    mpz_init_set_ui(node.orbit, 1);
    if (g->counts && !g->is_plain && node.is_exact)
        canonical_marking_orbit(g->canonical, node.orbit);
    mpz_init(node.arcs);
    *head = (uint32_t)g->nodes.count;
    array_push(g->mem, &g->nodes, node);
    array_reserve(g->mem, &g->words, g->words.count + g->marking.count);
    if (bytes)
        memcpy(g->words.at + g->words.count, g->marking.at, bytes);
    g->words.count += g->marking.count;
    for (size_t i = 0; i < g->condition_count; i++)
        array_push(g->mem, &g->truths, (uint8_t)walk_evaluate(g->game, g->net, g->conditions[i]));
    return (uint32_t)(g->nodes.count - 1);
}

static uint32_t find_current(struct partial_graph *g)
{
    token_game_save(g->game, &g->marking);
    if (!g->is_plain)
        canonical_marking_find(g->canonical, &g->marking);
    return find_node(g);
}

// ---- Growing --------------------------------------------------------------------------------------------------------

static bool take_way(void *context, const uint32_t *values)
{
    struct partial_graph *g = context;
    const struct net_transition *t = &g->net->transitions.at[g->transition];
    if (g->ways.count >= MOST_BINDINGS) {
        g->is_cut = true;
        return false;
    }
    array_push(g->mem, &g->ways, ((struct way){g->transition, g->values.count}));
    for (uint32_t i = 0; i < t->variable_count; i++)
        array_push(g->mem, &g->values, values[t->variables[i]]);
    if (g->counts)
        colour_twins_count(g, t, values);
    return true;
}

static void read_values(const struct partial_graph *g, const struct way *way, uint32_t *values)
{
    const struct net_transition *t = &g->net->transitions.at[way->transition];
    for (uint32_t i = 0; i < t->variable_count; i++)
        values[t->variables[i]] = g->values.at[way->values + i];
}

static void add_fresh(struct partial_graph *g, uint32_t node)
{
    for (size_t i = 0; i < g->fresh.count; i++)
        if (g->fresh.at[i] == node)
            return;
    array_push(g->mem, &g->fresh, node);
}

static bool is_full(const struct partial_graph *g, const struct partial_graph_limits *limits)
{
    if (limits->is_to_be_counted && g->has_inexact)
        return true;
    if (mem_room(g->mem) / 4 < g->words.count * sizeof *g->words.at) // arrays double, and are copied meanwhile
        return true;
    return g->nodes.count >= limits->nodes || g->words.count >= limits->words || limits->stop(limits->context);
}

static void store_successors(struct partial_graph *g, uint32_t node)
{
    // Those that a walk has found before stay; where it finds nothing else, nothing is stored again.
    for (uint32_t i = 0; i < g->nodes.at[node].count; i++)
        add_fresh(g, g->successors.at[g->nodes.at[node].first + i]);
    if (g->fresh.count == g->nodes.at[node].count)
        return;
    g->nodes.at[node].first = (uint32_t)g->successors.count;
    g->nodes.at[node].count = (uint32_t)g->fresh.count;
    for (size_t i = 0; i < g->fresh.count; i++)
        array_push(g->mem, &g->successors, g->fresh.at[i]);
}

// Has the game at the marking of a node, whose twins are found.
static void take_marking(struct partial_graph *g, uint32_t node)
{
    const uint64_t *from = &g->words.at[g->nodes.at[node].marking];
    size_t count = marking_length(g, g->nodes.at[node].marking);
    g->marking.count = 0;
    for (size_t i = 0; i < count; i++)
        array_push(g->mem, &g->marking, from[i]);
    if (!g->is_plain)
        canonical_marking_find(g->canonical, &g->marking);
    token_game_restore(g->game, g->marking.at);
}

// All successors of a node. False if there is no room for them.
static bool expand(struct partial_graph *g, uint32_t node, const struct partial_graph_limits *limits)
{
    uint32_t *values = mem_zalloc(g->mem, (g->net->variables.count + 1) * sizeof *values);
    bool good = true;
    take_marking(g, node);
    g->ways.count = g->values.count = g->fresh.count = 0;
    g->is_cut = false;
    mpz_set_ui(g->ways_here, 0);
    token_game_set_filter(g->game, colour_twins_filter, g);
    for (g->transition = 0; g->transition < g->net->transitions.count; g->transition++)
        if (!token_game_bind_all(g->game, g->transition, take_way, g))
            g->is_cut = true;
    token_game_set_filter(g->game, NULL, NULL);
    mpz_set(g->nodes.at[node].arcs, g->ways_here);
    for (size_t i = 0; i < g->ways.count && good; i++) {
        read_values(g, &g->ways.at[i], values);
        good = token_game_fire(g->game, g->ways.at[i].transition, values);
        if (!good)
            break;
        add_fresh(g, find_current(g));
        token_game_unfire(g->game, g->ways.at[i].transition, values);
        good = !is_full(g, limits);
    }
    store_successors(g, node);
    g->nodes.at[node].is_tried = good;
    g->nodes.at[node].is_expanded = good && !g->is_cut;
    mem_free(g->mem, values, (g->net->variables.count + 1) * sizeof *values);
    return good;
}

// A random walk from a node; what it passes becomes nodes. The last one is given.
static uint32_t walk(struct partial_graph *g, uint32_t node, const struct partial_graph_limits *limits)
{
    token_game_restore(g->game, &g->words.at[g->nodes.at[node].marking]);
    for (int step = 0; step < WALK_NODES && !is_full(g, limits); step++) {
        size_t count = g->net->transitions.count, start = token_game_random(g->game, count), i = 0;
        const uint32_t *values;
        while (i < count && token_game_bind(g->game, (uint32_t)((start + i) % count), &values) != BINDING_FOUND)
            i++;
        if (i == count || !token_game_fire(g->game, (uint32_t)((start + i) % count), values))
            break;
        uint32_t to = find_current(g);
        g->fresh.count = 0;
        add_fresh(g, to);
        if (!g->nodes.at[node].is_expanded)
            store_successors(g, node);
        node = to;
        token_game_restore(g->game, &g->words.at[g->nodes.at[node].marking]); // as it is permuted
    }
    return node;
}

// Breadth first from a node, over some nodes.
static void explore(struct partial_graph *g, uint32_t from, size_t most, const struct partial_graph_limits *limits)
{
    ARRAY(uint32_t) queue = {0};
    array_push(g->mem, &queue, from);
    for (size_t i = 0; i < queue.count && i < most && !is_full(g, limits); i++) {
        uint32_t node = queue.at[i];
        if (!g->nodes.at[node].is_tried)
            expand(g, node, limits);
        for (uint32_t k = 0; k < g->nodes.at[node].count; k++) {
            uint32_t next = g->successors.at[g->nodes.at[node].first + k];
            if (!g->nodes.at[next].is_tried)
                array_push(g->mem, &queue, next);
        }
    }
    array_free(g->mem, &queue);
}

// The next node in the order in which they were found. False if there is none, or no room.
static bool expand_next(struct partial_graph *g, const struct partial_graph_limits *limits)
{
    while (g->next < g->nodes.count && g->nodes.at[g->next].is_tried)
        g->next++;
    return g->next < g->nodes.count && !is_full(g, limits) && expand(g, (uint32_t)g->next, limits);
}

// One long walk, if it can be to where nothing can fire: what is eventually so on all paths is so there, and from all
// that leads there it can be come to. It is over where it goes round without finding anything.
static void walk_far(struct partial_graph *g, const struct partial_graph_limits *limits)
{
    enum { MOST_ROUNDS = 10 };
    struct partial_graph_limits part = *limits;
    uint32_t end = 0, before = UINT32_MAX;
    int rounds = 0;
    part.nodes = g->nodes.count + (limits->nodes - g->nodes.count) / 4;
    while (end != before && rounds < MOST_ROUNDS && !is_full(g, &part) && !token_game_is_broken(g->game)) {
        size_t nodes = g->nodes.count;
        before = end;
        end = walk(g, end, &part);
        rounds = g->nodes.count > nodes ? 0 : rounds + 1;
    }
    if (!g->nodes.at[end].is_tried)
        expand(g, end, limits);
}

bool partial_graph_grow(struct partial_graph *g, const struct partial_graph_limits *limits)
{
    struct partial_graph_limits first = *limits;
    if (!limits->is_to_be_counted && limits->nodes > g->nodes.count)
        walk_far(g, limits);
    first.nodes = limits->nodes / 2;
    while (expand_next(g, &first))
        continue;
    while (g->next < g->nodes.count && !is_full(g, limits) && !token_game_is_broken(g->game)) {
        uint32_t end = 0;
        for (uint64_t n = 1 + token_game_random(g->game, 8); n > 0; n--)
            end = walk(g, end, limits);
        explore(g, end, 200, limits);
        explore(g, (uint32_t)token_game_random(g->game, g->nodes.count), 20, limits);
        expand_next(g, limits);
    }
    return g->next < g->nodes.count || token_game_is_broken(g->game);
}

// ---- Looking at it --------------------------------------------------------------------------------------------------

size_t partial_graph_size(const struct partial_graph *g)
{
    return g->nodes.count;
}

const struct graph_node *partial_graph_node(const struct partial_graph *g, size_t node)
{
    return &g->nodes.at[node];
}

const uint32_t *partial_graph_successors(const struct partial_graph *g, size_t node)
{
    return g->successors.at + g->nodes.at[node].first;
}

bool partial_graph_count(const struct partial_graph *g, mpz_t states, mpz_t arcs, int64_t *most)
{
    bool is_exact = g->counts;
    *most = 0;
    mpz_set_ui(states, 0);
    mpz_set_ui(arcs, 0);
    for (size_t i = 0; i < g->nodes.count; i++) {
        const struct graph_node *n = &g->nodes.at[i];
        const uint64_t *at = &g->words.at[n->marking];
        int64_t tokens = 0;
        for (size_t p = 0; p < g->net->places.count; p++)
            for (uint64_t count = *at++; count > 0; count--, at += 2)
                tokens += (int64_t)at[1];
        *most = tokens > *most ? tokens : *most;
        is_exact = is_exact && n->is_exact && n->is_expanded;
        mpz_add(states, states, n->orbit);
        mpz_addmul(arcs, n->orbit, n->arcs);
    }
    return is_exact;
}

enum walk_truth partial_graph_condition(const struct partial_graph *g, size_t node, const struct mcc_formula *f)
{
    if (f->op == MCC_TRUE || f->op == MCC_FALSE)
        return f->op == MCC_TRUE ? WALK_TRUE : WALK_FALSE;
    for (size_t i = 0; i < g->condition_count; i++)
        if (g->conditions[i] == f)
            return (enum walk_truth)g->truths.at[node * g->condition_count + i];
    return WALK_UNKNOWN;
}

// ---- Opening --------------------------------------------------------------------------------------------------------

struct partial_graph *partial_graph_open(const struct net *net, struct token_game *game,
                                         const struct mcc_formula *const *conditions, size_t condition_count,
                                         bool is_plain, struct mem *mem)
{
    struct partial_graph *g = mem_zalloc(mem, sizeof *g);
    *g = (struct partial_graph){.net = net, .mem = mem, .game = game};
    g->conditions = conditions;
    g->condition_count = condition_count;
    g->is_plain = is_plain;
    g->counts = condition_count == 0;
    colour_symmetry_find(&g->symmetry, net, mem);
    g->canonical = canonical_marking_open(net, &g->symmetry, mem);
    if (!g->counts)
        canonical_marking_skip_orbits(g->canonical);
    mpz_inits(g->ways_here, g->product, NULL);
    token_game_reset(game);
    find_current(g);
    return g;
}

void partial_graph_close(struct partial_graph *g)
{
    for (size_t i = 0; i < g->nodes.count; i++)
        mpz_clears(g->nodes.at[i].orbit, g->nodes.at[i].arcs, NULL);
    mpz_clears(g->ways_here, g->product, NULL);
    canonical_marking_close(g->canonical);
    mem_free(g->mem, g->heads, g->head_count * sizeof *g->heads);
    colour_symmetry_close(&g->symmetry);
    array_free(g->mem, &g->nodes);
    array_free(g->mem, &g->words);
    array_free(g->mem, &g->successors);
    array_free(g->mem, &g->truths);
    array_free(g->mem, &g->marking);
    array_free(g->mem, &g->ways);
    array_free(g->mem, &g->values);
    array_free(g->mem, &g->fresh);
    mem_free(g->mem, g, sizeof *g);
}
