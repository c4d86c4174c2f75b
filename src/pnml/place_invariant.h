// Place invariants: weighted sums of tokens that no transition makes larger, and the bounds that they give.
//
// They are found on the net as it is written, not on its unfolding. For a colour class, the tokens of a place are
// looked at by one of their components: for weights w, and for each colour c of the class, the sum over places p and
// components i of w(p, i) times the number of tokens of p whose i-th component is c never grows if each transition
// takes at least as much of each *term* as it puts, whatever the values of its variables are. Without a class, tokens
// are only counted.
#ifndef COSET_PNML_PLACE_INVARIANT_H
#define COSET_PNML_PLACE_INVARIANT_H

#include "pnml/net.h"

struct place_invariants;

struct place_invariants *place_invariants_find(const struct net *, struct mem *, struct diag *);
void place_invariants_free(struct place_invariants *);
// The most tokens of a colour that the place can hold; NET_NO_BOUND if no invariant says.
int64_t place_invariants_bound(const struct place_invariants *, uint32_t place, const uint32_t *colours);
// The same for all colours together.
int64_t place_invariants_total(const struct place_invariants *, uint32_t place);

#endif
