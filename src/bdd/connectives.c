// The Boolean operations: and, xor, if-then-else, and the test whether two functions meet. With complement edges the
// rest is a matter of signs.
#include "bdd/cache.h"

bdd bdd_and_rec(bdd_manager *m, bdd f, bdd g)
{
    if (f > g) {
        bdd t = f;
        f = g;
        g = t;
    }
    // Constants are the smallest handles, so that only f can be one here.
    if (bdd_is_constant(f))
        return f == BDD_TRUE ? g : BDD_FALSE;
    if (f >> 1 == g >> 1)
        return f == g ? f : BDD_FALSE;

    struct cache_key key = cache_key2(BDD_OP_AND, f, g);
    bdd result;
    if (cache_find(m, BDD_OP_AND, &key, &result))
        return result;

    const struct node *nf = node_of(m, f), *ng = node_of(m, g);
    int32_t level_f = m->level[nf->var], level_g = m->level[ng->var];
    int32_t var = level_f <= level_g ? nf->var : ng->var;
    bdd f0 = f, f1 = f, g0 = g, g1 = g;
    if (level_f <= level_g) {
        f0 = nf->low ^ (f & 1);
        f1 = nf->high ^ (f & 1);
    }
    if (level_g <= level_f) {
        g0 = ng->low ^ (g & 1);
        g1 = ng->high ^ (g & 1);
    }
    cache_prefetch_commutative(m, BDD_OP_AND, f1, g1);
    bdd low = bdd_and_rec(m, f0, g0);
    bdd high = bdd_and_rec(m, f1, g1);
    result = make_node(m, var, low, high);
    cache_insert(m, &key, result);
    return result;
}

bdd bdd_xor_rec(bdd_manager *m, bdd f, bdd g)
{
    // Signs of the operands are signs of the result.
    bdd sign = (f ^ g) & 1;
    f &= ~(bdd)1;
    g &= ~(bdd)1;
    if (f == g)
        return sign;
    if (f > g) {
        bdd t = f;
        f = g;
        g = t;
    }
    if (f == BDD_FALSE)
        return g ^ sign;

    struct cache_key key = cache_key2(BDD_OP_XOR, f, g);
    bdd result;
    if (cache_find(m, BDD_OP_XOR, &key, &result))
        return result ^ sign;

    int32_t top = min_level(level_of(m, f), level_of(m, g));
    bdd f0, f1, g0, g1;
    cofactors(m, f, top, &f0, &f1);
    cofactors(m, g, top, &g0, &g1);
    cache_prefetch_commutative(m, BDD_OP_XOR, f1 & ~(bdd)1, g1 & ~(bdd)1);
    bdd low = bdd_xor_rec(m, f0, g0);
    bdd high = bdd_xor_rec(m, f1, g1);
    result = make_node(m, m->var_at[top], low, high);
    cache_insert(m, &key, result);
    return result ^ sign;
}

bdd bdd_ite_rec(bdd_manager *m, bdd f, bdd g, bdd h)
{
    if (bdd_is_constant(f))
        return f == BDD_TRUE ? g : h;
    if (g == h)
        return g;
    if (g == (h ^ 1))
        return bdd_xor_rec(m, f, h);
    // What f says about itself in a branch is known there.
    if (g >> 1 == f >> 1)
        g = g == f ? BDD_TRUE : BDD_FALSE;
    if (h >> 1 == f >> 1)
        h = h == f ? BDD_FALSE : BDD_TRUE;
    if (bdd_is_constant(g))
        return g == BDD_TRUE ? or_rec(m, f, h) : bdd_and_rec(m, f ^ 1, h);
    if (bdd_is_constant(h))
        return h == BDD_FALSE ? bdd_and_rec(m, f, g) : or_rec(m, f ^ 1, g);

    // One of the equivalent calls stands for all: f regular, then g regular.
    if (f & 1) {
        f ^= 1;
        bdd t = g;
        g = h;
        h = t;
    }
    bdd sign = g & 1;
    g ^= sign;
    h ^= sign;

    struct cache_key key = cache_key3(BDD_OP_ITE, f, g, h);
    bdd result;
    if (cache_find(m, BDD_OP_ITE, &key, &result))
        return result ^ sign;

    int32_t top = min_level(level_of(m, f), min_level(level_of(m, g), level_of(m, h)));
    bdd f0, f1, g0, g1, h0, h1;
    cofactors(m, f, top, &f0, &f1);
    cofactors(m, g, top, &g0, &g1);
    cofactors(m, h, top, &h0, &h1);
    bdd low = bdd_ite_rec(m, f0, g0, h0);
    bdd high = bdd_ite_rec(m, f1, g1, h1);
    result = make_node(m, m->var_at[top], low, high);
    cache_insert(m, &key, result);
    return result ^ sign;
}

