// Classes of components, and where cells and actions are among them.
#include <assert.h>
#include <string.h>

#include "model/model_internal.h"

// ---- Classes --------------------------------------------------------------------------------------------------------

static const value *copy_ids(struct model *m, const value *ids, size_t count)
{
    value *copy = arena_alloc(&m->arena, count * sizeof *copy);
    memcpy(copy, ids, count * sizeof *copy);
    return copy;
}

static void note_id(struct model *m, value id, struct site site)
{
    bool added;
    assert(value_is_symbol(id));
    array_reserve(m->mem, &m->sites, m->sites.count + 1);
    if (!int_map_try_add(m->mem, &m->sites_of_symbols, (uint32_t)(id - VALUE_FIRST_SYMBOL), (uint32_t)m->sites.count,
                         &added))
        mem_exhausted(m->mem);
    assert(added);
    m->sites.at[m->sites.count++] = site;
}

size_t model_add_class(struct model *m, const struct component_class *described)
{
    struct component_class *c = arena_alloc(&m->arena, sizeof *c);
    uint32_t number = (uint32_t)m->classes.count;
    *c = *described;
    c->name = model_copy_text(m, described->name);
    c->obstacle = model_copy_text(m, described->obstacle);
    c->ids = copy_ids(m, described->ids, described->size);
    array_push(m->mem, &m->classes, c);
    for (uint32_t i = 0; i < c->size; i++)
        note_id(m, c->ids[i], (struct site){number, i});
    return number;
}

void model_obstruct_class(struct model *m, size_t class, const char *obstacle)
{
    assert(class < m->classes.count);
    if (!m->classes.at[class]->obstacle)
        m->classes.at[class]->obstacle = model_copy_text(m, obstacle);
}

size_t model_class_count(const struct model *m)
{
    return m->classes.count;
}

const struct component_class *model_class(const struct model *m, size_t class)
{
    assert(class < m->classes.count);
    return m->classes.at[class];
}

struct site model_site_of_id(const struct model *m, value v)
{
    uint32_t *place = value_is_symbol(v) && v - VALUE_FIRST_SYMBOL < (value)m->symbols.count
                          ? int_map_find(&m->sites_of_symbols, (uint32_t)(v - VALUE_FIRST_SYMBOL))
                          : NULL;
    return place ? m->sites.at[*place] : (struct site){CLASS_NONE, 0};
}

struct site model_site_held(const struct model *m, cell_id cell, value v)
{
    bool may_be_id = model_type(m, model_cell(m, cell)->type)->kind == TYPE_ENUM;
    return may_be_id ? model_site_of_id(m, v) : (struct site){CLASS_NONE, 0};
}

// ---- Placements -----------------------------------------------------------------------------------------------------

static struct placement copy_placement(struct model *m, const struct placement *placement)
{
    struct placement copy = *placement;
    if (copy.site_count == 0) {
        copy.sites = NULL;
        return copy;
    }
    struct site *sites = arena_alloc(&m->arena, copy.site_count * sizeof *sites);
    memcpy(sites, placement->sites, copy.site_count * sizeof *sites);
    copy.sites = sites;
    return copy;
}

// Families of cells that were not placed are numbered from the other end.
static struct placement alone(cell_id cell)
{
    return (struct placement){.family = UINT32_MAX - cell};
}

// Permutations take the values of a cell to others of its family, so whoever knows one of these cells knows the values
// of all: where types differ, there are no such permutations.
static void compare_with_family(struct model *m, cell_id cell, const struct placement *placement)
{
    bool added;
    uint32_t *first = int_map_try_add(m->mem, &m->first_of_family, placement->family, cell, &added);
    if (!first)
        mem_exhausted(m->mem);
    const struct cell *a = m->cells.at[*first], *b = m->cells.at[cell];
    for (size_t i = 0; i < placement->site_count && (a->type != b->type || a->role != b->role); i++)
        model_obstruct_class(m, placement->sites[i].class, "variables of its elements have different types");
}

