#include "orbit/dynamic.h"

#include <string.h>

#include "orbit/compare_permuted.h"
#include "orbit/rotation.h"

typedef ARRAY(struct rotations *) rotations_list;

struct dynamic {
    struct mem *mem;
    const struct concatenated *layout;
    struct encoding *encoding;
    bdd_manager *m;
    enum dynamic_sort sort;
    pair_list *exchanges;      // by place in the row: with the next component of the block
    bdd_rows **rows;           // by block: of its components if all their bits are plain and they may be sorted
    rotations_list *rotations; // by block: of a ring, by how many components may be there
    size_t row;
};

// ---- Making ---------------------------------------------------------------------------------------------------------

static void add_pairs(struct dynamic *d, pair_list *list, uint32_t item, uint32_t other)
{
    compare_add_items(list, d->layout, d->encoding, item, other, d->mem);
}

static void make_exchange(struct dynamic *d, const struct block *block, uint32_t p, uint32_t *permutation)
{
    const struct concatenated *l = d->layout;
    pair_list *list = &d->exchanges[p];
    for (uint32_t i = 0; i < l->plain_count.at[p]; i++)
        add_pairs(d, list, l->plain_first.at[p] + i, l->plain_first.at[p + 1] + i);
    if (!block->has_shared)
        return;
    permutation_identity(l->symmetry, permutation);
    permutation[l->row.at[p]] = l->row.at[p + 1];
    permutation[l->row.at[p + 1]] = l->row.at[p];
    for (uint32_t i = 0; i < l->items.count; i++)
        if (l->items.at[i].is_shared) {
            uint32_t to = concatenated_moved(l, permutation, i);
            if (to > i)
                add_pairs(d, list, i, to);
        }
}

// A block without shared bits is sorted at once.
static bool make_rows(struct dynamic *d, size_t b)
{
    const struct block *block = &d->layout->blocks.at[b];
    ARRAY(int) vars = {0};
    if (block->rotates || block->has_shared || d->sort == DYNAMIC_SORT_EXCHANGE)
        return true;
    for (uint32_t p = block->first; p < block->first + block->count; p++)
        for (uint32_t i = 0; i < d->layout->plain_count.at[p]; i++) {
            const int *of_item;
            size_t bits =
                concatenated_vars(&d->layout->items.at[d->layout->plain_first.at[p] + i], d->encoding, &of_item);
            for (size_t k = 0; k < bits; k++)
                array_push(d->mem, &vars, of_item[k]);
        }
    d->rows[b] = bdd_rows_new(d->m, vars.at, block->count, vars.count / block->count);
    array_free(d->mem, &vars);
    return d->rows[b];
}

// One component has nothing to be turned.
static bool make_rotations(struct dynamic *d, size_t b)
{
    const struct concatenated *l = d->layout;
    const struct block *block = &l->blocks.at[b];
    bool good = true;
    for (uint32_t length = 2; length <= block->count && good; length++) {
        uint32_t last = l->row.at[block->first + length - 1];
        bool is_there =
            symmetry_absence(l->symmetry, last) == CELL_NONE ? length == block->count : l->symmetry->ends[last];
        struct rotations *new = is_there ? rotations_new(l, block, length, d->encoding, d->mem) : NULL;
        good = new || !is_there;
        if (new)
            array_push(d->mem, &d->rotations[b], new);
    }
    return good;
}

struct dynamic *dynamic_new(const struct concatenated *layout, struct encoding *encoding, enum dynamic_sort sort,
                            struct mem *mem)
{
    struct dynamic *d = mem_zalloc(mem, sizeof *d);
    *d = (struct dynamic){
        .mem = mem, .layout = layout, .encoding = encoding, .m = encoding_manager(encoding), .sort = sort};
    d->row = layout->row.count;
    d->exchanges = mem_zalloc(mem, (d->row + 1) * sizeof *d->exchanges);
    d->rows = mem_zalloc(mem, (layout->blocks.count + 1) * sizeof *d->rows);
    d->rotations = mem_zalloc(mem, (layout->blocks.count + 1) * sizeof *d->rotations);
    size_t elements = layout->symmetry->element_count + 1;
    uint32_t *permutation = mem_alloc(mem, elements * sizeof *permutation);
    bool good = true;
    for (size_t b = 0; b < layout->blocks.count; b++) {
        const struct block *block = &layout->blocks.at[b];
        good = good && make_rows(d, b);
        if (good && block->rotates)
            good = make_rotations(d, b);
        for (uint32_t i = 1; i < block->count && good && !block->rotates; i++)
            make_exchange(d, block, block->first + i - 1, permutation);
    }
    mem_free(mem, permutation, elements * sizeof *permutation);
    if (!good) {
        dynamic_free(d);
        return NULL;
    }
    return d;
}

