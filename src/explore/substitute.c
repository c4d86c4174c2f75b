#include "explore/substitute.h"

#include <string.h>

void substitution_open(struct substitution *s, struct model *model, struct mem *mem)
{
    *s = (struct substitution){.model = model, .mem = mem, .cells = model_cell_count(model), .stamp = 1};
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
    array_free(s->mem, &s->results);
    array_free(s->mem, &s->stamps);
    array_free(s->mem, &s->marks);
}

void substitution_clear(struct substitution *s)
{
    memset(s->has_now, 0, s->cells + 1);
    memset(s->has_next, 0, s->cells + 1);
    s->stamp++;
}

void substitution_put_now(struct substitution *s, cell_id cell, value v)
{
    s->now[cell] = v;
    s->has_now[cell] = true;
    s->stamp++;
}

void substitution_put_next(struct substitution *s, cell_id cell, value v)
{
    s->next[cell] = v;
    s->has_next[cell] = true;
    s->stamp++;
}

static void make_room(struct substitution *s, expr e)
{
    size_t needed = (size_t)e + 1;
    array_reserve(s->mem, &s->results, needed);
    array_reserve(s->mem, &s->stamps, needed);
    array_reserve(s->mem, &s->marks, needed);
    while (s->stamps.count < needed) {
        array_push(s->mem, &s->results, EXPR_NONE);
        array_push(s->mem, &s->stamps, 0);
        array_push(s->mem, &s->marks, 0);
    }
}

static bool is_known(const struct substitution *s, expr e)
{
    return e < s->stamps.count && s->stamps.at[e] == s->stamp;
}

static void note(struct substitution *s, expr e, expr result, bool mark)
{
    make_room(s, e);
    s->results.at[e] = result;
    s->marks.at[e] = mark;
    s->stamps.at[e] = s->stamp;
}

// An expression whose operands are all known.
static void make(struct substitution *s, expr e)
{
    struct model *m = s->model;
    const struct expr_node *n = model_expr(m, e);
    cell_id cell = (cell_id)n->data;
    bool here = (n->op == OP_CELL && s->has_now[cell]) || (n->op == OP_NEXT && s->has_next[cell]), mark = here;
    for (size_t i = 0; i < n->count; i++)
        mark |= s->marks.at[n->args[i]];
    if (here) {
        note(s, e, model_const(m, model_cell(m, cell)->type, n->op == OP_CELL ? s->now[cell] : s->next[cell]), true);
    } else if (!mark) {
        note(s, e, e, false);
    } else {
        size_t bytes = (n->count + 1) * sizeof(expr);
        expr *args = mem_alloc(s->mem, bytes);
        for (size_t i = 0; i < n->count; i++)
            args[i] = s->results.at[n->args[i]];
        note(s, e, model_rebuild(m, n, args), true);
        mem_free(s->mem, args, bytes);
    }
}

// From the operands up, with a stack of its own: expressions may be deep.
expr substitute(struct substitution *s, expr root, bool *touched)
{
    ARRAY(expr) pending = {0};
    array_push(s->mem, &pending, root);
    while (pending.count > 0) {
        expr e = array_last(&pending);
        const struct expr_node *n = model_expr(s->model, e);
        size_t before = pending.count;
        for (size_t i = 0; i < n->count && !is_known(s, e); i++)
            if (!is_known(s, n->args[i]))
                array_push(s->mem, &pending, n->args[i]);
        if (pending.count > before)
            continue;
        if (!is_known(s, e))
            make(s, e);
        pending.count--;
    }
    array_free(s->mem, &pending);
    *touched = s->marks.at[root];
    return s->results.at[root];
}
