#include "sat/blast.h"

#include <stdlib.h>

#include "model/walk.h"

#define LOOK_AFTER 1024 // expressions

void blast_close(struct blast *b)
{
    array_free(b->mem, &b->bits);
    array_free(b->mem, &b->made);
}

static bool is_number(const struct type *type)
{
    return type->kind == TYPE_INTEGER || type->kind == TYPE_ENUM;
}

// ---- Cells ----------------------------------------------------------------------------------------------------------

static struct aig_number cell_value(struct blast *b, cell_id cell, bool is_next)
{
    struct cell_code code = cell_code_of(model_type(b->model, model_cell(b->model, cell)->type));
    const aig_lit *bits = b->bits_of(b->context, cell, is_next && model_cell(b->model, cell)->role != CELL_FROZEN);
    struct aig_number v = aig_constant(code.base, code.width);
    for (unsigned i = 0; i < code.width; i++)
        if (code.varying >> i & 1)
            v.bits[i] = *bits++;
    return v;
}

static aig_lit is_between(struct aig *g, const struct aig_number *v, value low, value high)
{
    struct aig_number first = aig_constant(low, v->width), last = aig_constant(high, v->width);
    if (low == high)
        return aig_equal(g, v, &first);
    return aig_and(g, aig_not(aig_less(g, v, &first, true)), aig_not(aig_less(g, &last, v, true)));
}

static int ascending(const void *a, const void *b)
{
    value x = *(const value *)a, y = *(const value *)b;
    return (x > y) - (x < y);
}

// Whether a number is a value of a type of numbers or symbols: in one of the ranges that its values make.
static aig_lit is_of_type(struct blast *b, const struct type *type, const struct aig_number *v)
{
    if (!type->values)
        return is_between(b->aig, v, type->low, type->high);
    size_t bytes = type->count * sizeof(value);
    value *sorted = mem_alloc(b->mem, bytes);
    aig_lit in = AIG_FALSE;
    for (size_t i = 0; i < type->count; i++)
        sorted[i] = type->values[i];
    qsort(sorted, type->count, sizeof *sorted, ascending);
    for (size_t i = 0, end; i < type->count; i = end) {
        for (end = i + 1; end < type->count && sorted[end] == sorted[end - 1] + 1;)
            end++;
        in = aig_or(b->aig, in, is_between(b->aig, v, sorted[i], sorted[end - 1]));
    }
    mem_free(b->mem, sorted, bytes);
    return in;
}

aig_lit blast_is_legal(struct blast *b, const struct type *type, const aig_lit *bits)
{
    struct cell_code code = cell_code_of(type);
    if (!is_number(type) || (code.count < 64 && type_size(type) == UINT64_C(1) << code.count))
        return AIG_TRUE;
    struct aig_number v = aig_constant(code.base, code.width);
    for (unsigned i = 0; i < code.width; i++)
        if (code.varying >> i & 1)
            v.bits[i] = *bits++;
    return is_of_type(b, type, &v);
}

#define MOST_COMPARED 4096

static bool is_included(const struct type *of, const struct type *in)
{
    if (of == in)
        return true;
    if (!is_number(of) || !is_number(in))
        return of->kind == in->kind && of->width == in->width;
    if (!of->values && !in->values)
        return in->low <= of->low && of->high <= in->high;
    if (type_size(of) > MOST_COMPARED)
        return false;
    for (uint64_t i = 0; i < type_size(of); i++)
        if (!type_contains(in, type_value(of, i)))
            return false;
    return true;
}

// The value of the evaluator as a number with a sign: words and truth values have none of their own.
static struct aig_number as_value(const struct aig_number *v, const struct type *type)
{
    return is_number(type) || v->width >= 64 ? *v : aig_resize(*v, v->width + 1, false);
}

