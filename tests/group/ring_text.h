// Random models in SMV: a few instances of the same random template, in a ring, of which one may be changed a little.
#ifndef COSET_TESTS_GROUP_RING_TEXT_H
#define COSET_TESTS_GROUP_RING_TEXT_H

#include "../model/expression_tree.h"

#define SYMMETRIC_INSTANCES 3 // with a variable x0, x1, x2 each; an input `who` has a value for each

struct symmetric_text {
    struct dice dice;
    struct mem *mem;
    struct str *out;
    int kind;     // of the instances' variables: truth value, symbol, number
    bool symbols; // choose an instance, rather than numbers
};

void symmetric_text_put(struct symmetric_text *);
// A condition as that instance might have it.
void symmetric_text_condition(struct symmetric_text *, int instance, bool next, bool inputs, int depth);

#endif
