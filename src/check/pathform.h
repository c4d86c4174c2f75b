// Formulas over paths, brought into branching time as far as that goes: A (G p) becomes AG p, and A (G (p -> F q))
// becomes AG (p -> AF q), which needs no automaton. What is left over stays under its A or E, and every state formula
// in it is in this form, too.
//
// All rests on this: a path may be followed to a state, and continued there by any path from it. It is not so for what
// looks back, which stays where it is.
#ifndef COSET_CHECK_PATHFORM_H
#define COSET_CHECK_PATHFORM_H

#include "base/hash.h"
#include "model/model.h"

// What was found out about formulas, which share much.
struct pathform {
    struct model *model;
    struct mem *mem;
    struct int_map facts, on_all, on_some, inside; // by formula
};

void pathform_open(struct pathform *, struct model *, struct mem *);
void pathform_close(struct pathform *);

enum pathform_fact {
    PATHFORM_OF_STATE = 1, // about a state, not about a path: no operator on paths without a quantifier around it, and
                           // no input, which is a matter of the step
    PATHFORM_NEEDS_PATHS = 2, // operators on paths, or A and E, are left somewhere in it, or inputs
    PATHFORM_LOOKS_BACK = 4,  // from where it stands, not only inside of a quantifier
    PATHFORM_QUANTIFIED = 8,  // there are quantifiers in it
};
unsigned pathform_facts(struct pathform *, formula); // of FORMULA_NONE: it is of a state

// A state formula that holds where the formula holds on all paths, or on some. State formulas are themselves.
formula pathform_on_all(struct pathform *, formula);
formula pathform_on_some(struct pathform *, formula);

#endif
