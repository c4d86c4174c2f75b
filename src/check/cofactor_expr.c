#include "check/cofactor_expr.h"

#include "base/array.h"

#define MOST_DEPTH 200
#define MOST_VISITS 20000

bool assume_is_test(const struct model *model, expr x, cell_id *cell, value *v)
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

static expr replace(struct assumption *a, expr x, size_t depth);

static expr replace_in_operands(struct assumption *a, expr x, size_t depth)
{
    const struct expr_node *n = model_expr(a->model, x);
    expr *args = mem_alloc(a->mem, n->count * sizeof *args);
    bool changed = false;
    for (size_t i = 0; i < n->count; i++) {
        args[i] = replace(a, n->args[i], depth + 1);
        changed |= args[i] != n->args[i];
    }
    expr result = changed ? model_rebuild(a->model, n, args) : x;
    mem_free(a->mem, args, n->count * sizeof *args);
    return result;
}

static expr replace(struct assumption *a, expr x, size_t depth)
{
    cell_id cell;
    value v;
    bool added;
    if (assume_is_test(a->model, x, &cell, &v) && cell == a->cell)
        return v == a->is ? model_true(a->model) : model_false(a->model);
    if (model_expr(a->model, x)->count == 0)
        return x;
    const uint32_t *known = int_map_find(&a->left, x);
    if (known)
        return *known;
    if (depth == MOST_DEPTH || a->visits++ >= MOST_VISITS)
        return x;
    expr result = replace_in_operands(a, x, depth);
    int_map_try_add(a->mem, &a->left, x, result, &added); // to forget it is only slow
    return result;
}

expr assume(struct assumption *a, expr x)
{
    return replace(a, x, 0);
}

void assume_end(struct assumption *a)
{
    int_map_free(a->mem, &a->left);
}

size_t assume_count_cells(const struct model *model, const expr *at, size_t count, struct mem *mem)
{
    struct int_map seen = {0};
    ARRAY(expr) pending = {0};
    size_t cells = 0, visits = 0;
    for (size_t i = 0; i < count; i++)
        array_push(mem, &pending, at[i]);
    while (pending.count && visits < MOST_VISITS) {
        expr x = array_pop(&pending);
        const struct expr_node *n = model_expr(model, x);
        bool added = false;
        if (!int_map_try_add(mem, &seen, x, 0, &added))
            visits = MOST_VISITS;
        cells += added && n->op == OP_CELL;
        for (size_t i = 0; added && i < n->count; i++)
            array_push(mem, &pending, n->args[i]);
        visits += added;
    }
    array_free(mem, &pending);
    int_map_free(mem, &seen);
    return visits < MOST_VISITS ? cells : SIZE_MAX;
}
