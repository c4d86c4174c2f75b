#include "explicit/word_set.h"

#include <string.h>

#define FIRST_SLOTS 1024
#define FIRST_ROOM 512                // words
#define LARGE_TABLE ((size_t)4 << 20) // bytes: from here on large pages help
#define DISK_TABLE ((size_t)1 << 16)  // and from here on it may go to a file
#define REHASH_AHEAD 32               // words whose slots are on their way while the table grows
#define MOST_SLOTS UINT32_MAX
#define FULL 7 // of so many slots
#define FULL_OF 8
#define GROWTH 8        // of so many slots there is one more then,
#define FEW_SLOTS 65536 // or of two while there are few

// ---- Bits -----------------------------------------------------------------------------------------------------------

static unsigned width_of(const struct word_set *s)
{
    return (unsigned)s->left_bits + s->right_bits;
}

static uint64_t *packed_words(const struct word_set *s)
{
    return (uint64_t *)(void *)s->words.base;
}

static uint64_t pack(const struct word_set *s, uint64_t word)
{
    return word >> 32 << s->right_bits | (uint32_t)word;
}

static bool fits(const struct word_set *s, uint64_t word)
{
    return !(word >> 32 >> s->left_bits) && !((word & UINT32_MAX) >> s->right_bits);
}

// Its neighbours in the same words stay as they are, also if other threads write them meanwhile.
static void write_word(const struct word_set *s, uint32_t number, uint64_t word, bool is_shared)
{
    unsigned width = width_of(s);
    uint64_t bit = (uint64_t)number * width, *at = packed_words(s) + bit / 64;
    uint64_t change = word_set_packed(s, number) ^ pack(s, word);
    unsigned shift = bit % 64;
    uint64_t low = change << shift, high = change >> 1 >> (63 - shift);
    if (is_shared && low)
        __atomic_fetch_xor(at, low, __ATOMIC_RELAXED);
    if (is_shared && high)
        __atomic_fetch_xor(at + 1, high, __ATOMIC_RELAXED);
    if (!is_shared) {
        at[0] ^= low;
        at[1] ^= high;
    }
}

// And one more, since two are read.
static size_t bytes_for(size_t words, unsigned width)
{
    return (words * width + 63) / 64 * sizeof(uint64_t) + sizeof(uint64_t);
}

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

static bool is_full(size_t words, size_t slots)
{
    return words >= slots / FULL_OF * FULL;
}

static size_t growth_of(size_t slots)
{
    return slots < FEW_SLOTS ? slots / 2 : slots / GROWTH;
}

// It grows by little, so that little lies idle. Where there is no memory for that, a fuller one will do for a while.
static bool slots_have_room(struct word_set *s)
{
    size_t more = growth_of(s->slot_count);
    if (!is_full(s->count, s->slot_count))
        return true;
    if (more > MOST_SLOTS - s->slot_count)
        more = MOST_SLOTS - s->slot_count;
    return (more && widen(s, s->slot_count + more)) || s->count < s->slot_count / 16 * 15;
}

// ---- Memory ---------------------------------------------------------------------------------------------------------

static bool have_room(struct word_set *s, size_t words)
{
    size_t bytes = bytes_for(words, width_of(s));
    if (bytes > s->words.committed && !mem_region_grow(s->mem, &s->words, bytes))
        return false;
    s->room = words;
    return true;
}

static bool make_room(struct word_set *s)
{
    size_t wanted = s->room + s->room / 8 + FIRST_ROOM;
    for (; wanted > s->count; wanted = s->count + (wanted - s->count) / 2)
        if (have_room(s, wanted))
            return true;
    return false;
}

// From the last one on, so that none is written over before it was read.
static void spread(struct word_set *s, unsigned left_bits, unsigned right_bits)
{
    struct word_set wider = *s;
    wider.left_bits = (uint8_t)left_bits;
    wider.right_bits = (uint8_t)right_bits;
    for (uint32_t i = s->count; i-- > 0;)
        write_word(&wider, i, word_set_word(s, i), false);
    s->left_bits = wider.left_bits;
    s->right_bits = wider.right_bits;
}

bool word_set_widen(struct word_set *s, unsigned left_bits, unsigned right_bits)
{
    unsigned left = left_bits > s->left_bits ? left_bits : s->left_bits;
    unsigned right = right_bits > s->right_bits ? right_bits : s->right_bits;
    if (left == s->left_bits && right == s->right_bits)
        return true;
    size_t least = bytes_for((size_t)s->count + 1, left + right), bytes = bytes_for(s->room, left + right);
    if (bytes > s->words.committed && !mem_region_grow(s->mem, &s->words, bytes)) {
        if (least > s->words.committed && !mem_region_grow(s->mem, &s->words, least))
            return false;
        s->room = (size_t)s->count + 1;
    }
    spread(s, left, right);
    return true;
}

static unsigned bits_of(uint32_t number)
{
    return number ? 32 - (unsigned)__builtin_clz(number) : 0;
}

bool word_set_open(struct word_set *s, size_t most_bytes, size_t others, struct mem *mem)
{
    size_t bytes = (size_t)WORD_NONE * sizeof(uint64_t);
    *s = (struct word_set){.mem = mem, .left_bits = 32, .right_bits = 32};
    if (most_bytes && most_bytes < bytes)
        bytes = most_bytes;
    if (!mem_region_open_before(mem, &s->words, bytes, others) || !make_room(s))
        return false;
    s->slots = mem_try_zalloc(mem, FIRST_SLOTS * sizeof *s->slots);
    s->slot_count = s->slots ? FIRST_SLOTS : 0;
    s->number_bits = bits_for(FIRST_SLOTS);
    return s->slots;
}

void word_set_narrow(struct word_set *s, unsigned left_bits, unsigned right_bits)
{
    s->left_bits = (uint8_t)left_bits;
    s->right_bits = (uint8_t)right_bits;
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
    return bytes_for(s->count, width_of(s)) + s->slot_count * sizeof *s->slots;
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
            __builtin_prefetch(packed_words(s) + (uint64_t)((slot & mask) - 1) * width_of(s) / 64);
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
    if (!fits(s, word) && !word_set_widen(s, bits_of((uint32_t)(word >> 32)), bits_of((uint32_t)word)))
        return WORD_NONE;
    if (s->slot_count != slots)
        at = find_slot(s, word);
    write_word(s, s->count, word, false);
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
    if (more >= WORD_NONE - s->count || is_full(words, MOST_SLOTS))
        return false;
    if (words > s->room && !have_room(s, words + words / 8) && !have_room(s, words))
        return false;
    while (is_full(words, slots) && slots < MOST_SLOTS - growth_of(slots))
        slots += growth_of(slots);
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
            write_word(s, *spare, word, true);
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
    write_word(s, number, word, true);
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
