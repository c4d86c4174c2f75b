// Expressions with the values of some cells put in.
#ifndef COSET_EXPLORE_SUBSTITUTE_VALUES_H
#define COSET_EXPLORE_SUBSTITUTE_VALUES_H

#include "model/walk.h"

struct substitution {
    struct model *model;
    struct mem *mem;
    size_t cells;
    value *now, *next;        // by cell
    bool *has_now, *has_next; // by cell: whether it is put in
    struct walk walk;
};

void substitution_open(struct substitution *, struct model *, struct mem *);
void substitution_close(struct substitution *);

void substitution_clear(struct substitution *);
void substitution_put_now(struct substitution *, cell_id, value);
void substitution_put_next(struct substitution *, cell_id, value);

// *touched says whether there was something to put a value in for.
expr substitute(struct substitution *, expr, bool *touched);

#endif
