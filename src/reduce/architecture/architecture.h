// Architectural symmetry: all permutations of a class for the sake of reachability, although only few of them take
// steps to steps (seed 002: Trefler and Wahl, "Extending Symmetry Reduction by Exploiting System Architecture").
//
// A permutation is an architectural symmetry if it takes each step to a path: pi(R) is within R+, the pairs of states
// that one or more steps connect. Let R_S be the union of pi(R) for all permutations of a class. Then R_S+ = R+.
// Whether a formula of Boolean operators, EF and AG holds depends on R+ only (also where paths that end do not count: a
// state is on an infinite path if it gets to one that gets back to itself). So it holds for the model with the steps
// R_S if and only if it holds for the model itself; and that one is fully symmetric, so that counters decide it.
//
// What is checked, and how:
// - the initial states: whether all images of each are initial, too. If not, the symmetrised model begins in
//   all images, which changes no verdict (architecture_start.c); but it may reach more states.
// - conditions in properties: they are the same for all permutations;
// - pi(R) within R+. Steps are taken apart into *templates*, with the tuples of components that take them
//   (architecture_template.c). A template that every tuple of components takes is its own image. For one that only some
//   pairs take (neighbours), it is shown on the local states of three components alone that a step of x and y is a
//   path over a third one, m, made of the steps of x and m, of m and y, and of what each can do. If the pairs connect
//   all components, then by induction over their distance any two components can take that step. Likewise for what
//   one component does that is not like the others (architecture_local.c). This costs the same for any number of
//   components.
// - Where that does not work, all reachable states are looked at, if there are not too many (architecture_graph.c). Of
//   more, the set is asked: if all reachable states reach each other, and exchanges take reachable states to reachable
//   ones, they take each step to a path.
//
// Where that does not hold for all permutations of a class, it may for those that leave some elements where they are
// (architecture_stabiliser.c): the class is then that of all others. Likewise where a property names elements.
//
// Well-architected systems (from each reachable state an initial one can be reached, and from that all others) satisfy
// R+ = all pairs of reachable states, which is how the graph answers most questions; else it searches for paths. That a
// system is well-architected is not needed besides, as it is for Theorem 10: the proof above does without, as that of
// Theorem 12 does for EF and AG of a condition. It is told all the same (architecture_return.c).
#ifndef COSET_REDUCE_ARCHITECTURE_ARCHITECTURE_H
#define COSET_REDUCE_ARCHITECTURE_ARCHITECTURE_H

#include "base/cause.h"
#include "group/symmetry.h"
#include "model/model.h"
#include "reduce/reduction.h"

struct architecture;

enum architecture_ground {
    ARCHITECTURE_BY_RULES,  // shown from the rules
    ARCHITECTURE_BY_STATES, // seen on all reachable states
    ARCHITECTURE_BY_SETS,   // likewise, on these as a set
    ARCHITECTURE_ASSUMED,   // neither: there are too many states
};

enum architecture_answer { ARCHITECTURE_YES, ARCHITECTURE_NO, ARCHITECTURE_UNKNOWN };

// What is asked of all reachable states as a set.
struct architecture_question {
    struct arena *arena; // for what a cause points at
    struct model *model;
    const struct symmetry *symmetry; // that knows how permutations act
    uint32_t first, size;            // the elements of the class, among all
    const value *starts;             // states, one after the other
    size_t start_count;
    double seconds; // 0: no limit
};

// The same of a model whose permutations are known to be architectural symmetries from the rules: of its `starts`, one
// is there for each orbit, and `images` are those of initial states that are not initial themselves.
struct architecture_return_question {
    struct architecture_question all;
    const value *images;
    size_t image_count;
};
struct architecture_return {
    enum architecture_answer returns; // Definition 8: from each reachable state, each of the starts can be reached
    bool reaches_images;              // it is known that all of them are reachable
};

struct architecture_options {
    const size_t *named_by; // a property: permutations leave the elements alone that it names; NULL: not for one only
    bool only_rules;        // what the rules do not show is not asked of states, nor assumed
    size_t most_states;     // to look at; more are too many
    double seconds_for_rules, seconds_for_states; // 0: no limit
    // Where there are too many states to look at each: whether the model is well-architected, and the exchanges of
    // neighbours in the class take all reachable states to reachable ones. If they do not, `why_not` says so. May be
    // NULL.
    enum architecture_answer (*ask_sets)(void *context, const struct architecture_question *, struct cause *why_not);
    // Where the rules show it, and that is not all that is wanted (`only_rules`), of models with no more actions times
    // variables than this. May be NULL.
    size_t most_work_for_return;
    struct architecture_return (*ask_return)(void *context, const struct architecture_return_question *);
    bool (*interrupted)(void *context); // asked now and then; may be NULL
    void *context;
};

// The reduction of the largest class for which there is one; NULL if there is none, and then `why_not` gets the reason,
// about names of the model, with what it points at in the arena. The model outlives it, and is not changed.
struct architecture *architecture_new(struct model *, const struct architecture_options *, struct mem *, struct arena *,
                                      struct cause *why_not);
void architecture_free(struct architecture *);

enum architecture_ground architecture_ground(const struct architecture *);
const char *architecture_class(const struct architecture *);      // its name
struct model *architecture_original(const struct architecture *); // that it was made of
// How many kinds of steps there are, and how many of these some components take only.
size_t architecture_template_count(const struct architecture *, size_t *partial);
// Definition 8 of the seed; ARCHITECTURE_UNKNOWN where nobody has looked.
enum architecture_answer architecture_is_well_architected(const struct architecture *);

// A model per orbit for counters (reduce/counter/counter.h), whose actions are the templates. Its cells, symbols and
// properties have the numbers that they have in the model. Owned by the reduction.
struct model *architecture_model(const struct architecture *);

// The same with all images of all actions, for what counters cannot count: an ordinary model with a class that allows
// all permutations. NULL if it would be too large, or if permutations move
// initial states. The caller frees it.
struct model *architecture_full_model(struct architecture *);

// Why a property cannot be decided there; NULL if it can.
const struct cause *architecture_refusal(const struct architecture *, size_t property);

// Whether a property names a few elements, so that permutations that leave them alone may decide it (`named_by`).
bool architecture_has_named(struct architecture *, size_t property);

// Whether the symmetrised model reaches the same states: nothing is assumed, and the initial states are the same for
// all permutations, or were seen to reach their images.
bool architecture_knows_states(const struct architecture *);
// Whether permutations take some of the model's initial states to others.
bool architecture_moves_starts(const struct architecture *);

// Whether it is about some components. Only the model with all images decides it, with permutations of the others:
// there it is about components that it is about in the model, and a trace shows it.
bool architecture_follows(const struct architecture *, size_t property);

// As a layer of a stack, on one of the two models: between two states of a trace there is a path. Properties were asked
// for by their numbers in the model. Traces with more states than these are LIFT_TOO_LONG.
#define ARCHITECTURE_MOST_STATES 100000
struct model_reduction architecture_layer(struct architecture *, struct model *symmetrised);

#endif
