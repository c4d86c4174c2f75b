// What the tests of reductions share: a model from a text.
#ifndef COSET_TESTS_REDUCE_READ_MODEL_H
#define COSET_TESTS_REDUCE_READ_MODEL_H

#include "../unit.h"

#include "base/diag.h"
#include "smv/smv.h"

struct reading {
    struct mem mem;
    struct source source;
    struct diag diag;
    struct smv *smv;
    struct model *model;
};

void reading_open(struct reading *, const char *text); // which must be right, and stay there
void reading_close(struct reading *);                  // and nothing is left

#endif
