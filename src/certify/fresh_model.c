#include "certify/fresh_model.h"

#include "model/copy.h"
#include "model/walk.h"

// ---- Conditions and formulas ----------------------------------------------------------------------------------------

struct moving_over {
    struct model *to;
    struct walk walk;
};

static expr leaf_over(void *context, expr e, const struct expr_node *n)
{
    struct model *to = context;
    (void)e;
    return n->op == OP_CELL   ? model_cell_expr(to, (cell_id)n->data)
           : n->op == OP_NEXT ? model_next_expr(to, (cell_id)n->data)
                              : model_const(to, n->type, n->data);
}

static expr move(void *context, expr condition)
{
    struct moving_over *over = context;
    return walk_map(&over->walk, over->to, leaf_over, over->to, condition);
}

expr condition_over(const struct model *from, struct model *to, expr condition, struct mem *mem)
{
    struct moving_over over = {to, {.model = from, .mem = mem}};
    expr copy = move(&over, condition);
    walk_free(&over.walk);
    return copy;
}

formula formula_over(const struct model *from, struct model *to, formula f, struct mem *mem)
{
    struct moving_over over = {to, {.model = from, .mem = mem}};
    struct formula_map map = {.from = from, .to = to, .mem = mem, .condition = move, .context = &over};
    formula copy = formula_map(&map, f);
    formula_map_free(&map);
    walk_free(&over.walk);
    return copy;
}

// ---- Models ---------------------------------------------------------------------------------------------------------

struct model *fresh_model_of_formulas(const struct model *m, struct mem *mem)
{
    struct model *fresh = model_new(mem);
    model_copy_values(m, fresh);
    for (cell_id c = 0; c < model_cell_count(m); c++)
        model_add_cell(fresh, model_cell(m, c)->name, model_cell(m, c)->type, model_cell(m, c)->role);
    for (size_t i = 0; i < model_compassion_count(m); i++) {
        expr pair[2];
        model_compassion(m, i, pair);
        expr asks = condition_over(m, fresh, pair[0], mem);
        model_add_compassion(fresh, asks, condition_over(m, fresh, pair[1], mem));
    }
    return fresh;
}

struct model *fresh_model(const struct model *m, struct mem *mem)
{
    size_t cells = model_cell_count(m);
    bool *stays = mem_alloc(mem, cells + 1);
    cell_id *map = mem_zalloc(mem, (cells + 1) * sizeof *map);
    for (size_t i = 0; i < cells; i++)
        stays[i] = true;
    struct model_selection selection = {.cells = stays};
    struct model *copy = model_copy_selected(m, &selection, map, mem);
    mem_free(mem, stays, cells + 1);
    mem_free(mem, map, (cells + 1) * sizeof *map);
    return copy;
}
