#include "certify/permutation.h"

#include <stdlib.h>
#include <string.h>

// ---- Families of cells ----------------------------------------------------------------------------------------------

static size_t class_size(const struct permuter *p, uint32_t class)
{
    return p->first[class + 1] - p->first[class];
}

// A cell by its family and its place there: from the elements of its sites, each seen through a permutation.
static struct placed_cell placed_at(const struct permuter *p, cell_id cell, const uint32_t *permutation)
{
    struct placement at = model_placement(p->model, cell);
    struct placed_cell placed = {.family = at.family, .cell = cell};
    for (size_t i = 0; i < at.site_count; i++) {
        uint32_t class = at.sites[i].class, element = at.sites[i].element;
        uint32_t image = permutation ? permutation[p->first[class] + element] : element;
        placed.is_moved |= !model_class(p->model, class)->obstacle;
        placed.place = placed.place * class_size(p, class) + image;
    }
    return placed;
}

static int by_place(const void *a, const void *b)
{
    const struct placed_cell *x = a, *y = b;
    if (x->family != y->family)
        return x->family < y->family ? -1 : 1;
    return (x->place > y->place) - (x->place < y->place);
}

// Whether cells of one family are of one kind.
static bool are_alike(const struct model *m, cell_id a, cell_id b)
{
    struct placement x = model_placement(m, a), y = model_placement(m, b);
    bool good = x.site_count == y.site_count && model_cell(m, a)->type == model_cell(m, b)->type &&
                model_cell(m, a)->role == model_cell(m, b)->role;
    for (size_t i = 0; i < x.site_count && good; i++)
        good = x.sites[i].class == y.sites[i].class;
    return good;
}

