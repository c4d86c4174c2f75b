#include "certify/circuit.h"

#include <ccadical.h>

// ---- Gates ----------------------------------------------------------------------------------------------------------

static void add_clause(struct circuit *c, const wire *wires, size_t count)
{
    for (size_t i = 0; i < count; i++)
        ccadical_add(c->solver, wires[i]);
    ccadical_add(c->solver, 0);
}

void circuit_open(struct circuit *c, struct mem *mem)
{
    *c = (struct circuit){.mem = mem, .solver = ccadical_init(), .wires = 1};
    add_clause(c, &(wire){WIRE_TRUE}, 1);
}

void circuit_close(struct circuit *c)
{
    if (c->solver)
        ccadical_release(c->solver);
    mem_free(c->mem, c->gates, c->gate_capacity * sizeof *c->gates);
    int_map_free(c->mem, &c->known);
}

wire circuit_new(struct circuit *c)
{
    return ++c->wires;
}

static uint32_t gate_hash(bool is_xor, wire a, wire b)
{
    return (uint32_t)(hash_pair(hash_pair((uint64_t)(int64_t)a, (uint64_t)(int64_t)b), is_xor) >> 33);
}

static wire find_gate(const struct circuit *c, bool is_xor, wire a, wire b)
{
    uint32_t *first = int_map_find(&c->known, gate_hash(is_xor, a, b));
    for (uint32_t i = first ? *first : UINT32_MAX; i != UINT32_MAX; i = c->gates[i].next)
        if (c->gates[i].is_xor == is_xor && c->gates[i].a == a && c->gates[i].b == b)
            return c->gates[i].result;
    return 0;
}

static wire add_gate(struct circuit *c, bool is_xor, wire a, wire b)
{
    struct array_raw gates = {c->gates, c->gate_count, c->gate_capacity};
    uint32_t number = (uint32_t)c->gate_count, *first = int_map_find(&c->known, gate_hash(is_xor, a, b));
    bool added;
    if (c->gate_count == c->gate_capacity) {
        array_grow(c->mem, &gates, c->gate_count + 1, sizeof *c->gates);
        c->gates = gates.at;
        c->gate_capacity = gates.capacity;
    }
    wire result = circuit_new(c);
    c->gates[c->gate_count++] = (struct circuit_gate){a, b, result, first ? *first : UINT32_MAX, is_xor};
    if (first)
        *first = number;
    else if (!int_map_try_add(c->mem, &c->known, gate_hash(is_xor, a, b), number, &added))
        mem_exhausted(c->mem);
    return result;
}

wire circuit_and(struct circuit *c, wire a, wire b)
{
    if (a == WIRE_FALSE || b == WIRE_FALSE || a == -b)
        return WIRE_FALSE;
    if (a == WIRE_TRUE || a == b)
        return b;
    if (b == WIRE_TRUE)
        return a;
    wire low = a < b ? a : b, high = a < b ? b : a, known = find_gate(c, false, low, high);
    if (known)
        return known;
    wire r = add_gate(c, false, low, high);
    add_clause(c, (wire[]){-r, a}, 2);
    add_clause(c, (wire[]){-r, b}, 2);
    add_clause(c, (wire[]){r, -a, -b}, 3);
    return r;
}

wire circuit_xor(struct circuit *c, wire a, wire b)
{
    int sign = (a < 0) != (b < 0) ? -1 : 1;
    wire x = a < 0 ? -a : a, y = b < 0 ? -b : b;
    if (x == y)
        return sign * WIRE_FALSE;
    if (x == WIRE_TRUE)
        return -sign * y;
    if (y == WIRE_TRUE)
        return -sign * x;
    wire low = x < y ? x : y, high = x < y ? y : x, known = find_gate(c, true, low, high);
    if (known)
        return sign * known;
    wire r = add_gate(c, true, low, high);
    add_clause(c, (wire[]){-r, low, high}, 3);
    add_clause(c, (wire[]){-r, -low, -high}, 3);
    add_clause(c, (wire[]){r, -low, high}, 3);
    add_clause(c, (wire[]){r, low, -high}, 3);
    return sign * r;
}

wire circuit_ite(struct circuit *c, wire condition, wire then, wire otherwise)
{
    if (then == otherwise || condition == WIRE_TRUE)
        return then;
    if (condition == WIRE_FALSE)
        return otherwise;
    if (then == -otherwise)
        return -circuit_xor(c, condition, then);
    return circuit_or(c, circuit_and(c, condition, then), circuit_and(c, -condition, otherwise));
}

void circuit_require(struct circuit *c, wire w)
{
    add_clause(c, &w, 1);
}

