// One property for all values of what stands around it: its conditions and formulas, instance by instance.
#include <string.h>

#include "murphi/property_instance.h"

typedef ARRAY(formula) formula_array;

// It would leave out the states in which the property is asked for.
static void refuse_assumptions(struct lowering *l)
{
    if (!mu_is_true(&l->x, l->x.assumed))
        mu_give_up(&l->x, l->rule->guard->span, "a property may not call a function that has an assume statement");
}

// Where a state condition has a run-time error, that is what is reported, and nothing else.
static expr value_or_error(struct lowering *l)
{
    struct executor *x = &l->x;
    expr v = x->stopped ? model_true(x->model) : mu_value(x, l->rule->guard);
    return model_or(x->model, v, x->any_error);
}

static formula lower_kind(struct lowering *l)
{
    struct model *m = l->x.model;
    switch (l->rule->kind) {
    case MURPHI_CTL:
    case MURPHI_LTL:
        return l->x.stopped ? model_atom(m, model_true(m)) : mu_lower_formula(l, l->condition);
    case MURPHI_CTLSTAR:
        return l->x.stopped ? model_atom(m, model_true(m)) : mu_lower_state_formula(l, l->condition);
    case MURPHI_LIVENESS:
        return model_formula_make(m, FORMULA_AG,
                                  model_formula_make(m, FORMULA_EF, mu_condition(l, value_or_error(l)), FORMULA_NONE),
                                  FORMULA_NONE);
    default:
        return FORMULA_NONE;
    }
}

static formula lower_kind_later(struct lowering *l, expr here)
{
    struct model *m = l->x.model;
    struct later later;
    mu_later_begin(l, &later);
    formula f = lower_kind(l);
    expr wrong = mu_later_end(l, &later, here);
    if (!mu_is_false(&l->x, wrong))
        f = model_formula_make(m, FORMULA_AND, mu_always(l, mu_condition(l, model_not(m, wrong))), f);
    return model_formula_make(m, FORMULA_IMPLIES, mu_condition(l, here), f);
}

struct temporal {
    formula_array instances;
    ARRAY(struct placement) placements; // their sites are in the lowering's arena
};

static void lower_temporal_instance(struct lowering *l, void *context)
{
    struct temporal *t = context;
    struct model *m = l->x.model;
    expr here = mu_path(&l->x);
    l->sound.count = 0;
    formula f = mu_is_true(&l->x, here) ? lower_kind(l) : lower_kind_later(l, here);
    if (!mu_is_false(&l->x, l->x.any_error)) // it fails where its conditions have no value, in whatever state that is
        array_push(l->mem, &l->sound, mu_always(l, mu_condition(l, model_not(m, l->x.any_error))));
    for (size_t i = 0; i < l->sound.count; i++)
        f = model_formula_make(m, FORMULA_AND, l->sound.at[i], f);
    array_push(l->mem, &t->instances, f);
    mu_property_sites(l);
    size_t bytes = l->sites.count * sizeof *l->sites.at;
    struct placement placement = {mu_instance_family(l), NULL, l->sites.count};
    placement.sites = bytes ? memcpy(arena_alloc(&l->arena, bytes), l->sites.at, bytes) : NULL;
    l->sites.count = 0;
    array_push(l->mem, &t->placements, placement);
    refuse_assumptions(l);
    mu_add_errors(l);
}

// ---- Quantifiers around a condition ---------------------------------------------------------------------------------
// Where one instance of an orbit is enough, `forall` around an invariant is like a ruleset, and so is `exists` around
// what is to be covered: thousands of elements would be millions of pairs. What may have a run-time error is evaluated
// in the order of its operands, and thus left as it is.

struct peeling {
    struct lowering *lowering;
    const struct murphi_expr *body;
    const struct murphi_binder *binder;
    expr premise;
    expr *result;
};

static void peel(struct lowering *, const struct murphi_expr *, expr premise, expr *result);

bool property_is_cover(const struct lowering *l)
{
    return l->rule->kind == MURPHI_COVER;
}

static void peel_binders(struct lowering *, const struct murphi_expr *body, const struct murphi_binder *, expr premise,
                         expr *result);

