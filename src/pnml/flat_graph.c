#include "pnml/flat_graph.h"

#include <string.h>

#include "base/hash.h"
#include "pnml/flat_graph_parts.h"

enum { WALK_NODES = 200, MOST_TOKENS = 2000000000 };

// ---- Events ---------------------------------------------------------------------------------------------------------

static bool is_enabled(const struct flat_graph *g, const struct flat_event *e, const uint32_t *tokens)
{
    const struct flat_change *c = &g->net->changes.at[e->change];
    for (size_t k = 0; k < e->change_count; k++)
        if (tokens[c[k].place] < (uint32_t)c[k].need)
            return false;
    return true;
}

// It stands for firings of all colours that are not together, which may be possible or not (flat_net.h).
static bool is_doubtful(const struct flat_graph *g, const struct flat_event *e)
{
    for (size_t k = 0; g->net->has_whole && k < e->change_count; k++)
        if (g->net->changes.at[e->change + k].place == g->net->whole && g->net->changes.at[e->change + k].delta < 0)
            return true;
    return false;
}

// ---- Nodes ----------------------------------------------------------------------------------------------------------

static size_t slot_of(const struct flat_graph *g, const uint32_t *tokens)
{
    size_t at = hash_bytes(0, tokens, g->places * sizeof *tokens) & (g->slots - 1);
    for (; g->table[at]; at = (at + 1) & (g->slots - 1))
        if (g->places == 0 || memcmp(flat_graph_tokens(g, g->table[at] - 1), tokens, g->places * sizeof *tokens) == 0)
            break;
    return at;
}

static void grow_table(struct flat_graph *g)
{
    if (g->table)
        mem_free(g->mem, g->table, g->slots * sizeof *g->table);
    g->slots = g->slots ? 2 * g->slots : 1024;
    g->table = mem_zalloc(g->mem, g->slots * sizeof *g->table);
    for (uint32_t i = 0; i < g->nodes.count; i++)
        g->table[slot_of(g, flat_graph_tokens(g, i))] = i + 1;
}

// The node of the marking at hand.
static uint32_t find_node(struct flat_graph *g)
{
    if (2 * (g->nodes.count + 1) > g->slots)
        grow_table(g);
    size_t slot = slot_of(g, g->marking);
    if (g->table[slot])
        return g->table[slot] - 1;
    array_reserve(g->mem, &g->tokens, g->tokens.count + g->places);
    if (g->places > 0)
        memcpy(g->tokens.at + g->tokens.count, g->marking, g->places * sizeof *g->marking);
    g->tokens.count += g->places;
    array_push(g->mem, &g->nodes, ((struct flat_node){0}));
    for (size_t i = 0; i < g->mask_words; i++)
        array_push(g->mem, &g->masks, 0);
    g->table[slot] = (uint32_t)g->nodes.count;
    return (uint32_t)(g->nodes.count - 1);
}

// ---- Growing --------------------------------------------------------------------------------------------------------

static bool is_full(const struct flat_graph *g, const struct flat_graph_limits *limits)
{
    size_t words = g->tokens.count + g->successors.count + 2 * g->masks.count;
    if (mem_room(g->mem) / 4 < words * sizeof(uint32_t)) // arrays double, and are copied meanwhile
        return true;
    return g->nodes.count >= limits->nodes || words >= limits->words || limits->stop(limits->context);
}

static void add_successor(struct flat_graph *g, uint32_t node, uint32_t to)
{
    const struct flat_node *n = &g->nodes.at[node];
    if (n->count > 0 && g->successors.at[n->first + n->count - 1] == to) // as neighbouring events often do
        return;
    array_push(g->mem, &g->successors, to);
    g->nodes.at[node].count++;
}

// Puts what the event makes of a node at hand. False if some number is too large.
static bool fire(struct flat_graph *g, uint32_t node, const struct flat_event *e)
{
    if (g->places > 0)
        memcpy(g->marking, flat_graph_tokens(g, node), g->places * sizeof *g->marking);
    for (size_t k = 0; k < e->change_count; k++) {
        const struct flat_change *c = &g->net->changes.at[e->change + k];
        if (c->delta > 0 && g->marking[c->place] > (uint32_t)MOST_TOKENS - (uint32_t)c->delta)
            return false;
        g->marking[c->place] += (uint32_t)c->delta;
    }
    return true;
}

// Events that need a token of this place, or none of any place. False if some successor cannot be told.
static bool expand_place(struct flat_graph *g, uint32_t node, size_t place)
{
    bool is_whole = true;
    for (uint32_t k = g->place_starts[place]; k < g->place_starts[place + 1]; k++) {
        const struct flat_event *e = &g->net->events.at[g->place_events[k]];
        if (!is_enabled(g, e, flat_graph_tokens(g, node)))
            continue;
        g->masks.at[node * g->mask_words + e->transition / 64] |= UINT64_C(1) << e->transition % 64;
        if (is_doubtful(g, e) || !fire(g, node, e))
            is_whole = false;
        else
            add_successor(g, node, find_node(g));
    }
    return is_whole;
}

