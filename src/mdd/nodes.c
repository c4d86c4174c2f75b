// Nodes, the unique table, the cache, and the operations on sets.
#include <string.h>

#include "base/hash.h"
#include "mdd/mdd_internal.h"

enum {
    FIRST_HEADS = 1 << 12,
    FIRST_CACHE = 1 << 12,
    MOST_CACHE = 1 << 24,
    GROWTH = 1 << 18, // words
    STEPS = 4096,     // between looks at the clock
};

// ---- Memory ---------------------------------------------------------------------------------------------------------

bool mdd_goes_on(struct mdd_manager *m)
{
    if (++m->steps % STEPS == 0 && m->options.stop && m->options.stop(m->options.context))
        m->is_over = true;
    if (m->steps == m->last_step)
        m->is_over = true;
    return !m->is_over;
}

static bool have_room(struct mdd_manager *m, struct mem_region *region, size_t items, size_t size)
{
    size_t bytes = items * size;
    if (bytes <= region->committed)
        return true;
    bytes += GROWTH * size;
    if (bytes > region->reserved || !mem_region_grow(m->mem, region, bytes))
        m->is_over = m->is_full = true;
    return !m->is_over;
}

static uint64_t hash_node(const uint32_t *words, uint32_t level, uint32_t first, uint32_t count)
{
    uint64_t h = hash_pair(level, (uint64_t)first << 32 | count);
    for (uint32_t i = 0; i < count; i++)
        h = (h ^ words[i]) * UINT64_C(0x9e3779b97f4a7c15), h ^= h >> 29;
    return h;
}

// All nodes, into an empty table.
static void fill_heads(struct mdd_manager *m)
{
    m->node_count = 0;
    for (size_t n = HEADER_WORDS; n < m->used; m->node_count++) {
        struct mdd_header *h = header_of(m, (mdd)n);
        uint64_t hash = hash_node(m->words + n + HEADER_WORDS, h->level, h->first, h->count);
        uint32_t *head = &m->heads[hash & (m->head_count - 1)];
        h->next = *head;
        *head = (mdd)n;
        n += HEADER_WORDS + h->count;
    }
}

static void grow_heads(struct mdd_manager *m)
{
    size_t count = 2 * m->head_count;
    uint32_t *heads = mem_try_zalloc(m->mem, count * sizeof *heads);
    if (!heads)
        return; // chains become longer
    mem_free(m->mem, m->heads, m->head_count * sizeof *m->heads);
    m->heads = heads;
    m->head_count = count;
    fill_heads(m);
}

static void grow_cache(struct mdd_manager *m)
{
    size_t count = 4 * m->cache_count;
    struct cache_entry *cache = mem_try_alloc(m->mem, count * sizeof *cache);
    if (!cache)
        return;
    memset(cache, 0xff, count * sizeof *cache);
    struct cache_entry *old = m->cache;
    size_t old_count = m->cache_count;
    m->cache = cache;
    m->cache_count = count;
    for (size_t i = 0; i < old_count; i++)
        if (old[i].result != MDD_NONE)
            mdd_cache_add(m, old[i].op, old[i].a, old[i].b, old[i].result);
    mem_free(m->mem, old, old_count * sizeof *old);
}

static struct cache_entry *cache_entry(struct mdd_manager *m, uint32_t op, uint32_t a, uint32_t b)
{
    return &m->cache[hash_pair((uint64_t)a << 32 | b, op) & (m->cache_count - 1)];
}

mdd mdd_cache_find(struct mdd_manager *m, uint32_t op, uint32_t a, uint32_t b)
{
    const struct cache_entry *e = cache_entry(m, op, a, b);
    return e->op == op && e->a == a && e->b == b ? e->result : MDD_NONE;
}

void mdd_cache_add(struct mdd_manager *m, uint32_t op, uint32_t a, uint32_t b, mdd result)
{
    if (result != MDD_NONE && !m->is_over)
        *cache_entry(m, op, a, b) = (struct cache_entry){op, a, b, result};
}