aig_lit blast_encode(struct blast *b, const struct aig_number *v, const struct type *of, const struct type *cell,
                     aig_lit *bits)
{
    struct cell_code code = cell_code_of(cell);
    struct aig_number number = as_value(v, of);
    unsigned width = number.width > code.width + 1 ? number.width : code.width + 1;
    if (width > 64 && number.width <= 64)
        width = 64;
    number = aig_resize(number, width, true);
    for (unsigned i = 0; i < code.width; i++)
        if (code.varying >> i & 1)
            *bits++ = number.bits[i];
    if (is_included(of, cell))
        return AIG_TRUE;
    if (is_number(cell))
        return is_of_type(b, cell, &number);
    aig_lit in = AIG_TRUE; // nothing is above the bits of a word
    for (unsigned i = code.width; i < number.width; i++)
        in = aig_and(b->aig, in, aig_not(number.bits[i]));
    return in;
}

// ---- Operations -----------------------------------------------------------------------------------------------------

struct operand {
    aig_lit defined;
    struct aig_number bits;
    const struct type *type;
};

static struct operand operand_of(const struct blast *b, expr e)
{
    const struct blasted_expr *m = &b->made.at[e];
    struct operand o = {m->defined, {.width = m->width}, model_expr_type(b->model, e)};
    for (unsigned i = 0; i < m->width; i++)
        o.bits.bits[i] = b->bits.at[m->first + i];
    return o;
}

static void keep(struct blast *b, expr e, aig_lit defined, const struct aig_number *v)
{
    while (b->made.count <= e)
        array_push(b->mem, &b->made, (struct blasted_expr){0});
    b->made.at[e] = (struct blasted_expr){true, defined, v->width, b->bits.count};
    for (unsigned i = 0; i < v->width; i++)
        array_push(b->mem, &b->bits, v->bits[i]);
}

static struct aig_number refuse(struct blast *b, enum cause_code error)
{
    b->error = error;
    return aig_constant(0, 1);
}

static struct aig_number one_bit(aig_lit a)
{
    return (struct aig_number){.width = 1, .bits = {a}};
}

static void make_equal_widths(struct aig_number *x, struct aig_number *y)
{
    unsigned width = x->width > y->width ? x->width : y->width;
    *x = aig_resize(*x, width, true);
    *y = aig_resize(*y, width, true);
}

static struct aig_number absolute(struct aig *g, const struct aig_number *v)
{
    struct aig_number negative = aig_negate(g, v);
    return aig_choose(g, v->bits[v->width - 1], &negative, v);
}

// Truncates; the remainder has the sign of the dividend.
static struct aig_number divide(struct aig *g, enum op op, const struct aig_number *x, const struct aig_number *y,
                                bool is_signed)
{
    struct aig_number quotient, remainder;
    if (!is_signed) {
        aig_divide(g, x, y, &quotient, &remainder);
        return op == OP_DIV ? quotient : remainder;
    }
    aig_lit sign_x = x->bits[x->width - 1], sign_y = y->bits[y->width - 1];
    struct aig_number of_x = absolute(g, x), of_y = absolute(g, y);
    aig_divide(g, &of_x, &of_y, &quotient, &remainder);
    struct aig_number *result = op == OP_DIV ? &quotient : &remainder, negative = aig_negate(g, result);
    return aig_choose(g, op == OP_DIV ? aig_xor(g, sign_x, sign_y) : sign_x, &negative, result);
}

static struct aig_number arithmetic(struct aig *g, enum op op, const struct aig_number *x, const struct aig_number *y,
                                    bool is_signed)
{
    struct aig_number complement;
    switch (op) {
    case OP_NEG:
        return aig_negate(g, x);
    case OP_ADD:
        return aig_add(g, x, y, AIG_FALSE);
    case OP_SUB:
        complement = aig_complement(y);
        return aig_add(g, x, &complement, AIG_TRUE);
    case OP_MUL:
        return aig_multiply(g, x, y);
    default:
        return divide(g, op, x, y, is_signed);
    }
}

// Integers end at the least and the largest number.
static struct aig_number saturate(struct aig *g, const struct aig_number *v)
{
    struct aig_number least = aig_constant(VALUE_LEAST, v->width), largest = aig_constant(VALUE_LARGEST, v->width);
    struct aig_number low = aig_choose(g, aig_less(g, v, &least, true), &least, v);
    struct aig_number high = aig_choose(g, aig_less(g, &largest, &low, true), &largest, &low);
    return aig_resize(high, 64, true);
}

