#include "group/generator.h"

#include <string.h>

#include "model/walk.h"

struct generator generator_identity(const struct model *m, struct mem *mem)
{
    struct generator g = {.cell_count = model_cell_count(m)};
    g.cells = mem_alloc(mem, g.cell_count * sizeof *g.cells);
    for (cell_id c = 0; c < g.cell_count; c++)
        g.cells[c] = c;
    return g;
}

void generator_free(struct mem *mem, struct generator *g)
{
    mem_free(mem, g->cells, g->cell_count * sizeof *g->cells);
    array_free(mem, &g->values);
    if (g->text)
        str_release(mem, g->text);
}

void generators_free(struct mem *mem, generator_array *list)
{
    for (size_t i = 0; i < list->count; i++)
        generator_free(mem, &list->at[i]);
    array_free(mem, list);
}

bool generator_moves_cells(const struct generator *g)
{
    for (cell_id c = 0; c < g->cell_count; c++)
        if (g->cells[c] != c)
            return true;
    return false;
}

bool generator_is_identity(const struct generator *g)
{
    for (size_t i = 0; i < g->values.count; i++)
        if (g->values.at[i].from != g->values.at[i].to)
            return false;
    return !generator_moves_cells(g);
}

// ---- Values and states ----------------------------------------------------------------------------------------------

// The image of a symbol, or of a number of a cell.
static value image_in(const struct generator *g, cell_id cell, value v)
{
    for (size_t i = 0; i < g->values.count; i++)
        if (g->values.at[i].cell == cell && g->values.at[i].from == v)
            return g->values.at[i].to;
    return v;
}

value generator_value(const struct generator *g, const struct model *m, cell_id cell, value v)
{
    const struct type *type = model_type(m, model_cell(m, cell)->type);
    if (type->kind == TYPE_ENUM)
        return value_is_symbol(v) ? image_in(g, CELL_NONE, v) : v;
    return image_in(g, cell, v);
}

void generator_apply(const struct generator *g, const struct model *m, const value *state, value *result)
{
    for (cell_id c = 0; c < g->cell_count; c++)
        result[g->cells[c]] = generator_value(g, m, c, state[c]);
}

// ---- Expressions ----------------------------------------------------------------------------------------------------

struct image_map {
    const struct generator *generator;
    struct model *model;
    struct mem *mem;
    bool *moves_numbers; // by cell: or words
    struct walk walk;
    bool failed;
};

static bool is_moved_number(const struct image_map *map, expr e)
{
    const struct expr_node *n = model_expr(map->model, e);
    return (n->op == OP_CELL || n->op == OP_NEXT) && map->moves_numbers[n->data] &&
           model_type(map->model, n->type)->kind != TYPE_BOOLEAN;
}

static expr image_of_leaf(struct image_map *map, const struct expr_node *n)
{
    struct model *m = map->model;
    if (n->op == OP_CONST) {
        enum type_kind kind = model_type(m, n->type)->kind;
        value v =
            kind == TYPE_ENUM && value_is_symbol(n->data) ? image_in(map->generator, CELL_NONE, n->data) : n->data;
        return v == n->data ? model_const(m, n->type, v) : model_const(m, model_enum(m, &v, 1), v);
    }
    if (n->op != OP_CELL && n->op != OP_NEXT) {
        map->failed = true;
        return model_false(m);
    }
    cell_id cell = map->generator->cells[n->data];
    expr image = n->op == OP_CELL ? model_cell_expr(m, cell) : model_next_expr(m, cell);
    if (model_type(m, n->type)->kind == TYPE_BOOLEAN && map->moves_numbers[n->data]) // both values are exchanged
        return model_not(m, image);
    return image;
}

