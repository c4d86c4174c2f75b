// Which expressions share what: the plan by which expressions are compiled.
//
// All roots are noted first. Then it is settled which of the expressions below them become routines: those that several
// places use, if they are worth a call, and some on the way down where an expression is very deep, so that compiling
// needs no deep recursion.
#ifndef COSET_EXPLICIT_SHARING_H
#define COSET_EXPLICIT_SHARING_H

#include "base/array.h"
#include "model/model.h"

#define NO_ROUTINE UINT32_MAX
#define MANY_CELLS (CELL_NONE - 1)

struct expr_fact {
    uint32_t uses;    // places that mention it
    uint32_t cost;    // instructions to compute it, those of routines not counted
    uint32_t weight;  // the same with routines, as if each were computed anew; up to a limit
    uint32_t height;  // nested expressions, down to routines and leaves
    uint32_t calls;   // routines within each other that computing it may take
    uint32_t routine; // its number, or NO_ROUTINE
    cell_id support;  // the one cell that it depends on, CELL_NONE if on none, or MANY_CELLS
};

struct sharing {
    const struct model *model;
    struct mem *mem;
    struct expr_fact *facts; // by expression
    size_t count;
    ARRAY(expr) roots;
    ARRAY(expr) routines;
};

void sharing_open(struct sharing *, const struct model *, struct mem *);
void sharing_close(struct sharing *);

void sharing_note(struct sharing *, expr root);
void sharing_settle(struct sharing *);

// Of the roots and all below them, once it is settled.
static inline const struct expr_fact *sharing_fact(const struct sharing *s, expr e)
{
    return &s->facts[e];
}

// Whether it is better to ask for one condition before the other: what costs less comes first, and what was made
// earlier, since the conditions on the way to something are made before it.
bool sharing_asks_first(const struct sharing *, expr, expr);

#endif
