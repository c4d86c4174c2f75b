#include "parametric/cell_condition.h"

#include <assert.h>
#include <stdlib.h>

enum { MOST_CASES = 20000, MOST_STEPS = 5000000 };

void cell_conditions_open(struct cell_conditions *c, struct parametric_instance *in)
{
    *c = (struct cell_conditions){.in = in, .mem = in->mem, .substitution = {.model = in->model, .mem = in->mem}};
    array_push(c->mem, &c->nodes, (struct condition_node){.kind = CONDITION_CONSTANT});
}

void cell_conditions_close(struct cell_conditions *c)
{
    array_free(c->mem, &c->nodes);
    array_free(c->mem, &c->operands);
    int_map_free(c->mem, &c->by_hash);
    int_map_free(c->mem, &c->of_expr);
    walk_free(&c->substitution);
}

// ---- Nodes ----------------------------------------------------------------------------------------------------------

static bool is_node(const struct cell_conditions *c, uint32_t number, const struct condition_node *node,
                    const cell_condition *operands)
{
    const struct condition_node *other = &c->nodes.at[number];
    if (other->kind != node->kind || other->cell != node->cell || other->mask != node->mask ||
        other->count != node->count)
        return false;
    for (uint32_t i = 0; i < node->count; i++) {
        assert(operands);
        if (c->operands.at[other->first + i] != operands[i])
            return false;
    }
    return true;
}

static cell_condition make(struct cell_conditions *c, struct condition_node node, const cell_condition *operands)
{
    bool added;
    uint64_t hash = hash_pair(hash_pair(node.kind, node.cell), node.mask);
    for (uint32_t i = 0; i < node.count; i++) {
        assert(operands);
        hash = hash_pair(hash, operands[i]); // cppcheck-suppress nullPointer ; a literal has no operands
    }
    uint32_t key = (uint32_t)hash >> 1;
    uint32_t *first = int_map_find(&c->by_hash, key);
    for (uint32_t i = first ? *first : 0; i; i = c->nodes.at[i].same_hash)
        if (is_node(c, i, &node, operands))
            return i * 2;
    uint32_t number = (uint32_t)c->nodes.count;
    node.same_hash = first ? *first : 0;
    node.first = (uint32_t)c->operands.count;
    for (uint32_t i = 0; i < node.count; i++) {
        assert(operands);
        array_push(c->mem, &c->operands, operands[i]);
    }
    array_push(c->mem, &c->nodes, node);
    if (first)
        *first = number;
    else if (!int_map_try_add(c->mem, &c->by_hash, key, number, &added))
        mem_exhausted(c->mem);
    return number * 2;
}

cell_condition condition_literal(struct cell_conditions *c, cell_id cell, uint64_t mask)
{
    uint64_t full = c->in->cells[cell].full;
    mask &= full;
    if (mask == 0)
        return CONDITION_FALSE;
    if (mask == full)
        return CONDITION_TRUE;
    return make(c, (struct condition_node){.kind = CONDITION_LITERAL, .cell = cell, .mask = mask}, NULL);
}

// The literal that a condition is, negated or not.
static bool as_literal(const struct cell_conditions *c, cell_condition x, cell_id *cell, uint64_t *mask)
{
    const struct condition_node *node = &c->nodes.at[x / 2];
    if (node->kind != CONDITION_LITERAL)
        return false;
    *cell = node->cell;
    *mask = x & 1 ? c->in->cells[node->cell].full & ~node->mask : node->mask;
    return true;
}

// Adds a conjunct to those of a conjunction. False if the conjunction is false.
static bool add_conjunct(struct cell_conditions *c, cell_condition x, size_t first)
{
    cell_id cell, other;
    uint64_t mask, also;
    bool is_literal = as_literal(c, x, &cell, &mask);
    if (x == CONDITION_FALSE)
        return false;
    if (x == CONDITION_TRUE)
        return true;
    for (size_t i = first; i < c->operands.count; i++) {
        cell_condition y = c->operands.at[i];
        if (y == x)
            return true;
        if (y == condition_not(x))
            return false;
        if (is_literal && as_literal(c, y, &other, &also) && other == cell) {
            if ((mask & also) == 0)
                return false;
            c->operands.at[i] = condition_literal(c, cell, mask & also); // which has no operands itself
            return true;
        }
    }
    array_push(c->mem, &c->operands, x);
    return true;
}

static int by_number(const void *a, const void *b)
{
    cell_condition left = *(const cell_condition *)a, right = *(const cell_condition *)b;
    return (left > right) - (left < right);
}

