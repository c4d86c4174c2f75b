#include "group/detect.h"

#include <assert.h>

#include "group/automorphism.h"

// Vertices and edges. Larger graphs take seconds, and memory for each generator.
#define GRAPH_LIMIT 1500000

#define NO_OWNER UINT32_MAX

struct detection {
    const struct model *model;
    struct mem *mem;
    struct behaviour behaviour;
    uint32_t *owner; // by vertex: the cell that it is (or is a value of), or the number in the list of symbols
    generator_array *out;
};

static uint64_t own_value_count(const struct detection *d, cell_id c)
{
    bool has_own = d->behaviour.own_values[c] != NO_VERTEX;
    return has_own ? type_size(model_type(d->model, model_cell(d->model, c)->type)) : 0;
}

static void find_owners(struct detection *d)
{
    const struct behaviour *b = &d->behaviour;
    for (size_t v = 0; v < b->graph.vertices.count; v++)
        d->owner[v] = NO_OWNER;
    for (cell_id c = 0; c < model_cell_count(d->model); c++) {
        d->owner[b->cells[c]] = c;
        for (uint64_t i = 0; i < own_value_count(d, c); i++)
            d->owner[b->own_values[c] + i] = c;
    }
    for (size_t i = 0; i < b->symbol_list.count; i++)
        d->owner[*int_map_find(&b->symbols, (uint32_t)(b->symbol_list.at[i] - VALUE_FIRST_SYMBOL))] = (uint32_t)i;
}

static void read_symbols(const struct detection *d, const vertex *image, struct generator *g)
{
    const struct behaviour *b = &d->behaviour;
    for (size_t i = 0; i < b->symbol_list.count; i++) {
        value from = b->symbol_list.at[i];
        vertex v = *int_map_find(&b->symbols, (uint32_t)(from - VALUE_FIRST_SYMBOL));
        if (image[v] != v)
            array_push(d->mem, &g->values,
                       ((struct value_move){CELL_NONE, from, b->symbol_list.at[d->owner[image[v]]]}));
    }
}

static void read_own_values(const struct detection *d, const vertex *image, struct generator *g)
{
    const struct behaviour *b = &d->behaviour;
    for (cell_id c = 0; c < g->cell_count; c++) {
        const struct type *from = model_type(d->model, model_cell(d->model, c)->type);
        const struct type *to = model_type(d->model, model_cell(d->model, g->cells[c])->type);
        for (uint64_t i = 0; i < own_value_count(d, c); i++) {
            value before = type_value(from, i);
            value after = type_value(to, image[b->own_values[c] + i] - b->own_values[g->cells[c]]);
            if (before != after)
                array_push(d->mem, &g->values, ((struct value_move){c, before, after}));
        }
    }
}

static void take(void *context, const vertex *image)
{
    struct detection *d = context;
    struct generator g = generator_identity(d->model, d->mem);
    struct str text = {0};
    for (cell_id c = 0; c < g.cell_count; c++)
        g.cells[c] = d->owner[image[d->behaviour.cells[c]]];
    read_symbols(d, image, &g);
    read_own_values(d, image, &g);
    assert(generator_fits(&g, d->model, d->mem, &text));
    generator_add_text(&g, d->model, d->mem, &text);
    g.text = str_copy(d->mem, str_text(&text));
    str_free(d->mem, &text);
    array_push(d->mem, d->out, g);
}

bool detect_symmetries(const struct model *m, enum behaviour_values values, double deadline, generator_array *out,
                       mpz_t order, struct mem *mem)
{
    return detect_symmetries_keeping(m, values, NULL, 0, deadline, out, order, mem);
}

