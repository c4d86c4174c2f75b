// Truth values: not, and, or, xor, and the choice between two expressions.
//
// Negations are taken out of xor and out of conditions of ite; and/or drop what is neutral or doubled, and see an
// operand next to its negation. A law that forgets an operand (x & !x = false) is used only if that operand is always
// defined.
#include <assert.h>

#include "model/model_internal.h"

static bool is_true(const struct model *m, expr e)
{
    value v;
    return model_is_const(m, e, &v) && v == 1;
}

static bool is_false(const struct model *m, expr e)
{
    value v;
    return model_is_const(m, e, &v) && v == 0;
}

static bool is_negation(const struct model *m, expr e)
{
    return node_at(m, e)->shown.op == OP_NOT;
}

expr model_not(struct model *m, expr a)
{
    value v;
    assert(is_boolean(m, a));
    if (model_is_const(m, a, &v))
        return truth(m, !v);
    if (is_negation(m, a))
        return node_at(m, a)->shown.args[0];
    return model_intern(m, OP_NOT, THE_BOOLEAN, 0, &a, 1);
}

static bool is_among(expr e, const expr *sorted, size_t count)
{
    size_t low = 0, high = count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (sorted[middle] < e)
            low = middle + 1;
        else
            high = middle;
    }
    return low < count && sorted[low] == e;
}

// Whether a total operand is there together with its negation.
static bool has_complements(const struct model *m, const expr *sorted, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (!is_negation(m, sorted[i]) || !is_total(m, sorted[i]))
            continue;
        expr positive = node_at(m, sorted[i])->shown.args[0];
        if (is_among(positive, sorted, count))
            return true;
    }
    return false;
}

expr model_junction(struct model *m, enum op op, const expr *args, size_t count)
{
    value neutral = op == OP_AND, v;
    m->operands.count = 0;
    for (size_t i = 0; i < count; i++) {
        assert(is_boolean(m, args[i]));
        if (!model_is_const(m, args[i], &v))
            array_push(m->mem, &m->operands, args[i]);
        else if (v != neutral)
            return truth(m, !neutral);
    }
    expr *operands = m->operands.at;
    size_t distinct = model_sort_distinct(operands, m->operands.count);
    if (distinct == 0)
        return truth(m, neutral);
    if (distinct == 1)
        return operands[0];
    if (has_complements(m, operands, distinct))
        return truth(m, !neutral);
    return model_intern(m, op, THE_BOOLEAN, 0, operands, distinct);
}

expr model_and(struct model *m, expr a, expr b)
{
    return model_junction(m, OP_AND, (expr[]){a, b}, 2);
}

expr model_or(struct model *m, expr a, expr b)
{
    return model_junction(m, OP_OR, (expr[]){a, b}, 2);
}

expr model_implies(struct model *m, expr a, expr b)
{
    return model_or(m, model_not(m, a), b);
}

// The operand without its negation; *odd is turned over if there was one.
static expr without_negation(struct model *m, expr e, bool *odd)
{
    if (!is_negation(m, e))
        return e;
    *odd = !*odd;
    return node_at(m, e)->shown.args[0];
}

expr model_xor(struct model *m, expr a, expr b)
{
    assert(is_boolean(m, a) && is_boolean(m, b));
    bool odd = false;
    a = without_negation(m, a, &odd);
    b = without_negation(m, b, &odd);
    expr result;
    if (is_false(m, a) || is_true(m, a)) {
        odd ^= is_true(m, a);
        result = b;
    } else if (is_false(m, b) || is_true(m, b)) {
        odd ^= is_true(m, b);
        result = a;
    } else if (a == b && is_total(m, a)) {
        result = model_false(m);
    } else {
        result = model_intern(m, OP_XOR, THE_BOOLEAN, 0, a < b ? (expr[]){a, b} : (expr[]){b, a}, 2);
    }
    return odd ? model_not(m, result) : result;
}

expr model_iff(struct model *m, expr a, expr b)
{
    return model_not(m, model_xor(m, a, b));
}

// An ite of truth values with a constant branch is and/or. Those may be defined where their first operand is not, so
// the condition has to be total.
static expr junction_of_ite(struct model *m, expr condition, expr then, expr otherwise)
{
    if (is_true(m, then))
        return model_or(m, condition, otherwise);
    if (is_false(m, then))
        return model_and(m, model_not(m, condition), otherwise);
    if (is_true(m, otherwise))
        return model_or(m, model_not(m, condition), then);
    if (is_false(m, otherwise))
        return model_and(m, condition, then);
    return EXPR_NONE;
}

expr model_ite(struct model *m, expr condition, expr then, expr otherwise)
{
    assert(is_boolean(m, condition));
    if (is_true(m, condition))
        return then;
    if (is_false(m, condition))
        return otherwise;
    if (then == otherwise && is_total(m, condition))
        return then;
    if (is_negation(m, condition)) {
        condition = node_at(m, condition)->shown.args[0];
        expr held = then;
        then = otherwise;
        otherwise = held;
    }
    if (is_boolean(m, then) && is_boolean(m, otherwise)) {
        if (then == condition)
            then = model_true(m);
        if (otherwise == condition)
            otherwise = model_false(m);
        if (is_true(m, then) && is_false(m, otherwise))
            return condition;
        if (is_false(m, then) && is_true(m, otherwise))
            return model_not(m, condition);
        if (is_total(m, condition)) {
            expr junction = junction_of_ite(m, condition, then, otherwise);
            if (junction != EXPR_NONE)
                return junction;
        }
    }
    type_id type = model_join(m, node_at(m, then)->shown.type, node_at(m, otherwise)->shown.type);
    return model_intern(m, OP_ITE, type, 0, (expr[]){condition, then, otherwise}, 3);
}
