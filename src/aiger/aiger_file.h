// And-inverter graphs with latches, and files of them: AIGER 1.9 (Biere, Heljanko, Wieringa: AIGER 1.9 and beyond,
// 2011).
//
// A literal is twice the number of a variable, plus 1 if it is negated; 0 is false and 1 is true. Inputs have the
// variables from 1 on, then come the latches, then the gates, each of which reads only what comes before it. A file as
// text may have any other order: what is read is brought into this one.
#ifndef COSET_AIGER_AIGER_FILE_H
#define COSET_AIGER_AIGER_FILE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/array.h"
#include "base/diag.h"
#include "base/str.h"

typedef uint32_t aiger_literal;
typedef ARRAY(aiger_literal) aiger_literals;

struct aiger_latch {
    aiger_literal next, reset; // its own literal as reset: it may begin with any value
};

struct aiger_gate {
    aiger_literal left, right;
};

// What has names, in the order in which files list it.
enum aiger_kind {
    AIGER_INPUT,
    AIGER_LATCH,
    AIGER_OUTPUT,
    AIGER_BAD,
    AIGER_CONSTRAINT,
    AIGER_JUSTICE,
    AIGER_FAIRNESS,
    AIGER_KINDS
};
#define AIGER_LETTERS "ilobcjf" // of the kinds, in tables of symbols

struct aiger_name {
    enum aiger_kind kind;
    uint32_t number;
    const char *text;
};

struct aiger {
    struct mem *mem;
    uint32_t inputs, latches;
    struct aiger_latch *latch; // by number, from 0
    ARRAY(struct aiger_gate) gates;
    aiger_literals lists[AIGER_KINDS]; // of outputs, bad states, constraints, fairness; of justice: all conditions
    ARRAY(uint32_t) justice_sizes;     // by justice property: how many of these are its own
    ARRAY(struct aiger_name) names;    // those that are known; texts are in the arena
    struct arena arena;
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

static inline uint32_t aiger_first_gate(const struct aiger *a) // as a variable
{
    return a->inputs + a->latches + 1;
}

aiger_literal aiger_and(struct aiger *, aiger_literal, aiger_literal);
void aiger_add_name(struct aiger *, enum aiger_kind, uint32_t number, const char *text, size_t length); // is copied
size_t aiger_count(const struct aiger *, enum aiger_kind);

// As text, or in the binary form.
void aiger_write(const struct aiger *, bool as_text, struct str *out);

// Reads either form, which its first word tells. False with the reason among the diagnostics; it must be closed in any
// case.
bool aiger_read(struct aiger *, const struct source *, struct mem *, struct diag *);

#endif
