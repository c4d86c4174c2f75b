// Exchanging two variables of a function. Between their levels two copies of it are walked side by side, one for each
// value of the upper variable, until the lower one tells which of them is meant.
#include "bdd/cache.h"

// What words of keys are when they are no handles: variables, and variables with a value.
static uint32_t var_word(int32_t var, bool value)
{
    return CACHE_NO_HANDLE - ((uint32_t)var << 1 | value);
}

// y ? g1 : g0, both at y = value. Neither has anything above.
static bdd join_rec(bdd_manager *m, bdd g0, bdd g1, int32_t y, bool value)
{
    int32_t top = min_level(level_of(m, g0), level_of(m, g1)), lower = m->level[y];
    bdd low0, low1, high0, high1;
    if (g0 == g1 && top > lower)
        return g0;
    if (top >= lower) {
        cofactors(m, g0, lower, &low0, &high0);
        cofactors(m, g1, lower, &low1, &high1);
        return make_node(m, y, value ? high0 : low0, value ? high1 : low1);
    }
    bdd sign = g0 & 1;
    g0 ^= sign;
    g1 ^= sign;

    struct cache_key key = cache_key3(BDD_OP_SWAP, g0, g1, var_word(y, value));
    bdd result;
    if (cache_find4(m, BDD_OP_SWAP, &key, BDD_FALSE, &result))
        return result ^ sign;

    cofactors(m, g0, top, &low0, &high0);
    cofactors(m, g1, top, &low1, &high1);
    bdd low = join_rec(m, low0, low1, y, value);
    bdd high = join_rec(m, high0, high1, y, value);
    result = make_node(m, m->var_at[top], low, high);
    cache_insert4(m, BDD_OP_SWAP, &key, BDD_FALSE, result);
    return result ^ sign;
}

// x is above y.
static bdd swap_rec(bdd_manager *m, bdd f, int32_t x, int32_t y)
{
    int32_t top = level_of(m, f), upper = m->level[x];
    if (top > m->level[y])
        return f;
    bdd sign = f & 1;
    f ^= sign;
    if (top >= upper) {
        bdd f0, f1;
        cofactors(m, f, upper, &f0, &f1);
        bdd low = join_rec(m, f0, f1, y, false);
        bdd high = join_rec(m, f0, f1, y, true);
        return make_node(m, x, low, high) ^ sign;
    }

    struct cache_key key = cache_key3(BDD_OP_SWAP, f, var_word(x, false), var_word(y, false));
    bdd result;
    if (cache_find4(m, BDD_OP_SWAP, &key, BDD_TRUE, &result))
        return result ^ sign;

    const struct node *n = node_of(m, f);
    int32_t var = n->var;
    bdd f1 = n->high;
    bdd low = swap_rec(m, n->low, x, y);
    bdd high = swap_rec(m, f1, x, y);
    result = make_node(m, var, low, high);
    cache_insert4(m, BDD_OP_SWAP, &key, BDD_TRUE, result);
    return result ^ sign;
}

static bdd run_swap(bdd_manager *m, const struct operands *o)
{
    const int *vars = o->extra;
    int upper = m->level[vars[0]] < m->level[vars[1]] ? vars[0] : vars[1];
    return swap_rec(m, o->f, upper, upper == vars[0] ? vars[1] : vars[0]);
}

bdd bdd_swap_vars(bdd_manager *m, bdd f, int x, int y)
{
    if (x == y)
        return f;
    int vars[] = {x, y};
    return bdd_operate(m, run_swap, &(struct operands){.f = f, .extra = vars});
}
