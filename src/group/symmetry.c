// Groups, permutations, and how they act on cells, values and states.
#include "group/symmetry.h"

#include <assert.h>
#include <string.h>

#include "base/hash.h"

// ---- Tables ---------------------------------------------------------------------------------------------------------

static void find_elements(struct symmetry *s)
{
    const struct model *m = s->model;
    s->class_count = (uint32_t)model_class_count(m);
    s->first = mem_zalloc(s->mem, (s->class_count + 1) * sizeof *s->first);
    s->rotates = mem_zalloc(s->mem, (s->class_count + 1) * sizeof *s->rotates);
    for (uint32_t c = 0; c < s->class_count; c++)
        s->first[c + 1] = s->first[c] + (uint32_t)model_class(m, c)->size;
    s->element_count = s->first[s->class_count];
    s->class_of = mem_zalloc(s->mem, (s->element_count + 1) * sizeof *s->class_of);
    s->block = mem_zalloc(s->mem, (s->element_count + 1) * sizeof *s->block);
    for (uint32_t c = 0; c < s->class_count; c++)
        for (uint32_t e = s->first[c]; e < s->first[c + 1]; e++)
            s->class_of[e] = c;
}

static void find_blocks(struct symmetry *s)
{
    for (uint32_t e = 0; e < s->element_count; e++) {
        const struct component_class *class = model_class(s->model, s->class_of[e]);
        s->block[e] = class->obstacle ? e : s->first[s->class_of[e]];
        s->rotates[s->class_of[e]] = class->is_ring && class->size > 1 && !class->obstacle;
    }
}

static void find_ids(struct symmetry *s)
{
    s->symbol_count = 0;
    for (uint32_t c = 0; c < s->class_count; c++) {
        const struct component_class *class = model_class(s->model, c);
        for (size_t i = 0; i < class->size; i++)
            if ((size_t)(class->ids[i] - VALUE_FIRST_SYMBOL) >= s->symbol_count)
                s->symbol_count = (size_t)(class->ids[i] - VALUE_FIRST_SYMBOL) + 1;
    }
    s->element_of = mem_alloc(s->mem, (s->symbol_count + 1) * sizeof *s->element_of);
    memset(s->element_of, 0xff, s->symbol_count * sizeof *s->element_of);
    for (uint32_t c = 0; c < s->class_count; c++)
        for (size_t i = 0; i < model_class(s->model, c)->size; i++)
            s->element_of[model_class(s->model, c)->ids[i] - VALUE_FIRST_SYMBOL] = s->first[c] + (uint32_t)i;
}

// The number of a cell within its family: its sites are the digits.
static size_t rank_in_family(const struct symmetry *s, const struct placement *p, const uint32_t *permutation)
{
    size_t rank = 0;
    for (size_t i = 0; i < p->site_count; i++) {
        uint32_t first = s->first[p->sites[i].class], element = first + p->sites[i].element;
        uint32_t size = s->first[p->sites[i].class + 1] - first;
        rank = rank * size + (permutation ? permutation[element] : element) - first;
    }
    return rank;
}

static void find_families(struct symmetry *s)
{
    size_t cells = s->cell_count = model_cell_count(s->model);
    struct int_map starts = {0}; // by family
    cell_id free = 0;
    s->family_first = mem_zalloc(s->mem, (cells + 1) * sizeof *s->family_first);
    s->family_cells = mem_zalloc(s->mem, (cells + 1) * sizeof *s->family_cells);
    for (cell_id cell = 0; cell < cells; cell++) {
        struct placement p = model_placement(s->model, cell);
        bool added;
        size_t size = 1;
        for (size_t i = 0; i < p.site_count; i++)
            size *= s->first[p.sites[i].class + 1] - s->first[p.sites[i].class];
        // Cells that were not placed have families that no map has a key for, and need none.
        uint32_t *start = p.site_count ? int_map_try_add(s->mem, &starts, p.family, free, &added) : NULL;
        if (p.site_count && !start)
            mem_exhausted(s->mem);
        s->family_first[cell] = start ? *start : free;
        if (!start || added)
            free += (cell_id)size;
        assert(free <= cells);
        s->family_cells[s->family_first[cell] + rank_in_family(s, &p, NULL)] = cell;
    }
    int_map_free(s->mem, &starts);
}

