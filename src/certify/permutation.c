#include "certify/permutation.h"

#include <stdlib.h>
#include <string.h>

// ---- Families of cells ----------------------------------------------------------------------------------------------

static size_t class_size(const struct permuter *p, uint32_t class)
{
    return p->first[class + 1] - p->first[class];
}

// The place of a cell among those of its family, from the elements of its sites, each seen through a permutation.
static size_t place_in_family(const struct permuter *p, const struct placement *at, const uint32_t *permutation)
{
    size_t place = 0;
    for (size_t i = 0; i < at->site_count; i++) {
        uint32_t class = at->sites[i].class, element = at->sites[i].element;
        uint32_t image = permutation ? permutation[p->first[class] + element] : element;
        place = place * class_size(p, class) + image;
    }
    return place;
}

static size_t family_size(const struct permuter *p, const struct placement *at)
{
    size_t size = 1;
    for (size_t i = 0; i < at->site_count; i++)
        if (__builtin_mul_overflow(size, class_size(p, at->sites[i].class), &size))
            return SIZE_MAX;
    return size;
}

static bool are_alike(const struct model *m, cell_id a, cell_id b)
{
    struct placement x = model_placement(m, a), y = model_placement(m, b);
    if (x.site_count != y.site_count || model_cell(m, a)->type != model_cell(m, b)->type ||
        model_cell(m, a)->role != model_cell(m, b)->role)
        return false;
    for (size_t i = 0; i < x.site_count; i++)
        if (x.sites[i].class != y.sites[i].class)
            return false;
    return true;
}

struct placed {
    uint32_t family;
    cell_id cell;
};

static int by_family(const void *a, const void *b)
{
    const struct placed *x = a, *y = b;
    if (x->family != y->family)
        return x->family < y->family ? -1 : 1;
    return (x->cell > y->cell) - (x->cell < y->cell);
}

static bool moves_nothing(const struct permuter *p, const struct placement *at)
{
    for (size_t i = 0; i < at->site_count; i++)
        if (!model_class(p->model, at->sites[i].class)->obstacle)
            return false;
    return true;
}

// Enters the cells of one family. Cells that no permutation moves are families of their own.
static bool enter_family(struct permuter *p, const struct placed *cells, size_t count)
{
    struct placement at = model_placement(p->model, cells[0].cell);
    if (moves_nothing(p, &at)) {
        for (size_t i = 0; i < count; i++) {
            p->family_at[cells[i].cell] = (uint32_t)p->member_count;
            p->members[p->member_count++] = cells[i].cell;
        }
        return true;
    }
    if (family_size(p, &at) != count)
        return false;
    cell_id *members = p->members + p->member_count;
    for (size_t i = 0; i < count; i++)
        members[i] = CELL_NONE;
    for (size_t i = 0; i < count; i++) {
        struct placement own = model_placement(p->model, cells[i].cell);
        if (!are_alike(p->model, cells[0].cell, cells[i].cell))
            return false;
        members[place_in_family(p, &own, NULL)] = cells[i].cell;
        p->family_at[cells[i].cell] = (uint32_t)p->member_count;
    }
    for (size_t i = 0; i < count; i++)
        if (members[i] == CELL_NONE)
            return false;
    p->member_count += count;
    return true;
}

static bool enter_families(struct permuter *p)
{
    struct placed *cells = mem_zalloc(p->mem, p->cells * sizeof *cells);
    bool good = true;
    for (cell_id c = 0; c < p->cells; c++)
        cells[c] = (struct placed){model_placement(p->model, c).family, c};
    qsort(cells, p->cells, sizeof *cells, by_family);
    for (size_t i = 0, end; i < p->cells && good; i = end) {
        for (end = i; end < p->cells && cells[end].family == cells[i].family; end++)
            continue;
        good = enter_family(p, cells + i, end - i);
    }
    mem_free(p->mem, cells, p->cells * sizeof *cells);
    return good;
}

static bool type_has_ids(const struct model *m, cell_id cell)
{
    const struct type *type = model_type(m, model_cell(m, cell)->type);
    for (size_t i = 0; type->kind == TYPE_ENUM && i < type->count; i++)
        if (model_site_held(m, cell, type->values[i]).class != CLASS_NONE)
            return true;
    return false;
}

// Pools within elements of others have smaller elements: so the narrowest are sorted first.
static void order_pools(struct permuter *p)
{
    size_t count = model_pool_count(p->model);
    for (uint32_t i = 0; i < count; i++) {
        size_t at = i;
        uint32_t width = model_pool(p->model, i).width;
        for (; at > 0 && model_pool(p->model, p->pools[at - 1]).width > width; at--)
            p->pools[at] = p->pools[at - 1];
        p->pools[at] = i;
    }
}

