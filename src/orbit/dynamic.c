#include "orbit/dynamic.h"

#include <string.h>

#include "orbit/ring.h"

// Two variables that are compared, and exchanged if need be.
struct bit_pair {
    int x, y;
};
typedef ARRAY(struct bit_pair) pair_list;

// A rotation of a ring: where bits come from, in the order in which states are compared.
struct rotation {
    pair_list from; // x has the value of y afterwards
    bdd_substitution *substitution;
};

struct dynamic {
    struct mem *mem;
    const struct concatenated *layout;
    struct encoding *encoding;
    bdd_manager *m;
    pair_list *exchanges;       // by place in the row: with the next component of the block
    bdd_rows **rows;            // by block: of its components if all their bits are plain and they may be sorted
    struct ring **rings;        // by block: its planes, if it is a ring
    struct rotation *rotations; // by place in the row: of the ring by so many places as this is behind the first
    size_t row;
};

// ---- Making ---------------------------------------------------------------------------------------------------------

static void add_pairs(struct dynamic *d, pair_list *list, uint32_t item, uint32_t other)
{
    const int *xs, *ys;
    size_t count = concatenated_vars(&d->layout->items.at[item], d->encoding, &xs);
    concatenated_vars(&d->layout->items.at[other], d->encoding, &ys);
    for (size_t i = 0; i < count; i++)
        array_push(d->mem, list, ((struct bit_pair){xs[i], ys[i]}));
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
    if (block->rotates || block->has_shared)
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

static void rotate(const struct concatenated *l, const struct block *block, uint32_t by, uint32_t *permutation)
{
    permutation_identity(l->symmetry, permutation);
    for (uint32_t i = 0; i < block->count; i++)
        permutation[l->row.at[block->first + i]] = l->row.at[block->first + (i + by) % block->count];
}

// Plane by plane, and then what is shared.
static bool make_rotation(struct dynamic *d, size_t b, uint32_t by, uint32_t *permutation)
{
    const struct concatenated *l = d->layout;
    const struct block *block = &l->blocks.at[b];
    struct rotation *rotation = &d->rotations[block->first + by];
    bool good = (rotation->substitution = bdd_substitution_new(d->m));
    for (size_t plane = 0; plane < ring_planes(d->rings[b]); plane++)
        for (uint32_t i = 0; i < block->count; i++) {
            int from = ring_var(d->rings[b], plane, (i + block->count - by) % block->count);
            array_push(d->mem, &rotation->from, ((struct bit_pair){ring_var(d->rings[b], plane, i), from}));
        }
    rotate(l, block, block->count - by, permutation);
    for (uint32_t i = 0; i < l->items.count; i++) {
        uint32_t from = l->items.at[i].is_shared ? concatenated_moved(l, permutation, i) : i;
        if (from != i)
            add_pairs(d, &rotation->from, i, from);
    }
    for (size_t i = 0; i < rotation->from.count && good; i++)
        good = bdd_substitution_set_var(rotation->substitution, rotation->from.at[i].y, rotation->from.at[i].x);
    return good;
}

struct dynamic *dynamic_new(const struct concatenated *layout, struct encoding *encoding, struct mem *mem)
{
    struct dynamic *d = mem_zalloc(mem, sizeof *d);
    *d = (struct dynamic){.mem = mem, .layout = layout, .encoding = encoding, .m = encoding_manager(encoding)};
    d->row = layout->row.count;
    d->exchanges = mem_zalloc(mem, (d->row + 1) * sizeof *d->exchanges);
    d->rotations = mem_zalloc(mem, (d->row + 1) * sizeof *d->rotations);
    d->rows = mem_zalloc(mem, (layout->blocks.count + 1) * sizeof *d->rows);
    d->rings = mem_zalloc(mem, (layout->blocks.count + 1) * sizeof *d->rings);
    size_t elements = layout->symmetry->element_count + 1;
    uint32_t *permutation = mem_alloc(mem, elements * sizeof *permutation);
    bool good = true;
    for (size_t b = 0; b < layout->blocks.count; b++) {
        const struct block *block = &layout->blocks.at[b];
        good = good && make_rows(d, b);
        if (good && block->rotates)
            good = (d->rings[b] = ring_new(layout, block, encoding, d->m, mem));
        for (uint32_t i = 1; i < block->count && good; i++)
            if (block->rotates)
                good = make_rotation(d, b, i, permutation);
            else
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
    for (size_t i = 0; i < d->row; i++) {
        array_free(d->mem, &d->exchanges[i]);
        array_free(d->mem, &d->rotations[i].from);
        bdd_substitution_free(d->rotations[i].substitution);
    }
    for (size_t b = 0; b < d->layout->blocks.count; b++) {
        bdd_rows_free(d->rows[b]);
        ring_free(d->rings[b]);
    }
    mem_free(d->mem, d->rings, (d->layout->blocks.count + 1) * sizeof *d->rings);
    mem_free(d->mem, d->rows, (d->layout->blocks.count + 1) * sizeof *d->rows);
    mem_free(d->mem, d->exchanges, (d->row + 1) * sizeof *d->exchanges);
    mem_free(d->mem, d->rotations, (d->row + 1) * sizeof *d->rotations);
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

// The states of a set that a permutation makes smaller: in the first bit in which they differ from what becomes of
// them, they have 1 and then 0. Bit by bit within the set, so that the order of all states is never a diagram. *equal,
// unless NULL, gets those that stay as they are.
static bdd find_bad(bdd_manager *m, bdd set, const pair_list *bits, bdd *equal)
{
    bdd_scope scope = bdd_open_scope(m);
    bdd zequal = set, zbad = BDD_FALSE;
    for (size_t i = 0; i < bits->count && zequal != BDD_FALSE; i++) {
        bdd x = bdd_literal(m, bits->at[i].x), y = bdd_literal(m, bits->at[i].y);
        zbad = bdd_or(m, zbad, bdd_and(m, zequal, bdd_minus(m, x, y)));
        if (i + 1 < bits->count || equal)
            zequal = bdd_and(m, zequal, bdd_iff(m, x, y));
        if (!bdd_is_valid(zequal) || !bdd_is_valid(zbad)) {
            zequal = zbad = BDD_NONE;
            break;
        }
    }
    if (equal) {
        *equal = bdd_close_scope_with(m, scope, zequal);
        return zbad;
    }
    return bdd_close_scope_with(m, scope, zbad);
}

bdd dynamic_unequal(struct dynamic *d, bdd set, const struct block *block, uint32_t place)
{
    const bdd_rows *rows = d->rows[block - d->layout->blocks.at];
    if (rows)
        return bdd_unequal_rows(d->m, set, rows, place - block->first);
    bdd_scope scope = bdd_open_scope(d->m);
    bdd equal;
    find_bad(d->m, set, &d->exchanges[place], &equal);
    return bdd_close_scope_with(d->m, scope, bdd_minus(d->m, set, equal));
}

bdd dynamic_fixed_by_rotation(struct dynamic *d, bdd set, const struct block *block, uint32_t by)
{
    bdd equal;
    find_bad(d->m, set, &d->rotations[block->first + by].from, &equal);
    return equal;
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
    bdd zbad = find_bad(d->m, *z, &d->exchanges[p], NULL);
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

// ---- Rings: the least rotation --------------------------------------------------------------------------------------

// Turns the ring while that makes states smaller, until no rotation does.
static bdd turn_step_by_step(struct dynamic *d, const struct block *block, bdd z)
{
    bdd_manager *m = d->m;
    bdd_scope scope = bdd_open_scope(m);
    for (uint32_t by = 1, clean = 0; clean + 1 < block->count && z != BDD_FALSE && bdd_is_valid(z);
         by = by % (block->count - 1) + 1) {
        const struct rotation *rotation = &d->rotations[block->first + by];
        bdd zbad = find_bad(m, z, &rotation->from, NULL);
        clean = zbad == BDD_FALSE ? clean + 1 : 0;
        if (zbad == BDD_FALSE)
            continue;
        bdd zgood = bdd_minus(m, z, zbad), zturned = bdd_substitute(m, zbad, rotation->substitution);
        z = bdd_close_scope_with(m, scope, bdd_or(m, zgood, zturned));
    }
    return bdd_close_scope_with(m, scope, z);
}

// States with a single 1 in a plane, and nothing to compare before it: the 1 comes last.
static bdd turn_to_last(struct dynamic *d, size_t b, size_t plane, bdd z)
{
    bdd_manager *m = d->m;
    const struct block *block = &d->layout->blocks.at[b];
    bdd_scope scope = bdd_open_scope(m);
    bdd result = BDD_FALSE;
    for (uint32_t i = 0; i < block->count && z != BDD_FALSE && bdd_is_valid(z) && bdd_is_valid(result); i++) {
        bdd here = bdd_and(m, z, bdd_literal(m, ring_var(d->rings[b], plane, i)));
        uint32_t by = block->count - 1 - i;
        if (here == BDD_FALSE)
            continue;
        z = bdd_minus(m, z, here);
        bdd turned = by ? bdd_substitute(m, here, d->rotations[block->first + by].substitution) : here;
        result = bdd_or(m, result, turned);
    }
    return bdd_close_scope_with(m, scope, bdd_is_valid(z) ? result : BDD_NONE);
}

// The first plane in which components differ decides, if it has a single 1; else rotations are tried.
static bdd turn(struct dynamic *d, size_t b, bdd z)
{
    bdd_manager *m = d->m;
    const struct block *block = &d->layout->blocks.at[b];
    const struct ring *ring = d->rings[b];
    bdd_scope scope = bdd_open_scope(m);
    bdd result = BDD_FALSE;
    for (size_t plane = 0; plane < ring_planes(ring) && z != BDD_FALSE && bdd_is_valid(z); plane++) {
        bdd single = bdd_and(m, z, ring_single(ring, plane)), even = bdd_and(m, z, ring_even(ring, plane));
        bdd others = bdd_minus(m, bdd_minus(m, z, single), even);
        result = bdd_or(m, result, turn_to_last(d, b, plane, single));
        result = bdd_or(m, result, turn_step_by_step(d, block, others));
        z = even;
    }
    return bdd_close_scope_with(m, scope, bdd_or(m, result, turn_step_by_step(d, block, z)));
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
        z = block->rotates ? turn(d, b, z)
            : d->rows[b]   ? bdd_sort_rows(d->m, z, d->rows[b])
                           : sort_by_exchanges(d, block, z);
    }
    return z;
}

// Listing 3. Where no bit is shared, blocks do not get in each other's way, and one round is enough.
bdd dynamic_alpha_near(struct dynamic *d, bdd t, const bool *dirty)
{
    if (!d->layout->is_unique)
        dirty = NULL;
    bdd z = t, before;
    bdd_scope scope = bdd_open_scope(d->m);
    do {
        before = z;
        z = bdd_close_scope_with(d->m, scope, tau(d, z, dirty));
    } while (z != before && !d->layout->is_unique && bdd_is_valid(z));
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

static bool is_bad(const bool *values, const pair_list *bits)
{
    for (size_t i = 0; i < bits->count; i++)
        if (values[bits->at[i].x] != values[bits->at[i].y])
            return values[bits->at[i].x];
    return false;
}

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
    if (!is_bad(s->values, bits))
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
    for (uint32_t p = block->first; p + 1 < block->first + block->count; p++)
        for (uint32_t q = p + 1; q-- > block->first && exchange_one(s, q);)
            changed = true;
    return changed;
}

static bool turn_one(struct single *s, const struct block *block)
{
    bool changed = false;
    for (uint32_t by = 1, clean = 0; clean + 1 < block->count; by = by % (block->count - 1) + 1) {
        const pair_list *from = &s->d->rotations[block->first + by].from;
        bool bad = is_bad(s->values, from);
        clean = bad ? 0 : clean + 1;
        if (!bad)
            continue;
        for (size_t i = 0; i < from->count; i++)
            s->scratch[from->at[i].x] = s->values[from->at[i].y];
        for (size_t i = 0; i < from->count; i++)
            s->values[from->at[i].x] = s->scratch[from->at[i].x];
        rotate(s->d->layout, block, by, s->step);
        note_step(s);
        changed = true;
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
            changed |= block->rotates ? turn_one(&s, block) : sort_one(&s, block);
        }
    } while (changed && !l->is_unique);
    mem_free(d->mem, s.step, elements * sizeof *s.step);
    mem_free(d->mem, s.product, elements * sizeof *s.product);
    mem_free(d->mem, s.scratch, vars * sizeof *s.scratch);
}
