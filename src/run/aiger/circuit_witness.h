// Witnesses of circuits, as the hardware model checking competitions define them: verdicts with counterexamples,
// written and read. Those of AIGER have the values of latches in the first state, and of inputs in each; those of BTOR2
// have what `init` and `next` leave open.
#ifndef COSET_RUN_AIGER_CIRCUIT_WITNESS_H
#define COSET_RUN_AIGER_CIRCUIT_WITNESS_H

#include "run/input.h"
#include "trace/trace.h"

// For a model that was read from AIGER or BTOR2.
bool circuit_witness_is_for(const struct input *);
void circuit_witness_add(const struct input *, const struct result *, struct mem *, struct str *out);

struct circuit_witness {
    size_t property; // that it refutes, from 0
    struct trace trace;
};
typedef ARRAY(struct circuit_witness) circuit_witness_array;

// All counterexamples of a file; those that say that a property holds have none. Nobody has judged yet whether they are
// executions. `error` gets what is wrong. The caller closes the traces and frees the array, also after an error.
bool circuit_witness_read(const struct input *, const char *text, size_t length, struct mem *, circuit_witness_array *,
                          struct str *error);

// aiger_witness.c, btor2_witness.c
struct witness_reading {
    const struct input *input;
    struct mem *mem;
    const char *at, *end;
    size_t line; // from 1
    struct str *error;
};
// The next line, without its end; false at the end of the text.
bool witness_line(struct witness_reading *, const char **line, size_t *length);
bool witness_fail(struct witness_reading *, const char *message); // in the line that was read last; false
// b3 or j0, as a property of the model.
bool witness_property(struct witness_reading *, const char *word, size_t length, size_t bads, size_t *property);

void aiger_witness_add(const struct input *, const struct result *, struct mem *, struct str *out);
bool aiger_witness_read(struct witness_reading *, circuit_witness_array *);
void btor2_witness_add(const struct input *, const struct result *, struct mem *, struct str *out);
bool btor2_witness_read(struct witness_reading *, circuit_witness_array *);

#endif
