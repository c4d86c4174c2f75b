// What no reachable marking can be, by the state equation of the net without colours.
//
// The skeleton of a net counts the tokens of each place, of all colours together. Every firing changes these numbers
// by the same amounts, whatever the colours are: a reachable marking is m0 + C x, for numbers x of firings, which are
// not negative, and so are the tokens. That is a relaxation: what has no solution in rational numbers never happens.
// It is decided by the simplex method in exact arithmetic (Dutertre and de Moura's general form, with Bland's rule).
#ifndef COSET_PNML_STATE_EQUATION_H
#define COSET_PNML_STATE_EQUATION_H

#include "pnml/mcc_formula.h"

#define STATE_EQUATION_NO_BOUND INT64_MAX

struct state_equation;

// NULL if the net is too large for it, or its numbers are.
struct state_equation *state_equation_open(const struct net *, struct mem *);
void state_equation_close(struct state_equation *);
// Work is given up when this says so; then nothing is known of what is asked.
void state_equation_set_stop(struct state_equation *, bool (*stop)(void *context), void *context);

const int64_t *state_equation_initial(const struct state_equation *); // tokens, by place
int64_t state_equation_effect(const struct state_equation *, uint32_t place, uint32_t transition);
int64_t state_equation_need(const struct state_equation *, uint32_t place, uint32_t transition); // what it takes

// No reachable marking satisfies the formula (of states), or its negation. False: that is not known.
bool state_equation_excludes(struct state_equation *, const struct mcc_formula *, bool is_negated);
// The most tokens of the places together; STATE_EQUATION_NO_BOUND if that is not known.
int64_t state_equation_bound(struct state_equation *, const struct mcc_sum *);

#endif
