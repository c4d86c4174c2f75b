// Branching time on a part of the reachability graph of a flat net (flat_graph.h): for each formula, the nodes where it
// is true in any case, and those where it may be true. What is not expanded may lead anywhere, or end nowhere.
// Fixpoints are found by going through all nodes again and again: last nodes first, which come after those that lead to
// them.
#include <string.h>

#include "pnml/flat_graph_parts.h"

enum { NODES_BETWEEN_LOOKS = 4096 }; // at the clock

struct both { // by node
    uint8_t *surely, *maybe;
};

struct deciding {
    struct flat_graph *graph;
    struct mem *mem;
    size_t count;
    bool (*stop)(void *context);
    void *context;
    bool is_over;
    ARRAY(uint32_t) queue; // of nodes to look at
};

static struct both open_both(const struct deciding *d)
{
    return (struct both){mem_zalloc(d->mem, d->count), mem_zalloc(d->mem, d->count)};
}

static void close_both(const struct deciding *d, struct both b)
{
    mem_free(d->mem, b.surely, d->count);
    mem_free(d->mem, b.maybe, d->count);
}

static void negate(const struct deciding *d, struct both b)
{
    for (size_t i = 0; i < d->count; i++) {
        uint8_t surely = b.surely[i];
        b.surely[i] = !b.maybe[i];
        b.maybe[i] = !surely;
    }
}

static void join(const struct deciding *d, bool is_and, struct both a, struct both b)
{
    for (size_t i = 0; i < d->count; i++) {
        a.surely[i] = is_and ? a.surely[i] && b.surely[i] : a.surely[i] || b.surely[i];
        a.maybe[i] = is_and ? a.maybe[i] && b.maybe[i] : a.maybe[i] || b.maybe[i];
    }
}

static bool leads_into(const struct deciding *d, size_t node, const uint8_t *set)
{
    const struct flat_node *n = &d->graph->nodes.at[node];
    const uint32_t *to = d->graph->successors.at + n->first;
    for (uint32_t k = 0; k < n->count; k++)
        if (set[to[k]])
            return true;
    return false;
}

static bool is_expanded(const struct deciding *d, size_t node)
{
    return d->graph->nodes.at[node].is_expanded;
}

static bool is_dead(const struct deciding *d, size_t node)
{
    return is_expanded(d, node) && d->graph->nodes.at[node].count == 0;
}

static void look_at_clock(struct deciding *d, size_t work)
{
    if (work % NODES_BETWEEN_LOOKS == 0 && d->stop(d->context))
        d->is_over = true;
}

// Those that are in the set, or are not.
static void push_predecessors(struct deciding *d, uint32_t node, const uint8_t *set, bool is_in)
{
    const struct flat_graph *g = d->graph;
    for (size_t k = g->before_starts[node]; k < g->before_starts[node + 1]; k++)
        if (set[g->before[k]] == is_in)
            array_push(d->mem, &d->queue, g->before[k]);
}

// The least set with all of `set` and what is in `passed` and leads into it.
static void reach_back(struct deciding *d, uint8_t *set, const uint8_t *passed)
{
    d->queue.count = 0;
    for (uint32_t i = 0; i < d->count; i++)
        if (set[i])
            push_predecessors(d, i, set, false);
    for (size_t work = 0; d->queue.count > 0 && !d->is_over; look_at_clock(d, ++work)) {
        uint32_t node = array_pop(&d->queue);
        if (set[node] || !passed[node])
            continue;
        set[node] = true;
        push_predecessors(d, node, set, false);
    }
}

// The largest part of the set each of whose nodes is one of `ends`, or leads into the set.
static void stay(struct deciding *d, uint8_t *set, const uint8_t *ends)
{
    d->queue.count = 0;
    for (uint32_t i = 0; i < d->count; i++)
        if (set[i])
            array_push(d->mem, &d->queue, i);
    for (size_t work = 0; d->queue.count > 0 && !d->is_over; look_at_clock(d, ++work)) {
        uint32_t node = array_pop(&d->queue);
        if (!set[node] || ends[node] || leads_into(d, node, set))
            continue;
        set[node] = false;
        push_predecessors(d, node, set, true);
    }
}

static struct both some_next(const struct deciding *d, struct both f)
{
    struct both to = open_both(d);
    for (size_t i = 0; i < d->count; i++) {
        to.surely[i] = leads_into(d, i, f.surely);
        to.maybe[i] = !is_expanded(d, i) || leads_into(d, i, f.maybe);
    }
    return to;
}

