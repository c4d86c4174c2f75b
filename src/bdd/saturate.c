// Saturation, after Ciardo, Lüttgen and Siminiceanu, in the form that van Dijk gives it for decision diagrams: the
// closure of a set under many relations of small support. A node's children are closed under all relations that lie
// below it before the ones that begin at its level are applied, and so on until nothing changes. Sets in between stay
// small where a search by distance would have to keep all interleavings of moves far apart.
#include "bdd/cache.h"

#include <stdlib.h>

struct placed_relation {
    const bdd_relation *relation;
    int32_t top;
};

struct bdd_saturation {
    bdd_manager *manager;
    ARRAY(struct placed_relation) relations; // by their top, under the order of `order_version`
    uint32_t id;                             // names it in the cache
    uint64_t order_version;
};

bdd_saturation *bdd_saturation_new(bdd_manager *m, bdd_relation *const *relations, size_t count)
{
    bdd_saturation *s = mem_try_zalloc(&m->mem, sizeof *s);
    if (!s || !array_try_reserve(&m->mem, &s->relations, count)) {
        mem_free(&m->mem, s, sizeof *s);
        bdd_fail(m, BDD_OUT_OF_MEMORY);
        return NULL;
    }
    s->manager = m;
    s->id = ++m->next_substitution;
    for (size_t i = 0; i < count; i++)
        s->relations.at[s->relations.count++] = (struct placed_relation){.relation = relations[i]};
    return s;
}

void bdd_saturation_free(bdd_saturation *s)
{
    if (!s)
        return;
    struct mem *mem = &s->manager->mem;
    array_free(mem, &s->relations);
    mem_free(mem, s, sizeof *s);
}

// The first level that the relation looks at. Inputs that it takes away without a look at them are in no set.
static int32_t top_of(const bdd_manager *m, const bdd_relation *relation)
{
    int32_t var = node_of(m, relation->body)->var;
    int32_t top = var == CONSTANT_VAR ? CONSTANT_LEVEL : m->level[var] - (m->kind[var] == VAR_NEXT);
    bdd cube = relation->cube;
    while (cube != BDD_TRUE && m->kind[node_of(m, cube)->var] == VAR_PLAIN)
        cube = node_of(m, cube)->high;
    return min_level(top, level_of(m, cube));
}

static int by_top(const void *x, const void *y)
{
    const struct placed_relation *a = x, *b = y;
    return (a->top > b->top) - (a->top < b->top);
}

// Places the relations anew when the order has changed.
static void prepare(bdd_manager *m, bdd_saturation *s)
{
    if (s->order_version == m->order_version)
        return;
    s->order_version = m->order_version;
    for (size_t i = 0; i < s->relations.count; i++)
        s->relations.at[i].top = top_of(m, s->relations.at[i].relation);
    if (s->relations.count)
        qsort(s->relations.at, s->relations.count, sizeof *s->relations.at, by_top);
    // Places in the list are part of the cache's keys.
    s->id = ++m->next_substitution;
}

// The first relation that begins below the level of the one at `first`.
static size_t end_of_level(const bdd_saturation *s, size_t first)
{
    size_t end = first;
    while (end < s->relations.count && s->relations.at[end].top == s->relations.at[first].top)
        end++;
    return end;
}

static bdd forward_rec(bdd_manager *m, const bdd_saturation *s, bdd set, size_t first);

// All relations from `first` on, which is the first of those that begin at one level; the set begins there or below.
static bdd forward_at_level(bdd_manager *m, const bdd_saturation *s, bdd set, size_t first)
{
    size_t below = end_of_level(s, first);
    bdd before = BDD_NONE;
    while (set != before) {
        before = set;
        set = forward_rec(m, s, set, below);
        for (size_t i = first; i < below; i++) {
            const bdd_relation *r = s->relations.at[i].relation;
            set = bdd_image_union_rec(m, set, r->body, r->cube, set);
        }
    }
    return set;
}

static bdd forward_rec(bdd_manager *m, const bdd_saturation *s, bdd set, size_t first)
{
    if (first == s->relations.count || bdd_is_constant(set))
        return set;
    struct cache_key key = cache_key3(BDD_OP_SATURATE, set, CACHE_NO_HANDLE - s->id, CACHE_NO_HANDLE - (uint32_t)first);
    bdd result;
    if (cache_find(m, BDD_OP_SATURATE, &key, &result))
        return result;
    int32_t level = level_of(m, set), var = node_of(m, set)->var;
    if (level >= s->relations.at[first].top)
        result = forward_at_level(m, s, set, first);
    else {
        bdd set0, set1;
        cofactors(m, set, level, &set0, &set1);
        bdd low = forward_rec(m, s, set0, first);
        bdd high = forward_rec(m, s, set1, first);
        result = make_node(m, var, low, high);
    }
    cache_insert(m, &key, result);
    return result;
}

