// The states that were found, each once, numbered in the order in which they came, with the state that each was first
// found from.
//
// States are compressed without loss, as in LTSmin's tree compression (Laarman, van de Pol, Weber, SPIN 2011): the bits
// of a state are the leaves of a binary tree, in pieces of 32 bits at the most. They are divided where both sides say
// about as much of the states that were found so far. A pair of what stands for two subtrees is kept once, and its
// number stands for both; a state is the pair at its root: as many bits as its two numbers need, and about 4.8 bytes
// for its slot in the table. What states share below the root costs nothing. Unlike there, roots lie in the order of
// their numbers, so that a search reads them in that order; and nodes near the root have pairs of their own, so that
// numbers stay small, while those further down, where there are few pairs, have them together.
//
// Parents are numbers that never decrease, since a breadth-first search looks at states in their order: two bits each
// (parent_list.h).
#ifndef COSET_EXPLICIT_STATE_STORE_H
#define COSET_EXPLICIT_STATE_STORE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "explicit/parent_list.h"
#include "explicit/word_set.h"

#include "explicit/compact_states.h"

#define STORE_NONE UINT32_MAX // no state; also: no memory for one more

// Where the bits of a leaf are: some of one word, and the rest of another one.
struct store_leaf {
    struct store_piece {
        uint32_t word;
        uint8_t shift, to; // in the word, and in the leaf
        uint32_t mask;     // of as many bits
    } pieces[2];
};

#define PAIR_SETS 7 // the first is that of all nodes that have none of their own

// An inner node: its children by their places, leaves first; and which set its pairs are in, if it is not the root.
struct store_node {
    uint32_t left, right, set;
};

// What a look-up needs besides the store.
struct store_scratch {
    uint32_t *read; // what stands for each leaf and node, of a state that is read
    // Likewise of the state that was looked up last, which most are nearly the same as; and what differs now.
    uint32_t *last;
    bool *differs;
    bool has_last;
    uint32_t spare[PAIR_SETS]; // see word_set_add_shared
};

struct store {
    struct mem *mem;
    size_t words;                            // of a state
    struct word_set roots, pairs[PAIR_SETS]; // states; and what is below them
    struct parent_list parents;
    uint32_t count;
    size_t most_bytes;
    uint32_t adapts_at; // so many states
    uint64_t *unpacked; // the state that was asked for last
    struct store_leaf *leaves;
    struct store_node *nodes;                 // children first; the last is the root
    size_t leaf_count, node_count, set_count; // so many of the pairs are used
    struct store_scratch own;
    struct compact_states *compact; // NULL: all states are kept
};

// From here on, while it is empty: of a state its hash is kept, 64 bits that take the place of its root, so that two
// states may be taken for one; and the state itself only as long as nobody calls store_forget.
bool store_compact(struct store *); // false: there is no memory
void store_forget(struct store *, uint32_t end);
// The state with this number was found again, and can be read until store_forget_known.
bool store_know(struct store *, uint32_t number, const uint64_t *state);
void store_forget_known(struct store *);
// The probability that a state was taken for another one is no more than this, if hashes are as good as random.
double store_missed(const struct store *);

// False, with an empty store that must be closed too, if there is no memory for the smallest one. `most_bytes` bounds
// the range of addresses that states may need; 0: none is known. `widths` says how many bits of each word states use,
// from the lowest on, and the others are 0; NULL: all.
bool store_open(struct store *, size_t words, const uint8_t *widths, size_t most_bytes, struct mem *);
void store_close(struct store *);
void store_clear(struct store *); // keeps its memory

void store_read(const struct store *, uint32_t number, uint64_t *state);
const uint64_t *store_state(struct store *, uint32_t number); // good until the next one is asked for
// The state that this one was found from; STORE_NONE for initial ones.
uint32_t store_parent(const struct store *, uint32_t number);

// A look-up in two parts, so that many can be under way at once: first the root of a state, with all that is below it
// in the store; then the state. False if there is no room.
bool store_prepare(struct store *, const uint64_t *state, uint64_t *root);
void store_touch(const struct store *, const uint64_t *state);          // brings nearer what that will touch
static inline void store_prefetch(const struct store *s, uint64_t root) // brings nearer what adding it will touch
{
    word_set_prefetch_slot(&s->roots, root);
}
static inline void store_prefetch_state(const struct store *s, uint64_t root) // a moment later
{
    word_set_prefetch_word(&s->roots, root);
}
uint32_t store_add_root(struct store *, uint64_t root, const uint64_t *state, uint32_t parent);

// Now and then the states that were found show how their bits are better divided. Not between the two parts of a
// look-up: roots are others then. What was asked for last stays good.
void store_adapt(struct store *);

// The number of a state, or STORE_NONE if it is not there.
uint32_t store_find(struct store *, const uint64_t *state);
// The same, and it is added if it is new; STORE_NONE if there is no room.
uint32_t store_add(struct store *, const uint64_t *state, uint32_t parent);

// ---- By several threads at once -------------------------------------------------------------------------------------
// While they look for states, none is added: only what is below the roots of new ones. A round of them is between
// store_begin_shared and store_end_shared for each of the threads, which one thread calls.

// Of one thread. The tree may be another in the next round.
bool store_scratch_open(struct store_scratch *, const struct store *, struct mem *);
void store_scratch_close(struct store_scratch *, const struct store *, struct mem *);
void store_begin_shared(struct store *, struct store_scratch *);
void store_end_shared(struct store *, struct store_scratch *);
void store_read_shared(const struct store *, struct store_scratch *, uint32_t number, uint64_t *state);

// Room for what is below the roots of so many states; made by one thread, and asked for by all.
bool store_make_room_below(struct store *, size_t states);
bool store_has_room_below(const struct store *, size_t states);
// How many pairs there are below roots, by set; and room for so many more of each, if there is memory for that.
void store_count_below(const struct store *, uint32_t *counts);
void store_expect_below(struct store *, const size_t *more);
uint64_t store_root_shared(struct store *, struct store_scratch *, const uint64_t *state);
static inline bool store_has_root(const struct store *s, uint64_t root)
{
    return word_set_find(&s->roots, root) != WORD_NONE;
}

// So many new states, found from these two and what lies between them: room for them is made by one thread, then
// threads put them to their numbers, and one thread says in the order of their numbers where they were found.
bool store_make_room(struct store *, size_t states, uint32_t first_parent, uint32_t last_parent);
static inline void store_put_shared(struct store *s, uint64_t root, uint32_t number)
{
    word_set_put_shared(&s->roots, root, number);
}
void store_note_parent(struct store *, uint32_t parent); // of the next one, which counts from now on

size_t store_bytes(const struct store *);              // that states, parents and the table take
size_t store_bytes_uncompressed(const struct store *); // the same with packed states in an array, and slots of 8 bytes

#endif
