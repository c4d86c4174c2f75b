// Start states and rules: each is run once for every combination of its parameters, and what it has changed becomes a
// start or an action.
#include "murphi/lowering.h"

#include <stdlib.h>

// ---- What is assumed ------------------------------------------------------------------------------------------------
// Where an `assume` cannot be evaluated in the state that a rule or a start leads to, that is a run-time error of the
// rule or the start, and there is no such state. All instances of one are looked at, so that their order does not
// matter: there is a run-time error where one of them has one, and no other is false.

struct assuming {
    const struct murphi_rule *rule;
    size_t around; // binders that are still to come, the outermost first
    expr any_error, others, any;
};

static void assume_instance(struct executor *x, void *context, expr active)
{
    struct assuming *a = context;
    struct model *m = x->model;
    const struct murphi_binder *binder = a->rule->binders;
    (void)active; // it is in the path
    for (size_t i = 1; i < a->around; i++)
        binder = binder->outer;
    if (a->around > 0) {
        a->around--;
        mu_each(x, binder, false, assume_instance, a);
        a->around++;
        return;
    }
    size_t path = x->path.count;
    expr here = mu_path(x), v = x->stopped ? model_true(m) : mu_value(x, a->rule->guard);
    a->others = model_and(m, a->others, model_implies(m, here, model_or(m, v, x->any_error)));
    a->any = model_or(m, a->any, x->any_error);
    mu_path_pop_to(x, path);
    x->any_error = a->any_error;
    x->stopped = x->failed;
}

// Of one rule, whose run-time errors count where those before it are true. Gives where it has one.
static expr assume_rule(struct executor *x, struct assuming *a)
{
    struct model *m = x->model;
    size_t first = x->errors.count;
    x->error_base = first;
    a->around = 0;
    a->any = model_false(m);
    for (const struct murphi_binder *binder = a->rule->binders; binder; binder = binder->outer)
        a->around++;
    assume_instance(x, a, model_true(m));
    for (size_t i = first; i < x->errors.count; i++)
        x->errors.at[i].condition = model_and(m, x->errors.at[i].condition, a->others);
    return model_and(m, a->any, a->others);
}

// Gives whether there may be such a run-time error, and where all that have none are true. Nothing else is left of the
// evaluation.
static bool assume_all(struct lowering *l, expr *others)
{
    struct executor *x = &l->x;
    struct model *m = x->model;
    struct assuming a = {NULL, 0, x->any_error, model_true(m), model_false(m)};
    size_t errors = x->errors.count, path = x->path.count, base = x->error_base, trail = x->trail.count;
    size_t covers = x->covers.count;
    expr any_error = x->any_error;
    *others = a.others;
    if (x->stopped || !l->is_final)
        return false;
    for (a.rule = l->tree->rules; a.rule && !x->failed; a.rule = a.rule->next)
        if (a.rule->kind == MURPHI_ASSUME)
            any_error = model_or(m, any_error, assume_rule(x, &a));
    mu_undo(x, trail);
    mu_path_pop_to(x, path);
    x->covers.count = covers;
    x->error_base = base;
    x->any_error = any_error;
    *others = a.others;
    return x->errors.count > errors;
}

// ---- Start states ---------------------------------------------------------------------------------------------------

// The types of elements of a multiset: those that are simple, in the order of its slots, and the truth values of
// multisets inside are none of them.
static bool is_always_defined(const struct lowering *l, const struct murphi_type *type, uint32_t *slot)
{
    bool always = false;
    switch (type->kind) {
    case MURPHI_MULTISET:
        for (int64_t i = type->low; i <= type->high; i++) {
            ++*slot;
            always |= is_always_defined(l, type->element, slot);
        }
        return always;
    case MURPHI_ARRAY:
        for (uint64_t i = 0; i < murphi_size(type->index); i++)
            always |= is_always_defined(l, type->element, slot);
        return always;
    case MURPHI_RECORD:
        for (uint32_t i = 0; i < type->field_count; i++)
            always |= is_always_defined(l, type->fields[i].type, slot);
        return always;
    default:
        return l->always[(*slot)++];
    }
}