// The interval of the result tells how many bits it has; with some more, nothing is lost on the way.
static struct aig_number integer_arithmetic(struct blast *b, const struct expr_node *n, const struct aig_number *x,
                                            const struct aig_number *y)
{
    const struct type *type = model_type(b->model, n->type);
    value low = type_value(type, 0), high = type->values ? type->values[type->count - 1] : type->high;
    unsigned width = aig_width_of(low, high), wider = x->width > y->width ? x->width : y->width;
    unsigned more = n->op == OP_MUL ? x->width + y->width : wider + 1, working = width > more ? width : more;
    struct aig_number left = aig_resize(*x, working, true), right = aig_resize(*y, working, true);
    struct aig_number result = arithmetic(b->aig, n->op, &left, &right, true);
    if (low <= VALUE_LEAST || high >= VALUE_LARGEST)
        return saturate(b->aig, &result);
    return aig_resize(result, width, true);
}

// By one bit of the count after the other; a count that is no smaller than the width leaves nothing but what is brought
// in.
static struct aig_number shift(struct blast *b, enum op op, const struct operand *word, const struct operand *count)
{
    unsigned width = word->bits.width, bits = count->bits.width - (count->type->kind != TYPE_WORD);
    aig_lit fill = op == OP_SHIFT_RIGHT && word->type->is_signed ? word->bits.bits[width - 1] : AIG_FALSE;
    struct aig_number result = word->bits;
    for (unsigned bit = 0; bit < bits; bit++) {
        uint64_t by = bit < 32 ? UINT64_C(1) << bit : UINT32_MAX;
        struct aig_number moved = {.width = width};
        for (unsigned i = 0; i < width; i++)
            if (op == OP_SHIFT_LEFT)
                moved.bits[i] = i >= by ? result.bits[i - by] : fill;
            else
                moved.bits[i] = by < width && i + by < width ? result.bits[i + by] : fill;
        result = aig_choose(b->aig, count->bits.bits[bit], &moved, &result);
    }
    return result;
}

static struct aig_number bitwise(struct aig *g, enum op op, const struct aig_number *x, const struct aig_number *y)
{
    struct aig_number v = {.width = x->width};
    for (unsigned i = 0; i < x->width; i++)
        v.bits[i] = op == OP_BIT_AND  ? aig_and(g, x->bits[i], y->bits[i])
                    : op == OP_BIT_OR ? aig_or(g, x->bits[i], y->bits[i])
                                      : aig_xor(g, x->bits[i], y->bits[i]);
    return v;
}

static struct aig_number concatenate(const struct aig_number *high, struct aig_number low)
{
    for (unsigned i = 0; i < high->width; i++)
        low.bits[low.width + i] = high->bits[i];
    low.width += high->width;
    return low;
}

static struct aig_number extract(const struct aig_number *v, unsigned low, unsigned width)
{
    struct aig_number part = {.width = width};
    for (unsigned i = 0; i < width; i++)
        part.bits[i] = v->bits[low + i];
    return part;
}

static struct aig_number to_integer(struct blast *b, const struct operand *x)
{
    bool is_signed = x->type->kind == TYPE_WORD && x->type->is_signed;
    struct aig_number v = is_signed ? x->bits : aig_resize(x->bits, x->bits.width + 1, false);
    return v.width >= 64 ? saturate(b->aig, &v) : v;
}

static struct aig_number compare(struct blast *b, enum op op, const struct operand *x, const struct operand *y)
{
    struct aig_number v = x->bits, w = y->bits;
    bool is_signed = x->type->kind != TYPE_WORD || x->type->is_signed;
    if (is_number(x->type) || is_number(y->type) || v.width != w.width) {
        v = as_value(&v, x->type);
        w = as_value(&w, y->type);
        make_equal_widths(&v, &w);
        is_signed = true;
    }
    return one_bit(op == OP_EQ ? aig_equal(b->aig, &v, &w) : aig_less(b->aig, &v, &w, is_signed));
}

