// Whether permutations leave the model and the truth of conditions alone. What is its own image under generators of all
// permutations that are allowed is its own image under all of them. Where a condition reads the elements of a multiset,
// their places may be exchanged, too, for permutations sort them again.
#ifndef COSET_CERTIFY_CONDITION_SYMMETRY_H
#define COSET_CERTIFY_CONDITION_SYMMETRY_H

#include "certify/permutation.h"

// Whether permutations take initial states to initial states and steps to steps, as far as can be seen without the
// rules by which the front end has found it: by form, or by the SAT solver. False if they are seen not to; where the
// solver gives up soon, the rules count. Of models with multisets nothing is asked: what their steps sort again has no
// such image.
bool model_has_symmetries(const struct permuter *);

// Whether they leave alone the conditions that the truth of a formula rests on, as far as can be seen: its own, and
// those of fairness if it minds that.
bool conditions_are_invariant(const struct permuter *, formula, bool minds_fairness);

// Whether a permutation takes a formula to another, and fairness conditions to fairness conditions, so that it takes
// fair paths to fair paths, if the formula minds that.
bool permutation_takes(const struct permuter *, const uint32_t *permutation, formula, formula image,
                       bool minds_fairness);

#endif
