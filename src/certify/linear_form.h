// Formulas as formulas of linear time, of which all fair paths from an initial state are to satisfy one.
//
// A formula of branching time has such a form if it says of all paths what can be seen along each of them: conditions;
// conjunctions; a condition or such a formula; AX and AG of such formulas; AF, A [U] and their duals of conditions. By
// induction on the formula, a state satisfies it exactly if all fair paths from there satisfy the same without A:
// what is said of a state comes from the state itself, or is said of all states that can follow (Maidl, "The common
// fragment of CTL and LTL", 2000, has the fragment). E is the negation of A; A of a formula of linear time is that one.
//
// Bounded operators are unrolled, and compassion is said by the formula: either it holds, or the path is unfair.
#ifndef COSET_CERTIFY_LINEAR_FORM_H
#define COSET_CERTIFY_LINEAR_FORM_H

#include "base/array.h"
#include "model/model.h"

// Conditions, NOT, AND, OR, X, U, V and Y, Z, S, T of the past. FORMULA_NONE, with the reason, if there is no such
// form.
formula linear_form(struct model *, const struct property *, formula conjunct, struct mem *, const char **error);

// Whether properties of this kind are formulas: of branching or linear time, or both.
bool property_kind_is_temporal(enum property_kind);

#endif
