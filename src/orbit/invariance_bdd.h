// Whether generators leave conditions alone, by what these mean: the set of states that satisfy one is moved, and is
// the same set or not. For group/stabiliser.h, where the form of a condition does not tell.
#ifndef COSET_ORBIT_INVARIANCE_BDD_H
#define COSET_ORBIT_INVARIANCE_BDD_H

#include "group/generator.h"

struct invariance_bdd;

// The model outlives it. Each question gives up after so many seconds.
struct invariance_bdd *invariance_bdd_new(struct model *, double seconds, struct mem *);
void invariance_bdd_free(struct invariance_bdd *); // NULL is fine

// Of a generator that fits the model. False also when it could not be found out.
bool invariance_bdd_keeps(void *invariance, const struct generator *, expr condition);

#endif
