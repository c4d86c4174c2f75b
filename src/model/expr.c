// Expressions as a hash-consed graph: making nodes, constants and cells, and replacing cells by their next values. What
// is simplified when a node is made lies with the constructors of each kind: expr_boolean.c, expr_compare.c,
// expr_arithmetic.c, word.c and set.c.
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "model/model_internal.h"

const struct expr_node *model_expr(const struct model *m, expr e)
{
    assert(e < m->nodes.count);
    return &m->nodes.at[e]->shown;
}

const struct type *model_expr_type(const struct model *m, expr e)
{
    assert(e < m->nodes.count);
    return type_of(m, e);
}

bool model_is_const(const struct model *m, expr e, value *v)
{
    const struct expr_node *n = model_expr(m, e);
    if (n->op != OP_CONST)
        return false;
    if (v)
        *v = n->data;
    return true;
}

// ---- Nodes ----------------------------------------------------------------------------------------------------------

static int by_handle(const void *a, const void *b)
{
    expr x = *(const expr *)a, y = *(const expr *)b;
    return (x > y) - (x < y);
}

#define FEW 64

// Operands are few, and mostly in order: what was made later has the larger handle.
static void insert_in_order(expr *at, size_t count)
{
    for (size_t i = 1; i < count; i++) {
        expr moved = at[i];
        size_t to = i;
        for (; to > 0 && at[to - 1] > moved; to--)
            at[to] = at[to - 1];
        at[to] = moved;
    }
}

void model_sort(expr *at, size_t count)
{
    if (count > FEW)
        qsort(at, count, sizeof *at, by_handle);
    else
        insert_in_order(at, count);
}

size_t model_sort_distinct(expr *at, size_t count)
{
    model_sort(at, count);
    size_t distinct = 0;
    for (size_t i = 0; i < count; i++)
        if (i == 0 || at[i] != at[i - 1])
            at[distinct++] = at[i];
    return distinct;
}

static uint32_t node_hash(enum op op, type_id type, value data, const expr *args, size_t count)
{
    uint64_t hash = hash_pair((uint64_t)op << 32 | type, (uint64_t)data);
    for (size_t i = 0; i < count; i++)
        hash = hash_mix(hash * UINT64_C(0x9e3779b97f4a7c15) ^ args[i]);
    return (uint32_t)hash;
}

static struct shape shape_of(const struct model *m, enum op op, type_id type, const expr *args, size_t count)
{
    struct shape shape = {.result_width = (uint8_t)m->types.at[type]->width};
    if (count) {
        shape.width = (uint8_t)type_of(m, args[0])->width;
        shape.is_signed = type_of(m, args[0])->is_signed;
    }
    if (op == OP_SHIFT_LEFT || op == OP_SHIFT_RIGHT)
        shape.word_count = type_of(m, args[1])->kind == TYPE_WORD;
    return shape;
}

static bool is_never_zero(const struct model *m, expr e)
{
    value v;
    return model_is_const(m, e, &v) ? v != 0 : !type_contains(type_of(m, e), 0);
}

static bool is_test_for_zero(const struct model *m, const struct expr_node *test, expr of)
{
    value v;
    for (size_t i = 0; i < 2 && test->op == OP_EQ; i++)
        if (test->args[i] == of && model_is_const(m, test->args[1 - i], &v) && v == 0)
            return true;
    return false;
}

// A division that has another result by zero divides by `x = 0 ? 1 : x`.
static bool may_be_zero(const struct model *m, expr divisor)
{
    const struct expr_node *choice = model_expr(m, divisor);
    if (is_never_zero(m, divisor))
        return false;
    return choice->op != OP_ITE || !is_never_zero(m, choice->args[1]) ||
           !is_test_for_zero(m, model_expr(m, choice->args[0]), choice->args[2]);
}

// Whether the operation itself may be undefined where its operands are not.
static bool may_fail(const struct model *m, enum op op, const expr *args)
{
    switch (op) {
    case OP_DIV:
    case OP_MOD:
        return may_be_zero(m, args[1]);
    case OP_SHIFT_LEFT:
    case OP_SHIFT_RIGHT:
        return type_of(m, args[1])->kind == TYPE_INTEGER && type_of(m, args[1])->low < 0;
    default:
        return false;
    }
}

