#include "orbit/concatenated.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "orbit/significance.h"

// ---- Who has a say in where a bit goes ------------------------------------------------------------------------------

// Whether some permutation moves the element.
static bool is_permuted(const struct symmetry *s, uint32_t element)
{
    uint32_t class = s->class_of[element], block = s->block[element];
    for (uint32_t e = block; e < s->first[class + 1]; e++)
        if (e != element && s->block[e] == block)
            return true;
    return false;
}

static uint32_t element_of_value(const struct symmetry *s, value v)
{
    if (!value_is_symbol(v) || (size_t)(v - VALUE_FIRST_SYMBOL) >= s->symbol_count)
        return NO_ELEMENT;
    return s->element_of[v - VALUE_FIRST_SYMBOL];
}

static const struct type *type_of(const struct symmetry *s, cell_id cell)
{
    return model_type(s->model, model_cell(s->model, cell)->type);
}

// Whether permutations change the values of the cell.
static bool has_ids(const struct symmetry *s, const bool *permuted, cell_id cell)
{
    const struct type *type = type_of(s, cell);
    for (size_t i = 0; type->kind == TYPE_ENUM && i < type->count; i++) {
        uint32_t element = element_of_value(s, type->values[i]);
        if (element != NO_ELEMENT && permuted[element])
            return true;
    }
    return false;
}

// The elements that move the bit, each once: at most `room` are written, the number of all is returned.
static size_t find_movers(const struct symmetry *s, const bool *permuted, struct encode_place place, uint32_t *movers,
                          size_t room)
{
    struct placement placement = model_placement(s->model, place.cell);
    size_t count = 0;
    for (size_t i = 0; i <= placement.site_count; i++) {
        uint32_t element = NO_ELEMENT;
        if (i < placement.site_count)
            element = s->first[placement.sites[i].class] + placement.sites[i].element;
        else if (place.value != ENCODE_ALL_BITS)
            element = element_of_value(s, type_of(s, place.cell)->values[place.value]);
        if (element == NO_ELEMENT || !permuted[element])
            continue;
        bool is_new = true;
        for (size_t k = 0; k < count && k < room; k++)
            is_new = is_new && movers[k] != element;
        if (is_new && count < room)
            movers[count] = element;
        count += is_new;
    }
    return count;
}

static bool *find_permuted(const struct symmetry *s, struct mem *mem)
{
    bool *permuted = mem_zalloc(mem, (s->element_count + 1) * sizeof *permuted);
    for (uint32_t e = 0; e < s->element_count; e++)
        permuted[e] = is_permuted(s, e);
    return permuted;
}

// ---- Obstacles ------------------------------------------------------------------------------------------------------

// How many permuted elements move the cell: those of a whole pool, and those of an array in what it holds.
static size_t count_sites(const struct symmetry *s, const bool *permuted, cell_id cell)
{
    struct placement placement = model_placement(s->model, cell);
    size_t count = 0;
    for (size_t i = 0; i < placement.site_count; i++)
        count += permuted[s->first[placement.sites[i].class] + placement.sites[i].element];
    return count;
}

// Whether permutations change the order of what a pool holds: it has ids of components, or arrays of them.
static bool pools_are_disturbed(const struct symmetry *s, const bool *permuted)
{
    for (size_t i = 0; i < model_pool_count(s->model); i++) {
        struct pool pool = model_pool(s->model, i);
        size_t outer = count_sites(s, permuted, pool.first);
        for (uint32_t k = 0; k < pool.width * pool.places; k++)
            if (has_ids(s, permuted, pool.first + k) || count_sites(s, permuted, pool.first + k) > outer)
                return true;
    }
    return false;
}

enum cause_code concatenated_obstacle(const struct symmetry *s)
{
    bool *permuted = find_permuted(s, s->mem);
    enum cause_code obstacle = CAUSE_NONE;
    if (pools_are_disturbed(s, permuted))
        obstacle = CAUSE_MULTISET_OF_IDS;
    for (cell_id cell = 0; cell < model_cell_count(s->model); cell++)
        if (model_cell(s->model, cell)->role == CELL_INPUT)
            obstacle = CAUSE_INPUTS;
    mem_free(s->mem, permuted, (s->element_count + 1) * sizeof *permuted);
    return obstacle;
}

// ---- Making ---------------------------------------------------------------------------------------------------------

static void line_up(struct concatenated *l, const bool *permuted)
{
    const struct symmetry *s = l->symmetry;
    for (uint32_t least = 0; least < s->element_count; least++) {
        uint32_t class = s->class_of[least];
        if (s->block[least] != least || !permuted[least])
            continue;
        struct block block = {.first = (uint32_t)l->row.count, .rotates = s->rotates[class]};
        for (uint32_t e = least; e < s->first[class + 1]; e++)
            if (s->block[e] == least)
                array_push(l->mem, &l->row, e);
        block.count = (uint32_t)l->row.count - block.first;
        array_push(l->mem, &l->blocks, block);
    }
}

