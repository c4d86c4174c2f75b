// What the cells of a model per orbit are for counting: cells of components, global cells that hold ids, and the rest.
#include <string.h>

#include "reduce/counter/counter_parts.h"

void counter_refuse(struct counter_reduction *r, struct cause why)
{
    if (!r->has_refused)
        *r->why = why;
    r->has_refused = true;
}

bool counter_goes_on(struct counter_reduction *r)
{
    if (r->goes_on && !r->is_over)
        r->is_over = !r->goes_on(r->context, "counters");
    if (r->is_over)
        counter_refuse(r, cause_of(CAUSE_COUNTER_TIME));
    return !r->is_over;
}

struct site counter_site(const struct counter_reduction *r, value v)
{
    struct site site = model_site_of_id(r->from, v);
    if (site.class != CLASS_NONE)
        site.class = r->counted_of[site.class];
    return site;
}

// ---- Classes --------------------------------------------------------------------------------------------------------

// A class of which the front end says that its elements differ is lowered with all instances, and a class of one
// element has no permutations: their ids are values like others.
static bool find_classes(struct counter_reduction *r)
{
    for (uint32_t i = 0; i < model_class_count(r->from); i++) {
        const struct component_class *class = model_class(r->from, i);
        r->counted_of[i] = UINT32_MAX;
        if (class->obstacle || class->size < 2)
            continue;
        if (class->is_ring) {
            counter_refuse(r, cause_with_text(CAUSE_COUNTER_RING, class->name));
            return false;
        }
        r->counted_of[i] = (uint32_t)r->counted.count;
        array_push(r->mem, &r->counted,
                   ((struct counted){.class = class, .number = i, .size = (uint32_t) class->size}));
    }
    if (r->counted.count == 0)
        counter_refuse(r, cause_of(CAUSE_COUNTER_NO_COMPONENTS));
    return r->counted.count > 0;
}

// ---- Cells of components --------------------------------------------------------------------------------------------

// The one site of a counted class that a cell has; class UINT32_MAX if it has none. False if it has several.
static bool counted_site(struct counter_reduction *r, cell_id cell, struct site *found)
{
    struct placement placement = model_placement(r->from, cell);
    *found = (struct site){UINT32_MAX, 0};
    for (size_t i = 0; i < placement.site_count; i++) {
        uint32_t counted = r->counted_of[placement.sites[i].class];
        if (counted == UINT32_MAX)
            continue;
        if (found->class != UINT32_MAX) {
            counter_refuse(r, cause_with_text(CAUSE_COUNTER_TWO_OWNERS, model_cell(r->from, cell)->name));
            return false;
        }
        *found = (struct site){counted, placement.sites[i].element};
    }
    return true;
}

// The cells of an element come in the same order for all elements, since arrays are laid out element by element.
static bool are_alike(const struct counter_reduction *r, cell_id a, cell_id b, uint32_t class)
{
    struct placement p = model_placement(r->from, a), q = model_placement(r->from, b);
    if (p.family != q.family || p.site_count != q.site_count ||
        model_cell(r->from, a)->type != model_cell(r->from, b)->type)
        return false;
    for (size_t i = 0; i < p.site_count; i++)
        if (p.sites[i].class != q.sites[i].class ||
            (r->counted_of[p.sites[i].class] != class && p.sites[i].element != q.sites[i].element))
            return false;
    return true;
}

static bool holds_ids(const struct counter_reduction *r, cell_id cell, uint32_t *class)
{
    const struct type *type = model_type(r->from, model_cell(r->from, cell)->type);
    for (size_t i = 0; i < type->count; i++) {
        struct site site = counter_site(r, type->values[i]);
        if (site.class == UINT32_MAX)
            continue;
        *class = site.class;
        return true;
    }
    return false;
}

