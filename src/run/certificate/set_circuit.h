// A set of states as the circuit of a certificate (certify/inductive.h), while it is written: a reference is twice a
// number, plus 1 if it is negated. Number 0 is true, then come the bits of all cells, then nodes.
#ifndef COSET_RUN_CERTIFICATE_SET_CIRCUIT_H
#define COSET_RUN_CERTIFICATE_SET_CIRCUIT_H

#include "circuit/state_record.h"

#define SET_ALL 0 // references
#define SET_NONE 1

struct set_circuit {
    struct mem *mem;
    struct state_records records;
    uint64_t *first_bit; // by cell
    uint64_t bits, node_count;
    struct str nodes;
};

void set_circuit_open(struct set_circuit *, const struct model *, struct mem *);
void set_circuit_close(struct set_circuit *);

uint64_t set_circuit_bit(const struct set_circuit *, cell_id, unsigned bit); // of the cell's position
uint64_t set_circuit_ite(struct set_circuit *, uint64_t condition, uint64_t high, uint64_t low);
// The position of a cell is one of these.
uint64_t set_circuit_positions(struct set_circuit *, cell_id, const bool *is_in);

void set_circuit_write(const struct set_circuit *, struct str *out);

#endif
