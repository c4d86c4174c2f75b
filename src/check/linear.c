#include "check/linear.h"

#include "model/path_fairness.h"

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

// The other conjuncts as one formula.
static formula formula_of_rest(struct model *m, const struct path_fairness *fairness)
{
    formula rest = FORMULA_NONE;
    for (size_t i = 0; i < fairness->rest.count; i++) {
        struct path_term t = fairness->rest.at[i];
        formula f = t.negated ? model_formula_make(m, FORMULA_NOT, t.formula, FORMULA_NONE) : t.formula;
        rest = rest == FORMULA_NONE ? f : model_formula_make(m, FORMULA_AND, rest, f);
    }
    return rest == FORMULA_NONE ? model_atom(m, model_true(m)) : rest;
}

static bool add_term(struct product *p, struct sets *to, struct path_term term)
{
    return sets_push(to, term.formula == FORMULA_NONE ? BDD_FALSE
                                                      : tableau_meaning(&p->tableau, term.formula, term.negated));
}

static bool add_fairness(struct product *p, const struct path_fairness *fairness)
{
    bool good = true;
    for (size_t i = 0; i < p->tableau.justice.count && good; i++)
        good = sets_push(&p->justice, p->tableau.justice.at[i]);
    for (size_t i = 0; i < fairness->justice.count && good; i++)
        good = add_term(p, &p->justice, fairness->justice.at[i]);
    for (size_t i = 0; i < fairness->asked.count && good; i++)
        good =
            add_term(p, &p->compassion, fairness->asked.at[i]) && add_term(p, &p->compassion, fairness->granted.at[i]);
    return good;
}

// What a path must do infinitely often needs no bits, but no finite path shows it.
static bool open_tableau(struct product *p, struct linear *l, formula f, bool negated, bool for_prefix,
                         size_t most_bits)
{
    struct model *m = l->ctl->x->system->model;
    struct mem *mem = l->ctl->x->system->mem;
    struct path_fairness fairness;
    path_fairness_open(&fairness, m, f, negated, mem);
    bool is_any = path_fairness_is_any(&fairness);
    if (is_any) {
        f = formula_of_rest(m, &fairness);
        negated = false;
    }
    bool good = tableau_open(&p->tableau, l->ctl, &l->pool, f, negated, for_prefix, most_bits);
    sets_open(&p->justice, p->tableau.m, mem);
    sets_open(&p->compassion, p->tableau.m, mem);
    p->tableau.finite = p->tableau.finite && !is_any;
    good = good && add_fairness(p, &fairness);
    path_fairness_close(&fairness, mem);
    return good;
}

bool product_open(struct product *p, struct linear *l, bdd from, formula f, bool negated, bool for_prefix,
                  size_t most_bits)
{
    struct fixpoints *base = l->ctl->x;
    bdd_manager *m = base->system->m;
    *p = (struct product){.x = *base, .start = BDD_FALSE, .core = BDD_FALSE};
    p->x.fair = BDD_NONE;
    p->x.begun = NULL; // those are of the system alone
    p->x.stopped = NULL;
    p->x.cursor = NULL;
    bool good = open_tableau(p, l, f, negated, for_prefix, most_bits);
    l->refused = p->tableau.too_large;
    good = bdd_protect(m, &p->x.care) && bdd_protect(m, &p->start) && bdd_protect(m, &p->core) && good;
    if (good) {
        const struct tableau *t = &p->tableau;
        const struct system_extension extension = {.bits = t->pool->at,
                                                   .bit_count = t->bits,
                                                   .parts = t->parts.at,
                                                   .part_count = t->parts.count,
                                                   .justice = p->justice.at,
                                                   .justice_count = p->justice.count,
                                                   .compassion = p->compassion.at,
                                                   .compassion_count = p->compassion.count / 2};
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
    sets_close(&p->justice);
    sets_close(&p->compassion);
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
    return bdd_hand_over(p->system->m, good ? reached : BDD_NONE);
}

bool product_find_core(struct product *p)
{
    bdd_manager *m = p->system->m;
    struct abstraction *abstraction = p->system->abstraction;
    if (abstraction && abstraction->forward_only) {
        p->tableau.ctl->linear->refused = abstraction->forward_only;
        return false;
    }
    if (abstraction && abstraction->under_approximates)
        p->x.partial = abstraction->under_approximates;
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
