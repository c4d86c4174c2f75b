#include "circuit/bit_blast.h"

#include "model/walk.h"

#define LOOK_AFTER 1024 // expressions

void bit_blast_open(struct bit_blast *b, struct model *model, const struct supervisor *watch, struct mem *mem)
{
    *b = (struct bit_blast){.mem = mem, .model = model, .watch = watch};
    circuit_open(&b->circuit, watch, mem);
    state_records_open(&b->records, model, mem);
    b->now = mem_zalloc(mem, b->records.cells * sizeof *b->now);
    b->next = mem_zalloc(mem, b->records.cells * sizeof *b->next);
}

void bit_blast_close(struct bit_blast *b)
{
    mem_free(b->mem, b->now, b->records.cells * sizeof *b->now);
    mem_free(b->mem, b->next, b->records.cells * sizeof *b->next);
    array_free(b->mem, &b->bits);
    array_free(b->mem, &b->made);
    state_records_close(&b->records);
    circuit_close(&b->circuit);
}

// ---- Cells ----------------------------------------------------------------------------------------------------------

static struct vector bits_at(const struct bit_blast *b, size_t first, unsigned width)
{
    struct vector v = {.width = width};
    for (unsigned i = 0; i < width; i++)
        v.bits[i] = b->bits.at[first + i];
    return v;
}

unsigned bit_blast_cell_width(const struct bit_blast *b, cell_id cell)
{
    return b->records.fields[cell].width;
}

// The position of a cell's value, as a number without sign.
static struct vector position_of(struct bit_blast *b, cell_id cell, bool is_next)
{
    is_next &= model_cell(b->model, cell)->role != CELL_FROZEN;
    size_t *first = is_next ? &b->next[cell] : &b->now[cell];
    unsigned width = bit_blast_cell_width(b, cell);
    if (!*first) {
        uint64_t count = b->records.fields[cell].count;
        *first = b->bits.count + 1;
        for (unsigned i = 0; i < width; i++)
            array_push(b->mem, &b->bits, circuit_new(&b->circuit));
        if (width < 63 && count < UINT64_C(1) << width) {
            struct vector limit = vector_constant((int64_t)count, width + 1);
            struct vector position = vector_resize(bits_at(b, *first - 1, width), width + 1, false);
            circuit_require(&b->circuit, vector_less(&b->circuit, position, limit, false));
        }
    }
    return bits_at(b, *first - 1, width);
}

wire bit_blast_cell_bit(struct bit_blast *b, cell_id cell, bool is_next, unsigned bit)
{
    return position_of(b, cell, is_next).bits[bit];
}

void bit_blast_advance(struct bit_blast *b)
{
    for (cell_id c = 0; c < b->records.cells; c++) {
        if (model_cell(b->model, c)->role == CELL_FROZEN)
            continue;
        b->now[c] = b->next[c];
        b->next[c] = 0;
    }
    b->made.count = 0;
}

// As many of the bits as the type has, as a number with a sign: words and truth values without one are not negative.
static struct vector wrap(const struct type *type, struct vector v)
{
    if (type->kind != TYPE_WORD && type->kind != TYPE_BOOLEAN)
        return v;
    unsigned width = type->kind == TYPE_WORD ? type->width : 1;
    v = vector_resize(v, width, true);
    return type->kind == TYPE_WORD && type->is_signed ? v : vector_resize(v, width + 1, false);
}

// The value at a position of a list, which is halved by each bit of the position.
static struct vector choose(struct bit_blast *b, const struct type *type, const struct vector *position, unsigned bits,
                            uint64_t from, unsigned width)
{
    if (bits == 0)
        return vector_constant(type_value(type, from < type_size(type) ? from : 0), width);
    uint64_t half = UINT64_C(1) << (bits - 1);
    struct vector low = choose(b, type, position, bits - 1, from, width);
    if (from + half >= type_size(type)) // no value is there
        return low;
    struct vector high = choose(b, type, position, bits - 1, from + half, width);
    return vector_ite(&b->circuit, position->bits[bits - 1], high, low);
}

