// Cofactors, and functions in the place of variables: one variable, many at once, or each bit's two copies exchanged.
#include "bdd/cache.h"

static bdd cofactor_rec(bdd_manager *m, bdd f, bdd literals)
{
    // A literal above f says nothing about it. Of a cube's two edges one is false; the other is the rest.
    while (level_of(m, literals) < level_of(m, f)) {
        bdd low = node_of(m, literals)->low ^ (literals & 1);
        literals = low != BDD_FALSE ? low : node_of(m, literals)->high ^ (literals & 1);
    }
    if (bdd_is_constant(f) || literals == BDD_TRUE)
        return f;
    bdd sign = f & 1;
    f ^= sign;

    struct cache_key key = cache_key2(BDD_OP_COFACTOR, f, literals);
    bdd result;
    if (cache_find(m, BDD_OP_COFACTOR, &key, &result))
        return result ^ sign;

    const struct node *n = node_of(m, f);
    if (level_of(m, literals) == m->level[n->var]) {
        bdd low = node_of(m, literals)->low ^ (literals & 1), high = node_of(m, literals)->high ^ (literals & 1);
        result = low != BDD_FALSE ? cofactor_rec(m, n->low, low) : cofactor_rec(m, n->high, high);
    } else {
        int32_t var = n->var;
        bdd f1 = n->high;
        bdd low = cofactor_rec(m, n->low, literals);
        bdd high = cofactor_rec(m, f1, literals);
        result = make_node(m, var, low, high);
    }
    cache_insert(m, &key, result);
    return result ^ sign;
}

// Goes down f and g together, so that nodes are made in place and only f's node of the variable needs an ite.
static bdd compose_rec(bdd_manager *m, bdd f, int32_t var, bdd g)
{
    int32_t level_f = level_of(m, f), level_var = m->level[var];
    if (level_f > level_var)
        return f;
    bdd sign = f & 1;
    f ^= sign;
    if (level_f == level_var) {
        const struct node *n = node_of(m, f);
        return bdd_ite_rec(m, g, n->high, n->low) ^ sign;
    }

    struct cache_key key = cache_key3(BDD_OP_COMPOSE, f, g, CACHE_NO_HANDLE - (uint32_t)var);
    bdd result;
    if (cache_find(m, BDD_OP_COMPOSE, &key, &result))
        return result ^ sign;

    int32_t top = min_level(level_f, level_of(m, g));
    bdd f0, f1, g0, g1;
    cofactors(m, f, top, &f0, &f1);
    cofactors(m, g, top, &g0, &g1);
    bdd low = compose_rec(m, f0, var, g0);
    bdd high = compose_rec(m, f1, var, g1);
    result = make_node(m, m->var_at[top], low, high);
    cache_insert(m, &key, result);
    return result ^ sign;
}

// ---- Substitutions --------------------------------------------------------------------------------------------------

bdd_substitution *bdd_substitution_new(bdd_manager *m)
{
    bdd_substitution *s = mem_try_zalloc(&m->mem, sizeof *s);
    if (!s) {
        bdd_fail(m, BDD_OUT_OF_MEMORY);
        return NULL;
    }
    s->manager = m;
    s->next = m->substitutions;
    if (m->substitutions)
        m->substitutions->previous = s;
    m->substitutions = s;
    return s;
}

void bdd_substitution_free(bdd_substitution *s)
{
    if (!s)
        return;
    bdd_manager *m = s->manager;
    *(s->previous ? &s->previous->next : &m->substitutions) = s->next;
    if (s->next)
        s->next->previous = s->previous;
    array_free(&m->mem, &s->functions);
    mem_free(&m->mem, s, sizeof *s);
}

bool bdd_substitution_set(bdd_substitution *s, int var, bdd g)
{
    bdd_manager *m = s->manager;
    assert(var >= 0 && (size_t)var < m->vars);
    if (!bdd_is_valid(g))
        return false;
    if (!array_try_reserve(&m->mem, &s->functions, (size_t)var + 1)) {
        bdd_fail(m, BDD_OUT_OF_MEMORY);
        return false;
    }
    while (s->functions.count <= (size_t)var)
        s->functions.at[s->functions.count++] = BDD_NONE;
    s->functions.at[var] = g;
    s->id = 0;
    return true;
}

bool bdd_substitution_set_var(bdd_substitution *s, int from, int to)
{
    return bdd_substitution_set(s, from, bdd_literal(s->manager, to));
}

// Finds what the recursion needs: a name for the cache, and the level below which nothing changes.
static void prepare(bdd_manager *m, bdd_substitution *s)
{
    if (s->id != 0 && s->order_version == m->order_version)
        return;
    if (s->id == 0)
        s->id = ++m->next_substitution;
    s->order_version = m->order_version;
    s->deepest = -1;
    for (size_t v = 0; v < s->functions.count; v++)
        if (bdd_is_valid(s->functions.at[v]) && m->level[v] > s->deepest)
            s->deepest = m->level[v];
}