// Operations with one or two operands, both of which must be defined.
static struct aig_number apply(struct blast *b, const struct expr_node *n, const struct operand *x,
                               const struct operand *y)
{
    const struct type *type = model_type(b->model, n->type);
    switch (n->op) {
    case OP_NOT:
    case OP_BIT_NOT:
        return aig_complement(&x->bits);
    case OP_XOR:
        return one_bit(aig_xor(b->aig, x->bits.bits[0], y->bits.bits[0]));
    case OP_EQ:
    case OP_LT:
        return compare(b, n->op, x, y);
    case OP_NEG:
    case OP_ADD:
    case OP_SUB:
    case OP_MUL:
    case OP_DIV:
    case OP_MOD:
        if (type->kind == TYPE_WORD)
            return arithmetic(b->aig, n->op, &x->bits, &y->bits, type->is_signed);
        return integer_arithmetic(b, n, &x->bits, &y->bits);
    case OP_BIT_AND:
    case OP_BIT_OR:
    case OP_BIT_XOR:
        return bitwise(b->aig, n->op, &x->bits, &y->bits);
    case OP_SHIFT_LEFT:
    case OP_SHIFT_RIGHT:
        return shift(b, n->op, x, y);
    case OP_CONCAT:
        return concatenate(&x->bits, y->bits);
    case OP_EXTRACT:
        return extract(&x->bits, (unsigned)n->data, type->width);
    case OP_EXTEND:
        return aig_resize(x->bits, type->width, x->type->is_signed);
    case OP_RETYPE:
        return x->bits;
    case OP_TO_INT:
        return to_integer(b, x);
    case OP_TO_WORD:
        return aig_resize(x->bits, type->width, true);
    default:
        return refuse(b, CAUSE_CIRCUIT_OPERATION);
    }
}

// Where a divisor is zero, or a count of a shift negative, there is no value.
static aig_lit has_value(struct blast *b, const struct expr_node *n, const struct operand *y)
{
    struct aig_number zero = aig_constant(0, y->bits.width);
    if (n->op == OP_DIV || n->op == OP_MOD)
        return aig_not(aig_equal(b->aig, &y->bits, &zero));
    if ((n->op == OP_SHIFT_LEFT || n->op == OP_SHIFT_RIGHT) && y->type->kind != TYPE_WORD)
        return aig_not(y->bits.bits[y->bits.width - 1]);
    return AIG_TRUE;
}

static void blast_operation(struct blast *b, expr e, const struct expr_node *n)
{
    struct operand x = operand_of(b, n->args[0]), y = n->count > 1 ? operand_of(b, n->args[1]) : x;
    struct aig_number result = apply(b, n, &x, &y);
    aig_lit defined = aig_and(b->aig, x.defined, y.defined);
    keep(b, e, aig_and(b->aig, defined, has_value(b, n, &y)), &result);
}

// An operand that decides is enough, whatever the others are.
static void blast_junction(struct blast *b, expr e, const struct expr_node *n)
{
    size_t bytes = 2 * n->count * sizeof(aig_lit);
    aig_lit *deciding = mem_alloc(b->mem, bytes), *defined = deciding + n->count;
    for (size_t i = 0; i < n->count; i++) {
        const struct blasted_expr *x = &b->made.at[n->args[i]];
        aig_lit bit = b->bits.at[x->first];
        deciding[i] = aig_and(b->aig, x->defined, n->op == OP_OR ? bit : aig_not(bit));
        defined[i] = x->defined;
    }
    aig_lit decided = aig_or_all(b->aig, deciding, n->count);
    aig_lit is_defined = aig_or(b->aig, decided, aig_and_all(b->aig, defined, n->count));
    struct aig_number result = one_bit(n->op == OP_OR ? decided : aig_not(decided));
    keep(b, e, is_defined, &result);
    mem_free(b->mem, deciding, bytes);
}

