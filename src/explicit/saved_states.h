// What a saved search begins with, and what is believed of it: for one process and for ranks, which write the same
// file.
#ifndef COSET_EXPLICIT_SAVED_STATES_H
#define COSET_EXPLICIT_SAVED_STATES_H

#include "explicit/engine.h"

struct saved_head {
    uint64_t words, count, cursor, layer_end, depth, initial_count, fired, watches, dead_end;
    uint64_t is_started, is_complete;
};

bool saved_head_is_sound(const struct explicit_engine *, const struct saved_head *);

// The bits of all fields; and whether every field has a code that stands for a value, and there is nothing between
// fields.
void saved_state_bits(const struct explicit_engine *, uint64_t *used);
bool saved_state_is_sound(const struct explicit_engine *, const uint64_t *state, const uint64_t *used);

#endif
