// Expressions as vertices above those of their operands.
//
// An operand is below its operation directly, or below a vertex that tells its place where the order matters. Nested
// operations are taken as one where their nesting means nothing and nobody else uses the inner one: sums, conjunctions,
// and chains of ITE that compare one expression with constants. So p1 & (p2 & p3) is as symmetric as it should be.
#include <stdlib.h>

#include "base/clock.h"
#include "group/model_graph_build.h"
#include "model/walk.h"

vertex behaviour_at_place(struct builder *k, int64_t place, vertex v)
{
    return graph_add(k->graph, (struct vertex_key){.kind = VERTEX_PLACE, .a = place}, &v, 1);
}

static struct vertex_key operation_key(const struct builder *k, enum op op, type_id type)
{
    return (struct vertex_key){.kind = VERTEX_OPERATION, .a = op, .b = behaviour_form(k, type)};
}

// ---- Operations whose operands have no order ------------------------------------------------------------------------

// Whether an operand is the same operation once more, and its operands might as well be those of the outer one.
static bool dissolves(const struct builder *k, const struct expr_node *outer, expr operand)
{
    const struct expr_node *inner = model_expr(k->model, operand);
    if (inner->op != outer->op || k->uses[operand] != 1)
        return false;
    if (outer->op == OP_ADD || outer->op == OP_MUL)
        return behaviour_form(k, inner->type) == behaviour_form(k, outer->type) && expr_is_exact(k->model, inner) &&
               expr_is_exact(k->model, outer);
    return op_is_associative(outer->op);
}

static void collect_operands(struct builder *k, const struct expr_node *n)
{
    expr_list *list = &k->operands;
    for (size_t i = 0; i < n->count; i++)
        array_push(k->mem, list, n->args[i]);
    for (size_t i = 0; op_is_commutative(n->op) && i < list->count;) {
        const struct expr_node *inner = model_expr(k->model, list->at[i]);
        if (!dissolves(k, n, list->at[i])) {
            i++;
            continue;
        }
        list->at[i] = inner->args[0];
        for (size_t j = 1; j < inner->count; j++)
            array_push(k->mem, list, inner->args[j]);
    }
}

static int by_number(const void *a, const void *b)
{
    vertex x = *(const vertex *)a, y = *(const vertex *)b;
    return (x > y) - (x < y);
}

// The vertices are a multiset; as a set, each that is there several times is replaced by one that says how many times.
static void count_equal(struct builder *k)
{
    size_t kept = 0, run;
    vertex *at = k->below.at;
    if (k->below.count > 1)
        qsort(at, k->below.count, sizeof *at, by_number);
    for (size_t i = 0; i < k->below.count; i += run) {
        vertex v = at[i];
        for (run = 1; i + run < k->below.count && at[i + run] == v; run++)
            ;
        at[kept++] =
            run == 1 ? v : graph_add(k->graph, (struct vertex_key){.kind = VERTEX_TIMES, .a = (int64_t)run}, &v, 1);
    }
    k->below.count = kept;
}

static vertex make_operation(struct builder *k, const struct expr_node *n)
{
    struct vertex_key key = operation_key(k, n->op, n->type);
    if (n->op == OP_EXTRACT)
        key = (struct vertex_key){.kind = VERTEX_EXTRACT, .a = n->data, .b = key.b};
    k->below.count = 0;
    for (size_t i = 0; i < k->operands.count; i++) {
        vertex v = k->made[k->operands.at[i]];
        bool is_direct = i == 0 || op_is_commutative(n->op);
        array_push(k->mem, &k->below, is_direct ? v : behaviour_at_place(k, (int64_t)i, v));
    }
    if (op_is_commutative(n->op) && !op_is_idempotent(n->op))
        count_equal(k);
    return graph_add(k->graph, key, k->below.at, k->below.count);
}

// ---- Comparisons with constants -------------------------------------------------------------------------------------

// Whether an expression is an equation with a constant.
static bool is_comparison(const struct builder *k, expr e, expr *subject, expr *constant)
{
    const struct expr_node *n = model_expr(k->model, e);
    for (size_t i = 0; n->op == OP_EQ && i < 2; i++)
        if (model_is_const(k->model, n->args[i], NULL)) {
            *constant = n->args[i];
            *subject = n->args[1 - i];
            return true;
        }
    return false;
}

static vertex make_comparison(struct builder *k, expr subject, type_id type, value v)
{
    const struct expr_node *n = model_expr(k->model, subject);
    struct vertex_key key = {.kind = VERTEX_OPERATION, .a = OP_EQ, .b = -1};
    vertex below[2];
    if (behaviour_is_loose_leaf(k, subject)) {
        below[0] = behaviour_own_value(k, (cell_id)n->data, v);
        if (n->op == OP_NEXT)
            below[0] = behaviour_at_place(k, 1, below[0]);
        return graph_add(k->graph, key, below, 1);
    }
    below[0] = k->made[subject];
    below[1] = behaviour_constant(k, type, v);
    return graph_add(k->graph, key, below, 2);
}

// ---- Chains of ITE --------------------------------------------------------------------------------------------------

#define MOST_CASES 500 // of one chain; they are compared with each other

struct chain {
    expr subject;
    expr constants[MOST_CASES], values[MOST_CASES];
    size_t count;
    expr otherwise;
};

static bool has_case(const struct builder *k, const struct chain *c, value v)
{
    for (size_t i = 0; i < c->count; i++)
        if (model_expr(k->model, c->constants[i])->data == v)
            return true;
    return false;
}

