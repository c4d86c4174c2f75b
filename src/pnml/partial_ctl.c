// Branching time on a part of a reachability graph, with three values (partial_graph.h). Where paths end, AX is true
// and EX is false, and the last marking decides what is asked of the whole path.
//
// Both decided values are fixpoints of their own, found by going back along the edges.
#include <string.h>

#include "pnml/partial_graph.h"

struct checking {
    const struct partial_graph *graph;
    struct mem *mem;
    size_t count;
    size_t *starts;    // by node: its incoming edges among the sources
    uint32_t *sources; // the nodes that they come from
    ARRAY(uint32_t) queue;
};

typedef uint8_t *truths; // by node: enum walk_truth

static truths evaluate(struct checking *, const struct mcc_formula *);

static truths all_of(struct checking *c, enum walk_truth truth)
{
    truths t = mem_alloc(c->mem, c->count);
    memset(t, truth, c->count);
    return t;
}

static void negate(struct checking *c, truths t)
{
    for (size_t i = 0; i < c->count; i++)
        t[i] = t[i] == WALK_UNKNOWN ? WALK_UNKNOWN : t[i] == WALK_TRUE ? WALK_FALSE : WALK_TRUE;
}

static void join(struct checking *c, bool is_and, truths a, const uint8_t *b)
{
    enum walk_truth decides = is_and ? WALK_FALSE : WALK_TRUE;
    for (size_t i = 0; i < c->count; i++)
        a[i] = (uint8_t)(a[i] == decides || b[i] == decides             ? decides
                         : a[i] == WALK_UNKNOWN || b[i] == WALK_UNKNOWN ? WALK_UNKNOWN
                                                                        : a[i]);
}

static size_t successors_with(struct checking *c, size_t node, const uint8_t *t, uint8_t truth)
{
    const uint32_t *next = partial_graph_successors(c->graph, node);
    size_t found = 0;
    for (uint32_t i = 0; i < partial_graph_node(c->graph, node)->count; i++)
        found += t[next[i]] == truth;
    return found;
}

// EX f
static truths some_next(struct checking *c, const uint8_t *f)
{
    truths t = all_of(c, WALK_UNKNOWN);
    for (size_t i = 0; i < c->count; i++) {
        const struct graph_node *n = partial_graph_node(c->graph, i);
        if (successors_with(c, i, f, WALK_TRUE) > 0)
            t[i] = WALK_TRUE;
        else if (n->is_expanded && successors_with(c, i, f, WALK_FALSE) == n->count)
            t[i] = WALK_FALSE;
    }
    return t;
}

static bool is_dead(struct checking *c, size_t node)
{
    const struct graph_node *n = partial_graph_node(c->graph, node);
    return n->is_expanded && n->count == 0;
}

// Where what is in the set may be come to: the nodes that are not in it, may be passed, and lead into it by some edge,
// or by all, get into it, and so on. `left` is the number of edges that must lead into it yet; 0 is never reached.
static void spread(struct checking *c, truths set, const uint8_t *passed, uint32_t *left)
{
    c->queue.count = 0;
    for (uint32_t i = 0; i < c->count; i++)
        if (set[i])
            array_push(c->mem, &c->queue, i);
    for (size_t k = 0; k < c->queue.count; k++) {
        uint32_t to = c->queue.at[k];
        for (size_t e = c->starts[to]; e < c->starts[to + 1]; e++) {
            uint32_t from = c->sources[e];
            if (set[from] || !passed[from] || left[from] == 0 || --left[from] > 0)
                continue;
            set[from] = true;
            array_push(c->mem, &c->queue, from);
        }
    }
}

