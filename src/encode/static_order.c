// FORCE (Aloul, Markov, Sakallah 2003): every part of the model pulls its cells towards their common centre; cells are
// placed where the forces balance, again and again, while the total span of the parts shrinks. Two starting points are
// tried, the order of declaration and one that follows dependencies, and the better result is taken; it is turned round
// where cells that choose between others would be below these. Cells that many parts have are not ordered so: they are
// the top. Cheap, without randomness, and good enough that sifting rarely has to rescue it.
#include "encode/static_order.h"

#include <stdlib.h>
#include <string.h>

#include "encode/order_hubs.h"

// Parts may share most of what they are made of, and each is looked at as a whole. After so many expressions, those
// that are left count with the cell that they are about: no order would help such a model.
#define MOST_VISITS 20000000

// A part with so many cells says little of who works with whom; what does are the expressions in it that have few.
#define WIDE 12

static bool should_stop(struct order_groups *g)
{
    g->is_stopped = g->is_stopped || (g->stop && g->stop(g->context));
    return g->is_stopped;
}

static void add_cell(struct order_groups *g, cell_id cell, uint32_t group)
{
    if (g->seen_cell[cell] != group) {
        g->seen_cell[cell] = group;
        array_push(g->mem, &g->members, cell);
    }
}

static void add_expr(struct order_groups *g, expr x, uint32_t group)
{
    walk_clear(&g->walk);
    walk_from(&g->walk, x);
    for (expr at; walk_next(&g->walk, &at); g->visits++) {
        const struct expr_node *n = model_expr(g->model, at);
        if (n->op == OP_CELL || n->op == OP_NEXT)
            add_cell(g, (cell_id)n->data, group);
    }
}

// ---- Wide parts -----------------------------------------------------------------------------------------------------

static void add_few(struct order_groups *g, const struct few *f)
{
    if (f->count < 2 || f->count > ORDER_NARROW)
        return;
    array_push(g->mem, &g->starts, g->members.count);
    for (size_t i = 0; i < f->count; i++)
        array_push(g->mem, &g->members, f->at[i]);
}

// What has few cells is a group. So is what a wide expression joins to something wide: a condition and what it is
// about, say.
static void look_into(struct order_groups *g, expr x)
{
    order_find_few(g);
    array_push(g->mem, &g->pending, x);
    while (g->pending.count) {
        expr at = array_pop(&g->pending);
        const struct expr_node *n = model_expr(g->model, at);
        if (!g->few || at >= g->few_count || g->looked_into[at])
            continue;
        g->looked_into[at] = true;
        bool is_several = g->has_guards && n->op == OP_AND; // conditions of their own
        if (g->few[at].count <= ORDER_NARROW && !is_several) {
            add_few(g, &g->few[at]);
            continue;
        }
        struct few joined = {.count = 0};
        bool has_wide = false;
        for (size_t i = 0; i < n->count; i++) {
            array_push(g->mem, &g->pending, n->args[i]);
            if (g->few[n->args[i]].count > ORDER_NARROW)
                has_wide = true;
            else
                order_join_few(&joined, &g->few[n->args[i]]);
        }
        if (has_wide && !is_several)
            add_few(g, &joined);
    }
}

// ---- Parts ----------------------------------------------------------------------------------------------------------

static void add_part(struct order_groups *g, const struct part *part)
{
    uint32_t group = (uint32_t)g->starts.count + 1;
    size_t first = g->members.count;
    array_push(g->mem, &g->starts, first);
    if (part->kind == PART_CHOICE)
        add_cell(g, part->cell, group);
    if (g->visits < MOST_VISITS)
        add_expr(g, part->expr, group);
    // Other conditions are left as they are: steps that are a disjunction are taken apart, and in the order in which it
    // is written.
    bool is_wide = g->members.count - first > WIDE, is_guarded = g->has_guards && part->kind != PART_CHOICE;
    if (is_wide && is_guarded)
        g->members.count = first;
    if (is_wide && (is_guarded || part->kind == PART_CHOICE))
        look_into(g, part->expr);
}