bool detect_symmetries_keeping(const struct model *m, enum behaviour_values values, const expr *kept, size_t count,
                               double deadline, generator_array *out, mpz_t order, struct mem *mem)
{
    struct detection d = {.model = m, .mem = mem, .out = out};
    bool good =
        behaviour_open(&d.behaviour, m, values, (struct behaviour_kept){kept, count}, GRAPH_LIMIT, deadline, mem);
    mpz_set_ui(order, good);
    if (good && d.behaviour.graph.vertices.count) {
        size_t bytes = d.behaviour.graph.vertices.count * sizeof *d.owner;
        d.owner = mem_alloc(mem, bytes);
        find_owners(&d);
        good = graph_automorphisms(&d.behaviour.graph, deadline, take, &d, order);
        mem_free(mem, d.owner, bytes);
    }
    behaviour_close(&d.behaviour);
    return good;
}

// ---- Generators that were stated ------------------------------------------------------------------------------------

static bool place_symbols(const struct behaviour *b, const struct generator *g, vertex *image)
{
    for (size_t i = 0; i < g->values.count; i++) {
        const struct value_move *v = &g->values.at[i];
        if (v->cell != CELL_NONE)
            continue;
        const uint32_t *from = int_map_find(&b->symbols, (uint32_t)(v->from - VALUE_FIRST_SYMBOL));
        const uint32_t *to = int_map_find(&b->symbols, (uint32_t)(v->to - VALUE_FIRST_SYMBOL));
        if (!from != !to)
            return false;
        if (from) // else nothing in the model ever has either
            image[*from] = *to;
    }
    return true;
}

static bool moves_numbers_of(const struct generator *g, cell_id c)
{
    for (size_t i = 0; i < g->values.count; i++)
        if (g->values.at[i].cell == c && g->values.at[i].from != g->values.at[i].to)
            return true;
    return false;
}

static bool place_numbers(const struct detection *d, const struct generator *g, cell_id c, vertex *image)
{
    const struct behaviour *b = &d->behaviour;
    uint64_t count = own_value_count(d, c);
    if (count == 0)
        return !moves_numbers_of(g, c);
    if (own_value_count(d, g->cells[c]) != count)
        return false;
    const struct type *from = model_type(d->model, model_cell(d->model, c)->type);
    const struct type *to = model_type(d->model, model_cell(d->model, g->cells[c])->type);
    for (uint64_t i = 0; i < count; i++) {
        value v = generator_value(g, d->model, c, type_value(from, i));
        uint64_t at = 0;
        while (at < count && type_value(to, at) != v)
            at++;
        if (at == count)
            return false;
        image[b->own_values[c] + i] = b->own_values[g->cells[c]] + (vertex)at;
    }
    return true;
}

// Where the vertices go that are not what others make them; all others get their images from graph_extend.
static bool place_own(const struct detection *d, const struct generator *g, vertex *image)
{
    const struct behaviour *b = &d->behaviour;
    for (vertex v = 0; v < b->graph.vertices.count; v++)
        image[v] = v;
    for (cell_id c = 0; c < g->cell_count; c++) {
        image[b->cells[c]] = b->cells[g->cells[c]];
        if (!place_numbers(d, g, c, image))
            return false;
    }
    return place_symbols(b, g, image);
}

void detect_prove(const struct model *m, const struct generator *generators, size_t count, bool *proved,
                  double deadline, struct mem *mem)
{
    struct detection d = {.model = m, .mem = mem};
    struct behaviour_kept nothing = {0};
    bool good = count && behaviour_open(&d.behaviour, m, BEHAVIOUR_VALUES_MOVE, nothing, GRAPH_LIMIT, deadline, mem);
    size_t bytes = (good ? d.behaviour.graph.vertices.count + 1 : 0) * sizeof(vertex);
    vertex *image = mem_alloc(mem, bytes);
    for (size_t i = 0; i < count; i++) {
        assert(generators[i].cell_count == model_cell_count(m));
        proved[i] = good && place_own(&d, &generators[i], image) && graph_extend(&d.behaviour.graph, image);
    }
    mem_free(mem, image, bytes);
    if (count)
        behaviour_close(&d.behaviour);
}

bool detect_is_symmetry(const struct model *m, const struct generator *g, double deadline, struct mem *mem)
{
    bool proved = false;
    detect_prove(m, g, 1, &proved, deadline, mem);
    return proved;
}
