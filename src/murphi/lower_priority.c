// Priorities of rules, as CMurphi obeys them: of the rules whose guards are true, only those with the lowest number
// fire. So a rule with a higher number has the condition in addition that none with a lower one is enabled. That is one
// expression for all rules of a number, with all instances in it, so that symmetries keep it and counters can count it.
// All guards are evaluated in any case: what is wrong in one is wrong whether its rule may fire or not.
#include "murphi/lowering.h"

#include <assert.h>
#include <stdlib.h>

static int by_number(const void *a, const void *b)
{
    int64_t left = ((const struct priority *)a)->number, right = ((const struct priority *)b)->number;
    return (left > right) - (left < right);
}

// Each number once.
static void find_numbers(struct lowering *l)
{
    size_t kept = 0;
    l->priorities.count = 0;
    for (const struct murphi_rule *rule = l->tree->rules; rule; rule = rule->next)
        if (rule->kind == MURPHI_RULE) {
            struct priority priority = {rule->priority, model_false(l->x.model)};
            array_push(l->mem, &l->priorities, priority);
        }
    if (!l->priorities.count)
        return;
    qsort(l->priorities.at, l->priorities.count, sizeof *l->priorities.at, by_number);
    for (size_t i = 1; i < l->priorities.count; i++)
        if (l->priorities.at[i].number != l->priorities.at[kept].number)
            l->priorities.at[++kept] = l->priorities.at[i];
    l->priorities.count = kept + 1;
}

static struct priority *find_priority(const struct lowering *l, int64_t number)
{
    struct priority key = {number, EXPR_NONE};
    return l->priorities.count
               ? bsearch(&key, l->priorities.at, l->priorities.count, sizeof *l->priorities.at, by_number)
               : NULL;
}

// ---- Which rules are enabled where ----------------------------------------------------------------------------------

struct enabled {
    int64_t number;
    uint32_t order;
    expr condition;
};
typedef ARRAY(struct enabled) enabled_array;

static void note_enabled(struct lowering *l, void *context)
{
    struct executor *x = &l->x;
    enabled_array *enabled = context;
    if (l->rule->guard && !x->stopped)
        mu_path_push(x, mu_value(x, l->rule->guard));
    if (x->stopped)
        return;
    mu_path_push(x,
                 model_not(x->model, x->any_error)); // a rule whose guard has no value does not fire, and blocks none
    struct enabled one = {l->rule->priority, (uint32_t)enabled->count, mu_path(x)};
    array_push(l->mem, enabled, one);
}

static int by_number_and_order(const void *a, const void *b)
{
    const struct enabled *left = a, *right = b;
    if (left->number != right->number)
        return left->number > right->number ? 1 : -1;
    return (left->order > right->order) - (left->order < right->order);
}

// Where a rule of one of the conditions is enabled, from `i` on as long as they have this number.
static expr enabled_with(struct lowering *l, int64_t number, const enabled_array *enabled, size_t *i)
{
    ARRAY(expr) terms = {0};
    for (; *i < enabled->count && enabled->at[*i].number == number; ++*i)
        array_push(l->mem, &terms, enabled->at[*i].condition);
    expr result = model_nary(l->x.model, OP_OR, terms.at, terms.count);
    array_free(l->mem, &terms);
    return result;
}

static void block(struct lowering *l, enabled_array *enabled)
{
    size_t next = 0;
    if (enabled->count)
        qsort(enabled->at, enabled->count, sizeof *enabled->at, by_number_and_order);
    for (size_t i = 0; i + 1 < l->priorities.count; i++) {
        const struct priority *better = &l->priorities.at[i];
        l->priorities.at[i + 1].blocked =
            model_or(l->x.model, better->blocked, enabled_with(l, better->number, enabled, &next));
    }
}

// What guards cover is noted when the rules are lowered.
void mu_priorities_find(struct lowering *l)
{
    size_t covers = l->x.covers.count;
    enabled_array enabled = {0};
    find_numbers(l);
    if (l->priorities.count < 2)
        return;
    int64_t worst = array_last(&l->priorities).number;
    l->all_instances = true;
    for (const struct murphi_rule *rule = l->tree->rules; rule && !l->x.failed; rule = rule->next)
        if (rule->kind == MURPHI_RULE && rule->priority != worst)
            mu_each_instance(l, rule, note_enabled, &enabled);
    l->all_instances = false;
    l->x.covers.count = covers;
    block(l, &enabled);
    array_free(l->mem, &enabled);
}

expr mu_blocked(const struct lowering *l)
{
    const struct priority *priority = find_priority(l, l->rule->priority);
    assert(priority);
    return priority->blocked;
}
