// States that were looked up a moment ago. A search comes upon the same successor by several ways, one after the other:
// from a state two steps lead to the same one in either order. Whoever is found here is in the store, and need not be
// looked up in its tree. A table of fixed size, in which a state takes the place of another; where it does not pay it
// is given up.
//
// What is noted here must get into the store: where that fails, or is put off, the table is to be cleared.
#ifndef COSET_EXPLICIT_RECENT_STATES_H
#define COSET_EXPLICIT_RECENT_STATES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/mem.h"

struct recent_states {
    uint64_t *table; // entries: a tag, and a state; NULL: given up, or not begun
    size_t entries;  // a power of two; 0: it is not to be used
    size_t words;    // of a state
    uint64_t asked, found;
};

void recent_open(struct recent_states *, size_t words);
void recent_close(struct recent_states *, struct mem *);
void recent_clear(struct recent_states *);

// Whether it was noted before; if not, it is now.
bool recent_note(struct recent_states *, const uint64_t *state, struct mem *);

#endif
