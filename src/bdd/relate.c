// Relations after relations, in one recursion and with no third copy of the bits.
//
// Of a pair, the first relation has four cofactors, by the value before and the one in between, and so has the second,
// by the one in between and the one after. The four of the result are sums over what is in between: its node takes the
// place of the pair, so that all that would have been renamed is renamed already.
#include "bdd/cache.h"

// f[before][between] and g[between][after], which is g[after][between] where the second is followed backwards.
static bdd compose_rec(bdd_manager *m, bdd f, bdd body, bdd cube, bool backwards)
{
    if (f == BDD_FALSE || body == BDD_FALSE)
        return BDD_FALSE;
    if (f == BDD_TRUE && body == BDD_TRUE)
        return BDD_TRUE;
    int32_t top = min_level(pair_level(m, f), pair_level(m, body));
    cube = skip_above(m, cube, top);
    if (cube == BDD_TRUE && body == BDD_TRUE)
        return f;

    struct cache_key key = cache_key3(BDD_OP_COMPOSE_RELATIONS, f, body, cube);
    bdd result;
    if (cache_find4(m, BDD_OP_COMPOSE_RELATIONS, &key, backwards ? BDD_TRUE : BDD_FALSE, &result))
        return result;

    int32_t var = m->var_at[top];
    bool in_cube = level_of(m, cube) == top;
    bdd rest = in_cube ? node_of(m, cube)->high : cube;
    if (m->kind[var] == VAR_PLAIN) {
        bdd f0, f1, body0, body1;
        cofactors(m, f, top, &f0, &f1);
        cofactors(m, body, top, &body0, &body1);
        bdd low = compose_rec(m, f0, body0, rest, backwards);
        bdd high = in_cube && low == BDD_TRUE ? low : compose_rec(m, f1, body1, rest, backwards);
        result = in_cube ? or_rec(m, low, high) : make_node(m, var, low, high);
    } else {
        bdd first[2][2], second[2][2], rows[2];
        relation_cofactors(m, f, top, first);
        relation_cofactors(m, body, top, second);
        for (int before = 0; before < 2; before++) {
            bdd cells[2];
            for (int after = 0; after < 2; after++) {
                if (!in_cube) { // it stays; the relation may ask for it, as a current bit
                    cells[after] = compose_rec(m, first[before][after], second[after][0], rest, backwards);
                    continue;
                }
                bdd by0 = backwards ? second[after][0] : second[0][after];
                bdd by1 = backwards ? second[after][1] : second[1][after];
                cells[after] = compose_rec(m, first[before][0], by0, rest, backwards);
                if (cells[after] != BDD_TRUE)
                    cells[after] = or_rec(m, cells[after], compose_rec(m, first[before][1], by1, rest, backwards));
            }
            rows[before] = make_node(m, var + 1, cells[0], cells[1]);
        }
        result = make_node(m, var, rows[0], rows[1]);
    }
    cache_insert4(m, BDD_OP_COMPOSE_RELATIONS, &key, backwards ? BDD_TRUE : BDD_FALSE, result);
    return result;
}

static bdd run_compose(bdd_manager *m, const struct operands *o)
{
    const bdd_relation *relation = o->extra;
    return compose_rec(m, o->f, relation->body, relation->cube, false);
}

static bdd run_compose_inverse(bdd_manager *m, const struct operands *o)
{
    const bdd_relation *relation = o->extra;
    return compose_rec(m, o->f, relation->body, relation->cube, true);
}

bdd bdd_compose_relations(bdd_manager *m, bdd f, const bdd_relation *relation)
{
    if (!relation)
        return BDD_NONE;
    return bdd_operate(m, run_compose, &(struct operands){.f = f, .extra = relation});
}

bdd bdd_compose_inverse(bdd_manager *m, bdd f, const bdd_relation *relation)
{
    if (!relation)
        return BDD_NONE;
    return bdd_operate(m, run_compose_inverse, &(struct operands){.f = f, .extra = relation});
}
