// sigma_Step: all states of the orbits of a set, by applying generators until there is nothing new, without a relation
// between states and orbits (seed 000, Figure 2: Barner and Grumberg, "Combining symmetry reduction and
// under-approximation for symbolic model checking", CAV 2002).
#ifndef COSET_ORBIT_SIGMA_H
#define COSET_ORBIT_SIGMA_H

#include "orbit/substitution.h"

// How a generator is applied to a set: by putting bits in the place of bits; by a relation between states; by several
// relations, one for each cycle of bits, one after the other.
enum sigma_application { SIGMA_SUBSTITUTION, SIGMA_RELATION, SIGMA_PARTITION };

struct sigma_options {
    enum sigma_application application;
    bool simplify; // relations, to what they have to be on the set at hand
    size_t rounds; // after so many it stops; 0: when there is nothing new
    size_t nodes;  // it stops when the set gets larger than this; 0: it does not
};

struct sigma;

// The encoding outlives it. NULL when the engine gave up.
struct sigma *sigma_new(const generator_array *, struct encoding *, const struct sigma_options *, struct mem *);
void sigma_free(struct sigma *); // NULL is fine

size_t sigma_count(const struct sigma *);                   // of generators
bdd sigma_image(struct sigma *, size_t generator, bdd set); // by one of them
struct substitution *sigma_substitution(struct sigma *, size_t generator);

// Figure 2, as far as the options let it; BDD_NONE when the engine gave up.
bdd sigma_step(struct sigma *, bdd set);
// The same to its end, whatever the options say.
bdd sigma_orbits(struct sigma *, bdd set);

// What applying generators may cost (bdd_work_done). When that is spent, or memory is, the states that were found until
// then are the result, and it is not whole: the set, and some states of its orbits.
struct sigma_work {
    uint64_t most;
    bool is_whole;   // set: the result is what it would be without a limit of work
    bool is_partial; // set: by this limit or one of the options, applying generators has stopped early
};
bdd sigma_step_within(struct sigma *, bdd set, struct sigma_work *);
bdd sigma_orbits_within(struct sigma *, bdd set, struct sigma_work *);

// Fewer states of the same orbits: in turn, each generator takes away what it makes smaller, by the order of the
// bits that it moves, if what that gives is in the set. So something is left of each orbit.
bdd sigma_thin(struct sigma *, bdd set);

#endif
