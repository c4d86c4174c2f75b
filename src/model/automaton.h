// Automata while they are made: what automaton.c and automaton_tidy.c share.
#ifndef COSET_MODEL_AUTOMATON_H
#define COSET_MODEL_AUTOMATON_H

#include "base/array.h"
#include "model/regular.h"

// State 0 is initial, and no step leads to it until all is done.
struct automaton_draft {
    ARRAY(unsigned char) accepting; // by state
    ARRAY(struct automaton_step) steps;
};

struct automaton_work {
    struct model *model;
    struct mem *mem;
    bool too_many; // states or steps: what is made is not to be used
};

// Orders the steps by state, leaves out states that are on no way to an accepting one, and merges some that accept the
// same.
void automaton_tidy(struct automaton_work *, struct automaton_draft *, bool last);

#endif
