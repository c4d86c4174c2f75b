// The lowest vertices: symbols, constants, types and cells.
//
// A number of a cell may move if the cell is *loose*: nothing assigns to it, and all that is asked of it is whether it
// equals constants. Then its values are vertices of their own. This is how models choose who moves next.
#include "group/model_graph_build.h"

// ---- Loose cells ----------------------------------------------------------------------------------------------------

#define MOST_OWN_VALUES 4096

static bool may_be_loose(const struct type *type)
{
    return type->kind == TYPE_INTEGER && !type->has_none && type_size(type) <= MOST_OWN_VALUES;
}

static void tighten(struct builder *k, expr e)
{
    const struct expr_node *n = model_expr(k->model, e);
    if (n->op == OP_CELL || n->op == OP_NEXT)
        k->loose[n->data] = false;
}

static void tighten_chosen(struct builder *k, const struct part *parts, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (parts[i].kind == PART_CHOICE)
            k->loose[parts[i].cell] = false;
}

// Whether an equation compares a cell with a constant of its type; *cell is which operand the cell is.
static bool is_test(const struct builder *k, const struct expr_node *n, size_t *cell)
{
    if (n->op != OP_EQ)
        return false;
    for (*cell = 0; *cell < 2; ++*cell) {
        const struct expr_node *leaf = model_expr(k->model, n->args[*cell]);
        value v;
        if ((leaf->op == OP_CELL || leaf->op == OP_NEXT) && model_is_const(k->model, n->args[1 - *cell], &v))
            return type_contains(model_type(k->model, model_cell(k->model, (cell_id)leaf->data)->type), v);
    }
    return false;
}

static void find_loose_cells(struct builder *k)
{
    const struct model *m = k->model;
    size_t which;
    for (cell_id c = 0; c < model_cell_count(m); c++)
        k->loose[c] = k->symbols_move && may_be_loose(model_type(m, model_cell(m, c)->type));
    struct parts lists[] = {model_initial(m), model_invariants(m), model_steps(m)};
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++)
        tighten_chosen(k, lists[i].at, lists[i].count);
    for (size_t i = 0; i < model_action_count(m); i++)
        tighten_chosen(k, model_action(m, i)->parts, model_action(m, i)->part_count);
    for (size_t i = 0; i < model_start_count(m); i++)
        tighten_chosen(k, model_start(m, i)->parts, model_start(m, i)->part_count);
    behaviour_visit_roots(k, tighten);
    for (expr e = 0; e < model_expr_count(m); e++) {
        const struct expr_node *n = model_expr(m, e);
        if (k->uses[e] == 0 || is_test(k, n, &which))
            continue;
        for (size_t i = 0; i < n->count; i++)
            tighten(k, n->args[i]);
    }
}

// ---- Values and cells -----------------------------------------------------------------------------------------------

static vertex symbol_vertex(struct builder *k, value v)
{
    uint32_t number = (uint32_t)(v - VALUE_FIRST_SYMBOL);
    bool added;
    const uint32_t *found = int_map_find(&k->b->symbols, number);
    if (found)
        return *found;
    bool stays = !k->symbols_move || v == k->no_value;
    struct vertex_key key = {.kind = VERTEX_SYMBOL, .a = stays ? (int64_t)number + 1 : 0};
    vertex made = graph_add_own(k->graph, key, NULL, 0);
    if (!int_map_try_add(k->mem, &k->b->symbols, number, made, &added)) {
        k->graph->full = true;
        return 0;
    }
    array_push(k->mem, &k->b->symbol_list, v);
    return made;
}

// Intervals of numbers do not matter, and neither do lists of symbols.
int64_t behaviour_form(const struct builder *k, type_id id)
{
    const struct type *type = model_type(k->model, id);
    return type->kind == TYPE_WORD ? (int64_t)id : type->kind == TYPE_BOOLEAN ? -1 : type->kind == TYPE_SET ? -2 : -3;
}

vertex behaviour_constant(struct builder *k, type_id id, value v)
{
    const struct type *type = model_type(k->model, id);
    if (type->kind != TYPE_WORD && type->kind != TYPE_BOOLEAN && value_is_symbol(v))
        return symbol_vertex(k, v);
    return graph_add(k->graph, (struct vertex_key){.kind = VERTEX_CONSTANT, .a = behaviour_form(k, id), .b = v}, NULL,
                     0);
}

