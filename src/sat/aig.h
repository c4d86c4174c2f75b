// And-inverter graphs: inputs, and-gates and negation, with constants folded and equal gates shared (structural
// hashing). A literal is twice the number of a node, plus 1 if it is negated; node 0 is false. Operands of a gate have
// smaller numbers than the gate.
#ifndef COSET_SAT_AIG_H
#define COSET_SAT_AIG_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/array.h"
#include "base/mem.h"

typedef uint32_t aig_lit;

#define AIG_FALSE ((aig_lit)0)
#define AIG_TRUE ((aig_lit)1)
#define AIG_NONE UINT32_MAX

struct aig_node {
    aig_lit left, right; // of an input, left is AIG_NONE and right is its number; of node 0, both are AIG_NONE
};

struct aig {
    struct mem *mem;
    ARRAY(struct aig_node) nodes;
    size_t inputs;
    uint32_t *table; // gates by their operands; 0: empty
    size_t table_size, gates;
};

void aig_open(struct aig *, struct mem *);
void aig_close(struct aig *);

static inline aig_lit aig_not(aig_lit a)
{
    return a ^ 1;
}

static inline uint32_t aig_node_of(aig_lit a)
{
    return a >> 1;
}

static inline bool aig_is_input(const struct aig *g, uint32_t node)
{
    return node > 0 && g->nodes.at[node].left == AIG_NONE;
}

aig_lit aig_input(struct aig *); // a new one
aig_lit aig_and(struct aig *, aig_lit, aig_lit);
aig_lit aig_xor(struct aig *, aig_lit, aig_lit);
aig_lit aig_ite(struct aig *, aig_lit condition, aig_lit then, aig_lit otherwise);
static inline aig_lit aig_or(struct aig *g, aig_lit a, aig_lit b)
{
    return aig_not(aig_and(g, aig_not(a), aig_not(b)));
}

// Of many operands, as a balanced tree; they are overwritten.
aig_lit aig_and_all(struct aig *, aig_lit *, size_t count);
aig_lit aig_or_all(struct aig *, aig_lit *, size_t count);

// Whether a gate is the negation of "if c, then t, else e", as exclusive or is, too.
bool aig_is_ite(const struct aig *, uint32_t node, aig_lit *c, aig_lit *t, aig_lit *e);

// The truth of all nodes, by number, from that of the inputs, which is there.
void aig_simulate(const struct aig *, bool *values);
static inline bool aig_value(const bool *values, aig_lit a)
{
    return values[a >> 1] != (a & 1);
}

// ---- Numbers: the lowest bit first ----------------------------------------------------------------------------------

#define AIG_MOST_BITS 136 // a product of two integers, and a sign

struct aig_number {
    unsigned width; // at least 1; the last bit is the sign, unless it is said otherwise
    aig_lit bits[AIG_MOST_BITS];
};

struct aig_number aig_constant(int64_t, unsigned width);
unsigned aig_width_of(int64_t low, int64_t high); // that all numbers between these fit in, with a sign
struct aig_number aig_resize(struct aig_number, unsigned width, bool is_signed);
aig_lit aig_equal(struct aig *, const struct aig_number *, const struct aig_number *); // of one width, as the next ones
aig_lit aig_less(struct aig *, const struct aig_number *, const struct aig_number *, bool is_signed);
struct aig_number aig_add(struct aig *, const struct aig_number *, const struct aig_number *, aig_lit carry); // wraps
struct aig_number aig_complement(const struct aig_number *);
struct aig_number aig_negate(struct aig *, const struct aig_number *);
struct aig_number aig_multiply(struct aig *, const struct aig_number *, const struct aig_number *); // wraps
struct aig_number aig_choose(struct aig *, aig_lit, const struct aig_number *, const struct aig_number *);
// Of numbers without sign; where the divisor is zero, the results mean nothing.
void aig_divide(struct aig *, const struct aig_number *, const struct aig_number *, struct aig_number *quotient,
                struct aig_number *remainder);

#endif
