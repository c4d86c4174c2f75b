// Images and pre-images in one recursion: conjunction of set and relation, quantification, and the renaming of next
// to current bits together. The recursion walks over the levels of pairs; a pair that the relation does not update
// is passed through, and costs nothing where neither operand mentions it.
//
// Since the next copy of a bit is right below its current copy, the relation's four cofactors by both are at hand, and
// the result's node is made at the current copy's level.
#include "bdd/cache.h"

// Whether every next copy in the body is that of a bit in the cube.
static bool updates_all_it_sets(bdd_manager *m, bdd body, bdd cube)
{
    for (bdd support = bdd_support(m, body); !bdd_is_constant(support); support = bdd_high(m, support)) {
        if (!bdd_is_valid(support))
            return false;
        int32_t var = bdd_top(m, support);
        if (m->kind[var] != VAR_NEXT)
            continue;
        while (level_of(m, cube) < m->level[var - 1])
            cube = node_of(m, cube)->high;
        if (level_of(m, cube) != m->level[var - 1]) {
            bdd_fail(m, BDD_BAD_RELATION);
            return false;
        }
    }
    return true;
}

static bdd_relation *make_relation(bdd_manager *m, bdd body, bdd cube)
{
    bdd_relation *relation = mem_try_alloc(&m->mem, sizeof *relation);
    if (!relation) {
        bdd_fail(m, BDD_OUT_OF_MEMORY);
        return NULL;
    }
    *relation = (bdd_relation){.manager = m, .next = m->relations, .body = body, .cube = cube};
    if (m->relations)
        m->relations->previous = relation;
    m->relations = relation;
    return relation;
}

bdd_relation *bdd_relation_new(bdd_manager *m, bdd body, const int *vars, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (m->kind[vars[i]] == VAR_NEXT) {
            bdd_fail(m, BDD_BAD_RELATION);
            return NULL;
        }
    bdd_scope scope = bdd_open_scope(m);
    bdd kept = body; // a root while the cube is made
    bdd_relation *relation = NULL;
    if (bdd_is_valid(body) && bdd_protect(m, &kept)) {
        bdd cube = bdd_cube(m, vars, count);
        if (bdd_is_valid(cube) && updates_all_it_sets(m, body, cube))
            relation = make_relation(m, body, cube);
        bdd_unprotect(m, &kept);
    }
    bdd_close_scope(m, scope);
    return relation;
}

void bdd_relation_free(bdd_relation *relation)
{
    if (!relation)
        return;
    bdd_manager *m = relation->manager;
    *(relation->previous ? &relation->previous->next : &m->relations) = relation->next;
    if (relation->next)
        relation->next->previous = relation->previous;
    mem_free(&m->mem, relation, sizeof *relation);
}

bdd bdd_relation_body(const bdd_relation *relation)
{
    return relation->body;
}

bdd bdd_relation_cube(const bdd_relation *relation)
{
    return relation->cube;
}

static inline __attribute__((always_inline)) bdd step_rec(bdd_manager *m, enum bdd_operation op, bdd set, bdd body,
                                                          bdd cube, bdd (*again)(bdd_manager *, bdd, bdd, bdd))
{
    if (set == BDD_FALSE || body == BDD_FALSE)
        return BDD_FALSE;
    if (set == BDD_TRUE && body == BDD_TRUE)
        return BDD_TRUE;
    int32_t top = min_level(level_of(m, set), pair_level(m, body));
    cube = skip_above(m, cube, top);
    if (cube == BDD_TRUE)
        return bdd_and_rec(m, set, body);

    struct cache_key key = cache_key3(op, set, body, cube);
    bdd result;
    if (cache_find(m, op, &key, &result))
        return result;

    int32_t var = m->var_at[top];
    bdd set0, set1;
    cofactors(m, set, top, &set0, &set1);
    if (level_of(m, cube) != top) { // passes through
        bdd body0, body1;
        cofactors(m, body, top, &body0, &body1);
        bdd low = again(m, set0, body0, cube);
        bdd high = again(m, set1, body1, cube);
        result = make_node(m, var, low, high);
    } else if (m->kind[var] == VAR_PLAIN) { // an input: quantified
        bdd rest = node_of(m, cube)->high, body0, body1;
        cofactors(m, body, top, &body0, &body1);
        result = again(m, set0, body0, rest);
        if (result != BDD_TRUE)
            result = or_rec(m, result, again(m, set1, body1, rest));
    } else { // updated
        bdd rest = node_of(m, cube)->high, from[2][2];
        relation_cofactors(m, body, top, from);
        // An image sums over the old values and keeps the new one; a pre-image the other way round.
        bdd cross0 = op == BDD_OP_IMAGE ? from[1][0] : from[0][1];
        bdd cross1 = op == BDD_OP_IMAGE ? from[0][1] : from[1][0];
        bdd low = again(m, set0, from[0][0], rest);
        if (low != BDD_TRUE)
            low = or_rec(m, low, again(m, set1, cross0, rest));
        bdd high = again(m, set0, cross1, rest);
        if (high != BDD_TRUE)
            high = or_rec(m, high, again(m, set1, from[1][1], rest));
        result = make_node(m, var, low, high);
    }
    cache_insert(m, &key, result);
    return result;
}

