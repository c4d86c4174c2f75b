#include "orbit/followed.h"

#include <string.h>

#include "orbit/compare_permuted.h"

// ---- Orbits of conditions -------------------------------------------------------------------------------------------

static size_t first_of(size_t *first, size_t condition)
{
    while (first[condition] != condition)
        condition = first[condition] = first[first[condition]];
    return condition;
}

// Exchanges with the first component of a block generate the group. False if one takes a condition elsewhere.
static bool find_orbits(const struct concatenated *l, struct model *model, size_t count, size_t *first, struct mem *mem)
{
    const struct symmetry *s = l->symmetry;
    size_t elements = s->element_count + 1;
    uint32_t *permutation = mem_alloc(mem, elements * sizeof *permutation);
    uint32_t *images = mem_alloc(mem, (count + 1) * sizeof *images);
    bool good = true;
    for (size_t i = 0; i < count; i++)
        first[i] = i;
    for (size_t b = 0; b < l->blocks.count && good; b++)
        for (uint32_t i = 1; i < l->blocks.at[b].count && good; i++) {
            uint32_t one = l->row.at[l->blocks.at[b].first], other = l->row.at[l->blocks.at[b].first + i];
            permutation_identity(s, permutation);
            permutation[one] = other;
            permutation[other] = one;
            good = symmetry_fairness_image(s, model, permutation, images);
            for (size_t k = 0; k < count && good; k++) {
                size_t from = first_of(first, k), to = first_of(first, images[k]);
                first[from > to ? from : to] = from > to ? to : from;
            }
        }
    mem_free(mem, images, (count + 1) * sizeof *images);
    mem_free(mem, permutation, elements * sizeof *permutation);
    return good;
}

// ---- Groups that keep a condition -----------------------------------------------------------------------------------

static struct symmetry *keep_condition(const struct symmetry *s, struct model *model, size_t condition)
{
    struct symmetry *kept = symmetry_copy(s);
    size_t justice = model_justice_count(model);
    if (condition < justice)
        symmetry_restrict_expr(kept, model, model_justice(model, condition));
    else {
        expr pair[2];
        model_compassion(model, condition - justice, pair);
        symmetry_restrict_expr(kept, model, pair[0]);
        symmetry_restrict_expr(kept, model, pair[1]);
    }
    return kept;
}

// The blocks of the smaller group, if each is one of neighbours in the row.
static bool find_blocks(const struct concatenated *l, const struct symmetry *kept, struct concatenated *smaller)
{
    for (size_t b = 0; b < l->blocks.count; b++) {
        const struct block *block = &l->blocks.at[b];
        uint32_t start = 0;
        for (uint32_t i = 1; i <= block->count; i++) {
            const uint32_t *row = &l->row.at[block->first];
            if (i < block->count && kept->block[row[i]] == kept->block[row[start]])
                continue;
            for (uint32_t k = i; k < block->count; k++)
                if (kept->block[row[k]] == kept->block[row[start]])
                    return false;
            if (i - start > 1)
                array_push(l->mem, &smaller->blocks,
                           ((struct block){.first = block->first + start, .count = i - start}));
            start = i;
        }
    }
    return true;
}

// What is there besides the blocks is borrowed.
static struct concatenated *layout_of(const struct concatenated *l, const struct symmetry *kept)
{
    struct concatenated *smaller = mem_alloc(l->mem, sizeof *smaller);
    *smaller = *l;
    memset(&smaller->blocks, 0, sizeof smaller->blocks);
    if (find_blocks(l, kept, smaller))
        return smaller;
    array_free(l->mem, &smaller->blocks);
    mem_free(l->mem, smaller, sizeof *smaller);
    return NULL;
}

// One condition of an orbit is enough, and any of them that fits. Where the group keeps it, so it does with its equals.
static bool follow_orbit(struct followed *f, const struct concatenated *l, struct model *model, size_t *first,
                         size_t orbit)
{
    bool is_done = false;
    for (size_t i = orbit; i < f->count; i++) {
        if (first_of(first, i) != orbit)
            continue;
        f->parts[i] = FAIRNESS_COVERED;
        if (is_done)
            continue;
        struct symmetry *kept = keep_condition(l->symmetry, model, i);
        bool is_kept = symmetry_equal(kept, l->symmetry);
        f->layouts[i] = is_kept ? NULL : layout_of(l, kept);
        is_done = is_kept || f->layouts[i];
        if (is_done)
            f->parts[i] = is_kept ? FAIRNESS_KEPT : FAIRNESS_FOLLOWED;
        symmetry_free(kept);
    }
    return is_done;
}

