// What colours, guards and multisets are where variables have values.
#include <stdlib.h>

#include "pnml/unfold.h"

#define MOST_COUNT INT64_C(1000000000000000)

uint64_t net_pack_colour(const struct net *net, uint32_t sort, const uint32_t *colours)
{
    const struct net_sort *s = &net->sorts.at[sort];
    uint64_t packed = 0;
    for (uint32_t i = 0; i < s->count; i++)
        packed = packed * net->classes.at[s->classes[i]].size + colours[i];
    return packed;
}

void net_unpack_colour(const struct net *net, uint32_t sort, uint64_t colour, uint32_t *colours)
{
    const struct net_sort *s = &net->sorts.at[sort];
    for (uint32_t i = s->count; i-- > 0;) {
        uint32_t size = net->classes.at[s->classes[i]].size;
        colours[i] = (uint32_t)(colour % size);
        colour /= size;
    }
}

uint32_t net_colour_value(const struct net *net, const struct net_colour *c, const uint32_t *values)
{
    uint32_t v = c->kind == NET_VARIABLE ? values[c->of] : c->of;
    return (uint32_t)((v + (uint64_t)c->offset) % net->classes.at[c->class].size);
}

bool net_guard_value(const struct net *net, const struct net_guard *g, const uint32_t *values)
{
    if (!g)
        return true;
    switch (g->op) {
    case GUARD_TRUE:
        return true;
    case GUARD_FALSE:
        return false;
    case GUARD_NOT:
        return !net_guard_value(net, g->operands[0], values);
    case GUARD_AND:
        return net_guard_value(net, g->operands[0], values) && net_guard_value(net, g->operands[1], values);
    case GUARD_OR:
        return net_guard_value(net, g->operands[0], values) || net_guard_value(net, g->operands[1], values);
    case GUARD_EQUAL:
        return net_colour_value(net, &g->left, values) == net_colour_value(net, &g->right, values);
    default:
        return net_colour_value(net, &g->left, values) < net_colour_value(net, &g->right, values);
    }
}

static int by_colour(const void *a, const void *b)
{
    uint64_t x = ((const struct net_weight *)a)->colour, y = ((const struct net_weight *)b)->colour;
    return (x > y) - (x < y);
}

static void add_token(const struct net *net, const struct net_token *token, const struct net_sort *sort, uint32_t at,
                      uint64_t packed, const uint32_t *values, weight_array *out)
{
    if (at == sort->count) {
        array_push(net->mem, out, ((struct net_weight){packed, token->count}));
        return;
    }
    const struct net_colour *c = &token->components[at];
    uint32_t size = net->classes.at[sort->classes[at]].size;
    if (c->kind != NET_ALL) {
        add_token(net, token, sort, at + 1, packed * size + net_colour_value(net, c, values), values, out);
        return;
    }
    for (uint32_t i = 0; i < size; i++)
        add_token(net, token, sort, at + 1, packed * size + i, values, out);
}

bool net_bag_value(const struct net *net, struct net_bag bag, uint32_t sort, const uint32_t *values, weight_array *out)
{
    size_t kept = 0;
    bool good = true;
    out->count = 0;
    for (size_t i = 0; i < bag.count; i++)
        add_token(net, &bag.tokens[i], &net->sorts.at[sort], 0, 0, values, out);
    if (out->count > 1)
        qsort(out->at, out->count, sizeof *out->at, by_colour);
    for (size_t i = 0; i < out->count;) {
        struct net_weight sum = {out->at[i].colour, 0};
        for (; i < out->count && out->at[i].colour == sum.colour; i++) {
            sum.count += out->at[i].count;
            good = good && sum.count > -MOST_COUNT && sum.count < MOST_COUNT;
            if (!good)
                return false;
        }
        good = good && sum.count >= 0;
        if (sum.count != 0)
            out->at[kept++] = sum;
    }
    out->count = kept;
    return good;
}