void dynamic_free(struct dynamic *d)
{
    if (!d)
        return;
    for (size_t i = 0; i < d->row; i++)
        array_free(d->mem, &d->exchanges[i]);
    for (size_t b = d->layout->blocks.count; b-- > 0;) {
        bdd_rows_free(d->rows[b]);
        while (d->rotations[b].count)
            rotations_free(array_pop(&d->rotations[b]));
        array_free(d->mem, &d->rotations[b]);
    }
    mem_free(d->mem, d->rotations, (d->layout->blocks.count + 1) * sizeof *d->rotations);
    mem_free(d->mem, d->rows, (d->layout->blocks.count + 1) * sizeof *d->rows);
    mem_free(d->mem, d->exchanges, (d->row + 1) * sizeof *d->exchanges);
    mem_free(d->mem, d, sizeof *d);
}

const struct concatenated *dynamic_order(const struct dynamic *d)
{
    return d->layout;
}

struct encoding *dynamic_encoding(const struct dynamic *d)
{
    return d->encoding;
}

// ---- Comparing ------------------------------------------------------------------------------------------------------

bdd dynamic_unequal(struct dynamic *d, bdd set, const struct block *block, uint32_t place)
{
    const bdd_rows *rows = d->rows[block - d->layout->blocks.at];
    if (rows)
        return bdd_unequal_rows(d->m, set, rows, place - block->first);
    bdd_scope scope = bdd_open_scope(d->m);
    bdd equal;
    compare_find_bad(d->m, set, &d->exchanges[place], &equal);
    return bdd_close_scope_with(d->m, scope, bdd_minus(d->m, set, equal));
}

size_t dynamic_ring_count(const struct dynamic *d, const struct block *block)
{
    return d->rotations[block - d->layout->blocks.at].count;
}

struct rotations *dynamic_ring(struct dynamic *d, const struct block *block, size_t i)
{
    return d->rotations[block - d->layout->blocks.at].at[i];
}

// ---- Full symmetry: sorting -----------------------------------------------------------------------------------------

// Exchanges the components p and p + 1.
static bdd swap(struct dynamic *d, uint32_t p, bdd z)
{
    bdd_scope scope = bdd_open_scope(d->m);
    for (size_t i = 0; i < d->exchanges[p].count && z != BDD_FALSE; i++)
        z = bdd_swap_vars(d->m, z, d->exchanges[p].at[i].x, d->exchanges[p].at[i].y);
    return bdd_close_scope_with(d->m, scope, z);
}

// One compare-exchange (Listing 4, lines 2 to 6): *z keeps those that were in order, the others are returned,
// exchanged.
static bdd compare_exchange(struct dynamic *d, uint32_t p, bdd *z)
{
    bdd zbad = compare_find_bad(d->m, *z, &d->exchanges[p], NULL);
    if (zbad == BDD_FALSE)
        return BDD_FALSE;
    bdd zgood = bdd_minus(d->m, *z, zbad), zswapped = swap(d, p, zbad);
    *z = bdd_is_valid(zswapped) ? zgood : BDD_NONE;
    return zswapped;
}