// What the model vouches for: all that follows takes the type of one cell for that of its whole family.
static void assert_same_types(const struct symmetry *s)
{
    for (cell_id cell = 0; cell < s->cell_count; cell++) {
        struct placement p = model_placement(s->model, cell);
        for (size_t i = 0; i < p.site_count; i++)
            assert(model_class(s->model, p.sites[i].class)->obstacle ||
                   model_cell(s->model, cell)->type ==
                       model_cell(s->model, s->family_cells[s->family_first[cell]])->type);
    }
}

struct symmetry *symmetry_new(const struct model *model, struct mem *mem)
{
    struct symmetry *s = mem_zalloc(mem, sizeof *s);
    s->mem = mem;
    s->model = model;
    find_elements(s);
    find_blocks(s);
    find_ids(s);
    find_families(s);
    assert_same_types(s);
    return s;
}

struct symmetry *symmetry_copy(const struct symmetry *s)
{
    struct symmetry *copy = symmetry_new(s->model, s->mem);
    memcpy(copy->block, s->block, s->element_count * sizeof *s->block);
    memcpy(copy->rotates, s->rotates, s->class_count * sizeof *s->rotates);
    for (uint32_t class = 0; s->absent && class < s->class_count; class ++)
        if (s->absent[class] != CELL_NONE)
            symmetry_let_grow(copy, class, s->absent[class]);
    if (s->absent)
        memcpy(copy->ends, s->ends, s->element_count * sizeof *s->ends);
    return copy;
}

void symmetry_let_grow(struct symmetry *s, uint32_t class, cell_id first_absent)
{
    if (!s->absent) {
        s->absent = mem_alloc(s->mem, (s->class_count + 1) * sizeof *s->absent);
        memset(s->absent, 0xff, (s->class_count + 1) * sizeof *s->absent);
        s->ends = mem_zalloc(s->mem, (s->element_count + 1) * sizeof *s->ends);
    }
    s->absent[class] = first_absent;
}

void symmetry_note_length(struct symmetry *s, uint32_t class, size_t length)
{
    if (length > 0)
        s->ends[s->first[class] + length - 1] = true;
}

cell_id symmetry_absence(const struct symmetry *s, uint32_t element)
{
    uint32_t class = s->class_of[element];
    if (!s->absent || s->absent[class] == CELL_NONE)
        return CELL_NONE;
    return s->absent[class] + (element - s->first[class]);
}

void symmetry_free(struct symmetry *s)
{
    if (!s)
        return;
    size_t cells = s->cell_count;
    mem_free(s->mem, s->first, (s->class_count + 1) * sizeof *s->first);
    mem_free(s->mem, s->rotates, (s->class_count + 1) * sizeof *s->rotates);
    mem_free(s->mem, s->class_of, (s->element_count + 1) * sizeof *s->class_of);
    mem_free(s->mem, s->block, (s->element_count + 1) * sizeof *s->block);
    mem_free(s->mem, s->element_of, (s->symbol_count + 1) * sizeof *s->element_of);
    mem_free(s->mem, s->family_first, (cells + 1) * sizeof *s->family_first);
    mem_free(s->mem, s->family_cells, (cells + 1) * sizeof *s->family_cells);
    mem_free(s->mem, s->absent, s->absent ? (s->class_count + 1) * sizeof *s->absent : 0);
    mem_free(s->mem, s->ends, s->ends ? (s->element_count + 1) * sizeof *s->ends : 0);
    mem_free(s->mem, s, sizeof *s);
}

// ---- The group ------------------------------------------------------------------------------------------------------

bool symmetry_is_trivial(const struct symmetry *s)
{
    for (uint32_t e = 0; e < s->element_count; e++)
        if (s->block[e] != e)
            return false;
    return true;
}

void symmetry_fix_class(struct symmetry *s, uint32_t class)
{
    for (uint32_t e = s->first[class]; e < s->first[class + 1]; e++)
        s->block[e] = e;
    s->rotates[class] = false;
}

bool symmetry_fixes_class(const struct symmetry *s, uint32_t class)
{
    for (uint32_t e = s->first[class]; e < s->first[class + 1]; e++)
        if (s->block[e] != e)
            return false;
    return true;
}

bool symmetry_equal(const struct symmetry *a, const struct symmetry *b)
{
    return memcmp(a->block, b->block, a->element_count * sizeof *a->block) == 0;
}

void symmetry_order(const struct symmetry *s, mpz_t order)
{
    mpz_set_ui(order, 1);
    for (uint32_t c = 0; c < s->class_count; c++) {
        if (s->rotates[c]) {
            mpz_mul_ui(order, order, s->first[c + 1] - s->first[c]);
            continue;
        }
        for (uint32_t e = s->first[c]; e < s->first[c + 1]; e++) {
            uint32_t place = 0; // in its block, from 1
            for (uint32_t other = s->block[e]; other <= e; other++)
                place += s->block[other] == s->block[e];
            mpz_mul_ui(order, order, place);
        }
    }
}

