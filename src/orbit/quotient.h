// A system on sets of representatives: its images wrapped by alpha (dynamic.h), for the checker (seed 003, Listing 2).
//
//     struct symmetry *group = symmetry_new(model, mem);         // all that the classes give
//     symmetry_restrict(group, model, formula);                  // atoms, and fairness, must be kept
//     enum cause_code why_not = quotient_obstacle(group);        // none: diagrams can use it
//     struct abstraction *quotient = quotient_new(group, QUOTIENT_COMPONENTWISE_STATES, DYNAMIC_SORT_RECURSION, mem);
//     ... checker_new(model, &(struct check_options){.abstraction = quotient, ...}, mem) ...
//     quotient_free(quotient);                                   // after the checker
#ifndef COSET_ORBIT_QUOTIENT_H
#define COSET_ORBIT_QUOTIENT_H

#include "check/abstraction.h"
#include "orbit/dynamic.h"
#include "orbit/followed.h"

// How reachable representatives are searched for: by images of all steps (Listing 2); by those of one component after
// the other, each to its fixpoint (Listing 5); the same without steps of a component that does what an equal one has
// done (Listing 6).
enum quotient_search { QUOTIENT_DYNAMIC, QUOTIENT_COMPONENTWISE, QUOTIENT_COMPONENTWISE_STATES };

// Why diagrams cannot use the group; none if they can.
enum cause_code quotient_obstacle(const struct symmetry *);

// The quotient by a group, which outlives it, without an obstacle. `forward_only` of the result says whether it is good
// for no more than what is found forwards: invariants, run-time errors, deadlocks, covers.
struct abstraction *quotient_new(const struct symmetry *, enum quotient_search, enum dynamic_sort, struct mem *);
void quotient_free(struct abstraction *);

// For conditions of fairness that the group takes to each other (followed.h); called before there is a checker. False
// if it cannot be done: the group must be one that keeps each of them.
bool quotient_follow_fairness(struct abstraction *, struct model *);

// ---- For the files of the room --------------------------------------------------------------------------------------

struct componentwise;

struct quotient {
    struct image image; // first: the quotient is an image
    struct steps *steps;
    struct mem *mem;
    bdd_manager *m;
    enum quotient_search search;
    const struct concatenated *layout;
    struct dynamic *dynamic;
    const struct followed *followed;
    struct dynamic **followers; // by condition of fairness: for its smaller group; NULL until it is asked for
    bdd latest[2];              // what the last search by all parts has found, and what of it is new
    bool is_protected;
    bool *dirty;                         // by part and place in the row: what a step of the part may get out of order
    struct componentwise *componentwise; // a search under way; NULL if there is none
};

bdd quotient_post_part(struct quotient *, size_t part, bdd set); // alpha(Image(set)) for the steps of one part
const bool *quotient_dirty(const struct quotient *, size_t part);

// Reads the bits of a set of one state, values[var].
bool quotient_read(const struct quotient *, bdd state, bool *values);

// The number of states that representatives stand for (orbit_count.c), and real traces (quotient_lift.c): see struct
// abstraction.
bool quotient_count(struct image *, bdd representatives, mpz_t states);
bool quotient_lift(struct image *, const struct image_path *, struct trace *, struct mem *);

#endif
