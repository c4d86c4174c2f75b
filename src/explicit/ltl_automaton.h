// A formula of linear time as an automaton of promises, for paths that are looked at state by state.
//
// A point of the automaton is what is known of a path at one of its states: which state formulas hold there (labels),
// what the path has promised for the next state, and what was so before. From these follows what the point claims. What
// was promised must be claimed at the next point; what is claimed on a path whose promises are kept, and not put off
// forever, is true. Each claim is only an implication: nobody promises more than is needed.
#ifndef COSET_EXPLICIT_LTL_AUTOMATON_H
#define COSET_EXPLICIT_LTL_AUTOMATON_H

#include "base/array.h"
#include "model/model.h"
#include "model/path_fairness.h"

struct point {
    uint32_t labels, promised, past;
    uint32_t remembered; // the past of the next point
    uint64_t kept;       // by operator that waits for something: it does not wait here, or has got it
};

struct ltl_automaton;

// Whether a formula can be made one, apart from the fairness in it: without bounds, without sequences, and not too
// large.
bool ltl_automaton_can(const struct model *, formula);

// For paths that satisfy all terms; NULL if there is no memory. The model stays where it is.
struct ltl_automaton *ltl_automaton_new(const struct model *, const struct path_term *, size_t count, struct mem *);
void ltl_automaton_free(struct ltl_automaton *);

// The state formulas in it, by the bit of the labels that says whether they hold.
size_t ltl_automaton_label_count(const struct ltl_automaton *);
formula ltl_automaton_label(const struct ltl_automaton *, size_t);

const struct point *ltl_automaton_point(const struct ltl_automaton *, uint32_t point);
uint64_t ltl_automaton_all_kept(const struct ltl_automaton *); // of a path on which nothing is put off forever

// The points at which a path may begin, so that it satisfies the formula; and to which it may go on, from a point to a
// state with these labels. The list is good until the next call.
struct point_list {
    const uint32_t *at;
    size_t count;
};
struct point_list ltl_automaton_begin(struct ltl_automaton *, uint32_t labels);
struct point_list ltl_automaton_go_on(struct ltl_automaton *, uint32_t point, uint32_t labels);

// Whether there were too many ways to go on, somewhere, or no memory for them: then lists are not complete any more.
bool ltl_automaton_are_lost(const struct ltl_automaton *);
bool ltl_automaton_are_exhausted(const struct ltl_automaton *);

#endif