void permutation_identity(const struct symmetry *s, uint32_t *permutation)
{
    for (uint32_t e = 0; e < s->element_count; e++)
        permutation[e] = e;
}

void permutation_invert(const struct symmetry *s, const uint32_t *permutation, uint32_t *inverse)
{
    for (uint32_t e = 0; e < s->element_count; e++)
        inverse[permutation[e]] = e;
}

void permutation_compose(const struct symmetry *s, const uint32_t *first, const uint32_t *then, uint32_t *result)
{
    for (uint32_t e = 0; e < s->element_count; e++)
        result[e] = then[first[e]];
}

static bool is_rotation(const struct symmetry *s, const uint32_t *permutation, uint32_t class)
{
    uint32_t first = s->first[class], size = s->first[class + 1] - first;
    for (uint32_t i = 0; i < size; i++)
        if (permutation[first + i] - first != (permutation[first] - first + i) % size)
            return false;
    return true;
}

bool symmetry_contains(const struct symmetry *s, const uint32_t *permutation)
{
    for (uint32_t e = 0; e < s->element_count; e++)
        if (s->block[permutation[e]] != s->block[e])
            return false;
    for (uint32_t c = 0; c < s->class_count; c++)
        if (s->rotates[c] && !is_rotation(s, permutation, c))
            return false;
    return true;
}

// ---- Action ---------------------------------------------------------------------------------------------------------

cell_id symmetry_cell(const struct symmetry *s, const uint32_t *permutation, cell_id cell)
{
    struct placement p = model_placement(s->model, cell);
    return p.site_count ? s->family_cells[s->family_first[cell] + rank_in_family(s, &p, permutation)] : cell;
}

value symmetry_value(const struct symmetry *s, const uint32_t *permutation, const struct type *type, value v)
{
    if (type->kind != TYPE_ENUM || !value_is_symbol(v) || (size_t)(v - VALUE_FIRST_SYMBOL) >= s->symbol_count)
        return v;
    uint32_t element = s->element_of[v - VALUE_FIRST_SYMBOL];
    if (element == UINT32_MAX)
        return v;
    uint32_t class = s->class_of[element];
    return model_class(s->model, class)->ids[permutation[element] - s->first[class]];
}

// The place of a value in the order of a pool: that of its type, with what is undefined last.
static uint64_t weight_in_pool(const struct model *m, cell_id cell, value v)
{
    const struct type *type = model_type(m, model_cell(m, cell)->type);
    if (type->has_none && v == type->none)
        return UINT64_MAX;
    if (!type->values)
        return (uint64_t)v - (uint64_t)type->low;
    for (size_t i = 0; i < type->count; i++)
        if (type->values[i] == v)
            return i;
    return UINT64_MAX;
}

// Whether the element at a place belongs before the one at the place in front of it.
static bool comes_before(const struct model *m, const struct pool *pool, const value *state, cell_id at)
{
    cell_id front = at - pool->width;
    if (state[front] != state[at])
        return state[at] != 0;
    for (uint32_t i = 1; i < pool->width; i++) {
        uint64_t a = weight_in_pool(m, front + i, state[front + i]), b = weight_in_pool(m, at + i, state[at + i]);
        if (a != b)
            return b < a;
    }
    return false;
}

static void sort_pool(const struct model *m, const struct pool *pool, value *state)
{
    for (uint32_t place = 1; place < pool->places; place++)
        for (uint32_t i = place; i > 0; i--) {
            cell_id at = pool->first + i * pool->width;
            if (!comes_before(m, pool, state, at))
                break;
            for (cell_id cell = at; cell < at + pool->width; cell++) {
                value held = state[cell];
                state[cell] = state[cell - pool->width];
                state[cell - pool->width] = held;
            }
        }
}

void symmetry_apply(const struct symmetry *s, const uint32_t *permutation, const value *state, value *result)
{
    size_t cells = model_cell_count(s->model);
    for (cell_id cell = 0; cell < cells; cell++) {
        const struct type *type = model_type(s->model, model_cell(s->model, cell)->type);
        result[symmetry_cell(s, permutation, cell)] = symmetry_value(s, permutation, type, state[cell]);
    }
    for (size_t i = 0; i < model_pool_count(s->model); i++) {
        struct pool pool = model_pool(s->model, i);
        sort_pool(s->model, &pool, result);
    }
}
