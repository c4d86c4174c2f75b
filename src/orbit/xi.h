// The representative relation xi: pairs of a representative, over current bits, and a state of its orbit, over next
// bits (seed 000, section 6.2 and Figure 4: Barner and Grumberg, "Combining symmetry reduction and under-approximation
// for symbolic model checking"; Orbit_To_xi after Jha, "Symmetry and induction in model checking").
#ifndef COSET_ORBIT_XI_H
#define COSET_ORBIT_XI_H

#include "orbit/sigma.h"

struct xi;

// Whether the generators can be told by current and next bits: what they move has both.
bool xi_is_possible(struct sigma *);

// Figure 4: from representatives and generators. NULL when the engine gave up.
struct xi *xi_create(struct sigma *, struct encoding *, bdd representatives, struct mem *);

// For who keeps what has been found of the relation between all states of an orbit: the work can begin with it again.
struct xi_work {
    bdd begun;                                  // a part of it that was found before; BDD_NONE: none
    void (*grown)(void *context, bdd relation); // what there is now; protected while this is called
    void *context;
};

// From the relation between all states of an orbit, for `states` (which generators map onto themselves): the
// representatives are the least ones, by the order that the variables have at the end. `work` may be NULL.
struct xi *xi_from_orbits(struct sigma *, struct encoding *, bdd states, const struct xi_work *, struct mem *);
// From a relation that was made so before, perhaps in another order of the variables: representatives are who they were
// then. NULL also if that cannot be: pairs are missing, or an orbit has several representatives.
struct xi *xi_from_relation(struct sigma *, struct encoding *, bdd states, bdd relation, struct mem *);
// Whether `work` could begin with it: it has all pairs of a state and itself, and pairs of `states` only.
bool xi_can_begin(struct encoding *, bdd states, bdd relation, struct mem *);
void xi_free(struct xi *); // NULL is fine

bdd xi_representatives(const struct xi *);
bdd xi_relation(const struct xi *);
bdd xi_represent(struct xi *, bdd states); // their representatives
bdd xi_spread(struct xi *, bdd set);       // all states that these representatives stand for

#endif
