// Words for people about what the evaluator refused: expressions in the user's names, and the part that says no.
#ifndef COSET_TRACE_EXPLAIN_H
#define COSET_TRACE_EXPLAIN_H

#include "base/str.h"
#include "model/eval.h"

// Adds an expression. The model has simplified it, so it need not look as it was written; a long one is cut.
void explain_expr(const struct model *, expr, struct mem *, struct str *out);

// Adds a formula, likewise (explain_formula.c), in the words of SMV.
void explain_formula(const struct model *, formula, struct mem *, struct str *out);

// Adds why a part does not hold, as in "x is 3, but must be 1 or 2". `next` is NULL for a part about a single state.
void explain_part(const struct model *, struct evaluator *, const struct part *, const value *now, const value *next,
                  struct mem *, struct str *out);

// Adds which cell has a value outside of its type; false, and nothing, if there is none. `inputs` says which cells are
// meant: inputs, or all others.
bool explain_types(const struct model *, const value *state, bool inputs, struct mem *, struct str *out);

#endif
