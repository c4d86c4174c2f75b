// Properties that depend on the fairness of rules. "Taken" is a matter of steps: they are decided in a model with a
// monitor (murphi/lower.h), which nobody else has to know. Its traces become traces of the model when the monitor is
// dropped.
#ifndef COSET_RUN_FAIR_GOALS_H
#define COSET_RUN_FAIR_GOALS_H

#include "run/portfolio.h"

struct fair_goals {
    struct run *run;
    struct mem *mem;
    struct input *input;
    const struct portfolio_setup *setup; // of all properties
    const bool *is_known;                // by goal index in that: not asked for now; NULL: all are
    ARRAY(size_t) goal_indices;          // in that
    ARRAY(size_t) properties;            // of the model with the monitor
    struct symmetry *symmetry;
    struct portfolio *engine; // NULL until it is needed
};

// `setup` outlives it. Finds the properties; none in a model without fair rules.
void fair_goals_open(struct fair_goals *, struct run *, struct input *, const struct portfolio_setup *setup);
void fair_goals_close(struct fair_goals *);

size_t fair_goals_asked(const struct fair_goals *); // how many are asked for now
void fair_goals_decide(struct fair_goals *);        // by setup->decided

#endif