// Whether somebody sees in which order the elements of a multiset are that a rule has changed. While it is found out
// which cells are always defined, that matters if some part of an element may be. Of a model with one instance per
// orbit, only counters look at what its actions do, and they refuse multisets of ids.
static bool order_is_seen(const struct lowering *l, const struct touched_multiset *t)
{
    uint32_t slot = t->slot;
    if (!l->is_final)
        return is_always_defined(l, t->type, &slot);
    return !l->x.options.one_per_orbit || l->x.options.portion || l->x.options.tracked ||
           !mu_holds_ids(l, t->type->element);
}

static void tidy_rule(struct lowering *l)
{
    size_t count = 0;
    mu_multisets_forget(&l->x);
    for (size_t i = 0; i < l->x.touched.count; i++)
        if (order_is_seen(l, &l->x.touched.at[i]))
            l->x.touched.at[count++] = l->x.touched.at[i];
    l->x.touched.count = count;
    mu_multisets_tidy(&l->x);
}

static void run_body(struct lowering *l)
{
    size_t saved = l->x.saved.count;
    if (l->x.stopped)
        return;
    l->x.writes_whole = false;
    mu_locals(&l->x, l->rule->decls);
    mu_execute(&l->x, l->rule->body);
    mu_unbind_to(&l->x, saved);
    if (l->rule->kind == MURPHI_RULE && l->x.writes_whole)
        mu_keep_absent(&l->x, l->initial);
    if (l->x.stopped)
        return;
    if (l->rule->kind == MURPHI_RULE) {
        tidy_rule(l);
        return;
    }
    mu_multisets_forget(&l->x);
    mu_multisets_tidy(&l->x);
}

// There is no state in which that could be asked for.
static void note_error_of_start(struct lowering *l)
{
    struct executor *x = &l->x;
    struct str where = {0}, text = {0};
    if (!l->is_final || l->start_error)
        return;
    mu_add_where(l, &where);
    mu_error_text(x, &x->errors.at[0], where.at, &text);
    l->start_error = arena_copy(&l->arena, text.at, text.count);
    str_free(l->mem, &where);
    str_free(l->mem, &text);
}

// Everything is undefined at first, so that all values come out constant. Gives the condition to be in this state.
static expr add_start(struct lowering *l)
{
    struct executor *x = &l->x;
    struct model *m = x->model;
    struct str name = {0};
    size_t first = x->terms.count;
    mu_instance_name(l, &name);
    size_t start = model_add_start(m, name.at);
    for (uint32_t i = 0; i < x->state_slots && mu_goes_on(x); i++) {
        expr v = mu_cell_value(l, i);
        model_add_to_start(m, start, (struct part){PART_CHOICE, i, v});
        array_push(l->mem, &x->terms, model_binary(m, OP_EQ, model_cell_expr(m, i), v));
    }
    mu_fairness_note_start(l, start);
    expr here = model_nary(m, OP_AND, x->terms.at + first, x->terms.count - first);
    x->terms.count = first;
    str_free(l->mem, &name);
    l->starts++;
    return here;
}

// One that goes wrong, or that what is assumed excludes, leads to no state.
static void lower_start(struct lowering *l, void *context)
{
    struct executor *x = &l->x;
    (void)context;
    size_t covers = x->covers.count;
    expr others = model_true(x->model);
    run_body(l);
    mu_let_absent_rest(x);
    if (mu_is_false(x, x->any_error) && !mu_is_false(x, x->assumed) && !mu_is_false(x, mu_path(x)))
        assume_all(l, &others);
    if (!x->failed && !mu_is_false(x, x->any_error))
        note_error_of_start(l);
    if (!mu_is_false(x, x->any_error) || x->failed || mu_is_false(x, x->assumed) || mu_is_false(x, mu_path(x)) ||
        mu_is_false(x, others)) {
        x->covers.count = covers;
        return;
    }
    if (!l->is_final) {
        for (uint32_t i = 0; i < x->state_slots; i++)
            if (!mu_is_true(x, x->slots.at[i].defined))
                l->always[i] = false;
        return;
    }
    expr here = add_start(l);
    for (; covers < x->covers.count; covers++)
        x->covers.at[covers].condition = here;
}

static void lower_all_starts(struct lowering *l)
{
    l->numbers[MURPHI_STARTSTATE] = 0;
    for (const struct murphi_rule *rule = l->tree->rules; rule && !l->x.failed; rule = rule->next)
        if (rule->kind == MURPHI_STARTSTATE)
            mu_each_instance(l, rule, lower_start, NULL);
}