static bool can_follow(const struct concatenated *l)
{
    bool good = l->is_unique;
    for (size_t b = 0; b < l->blocks.count; b++)
        good = good && !l->blocks.at[b].rotates;
    for (size_t i = 0; i < l->row.count; i++)
        good = good && symmetry_absence(l->symmetry, l->row.at[i]) == CELL_NONE;
    return good;
}

bool followed_open(struct followed *f, const struct concatenated *l, struct model *model, struct mem *mem)
{
    size_t count = model_justice_count(model) + model_compassion_count(model);
    *f = (struct followed){.mem = mem, .count = count};
    if (!can_follow(l))
        return false;
    f->parts = mem_zalloc(mem, (count + 1) * sizeof *f->parts);
    f->layouts = mem_zalloc(mem, (count + 1) * sizeof(struct concatenated *));
    size_t *first = mem_alloc(mem, (count + 1) * sizeof *first);
    bool good = find_orbits(l, model, count, first, mem);
    for (size_t i = 0; i < count && good; i++)
        if (first_of(first, i) == i)
            good = follow_orbit(f, l, model, first, i);
    mem_free(mem, first, (count + 1) * sizeof *first);
    if (!good)
        followed_close(f);
    return good;
}

void followed_close(struct followed *f)
{
    for (size_t i = 0; f->layouts && i < f->count; i++)
        if (f->layouts[i]) {
            array_free(f->mem, &f->layouts[i]->blocks);
            mem_free(f->mem, f->layouts[i], sizeof *f->layouts[i]);
        }
    if (f->layouts) {
        mem_free(f->mem, f->layouts, (f->count + 1) * sizeof(struct concatenated *));
        mem_free(f->mem, f->parts, (f->count + 1) * sizeof *f->parts);
    }
    *f = (struct followed){0};
}

// ---- Unfolding ------------------------------------------------------------------------------------------------------

static bdd exchange(struct dynamic *d, const struct concatenated *l, uint32_t p, uint32_t q, bdd set)
{
    bdd_manager *m = encoding_manager(dynamic_encoding(d));
    pair_list pairs = {0};
    bdd_scope scope = bdd_open_scope(m);
    for (uint32_t i = 0; i < l->plain_count.at[p]; i++)
        compare_add_items(&pairs, l, dynamic_encoding(d), l->plain_first.at[p] + i, l->plain_first.at[q] + i, l->mem);
    for (size_t i = 0; i < pairs.count && bdd_is_valid(set); i++)
        set = bdd_swap_vars(m, set, pairs.at[i].x, pairs.at[i].y);
    array_free(l->mem, &pairs);
    return bdd_close_scope_with(m, scope, set);
}

// Which block of the smaller group a place is in; one of its own if it is in none.
static size_t block_of(const struct concatenated *smaller, uint32_t place)
{
    for (size_t b = 0; b < smaller->blocks.count; b++)
        if (place >= smaller->blocks.at[b].first && place < smaller->blocks.at[b].first + smaller->blocks.at[b].count)
            return b;
    return smaller->blocks.count + place;
}

// All exchanges of two components, each followed by sorting. That leads to representatives of all images: of g(x), with
// x = h(y) and h of the smaller group, an exchange t makes t(h(y)) = h(t'(y)), where t' is an exchange, too.
bdd followed_unfold(struct dynamic *d, const struct concatenated *whole, bdd set)
{
    bdd_manager *m = encoding_manager(dynamic_encoding(d));
    const struct concatenated *smaller = dynamic_order(d);
    bdd_scope scope = bdd_open_scope(m);
    bdd all = dynamic_alpha(d, set), fresh = all;
    while (fresh != BDD_FALSE && bdd_is_valid(fresh)) {
        bdd more = BDD_FALSE;
        for (size_t b = 0; b < whole->blocks.count; b++) {
            uint32_t end = whole->blocks.at[b].first + whole->blocks.at[b].count;
            for (uint32_t p = whole->blocks.at[b].first; p < end; p++)
                for (uint32_t q = p + 1; q < end && bdd_is_valid(more); q++)
                    if (block_of(smaller, p) != block_of(smaller, q))
                        more = bdd_or(m, more, dynamic_alpha(d, exchange(d, whole, p, q, fresh)));
        }
        fresh = bdd_minus(m, more, all);
        all = bdd_or(m, all, fresh);
    }
    return bdd_close_scope_with(m, scope, bdd_is_valid(fresh) ? all : BDD_NONE);
}
