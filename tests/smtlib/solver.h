// Asking solvers in tests: a script goes to z3 or cvc5, and what they answer to each (check-sat) comes back.
#ifndef COSET_TESTS_SMTLIB_SOLVER_H
#define COSET_TESTS_SMTLIB_SOLVER_H

#include <stdbool.h>

#include "base/array.h"
#include "base/mem.h"
#include "base/str.h"

enum answer { ANSWER_UNSAT, ANSWER_SAT, ANSWER_UNKNOWN, ANSWER_ERROR };

typedef ARRAY(enum answer) answer_array;

bool solver_is_there(const char *solver);
// One answer for each line that the solver prints; a line that is no answer is shown, and is ANSWER_ERROR.
void solver_ask(const char *solver, const struct str *script, struct mem *, answer_array *);
size_t solver_count(const answer_array *, enum answer);

#endif