static void expand(struct flat_graph *g, uint32_t node)
{
    bool is_whole = true;
    g->nodes.at[node].first = g->successors.count;
    for (size_t p = 0; p <= g->places; p++)
        if (p == g->places || flat_graph_tokens(g, node)[p] > 0)
            is_whole = expand_place(g, node, p) && is_whole;
    g->nodes.at[node].is_tried = true;
    g->nodes.at[node].is_expanded = is_whole;
}

static uint64_t any_of(struct flat_graph *g, uint64_t count)
{
    g->random = hash_mix(g->random + UINT64_C(0x9e3779b97f4a7c15));
    return g->random % count;
}

// Nodes that are not tried are liked best. False if there is nothing new on the way.
static bool walk(struct flat_graph *g, uint32_t from, const struct flat_graph_limits *limits)
{
    size_t before = g->nodes.count;
    for (int step = 0; step < WALK_NODES && !is_full(g, limits); step++) {
        if (!g->nodes.at[from].is_tried)
            expand(g, from);
        const struct flat_node *n = &g->nodes.at[from];
        if (n->count == 0)
            break;
        uint32_t start = (uint32_t)any_of(g, n->count), to = g->successors.at[n->first + start];
        for (uint32_t i = 0; i < n->count && i < 8 && g->nodes.at[to].is_tried; i++)
            to = g->successors.at[n->first + (start + i) % n->count];
        from = to;
    }
    return g->nodes.count > before;
}

static void expand_next(struct flat_graph *g, size_t nodes, const struct flat_graph_limits *limits)
{
    struct flat_graph_limits part = *limits;
    part.nodes = nodes < limits->nodes ? nodes : limits->nodes;
    for (; g->next < g->nodes.count && !is_full(g, &part); g->next++)
        if (!g->nodes.at[g->next].is_tried)
            expand(g, (uint32_t)g->next);
}

bool flat_graph_grow(struct flat_graph *g, const struct flat_graph_limits *limits)
{
    enum { WALKS = 8, BREADTH = 64 };
    flat_graph_forget_edges(g);
    for (int i = 0; i < WALKS; i++)
        walk(g, 0, limits);
    expand_next(g, g->nodes.count + (limits->nodes - g->nodes.count) / 2, limits);
    while (g->next < g->nodes.count && !is_full(g, limits)) {
        walk(g, (uint32_t)any_of(g, g->nodes.count), limits);
        walk(g, 0, limits);
        expand_next(g, g->nodes.count + BREADTH, limits);
    }
    return g->next < g->nodes.count;
}

size_t flat_graph_size(const struct flat_graph *g)
{
    return g->nodes.count;
}

// ---- Conditions -----------------------------------------------------------------------------------------------------

static void find_weights(struct flat_graph *g, const struct mcc_sum *left, const struct mcc_sum *right,
                         struct flat_weights *w)
{
    int64_t *by_place = mem_alloc(g->mem, (g->places + 1) * sizeof *by_place);
    w->at = mem_alloc(g->mem, (g->places + 1) * sizeof *w->at);
    w->count = 0;
    w->constant = flat_net_weigh(g->net, left, right, by_place);
    for (uint32_t i = 0; i < g->places; i++)
        if (by_place[i] != 0)
            w->at[w->count++] = (struct flat_weight){i, by_place[i]};
    mem_free(g->mem, by_place, (g->places + 1) * sizeof *by_place);
}

static int64_t weigh(const struct flat_weights *w, const uint32_t *tokens)
{
    int64_t all = w->constant;
    for (size_t i = 0; i < w->count; i++)
        all += w->at[i].weight * (int64_t)tokens[w->at[i].place];
    return all;
}

static const struct flat_weights *weights_of(struct flat_graph *g, const struct mcc_formula *f)
{
    for (size_t i = 0; i < g->weights.count; i++)
        if (g->weights.at[i].of == f)
            return &g->weights.at[i];
    struct flat_weights w = {.of = f};
    find_weights(g, &f->left, &f->right, &w);
    array_push(g->mem, &g->weights, w);
    return &array_last(&g->weights);
}