static bool collect_local_cells(struct counter_reduction *r)
{
    for (cell_id cell = 0; cell < r->cell_count; cell++) {
        struct site site;
        uint32_t held;
        if (!counted_site(r, cell, &site))
            return false;
        if (site.class == UINT32_MAX)
            continue;
        struct counted *k = &r->counted.at[site.class];
        if (holds_ids(r, cell, &held)) {
            counter_refuse(r, cause_with_texts(CAUSE_COUNTER_IDS, model_cell(r->from, cell)->name,
                                               r->counted.at[held].class->name));
            return false;
        }
        if (k->first.count == 0)
            for (uint32_t i = 0; i < k->size; i++)
                array_push(r->mem, &k->first, 0);
        uint32_t column = k->first.at[site.element]++;
        r->places[cell] = (struct cell_place){CELL_IS_LOCAL, 0, site.class, site.element, column, CELL_NONE};
        if (column >= k->cell_columns)
            k->cell_columns = column + 1;
    }
    return true;
}

// What a multiset holds is in order, which arrays over components change. A whole multiset may be one component's.
static bool pools_are_whole(struct counter_reduction *r)
{
    for (size_t i = 0; i < model_pool_count(r->from); i++) {
        struct pool pool = model_pool(r->from, i);
        const struct cell_place *first = &r->places[pool.first];
        for (cell_id cell = pool.first; cell < pool.first + pool.width * pool.places; cell++) {
            const struct cell_place *p = &r->places[cell];
            if (p->kind == CELL_IS_LOCAL &&
                (first->kind != CELL_IS_LOCAL || p->class != first->class || p->element != first->element)) {
                counter_refuse(r, cause_with_texts(CAUSE_COUNTER_POOLED_CELLS, model_cell(r->from, cell)->name,
                                                   r->counted.at[p->class].class->name));
                return false;
            }
        }
    }
    return true;
}

static bool arrange_local_cells(struct counter_reduction *r)
{
    if (!pools_are_whole(r))
        return false;
    for (uint32_t i = 0; i < r->counted.count; i++) {
        struct counted *k = &r->counted.at[i];
        size_t count = (size_t)k->size * k->cell_columns;
        k->cells = mem_alloc(r->mem, count * sizeof *k->cells);
        for (size_t j = 0; j < count; j++)
            k->cells[j] = CELL_NONE;
    }
    for (cell_id cell = 0; cell < r->cell_count; cell++) {
        const struct cell_place *p = &r->places[cell];
        if (p->kind == CELL_IS_LOCAL)
            r->counted.at[p->class].cells[(size_t)p->element * r->counted.at[p->class].cell_columns + p->column] = cell;
    }
    for (uint32_t i = 0; i < r->counted.count; i++) {
        struct counted *k = &r->counted.at[i];
        for (size_t j = 0; j < (size_t)k->size * k->cell_columns; j++) {
            if (k->cells[j] == CELL_NONE || !are_alike(r, k->cells[j % k->cell_columns], k->cells[j], i)) {
                counter_refuse(r, cause_with_text(CAUSE_COUNTER_UNLIKE_CELLS, k->class->name));
                return false;
            }
        }
        k->columns = k->cell_columns;
    }
    return true;
}

// ---- Global cells ---------------------------------------------------------------------------------------------------

static bool is_in_pool(const struct counter_reduction *r, cell_id cell)
{
    for (size_t i = 0; i < model_pool_count(r->from); i++) {
        struct pool pool = model_pool(r->from, i);
        if (cell >= pool.first && cell < pool.first + pool.width * pool.places)
            return true;
    }
    return false;
}

