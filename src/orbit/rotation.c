#include "orbit/rotation.h"

#include "orbit/ring.h"

struct rotations {
    struct mem *mem;
    const struct concatenated *layout;
    const struct block *block;
    struct encoding *encoding;
    bdd_manager *m;
    uint32_t length;
    int last, behind;  // the variables that say that the last component, and the one behind it, is absent; -1: none
    struct ring *ring; // its planes
    bdd_substitution **substitutions; // by number of places; NULL until it is needed
    pair_list from;   // of the rotation that is looked at: where bits come from, in the order of comparison
    uint32_t from_by; // which one that is
    uint32_t *permutation;
};

// ---- Making ---------------------------------------------------------------------------------------------------------

static int absence_var(const struct concatenated *l, const struct encoding *encoding, uint32_t element)
{
    const int *vars;
    cell_id cell = symmetry_absence(l->symmetry, element);
    if (cell == CELL_NONE)
        return -1;
    encode_cell_vars(encoding, cell, &vars);
    return vars[0];
}

struct rotations *rotations_new(const struct concatenated *layout, const struct block *block, uint32_t length,
                                struct encoding *encoding, struct mem *mem)
{
    struct rotations *r = mem_zalloc(mem, sizeof *r);
    *r = (struct rotations){.mem = mem,
                            .layout = layout,
                            .block = block,
                            .encoding = encoding,
                            .m = encoding_manager(encoding),
                            .length = length,
                            .behind = -1};
    r->last = absence_var(layout, encoding, layout->row.at[block->first + length - 1]);
    if (length < block->count)
        r->behind = absence_var(layout, encoding, layout->row.at[block->first + length]);
    r->substitutions = mem_zalloc(mem, length * sizeof *r->substitutions);
    r->permutation = mem_alloc(mem, (layout->symmetry->element_count + 1) * sizeof *r->permutation);
    r->ring = ring_new(layout, block, length, encoding, r->m, mem);
    if (!r->ring) {
        rotations_free(r);
        return NULL;
    }
    return r;
}

void rotations_free(struct rotations *r)
{
    if (!r)
        return;
    for (uint32_t by = r->length; by-- > 0;) // the last one is found at once
        bdd_substitution_free(r->substitutions[by]);
    ring_free(r->ring);
    array_free(r->mem, &r->from);
    mem_free(r->mem, r->substitutions, r->length * sizeof(bdd_substitution *));
    mem_free(r->mem, r->permutation, (r->layout->symmetry->element_count + 1) * sizeof *r->permutation);
    mem_free(r->mem, r, sizeof *r);
}

uint32_t rotations_length(const struct rotations *r)
{
    return r->length;
}

// ---- Which states ---------------------------------------------------------------------------------------------------

bdd rotations_part_from(const struct rotations *r, bdd set)
{
    return r->last >= 0 ? bdd_minus(r->m, set, bdd_literal(r->m, r->last)) : set;
}

bdd rotations_part(const struct rotations *r, bdd set)
{
    bdd_scope scope = bdd_open_scope(r->m);
    if (r->behind >= 0)
        set = bdd_and(r->m, set, bdd_literal(r->m, r->behind));
    return bdd_close_scope_with(r->m, scope, rotations_part_from(r, set));
}

bool rotations_are_of(const struct rotations *r, const bool *values)
{
    return (r->behind < 0 || values[r->behind]) && (r->last < 0 || !values[r->last]);
}

// ---- One rotation ---------------------------------------------------------------------------------------------------

static void make_permutation(const struct rotations *r, uint32_t by, uint32_t *permutation)
{
    const uint32_t *row = &r->layout->row.at[r->block->first];
    permutation_identity(r->layout->symmetry, permutation);
    for (uint32_t i = 0; i < r->length; i++)
        permutation[row[i]] = row[(i + by) % r->length];
}

// Plane by plane, and then what is shared.
static const pair_list *find_pairs(struct rotations *r, uint32_t by)
{
    const struct concatenated *l = r->layout;
    if (r->from_by == by)
        return &r->from;
    r->from.count = 0;
    r->from_by = by;
    for (size_t plane = 0; plane < ring_planes(r->ring); plane++)
        for (uint32_t i = 0; i < r->length; i++) {
            int from = ring_var(r->ring, plane, (i + r->length - by) % r->length);
            array_push(r->mem, &r->from, ((struct bit_pair){ring_var(r->ring, plane, i), from}));
        }
    make_permutation(r, r->length - by, r->permutation);
    for (uint32_t i = 0; i < l->items.count && r->block->has_shared; i++) {
        uint32_t from = l->items.at[i].is_shared ? concatenated_moved(l, r->permutation, i) : i;
        if (from != i)
            compare_add_items(&r->from, l, r->encoding, i, from, r->mem);
    }
    return &r->from;
}

