// What a single trace can refute.
//
// AG (p -> AF q) fails exactly if there is a trace on which it is false, taken as a formula of linear time. AF AG p and
// AX p | AX q are not like that: it may take a tree of traces to see that they fail, none of which shows it alone.
#ifndef COSET_TRACE_REFUTABILITY_H
#define COSET_TRACE_REFUTABILITY_H

#include "base/mem.h"
#include "model/model.h"

// What was found out about all formulas up to one; they share so much that walking each as a tree may take forever.
struct refutability {
    const struct model *model;
    struct mem *mem;
    unsigned char *traits; // by formula
    size_t count;
};

void refutability_open(struct refutability *, const struct model *, formula last, struct mem *);
void refutability_close(struct refutability *);

// Whether the formula looks back from where it stands, not only inside of a quantifier.
bool refutability_looks_back(const struct refutability *, formula);

// Whether it takes only a single trace to refute the formula, whenever it fails. Formulas of linear time are all so. In
// branching time this is decided by the form, so it may be false for a formula that is equal to one for which it is
// true.
bool refutability_needs_one_trace(const struct refutability *, formula);

// The operator on paths in an operator of branching time: X of EX and AX, F of EF and AF, and so on.
enum formula_op refutability_path_operator(enum formula_op);
bool refutability_is_for_all_paths(enum formula_op);

#endif