void mu_lower_starts(struct lowering *l)
{
    const struct murphi_presence *presence = l->x.options.presence;
    mu_store_undefined(l);
    mu_growth_note_cells(&l->x);
    l->x.hides_phantom = false;
    if (!presence)
        lower_all_starts(l);
    for (size_t i = 0; presence && i < presence->size_count && !l->x.failed; i++) {
        size_t starts = l->starts;
        mu_set_present(&l->x, i);
        lower_all_starts(l);
        if (l->is_final && l->starts == starts) // a size without start states is no size like the others
            mu_give_up(&l->x, l->tree->rules->span, "a size has no start states");
    }
    if (l->is_final && l->starts == 0)
        model_add_initial(l->x.model, (struct part){PART_CONDITION, CELL_NONE, model_false(l->x.model)});
}

// ---- Rules ----------------------------------------------------------------------------------------------------------

struct effect {
    uint32_t slot;
    expr value;
};
typedef ARRAY(struct effect) effect_array;

static int by_slot(const void *a, const void *b)
{
    uint32_t left = ((const struct effect *)a)->slot, right = ((const struct effect *)b)->slot;
    return (left > right) - (left < right);
}

// The cells that the run has changed since it began, in their order.
static void find_effects(struct lowering *l, size_t trail, effect_array *effects)
{
    struct executor *x = &l->x;
    for (size_t i = trail; i < x->trail.count && mu_goes_on(x); i++) {
        uint32_t slot = x->trail.at[i].slot;
        if (slot >= x->state_slots || x->marks.at[slot])
            continue;
        x->marks.at[slot] = 1;
        struct effect effect = {slot, mu_cell_value(l, slot)};
        if (effect.value != model_cell_expr(x->model, slot))
            array_push(l->mem, effects, effect);
    }
    for (size_t i = trail; i < x->trail.count; i++)
        x->marks.at[x->trail.at[i].slot] = 0;
    if (effects->count)
        qsort(effects->at, effects->count, sizeof *effects->at, by_slot);
}

static void add_condition(struct lowering *l, size_t action, expr condition)
{
    if (!mu_is_true(&l->x, condition))
        model_add_to_action(l->x.model, action, (struct part){PART_CONDITION, CELL_NONE, condition});
}

// The guard is a part of its own, so that who evaluates the action need not look at the rest where it is false.
static void add_action(struct lowering *l, expr guard, const effect_array *effects)
{
    struct model *m = l->x.model;
    struct str name = {0};
    mu_instance_name(l, &name);
    size_t action = model_add_action(m, name.at), next = 0;
    add_condition(l, action, guard);
    add_condition(l, action, l->x.assumed);
    add_condition(l, action, model_not(m, l->x.any_error));
    for (uint32_t i = 0; i < l->x.state_slots && mu_goes_on(&l->x); i++) {
        if (next < effects->count && effects->at[next].slot == i)
            model_add_to_action(m, action, (struct part){PART_CHOICE, i, effects->at[next++].value});
        else
            model_keep_in_action(m, action, i);
    }
    mu_action_place(l, action);
    mu_fairness_note_action(l, action);
    if (l->x.options.rules_of_actions)
        array_push(l->mem, l->x.options.rules_of_actions, l->rule);
    str_free(l->mem, &name);
    l->actions++;
}

// In which states this instance keeps the system from being in a deadlock.
static void note_progress(struct lowering *l, expr enabled, const effect_array *effects)
{
    struct executor *x = &l->x;
    struct model *m = x->model;
    size_t first = x->terms.count;
    for (size_t i = 0; i < effects->count && mu_goes_on(x); i++) {
        expr same = model_binary(m, OP_EQ, model_cell_expr(m, effects->at[i].slot), effects->at[i].value);
        array_push(l->mem, &x->terms, model_not(m, same));
    }
    expr changes = model_nary(m, OP_OR, x->terms.at + first, x->terms.count - first);
    x->terms.count = first;
    if (x->options.deadlock == MURPHI_DEADLOCK_STUTTERING)
        enabled = model_and(m, enabled, changes);
    array_push(l->mem, &l->progress, enabled);
}

// Gives whether there is an action.
static bool lower_effects(struct lowering *l, size_t trail)
{
    struct executor *x = &l->x;
    effect_array effects = {0};
    find_effects(l, trail, &effects);
    expr guard = mu_path(x);
    mu_path_push(x, x->assumed);
    mu_path_push(x, model_not(x->model, x->any_error));
    expr enabled = mu_path(x);
    bool is_added = l->is_final && l->is_settled && !mu_is_false(x, enabled);
    if (is_added) {
        add_action(l, guard, &effects);
        note_progress(l, enabled, &effects);
    }
    array_free(l->mem, &effects);
    return is_added;
}

