// Conditions of an instance in one normal form: conjunctions, choices and negations of *literals*, each of which says
// that a cell has one of a set of values. Literals of one cell in a conjunction are one literal, so that sets of values
// stay together. They are hash-consed; negation is a bit of the handle.
#ifndef COSET_PARAMETRIC_CELL_CONDITION_H
#define COSET_PARAMETRIC_CELL_CONDITION_H

#include "base/hash.h"
#include "model/walk.h"
#include "parametric/parametric_instance.h"

typedef uint32_t cell_condition; // a node, and 1 if it is negated

#define CONDITION_TRUE ((cell_condition)0)
#define CONDITION_FALSE ((cell_condition)1)

struct condition_node {
    enum { CONDITION_CONSTANT, CONDITION_LITERAL, CONDITION_AND, CONDITION_ITE } kind;
    cell_id cell;          // literal
    uint64_t mask;         // literal
    uint32_t first, count; // of operands
    uint32_t same_hash;    // another node
};

struct cell_conditions {
    struct parametric_instance *in;
    struct mem *mem;
    ARRAY(struct condition_node) nodes;
    ARRAY(cell_condition) operands;
    struct int_map by_hash;
    struct int_map of_expr; // conditions of the model
    struct walk substitution;
    uint64_t steps; // that conditions have taken so far
    uint32_t cases; // how many values were tried one after the other, for what has no better form
    bool failed;    // some condition has too many cases; what came out means nothing
};

void cell_conditions_open(struct cell_conditions *, struct parametric_instance *);
void cell_conditions_close(struct cell_conditions *);

static inline cell_condition condition_not(cell_condition c)
{
    return c ^ 1;
}

cell_condition condition_literal(struct cell_conditions *, cell_id, uint64_t mask);
cell_condition condition_and(struct cell_conditions *, cell_condition, cell_condition);
cell_condition condition_ite(struct cell_conditions *, cell_condition, cell_condition, cell_condition);

// A truth value of the model.
cell_condition condition_of(struct cell_conditions *, expr);
// That an expression has one of the values that the mask has for the cell.
cell_condition condition_within(struct cell_conditions *, expr, cell_id, uint64_t mask);

#endif