// A permutation that takes the first element of a block to its i-th.
static void take_first_to(const struct concatenated *l, const struct block *block, uint32_t i, uint32_t *permutation)
{
    const uint32_t *row = &l->row.at[block->first];
    permutation_identity(l->symmetry, permutation);
    if (block->rotates)
        for (uint32_t k = 0; k < block->count; k++)
            permutation[row[k]] = row[(k + i) % block->count];
    else {
        permutation[row[0]] = row[i];
        permutation[row[i]] = row[0];
    }
}

static struct encode_place place_moved(const struct symmetry *s, const uint32_t *permutation, struct encode_place place)
{
    struct encode_place to = {symmetry_cell(s, permutation, place.cell), ENCODE_ALL_BITS};
    if (place.value == ENCODE_ALL_BITS)
        return to;
    const struct type *type = type_of(s, to.cell), *from = type_of(s, place.cell);
    value v = symmetry_value(s, permutation, from, from->values[place.value]);
    for (to.value = 0; to.value < type->count && type->values[to.value] != v; to.value++)
        ;
    assert(to.value < type->count);
    return to;
}

static void add_item(struct concatenated *l, struct concatenated_item item)
{
    size_t at = l->first_item[item.place.cell];
    at += item.place.value == ENCODE_ALL_BITS ? 0 : item.place.value;
    l->item_at[at] = (uint32_t)l->items.count;
    array_push(l->mem, &l->items, item);
}

// Room for the items of each cell.
static void number_items(struct concatenated *l, const bool *permuted)
{
    const struct symmetry *s = l->symmetry;
    size_t cells = model_cell_count(s->model), room = 0;
    l->first_item = mem_zalloc(l->mem, (cells + 1) * sizeof *l->first_item);
    for (cell_id cell = 0; cell < cells; cell++) {
        l->first_item[cell] = (uint32_t)room;
        room += has_ids(s, permuted, cell) ? type_of(s, cell)->count : 1;
    }
    l->first_item[cells] = (uint32_t)room;
    l->item_room = room + 1;
    l->item_at = mem_zalloc(l->mem, l->item_room * sizeof *l->item_at);
}

typedef ARRAY(struct concatenated_item) item_list;

// All items in the order of cells, with what moves them.
static void collect_items(struct concatenated *l, const bool *permuted, item_list *all)
{
    const struct symmetry *s = l->symmetry;
    for (cell_id cell = 0; cell < model_cell_count(s->model); cell++) {
        const struct type *type = type_of(s, cell);
        bool by_value = has_ids(s, permuted, cell);
        size_t count = by_value ? type->count - type->has_none : 1;
        for (uint32_t i = 0; i < count; i++) {
            struct concatenated_item item = {.place = {cell, by_value ? i : ENCODE_ALL_BITS}, .element = NO_ELEMENT};
            uint32_t movers[2];
            size_t found = find_movers(s, permuted, item.place, movers, 2);
            item.element = found ? movers[0] : NO_ELEMENT;
            item.is_shared = found > 1;
            array_push(l->mem, all, item);
        }
    }
}

static void add_items_of(struct concatenated *l, const item_list *all, uint32_t element, bool shared)
{
    for (size_t i = 0; i < all->count; i++)
        if (all->at[i].element == element && all->at[i].is_shared == shared)
            add_item(l, all->at[i]);
}

// An item of the first component, with how often the others look at those that it is moved to.
struct weighed {
    struct concatenated_item item;
    uint64_t weight;
    size_t number;
};

static int heaviest_first(const void *x, const void *y)
{
    const struct weighed *a = x, *b = y;
    if (a->weight != b->weight)
        return a->weight > b->weight ? -1 : 1;
    return (a->number > b->number) - (a->number < b->number);
}

// The plain items of a block's first component, in the order in which components are compared: see significance.h. Bits
// of ids come last; what says that a component is missing comes first.
static void add_first(struct concatenated *l, const item_list *all, const struct block *block, const uint64_t *looks,
                      uint32_t *permutation)
{
    ARRAY(struct weighed) mine = {0};
    for (size_t i = 0; i < all->count; i++)
        if (all->at[i].element == l->row.at[block->first] && !all->at[i].is_shared)
            array_push(l->mem, &mine, ((struct weighed){all->at[i], 0, mine.count}));
    for (size_t k = 0; k < mine.count; k++)
        mine.at[k].weight = mine.at[k].item.place.value == ENCODE_ALL_BITS;
    for (uint32_t i = 0; i < block->count; i++) {
        take_first_to(l, block, i, permutation);
        for (size_t k = 0; k < mine.count; k++)
            if (mine.at[k].item.place.value == ENCODE_ALL_BITS)
                mine.at[k].weight += looks[symmetry_cell(l->symmetry, permutation, mine.at[k].item.place.cell)];
    }
    cell_id absence = symmetry_absence(l->symmetry, l->row.at[block->first]);
    for (size_t k = 0; k < mine.count; k++)
        if (mine.at[k].item.place.cell == absence)
            mine.at[k].weight = UINT64_MAX;
    if (mine.count)
        qsort(mine.at, mine.count, sizeof *mine.at, heaviest_first);
    for (size_t k = 0; k < mine.count; k++)
        add_item(l, mine.at[k].item);
    array_free(l->mem, &mine);
}

