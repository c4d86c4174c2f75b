// What the text says of a proof by counters: the classes that grow, and how many elements steps, run-time errors and
// properties need.
#include "murphi/print.h"
#include "run/every_size/counter_proof_parts.h"

struct cause counter_proof_explain(struct counter_proof *p, const struct size_refusal *refusal)
{
    return cause_keep(size_refusal_cause(&p->setup.example->murphi, refusal), p->arena);
}

struct cause counter_proof_find_needs(struct counter_proof *p)
{
    const struct murphi_tree *tree = &p->setup.example->murphi;
    for (const struct murphi_rule *rule = tree->rules; rule; rule = rule->next) {
        struct size_need need;
        struct size_refusal refusal;
        bool is_fairness = rule->kind == MURPHI_JUSTICE || rule->kind == MURPHI_COMPASSION; // which may go wrong
        if (rule->kind != MURPHI_RULE && rule->kind != MURPHI_STARTSTATE && !is_fairness)
            continue;
        bool good = murphi_size_need(tree, p->classes.at, p->classes.count, rule, &need, &refusal);
        if (!good && !is_fairness)
            return counter_proof_explain(p, &refusal);
        if (!good)
            need.errors = refusal;
        p->for_errors = counter_proof_more(p->for_errors, need.parameters + need.for_errors);
        if (!p->errors.cause.code)
            p->errors = need.errors;
        if (is_fairness)
            continue;
        if (rule->kind == MURPHI_STARTSTATE) {
            p->for_starts = counter_proof_more(p->for_starts, need.parameters + need.witnesses);
            continue;
        }
        p->for_steps = counter_proof_more(p->for_steps, need.parameters + need.witnesses);
        p->for_disabled = counter_proof_more(p->for_disabled, need.parameters + need.witnesses + need.for_disabled);
        if (!p->disabled.cause.code)
            p->disabled = need.disabled;
    }
    return cause_of(CAUSE_NONE);
}

struct cause counter_proof_find_classes(struct counter_proof *p)
{
    const struct murphi_tree *tree = &p->setup.example->murphi;
    struct size_refusal refusal;
    if (!murphi_sized_classes(tree, p->setup.constant, &p->classes, &refusal))
        return refusal.cause.code ? counter_proof_explain(p, &refusal) : cause_of(CAUSE_SIZE_NO_CONSTANT);
    if (p->classes.shrinking.cause.code)
        return counter_proof_explain(p, &p->classes.shrinking);
    p->least = UINT64_MAX;
    for (size_t i = 0; i < p->classes.count; i++)
        p->least = murphi_size(p->classes.at[i]) < p->least ? murphi_size(p->classes.at[i]) : p->least;
    return cause_of(CAUSE_NONE);
}

const struct murphi_rule *counter_proof_rule_of(const struct murphi_tree *tree, goal_id goal)
{
    for (const struct murphi_rule *rule = tree->rules; rule; rule = rule->next)
        if (murphi_invariant_of(rule) && murphi_goal_of(rule) == goal)
            return rule;
    return NULL;
}

enum property_kind counter_proof_kind_of(const struct counter_proof *p, size_t goal)
{
    const struct model *m = p->setup.example->model;
    return model_property(m, model_find_goal(m, p->goals[goal].goal))->kind;
}

bool counter_proof_has_runtime_error(const struct model *m, goal_id goal)
{
    for (size_t i = 0; i < model_runtime_error_count(m); i++)
        if (model_runtime_error(m, i)->goal == goal)
            return true;
    return false;
}

void counter_proof_refuse_all(struct counter_proof *p, struct cause why)
{
    for (size_t i = 0; i < p->count; i++) {
        enum property_kind kind = counter_proof_kind_of(p, i);
        bool is_safety = kind == PROPERTY_RUNTIME_ERROR || kind == PROPERTY_DEADLOCK ||
                         counter_proof_rule_of(&p->setup.example->murphi, p->goals[i].goal);
        if (!p->goals[i].holds && !p->goals[i].why.code)
            p->goals[i].why = is_safety ? why : cause_of(CAUSE_SIZE_KIND_FOR_COUNTERS);
    }
}

bool counter_proof_property_need(struct counter_proof *p, struct counter_goal *g, uint32_t *need)
{
    const struct model *m = p->setup.example->model;
    const struct property *property = model_property(m, model_find_goal(m, g->goal));
    const struct murphi_rule *rule = counter_proof_rule_of(&p->setup.example->murphi, g->goal);
    const struct size_refusal *refused = NULL;
    struct size_need *own = &p->needs[g - p->goals];
    struct size_refusal refusal;
    *own = (struct size_need){0};
    switch (property->kind) {
    case PROPERTY_RUNTIME_ERROR:
        refused = &p->errors;
        *need = p->for_errors;
        break;
    case PROPERTY_DEADLOCK:
        refused = p->errors.cause.code ? &p->errors : &p->disabled;
        *need = counter_proof_more(p->for_disabled, p->for_errors);
        break;
    default:
        if (!rule) {
            g->why = cause_of(CAUSE_SIZE_KIND_FOR_COUNTERS);
            return false;
        }
        if (!murphi_size_need(&p->setup.example->murphi, p->classes.at, p->classes.count, rule, own, &refusal))
            refused = &refusal;
        *need = own->parameters + own->witnesses;
    }
    if (refused && refused->cause.code)
        g->why = counter_proof_explain(p, refused);
    return !refused || !refused->cause.code;
}
