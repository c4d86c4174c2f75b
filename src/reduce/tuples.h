// Lists of values of the same length, each there once, found by hash: states, local states, valuations.
#ifndef COSET_REDUCE_TUPLES_H
#define COSET_REDUCE_TUPLES_H

#include "base/array.h"
#include "model/lookup.h"
#include "model/model.h"

struct tuples {
    size_t width, count;
    ARRAY(value) values;
    struct table table;
};

uint32_t tuples_find(const struct tuples *, const value *); // UINT32_MAX if it is not there
uint32_t tuples_add(struct mem *, struct tuples *, const value *);
const value *tuples_at(const struct tuples *, uint32_t);
void tuples_free(struct mem *, struct tuples *);

#endif
