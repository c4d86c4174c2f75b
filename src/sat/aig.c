#include "sat/aig.h"

#include "base/hash.h"

void aig_open(struct aig *g, struct mem *mem)
{
    *g = (struct aig){.mem = mem};
    array_push(mem, &g->nodes, ((struct aig_node){AIG_NONE, AIG_NONE}));
}

void aig_close(struct aig *g)
{
    array_free(g->mem, &g->nodes);
    mem_free(g->mem, g->table, g->table_size * sizeof *g->table);
    g->table = NULL;
    g->table_size = 0;
}

aig_lit aig_input(struct aig *g)
{
    struct aig_node input = {AIG_NONE, (aig_lit)g->inputs++};
    array_push(g->mem, &g->nodes, input);
    return (aig_lit)(2 * (g->nodes.count - 1));
}

// ---- Gates ----------------------------------------------------------------------------------------------------------

static size_t place_of(const struct aig *g, aig_lit a, aig_lit b)
{
    size_t at = hash_pair(a, b) & (g->table_size - 1);
    for (; g->table[at]; at = (at + 1) & (g->table_size - 1)) {
        const struct aig_node *n = &g->nodes.at[g->table[at]];
        if (n->left == a && n->right == b)
            break;
    }
    return at;
}

static void grow_table(struct aig *g)
{
    uint32_t *old = g->table;
    size_t old_size = g->table_size;
    g->table_size = old_size ? 2 * old_size : 1024;
    g->table = mem_zalloc(g->mem, g->table_size * sizeof *g->table);
    for (size_t i = 0; i < old_size; i++)
        if (old[i])
            g->table[place_of(g, g->nodes.at[old[i]].left, g->nodes.at[old[i]].right)] = old[i];
    mem_free(g->mem, old, old_size * sizeof *old);
}

static bool is_gate(const struct aig *g, aig_lit a)
{
    return g->nodes.at[a >> 1].left != AIG_NONE;
}

// What a & b is if b is a gate, or the negation of one, that says something of a; AIG_NONE: nothing.
static aig_lit simplified(const struct aig *g, aig_lit a, aig_lit b)
{
    if (!is_gate(g, b))
        return AIG_NONE;
    aig_lit x = g->nodes.at[b >> 1].left, y = g->nodes.at[b >> 1].right;
    bool is_negated = b & 1;
    if (x == a || y == a)
        return is_negated ? AIG_NONE : b; // a & !(a & y) would be a new gate, a & !y: see aig_and
    if (x == aig_not(a) || y == aig_not(a))
        return is_negated ? a : AIG_FALSE;
    return AIG_NONE;
}

// y where b is !(a & y).
static aig_lit left_over(const struct aig *g, aig_lit a, aig_lit b)
{
    if (!(b & 1) || !is_gate(g, b))
        return AIG_NONE;
    aig_lit x = g->nodes.at[b >> 1].left, y = g->nodes.at[b >> 1].right;
    return x == a ? y : y == a ? x : AIG_NONE;
}

aig_lit aig_and(struct aig *g, aig_lit a, aig_lit b)
{
    if (a == AIG_FALSE || b == AIG_FALSE || a == aig_not(b))
        return AIG_FALSE;
    if (a == AIG_TRUE || a == b)
        return b;
    if (b == AIG_TRUE)
        return a;
    aig_lit known = simplified(g, a, b), rest;
    if (known == AIG_NONE)
        known = simplified(g, b, a);
    if (known != AIG_NONE)
        return known;
    if ((rest = left_over(g, a, b)) != AIG_NONE)
        return aig_and(g, a, aig_not(rest));
    if ((rest = left_over(g, b, a)) != AIG_NONE)
        return aig_and(g, b, aig_not(rest));
    aig_lit low = a < b ? a : b, high = a < b ? b : a;
    if (2 * (g->gates + 1) > g->table_size)
        grow_table(g);
    size_t at = place_of(g, low, high);
    if (!g->table[at]) {
        if (g->nodes.count >= UINT32_MAX / 2) // literals have no more
            mem_exhausted(g->mem);
        struct aig_node gate = {low, high};
        g->table[at] = (uint32_t)g->nodes.count;
        g->gates++;
        array_push(g->mem, &g->nodes, gate);
    }
    return 2 * g->table[at];
}

aig_lit aig_xor(struct aig *g, aig_lit a, aig_lit b)
{
    return aig_or(g, aig_and(g, a, aig_not(b)), aig_and(g, aig_not(a), b));
}

aig_lit aig_ite(struct aig *g, aig_lit c, aig_lit t, aig_lit e)
{
    if (t == e)
        return t;
    return aig_not(aig_and(g, aig_not(aig_and(g, c, t)), aig_not(aig_and(g, aig_not(c), e))));
}

aig_lit aig_and_all(struct aig *g, aig_lit *at, size_t count)
{
    if (count == 0)
        return AIG_TRUE;
    for (; count > 1; count = (count + 1) / 2)
        for (size_t i = 0; i < (count + 1) / 2; i++)
            at[i] = 2 * i + 1 < count ? aig_and(g, at[2 * i], at[2 * i + 1]) : at[2 * i];
    return at[0];
}

aig_lit aig_or_all(struct aig *g, aig_lit *at, size_t count)
{
    for (size_t i = 0; i < count; i++)
        at[i] = aig_not(at[i]);
    return aig_not(aig_and_all(g, at, count));
}

bool aig_is_ite(const struct aig *g, uint32_t node, aig_lit *c, aig_lit *t, aig_lit *e)
{
    aig_lit l = g->nodes.at[node].left, r = g->nodes.at[node].right;
    if (l == AIG_NONE || !(l & 1) || !(r & 1) || !is_gate(g, l) || !is_gate(g, r))
        return false;
    const struct aig_node *x = &g->nodes.at[l >> 1], *y = &g->nodes.at[r >> 1];
    for (int i = 0; i < 4; i++) {
        aig_lit of_x = i & 1 ? x->right : x->left, of_y = i & 2 ? y->right : y->left;
        if (of_x == aig_not(of_y)) {
            *c = of_x;
            *t = i & 1 ? x->left : x->right;
            *e = i & 2 ? y->left : y->right;
            return true;
        }
    }
    return false;
}

void aig_simulate(const struct aig *g, bool *values)
{
    values[0] = false;
    for (size_t i = 1; i < g->nodes.count; i++)
        if (g->nodes.at[i].left != AIG_NONE)
            values[i] = aig_value(values, g->nodes.at[i].left) && aig_value(values, g->nodes.at[i].right);
}