struct permuter *permuter_new(struct model *model, const struct certify_watch *watch, struct mem *mem,
                              const char **error)
{
    struct permuter *p = mem_zalloc(mem, sizeof *p);
    *p = (struct permuter){.model = model, .watch = watch, .mem = mem};
    p->classes = model_class_count(model);
    p->cells = model_cell_count(model);
    p->first = mem_zalloc(mem, (p->classes + 1) * sizeof *p->first);
    for (size_t i = 0; i < p->classes; i++)
        p->first[i + 1] = p->first[i] + (uint32_t)model_class(model, i)->size;
    p->elements = p->first[p->classes];
    p->family_at = mem_zalloc(mem, p->cells * sizeof *p->family_at);
    p->members = mem_zalloc(mem, p->cells * sizeof *p->members);
    p->holds_ids = mem_zalloc(mem, p->cells * sizeof *p->holds_ids);
    p->block = mem_zalloc(mem, p->elements * sizeof *p->block);
    p->pools = mem_zalloc(mem, model_pool_count(model) * sizeof *p->pools);
    for (cell_id c = 0; c < p->cells; c++)
        p->holds_ids[c] = type_has_ids(model, c);
    order_pools(p);
    if (enter_families(p))
        return p;
    *error = "the variables of its components are not of one kind";
    permuter_free(p);
    return NULL;
}

void permuter_free(struct permuter *p)
{
    if (!p)
        return;
    struct mem *mem = p->mem;
    mem_free(mem, p->first, (p->classes + 1) * sizeof *p->first);
    mem_free(mem, p->family_at, p->cells * sizeof *p->family_at);
    mem_free(mem, p->members, p->cells * sizeof *p->members);
    mem_free(mem, p->holds_ids, p->cells * sizeof *p->holds_ids);
    mem_free(mem, p->block, p->elements * sizeof *p->block);
    mem_free(mem, p->pools, model_pool_count(p->model) * sizeof *p->pools);
    mem_free(mem, p, sizeof *p);
}

// ---- Which permutations are allowed ---------------------------------------------------------------------------------

static bool is_one_block(const struct permuter *p, size_t class)
{
    for (uint32_t e = p->first[class]; e < p->first[class + 1]; e++)
        if (p->block[e] != p->block[p->first[class]])
            return false;
    return true;
}

static bool is_identity(const uint32_t *images, size_t size)
{
    for (size_t i = 0; i < size; i++)
        if (images[i] != i)
            return false;
    return true;
}

static bool is_rotation(const uint32_t *images, size_t size)
{
    for (size_t i = 0; i < size; i++)
        if (images[i] != (images[0] + i) % size)
            return false;
    return true;
}

static bool is_permutation(const struct permuter *p, const uint32_t *images, size_t size)
{
    bool *taken = mem_zalloc(p->mem, size), good = true;
    for (size_t i = 0; i < size && good; i++) {
        good = images[i] < size && !taken[images[i]];
        if (good)
            taken[images[i]] = true;
    }
    mem_free(p->mem, taken, size);
    return good;
}

static bool class_allows(const struct permuter *p, size_t class, const uint32_t *images)
{
    const struct component_class *c = model_class(p->model, class);
    if (is_identity(images, c->size))
        return true;
    if (c->obstacle)
        return false;
    if (c->is_ring)
        return is_one_block(p, class) && is_rotation(images, c->size);
    if (!is_permutation(p, images, c->size))
        return false;
    for (uint32_t i = 0; i < c->size; i++)
        if (p->block[p->first[class] + i] != p->block[p->first[class] + images[i]])
            return false;
    return true;
}

bool permuter_allows(const struct permuter *p, const uint32_t *permutation)
{
    for (size_t i = 0; i < p->classes; i++)
        if (!class_allows(p, i, permutation + p->first[i]))
            return false;
    return true;
}

static uint32_t *push_identity(const struct permuter *p, permutation_array *out)
{
    array_reserve(p->mem, out, out->count + p->elements);
    uint32_t *images = out->at + out->count;
    out->count += p->elements;
    for (size_t c = 0; c < p->classes; c++)
        for (uint32_t e = p->first[c]; e < p->first[c + 1]; e++)
            images[e] = e - p->first[c];
    return images;
}

static void push_rotation(const struct permuter *p, size_t class, permutation_array *out)
{
    uint32_t *images = push_identity(p, out) + p->first[class], size = p->first[class + 1] - p->first[class];
    for (uint32_t i = 0; i < size; i++)
        images[i] = (i + 1) % size;
}

