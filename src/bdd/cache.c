// The operation cache's memory. It grows within a limit of its own, but only where that helps: a small cache that the
// processor holds near is twice as fast as a large one, and many recursions never ask the same question twice, whatever
// the cache. The number of hits does not tell these cases apart. So some places are watched: of each, the keys are
// remembered that were pushed out last, as many as would have had places of their own in a cache of FARTHER times the
// size. A miss that asks for one of them counts as regretted; when more than a few per cent of the misses are, the
// cache doubles. To look no farther than twice the size would not do: where all of a large diagram is gone through
// again and again, nothing but a cache that holds all of it is of any use.
#include "bdd/cache.h"

#include <string.h>

#define LEAST_LOG2 10
#define LEAST_WATCHED 256     // misses, before anything is judged by them
#define REGRETTED_PER_CENT 10 // of the misses that let the cache grow
#define NODES_PER_ENTRY 16    // at most, whatever is regretted
#define FARTHER_LOG2 3
#define FARTHER (1 << FARTHER_LOG2)

static size_t entries(const bdd_manager *m)
{
    return (size_t)1 << (64 - m->cache_shift);
}

// No key has three words of all ones; what is cleared matches nothing.
static void forget(struct cache_entry *entry, size_t count)
{
    memset(entry, 0xff, count * sizeof *entry);
}

static size_t watched(const bdd_manager *m)
{
    return entries(m) / CACHE_SAMPLE;
}

static size_t bytes_of_watch(size_t count)
{
    return count / CACHE_SAMPLE * FARTHER * sizeof(uint32_t);
}

bool bdd_cache_open(bdd_manager *m, uint32_t log2_entries)
{
    size_t count = (size_t)1 << log2_entries;
    struct cache_entry *cache = mem_try_alloc(&m->mem, count * sizeof *cache);
    uint32_t *pushed_out = mem_try_zalloc(&m->mem, bytes_of_watch(count));
    if (!cache || !pushed_out) {
        mem_free(&m->mem, cache, count * sizeof *cache);
        mem_free(&m->mem, pushed_out, bytes_of_watch(count));
        return false;
    }
    mem_prefer_large_pages(cache, count * sizeof *cache);
    forget(cache, count);
    m->cache = cache;
    m->pushed_out = pushed_out;
    m->cache_shift = 64 - log2_entries;
    return true;
}

static void release(bdd_manager *m, struct cache_entry *cache, uint32_t *pushed_out, size_t count)
{
    mem_free(&m->mem, cache, count * sizeof *cache);
    mem_free(&m->mem, pushed_out, bytes_of_watch(count));
}

void bdd_cache_close(bdd_manager *m)
{
    if (m->cache)
        release(m, m->cache, m->pushed_out, entries(m));
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

static bool is_first_half(const struct cache_entry *entry)
{
    uint32_t code = entry->a >> 31 | entry->b >> 31 << 1 | entry->c >> 31 << 2;
    return code == operation_code(BDD_OP_IMAGE_UNION);
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
        if (entry->a != UINT32_MAX && !is_first_half(entry))
            m->cache[cache_hash(entry->a, entry->b, entry->c) >> m->cache_shift] = *entry;
    }
}

static bool resize(bdd_manager *m, uint32_t log2_entries)
{
    struct cache_entry *old = m->cache;
    uint32_t *old_pushed_out = m->pushed_out;
    size_t count = entries(m);
    if (!bdd_cache_open(m, log2_entries))
        return false;
    refill(m, old, count);
    release(m, old, old_pushed_out, count);
    return true;
}

// ---- Whether a larger one would help --------------------------------------------------------------------------------

static uint64_t hash_of(const struct cache_entry *entry)
{
    uint64_t hash = cache_hash(entry->a, entry->b, entry->c);
    struct cache_key key = {.hash = hash};
    return is_first_half(entry) && is_second_half(entry + 1) ? cache_hash4(&key, entry[1].b, entry[1].c) : hash;
}

// The part of a hash that tells keys of one place apart. 0 stands for none.
static uint32_t tag(uint64_t hash)
{
    return (uint32_t)(hash >> 12) | 1;
}

// Where a key of a watched place is remembered: the bits that would part it from others in the larger cache say that.
static uint32_t *memory_of(bdd_manager *m, uint64_t place, uint64_t hash)
{
    return &m->pushed_out[place / CACHE_SAMPLE * FARTHER + (hash >> (m->cache_shift - FARTHER_LOG2)) % FARTHER];
}

void bdd_cache_watch_insert(bdd_manager *m, uint64_t place)
{
    const struct cache_entry *entry = &m->cache[place];
    if (is_forgotten(entry))
        return;
    uint64_t hash = hash_of(entry);
    *memory_of(m, place, hash) = tag(hash);
}

void bdd_cache_watch_miss(bdd_manager *m, uint64_t place, uint64_t hash)
{
    m->watched_misses++;
    m->regretted_misses += *memory_of(m, place, hash) == tag(hash);
}

// Asked after enough misses to have filled the cache; forgets what was counted so far.
static bool is_regretted(bdd_manager *m)
{
    if (m->watched_misses < watched(m) || m->watched_misses < LEAST_WATCHED)
        return false;
    bool regretted = m->regretted_misses * 100 > m->watched_misses * REGRETTED_PER_CENT;
    m->watched_misses = m->regretted_misses = 0;
    return regretted;
}

void bdd_cache_grow_if_due(bdd_manager *m)
{
    size_t count = entries(m), bytes = 2 * count * sizeof *m->cache;
    // A cache that is far too small has few regrets: what it pushed out is long gone.
    if (nodes_in_use(m) / NODES_PER_ENTRY <= count && !is_regretted(m))
        return;
    // Under a limit the old and the new one have to fit beside each other, and nodes are worth more than entries.
    size_t limit = mem_limit(&m->mem);
    if (bytes <= m->cache_limit && (!limit || (bytes <= limit / 4 && bytes <= mem_room(&m->mem) / 2)))
        resize(m, 64 - m->cache_shift + 1);
}

void bdd_cache_shrink(bdd_manager *m)
{
    if (64 - m->cache_shift <= LEAST_LOG2)
        return;
    size_t count = entries(m) / 2, bytes = count * sizeof *m->cache;
    struct cache_entry *kept = mem_try_resize(&m->mem, m->cache, 2 * bytes, bytes);
    if (kept)
        m->cache = kept;
    uint32_t *pushed_out = mem_try_resize(&m->mem, m->pushed_out, bytes_of_watch(2 * count), bytes_of_watch(count));
    if (pushed_out)
        m->pushed_out = pushed_out;
    m->cache_shift++;
    bdd_cache_clear(m);
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
