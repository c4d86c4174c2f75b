// The operation cache's memory. It grows with the node table, within a limit of its own. How far depends on its use: a
// small cache that the processor holds near is faster than a large one, as long as nothing useful is pushed out of it.
// An entry for each node is given to a cache that answers often, an eighth of that to one that does not: recursions
// over diagrams with little sharing never ask the same question twice, whatever the cache.
#include "bdd/cache.h"

#include <string.h>

#define LEAST_LOG2 10

static size_t entries(const bdd_manager *m)
{
    return (size_t)1 << (64 - m->cache_shift);
}

// No key has three words of all ones; what is cleared matches nothing.
static void forget(struct cache_entry *entry, size_t count)
{
    memset(entry, 0xff, count * sizeof *entry);
}

bool bdd_cache_open(bdd_manager *m, uint32_t log2_entries)
{
    size_t count = (size_t)1 << log2_entries;
    struct cache_entry *cache = mem_try_alloc(&m->mem, count * sizeof *cache);
    if (!cache)
        return false;
    mem_prefer_large_pages(cache, count * sizeof *cache);
    forget(cache, count);
    m->cache = cache;
    m->cache_shift = 64 - log2_entries;
    return true;
}

void bdd_cache_close(bdd_manager *m)
{
    if (m->cache)
        mem_free(&m->mem, m->cache, entries(m) * sizeof *m->cache);
    m->cache = NULL;
}

void bdd_cache_clear(bdd_manager *m)
{
    forget(m->cache, entries(m));
}

static bool is_second_half(const struct cache_entry *entry)
{
    return entry->a == CACHE_SECOND_HALF && entry->b != UINT32_MAX;
}

static bool is_forgotten(const struct cache_entry *entry)
{
    return entry->a == UINT32_MAX && entry->b == UINT32_MAX;
}

static bool is_alive(const bdd_manager *m, uint32_t word)
{
    uint32_t index = (word & ~(UINT32_C(1) << 31)) >> 1;
    return index >= m->fresh || is_marked(m, index);
}

void bdd_cache_sweep(bdd_manager *m)
{
    size_t count = entries(m);
    for (size_t i = 0; i < count; i++) {
        struct cache_entry *entry = &m->cache[i];
        if (is_forgotten(entry))
            continue;
        bool alive = is_second_half(entry) ? is_alive(m, entry->b)
                                           : is_alive(m, entry->a) && is_alive(m, entry->b) && is_alive(m, entry->c) &&
                                                 is_alive(m, entry->result);
        if (!alive)
            forget(entry, 1);
    }
}

// Moves what is in `old` to the new cache. The halves of double entries are dropped: they would have to move together.
static void refill(bdd_manager *m, const struct cache_entry *old, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        const struct cache_entry *entry = &old[i];
        uint32_t code = entry->a >> 31 | entry->b >> 31 << 1 | entry->c >> 31 << 2;
        if (entry->a == UINT32_MAX || code == operation_code(BDD_OP_IMAGE_UNION))
            continue;
        uint64_t hash = ((uint64_t)entry->b << 32 | entry->a) * UINT64_C(0x9e3779b97f4a7c15) +
                        entry->c * UINT64_C(0xd6e8feb86659fd93);
        m->cache[hash >> m->cache_shift] = *entry;
    }
}

static bool resize(bdd_manager *m, uint32_t log2_entries)
{
    struct cache_entry *old = m->cache;
    size_t count = entries(m);
    if (!bdd_cache_open(m, log2_entries))
        return false;
    refill(m, old, count);
    mem_free(&m->mem, old, count * sizeof *old);
    return true;
}

// Whether, since it was last asked, at least one look-up in eight was answered. Asked only after enough look-ups to
// have filled the cache.
static bool answers_often(bdd_manager *m)
{
    uint64_t hits = 0, lookups = 0;
    for (int op = 0; op < BDD_OPERATIONS; op++) {
        hits += m->counts[op].hits;
        lookups += m->counts[op].hits + m->counts[op].misses;
    }
    if (lookups - m->judged_lookups < entries(m))
        return false;
    bool often = (hits - m->judged_hits) * 8 >= lookups - m->judged_lookups;
    m->judged_hits = hits;
    m->judged_lookups = lookups;
    return often;
}

void bdd_cache_grow_if_due(bdd_manager *m)
{
    size_t count = entries(m), wanted = count;
    if (nodes_in_use(m) > count && (nodes_in_use(m) / 8 > count || answers_often(m)))
        wanted *= 2;
    // Under a limit the old and the new one have to fit beside each other, and nodes are worth more than entries.
    size_t bytes = wanted * sizeof *m->cache;
    if (wanted > count && bytes <= m->cache_limit && (!m->mem.limit || m->mem.used + bytes <= m->mem.limit / 2))
        resize(m, 64 - m->cache_shift + 1);
}

void bdd_cache_shrink(bdd_manager *m)
{
    uint32_t log2_entries = 64 - m->cache_shift;
    if (log2_entries > LEAST_LOG2) {
        struct cache_entry *kept =
            mem_try_resize(&m->mem, m->cache, entries(m) * sizeof *m->cache, entries(m) / 2 * sizeof *m->cache);
        if (kept) {
            m->cache = kept;
            m->cache_shift++;
            bdd_cache_clear(m);
        }
    }
}

const char *bdd_cache_check(const bdd_manager *m)
{
    size_t count = entries(m);
    for (size_t i = 0; i < count; i++) {
        const struct cache_entry *entry = &m->cache[i];
        if (is_forgotten(entry) || is_second_half(entry))
            continue;
        // The first operand and the result are handles in every operation.
        uint32_t operand = (entry->a & ~(UINT32_C(1) << 31)) >> 1, result = entry->result >> 1;
        if (operand >= m->fresh || m->nodes[operand].var == FREE_NODE)
            return "a cache entry has a dead operand";
        if (result >= m->fresh || m->nodes[result].var == FREE_NODE)
            return "a cache entry has a dead result";
    }
    return NULL;
}
