#include "orbit/invariance_bdd.h"

#include "base/clock.h"
#include "encode/static_order.h"
#include "orbit/substitution.h"

#define MOST_BYTES ((size_t)256 << 20)

struct invariance_bdd {
    struct mem *mem;
    struct model *model;
    double seconds, until;
    bdd_manager *m; // NULL: it could not be had
    struct encoding *encoding;
    bdd domain; // codes that stand for values, of present and next states
};

static bool is_late(void *context)
{
    struct invariance_bdd *k = context;
    return clock_now() > k->until;
}

static bool encode(struct invariance_bdd *k)
{
    size_t cells = model_cell_count(k->model);
    cell_id *order = mem_alloc(k->mem, (cells + 1) * sizeof *order);
    if (order_compute(k->model, order, is_late, k, k->mem))
        k->encoding = encoding_new(k->model, k->m, order, k->mem);
    mem_free(k->mem, order, (cells + 1) * sizeof *order);
    k->domain = BDD_TRUE;
    for (cell_id cell = 0; cell < cells && k->encoding; cell++) {
        k->domain = bdd_and(k->m, k->domain, encode_domain(k->encoding, cell, false));
        if (model_cell(k->model, cell)->role == CELL_STATE)
            k->domain = bdd_and(k->m, k->domain, encode_domain(k->encoding, cell, true));
    }
    return k->encoding && bdd_is_valid(k->domain);
}

struct invariance_bdd *invariance_bdd_new(struct model *model, double seconds, struct mem *mem)
{
    struct invariance_bdd *k = mem_zalloc(mem, sizeof *k);
    *k = (struct invariance_bdd){.mem = mem, .model = model, .seconds = seconds, .until = clock_now() + seconds};
    k->m = bdd_manager_new(&(struct bdd_config){.mem = mem, .byte_limit = MOST_BYTES});
    if (k->m)
        bdd_set_stop(k->m, is_late, k);
    if (k->m && !encode(k)) {
        encoding_free(k->encoding);
        bdd_manager_free(k->m);
        k->m = NULL;
    }
    return k;
}

void invariance_bdd_free(struct invariance_bdd *k)
{
    if (!k)
        return;
    if (k->m) {
        encoding_free(k->encoding);
        bdd_manager_free(k->m);
    }
    mem_free(k->mem, k, sizeof *k);
}

bool invariance_bdd_keeps(void *context, const struct generator *generator, expr condition)
{
    struct invariance_bdd *k = context;
    if (!k->m)
        return false;
    k->until = clock_now() + k->seconds;
    struct substitution *moved = substitution_new(generator, k->encoding, k->mem);
    bdd_scope scope = bdd_open_scope(k->m);
    bdd set = bdd_and(k->m, encode_condition(k->encoding, condition), k->domain);
    bool keeps = moved && bdd_is_valid(set) && substitution_image(moved, set) == set;
    bdd_close_scope(k->m, scope);
    substitution_free(moved);
    return keeps;
}
