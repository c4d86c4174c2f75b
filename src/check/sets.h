// A growable list of functions that stay alive as long as they are in it.
#ifndef COSET_CHECK_SETS_H
#define COSET_CHECK_SETS_H

#include "bdd/bdd.h"

struct sets {
    bdd_manager *m;
    struct mem *mem;
    bdd *at;
    size_t count, room;
};

void sets_open(struct sets *, bdd_manager *, struct mem *);
bool sets_push(struct sets *, bdd); // false for BDD_NONE, and when it could not be kept
void sets_cut(struct sets *, size_t count);
void sets_close(struct sets *);

#endif