// E[f U g], from g.
static void some_until(struct deciding *d, struct both f, struct both g)
{
    reach_back(d, g.surely, f.surely);
    for (size_t i = 0; i < d->count; i++)
        g.maybe[i] |= f.maybe[i] && !is_expanded(d, i);
    reach_back(d, g.maybe, f.maybe);
}

// EG f, from f. A path ends where nothing can fire.
static void some_always(struct deciding *d, struct both f)
{
    uint8_t *ends = mem_alloc(d->mem, d->count);
    for (size_t i = 0; i < d->count; i++)
        ends[i] = is_dead(d, i);
    stay(d, f.surely, ends);
    for (size_t i = 0; i < d->count; i++)
        ends[i] |= !is_expanded(d, i);
    stay(d, f.maybe, ends);
    mem_free(d->mem, ends, d->count);
}

static struct both satisfy(struct deciding *, const struct mcc_formula *);

static struct both everywhere(const struct deciding *d)
{
    struct both all = open_both(d);
    memset(all.surely, 1, d->count);
    memset(all.maybe, 1, d->count);
    return all;
}

// A[f U g] is false where some path never has g, or neither of them before it.
static struct both all_until(struct deciding *d, struct both f, struct both g)
{
    struct both without = open_both(d), neither = open_both(d);
    negate(d, f);
    negate(d, g);
    memcpy(without.surely, g.surely, d->count);
    memcpy(without.maybe, g.maybe, d->count);
    join(d, true, f, g);
    memcpy(neither.surely, f.surely, d->count);
    memcpy(neither.maybe, f.maybe, d->count);
    some_until(d, g, neither);
    some_always(d, without);
    join(d, false, without, neither);
    negate(d, without);
    close_both(d, neither);
    return without;
}

static struct both quantified(struct deciding *d, const struct mcc_formula *path, bool is_all)
{
    struct both f = satisfy(d, path->operands[0]), other, result;
    bool is_turned = is_all; // the opposite of E with the opposite
    switch (path->op) {
    case MCC_X:
        if (is_all)
            negate(d, f);
        result = some_next(d, f);
        close_both(d, f);
        break;
    case MCC_F:
    case MCC_G:
        if (is_all)
            negate(d, f);
        result = f;
        if ((path->op == MCC_F) != is_all) {
            other = everywhere(d);
            some_until(d, other, result);
            close_both(d, other);
        } else
            some_always(d, result);
        break;
    default:
        other = satisfy(d, path->operands[1]);
        is_turned = false;
        result = is_all ? all_until(d, f, other) : other;
        if (is_all)
            close_both(d, other);
        else
            some_until(d, f, result);
        close_both(d, f);
    }
    if (is_turned)
        negate(d, result);
    return result;
}

static struct both satisfy(struct deciding *d, const struct mcc_formula *f)
{
    if (mcc_is_state_formula(f)) {
        struct both b = open_both(d);
        for (uint32_t i = 0; i < d->count && !d->is_over; i++) {
            if (i % NODES_BETWEEN_LOOKS == 0)
                d->is_over = d->stop(d->context);
            enum walk_truth truth = flat_graph_condition(d->graph, i, f);
            b.surely[i] = truth == WALK_TRUE;
            b.maybe[i] = truth != WALK_FALSE;
        }
        return b;
    }
    if (f->op == MCC_A || f->op == MCC_E)
        return quantified(d, f->operands[0], f->op == MCC_A);
    struct both a = satisfy(d, f->operands[0]);
    if (f->op == MCC_NOT)
        negate(d, a);
    else {
        struct both b = satisfy(d, f->operands[1]);
        join(d, f->op == MCC_AND, a, b);
        close_both(d, b);
    }
    return a;
}

enum walk_truth flat_graph_check(struct flat_graph *g, const struct mcc_formula *f, bool (*stop)(void *context),
                                 void *context)
{
    struct deciding d = {.graph = g, .mem = g->mem, .count = g->nodes.count, .stop = stop, .context = context};
    flat_graph_turn_edges(g);
    struct both b = satisfy(&d, f);
    enum walk_truth truth = b.surely[0] ? WALK_TRUE : !b.maybe[0] ? WALK_FALSE : WALK_UNKNOWN;
    close_both(&d, b);
    array_free(g->mem, &d.queue);
    return d.is_over ? WALK_UNKNOWN : truth;
}
