// Fairness: conditions as they are written, and fair rules.
//
// A fair rule is a condition of steps: "taken" is no matter of states. With a monitor it becomes one: infinitely often
// some state is one that the rule led to. That no action is enabled in a state, and that the rule led to it, are two
// things that need not be said of the same state: weak fairness asks for one of them again and again, strong fairness
// for the second where the first fails again and again.
//
// The monitor says which kind of rule was taken last, and for which elements. These are ids like those in any cell: so
// permutations of components take the conditions of rules to each other, as they do with conditions that are written.
#include <string.h>

#include "murphi/lowering.h"

// ---- Fair rules -----------------------------------------------------------------------------------------------------

// What tells the instance from others: its rule and its parameters, but not what `choose` takes. And its kind, in which
// elements of classes are left out.
static uint32_t key_of_instance(struct lowering *l, struct str *name, uint32_t *kind)
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
    *kind = mu_instance_family(l);
    l->binders.at = all;
    l->binders.count = count;
    mem_free(l->mem, without, (count + 1) * sizeof *without);
    str_add(l->mem, &key, "%u %s", (unsigned)l->rule->span.offset, str_text(name));
    uint32_t id = murphi_symbol(l->tree, key.at, key.count)->id;
    str_free(l->mem, &key);
    return id;
}

// The number that a key has in a map, which is `next` if it is new.
static uint32_t number_of(struct lowering *l, struct int_map *map, uint32_t key, uint32_t next)
{
    const uint32_t *found = int_map_find(map, key);
    bool added;
    if (found)
        return *found;
    if (!int_map_try_add(l->mem, map, key, next, &added))
        mem_exhausted(l->mem);
    return next;
}

static void note_instance(struct lowering *l, void *context)
{
    struct str name = {0};
    uint32_t *kinds = context, kind, key = key_of_instance(l, &name, &kind);
    if (number_of(l, &l->fair_by_key, key, (uint32_t)l->fair.count) == l->fair.count) {
        struct fair_instance instance = {.key = key, .is_strong = l->rule->fairness == MURPHI_STRONGLY_FAIR};
        instance.kind = number_of(l, &l->kind_by_key, kind, *kinds + 1);
        *kinds = instance.kind > *kinds ? instance.kind : *kinds;
        instance.name = arena_copy(&l->arena, name.at, name.count);
        instance.enabled = EXPR_NONE;
        mu_instance_sites(l);
        size_t bytes = l->sites.count * sizeof *l->sites.at;
        instance.sites = bytes ? memcpy(arena_alloc(&l->arena, bytes), l->sites.at, bytes) : NULL;
        instance.site_count = l->sites.count;
        l->sites.count = 0;
        array_push(l->mem, &l->fair, instance);
    }
    str_free(l->mem, &name);
}

// Which of the monitor's ids is that of a parameter: the parameters of a class have its ids in their order.
static size_t id_of_parameter(const struct lowering *l, const struct fair_instance *fair, size_t site)
{
    size_t before = 0;
    for (size_t i = 0; i < site; i++)
        before += fair->sites[i].class == fair->sites[site].class;
    for (size_t i = 0; i < l->ids.count; i++)
        if (l->ids.at[i].class == fair->sites[site].class && before-- == 0)
            return i;
    return l->ids.count;
}

static void add_id(struct lowering *l, uint32_t class)
{
    struct model *m = l->x.model;
    const struct component_class *c = model_class(m, class);
    struct str name = {0};
    str_add(l->mem, &name, "rule taken last, %s %zu", c->name, l->ids.count + 1);
    type_id type = model_optional(m, model_enum(m, c->ids, c->size));
    array_push(l->mem, &l->ids, ((struct monitored_id){class, model_add_cell(m, name.at, type, CELL_STATE)}));
    str_free(l->mem, &name);
}

static void add_monitor(struct lowering *l, uint32_t kinds)
{
    l->monitor = model_add_cell(l->x.model, "rule taken last", model_integer(l->x.model, 0, kinds), CELL_STATE);
    for (size_t i = 0; i < l->fair.count; i++)
        for (size_t k = 0; k < l->fair.at[i].site_count; k++)
            if (id_of_parameter(l, &l->fair.at[i], k) == l->ids.count)
                add_id(l, l->fair.at[i].sites[k].class);
}

// Rules have numbers, so that those without a name are counted, too.
void mu_fairness_open(struct lowering *l)
{
    uint32_t kinds = 0;
    mu_store_cells(l);
    l->numbers[MURPHI_RULE] = 0;
    for (const struct murphi_rule *rule = l->tree->rules; rule && !l->x.failed; rule = rule->next) {
        if (rule->kind == MURPHI_RULE && rule->fairness != MURPHI_UNFAIR)
            mu_each_instance(l, rule, note_instance, &kinds);
        else if (rule->kind == MURPHI_RULE)
            l->numbers[MURPHI_RULE]++;
    }
    if (l->x.options.monitors_fair_rules && l->fair.count)
        add_monitor(l, kinds);
}

void mu_fairness_close(struct lowering *l)
{
    array_free(l->mem, &l->fair);
    array_free(l->mem, &l->fair_of_action);
    array_free(l->mem, &l->ids);
    int_map_free(l->mem, &l->fair_by_key);
    int_map_free(l->mem, &l->kind_by_key);
}

static uint32_t fair_of_instance(struct lowering *l)
{
    struct str name = {0};
    uint32_t kind;
    if (l->rule->fairness == MURPHI_UNFAIR)
        return FAIR_RULE_NONE;
    const uint32_t *found = int_map_find(&l->fair_by_key, key_of_instance(l, &name, &kind));
    str_free(l->mem, &name);
    return found ? *found : FAIR_RULE_NONE;
}