static vertex type_vertex(struct builder *k, type_id id)
{
    const struct type *type = model_type(k->model, id);
    k->below.count = 0;
    for (size_t i = 0; i < type->count; i++)
        array_push(k->mem, &k->below, behaviour_constant(k, id, type->values[i]));
    if (type->has_none)
        array_push(k->mem, &k->below, behaviour_constant(k, id, type->none));
    return graph_add(k->graph, (struct vertex_key){.kind = VERTEX_TYPE, .a = type->has_none}, k->below.at,
                     k->below.count);
}

// The values that nobody asks for would be a multitude of symmetries that are of no use: they stay.
static void add_own_values(struct builder *k, cell_id c, const bool *asked_for)
{
    const struct type *type = model_type(k->model, model_cell(k->model, c)->type);
    for (uint64_t i = 0; i < type_size(type); i++) {
        struct vertex_key key = {.kind = VERTEX_OWN_VALUE, .a = asked_for[i] ? 0 : (int64_t)i + 1};
        vertex made = graph_add_own(k->graph, key, &k->b->cells[c], 1);
        if (i == 0)
            k->b->own_values[c] = made;
    }
}

static uint64_t index_of(const struct type *type, value v)
{
    uint64_t low = 0, high = type_size(type);
    while (low + 1 < high) {
        uint64_t middle = low + (high - low) / 2;
        if (type_value(type, middle) <= v)
            low = middle;
        else
            high = middle;
    }
    return low;
}

static void add_all_own_values(struct builder *k)
{
    const struct model *m = k->model;
    size_t cells = model_cell_count(m), which, total = 0;
    size_t *first = mem_alloc(k->mem, (cells + 1) * sizeof *first);
    for (cell_id c = 0; c < cells; c++) {
        first[c] = total;
        total += k->loose[c] ? type_size(model_type(m, model_cell(m, c)->type)) : 0;
    }
    bool *asked_for = mem_zalloc(k->mem, total + 1);
    for (expr e = 0; e < model_expr_count(m); e++) {
        const struct expr_node *n = model_expr(m, e);
        if (k->uses[e] == 0 || !is_test(k, n, &which) || !behaviour_is_loose_leaf(k, n->args[which]))
            continue;
        cell_id c = (cell_id)model_expr(m, n->args[which])->data;
        value v = model_expr(m, n->args[1 - which])->data;
        asked_for[first[c] + index_of(model_type(m, model_cell(m, c)->type), v)] = true;
    }
    for (cell_id c = 0; c < cells && !k->graph->full; c++)
        if (k->loose[c])
            add_own_values(k, c, asked_for + first[c]);
    mem_free(k->mem, asked_for, total + 1);
    mem_free(k->mem, first, (cells + 1) * sizeof *first);
}

static void add_cells(struct builder *k)
{
    for (cell_id c = 0; c < model_cell_count(k->model); c++) {
        const struct cell *cell = model_cell(k->model, c);
        const struct type *type = model_type(k->model, cell->type);
        struct vertex_key key = {.kind = VERTEX_CELL, .a = cell->role, .b = cell->type};
        vertex below[1];
        size_t count = 0;
        if (k->loose[c])
            key.b = -1 - (int64_t)type_size(type);
        if (type->kind == TYPE_ENUM) {
            key.b = -1;
            below[count++] = type_vertex(k, cell->type);
        }
        k->b->cells[c] = graph_add_own(k->graph, key, below, count);
        k->b->own_values[c] = NO_VERTEX;
    }
    add_all_own_values(k);
}

// The symbol that stands for no value is one by agreement.
static void find_no_value(struct builder *k)
{
    for (cell_id c = 0; c < model_cell_count(k->model); c++) {
        const struct type *type = model_type(k->model, model_cell(k->model, c)->type);
        if (type->has_none && value_is_symbol(type->none))
            k->no_value = type->none;
    }
}

void behaviour_add_leaves(struct builder *k, enum behaviour_values values)
{
    k->symbols_move = values == BEHAVIOUR_VALUES_MOVE;
    find_no_value(k);
    find_loose_cells(k);
    add_cells(k);
}

bool behaviour_is_loose_leaf(const struct builder *k, expr e)
{
    const struct expr_node *n = model_expr(k->model, e);
    return (n->op == OP_CELL || n->op == OP_NEXT) && k->loose[n->data];
}

vertex behaviour_own_value(const struct builder *k, cell_id c, value v)
{
    return k->b->own_values[c] + (vertex)index_of(model_type(k->model, model_cell(k->model, c)->type), v);
}
