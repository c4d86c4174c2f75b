// Random files in BTOR2, and an evaluator of them of its own: the judge of what is read. A bit vector is a number, with
// arithmetic of 128 bits where 64 do not suffice, and an array is its elements.
#ifndef COSET_TESTS_RANDOM_BTOR2_H
#define COSET_TESTS_RANDOM_BTOR2_H

#include "../dice.h"
#include "base/str.h"

enum { MOST_NODES = 40, MOST_ELEMENTS = 4, MOST_PROPERTIES = 3 };

struct random_node {
    const char *op;
    int width, index; // index: bits of the index of an array; 0: a bit vector
    int args[3];      // nodes, or -1 - node for their negations
    int arg_count;
    uint64_t number; // of a constant; of a slice its lowest bit
    int init, next;  // of a state: a node; -1: none. init may be of the elements' sort
};

struct random_value {
    uint64_t at[MOST_ELEMENTS];
};

struct random_btor2 {
    int count, widest;
    struct random_node nodes[MOST_NODES];
    int bads[MOST_PROPERTIES], bad_count, justice[MOST_PROPERTIES], justice_count, constraint, fair; // -1: none
};

// Inputs and states have `bits` bits together at the most; without inputs, vectors may have up to `widest` bits.
void random_btor2_make(struct random_btor2 *, int bits, int widest, struct dice *);
void random_btor2_print(const struct random_btor2 *, struct dice *, struct mem *, struct str *);
// Values of all nodes, by those of inputs and states, which are there.
void random_btor2_evaluate(const struct random_btor2 *, struct random_value *);
uint64_t random_btor2_operate(const char *op, int width, uint64_t a, uint64_t b); // of two vectors

#endif
