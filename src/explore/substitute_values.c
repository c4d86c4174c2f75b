#include "explore/substitute_values.h"

#include <string.h>

void substitution_open(struct substitution *s, struct model *model, struct mem *mem)
{
    *s = (struct substitution){.model = model, .mem = mem, .cells = model_cell_count(model)};
    s->walk = (struct walk){.model = model, .mem = mem};
    s->now = mem_zalloc(mem, (s->cells + 1) * sizeof *s->now);
    s->next = mem_zalloc(mem, (s->cells + 1) * sizeof *s->next);
    s->has_now = mem_zalloc(mem, s->cells + 1);
    s->has_next = mem_zalloc(mem, s->cells + 1);
}

void substitution_close(struct substitution *s)
{
    mem_free(s->mem, s->now, (s->cells + 1) * sizeof *s->now);
    mem_free(s->mem, s->next, (s->cells + 1) * sizeof *s->next);
    mem_free(s->mem, s->has_now, s->cells + 1);
    mem_free(s->mem, s->has_next, s->cells + 1);
    walk_free(&s->walk);
}

void substitution_clear(struct substitution *s)
{
    memset(s->has_now, 0, s->cells + 1);
    memset(s->has_next, 0, s->cells + 1);
    walk_clear(&s->walk);
}

void substitution_put_now(struct substitution *s, cell_id cell, value v)
{
    s->now[cell] = v;
    s->has_now[cell] = true;
    walk_clear(&s->walk);
}

void substitution_put_next(struct substitution *s, cell_id cell, value v)
{
    s->next[cell] = v;
    s->has_next[cell] = true;
    walk_clear(&s->walk);
}

static expr put_in(void *context, expr e, const struct expr_node *n)
{
    const struct substitution *s = context;
    cell_id cell = (cell_id)n->data;
    if (n->op == OP_CELL && s->has_now[cell])
        return model_const(s->model, model_cell(s->model, cell)->type, s->now[cell]);
    if (n->op == OP_NEXT && s->has_next[cell])
        return model_const(s->model, model_cell(s->model, cell)->type, s->next[cell]);
    return e;
}

expr substitute(struct substitution *s, expr root, bool *touched)
{
    expr result = walk_map(&s->walk, s->model, put_in, s, root);
    *touched = result != root; // what has such a cell in it is not what has a value there
    return result;
}
