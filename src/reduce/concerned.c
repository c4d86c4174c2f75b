#include "reduce/concerned.h"

#include <string.h>

#include "base/hash.h"

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
        add(c, model_site_of_id(c->model, before[cell]));
        add(c, model_site_of_id(c->model, after[cell]));
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
        struct site held = model_site_of_id(c->model, state[cell]);
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