static struct node describe(const struct model *m, enum op op, type_id type, value data, const expr *args, size_t count)
{
    struct node n = {.shown = {.op = op, .type = type, .data = data, .count = count}};
    struct expr_node *shown = &n.shown;
    n.shape = shape_of(m, op, type, args, count);
    shown->has_next = op == OP_NEXT;
    shown->has_input = (op == OP_CELL || op == OP_NEXT) && m->cells.at[data]->role == CELL_INPUT;
    shown->has_set = m->types.at[type]->kind == TYPE_SET;
    shown->partial = may_fail(m, op, args);
    for (size_t i = 0; i < count; i++) {
        const struct expr_node *arg = model_expr(m, args[i]);
        shown->has_next |= arg->has_next;
        shown->has_input |= arg->has_input;
        shown->has_set |= arg->has_set;
        shown->partial |= arg->partial;
    }
    return n;
}

static bool same_node(const struct expr_node *n, enum op op, type_id type, value data, const expr *args, size_t count)
{
    return n->op == op && n->type == type && n->data == data && n->count == count &&
           (count == 0 || memcmp(n->args, args, count * sizeof *args) == 0);
}

expr model_intern(struct model *m, enum op op, type_id type, value data, const expr *args, size_t count)
{
    uint32_t hash = node_hash(op, type, data, args, count);
    size_t at = hash;
    for (uint32_t i; (i = table_probe(&m->node_table, hash, &at)) != TABLE_END;)
        if (same_node(&m->nodes.at[i]->shown, op, type, data, args, count))
            return i;
    struct node *n = arena_alloc(&m->arena, sizeof *n + count * sizeof *args);
    *n = describe(m, op, type, data, args, count);
    if (count)
        n->shown.args = memcpy(n + 1, args, count * sizeof *args);
    array_reserve(m->mem, &m->nodes, m->nodes.count + 1);
    table_add(m->mem, &m->node_table, hash, (uint32_t)m->nodes.count);
    m->nodes.at[m->nodes.count++] = n;
    return (expr)(m->nodes.count - 1);
}

expr model_fold(struct model *m, enum op op, type_id type, value data, const expr *args, size_t count)
{
    value v[2] = {0}, result;
    assert(count <= 2);
    for (size_t i = 0; i < count; i++)
        if (!model_is_const(m, args[i], &v[i]))
            return EXPR_NONE;
    if (!scalar_apply(op, shape_of(m, op, type, args, count), data, v[0], v[1], &result))
        return EXPR_NONE;
    return model_const(m, type, result);
}

size_t model_expr_count(const struct model *m)
{
    return m->nodes.count;
}

// ---- Constants and cells --------------------------------------------------------------------------------------------

expr model_const(struct model *m, type_id type, value v)
{
    const struct type *t = model_type(m, type);
    assert(t->kind != TYPE_SET);
    if (t->kind == TYPE_WORD) {
        v = (value)((uint64_t)v & word_mask(t->width));
    } else if (t->kind == TYPE_BOOLEAN) {
        v = v != 0;
    } else if (value_is_symbol(v)) {
        type = t->count == 1 ? type : model_enum(m, &v, 1);
    } else {
        assert(VALUE_LEAST <= v);
        v = integer_saturate(v);
        type = model_integer(m, v, v);
    }
    return model_intern(m, OP_CONST, type, v, NULL, 0);
}

static expr truth_value(struct model *m, bool v)
{
    if (!m->truths[v])
        m->truths[v] = 1 + model_intern(m, OP_CONST, model_boolean(m), v, NULL, 0);
    return m->truths[v] - 1;
}

expr model_true(struct model *m)
{
    return truth_value(m, true);
}

expr model_false(struct model *m)
{
    return truth_value(m, false);
}

expr model_int(struct model *m, value v)
{
    assert(VALUE_LEAST <= v);
    v = integer_saturate(v);
    return model_intern(m, OP_CONST, model_integer(m, v, v), v, NULL, 0);
}

