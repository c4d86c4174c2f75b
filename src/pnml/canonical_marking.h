// Markings up to permutations of the colours of static subclasses: one form of each, the same for all that a
// permutation makes of it, and how many these are.
//
// Colours get *signatures*: hashes of the tokens that they are in, refined by the signatures of the other colours there
// until no more of them differ (Weisfeiler and Leman). *Twins* are colours that can be exchanged without any change.
// Where colours of one signature are no twins, each of them in turn is told apart from the others, and the search goes
// on from there; the form is the smallest that is found (McKay, 1981). Those that lead to the same form are an orbit of
// the permutations that keep the marking, so that their numbers multiply to the number of these.
//
// If the search gets too long, the form is some permutation of the marking, and nothing is known of their number.
#ifndef COSET_PNML_CANONICAL_MARKING_H
#define COSET_PNML_CANONICAL_MARKING_H

#include <gmp.h>

#include "pnml/colour_symmetry.h"
#include "pnml/token_game.h"

struct canonical_marking;

// The net and its symmetry are borrowed.
struct canonical_marking *canonical_marking_open(const struct net *, const struct colour_symmetry *, struct mem *);
void canonical_marking_close(struct canonical_marking *);

// Nobody asks for orbits, which are numbers of many digits where there are many colours.
void canonical_marking_skip_orbits(struct canonical_marking *);

// Permutes the marking.
void canonical_marking_find(struct canonical_marking *, marking_array *);

// Of the marking that was found last:
bool canonical_marking_is_exact(const struct canonical_marking *); // the form is the same for all permutations
void canonical_marking_orbit(const struct canonical_marking *,
                             mpz_t orbit); // how many markings they make of it, if it is exact

// The twins of a colour among those of its class, from `first` on; there may be more than are known. Colours that are
// not permuted are alone.
struct colour_twins {
    uint32_t first, rank, count; // colours of a subclass are numbered; its number is first + rank
};
struct colour_twins canonical_marking_twins(const struct canonical_marking *, uint32_t class, uint32_t colour);
bool canonical_marking_can_move(const struct canonical_marking *, uint32_t class,
                                uint32_t colour); // some permutation does

#endif
