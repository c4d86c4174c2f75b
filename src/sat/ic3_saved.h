// The clauses of IC3 in a file, and frames that are made of such again.
//
// Nothing in the file is believed. A clause becomes one of frame i if no initial state violates it, and no step from a
// state of frame i - 1, as it has been made by then, leads to a violation. If some do not hold, they stay where they
// do. So a file that is damaged, or of another model, costs time only. One question for each frame is enough if all is
// well.
#ifndef COSET_SAT_IC3_SAVED_H
#define COSET_SAT_IC3_SAVED_H

#include "base/stream.h"
#include "sat/ic3.h"

struct ic3_saved {
    ARRAY(struct saved_clause {
        struct state_cube cube; // which is blocked
        size_t frame;           // 0: forever
    })
    clauses;
};

void ic3_saved_take(struct ic3_saved *, const struct ic3 *, struct mem *); // copies of all clauses
void ic3_saved_close(struct ic3_saved *, struct mem *);

bool ic3_saved_write(const struct ic3_saved *, struct stream *);
// False if it is no list of clauses over so many latches, or memory is short: then it is empty.
bool ic3_saved_read(struct ic3_saved *, struct stream *, size_t latches, struct mem *);

// Of one that has no clauses so far. False if stopped: some of them are missing then.
bool ic3_restore(struct ic3 *, const struct ic3_saved *);

#endif
