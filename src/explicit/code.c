// Putting instructions together.
#include "explicit/code.h"

#include <assert.h>

uint32_t code_register(struct compiler *c, value first)
{
    array_push(c->mem, &c->program->registers, first);
    return (uint32_t)c->program->registers.count - 1;
}

uint32_t code_temporary(struct compiler *c)
{
    if (c->in_routine)
        return code_register(c, 0);
    if (c->spare_used == c->spare.count) {
        uint32_t fresh = code_register(c, 0);
        array_push(c->mem, &c->spare, fresh);
    }
    return c->spare.at[c->spare_used++];
}

uint32_t code_label(struct compiler *c)
{
    array_push(c->mem, &c->labels, NO_LABEL);
    return (uint32_t)c->labels.count - 1;
}

void code_place(struct compiler *c, uint32_t label)
{
    c->labels.at[label] = (uint32_t)c->program->code.count;
}

void code_emit(struct compiler *c, enum opcode op, uint32_t d, uint32_t a, uint32_t b, uint32_t third)
{
    struct instr i = {op, a, b, third, d};
    array_push(c->mem, &c->program->code, i);
}

void code_jump(struct compiler *c, uint32_t label)
{
    code_emit(c, RUN_JUMP, label, 0, 0, 0);
}

const struct expr_node *code_node(const struct compiler *c, expr e)
{
    return model_expr(c->model, e);
}

bool code_is_leaf(const struct compiler *c, expr e)
{
    return code_node(c, e)->count == 0;
}

bool code_is_routine(const struct compiler *c, expr e)
{
    return sharing_fact(c->sharing, e)->routine != NO_ROUTINE;
}

uint32_t code_constant(struct compiler *c, value v)
{
    // Truth values have the first two registers after the cells.
    if (v == 0 || v == 1)
        return (uint32_t)(c->layout->cells + (size_t)v);
    return code_register(c, v);
}

uint32_t code_local(struct compiler *c, uint32_t number)
{
    return (uint32_t)c->layout->cells + 2 + number;
}

uint32_t code_leaf(struct compiler *c, expr e)
{
    const struct expr_node *n = code_node(c, e);
    assert(n->op == OP_CELL || n->op == OP_CONST || n->op == OP_LOCAL);
    if (n->op == OP_CELL)
        return (uint32_t)n->data;
    if (n->op == OP_LOCAL)
        return code_local(c, (uint32_t)n->data);
    if (c->constants[e] == NO_REGISTER)
        c->constants[e] = code_constant(c, n->data);
    return c->constants[e];
}

void code_settle_labels(struct compiler *c)
{
    struct program *p = c->program;
    for (size_t i = 0; i < p->code.count; i++) {
        struct instr *at = &p->code.at[i];
        if ((at->op >= RUN_JUMP && at->op <= RUN_JUMP_NOT_LESS) || at->op == RUN_CALL)
            at->d = c->labels.at[at->d];
        else if (at->op == RUN_DIVIDE || at->op == RUN_MODULO)
            at->c = c->labels.at[at->c];
        else if (at->op == RUN_CALL_JUMP_TRUE || at->op == RUN_CALL_JUMP_FALSE) {
            at->c = c->labels.at[at->c];
            at->d = c->labels.at[at->d];
        } else if (at->op == RUN_SWITCH)
            for (uint32_t k = 0; k <= p->tables.at[at->b].count; k++) {
                uint32_t *entry = &p->entries.at[p->tables.at[at->b].begin + k];
                *entry = c->labels.at[*entry];
            }
    }
    for (size_t i = 0; i < p->scalars.count; i++)
        p->scalars.at[i].undefined = c->labels.at[p->scalars.at[i].undefined];
}