// Whether no assignment satisfies both. Stops at the first that does.
bdd bdd_disjoint_rec(bdd_manager *m, bdd f, bdd g)
{
    if (f > g) {
        bdd t = f;
        f = g;
        g = t;
    }
    if (bdd_is_constant(f))
        return f == BDD_FALSE || g == BDD_FALSE ? BDD_TRUE : BDD_FALSE;
    if (f >> 1 == g >> 1)
        return f == g ? BDD_FALSE : BDD_TRUE;

    // Two regular functions are 0 where all variables are 0, so two complements always meet there.
    if (f & g & 1)
        return BDD_FALSE;

    struct cache_key key = cache_key2(BDD_OP_DISJOINT, f, g);
    bdd result;
    if (cache_find(m, BDD_OP_DISJOINT, &key, &result))
        return result;

    int32_t top = min_level(level_of(m, f), level_of(m, g));
    bdd f0, f1, g0, g1;
    cofactors(m, f, top, &f0, &f1);
    cofactors(m, g, top, &g0, &g1);
    result = bdd_disjoint_rec(m, f0, g0);
    if (result == BDD_TRUE)
        result = bdd_disjoint_rec(m, f1, g1);
    cache_insert(m, &key, result);
    return result;
}

// ---- Entries --------------------------------------------------------------------------------------------------------

static bdd run_and(bdd_manager *m, const struct operands *o)
{
    return bdd_and_rec(m, o->f, o->g);
}

static bdd run_xor(bdd_manager *m, const struct operands *o)
{
    return bdd_xor_rec(m, o->f, o->g);
}

static bdd run_ite(bdd_manager *m, const struct operands *o)
{
    return bdd_ite_rec(m, o->f, o->g, o->h);
}

static bdd run_disjoint(bdd_manager *m, const struct operands *o)
{
    return bdd_disjoint_rec(m, o->f, o->g);
}

static bdd run_literal(bdd_manager *m, const struct operands *o)
{
    const int *var = o->extra;
    return make_node(m, *var, BDD_FALSE, BDD_TRUE);
}

bdd bdd_literal(bdd_manager *m, int var)
{
    assert(var >= 0 && (size_t)var < m->vars);
    return bdd_operate(m, run_literal, &(struct operands){.extra = &var});
}

bdd bdd_and(bdd_manager *m, bdd f, bdd g)
{
    return bdd_operate(m, run_and, &(struct operands){.f = f, .g = g});
}

bdd bdd_or(bdd_manager *m, bdd f, bdd g)
{
    return bdd_not(bdd_and(m, bdd_not(f), bdd_not(g)));
}

bdd bdd_xor(bdd_manager *m, bdd f, bdd g)
{
    return bdd_operate(m, run_xor, &(struct operands){.f = f, .g = g});
}

bdd bdd_iff(bdd_manager *m, bdd f, bdd g)
{
    return bdd_xor(m, f, bdd_not(g));
}

bdd bdd_implies(bdd_manager *m, bdd f, bdd g)
{
    return bdd_not(bdd_and(m, f, bdd_not(g)));
}

bdd bdd_minus(bdd_manager *m, bdd f, bdd g)
{
    return bdd_and(m, f, bdd_not(g));
}

bdd bdd_ite(bdd_manager *m, bdd f, bdd g, bdd h)
{
    return bdd_operate(m, run_ite, &(struct operands){.f = f, .g = g, .h = h});
}

bdd bdd_try_and(bdd_manager *m, bdd f, bdd g, size_t budget)
{
    return bdd_operate_within(m, budget, run_and, &(struct operands){.f = f, .g = g});
}

enum bdd_answer bdd_is_disjoint(bdd_manager *m, bdd f, bdd g)
{
    bdd answer = bdd_operate(m, run_disjoint, &(struct operands){.f = f, .g = g});
    return !bdd_is_valid(answer) ? BDD_UNKNOWN : answer == BDD_TRUE ? BDD_YES : BDD_NO;
}

enum bdd_answer bdd_is_subset(bdd_manager *m, bdd f, bdd g)
{
    return bdd_is_disjoint(m, f, bdd_not(g));
}