static void peel_instance(struct executor *x, void *context, expr active)
{
    const struct peeling *p = context;
    struct lowering *l = p->lowering;
    if (mu_is_left_out(l, l->binders.count - 1))
        return;
    peel_binders(l, p->body, p->binder->next, model_and(x->model, p->premise, active), p->result);
}

static void peel_binders(struct lowering *l, const struct murphi_expr *body, const struct murphi_binder *binder,
                         expr premise, expr *result)
{
    struct peeling peeling = {l, body, binder, premise, result};
    if (!binder) {
        peel(l, body, premise, result);
        return;
    }
    array_push(l->mem, &l->binders, binder);
    mu_each(&l->x, binder, false, peel_instance, &peeling);
    l->binders.count--;
}

// Adds what the condition says under a premise to the result.
static void peel(struct lowering *l, const struct murphi_expr *e, expr premise, expr *result)
{
    struct executor *x = &l->x;
    struct model *m = x->model;
    if (e->op == (property_is_cover(l) ? MURPHI_EXISTS : MURPHI_FORALL)) {
        peel_binders(l, e->args[0], e->binders, premise, result);
    } else if (e->op == (property_is_cover(l) ? MURPHI_OR : MURPHI_AND)) {
        for (uint32_t i = 0; i < e->count; i++)
            peel(l, e->args[i], premise, result);
    } else if (e->op == MURPHI_IMPLIES && e->count == 2 && !property_is_cover(l) && e != x->cut) {
        peel(l, e->args[1], model_and(m, premise, mu_value(x, e->args[0])), result);
    } else if (property_is_cover(l)) {
        *result = model_or(m, *result, model_and(m, premise, mu_value(x, e)));
    } else {
        *result = model_and(m, *result, model_implies(m, premise, mu_value(x, e)));
    }
}

// The value of the rule's condition for one instance; false if it has a run-time error.
static bool peel_condition(struct lowering *l, expr *result)
{
    struct executor *x = &l->x;
    size_t errors = x->errors.count, path = x->path.count;
    expr any_error = x->any_error;
    if (!x->options.one_per_orbit || l->all_instances || x->stopped)
        return false;
    *result = property_is_cover(l) ? model_false(x->model) : model_true(x->model);
    peel(l, l->rule->guard, model_true(x->model), result);
    if (x->errors.count == errors)
        return true;
    mu_path_pop_to(x, path);
    x->errors.count = errors;
    x->any_error = any_error;
    x->stopped = x->failed;
    return false;
}

void property_add_instance(struct lowering *l, void *context)
{
    struct executor *x = &l->x;
    struct model *m = x->model;
    struct lowered *result = context;
    expr here = mu_path(x), v;
    bool is_peeled = peel_condition(l, &v);
    if (property_is_cover(l)) {
        if (!is_peeled)
            v = x->stopped ? model_false(m) : mu_value(x, l->rule->guard);
        v = model_and(m, model_and(m, here, v), model_not(m, x->any_error));
        result->condition = model_or(m, result->condition, v);
    } else {
        v = model_implies(m, here, is_peeled ? model_or(m, v, x->any_error) : value_or_error(l));
        result->condition = model_and(m, result->condition, model_and(m, v, model_not(m, x->any_error)));
    }
    result->sound = model_and(m, result->sound, model_not(m, x->any_error));
    refuse_assumptions(l);
    if (l->rule->kind != MURPHI_ASSUME) // where the rule that leads there has one
        mu_add_errors(l);
}

static const void *copy_list(struct lowering *l, const void *list, size_t bytes)
{
    return bytes ? memcpy(arena_alloc(&l->arena, bytes), list, bytes) : NULL;
}

void property_lower_temporal(struct lowering *l, const struct murphi_rule *rule, struct waiting_property *waiting)
{
    struct temporal t = {0};
    mu_each_instance(l, rule, lower_temporal_instance, &t);
    waiting->property.formula = mu_lower_formulas(l->x.model, FORMULA_AND, t.instances.at, t.instances.count);
    waiting->instance_count = t.instances.count;
    waiting->instances = copy_list(l, t.instances.at, t.instances.count * sizeof *t.instances.at);
    waiting->placements = copy_list(l, t.placements.at, t.placements.count * sizeof *t.placements.at);
    array_free(l->mem, &t.instances);
    array_free(l->mem, &t.placements);
}
