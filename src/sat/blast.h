// Expressions of a model as literals of an and-inverter graph, in agreement with the evaluator (model/eval.h).
//
// A truth value is one bit, a word its bits, and all else a number with a sign: integers, and symbols by their numbers.
// The bits of a cell are those in which the values of its type differ; the others are constant. So a comparison of an
// enumeration with a symbol is one conjunction, whatever their order.
#ifndef COSET_SAT_BLAST_H
#define COSET_SAT_BLAST_H

#include "base/cause.h"
#include "model/model.h"
#include "sat/aig.h"

// How the values of a cell are coded. `width` is that of the number; bits that are not in `varying` are as in `base`.
struct cell_code {
    unsigned width, count; // count: of bits that vary
    uint64_t varying;
    value base;
};

struct cell_code cell_code_of(const struct type *);
value cell_code_value(const struct cell_code *, uint64_t bits); // of those that vary, the lowest first
uint64_t cell_code_bits(const struct cell_code *, value);

struct blasted_expr {
    bool is_made;
    aig_lit defined;
    unsigned width;
    size_t first; // of its bits
};

struct blast {
    struct mem *mem;
    struct model *model; // which gets more expressions
    struct aig *aig;
    // The bits of a cell that vary, now or after the step; who blasts next values knows them by then.
    const aig_lit *(*bits_of)(void *context, cell_id, bool is_next);
    bool (*goes_on)(void *context); // asked now and then; may be NULL
    void *context;
    ARRAY(aig_lit) bits;
    ARRAY(struct blasted_expr) made; // by expression
    enum cause_code error;           // something has no circuit; none: all has
};

void blast_close(struct blast *);

// Whether a condition holds; where it is undefined, it does not.
aig_lit blast_condition(struct blast *, expr);
// A value, and whether it is defined.
struct aig_number blast_value(struct blast *, expr, aig_lit *defined);
// The bits of a cell's code for a value of some type, and whether it is a value of the cell's type.
aig_lit blast_encode(struct blast *, const struct aig_number *, const struct type *of, const struct type *cell,
                     aig_lit *bits);
// Whether the bits of a cell are the code of a value.
aig_lit blast_is_legal(struct blast *, const struct type *cell, const aig_lit *bits);

#endif
