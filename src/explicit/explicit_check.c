// Verdicts of properties, from the violations that the search met or from the graph of all states; and counts of
// states.
#include "base/clock.h"
#include "explicit/engine.h"
#include "explicit/rank_search.h"

// As who makes the steps puts it, kept as long as the engine.
static const char *describe(struct explicit_engine *e, uint32_t state, const struct result *result)
{
    const struct explicit_steps *steps = e->options.steps;
    const uint64_t *words = store_state(&e->store, state);
    struct str text = {0};
    if (result->has_trace &&
        layout_pack(&e->layout, trace_state(&result->trace, trace_length(&result->trace) - 1), e->rules.successor))
        words = e->rules.successor;
    steps->describe(steps->context, words, result->property, &text);
    const char *kept = text.count ? arena_copy(&e->texts, text.at, text.count) : NULL;
    str_free(e->mem, &text);
    return kept;
}

// Of the last state of the trace, if there is one: the one that was stored may be a permuted one.
static const char *error_in(struct explicit_engine *e, const struct property *p, uint32_t state,
                            const struct result *result)
{
    goal_id goal = p->kind == PROPERTY_RUNTIME_ERROR ? GOAL_NONE : p->goal;
    const value *values = e->rules.values;
    if (e->options.steps)
        return describe(e, state, result);
    if (result->has_trace)
        values = trace_state(&result->trace, trace_length(&result->trace) - 1);
    else
        layout_unpack(&e->layout, store_state(&e->store, state), e->rules.values);
    for (size_t i = 0; i < model_runtime_error_count(e->model); i++)
        if (model_runtime_error(e->model, i)->goal == goal && model_runtime_error(e->model, i)->after == EXPR_NONE &&
            eval_condition(e->evaluator, model_runtime_error(e->model, i)->condition, values, NULL))
            return model_runtime_error(e->model, i)->text;
    return NULL;
}

// The states on the way to the violator can be read.
static bool explain_violation(struct explicit_engine *e, const struct property *p, const struct watched *w,
                              struct result *result)
{
    if (e->traces && !explicit_show_violation(e, w, result))
        return false;
    if (p->kind == PROPERTY_RUNTIME_ERROR || p->goal != GOAL_NONE)
        result->runtime_error = error_in(e, p, w->violator, result);
    return true;
}

// Where other ranks have states of the trace, they are fetched.
static bool explain_from_ranks(struct explicit_engine *e, const struct property *p, uint32_t watch,
                               struct result *result)
{
    struct watched here = e->watched[watch];
    if (!rank_fetch_path(e, e->ranks->violators[watch], &here.violator))
        return false;
    bool good = explain_violation(e, p, &here, result);
    rank_drop_path(e);
    return good;
}

static bool check_states(struct explicit_engine *e, const struct property *p, uint32_t watch, struct result *result)
{
    if (!search_run(e, watch))
        return false;
    const struct watched *w = &e->watched[watch];
    bool violated = w->violator != STORE_NONE;
    result->verdict = violated ? VERDICT_FAILS : VERDICT_HOLDS;
    if (!violated)
        return true;
    bool is_here = !e->options.compacts || search_recall(e, w->violator);
    bool good = is_here && (e->ranks ? explain_from_ranks(e, p, watch, result) : explain_violation(e, p, w, result));
    result->is_refuted |= !good;
    return good;
}

// What cannot be evaluated somewhere fails, whatever is reached elsewhere.
static bool check_cover(struct explicit_engine *e, const struct property *p, uint32_t watch, struct result *result)
{
    uint32_t error = e->error_watch_of[result->property];
    if (error != NO_WATCH && (!check_states(e, p, error, result) || result->verdict == VERDICT_FAILS))
        return result->verdict == VERDICT_FAILS && !result->is_refuted;
    if (!search_run(e, watch))
        return false;
    bool is_reached = e->watched[watch].violator != STORE_NONE;
    if (!is_reached && e->options.compacts)
        e->cause = CAUSE_COMPACTED;
    result->verdict = is_reached ? VERDICT_HOLDS : VERDICT_FAILS;
    return is_reached || !e->options.compacts;
}

// On the graph of all states.
static bool check_graph(struct explicit_engine *e, const struct property *p, struct result *result)
{
    return explicit_has_all(e) && search_run(e, NO_WATCH) && branching_check(e, p, result);
}

// Whether an infinite path that is fair leads on from a state, as far as that is seen at once.
static bool is_seen_to_go_on(struct explicit_engine *e, uint32_t state)
{
    return !model_has_fairness(e->model) && (model_ends_stay(e->model) || search_finds_infinite_path(e, state));
}

