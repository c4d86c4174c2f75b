// Expressions become vertices above their operands, cells and symbols being the lowest; parts, actions and fairness are
// vertices above expressions. Whatever two vertices that are exchanged stand for has the same meaning, but for the
// cells and symbols in it: that is all that symmetry needs. Properties are
// not in it, but for conditions that are asked to be left alone: each has a vertex above it that is like no other.
#include "base/clock.h"
#include "group/model_graph_build.h"

// ---- What the behaviour has -----------------------------------------------------------------------------------------

static void visit_parts(struct builder *k, const struct part *parts, size_t count, root_visit visit)
{
    for (size_t i = 0; i < count; i++)
        visit(k, parts[i].expr);
}

static void visit_behaviour(struct builder *k, root_visit visit)
{
    const struct model *m = k->model;
    struct parts lists[] = {model_initial(m), model_invariants(m), model_steps(m)};
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++)
        visit_parts(k, lists[i].at, lists[i].count, visit);
    for (size_t i = 0; i < model_action_count(m); i++)
        visit_parts(k, model_action(m, i)->parts, model_action(m, i)->part_count, visit);
    for (size_t i = 0; i < model_start_count(m); i++)
        visit_parts(k, model_start(m, i)->parts, model_start(m, i)->part_count, visit);
    for (size_t i = 0; i < model_justice_count(m); i++)
        visit(k, model_justice(m, i));
    for (size_t i = 0; i < model_compassion_count(m); i++) {
        expr pair[2];
        model_compassion(m, i, pair);
        visit(k, pair[0]);
        visit(k, pair[1]);
    }
}

static void visit_kept(struct builder *k, root_visit visit)
{
    for (size_t i = 0; i < k->kept.count; i++)
        visit(k, k->kept.at[i]);
}

void behaviour_visit_roots(struct builder *k, root_visit visit)
{
    visit_behaviour(k, visit);
    visit_kept(k, visit);
}

static void count_root(struct builder *k, expr e)
{
    k->uses[e]++;
}

// Operands have smaller handles: from the largest one down, all uses of an expression are known when it is its turn.
static void count_below(struct builder *k)
{
    for (expr e = (expr)model_expr_count(k->model); e-- > 0;) {
        const struct expr_node *n = model_expr(k->model, e);
        for (size_t i = 0; i < n->count && k->uses[e]; i++)
            k->uses[n->args[i]]++;
    }
}

// What is left alone does not change what the behaviour looks like: its uses count where there are no others.
static void count_uses(struct builder *k)
{
    size_t bytes = (model_expr_count(k->model) + 1) * sizeof *k->uses;
    visit_behaviour(k, count_root);
    count_below(k);
    if (k->kept.count == 0)
        return;
    uint32_t *before = k->uses;
    k->uses = mem_zalloc(k->mem, bytes);
    visit_kept(k, count_root);
    count_below(k);
    for (expr e = 0; e < model_expr_count(k->model); e++)
        if (before[e] == 0)
            before[e] = k->uses[e];
    mem_free(k->mem, k->uses, bytes);
    k->uses = before;
}

// ---- Parts ----------------------------------------------------------------------------------------------------------

static vertex add_choice(struct builder *k, enum part_list list, const struct part *part)
{
    vertex below[] = {behaviour_expr(k, part->expr), behaviour_at_place(k, 1, k->b->cells[part->cell])};
    return graph_add(k->graph, (struct vertex_key){.kind = VERTEX_CHOICE, .a = list}, below, 2);
}

// A conjunction says the same as its conjuncts.
static void add_condition(struct builder *k, enum part_list list, expr e, vertex_list *out)
{
    expr_list conjuncts = {0};
    array_push(k->mem, &conjuncts, e);
    while (conjuncts.count && !k->graph->full) {
        expr conjunct = array_pop(&conjuncts);
        const struct expr_node *n = model_expr(k->model, conjunct);
        for (size_t i = 0; n->op == OP_AND && i < n->count; i++)
            array_push(k->mem, &conjuncts, n->args[i]);
        if (n->op == OP_AND)
            continue;
        vertex below = behaviour_expr(k, conjunct);
        array_push(k->mem, out,
                   graph_add(k->graph, (struct vertex_key){.kind = VERTEX_CONDITION, .a = list}, &below, 1));
    }
    array_free(k->mem, &conjuncts);
}

static void add_parts(struct builder *k, enum part_list list, const struct part *parts, size_t count, vertex_list *out)
{
    for (size_t i = 0; i < count && !k->graph->full; i++) {
        if (parts[i].kind == PART_CHOICE)
            array_push(k->mem, out, add_choice(k, list, &parts[i]));
        else
            add_condition(k, list, parts[i].expr, out);
    }
}

