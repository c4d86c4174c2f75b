// What an operator of BTOR2 on bit vectors means, as an expression. A vector of one bit is a truth value, and all
// others are words without sign. Division by zero has a result, as in SMT-LIB.
#ifndef COSET_BTOR2_BTOR2_OPERATOR_H
#define COSET_BTOR2_BTOR2_OPERATOR_H

#include "btor2/btor2_file.h"
#include "model/model.h"

type_id btor2_type(struct model *, unsigned width);
expr btor2_constant(struct model *, unsigned width, uint64_t bits);
expr btor2_not(struct model *, expr);
expr btor2_equal(struct model *, expr, expr);
// Of all operators but inputs, states, and those on arrays.
expr btor2_apply(struct model *, const struct btor2_node *, const expr *args);
// Bit `bit` of a vector, as a truth value.
expr btor2_bit(struct model *, expr, unsigned bit);

#endif