static bdd image_rec(bdd_manager *m, bdd set, bdd body, bdd cube)
{
    return step_rec(m, BDD_OP_IMAGE, set, body, cube, image_rec);
}

static bdd preimage_rec(bdd_manager *m, bdd set, bdd body, bdd cube)
{
    return step_rec(m, BDD_OP_PREIMAGE, set, body, cube, preimage_rec);
}

// reached or image(set). Partial images are added to what is reached below, one after the other, so that none of them
// is ever built by itself.
bdd bdd_image_union_rec(bdd_manager *m, bdd set, bdd body, bdd cube, bdd reached)
{
    if (set == BDD_FALSE || body == BDD_FALSE || reached == BDD_TRUE)
        return reached;
    if (reached == BDD_FALSE)
        return image_rec(m, set, body, cube);
    if (set == BDD_TRUE && body == BDD_TRUE)
        return BDD_TRUE;
    int32_t top = min_level(level_of(m, reached), min_level(level_of(m, set), pair_level(m, body)));
    cube = skip_above(m, cube, top);
    if (cube == BDD_TRUE)
        return or_rec(m, reached, bdd_and_rec(m, set, body));

    struct cache_key key = cache_key3(BDD_OP_IMAGE_UNION, set, body, cube);
    bdd result;
    if (cache_find4(m, BDD_OP_IMAGE_UNION, &key, reached, &result))
        return result;

    int32_t var = m->var_at[top];
    bdd set0, set1, reached0, reached1, low, high;
    cofactors(m, set, top, &set0, &set1);
    cofactors(m, reached, top, &reached0, &reached1);
    if (level_of(m, cube) != top) {
        bdd body0, body1;
        cofactors(m, body, top, &body0, &body1);
        low = bdd_image_union_rec(m, set0, body0, cube, reached0);
        high = bdd_image_union_rec(m, set1, body1, cube, reached1);
    } else if (m->kind[var] == VAR_PLAIN) {
        bdd rest = node_of(m, cube)->high, body0, body1;
        cofactors(m, body, top, &body0, &body1);
        low = bdd_image_union_rec(m, set0, body0, rest, reached0);
        low = bdd_image_union_rec(m, set1, body1, rest, low);
        high = bdd_image_union_rec(m, set0, body0, rest, reached1);
        high = bdd_image_union_rec(m, set1, body1, rest, high);
    } else {
        bdd rest = node_of(m, cube)->high, from[2][2];
        relation_cofactors(m, body, top, from);
        low = bdd_image_union_rec(m, set0, from[0][0], rest, reached0);
        low = bdd_image_union_rec(m, set1, from[1][0], rest, low);
        high = bdd_image_union_rec(m, set0, from[0][1], rest, reached1);
        high = bdd_image_union_rec(m, set1, from[1][1], rest, high);
    }
    result = make_node(m, var, low, high);
    cache_insert4(m, BDD_OP_IMAGE_UNION, &key, reached, result);
    return result;
}

