// Branching time on a part of a reachability graph, with three values (partial_graph.h). Where paths end, AX is true
// and EX is false, and the last marking decides what is asked of the whole path.
//
// Both decided values are fixpoints of their own: E [a U b] is true on the least set of markings with b, or with a and
// a successor in the set; false on the greatest set of markings without b that have no a, or are expanded and have all
// their successors in the set. A [a U b] likewise, with "some" and "all" exchanged.
#include <string.h>

#include "pnml/partial_graph.h"

struct checking {
    const struct partial_graph *graph;
    struct mem *mem;
    size_t count;
};

typedef uint8_t *truths; // by node: enum walk_truth

static truths evaluate(const struct checking *, const struct mcc_formula *);

static truths all_of(const struct checking *c, enum walk_truth truth)
{
    truths t = mem_alloc(c->mem, c->count);
    memset(t, truth, c->count);
    return t;
}

static void negate(const struct checking *c, truths t)
{
    for (size_t i = 0; i < c->count; i++)
        t[i] = t[i] == WALK_UNKNOWN ? WALK_UNKNOWN : t[i] == WALK_TRUE ? WALK_FALSE : WALK_TRUE;
}

static void join(const struct checking *c, bool is_and, truths a, const uint8_t *b)
{
    enum walk_truth decides = is_and ? WALK_FALSE : WALK_TRUE;
    for (size_t i = 0; i < c->count; i++)
        a[i] = (uint8_t)(a[i] == decides || b[i] == decides             ? decides
                         : a[i] == WALK_UNKNOWN || b[i] == WALK_UNKNOWN ? WALK_UNKNOWN
                                                                        : a[i]);
}

static size_t successors_with(const struct checking *c, size_t node, const uint8_t *t, uint8_t truth)
{
    const uint32_t *next = partial_graph_successors(c->graph, node);
    size_t found = 0;
    for (uint32_t i = 0; i < partial_graph_node(c->graph, node)->count; i++)
        found += t[next[i]] == truth;
    return found;
}

// EX f
static truths some_next(const struct checking *c, const uint8_t *f)
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

// Some, or all, successors are in the set; of all, there must be one, and none that is not known.
static bool leads_into(const struct checking *c, size_t node, const uint8_t *set, bool is_all)
{
    const struct graph_node *n = partial_graph_node(c->graph, node);
    size_t within = successors_with(c, node, set, 1);
    return is_all ? n->is_expanded && n->count > 0 && within == n->count : within > 0;
}

static bool is_dead(const struct checking *c, size_t node)
{
    const struct graph_node *n = partial_graph_node(c->graph, node);
    return n->is_expanded && n->count == 0;
}

// [a U b] on some path, or on all.
static truths until(const struct checking *c, const uint8_t *a, const uint8_t *b, bool is_all)
{
    truths yes = all_of(c, 0), no = all_of(c, 0);
    for (size_t i = 0; i < c->count; i++) {
        yes[i] = b[i] == WALK_TRUE;
        no[i] = b[i] == WALK_FALSE;
    }
    for (bool changes = true; changes;) {
        changes = false;
        for (size_t i = c->count; i-- > 0;)
            if (!yes[i] && a[i] == WALK_TRUE && leads_into(c, i, yes, is_all))
                yes[i] = changes = true;
    }
    for (bool changes = true; changes;) {
        changes = false;
        for (size_t i = c->count; i-- > 0;)
            if (no[i] && a[i] != WALK_FALSE && !is_dead(c, i) && !leads_into(c, i, no, !is_all)) {
                no[i] = false;
                changes = true;
            }
    }
    for (size_t i = 0; i < c->count; i++)
        yes[i] = yes[i] ? WALK_TRUE : no[i] ? WALK_FALSE : WALK_UNKNOWN;
    mem_free(c->mem, no, c->count);
    return yes;
}

static truths evaluate_quantified(const struct checking *c, const struct mcc_formula *f)
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

static truths evaluate(const struct checking *c, const struct mcc_formula *f)
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

enum walk_truth partial_graph_check(const struct partial_graph *g, const struct mcc_formula *f, struct mem *mem)
{
    struct checking c = {g, mem, partial_graph_size(g)};
    truths t = evaluate(&c, f);
    enum walk_truth truth = (enum walk_truth)t[0];
    mem_free(mem, t, c.count);
    return truth;
}
