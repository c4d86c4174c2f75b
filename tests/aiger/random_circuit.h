// Random circuits, their files in both forms, and a plain search of them that shares nothing with the project: the
// judge of what is read.
#ifndef COSET_TESTS_RANDOM_CIRCUIT_H
#define COSET_TESTS_RANDOM_CIRCUIT_H

#include "../dice.h"
#include "base/str.h"

enum { MOST_INPUTS = 3, MOST_LATCHES = 4, MOST_GATES = 14, MOST_LIST = 3, CIRCUIT_STATES = 1 << 7 };

// Variables are numbered as in the binary form: inputs, latches, gates.
struct random_list {
    int count;
    unsigned at[MOST_LIST];
};

struct random_circuit {
    int inputs, latches, gates;
    unsigned next[MOST_LATCHES], gate[MOST_GATES][2];
    int reset[MOST_LATCHES]; // 0, 1, or 2 for any
    struct random_list outputs, bads, constraints, fairness;
    int justices;
    struct random_list justice[MOST_LIST];
};

void random_circuit_make(struct random_circuit *, struct dice *);
// As text, variables have any numbers and gates any order.
void random_circuit_print(const struct random_circuit *, bool as_text, struct dice *, struct mem *, struct str *);

// A state is the values of inputs and latches: input i is bit i, latch i is bit `inputs` + i.
bool random_circuit_value(const struct random_circuit *, unsigned state, unsigned literal);
bool random_circuit_starts(const struct random_circuit *, unsigned state);
bool random_circuit_obeys(const struct random_circuit *, unsigned state); // all constraints
bool random_circuit_steps(const struct random_circuit *, unsigned from, unsigned to);
// How many states a shortest execution to a state with this literal has; 0 if there is none.
int random_circuit_distance(const struct random_circuit *, unsigned literal);
bool random_circuit_has_lasso(const struct random_circuit *, const struct random_list *);

#endif
