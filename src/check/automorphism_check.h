// Whether a permutation of states is an automorphism of the system, found out from what it does to the system's
// functions. The permutation comes as what takes the place of each variable: nothing is known here of cells that are
// exchanged.
//
// A set of steps is a permutation's own image if it is within it, since both have as many. Steps are a disjunction of
// branches, and each of these a conjunction of many small functions, most of which an automorphism takes to each other
// singly: these are found by their handles. Only what is left over is multiplied out.
#ifndef COSET_CHECK_AUTOMORPHISM_CHECK_H
#define COSET_CHECK_AUTOMORPHISM_CHECK_H

#include "check/check.h"
#include "encode/encode.h"

// As checker_judge_automorphism, of which it is the work; a product that would take more than `budget` new nodes is
// given up.
enum check_automorphism automorphism_check(struct encoding *, bdd_substitution *preimage, size_t budget, value *from,
                                           value *to, struct mem *);

#endif
