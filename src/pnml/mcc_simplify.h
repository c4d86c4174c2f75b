// Simpler formulas: conditions that the state equation shows to be always or never true become constants, and so does
// what follows from constants. What the initial marking alone tells of a formula.
#ifndef COSET_PNML_MCC_SIMPLIFY_H
#define COSET_PNML_MCC_SIMPLIFY_H

#include "pnml/guided_walk.h"

// Has the same truth in every reachable marking. New nodes are the arena's. The equation may be NULL.
const struct mcc_formula *mcc_simplify(const struct mcc_formula *, bool is_linear, struct state_equation *,
                                       struct arena *);

// Whether the formula is true in the initial marking, which is that of the game; of a linear formula, on all paths from
// it (true) or on none (false). A part EF f or AG f that a walk has decided is looked up in `known`, which may be NULL.
struct mcc_known {
    const struct mcc_formula *formula;
    bool is_true;
};
typedef ARRAY(struct mcc_known) known_array;
enum walk_truth mcc_initial_truth(const struct mcc_formula *, struct token_game *, const struct net *,
                                  const known_array *known);

#endif
