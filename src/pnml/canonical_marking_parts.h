// What the search for the canonical form of a marking works with: its tokens, and elements in ordered cells.
#ifndef COSET_PNML_CANONICAL_MARKING_PARTS_H
#define COSET_PNML_CANONICAL_MARKING_PARTS_H

#include "pnml/canonical_marking.h"

enum { MOST_WIDTH = 64, MOST_KINDS_OF_TWINS = 64 };
#define MOST_WORK 3000000 // visits of tokens and colours, for one marking
#define NO_ELEMENT UINT32_MAX

// A colour that can be permuted is an *element*. Those of one subclass follow each other.
struct element {
    uint32_t class, colour, subclass;
};

struct token { // with an element at least
    uint64_t hash;
    uint32_t place, first, count; // its elements, in the order of the components
    size_t at;                    // in the marking
};

struct signature {
    uint64_t value;
    uint32_t element;
};

// A permutation of the marking, and what became of the elements that were told apart on the way to it.
struct leaf {
    marking_array marking;
    ARRAY(uint32_t) path;
    ARRAY(uint32_t) ranks; // by element of the permuted marking: its number among its twins
};

struct canonical_marking {
    const struct net *net;
    const struct colour_symmetry *symmetry;
    struct mem *mem;
    ARRAY(struct element) elements;
    uint32_t **numbers; // by class and colour: of the element
    // The marking at hand:
    const marking_array *marking;
    size_t *starts; // by place, where its tokens are in the marking
    ARRAY(struct token) tokens;
    ARRAY(uint32_t) members;
    uint32_t *token_starts; // by element: its tokens are from there on among these:
    ARRAY(uint32_t) token_of;
    bool has_pairs;  // a token has two elements
    uint32_t *twins; // by element: the first of its twins
    uint64_t *sums;  // likewise
    struct signature *order;
    uint32_t *images;        // by element
    uint32_t *sizes;         // by element of the permuted marking that is the first of its twins: how many they are
    ARRAY(uint64_t *) signs; // by depth: signatures
    ARRAY(uint32_t) path;    // elements that are told apart
    uint64_t work;
    struct leaf result;
    bool is_exact;
    mpz_t keepers, factor;
    bool skips_orbits;
};

// Reads the marking at hand: its tokens, and which of them each element is in.
void marking_read_tokens(struct canonical_marking *);
// Which elements can be exchanged with each other and leave the marking as it is, once it is refined.
void marking_find_twins(struct canonical_marking *);
bool marking_is_same_cell(const struct canonical_marking *, uint32_t k, uint32_t l);
void marking_refine(struct canonical_marking *, size_t depth);
// Tells an element apart at the next depth.
void marking_tell_apart(struct canonical_marking *, size_t depth, uint32_t element);
// The smallest cell whose elements are not all twins, and its size; 0 if there is none.
uint32_t marking_choose_cell(const struct canonical_marking *, uint32_t *first);

#endif
