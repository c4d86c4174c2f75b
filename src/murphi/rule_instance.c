// Instances of a rule, one for each combination of what stands around it; their names; and their run-time errors.
#include "murphi/lowering.h"

#include "murphi/print.h"

// ---- Instances ------------------------------------------------------------------------------------------------------

struct descent {
    struct lowering *lowering;
    mu_instance *run;
    void *context;
    size_t level;
};

struct rule_state mu_rule_state(const struct executor *x)
{
    return (struct rule_state){x->errors.count, x->error_base, x->path.count, x->trail.count,
                               x->slots.count,  x->any_error,  x->assumed,    x->stopped};
}

void mu_rule_restore(struct executor *x, const struct rule_state *state)
{
    mu_undo(x, state->trail);
    mu_path_pop_to(x, state->path);
    x->errors.count = state->errors;
    x->error_base = state->error_base;
    x->slots.count = state->slots;
    x->any_error = state->any_error;
    x->assumed = state->assumed;
    x->stopped = state->stopped || x->failed;
    x->touched.count = 0;
    x->has_removed = x->writes_stale = false;
}

static void descend(struct executor *x, void *context, expr active)
{
    struct descent *outer = context;
    struct lowering *l = outer->lowering;
    struct descent inner = *outer;
    struct rule_state state = mu_rule_state(x);
    (void)active; // it is in the path
    if (outer->level && mu_is_left_out(l, outer->level - 1))
        return;
    if (outer->level == l->binders.count) {
        x->error_base = x->errors.count;
        outer->run(l, outer->context);
    } else {
        inner.level++;
        mu_each(x, l->binders.at[outer->level], false, descend, &inner);
    }
    mu_rule_restore(x, &state);
}

// A formula for all elements is one for each of them, whether it stands in a ruleset or begins with a quantifier.
static bool is_outermost_forall(const struct murphi_rule *rule, const struct murphi_expr *e)
{
    return rule->kind >= MURPHI_CTL && e->op == MURPHI_FORALL && e->is_temporal;
}

void mu_each_instance(struct lowering *l, const struct murphi_rule *rule, mu_instance *run, void *context)
{
    struct descent descent = {l, run, context, 0};
    l->rule = rule;
    l->numbers[rule->kind]++;
    l->binders.count = 0;
    for (const struct murphi_binder *binder = rule->binders; binder; binder = binder->outer)
        array_push(l->mem, &l->binders, binder);
    for (size_t i = 0, j = l->binders.count; i + 1 < j; i++) {
        const struct murphi_binder *held = l->binders.at[i];
        l->binders.at[i] = l->binders.at[--j];
        l->binders.at[j] = held;
    }
    for (l->condition = rule->guard; is_outermost_forall(rule, l->condition); l->condition = l->condition->args[0])
        for (const struct murphi_binder *binder = l->condition->binders; binder; binder = binder->next)
            array_push(l->mem, &l->binders, binder);
    descend(&l->x, &descent, model_true(l->x.model));
    arena_free(&l->x.arena);
}

// ---- Names ----------------------------------------------------------------------------------------------------------

void mu_add_parameter(struct lowering *l, const struct murphi_binder *binder, const char *is, const char *before,
                      struct str *out)
{
    struct model *m = l->x.model;
    expr e = l->x.bindings[binder->decl->id].value;
    value v = 0;
    if (binder->kind == MURPHI_BY_ALIAS)
        return;
    model_is_const(m, e, &v);
    str_add(l->mem, out, "%s%s%s", before, binder->decl->symbol->text, is);
    if (binder->decl->type->base->kind == MURPHI_BOOLEAN)
        str_add(l->mem, out, "%s", v ? "true" : "false");
    else if (value_is_symbol(v))
        model_add_value(m, model_expr(m, e)->type, v, out);
    else
        str_add(l->mem, out, "%lld", (long long)(binder->kind == MURPHI_OVER_MULTISET ? v + 1 : v));
}

void mu_instance_name(struct lowering *l, struct str *out)
{
    const char *before = " (";
    if (l->rule->name)
        str_add(l->mem, out, "%s", l->rule->name->text);
    else
        str_add(l->mem, out, "%s %u", murphi_keyword_of(l->rule->kind), l->numbers[l->rule->kind]);
    for (size_t i = 0; i < l->binders.count; i++) {
        size_t length = out->count;
        mu_add_parameter(l, l->binders.at[i], ": ", before, out);
        if (out->count > length)
            before = ", ";
    }
    if (before[0] == ',')
        str_add(l->mem, out, ")");
}

void mu_add_where(struct lowering *l, struct str *out)
{
    struct str name = {0};
    mu_instance_name(l, &name);
    if (l->rule->name)
        str_add(l->mem, out, "%s \"%s\"", murphi_word_for(l->rule->kind), name.at);
    else
        str_add(l->mem, out, "%s", name.at);
    str_free(l->mem, &name);
}

// ---- Run-time errors ------------------------------------------------------------------------------------------------

static goal_id goal_of_errors(const struct lowering *l)
{
    bool is_property = l->rule && (l->rule->kind == MURPHI_INVARIANT || l->rule->kind == MURPHI_COVER ||
                                   l->rule->kind == MURPHI_LIVENESS || l->rule->kind == MURPHI_CTL ||
                                   l->rule->kind == MURPHI_LTL || l->rule->kind == MURPHI_CTLSTAR);
    return is_property ? murphi_goal_at(l->rule->span.offset) : GOAL_NONE;
}

// Those of a property are its own: the model does not go wrong there.
void mu_add_errors(struct lowering *l)
{
    goal_id goal = goal_of_errors(l);
    struct executor *x = &l->x;
    struct str where = {0}, text = {0};
    if (x->errors.count == 0 || !l->is_final)
        return;
    mu_add_where(l, &where);
    for (size_t i = 0; i < x->errors.count; i++) {
        if (mu_is_false(x, x->errors.at[i].condition))
            continue;
        str_clear(&text);
        mu_error_text(x, &x->errors.at[i], where.at, &text);
        model_add_runtime_error(
            x->model, &(struct runtime_error){text.at, x->errors.at[i].condition, goal, x->errors.at[i].after});
    }
    if (goal == GOAL_NONE)
        array_push(l->mem, &l->errors, mu_any_error(x, x->errors.at, x->errors.count));
    str_free(l->mem, &where);
    str_free(l->mem, &text);
}
