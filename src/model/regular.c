// Regular expressions, hash-consed as formulas are, and simplified when they are made.
//
// A letter that is undefined in a state does not hold there. Conjunctions and disjunctions of conditions respect that
// (see eval.h), so letters may be joined; negations would not.
#include "model/regular.h"

#include <assert.h>

#include "base/hash.h"
#include "model/model_internal.h"

const struct regular_node *model_regular(const struct model *m, regular r)
{
    assert(r < m->regulars.count);
    return &m->regulars.at[r]->shown;
}

static uint32_t regular_hash(const struct regular_node *n)
{
    uint64_t hash = hash_pair(n->op, n->letter);
    return (uint32_t)hash_pair(hash, (uint64_t)n->args[0] << 32 | n->args[1]);
}

static bool same_regular(const struct regular_node *n, const struct regular_node *o)
{
    return n->op == o->op && n->letter == o->letter && n->args[0] == o->args[0] && n->args[1] == o->args[1];
}

static bool is_nullable(const struct model *m, regular r)
{
    return m->regulars.at[r]->nullable;
}

static bool makes_nullable(const struct model *m, const struct regular_node *n)
{
    switch (n->op) {
    case REGULAR_EMPTY:
    case REGULAR_STAR:
        return true;
    case REGULAR_CONCAT:
    case REGULAR_AND:
        return is_nullable(m, n->args[0]) && is_nullable(m, n->args[1]);
    case REGULAR_OR:
        return is_nullable(m, n->args[0]) || is_nullable(m, n->args[1]);
    default:
        return false;
    }
}

static regular intern(struct model *m, struct regular_node wanted)
{
    uint32_t hash = regular_hash(&wanted);
    size_t at = hash;
    for (uint32_t i; (i = table_probe(&m->regular_table, hash, &at)) != TABLE_END;)
        if (same_regular(&m->regulars.at[i]->shown, &wanted))
            return i;
    struct regular_record *r = arena_alloc(&m->arena, sizeof *r);
    *r = (struct regular_record){wanted, makes_nullable(m, &wanted)};
    array_reserve(m->mem, &m->regulars, m->regulars.count + 1);
    table_add(m->mem, &m->regular_table, hash, (uint32_t)m->regulars.count);
    m->regulars.at[m->regulars.count++] = r;
    return (regular)(m->regulars.count - 1);
}

static regular make(struct model *m, enum regular_op op, regular a, regular b)
{
    return intern(m, (struct regular_node){op, EXPR_NONE, {a, b}});
}

static regular leaf(struct model *m, enum regular_op op)
{
    return make(m, op, REGULAR_NONE, REGULAR_NONE);
}

regular model_letter(struct model *m, expr condition)
{
    assert(is_boolean(m, condition) && !model_expr(m, condition)->has_set);
    return intern(m, (struct regular_node){REGULAR_LETTER, condition, {REGULAR_NONE, REGULAR_NONE}});
}

// ---- What is simplified ---------------------------------------------------------------------------------------------

static bool is_op(const struct model *m, regular r, enum regular_op op)
{
    return model_regular(m, r)->op == op;
}

// Any sequence at all: the star of the letter TRUE.
static bool is_anything(const struct model *m, regular r)
{
    value v;
    if (!is_op(m, r, REGULAR_STAR))
        return false;
    const struct regular_node *step = model_regular(m, model_regular(m, r)->args[0]);
    return step->op == REGULAR_LETTER && model_is_const(m, step->letter, &v) && v;
}

static bool are_letters(const struct model *m, regular a, regular b)
{
    return is_op(m, a, REGULAR_LETTER) && is_op(m, b, REGULAR_LETTER);
}

static regular joined_letters(struct model *m, enum op op, regular a, regular b)
{
    expr left = model_regular(m, a)->letter, right = model_regular(m, b)->letter;
    return model_letter(m, op == OP_AND ? model_and(m, left, right) : model_or(m, left, right));
}

static regular concat(struct model *m, regular a, regular b)
{
    if (is_op(m, a, REGULAR_NOTHING) || is_op(m, b, REGULAR_EMPTY))
        return a;
    if (is_op(m, b, REGULAR_NOTHING) || is_op(m, a, REGULAR_EMPTY))
        return b;
    if (a == b && is_op(m, a, REGULAR_STAR))
        return a;
    return make(m, REGULAR_CONCAT, a, b);
}

static regular fusion(struct model *m, regular a, regular b)
{
    for (int i = 0; i < 2; i++) {
        regular r = i ? b : a;
        if (is_op(m, r, REGULAR_NOTHING) || is_op(m, r, REGULAR_EMPTY))
            return leaf(m, REGULAR_NOTHING); // there is no state to have in common
    }
    if (are_letters(m, a, b))
        return joined_letters(m, OP_AND, a, b);
    return make(m, REGULAR_FUSION, a, b);
}

static regular sorted(struct model *m, enum regular_op op, regular a, regular b)
{
    return a < b ? make(m, op, a, b) : make(m, op, b, a);
}

static regular either(struct model *m, regular a, regular b)
{
    if (a == b || is_op(m, a, REGULAR_NOTHING) || is_anything(m, b))
        return b;
    if (is_op(m, b, REGULAR_NOTHING) || is_anything(m, a))
        return a;
    if (is_op(m, a, REGULAR_EMPTY) && is_nullable(m, b))
        return b;
    if (is_op(m, b, REGULAR_EMPTY) && is_nullable(m, a))
        return a;
    if (are_letters(m, a, b))
        return joined_letters(m, OP_OR, a, b);
    return sorted(m, REGULAR_OR, a, b);
}

static regular both(struct model *m, regular a, regular b)
{
    if (a == b || is_op(m, a, REGULAR_NOTHING) || is_anything(m, b))
        return a;
    if (is_op(m, b, REGULAR_NOTHING) || is_anything(m, a))
        return b;
    if (is_op(m, a, REGULAR_EMPTY) || is_op(m, b, REGULAR_EMPTY))
        return leaf(m, is_nullable(m, a) && is_nullable(m, b) ? REGULAR_EMPTY : REGULAR_NOTHING);
    if (are_letters(m, a, b))
        return joined_letters(m, OP_AND, a, b);
    return sorted(m, REGULAR_AND, a, b);
}

static regular star(struct model *m, regular a)
{
    const struct regular_node *n = model_regular(m, a);
    if (n->op == REGULAR_NOTHING || n->op == REGULAR_EMPTY)
        return leaf(m, REGULAR_EMPTY);
    if (n->op == REGULAR_STAR)
        return a;
    if (n->op == REGULAR_OR && is_op(m, n->args[0], REGULAR_EMPTY))
        return star(m, n->args[1]);
    if (n->op == REGULAR_OR && is_op(m, n->args[1], REGULAR_EMPTY))
        return star(m, n->args[0]);
    return make(m, REGULAR_STAR, a, REGULAR_NONE);
}

regular model_regular_make(struct model *m, enum regular_op op, regular a, regular b)
{
    switch (op) {
    case REGULAR_CONCAT:
        return concat(m, a, b);
    case REGULAR_FUSION:
        return fusion(m, a, b);
    case REGULAR_OR:
        return either(m, a, b);
    case REGULAR_AND:
        return both(m, a, b);
    case REGULAR_STAR:
        assert(b == REGULAR_NONE);
        return star(m, a);
    default:
        assert(op != REGULAR_LETTER && a == REGULAR_NONE && b == REGULAR_NONE);
        return leaf(m, op);
    }
}