static void blast_ite(struct blast *b, expr e, const struct expr_node *n)
{
    struct operand condition = operand_of(b, n->args[0]), then = operand_of(b, n->args[1]),
                   otherwise = operand_of(b, n->args[2]);
    aig_lit chosen = condition.bits.bits[0];
    if (is_number(then.type) || is_number(otherwise.type) || then.bits.width != otherwise.bits.width)
        make_equal_widths(&then.bits, &otherwise.bits);
    struct aig_number result = aig_choose(b->aig, chosen, &then.bits, &otherwise.bits);
    aig_lit defined = aig_ite(b->aig, chosen, then.defined, otherwise.defined);
    keep(b, e, aig_and(b->aig, condition.defined, defined), &result);
}

static void blast_count(struct blast *b, expr e, const struct expr_node *n)
{
    unsigned width = aig_width_of(0, (int64_t)n->count);
    struct aig_number sum = aig_constant(0, width), zero = sum;
    aig_lit defined = AIG_TRUE;
    for (size_t i = 0; i < n->count; i++) {
        const struct blasted_expr *x = &b->made.at[n->args[i]];
        sum = aig_add(b->aig, &sum, &zero, b->bits.at[x->first]);
        defined = aig_and(b->aig, defined, x->defined);
    }
    keep(b, e, defined, &sum);
}

static void blast_constant(struct blast *b, expr e, const struct expr_node *n)
{
    const struct type *type = model_type(b->model, n->type);
    unsigned width = is_number(type) ? aig_width_of(n->data, n->data) : type->kind == TYPE_WORD ? type->width : 1;
    struct aig_number v = aig_constant(n->data, width);
    keep(b, e, AIG_TRUE, &v);
}

static void blast_one(struct blast *b, expr e)
{
    const struct expr_node *n = model_expr(b->model, e);
    struct aig_number v;
    switch (n->op) {
    case OP_CONST:
        blast_constant(b, e, n);
        break;
    case OP_CELL:
    case OP_NEXT:
        v = cell_value(b, (cell_id)n->data, n->op == OP_NEXT);
        keep(b, e, AIG_TRUE, &v);
        break;
    case OP_AND:
    case OP_OR:
        blast_junction(b, e, n);
        break;
    case OP_ITE:
        blast_ite(b, e, n);
        break;
    case OP_COUNT:
        blast_count(b, e, n);
        break;
    case OP_LOCAL:
    case OP_CHOICE:
    case OP_SPAN:
        v = refuse(b, CAUSE_CIRCUIT_OPERATION);
        keep(b, e, AIG_FALSE, &v);
        break;
    default:
        blast_operation(b, e, n);
        break;
    }
}

// ---- All of them ----------------------------------------------------------------------------------------------------

static bool is_made(const struct blast *b, expr e)
{
    return e < b->made.count && b->made.at[e].is_made;
}

static bool is_wanted(const struct walk *walk, uint32_t of, size_t operand)
{
    const struct blast *b = walk->context;
    return !is_made(b, model_expr(b->model, of)->args[operand]);
}

static bool make(struct blast *b, expr root)
{
    if (is_made(b, root))
        return !b->error;
    struct walk walk = {.model = b->model, .mem = b->mem, .follows = is_wanted, .context = b};
    size_t count = 0;
    walk_from(&walk, root);
    for (expr e; !b->error && walk_next(&walk, &e);) {
        if (!is_made(b, e)) // it may have been needed for the next value of a cell meanwhile
            blast_one(b, e);
        if (++count % LOOK_AFTER == 0 && b->goes_on && !b->goes_on(b->context))
            b->error = CAUSE_CIRCUIT_STOPPED;
    }
    walk_free(&walk);
    return !b->error;
}

aig_lit blast_condition(struct blast *b, expr condition)
{
    if (!make(b, condition))
        return AIG_FALSE;
    const struct blasted_expr *m = &b->made.at[condition];
    return aig_and(b->aig, m->defined, b->bits.at[m->first]);
}

struct aig_number blast_value(struct blast *b, expr e, aig_lit *defined)
{
    *defined = AIG_FALSE;
    if (!make(b, e))
        return aig_constant(0, 1);
    struct operand o = operand_of(b, e);
    *defined = o.defined;
    return o.bits;
}
