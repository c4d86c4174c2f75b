// Random walks that refute formulas of linear time. A walk is in a marking, and in what it must still do so that the
// formula is false on it (obligations.h). It has refuted the formula where nothing is left to do, or where it comes
// back to a marking, up to a permutation of colours, with the same left to do and no until postponed on the whole way
// round. A walk that ends stays in its last marking. Only what is fired is looked at: nets where a marking has more
// successors than can be made are walked through like others.
#ifndef COSET_PNML_LASSO_WALK_H
#define COSET_PNML_LASSO_WALK_H

#include "pnml/mcc_formula.h"
#include "pnml/state_equation.h"
#include "pnml/token_game.h"

struct lasso_goal {
    const struct mcc_formula *formula; // of linear time, about all paths
    bool is_refuted;
};

struct lasso_walk {
    struct token_game *game;
    struct state_equation *equation;
    struct lasso_goal *goals;
    size_t goal_count;
    bool (*stop)(void *context);
    void (*found)(void *context, size_t goal);
    void *context;
};

// Walks until all goals are refuted, it is told to stop, or so many rounds are over. A round walks a few times for each
// goal that is left, and each is longer than the one before.
void lasso_walk_run(struct lasso_walk *, const struct net *, struct mem *, int rounds);

#endif
