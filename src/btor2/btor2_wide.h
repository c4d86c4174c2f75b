// Operators of BTOR2 on bit vectors that are wider than words of the model: bit by bit, as truth values, the lowest
// first. They mean what btor2_operator.h means for words, by the circuits that everybody learns: ripple-carry addition,
// multiplication by shifted sums, restoring division, shifts and rotations in stages of powers of two.
#ifndef COSET_BTOR2_BTOR2_WIDE_H
#define COSET_BTOR2_BTOR2_WIDE_H

#include "base/arena.h"
#include "btor2/btor2_file.h"
#include "model/model.h"

struct btor2_bits {
    expr *at;
    unsigned width;
};

// Of all operators but inputs, states, and those on arrays. `to` has the width of the node; the arena gets what lies
// between.
void btor2_wide_apply(struct model *, const struct btor2_node *, const struct btor2_bits *args, struct btor2_bits to,
                      struct arena *);
expr btor2_wide_equal(struct model *, struct btor2_bits, struct btor2_bits);

#endif
