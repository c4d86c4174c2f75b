// Fairness: conditions as they are written, and fair rules.
//
// A fair rule is a condition of steps: "taken" is no matter of states. With a monitor it becomes one: infinitely often
// some state is one that the rule led to. That no action is enabled in a state, and that the rule led to it, are two
// things that need not be said of the same state: weak fairness asks for one of them again and again, strong fairness
// for the second where the first fails again and again.
//
// Permutations of components would have to move the numbers in the monitor, too. So classes whose elements fair rules
// have as parameters have an obstacle in a model with a monitor.
#include <string.h>

#include "murphi/lowering.h"

// ---- Fair rules -----------------------------------------------------------------------------------------------------

// What tells the instance from others: its rule and its parameters, but not what `choose` takes.
static uint32_t key_of_instance(struct lowering *l, struct str *name)
{
    struct str key = {0};
    const struct murphi_binder **all = l->binders.at;
    size_t count = l->binders.count, kept = 0;
    const struct murphi_binder **without = mem_alloc(l->mem, (count + 1) * sizeof *without);
    for (size_t i = 0; i < count; i++)
        if (all[i]->kind != MURPHI_OVER_MULTISET)
            without[kept++] = all[i];
    l->binders.at = without;
    l->binders.count = kept;
    mu_instance_name(l, name);
    l->binders.at = all;
    l->binders.count = count;
    mem_free(l->mem, without, (count + 1) * sizeof *without);
    str_add(l->mem, &key, "%u %s", (unsigned)l->rule->span.offset, str_text(name));
    uint32_t id = murphi_symbol(l->tree, key.at, key.count)->id;
    str_free(l->mem, &key);
    return id;
}

static void note_instance(struct lowering *l, void *context)
{
    struct str name = {0};
    (void)context;
    uint32_t key = key_of_instance(l, &name);
    if (!int_map_find(&l->fair_by_key, key)) {
        struct fair_instance instance = {.key = key, .is_strong = l->rule->fairness == MURPHI_STRONGLY_FAIR};
        instance.name = arena_copy(&l->arena, name.at, name.count);
        instance.enabled = EXPR_NONE;
        mu_instance_sites(l);
        size_t bytes = l->sites.count * sizeof *l->sites.at;
        instance.sites = bytes ? memcpy(arena_alloc(&l->arena, bytes), l->sites.at, bytes) : NULL;
        instance.site_count = l->sites.count;
        l->sites.count = 0;
        bool added;
        if (!int_map_try_add(l->mem, &l->fair_by_key, key, (uint32_t)l->fair.count, &added))
            mem_exhausted(l->mem);
        array_push(l->mem, &l->fair, instance);
    }
    str_free(l->mem, &name);
}

// Rules have numbers, so that those without a name are counted, too.
void mu_fairness_open(struct lowering *l)
{
    mu_store_cells(l);
    l->numbers[MURPHI_RULE] = 0;
    for (const struct murphi_rule *rule = l->tree->rules; rule && !l->x.failed; rule = rule->next) {
        if (rule->kind == MURPHI_RULE && rule->fairness != MURPHI_UNFAIR)
            mu_each_instance(l, rule, note_instance, NULL);
        else if (rule->kind == MURPHI_RULE)
            l->numbers[MURPHI_RULE]++;
    }
    if (l->x.options.monitors_fair_rules && l->fair.count)
        l->monitor = model_add_cell(l->x.model, "rule taken last", model_integer(l->x.model, 0, (value)l->fair.count),
                                    CELL_STATE);
}

void mu_fairness_close(struct lowering *l)
{
    array_free(l->mem, &l->fair);
    array_free(l->mem, &l->fair_of_action);
    int_map_free(l->mem, &l->fair_by_key);
}

static uint32_t fair_of_instance(struct lowering *l)
{
    struct str name = {0};
    if (l->rule->fairness == MURPHI_UNFAIR)
        return FAIR_RULE_NONE;
    const uint32_t *found = int_map_find(&l->fair_by_key, key_of_instance(l, &name));
    str_free(l->mem, &name);
    return found ? *found : FAIR_RULE_NONE;
}

