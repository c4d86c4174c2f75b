// Temporal formulas, hash-consed as expressions are. Connectives of atoms become atoms of connectives where no atom may
// be undefined: an undefined atom counts as false, its negation as true.
#include <assert.h>

#include "base/hash.h"
#include "model/model_internal.h"
#include "model/regular.h"

const struct formula_node *model_formula(const struct model *m, formula f)
{
    assert(f < m->formulas.count);
    return m->formulas.at[f];
}

static uint32_t formula_hash(const struct formula_node *f)
{
    uint64_t hash = hash_pair((uint64_t)f->regular << 32 | (uint64_t)f->op << 1 | f->bounded, f->atom);
    hash = hash_pair(hash, (uint64_t)f->args[0] << 32 | f->args[1]);
    return (uint32_t)hash_pair(hash, hash_pair((uint64_t)f->low, (uint64_t)f->high));
}

static bool same_formula(const struct formula_node *f, const struct formula_node *g)
{
    return f->op == g->op && f->atom == g->atom && f->args[0] == g->args[0] && f->args[1] == g->args[1] &&
           f->bounded == g->bounded && f->low == g->low && f->high == g->high && f->regular == g->regular;
}

static formula intern(struct model *m, struct formula_node wanted)
{
    uint32_t hash = formula_hash(&wanted);
    size_t at = hash;
    for (uint32_t i; (i = table_probe(&m->formula_table, hash, &at)) != TABLE_END;)
        if (same_formula(m->formulas.at[i], &wanted))
            return i;
    struct formula_node *f = arena_alloc(&m->arena, sizeof *f);
    *f = wanted;
    array_reserve(m->mem, &m->formulas, m->formulas.count + 1);
    table_add(m->mem, &m->formula_table, hash, (uint32_t)m->formulas.count);
    m->formulas.at[m->formulas.count++] = f;
    return (formula)(m->formulas.count - 1);
}

static formula make(struct model *m, enum formula_op op, formula a, formula b)
{
    return intern(m, (struct formula_node){.op = op, .atom = EXPR_NONE, .args = {a, b}, .regular = REGULAR_NONE});
}

formula model_atom(struct model *m, expr condition)
{
    assert(is_boolean(m, condition) && !model_expr(m, condition)->has_set);
    return intern(m, (struct formula_node){FORMULA_ATOM, condition, .args = {FORMULA_NONE, FORMULA_NONE},
                                           .regular = REGULAR_NONE});
}

// The condition of an atom that is always defined, or EXPR_NONE.
static expr condition_of(const struct model *m, formula f)
{
    const struct formula_node *n = model_formula(m, f);
    return n->op == FORMULA_ATOM && is_total(m, n->atom) ? n->atom : EXPR_NONE;
}

static bool is_constant(const struct model *m, formula f, bool truth)
{
    value v;
    expr atom = condition_of(m, f);
    return atom != EXPR_NONE && model_is_const(m, atom, &v) && v == truth;
}

static formula negation(struct model *m, formula a)
{
    expr atom = condition_of(m, a);
    if (atom != EXPR_NONE)
        return model_atom(m, model_not(m, atom));
    if (model_formula(m, a)->op == FORMULA_NOT)
        return model_formula(m, a)->args[0];
    return make(m, FORMULA_NOT, a, FORMULA_NONE);
}

static expr connected(struct model *m, enum formula_op op, expr a, expr b)
{
    switch (op) {
    case FORMULA_AND:
        return model_and(m, a, b);
    case FORMULA_OR:
        return model_or(m, a, b);
    case FORMULA_XOR:
        return model_xor(m, a, b);
    case FORMULA_IFF:
        return model_iff(m, a, b);
    default:
        return model_implies(m, a, b);
    }
}

// What a connective with a constant or twice the same operand is; else FORMULA_NONE.
static formula simplified(struct model *m, enum formula_op op, formula a, formula b)
{
    if (op == FORMULA_AND || op == FORMULA_OR) {
        bool neutral = op == FORMULA_AND;
        if (a == b || is_constant(m, a, neutral) || is_constant(m, b, !neutral))
            return b;
        if (is_constant(m, b, neutral) || is_constant(m, a, !neutral))
            return a;
    } else if (op == FORMULA_IMPLIES) {
        if (a == b || is_constant(m, a, false) || is_constant(m, b, true))
            return model_atom(m, model_true(m));
        if (is_constant(m, a, true))
            return b;
        if (is_constant(m, b, false))
            return negation(m, a);
    } else {
        bool negated = op == FORMULA_IFF; // an operand next to false
        if (a == b)
            return model_atom(m, negated ? model_true(m) : model_false(m));
        if (is_constant(m, a, negated))
            return b;
        if (is_constant(m, b, negated))
            return a;
        if (is_constant(m, a, !negated))
            return negation(m, b);
        if (is_constant(m, b, !negated))
            return negation(m, a);
    }
    return FORMULA_NONE;
}

static formula connective(struct model *m, enum formula_op op, formula a, formula b)
{
    expr left = condition_of(m, a), right = condition_of(m, b);
    if (left != EXPR_NONE && right != EXPR_NONE)
        return model_atom(m, connected(m, op, left, right));
    formula result = simplified(m, op, a, b);
    if (result != FORMULA_NONE)
        return result;
    return formula_op_is_commutative(op) && b < a ? make(m, op, b, a) : make(m, op, a, b);
}

formula model_formula_make(struct model *m, enum formula_op op, formula a, formula b)
{
    assert(op != FORMULA_ATOM && formula_op_is_binary(op) == (b != FORMULA_NONE));
    switch (op) {
    case FORMULA_NOT:
        return negation(m, a);
    case FORMULA_AND:
    case FORMULA_OR:
    case FORMULA_XOR:
    case FORMULA_IMPLIES:
    case FORMULA_IFF:
        return connective(m, op, a, b);
    default:
        return make(m, op, a, b);
    }
}

formula model_formula_bounded(struct model *m, enum formula_op op, int64_t low, int64_t high, formula a, formula b)
{
    assert(op > FORMULA_IFF && formula_op_is_binary(op) == (b != FORMULA_NONE));
    assert(low >= 0 && (high == -1 || low <= high));
    return intern(m, (struct formula_node){.op = op,
                                           .atom = EXPR_NONE,
                                           .args = {a, b},
                                           .bounded = true,
                                           .low = low,
                                           .high = high,
                                           .regular = REGULAR_NONE});
}

// About a single state it is a connective: triggers is an implication, and to match is that the letter holds.
static formula of_letter(struct model *m, enum formula_op op, expr letter, formula a)
{
    formula condition = model_atom(m, letter);
    return op == FORMULA_TRIGGERS ? connective(m, FORMULA_IMPLIES, condition, a) : condition;
}

formula model_formula_regular(struct model *m, enum formula_op op, regular r, formula a)
{
    assert(formula_op_has_regular(op));
    assert((op == FORMULA_TRIGGERS) == (a != FORMULA_NONE));
    const struct regular_node *n = model_regular(m, r);
    if (n->op == REGULAR_LETTER)
        return of_letter(m, op, n->letter, a);
    if (n->op == REGULAR_NOTHING || n->op == REGULAR_EMPTY) // no sequence that would count
        return model_atom(m, truth(m, op == FORMULA_TRIGGERS));
    if (op == FORMULA_TRIGGERS && is_constant(m, a, true))
        return a;
    return intern(m, (struct formula_node){.op = op, .atom = EXPR_NONE, .args = {a, FORMULA_NONE}, .regular = r});
}