static bdd substitute_rec(bdd_manager *m, bdd f, const bdd_substitution *s)
{
    if (level_of(m, f) > s->deepest)
        return f;
    bdd sign = f & 1;
    f ^= sign;

    struct cache_key key = cache_key2(BDD_OP_SUBSTITUTE, f, CACHE_NO_HANDLE - s->id);
    bdd result;
    if (cache_find(m, BDD_OP_SUBSTITUTE, &key, &result))
        return result ^ sign;

    const struct node *n = node_of(m, f);
    int32_t var = n->var;
    bdd f1 = n->high;
    bdd low = substitute_rec(m, n->low, s);
    bdd high = substitute_rec(m, f1, s);
    bdd g = (size_t)var < s->functions.count ? s->functions.at[var] : BDD_NONE;
    if (!bdd_is_valid(g))
        g = make_node(m, var, BDD_FALSE, BDD_TRUE);
    // A variable that still is above both branches needs no ite: renaming that keeps the order is linear.
    const struct node *top = node_of(m, g);
    bool is_literal = (g & 1) == 0 && top->low == BDD_FALSE && top->high == BDD_TRUE;
    if (is_literal && m->level[top->var] < level_of(m, low) && m->level[top->var] < level_of(m, high))
        result = make_node(m, top->var, low, high);
    else
        result = bdd_ite_rec(m, g, high, low);
    cache_insert(m, &key, result);
    return result ^ sign;
}

// Id 0 in the cache: no substitution has it.
static bdd swap_pairs_rec(bdd_manager *m, bdd f)
{
    if (bdd_is_constant(f))
        return f;
    bdd sign = f & 1;
    f ^= sign;

    struct cache_key key = cache_key2(BDD_OP_SUBSTITUTE, f, CACHE_NO_HANDLE);
    bdd result;
    if (cache_find(m, BDD_OP_SUBSTITUTE, &key, &result))
        return result ^ sign;

    const struct node *n = node_of(m, f);
    int32_t var = n->var;
    if (m->kind[var] == VAR_PLAIN) {
        bdd f1 = n->high;
        bdd low = swap_pairs_rec(m, n->low);
        bdd high = swap_pairs_rec(m, f1);
        result = make_node(m, var, low, high);
    } else {
        int32_t current = m->kind[var] == VAR_NEXT ? var - 1 : var, level = m->level[current];
        bdd now0, now1, f00, f01, f10, f11;
        cofactors(m, f, level, &now0, &now1);
        cofactors(m, now0, level + 1, &f00, &f01);
        cofactors(m, now1, level + 1, &f10, &f11);
        f00 = swap_pairs_rec(m, f00);
        f01 = swap_pairs_rec(m, f01);
        f10 = swap_pairs_rec(m, f10);
        f11 = swap_pairs_rec(m, f11);
        bdd low = make_node(m, current + 1, f00, f10);
        bdd high = make_node(m, current + 1, f01, f11);
        result = make_node(m, current, low, high);
    }
    cache_insert(m, &key, result);
    return result ^ sign;
}

// ---- Entries --------------------------------------------------------------------------------------------------------

static bdd run_cofactor(bdd_manager *m, const struct operands *o)
{
    return cofactor_rec(m, o->f, o->g);
}

static bdd run_compose(bdd_manager *m, const struct operands *o)
{
    const int *var = o->extra;
    return compose_rec(m, o->f, *var, o->g);
}

static bdd run_substitute(bdd_manager *m, const struct operands *o)
{
    // Here, not before: the entry of the operation may have reordered.
    prepare(m, o->substitution);
    return substitute_rec(m, o->f, o->substitution);
}

static bdd run_swap_pairs(bdd_manager *m, const struct operands *o)
{
    return swap_pairs_rec(m, o->f);
}

bdd bdd_cofactor(bdd_manager *m, bdd f, bdd literals)
{
    return bdd_operate(m, run_cofactor, &(struct operands){.f = f, .g = literals});
}

bdd bdd_compose(bdd_manager *m, bdd f, int var, bdd g)
{
    return bdd_operate(m, run_compose, &(struct operands){.f = f, .g = g, .extra = &var});
}

bdd bdd_substitute(bdd_manager *m, bdd f, bdd_substitution *s)
{
    if (!s)
        return BDD_NONE;
    return bdd_operate(m, run_substitute, &(struct operands){.f = f, .substitution = s});
}

bdd bdd_swap_pairs(bdd_manager *m, bdd f)
{
    return bdd_operate(m, run_swap_pairs, &(struct operands){.f = f});
}
