// Representatives that are chosen on the fly: the first states that are found of each orbit (seed 000: Barner and
// Grumberg, "Combining symmetry reduction and under-approximation for symbolic model checking", CAV 2002). Symmetry_MC
// and Hints_Sym (Figures 1 and 3) are in hints_sym.c, sigma_Step (Figure 2) in sigma.c, Live_Rep (section 6.1) in
// live_rep.c, Create_xi (Figure 4) and Orbit_To_xi (section 7) in xi.c.
//
//     struct abstraction *quotient = onthefly_new(&generators, &options, mem);
//     ... checker_new(model, &(struct check_options){.abstraction = quotient, ...}, mem) ...
//     onthefly_free(quotient);  // after the checker
//
// The search goes forwards along steps of the model as it is, and leaves out what is in the orbit of a state that was
// found before. So whatever is found is real, however wrong the generators are; that nothing is found means something
// only if they are good, and if nothing is left to search. Then the representatives with steps between orbits are
// bisimilar to the model, and all else is decided on them.
//
// Generators must leave the conditions of the properties, and of fairness, alone (group/stabiliser.h).
#ifndef COSET_ORBIT_ONTHEFLY_H
#define COSET_ORBIT_ONTHEFLY_H

#include "check/abstraction.h"
#include "orbit/sigma.h"

// What steps between representatives are, for what a search alone does not decide: those between orbits, which are
// found by applying generators whenever a step is made; the same by a relation between representatives and the states
// of their orbits; steps of the model from one representative to another, and no other. Or representatives are chosen
// before the search, from the relation between all states of an orbit: the least ones.
enum onthefly_method { ONTHEFLY_SIGMA, ONTHEFLY_XI, ONTHEFLY_LIVE_REP, ONTHEFLY_ORBIT_TO_XI };

struct onthefly_options {
    enum onthefly_method method;
    struct sigma_options sigma;
    // Applying generators may take so many times the work of steps, and this much in any case; 0: any work. Ignored
    // where sigma has limits of its own.
    size_t sigma_share, sigma_least;
    bool once_per_hint;   // states of known orbits are found once for each hint, not at each step
    bool keep_full_reach; // while images are made; else they are found anew, which takes less memory
    bool keep_all_found; // when several states of an orbit are found at once; else fewer of them become representatives
    size_t dense_nodes;  // of a frontier that is larger, a dense part is taken; 0: all of it
    const expr *hints;   // one after the other: states that are searched from (with their inputs)
    size_t hint_count;   // 0: from all
    bool are_symmetries; // the generators are known to be symmetries
};

// All that is given outlives it.
struct abstraction *onthefly_new(const generator_array *, const struct onthefly_options *, struct mem *);
void onthefly_free(struct abstraction *);

// ---- For the files of the room --------------------------------------------------------------------------------------

struct onthefly {
    struct image image; // first: it is an image
    struct steps *steps;
    struct abstraction *abstraction;
    struct mem *mem;
    bdd_manager *m;
    struct encoding *encoding;
    const generator_array *generators;
    const struct onthefly_options *options;
    enum onthefly_method method;
    struct sigma *sigma;
    bdd *hints;          // protected
    bdd representatives; // of all that can be reached; BDD_NONE before a search
    struct xi *xi;       // NULL: not made yet
    bool is_reduced;     // the search has left something out; else representatives are all reachable states
    uint64_t step_work, orbit_work;
};

// Steps of the model, and states of orbits as far as the limits of sigma let it (`by_options`), or all of them; both
// count their work. When the work that may be spent on orbits is, *is_whole is false.
bdd onthefly_steps(struct onthefly *, bdd set);
bdd onthefly_orbits(struct onthefly *, bdd set, bool by_options, bool *is_whole);

// Figures 1 and 3 (hints_sym.c).
bdd onthefly_search(struct image *, bdd from, bdd goal, struct search_listener *);

// Along steps between orbits, with least representatives (onthefly.c).
bdd onthefly_search_least(struct image *, bdd from, bdd goal, struct search_listener *);

// Whether a search for least representatives could have come to where a cursor is, if its first layer is that: then the
// next one goes by its pairs.
bool onthefly_take_least(struct onthefly *, const struct cursor *, bdd from, bdd first);

// The model restricted to representatives (live_rep.c): its steps, the representatives among states, and a set as it
// is.
extern const struct image live_rep_image;
bdd live_rep_abstract(struct image *, bdd states);
bdd live_rep_concretise(struct image *, bdd set);

// Between two rounds (cursor.c). It begins when all pairs of states of an orbit are known that it needs, which takes
// work, too: until then they are there without the rest.
struct cursor {
    struct onthefly *of;
    bool is_begun; // else nothing of the rest but the pairs says anything
    size_t hint, rounds;
    // Protected.
    bdd reached, todo; // representatives that were found; those of them to go on from
    bdd full_reach;    // states of their orbits, where these are kept; else BDD_NONE
    bdd pairs;         // of states of an orbit, where a search goes by them; else BDD_NONE
};

struct cursor *cursor_new(struct image *);
void cursor_free(struct cursor *);
void cursor_reset(struct cursor *);
enum cursor_state cursor_state(const struct cursor *);
bdd cursor_found(const struct cursor *);
void cursor_save(const struct cursor *, void (*add)(void *context, const char *name, bdd), void *context);
bool cursor_load(struct cursor *, const char *name, bdd);
bool cursor_fits(struct cursor *, bdd from, const bdd *layers, size_t layer_count, bdd legal);

// Real traces (onthefly_lift.c).
bool onthefly_lift(struct image *, const struct image_path *, struct trace *, struct mem *);

#endif
