// Expressions where it is known which of some values a cell has: what is left of them once its comparisons with these
// are decided.
#ifndef COSET_CHECK_COFACTOR_EXPR_H
#define COSET_CHECK_COFACTOR_EXPR_H

#include "model/walk.h"

struct cofactor_expr {
    struct model *model;
    struct mem *mem;
    cell_id cell;
    value is;
    size_t visits;    // of expressions, so far
    struct walk left; // from expressions to what is left of them
};

// Whether the condition is "cell = constant".
bool cofactor_expr_is_test(const struct model *, expr, cell_id *, value *);

// The expression where it is known that the cell has the value; or another one of those that expressions compare it
// with. Beyond some number of visits expressions stay what they are.
expr cofactor_expr(struct cofactor_expr *, expr);
void cofactor_expr_end(struct cofactor_expr *);

// How many cells occur in some expressions, or SIZE_MAX if that takes too many visits.
size_t cofactor_expr_count_cells(const struct model *, const expr *, size_t count, struct mem *);

#endif