// The next element of the same block; UINT32_MAX if it is the last.
static uint32_t next_of_block(const struct permuter *p, size_t class, uint32_t element)
{
    for (uint32_t e = element + 1; p->first[class] + e < p->first[class + 1]; e++)
        if (p->block[p->first[class] + e] == p->block[p->first[class] + element])
            return e;
    return UINT32_MAX;
}

static bool is_first_of_block(const struct permuter *p, size_t class, uint32_t element)
{
    const uint32_t *block = p->block + p->first[class];
    for (uint32_t e = 0; e < element; e++)
        if (block[e] == block[element])
            return false;
    return true;
}

// Each element of the block goes to the next one, up to `last`, and that to the first.
static void push_cycle(const struct permuter *p, size_t class, uint32_t first, uint32_t last, permutation_array *out)
{
    uint32_t *images = push_identity(p, out) + p->first[class];
    for (uint32_t e = first; e != last; e = images[e])
        images[e] = next_of_block(p, class, e);
    images[last] = first;
}

// The exchange of the first two elements of a block and the cycle of all generate all permutations of the block.
void permuter_generators(const struct permuter *p, permutation_array *out)
{
    for (size_t c = 0; c < p->classes; c++) {
        const struct component_class *class = model_class(p->model, c);
        if (class->obstacle || class->size < 2)
            continue;
        if (class->is_ring && is_one_block(p, c))
            push_rotation(p, c, out);
        for (uint32_t i = 0, last; i < class->size && !class->is_ring; i++) {
            if (!is_first_of_block(p, c, i) || (last = next_of_block(p, c, i)) == UINT32_MAX)
                continue;
            push_cycle(p, c, i, last, out);
            if (next_of_block(p, c, last) == UINT32_MAX)
                continue;
            for (uint32_t next; (next = next_of_block(p, c, last)) != UINT32_MAX;)
                last = next;
            push_cycle(p, c, i, last, out);
        }
    }
}

// ---- What they do ---------------------------------------------------------------------------------------------------

cell_id permuter_cell(const struct permuter *p, const uint32_t *permutation, cell_id cell)
{
    struct placement at = model_placement(p->model, cell);
    if (at.site_count == 0 || moves_nothing(p, &at))
        return cell;
    return p->members[p->family_at[cell] + place_in_family(p, &at, permutation)];
}

value permuter_value(const struct permuter *p, const uint32_t *permutation, cell_id cell, value v)
{
    if (!p->holds_ids[cell])
        return v;
    struct site site = model_site_held(p->model, cell, v);
    if (site.class == CLASS_NONE)
        return v;
    return model_class(p->model, site.class)->ids[permutation[p->first[site.class] + site.element]];
}

// The position of a value in the order of a pool: that in its type, with `undefined` behind all others.
static uint64_t rank_of(const struct model *m, cell_id cell, value v)
{
    const struct type *type = model_type(m, model_cell(m, cell)->type);
    if (type->has_none && v == type->none)
        return UINT64_MAX;
    if (!type->values)
        return (uint64_t)v - (uint64_t)type_value(type, 0);
    for (size_t i = 0; i < type->count; i++)
        if (type->values[i] == v)
            return i;
    return UINT64_MAX;
}

// Whether the element of one place comes before that of another: taken places first, then cell by cell.
static bool comes_before(const struct model *m, const struct pool *pool, const value *state, size_t a, size_t b)
{
    cell_id x = pool->first + (cell_id)(a * pool->width), y = pool->first + (cell_id)(b * pool->width);
    if (state[x] != state[y])
        return state[x] > state[y];
    for (cell_id i = 1; i < pool->width; i++)
        if (state[x + i] != state[y + i])
            return rank_of(m, x + i, state[x + i]) < rank_of(m, y + i, state[y + i]);
    return false;
}

static void exchange_places(const struct pool *pool, value *state, size_t a, size_t b)
{
    for (size_t i = 0; i < pool->width; i++) {
        value *x = &state[pool->first + a * pool->width + i], *y = &state[pool->first + b * pool->width + i], kept = *x;
        *x = *y;
        *y = kept;
    }
}

void permuter_sort_pools(const struct permuter *p, value *state)
{
    for (size_t i = 0; i < model_pool_count(p->model); i++) {
        struct pool pool = model_pool(p->model, p->pools[i]);
        for (size_t done = 1; done < pool.places; done++)
            for (size_t at = done; at > 0 && comes_before(p->model, &pool, state, at, at - 1); at--)
                exchange_places(&pool, state, at, at - 1);
    }
}

void permuter_apply(const struct permuter *p, const uint32_t *permutation, const value *state, value *result)
{
    for (cell_id c = 0; c < p->cells; c++)
        result[permuter_cell(p, permutation, c)] = permuter_value(p, permutation, c, state[c]);
    permuter_sort_pools(p, result);
}
