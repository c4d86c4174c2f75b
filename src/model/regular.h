// Regular expressions over conditions: sets of finite sequences of states (the SEREs of PSL), and automata for them.
//
// Expressions are hash-consed in the model and simplified when they are made. Repetition by numbers, `[+]`, `[=n]`,
// `[->n]`, and conjunction of different lengths are said with these few by whoever needs them.
#ifndef COSET_MODEL_REGULAR_H
#define COSET_MODEL_REGULAR_H

#include "model/model.h"

enum regular_op {
    REGULAR_NOTHING, // no sequence at all
    REGULAR_EMPTY,   // the empty sequence
    REGULAR_LETTER,  // one state, in which a condition holds
    REGULAR_CONCAT,  // the one, then the other
    REGULAR_FUSION,  // the same with one state in common: the last of the one is the first of the other
    REGULAR_OR,
    REGULAR_AND, // sequences of both
    REGULAR_STAR,
};

struct regular_node {
    enum regular_op op;
    expr letter;
    regular args[2];
};

const struct regular_node *model_regular(const struct model *, regular);
regular model_letter(struct model *, expr condition);
regular model_regular_make(struct model *, enum regular_op, regular, regular); // REGULAR_NONE for what it has not

// ---- Automata -------------------------------------------------------------------------------------------------------

// Reads one state of a trace at each step. States are numbered from 0, which is the initial one. Every state can be
// reached from it, and can reach an accepting one, by letters of any kind: a letter that no state has, be it the
// constant false, is a step all the same. So what is possible, for the weak forms, is a matter of the expression's
// structure and not of what its letters mean (as in PSL, whose definition lets every letter hold beyond the end).
struct automaton_step {
    uint32_t from, to;
    expr letter;
};
struct automaton {
    uint32_t states;              // 0: it accepts nothing
    unsigned char *accepting;     // by state; that of state 0 says whether the empty sequence is one
    struct automaton_step *steps; // ordered by `from`
    size_t step_count;
};

// More states than this are not made.
#define AUTOMATON_MAX_STATES 10000

bool automaton_make(struct model *, regular, struct automaton *, struct mem *); // false: too many states
void automaton_free(struct automaton *, struct mem *);

#endif
