#include "explicit/word_set.h"

#include <string.h>

#define FIRST_SLOTS 1024
#define FIRST_ROOM 512                // words
#define LARGE_TABLE ((size_t)4 << 20) // bytes: from here on large pages help
#define DISK_TABLE ((size_t)1 << 16)  // and from here on it may go to a file
#define REHASH_AHEAD 32               // words whose slots are on their way while the table grows
#define MOST_SLOTS UINT32_MAX

// ---- Slots ----------------------------------------------------------------------------------------------------------

static uint64_t hash_of(uint64_t word)
{
    unsigned __int128 product = (unsigned __int128)(word ^ UINT64_C(0x9e3779b97f4a7c15)) * UINT64_C(0xe7037ed1a0b428db);
    uint64_t folded = (uint64_t)product ^ (uint64_t)(product >> 64);
    product = (unsigned __int128)(folded ^ UINT64_C(0x8ebc6af09c88c6e3)) * UINT64_C(0x589965cc75374cc3);
    return (uint64_t)product ^ (uint64_t)(product >> 64);
}

// The upper half of the hash says where to begin, the lower one is for tags.
static size_t slot_of(uint64_t hash, size_t slot_count)
{
    return (size_t)((hash >> 32) * slot_count >> 32);
}

static uint32_t tag_of(uint64_t hash, unsigned number_bits)
{
    return number_bits < 32 ? (uint32_t)hash << number_bits : 0;
}

static uint32_t number_mask(unsigned number_bits)
{
    return number_bits < 32 ? (UINT32_C(1) << number_bits) - 1 : UINT32_MAX;
}

// Numbers of a table are below its slots.
static unsigned bits_for(size_t slot_count)
{
    unsigned bits = 1;
    while (bits < 32 && slot_count >> bits)
        bits++;
    return bits;
}

static void put(uint32_t *slots, size_t slot_count, unsigned bits, uint64_t hash, uint32_t number)
{
    size_t at = slot_of(hash, slot_count);
    while (slots[at])
        at = at + 1 == slot_count ? 0 : at + 1;
    slots[at] = tag_of(hash, bits) | (number + 1);
}

static bool is_hole(const struct word_set *s, uint32_t number)
{
    for (size_t i = 0; i < s->holes.count; i++)
        if (s->holes.at[i] == number)
            return true;
    return false;
}

// Words are read in their order; only where they go is at random, so that is asked for ahead of time.
static void fill(const struct word_set *s, uint32_t *slots, size_t slot_count, unsigned bits)
{
    uint64_t ahead[REHASH_AHEAD];
    for (uint32_t i = 0; i < s->count;) {
        uint32_t some = s->count - i < REHASH_AHEAD ? s->count - i : REHASH_AHEAD;
        for (uint32_t k = 0; k < some; k++) {
            ahead[k] = hash_of(word_set_word(s, i + k));
            __builtin_prefetch(&slots[slot_of(ahead[k], slot_count)], 1);
        }
        for (uint32_t k = 0; k < some; k++)
            if (!is_hole(s, i + k))
                put(slots, slot_count, bits, ahead[k], i + k);
        i += some;
    }
}

// In a region of its own if it may go to a file; that has no base else.
static uint32_t *make_slots(struct mem *mem, size_t bytes, struct mem_region *region)
{
    *region = (struct mem_region){0};
    if (!mem->folder || bytes < DISK_TABLE) {
        uint32_t *slots = mem_try_zalloc(mem, bytes);
        if (slots && bytes >= LARGE_TABLE)
            mem_prefer_large_pages(slots, bytes);
        return slots;
    }
    if (!mem_region_open(mem, region, bytes))
        return NULL;
    if (region->reserved < bytes || !mem_region_grow(mem, region, bytes)) {
        mem_region_close(mem, region);
        return NULL;
    }
    return (uint32_t *)(void *)region->base;
}

static void free_slots(struct word_set *s)
{
    if (s->table.base)
        mem_region_close(s->mem, &s->table);
    else
        mem_free(s->mem, s->slots, s->slot_count * sizeof *s->slots);
}