// Listing 4, as an insertion sort: where a component was exchanged with the one before it, it goes on to where it
// belongs; the others are settled.
static bdd sort_by_exchanges(struct dynamic *d, const struct block *block, bdd z)
{
    bdd_manager *m = d->m;
    bdd_scope scope = bdd_open_scope(m);
    for (uint32_t p = block->first; p + 1 < block->first + block->count && bdd_is_valid(z); p++) {
        bdd moving = compare_exchange(d, p, &z);
        for (uint32_t q = p; q-- > block->first && bdd_is_valid(moving) && moving != BDD_FALSE;) {
            bdd lower = compare_exchange(d, q, &moving);
            z = bdd_or(m, z, moving);
            moving = lower;
        }
        z = bdd_close_scope_with(m, scope, bdd_or(m, z, moving));
    }
    return z;
}

// Listing 4 as it stands: one pass over all neighbours.
static bdd exchange_once(struct dynamic *d, const struct block *block, bdd z)
{
    bdd_manager *m = d->m;
    bdd_scope scope = bdd_open_scope(m);
    for (uint32_t p = block->first; p + 1 < block->first + block->count && bdd_is_valid(z); p++) {
        bdd swapped = compare_exchange(d, p, &z);
        z = bdd_close_scope_with(m, scope, bdd_or(m, z, swapped));
    }
    return z;
}

// ---- Rings: the least rotation --------------------------------------------------------------------------------------

// What has another number of components than those that can be turned is left alone.
static bdd turn_with(struct dynamic *d, struct rotations *rotations, bdd z)
{
    bdd part = rotations_part(rotations, z);
    return bdd_or(d->m, bdd_minus(d->m, z, part), rotations_least(rotations, part));
}

// By halves, so that a set is not looked at once for each number of components.
static bdd turn(struct dynamic *d, const rotations_list *list, size_t from, size_t to, bdd z)
{
    if (z == BDD_FALSE || from == to || !bdd_is_valid(z))
        return z;
    bdd_manager *m = d->m;
    bdd_scope scope = bdd_open_scope(m);
    if (to - from == 1)
        return bdd_close_scope_with(m, scope, turn_with(d, list->at[from], z));
    size_t middle = from + (to - from) / 2;
    bdd large = rotations_part_from(list->at[middle], z), small = bdd_minus(m, z, large);
    bdd result = bdd_or(m, turn(d, list, from, middle, small), turn(d, list, middle, to, large));
    return bdd_close_scope_with(m, scope, result);
}

// ---- All blocks -----------------------------------------------------------------------------------------------------

static bool any_dirty(const struct block *block, const bool *dirty)
{
    for (uint32_t i = 0; dirty && i < block->count; i++)
        if (dirty[block->first + i])
            return true;
    return !dirty;
}

// tau(Z): one block after the other.
static bdd tau(struct dynamic *d, bdd z, const bool *dirty)
{
    const struct concatenated *l = d->layout;
    for (size_t b = 0; b < l->blocks.count && bdd_is_valid(z); b++) {
        const struct block *block = &l->blocks.at[b];
        if (!any_dirty(block, dirty))
            continue;
        z = block->rotates                     ? turn(d, &d->rotations[b], 0, d->rotations[b].count, z)
            : d->sort == DYNAMIC_SORT_EXCHANGE ? exchange_once(d, block, z)
            : d->rows[b]                       ? bdd_sort_rows(d->m, z, d->rows[b])
                                               : sort_by_exchanges(d, block, z);
    }
    return z;
}

static bool needs_rounds(const struct dynamic *d)
{
    return !d->layout->is_unique || d->sort == DYNAMIC_SORT_EXCHANGE;
}

// Listing 3. Where no bit is shared, blocks do not get in each other's way, and one round is enough, unless it is one
// pass over all neighbours.
bdd dynamic_alpha_near(struct dynamic *d, bdd t, const bool *dirty)
{
    if (!d->layout->is_unique)
        dirty = NULL;
    bdd z = t, before;
    bdd_scope scope = bdd_open_scope(d->m);
    do {
        before = z;
        z = bdd_close_scope_with(d->m, scope, tau(d, z, dirty));
    } while (z != before && needs_rounds(d) && bdd_is_valid(z));
    return z;
}

bdd dynamic_alpha(struct dynamic *d, bdd t)
{
    return dynamic_alpha_near(d, t, NULL);
}