static void type_bounds(const struct type *type, value *low, value *high)
{
    *low = *high = type_value(type, 0);
    if (!type->values) {
        *high = type->kind == TYPE_INTEGER ? type->high : 1;
        return;
    }
    for (size_t i = 0; i < type->count; i++) {
        *low = type->values[i] < *low ? type->values[i] : *low;
        *high = type->values[i] > *high ? type->values[i] : *high;
    }
}

static struct vector cell_value(struct bit_blast *b, cell_id cell, bool is_next)
{
    const struct type *type = model_type(b->model, model_cell(b->model, cell)->type);
    struct vector position = position_of(b, cell, is_next);
    value low, high;
    if (type->kind == TYPE_BOOLEAN || type->kind == TYPE_WORD)
        return wrap(type, position);
    type_bounds(type, &low, &high);
    unsigned width = vector_width_of(low, high);
    if (type->values)
        return choose(b, type, &position, position.width, 0, width);
    return vector_add(&b->circuit, vector_resize(position, width, false), vector_constant(low, width), WIRE_FALSE);
}

// ---- Expressions ----------------------------------------------------------------------------------------------------

struct operand {
    wire defined;
    struct vector bits;
    const struct type *type;
};

static struct operand operand_of(const struct bit_blast *b, expr e)
{
    const struct blasted *m = &b->made.at[e];
    return (struct operand){m->defined, bits_at(b, m->first, m->width), model_expr_type(b->model, e)};
}

static void keep(struct bit_blast *b, expr e, wire defined, const struct vector *v)
{
    while (b->made.count <= e) {
        struct blasted none = {0};
        array_push(b->mem, &b->made, none);
    }
    b->made.at[e] = (struct blasted){true, defined, v->width, b->bits.count};
    for (unsigned i = 0; i < v->width; i++)
        array_push(b->mem, &b->bits, v->bits[i]);
}

static struct vector refuse(struct bit_blast *b, const char *error)
{
    b->error = error;
    return vector_constant(0, 1);
}

static struct vector truth(wire w)
{
    return (struct vector){.width = 2, .bits = {w, WIRE_FALSE}};
}

static void make_equal_widths(struct vector *x, struct vector *y)
{
    unsigned width = x->width > y->width ? x->width : y->width;
    *x = vector_resize(*x, width, true);
    *y = vector_resize(*y, width, true);
}

static struct vector absolute(struct circuit *c, struct vector v)
{
    return vector_ite(c, v.bits[v.width - 1], vector_negate(c, v), v);
}

// Truncates; the remainder has the sign of the dividend.
static struct vector divide(struct circuit *c, enum op op, struct vector x, struct vector y)
{
    struct vector quotient, remainder;
    wire sign_x = x.bits[x.width - 1], sign_y = y.bits[y.width - 1];
    vector_divide(c, absolute(c, x), absolute(c, y), &quotient, &remainder);
    if (op == OP_DIV)
        return vector_ite(c, circuit_xor(c, sign_x, sign_y), vector_negate(c, quotient), quotient);
    return vector_ite(c, sign_x, vector_negate(c, remainder), remainder);
}

// Sums, differences and products of words wrap: they need no more bits than the result has. Other numbers have their
// interval: within as many bits as that takes, and some more, nothing is lost.
static struct vector arithmetic(struct bit_blast *b, const struct expr_node *n, struct vector x, struct vector y)
{
    struct circuit *c = &b->circuit;
    const struct type *type = model_type(b->model, n->type);
    unsigned working = (x.width > y.width ? x.width : y.width) + 1, width = type->width;
    if (type->kind != TYPE_WORD) {
        value low, high;
        type_bounds(type, &low, &high);
        width = vector_width_of(low, high);
        working = n->op == OP_MUL ? x.width + y.width : working;
        working = width > working ? width : working;
        if (low <= -VALUE_LARGEST || high >= VALUE_LARGEST || working >= VECTOR_MOST)
            return refuse(b, "numbers get too large");
    } else if (n->op != OP_DIV && n->op != OP_MOD)
        working = width;
    x = vector_resize(x, working, true);
    y = vector_resize(y, working, true);
    struct vector result = n->op == OP_NEG   ? vector_negate(c, x)
                           : n->op == OP_ADD ? vector_add(c, x, y, WIRE_FALSE)
                           : n->op == OP_SUB ? vector_add(c, x, vector_not(y), WIRE_TRUE)
                           : n->op == OP_MUL ? vector_multiply(c, x, y)
                                             : divide(c, n->op, x, y);
    return wrap(type, vector_resize(result, width, true));
}