static bool widen(struct word_set *s, size_t slot_count)
{
    struct mem_region region;
    uint32_t *slots = make_slots(s->mem, slot_count * sizeof *s->slots, &region);
    if (!slots)
        return false;
    unsigned bits = bits_for(slot_count);
    fill(s, slots, slot_count, bits);
    free_slots(s);
    s->table = region;
    s->slots = slots;
    s->slot_count = slot_count;
    s->number_bits = bits;
    return true;
}

// Four fifths full it should grow: by a third, so that little lies idle. Where there is no memory for that, a fuller
// one will do for a while.
static bool slots_have_room(struct word_set *s)
{
    size_t more = s->slot_count / 3;
    if (s->count < s->slot_count / 5 * 4)
        return true;
    if (more > MOST_SLOTS - s->slot_count)
        more = MOST_SLOTS - s->slot_count;
    return (more && widen(s, s->slot_count + more)) || s->count < s->slot_count / 16 * 15;
}

// ---- Memory ---------------------------------------------------------------------------------------------------------

static bool make_room(struct word_set *s)
{
    size_t wanted = s->room ? s->room + s->room / 8 + FIRST_ROOM : FIRST_ROOM;
    for (; wanted > s->count; wanted = s->count + (wanted - s->count) / 2)
        if (mem_region_grow(s->mem, &s->words, wanted * sizeof(uint64_t))) {
            s->room = wanted;
            return true;
        }
    return false;
}

bool word_set_open(struct word_set *s, size_t most_bytes, struct mem *mem)
{
    size_t bytes = (size_t)WORD_NONE * sizeof(uint64_t);
    *s = (struct word_set){.mem = mem};
    if (most_bytes && most_bytes < bytes)
        bytes = most_bytes;
    if (!mem_region_open(mem, &s->words, bytes) || !make_room(s))
        return false;
    s->slots = mem_try_zalloc(mem, FIRST_SLOTS * sizeof *s->slots);
    s->slot_count = s->slots ? FIRST_SLOTS : 0;
    s->number_bits = bits_for(FIRST_SLOTS);
    return s->slots;
}

void word_set_close(struct word_set *s)
{
    array_free(s->mem, &s->holes);
    free_slots(s);
    mem_region_close(s->mem, &s->words);
    s->slots = NULL;
    s->slot_count = s->count = 0;
}

void word_set_clear(struct word_set *s)
{
    if (s->slots)
        memset(s->slots, 0, s->slot_count * sizeof *s->slots);
    s->count = 0;
    s->holes.count = 0;
}

size_t word_set_bytes(const struct word_set *s)
{
    return (size_t)s->count * sizeof(uint64_t) + s->slot_count * sizeof *s->slots;
}

// ---- Look-ups -------------------------------------------------------------------------------------------------------

void word_set_prefetch_slot(const struct word_set *s, uint64_t word)
{
    __builtin_prefetch(&s->slots[slot_of(hash_of(word), s->slot_count)], 1);
}

// Where the word is, or the free slot where it would go.
static size_t find_slot(const struct word_set *s, uint64_t word)
{
    uint64_t hash = hash_of(word);
    uint32_t mask = number_mask(s->number_bits), tag = tag_of(hash, s->number_bits), slot;
    size_t at = slot_of(hash, s->slot_count);
    for (; (slot = s->slots[at]); at = at + 1 == s->slot_count ? 0 : at + 1)
        if ((slot & ~mask) == tag && word_set_word(s, (slot & mask) - 1) == word)
            return at;
    return at;
}

void word_set_prefetch_word(const struct word_set *s, uint64_t word)
{
    uint64_t hash = hash_of(word);
    uint32_t mask = number_mask(s->number_bits), tag = tag_of(hash, s->number_bits), slot;
    size_t at = slot_of(hash, s->slot_count);
    for (; (slot = s->slots[at]); at = at + 1 == s->slot_count ? 0 : at + 1)
        if ((slot & ~mask) == tag) {
            __builtin_prefetch((const uint64_t *)(const void *)s->words.base + ((slot & mask) - 1));
            return;
        }
}

uint32_t word_set_find(const struct word_set *s, uint64_t word)
{
    return (s->slots[find_slot(s, word)] & number_mask(s->number_bits)) - 1; // of a free slot that is WORD_NONE
}

