// States as records of a certificate: for each cell that is no input, the position of its value among those of its
// type, in as many bits as that takes, one cell behind the other, the lowest bit first.
#ifndef COSET_CIRCUIT_STATE_RECORD_H
#define COSET_CIRCUIT_STATE_RECORD_H

#include "model/model.h"

struct state_records {
    const struct model *model;
    struct mem *mem;
    size_t cells, bytes; // of the model; of a record
    struct record_field {
        unsigned width;      // bits; 0: the cell has one value
        value low;           // of position 0, if the values are consecutive numbers
        uint64_t count;      // of values; UINT64_MAX: 2^64
        const value *values; // by position; NULL if they are consecutive
        bool is_input;
    } * fields;
};

void state_records_open(struct state_records *, const struct model *, struct mem *);
void state_records_close(struct state_records *);

// False if a value is none of its cell's type.
bool state_record_pack(const struct state_records *, const value *state, uint8_t *record);
// False if a position has no value. Inputs get the first value of their type, as the evaluator has them.
bool state_record_unpack(const struct state_records *, const uint8_t *record, value *state);

#endif
