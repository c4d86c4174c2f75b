// Colours for the elements of a state: elements that a permutation of the group can exchange without changing the state
// have the same one. The converse need not be true, but mostly is.
//
// At first they are told apart by *keys*: their local states, with ids of other elements left out, and which cells
// outside of components hold their ids. Whatever else the state says is about several elements at once: a *fact*. A
// component that holds the id of another one is a fact about the two. Then colours are refined until nothing changes:
// elements of one colour are in the same facts with elements of the same colours.
//
// Where there can be no facts, elements of one colour are *twins*: exchanging them changes nothing.
#ifndef COSET_GROUP_COLOURING_H
#define COSET_GROUP_COLOURING_H

#include "group/ordered_partition.h"
#include "group/packing.h"

#define ABSENCE_BIT 63 // of the first word of keys, so that elements that are absent come last

struct fact {
    uint64_t label;
    uint32_t begin, count; // of `parties`, in an order that matters
};

// A fact about two.
struct link {
    uint64_t label;
    uint32_t from, to;
};

// A strip of records that is part of keys.
struct key_piece {
    uint32_t word, strip;
    uint8_t shift;
};

// Of an element that may be absent: the cell that says so.
struct absence {
    uint32_t element;
    struct packed_cell cell;
};

struct colouring {
    struct packing *packing;
    struct mem *mem;
    uint32_t count;          // of elements
    bool has_facts;          // there can be some
    struct partition blocks; // what may be exchanged at all
    uint32_t *class_place;   // by class: where its elements are in them, one after the other
    uint32_t key_words;
    ARRAY(struct key_piece) pieces; // of keys
    ARRAY(uint32_t) flags;          // those globals whose ids count, each a bit of the keys
    ARRAY(struct absence) absences; // that the pieces do not put above all else
    uint64_t *keys, *hashes;        // by element
    uint32_t *scratch;

    // Of the state at hand.
    ARRAY(struct fact) facts;
    ARRAY(struct link) links;
    ARRAY(uint32_t) parties;
    uint32_t *fact_count; // by element
    uint32_t *twin;       // by element: the first of its twins among those of its colour
    uint32_t *exchange;   // a permutation
    uint64_t *exchanged;  // a state
};

void colouring_open(struct colouring *, struct packing *, struct mem *);
void colouring_close(struct colouring *);

// The bit of a flag, counted from the first word of keys on.
uint32_t colouring_flag_bit(const struct colouring *, size_t flag);

// Fills the keys, of which each element has `key_words`, with this one of them.
void colouring_find_keys(struct colouring *, uint32_t word, const uint64_t *state);

// Finds the facts of a state, and the colours of its elements.
void colouring_begin(struct colouring *, const uint64_t *state, struct partition *);

// Goes on refining, for the same state, once an element has been singled out. Gives a number that is the same for
// states and partitions that a permutation takes to each other.
uint64_t colouring_refine(struct colouring *, struct partition *);

// Finds the twins within each colour. Says whether all elements of one colour are, everywhere.
bool colouring_find_twins(struct colouring *, const uint64_t *state, const struct partition *);

#endif
