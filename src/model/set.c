// Sets: choices among values, spans of integers, and the condition that a value is a member.
#include <assert.h>
#include <stdlib.h>

#include "model/model_internal.h"

// ---- Making sets ----------------------------------------------------------------------------------------------------

// A constant that is an integer or a symbol.
static bool is_listed_constant(const struct model *m, expr e)
{
    enum type_kind kind = type_of(m, e)->kind;
    return model_is_const(m, e, NULL) && (kind == TYPE_INTEGER || kind == TYPE_ENUM);
}

// The join of all operands' types; constants are joined at once, as there may be many.
static type_id element_type(struct model *m, const expr *args, size_t count)
{
    m->values.count = 0;
    for (size_t i = 0; i < count; i++)
        if (is_listed_constant(m, args[i]))
            array_push(m->mem, &m->values, node_at(m, args[i])->shown.data);
    bool some = m->values.count > 0;
    type_id result = some ? model_enum_of_collected(m) : THE_BOOLEAN;
    for (size_t i = 0; i < count; i++) {
        if (is_listed_constant(m, args[i]))
            continue;
        const struct type *t = type_of(m, args[i]);
        type_id type = t->kind == TYPE_SET ? t->element : node_at(m, args[i])->shown.type;
        result = some ? model_join(m, result, type) : type;
        some = true;
    }
    return result;
}

expr model_choice(struct model *m, const expr *args, size_t count)
{
    assert(count > 0);
    m->operands.count = 0;
    for (size_t i = 0; i < count; i++) {
        const struct expr_node *n = model_expr(m, args[i]);
        if (n->op != OP_CHOICE)
            array_push(m->mem, &m->operands, args[i]);
        for (size_t j = 0; n->op == OP_CHOICE && j < n->count; j++)
            array_push(m->mem, &m->operands, n->args[j]);
    }
    size_t distinct = model_sort_distinct(m->operands.at, m->operands.count);
    if (distinct == 1)
        return m->operands.at[0];
    type_id type = model_set_of(m, element_type(m, m->operands.at, distinct));
    return model_intern(m, OP_CHOICE, type, 0, m->operands.at, distinct);
}

expr model_span(struct model *m, expr a, expr b)
{
    const struct type *s = type_of(m, a), *t = type_of(m, b);
    assert(s->kind == TYPE_INTEGER && t->kind == TYPE_INTEGER);
    if (a == b)
        return a;
    type_id element = model_integer(m, s->low, t->high < s->low ? s->low : t->high);
    return model_intern(m, OP_SPAN, model_set_of(m, element), 0, (expr[]){a, b}, 2);
}

// ---- Membership -----------------------------------------------------------------------------------------------------

static expr between(struct model *m, expr low, expr e, expr high)
{
    return model_and(m, model_binary(m, OP_LE, low, e), model_binary(m, OP_LE, e, high));
}

// A value that may be a symbol has no order: each of its integers is tested by itself.
static expr member_of_span(struct model *m, expr e, expr low, expr high)
{
    const struct type *t = type_of(m, e);
    if (t->kind != TYPE_ENUM)
        return between(m, low, e, high);
    expr result = model_false(m);
    for (size_t i = 0; i < t->count; i++) {
        if (value_is_symbol(t->values[i]))
            continue;
        expr number = model_int(m, t->values[i]);
        result = model_or(m, result, model_and(m, model_equal(m, e, number), between(m, low, number, high)));
    }
    return result;
}

// An ITE whose branches are looked at instead of itself. Truth values are compared as such.
static bool is_opened(const struct model *m, expr set)
{
    enum op op = node_at(m, set)->shown.op;
    return op == OP_CHOICE || (op == OP_ITE && !is_boolean(m, set));
}

// Integer constants of a choice are tested together, see push_constant_tests.
static bool is_integer_constant(const struct model *m, expr e)
{
    return model_is_const(m, e, NULL) && type_of(m, e)->kind == TYPE_INTEGER;
}

static int ascending(const void *a, const void *b)
{
    value x = *(const value *)a, y = *(const value *)b;
    return (x > y) - (x < y);
}

// Tests for the integer constants of a choice, pushed to m->tests: neighbours are tested together if the value is
// ordered.
static void push_constant_tests(struct model *m, expr e, const struct expr_node *choice)
{
    m->values.count = 0;
    for (size_t i = 0; i < choice->count; i++)
        if (is_integer_constant(m, choice->args[i]))
            array_push(m->mem, &m->values, node_at(m, choice->args[i])->shown.data);
    size_t count = m->values.count;
    if (count)
        qsort(m->values.at, count, sizeof *m->values.at, ascending);
    bool ordered = type_of(m, e)->kind == TYPE_INTEGER;
    for (size_t i = 0, end; i < count; i = end) {
        for (end = i + 1; ordered && end < count && m->values.at[end] == m->values.at[end - 1] + 1;)
            end++;
        expr test;
        if (end - i > 2) {
            test = between(m, model_int(m, m->values.at[i]), e, model_int(m, m->values.at[end - 1]));
        } else {
            end = i + 1;
            test = model_equal(m, e, model_int(m, m->values.at[i]));
        }
        array_push(m->mem, &m->tests, test);
    }
}

// Of an ITE the branches are looked at, and of a choice what has no test together with others.
static bool is_looked_into(const struct walk *w, expr set, size_t operand)
{
    const struct expr_node *n = model_expr(w->model, set);
    if (n->op == OP_CHOICE)
        return !is_integer_constant(w->model, n->args[operand]);
    return is_opened(w->model, set) && operand > 0;
}

static expr member_of_choice(struct model *m, expr e, const struct expr_node *choice)
{
    m->tests.count = 0;
    push_constant_tests(m, e, choice);
    for (size_t i = 0; i < choice->count; i++)
        if (!is_integer_constant(m, choice->args[i]))
            array_push(m->mem, &m->tests, walk_image(&m->members, choice->args[i]));
    return model_junction(m, OP_OR, m->tests.at, m->tests.count);
}

// Everything that `set` is made of has been looked at.
static expr member_of(struct model *m, expr e, expr set)
{
    const struct expr_node *n = model_expr(m, set);
    if (n->op == OP_SPAN)
        return member_of_span(m, e, n->args[0], n->args[1]);
    if (!is_opened(m, set))
        return model_equal(m, e, set);
    if (n->op == OP_CHOICE)
        return member_of_choice(m, e, n);
    return model_ite(m, n->args[0], walk_image(&m->members, n->args[1]), walk_image(&m->members, n->args[2]));
}

expr model_member(struct model *m, expr e, expr root)
{
    assert(!is_set(m, e));
    m->members.follows = is_looked_into;
    walk_clear(&m->members);
    walk_from(&m->members, root);
    for (expr set; walk_next(&m->members, &set);)
        walk_note(&m->members, set, member_of(m, e, set));
    return walk_image(&m->members, root);
}