static void collect_groups(struct order_groups *g)
{
    struct parts lists[] = {model_invariants(g->model), model_steps(g->model)}; // initial values say little of it
    for (size_t k = 0; k < 2; k++)
        for (size_t i = 0; i < lists[k].count && !should_stop(g); i++)
            add_part(g, &lists[k].at[i]);
    for (size_t a = 0; a < model_action_count(g->model); a++)
        for (size_t i = 0; i < model_action(g->model, a)->part_count && !should_stop(g); i++)
            add_part(g, &model_action(g->model, a)->parts[i]);
    array_push(g->mem, &g->starts, g->members.count);
}

// ---- FORCE ----------------------------------------------------------------------------------------------------------

struct placed {
    double at;
    cell_id cell;
};

static int by_place(const void *x, const void *y)
{
    const struct placed *a = x, *b = y;
    if (a->at != b->at)
        return a->at < b->at ? -1 : 1;
    return (a->cell > b->cell) - (a->cell < b->cell);
}

static double span(const struct order_groups *g, const size_t *position)
{
    double total = 0;
    for (size_t i = 0; i + 1 < g->starts.count; i++) {
        size_t low = SIZE_MAX, high = 0;
        for (size_t k = g->starts.at[i]; k < g->starts.at[i + 1]; k++) {
            size_t p = position[g->members.at[k]];
            low = p < low ? p : low;
            high = p > high ? p : high;
        }
        total += low == SIZE_MAX ? 0 : (double)(high - low);
    }
    return total;
}

static void find_positions(const cell_id *order, size_t cells, size_t *position)
{
    for (size_t i = 0; i < cells; i++)
        position[order[i]] = i;
}

// One round: every cell to the mean of the centres of its groups.
static void pull(const struct order_groups *g, const size_t *position, struct placed *placed, size_t *weight,
                 cell_id *order)
{
    for (size_t c = 0; c < g->cells; c++) {
        placed[c] = (struct placed){0, (cell_id)c};
        weight[c] = 0;
    }
    for (size_t i = 0; i + 1 < g->starts.count; i++) {
        size_t from = g->starts.at[i], to = g->starts.at[i + 1];
        double centre = 0;
        for (size_t k = from; k < to; k++)
            centre += (double)position[g->members.at[k]];
        centre /= to > from ? (double)(to - from) : 1;
        for (size_t k = from; k < to; k++) {
            placed[g->members.at[k]].at += centre;
            weight[g->members.at[k]]++;
        }
    }
    for (size_t c = 0; c < g->cells; c++)
        placed[c].at = weight[c] ? placed[c].at / (double)weight[c] : (double)position[c];
    qsort(placed, g->cells, sizeof *placed, by_place);
    for (size_t c = 0; c < g->cells; c++)
        order[c] = placed[c].cell;
}

// Improves the order while it gets better; gives its span.
static double improve(struct order_groups *g, cell_id *order)
{
    size_t n = g->cells;
    size_t *position = mem_alloc(g->mem, (n + 1) * sizeof *position),
           *weight = mem_alloc(g->mem, (n + 1) * sizeof *weight);
    struct placed *placed = mem_alloc(g->mem, (n + 1) * sizeof *placed);
    cell_id *next = mem_alloc(g->mem, (n + 1) * sizeof *next);
    find_positions(order, n, position);
    double best = span(g, position);
    for (int round = 0, idle = 0; round < 200 && idle < 5 && !should_stop(g); round++) {
        pull(g, position, placed, weight, next);
        find_positions(next, n, position);
        double now = span(g, position);
        idle = now < best ? 0 : idle + 1;
        if (now < best) {
            best = now;
            memcpy(order, next, n * sizeof *order);
        }
    }
    mem_free(g->mem, position, (n + 1) * sizeof *position);
    mem_free(g->mem, weight, (n + 1) * sizeof *weight);
    mem_free(g->mem, placed, (n + 1) * sizeof *placed);
    mem_free(g->mem, next, (n + 1) * sizeof *next);
    return best;
}

