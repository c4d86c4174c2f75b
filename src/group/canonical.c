#include "group/canonical.h"

#include <assert.h>
#include <string.h>

#include "group/canonical_memo.h"
#include "group/canonical_search.h"
#include "group/component_sort.h"

struct canonical {
    const struct symmetry *symmetry;
    struct mem *mem;
    struct packed_cell *cells;
    struct packing packing;
    struct colouring colouring;
    struct canonical_search search;
    struct partition partition;
    bool has_records_only; // see component_sort.h
    uint32_t *permutation; // the result
    uint64_t *result;
    // For rings, of which all rotations are tried.
    uint32_t ring_count;
    uint32_t *rotation, *with_rotation, *best_permutation; // permutations
    uint64_t *rotated, *best;
    uint32_t *length; // by class that rotates: how many elements there are in the state at hand
    mpz_t order;      // of the group, without those rings that grow
    struct canonical_memo memo;
    const struct canonical_code *code; // NULL: there is none
};

// ---- Making ---------------------------------------------------------------------------------------------------------

static uint32_t *new_permutation(struct canonical *c)
{
    return mem_zalloc(c->mem, ((size_t)c->symmetry->element_count + 1) * sizeof(uint32_t));
}

static void free_permutation(struct canonical *c, uint32_t *permutation)
{
    mem_free(c->mem, permutation, ((size_t)c->symmetry->element_count + 1) * sizeof(uint32_t));
}

static uint64_t *new_state(struct canonical *c, size_t words)
{
    return mem_zalloc(c->mem, words * sizeof(uint64_t));
}

static void free_state(struct canonical *c, uint64_t *state)
{
    mem_free(c->mem, state, c->packing.words * sizeof(uint64_t));
}

static bool ring_grows(const struct symmetry *s, uint32_t class)
{
    return s->rotates[class] && symmetry_absence(s, s->first[class]) != CELL_NONE;
}

struct canonical *canonical_new(const struct symmetry *symmetry, const struct packed_cell *cells, size_t words,
                                struct mem *mem)
{
    struct canonical *c = mem_zalloc(mem, sizeof *c);
    size_t count = model_cell_count(symmetry->model);
    c->symmetry = symmetry;
    c->mem = mem;
    c->cells = mem_zalloc(mem, (count + 1) * sizeof *c->cells);
    if (count)
        memcpy(c->cells, cells, count * sizeof *cells);
    packing_open(&c->packing, symmetry, c->cells, words, mem);
    colouring_open(&c->colouring, &c->packing, mem);
    c->has_records_only = component_sort_suffices(&c->colouring);
    canonical_search_open(&c->search, &c->colouring, mem);
    partition_open(&c->partition, symmetry->element_count, mem);
    c->permutation = new_permutation(c);
    c->rotation = new_permutation(c);
    c->with_rotation = new_permutation(c);
    c->best_permutation = new_permutation(c);
    c->result = new_state(c, words);
    c->rotated = new_state(c, words);
    c->best = new_state(c, words);
    for (uint32_t i = 0; i < symmetry->class_count; i++)
        c->ring_count += symmetry->rotates[i];
    c->length = mem_zalloc(mem, (symmetry->class_count + 1) * sizeof *c->length);
    canonical_memo_open(&c->memo, words);
    mpz_init(c->order);
    symmetry_order(symmetry, c->order);
    for (uint32_t i = 0; i < symmetry->class_count; i++)
        if (ring_grows(symmetry, i))
            mpz_divexact_ui(c->order, c->order, symmetry->first[i + 1] - symmetry->first[i]);
    return c;
}

void canonical_free(struct canonical *c)
{
    if (!c)
        return;
    mpz_clear(c->order);
    canonical_memo_close(&c->memo, c->mem);
    mem_free(c->mem, c->length, (c->symmetry->class_count + 1) * sizeof *c->length);
    free_permutation(c, c->permutation);
    free_permutation(c, c->rotation);
    free_permutation(c, c->with_rotation);
    free_permutation(c, c->best_permutation);
    free_state(c, c->result);
    free_state(c, c->rotated);
    free_state(c, c->best);
    partition_close(&c->partition, c->mem);
    canonical_search_close(&c->search);
    colouring_close(&c->colouring);
    packing_close(&c->packing);
    mem_free(c->mem, c->cells, (model_cell_count(c->symmetry->model) + 1) * sizeof *c->cells);
    mem_free(c->mem, c, sizeof *c);
}

