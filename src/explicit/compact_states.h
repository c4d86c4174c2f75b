// Hash compaction (Wolper and Leroy 1993; Stern and Dill 1995): of a state that was looked at, only a hash of 64 bits
// is kept. States that wait are kept whole, in their order; those on the way to a counterexample are found again, by
// their numbers.
#ifndef COSET_EXPLICIT_COMPACT_STATES_H
#define COSET_EXPLICIT_COMPACT_STATES_H

#include "base/array.h"

#include <stdint.h>

struct compact_states {
    size_t words;
    ARRAY(uint64_t) waiting; // states from number `first` on
    uint32_t first;
    ARRAY(uint32_t) known; // numbers of states that were found again
    ARRAY(uint64_t) known_words;
};

uint64_t compact_hash(const uint64_t *state, size_t words);
bool compact_add(struct compact_states *, const uint64_t *state, struct mem *); // the next one; false: no memory
void compact_drop_last(struct compact_states *);
void compact_forget(struct compact_states *, uint32_t end); // those before it
bool compact_know(struct compact_states *, uint32_t number, const uint64_t *state, struct mem *);
const uint64_t *compact_state(const struct compact_states *, uint32_t number); // NULL if it is not there any more
void compact_close(struct compact_states *, struct mem *);

// The first state that is taken for another one comes when at most `count` hashes are there; so the probability that
// there is one is no more than the sum of i / 2^64 for all i up to `count`.
double compact_missed(uint32_t count);

#endif