// The pre-image within a set. That set prunes the recursion, and nothing outside of it is ever built.
bdd bdd_preimage_within_rec(bdd_manager *m, bdd set, bdd body, bdd cube, bdd within)
{
    if (set == BDD_FALSE || body == BDD_FALSE || within == BDD_FALSE)
        return BDD_FALSE;
    if (within == BDD_TRUE)
        return preimage_rec(m, set, body, cube);
    int32_t top = min_level(level_of(m, within), min_level(level_of(m, set), pair_level(m, body)));
    cube = skip_above(m, cube, top);
    if (cube == BDD_TRUE)
        return bdd_and_rec(m, within, bdd_and_rec(m, set, body));

    struct cache_key key = cache_key3(BDD_OP_PREIMAGE_WITHIN, set, body, cube);
    bdd result;
    if (cache_find4(m, BDD_OP_PREIMAGE_WITHIN, &key, within, &result))
        return result;

    int32_t var = m->var_at[top];
    bdd set0, set1, within0, within1;
    cofactors(m, set, top, &set0, &set1);
    cofactors(m, within, top, &within0, &within1);
    if (level_of(m, cube) != top) {
        bdd body0, body1;
        cofactors(m, body, top, &body0, &body1);
        bdd low = bdd_preimage_within_rec(m, set0, body0, cube, within0);
        bdd high = bdd_preimage_within_rec(m, set1, body1, cube, within1);
        result = make_node(m, var, low, high);
    } else if (m->kind[var] == VAR_PLAIN) {
        bdd rest = node_of(m, cube)->high, body0, body1;
        cofactors(m, body, top, &body0, &body1);
        result = bdd_preimage_within_rec(m, set0, body0, rest, within0);
        if (result != BDD_TRUE)
            result = or_rec(m, result, bdd_preimage_within_rec(m, set1, body1, rest, within1));
    } else {
        bdd rest = node_of(m, cube)->high, from[2][2];
        relation_cofactors(m, body, top, from);
        bdd low = bdd_preimage_within_rec(m, set0, from[0][0], rest, within0);
        if (low != within0)
            low = or_rec(m, low, bdd_preimage_within_rec(m, set1, from[0][1], rest, within0));
        bdd high = bdd_preimage_within_rec(m, set0, from[1][0], rest, within1);
        if (high != within1)
            high = or_rec(m, high, bdd_preimage_within_rec(m, set1, from[1][1], rest, within1));
        result = make_node(m, var, low, high);
    }
    cache_insert4(m, BDD_OP_PREIMAGE_WITHIN, &key, within, result);
    return result;
}

// ---- Entries --------------------------------------------------------------------------------------------------------

static bdd run_image(bdd_manager *m, const struct operands *o)
{
    const bdd_relation *relation = o->extra;
    return image_rec(m, o->f, relation->body, relation->cube);
}

static bdd run_preimage(bdd_manager *m, const struct operands *o)
{
    const bdd_relation *relation = o->extra;
    return preimage_rec(m, o->f, relation->body, relation->cube);
}

static bdd run_preimage_within(bdd_manager *m, const struct operands *o)
{
    const bdd_relation *relation = o->extra;
    return bdd_preimage_within_rec(m, o->f, relation->body, relation->cube, o->g);
}

static bdd run_image_union(bdd_manager *m, const struct operands *o)
{
    const bdd_relation *relation = o->extra;
    return bdd_image_union_rec(m, o->f, relation->body, relation->cube, o->g);
}

bdd bdd_image(bdd_manager *m, bdd set, const bdd_relation *relation)
{
    if (!relation)
        return BDD_NONE;
    return bdd_operate(m, run_image, &(struct operands){.f = set, .extra = relation});
}

bdd bdd_preimage(bdd_manager *m, bdd set, const bdd_relation *relation)
{
    if (!relation)
        return BDD_NONE;
    return bdd_operate(m, run_preimage, &(struct operands){.f = set, .extra = relation});
}

bdd bdd_preimage_within(bdd_manager *m, bdd set, const bdd_relation *relation, bdd within)
{
    if (!relation)
        return BDD_NONE;
    return bdd_operate(m, run_preimage_within, &(struct operands){.f = set, .g = within, .extra = relation});
}

bdd bdd_image_union(bdd_manager *m, bdd set, const bdd_relation *relation, bdd reached)
{
    if (!relation)
        return BDD_NONE;
    return bdd_operate(m, run_image_union, &(struct operands){.f = set, .g = reached, .extra = relation});
}

bool bdd_advance(bdd_manager *m, const bdd_relation *relation, bdd *frontier, bdd *reached)
{
    // Both results end up in the current scope, whatever the caller protects.
    bdd more = bdd_image_union(m, *frontier, relation, *reached);
    bdd new = bdd_minus(m, more, *reached);
    if (!bdd_is_valid(new))
        return false;
    *frontier = new;
    *reached = more;
    return true;
}
