// Fair components of a product: those that keep all promises and have all justice; and, where one asks for something in
// vain (compassion), the components of what does not ask in it, and so on (Streett). What is searched again is a *part*
// of nodes that were searched before.
#include "explicit/fair_threads.h"
#include "explicit/product_parts.h"

static bool meets(const struct product *p, struct condition c, const uint32_t *nodes, size_t count)
{
    for (size_t i = 0; i < count && c.states; i++)
        if (c.states[p->nodes.at[nodes[i]].state])
            return true;
    return false;
}

// Whether nodes that can all reach each other keep all promises, and have all justice.
static bool is_just(const struct product *p, const uint32_t *nodes, size_t count)
{
    uint64_t kept = 0;
    bool turns = count > 1;
    for (size_t i = 0; i < count; i++) {
        kept |= kept_at(p, &p->nodes.at[nodes[i]]);
        turns |= p->nodes.at[nodes[i]].turns;
    }
    bool just = turns && (kept & p->all) == p->all;
    for (size_t i = 0; i < p->justice.count && just; i++)
        just = meets(p, p->justice.at[i], nodes, count);
    return just;
}

// The same, of conditions of the model whose threads are followed (fair_threads.h): nodes that ask in vain get `asks`.
// False if it gave up.
static bool judge_threads(struct product *p, const uint32_t *nodes, size_t count, bool *is_just, bool *asks)
{
    struct thread_classes classes;
    *is_just = true;
    *asks = false;
    bool good = thread_classes_open(&classes, p->graph, count);
    p->judgements++;
    for (size_t i = 0; i < count; i++) {
        p->nodes.at[nodes[i]].judgement = p->judgements;
        p->nodes.at[nodes[i]].place = (uint32_t)i;
    }
    for (size_t i = 0; i < count && good; i++) {
        struct frame f = path_product_frame(p, nodes[i]);
        uint32_t to = 0;
        while (path_product_next_node(p, &f, &to))
            if (p->nodes.at[to].judgement == p->judgements)
                thread_classes_step(&classes, i, p->nodes.at[to].place, p->graph->forward.label[f.edge]);
        good = to != NO_NODE && (i % 256 || !explicit_should_stop(p->graph->engine));
    }
    for (size_t i = 0; i < count && good; i++)
        thread_classes_state(&classes, i, p->nodes.at[nodes[i]].state);
    *is_just = good && thread_classes_are_just(&classes);
    for (size_t i = 0; i < count && *is_just; i++) {
        struct node *n = &p->nodes.at[nodes[i]];
        n->asks = thread_classes_asks_in_vain(&classes, i, n->state);
        *asks |= n->asks;
    }
    thread_classes_close(&classes);
    return good;
}

static void number_component(struct product *p, const uint32_t *nodes, size_t count)
{
    p->components++;
    for (size_t i = 0; i < count; i++)
        p->nodes.at[nodes[i]].component = p->components;
}

// Of nodes that can all reach each other: they are fair; or else those that ask for nothing in vain become a part that
// is searched again. False if there is no memory.
static bool judge_nodes(struct product *p, const uint32_t *nodes, size_t count)
{
    bool *vain = NULL, asks = false, just = is_just(p, nodes, count);
    if (just && p->graph->threads && !judge_threads(p, nodes, count, &just, &asks))
        return false;
    if (!just)
        return true;
    size_t asked = p->asked.count;
    if (asked) {
        vain = mem_try_zalloc(p->mem, asked);
        if (!vain)
            return false;
    }
    for (size_t k = 0; k < asked; k++) {
        vain[k] = !meets(p, p->granted.at[k], nodes, count) && meets(p, p->asked.at[k], nodes, count);
        asks |= vain[k];
    }
    bool good = !asks || array_try_reserve(p->mem, &p->parts, p->parts.count + count + 1);
    if (!asks)
        number_component(p, nodes, count);
    else if (good) {
        p->regions++;
        for (size_t i = 0; i < count; i++) {
            bool stays = !p->nodes.at[nodes[i]].asks;
            for (size_t k = 0; k < asked && stays; k++)
                stays = !vain[k] || !p->asked.at[k].states[p->nodes.at[nodes[i]].state];
            p->nodes.at[nodes[i]].region = stays ? p->regions : 0;
            p->nodes.at[nodes[i]].inner = 0;
            if (stays)
                p->parts.at[p->parts.count++] = nodes[i];
        }
    }
    mem_free(p->mem, vain, p->asked.count);
    return good;
}

// Components of one part, from a node on. All of it has been searched before, so that no nodes are new. The frames are
// those above `base`.
static bool search_part(struct product *p, uint32_t start, uint32_t region)
{
    size_t base = p->frames.count, bottom = p->stack.count;
    uint32_t node = start;
    bool enters = true;
    while (enters || p->frames.count > base) {
        if (enters) {
            if (!array_try_reserve(p->mem, &p->frames, p->frames.count + 1) ||
                !array_try_reserve(p->mem, &p->stack, p->stack.count + 1))
                return false;
            p->nodes.at[node].inner = p->nodes.at[node].inner_low = ++p->inners;
            p->stack.at[p->stack.count++] = node;
            p->frames.at[p->frames.count++] = path_product_frame(p, node);
            enters = false;
        }
        uint32_t to = 0, from = p->frames.at[p->frames.count - 1].node;
        if (p->looks++ % 256 == 0 && explicit_should_stop(p->graph->engine))
            return false;
        if (path_product_next_node(p, &p->frames.at[p->frames.count - 1], &to)) {
            struct node *n = &p->nodes.at[from], *t = &p->nodes.at[to];
            if (t->region == region && !t->inner) {
                node = to;
                enters = true;
            } else if (t->region == region && t->inner < n->inner_low)
                n->inner_low = t->inner;
            continue;
        }
        if (to == NO_NODE)
            return false;
        struct node *n = &p->nodes.at[from];
        p->frames.count--;
        if (p->frames.count > base) {
            struct node *above = &p->nodes.at[p->frames.at[p->frames.count - 1].node];
            above->inner_low = n->inner_low < above->inner_low ? n->inner_low : above->inner_low;
        }
        if (n->inner_low != n->inner)
            continue;
        size_t begin = p->stack.count;
        do
            p->nodes.at[p->stack.at[--begin]].region = 0; // it is done with, unless it is asked for again
        while (p->stack.at[begin] != from);
        if (!judge_nodes(p, p->stack.at + begin, p->stack.count - begin))
            return false;
        p->stack.count = begin;
    }
    return p->stack.count == bottom;
}

// Parts may have parts in turn: what is added behind them.
bool path_product_judge(struct product *p, const uint32_t *nodes, size_t count)
{
    if (!judge_nodes(p, nodes, count))
        return false;
    for (size_t i = 0; i < p->parts.count; i++) {
        uint32_t node = p->parts.at[i], region = p->nodes.at[node].region;
        if (region && !p->nodes.at[node].inner && !search_part(p, node, region))
            return false;
    }
    p->parts.count = 0;
    return true;
}