static void add_action(struct builder *k, const struct action *action, enum part_list list)
{
    vertex_list below = {0};
    add_parts(k, list, action->parts, action->part_count, &below);
    for (size_t i = 0; i < action->kept_count; i++) {
        vertex cell = k->b->cells[action->kept[i]];
        array_push(k->mem, &below, graph_add(k->graph, (struct vertex_key){.kind = VERTEX_KEPT}, &cell, 1));
    }
    uint32_t kind = list == LIST_ACTION ? VERTEX_ACTION : VERTEX_START;
    graph_add(k->graph, (struct vertex_key){.kind = kind}, below.at, below.count);
    array_free(k->mem, &below);
}

static void add_fairness(struct builder *k)
{
    const struct model *m = k->model;
    for (size_t i = 0; i < model_justice_count(m); i++) {
        vertex below = behaviour_expr(k, model_justice(m, i));
        graph_add(k->graph, (struct vertex_key){.kind = VERTEX_JUSTICE}, &below, 1);
    }
    for (size_t i = 0; i < model_compassion_count(m); i++) {
        expr pair[2];
        model_compassion(m, i, pair);
        vertex below[] = {behaviour_expr(k, pair[0]), behaviour_at_place(k, 1, behaviour_expr(k, pair[1]))};
        graph_add(k->graph, (struct vertex_key){.kind = VERTEX_COMPASSION}, below, 2);
    }
}

static void add_kept(struct builder *k)
{
    for (size_t i = 0; i < k->kept.count && !k->graph->full; i++) {
        vertex below = behaviour_expr(k, k->kept.at[i]);
        graph_add(k->graph, (struct vertex_key){.kind = VERTEX_ALONE, .a = (int64_t)i}, &below, 1);
    }
}

static void add_all(struct builder *k)
{
    const struct model *m = k->model;
    struct parts initial = model_initial(m), invariants = model_invariants(m), steps = model_steps(m);
    vertex_list added = {0};
    add_parts(k, LIST_INITIAL, initial.at, initial.count, &added);
    add_parts(k, LIST_INVARIANT, invariants.at, invariants.count, &added);
    add_parts(k, LIST_STEP, steps.at, steps.count, &added);
    for (size_t i = 0; i < model_action_count(m) && !k->graph->full; i++)
        add_action(k, model_action(m, i), LIST_ACTION);
    for (size_t i = 0; i < model_start_count(m) && !k->graph->full; i++)
        add_action(k, model_start(m, i), LIST_START);
    add_fairness(k);
    add_kept(k);
    array_free(k->mem, &added);
}

// ---- The whole ------------------------------------------------------------------------------------------------------

bool behaviour_open(struct behaviour *b, const struct model *m, enum behaviour_values values,
                    struct behaviour_kept kept, size_t limit, double deadline, struct mem *mem)
{
    size_t cells = model_cell_count(m) + 1, exprs = model_expr_count(m) + 1;
    *b = (struct behaviour){.mem = mem, .model = m};
    graph_open(&b->graph, limit, mem);
    b->cells = mem_zalloc(mem, cells * sizeof *b->cells);
    b->own_values = mem_zalloc(mem, cells * sizeof *b->own_values);
    struct builder k = {.b = b, .mem = mem, .model = m, .graph = &b->graph, .deadline = deadline, .kept = kept};
    k.uses = mem_zalloc(mem, exprs * sizeof *k.uses);
    k.made = mem_alloc(mem, exprs * sizeof *k.made);
    k.loose = mem_zalloc(mem, cells * sizeof *k.loose);
    for (size_t e = 0; e < exprs; e++)
        k.made[e] = NO_VERTEX;
    count_uses(&k);
    behaviour_add_leaves(&k, values);
    add_all(&k);
    mem_free(mem, k.uses, exprs * sizeof *k.uses);
    mem_free(mem, k.made, exprs * sizeof *k.made);
    mem_free(mem, k.loose, cells * sizeof *k.loose);
    array_free(mem, &k.waiting);
    array_free(mem, &k.operands);
    array_free(mem, &k.below);
    return !b->graph.full && (deadline == 0 || clock_now() < deadline);
}

void behaviour_close(struct behaviour *b)
{
    size_t cells = model_cell_count(b->model) + 1;
    graph_close(&b->graph);
    mem_free(b->mem, b->cells, cells * sizeof *b->cells);
    mem_free(b->mem, b->own_values, cells * sizeof *b->own_values);
    int_map_free(b->mem, &b->symbols);
    array_free(b->mem, &b->symbol_list);
}