uint32_t word_set_add(struct word_set *s, uint64_t word)
{
    size_t at = find_slot(s, word);
    if (s->slots[at])
        return (s->slots[at] & number_mask(s->number_bits)) - 1;
    if (s->count == WORD_NONE - 1 || (s->count == s->room && !make_room(s)))
        return WORD_NONE;
    size_t slots = s->slot_count;
    if (!slots_have_room(s))
        return WORD_NONE;
    if (s->slot_count != slots)
        at = find_slot(s, word);
    ((uint64_t *)(void *)s->words.base)[s->count] = word;
    s->slots[at] = tag_of(hash_of(word), s->number_bits) | (s->count + 1);
    return s->count++;
}

// Nothing was put behind it since.
void word_set_drop_last(struct word_set *s)
{
    s->slots[find_slot(s, word_set_word(s, s->count - 1))] = 0;
    s->count--;
}

bool word_set_reserve(struct word_set *s, size_t more)
{
    size_t words = s->count + more, slots = s->slot_count;
    if (more >= WORD_NONE - s->count || words > MOST_SLOTS / 5 * 4)
        return false;
    if (words > s->room) {
        size_t wanted = words + words / 8;
        if (!mem_region_grow(s->mem, &s->words, wanted * sizeof(uint64_t)) &&
            !mem_region_grow(s->mem, &s->words, (wanted = words) * sizeof(uint64_t)))
            return false;
        s->room = wanted;
    }
    while (words >= slots / 5 * 4 && slots < MOST_SLOTS - slots / 3)
        slots += slots / 3;
    return slots == s->slot_count || widen(s, slots) || words < s->slot_count / 16 * 15;
}

// ---- By several threads ---------------------------------------------------------------------------------------------

bool word_set_has_room(const struct word_set *s, size_t more)
{
    size_t words = __atomic_load_n(&s->count, __ATOMIC_RELAXED) + more;
    return words <= s->room && words < s->slot_count / 16 * 15;
}

// A slot is set once, from free to a number, when its word is there: so whoever sees the number sees the word. Of two
// threads with the same word, one sets the slot, and the other finds the word there and keeps its number for the next.
uint32_t word_set_add_shared(struct word_set *s, uint64_t word, uint32_t *spare)
{
    uint64_t hash = hash_of(word);
    uint32_t mask = number_mask(s->number_bits), tag = tag_of(hash, s->number_bits);
    for (size_t at = slot_of(hash, s->slot_count);; at = at + 1 == s->slot_count ? 0 : at + 1) {
        uint32_t slot = __atomic_load_n(&s->slots[at], __ATOMIC_ACQUIRE);
        if (!slot) {
            if (*spare == WORD_NONE)
                *spare = __atomic_fetch_add(&s->count, 1, __ATOMIC_RELAXED);
            ((uint64_t *)(void *)s->words.base)[*spare] = word;
            if (__atomic_compare_exchange_n(&s->slots[at], &slot, tag | (*spare + 1), false, __ATOMIC_ACQ_REL,
                                            __ATOMIC_ACQUIRE)) {
                uint32_t number = *spare;
                *spare = WORD_NONE;
                return number;
            }
        }
        if ((slot & ~mask) == tag && word_set_word(s, (slot & mask) - 1) == word)
            return (slot & mask) - 1;
    }
}

void word_set_put_shared(struct word_set *s, uint64_t word, uint32_t number)
{
    uint64_t hash = hash_of(word);
    size_t at = slot_of(hash, s->slot_count);
    ((uint64_t *)(void *)s->words.base)[number] = word;
    for (uint32_t full = tag_of(hash, s->number_bits) | (number + 1), free = 0;
         !__atomic_compare_exchange_n(&s->slots[at], &free, full, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED); free = 0)
        at = at + 1 == s->slot_count ? 0 : at + 1;
}

uint32_t word_set_take_spare(struct word_set *s)
{
    return s->holes.count ? array_pop(&s->holes) : WORD_NONE;
}

void word_set_return_spare(struct word_set *s, uint32_t spare)
{
    if (spare != WORD_NONE)
        array_push(s->mem, &s->holes, spare);
}