// By each number of bits that leaves something. To the right, the sign comes in.
static struct vector shift(struct bit_blast *b, const struct expr_node *n, struct vector x, struct vector count)
{
    unsigned width = model_type(b->model, n->type)->width;
    bool is_left = n->op == OP_SHIFT_LEFT;
    wire fill = is_left ? WIRE_FALSE : x.bits[x.width - 1];
    struct vector result = {.width = x.width};
    for (unsigned i = 0; i < x.width; i++)
        result.bits[i] = fill;
    count = vector_resize(count, count.width > 8 ? count.width : 8, true); // all that is looked for fits
    for (unsigned by = 0; by < width; by++) {
        struct vector moved = {.width = x.width};
        for (unsigned i = 0; i < x.width; i++)
            moved.bits[i] = is_left ? (i >= by ? x.bits[i - by] : fill) : i + by < x.width ? x.bits[i + by] : fill;
        wire is_by = vector_equal(&b->circuit, count, vector_constant((int64_t)by, count.width));
        result = vector_ite(&b->circuit, is_by, moved, result);
    }
    return result;
}

static struct vector bitwise(struct bit_blast *b, enum op op, struct vector x, struct vector y)
{
    for (unsigned i = 0; i < x.width; i++)
        x.bits[i] = op == OP_BIT_AND  ? circuit_and(&b->circuit, x.bits[i], y.bits[i])
                    : op == OP_BIT_OR ? circuit_or(&b->circuit, x.bits[i], y.bits[i])
                                      : circuit_xor(&b->circuit, x.bits[i], y.bits[i]);
    return x;
}

static struct vector concatenate(struct vector high, struct vector low, unsigned width)
{
    for (unsigned i = 0; i < high.width; i++)
        low.bits[width + i] = high.bits[i];
    low.width = width + high.width;
    return low;
}

static struct vector extract(struct vector v, unsigned low)
{
    for (unsigned i = low; i < v.width; i++)
        v.bits[i - low] = v.bits[i];
    v.width -= low;
    return v;
}

// Operations with one or two operands, both of which must be defined.
static struct vector apply(struct bit_blast *b, const struct expr_node *n, const struct operand *x,
                           const struct operand *y)
{
    const struct type *type = model_type(b->model, n->type);
    struct vector v = x->bits, w = y->bits;
    switch (n->op) {
    case OP_EQ:
    case OP_LT:
        make_equal_widths(&v, &w);
        return truth(n->op == OP_EQ ? vector_equal(&b->circuit, v, w) : vector_less(&b->circuit, v, w, true));
    case OP_NEG:
    case OP_ADD:
    case OP_SUB:
    case OP_MUL:
    case OP_DIV:
    case OP_MOD:
        return arithmetic(b, n, v, w);
    case OP_NOT:
    case OP_BIT_NOT:
        return wrap(type, vector_not(v));
    case OP_BIT_AND:
    case OP_BIT_OR:
    case OP_BIT_XOR:
    case OP_XOR:
        return bitwise(b, n->op, v, w);
    case OP_SHIFT_LEFT:
    case OP_SHIFT_RIGHT:
        return wrap(type, shift(b, n, v, w));
    case OP_CONCAT:
        return wrap(type, concatenate(v, w, y->type->width));
    case OP_EXTRACT:
        return wrap(type, extract(v, (unsigned)n->data));
    case OP_EXTEND:
    case OP_RETYPE:
    case OP_TO_WORD:
        return wrap(type, v);
    case OP_TO_INT:
        return x->type->kind == TYPE_WORD && x->type->width >= 61 ? refuse(b, "numbers get too large") : v;
    default:
        return refuse(b, "there is an operation that has no circuit");
    }
}

