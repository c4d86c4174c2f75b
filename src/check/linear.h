// Paths that satisfy a formula of linear time, found in the product of the system with the formula's tableau.
#ifndef COSET_CHECK_LINEAR_H
#define COSET_CHECK_LINEAR_H

#include "check/tableau.h"

struct linear {
    struct ctl *ctl; // of the system: its fixpoints, and the truth of state formulas
    bit_pool pool;
    enum cause_code refused; // why the last formula could not be taken; none if that was the engine's matter
};

void linear_open(struct linear *, struct ctl *);
void linear_close(struct linear *);

// The product of the system with a tableau for a formula or its negation, and what was found in it.
struct product {
    struct tableau tableau;
    struct sets justice, compassion; // of the product; pairs, one after the other
    struct system *system;
    struct fixpoints x; // care: what can be reached
    bdd start;          // of states with a promise to satisfy the formula
    bdd core;           // see fixpoint_fair_core
};

// False when the engine gave up; linear->refused may say more. To be closed in any case.
bool product_open(struct product *, struct linear *, bdd from, formula, bool negated, bool for_prefix,
                  size_t most_bits);
void product_close(struct product *);
// Finds all that can be reached from the start, and the core of fair paths in it.
bool product_find_core(struct product *);

// The states of `from` with a fair path that satisfies the formula, or its negation.
bdd linear_states(struct linear *, bdd from, formula, bool negated);

#endif