// What stands for firings that may be possible is looked at as such; so is what is not expanded.
static enum walk_truth some_event_enabled(const struct flat_graph *g, const uint32_t *tokens, uint32_t transition)
{
    enum walk_truth truth = WALK_FALSE;
    for (uint32_t k = g->starts[transition]; k < g->starts[transition + 1]; k++) {
        const struct flat_event *e = &g->net->events.at[g->events[k]];
        if (!is_enabled(g, e, tokens))
            continue;
        if (!is_doubtful(g, e))
            return WALK_TRUE;
        truth = WALK_UNKNOWN;
    }
    return truth;
}

static enum walk_truth some_enabled(const struct flat_graph *g, uint32_t node, const uint32_t *transitions,
                                    size_t count)
{
    const uint64_t *mask = g->masks.at + node * g->mask_words;
    enum walk_truth truth = WALK_FALSE;
    for (size_t i = 0; i < count; i++) {
        uint32_t t = transitions ? transitions[i] : (uint32_t)i;
        enum walk_truth one = g->nodes.at[node].is_expanded ? (mask[t / 64] >> t % 64 & 1 ? WALK_TRUE : WALK_FALSE)
                                                            : some_event_enabled(g, flat_graph_tokens(g, node), t);
        if (one == WALK_TRUE)
            return one;
        truth = one == WALK_UNKNOWN ? one : truth;
    }
    return truth;
}

static enum walk_truth opposite(enum walk_truth truth)
{
    return truth == WALK_UNKNOWN ? truth : truth == WALK_TRUE ? WALK_FALSE : WALK_TRUE;
}

enum walk_truth flat_graph_condition(struct flat_graph *g, uint32_t node, const struct mcc_formula *f)
{
    switch (f->op) {
    case MCC_TRUE:
        return WALK_TRUE;
    case MCC_FALSE:
        return WALK_FALSE;
    case MCC_LE:
        return weigh(weights_of(g, f), flat_graph_tokens(g, node)) <= 0 ? WALK_TRUE : WALK_FALSE;
    case MCC_FIREABLE:
        return some_enabled(g, node, f->transitions, f->transition_count);
    case MCC_DEADLOCK:
        return opposite(some_enabled(g, node, NULL, g->net->net->transitions.count));
    case MCC_NOT:
        return opposite(flat_graph_condition(g, node, f->operands[0]));
    case MCC_AND:
    case MCC_OR: {
        enum walk_truth decides = f->op == MCC_AND ? WALK_FALSE : WALK_TRUE;
        enum walk_truth first = flat_graph_condition(g, node, f->operands[0]);
        if (first == decides)
            return first;
        enum walk_truth second = flat_graph_condition(g, node, f->operands[1]);
        return second == decides || first != WALK_UNKNOWN ? second : first;
    }
    default:
        return WALK_UNKNOWN;
    }
}

int64_t flat_graph_most(struct flat_graph *g, const struct mcc_sum *sum)
{
    const struct mcc_sum nothing = {0};
    struct flat_weights w;
    int64_t most = INT64_MIN;
    find_weights(g, sum, &nothing, &w);
    for (size_t n = 0; n < g->nodes.count; n++) {
        int64_t all = weigh(&w, flat_graph_tokens(g, n));
        most = all > most ? all : most;
    }
    mem_free(g->mem, w.at, (g->places + 1) * sizeof *w.at);
    return most;
}

// ---- Linear time ----------------------------------------------------------------------------------------------------

static struct graph_edges edges_of(void *graph, uint32_t node)
{
    const struct flat_graph *g = graph;
    const struct flat_node *n = &g->nodes.at[node];
    return (struct graph_edges){g->successors.at + n->first, n->count, n->is_expanded};
}

static enum walk_truth condition_of(void *graph, uint32_t node, const struct mcc_formula *f)
{
    return flat_graph_condition(graph, node, f);
}

enum walk_truth flat_graph_check_ltl(struct flat_graph *g, const struct mcc_formula *f, size_t states,
                                     bool (*stop)(void *context), void *context)
{
    const struct graph_view view = {g, edges_of, condition_of};
    return graph_view_check_ltl(&view, f, states, stop, context, g->mem);
}

// ---- Predecessors ---------------------------------------------------------------------------------------------------

void flat_graph_forget_edges(struct flat_graph *g)
{
    if (!g->before_starts)
        return;
    mem_free(g->mem, g->before, (g->before_starts[g->turned] + 1) * sizeof *g->before);
    mem_free(g->mem, g->before_starts, (g->turned + 2) * sizeof *g->before_starts);
    g->before_starts = NULL;
    g->before = NULL;
}

