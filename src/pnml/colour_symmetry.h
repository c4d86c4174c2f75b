// Which colours of a class are interchangeable: static subclasses. Colours that an arc or a guard names differ from all
// others, and so do those of which the initial marking has other tokens. Where they are compared with constants by
// their order, those on two sides of a constant differ; where with each other, all do. Where their neighbours are asked
// for, the class as a whole can be rotated, or not at all.
#ifndef COSET_PNML_COLOUR_SYMMETRY_H
#define COSET_PNML_COLOUR_SYMMETRY_H

#include "pnml/net.h"

#define NO_SUBCLASS UINT32_MAX

struct subclass { // of at least two colours
    uint32_t class;
    bool is_ring;
    ARRAY(uint32_t) colours; // by element
};

struct colour_place {
    uint32_t subclass, element; // NO_SUBCLASS: there is none like it
};

struct colour_symmetry {
    const struct net *net;
    struct mem *mem;
    struct colour_place **places; // by class and colour
    ARRAY(struct subclass) subclasses;
};

void colour_symmetry_find(struct colour_symmetry *, const struct net *, struct mem *);
void colour_symmetry_close(struct colour_symmetry *);
// The first colour of the subclass that a colour is in.
uint32_t colour_symmetry_leader(const struct colour_symmetry *, uint32_t class, uint32_t colour);

#endif