// ---- Sorting --------------------------------------------------------------------------------------------------------

// The representative with rings as they are, in place. If `orders` is not NULL, it gets the number of permutations that
// do not change the state.
static void make_sorted(struct canonical *c, uint64_t *state, mpz_t orders)
{
    struct partition *p = &c->partition;
    size_t bytes = c->packing.words * sizeof *state;
    if (c->has_records_only && !orders) {
        component_sort(&c->colouring, state, c->permutation);
        return;
    }
    colouring_begin(&c->colouring, state, p);
    bool is_settled = !c->colouring.has_facts || p->cells == p->count || colouring_find_twins(&c->colouring, state, p);
    if (!is_settled) {
        const struct labelling *best = canonical_search_best(&c->search, state, p);
        memcpy(state, best->state, bytes);
        memcpy(c->permutation, best->permutation, c->symmetry->element_count * sizeof *c->permutation);
        if (orders)
            mpz_set(orders, best->count);
        return;
    }
    canonical_search_read_order(&c->colouring, p, c->permutation);
    packing_apply(&c->packing, c->permutation, state, c->result);
    memcpy(state, c->result, bytes);
    if (orders)
        canonical_search_count_orders(p, orders);
}

// ---- Rotating -------------------------------------------------------------------------------------------------------

// How many elements of rings there are. Permutations do not change that.
static void find_lengths(struct canonical *c, const uint64_t *state)
{
    const struct symmetry *s = c->symmetry;
    for (uint32_t class = 0; class < s->class_count; class ++) {
        uint32_t length = s->first[class + 1] - s->first[class];
        for (cell_id absent = ring_grows(s, class) ? s->absent[class] : CELL_NONE;
             absent != CELL_NONE && length > 1 && cell_read(&c->cells[absent + length - 1], state);)
            length--;
        c->length[class] = length;
    }
}

// On to the next combination of rotations; false after the last one, with all rings as they were.
static bool rotate(struct canonical *c)
{
    const struct symmetry *s = c->symmetry;
    for (uint32_t class = 0; class < s->class_count; class ++) {
        uint32_t first = s->first[class], end = first + c->length[class];
        if (!s->rotates[class])
            continue;
        for (uint32_t e = first; e < end; e++)
            c->rotation[e] = c->rotation[e] + 1 < end ? c->rotation[e] + 1 : first;
        if (c->rotation[first] != first)
            return true;
    }
    return false;
}

// Gives how many combinations of rotations lead to the representative.
static uint32_t make_rotated(struct canonical *c, uint64_t *state, mpz_t orders)
{
    size_t bytes = c->packing.words * sizeof *state;
    uint32_t count = 0;
    permutation_identity(c->symmetry, c->rotation);
    find_lengths(c, state);
    do {
        packing_apply(&c->packing, c->rotation, state, c->rotated);
        make_sorted(c, c->rotated, orders);
        int order = count ? memcmp(c->rotated, c->best, bytes) : -1;
        if (order > 0)
            continue;
        if (order < 0) {
            memcpy(c->best, c->rotated, bytes);
            permutation_compose(c->symmetry, c->rotation, c->permutation, c->best_permutation);
            count = 0;
        }
        count++;
    } while (rotate(c));
    memcpy(state, c->best, bytes);
    memcpy(c->permutation, c->best_permutation, c->symmetry->element_count * sizeof *c->permutation);
    return count;
}

// ---- From outside ---------------------------------------------------------------------------------------------------

const uint32_t *canonical_make(struct canonical *c, uint64_t *state)
{
    if (c->ring_count)
        make_rotated(c, state, NULL);
    else
        make_sorted(c, state, NULL);
    return c->permutation;
}

void canonical_use(struct canonical *c, const struct canonical_code *code)
{
    c->code = code;
}

#ifndef NDEBUG

