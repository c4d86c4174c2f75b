// Numbers by chance that a seed determines, on every machine the same.
#ifndef COSET_BASE_RANDOM_H
#define COSET_BASE_RANDOM_H

#include <stdint.h>

// splitmix64: every seed is a good one.
static inline uint64_t random_next(uint64_t *state)
{
    uint64_t x = *state += UINT64_C(0x9e3779b97f4a7c15);
    x = (x ^ x >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    x = (x ^ x >> 27) * UINT64_C(0x94d049bb133111eb);
    return x ^ x >> 31;
}

// One of 0 .. count - 1; count is not 0. The small ones are a little more likely, by no more than count / 2^64.
static inline uint64_t random_below(uint64_t *state, uint64_t count)
{
    return random_next(state) % count;
}

#endif