// The components of a block have the same bits in the same order: those of the first one, moved.
static void add_block(struct concatenated *l, const item_list *all, const struct block *block, const uint64_t *looks,
                      uint32_t *permutation)
{
    for (uint32_t i = 0; i < block->count; i++) {
        uint32_t element = l->row.at[block->first + i], start = (uint32_t)l->items.count;
        array_push(l->mem, &l->plain_first, start);
        if (i == 0)
            add_first(l, all, block, looks, permutation);
        else {
            uint32_t model = l->plain_first.at[block->first], count = l->plain_count.at[block->first];
            take_first_to(l, block, i, permutation);
            for (uint32_t k = 0; k < count; k++) {
                struct concatenated_item item = l->items.at[model + k];
                item.place = place_moved(l->symmetry, permutation, item.place);
                item.element = element;
                add_item(l, item);
            }
        }
        array_push(l->mem, &l->plain_count, (uint32_t)l->items.count - start);
        add_items_of(l, all, element, true);
    }
}

// A block whose permutations move shared bits is sorted as far as exchanges of neighbours go. A ring is exact in any
// case, unless the bits are shared with others.
static void find_shared(struct concatenated *l, const bool *permuted)
{
    l->is_unique = true;
    for (size_t i = 0; i < l->items.count; i++) {
        const struct concatenated_item *item = &l->items.at[i];
        if (!item->is_shared)
            continue;
        ARRAY(uint32_t) movers = {0};
        size_t count = find_movers(l->symmetry, permuted, item->place, NULL, 0);
        array_reserve(l->mem, &movers, count);
        count = find_movers(l->symmetry, permuted, item->place, movers.at, count);
        for (size_t b = 0; b < l->blocks.count; b++) {
            struct block *block = &l->blocks.at[b];
            size_t inside = 0;
            for (size_t k = 0; k < count; k++)
                inside += l->symmetry->block[movers.at[k]] == l->symmetry->block[l->row.at[block->first]];
            block->has_shared |= inside > 0;
            if (inside > 0 && (!block->rotates || inside < count))
                l->is_unique = false;
        }
        array_free(l->mem, &movers);
    }
}

void concatenated_open(struct concatenated *l, const struct symmetry *s, struct mem *mem)
{
    *l = (struct concatenated){.mem = mem, .symmetry = s};
    bool *permuted = find_permuted(s, mem);
    uint32_t *permutation = mem_alloc(mem, (s->element_count + 1) * sizeof *permutation);
    uint64_t *looks = significance_count(s->model, mem);
    item_list all = {0};
    line_up(l, permuted);
    number_items(l, permuted);
    collect_items(l, permuted, &all);
    add_items_of(l, &all, NO_ELEMENT, false);
    for (size_t b = 0; b < l->blocks.count; b++)
        add_block(l, &all, &l->blocks.at[b], looks, permutation);
    array_push(mem, &l->plain_first, (uint32_t)l->items.count);
    assert(l->items.count == all.count);
    find_shared(l, permuted);
    array_free(mem, &all);
    mem_free(mem, looks, (model_cell_count(s->model) + 1) * sizeof *looks);
    mem_free(mem, permutation, (s->element_count + 1) * sizeof *permutation);
    mem_free(mem, permuted, (s->element_count + 1) * sizeof *permuted);
}

void concatenated_close(struct concatenated *l)
{
    size_t cells = model_cell_count(l->symmetry->model);
    array_free(l->mem, &l->row);
    array_free(l->mem, &l->blocks);
    array_free(l->mem, &l->items);
    array_free(l->mem, &l->plain_first);
    array_free(l->mem, &l->plain_count);
    mem_free(l->mem, l->first_item, (cells + 1) * sizeof *l->first_item);
    mem_free(l->mem, l->item_at, l->item_room * sizeof *l->item_at);
}

// ---- Using ----------------------------------------------------------------------------------------------------------

uint32_t concatenated_moved(const struct concatenated *l, const uint32_t *permutation, uint32_t item)
{
    struct encode_place to = place_moved(l->symmetry, permutation, l->items.at[item].place);
    return l->item_at[l->first_item[to.cell] + (to.value == ENCODE_ALL_BITS ? 0 : to.value)];
}

size_t concatenated_vars(const struct concatenated_item *item, const struct encoding *e, const int **vars)
{
    size_t count = encode_cell_vars(e, item->place.cell, vars);
    if (item->place.value == ENCODE_ALL_BITS)
        return count;
    *vars += item->place.value;
    return 1;
}
