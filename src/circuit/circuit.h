// Circuits as clauses of a SAT solver (CaDiCaL): gates are folded where operands are constant or equal, and there once
// for the same operands; each becomes clauses when it is made (Tseitin 1968).
#ifndef COSET_CIRCUIT_CIRCUIT_H
#define COSET_CIRCUIT_CIRCUIT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/array.h"
#include "base/hash.h"
#include "base/mem.h"
#include "base/supervisor.h"

// A wire is a literal: negative for the negation.
typedef int wire;
#define WIRE_TRUE 1
#define WIRE_FALSE (-1)

struct circuit_gate {
    wire condition, then, otherwise, result;
    uint32_t next; // with the same hash; UINT32_MAX: none
};

struct circuit {
    struct mem *mem;
    void *solver;
    int wires;
    ARRAY(struct circuit_gate) gates;
    struct int_map known; // gates by hash
};

// The solver gives up when the watch says so, which may be NULL.
void circuit_open(struct circuit *, const struct supervisor *, struct mem *);
void circuit_close(struct circuit *);

wire circuit_new(struct circuit *); // a free one
wire circuit_and(struct circuit *, wire, wire);
wire circuit_xor(struct circuit *, wire, wire);
wire circuit_ite(struct circuit *, wire condition, wire then, wire otherwise);
static inline wire circuit_or(struct circuit *c, wire a, wire b)
{
    return -circuit_and(c, -a, -b);
}
void circuit_require(struct circuit *, wire); // it is true from now on

// Wires that are all true exactly if this one is: the operands of its conjunctions, as long as they are not too many.
typedef ARRAY(wire) wire_list;
void circuit_conjuncts(const struct circuit *, wire, wire_list *out);

enum circuit_answer { CIRCUIT_UNSAT, CIRCUIT_SAT, CIRCUIT_UNKNOWN };
// Whether all that is required can be true together with these wires. Unknown if that is too hard.
enum circuit_answer circuit_solve(struct circuit *, const wire *assumed, size_t count);
// The same, with so many conflicts of clauses at most: a measure of how hard it is.
enum circuit_answer circuit_solve_within(struct circuit *, const wire *assumed, size_t count, int conflicts);
bool circuit_value(const struct circuit *, wire); // after CIRCUIT_SAT

// ---- Numbers: the lowest bit first ----------------------------------------------------------------------------------

#define VECTOR_MOST 72

struct vector {
    unsigned width; // at least 1; the last bit is the sign, unless it is said otherwise
    wire bits[VECTOR_MOST];
};

struct vector vector_constant(int64_t, unsigned width);
unsigned vector_width_of(int64_t low, int64_t high); // that all numbers between these fit in
struct vector vector_resize(struct vector, unsigned width, bool is_signed);
wire vector_equal(struct circuit *, struct vector, struct vector); // of one width, as the next ones
wire vector_less(struct circuit *, struct vector, struct vector, bool is_signed);
struct vector vector_add(struct circuit *, struct vector, struct vector, wire carry); // wraps
struct vector vector_not(struct vector);
struct vector vector_negate(struct circuit *, struct vector);
struct vector vector_multiply(struct circuit *, struct vector, struct vector); // wraps
struct vector vector_ite(struct circuit *, wire, struct vector, struct vector);
// Of numbers without sign; the divisor is not zero.
void vector_divide(struct circuit *, struct vector, struct vector, struct vector *quotient, struct vector *remainder);

#endif
