// Components whose instances of rules are enough to judge a trace, found from its states.
#include "reduce/instances/concerned.h"

#include <string.h>

#include "base/array.h"
#include "base/hash.h"
#include "group/symmetry.h"

enum { SOME = 3 }; // in each local state: as many as properties and rules usually name

static void add(struct concerned *c, struct site site)
{
    if (site.class == CLASS_NONE || c->elements[site.class][site.element])
        return;
    c->elements[site.class][site.element] = true;
    c->count++;
}

// ---- What changes ---------------------------------------------------------------------------------------------------

static void add_changes(struct concerned *c, const value *before, const value *after)
{
    for (cell_id cell = 0; cell < model_cell_count(c->model); cell++) {
        struct placement p = model_placement(c->model, cell);
        if (before[cell] == after[cell])
            continue;
        for (size_t i = 0; i < p.site_count; i++)
            add(c, p.sites[i]);
        add(c, model_site_held(c->model, cell, before[cell]));
        add(c, model_site_held(c->model, cell, after[cell]));
    }
}

// ---- Local states ---------------------------------------------------------------------------------------------------

static void note(uint64_t **locals, struct site site, uint64_t what, value v)
{
    uint64_t *local = &locals[site.class][site.element];
    *local = hash_pair(*local, hash_pair(what, (uint64_t)v));
}

// What the cells of a component hold, and which cells hold its id. Cells of all components come in the same order.
static void find_locals(const struct concerned *c, const value *state, uint64_t **locals)
{
    for (uint32_t i = 0; i < model_class_count(c->model); i++)
        memset(locals[i], 0, model_class(c->model, i)->size * sizeof *locals[i]);
    for (cell_id cell = 0; cell < model_cell_count(c->model); cell++) {
        struct placement p = model_placement(c->model, cell);
        struct site held = model_site_held(c->model, cell, state[cell]);
        for (size_t i = 0; i < p.site_count; i++)
            note(locals, p.sites[i], hash_pair(p.family, i),
                 held.class == CLASS_NONE ? state[cell] : VALUE_FIRST_SYMBOL);
        if (held.class != CLASS_NONE)
            note(locals, held, p.family, -1);
    }
}

static void add_some(struct concerned *c, uint32_t class, const uint64_t *locals)
{
    struct int_map counts = {0};
    for (uint32_t i = 0; i < model_class(c->model, class)->size; i++) {
        bool added;
        uint32_t *count = int_map_try_add(c->mem, &counts, (uint32_t)locals[i] >> 1, 0, &added);
        if (!count)
            mem_exhausted(c->mem);
        if (++*count <= SOME)
            add(c, (struct site){class, i});
    }
    int_map_free(c->mem, &counts);
}

// ---- The whole ------------------------------------------------------------------------------------------------------

void concerned_open(struct concerned *c, const struct trace *trace, struct mem *mem)
{
    size_t classes = model_class_count(trace->model);
    *c = (struct concerned){.mem = mem, .model = trace->model};
    c->elements = mem_zalloc(mem, (classes + 1) * sizeof *c->elements);
    uint64_t **locals = mem_zalloc(mem, (classes + 1) * sizeof *locals);
    for (uint32_t i = 0; i < classes; i++) {
        c->elements[i] = mem_zalloc(mem, model_class(c->model, i)->size * sizeof **c->elements);
        locals[i] = mem_zalloc(mem, model_class(c->model, i)->size * sizeof **locals);
    }
    for (size_t i = 0; i < trace_length(trace); i++) {
        find_locals(c, trace_state(trace, i), locals);
        for (uint32_t k = 0; k < classes; k++)
            add_some(c, k, locals[k]);
        if (i > 0)
            add_changes(c, trace_state(trace, i - 1), trace_state(trace, i));
    }
    for (uint32_t i = 0; i < classes; i++)
        mem_free(mem, locals[i], model_class(c->model, i)->size * sizeof **locals);
    mem_free(mem, locals, (classes + 1) * sizeof *locals);
}

void concerned_close(struct concerned *c)
{
    size_t classes = model_class_count(c->model);
    for (uint32_t i = 0; i < classes; i++)
        mem_free(c->mem, c->elements[i], model_class(c->model, i)->size * sizeof **c->elements);
    mem_free(c->mem, c->elements, (classes + 1) * sizeof *c->elements);
}

// ---- Elements that a state does not tell apart ----------------------------------------------------------------------

struct alike {
    struct concerned *concerned;
    struct symmetry *symmetry;
    const value *state;
    uint32_t *permutation;
    uint32_t *first; // by element: where its cells begin; one more entry, for the end
    cell_id *cells;  // that are an element's, or hold its id
    size_t cells_room;
};

static uint32_t number_of(const struct alike *a, struct site site)
{
    return a->symmetry->first[site.class] + site.element;
}

// Calls for each element that a cell has to do with; an element may come more than once.
static void each_of_cell(struct alike *a, cell_id cell, void (*take)(struct alike *, uint32_t element, cell_id))
{
    const struct model *m = a->concerned->model;
    struct placement p = model_placement(m, cell);
    struct site held = model_site_held(m, cell, a->state[cell]);
    for (size_t i = 0; i < p.site_count; i++)
        take(a, number_of(a, p.sites[i]), cell);
    if (held.class != CLASS_NONE)
        take(a, number_of(a, held), cell);
}

