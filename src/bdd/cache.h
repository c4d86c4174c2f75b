// The operation cache: lossy and direct-mapped. An entry is 16 bytes, so that a look-up touches one cache line.
//
// Handles have 31 bits, so that the three key words have a bit to spare each. These tell operations with three
// operands apart. All operations with one or two operands share the code 0 and have a tag, which is no handle, as
// their third word. Those with four operands take two neighbouring entries.
#ifndef COSET_BDD_CACHE_H
#define COSET_BDD_CACHE_H

#include "bdd/bdd_internal.h"

// Words that are no handles are counted down from here, where they never meet the index of a node in use.
#define CACHE_NO_HANDLE (UINT32_C(0x7fffffff))
#define CACHE_SECOND_HALF UINT32_MAX // the first word of a second entry: no key begins so

static inline uint32_t operation_code(enum bdd_operation op)
{
    switch (op) {
    case BDD_OP_ITE:
        return 1;
    case BDD_OP_AND_EXISTS:
        return 2;
    case BDD_OP_IMAGE:
        return 3;
    case BDD_OP_PREIMAGE:
        return 4;
    case BDD_OP_COMPOSE:
        return 5;
    case BDD_OP_IMAGE_UNION:
    case BDD_OP_PREIMAGE_WITHIN: // told apart in the second entry
    case BDD_OP_SATURATE_BACK:
    case BDD_OP_COMPOSE_RELATIONS:
    case BDD_OP_SWAP:
    case BDD_OP_INSERT:
        return 6;
    case BDD_OP_SATURATE:
        return 7;
    default:
        return 0;
    }
}

static inline uint64_t cache_hash(uint32_t a, uint32_t b, uint32_t c)
{
    return ((uint64_t)b << 32 | a) * UINT64_C(0x9e3779b97f4a7c15) + c * UINT64_C(0xd6e8feb86659fd93);
}

struct cache_key {
    uint32_t a, b, c;
    uint64_t hash; // its top bits are the place
};

static inline struct cache_key cache_key3(enum bdd_operation op, uint32_t f, uint32_t g, uint32_t h)
{
    uint32_t code = operation_code(op);
    struct cache_key key = {f | (code & 1) << 31, g | (code >> 1 & 1) << 31, h | (code >> 2 & 1) << 31, 0};
    key.hash = cache_hash(key.a, key.b, key.c);
    return key;
}

static inline struct cache_key cache_key2(enum bdd_operation op, uint32_t f, uint32_t g)
{
    return cache_key3(op, f, g, CACHE_NO_HANDLE - (uint32_t)op);
}

// Every CACHE_SAMPLE-th place is watched, to find out what a larger cache would have answered (cache.c).
#define CACHE_SAMPLE 64

static inline bool cache_is_watched(uint64_t place)
{
    return place % CACHE_SAMPLE == 0;
}

void bdd_cache_watch_miss(bdd_manager *, uint64_t place, uint64_t hash);
void bdd_cache_watch_insert(bdd_manager *, uint64_t place);

// A recursion can go on for long without making a node; it is asked now and then here too whether to stop.
static inline void count_miss(bdd_manager *m, enum bdd_operation op, uint64_t place, uint64_t hash)
{
    if ((++m->counts[op].misses & 0xfff) == 0)
        bdd_ask_to_stop(m);
    if (cache_is_watched(place))
        bdd_cache_watch_miss(m, place, hash);
}

static inline bool cache_find(bdd_manager *m, enum bdd_operation op, const struct cache_key *key, bdd *result)
{
    uint64_t place = key->hash >> m->cache_shift;
    const struct cache_entry *entry = &m->cache[place];
    if (entry->a == key->a && entry->b == key->b && entry->c == key->c) {
        m->counts[op].hits++;
        *result = entry->result;
        return true;
    }
    count_miss(m, op, place, key->hash);
    return false;
}

static inline void cache_insert(bdd_manager *m, const struct cache_key *key, bdd result)
{
    uint64_t place = key->hash >> m->cache_shift;
    if (cache_is_watched(place))
        bdd_cache_watch_insert(m, place);
    m->cache[place] = (struct cache_entry){key->a, key->b, key->c, result};
}

// Fetches the line of a look-up that comes soon, while something else is computed. Most of the time that recursions
// take is waiting for these lines.
static inline void cache_prefetch(const bdd_manager *m, const struct cache_key *key)
{
    __builtin_prefetch(&m->cache[key->hash >> m->cache_shift]);
}

static inline void cache_prefetch_commutative(const bdd_manager *m, enum bdd_operation op, bdd f, bdd g)
{
    struct cache_key key = f < g ? cache_key2(op, f, g) : cache_key2(op, g, f);
    cache_prefetch(m, &key);
}

// The same with a fourth operand, and the operation, since several have four; a pair of entries begins at an even
// place.
static inline uint64_t cache_hash4(const struct cache_key *key, bdd fourth, uint32_t op)
{
    return key->hash + fourth * UINT64_C(0xa0761d6478bd642f) + op * UINT64_C(0x8ebc6af09c88c6e3);
}

static inline uint64_t cache_pair(const bdd_manager *m, uint64_t hash)
{
    return hash >> m->cache_shift & ~UINT64_C(1);
}

static inline bool cache_find4(bdd_manager *m, enum bdd_operation op, const struct cache_key *key, bdd fourth,
                               bdd *result)
{
    uint64_t hash = cache_hash4(key, fourth, op), place = cache_pair(m, hash);
    const struct cache_entry *entry = &m->cache[place];
    if (entry->a == key->a && entry->b == key->b && entry->c == key->c && entry[1].a == CACHE_SECOND_HALF &&
        entry[1].b == fourth && entry[1].c == op) {
        m->counts[op].hits++;
        *result = entry->result;
        return true;
    }
    count_miss(m, op, place, hash);
    return false;
}

static inline void cache_insert4(bdd_manager *m, enum bdd_operation op, const struct cache_key *key, bdd fourth,
                                 bdd result)
{
    uint64_t place = cache_pair(m, cache_hash4(key, fourth, op));
    if (cache_is_watched(place))
        bdd_cache_watch_insert(m, place);
    m->cache[place] = (struct cache_entry){key->a, key->b, key->c, result};
    m->cache[place + 1] = (struct cache_entry){CACHE_SECOND_HALF, fourth, op, 0};
}

bool bdd_cache_open(bdd_manager *, uint32_t log2_entries);
void bdd_cache_close(bdd_manager *);
void bdd_cache_clear(bdd_manager *);
void bdd_cache_sweep(bdd_manager *);       // after marking: forgets what mentions a node that is not marked
void bdd_cache_grow_if_due(bdd_manager *); // doubles it where that helps
void bdd_cache_shrink(bdd_manager *);      // gives half of it back
const char *bdd_cache_check(const bdd_manager *);

#endif