// A comparison of a cell whose numbers move with a constant; EXPR_NONE if it is something else.
static expr image_of_comparison(struct image_map *map, const struct expr_node *n)
{
    value v;
    for (size_t i = 0; n->op == OP_EQ && i < 2; i++) {
        if (!is_moved_number(map, n->args[i]) || !model_is_const(map->model, n->args[1 - i], &v))
            continue;
        const struct expr_node *leaf = model_expr(map->model, n->args[i]);
        value moved = image_in(map->generator, (cell_id)leaf->data, v);
        type_id type = model_cell(map->model, map->generator->cells[leaf->data])->type;
        bool is_word = model_type(map->model, type)->kind == TYPE_WORD;
        expr constant = is_word ? model_const(map->model, type, moved) : model_int(map->model, moved);
        return model_binary(map->model, OP_EQ, image_of_leaf(map, leaf), constant);
    }
    return EXPR_NONE;
}

static expr image_of_node(struct image_map *map, expr e, const struct expr_node *n)
{
    expr comparison = image_of_comparison(map, n);
    if (comparison != EXPR_NONE)
        return comparison;
    if (n->count == 0)
        return image_of_leaf(map, n);
    for (size_t i = 0; i < n->count; i++)
        map->failed |= is_moved_number(map, n->args[i]);
    return model_rebuild(map->model, n, walk_images(&map->walk, e));
}

expr generator_expr(const struct generator *g, struct model *m, expr e, struct mem *mem)
{
    struct image_map map = {.generator = g, .model = m, .mem = mem, .walk = {.model = m, .mem = mem}};
    map.moves_numbers = mem_zalloc(mem, g->cell_count + 1);
    for (size_t i = 0; i < g->values.count; i++)
        if (g->values.at[i].cell != CELL_NONE)
            map.moves_numbers[g->values.at[i].cell] = true;
    map.failed = is_moved_number(&map, e);
    walk_from(&map.walk, e);
    for (expr at; !map.failed && walk_next(&map.walk, &at);)
        walk_note(&map.walk, at, image_of_node(&map, at, model_expr(m, at)));
    expr result = map.failed ? EXPR_NONE : walk_image(&map.walk, e);
    mem_free(mem, map.moves_numbers, g->cell_count + 1);
    walk_free(&map.walk);
    return result;
}

// ---- Text -----------------------------------------------------------------------------------------------------------

static void add_value_name(const struct model *m, struct mem *mem, cell_id cell, value v, struct str *out)
{
    if (cell == CELL_NONE) {
        str_add(mem, out, "%s", model_symbol_name(m, v));
        return;
    }
    const struct type *type = model_type(m, model_cell(m, cell)->type);
    str_add(mem, out, "%s=", model_cell(m, cell)->name);
    if (type->kind == TYPE_BOOLEAN)
        str_add(mem, out, v ? "TRUE" : "FALSE");
    else if (type->kind == TYPE_WORD) // all bits, whatever their sign is
        str_add(mem, out, "0%ch%u_%llx", type->is_signed ? 's' : 'u', type->width, (unsigned long long)v);
    else
        str_add(mem, out, "%lld", (long long)v);
}

// The entry for a value of a cell (or for a symbol); the number of entries if it stays.
static size_t find_move(const struct generator *g, cell_id cell, value v)
{
    size_t i = 0;
    while (i < g->values.count && (g->values.at[i].cell != cell || g->values.at[i].from != v))
        i++;
    return i;
}

// From a value around to itself. On the way there may be numbers that have no entry, since only their cell moves.
static void add_value_cycle(const struct generator *g, const struct model *m, struct mem *mem, size_t first,
                            bool *shown, struct str *out)
{
    cell_id cell = g->values.at[first].cell;
    value v = g->values.at[first].from;
    str_add_char(mem, out, '{');
    do {
        size_t at = find_move(g, cell, v);
        shown[at] = true; // there is one entry more, for those that have none
        str_add(mem, out, at == first ? "" : " ");
        add_value_name(m, mem, cell, v, out);
        v = at < g->values.count ? g->values.at[at].to : v;
        cell = cell == CELL_NONE ? CELL_NONE : g->cells[cell];
    } while (cell != g->values.at[first].cell || v != g->values.at[first].from);
    str_add_char(mem, out, '}');
}