static bdd turned(struct rotations *r, uint32_t by, bdd set)
{
    bool good = true;
    if (!r->substitutions[by]) {
        const pair_list *from = find_pairs(r, by);
        good = (r->substitutions[by] = bdd_substitution_new(r->m));
        for (size_t i = 0; i < from->count && good; i++)
            good = bdd_substitution_set_var(r->substitutions[by], from->at[i].y, from->at[i].x);
    }
    if (good)
        return bdd_substitute(r->m, set, r->substitutions[by]);
    bdd_substitution_free(r->substitutions[by]);
    r->substitutions[by] = NULL;
    return BDD_NONE;
}

bdd rotations_fixed(struct rotations *r, bdd set, uint32_t by)
{
    bdd equal;
    compare_find_bad(r->m, set, find_pairs(r, by), &equal);
    return equal;
}

// ---- The least one --------------------------------------------------------------------------------------------------

// Turns the ring while that makes states smaller, until no rotation does.
static bdd turn_step_by_step(struct rotations *r, bdd z)
{
    bdd_manager *m = r->m;
    bdd_scope scope = bdd_open_scope(m);
    for (uint32_t by = 1, clean = 0; clean + 1 < r->length && z != BDD_FALSE && bdd_is_valid(z);
         by = by % (r->length - 1) + 1) {
        bdd zbad = compare_find_bad(m, z, find_pairs(r, by), NULL);
        clean = zbad == BDD_FALSE ? clean + 1 : 0;
        if (zbad == BDD_FALSE)
            continue;
        bdd zgood = bdd_minus(m, z, zbad), zturned = turned(r, by, zbad);
        z = bdd_close_scope_with(m, scope, bdd_or(m, zgood, zturned));
    }
    return bdd_close_scope_with(m, scope, z);
}

// States with a single 1 in a plane, and nothing to compare before it: the 1 comes last. There most of them have it, or
// have just moved it on to the first place; so these are the places that are tried first.
static bdd turn_to_last(struct rotations *r, size_t plane, bdd z)
{
    bdd_manager *m = r->m;
    bdd_scope scope = bdd_open_scope(m);
    bdd result = BDD_FALSE;
    for (uint32_t k = 0; k < r->length && z != BDD_FALSE && bdd_is_valid(z) && bdd_is_valid(result); k++) {
        uint32_t by = k ? r->length - k : 0, place = r->length - 1 - by;
        bdd here = bdd_and(m, z, bdd_literal(m, ring_var(r->ring, plane, place)));
        if (here == BDD_FALSE)
            continue;
        z = bdd_minus(m, z, here);
        result = bdd_or(m, result, by ? turned(r, by, here) : here);
    }
    return bdd_close_scope_with(m, scope, bdd_is_valid(z) ? result : BDD_NONE);
}

// The first plane in which components differ decides, if it has a single 1; else rotations are tried.
bdd rotations_least(struct rotations *r, bdd z)
{
    bdd_manager *m = r->m;
    bdd_scope scope = bdd_open_scope(m);
    bdd result = BDD_FALSE;
    for (size_t plane = 0; plane < ring_planes(r->ring) && z != BDD_FALSE && bdd_is_valid(z); plane++) {
        bdd single = bdd_and(m, z, ring_single(r->ring, plane)), even = bdd_and(m, z, ring_even(r->ring, plane));
        bdd others = bdd_minus(m, bdd_minus(m, z, single), even);
        result = bdd_or(m, result, turn_to_last(r, plane, single));
        result = bdd_or(m, result, turn_step_by_step(r, others));
        z = even;
    }
    return bdd_close_scope_with(m, scope, bdd_or(m, result, turn_step_by_step(r, z)));
}

// ---- One state ------------------------------------------------------------------------------------------------------

bool rotations_turn_one(struct rotations *r, bool *values, bool *scratch, uint32_t *by, uint32_t *permutation)
{
    uint32_t length = r->length;
    for (uint32_t tried = 1; tried < length; tried++, *by = *by % (length - 1) + 1) {
        const pair_list *from = find_pairs(r, *by);
        if (!compare_is_bad(values, from))
            continue;
        for (size_t i = 0; i < from->count; i++)
            scratch[from->at[i].x] = values[from->at[i].y];
        for (size_t i = 0; i < from->count; i++)
            values[from->at[i].x] = scratch[from->at[i].x];
        make_permutation(r, *by, permutation);
        *by = *by % (length - 1) + 1;
        return true;
    }
    return false;
}
