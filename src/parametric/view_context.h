// What views know of elements that they do not see: whether there is one that is so and so ("for all, there is some";
// context-sensitive views: Abdulla, Haziza, Holik, SAS 2014).
//
// A *context* is a condition P(x) of an element, or P(i, x) of one that is seen and another one. A view through k
// elements has a bit for each: that some element which it does not see satisfies it. Any conditions will do; they are
// taken from the guards of rules: what an element must be so that its being there lets a rule have a step, or hinders
// it. docs/every-size.md has the theorem.
#ifndef COSET_PARAMETRIC_VIEW_CONTEXT_H
#define COSET_PARAMETRIC_VIEW_CONTEXT_H

#include "parametric/view_space.h"
#include "parametric/view_update.h"

struct quantified_invariant;

enum { MOST_CONTEXTS = 12 };

enum view_side { SIDE_ANY, SIDE_BELOW, SIDE_ABOVE };

struct view_context {
    bool is_related; // to one of the elements that are seen: that many bits; else one
    enum view_side side;
    int vars[MOST_ELEMENTS]; // current copies
};

struct view_contexts {
    uint32_t count;
    struct view_context at[MOST_CONTEXTS];
    bool *about[MOST_CONTEXTS]; // by the number of a place
    bdd *named;                 // by context and two elements: what it is of these; BDD_NONE: not made yet; protected
    bdd of[MOST_CONTEXTS];      // over places of element 0, which is seen, and of 1, which is not; protected
};

// Looks for contexts, once instances are open. False if that did not end.
bool view_contexts_find(struct quantified_invariant *);
void view_contexts_forget(struct quantified_invariant *);

// What bits of the first k elements are, by those of an instance of which these are some.
bool view_contexts_move(struct quantified_invariant *, uint32_t elements, const uint8_t *images, bdd_substitution *);
// The guard of an action, where all elements have to allow it that are not seen.
bdd view_contexts_guard(struct quantified_invariant *, uint32_t elements, size_t action, bdd guard);
// Adds what bits are after the action; gives those, as a cube, that are there before it only.
bdd view_contexts_step(struct quantified_invariant *, uint32_t elements, size_t action, const uint8_t *images,
                       view_updates *);
// Whether it may change a bit of these elements.
bool view_contexts_change(struct quantified_invariant *, uint32_t elements, size_t action, const uint8_t *images);
// What its cells are in a start state of an instance; what that does not say may be anything.
bdd view_start(struct quantified_invariant *, const struct parametric_instance *, const struct action *start);
// What bits may be in initial states.
bdd view_contexts_initial(struct quantified_invariant *);
// What they are in a state of a model of some size.
bdd view_contexts_of_state(struct quantified_invariant *, const struct parametric_instance *, const value *state,
                           const uint8_t *images);

#endif