// The cases exclude each other, so that their order means nothing.
static bool read_chain(const struct builder *k, expr e, struct chain *c)
{
    expr subject, constant, at = e;
    c->count = 0;
    while (c->count < MOST_CASES) {
        const struct expr_node *n = model_expr(k->model, at);
        if (n->op != OP_ITE || (at != e && k->uses[at] != 1) || !is_comparison(k, n->args[0], &subject, &constant) ||
            (c->count && subject != c->subject) || has_case(k, c, model_expr(k->model, constant)->data))
            break;
        c->subject = subject;
        c->constants[c->count] = constant;
        c->values[c->count++] = n->args[1];
        at = n->args[2];
    }
    c->otherwise = at;
    return c->count > 0;
}

// Whether what is left for the subject of a chain is one value only, which `otherwise` is the case of.
static bool is_one_left(const struct builder *k, const struct chain *c, value *left)
{
    const struct expr_node *n = model_expr(k->model, c->subject);
    size_t missing = 0;
    if (n->op != OP_CELL && n->op != OP_NEXT)
        return false;
    const struct type *type = model_type(k->model, model_cell(k->model, (cell_id)n->data)->type);
    if ((type->kind != TYPE_ENUM && !k->loose[n->data]) || type->has_none || type_size(type) != c->count + 1)
        return false;
    for (uint64_t i = 0; i <= c->count; i++) {
        value v = type_value(type, i);
        if (has_case(k, c, v))
            continue;
        *left = v;
        missing++;
    }
    return missing == 1;
}

static vertex make_case(struct builder *k, vertex condition, expr e)
{
    vertex below[] = {condition, behaviour_at_place(k, 1, k->made[e])};
    return graph_add(k->graph, (struct vertex_key){.kind = VERTEX_CASE}, below, 2);
}

static vertex make_chain(struct builder *k, const struct chain *c, type_id type)
{
    value left;
    k->below.count = 0;
    for (size_t i = 0; i < c->count; i++) {
        const struct expr_node *constant = model_expr(k->model, c->constants[i]);
        vertex condition = make_comparison(k, c->subject, constant->type, constant->data);
        array_push(k->mem, &k->below, make_case(k, condition, c->values[i]));
    }
    if (is_one_left(k, c, &left)) {
        vertex condition = make_comparison(k, c->subject, model_expr(k->model, c->subject)->type, left);
        array_push(k->mem, &k->below, make_case(k, condition, c->otherwise));
    } else {
        array_push(k->mem, &k->below, behaviour_at_place(k, 1, k->made[c->otherwise]));
    }
    struct vertex_key key = {.kind = VERTEX_SWITCH, .b = behaviour_form(k, type)};
    return graph_add(k->graph, key, k->below.at, k->below.count);
}

// ---- All expressions ------------------------------------------------------------------------------------------------

// Puts what must be there before the vertex of an expression into `operands`.
static void find_operands(struct builder *k, expr e, const struct expr_node *n, struct chain *chain)
{
    expr subject, constant;
    k->operands.count = 0;
    chain->count = 0;
    if (n->op == OP_ITE && read_chain(k, e, chain)) {
        for (size_t i = 0; i < chain->count; i++)
            array_push(k->mem, &k->operands, chain->values[i]);
        array_push(k->mem, &k->operands, chain->otherwise);
        if (!behaviour_is_loose_leaf(k, chain->subject))
            array_push(k->mem, &k->operands, chain->subject);
    } else if (is_comparison(k, e, &subject, &constant)) {
        if (!behaviour_is_loose_leaf(k, subject))
            array_push(k->mem, &k->operands, subject);
    } else {
        collect_operands(k, n);
    }
}

static vertex make_leaf(struct builder *k, const struct expr_node *n)
{
    if (n->op == OP_CONST)
        return behaviour_constant(k, n->type, n->data);
    if (n->op != OP_CELL && n->op != OP_NEXT) {
        k->graph->full = true; // nothing else is to be expected in a behaviour
        return 0;
    }
    vertex cell = k->b->cells[n->data];
    return n->op == OP_CELL ? cell : graph_add(k->graph, (struct vertex_key){.kind = VERTEX_NEXT}, &cell, 1);
}

static vertex make(struct builder *k, expr e, const struct expr_node *n, const struct chain *chain)
{
    expr subject, constant;
    if (n->count == 0)
        return make_leaf(k, n);
    if (chain->count)
        return make_chain(k, chain, n->type);
    if (is_comparison(k, e, &subject, &constant)) {
        const struct expr_node *c = model_expr(k->model, constant);
        return make_comparison(k, subject, c->type, c->data);
    }
    return make_operation(k, n);
}

static void look_at_clock(struct builder *k)
{
    if (k->deadline != 0 && ++k->steps % 1024 == 0 && clock_now() > k->deadline)
        k->graph->full = true;
}

vertex behaviour_expr(struct builder *k, expr e)
{
    struct chain chain = {.subject = EXPR_NONE, .otherwise = EXPR_NONE};
    k->waiting.count = 0;
    array_push(k->mem, &k->waiting, e);
    while (k->waiting.count && !k->graph->full) {
        expr at = array_last(&k->waiting);
        const struct expr_node *n = model_expr(k->model, at);
        size_t before = k->waiting.count;
        if (k->made[at] == NO_VERTEX) {
            find_operands(k, at, n, &chain);
            for (size_t i = 0; i < k->operands.count; i++)
                if (k->made[k->operands.at[i]] == NO_VERTEX)
                    array_push(k->mem, &k->waiting, k->operands.at[i]);
            if (k->waiting.count > before)
                continue;
            k->made[at] = make(k, at, n, &chain);
        }
        k->waiting.count--;
        look_at_clock(k);
    }
    return k->made[e] == NO_VERTEX ? 0 : k->made[e];
}
