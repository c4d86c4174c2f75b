// One model against itself: what is proved for every size must hold in each single size that can be searched. The
// search knows nothing of the proof. The obligations of the proof can be had for a solver.
#ifndef COSET_TESTS_EVERY_SIZE_SIZE_JUDGE_H
#define COSET_TESTS_EVERY_SIZE_SIZE_JUDGE_H

#include <stdbool.h>
#include <stddef.h>

#include "base/mem.h"
#include "base/str.h"
#include "murphi/lower.h"
#include "parametric/quantified_invariant.h"

struct size_totals {
    size_t models;
    size_t refused; // that no proof covers
    size_t guessed; // properties that are proved with guesses, of which so many were wrong:
    size_t wrong_guesses;
    size_t proved;  // properties that hold for every size, by invariants
    size_t counted; // ... by counters without bound, from 2 elements on
    size_t only_counted;
    size_t by_views;              // ... by quantified invariants of few elements
    size_t by_contexts, contexts; // ... only by those that ask for other elements; how many of these were found
    size_t views;                 // quantified invariants that were found
    size_t viewed;                // reachable states that were looked at whether they satisfy them
    size_t explained;             // ... properties whose quantified invariant became few invariants for the solver
    size_t shown;                 // quantified invariants that ask for other elements and went to the solver
    size_t shown_obligations, shown_confirmed;
    size_t failing;  // ... that fail in some size
    size_t large;    // ... only with more elements than guesses come from
    size_t open;     // ... that are neither
    size_t searched; // sizes
    size_t scripts, obligations, confirmed;
    size_t wrong; // properties that are proved, and fail
};

struct size_case {
    const char *text; // of a model
    size_t length;
    int most;           // the largest size to be searched, if it has few states
    struct str *script; // gets the obligations of what is proved; NULL: nobody asks
    struct str *shown;  // likewise, of invariants that ask for other elements, which solvers may not get through
    struct str *words;  // of what is wrong
    struct mem *mem;    // of both
    enum murphi_dialect dialect;
    bool has_few_checks;               // reachable states are not looked at whether they satisfy quantified invariants
    bool is_short;                     // proofs that take long are given up by the clock, too: for long series only
    size_t first_states;               // that guesses are taken from at first; 0: as many as usual
    enum quantified_contexts contexts; // that quantified invariants are looked for with
};

// False if something is.
bool size_judge(const struct size_case *, struct size_totals *);

#endif
