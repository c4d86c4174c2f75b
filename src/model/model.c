// The model as a whole, its symbols and its cells.
#include <assert.h>
#include <string.h>

#include "base/hash.h"
#include "model/model_internal.h"

static void open_model(struct model *m, struct mem *mem)
{
    *m = (struct model){.mem = mem, .arena = {.mem = mem}};
    m->shifted = m->members = (struct walk){.model = m, .mem = mem};
}

struct model *model_new(struct mem *mem)
{
    struct model *m = mem_alloc(mem, sizeof *m);
    open_model(m, mem);
    return m;
}

static void free_actions(struct model *m, action_array *actions)
{
    for (size_t i = 0; i < actions->count; i++) {
        struct action_record *a = actions->at[i];
        mem_free(m->mem, a->shown.parts, a->part_capacity * sizeof *a->shown.parts);
    }
    array_free(m->mem, actions);
}

void model_clear(struct model *m)
{
    struct mem *mem = m->mem;
    free_actions(m, &m->actions);
    free_actions(m, &m->starts);
    array_free(mem, &m->runtime_errors);
    array_free(mem, &m->symbols);
    int_map_free(mem, &m->places_of_numbers);
    array_free(mem, &m->numbers);
    array_free(mem, &m->types);
    array_free(mem, &m->cells);
    array_free(mem, &m->nodes);
    array_free(mem, &m->formulas);
    array_free(mem, &m->regulars);
    table_free(mem, &m->symbol_table);
    table_free(mem, &m->type_table);
    table_free(mem, &m->cell_table);
    table_free(mem, &m->node_table);
    table_free(mem, &m->formula_table);
    table_free(mem, &m->regular_table);
    array_free(mem, &m->initial);
    array_free(mem, &m->invariants);
    array_free(mem, &m->steps);
    array_free(mem, &m->justice);
    array_free(mem, &m->compassion);
    array_free(mem, &m->fair_rules);
    array_free(mem, &m->properties);
    array_free(mem, &m->definitions);
    array_free(mem, &m->classes);
    array_free(mem, &m->placements);
    int_map_free(mem, &m->first_of_family);
    array_free(mem, &m->pools);
    array_free(mem, &m->sites);
    int_map_free(mem, &m->sites_of_symbols);
    array_free(mem, &m->names);
    int_map_free(mem, &m->names_of_exprs);
    array_free(mem, &m->instances);
    array_free(mem, &m->hints);
    array_free(mem, &m->cases);
    array_free(mem, &m->symmetries);
    walk_free(&m->shifted);
    walk_free(&m->members);
    array_free(mem, &m->tests);
    array_free(mem, &m->operands);
    array_free(mem, &m->values);
    arena_free(&m->arena);
    open_model(m, mem);
}

void model_free(struct model *m)
{
    if (!m)
        return;
    struct mem *mem = m->mem;
    model_clear(m);
    mem_free(mem, m, sizeof *m);
}

const char *model_copy_text(struct model *m, const char *text)
{
    return text ? arena_copy(&m->arena, text, strlen(text)) : NULL;
}

// ---- Symbols --------------------------------------------------------------------------------------------------------

static uint32_t name_hash(const char *name)
{
    assert(name);
    return (uint32_t)hash_mix(hash_bytes(HASH_BYTES_START, name, strlen(name)));
}

value model_symbol(struct model *m, const char *name)
{
    uint32_t hash = name_hash(name);
    size_t at = hash;
    for (uint32_t i; (i = table_probe(&m->symbol_table, hash, &at)) != TABLE_END;)
        if (strcmp(m->symbols.at[i], name) == 0)
            return VALUE_FIRST_SYMBOL + (value)i;
    const char *copy = model_copy_text(m, name);
    array_reserve(m->mem, &m->symbols, m->symbols.count + 1);
    table_add(m->mem, &m->symbol_table, hash, (uint32_t)m->symbols.count);
    m->symbols.at[m->symbols.count++] = copy;
    return VALUE_FIRST_SYMBOL + (value)m->symbols.count - 1;
}

const char *model_symbol_name(const struct model *m, value v)
{
    assert(value_is_symbol(v) && (size_t)(v - VALUE_FIRST_SYMBOL) < m->symbols.count);
    return m->symbols.at[v - VALUE_FIRST_SYMBOL];
}

value model_number_symbol(struct model *m, const char *name, value number)
{
    value symbol = model_symbol(m, name);
    bool added;
    array_reserve(m->mem, &m->numbers, m->numbers.count + 1);
    if (!int_map_try_add(m->mem, &m->places_of_numbers, (uint32_t)(symbol - VALUE_FIRST_SYMBOL),
                         (uint32_t)m->numbers.count, &added))
        mem_exhausted(m->mem);
    if (added)
        m->numbers.at[m->numbers.count++] = number;
    return symbol;
}

bool model_symbol_number(const struct model *m, value v, value *number)
{
    const uint32_t *place =
        value_is_symbol(v) ? int_map_find(&m->places_of_numbers, (uint32_t)(v - VALUE_FIRST_SYMBOL)) : NULL;
    if (place)
        *number = m->numbers.at[*place];
    return place;
}

// ---- Cells ----------------------------------------------------------------------------------------------------------

cell_id model_add_cell(struct model *m, const char *name, type_id type, enum cell_role role)
{
    assert(type < m->types.count && m->types.at[type]->kind != TYPE_SET);
    struct cell *cell = arena_alloc(&m->arena, sizeof *cell);
    *cell = (struct cell){.name = model_copy_text(m, name), .type = type, .role = role};
    array_reserve(m->mem, &m->cells, m->cells.count + 1);
    table_add(m->mem, &m->cell_table, name_hash(name), (uint32_t)m->cells.count);
    m->cells.at[m->cells.count++] = cell;
    return (cell_id)(m->cells.count - 1);
}

void model_hide_cell(struct model *m, cell_id cell)
{
    assert(cell < m->cells.count);
    m->cells.at[cell]->is_hidden = true;
}

void model_count_element(struct model *m, cell_id cell, const char *multiset, const char *element)
{
    struct cell *c = m->cells.at[cell];
    const struct cell *before = cell > 0 ? m->cells.at[cell - 1] : NULL;
    bool is_same = before && before->multiset && strcmp(before->multiset, multiset) == 0;
    c->multiset = is_same ? before->multiset : model_copy_text(m, multiset);
    c->element = model_copy_text(m, element);
}

size_t model_cell_count(const struct model *m)
{
    return m->cells.count;
}

const struct cell *model_cell(const struct model *m, cell_id cell)
{
    assert(cell < m->cells.count);
    return m->cells.at[cell];
}

cell_id model_find_cell(const struct model *m, const char *name)
{
    uint32_t hash = name_hash(name);
    size_t at = hash;
    for (uint32_t i; (i = table_probe(&m->cell_table, hash, &at)) != TABLE_END;)
        if (strcmp(m->cells.at[i]->name, name) == 0)
            return i;
    return CELL_NONE;
}
