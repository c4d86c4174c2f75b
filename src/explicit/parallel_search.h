// The breadth-first search by several threads.
//
// A round takes some states of a layer, one after the other, and the threads share them out in chunks. Each thread
// makes the successors of its states, has them represented, and looks them up. Meanwhile no state is added: those that
// are new become fresh ones, and each remembers the least place, state and successor, at which it was found. Then they
// get their numbers in the order of these places, with the state of that place as parent. That is what a search by one
// thread does: states, numbers, parents and so traces are the same for any number of threads, and so is where a search
// ends, since a round counts only up to the first state at which one thread would have stopped.
//
// No thread waits for another within a round: parts of states and fresh roots are added without locks (word_set.h).
// Where there is no room, the round ends early, and room is made.
#ifndef COSET_EXPLICIT_PARALLEL_SEARCH_H
#define COSET_EXPLICIT_PARALLEL_SEARCH_H

#include "explicit/engine.h"

// Whether the states from the cursor to the end of the layer are worth a round; `begun` is when the search began.
bool parallel_is_useful(struct explicit_engine *, double begun);

// One round, as far as it counts for a search for this watch; the cursor moves on. False if the search is to be given
// up; then `cause` says why.
bool parallel_round(struct explicit_engine *, uint32_t watch);

void parallel_free(struct explicit_engine *);
void parallel_statistics(const struct explicit_engine *, struct explicit_statistics *);

#endif