void flat_graph_turn_edges(struct flat_graph *g)
{
    size_t count = g->nodes.count;
    if (g->before_starts && g->turned == count)
        return;
    flat_graph_forget_edges(g);
    size_t *starts = mem_zalloc(g->mem, (count + 2) * sizeof *starts);
    for (size_t i = 0; i < count; i++)
        for (uint32_t k = 0; k < g->nodes.at[i].count; k++)
            starts[g->successors.at[g->nodes.at[i].first + k] + 2]++;
    for (size_t i = 2; i < count + 2; i++)
        starts[i] += starts[i - 1];
    g->before = mem_alloc(g->mem, (starts[count + 1] + 1) * sizeof *g->before);
    for (size_t i = 0; i < count; i++)
        for (uint32_t k = 0; k < g->nodes.at[i].count; k++)
            g->before[starts[g->successors.at[g->nodes.at[i].first + k] + 1]++] = (uint32_t)i;
    g->before_starts = starts;
    g->turned = count;
}

// ---- Opening --------------------------------------------------------------------------------------------------------

static void sort_events(struct flat_graph *g)
{
    size_t transitions = g->net->net->transitions.count;
    g->starts = mem_zalloc(g->mem, (transitions + 2) * sizeof *g->starts);
    g->events = mem_alloc(g->mem, (g->net->events.count + 1) * sizeof *g->events);
    for (size_t i = 0; i < g->net->events.count; i++)
        g->starts[g->net->events.at[i].transition + 2]++;
    for (size_t i = 2; i < transitions + 2; i++)
        g->starts[i] += g->starts[i - 1];
    for (size_t i = 0; i < g->net->events.count; i++)
        g->events[g->starts[g->net->events.at[i].transition + 1]++] = (uint32_t)i;
}

// The place that fewest events need of those that it needs itself; behind all places if it needs none.
static size_t place_of(const struct flat_graph *g, const struct flat_event *e, const uint32_t *needed)
{
    size_t place = g->places;
    for (size_t k = 0; k < e->change_count; k++) {
        const struct flat_change *c = &g->net->changes.at[e->change + k];
        if (c->need > 0 && (place == g->places || needed[c->place] < needed[place]))
            place = c->place;
    }
    return place;
}

static void sort_events_by_place(struct flat_graph *g)
{
    size_t events = g->net->events.count;
    uint32_t *needed = mem_zalloc(g->mem, (g->places + 1) * sizeof *needed);
    g->place_starts = mem_zalloc(g->mem, (g->places + 3) * sizeof *g->place_starts);
    g->place_events = mem_alloc(g->mem, (events + 1) * sizeof *g->place_events);
    for (size_t i = 0; i < g->net->changes.count; i++)
        needed[g->net->changes.at[i].place] += g->net->changes.at[i].need > 0;
    for (size_t i = 0; i < events; i++)
        g->place_starts[place_of(g, &g->net->events.at[i], needed) + 2]++;
    for (size_t i = 2; i < g->places + 3; i++)
        g->place_starts[i] += g->place_starts[i - 1];
    for (size_t i = 0; i < events; i++)
        g->place_events[g->place_starts[place_of(g, &g->net->events.at[i], needed) + 1]++] = (uint32_t)i;
    mem_free(g->mem, needed, (g->places + 1) * sizeof *needed);
}

struct flat_graph *flat_graph_open(const struct flat_net *net, struct mem *mem)
{
    struct flat_graph *g = mem_zalloc(mem, sizeof *g);
    *g = (struct flat_graph){.net = net, .mem = mem, .places = net->places.count};
    g->mask_words = (net->net->transitions.count + 63) / 64;
    g->marking = mem_alloc(mem, (g->places + 1) * sizeof *g->marking);
    for (size_t i = 0; i < g->places; i++)
        g->marking[i] = net->places.at[i].initial;
    sort_events(g);
    sort_events_by_place(g);
    find_node(g);
    return g;
}

void flat_graph_close(struct flat_graph *g)
{
    for (size_t i = 0; i < g->weights.count; i++)
        mem_free(g->mem, g->weights.at[i].at, (g->places + 1) * sizeof *g->weights.at[i].at);
    array_free(g->mem, &g->weights);
    array_free(g->mem, &g->nodes);
    array_free(g->mem, &g->tokens);
    array_free(g->mem, &g->successors);
    array_free(g->mem, &g->masks);
    flat_graph_forget_edges(g);
    mem_free(g->mem, g->table, g->slots * sizeof *g->table);
    mem_free(g->mem, g->starts, (g->net->net->transitions.count + 2) * sizeof *g->starts);
    mem_free(g->mem, g->events, (g->net->events.count + 1) * sizeof *g->events);
    mem_free(g->mem, g->place_starts, (g->places + 3) * sizeof *g->place_starts);
    mem_free(g->mem, g->place_events, (g->net->events.count + 1) * sizeof *g->place_events);
    mem_free(g->mem, g->marking, (g->places + 1) * sizeof *g->marking);
    mem_free(g->mem, g, sizeof *g);
}
