// And-inverter graphs with latches, and files of them: AIGER 1.9 (Biere, Heljanko, Wieringa: AIGER 1.9 and beyond,
// 2011).
//
// A literal is twice the number of a variable, plus 1 if it is negated; 0 is false and 1 is true. Inputs have the
// variables from 1 on, then come the latches, then the gates, each of which reads only what comes before it.
#ifndef COSET_RUN_AIGER_AIGER_FILE_H
#define COSET_RUN_AIGER_AIGER_FILE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/array.h"
#include "base/str.h"

typedef uint32_t aiger_literal;

struct aiger_latch {
    aiger_literal next, reset; // its own literal as reset: it may begin with any value
};

struct aiger_gate {
    aiger_literal left, right;
};

struct aiger {
    struct mem *mem;
    uint32_t inputs, latches;
    struct aiger_latch *latch; // by number, from 0
    ARRAY(struct aiger_gate) gates;
    aiger_literal bad;
    struct str symbols;  // lines that name inputs, latches and the bad state
    struct str comments; // lines
};

void aiger_open(struct aiger *, uint32_t inputs, uint32_t latches, struct mem *);
void aiger_close(struct aiger *);

static inline aiger_literal aiger_input(uint32_t number)
{
    return 2 * (number + 1);
}

static inline aiger_literal aiger_latch(const struct aiger *a, uint32_t number)
{
    return 2 * (a->inputs + number + 1);
}

aiger_literal aiger_and(struct aiger *, aiger_literal, aiger_literal);

// As text, or in the binary form.
void aiger_write(const struct aiger *, bool as_text, struct str *out);

#endif
