// Random models with random formulas of linear and branching time, as SMV text: models of very few states, on which
// paths can be listed, or those of random_model.h.
#ifndef COSET_TESTS_CHECK_LINEAR_MAKER_H
#define COSET_TESTS_CHECK_LINEAR_MAKER_H

#include <stdbool.h>
#include <stdint.h>

#include "random_model.h"

#define LINEAR_MOST_ATOMS 12

struct linear_maker {
    struct mem *mem;
    struct str *out;
    struct random_maker random;
    char atoms[LINEAR_MOST_ATOMS][48]; // conditions: first those on states, then those on inputs
    int state_atoms, all_atoms;
    bool asks_of_inputs; // some compassion does
    int past;            // operators that look back and may still be put into the formula at hand
};

int maker_roll(struct linear_maker *, int sides);

void maker_open(struct linear_maker *, uint64_t seed, struct mem *, struct str *out);

// A model without properties: of a few states, or of some hundreds at the most.
void maker_put_model(struct linear_maker *);
void maker_put_large_model(struct linear_maker *);

void maker_put_condition(struct linear_maker *, bool inputs);      // no time; an atom or a few
void maker_put_ltl(struct linear_maker *, int depth, bool inputs); // in parentheses where it needs them, as all here
void maker_put_ctl(struct linear_maker *, int depth);
void maker_put_ctlstar(struct linear_maker *, int depth); // a state formula

#endif
