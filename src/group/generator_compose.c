// Generators made from others: products, inverses, and what is left of one on a part of the model.
#include <string.h>

#include "group/generator.h"

struct generator generator_copy(const struct generator *g, struct mem *mem)
{
    struct generator copy = {.cell_count = g->cell_count};
    copy.cells = mem_alloc(mem, g->cell_count * sizeof *copy.cells);
    if (g->cell_count)
        memcpy(copy.cells, g->cells, g->cell_count * sizeof *copy.cells);
    for (size_t i = 0; i < g->values.count; i++)
        array_push(mem, &copy.values, g->values.at[i]);
    copy.text = g->text ? str_copy(mem, g->text) : NULL;
    return copy;
}

// The image of a symbol (of no cell), or of a number of a cell.
static value image_of(const struct generator *g, cell_id cell, value v)
{
    for (size_t i = 0; i < g->values.count; i++)
        if (g->values.at[i].cell == cell && g->values.at[i].from == v)
            return g->values.at[i].to;
    return v;
}

static value preimage_of(const struct generator *g, cell_id cell, value v)
{
    for (size_t i = 0; i < g->values.count; i++)
        if (g->values.at[i].cell == cell && g->values.at[i].to == v)
            return g->values.at[i].from;
    return v;
}

static cell_id cell_image(const struct generator *g, cell_id cell)
{
    return cell == CELL_NONE ? CELL_NONE : g->cells[cell];
}

static bool has_move(const struct generator *g, cell_id cell, value from)
{
    for (size_t i = 0; i < g->values.count; i++)
        if (g->values.at[i].cell == cell && g->values.at[i].from == from)
            return true;
    return false;
}

static void add_move(struct generator *g, cell_id cell, value from, value to, struct mem *mem)
{
    if (from != to && !has_move(g, cell, from))
        array_push(mem, &g->values, ((struct value_move){cell, from, to}));
}

static void add_own_text(struct generator *g, const struct model *m, struct mem *mem)
{
    struct str text = {0};
    generator_add_text(g, m, mem, &text);
    g->text = str_copy(mem, str_text(&text));
    str_free(mem, &text);
}

struct generator generator_inverse(const struct generator *g, const struct model *m, struct mem *mem)
{
    struct generator inverse = generator_identity(m, mem);
    for (cell_id c = 0; c < g->cell_count; c++)
        inverse.cells[g->cells[c]] = c;
    for (size_t i = 0; i < g->values.count; i++)
        add_move(&inverse, cell_image(g, g->values.at[i].cell), g->values.at[i].to, g->values.at[i].from, mem);
    add_own_text(&inverse, m, mem);
    return inverse;
}

struct generator generator_compose(const struct generator *g, const struct generator *then, const struct model *m,
                                   struct mem *mem)
{
    struct generator result = generator_identity(m, mem), back = generator_inverse(g, m, mem);
    for (cell_id c = 0; c < g->cell_count; c++)
        result.cells[c] = then->cells[g->cells[c]];
    for (size_t i = 0; i < g->values.count; i++) {
        const struct value_move *v = &g->values.at[i];
        add_move(&result, v->cell, v->from, image_of(then, cell_image(g, v->cell), v->to), mem);
    }
    // What only the second one moves arrives there from somewhere.
    for (size_t i = 0; i < then->values.count; i++) {
        const struct value_move *v = &then->values.at[i];
        cell_id cell = cell_image(&back, v->cell);
        add_move(&result, cell, preimage_of(g, cell, v->from), v->to, mem);
    }
    generator_free(mem, &back);
    add_own_text(&result, m, mem);
    return result;
}

static bool moves_values_alike(const struct generator *a, const struct generator *b)
{
    for (size_t i = 0; i < a->values.count; i++)
        if (image_of(b, a->values.at[i].cell, a->values.at[i].from) != a->values.at[i].to)
            return false;
    return true;
}

bool generator_equal(const struct generator *a, const struct generator *b)
{
    return a->cell_count == b->cell_count &&
           (a->cell_count == 0 || memcmp(a->cells, b->cells, a->cell_count * sizeof *a->cells) == 0) &&
           moves_values_alike(a, b) && moves_values_alike(b, a);
}

bool generator_project(const struct generator *g, const cell_id *map, const struct model *copy, struct generator *out,
                       struct mem *mem)
{
    for (cell_id c = 0; c < g->cell_count; c++)
        if ((map[c] == CELL_NONE) != (map[g->cells[c]] == CELL_NONE))
            return false;
    *out = generator_identity(copy, mem);
    for (cell_id c = 0; c < g->cell_count; c++)
        if (map[c] != CELL_NONE)
            out->cells[map[c]] = map[g->cells[c]];
    for (size_t i = 0; i < g->values.count; i++) {
        struct value_move v = g->values.at[i];
        if (v.cell != CELL_NONE && map[v.cell] == CELL_NONE)
            continue;
        v.cell = v.cell == CELL_NONE ? CELL_NONE : map[v.cell];
        array_push(mem, &out->values, v);
    }
    out->text = g->text ? str_copy(mem, g->text) : NULL;
    return true;
}
