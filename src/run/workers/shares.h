// Sharing out properties to processes: which of them are checked by the same one.
#ifndef COSET_RUN_WORKERS_SHARES_H
#define COSET_RUN_WORKERS_SHARES_H

#include "run/portfolio.h"

struct share {
    ARRAY(size_t) goal_indices; // in the list of wanted properties, ascending
    double had;                 // seconds that a process had for it before, and they were not enough; 0: none
    size_t task;                // for who plans them: what else belongs to it
    bool is_whole;              // as it was planned: nothing is added to it
};
typedef ARRAY(struct share) share_array;

// Each of the goals is in one share. Properties that depend on about the same variables have a search for reachable
// states in common: they stay together, but for as many parts as there are processes for them, each of which makes that
// search at the same time as the others.
void shares_plan(share_array *, const struct portfolio_setup *, struct model *, const size_t *goal_indices,
                 size_t count, size_t processes, struct mem *);
void share_free(struct share *, struct mem *);
void shares_free(share_array *, struct mem *);

#endif
