// Traits of operators, in one table each.
#include "model/walk.h"

enum trait {
    COMMUTES = 1,
    ASSOCIATES = 2,
    IDEMPOTENT = 4,
    NARY = 8,
    TYPED = 16,
};

static const unsigned char traits[OPS] = {
    [OP_AND] = COMMUTES | ASSOCIATES | IDEMPOTENT | NARY,
    [OP_OR] = COMMUTES | ASSOCIATES | IDEMPOTENT | NARY,
    [OP_XOR] = COMMUTES | ASSOCIATES,
    [OP_EQ] = COMMUTES,
    [OP_ADD] = COMMUTES | ASSOCIATES,
    [OP_MUL] = COMMUTES | ASSOCIATES,
    [OP_BIT_AND] = COMMUTES | ASSOCIATES | IDEMPOTENT,
    [OP_BIT_OR] = COMMUTES | ASSOCIATES | IDEMPOTENT,
    [OP_BIT_XOR] = COMMUTES | ASSOCIATES,
    [OP_CONCAT] = ASSOCIATES,
    [OP_EXTRACT] = TYPED,
    [OP_EXTEND] = TYPED,
    [OP_RETYPE] = TYPED,
    [OP_TO_WORD] = TYPED,
    [OP_COUNT] = COMMUTES | NARY,
    [OP_CHOICE] = COMMUTES | ASSOCIATES | IDEMPOTENT | NARY,
};

bool op_is_commutative(enum op op)
{
    return traits[op] & COMMUTES;
}

bool op_is_associative(enum op op)
{
    return traits[op] & ASSOCIATES;
}

bool op_is_idempotent(enum op op)
{
    return traits[op] & IDEMPOTENT;
}

bool op_is_nary(enum op op)
{
    return traits[op] & NARY;
}

bool op_has_type(enum op op)
{
    return traits[op] & TYPED;
}

bool expr_is_exact(const struct model *m, const struct expr_node *n)
{
    const struct type *type = model_type(m, n->type);
    return type->kind != TYPE_INTEGER || (type->low > VALUE_LEAST && type->high < VALUE_LARGEST);
}

bool formula_op_is_commutative(enum formula_op op)
{
    return op == FORMULA_AND || op == FORMULA_OR || op == FORMULA_XOR || op == FORMULA_IFF;
}

bool formula_op_is_binary(enum formula_op op)
{
    switch (op) {
    case FORMULA_AND:
    case FORMULA_OR:
    case FORMULA_XOR:
    case FORMULA_IMPLIES:
    case FORMULA_IFF:
    case FORMULA_EU:
    case FORMULA_AU:
    case FORMULA_U:
    case FORMULA_V:
    case FORMULA_S:
    case FORMULA_T:
        return true;
    default:
        return false;
    }
}

bool formula_op_has_regular(enum formula_op op)
{
    return op == FORMULA_TRIGGERS || op == FORMULA_MATCHES || op == FORMULA_MAY_MATCH;
}