static void record_effects(struct lowering *l, size_t trail)
{
    effect_array effects = {0};
    find_effects(l, trail, &effects);
    for (size_t i = 0; i < effects.count; i++)
        mu_record(&l->x, (struct procedure_step){PROCEDURE_SET, effects.at[i].slot, effects.at[i].value, 0, 0});
    mu_fairness_record(l);
    for (size_t i = 0; i < l->x.sorts.count; i++)
        mu_record(&l->x, l->x.sorts.at[i]);
    array_free(l->mem, &effects);
}

// Runs the body once more, for the procedure of the action that was added last. Where the run is stopped at its end,
// nothing gets there.
static void add_procedure(struct lowering *l, const struct rule_state *before, uint64_t statements)
{
    struct executor *x = &l->x;
    size_t errors = x->errors.count;
    uint64_t steps = x->steps;
    struct rule_state here = *before;
    here.errors = errors;
    mu_rule_restore(x, &here);
    mu_record_begin(x, mu_path(x), statements);
    if (!mu_is_false(x, x->any_error)) // those of the guard, which are told without the procedure
        mu_record(x, (struct procedure_step){PROCEDURE_REQUIRE, .expr = model_not(x->model, x->any_error)});
    if (!mu_is_true(x, x->assumed))
        mu_record(x, (struct procedure_step){PROCEDURE_REQUIRE, .expr = x->assumed});
    run_body(l);
    if (x->stopped)
        mu_record(x, (struct procedure_step){PROCEDURE_REQUIRE, .expr = model_false(x->model)});
    else
        record_effects(l, before->trail);
    x->steps = steps;
    if (!mu_record_end(x))
        return;
    const struct error_record *first = x->errors.count ? x->errors.at + before->errors : NULL;
    struct procedure p = mu_recorded(x, first, errors - before->errors);
    model_set_procedure(x->model, model_action_count(x->model) - 1, &p);
}

static bool has_changed(const struct executor *x, size_t trail)
{
    for (; trail < x->trail.count; trail++)
        if (x->trail.at[trail].slot < x->state_slots)
            return true;
    return false;
}

// What a guard changes is a part of the step, as in rumur; where the guard is false there is none. A procedure has no
// way to say that, so that the action goes without.
static void lower_rule(struct lowering *l, void *context)
{
    struct executor *x = &l->x;
    size_t trail = x->trail.count;
    (void)context;
    if (l->rule->guard && !x->stopped)
        mu_path_push(x, mu_value(x, l->rule->guard));
    if (!mu_is_false(x, mu_blocked(l)))
        mu_path_push(x, model_not(x->model, mu_blocked(l)));
    x->stopped |= mu_is_false(x, mu_path(x));
    struct rule_state before = mu_rule_state(x);
    bool has_procedure = !x->options.no_procedures && !has_changed(x, trail);
    uint64_t steps = x->steps;
    run_body(l);
    expr others;
    if (l->assumes_may_err && assume_all(l, &others))
        has_procedure = false; // which has no way to say that
    if (x->failed)
        return;
    if (l->is_final)
        x->any_error = mu_any_error(x, x->errors.at, x->errors.count);
    if (!x->stopped && lower_effects(l, trail) && has_procedure)
        add_procedure(l, &before, x->steps - steps);
    mu_add_errors(l);
}

void mu_lower_rules(struct lowering *l)
{
    mu_store_cells(l);
    l->x.hides_phantom = true;
    struct rule_state before = mu_rule_state(&l->x);
    expr others;
    l->assumes_may_err = assume_all(l, &others);
    mu_rule_restore(&l->x, &before);
    mu_priorities_find(l);
    l->numbers[MURPHI_RULE] = 0;
    l->x.is_trial = !l->is_final; // not where conditions of errors matter: to what is assumed, and to priorities
    for (const struct murphi_rule *rule = l->tree->rules; rule && !l->x.failed; rule = rule->next)
        if (rule->kind == MURPHI_RULE && (l->is_settled || !l->may_restart))
            mu_each_instance(l, rule, lower_rule, NULL);
    l->x.is_trial = false;
}