cell_condition condition_and(struct cell_conditions *c, cell_condition a, cell_condition b)
{
    cell_condition both[2] = {a, b}, result;
    size_t first = c->operands.count;
    bool is_false = false;
    for (int side = 0; side < 2 && !is_false; side++) {
        struct condition_node node = c->nodes.at[both[side] / 2];
        if (node.kind != CONDITION_AND || both[side] & 1) {
            is_false = !add_conjunct(c, both[side], first);
            continue;
        }
        for (uint32_t i = 0; i < node.count && !is_false; i++)
            is_false = !add_conjunct(c, c->operands.at[node.first + i], first);
    }
    size_t count = c->operands.count - first;
    ARRAY(cell_condition) operands = {0};
    for (size_t i = 0; i < count; i++)
        array_push(c->mem, &operands, c->operands.at[first + i]);
    c->operands.count = first;
    assert(operands.at || count == 0);
    if (is_false) {
        result = CONDITION_FALSE;
    } else if (count == 0) {
        result = CONDITION_TRUE;
    } else if (count == 1) {
        result = operands.at[0];
    } else {
        qsort(operands.at, count, sizeof *operands.at, by_number);
        result = make(c, (struct condition_node){.kind = CONDITION_AND, .count = (uint32_t)count}, operands.at);
    }
    array_free(c->mem, &operands);
    return result;
}

static cell_condition condition_or(struct cell_conditions *c, cell_condition a, cell_condition b)
{
    cell_id cell, other;
    uint64_t mask, also;
    if (as_literal(c, a, &cell, &mask) && as_literal(c, b, &other, &also) && cell == other)
        return condition_literal(c, cell, mask | also);
    return condition_not(condition_and(c, condition_not(a), condition_not(b)));
}

cell_condition condition_ite(struct cell_conditions *c, cell_condition condition, cell_condition then,
                             cell_condition otherwise)
{
    if (condition == CONDITION_TRUE || then == otherwise)
        return then;
    if (condition == CONDITION_FALSE)
        return otherwise;
    if (then == CONDITION_FALSE)
        return condition_and(c, condition_not(condition), otherwise);
    if (otherwise == CONDITION_FALSE)
        return condition_and(c, condition, then);
    if (then == CONDITION_TRUE)
        return condition_or(c, condition, otherwise);
    if (otherwise == CONDITION_TRUE)
        return condition_or(c, condition_not(condition), then);
    cell_condition operands[] = {condition, then, otherwise};
    if (then & 1) {
        operands[1] = condition_not(then);
        operands[2] = condition_not(otherwise);
        return condition_not(make(c, (struct condition_node){.kind = CONDITION_ITE, .count = 3}, operands));
    }
    return make(c, (struct condition_node){.kind = CONDITION_ITE, .count = 3}, operands);
}

// ---- Expressions of the model ---------------------------------------------------------------------------------------

// Whatever has no better form is split by the values of a cell that it depends on, until it is constant.
struct choice {
    cell_id cell;
    expr constant;
};

static expr choose_leaf(void *context, expr e, const struct expr_node *node)
{
    const struct choice *choice = context;
    return node->op == OP_CELL && (cell_id)node->data == choice->cell ? choice->constant : e;
}

// One of the phantom's comes last: it stands in an expression that reads it only if others, an id for one, say so, and
// a case that is split by it before would be taken for one that reads it.
static cell_id some_cell(struct cell_conditions *c, expr e)
{
    struct expr_support support = {0};
    cell_id cell = CELL_NONE;
    if (expr_support(&support, c->in->model, &e, 1, SIZE_MAX, c->mem))
        for (size_t i = 0; i < support.cells.count; i++) {
            cell_id next = (cell_id)model_expr(c->in->model, support.cells.at[i])->data;
            if (cell == CELL_NONE || c->in->cells[cell].is_phantoms)
                cell = next;
        }
    expr_support_free(&support, c->mem);
    return cell;
}

static cell_condition by_cases(struct cell_conditions *c, expr e)
{
    struct parametric_instance *in = c->in;
    cell_id cell = some_cell(c, e);
    cell_condition all = CONDITION_FALSE;
    if (cell == CELL_NONE || c->failed) {
        c->failed = true;
        return CONDITION_FALSE;
    }
    const struct instance_cell of = in->cells[cell];
    for (uint32_t i = of.first_value; i < of.first_value + of.value_count && !c->failed; i++) {
        struct choice choice = {cell, model_const(in->model, model_cell(in->model, cell)->type, in->values.at[i])};
        c->failed |= ++c->cases > MOST_CASES;
        walk_clear(&c->substitution);
        expr chosen = walk_map(&c->substitution, in->model, choose_leaf, &choice, e);
        cell_condition here = condition_literal(c, cell, in->bits.at[i]);
        all = condition_or(c, all, condition_and(c, here, condition_of(c, chosen)));
    }
    return all;
}

// The cell that an expression is.
static cell_id as_cell(const struct cell_conditions *c, expr e)
{
    const struct expr_node *node = model_expr(c->in->model, e);
    return node->op == OP_CELL ? (cell_id)node->data : CELL_NONE;
}

static cell_condition equality_of_cells(struct cell_conditions *c, cell_id a, cell_id b)
{
    const struct instance_cell of = c->in->cells[a];
    cell_condition all = CONDITION_FALSE;
    for (uint32_t i = of.first_value; i < of.first_value + of.value_count; i++) {
        uint64_t there = parametric_bit(c->in, b, c->in->values.at[i]);
        cell_condition here = condition_literal(c, a, c->in->bits.at[i]);
        all = condition_or(c, all, condition_and(c, here, condition_literal(c, b, there)));
    }
    return all;
}