static void add_pointer(struct counter_reduction *r, cell_id cell)
{
    const struct type *type = model_type(r->from, model_cell(r->from, cell)->type);
    struct pointer p = {.cell = cell, .rest = CELL_NONE};
    for (size_t i = 0; i < type->count; i++) {
        struct site site = counter_site(r, type->values[i]);
        if (site.class == UINT32_MAX) {
            array_push(r->mem, &p.others, type->values[i]);
            continue;
        }
        size_t j = 0;
        while (j < p.classes.count && p.classes.at[j] != site.class)
            j++;
        if (j < p.classes.count)
            continue;
        struct counted *k = &r->counted.at[site.class];
        array_push(r->mem, &p.classes, site.class);
        array_push(r->mem, &p.columns, k->columns);
        array_push(r->mem, &k->pointers, (uint32_t)r->pointers.count);
        k->columns++;
    }
    r->places[cell] = (struct cell_place){.kind = CELL_IS_POINTER, .pointer = (uint32_t)r->pointers.count};
    array_push(r->mem, &r->pointers, p);
}

static bool find_pointers(struct counter_reduction *r)
{
    for (cell_id cell = 0; cell < r->cell_count; cell++) {
        uint32_t class;
        if (model_cell(r->from, cell)->role != CELL_STATE) {
            counter_refuse(r, cause_of(CAUSE_HAS_INPUTS_OR_FROZEN));
            return false;
        }
        if (r->places[cell].kind == CELL_IS_LOCAL || !holds_ids(r, cell, &class))
            continue;
        if (is_in_pool(r, cell)) {
            counter_refuse(r, cause_with_texts(CAUSE_COUNTER_POOLED_IDS, model_cell(r->from, cell)->name,
                                               r->counted.at[class].class->name));
            return false;
        }
        add_pointer(r, cell);
    }
    return true;
}

bool counter_find_places(struct counter_reduction *r)
{
    r->cell_count = model_cell_count(r->from);
    r->class_count = model_class_count(r->from);
    r->counted_of = mem_zalloc(r->mem, (r->class_count + 1) * sizeof *r->counted_of);
    r->places = mem_zalloc(r->mem, (r->cell_count + 1) * sizeof *r->places);
    if (!find_classes(r) || !collect_local_cells(r) || !arrange_local_cells(r) || !find_pointers(r))
        return false;
    for (uint32_t i = 0; i < r->counted.count; i++)
        r->counted.at[i].locals.width = r->counted.at[i].columns;
    return true;
}

void counter_free_places(struct counter_reduction *r)
{
    if (!r->places)
        return;
    for (uint32_t i = 0; i < r->counted.count; i++) {
        struct counted *k = &r->counted.at[i];
        if (k->cells)
            mem_free(r->mem, k->cells, (size_t)k->size * k->cell_columns * sizeof *k->cells);
        if (k->counters)
            mem_free(r->mem, k->counters, k->locals.count * sizeof *k->counters);
        array_free(r->mem, &k->first);
        array_free(r->mem, &k->pointers);
        tuples_free(r->mem, &k->locals);
    }
    for (uint32_t i = 0; i < r->pointers.count; i++) {
        array_free(r->mem, &r->pointers.at[i].classes);
        array_free(r->mem, &r->pointers.at[i].columns);
        array_free(r->mem, &r->pointers.at[i].others);
    }
    array_free(r->mem, &r->counted);
    array_free(r->mem, &r->pointers);
    mem_free(r->mem, r->places, (r->cell_count + 1) * sizeof *r->places);
    mem_free(r->mem, r->counted_of, (r->class_count + 1) * sizeof *r->counted_of);
}

uint32_t counter_most_columns(const struct counter_reduction *r)
{
    uint32_t most = 1;
    for (uint32_t i = 0; i < r->counted.count; i++)
        if (r->counted.at[i].columns > most)
            most = r->counted.at[i].columns;
    return most;
}

void counter_read_local(const struct counter_reduction *r, const value *state, uint32_t class, uint32_t element,
                        value *local)
{
    const struct counted *k = &r->counted.at[class];
    for (uint32_t i = 0; i < k->cell_columns; i++)
        local[i] = state[k->cells[(size_t)element * k->cell_columns + i]];
    for (uint32_t i = 0; i < k->pointers.count; i++) {
        const struct pointer *p = &r->pointers.at[k->pointers.at[i]];
        local[k->cell_columns + i] = state[p->cell] == k->class->ids[element];
    }
}