void generator_add_values(const struct generator *g, const struct model *m, struct mem *mem, struct str *out)
{
    bool *shown = mem_zalloc(mem, g->values.count + 1);
    for (size_t i = 0; i < g->values.count; i++)
        if (!shown[i])
            add_value_cycle(g, m, mem, i, shown, out);
    mem_free(mem, shown, g->values.count + 1);
}

void generator_add_text(const struct generator *g, const struct model *m, struct mem *mem, struct str *out)
{
    bool *shown = mem_zalloc(mem, g->cell_count + 1);
    for (cell_id c = 0; c < g->cell_count; c++) {
        if (shown[c] || g->cells[c] == c)
            continue;
        str_add_char(mem, out, '(');
        for (cell_id at = c; !shown[at]; at = g->cells[at]) {
            shown[at] = true;
            str_add(mem, out, "%s%s", at == c ? "" : " ", model_cell(m, at)->name);
        }
        str_add_char(mem, out, ')');
    }
    mem_free(mem, shown, g->cell_count + 1);
    generator_add_values(g, m, mem, out);
}

// ---- Whether it makes sense -----------------------------------------------------------------------------------------

static bool is_permutation(const struct generator *g, const struct model *m, struct mem *mem, struct str *why_not)
{
    bool *taken = mem_zalloc(mem, g->cell_count + 1), good = true;
    for (cell_id c = 0; c < g->cell_count && good; c++) {
        good = g->cells[c] < g->cell_count && !taken[g->cells[c]];
        if (good)
            taken[g->cells[c]] = true;
        else
            str_add(mem, why_not, "two variables go to the same one, or %s goes nowhere", model_cell(m, c)->name);
    }
    mem_free(mem, taken, g->cell_count + 1);
    return good;
}

bool generator_values_fit(const struct generator *g, const struct model *m, cell_id c, struct mem *mem)
{
    const struct type *from = model_type(m, model_cell(m, c)->type);
    const struct type *to = model_type(m, model_cell(m, g->cells[c])->type);
    bool good = true;
    if (from->kind != to->kind || from->has_none != to->has_none || type_size(from) != type_size(to))
        return false;
    size_t moved = 0;
    bool same = model_cell(m, c)->type == model_cell(m, g->cells[c])->type;
    for (size_t i = 0; i < g->values.count; i++)
        moved += g->values.at[i].cell == (from->kind == TYPE_ENUM ? CELL_NONE : c);
    if (moved == 0 && (same || from->kind != TYPE_ENUM))
        return same;
    uint64_t count = type_size(from);
    bool *taken = mem_zalloc(mem, count + 1);
    for (uint64_t i = 0; i < count && good; i++) {
        value image = generator_value(g, m, c, type_value(from, i));
        uint64_t at = 0;
        while (at < count && type_value(to, at) != image)
            at++;
        good = at < count && !taken[at];
        if (good)
            taken[at] = true;
    }
    mem_free(mem, taken, count + 1);
    return good && (!from->has_none || generator_value(g, m, c, from->none) == to->none);
}

bool generator_fits(const struct generator *g, const struct model *m, struct mem *mem, struct str *why_not)
{
    if (g->cell_count != model_cell_count(m)) {
        str_add(mem, why_not, "it is for another model");
        return false;
    }
    if (!is_permutation(g, m, mem, why_not))
        return false;
    for (cell_id c = 0; c < g->cell_count; c++) {
        const struct cell *from = model_cell(m, c), *to = model_cell(m, g->cells[c]);
        if (from->role == to->role && generator_values_fit(g, m, c, mem))
            continue;
        str_add(mem, why_not,
                from->role == to->role ? "the values of %s do not fit those of %s" : "%s is not of the same kind as %s",
                from->name, to->name);
        return false;
    }
    return true;
}