// ---- Making nodes ---------------------------------------------------------------------------------------------------

struct building mdd_build(struct mdd_manager *m, uint32_t level)
{
    return (struct building){level, m->stack + m->stack_used, 0, m->stack_used};
}

void mdd_set_child(struct mdd_manager *m, struct building *b, uint32_t value, mdd child)
{
    if (value >= b->count) {
        if (m->options.node_limit && b->base + value > m->options.node_limit)
            m->is_over = m->is_full = true; // a number without bound
        if (child == MDD_EMPTY || m->is_over || !have_room(m, &m->scratch, b->base + value + 1, sizeof *m->stack) ||
            !have_room(m, &m->flag_bytes, b->base + value + 1, sizeof *m->flags))
            return;
        memset(m->flags + b->base + b->count, 0, value + 1 - b->count);
        memset(b->children + b->count, 0, (value + 1 - b->count) * sizeof *b->children);
        b->count = value + 1;
        m->stack_used = b->base + b->count;
    }
    b->children[value] = child;
}

mdd mdd_finish(struct mdd_manager *m, struct building *b)
{
    uint32_t first = 0, count = b->count;
    m->stack_used = b->base;
    while (count > 0 && b->children[count - 1] == MDD_EMPTY)
        count--;
    while (first < count && b->children[first] == MDD_EMPTY)
        first++;
    count -= first;
    if (m->is_over)
        return MDD_NONE;
    if (count == 0)
        return MDD_EMPTY;
    const uint32_t *children = b->children + first;
    uint64_t hash = hash_node(children, b->level, first, count);
    for (mdd n = m->heads[hash & (m->head_count - 1)]; n; n = header_of(m, n)->next) {
        const struct mdd_header *h = header_of(m, n);
        if (h->level == b->level && h->first == first && h->count == count &&
            memcmp(m->words + n + HEADER_WORDS, children, count * sizeof *children) == 0)
            return n;
    }
    size_t words = HEADER_WORDS + count;
    if (m->used + words >= MDD_FREE || (m->options.node_limit && m->used + words > m->options.node_limit))
        m->is_over = m->is_full = true;
    if (m->is_over || !have_room(m, &m->region, m->used + words, sizeof *m->words))
        return MDD_NONE;
    mdd n = (mdd)m->used;
    uint32_t *head = &m->heads[hash & (m->head_count - 1)];
    *header_of(m, n) = (struct mdd_header){*head, b->level, first, count};
    memcpy(m->words + n + HEADER_WORDS, children, count * sizeof *children);
    *head = n;
    m->used += words;
    m->node_count++;
    if (m->node_count > m->head_count)
        grow_heads(m);
    if (m->node_count > m->cache_count && m->cache_count < MOST_CACHE)
        grow_cache(m);
    return n;
}

mdd mdd_vector(struct mdd_manager *m, const uint32_t *values)
{
    mdd n = MDD_END;
    for (uint32_t level = 1; level <= m->options.level_count && !m->is_over; level++) {
        struct building b = mdd_build(m, level);
        mdd_set_child(m, &b, values[level], n);
        n = mdd_finish(m, &b);
    }
    return m->is_over ? MDD_NONE : n;
}

// ---- Operations on sets ---------------------------------------------------------------------------------------------

static bool is_settled(uint32_t op, mdd a, mdd b, mdd *result)
{
    if (a == MDD_NONE || b == MDD_NONE)
        *result = MDD_NONE;
    else if (a == b)
        *result = op == OP_DIFFERENCE ? MDD_EMPTY : a;
    else if (a == MDD_EMPTY)
        *result = op == OP_UNION ? b : MDD_EMPTY;
    else if (b == MDD_EMPTY)
        *result = op == OP_INTERSECTION ? MDD_EMPTY : a;
    else if (op == OP_INTERSECTION && (a == MDD_FREE || b == MDD_FREE))
        *result = a == MDD_FREE ? b : a;
    else
        return false;
    return true;
}