static void count_cell(struct alike *a, uint32_t element, cell_id cell)
{
    (void)cell;
    a->first[element]++;
}

static void put_cell(struct alike *a, uint32_t element, cell_id cell)
{
    a->cells[--a->first[element]] = cell;
}

static void list_cells(struct alike *a)
{
    size_t cells = model_cell_count(a->concerned->model);
    for (cell_id c = 0; c < cells; c++)
        each_of_cell(a, c, count_cell);
    for (uint32_t i = 0; i < a->symmetry->element_count; i++)
        a->first[i + 1] += a->first[i];
    a->cells_room = a->first[a->symmetry->element_count];
    a->cells = mem_alloc(a->concerned->mem, (a->cells_room + 1) * sizeof *a->cells);
    for (cell_id c = 0; c < cells; c++)
        each_of_cell(a, c, put_cell);
}

static bool keeps_cells_of(const struct alike *a, uint32_t element)
{
    for (uint32_t i = a->first[element]; i < a->first[element + 1]; i++) {
        cell_id cell = a->cells[i], to = symmetry_cell(a->symmetry, a->permutation, cell);
        const struct model *m = a->symmetry->model;
        const struct type *type = model_type(m, model_cell(m, cell)->type);
        if (a->state[to] != symmetry_value(a->symmetry, a->permutation, type, a->state[cell]))
            return false;
    }
    return true;
}

// Whether the state stays the same when two elements are exchanged. All other cells stay where they are.
static bool are_alike(struct alike *a, uint32_t one, uint32_t other)
{
    a->permutation[one] = other;
    a->permutation[other] = one;
    bool same = keeps_cells_of(a, one) && keeps_cells_of(a, other);
    a->permutation[one] = one;
    a->permutation[other] = other;
    return same;
}

struct kind_of_element {
    uint32_t element; // the first of its kind
    uint64_t local;
    size_t count;
};

// Elements that can be exchanged with the same one can be exchanged with each other, in any way.
static bool add_alike_of_class(struct alike *a, uint32_t class, const uint64_t *locals, size_t named, size_t most)
{
    ARRAY(struct kind_of_element) kinds = {0};
    struct mem *mem = a->concerned->mem;
    uint32_t first = a->symmetry->first[class], size = a->symmetry->first[class + 1] - first;
    for (uint32_t i = 0; i < size && kinds.count <= most; i++) {
        size_t k = 0;
        while (k < kinds.count && (kinds.at[k].local != locals[i] || !are_alike(a, kinds.at[k].element, first + i)))
            k++;
        if (k == kinds.count)
            array_push(mem, &kinds, ((struct kind_of_element){first + i, locals[i], 0}));
        if (++kinds.at[k].count <= named)
            add(a->concerned, (struct site){class, i});
    }
    bool good = kinds.count <= most;
    array_free(mem, &kinds);
    return good;
}

// Of rings, and of classes whose elements differ, it is not known what is said of one by another.
static bool are_symmetric(const struct model *m)
{
    for (uint32_t i = 0; i < model_class_count(m); i++)
        if (model_class(m, i)->size > 1 && (model_class(m, i)->is_ring || model_class(m, i)->obstacle))
            return false;
    return true;
}

bool concerned_add_alike(struct concerned *c, const value *state, size_t named, size_t most)
{
    size_t classes = model_class_count(c->model);
    if (!are_symmetric(c->model))
        return false;
    struct alike a = {.concerned = c, .symmetry = symmetry_new(c->model, c->mem), .state = state};
    size_t elements = a.symmetry->element_count;
    a.permutation = mem_alloc(c->mem, (elements + 1) * sizeof *a.permutation);
    a.first = mem_zalloc(c->mem, (elements + 1) * sizeof *a.first);
    permutation_identity(a.symmetry, a.permutation);
    list_cells(&a);
    uint64_t **locals = mem_zalloc(c->mem, (classes + 1) * sizeof *locals);
    for (uint32_t i = 0; i < classes; i++)
        locals[i] = mem_zalloc(c->mem, model_class(c->model, i)->size * sizeof **locals);
    find_locals(c, state, locals);
    bool good = true;
    for (uint32_t i = 0; i < classes && good; i++)
        good = add_alike_of_class(&a, i, locals[i], named, most) && c->count <= most;
    for (uint32_t i = 0; i < classes; i++)
        mem_free(c->mem, locals[i], model_class(c->model, i)->size * sizeof **locals);
    mem_free(c->mem, locals, (classes + 1) * sizeof *locals);
    mem_free(c->mem, a.cells, (a.cells_room + 1) * sizeof *a.cells);
    mem_free(c->mem, a.first, (elements + 1) * sizeof *a.first);
    mem_free(c->mem, a.permutation, (elements + 1) * sizeof *a.permutation);
    symmetry_free(a.symmetry);
    return good;
}
