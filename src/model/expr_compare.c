// Comparisons: equality of any values, and the order of integers and of words.
#include <assert.h>

#include "model/model_internal.h"

// A truth value as a number, so that it can be compared with numbers.
static expr as_number(struct model *m, expr e)
{
    return is_boolean(m, e) ? model_to_int(m, e) : e;
}

// That a count is at least so large: all of its operands, or one. Diagrams of a sum can be far larger than of these.
// EXPR_NONE if it is something in between, or no count.
static expr at_least(struct model *m, expr e, value least)
{
    const struct expr_node *n = model_expr(m, e);
    if (n->op != OP_COUNT || !is_total(m, e) || (least != 1 && least != (value)n->count))
        return EXPR_NONE;
    return model_nary(m, least == 1 ? OP_OR : OP_AND, n->args, n->count);
}

// Equality with a constant reaches into a truth value as a number, and into an ite of two constants: the usual shapes
// of an encoded flag.
static expr equal_to_constant(struct model *m, expr e, expr constant)
{
    const struct expr_node *n = model_expr(m, e);
    if (n->op == OP_TO_INT && is_boolean(m, n->args[0])) {
        value v = node_at(m, constant)->shown.data;
        return v == 1 ? n->args[0] : v == 0 ? model_not(m, n->args[0]) : EXPR_NONE;
    }
    if (n->op == OP_COUNT) {
        value v = node_at(m, constant)->shown.data;
        expr some = at_least(m, e, v == 0 ? 1 : v == (value)n->count ? v : 0);
        return some != EXPR_NONE && v == 0 ? model_not(m, some) : some;
    }
    if (n->op != OP_ITE || !model_is_const(m, n->args[1], NULL) || !model_is_const(m, n->args[2], NULL))
        return EXPR_NONE;
    return model_ite(m, n->args[0], model_equal(m, n->args[1], constant), model_equal(m, n->args[2], constant));
}

expr model_equal(struct model *m, expr a, expr b)
{
    assert(!is_set(m, a) && !is_set(m, b));
    if (is_boolean(m, a) && is_boolean(m, b))
        return model_iff(m, a, b);
    a = as_number(m, a);
    b = as_number(m, b);
    const struct type *s = type_of(m, a), *t = type_of(m, b);
    assert(s->width == t->width); // words with words of their width only
    bool total = is_total(m, a) && is_total(m, b);
    expr folded = model_fold(m, OP_EQ, THE_BOOLEAN, 0, (expr[]){a, b}, 2);
    if (folded != EXPR_NONE)
        return folded;
    if (a == b && total)
        return model_true(m);
    if (total && !model_types_meet(m, node_at(m, a)->shown.type, node_at(m, b)->shown.type))
        return model_false(m);
    if (total && s->kind == TYPE_INTEGER && s->low == s->high && t->kind == TYPE_INTEGER && t->low == t->high)
        return model_true(m);
    expr inner = EXPR_NONE;
    if (model_is_const(m, b, NULL))
        inner = equal_to_constant(m, a, b);
    else if (model_is_const(m, a, NULL))
        inner = equal_to_constant(m, b, a);
    if (inner != EXPR_NONE)
        return inner;
    return model_intern(m, OP_EQ, THE_BOOLEAN, 0, a < b ? (expr[]){a, b} : (expr[]){b, a}, 2);
}

expr model_less(struct model *m, expr a, expr b)
{
    const struct type *s = type_of(m, a), *t = type_of(m, b);
    assert(are_numbers(m, a, b));
    expr folded = model_fold(m, OP_LT, THE_BOOLEAN, 0, (expr[]){a, b}, 2);
    if (folded != EXPR_NONE)
        return folded;
    if (is_total(m, a) && is_total(m, b)) {
        if (a == b)
            return model_false(m);
        if (s->kind == TYPE_INTEGER && s->high < t->low)
            return model_true(m);
        if (s->kind == TYPE_INTEGER && s->low >= t->high)
            return model_false(m);
    }
    value v;
    if (model_is_const(m, a, &v) && s->kind != TYPE_WORD && at_least(m, b, v + 1) != EXPR_NONE)
        return at_least(m, b, v + 1);
    if (model_is_const(m, b, &v) && at_least(m, a, v) != EXPR_NONE)
        return model_not(m, at_least(m, a, v));
    return model_intern(m, OP_LT, THE_BOOLEAN, 0, (expr[]){a, b}, 2);
}