static mdd apply(struct mdd_manager *m, uint32_t op, mdd a, mdd b)
{
    mdd result;
    if (is_settled(op, a, b, &result))
        return result;
    if (op != OP_DIFFERENCE && a > b) {
        mdd c = a;
        a = b;
        b = c;
    }
    result = mdd_cache_find(m, op, a, b);
    if (result != MDD_NONE || !mdd_goes_on(m))
        return result;
    const struct mdd_header *x = header_of(m, a), *y = header_of(m, b);
    uint32_t first = x->first < y->first ? x->first : y->first;
    uint32_t last = x->first + x->count > y->first + y->count ? x->first + x->count : y->first + y->count;
    struct building made = mdd_build(m, x->level);
    for (uint32_t v = first; v < last && !m->is_over; v++)
        mdd_set_child(m, &made, v, apply(m, op, child_of(m, a, v), child_of(m, b, v)));
    result = mdd_finish(m, &made);
    mdd_cache_add(m, op, a, b, result);
    return result;
}

mdd mdd_union(struct mdd_manager *m, mdd a, mdd b)
{
    return apply(m, OP_UNION, a, b);
}

mdd mdd_intersection(struct mdd_manager *m, mdd a, mdd b)
{
    return apply(m, OP_INTERSECTION, a, b);
}

mdd mdd_difference(struct mdd_manager *m, mdd a, mdd b)
{
    return apply(m, OP_DIFFERENCE, a, b);
}

// ---- Managers -------------------------------------------------------------------------------------------------------

#define MOST_BYTES (UINT64_C(1) << 34) // of nodes: handles have 32 bits

bool mdd_open_nodes(struct mdd_manager *m)
{
    m->heads = mem_try_zalloc(m->mem, FIRST_HEADS * sizeof *m->heads);
    m->cache = mem_try_alloc(m->mem, FIRST_CACHE * sizeof *m->cache);
    if (!m->heads || !m->cache || !mem_region_open(m->mem, &m->region, MOST_BYTES) ||
        !mem_region_open(m->mem, &m->scratch, MOST_BYTES / 4) ||
        !mem_region_open(m->mem, &m->flag_bytes, MOST_BYTES / 16))
        return false;
    memset(m->cache, 0xff, FIRST_CACHE * sizeof *m->cache);
    m->head_count = FIRST_HEADS;
    m->cache_count = FIRST_CACHE;
    m->words = (uint32_t *)m->region.base;
    m->stack = (uint32_t *)m->scratch.base;
    m->flags = (uint8_t *)m->flag_bytes.base;
    m->used = HEADER_WORDS; // the first handles stand for constants
    return have_room(m, &m->region, m->used, sizeof *m->words) && have_room(m, &m->scratch, 1, sizeof *m->stack) &&
           have_room(m, &m->flag_bytes, 1, sizeof *m->flags);
}

void mdd_allow(struct mdd_manager *m, size_t words, uint64_t steps)
{
    m->options.node_limit = words;
    m->last_step = steps > 0 ? m->steps + steps : 0;
}

void mdd_forget(struct mdd_manager *m, size_t size)
{
    m->used = size;
    m->stack_used = 0;
    m->is_over = m->is_full = false;
    memset(m->heads, 0, m->head_count * sizeof *m->heads);
    memset(m->cache, 0xff, m->cache_count * sizeof *m->cache);
    fill_heads(m);
}

void mdd_close_nodes(struct mdd_manager *m)
{
    mem_region_close(m->mem, &m->region);
    mem_region_close(m->mem, &m->scratch);
    mem_region_close(m->mem, &m->flag_bytes);
    mem_free(m->mem, m->heads, (m->head_count ? m->head_count : FIRST_HEADS) * (m->heads ? sizeof *m->heads : 0));
    mem_free(m->mem, m->cache, (m->cache_count ? m->cache_count : FIRST_CACHE) * (m->cache ? sizeof *m->cache : 0));
}
