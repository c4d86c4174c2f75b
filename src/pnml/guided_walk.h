// Guided random walks: firings that are chosen at random, more often so that a marking of some kind comes closer. What
// is found is proved, since every step of a walk is a firing; what is not found may be there nevertheless.
#ifndef COSET_PNML_GUIDED_WALK_H
#define COSET_PNML_GUIDED_WALK_H

#include "pnml/mcc_formula.h"
#include "pnml/state_equation.h"
#include "pnml/token_game.h"

// A marking that is looked for: one that satisfies the formula (of states), or does not.
struct walk_goal {
    const struct mcc_formula *formula;
    bool is_negated;
    bool is_found;
};

// A sum of tokens, and the most of them that was found.
struct walk_bound {
    struct mcc_sum sum;
    int64_t most, limit; // nothing above the limit is looked for
};

struct guided_walk {
    struct token_game *game;
    struct state_equation *equation;
    struct walk_goal *goals;
    size_t goal_count;
    struct walk_bound *bounds;
    size_t bound_count;
    bool (*stop)(void *context);
    void (*found)(void *context, size_t goal); // a goal was found; its marking is that of the game
    void *context;
};

// Walks until all goals are found and all bounds are at their limits, it is told to stop, or so many rounds are over.
// Each round walks once for each goal and bound that is left, for four times as many steps as the round before.
void guided_walk_run(struct guided_walk *, const struct net *, struct mem *, int rounds);

enum walk_truth { WALK_FALSE, WALK_TRUE, WALK_UNKNOWN };
// A formula of states in the marking of the game.
enum walk_truth walk_evaluate(struct token_game *, const struct net *, const struct mcc_formula *);

#endif
