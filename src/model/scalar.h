// The operations on single values: what folding of constants and the evaluator do in the same way.
//
// Integers are int64_t from VALUE_LEAST to VALUE_LARGEST; results beyond that are cut off there. Words are their bits.
#ifndef COSET_MODEL_SCALAR_H
#define COSET_MODEL_SCALAR_H

#include "model/model.h"

// Of the first operand: `width` is 0 where it is no word.
struct shape {
    uint8_t width, result_width;
    bool is_signed;
    bool word_count; // of a shift: the second operand is a word
};

static inline uint64_t word_mask(unsigned width)
{
    return width >= 64 ? UINT64_MAX : (UINT64_C(1) << width) - 1;
}

// The number that the bits of a signed word stand for.
static inline int64_t word_signed(unsigned width, value bits)
{
    uint64_t sign = UINT64_C(1) << (width - 1);
    return (int64_t)(((uint64_t)bits ^ sign) - sign);
}

static inline value integer_saturate(value v)
{
    return v < VALUE_LEAST ? VALUE_LEAST : v; // nothing is above VALUE_LARGEST
}

value integer_add(value, value);
value integer_sub(value, value);
value integer_mul(value, value);
value integer_div(value, value); // by no zero
value integer_mod(value, value);

// Operations from OP_EQ to OP_TO_WORD, with at most two operands; `data` is the node's. False if it is undefined.
bool scalar_apply(enum op, struct shape, value data, value a, value b, value *result);

#endif
