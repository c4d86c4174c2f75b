// Who is alive, and the collection of the rest: mark from the roots, then sweep the array from its end to its start,
// so that chains and the list of free nodes come out in the order of memory.
#include "bdd/cache.h"

#include <string.h>

#include "base/clock.h"

bool bdd_protect(bdd_manager *m, bdd *variable)
{
    return bdd_protect_array(m, variable, 1);
}

bool bdd_protect_array(bdd_manager *m, bdd *first, size_t count)
{
    if (!array_try_reserve(&m->mem, &m->roots, m->roots.count + 1)) {
        bdd_fail(m, BDD_OUT_OF_MEMORY);
        return false;
    }
    m->roots.at[m->roots.count++] = (struct root){first, count};
    return true;
}

void bdd_unprotect(bdd_manager *m, const bdd *first)
{
    for (size_t i = m->roots.count; i-- > 0;)
        if (m->roots.at[i].first == first) {
            memmove(&m->roots.at[i], &m->roots.at[i + 1], (m->roots.count - i - 1) * sizeof *m->roots.at);
            m->roots.count--;
            return;
        }
}

bdd_scope bdd_open_scope(bdd_manager *m)
{
    return m->results.count;
}

void bdd_close_scope(bdd_manager *m, bdd_scope scope)
{
    assert(scope <= m->results.count);
    m->results.count = scope;
}

bdd bdd_close_scope_with(bdd_manager *m, bdd_scope scope, bdd result)
{
    bdd_close_scope(m, scope);
    if (bdd_is_valid(result) && !bdd_is_constant(result)) {
        if (!array_try_reserve(&m->mem, &m->results, m->results.count + 1)) {
            bdd_fail(m, BDD_OUT_OF_MEMORY);
            return BDD_NONE;
        }
        m->results.at[m->results.count++] = result;
    }
    return result;
}

bool bdd_close_round(bdd_manager *m, bdd_scope scope, bdd *one, bdd new_one, bdd *other, bdd new_other)
{
    bool good = bdd_is_valid(new_one) && bdd_is_valid(new_other);
    if (good) {
        *one = new_one;
        *other = new_other;
    }
    bdd_close_scope(m, scope);
    return good;
}

bdd bdd_hand_over(bdd_manager *m, bdd result)
{
    return bdd_close_scope_with(m, bdd_open_scope(m), result);
}

void bdd_each_root(bdd_manager *m, void (*visit)(bdd_manager *, bdd, void *), void *context)
{
    for (size_t i = 0; i < m->roots.count; i++)
        for (size_t k = 0; k < m->roots.at[i].count; k++)
            if (bdd_is_valid(m->roots.at[i].first[k]))
                visit(m, m->roots.at[i].first[k], context);
    for (size_t i = 0; i < m->results.count; i++)
        if (bdd_is_valid(m->results.at[i]))
            visit(m, m->results.at[i], context);
    for (bdd_substitution *s = m->substitutions; s; s = s->next)
        for (size_t v = 0; v < s->functions.count; v++)
            if (bdd_is_valid(s->functions.at[v]))
                visit(m, s->functions.at[v], context);
    for (bdd_relation *r = m->relations; r; r = r->next) {
        visit(m, r->body, context);
        visit(m, r->cube, context);
    }
}

static void mark(bdd_manager *m, bdd f, void *unused)
{
    // The low side in a loop, the high side by recursion: as deep as there are levels.
    for (uint32_t i = f >> 1; !is_marked(m, i); i = m->nodes[i].low >> 1) {
        m->marks[i >> 6] |= UINT64_C(1) << (i & 63);
        mark(m, m->nodes[i].high, unused);
    }
}

// Empties the unique tables for the sweep. A table that most of its buckets were of no use to gives half of them back;
// that is decided by what it held before, so that a table which fills between collections keeps its size.
static void empty_tables(bdd_manager *m)
{
    for (size_t v = 0; v < m->vars; v++) {
        struct unique *u = &m->unique[v];
        bool roomy = u->shift < 61 && (uint64_t)u->count * 4 < (uint64_t)1 << (64 - u->shift);
        memset(u->buckets, 0, sizeof(uint32_t) << (64 - u->shift));
        u->count = 0;
        if (roomy)
            bdd_resize_unique(m, u, u->shift + 1);
    }
}

static void sweep(bdd_manager *m)
{
    m->free_list = NO_NODE;
    uint64_t alive = 0;
    // The end of the array that is all dead is as good as never used: the next sweep is spared it.
    while (m->fresh > 1 && !is_marked(m, m->fresh - 1))
        m->fresh--;
    for (uint32_t i = m->fresh - 1; i > 0; i--) {
        struct node *n = &m->nodes[i];
        if (is_marked(m, i)) {
            struct unique *u = &m->unique[n->var];
            uint32_t *bucket = &u->buckets[bucket_of(u, n->low, n->high)];
            n->next = *bucket;
            *bucket = i;
            u->count++;
            alive++;
        } else {
            n->var = FREE_NODE;
            n->next = m->free_list;
            m->free_list = i;
        }
    }
    m->dead_last = nodes_in_use(m) - alive;
    m->freed = m->made - alive;
}

#define MOST_FOR_CACHE 64 // times the first nodes
#define CENSUS_PART 2     // of the nodes alive: so many new ones before they are counted again
#define LEAST_FOR_CENSUS 256

static uint64_t larger(uint64_t a, uint64_t b)
{
    return a > b ? a : b;
}

// When as many nodes again as are alive were made. But a sweep goes over the whole array and the operation cache, and
// is to have a harvest; and dead nodes that the cache still knows may come to life again: one layer of a search has
// much in common with the next, and where a collection comes in between, the images of all that are computed once more.
uint64_t bdd_next_collection(const bdd_manager *m)
{
    uint64_t entries = (uint64_t)1 << (64 - m->cache_shift), most = MOST_FOR_CACHE * (uint64_t)m->first_nodes;
    uint64_t worth_it = larger(m->fresh / 2, entries < most ? entries : most);
    return larger(larger(2 * nodes_in_use(m), m->first_nodes), worth_it);
}

static void mark_all(bdd_manager *m)
{
    memset(m->marks, 0, (m->fresh / 64 + 1) * sizeof *m->marks);
    m->marks[0] |= 1; // the constant
    bdd_each_root(m, mark, NULL);
}

static void note_alive(bdd_manager *m, uint64_t alive)
{
    m->peak_alive = larger(m->peak_alive, alive);
    m->census_at = m->made + larger(alive / CENSUS_PART, LEAST_FOR_CENSUS);
}

// Only where there are more nodes than were ever alive can there be more that are. A few more are not worth a look.
void bdd_census(bdd_manager *m)
{
    if (nodes_in_use(m) <= m->peak_alive + m->peak_alive / 8)
        return;
    uint64_t alive = 0;
    mark_all(m);
    for (size_t i = 0; i <= m->fresh / 64; i++)
        alive += (uint64_t)__builtin_popcountll(m->marks[i]);
    note_alive(m, alive - 1); // the constant is not counted anywhere
}

void bdd_collect_now(bdd_manager *m)
{
    double start = clock_now();
    if (nodes_in_use(m) > m->peak_nodes)
        m->peak_nodes = nodes_in_use(m);
    mark_all(m);
    bdd_cache_sweep(m);
    empty_tables(m);
    sweep(m);
    note_alive(m, nodes_in_use(m));
    m->collect_at = bdd_next_collection(m);
    m->collections++;
    m->seconds_collecting += clock_now() - start;
}

void bdd_collect(bdd_manager *m)
{
    bdd_collect_now(m);
}