// Where a divisor is zero, or a count of a shift negative, there is no value.
static wire has_value(struct bit_blast *b, const struct expr_node *n, struct vector y)
{
    if (n->op == OP_DIV || n->op == OP_MOD)
        return -vector_equal(&b->circuit, y, vector_constant(0, y.width));
    return n->op == OP_SHIFT_LEFT || n->op == OP_SHIFT_RIGHT ? -y.bits[y.width - 1] : WIRE_TRUE;
}

static void blast_operation(struct bit_blast *b, expr e, const struct expr_node *n)
{
    struct operand x = operand_of(b, n->args[0]), y = n->count > 1 ? operand_of(b, n->args[1]) : x;
    struct vector result = apply(b, n, &x, &y);
    wire defined = circuit_and(&b->circuit, x.defined, y.defined);
    keep(b, e, circuit_and(&b->circuit, defined, has_value(b, n, y.bits)), &result);
}

// An operand that decides is enough, whatever the others are.
static void blast_junction(struct bit_blast *b, expr e, const struct expr_node *n)
{
    struct circuit *c = &b->circuit;
    wire decided = WIRE_FALSE, defined = WIRE_TRUE;
    int sign = n->op == OP_OR ? 1 : -1;
    for (size_t i = 0; i < n->count; i++) {
        struct operand x = operand_of(b, n->args[i]);
        decided = circuit_or(c, decided, circuit_and(c, x.defined, sign * x.bits.bits[0]));
        defined = circuit_and(c, defined, x.defined);
    }
    struct vector result = truth(sign * decided);
    keep(b, e, circuit_or(c, decided, defined), &result);
}

static void blast_choice(struct bit_blast *b, expr e, const struct expr_node *n)
{
    struct circuit *c = &b->circuit;
    struct operand condition = operand_of(b, n->args[0]), then = operand_of(b, n->args[1]),
                   otherwise = operand_of(b, n->args[2]);
    make_equal_widths(&then.bits, &otherwise.bits);
    wire chosen = condition.bits.bits[0];
    struct vector result = vector_ite(c, chosen, then.bits, otherwise.bits);
    keep(b, e, circuit_and(c, condition.defined, circuit_ite(c, chosen, then.defined, otherwise.defined)), &result);
}

static void blast_count(struct bit_blast *b, expr e, const struct expr_node *n)
{
    struct circuit *c = &b->circuit;
    unsigned width = vector_width_of(0, (int64_t)n->count);
    struct vector sum = vector_constant(0, width);
    wire defined = WIRE_TRUE;
    for (size_t i = 0; i < n->count; i++) {
        struct operand x = operand_of(b, n->args[i]);
        sum = vector_add(c, sum, vector_constant(0, width), x.bits.bits[0]);
        defined = circuit_and(c, defined, x.defined);
    }
    keep(b, e, defined, &sum);
}

static void blast(struct bit_blast *b, expr e)
{
    const struct expr_node *n = model_expr(b->model, e);
    const struct type *type = model_type(b->model, n->type);
    struct vector v;
    switch (n->op) {
    case OP_CONST:
        v = wrap(type, vector_constant(n->data, type->kind == TYPE_WORD ? 64 : vector_width_of(n->data, n->data)));
        keep(b, e, WIRE_TRUE, &v);
        break;
    case OP_CELL:
    case OP_NEXT:
        v = cell_value(b, (cell_id)n->data, n->op == OP_NEXT);
        keep(b, e, WIRE_TRUE, &v);
        break;
    case OP_AND:
    case OP_OR:
        blast_junction(b, e, n);
        break;
    case OP_ITE:
        blast_choice(b, e, n);
        break;
    case OP_COUNT:
        blast_count(b, e, n);
        break;
    case OP_LOCAL:
    case OP_CHOICE:
    case OP_SPAN:
        refuse(b, "there is an operation that has no circuit");
        break;
    default:
        blast_operation(b, e, n);
        break;
    }
}

