#include "explicit/state_store.h"

#include <string.h>

#define FIRST_SLOTS ((size_t)1 << 12)
#define FIRST_ROOM 1024               // states
#define LARGE_TABLE ((size_t)4 << 20) // bytes: from here on large pages help
#define REHASH_AHEAD 32               // states whose slots are on their way while the table doubles

static uint32_t tag_of(uint64_t hash)
{
    return (uint32_t)(hash >> 32);
}

static uint64_t make_slot(uint64_t hash, uint32_t number)
{
    return (uint64_t)tag_of(hash) << 32 | (number + UINT32_C(1));
}

// ---- Memory ---------------------------------------------------------------------------------------------------------

static bool open_region(struct store *s, struct mem_region *region, size_t element, size_t most_bytes)
{
    size_t bytes = (size_t)STORE_NONE * element;
    if (most_bytes && most_bytes < bytes)
        bytes = most_bytes;
    return mem_region_open(s->mem, region, bytes);
}

// By a quarter, so that little lies idle where memory is short.
static bool make_room(struct store *s)
{
    size_t wanted = s->room ? s->room + s->room / 4 : FIRST_ROOM;
    for (; wanted > s->count; wanted = s->count + (wanted - s->count) / 2)
        if (mem_region_grow(s->mem, &s->states, wanted * s->words * sizeof(uint64_t)) &&
            mem_region_grow(s->mem, &s->parents, wanted * sizeof(uint32_t))) {
            s->room = wanted;
            return true;
        }
    return false;
}

bool store_open(struct store *s, size_t words, size_t most_bytes, struct mem *mem)
{
    *s = (struct store){.mem = mem, .words = words};
    if (!open_region(s, &s->states, words * sizeof(uint64_t), most_bytes) ||
        !open_region(s, &s->parents, sizeof(uint32_t), most_bytes) || !make_room(s))
        return false;
    s->slots = mem_try_zalloc(mem, FIRST_SLOTS * sizeof *s->slots);
    s->slot_count = s->slots ? FIRST_SLOTS : 0;
    return s->slots;
}

void store_close(struct store *s)
{
    mem_free(s->mem, s->slots, s->slot_count * sizeof *s->slots);
    mem_region_close(s->mem, &s->parents);
    mem_region_close(s->mem, &s->states);
    s->slots = NULL;
    s->slot_count = s->count = 0;
}

// ---- The table ------------------------------------------------------------------------------------------------------

static void put_slot(uint64_t *slots, size_t mask, uint64_t hash, uint32_t number)
{
    size_t at = hash & mask;
    while (slots[at])
        at = (at + 1) & mask;
    slots[at] = make_slot(hash, number);
}

// States are read in their order; only where they go is at random, so that is asked for ahead of time.
static void fill_slots(const struct store *s, uint64_t *slots, size_t mask)
{
    uint64_t ahead[REHASH_AHEAD];
    for (uint32_t i = 0; i < s->count; i += REHASH_AHEAD) {
        uint32_t some = s->count - i < REHASH_AHEAD ? s->count - i : REHASH_AHEAD;
        for (uint32_t k = 0; k < some; k++) {
            ahead[k] = store_hash(store_state(s, i + k), s->words);
            __builtin_prefetch(&slots[ahead[k] & mask], 1);
        }
        for (uint32_t k = 0; k < some; k++)
            put_slot(slots, mask, ahead[k], i + k);
    }
}

static bool widen_slots(struct store *s, size_t count)
{
    size_t bytes = count * sizeof *s->slots;
    uint64_t *slots = mem_try_zalloc(s->mem, bytes);
    if (!slots)
        return false;
    if (bytes >= LARGE_TABLE)
        mem_prefer_large_pages(slots, bytes);
    fill_slots(s, slots, count - 1);
    mem_free(s->mem, s->slots, s->slot_count * sizeof *s->slots);
    s->slots = slots;
    s->slot_count = count;
    return true;
}

static bool double_slots(struct store *s)
{
    return widen_slots(s, 2 * s->slot_count);
}

bool store_make_room(struct store *s, uint32_t count)
{
    if (count > s->room && (!mem_region_grow(s->mem, &s->states, (size_t)count * s->words * sizeof(uint64_t)) ||
                            !mem_region_grow(s->mem, &s->parents, (size_t)count * sizeof(uint32_t))))
        return false;
    s->room = count > s->room ? count : s->room;
    return true;
}

bool store_fill_table(struct store *s)
{
    size_t count = s->slot_count;
    while (s->count >= count / 4 * 3)
        count *= 2;
    return widen_slots(s, count);
}

// Three quarters full it should double. Where there is no memory for that, a fuller one will do for a while.
static bool table_has_room(struct store *s)
{
    if (s->count < s->slot_count / 4 * 3)
        return true;
    return double_slots(s) || s->count < s->slot_count / 16 * 15;
}

// ---- Look-ups -------------------------------------------------------------------------------------------------------

static bool same(const uint64_t *a, const uint64_t *b, size_t words)
{
    uint64_t differs = 0;
    for (size_t i = 0; i < words; i++)
        differs |= a[i] ^ b[i];
    return !differs;
}

void store_prefetch_state(const struct store *s, uint64_t hash)
{
    size_t mask = s->slot_count - 1, at = hash & mask;
    for (uint64_t slot; (slot = s->slots[at]); at = (at + 1) & mask)
        if (slot >> 32 == tag_of(hash)) {
            __builtin_prefetch(store_state(s, (uint32_t)slot - 1));
            return;
        }
}

// Where the state is, or the free slot where it would go.
static size_t find_slot(const struct store *s, const uint64_t *state, uint64_t hash)
{
    size_t mask = s->slot_count - 1, at = hash & mask;
    for (uint64_t slot; (slot = s->slots[at]); at = (at + 1) & mask)
        if (slot >> 32 == tag_of(hash) && same(store_state(s, (uint32_t)slot - 1), state, s->words))
            return at;
    return at;
}

uint32_t store_find(const struct store *s, const uint64_t *state, uint64_t hash)
{
    return (uint32_t)s->slots[find_slot(s, state, hash)] - 1; // of a free slot that is STORE_NONE
}

uint32_t store_add(struct store *s, const uint64_t *state, uint64_t hash, uint32_t parent)
{
    size_t at = find_slot(s, state, hash);
    if (s->slots[at])
        return (uint32_t)s->slots[at] - 1;
    if (s->count == STORE_NONE - 1 || (s->count == s->room && !make_room(s)))
        return STORE_NONE;
    size_t slots = s->slot_count;
    if (!table_has_room(s))
        return STORE_NONE;
    if (s->slot_count != slots)
        at = find_slot(s, state, hash);
    memcpy((char *)s->states.base + (size_t)s->count * s->words * sizeof *state, state, s->words * sizeof *state);
    ((uint32_t *)(void *)s->parents.base)[s->count] = parent;
    s->slots[at] = make_slot(hash, s->count);
    return s->count++;
}
