// Random small models as SMV text: variables of all kinds, inputs, processes, alternatives, deadlocks, fairness.
#ifndef COSET_TESTS_CHECK_RANDOM_MODEL_H
#define COSET_TESTS_CHECK_RANDOM_MODEL_H

#include <stdbool.h>
#include <stdint.h>

#include "base/mem.h"
#include "base/str.h"

#define RANDOM_MOST_STATES 400
#define RANDOM_MOST_VARS 10

enum random_kind { KIND_BOOLEAN, KIND_RANGE, KIND_GAPS, KIND_ENUM, KIND_WORD };
enum random_role { ROLE_STATE, ROLE_FROZEN, ROLE_INPUT };

struct random_var {
    char name[16];
    enum random_kind kind;
    enum random_role role;
    int low, high; // range
    int width;     // word
    bool is_signed;
    bool assigned; // always, so that no init and no next may come
};

// What an expression may mention.
struct random_scope {
    int vars;         // the first so many
    bool next, input; // next values, and inputs
    int nexts;        // next values of the first so many
};

struct random_maker {
    uint64_t dice;
    struct mem *mem;
    struct str *out;
    struct random_var var[RANDOM_MOST_VARS];
    int vars;
    int states;            // at most, of what is declared
    int shared;            // a variable that processes assign to; -1: none
    struct random_var own; // each process's
};

int random_roll(struct random_maker *, int sides);

// A model without properties. The maker has its dice, its context and its text, and `states` is 1. Afterwards it knows
// the variables.
void random_put_model(struct random_maker *);

// A condition.
void random_put_bool(struct random_maker *, const struct random_scope *, int depth);

#endif