// ---- The monitor ----------------------------------------------------------------------------------------------------

static expr id_constant(struct lowering *l, struct monitored_id id, value v)
{
    return model_const(l->x.model, model_cell(l->x.model, id.cell)->type, v);
}

// What the monitor's cells hold behind a fair rule, from the one with its kind on; NULL: behind a start, or another
// rule.
static expr monitored(struct lowering *l, const struct fair_instance *fair, size_t cell)
{
    struct model *m = l->x.model;
    if (cell == 0)
        return model_int(m, fair ? fair->kind : 0);
    struct monitored_id id = l->ids.at[cell - 1];
    for (size_t i = 0; fair && i < fair->site_count; i++)
        if (id_of_parameter(l, fair, i) == cell - 1)
            return id_constant(l, id, model_class(m, id.class)->ids[fair->sites[i].element]);
    return id_constant(l, id, model_type(m, model_cell(m, id.cell)->type)->none);
}

static cell_id cell_of_monitor(const struct lowering *l, size_t cell)
{
    return cell == 0 ? l->monitor : l->ids.at[cell - 1].cell;
}

void mu_fairness_note_start(struct lowering *l, size_t start)
{
    for (size_t i = 0; l->monitor != CELL_NONE && i <= l->ids.count; i++)
        model_add_to_start(l->x.model, start, (struct part){PART_CHOICE, cell_of_monitor(l, i), monitored(l, NULL, i)});
}

static const struct fair_instance *instance_at_hand(struct lowering *l)
{
    uint32_t fair = fair_of_instance(l);
    return fair == FAIR_RULE_NONE ? NULL : &l->fair.at[fair];
}

void mu_fairness_note_action(struct lowering *l, size_t action)
{
    const struct fair_instance *fair = instance_at_hand(l);
    array_push(l->mem, &l->fair_of_action, fair ? (uint32_t)(fair - l->fair.at) : FAIR_RULE_NONE);
    for (size_t i = 0; l->monitor != CELL_NONE && i <= l->ids.count; i++)
        model_add_to_action(l->x.model, action,
                            (struct part){PART_CHOICE, cell_of_monitor(l, i), monitored(l, fair, i)});
}

void mu_fairness_record(struct lowering *l)
{
    for (size_t i = 0; l->monitor != CELL_NONE && i <= l->ids.count; i++)
        mu_record(&l->x, (struct procedure_step){PROCEDURE_SET, cell_of_monitor(l, i),
                                                 monitored(l, instance_at_hand(l), i), 0, 0});
}

// It is noted that a condition depends on no elements but the parameters.
static expr named(struct lowering *l, expr condition, const struct site *sites, size_t count)
{
    model_name_elements(l->x.model, condition, sites, count);
    return condition;
}

static void add_condition_of(struct lowering *l, const struct fair_instance *fair)
{
    struct model *m = l->x.model;
    const struct site *sites = fair->sites;
    expr taken = model_true(m);
    for (size_t i = 0; i <= l->ids.count; i++)
        taken = model_and(m, taken,
                          model_binary(m, OP_EQ, model_cell_expr(m, cell_of_monitor(l, i)), monitored(l, fair, i)));
    if (fair->is_strong)
        model_add_compassion(m, named(l, fair->enabled, sites, fair->site_count),
                             named(l, taken, sites, fair->site_count));
    else
        model_add_justice(m, named(l, model_or(m, model_not(m, fair->enabled), taken), sites, fair->site_count));
}

// ---- Fair rules -----------------------------------------------------------------------------------------------------

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
            add_condition_of(l, fair);
        else
            model_add_fair_rule(
                m, &(struct fair_rule){fair->name, fair->is_strong, fair->enabled, fair->sites, fair->site_count});
    }
    for (size_t a = 0; a < l->fair_of_action.count && l->monitor == CELL_NONE; a++)
        if (l->fair_of_action.at[a] != FAIR_RULE_NONE)
            model_put_under_fair_rule(m, a, l->fair_of_action.at[a]);
}

// ---- Conditions -----------------------------------------------------------------------------------------------------

// Where a condition has a run-time error it does not hold; the run-time error is reported.
static expr lower_part(struct lowering *l, const struct murphi_expr *e)
{
    struct executor *x = &l->x;
    expr v = x->stopped ? model_false(x->model) : mu_value(x, e);
    return model_and(x->model, v, model_not(x->model, x->any_error));
}

static expr named_by_parameters(struct lowering *l, expr condition)
{
    mu_instance_sites(l);
    named(l, condition, l->sites.at, l->sites.count);
    l->sites.count = 0;
    return condition;
}

static void lower_instance(struct lowering *l, void *context)
{
    struct model *m = l->x.model;
    (void)context;
    expr here = mu_path(&l->x), first = lower_part(l, l->rule->guard);
    if (l->rule->kind == MURPHI_JUSTICE) {
        model_add_justice(m, named_by_parameters(l, model_or(m, model_not(m, here), first)));
    } else {
        expr second = lower_part(l, l->rule->second);
        model_add_compassion(m, named_by_parameters(l, model_and(m, here, first)), named_by_parameters(l, second));
    }
    mu_add_errors(l);
}

void mu_lower_fairness(struct lowering *l, const struct murphi_rule *rule)
{
    mu_each_instance(l, rule, lower_instance, NULL);
}
