// Words of two numbers, of 32 bits each, each word once, numbered in the order in which they came, and a hash table
// from words to numbers.
//
// A word takes as many bits as the largest numbers need that were on its left and on its right so far, and a slot of 4
// bytes in the table, which is seven to eight ninths full. A slot holds the number, and in the bits that no number
// needs so far, bits of the hash: a look-up rarely touches a word that is another one.
#ifndef COSET_EXPLICIT_WORD_SET_H
#define COSET_EXPLICIT_WORD_SET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/array.h"

#define WORD_NONE UINT32_MAX // no word; also: no memory for one more

struct word_set {
    struct mem *mem;
    struct mem_region words; // one after the other, and a bit anywhere in a uint64_t may be the first of one
    uint8_t left_bits, right_bits;
    size_t room; // words that have memory already
    uint32_t count;
    struct mem_region table; // that slots are in, if there are many
    uint32_t *slots;         // number + 1 in the low bits, bits of the hash above; 0: free
    size_t slot_count;
    unsigned number_bits;  // of a slot
    ARRAY(uint32_t) holes; // numbers without a word
};

// False, with an empty set that must be closed too, if there is no memory for the smallest one. `most_bytes` bounds
// the range of addresses that words may need; 0: none is known. So many others are opened next.
bool word_set_open(struct word_set *, size_t most_bytes, size_t others, struct mem *);
void word_set_close(struct word_set *);
void word_set_clear(struct word_set *); // keeps its memory

// Of words as they are at first, both numbers have 32 bits. While it is empty: fewer, so that it may have to widen.
void word_set_narrow(struct word_set *, unsigned left_bits, unsigned right_bits);
// At least so many bits; false if there is no memory for that.
bool word_set_widen(struct word_set *, unsigned left_bits, unsigned right_bits);

// A word in the bits that it takes. Two are read however it lies: there is one behind the last.
static inline uint64_t word_set_packed(const struct word_set *s, uint32_t number)
{
    unsigned width = (unsigned)s->left_bits + s->right_bits;
    uint64_t bit = (uint64_t)number * width;
    const uint64_t *at = (const uint64_t *)(const void *)s->words.base + bit / 64;
    uint64_t low = __atomic_load_n(at, __ATOMIC_RELAXED), high = __atomic_load_n(at + 1, __ATOMIC_RELAXED);
    return (low >> bit % 64 | high << 1 << (63 - bit % 64)) & UINT64_MAX >> (64 - width);
}

static inline uint64_t word_set_word(const struct word_set *s, uint32_t number)
{
    uint64_t packed = word_set_packed(s, number);
    return packed >> s->right_bits << 32 | (packed & ((UINT64_C(1) << s->right_bits) - 1));
}

// Brings what a look-up will touch nearer: first the table, later what the table tells.
void word_set_prefetch_slot(const struct word_set *, uint64_t word);
void word_set_prefetch_word(const struct word_set *, uint64_t word);

uint32_t word_set_find(const struct word_set *, uint64_t word); // WORD_NONE: it is not there
uint32_t word_set_add(struct word_set *, uint64_t word);        // its number, also if it was there; WORD_NONE: no room

void word_set_drop_last(struct word_set *); // the one that was added last

// Room for so many more words, however many it has; false if there is none.
bool word_set_reserve(struct word_set *, size_t more);

// ---- By several threads at once -------------------------------------------------------------------------------------
// No thread waits for another. Words may be added and found so, nothing else, where room was made before, and bits
// enough.

bool word_set_has_room(const struct word_set *, size_t more);
// As word_set_add. `spare` is the thread's own: a number that it has taken and that no word has yet, or WORD_NONE.
uint32_t word_set_add_shared(struct word_set *, uint64_t word, uint32_t *spare);
// A word that nobody else adds, with a number that nobody else gives; `count` is set by the caller when all are there.
void word_set_put_shared(struct word_set *, uint64_t word, uint32_t number);

// Alone again: where a thread gets its spare number from, and where that goes to.
uint32_t word_set_take_spare(struct word_set *);
void word_set_return_spare(struct word_set *, uint32_t spare);

size_t word_set_bytes(const struct word_set *); // that words and slots take

#endif
