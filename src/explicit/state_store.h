// The states that were found: packed words one after the other, each with the state it was first found from, and a hash
// table from words to numbers.
//
// States never move, so that pointers to them stay good. The table holds numbers, each with 32 bits of the state's
// hash, so that a look-up rarely touches a state that is another one. It doubles without copying states.
#ifndef COSET_EXPLICIT_STATE_STORE_H
#define COSET_EXPLICIT_STATE_STORE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/mem.h"

#define STORE_NONE UINT32_MAX // no state; also: no memory for one more

struct store {
    struct mem *mem;
    size_t words;                      // of a state
    struct mem_region states, parents; // uint64_t[count * words], uint32_t[count]
    size_t room;                       // states that have memory already
    uint64_t *slots;                   // tag in the high half, number + 1 in the low one; 0: free
    size_t slot_count;                 // a power of two
    uint32_t count;
};

// False, with an empty store that must be closed too, if there is no memory for the smallest one. `most_bytes` bounds
// the range of addresses that states may need; 0: none is known.
bool store_open(struct store *, size_t words, size_t most_bytes, struct mem *);
void store_close(struct store *);

static inline const uint64_t *store_state(const struct store *s, uint32_t number)
{
    return (const uint64_t *)(const void *)s->states.base + (size_t)number * s->words;
}

// The state that this one was found from; STORE_NONE for initial ones.
static inline uint32_t store_parent(const struct store *s, uint32_t number)
{
    return ((const uint32_t *)(const void *)s->parents.base)[number];
}

static inline uint64_t store_mix(uint64_t a, uint64_t b)
{
    unsigned __int128 product = (unsigned __int128)a * b;
    return (uint64_t)product ^ (uint64_t)(product >> 64);
}

static inline uint64_t store_hash(const uint64_t *state, size_t words)
{
    uint64_t hash = UINT64_C(0x9e3779b97f4a7c15);
    size_t i = 0;
    for (; i + 1 < words; i += 2)
        hash = store_mix(hash ^ state[i], state[i + 1] ^ UINT64_C(0xa0761d6478bd642f)) + (hash << 1 | hash >> 63);
    if (i < words)
        hash = store_mix(hash ^ state[i], UINT64_C(0xe7037ed1a0b428db));
    return store_mix(hash ^ UINT64_C(0x8ebc6af09c88c6e3), UINT64_C(0x589965cc75374cc3));
}

// Brings what a look-up will touch nearer: first the table, later what the table tells.
static inline void store_prefetch(const struct store *s, uint64_t hash)
{
    __builtin_prefetch(&s->slots[hash & (s->slot_count - 1)], 1);
}
void store_prefetch_state(const struct store *, uint64_t hash);

// The number of a state, or STORE_NONE if it is not there.
uint32_t store_find(const struct store *, const uint64_t *state, uint64_t hash);
// The same, and it is added if it is new; STORE_NONE if there is no room.
uint32_t store_add(struct store *, const uint64_t *state, uint64_t hash, uint32_t parent);

// To fill an empty store at once: room for so many states, whose words and parents are then written by the caller, who
// sets `count`; and the table of them, which makes it a store. False if there is no memory.
bool store_make_room(struct store *, uint32_t count);
bool store_fill_table(struct store *);

#endif
