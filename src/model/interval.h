// Intervals of integers: the possible results of an operation, from those of its operands. Ends are cut off where
// values are, so that an interval always holds what the evaluator gives.
#ifndef COSET_MODEL_INTERVAL_H
#define COSET_MODEL_INTERVAL_H

#include "model/model.h"

struct interval {
    value low, high;
};

struct interval interval_neg(struct interval);
struct interval interval_add(struct interval, struct interval);
struct interval interval_sub(struct interval, struct interval);
struct interval interval_mul(struct interval, struct interval);
struct interval interval_div(struct interval, struct interval); // where the divisor is not zero; 0..0 if it always is
struct interval interval_mod(struct interval, struct interval);
struct interval interval_of_word(unsigned width, bool is_signed);

#endif
