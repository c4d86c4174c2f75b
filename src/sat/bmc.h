// Bounded model checking (Biere, Cimatti, Clarke and Zhu 1999): a counterexample of k steps is a solution of the
// circuit unrolled for k steps. It is looked for with k = 0, 1, 2, ..., so the first one is as short as can be.
//
// Where no path has k steps, all of them were looked at, and the condition holds.
#ifndef COSET_SAT_BMC_H
#define COSET_SAT_BMC_H

#include "sat/unroll.h"

enum sat_answer { SAT_HOLDS, SAT_FAILS, SAT_OPEN, SAT_STOPPED };

// Looks for a counterexample of `depth` steps; there is none with fewer. Open: there is none with so many.
enum sat_answer bmc_check(struct unroll *, struct sat_bad, size_t depth);

// A leap: the same where nothing is known of fewer steps, so that it need not be the shortest. That is often answered
// where the questions before it, each of which rules a depth out, take too long. Open: there is none with so many.
enum sat_answer bmc_leap(struct unroll *, struct sat_bad, size_t depth);

#endif
