// k-induction (Sheeran, Singh and Stalmarck 2000): if there is no counterexample of fewer than k steps, and no path of
// k steps through states that obey the condition ends in one that does not, the condition holds. Paths need not visit a
// state twice, which makes the method complete; that two states differ is required only where a path was found on which
// they do not (Een and Sorensson 2003).
#ifndef COSET_SAT_INDUCTION_H
#define COSET_SAT_INDUCTION_H

#include "sat/bmc.h"

struct induction {
    struct unroll paths; // from any state
    ARRAY(struct induction_goal {
        struct sat_bad bad;
        size_t depth; // up to which the states of paths obey it
        int activated;
    })
    goals;
};

void induction_open(struct induction *, const struct transition_circuit *, struct sat_watch *, struct mem *);
void induction_close(struct induction *);

// Whether the step of the induction holds for paths of `depth` steps, which are no fewer than when it was last asked.
enum sat_answer induction_check(struct induction *, struct sat_bad, size_t depth);

#endif