// Choices within choices (an array that is read by an id that an array holds) may have too many ways.
static bool is_too_much(struct cell_conditions *c)
{
    c->failed |= ++c->steps > MOST_STEPS;
    return c->failed;
}

static cell_condition equality(struct cell_conditions *c, expr a, expr b)
{
    if (is_too_much(c))
        return CONDITION_FALSE;
    struct model *m = c->in->model;
    struct expr_node left = *model_expr(m, a), right = *model_expr(m, b);
    value x, y;
    if (model_expr_type(m, a)->kind == TYPE_BOOLEAN && model_expr_type(m, b)->kind == TYPE_BOOLEAN) {
        cell_condition same = condition_of(c, b);
        return condition_ite(c, condition_of(c, a), same, condition_not(same));
    }
    if (right.op == OP_ITE || (left.op != OP_ITE && model_is_const(m, a, NULL))) {
        expr swap = a;
        a = b, b = swap, left = right;
    }
    if (left.op == OP_ITE) {
        expr then = left.args[1], otherwise = left.args[2];
        return condition_ite(c, condition_of(c, left.args[0]), equality(c, then, b), equality(c, otherwise, b));
    }
    if (model_is_const(m, a, &x) && model_is_const(m, b, &y))
        return x == y ? CONDITION_TRUE : CONDITION_FALSE;
    if (as_cell(c, a) != CELL_NONE && model_is_const(m, b, &y))
        return condition_literal(c, as_cell(c, a), parametric_bit(c->in, as_cell(c, a), y));
    if (as_cell(c, a) != CELL_NONE && as_cell(c, b) != CELL_NONE)
        return equality_of_cells(c, as_cell(c, a), as_cell(c, b));
    return by_cases(c, model_binary(m, OP_EQ, a, b));
}

static cell_condition build(struct cell_conditions *c, expr e)
{
    struct parametric_instance *in = c->in;
    struct expr_node node = *model_expr(in->model, e);
    cell_condition x = CONDITION_TRUE, y;
    switch (node.op) {
    case OP_CONST:
        return node.data ? CONDITION_TRUE : CONDITION_FALSE;
    case OP_CELL:
        return condition_literal(c, (cell_id)node.data, parametric_bit(in, (cell_id)node.data, 1));
    case OP_NOT:
        return condition_not(condition_of(c, node.args[0]));
    case OP_AND:
        for (size_t i = 0; i < node.count; i++)
            x = condition_and(c, x, condition_of(c, node.args[i]));
        return x;
    case OP_OR:
        for (size_t i = 0; i < node.count; i++)
            x = condition_and(c, x, condition_not(condition_of(c, node.args[i])));
        return condition_not(x);
    case OP_XOR:
        x = condition_of(c, node.args[0]);
        y = condition_of(c, node.args[1]);
        return condition_ite(c, x, condition_not(y), y);
    case OP_ITE:
        x = condition_of(c, node.args[0]);
        y = condition_of(c, node.args[1]);
        return condition_ite(c, x, y, condition_of(c, node.args[2]));
    case OP_EQ:
        return equality(c, node.args[0], node.args[1]);
    default:
        return by_cases(c, e);
    }
}

cell_condition condition_of(struct cell_conditions *c, expr e)
{
    bool added;
    uint32_t *known = int_map_find(&c->of_expr, e);
    if (known)
        return *known;
    cell_condition result = build(c, e);
    if (!int_map_try_add(c->mem, &c->of_expr, e, result, &added))
        mem_exhausted(c->mem);
    return result;
}

cell_condition condition_within(struct cell_conditions *c, expr e, cell_id cell, uint64_t mask)
{
    if (is_too_much(c))
        return CONDITION_FALSE;
    struct parametric_instance *in = c->in;
    struct expr_node node = *model_expr(in->model, e);
    const struct instance_cell of = in->cells[cell];
    value x;
    if (model_is_const(in->model, e, &x))
        return parametric_bit(in, cell, x) & mask ? CONDITION_TRUE : CONDITION_FALSE;
    if (node.op == OP_ITE) {
        cell_condition then = condition_within(c, node.args[1], cell, mask);
        cell_condition otherwise = condition_within(c, node.args[2], cell, mask);
        return condition_ite(c, condition_of(c, node.args[0]), then, otherwise);
    }
    if (node.op == OP_CELL) {
        cell_id other = (cell_id)node.data;
        uint64_t there = 0;
        for (uint32_t i = of.first_value; i < of.first_value + of.value_count; i++)
            if (in->bits.at[i] & mask)
                there |= parametric_bit(in, other, in->values.at[i]);
        return condition_literal(c, other, there);
    }
    cell_condition all = CONDITION_FALSE;
    for (uint32_t i = of.first_value; i < of.first_value + of.value_count; i++)
        if (in->bits.at[i] & mask) { // one value of an expression that is no choice
            expr v = model_const(in->model, model_cell(in->model, cell)->type, in->values.at[i]);
            all = condition_or(c, all, equality(c, e, v));
        }
    return all;
}
