// From a state to the representative of its orbit, whatever the symmetries are from: classes of components that the
// model declares, or else what is found in its form (group/detect.h).
//
// Found symmetries have generators only. The orbit of a state is then made in full to find its least state, so orbits
// beyond a limit have no representative.
#ifndef COSET_EXPLORE_ORBIT_MAP_H
#define COSET_EXPLORE_ORBIT_MAP_H

#include <gmp.h>

#include "base/mem.h"
#include "base/str.h"
#include "model/model.h"

struct orbit_map;

// NULL if there are no symmetries; then `why` gets the reason. The model outlives the map.
struct orbit_map *orbit_map_new(const struct model *, struct mem *, struct str *why);
void orbit_map_free(struct orbit_map *);

// Adds what the symmetries are: "of Proc (6 permutations)", "found in the model (4 permutations)".
void orbit_map_describe(const struct orbit_map *, struct str *out);

// Replaces a state by its representative, and adds the permutation that takes it there, in cycles; nothing if it is the
// identity. `permutation` may be NULL. Inputs stay as they are. False, and nothing is changed, if the orbit is too
// large.
bool orbit_map_make(struct orbit_map *, value *state, struct str *permutation);

// How many states the orbit has; 0 if it is too large.
void orbit_map_size(struct orbit_map *, const value *state, mpz_t size);

#endif
