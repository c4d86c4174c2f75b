#include "orbit/ring.h"

struct ring {
    struct mem *mem;
    bdd_manager *m;
    uint32_t size;
    ARRAY(int) vars; // plane * size + place
    size_t planes;
    bdd *conditions; // two for each plane; protected
};

// ---- The order of planes --------------------------------------------------------------------------------------------

static const struct concatenated_item *item_of(const struct concatenated *l, const struct block *block, uint32_t place,
                                               uint32_t k)
{
    return &l->items.at[l->plain_first.at[block->first + place] + k];
}

static bool start_value(const struct model *m, const struct action *start, cell_id cell, value *v)
{
    for (size_t i = 0; i < start->part_count; i++)
        if (start->parts[i].kind == PART_CHOICE && start->parts[i].cell == cell)
            return model_is_const(m, start->parts[i].expr, v);
    return false;
}

// Of a family, a start in which the last component is there, and no more than the ring has; NULL if there is none.
static const struct action *find_start(const struct ring *r, const struct concatenated *l, const struct block *block)
{
    const struct model *m = l->symmetry->model;
    for (size_t i = 0; i < model_start_count(m); i++) {
        bool fits = true;
        for (uint32_t place = r->size - 1; place <= r->size && place < block->count; place++) {
            cell_id absence = symmetry_absence(l->symmetry, l->row.at[block->first + place]);
            value is_absent;
            if (absence != CELL_NONE && start_value(m, model_start(m, i), absence, &is_absent))
                fits &= is_absent == (place == r->size);
        }
        if (fits)
            return model_start(m, i);
    }
    return NULL;
}

static bool differs_at_start(const struct ring *r, const struct concatenated *l, const struct block *block,
                             const struct action *start, uint32_t k)
{
    const struct model *m = l->symmetry->model;
    value first, other;
    if (!start || !start_value(m, start, item_of(l, block, 0, k)->place.cell, &first))
        return false;
    for (uint32_t i = 1; i < r->size; i++)
        if (start_value(m, start, item_of(l, block, i, k)->place.cell, &other) && other != first)
            return true;
    return false;
}

// What says that components are absent is the same for all that are there, and no matter.
static int rank_of(const struct ring *r, const struct concatenated *l, const struct block *block,
                   const struct action *start, uint32_t k)
{
    const struct encode_place *place = &item_of(l, block, 0, k)->place;
    if (place->cell == symmetry_absence(l->symmetry, l->row.at[block->first]))
        return -1;
    if (place->value != ENCODE_ALL_BITS)
        return 0;
    return differs_at_start(r, l, block, start, k) ? 1 : 2;
}

static void add_planes(struct ring *r, const struct concatenated *l, const struct block *block,
                       const struct encoding *encoding, uint32_t k)
{
    const int *vars;
    size_t bits = concatenated_vars(item_of(l, block, 0, k), encoding, &vars);
    for (size_t bit = 0; bit < bits; bit++) {
        for (uint32_t i = 0; i < r->size; i++) {
            concatenated_vars(item_of(l, block, i, k), encoding, &vars);
            array_push(r->mem, &r->vars, vars[bit]);
        }
        r->planes++;
    }
}

// ---- Conditions -----------------------------------------------------------------------------------------------------

static bool make_conditions(struct ring *r, size_t plane)
{
    bdd_manager *m = r->m;
    bdd_scope scope = bdd_open_scope(m);
    bdd none = BDD_TRUE, single = BDD_FALSE, all = BDD_TRUE;
    for (uint32_t i = r->size; i-- > 0;) {
        bdd x = bdd_literal(m, ring_var(r, plane, i));
        single = bdd_ite(m, x, none, single);
        none = bdd_minus(m, none, x);
        all = bdd_and(m, all, x);
    }
    r->conditions[2 * plane] = single;
    r->conditions[2 * plane + 1] = bdd_or(m, none, all);
    bool good = bdd_is_valid(single) && bdd_is_valid(r->conditions[2 * plane + 1]);
    for (int i = 0; i < 2 && !good; i++)
        r->conditions[2 * plane + (size_t)i] = BDD_FALSE;
    bdd_close_scope(m, scope);
    return good;
}

struct ring *ring_new(const struct concatenated *l, const struct block *block, uint32_t size,
                      const struct encoding *encoding, bdd_manager *m, struct mem *mem)
{
    struct ring *r = mem_zalloc(mem, sizeof *r);
    *r = (struct ring){.mem = mem, .m = m, .size = size};
    const struct action *start = find_start(r, l, block);
    for (int rank = 0; rank < 3; rank++)
        for (uint32_t k = 0; k < l->plain_count.at[block->first]; k++)
            if (rank_of(r, l, block, start, k) == rank)
                add_planes(r, l, block, encoding, k);
    r->conditions = mem_zalloc(mem, (2 * r->planes + 1) * sizeof *r->conditions);
    for (size_t i = 0; i < 2 * r->planes; i++)
        r->conditions[i] = BDD_FALSE;
    bool good = r->planes == 0 || bdd_protect_array(m, r->conditions, 2 * r->planes), is_protected = good;
    for (size_t i = 0; i < r->planes && good; i++)
        good = make_conditions(r, i);
    if (good)
        return r;
    if (!is_protected) {
        mem_free(mem, r->conditions, (2 * r->planes + 1) * sizeof *r->conditions);
        r->conditions = NULL;
    }
    ring_free(r);
    return NULL;
}

void ring_free(struct ring *r)
{
    if (!r)
        return;
    if (r->conditions && r->planes)
        bdd_unprotect(r->m, r->conditions);
    mem_free(r->mem, r->conditions, r->conditions ? (2 * r->planes + 1) * sizeof *r->conditions : 0);
    array_free(r->mem, &r->vars);
    mem_free(r->mem, r, sizeof *r);
}

size_t ring_planes(const struct ring *r)
{
    return r->planes;
}

int ring_var(const struct ring *r, size_t plane, uint32_t place)
{
    return r->vars.at[plane * r->size + place];
}

bdd ring_single(const struct ring *r, size_t plane)
{
    return r->conditions[2 * plane];
}

bdd ring_even(const struct ring *r, size_t plane)
{
    return r->conditions[2 * plane + 1];
}