void model_place_cell(struct model *m, cell_id cell, const struct placement *placement)
{
    assert(cell < m->cells.count);
    if (placement->site_count)
        compare_with_family(m, cell, placement);
    array_reserve(m->mem, &m->placements, cell + 1);
    for (; m->placements.count <= cell; m->placements.count++)
        m->placements.at[m->placements.count] = alone((cell_id)m->placements.count);
    m->placements.at[cell] = copy_placement(m, placement);
}

struct placement model_placement(const struct model *m, cell_id cell)
{
    assert(cell < m->cells.count);
    return cell < m->placements.count ? m->placements.at[cell] : alone(cell);
}

void model_place_action(struct model *m, size_t action, const struct placement *placement)
{
    assert(action < m->actions.count);
    m->actions.at[action]->shown.placement = copy_placement(m, placement);
}

// ---- Names and instances --------------------------------------------------------------------------------------------

void model_name_elements(struct model *m, expr e, const struct site *sites, size_t count)
{
    bool is_constant = e == model_true(m) || e == model_false(m), added; // all permutations leave it alone
    struct placement names = copy_placement(m, &(struct placement){0, sites, is_constant ? 0 : count});
    array_reserve(m->mem, &m->names, m->names.count + 1);
    uint32_t *place = int_map_try_add(m->mem, &m->names_of_exprs, e, (uint32_t)m->names.count, &added);
    if (!place)
        mem_exhausted(m->mem);
    else if (added)
        m->names.at[m->names.count++] = names;
    else if (m->names.at[*place].site_count > names.site_count)
        m->names.at[*place] = names;
}

bool model_named_elements(const struct model *m, expr e, const struct site **sites, size_t *count)
{
    const uint32_t *place = int_map_find(&m->names_of_exprs, e);
    if (!place)
        return false;
    *sites = m->names.at[*place].sites;
    *count = m->names.at[*place].site_count;
    return true;
}

void model_add_instance(struct model *m, size_t property, formula instance, const formula *vacuities,
                        const struct placement *placement)
{
    size_t bytes = m->properties.at[property]->vacuity_count * sizeof *vacuities;
    assert(property < m->properties.count);
    assert(m->instances.count == 0 || array_last(&m->instances).property <= property);
    array_push(m->mem, &m->instances,
               ((struct instance_record){property, instance, copy_placement(m, placement),
                                         bytes ? memcpy(arena_alloc(&m->arena, bytes), vacuities, bytes) : NULL}));
}

static size_t first_instance(const struct model *m, size_t property)
{
    size_t i = 0;
    while (i < m->instances.count && m->instances.at[i].property != property)
        i++;
    return i;
}

size_t model_instance_count(const struct model *m, size_t property)
{
    size_t first = first_instance(m, property), end = first;
    while (end < m->instances.count && m->instances.at[end].property == property)
        end++;
    return end - first;
}

formula model_instance(const struct model *m, size_t property, size_t i, struct placement *placement)
{
    const struct instance_record *record = &m->instances.at[first_instance(m, property) + i];
    assert(record->property == property);
    *placement = record->placement;
    return record->instance;
}

const formula *model_instance_vacuities(const struct model *m, size_t property, size_t i)
{
    return m->instances.at[first_instance(m, property) + i].vacuities;
}

// ---- Pools ----------------------------------------------------------------------------------------------------------

void model_add_pool(struct model *m, struct pool pool)
{
    assert(pool.first + pool.width * pool.places <= m->cells.count);
    for (cell_id i = 0; i < pool.width * pool.places; i++)
        assert(m->cells.at[pool.first + i]->type == m->cells.at[pool.first + i % pool.width]->type);
    array_push(m->mem, &m->pools, pool);
}

size_t model_pool_count(const struct model *m)
{
    return m->pools.count;
}

struct pool model_pool(const struct model *m, size_t i)
{
    assert(i < m->pools.count);
    return m->pools.at[i];
}
