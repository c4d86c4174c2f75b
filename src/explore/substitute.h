// Expressions with the values of some cells put in.
#ifndef COSET_EXPLORE_SUBSTITUTE_H
#define COSET_EXPLORE_SUBSTITUTE_H

#include "base/array.h"
#include "model/model.h"

struct substitution {
    struct model *model;
    struct mem *mem;
    size_t cells;
    value *now, *next;          // by cell
    bool *has_now, *has_next;   // by cell: whether it is put in
    ARRAY(expr) results;        // by expression, while its stamp is that of now
    ARRAY(uint32_t) stamps;     //
    ARRAY(unsigned char) marks; // by expression: whether something was put in below it
    uint32_t stamp;
};

void substitution_open(struct substitution *, struct model *, struct mem *);
void substitution_close(struct substitution *);

void substitution_clear(struct substitution *);
void substitution_put_now(struct substitution *, cell_id, value);
void substitution_put_next(struct substitution *, cell_id, value);

// *touched says whether there was something to put a value in for.
expr substitute(struct substitution *, expr, bool *touched);

#endif