// ---- Backwards ------------------------------------------------------------------------------------------------------
// The same for pre-images, with a set that steps must begin in (constrained saturation, after Zhao and Ciardo). What
// restricts steps has cofactors like the set, so that locality is not lost.

static bdd backward_rec(bdd_manager *m, const bdd_saturation *s, bdd set, bdd within, size_t first);

static bdd backward_at_level(bdd_manager *m, const bdd_saturation *s, bdd set, bdd within, size_t first)
{
    size_t below = end_of_level(s, first);
    bdd before = BDD_NONE;
    while (set != before) {
        before = set;
        set = backward_rec(m, s, set, within, below);
        for (size_t i = first; i < below; i++) {
            const bdd_relation *r = s->relations.at[i].relation;
            set = or_rec(m, set, bdd_preimage_within_rec(m, set, r->body, r->cube, within));
        }
    }
    return set;
}

static bdd backward_rec(bdd_manager *m, const bdd_saturation *s, bdd set, bdd within, size_t first)
{
    if (first == s->relations.count || bdd_is_constant(set) || within == BDD_FALSE)
        return set;
    struct cache_key key =
        cache_key3(BDD_OP_SATURATE_BACK, set, CACHE_NO_HANDLE - s->id, CACHE_NO_HANDLE - (uint32_t)first);
    bdd result;
    if (cache_find4(m, BDD_OP_SATURATE_BACK, &key, within, &result))
        return result;
    int32_t level = min_level(level_of(m, set), level_of(m, within));
    if (level >= s->relations.at[first].top)
        result = backward_at_level(m, s, set, within, first);
    else {
        bdd set0, set1, within0, within1;
        cofactors(m, set, level, &set0, &set1);
        cofactors(m, within, level, &within0, &within1);
        bdd low = backward_rec(m, s, set0, within0, first);
        bdd high = backward_rec(m, s, set1, within1, first);
        result = make_node(m, m->var_at[level], low, high);
    }
    cache_insert4(m, BDD_OP_SATURATE_BACK, &key, within, result);
    return result;
}

// ---- Entries --------------------------------------------------------------------------------------------------------

struct saturation_step {
    bdd_saturation *saturation;
    size_t *first; // the relations from here on are taken; on return, the start of their level
    bool backwards;
};

static bdd run_step(bdd_manager *m, const struct operands *o)
{
    const struct saturation_step *step = o->extra;
    bdd_saturation *s = step->saturation;
    prepare(m, s); // here, not before: the entry of the operation may have reordered
    while (*step->first > 0 && s->relations.at[*step->first - 1].top == s->relations.at[*step->first].top)
        --*step->first;
    return step->backwards ? backward_rec(m, s, o->f, o->g, *step->first) : forward_rec(m, s, o->f, *step->first);
}

// Level by level from the bottom, so that there are moments between them at which garbage can be collected.
static bool saturate(bdd_manager *m, bdd_saturation *s, bdd *set, bdd within, bool backwards, size_t budget)
{
    bdd now = *set;
    if (!s || !bdd_is_valid(now) || !bdd_is_valid(within) || !bdd_protect(m, &now))
        return false;
    bool good = bdd_protect(m, &within);
    for (size_t first = s->relations.count; first > 0 && good;) {
        first--;
        bdd_scope scope = bdd_open_scope(m);
        struct saturation_step step = {s, &first, backwards};
        bdd more = bdd_operate_within(m, budget, run_step, &(struct operands){.f = now, .g = within, .extra = &step});
        good = bdd_is_valid(more);
        if (good)
            now = more;
        bdd_close_scope(m, scope);
    }
    bdd_unprotect(m, &within);
    bdd_unprotect(m, &now);
    bdd_scope scope = bdd_open_scope(m);
    *set = bdd_close_scope_with(m, scope, now);
    return good && bdd_is_valid(*set);
}

bool bdd_saturate(bdd_manager *m, bdd_saturation *s, bdd *set, size_t budget)
{
    return saturate(m, s, set, BDD_TRUE, false, budget);
}

bool bdd_saturate_back(bdd_manager *m, bdd_saturation *s, bdd *set, bdd within, size_t budget)
{
    return saturate(m, s, set, within, true, budget);
}
