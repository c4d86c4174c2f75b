// Care sets: functions that agree with f on the care set and are free elsewhere, chosen for a small diagram.
#include "bdd/cache.h"

// The generalised cofactor of Coudert and Madre: outside the care set f takes the value of the nearest point inside.
static bdd constrain_rec(bdd_manager *m, bdd f, bdd care)
{
    if (care == BDD_TRUE || bdd_is_constant(f))
        return f;
    if (f >> 1 == care >> 1)
        return f == care ? BDD_TRUE : BDD_FALSE;
    bdd sign = f & 1;
    f ^= sign;

    struct cache_key key = cache_key2(BDD_OP_CONSTRAIN, f, care);
    bdd result;
    if (cache_find(m, BDD_OP_CONSTRAIN, &key, &result))
        return result ^ sign;

    int32_t top = min_level(level_of(m, f), level_of(m, care));
    bdd f0, f1, care0, care1;
    cofactors(m, f, top, &f0, &f1);
    cofactors(m, care, top, &care0, &care1);
    if (care0 == BDD_FALSE)
        result = constrain_rec(m, f1, care1);
    else if (care1 == BDD_FALSE)
        result = constrain_rec(m, f0, care0);
    else {
        bdd low = constrain_rec(m, f0, care0);
        bdd high = constrain_rec(m, f1, care1);
        result = make_node(m, m->var_at[top], low, high);
    }
    cache_insert(m, &key, result);
    return result ^ sign;
}

// The same, but variables of the care set that f does not test are quantified away first.
static bdd restrict_rec(bdd_manager *m, bdd f, bdd care)
{
    if (care == BDD_TRUE || bdd_is_constant(f))
        return f;
    if (f >> 1 == care >> 1)
        return f == care ? BDD_TRUE : BDD_FALSE;
    bdd sign = f & 1;
    f ^= sign;

    struct cache_key key = cache_key2(BDD_OP_RESTRICT, f, care);
    bdd result;
    if (cache_find(m, BDD_OP_RESTRICT, &key, &result))
        return result ^ sign;

    int32_t top = level_of(m, f), top_care = level_of(m, care);
    bdd f0, f1, care0, care1;
    cofactors(m, f, top, &f0, &f1);
    cofactors(m, care, min_level(top, top_care), &care0, &care1);
    if (top_care < top)
        result = restrict_rec(m, f, or_rec(m, care0, care1));
    else if (care0 == BDD_FALSE)
        result = restrict_rec(m, f1, care1);
    else if (care1 == BDD_FALSE)
        result = restrict_rec(m, f0, care0);
    else {
        bdd low = restrict_rec(m, f0, care0);
        bdd high = restrict_rec(m, f1, care1);
        result = make_node(m, m->var_at[top], low, high);
    }
    cache_insert(m, &key, result);
    return result ^ sign;
}

// ---- Entries --------------------------------------------------------------------------------------------------------

static bdd run_constrain(bdd_manager *m, const struct operands *o)
{
    return constrain_rec(m, o->f, o->g);
}

static bdd run_restrict(bdd_manager *m, const struct operands *o)
{
    return restrict_rec(m, o->f, o->g);
}

bdd bdd_constrain(bdd_manager *m, bdd f, bdd care)
{
    assert(care != BDD_FALSE);
    return bdd_operate(m, run_constrain, &(struct operands){.f = f, .g = care});
}

bdd bdd_restrict(bdd_manager *m, bdd f, bdd care)
{
    assert(care != BDD_FALSE);
    return bdd_operate(m, run_restrict, &(struct operands){.f = f, .g = care});
}
