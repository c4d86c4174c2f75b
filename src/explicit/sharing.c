#include "explicit/sharing.h"

#define WORTH_A_CALL 3 // instructions
#define DEEPEST 100    // nested expressions within one routine
#define COST_LIMIT 1000000

void sharing_open(struct sharing *s, const struct model *model, struct mem *mem)
{
    *s = (struct sharing){.model = model, .mem = mem};
}

void sharing_close(struct sharing *s)
{
    mem_free(s->mem, s->facts, s->count * sizeof *s->facts);
    array_free(s->mem, &s->roots);
    array_free(s->mem, &s->routines);
}

void sharing_note(struct sharing *s, expr root)
{
    array_push(s->mem, &s->roots, root);
}

// Operands have smaller handles, so going down by handles meets every use before the operand.
static void count_uses(struct sharing *s)
{
    for (size_t i = 0; i < s->roots.count; i++)
        s->facts[s->roots.at[i]].uses++;
    for (size_t e = s->count; e-- > 0;) {
        if (!s->facts[e].uses)
            continue;
        const struct expr_node *n = model_expr(s->model, (expr)e);
        for (size_t i = 0; i < n->count; i++)
            s->facts[n->args[i]].uses++;
    }
}

static cell_id join_support(cell_id a, cell_id b)
{
    if (a == CELL_NONE || a == b)
        return b;
    return b == CELL_NONE ? a : MANY_CELLS;
}

static void find_fact(struct sharing *s, expr e)
{
    const struct expr_node *n = model_expr(s->model, e);
    struct expr_fact *fact = &s->facts[e];
    fact->routine = NO_ROUTINE;
    bool is_open = n->op == OP_NEXT || n->op == OP_LOCAL; // no cell alone says what it is
    fact->support = n->op == OP_CELL ? (cell_id)n->data : is_open ? MANY_CELLS : CELL_NONE;
    if (n->count == 0)
        return;
    fact->cost = fact->weight = 1;
    for (size_t i = 0; i < n->count; i++) {
        const struct expr_fact *arg = &s->facts[n->args[i]];
        bool call = arg->routine != NO_ROUTINE;
        fact->support = join_support(fact->support, arg->support);
        fact->cost += call ? 1 : arg->cost;
        fact->weight += arg->weight;
        if (fact->weight > COST_LIMIT)
            fact->weight = COST_LIMIT;
        fact->height = !call && arg->height > fact->height ? arg->height : fact->height;
        fact->calls = arg->calls > fact->calls ? arg->calls : fact->calls;
    }
    fact->height++;
    if (fact->cost > COST_LIMIT)
        fact->cost = COST_LIMIT;
    bool is_set = model_expr_type(s->model, e)->kind == TYPE_SET; // which has no value to keep
    if (!is_set && ((fact->uses > 1 && fact->cost >= WORTH_A_CALL) || fact->height > DEEPEST)) {
        fact->routine = (uint32_t)s->routines.count;
        fact->calls++;
        array_push(s->mem, &s->routines, e);
    }
}

void sharing_settle(struct sharing *s)
{
    for (size_t i = 0; i < s->roots.count; i++)
        if (s->roots.at[i] >= s->count)
            s->count = (size_t)s->roots.at[i] + 1;
    s->facts = mem_zalloc(s->mem, s->count * sizeof *s->facts);
    count_uses(s);
    for (size_t e = 0; e < s->count; e++)
        if (s->facts[e].uses)
            find_fact(s, (expr)e);
}

bool sharing_asks_first(const struct sharing *s, expr a, expr b)
{
    uint32_t x = s->facts[a].weight, y = s->facts[b].weight;
    return x != y ? x < y : a < b;
}
