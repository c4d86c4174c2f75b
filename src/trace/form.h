// What a single run can refute.
//
// AG (p -> AF q) fails exactly if there is a run on which it is false, taken as a formula of linear time. AF AG p and
// AX p | AX q are not like that: it may take a tree of runs to see that they fail, none of which shows it alone.
#ifndef COSET_TRACE_FORM_H
#define COSET_TRACE_FORM_H

#include "model/model.h"

// Whether it takes only a single run to refute the formula, whenever it fails. Formulas of linear time are all so. In
// branching time this is decided by the form, so it may be false for a formula that is equal to one for which it is
// true.
bool form_is_of_run(const struct model *, formula);

// The operator on paths in an operator of branching time: X of EX and AX, F of EF and AF, and so on.
enum formula_op form_path_operator(enum formula_op);
bool form_is_for_all_paths(enum formula_op);

#endif
