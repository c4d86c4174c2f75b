#include "check/cofactor_expr.h"

#include "base/array.h"

#define MOST_VISITS 20000

bool cofactor_expr_is_test(const struct model *model, expr x, cell_id *cell, value *v)
{
    const struct expr_node *n = model_expr(model, x);
    for (size_t i = 0; n->op == OP_EQ && i < 2; i++) {
        const struct expr_node *side = model_expr(model, n->args[i]);
        *cell = (cell_id)side->data;
        if (side->op == OP_CELL && model_is_const(model, n->args[1 - i], v))
            return true;
    }
    return false;
}

static bool is_decided(const struct cofactor_expr *a, expr x, value *v)
{
    cell_id cell;
    return cofactor_expr_is_test(a->model, x, &cell, v) && cell == a->cell;
}

static bool is_looked_into(const struct walk *w, expr x, size_t operand)
{
    const struct cofactor_expr *a = w->context;
    value v;
    (void)operand;
    return a->visits < MOST_VISITS && !is_decided(a, x, &v);
}

static expr replace(struct cofactor_expr *a, expr x)
{
    const struct expr_node *n = model_expr(a->model, x);
    value v;
    if (is_decided(a, x, &v))
        return v == a->is ? model_true(a->model) : model_false(a->model);
    if (n->count == 0 || a->visits >= MOST_VISITS)
        return x;
    a->visits++;
    const expr *args = walk_images(&a->left, x);
    for (size_t i = 0; i < n->count; i++)
        if (args[i] != n->args[i])
            return model_rebuild(a->model, n, args);
    return x;
}

expr cofactor_expr(struct cofactor_expr *a, expr x)
{
    a->left.model = a->model;
    a->left.mem = a->mem;
    a->left.follows = is_looked_into;
    a->left.context = a;
    walk_from(&a->left, x);
    for (expr at; walk_next(&a->left, &at);)
        walk_note(&a->left, at, replace(a, at));
    return walk_image(&a->left, x);
}

void cofactor_expr_end(struct cofactor_expr *a)
{
    walk_free(&a->left);
}

size_t cofactor_expr_count_cells(const struct model *model, const expr *at, size_t count, struct mem *mem)
{
    struct expr_support support = {0};
    bool is_known = expr_support(&support, model, at, count, MOST_VISITS - 1, mem);
    size_t cells = 0;
    for (size_t i = 0; i < support.cells.count; i++)
        cells += model_expr(model, support.cells.at[i])->op == OP_CELL;
    expr_support_free(&support, mem);
    return is_known ? cells : SIZE_MAX;
}
