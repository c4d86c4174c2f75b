// Cells that are not ordered by FORCE, but come first.
#include "encode/order_hubs.h"

#include <string.h>

#define MOST_EXPRS 1000000 // of a model whose parts are looked into

// ---- Cells of expressions -------------------------------------------------------------------------------------------

static void add_to_few(struct few *f, cell_id cell)
{
    for (size_t i = 0; i < f->count && i < ORDER_NARROW; i++)
        if (f->at[i] == cell)
            return;
    if (f->count < ORDER_NARROW)
        f->at[f->count] = cell;
    f->count = f->count < ORDER_NARROW ? f->count + 1 : ORDER_NARROW + 1;
}

void order_join_few(struct few *f, const struct few *other)
{
    for (size_t i = 0; i < other->count && i < ORDER_NARROW; i++)
        add_to_few(f, other->at[i]);
    if (other->count > ORDER_NARROW)
        f->count = ORDER_NARROW + 1;
}

void order_find_few(struct order_groups *g)
{
    if (g->few || model_expr_count(g->model) > MOST_EXPRS)
        return;
    g->few_count = model_expr_count(g->model) + 1;
    g->few = mem_zalloc(g->mem, g->few_count * sizeof *g->few);
    g->looked_into = mem_zalloc(g->mem, g->few_count * sizeof *g->looked_into);
    for (expr e = 0; e + 1 < g->few_count; e++) {
        const struct expr_node *n = model_expr(g->model, e);
        if (n->op == OP_CELL || n->op == OP_NEXT)
            add_to_few(&g->few[e], (cell_id)n->data);
        for (size_t i = 0; i < n->count; i++)
            order_join_few(&g->few[e], &g->few[n->args[i]]);
    }
}

// ---- Finding hubs ---------------------------------------------------------------------------------------------------

static bool is_state(const struct order_groups *g, cell_id cell)
{
    return model_cell(g->model, cell)->role == CELL_STATE;
}

bool order_find_guards(struct order_groups *g, bool *is_hub)
{
    struct parts steps = model_steps(g->model);
    size_t hubs = 0;
    bool has_state = false;
    walk_clear(&g->walk);
    for (size_t i = 0; i < steps.count; i++)
        if (steps.at[i].kind != PART_CHOICE)
            walk_from(&g->walk, steps.at[i].expr);
    if (steps.count > 0)
        order_find_few(g);
    for (expr at; g->few && walk_next(&g->walk, &at);) {
        const struct expr_node *n = model_expr(g->model, at);
        bool has_wide = false;
        for (size_t i = 0; i < n->count && n->op == OP_OR; i++)
            has_wide |= g->few[n->args[i]].count > ORDER_NARROW;
        for (size_t i = 0; i < n->count && has_wide; i++) {
            const struct few *guard = &g->few[n->args[i]];
            for (size_t k = 0; k < guard->count && guard->count <= ORDER_NARROW; k++) {
                hubs += !is_hub[guard->at[k]];
                is_hub[guard->at[k]] = true;
                has_state |= is_state(g, guard->at[k]);
            }
        }
    }
    return has_state && 2 * hubs <= g->cells;
}

#define PART_OF_HUB 3   // one in so many groups has it
#define TIMES_OTHERS 2  // and so many times as many as have any other cell
#define LEAST_GROUPS 12 // with fewer, sifting does as well
#define FEW_HUBS 8      // one cell in so many

bool order_find_hubs(const struct order_groups *g, bool *is_hub)
{
    size_t *groups = mem_zalloc(g->mem, (g->cells + 1) * sizeof *groups), count = g->starts.count - 1;
    size_t hubs = 0, least = SIZE_MAX, most = 0;
    bool has_state = false;
    for (size_t k = 0; k < g->members.count; k++)
        groups[g->members.at[k]]++;
    for (size_t c = 0; c < g->cells; c++) {
        is_hub[c] = groups[c] * PART_OF_HUB >= count;
        hubs += is_hub[c];
        has_state |= is_hub[c] && is_state(g, (cell_id)c);
        if (is_hub[c])
            least = groups[c] < least ? groups[c] : least;
        else
            most = groups[c] > most ? groups[c] : most;
    }
    mem_free(g->mem, groups, (g->cells + 1) * sizeof *groups);
    // With more groups than cells, they are expressions within wide parts. What these have in common may be one cell of
    // each of many components, which belongs to its component: only where they are few are they hubs.
    size_t share = count > g->cells ? FEW_HUBS : 2;
    return has_state && count >= LEAST_GROUPS && share * hubs <= g->cells && least >= TIMES_OTHERS * most;
}

// ---- Placing them ---------------------------------------------------------------------------------------------------

void order_leave_out(struct order_groups *g, const bool *is_hub)
{
    size_t kept = 0;
    for (size_t i = 0; i + 1 < g->starts.count; i++) {
        size_t from = g->starts.at[i];
        g->starts.at[i] = kept;
        for (size_t k = from; k < g->starts.at[i + 1]; k++)
            if (!is_hub[g->members.at[k]])
                g->members.at[kept++] = g->members.at[k];
    }
    array_last(&g->starts) = g->members.count = kept;
}

static size_t root_of(size_t *parent, size_t cell)
{
    while (parent[cell] != cell)
        cell = parent[cell] = parent[parent[cell]];
    return cell;
}

// Each component comes where its first cell is, its cells in the order in which they are.
static void part_components(const struct order_groups *g, cell_id *order)
{
    size_t bytes = (g->cells + 1) * sizeof(size_t), count = 0;
    size_t *parent = mem_alloc(g->mem, bytes), *first = mem_alloc(g->mem, bytes), *last = mem_alloc(g->mem, bytes);
    size_t *next = mem_alloc(g->mem, bytes);
    for (size_t c = 0; c < g->cells; c++) {
        parent[c] = c;
        first[c] = next[c] = SIZE_MAX;
    }
    for (size_t i = 0; i + 1 < g->starts.count; i++)
        for (size_t k = g->starts.at[i] + 1; k < g->starts.at[i + 1]; k++)
            parent[root_of(parent, g->members.at[k])] = root_of(parent, g->members.at[k - 1]);
    for (size_t i = 0; i < g->cells; i++) {
        size_t root = root_of(parent, order[i]);
        if (first[root] == SIZE_MAX)
            first[root] = order[i];
        else
            next[last[root]] = order[i];
        last[root] = order[i];
    }
    for (size_t i = 0; i < g->cells; i++) {
        size_t root = root_of(parent, order[i]), cell = first[root];
        first[root] = SIZE_MAX;
        for (; cell != SIZE_MAX; cell = next[cell])
            last[count++] = cell;
    }
    for (size_t i = 0; i < g->cells; i++)
        order[i] = (cell_id)last[i];
    mem_free(g->mem, parent, bytes);
    mem_free(g->mem, first, bytes);
    mem_free(g->mem, last, bytes);
    mem_free(g->mem, next, bytes);
}

void order_put_hubs_first(const struct order_groups *g, const bool *is_hub, cell_id *order)
{
    size_t bytes = (g->cells + 1) * sizeof(cell_id), hubs = 0, rest = 0;
    cell_id *other = mem_alloc(g->mem, bytes);
    part_components(g, order);
    for (size_t i = 0; i < g->cells; i++)
        if (is_hub[order[i]])
            order[hubs++] = order[i];
        else
            other[rest++] = order[i];
    memcpy(order + hubs, other, rest * sizeof *order);
    mem_free(g->mem, other, bytes);
}
