// Places that only lose tokens: what a transition puts there, of any colour, it has taken from there. So a colour never
// has more of them than initially.
#ifndef COSET_PNML_SHRINKING_PLACES_H
#define COSET_PNML_SHRINKING_PLACES_H

#include "pnml/net.h"

struct shrinking_places;
struct shrinking_places *shrinking_places_find(const struct net *, struct mem *);
void shrinking_places_free(struct shrinking_places *);
// Of a place, and a value for each component of its sort; NET_NO_BOUND if the place may gain some.
int64_t shrinking_places_bound(const struct shrinking_places *, uint32_t place, const uint32_t *colours);

#endif
