// Prioritised traversal: states that wait to be searched from, in parts; the densest, which has most states for its
// nodes, comes first (Fraer, Kamhi, Ziv, Vardi and Fix; seed 000, section 8).
#ifndef COSET_ORBIT_DENSE_QUEUE_H
#define COSET_ORBIT_DENSE_QUEUE_H

#include "bdd/bdd.h"

#define DENSE_QUEUE_PARTS 16

struct dense_queue {
    bdd_manager *m;
    bdd cube;                     // the bits of a state
    bdd parts[DENSE_QUEUE_PARTS]; // protected
    double density[DENSE_QUEUE_PARTS];
    size_t count;
};

bool dense_queue_open(struct dense_queue *, bdd_manager *, bdd state_cube); // false when the engine gave up
void dense_queue_close(struct dense_queue *);                               // one that was opened

void dense_queue_clear(struct dense_queue *);
// Where there are many parts, the two that are least dense become one. False when the engine gave up.
bool dense_queue_push(struct dense_queue *, bdd states);
bdd dense_queue_pop(struct dense_queue *); // false if there is none

#endif