// [a U b] on some path, or on all. It is true in the least set of nodes with b, or with a and edges into the set. It
// may be true in the least set of nodes where b may, or where a may be and edges that may be there may lead into it.
static truths until(struct checking *c, const uint8_t *a, const uint8_t *b, bool is_all)
{
    truths yes = all_of(c, 0), maybe = all_of(c, 0), passed = all_of(c, 0);
    uint32_t *left = mem_alloc(c->mem, c->count * sizeof *left);
    for (size_t i = 0; i < c->count; i++) {
        const struct graph_node *n = partial_graph_node(c->graph, i);
        yes[i] = b[i] == WALK_TRUE;
        passed[i] = a[i] == WALK_TRUE && (!is_all || n->is_expanded);
        left[i] = is_all ? n->count : 1;
    }
    spread(c, yes, passed, left);
    for (size_t i = 0; i < c->count; i++) {
        const struct graph_node *n = partial_graph_node(c->graph, i);
        passed[i] = a[i] != WALK_FALSE && !is_dead(c, i);
        maybe[i] = b[i] != WALK_FALSE || (passed[i] && !n->is_expanded && (!is_all || n->count == 0));
        left[i] = is_all ? n->count : 1;
    }
    spread(c, maybe, passed, left);
    for (size_t i = 0; i < c->count; i++)
        yes[i] = yes[i] ? WALK_TRUE : maybe[i] ? WALK_UNKNOWN : WALK_FALSE;
    mem_free(c->mem, left, c->count * sizeof *left);
    mem_free(c->mem, passed, c->count);
    mem_free(c->mem, maybe, c->count);
    return yes;
}

static truths evaluate_quantified(struct checking *c, const struct mcc_formula *f)
{
    const struct mcc_formula *path = f->operands[0];
    bool is_all = f->op == MCC_A;
    truths a = evaluate(c, path->operands[0]), t;
    if (path->op == MCC_X) {
        if (is_all)
            negate(c, a);
        t = some_next(c, a);
        if (is_all)
            negate(c, t);
    } else if (path->op == MCC_U) {
        truths b = evaluate(c, path->operands[1]);
        t = until(c, a, b, is_all);
        mem_free(c->mem, b, c->count);
    } else {
        truths true_everywhere = all_of(c, WALK_TRUE);
        bool is_globally = path->op == MCC_G; // the opposite of F of the opposite, on the other kind of paths
        if (is_globally)
            negate(c, a);
        t = until(c, true_everywhere, a, is_all != is_globally);
        if (is_globally)
            negate(c, t);
        mem_free(c->mem, true_everywhere, c->count);
    }
    mem_free(c->mem, a, c->count);
    return t;
}

static truths evaluate(struct checking *c, const struct mcc_formula *f)
{
    if (mcc_is_state_formula(f)) {
        truths t = all_of(c, WALK_UNKNOWN);
        for (size_t i = 0; i < c->count; i++)
            t[i] = (uint8_t)partial_graph_condition(c->graph, i, f);
        return t;
    }
    if (f->op == MCC_A || f->op == MCC_E)
        return evaluate_quantified(c, f);
    truths a = evaluate(c, f->operands[0]);
    if (f->op == MCC_NOT)
        negate(c, a);
    else {
        truths b = evaluate(c, f->operands[1]);
        join(c, f->op == MCC_AND, a, b);
        mem_free(c->mem, b, c->count);
    }
    return a;
}

// The edges, by where they lead to.
static void turn_edges(struct checking *c)
{
    c->starts = mem_zalloc(c->mem, (c->count + 2) * sizeof *c->starts);
    for (size_t i = 0; i < c->count; i++)
        for (uint32_t k = 0; k < partial_graph_node(c->graph, i)->count; k++)
            c->starts[partial_graph_successors(c->graph, i)[k] + 2]++;
    for (size_t i = 0; i <= c->count; i++)
        c->starts[i + 1] += c->starts[i];
    c->sources = mem_alloc(c->mem, (c->starts[c->count + 1] + 1) * sizeof *c->sources);
    for (size_t i = 0; i < c->count; i++)
        for (uint32_t k = 0; k < partial_graph_node(c->graph, i)->count; k++)
            c->sources[c->starts[partial_graph_successors(c->graph, i)[k] + 1]++] = (uint32_t)i;
}

enum walk_truth partial_graph_check(const struct partial_graph *g, const struct mcc_formula *f, struct mem *mem)
{
    struct checking c = {.graph = g, .mem = mem, .count = partial_graph_size(g)};
    turn_edges(&c);
    truths t = evaluate(&c, f);
    enum walk_truth truth = (enum walk_truth)t[0];
    mem_free(mem, t, c.count);
    mem_free(mem, c.sources, (c.starts[c.count] + 1) * sizeof *c.sources);
    mem_free(mem, c.starts, (c.count + 2) * sizeof *c.starts);
    array_free(mem, &c.queue);
    return truth;
}