// The two ways judge each other.
static bool code_agrees(struct canonical *c, const uint64_t *state)
{
    bool agrees = true;
    uint64_t *one = new_state(c, c->packing.words), *other = new_state(c, c->packing.words);
    memcpy(one, state, c->packing.words * sizeof *state);
    memcpy(other, state, c->packing.words * sizeof *state);
    if (c->code->represent(one)) {
        canonical_make(c, other);
        agrees = memcmp(one, other, c->packing.words * sizeof *state) == 0;
    }
    free_state(c, one);
    free_state(c, other);
    return agrees;
}

#endif

void canonical_represent(struct canonical *c, uint64_t *state)
{
    bool is_known = false;
    assert(!c->code || code_agrees(c, state));
    if (c->code && c->code->represent(state))
        return;
    uint64_t *entry = c->has_records_only && !c->ring_count ? NULL // sorting is as fast as looking up
                                                            : canonical_memo_find(&c->memo, state, &is_known, c->mem);
    if (is_known)
        return;
    canonical_make(c, state);
    if (entry)
        canonical_memo_keep(&c->memo, entry, state);
}

// That of the group, divided by the number of permutations that do not change the state. Rotations change nothing about
// how many permutations of other classes do not, so the two numbers can be multiplied.
void canonical_orbit_size(struct canonical *c, const uint64_t *state, mpz_t size)
{
    uint64_t *copy = new_state(c, c->packing.words);
    memcpy(copy, state, c->packing.words * sizeof *copy);
    mpz_t orders;
    mpz_init(orders);
    uint32_t rotations = 1;
    if (c->ring_count)
        rotations = make_rotated(c, copy, orders);
    else
        make_sorted(c, copy, orders);
    mpz_mul_ui(orders, orders, rotations);
    mpz_set(size, c->order);
    for (uint32_t i = 0; i < c->symmetry->class_count; i++)
        if (ring_grows(c->symmetry, i))
            mpz_mul_ui(size, size, c->length[i]);
    mpz_divexact(size, size, orders);
    mpz_clear(orders);
    free_state(c, copy);
}

static bool find_twins(struct canonical *c, const uint64_t *state, uint32_t *first, uint32_t *before)
{
    struct partition *p = &c->partition;
    bool any = false, is_sorted = false;
    if (c->has_records_only)
        any = component_sort_find_twins(&c->colouring, state, first, before, &is_sorted);
    if (is_sorted)
        return any;
    any = false;
    colouring_begin(&c->colouring, state, p);
    colouring_find_twins(&c->colouring, state, p);
    const uint32_t *twin = c->colouring.twin;
    // Elements of one colour need not be in ascending order, so the first twin is found anew.
    for (uint32_t e = 0; e < p->count; e++)
        c->permutation[e] = NO_ELEMENT;
    uint32_t *lowest = c->permutation, *count = c->with_rotation;
    for (uint32_t e = 0; e < p->count; e++) {
        uint32_t group = twin[e];
        if (lowest[group] == NO_ELEMENT) {
            lowest[group] = e;
            count[group] = 0;
        }
        first[e] = lowest[group];
        before[e] = count[group]++;
        any |= before[e] > 0;
    }
    return any;
}

#ifndef NDEBUG

static bool code_finds_same_twins(struct canonical *c, const uint64_t *state, const uint32_t *first,
                                  const uint32_t *before, bool any)
{
    uint32_t *own_first = new_permutation(c), *own_before = new_permutation(c);
    size_t bytes = c->symmetry->element_count * sizeof *first;
    bool is_same = find_twins(c, state, own_first, own_before) == any;
    is_same &= memcmp(first, own_first, bytes) == 0 && memcmp(before, own_before, bytes) == 0;
    free_permutation(c, own_first);
    free_permutation(c, own_before);
    return is_same;
}

#endif

bool canonical_twins(struct canonical *c, const uint64_t *state, uint32_t *first, uint32_t *before)
{
    if (!c->code)
        return find_twins(c, state, first, before);
    bool any = c->code->find_twins(state, first, before);
    assert(code_finds_same_twins(c, state, first, before, any));
    return any;
}
