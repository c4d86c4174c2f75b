// From the operands up. An operand that is the same operation once more is replaced by its own operands; it has been
// flattened before. `and` and `or` take any number of operands, and the model sorts them; of the others, which take
// two, a chain is made in the order of the handles.
#include "group/normal.h"

#include <stdlib.h>

#include "base/array.h"

typedef ARRAY(expr) expr_list;

struct normaliser {
    struct model *model;
    struct mem *mem;
    expr *forms; // by handle; EXPR_NONE where it is not known yet
    expr_list waiting, operands;
};

// Sums are cut off at the largest number, and may be taken in any order only where that cannot happen.
static bool may_flatten(const struct model *m, const struct expr_node *n)
{
    const struct type *type = model_type(m, n->type);
    switch (n->op) {
    case OP_AND:
    case OP_OR:
    case OP_XOR:
        return true;
    case OP_ADD:
        return type->kind == TYPE_WORD || (type->low > -VALUE_LARGEST && type->high < VALUE_LARGEST);
    default:
        return false;
    }
}

static int by_handle(const void *a, const void *b)
{
    expr x = *(const expr *)a, y = *(const expr *)b;
    return (x > y) - (x < y);
}

static void flatten(struct normaliser *k, enum op op, type_id type)
{
    expr_list *list = &k->operands;
    for (size_t i = 0; i < list->count;) {
        const struct expr_node *n = model_expr(k->model, list->at[i]);
        bool same_type = op != OP_ADD || model_type(k->model, type)->kind == model_type(k->model, n->type)->kind;
        if (n->op != op || !same_type || !may_flatten(k->model, n)) {
            i++;
            continue;
        }
        list->at[i] = n->args[0];
        for (size_t j = 1; j < n->count; j++)
            array_push(k->mem, list, n->args[j]);
    }
    if (list->count > 1)
        qsort(list->at, list->count, sizeof *list->at, by_handle);
}

static expr chain_of(struct normaliser *k, enum op op)
{
    expr result = k->operands.at[0];
    for (size_t i = 1; i < k->operands.count; i++)
        result = op == OP_XOR ? model_xor(k->model, result, k->operands.at[i])
                              : model_binary(k->model, op, result, k->operands.at[i]);
    return result;
}

static expr form_of(struct normaliser *k, expr e, const struct expr_node *n)
{
    if (n->count == 0)
        return e;
    k->operands.count = 0;
    for (size_t i = 0; i < n->count; i++)
        array_push(k->mem, &k->operands, k->forms[n->args[i]]);
    if (!may_flatten(k->model, n))
        return model_rebuild(k->model, n, k->operands.at);
    flatten(k, n->op, n->type);
    return n->op == OP_AND || n->op == OP_OR ? model_nary(k->model, n->op, k->operands.at, k->operands.count)
                                             : chain_of(k, n->op);
}

static bool has_operands(struct normaliser *k, const struct expr_node *n)
{
    bool complete = true;
    for (size_t i = 0; i < n->count; i++)
        if (k->forms[n->args[i]] == EXPR_NONE) {
            array_push(k->mem, &k->waiting, n->args[i]);
            complete = false;
        }
    return complete;
}

expr normal_form(struct model *m, expr e, struct mem *mem)
{
    struct normaliser k = {.model = m, .mem = mem};
    size_t bytes = ((size_t)e + 1) * sizeof *k.forms; // operands have smaller handles
    k.forms = mem_alloc(mem, bytes);
    for (expr i = 0; i <= e; i++)
        k.forms[i] = EXPR_NONE;
    array_push(mem, &k.waiting, e);
    while (k.waiting.count) {
        expr at = array_last(&k.waiting);
        const struct expr_node *n = model_expr(m, at);
        if (k.forms[at] == EXPR_NONE && !has_operands(&k, n))
            continue;
        if (k.forms[at] == EXPR_NONE)
            k.forms[at] = form_of(&k, at, n);
        k.waiting.count--;
    }
    expr result = k.forms[e];
    mem_free(mem, k.forms, bytes);
    array_free(mem, &k.waiting);
    array_free(mem, &k.operands);
    return result;
}
