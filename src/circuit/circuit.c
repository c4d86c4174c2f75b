#include "circuit/circuit.h"

#include <ccadical.h>

#define MOST_CONFLICTS 3000000 // of one question
#define MOST_CONJUNCTS 20000

// ---- Gates ----------------------------------------------------------------------------------------------------------

// Without wires that are false; none if one is true, or a wire and its negation are there.
static void add_clause(struct circuit *c, const wire *wires, size_t count)
{
    for (size_t i = 0; i < count; i++)
        for (size_t k = 0; k <= i; k++)
            if (wires[i] == WIRE_TRUE || wires[i] == -wires[k])
                return;
    for (size_t i = 0; i < count; i++)
        if (wires[i] != WIRE_FALSE)
            ccadical_add(c->solver, wires[i]);
    ccadical_add(c->solver, 0);
}

static int should_stop(void *watch)
{
    return !supervisor_goes_on(watch, "by the SAT solver", 0, 0);
}

void circuit_open(struct circuit *c, const struct supervisor *watch, struct mem *mem)
{
    *c = (struct circuit){.mem = mem, .solver = ccadical_init(), .wires = 1};
    ccadical_set_option(c->solver, "quiet", 1); // it would print to the standard output
    if (watch)
        ccadical_set_terminate(c->solver, (void *)watch, should_stop);
    ccadical_add(c->solver, WIRE_TRUE);
    ccadical_add(c->solver, 0);
}

void circuit_close(struct circuit *c)
{
    if (c->solver)
        ccadical_release(c->solver);
    array_free(c->mem, &c->gates);
    int_map_free(c->mem, &c->known);
}

wire circuit_new(struct circuit *c)
{
    return ++c->wires;
}

// All gates are choices: `then` if the condition is true, and else `otherwise`. Each is there once.
static wire gate_of(struct circuit *c, wire condition, wire then, wire otherwise)
{
    uint64_t first = hash_pair((uint64_t)(int64_t)condition, (uint64_t)(int64_t)then);
    uint32_t hash = (uint32_t)(hash_pair(first, (uint64_t)(int64_t)otherwise) >> 33);
    uint32_t *known = int_map_find(&c->known, hash), number = (uint32_t)c->gates.count;
    for (uint32_t i = known ? *known : UINT32_MAX; i != UINT32_MAX; i = c->gates.at[i].next) {
        const struct circuit_gate *g = &c->gates.at[i];
        if (g->condition == condition && g->then == then && g->otherwise == otherwise)
            return g->result;
    }
    wire r = circuit_new(c);
    struct circuit_gate gate = {condition, then, otherwise, r, known ? *known : UINT32_MAX};
    bool is_new;
    array_push(c->mem, &c->gates, gate);
    if (known)
        *known = number;
    else if (!int_map_try_add(c->mem, &c->known, hash, number, &is_new))
        mem_exhausted(c->mem);
    add_clause(c, (wire[]){-r, -condition, then}, 3);
    add_clause(c, (wire[]){-r, condition, otherwise}, 3);
    add_clause(c, (wire[]){r, -condition, -then}, 3);
    add_clause(c, (wire[]){r, condition, -otherwise}, 3);
    add_clause(c, (wire[]){-r, then, otherwise}, 3); // these two follow, and help
    add_clause(c, (wire[]){r, -then, -otherwise}, 3);
    return r;
}

wire circuit_and(struct circuit *c, wire a, wire b)
{
    if (a == WIRE_FALSE || b == WIRE_FALSE || a == -b)
        return WIRE_FALSE;
    if (a == WIRE_TRUE || b == WIRE_TRUE || a == b)
        return a == WIRE_TRUE ? b : a;
    return gate_of(c, a < b ? a : b, a < b ? b : a, WIRE_FALSE);
}

wire circuit_xor(struct circuit *c, wire a, wire b)
{
    int sign = (a < 0) != (b < 0) ? -1 : 1;
    wire x = a < 0 ? -a : a, y = b < 0 ? -b : b;
    if (x == y)
        return sign * WIRE_FALSE;
    if (x == WIRE_TRUE || y == WIRE_TRUE)
        return -sign * (x == WIRE_TRUE ? y : x);
    return sign * (x < y ? gate_of(c, x, -y, y) : gate_of(c, y, -x, x));
}

wire circuit_ite(struct circuit *c, wire condition, wire then, wire otherwise)
{
    if (then == otherwise || condition == WIRE_TRUE)
        return then;
    if (condition == WIRE_FALSE)
        return otherwise;
    if (then == -otherwise)
        return -circuit_xor(c, condition, then);
    if (then == WIRE_TRUE || then == condition)
        return circuit_or(c, condition, otherwise);
    if (then == WIRE_FALSE || then == -condition)
        return circuit_and(c, -condition, otherwise);
    if (otherwise == WIRE_TRUE || otherwise == -condition)
        return circuit_or(c, -condition, then);
    if (otherwise == WIRE_FALSE || otherwise == condition)
        return circuit_and(c, condition, then);
    if (condition < 0)
        return circuit_ite(c, -condition, otherwise, then);
    if (then < 0)
        return -circuit_ite(c, condition, -then, -otherwise);
    return gate_of(c, condition, then, otherwise);
}

void circuit_require(struct circuit *c, wire w)
{
    add_clause(c, &w, 1);
}

static const struct circuit_gate *find_gate(const struct circuit *c, wire result)
{
    size_t low = 0, high = c->gates.count; // results ascend
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (c->gates.at[middle].result < result)
            low = middle + 1;
        else
            high = middle;
    }
    return low < c->gates.count && c->gates.at[low].result == result ? &c->gates.at[low] : NULL;
}

void circuit_conjuncts(const struct circuit *c, wire w, wire_list *out)
{
    wire_list waiting = {0};
    array_push(c->mem, &waiting, w);
    while (waiting.count) {
        wire at = array_pop(&waiting);
        const struct circuit_gate *g = find_gate(c, at);
        if (!g || g->otherwise != WIRE_FALSE || waiting.count + out->count > MOST_CONJUNCTS) {
            array_push(c->mem, out, at);
            continue;
        }
        array_push(c->mem, &waiting, g->condition);
        array_push(c->mem, &waiting, g->then);
    }
    array_free(c->mem, &waiting);
}

enum circuit_answer circuit_solve(struct circuit *c, const wire *assumed, size_t count)
{
    return circuit_solve_within(c, assumed, count, MOST_CONFLICTS);
}

enum circuit_answer circuit_solve_within(struct circuit *c, const wire *assumed, size_t count, int conflicts)
{
    for (size_t i = 0; i < count; i++)
        ccadical_assume(c->solver, assumed[i]);
    ccadical_limit(c->solver, "conflicts", conflicts);
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
