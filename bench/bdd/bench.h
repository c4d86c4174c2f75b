// What the two halves of the benchmark share with its main program: a job goes in, an outcome comes out. Nothing here
// knows either engine, since their headers cannot be included together.
#ifndef COSET_BENCH_BDD_BENCH_H
#define COSET_BENCH_BDD_BENCH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum workload {
    WORK_QUEENS,
    WORK_PHILOSOPHERS,
    WORK_RING,
    WORK_MULTIPLIER,
    WORK_HIDDEN_BIT,
    WORK_AND_EXISTS,
    WORK_SIFT_PRODUCTS,
    WORK_SIFT_ADDER,
    WORK_SIFT_MUX,
};

struct job {
    enum workload workload;
    int size;
    // BuDDy has no defaults of its own for these; the other engine takes its own.
    int peer_nodes;       // in the first node table
    int peer_cache_ratio; // nodes of the table for each entry of each of its six operation caches
};

// Answers are compared as fingerprints: the functions as polynomials over the integers modulo FINGERPRINT_PRIME at a
// fixed random point. They do not depend on the order of variables or on how an engine writes a diagram down, and two
// different functions agree by accident once in more than 2^48 cases.
#define FINGERPRINT_PRIME ((UINT64_C(1) << 61) - 1)

struct outcome {
    bool done;
    bool right;           // as far as the workload itself can tell
    double seconds;       // of processor time, the manager's set-up included, the checking of answers not
    size_t peak_bytes;    // the most that the process had resident until then
    uint64_t fingerprint; // of all functions that the work left
    uint64_t count;       // models of the first of them, modulo FINGERPRINT_PRIME
    long double models;   // the same as an approximation
    size_t result_nodes;  // of all functions that the work left, as this engine counts them

    // At the end of the work: nodes that are live or not yet collected, and what the engine has set aside for nodes
    // and the tables that find them, and for its operation caches.
    size_t nodes, node_bytes, cache_bytes;
    size_t live_nodes, live_bytes;     // nodes and node_bytes after a collection
    size_t packed_nodes, packed_bytes; // ... and of the results alone in a manager of their own
};

void coset_run(const struct job *, struct outcome *);
void buddy_run(const struct job *, struct outcome *);

// Arithmetic modulo FINGERPRINT_PRIME.
static inline uint64_t mod_add(uint64_t a, uint64_t b)
{
    uint64_t sum = a + b;
    return sum >= FINGERPRINT_PRIME ? sum - FINGERPRINT_PRIME : sum;
}

static inline uint64_t mod_mul(uint64_t a, uint64_t b)
{
    __extension__ unsigned __int128 product = (unsigned __int128)a * b;
    return mod_add((uint64_t)(product & FINGERPRINT_PRIME), (uint64_t)(product >> 61));
}

static inline uint64_t mod_pow(uint64_t a, uint64_t exponent)
{
    uint64_t result = 1;
    for (; exponent; exponent >>= 1, a = mod_mul(a, a))
        if (exponent & 1)
            result = mod_mul(result, a);
    return result;
}

// A stream of random numbers that is the same everywhere (splitmix64).
static inline uint64_t next_random(uint64_t *state)
{
    uint64_t z = (*state += UINT64_C(0x9e3779b97f4a7c15));
    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    return z ^ (z >> 31);
}

#endif
