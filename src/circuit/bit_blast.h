// The conditions and steps of a model as a circuit. The bits of a cell are the position of its value among those of its
// type, as in the records of certificates (state_record.h).
#ifndef COSET_CIRCUIT_BIT_BLAST_H
#define COSET_CIRCUIT_BIT_BLAST_H

#include "circuit/circuit.h"
#include "circuit/state_record.h"
#include "model/model.h"

// What is made of an expression: a number with a sign, whether it is one, a word, or a truth value (0, 1).
struct blasted {
    bool is_made;
    wire defined;
    unsigned width;
    size_t first; // of its bits
};

// Two states in a row, and the inputs of the step between them.
struct bit_blast {
    struct mem *mem;
    struct model *model; // which gets more expressions
    struct circuit circuit;
    struct state_records records;
    size_t *now, *next; // by cell: where the bits of its position are, plus 1; 0: it has none yet
    ARRAY(wire) bits;
    ARRAY(struct blasted) made; // by expression
    const struct supervisor *watch;
    const char *error; // something has no circuit; NULL: all has
};

void bit_blast_open(struct bit_blast *, struct model *, const struct supervisor *, struct mem *);
void bit_blast_close(struct bit_blast *);

// Whether a condition holds; where it is undefined, it does not.
wire bit_blast_condition(struct bit_blast *, expr);
// A bit of a cell's position. Positions that have no value are ruled out.
wire bit_blast_cell_bit(struct bit_blast *, cell_id, bool is_next, unsigned bit);
unsigned bit_blast_cell_width(const struct bit_blast *, cell_id);

wire bit_blast_state(struct bit_blast *);   // the first state obeys the invariants of the model
wire bit_blast_initial(struct bit_blast *); // and is an initial one
wire bit_blast_step(struct bit_blast *);    // there is a step from it to the second one
// Goes on along a path: the second state becomes the first one, and another the second one. What is required, or was
// made a wire, stays what it is.
void bit_blast_advance(struct bit_blast *);

#endif
