// The cases of an invariant: one for each combination of what its rulesets and the quantifiers around its condition
// range over, so that who reads a counterexample is told for which components the invariant is violated.
//
// They are for that only, and no search looks at them. A condition that goes wrong in a case is a run-time error, which
// is told of by itself.
#include "murphi/lowering.h"

#define MOST_CASES 4096 // of one invariant; beyond that none are noted

struct cases {
    struct lowering *lowering;
    const struct murphi_expr *body;
    const struct murphi_binder *binder;
    expr premise;
    size_t *count;
};

static void walk(struct lowering *, const struct murphi_expr *, expr premise, size_t *count);

static void note(struct lowering *l, const struct murphi_expr *e, expr premise, size_t *count)
{
    struct executor *x = &l->x;
    struct str text = {0};
    size_t errors = x->errors.count, path = x->path.count, covers = x->covers.count;
    expr any_error = x->any_error, assumed = x->assumed;
    expr condition = model_implies(x->model, premise, mu_value(x, e));
    mu_path_pop_to(x, path);
    x->errors.count = errors;
    x->covers.count = covers;
    x->any_error = any_error;
    x->assumed = assumed;
    x->stopped = x->failed;
    if (x->failed || mu_is_true(x, condition))
        return;
    for (size_t i = 0; i < l->binders.count; i++)
        mu_add_parameter(l, l->binders.at[i], " = ", text.count ? ", " : "", &text);
    if (text.count)
        model_add_case(x->model, &(struct property_case){
                                     .goal = murphi_goal_of(l->rule), .text = text.at, .condition = condition});
    ++*count;
    str_free(l->mem, &text);
}

static void walk_binders(struct lowering *, const struct murphi_expr *body, const struct murphi_binder *, expr premise,
                         size_t *count);

static void walk_instance(struct executor *x, void *context, expr active)
{
    const struct cases *c = context;
    struct lowering *l = c->lowering;
    if (*c->count < MOST_CASES && !mu_is_left_out(l, l->binders.count - 1))
        walk_binders(l, c->body, c->binder->next, model_and(x->model, c->premise, active), c->count);
}

static void walk_binders(struct lowering *l, const struct murphi_expr *body, const struct murphi_binder *binder,
                         expr premise, size_t *count)
{
    struct cases cases = {l, body, binder, premise, count};
    if (!binder) {
        walk(l, body, premise, count);
        return;
    }
    array_push(l->mem, &l->binders, binder);
    mu_each(&l->x, binder, false, walk_instance, &cases);
    l->binders.count--;
}

static void walk(struct lowering *l, const struct murphi_expr *e, expr premise, size_t *count)
{
    if (e->op == MURPHI_FORALL)
        walk_binders(l, e->args[0], e->binders, premise, count);
    else if (e->op == MURPHI_AND)
        for (uint32_t i = 0; i < e->count; i++)
            walk(l, e->args[i], premise, count);
    else
        note(l, e, premise, count);
}

static void walk_rule(struct lowering *l, void *context)
{
    size_t *count = context;
    if (!l->x.stopped && *count < MOST_CASES)
        walk(l, l->rule->guard, mu_path(&l->x), count);
}

static bool has_forall(const struct murphi_expr *e)
{
    bool has = e->op == MURPHI_FORALL;
    for (uint32_t i = 0; i < e->count && e->op == MURPHI_AND; i++)
        has |= has_forall(e->args[i]);
    return has;
}

void mu_lower_cases(struct lowering *l, const struct murphi_rule *rule)
{
    bool is_whole = !l->x.options.one_per_orbit || l->x.options.portion;
    uint32_t number = l->numbers[rule->kind];
    size_t count = 0;
    if (rule->kind != MURPHI_INVARIANT || !is_whole || l->x.failed || !(rule->binders || has_forall(rule->guard)))
        return;
    l->is_final = false; // nothing else of it goes to the model
    mu_each_instance(l, rule, walk_rule, &count);
    l->is_final = true;
    l->numbers[rule->kind] = number;
}
