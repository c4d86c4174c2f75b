// Machine words: bit by bit, shifts, parts of words, and conversions.
#include <assert.h>

#include "model/model_internal.h"

static bool is_bits(const struct model *m, expr e, uint64_t bits)
{
    value v;
    return model_is_const(m, e, &v) && (uint64_t)v == bits;
}

// Neutral operands, and what annihilates a total one. Else EXPR_NONE.
static expr simplified(struct model *m, enum op op, expr a, expr b)
{
    uint64_t ones = word_mask(type_of(m, a)->width);
    if (a == b && op != OP_BIT_XOR)
        return a;
    if (a == b && is_total(m, a))
        return model_const(m, node_at(m, a)->shown.type, 0);
    uint64_t neutral = op == OP_BIT_AND ? ones : 0, annihilates = op == OP_BIT_AND ? 0 : ones;
    if (is_bits(m, a, neutral))
        return b;
    if (is_bits(m, b, neutral))
        return a;
    if (op == OP_BIT_XOR)
        return EXPR_NONE;
    if (is_bits(m, a, annihilates) && is_total(m, b))
        return a;
    return is_bits(m, b, annihilates) && is_total(m, a) ? b : EXPR_NONE;
}

static expr bitwise(struct model *m, enum op op, expr a, expr b)
{
    assert(type_of(m, a) == type_of(m, b));
    type_id type = node_at(m, a)->shown.type;
    expr args[2] = {a < b ? a : b, a < b ? b : a};
    expr result = model_fold(m, op, type, 0, args, 2);
    if (result == EXPR_NONE)
        result = simplified(m, op, a, b);
    return result != EXPR_NONE ? result : model_intern(m, op, type, 0, args, 2);
}

expr model_bits(struct model *m, enum op op, expr a, expr b)
{
    const struct type *s = type_of(m, a), *t = type_of(m, b);
    assert(s->kind == TYPE_WORD);
    if (op == OP_BIT_AND || op == OP_BIT_OR || op == OP_BIT_XOR)
        return bitwise(m, op, a, b);
    type_id type = node_at(m, a)->shown.type;
    if (op == OP_CONCAT) {
        assert(t->kind == TYPE_WORD && s->width + t->width <= WORD_MAX_WIDTH);
        type = model_word(m, s->width + t->width, false);
    } else {
        assert(t->kind == TYPE_INTEGER || (t->kind == TYPE_WORD && !t->is_signed));
        if (is_bits(m, b, 0))
            return a;
    }
    expr args[2] = {a, b};
    expr folded = model_fold(m, op, type, 0, args, 2);
    return folded != EXPR_NONE ? folded : model_intern(m, op, type, 0, args, 2);
}

expr model_bit_not(struct model *m, expr a)
{
    assert(type_of(m, a)->kind == TYPE_WORD);
    const struct expr_node *n = model_expr(m, a);
    expr folded = model_fold(m, OP_BIT_NOT, n->type, 0, &a, 1);
    if (folded != EXPR_NONE)
        return folded;
    return n->op == OP_BIT_NOT ? n->args[0] : model_intern(m, OP_BIT_NOT, n->type, 0, &a, 1);
}

expr model_extract(struct model *m, expr word, unsigned high, unsigned low)
{
    assert(type_of(m, word)->kind == TYPE_WORD && low <= high && high < type_of(m, word)->width);
    type_id type = model_word(m, high - low + 1, false);
    const struct expr_node *n = model_expr(m, word);
    if (n->op == OP_EXTRACT) // of a part: of the whole at once
        return model_extract(m, n->args[0], high + (unsigned)n->data, low + (unsigned)n->data);
    if (high - low + 1 == type_of(m, word)->width)
        return model_convert(m, OP_RETYPE, type, word);
    expr folded = model_fold(m, OP_EXTRACT, type, low, &word, 1);
    return folded != EXPR_NONE ? folded : model_intern(m, OP_EXTRACT, type, low, &word, 1);
}

static inline unsigned width_of(const struct type *t)
{
    return t->kind == TYPE_BOOLEAN ? 1 : t->width;
}

expr model_convert(struct model *m, enum op op, type_id type, expr a)
{
    const struct type *from = type_of(m, a), *to = model_type(m, type);
    if (op == OP_EXTEND && from->width == to->width)
        op = OP_RETYPE;
    if (op == OP_RETYPE) {
        assert(width_of(from) == width_of(to) && width_of(to) > 0);
        if (node_at(m, a)->shown.op == OP_RETYPE) {
            a = node_at(m, a)->shown.args[0];
            from = type_of(m, a);
        }
        if (from == to)
            return a;
    } else if (op == OP_EXTEND) {
        assert(from->kind == TYPE_WORD && to->kind == TYPE_WORD && from->width < to->width);
    } else {
        assert(op == OP_TO_WORD && from->kind == TYPE_INTEGER && to->kind == TYPE_WORD);
    }
    expr folded = model_fold(m, op, type, 0, &a, 1);
    return folded != EXPR_NONE ? folded : model_intern(m, op, type, 0, &a, 1);
}
