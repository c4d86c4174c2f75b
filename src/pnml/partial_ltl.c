// Linear time on a part of a reachability graph (partial_graph.h): random lassos, and paths to deadlocks, which stay
// there. A formula is refuted by one on which it is false.
#include <string.h>

#include "base/hash.h"
#include "pnml/partial_graph.h"

enum { MOST_LENGTH = 1000 };

struct lasso {
    const struct partial_graph *graph;
    struct mem *mem;
    uint32_t nodes[MOST_LENGTH];
    size_t length, loop; // the last one is followed by that of `loop`
};

typedef uint8_t *truths; // by position: enum walk_truth

static uint8_t opposite(uint8_t t)
{
    return t == WALK_UNKNOWN ? WALK_UNKNOWN : t == WALK_TRUE ? WALK_FALSE : WALK_TRUE;
}

static uint8_t both(uint8_t a, uint8_t b)
{
    return a == WALK_FALSE || b == WALK_FALSE       ? WALK_FALSE
           : a == WALK_UNKNOWN || b == WALK_UNKNOWN ? WALK_UNKNOWN
                                                    : WALK_TRUE;
}

static uint8_t either(uint8_t a, uint8_t b)
{
    return opposite(both(opposite(a), opposite(b)));
}

// [a U b], from the end; twice around the loop, so that what is promised there is looked for in all of it.
static void until(const struct lasso *l, const uint8_t *a, const uint8_t *b, truths out)
{
    memset(out, WALK_FALSE, l->length);
    for (int around = 0; around < 2; around++)
        for (size_t i = l->length; i-- > (around ? 0 : l->loop);) {
            uint8_t next = out[i + 1 < l->length ? i + 1 : l->loop];
            out[i] = either(b[i], both(a[i], next));
        }
}

static truths evaluate(const struct lasso *l, const struct mcc_formula *f)
{
    truths out = mem_alloc(l->mem, MOST_LENGTH);
    if (mcc_is_state_formula(f)) {
        for (size_t i = 0; i < l->length; i++)
            out[i] = (uint8_t)partial_graph_condition(l->graph, l->nodes[i], f);
        return out;
    }
    truths a = evaluate(l, f->operands[0]), b = f->operands[1] ? evaluate(l, f->operands[1]) : NULL;
    truths always = mem_alloc(l->mem, MOST_LENGTH);
    memset(always, WALK_TRUE, MOST_LENGTH);
    switch (f->op) {
    case MCC_X:
        for (size_t i = 0; i < l->length; i++)
            out[i] = a[i + 1 < l->length ? i + 1 : l->loop];
        break;
    case MCC_F:
        until(l, always, a, out);
        break;
    case MCC_U:
        until(l, a, b, out);
        break;
    case MCC_G:
        for (size_t i = 0; i < l->length; i++)
            a[i] = opposite(a[i]);
        until(l, always, a, out);
        for (size_t i = 0; i < l->length; i++)
            out[i] = opposite(out[i]);
        break;
    default:
        for (size_t i = 0; i < l->length; i++)
            out[i] = f->op == MCC_NOT ? opposite(a[i]) : f->op == MCC_AND ? both(a[i], b[i]) : either(a[i], b[i]);
    }
    mem_free(l->mem, always, MOST_LENGTH);
    mem_free(l->mem, a, MOST_LENGTH);
    if (b)
        mem_free(l->mem, b, MOST_LENGTH);
    return out;
}

// A path from the initial marking to where it was before, or to a deadlock. False if it leads out of what is known.
static bool find_lasso(struct lasso *l, uint32_t *positions, uint64_t *random)
{
    const struct partial_graph *g = l->graph;
    uint32_t node = 0;
    bool is_found = false;
    l->length = 0;
    while (l->length < MOST_LENGTH && !is_found) {
        const struct graph_node *n = partial_graph_node(g, node);
        positions[node] = (uint32_t)l->length;
        l->nodes[l->length++] = node;
        *random = hash_mix(*random + UINT64_C(0x9e3779b97f4a7c15));
        if (n->count == 0) { // a path that ends stays
            l->loop = l->length - 1;
            is_found = n->is_expanded;
            break;
        }
        node = partial_graph_successors(g, node)[*random % n->count];
        if (positions[node] != UINT32_MAX && (*random >> 40) % 3 == 0) {
            l->loop = positions[node];
            is_found = true;
        }
    }
    for (size_t i = 0; i < l->length; i++)
        positions[l->nodes[i]] = UINT32_MAX;
    return is_found;
}

bool partial_graph_refutes(const struct partial_graph *g, const struct mcc_formula *f, uint64_t seed, size_t lassos,
                           struct mem *mem)
{
    struct lasso *l = mem_zalloc(mem, sizeof *l);
    size_t bytes = partial_graph_size(g) * sizeof(uint32_t);
    uint32_t *positions = mem_alloc(mem, bytes);
    bool is_refuted = false;
    memset(positions, 0xff, bytes);
    l->graph = g;
    l->mem = mem;
    for (size_t i = 0; i < lassos && !is_refuted; i++) {
        if (!find_lasso(l, positions, &seed))
            continue;
        truths t = evaluate(l, f);
        is_refuted = t[0] == WALK_FALSE;
        mem_free(mem, t, MOST_LENGTH);
    }
    mem_free(mem, positions, bytes);
    mem_free(mem, l, sizeof *l);
    return is_refuted;
}
