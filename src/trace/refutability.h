// What a single trace can refute.
//
// AG (p -> AF q) fails exactly if there is a run on which it is false, taken as a formula of linear time. AF AG p and
// AX p | AX q are not like that: it may take a tree of traces to see that they fail, none of which shows it alone.
#ifndef COSET_TRACE_REFUTABILITY_H
#define COSET_TRACE_REFUTABILITY_H

#include "base/mem.h"
#include "model/model.h"

// What was found out about all formulas up to one; they share so much that walking each as a tree may take forever.
struct forms {
    const struct model *model;
    struct mem *mem;
    unsigned char *facts; // by formula
    size_t count;
};

void forms_open(struct forms *, const struct model *, formula last, struct mem *);
void forms_close(struct forms *);

// Whether the formula looks back from where it stands, not only inside of a quantifier.
bool form_looks_back(const struct forms *, formula);

// Whether it takes only a single trace to refute the formula, whenever it fails. Formulas of linear time are all so. In
// branching time this is decided by the form, so it may be false for a formula that is equal to one for which it is
// true.
bool form_is_of_run(const struct forms *, formula);

// The operator on paths in an operator of branching time: X of EX and AX, F of EF and AF, and so on.
enum formula_op form_path_operator(enum formula_op);
bool form_is_for_all_paths(enum formula_op);

#endif
