#include "check/linear.h"

void linear_open(struct linear *l, struct ctl *ctl)
{
    *l = (struct linear){.ctl = ctl};
    ctl->linear = l;
}

void linear_close(struct linear *l)
{
    array_free(l->ctl->known.mem, &l->pool);
}

// ---- Products -------------------------------------------------------------------------------------------------------

bool product_open(struct product *p, struct linear *l, bdd from, formula f, bool negated, bool for_prefix,
                  size_t most_bits)
{
    struct fixpoints *base = l->ctl->x;
    bdd_manager *m = base->system->m;
    *p = (struct product){.x = *base, .start = BDD_FALSE, .core = BDD_FALSE};
    p->x.fair = BDD_NONE;
    p->x.begun = NULL; // those are of the system alone
    p->x.place = NULL;
    bool good = tableau_open(&p->tableau, l->ctl, &l->pool, f, negated, for_prefix, most_bits);
    l->refused = p->tableau.too_large;
    good = bdd_protect(m, &p->x.care) && bdd_protect(m, &p->start) && bdd_protect(m, &p->core) && good;
    if (good) {
        const struct tableau *t = &p->tableau;
        const struct system_extension extension = {.bits = t->pool->at,
                                                   .bit_count = t->bits,
                                                   .parts = t->parts.at,
                                                   .part_count = t->parts.count,
                                                   .justice = t->justice.at,
                                                   .justice_count = t->justice.count};
        p->system = system_extend(base->system, &extension);
    }
    if (!p->system)
        return false;
    p->x.system = p->system;
    bdd_scope scope = bdd_open_scope(m);
    p->start = bdd_and(m, from, p->tableau.initial);
    bdd_close_scope(m, scope);
    return bdd_is_valid(p->start);
}

void product_close(struct product *p)
{
    bdd_manager *m = p->tableau.m;
    p->tableau.ctl->x->iterations = p->x.iterations;
    if (p->x.partial) // what the system itself has left out counts, too
        p->tableau.ctl->x->partial = p->x.partial;
    bdd_unprotect(m, &p->core);
    bdd_unprotect(m, &p->start);
    bdd_unprotect(m, &p->x.care);
    system_free(p->system);
    tableau_close(&p->tableau);
}

// Where the system steps as a whole, only what is new is worth another step.
static bdd reached_from_start(struct product *p)
{
    if (!p->system->searches_by_layers)
        return fixpoint_closure(&p->x, p->start, BDD_FALSE);
    struct sets layers;
    bdd reached = BDD_FALSE;
    sets_open(&layers, p->system->m, p->system->mem);
    bool good = bdd_protect(p->system->m, &reached) && fixpoint_forward(&p->x, p->start, BDD_FALSE, &layers, &reached);
    bdd_unprotect(p->system->m, &reached);
    sets_close(&layers);
    bdd_scope scope = bdd_open_scope(p->system->m);
    return bdd_close_scope_with(p->system->m, scope, good ? reached : BDD_NONE);
}

bool product_find_core(struct product *p)
{
    bdd_manager *m = p->system->m;
    struct reduction *reduction = p->system->reduction;
    if (reduction && reduction->one_way) {
        p->tableau.ctl->linear->refused = reduction->one_way;
        return false;
    }
    if (reduction && reduction->falsifier)
        p->x.partial = reduction->falsifier;
    bdd_scope scope = bdd_open_scope(m);
    bdd reached = reached_from_start(p);
    bool good = bdd_is_valid(reached) && system_simplify(p->system, reached);
    if (good) {
        p->x.care = reached;
        p->core = fixpoint_fair_core(&p->x, reached, NULL);
        p->x.fair = p->x.care; // paths in the product are asked for by their core
    }
    bdd_close_scope(m, scope);
    return good && bdd_is_valid(p->core);
}

// ---- States ---------------------------------------------------------------------------------------------------------

bdd linear_states(struct linear *l, bdd from, formula f, bool negated)
{
    struct product p;
    bdd_manager *m = l->ctl->x->system->m;
    bdd_scope scope = bdd_open_scope(m);
    bdd states = BDD_NONE;
    if (product_open(&p, l, from, f, negated, false, TABLEAU_MAX_BITS) && product_find_core(&p)) {
        bdd satisfied = fixpoint_until(&p.x, BDD_TRUE, p.core, NULL);
        states = bdd_and_exists(m, p.start, satisfied, tableau_cube(&p.tableau));
    }
    product_close(&p);
    return bdd_close_scope_with(m, scope, states);
}
