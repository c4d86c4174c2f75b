// Hash functions: a fast mixer for integers, FNV-1a for bytes, and a map from integers to integers.
#ifndef COSET_BASE_HASH_H
#define COSET_BASE_HASH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/mem.h"

static inline uint64_t hash_mix(uint64_t x)
{
    x ^= x >> 32;
    x *= UINT64_C(0xd6e8feb86659fd93);
    x ^= x >> 32;
    x *= UINT64_C(0xd6e8feb86659fd93);
    return x ^ x >> 32;
}

static inline uint64_t hash_pair(uint64_t x, uint64_t y)
{
    return hash_mix(x * UINT64_C(0x9e3779b97f4a7c15) ^ hash_mix(y));
}

// Of numbers in their order, behind those that `start` stands for.
static inline uint64_t hash_numbers(uint64_t start, const int64_t *numbers, size_t count)
{
    for (size_t i = 0; i < count; i++)
        start = hash_pair(start, (uint64_t)numbers[i]);
    return start;
}

// Of a packed state, for tables of fixed size. Two chains of multiplications, which the processor works on at the same
// time.
static inline uint64_t hash_words(const uint64_t *words, size_t count)
{
    uint64_t even = count, odd = 1;
    for (size_t i = 0; i + 1 < count; i += 2) {
        even = (even ^ words[i]) * UINT64_C(0x9e3779b97f4a7c15);
        odd = (odd ^ words[i + 1]) * UINT64_C(0xc2b2ae3d27d4eb4f);
        even ^= even >> 32;
        odd ^= odd >> 29;
    }
    return hash_pair(even ^ (count % 2 ? words[count - 1] : 0), odd);
}

// FNV-1a. Each step is a bijection, so two texts of one length that differ in one byte never share a value; that is
// what makes it a checksum for single damaged bytes.
#define HASH_BYTES_START UINT64_C(0xcbf29ce484222325)
uint64_t hash_bytes(uint64_t start, const void *bytes, size_t count);

// A map from 32-bit keys to 32-bit values; `int_map` = {0} is empty. Key UINT32_MAX is not allowed.
struct int_map {
    struct int_map_entry {
        uint32_t key, value;
    } * entries;
    size_t count, capacity; // capacity is a power of two, or 0
};

// The value's place, or NULL where the key is new.
uint32_t *int_map_find(const struct int_map *, uint32_t key);
// Adds the key with `value` unless it is there. *added says which. NULL when there is no memory.
uint32_t *int_map_try_add(struct mem *, struct int_map *, uint32_t key, uint32_t value, bool *added);
void int_map_free(struct mem *, struct int_map *);

#endif