expr model_cell_expr(struct model *m, cell_id cell)
{
    return model_intern(m, OP_CELL, model_cell(m, cell)->type, cell, NULL, 0);
}

expr model_next_expr(struct model *m, cell_id cell)
{
    return model_intern(m, OP_NEXT, model_cell(m, cell)->type, cell, NULL, 0);
}

expr model_new_local(struct model *m, type_id type)
{
    return model_intern(m, OP_LOCAL, type, (value)m->locals++, NULL, 0);
}

size_t model_local_count(const struct model *m)
{
    return m->locals;
}

// ---- Any operation, by its name -------------------------------------------------------------------------------------

expr model_unary(struct model *m, enum op op, expr a)
{
    switch (op) {
    case OP_NOT:
        return model_not(m, a);
    case OP_NEG:
        return model_negative(m, a);
    case OP_BIT_NOT:
        return model_bit_not(m, a);
    case OP_TO_INT:
        return model_to_int(m, a);
    default:
        assert(!"an operation of one operand");
        return a;
    }
}

expr model_binary(struct model *m, enum op op, expr a, expr b)
{
    switch (op) {
    case OP_AND:
        return model_and(m, a, b);
    case OP_OR:
        return model_or(m, a, b);
    case OP_XOR:
        return model_xor(m, a, b);
    case OP_EQ:
        return model_equal(m, a, b);
    case OP_LT:
        return model_less(m, a, b);
    case OP_LE:
        return model_not(m, model_less(m, b, a));
    case OP_ADD:
    case OP_SUB:
    case OP_MUL:
    case OP_DIV:
    case OP_MOD:
        return model_arithmetic(m, op, a, b);
    case OP_BIT_AND:
    case OP_BIT_OR:
    case OP_BIT_XOR:
    case OP_SHIFT_LEFT:
    case OP_SHIFT_RIGHT:
    case OP_CONCAT:
        return model_bits(m, op, a, b);
    case OP_IN:
        return model_member(m, a, b);
    case OP_SPAN:
        return model_span(m, a, b);
    default:
        assert(!"an operation of two operands");
        return a;
    }
}

expr model_nary(struct model *m, enum op op, const expr *args, size_t count)
{
    switch (op) {
    case OP_AND:
    case OP_OR:
        return model_junction(m, op, args, count);
    case OP_COUNT:
        return model_count(m, args, count);
    case OP_CHOICE:
        return model_choice(m, args, count);
    default:
        assert(!"an operation of any number of operands");
        return args[0];
    }
}

// ---- From now to next -----------------------------------------------------------------------------------------------

expr model_rebuild(struct model *m, const struct expr_node *n, const expr *args)
{
    switch (n->op) {
    case OP_CONST:
    case OP_CELL:
    case OP_NEXT:
    case OP_LOCAL:
        return model_intern(m, n->op, n->type, n->data, NULL, 0);
    case OP_ITE:
        return model_ite(m, args[0], args[1], args[2]);
    case OP_NOT:
    case OP_NEG:
    case OP_BIT_NOT:
    case OP_TO_INT:
        return model_unary(m, n->op, args[0]);
    case OP_EXTRACT:
        return model_extract(m, args[0], (unsigned)n->data + m->types.at[n->type]->width - 1, (unsigned)n->data);
    case OP_EXTEND:
    case OP_RETYPE:
    case OP_TO_WORD:
        return model_convert(m, n->op, n->type, args[0]);
    case OP_AND:
    case OP_OR:
    case OP_COUNT:
    case OP_CHOICE:
        return model_nary(m, n->op, args, n->count);
    default:
        return model_binary(m, n->op, args[0], args[1]);
    }
}

static expr shift_leaf(void *context, expr e, const struct expr_node *n)
{
    struct model *m = context;
    return n->op == OP_CELL && m->cells.at[n->data]->role != CELL_FROZEN ? model_next_expr(m, (cell_id)n->data) : e;
}

expr model_shift(struct model *m, expr root)
{
    assert(!model_expr(m, root)->has_next);
    return walk_map(&m->shifted, m, shift_leaf, m, root);
}