expr mu_fairness_monitored(struct lowering *l)
{
    uint32_t fair = fair_of_instance(l);
    return model_int(l->x.model, fair == FAIR_RULE_NONE ? 0 : (value)fair + 1);
}

void mu_fairness_note_action(struct lowering *l, size_t action)
{
    array_push(l->mem, &l->fair_of_action, fair_of_instance(l));
    if (l->monitor != CELL_NONE)
        model_add_to_action(l->x.model, action, (struct part){PART_CHOICE, l->monitor, mu_fairness_monitored(l)});
}

static void obstruct_classes(struct lowering *l, const struct fair_instance *fair)
{
    for (size_t i = 0; i < fair->site_count; i++)
        model_obstruct_class(l->x.model, fair->sites[i].class, "rules of its elements are fair, each by itself");
}

static void add_condition_of(struct lowering *l, size_t number)
{
    struct model *m = l->x.model;
    const struct fair_instance *fair = &l->fair.at[number];
    expr taken = model_binary(m, OP_EQ, model_cell_expr(m, l->monitor), model_int(m, (value)number + 1));
    if (fair->is_strong)
        model_add_compassion(m, fair->enabled, taken);
    else
        model_add_justice(m, model_or(m, model_not(m, fair->enabled), taken));
    obstruct_classes(l, fair);
}

void mu_fairness_add(struct lowering *l)
{
    struct model *m = l->x.model;
    for (size_t i = 0; i < l->fair.count; i++)
        l->fair.at[i].enabled = model_false(m);
    for (size_t a = 0; a < l->fair_of_action.count; a++)
        if (l->fair_of_action.at[a] != FAIR_RULE_NONE) {
            struct fair_instance *fair = &l->fair.at[l->fair_of_action.at[a]];
            fair->enabled = model_or(m, fair->enabled, model_action_enabled(m, a));
        }
    for (size_t i = 0; i < l->fair.count; i++) {
        const struct fair_instance *fair = &l->fair.at[i];
        if (l->monitor != CELL_NONE)
            add_condition_of(l, i);
        else
            model_add_fair_rule(
                m, &(struct fair_rule){fair->name, fair->is_strong, fair->enabled, fair->sites, fair->site_count});
    }
    for (size_t a = 0; a < l->fair_of_action.count && l->monitor == CELL_NONE; a++)
        if (l->fair_of_action.at[a] != FAIR_RULE_NONE)
            model_put_under_fair_rule(m, a, l->fair_of_action.at[a]);
}

// ---- Conditions -----------------------------------------------------------------------------------------------------

// Where a condition has a fault it does not hold; the fault is reported.
static expr lower_part(struct lowering *l, const struct murphi_expr *e)
{
    struct executor *x = &l->x;
    expr v = x->stopped ? model_false(x->model) : mu_value(x, e);
    return model_and(x->model, v, model_not(x->model, x->faulty));
}

// It is noted that the condition depends on no elements but the parameters.
static expr named(struct lowering *l, expr condition)
{
    mu_instance_sites(l);
    model_name_elements(l->x.model, condition, l->sites.at, l->sites.count);
    l->sites.count = 0;
    return condition;
}

static void lower_instance(struct lowering *l, void *context)
{
    struct model *m = l->x.model;
    (void)context;
    expr here = mu_path(&l->x), first = lower_part(l, l->rule->guard);
    if (l->rule->kind == MURPHI_JUSTICE) {
        model_add_justice(m, named(l, model_or(m, model_not(m, here), first)));
    } else {
        expr second = lower_part(l, l->rule->second);
        model_add_compassion(m, named(l, model_and(m, here, first)), named(l, second));
    }
    mu_add_faults(l);
}

void mu_lower_fairness(struct lowering *l, const struct murphi_rule *rule)
{
    mu_each_instance(l, rule, lower_instance, NULL);
}
