// One step of a walk: of the transitions that have tokens enough, mostly one after which the numbers of tokens are
// nearest to what is looked for.
#ifndef COSET_PNML_WALK_STEP_H
#define COSET_PNML_WALK_STEP_H

#include "pnml/mcc_formula.h"
#include "pnml/state_equation.h"
#include "pnml/token_game.h"

struct walk_steps {
    struct token_game *game;
    struct state_equation *equation;
    struct mem *mem;
    size_t places, transitions;
    int64_t *totals;    // after a step that is thought of
    uint32_t *order;    // of transitions
    int64_t *distances; // by transition: after it
    int64_t *needed;    // by transition and place: tokens that it takes
};

// The game and the equation are borrowed.
void walk_steps_open(struct walk_steps *, const struct net *, struct token_game *, struct state_equation *,
                     struct mem *);
void walk_steps_close(struct walk_steps *);

// How far `totals` are from what is looked for.
typedef int64_t walk_distance(const struct walk_steps *, void *context);
// From a marking that satisfies a formula (of states), or does not; 0 does not say that this is one.
int64_t walk_distance_to(const struct walk_steps *, const struct mcc_formula *, bool is_negated);

struct walk_firing {
    uint32_t transition;
    const uint32_t *values; // the game's, good until it looks for the next
};
// Fires something; where there is no distance, anything. False if nothing can fire, or it is not known whether
// something can.
bool walk_steps_take(struct walk_steps *, walk_distance *, void *context, struct walk_firing *out);

#endif
