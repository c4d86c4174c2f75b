// CTL by fixpoints (seed 004): the set of states that satisfy a formula, with subformulas shared across all formulas of
// a model.
#ifndef COSET_CHECK_CTL_H
#define COSET_CHECK_CTL_H

#include "base/array.h"
#include "check/fixpoint.h"

struct linear;

struct ctl {
    struct fixpoints *x;
    struct linear *linear; // where E and A of formulas over paths are found
    struct sets known;     // satisfying states, in the order in which they were found
    ARRAY(uint32_t) place; // by formula: one more than its place in `known`; 0: not known
};

void ctl_open(struct ctl *, struct fixpoints *);
void ctl_close(struct ctl *);

// The states of the care set that satisfy the formula; BDD_NONE when the engine gave up.
bdd ctl_states(struct ctl *, formula);

// The states in which A [f BU low..high g] holds (high -1: no end), for sets of states f and g.
bdd ctl_bounded_au(struct ctl *, bdd f, bdd g, int64_t low, int64_t high);

#endif