// Cells in the order in which the parts mention them.
static void follow_parts(const struct order_groups *g, cell_id *order)
{
    unsigned char *taken = mem_zalloc(g->mem, g->cells + 1);
    size_t count = 0;
    for (size_t k = 0; k < g->members.count; k++)
        if (!taken[g->members.at[k]]) {
            taken[g->members.at[k]] = 1;
            order[count++] = g->members.at[k];
        }
    for (size_t c = 0; c < g->cells; c++)
        if (!taken[c])
            order[count++] = (cell_id)c;
    mem_free(g->mem, taken, g->cells + 1);
}

// ---- Which end is the top -------------------------------------------------------------------------------------------

// Whether cells that choose between values of others are mostly below those: three times as often as above. A choice
// that is made first leaves a small diagram for each outcome; one that is made last needs all that it could be about to
// be remembered. Where both are common, neither end is better.
static bool is_upside_down(struct order_groups *g, const cell_id *order)
{
    size_t *position = mem_alloc(g->mem, (g->cells + 1) * sizeof *position), above = 0, below = 0;
    find_positions(order, g->cells, position);
    order_find_few(g);
    for (expr e = 0; g->few && e + 1 < g->few_count; e++) {
        const struct expr_node *n = model_expr(g->model, e);
        if (n->op != OP_ITE || g->few[n->args[2]].count == 0)
            continue;
        const struct few *choice = &g->few[n->args[0]], *chosen = &g->few[n->args[1]];
        for (size_t i = 0; i < choice->count && choice->count <= ORDER_NARROW; i++)
            for (size_t k = 0; k < chosen->count && chosen->count <= ORDER_NARROW; k++) {
                above += position[choice->at[i]] < position[chosen->at[k]];
                below += position[choice->at[i]] > position[chosen->at[k]];
            }
    }
    mem_free(g->mem, position, (g->cells + 1) * sizeof *position);
    return below > 3 * above;
}

// Spans are the same from either end.
static void turn(struct order_groups *g, cell_id *order)
{
    for (size_t i = 0, k = g->cells; i + 1 < k; i++) {
        cell_id upper = order[i];
        order[i] = order[--k];
        order[k] = upper;
    }
}

// ---- All of it ------------------------------------------------------------------------------------------------------

bool order_compute(struct model *model, cell_id *order, bool (*stop)(void *context), void *context, struct mem *mem)
{
    struct order_groups g = {
        .model = model, .mem = mem, .stop = stop, .context = context, .cells = model_cell_count(model)};
    g.walk = (struct walk){.model = model, .mem = mem};
    g.seen_cell = mem_zalloc(mem, (g.cells + 1) * sizeof *g.seen_cell);
    bool *is_hub = mem_zalloc(mem, g.cells + 1);
    g.has_guards = order_find_guards(&g, is_hub);
    collect_groups(&g);
    cell_id *other = mem_alloc(mem, (g.cells + 1) * sizeof *other);
    bool has_hubs = g.has_guards || order_find_hubs(&g, is_hub);
    if (has_hubs)
        order_leave_out(&g, is_hub);
    for (size_t c = 0; c < g.cells; c++)
        order[c] = (cell_id)c;
    follow_parts(&g, other);
    if (improve(&g, other) < improve(&g, order))
        memcpy(order, other, g.cells * sizeof *order);
    if (is_upside_down(&g, order))
        turn(&g, order);
    if (has_hubs)
        order_put_hubs_first(&g, is_hub, order);
    mem_free(mem, is_hub, g.cells + 1);
    mem_free(mem, other, (g.cells + 1) * sizeof *other);
    mem_free(mem, g.seen_cell, (g.cells + 1) * sizeof *g.seen_cell);
    array_free(mem, &g.members);
    array_free(mem, &g.starts);
    walk_free(&g.walk);
    array_free(mem, &g.pending);
    mem_free(mem, g.few, g.few ? g.few_count * sizeof *g.few : 0);
    mem_free(mem, g.looked_into, g.few ? g.few_count * sizeof *g.looked_into : 0);
    return !g.is_stopped;
}