static bool is_wanted(const struct walk *walk, uint32_t of, size_t operand)
{
    const struct bit_blast *b = walk->context;
    expr e = model_expr(b->model, of)->args[operand];
    return e >= b->made.count || !b->made.at[e].is_made;
}

wire bit_blast_condition(struct bit_blast *b, expr condition)
{
    if (condition >= b->made.count || !b->made.at[condition].is_made) {
        struct walk walk = {.model = b->model, .mem = b->mem, .follows = is_wanted, .context = b};
        walk_from(&walk, condition);
        size_t count = 0;
        for (expr e; !b->error && walk_next(&walk, &e);) {
            blast(b, e);
            if (++count % LOOK_AFTER == 0 && !supervisor_goes_on(b->watch, "circuits", 0, 0))
                b->error = SUPERVISOR_STOPPED;
        }
        walk_free(&walk);
        if (b->error)
            return WIRE_FALSE;
    }
    struct operand x = operand_of(b, condition);
    return circuit_and(&b->circuit, x.defined, x.bits.bits[0]);
}

// ---- Behaviour ------------------------------------------------------------------------------------------------------

// Whether all parts hold, in the state, the step, or the next state.
enum when { WHEN_STATE, WHEN_STEP, WHEN_NEXT };

static wire parts_hold(struct bit_blast *b, const struct part *parts, size_t count, enum when when)
{
    wire all = WIRE_TRUE;
    for (size_t i = 0; i < count && !b->error; i++) {
        expr condition = model_part_condition(b->model, parts[i], when == WHEN_STEP);
        if (when == WHEN_NEXT)
            condition = model_shift(b->model, condition);
        all = circuit_and(&b->circuit, all, bit_blast_condition(b, condition));
    }
    return all;
}

wire bit_blast_state(struct bit_blast *b)
{
    struct parts invariants = model_invariants(b->model);
    return parts_hold(b, invariants.at, invariants.count, WHEN_STATE);
}

wire bit_blast_initial(struct bit_blast *b)
{
    struct parts initial = model_initial(b->model);
    wire all = circuit_and(&b->circuit, bit_blast_state(b), parts_hold(b, initial.at, initial.count, WHEN_STATE));
    wire start = model_start_count(b->model) ? WIRE_FALSE : WIRE_TRUE;
    for (size_t i = 0; i < model_start_count(b->model); i++) {
        const struct action *a = model_start(b->model, i);
        start = circuit_or(&b->circuit, start, parts_hold(b, a->parts, a->part_count, WHEN_STATE));
    }
    return circuit_and(&b->circuit, all, start);
}

// A cell keeps its value: its position stays the same.
static wire stays(struct bit_blast *b, cell_id cell)
{
    return vector_equal(&b->circuit, position_of(b, cell, false), position_of(b, cell, true));
}

wire bit_blast_step(struct bit_blast *b)
{
    struct parts steps = model_steps(b->model), invariants = model_invariants(b->model);
    wire all = circuit_and(&b->circuit, parts_hold(b, steps.at, steps.count, WHEN_STEP),
                           parts_hold(b, invariants.at, invariants.count, WHEN_NEXT)),
         some = WIRE_FALSE;
    for (size_t i = 0; i < model_action_count(b->model) && !b->error; i++) {
        const struct action *a = model_action(b->model, i);
        wire step = parts_hold(b, a->parts, a->part_count, WHEN_STEP);
        for (size_t k = 0; k < a->kept_count; k++)
            step = circuit_and(&b->circuit, step, stays(b, a->kept[k]));
        some = circuit_or(&b->circuit, some, step);
    }
    return circuit_and(&b->circuit, all, some);
}