// Enters the cells that permutations move, each at a place of its own. Each family has all places: as many as all
// elements of the sites of one of its cells allow.
static bool enter_families(struct permuter *p)
{
    size_t first = 0, places = 1;
    for (cell_id c = 0; c < p->cells; c++) {
        struct placed_cell at = placed_at(p, c, NULL);
        if (at.is_moved)
            p->placed[p->placed_count++] = at;
    }
    qsort(p->placed, p->placed_count, sizeof *p->placed, by_place);
    for (size_t i = 0; i < p->placed_count; i++) {
        if (i == first + places || i == 0) {
            struct placement at = model_placement(p->model, p->placed[first = i].cell);
            places = 1;
            for (size_t k = 0; k < at.site_count; k++)
                if (__builtin_mul_overflow(places, class_size(p, at.sites[k].class), &places))
                    return false;
        }
        if (p->placed[i].family != p->placed[first].family || p->placed[i].place != i - first ||
            !are_alike(p->model, p->placed[first].cell, p->placed[i].cell))
            return false;
    }
    return p->placed_count == 0 || p->placed_count == first + places;
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

struct permuter *permuter_new(struct model *model, const struct supervisor *watch, struct mem *mem, const char **error)
{
    struct permuter *p = mem_zalloc(mem, sizeof *p);
    *p = (struct permuter){.model = model, .watch = watch, .mem = mem};
    p->classes = model_class_count(model);
    p->cells = model_cell_count(model);
    p->first = mem_zalloc(mem, (p->classes + 1) * sizeof *p->first);
    for (size_t i = 0; i < p->classes; i++)
        p->first[i + 1] = p->first[i] + (uint32_t)model_class(model, i)->size;
    p->elements = p->first[p->classes];
    p->placed = mem_zalloc(mem, p->cells * sizeof *p->placed);
    p->holds_ids = mem_zalloc(mem, p->cells * sizeof *p->holds_ids);
    p->block = mem_zalloc(mem, p->elements * sizeof *p->block);
    p->pools = mem_zalloc(mem, model_pool_count(model) * sizeof *p->pools);
    for (cell_id c = 0; c < p->cells; c++)
        p->holds_ids[c] = type_has_ids(model, c);
    order_pools(p);
    permuter_settle_blocks(p);
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
    mem_free(mem, p->placed, p->cells * sizeof *p->placed);
    mem_free(mem, p->holds_ids, p->cells * sizeof *p->holds_ids);
    mem_free(mem, p->block, p->elements * sizeof *p->block);
    mem_free(mem, p->pools, model_pool_count(p->model) * sizeof *p->pools);
    mem_free(mem, p, sizeof *p);
}

// ---- Which permutations are allowed ---------------------------------------------------------------------------------

// Of a class that the model tells apart, and of a ring that is not one block, each element becomes a block of its own.
void permuter_settle_blocks(struct permuter *p)
{
    for (size_t i = 0; i < p->classes; i++) {
        const struct component_class *class = model_class(p->model, i);
        uint32_t *block = p->block + p->first[i];
        bool is_apart = class->obstacle;
        for (size_t e = 0; class->is_ring && e < class->size; e++)
            is_apart |= block[e] != block[0];
        for (uint32_t e = 0; is_apart && e < class->size; e++)
            block[e] = e;
    }
}

bool permuter_is_identity(const struct permuter *p, const uint32_t *permutation)
{
    for (size_t c = 0; c < p->classes; c++)
        for (uint32_t i = p->first[c]; i < p->first[c + 1]; i++)
            if (permutation[i] != i - p->first[c])
                return false;
    return true;
}

bool permuter_allows(const struct permuter *p, const uint32_t *permutation)
{
    bool *taken = mem_zalloc(p->mem, p->elements), good = true;
    for (size_t c = 0; c < p->classes && good; c++) {
        uint32_t first = p->first[c], size = p->first[c + 1] - first;
        for (uint32_t i = first; i < first + size && good; i++) {
            uint32_t image = permutation[i], turned = (permutation[first] + i - first) % size;
            good = image < size && !taken[first + image] && p->block[first + image] == p->block[i] &&
                   (!model_class(p->model, c)->is_ring || image == turned);
            if (good)
                taken[first + image] = true;
        }
    }
    mem_free(p->mem, taken, p->elements);
    return good;
}

bool permuter_read(const struct permuter *p, struct view *v, uint32_t *permutation)
{
    for (size_t i = 0; i < p->elements; i++)
        permutation[i] = (uint32_t)view_number_below(v, UINT32_MAX);
    return !v->is_damaged && permuter_allows(p, permutation);
}

// From an element on, each of the same block goes to the next one, up to `most` of them, and the last one to the first.
// Gives how many there are.
static size_t push_cycle(const struct permuter *p, size_t class, uint32_t from, size_t most, permutation_array *out)
{
    size_t count = 1;
    uint32_t first = p->first[class], last = from;
    array_reserve(p->mem, out, out->count + p->elements);
    uint32_t *images = out->at + out->count;
    out->count += p->elements;
    for (size_t c = 0; c < p->classes; c++)
        for (uint32_t i = p->first[c]; i < p->first[c + 1]; i++)
            images[i] = i - p->first[c];
    for (uint32_t i = from + 1; i < p->first[class + 1] && count < most; i++)
        if (p->block[i] == p->block[from]) {
            images[last] = i - first;
            last = i;
            count++;
        }
    images[last] = from - first; // NOLINT(clang-analyzer-core.NullDereference): there is room for one more permutation
    return count;
}

static bool is_first_of_block(const struct permuter *p, size_t class, uint32_t element)
{
    for (uint32_t i = p->first[class]; i < element; i++)
        if (p->block[i] == p->block[element])
            return false;
    return true;
}

// The exchange of the first two elements of a block and the cycle of all generate all permutations of the block; the
// cycle alone generates all rotations.
void permuter_generators(const struct permuter *p, permutation_array *out)
{
    for (size_t c = 0; c < p->classes; c++)
        for (uint32_t i = p->first[c]; i < p->first[c + 1]; i++) {
            if (!is_first_of_block(p, c, i))
                continue;
            size_t count = push_cycle(p, c, i, SIZE_MAX, out);
            if (count == 1)
                out->count -= p->elements; // the identity
            else if (count > 2 && !model_class(p->model, c)->is_ring)
                push_cycle(p, c, i, 2, out);
        }
}

// ---- What they do ---------------------------------------------------------------------------------------------------

cell_id permuter_cell(const struct permuter *p, const uint32_t *permutation, cell_id cell)
{
    struct placed_cell at = placed_at(p, cell, permutation);
    if (!at.is_moved)
        return cell;
    return ((const struct placed_cell *)bsearch(&at, p->placed, p->placed_count, sizeof at, by_place))->cell;
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
