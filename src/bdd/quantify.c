// Quantification over the variables of a cube, alone and together with a conjunction (the relational product).
#include "bdd/cache.h"

bdd bdd_exists_rec(bdd_manager *m, bdd f, bdd cube)
{
    if (bdd_is_constant(f))
        return f;
    int32_t top = level_of(m, f);
    cube = skip_above(m, cube, top);
    if (cube == BDD_TRUE)
        return f;

    struct cache_key key = cache_key2(BDD_OP_EXISTS, f, cube);
    bdd result;
    if (cache_find(m, BDD_OP_EXISTS, &key, &result))
        return result;

    const struct node *n = node_of(m, f);
    bdd f0 = n->low ^ (f & 1), f1 = n->high ^ (f & 1);
    if (level_of(m, cube) == top) {
        bdd rest = node_of(m, cube)->high;
        result = bdd_exists_rec(m, f0, rest);
        if (result != BDD_TRUE)
            result = or_rec(m, result, bdd_exists_rec(m, f1, rest));
    } else {
        int32_t var = n->var;
        bdd low = bdd_exists_rec(m, f0, cube);
        bdd high = bdd_exists_rec(m, f1, cube);
        result = make_node(m, var, low, high);
    }
    cache_insert(m, &key, result);
    return result;
}

// The cube at the next call may be shorter; a wrong guess costs little.
static void prefetch_and_exists(const bdd_manager *m, bdd f, bdd g, bdd cube)
{
    struct cache_key key =
        f < g ? cache_key3(BDD_OP_AND_EXISTS, f, g, cube) : cache_key3(BDD_OP_AND_EXISTS, g, f, cube);
    cache_prefetch(m, &key);
}

static bdd and_exists_rec(bdd_manager *m, bdd f, bdd g, bdd cube)
{
    if (f > g) {
        bdd t = f;
        f = g;
        g = t;
    }
    if (bdd_is_constant(f))
        return f == BDD_FALSE ? BDD_FALSE : bdd_exists_rec(m, g, cube);
    if (f >> 1 == g >> 1)
        return f == g ? bdd_exists_rec(m, f, cube) : BDD_FALSE;
    int32_t top = min_level(level_of(m, f), level_of(m, g));
    cube = skip_above(m, cube, top);
    if (cube == BDD_TRUE)
        return bdd_and_rec(m, f, g);

    struct cache_key key = cache_key3(BDD_OP_AND_EXISTS, f, g, cube);
    bdd result;
    if (cache_find(m, BDD_OP_AND_EXISTS, &key, &result))
        return result;

    bdd f0, f1, g0, g1;
    cofactors(m, f, top, &f0, &f1);
    cofactors(m, g, top, &g0, &g1);
    if (level_of(m, cube) == top) {
        bdd rest = node_of(m, cube)->high;
        prefetch_and_exists(m, f1, g1, rest);
        result = and_exists_rec(m, f0, g0, rest);
        // A quantified result that equals f1 or g1 already covers all that their conjunction can add.
        if (result != BDD_TRUE && result != f1 && result != g1)
            result = or_rec(m, result, and_exists_rec(m, f1, g1, rest));
    } else {
        prefetch_and_exists(m, f1, g1, cube);
        bdd low = and_exists_rec(m, f0, g0, cube);
        bdd high = and_exists_rec(m, f1, g1, cube);
        result = make_node(m, m->var_at[top], low, high);
    }
    cache_insert(m, &key, result);
    return result;
}

// ---- Entries --------------------------------------------------------------------------------------------------------

static bdd run_exists(bdd_manager *m, const struct operands *o)
{
    return bdd_exists_rec(m, o->f, o->g);
}

static bdd run_and_exists(bdd_manager *m, const struct operands *o)
{
    return and_exists_rec(m, o->f, o->g, o->h);
}

bdd bdd_exists(bdd_manager *m, bdd f, bdd cube)
{
    return bdd_operate(m, run_exists, &(struct operands){.f = f, .g = cube});
}

bdd bdd_forall(bdd_manager *m, bdd f, bdd cube)
{
    return bdd_not(bdd_exists(m, bdd_not(f), cube));
}

bdd bdd_and_exists(bdd_manager *m, bdd f, bdd g, bdd cube)
{
    return bdd_operate(m, run_and_exists, &(struct operands){.f = f, .g = g, .h = cube});
}

bdd bdd_try_and_exists(bdd_manager *m, bdd f, bdd g, bdd cube, size_t budget)
{
    return bdd_operate_within(m, budget, run_and_exists, &(struct operands){.f = f, .g = g, .h = cube});
}
