// From the operands up. An operand that is the same operation once more is replaced by its own operands; it has been
// flattened before. `and` and `or` take any number of operands, and the model sorts them; of the others, which take
// two, a chain is made in the order of the handles.
#include "group/normal.h"

#include <stdlib.h>

#include "model/walk.h"

typedef ARRAY(expr) expr_list;

struct normaliser {
    struct model *model;
    struct mem *mem;
    struct walk walk;
    expr_list operands;
};

static bool may_flatten(const struct model *m, const struct expr_node *n)
{
    bool is_one = n->op == OP_AND || n->op == OP_OR || n->op == OP_XOR || n->op == OP_ADD;
    return is_one && expr_is_exact(m, n);
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
    const expr *forms = walk_images(&k->walk, e);
    if (!may_flatten(k->model, n))
        return model_rebuild(k->model, n, forms);
    k->operands.count = 0;
    for (size_t i = 0; i < n->count; i++)
        array_push(k->mem, &k->operands, forms[i]);
    flatten(k, n->op, n->type);
    return op_is_nary(n->op) ? model_nary(k->model, n->op, k->operands.at, k->operands.count) : chain_of(k, n->op);
}

expr normal_form(struct model *m, expr e, struct mem *mem)
{
    struct normaliser k = {.model = m, .mem = mem, .walk = {.model = m, .mem = mem}};
    walk_from(&k.walk, e);
    for (expr at; walk_next(&k.walk, &at);)
        walk_note(&k.walk, at, form_of(&k, at, model_expr(m, at)));
    expr result = walk_image(&k.walk, e);
    walk_free(&k.walk);
    array_free(mem, &k.operands);
    return result;
}