// AG or G of a condition. A violation counts if it is on a fair path that goes on forever: that is so where all paths
// are, or where one from there is seen. (Among dead ends, the trace is to show how it goes on.)
static bool check_always(struct explicit_engine *e, const struct property *p, uint32_t watch, struct result *result)
{
    bool all_fair = model_justice_count(e->model) == 0 && model_compassion_count(e->model) == 0;
    if (!search_run(e, watch))
        return false;
    const struct watched *w = &e->watched[watch];
    if (w->violator == STORE_NONE || search_fails_where_violated(e, p) ||
        (w->rule != NO_WATCH && !explicit_has_end(e) && is_seen_to_go_on(e, w->violator)))
        return check_states(e, p, watch, result);
    if (!search_run(e, NO_WATCH))
        return false;
    return all_fair && !explicit_has_end(e) ? check_states(e, p, watch, result) : check_graph(e, p, result);
}

// EF of a condition: from the only initial state, all that is found can be reached.
static bool check_path(struct explicit_engine *e, const struct property *p, uint32_t watch, struct result *result)
{
    if (!search_run(e, watch))
        return false;
    uint32_t found = e->watched[watch].violator;
    if (found == STORE_NONE || e->initial_count != 1 || e->ranks || !is_seen_to_go_on(e, found))
        return check_graph(e, p, result);
    result->verdict = VERDICT_HOLDS;
    return true;
}

static bool check_property(struct explicit_engine *e, const struct property *p, struct result *result)
{
    uint32_t watch = e->watch_of[result->property];
    e->cause = CAUSE_NONE;
    bool of_paths = p->kind == PROPERTY_CTL || p->kind == PROPERTY_LTL || p->kind == PROPERTY_CTLSTAR;
    if (watch != NO_WATCH && p->kind == PROPERTY_COVER)
        return check_cover(e, p, watch, result);
    if (e->options.steps && watch == NO_WATCH) {
        e->cause = CAUSE_UNSUPPORTED_KIND;
        return false;
    }
    if (watch != NO_WATCH)
        return of_paths ? check_always(e, p, watch, result) : check_states(e, p, watch, result);
    if (e->sought_of[result->property] != NO_WATCH)
        return check_path(e, p, e->sought_of[result->property], result);
    if (of_paths)
        return check_graph(e, p, result);
    e->cause = CAUSE_UNSUPPORTED_KIND;
    return false;
}

// Without a trace it is still said what goes wrong; of formulas, only a trace tells.
static void name_error(struct explicit_engine *e, const struct property *p, struct result *result)
{
    struct result shown = {.property = result->property, .verdict = VERDICT_UNDECIDED};
    e->traces = true;
    if (check_property(e, p, &shown) && shown.verdict == VERDICT_FAILS && shown.has_trace)
        result->runtime_error = trace_find_runtime_error(&shown.trace, p, e->mem);
    if (shown.has_trace)
        trace_close(&shown.trace, e->mem);
    e->traces = false;
}

void explicit_check(struct explicit_engine *e, size_t property, struct result *result)
{
    const struct property *p = model_property(e->model, property);
    if (!result_begin(result, e->model, property))
        return;
    double begun = clock_now();
    if (!check_property(e, p, result)) {
        result->verdict = VERDICT_UNDECIDED;
        result->cause = cause_of(e->cause ? e->cause : CAUSE_OUT_OF_MEMORY);
    } else if (result->verdict == VERDICT_HOLDS && e->options.vacuity)
        explicit_look_for_vacuity(e, p, result);
    else if (result->verdict == VERDICT_FAILS && e->options.names_errors && !result->runtime_error &&
             !e->options.steps && property_has_runtime_errors(e->model, p))
        name_error(e, p, result);
    result->seconds = clock_now() - begun;
}

double explicit_missed(const struct explicit_engine *e)
{
    return store_missed(&e->store);
}

bool explicit_count_states(struct explicit_engine *e, uint64_t *count, struct cause *cause)
{
    bool good = search_run(e, NO_WATCH);
    *count = e->ranks ? rank_totals(e).states : e->store.count;
    if (!good)
        *cause = cause_of(e->cause);
    return good;
}

bool explicit_count_states_where(struct explicit_engine *e, expr condition, uint64_t *count, struct cause *cause)
{
    bool good = explicit_has_all(e) && search_run(e, NO_WATCH);
    size_t bytes = (model_cell_count(e->model) + 1) * sizeof(value);
    value *state = mem_alloc(e->mem, bytes);
    struct evaluator *ev = evaluator_new(e->model, e->mem);
    *count = 0;
    for (uint32_t s = 0; s < e->store.count && good; s++) {
        layout_unpack(&e->layout, store_state(&e->store, s), state);
        *count += eval_condition(ev, condition, state, NULL);
        good = s % 256 || !explicit_should_stop(e);
    }
    evaluator_free(ev);
    mem_free(e->mem, state, bytes);
    if (!good)
        *cause = cause_of(e->cause);
    return good;
}
