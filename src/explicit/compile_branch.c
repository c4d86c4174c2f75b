// Branches: by jumps, or by tables where many depend on the value of one expression.
#include "explicit/code.h"

#define SHORTEST_TABLE 4 // branches that are worth a table

void code_compute_into(struct compiler *c, expr e, uint32_t d, uint32_t undefined)
{
    if (code_is_leaf(c, e) || code_is_routine(c, e))
        code_emit(c, RUN_MOVE, d, code_value(c, e, undefined), 0, 0);
    else
        code_compute(c, e, d, undefined);
}

static bool is_test(const struct compiler *c, expr condition, expr *subject, value *with)
{
    const struct expr_node *n = code_node(c, condition);
    if (n->op != OP_EQ)
        return false;
    for (size_t i = 0; i < 2; i++)
        if (model_is_const(c->model, n->args[i], with)) {
            *subject = n->args[1 - i];
            return true;
        }
    return false;
}

struct chain code_find_chain(const struct compiler *c, expr e)
{
    struct chain chain = {.rest = e};
    while (code_node(c, chain.rest)->op == OP_ITE && !code_is_leaf(c, chain.rest) &&
           (chain.length == 0 || !code_is_routine(c, chain.rest))) {
        const struct expr_node *n = code_node(c, chain.rest);
        expr subject;
        value with;
        if (!is_test(c, n->args[0], &subject, &with) || (chain.length && subject != chain.subject))
            break;
        chain.low = chain.length && chain.low < with ? chain.low : with;
        chain.high = chain.length && chain.high > with ? chain.high : with;
        chain.subject = subject;
        chain.rest = n->args[2];
        chain.length++;
    }
    uint64_t spread = (uint64_t)chain.high - (uint64_t)chain.low;
    if (chain.length < SHORTEST_TABLE || spread > 4 * chain.length + 16)
        chain.length = 0;
    return chain;
}

static bool has_leaves_only(const struct compiler *c, expr e, const struct chain *chain)
{
    for (size_t i = 0; i < chain->length; i++, e = code_node(c, e)->args[2])
        if (!code_is_leaf(c, code_node(c, e)->args[1]))
            return false;
    return code_is_leaf(c, chain->rest);
}

// A table with nothing but `rest` in it. Gives its number.
static uint32_t new_table(struct compiler *c, const struct chain *chain, uint32_t rest)
{
    struct program *p = c->program;
    struct jump_table t = {chain->low, (uint32_t)p->entries.count, (uint32_t)(chain->high - chain->low + 1)};
    for (uint32_t i = 0; i <= t.count; i++)
        array_push(c->mem, &p->entries, rest);
    array_push(c->mem, &p->tables, t);
    return (uint32_t)p->tables.count - 1;
}

static uint32_t *chain_entry(struct compiler *c, uint32_t table, value v)
{
    const struct jump_table *t = &c->program->tables.at[table];
    return &c->program->entries.at[t->begin + (uint64_t)(v - t->low)];
}

// What the branch at the head of a chain asks its subject for.
static value tested_value(const struct compiler *c, expr e)
{
    expr ignored;
    value with = 0;
    is_test(c, code_node(c, e)->args[0], &ignored, &with);
    return with;
}

static void compute_indexed(struct compiler *c, expr e, const struct chain *chain, uint32_t d, uint32_t undefined)
{
    uint32_t subject = code_value(c, chain->subject, undefined), rest = code_leaf(c, chain->rest);
    uint32_t table = new_table(c, chain, NO_REGISTER);
    for (size_t i = 0; i < chain->length; i++, e = code_node(c, e)->args[2]) {
        uint32_t *entry = chain_entry(c, table, tested_value(c, e));
        if (*entry == NO_REGISTER) // the first branch counts
            *entry = code_leaf(c, code_node(c, e)->args[1]);
    }
    const struct jump_table *t = &c->program->tables.at[table];
    for (uint32_t i = t->begin; i <= t->begin + t->count; i++)
        if (c->program->entries.at[i] == NO_REGISTER)
            c->program->entries.at[i] = rest;
    code_emit(c, RUN_INDEX, d, subject, table, 0);
}

static void compute_switched(struct compiler *c, expr e, const struct chain *chain, uint32_t d, uint32_t undefined)
{
    uint32_t subject = code_value(c, chain->subject, undefined), rest = code_label(c), end = code_label(c);
    uint32_t table = new_table(c, chain, rest);
    code_emit(c, RUN_SWITCH, 0, subject, table, 0);
    for (size_t i = 0; i < chain->length; i++, e = code_node(c, e)->args[2]) {
        value with = tested_value(c, e);
        if (*chain_entry(c, table, with) != rest)
            continue;
        uint32_t here = code_label(c);
        *chain_entry(c, table, with) = here;
        code_place(c, here);
        code_compute_into(c, code_node(c, e)->args[1], d, undefined);
        code_jump(c, end);
    }
    code_place(c, rest);
    code_compute_into(c, chain->rest, d, undefined);
    code_place(c, end);
}

void code_compute_branch(struct compiler *c, expr e, uint32_t d, uint32_t undefined)
{
    const struct expr_node *n = code_node(c, e);
    struct chain chain = code_find_chain(c, e);
    if (chain.length) {
        if (has_leaves_only(c, e, &chain))
            compute_indexed(c, e, &chain, d, undefined);
        else
            compute_switched(c, e, &chain, d, undefined);
        return;
    }
    if (code_is_leaf(c, n->args[1]) && code_is_leaf(c, n->args[2])) {
        uint32_t condition = code_value(c, n->args[0], undefined);
        code_emit(c, RUN_SELECT, d, condition, code_leaf(c, n->args[1]), code_leaf(c, n->args[2]));
        return;
    }
    uint32_t otherwise = code_label(c), end = code_label(c);
    code_jump_if(c, n->args[0], false, otherwise, undefined);
    code_compute_into(c, n->args[1], d, undefined);
    code_jump(c, end);
    code_place(c, otherwise);
    code_compute_into(c, n->args[2], d, undefined);
    code_place(c, end);
}
