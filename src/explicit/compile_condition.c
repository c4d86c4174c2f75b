// Conditions as jumps.
#include "explicit/code.h"

// The operands in the order in which they are best asked for. The caller frees them.
static expr *sort_operands(struct compiler *c, const struct expr_node *n)
{
    expr *sorted = mem_alloc(c->mem, n->count * sizeof *sorted);
    for (size_t i = 0; i < n->count; i++) {
        size_t k = i;
        for (; k > 0 && sharing_asks_first(c->sharing, n->args[i], sorted[k - 1]); k--)
            sorted[k] = sorted[k - 1];
        sorted[k] = n->args[i];
    }
    return sorted;
}

// Goes through the operands until one decides. All are defined, or it does not matter which of the two labels is taken.
static void jump_if_junction(struct compiler *c, const struct expr_node *n, bool sense, uint32_t target)
{
    bool decides = n->op == OP_OR;
    uint32_t end = code_label(c);
    expr *sorted = sort_operands(c, n);
    for (size_t i = 0; i < n->count; i++)
        if (sense == decides)
            code_jump_if(c, sorted[i], decides, target, NEVER);
        else if (i + 1 < n->count)
            code_jump_if(c, sorted[i], decides, end, NEVER);
        else
            code_jump_if(c, sorted[i], sense, target, NEVER);
    code_place(c, end);
    mem_free(c->mem, sorted, n->count * sizeof *sorted);
}

// An operand that is undefined does not decide, but leaves the whole undefined unless another does.
static void jump_if_partial(struct compiler *c, const struct expr_node *n, bool sense, uint32_t target,
                            uint32_t undefined)
{
    bool decides = n->op == OP_OR;
    uint32_t end = code_label(c), decided = sense == decides ? target : end, in_doubt = code_temporary(c);
    expr *sorted = sort_operands(c, n);
    code_emit(c, RUN_MOVE, in_doubt, code_constant(c, 0), 0, 0);
    for (size_t i = 0; i < n->count; i++) {
        uint32_t doubt = code_label(c), next = code_label(c);
        code_jump_if(c, sorted[i], decides, decided, doubt);
        code_jump(c, next);
        code_place(c, doubt);
        code_emit(c, RUN_MOVE, in_doubt, code_constant(c, 1), 0, 0);
        code_place(c, next);
    }
    code_emit(c, RUN_JUMP_TRUE, undefined, in_doubt, 0, 0);
    if (sense != decides)
        code_jump(c, target);
    code_place(c, end);
    mem_free(c->mem, sorted, n->count * sizeof *sorted);
}

static void jump_if_branch(struct compiler *c, const struct expr_node *n, bool sense, uint32_t target,
                           uint32_t undefined)
{
    uint32_t otherwise = code_label(c), end = code_label(c);
    code_jump_if(c, n->args[0], false, otherwise, undefined);
    code_jump_if(c, n->args[1], sense, target, undefined);
    code_jump(c, end);
    code_place(c, otherwise);
    code_jump_if(c, n->args[2], sense, target, undefined);
    code_place(c, end);
}

static void jump_if_pair(struct compiler *c, const struct expr_node *n, enum opcode op, uint32_t target,
                         uint32_t undefined)
{
    uint32_t a = code_value(c, n->args[0], undefined), b = code_value(c, n->args[1], undefined);
    code_emit(c, op, target, a, b, 0);
}

static void jump_if_value(struct compiler *c, expr e, bool sense, uint32_t target, uint32_t undefined)
{
    if (!code_is_leaf(c, e) && code_is_routine(c, e)) {
        uint32_t routine = sharing_fact(c->sharing, e)->routine;
        code_emit(c, sense ? RUN_CALL_JUMP_TRUE : RUN_CALL_JUMP_FALSE, target, routine,
                  c->program->routines.at[routine].result, undefined);
        return;
    }
    uint32_t v = code_value(c, e, undefined);
    code_emit(c, sense ? RUN_JUMP_TRUE : RUN_JUMP_FALSE, target, v, 0, 0);
}

// By what the condition is made of.
void code_jump_if_inside(struct compiler *c, expr e, bool sense, uint32_t target, uint32_t undefined)
{
    const struct expr_node *n = code_node(c, e);
    switch (n->op) {
    case OP_NOT:
        code_jump_if(c, n->args[0], !sense, target, undefined);
        break;
    case OP_AND:
    case OP_OR:
        if (n->partial)
            jump_if_partial(c, n, sense, target, undefined);
        else
            jump_if_junction(c, n, sense, target);
        break;
    case OP_ITE:
        jump_if_branch(c, n, sense, target, undefined);
        break;
    case OP_XOR:
        jump_if_pair(c, n, sense ? RUN_JUMP_UNEQUAL : RUN_JUMP_EQUAL, target, undefined);
        break;
    case OP_EQ:
        jump_if_pair(c, n, sense ? RUN_JUMP_EQUAL : RUN_JUMP_UNEQUAL, target, undefined);
        break;
    case OP_LT:
        if (code_has_plain_order(c, n)) {
            jump_if_pair(c, n, sense ? RUN_JUMP_LESS : RUN_JUMP_NOT_LESS, target, undefined);
            break;
        }
        jump_if_value(c, e, sense, target, undefined);
        break;
    default:
        jump_if_value(c, e, sense, target, undefined);
        break;
    }
}

void code_jump_if(struct compiler *c, expr e, bool sense, uint32_t target, uint32_t undefined)
{
    value known = 0;
    if (model_is_const(c->model, e, &known)) {
        if (known == sense)
            code_jump(c, target);
    } else if (code_is_leaf(c, e) || code_is_routine(c, e))
        jump_if_value(c, e, sense, target, undefined);
    else
        code_jump_if_inside(c, e, sense, target, undefined);
}
