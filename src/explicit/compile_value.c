// Values of expressions.
#include <assert.h>

#include "explicit/code.h"

#define MANY_OPERANDS 4 // of and/or: more are better jumped over than computed

static struct shape shape_of(const struct compiler *c, const struct expr_node *n)
{
    const struct type *first = model_expr_type(c->model, n->args[0]);
    struct shape shape = {.width = (uint8_t)first->width, .is_signed = first->is_signed};
    shape.result_width = (uint8_t)model_type(c->model, n->type)->width;
    if (n->op == OP_SHIFT_LEFT || n->op == OP_SHIFT_RIGHT)
        shape.word_count = model_expr_type(c->model, n->args[1])->kind == TYPE_WORD;
    return shape;
}

static void compute_scalar(struct compiler *c, const struct expr_node *n, uint32_t d, uint32_t undefined)
{
    uint32_t a = code_value(c, n->args[0], undefined), b = n->count > 1 ? code_value(c, n->args[1], undefined) : a;
    struct scalar_use use = {n->op, shape_of(c, n), n->data, undefined};
    array_push(c->mem, &c->program->scalars, use);
    code_emit(c, RUN_SCALAR, d, a, b, (uint32_t)c->program->scalars.count - 1);
}

// Results near the end of what a value can be are cut off; all others are plain arithmetic.
static bool is_plain_integer(const struct compiler *c, const struct expr_node *n)
{
    const struct type *t = model_type(c->model, n->type);
    return t->kind == TYPE_INTEGER && t->low > VALUE_LEAST && t->high < VALUE_LARGEST;
}

static void compute_number(struct compiler *c, const struct expr_node *n, enum opcode op, uint32_t d,
                           uint32_t undefined)
{
    if (!is_plain_integer(c, n)) {
        compute_scalar(c, n, d, undefined);
        return;
    }
    uint32_t a = code_value(c, n->args[0], undefined), b = n->count > 1 ? code_value(c, n->args[1], undefined) : a;
    code_emit(c, op, d, a, b, undefined);
}

// Whether the order of the values is that of their numbers.
bool code_has_plain_order(const struct compiler *c, const struct expr_node *n)
{
    const struct type *t = model_expr_type(c->model, n->args[0]);
    return t->kind != TYPE_WORD || (!t->is_signed && t->width < 64);
}

static void compute_less(struct compiler *c, const struct expr_node *n, uint32_t d, uint32_t undefined)
{
    if (!code_has_plain_order(c, n)) {
        compute_scalar(c, n, d, undefined);
        return;
    }
    uint32_t a = code_value(c, n->args[0], undefined), b = code_value(c, n->args[1], undefined);
    code_emit(c, RUN_LESS, d, a, b, 0);
}

static void compute_pair(struct compiler *c, const struct expr_node *n, enum opcode op, uint32_t d, uint32_t undefined)
{
    uint32_t a = code_value(c, n->args[0], undefined), b = code_value(c, n->args[1], undefined);
    code_emit(c, op, d, a, b, 0);
}

static void compute_count(struct compiler *c, const struct expr_node *n, uint32_t d, uint32_t undefined)
{
    code_emit(c, RUN_MOVE, d, code_constant(c, 0), 0, 0);
    for (size_t i = 0; i < n->count; i++)
        code_emit(c, RUN_ADD, d, d, code_value(c, n->args[i], undefined), 0);
}

// Small ones without jumps.
bool code_is_simple_junction(const struct compiler *c, const struct expr_node *n)
{
    if (n->partial || n->count > MANY_OPERANDS)
        return false;
    for (size_t i = 0; i < n->count; i++)
        if (sharing_fact(c->sharing, n->args[i])->cost > 1 || code_is_routine(c, n->args[i]))
            return false;
    return true;
}

static void compute_junction(struct compiler *c, expr e, uint32_t d, uint32_t undefined)
{
    const struct expr_node *n = code_node(c, e);
    if (code_is_simple_junction(c, n)) {
        uint32_t so_far = code_value(c, n->args[0], undefined);
        for (size_t i = 1; i < n->count; i++) {
            uint32_t other = code_value(c, n->args[i], undefined);
            code_emit(c, n->op == OP_AND ? RUN_AND : RUN_OR, d, so_far, other, 0);
            so_far = d;
        }
        return;
    }
    uint32_t end = code_label(c);
    code_emit(c, RUN_MOVE, d, code_constant(c, 0), 0, 0);
    code_jump_if_inside(c, e, false, end, undefined);
    code_emit(c, RUN_MOVE, d, code_constant(c, 1), 0, 0);
    code_place(c, end);
}

void code_compute(struct compiler *c, expr e, uint32_t d, uint32_t undefined)
{
    const struct expr_node *n = code_node(c, e);
    switch (n->op) {
    case OP_NOT:
        code_emit(c, RUN_NOT, d, code_value(c, n->args[0], undefined), 0, 0);
        break;
    case OP_AND:
    case OP_OR:
        compute_junction(c, e, d, undefined);
        break;
    case OP_XOR:
        compute_pair(c, n, RUN_XOR, d, undefined);
        break;
    case OP_ITE:
        code_compute_branch(c, e, d, undefined);
        break;
    case OP_EQ:
        compute_pair(c, n, RUN_EQUAL, d, undefined);
        break;
    case OP_LT:
        compute_less(c, n, d, undefined);
        break;
    case OP_NEG:
        compute_number(c, n, RUN_NEGATE, d, undefined);
        break;
    case OP_ADD:
        compute_number(c, n, RUN_ADD, d, undefined);
        break;
    case OP_SUB:
        compute_number(c, n, RUN_SUBTRACT, d, undefined);
        break;
    case OP_MUL:
        compute_number(c, n, RUN_MULTIPLY, d, undefined);
        break;
    case OP_DIV:
        compute_number(c, n, RUN_DIVIDE, d, undefined);
        break;
    case OP_MOD:
        compute_number(c, n, RUN_MODULO, d, undefined);
        break;
    case OP_COUNT:
        compute_count(c, n, d, undefined);
        break;
    default:
        assert(n->op >= OP_BIT_NOT && n->op <= OP_TO_WORD); // sets have members, not a value
        compute_scalar(c, n, d, undefined);
        break;
    }
}

// The register that holds the value from here on.
uint32_t code_value(struct compiler *c, expr e, uint32_t undefined)
{
    if (code_is_leaf(c, e))
        return code_leaf(c, e);
    if (code_is_routine(c, e)) {
        uint32_t routine = sharing_fact(c->sharing, e)->routine;
        code_emit(c, RUN_CALL, undefined, routine, 0, 0);
        return c->program->routines.at[routine].result;
    }
    uint32_t d = code_temporary(c);
    code_compute(c, e, d, undefined);
    return d;
}
