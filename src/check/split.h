// Step relations as disjunctions of branches. A model may say so by its actions; one written as a single TRANS of many
// alternatives, each of which leaves most cells alone, says it in its expressions, and is taken apart here. Each branch
// then speaks only of the cells it changes, which is what makes images of asynchronous systems cheap.
//
// The other way round, actions of one component that differ in a single condition are joined: a rule that gives a token
// to any of N others is N actions, of which one that says "to any of them" is as good.
#ifndef COSET_CHECK_SPLIT_H
#define COSET_CHECK_SPLIT_H

#include "base/array.h"
#include "model/model.h"

// One way to make a step: all conditions hold, and the kept cells stay as they are.
struct branch {
    ARRAY(expr) conditions;
    unsigned char *kept; // by cell
    size_t action;       // that it is of, or the first of those that were joined
    size_t varying;      // if alternatives are being collected: of which condition
    ARRAY(expr) alternatives;
};
typedef ARRAY(struct branch) branch_list;

// `by_selectors`: also what writes to one of many cells, or looks at one (index_split.h).
void split_steps(struct model *, bool by_selectors, branch_list *, struct mem *);

void branch_list_free(branch_list *, const struct model *, struct mem *);

#endif
