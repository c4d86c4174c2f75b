// Places that are unbounded: a firing sequence leads from a marking to one that has as many tokens of every colour in
// every place, and more somewhere. It can be fired again from there, and so forever (Karp and Miller, 1969).
#ifndef COSET_PNML_GROWING_PLACES_H
#define COSET_PNML_GROWING_PLACES_H

#include "pnml/token_game.h"

struct growing_limits {
    size_t walks, steps;         // random walks, and firings in each
    bool (*stop)(void *context); // may be NULL
    void *context;
};

// Looks for such sequences on random walks. `grows` is set to true for places of which the tokens grow; places that are
// not found may be unbounded nevertheless. The result: whether some are found. The game is left at any marking.
bool net_find_growing(const struct net *, struct token_game *, const struct growing_limits *, bool *grows,
                      struct mem *);

#endif