void dynamic_find_dirty(const struct dynamic *d, const int *changes, size_t count, bool *dirty)
{
    const struct concatenated *l = d->layout;
    size_t vars = bdd_var_count(d->m);
    bool *changed = mem_zalloc(d->mem, (vars + 1) * sizeof *changed);
    for (size_t i = 0; i < count; i++)
        changed[changes[i]] = true;
    for (size_t p = 0; p < d->row; p++) {
        dirty[p] = false;
        for (uint32_t i = l->plain_first.at[p]; i < l->plain_first.at[p + 1]; i++) {
            const int *of_item;
            size_t bits = concatenated_vars(&l->items.at[i], d->encoding, &of_item);
            for (size_t k = 0; k < bits; k++)
                dirty[p] = dirty[p] || changed[of_item[k]];
        }
    }
    mem_free(d->mem, changed, (vars + 1) * sizeof *changed);
}

// ---- One state ------------------------------------------------------------------------------------------------------
// The same exchanges in the same order as for sets, so that it ends where they do.

struct single {
    const struct dynamic *d;
    bool *values, *scratch;
    uint32_t *permutation, *step, *product;
};

static void note_step(struct single *s)
{
    const struct symmetry *symmetry = s->d->layout->symmetry;
    permutation_compose(symmetry, s->permutation, s->step, s->product);
    memcpy(s->permutation, s->product, symmetry->element_count * sizeof *s->permutation);
}

static bool exchange_one(struct single *s, uint32_t p)
{
    const struct concatenated *l = s->d->layout;
    const pair_list *bits = &s->d->exchanges[p];
    if (!compare_is_bad(s->values, bits))
        return false;
    for (size_t i = 0; i < bits->count; i++) {
        bool held = s->values[bits->at[i].x];
        s->values[bits->at[i].x] = s->values[bits->at[i].y];
        s->values[bits->at[i].y] = held;
    }
    permutation_identity(l->symmetry, s->step);
    s->step[l->row.at[p]] = l->row.at[p + 1];
    s->step[l->row.at[p + 1]] = l->row.at[p];
    note_step(s);
    return true;
}

static bool sort_one(struct single *s, const struct block *block)
{
    bool changed = false;
    for (uint32_t p = block->first; p + 1 < block->first + block->count && s->d->sort == DYNAMIC_SORT_EXCHANGE; p++)
        changed |= exchange_one(s, p);
    if (s->d->sort == DYNAMIC_SORT_EXCHANGE)
        return changed;
    for (uint32_t p = block->first; p + 1 < block->first + block->count; p++)
        for (uint32_t q = p + 1; q-- > block->first && exchange_one(s, q);)
            changed = true;
    return changed;
}

static bool turn_one(struct single *s, const rotations_list *list)
{
    bool changed = false;
    for (size_t i = 0; i < list->count; i++) {
        uint32_t by = 1;
        if (!rotations_are_of(list->at[i], s->values))
            continue;
        while (rotations_turn_one(list->at[i], s->values, s->scratch, &by, s->step)) {
            note_step(s);
            changed = true;
        }
    }
    return changed;
}

void dynamic_canonical(const struct dynamic *d, bool *values, uint32_t *permutation)
{
    const struct concatenated *l = d->layout;
    size_t elements = l->symmetry->element_count + 1, vars = bdd_var_count(d->m) + 1;
    struct single s = {.d = d, .values = values, .permutation = permutation};
    s.step = mem_alloc(d->mem, elements * sizeof *s.step);
    s.product = mem_alloc(d->mem, elements * sizeof *s.product);
    s.scratch = mem_alloc(d->mem, vars * sizeof *s.scratch);
    permutation_identity(l->symmetry, permutation);
    bool changed;
    do {
        changed = false;
        for (size_t b = 0; b < l->blocks.count; b++) {
            const struct block *block = &l->blocks.at[b];
            changed |= block->rotates ? turn_one(&s, &d->rotations[b]) : sort_one(&s, block);
        }
    } while (changed && needs_rounds(d));
    mem_free(d->mem, s.step, elements * sizeof *s.step);
    mem_free(d->mem, s.product, elements * sizeof *s.product);
    mem_free(d->mem, s.scratch, vars * sizeof *s.scratch);
}
