// What a formula of linear time says of infinitely many states: its conjuncts of the forms G F p, F G p and
// (G F p -> G F q), where p and q are about states, are fairness conditions. Checkers know how to find fair paths
// without an automaton for each of them: `fairness -> f` is f on paths that are fair.
#ifndef COSET_MODEL_PATH_FAIRNESS_H
#define COSET_MODEL_PATH_FAIRNESS_H

#include "base/array.h"
#include "model/model.h"

struct path_term {
    formula formula; // FORMULA_NONE: false
    bool negated;
};

struct path_fairness {
    ARRAY(struct path_term) justice;
    ARRAY(struct path_term) asked, granted; // compassion: pairs, by their numbers
    ARRAY(struct path_term) rest; // the other conjuncts; only the formula itself if there is no fairness in it
};

// For a path on which the formula holds, or its negation.
void path_fairness_open(struct path_fairness *, const struct model *, formula, bool negated, struct mem *);
void path_fairness_close(struct path_fairness *, struct mem *);

static inline bool path_fairness_is_any(const struct path_fairness *f)
{
    return f->justice.count > 0 || f->asked.count > 0;
}

#endif
