// Conditions of fairness that a group takes to each other, in a quotient by it: a Streett search on sets of
// representatives. (Seed 000, section 8, asks for generators that keep each condition; here they may take one to
// another.)
//
// Which states can go on fairly is the same for all states of an orbit, but whether one of these conditions is met is
// not. Let Z be a set that is closed under the group G, c a condition, and H a group of permutations of G that keep c.
// The states of Z that come to one where c is met without leaving Z are a set that is closed under H: it is found on
// representatives by H, which are those of G *unfolded*. The set for p(c) is p of that, for each p of G. So a state of
// Z from which some condition of c's orbit is out of reach is one of an orbit that has a state from which c is: one
// condition of each orbit is *followed*, and what is in vain there goes, as representatives by G.
//
// The variables lie as G wants them. So H must sort components that are neighbours in the row: of each orbit of
// conditions one is taken for which that is so, one about the first components of a block, say. Rings are not followed.
#ifndef COSET_ORBIT_FOLLOWED_H
#define COSET_ORBIT_FOLLOWED_H

#include "check/abstraction.h"
#include "orbit/dynamic.h"

struct followed {
    struct mem *mem;
    size_t count;                  // of conditions: justice, then compassion
    enum fairness_part *parts;     // by condition
    struct concatenated **layouts; // by condition that is followed: that of the group that keeps it
};

// The group of the layout, in which an orbit has one representative, takes conditions to each other. False if it cannot
// be done: then nothing is open.
bool followed_open(struct followed *, const struct concatenated *, struct model *, struct mem *);
void followed_close(struct followed *); // one that is all zero is fine

// The representatives by the smaller group of all orbits of a set; BDD_NONE when the engine gave up.
bdd followed_unfold(struct dynamic *smaller, const struct concatenated *whole, bdd set);

#endif