enum circuit_answer circuit_solve(struct circuit *c, const wire *assumed, size_t count)
{
    for (size_t i = 0; i < count; i++)
        ccadical_assume(c->solver, assumed[i]);
    int answer = ccadical_solve(c->solver);
    return answer == 10 ? CIRCUIT_SAT : answer == 20 ? CIRCUIT_UNSAT : CIRCUIT_UNKNOWN;
}

bool circuit_value(const struct circuit *c, wire w)
{
    return w > c->wires || -w > c->wires ? false : ccadical_val(c->solver, w) == w;
}

// ---- Numbers --------------------------------------------------------------------------------------------------------

struct vector vector_constant(int64_t number, unsigned width)
{
    struct vector v = {.width = width};
    for (unsigned i = 0; i < width; i++)
        v.bits[i] = number >> (i < 63 ? i : 63) & 1 ? WIRE_TRUE : WIRE_FALSE;
    return v;
}

unsigned vector_width_of(int64_t low, int64_t high)
{
    unsigned width = 1;
    while (width < 64 && (low < -(INT64_C(1) << (width - 1)) || high >= INT64_C(1) << (width - 1)))
        width++;
    return width;
}

struct vector vector_resize(struct vector v, unsigned width, bool is_signed)
{
    for (unsigned i = v.width; i < width; i++)
        v.bits[i] = is_signed ? v.bits[v.width - 1] : WIRE_FALSE;
    v.width = width;
    return v;
}

wire vector_equal(struct circuit *c, struct vector a, struct vector b)
{
    wire equal = WIRE_TRUE;
    for (unsigned i = 0; i < a.width; i++)
        equal = circuit_and(c, equal, -circuit_xor(c, a.bits[i], b.bits[i]));
    return equal;
}

// From the lowest bit up: less so far, unless this bit says otherwise.
wire vector_less(struct circuit *c, struct vector a, struct vector b, bool is_signed)
{
    wire less = WIRE_FALSE;
    for (unsigned i = 0; i < a.width; i++) {
        wire x = a.bits[i], y = b.bits[i];
        if (is_signed && i + 1 == a.width) { // a sign counts the other way round
            x = b.bits[i];
            y = a.bits[i];
        }
        less = circuit_ite(c, circuit_xor(c, x, y), y, less);
    }
    return less;
}

struct vector vector_add(struct circuit *c, struct vector a, struct vector b, wire carry)
{
    struct vector sum = {.width = a.width};
    for (unsigned i = 0; i < a.width; i++) {
        wire x = circuit_xor(c, a.bits[i], b.bits[i]);
        sum.bits[i] = circuit_xor(c, x, carry);
        carry = circuit_or(c, circuit_and(c, a.bits[i], b.bits[i]), circuit_and(c, x, carry));
    }
    return sum;
}

struct vector vector_not(struct vector v)
{
    for (unsigned i = 0; i < v.width; i++)
        v.bits[i] = -v.bits[i];
    return v;
}

struct vector vector_negate(struct circuit *c, struct vector v)
{
    return vector_add(c, vector_not(v), vector_constant(0, v.width), WIRE_TRUE);
}

struct vector vector_multiply(struct circuit *c, struct vector a, struct vector b)
{
    struct vector sum = vector_constant(0, a.width);
    for (unsigned i = 0; i < b.width; i++) {
        struct vector row = vector_constant(0, a.width);
        for (unsigned k = i; k < a.width; k++)
            row.bits[k] = circuit_and(c, a.bits[k - i], b.bits[i]);
        sum = vector_add(c, sum, row, WIRE_FALSE);
    }
    return sum;
}

struct vector vector_ite(struct circuit *c, wire condition, struct vector then, struct vector otherwise)
{
    for (unsigned i = 0; i < then.width; i++)
        then.bits[i] = circuit_ite(c, condition, then.bits[i], otherwise.bits[i]);
    return then;
}

// Bit by bit from the highest, as by hand.
void vector_divide(struct circuit *c, struct vector a, struct vector b, struct vector *quotient,
                   struct vector *remainder)
{
    unsigned width = a.width;
    struct vector rest = vector_constant(0, width + 1), divisor = vector_resize(b, width + 1, false);
    *quotient = vector_constant(0, width);
    for (unsigned i = width; i-- > 0;) {
        for (unsigned k = width; k > 0; k--)
            rest.bits[k] = rest.bits[k - 1];
        rest.bits[0] = a.bits[i];
        wire fits = -vector_less(c, rest, divisor, false);
        quotient->bits[i] = fits;
        rest = vector_ite(c, fits, vector_add(c, rest, vector_not(divisor), WIRE_TRUE), rest);
    }
    *remainder = vector_resize(rest, width, false);
}
