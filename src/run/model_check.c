#include "run/model_check.h"

#include <string.h>

#include "base/clock.h"
#include "report/cause_words.h"
#include "run/checkpoint/checkpoint.h"
#include "run/judging.h"
#include "run/native_backend.h"

// ---- What to check --------------------------------------------------------------------------------------------------

static bool want(struct model_check *c, size_t property)
{
    for (size_t i = 0; i < c->wanted.count; i++)
        if (c->wanted.at[i] == property)
            return true;
    array_push(c->mem, &c->wanted, property);
    return true;
}

static void sort_wanted(struct model_check *c)
{
    for (size_t i = 1; i < c->wanted.count; i++)
        for (size_t k = i; k > 0 && c->wanted.at[k - 1] > c->wanted.at[k]; k--) {
            size_t held = c->wanted.at[k];
            c->wanted.at[k] = c->wanted.at[k - 1];
            c->wanted.at[k - 1] = held;
        }
}

// Those that are named and those that are given; without either, all of the file.
static bool select_properties(struct model_check *c)
{
    const struct job *o = c->job;
    size_t of_file = model_property_count(c->input->model) - c->input->formulas.count; // those of Murphi are there
    for (size_t i = 0; i < o->formulas.count; i++)
        if (!input_add_formula(c->run, c->input, o->formulas.at[i]))
            return false;
    for (size_t i = 0; i < o->properties.count; i++) {
        size_t property;
        if (!input_find_property(c->run, c->input, o->properties.at[i], &property))
            return false;
        want(c, property);
    }
    size_t all = c->property_count = model_property_count(c->input->model);
    for (size_t i = o->formulas.count || o->properties.count ? of_file : 0; i < all; i++)
        want(c, i);
    sort_wanted(c);
    if (all == 0 && !o->states)
        log_warning(&c->run->log, "the model has no properties; --formula gives one");
    return true;
}

// ---- Judging --------------------------------------------------------------------------------------------------------

static void drop_trace(struct model_check *c, struct result *result)
{
    if (result->has_trace)
        trace_close(&result->trace, c->mem);
    result->has_trace = false;
}

// A verdict whose trace is none is not shown as one.
static void distrust(struct model_check *c, struct result *result, const struct str *error)
{
    result->verdict = VERDICT_UNDECIDED;
    result->cause = cause_with_text(CAUSE_REPLAY_FAILED, arena_copy(&c->reasons, error->at, error->count));
    log_error(&c->run->log, "property %zu: %s", result->property + 1, str_text(error));
    c->internal_error = true;
    drop_trace(c, result);
}

static void judge(struct model_check *c, struct result *result)
{
    struct str error = {0};
    c->internal_error |= cause_is_wrong_answer(result->cause);
    if (!result->has_trace)
        return;
    goal_id goal = model_property(c->input->model, result->property)->goal;
    if (judging_judge(c->run, c->input, goal, result, &error) == JUDGED_WRONG)
        distrust(c, result, &error);
    str_free(c->mem, &error);
}

// ---- Deciding -------------------------------------------------------------------------------------------------------

static void tell_method(struct model_check *c, const struct result *result)
{
    const struct method *method = &result->method;
    struct str text = {0};
    method_add_text(method, c->mem, &text);
    if (*method->group_order)
        str_add(c->mem, &text, ", group of order %s", method->group_order);
    log_verbose(&c->run->log, "property %zu took %.2f s: %s", result->property + 1, result->seconds, str_text(&text));
    str_free(c->mem, &text);
}

static void report_next(struct model_check *c, const struct result *result)
{
    tell_method(c, result);
    array_push(c->mem, &c->results, *result);
    c->report(c->context, result);
    if (!c->keeps_traces)
        drop_trace(c, &array_last(&c->results));
}

bool model_check_is_stopped(const struct model_check *c)
{
    return c->job->fail_fast && c->has_failed;
}

// What nobody gets to see is not worth the work.
static bool is_pointless(void *context)
{
    const struct model_check *c = context;
    return run_is_lost(c->run) || model_check_is_stopped(c);
}

static void report_known(struct model_check *c)
{
    for (; c->reported < c->wanted.count && c->outcomes[c->reported].is_known; c->reported++)
        if (!c->outcomes[c->reported].is_left_out)
            report_next(c, &c->outcomes[c->reported].result);
}

// Reports what is known now, up to the first property that is not.
static void take_result(void *context, size_t goal_index, struct result *result)
{
    struct model_check *c = context;
    if (c->outcomes[goal_index].is_known) {
        drop_trace(c, result);
        return;
    }
    if (result->verdict == VERDICT_UNDECIDED && is_pointless(c))
        result->cause = cause_of(run_is_lost(c->run) ? CAUSE_OUTPUT_LOST : CAUSE_FAIL_FAST); // what has interrupted it
    if (!cause_is_wrong_answer(result->cause))
        result->is_refuted |= c->outcomes[goal_index].is_refuted;
    result_settle(result);
    judge(c, result);
    if (result->runtime_error) // which may be a text of the backend
        result->runtime_error = arena_copy(&c->reasons, result->runtime_error, strlen(result->runtime_error));
    c->has_failed |= result->verdict == VERDICT_FAILS;
    checkpoint_keep(c->run->checkpoint, goal_index, result);
    summary_note(&c->summary, result);
    c->run->watch.decided++;
    watch_note_verdict(c->run, result->property);
    c->outcomes[goal_index] = (struct outcome){.is_known = true, .result = *result};
    if (c->decided)
        c->decided(c->context, result);
    report_known(c);
}

// Properties that are wrong are answered before anybody is asked.
static void take_errors(struct model_check *c)
{
    for (size_t i = 0; i < c->wanted.count; i++) {
        const struct property *p = model_property(c->input->model, c->wanted.at[i]);
        struct result result = {.property = c->wanted.at[i],
                                .verdict = VERDICT_ERROR,
                                .cause = cause_with_text(CAUSE_UNSUPPORTED, p->unsupported)};
        if (p->is_wrong)
            take_result(c, i, &result);
    }
}

static void note_refuted(void *context, size_t goal_index)
{
    struct model_check *c = context;
    c->outcomes[goal_index].is_refuted = true;
}

// Nothing that was asked for may be passed over in silence: that would look as if it held. Where the standard output is
// lost there may still be a page, which lists it.
void model_check_give_up_the_rest(struct model_check *c, struct cause cause)
{
    for (size_t i = 0; i < c->wanted.count; i++)
        if (!c->outcomes[i].is_known) {
            struct result result = {.property = c->wanted.at[i], .verdict = VERDICT_UNDECIDED, .cause = cause};
            c->internal_error |= cause.code == CAUSE_NO_ANSWER && !is_pointless(c);
            take_result(c, i, &result);
        }
}

void model_check_distrust(struct model_check *c, struct result *result, struct cause cause)
{
    struct str words = {0};
    result->verdict = VERDICT_UNDECIDED;
    result->cause = cause;
    result->vacuous = NULL;
    result->vacuities = 0;
    result->is_vacuity_open = false;
    drop_trace(c, result);
    cause_add_words(cause, c->mem, &words);
    log_error(&c->run->log, "property %zu: %s", result->property + 1, str_text(&words));
    str_free(c->mem, &words);
    c->internal_error = true;
    for (size_t i = 0; i < c->wanted.count; i++)
        if (c->wanted.at[i] == result->property)
            checkpoint_keep(c->run->checkpoint, i, result);
}

// By goal index, what nobody has to decide.
static void note_known(struct model_check *c)
{
    const bool *saved = checkpoint_known(c->run->checkpoint);
    for (size_t i = 0; i < c->wanted.count; i++)
        c->is_known[i] = c->outcomes[i].is_left_out || (saved && saved[i]);
}

static void open_summary(struct model_check *c)
{
    summary_close(&c->summary);
    summary_open(&c->summary, model_cell_count(c->input->model), c->mem);
}

static struct portfolio_setup setup_of(struct model_check *c)
{
    const struct job *o = c->job;
    return (struct portfolio_setup){
        .job = o,
        .values_are_proved = c->input->values_are_proved,
        .wanted = c->wanted.at,
        .wanted_count = c->wanted.count,
        .order = c->order.count ? c->order.at : NULL,
        .started = c->started,
        .deadline = c->deadline,
        .is_reduced = o->cone && !o->find_order, // an order is one of all variables
        .counts_states = o->states,
        .is_lasting = c->is_lasting || c->run->ranks, // ranks have the same searches, whatever rank 0 has decided
        .decided = take_result,
        .refuted = note_refuted,
        .is_pointless = is_pointless,
        .context = c,
    };
}

// Here, or in other processes.
static void decide_all(struct model_check *c)
{
    struct portfolio_setup setup = setup_of(c);
    open_summary(c);
    model_warnings_of_starts(&c->summary.warnings, c->input->model, c->wanted.at, c->wanted.count);
    take_errors(c);
    checkpoint_hand_out(c->run->checkpoint, take_result, c);
    note_known(c);
    setup.is_known = c->is_known;
    if (c->job->jobs > 1) {
        model_check_in_processes(c, &setup);
        return;
    }
    if (c->strategy)
        strategy_ask_again(c->strategy, c->is_known, c->started, c->deadline);
    else
        c->strategy = strategy_new(c->run, c->input, &setup);
    strategy_decide_all(c->strategy);
    summary_take_symmetry(&c->summary, c->strategy);
}

void model_check_serve(struct model_check *c)
{
    struct portfolio_setup setup = setup_of(c);
    c->strategy = strategy_new(c->run, c->input, &setup);
    strategy_serve(c->strategy);
}

void model_check_decide_all(struct model_check *c)
{
    size_t asked = 0;
    for (size_t i = 0; i < c->wanted.count; i++)
        asked += !c->outcomes[i].is_left_out;
    watch_begin(c->run, asked);
    report_known(c); // what nobody asks for first
    decide_all(c);
    model_check_give_up_the_rest(c, cause_of(CAUSE_NO_ANSWER));
}

void model_check_count_states(struct model_check *c)
{
    if (c->strategy && !model_check_is_stopped(c))
        summary_count_states(&c->summary, c->strategy);
    c->states_unknown = !c->summary.states_are_known;
}

bool model_check_cover(struct model_check *c, struct rule_coverage *coverage)
{
    return c->strategy && strategy_cover(c->strategy, model_check_is_stopped(c), coverage);
}

enum cause_code model_check_why_uncovered(const struct model_check *c)
{
    double deadline = c->run->watch.deadline;
    if (run_is_interrupted(c->run))
        return CAUSE_INTERRUPTED;
    return deadline > 0 && clock_now() >= deadline ? CAUSE_OUT_OF_TIME : CAUSE_TEXT_NOT_SEARCHED;
}

void model_check_save(struct model_check *c)
{
    c->checkpoint_is_lost = !checkpoint_save(c->run->checkpoint);
}

// The checkpoint is saved before searches are left for what is told of them.
void model_check_sum_up(struct model_check *c)
{
    model_check_save(c);
    if (c->strategy && !model_check_is_stopped(c))
        summary_take_warnings(&c->summary, c->strategy);
    if (c->strategy && c->job->statistics)
        summary_take_statistics(&c->summary, c->strategy);
    if (c->strategy && c->job->find_order)
        summary_take_order(&c->summary, c->strategy);
}

// ---- Making ---------------------------------------------------------------------------------------------------------

static void want_all(struct model_check *c)
{
    size_t count = c->wanted.count + 1;
    c->outcomes = mem_zalloc(c->mem, count * sizeof *c->outcomes);
    c->is_known = mem_zalloc(c->mem, count * sizeof *c->is_known);
}

static bool open_files(struct model_check *c)
{
    const struct job *o = c->job;
    return (!o->order || order_file_read(c->run, o->order, c->input->model, &c->order_text, &c->order)) &&
           checkpoint_open(c->run, o, c->input, c->wanted.at, c->wanted.count, &c->run->checkpoint);
}

// Counters, and searches by the rules of a tree, need no more than an instance of each rule per orbit; what else needs
// the model makes it.
bool model_check_open(struct model_check *c)
{
    const struct job *o = c->job;
    c->started = clock_now();
    c->deadline = job_deadline(o, c->started);
    c->reasons.mem = c->mem = &c->run->mem;
    c->input = &c->own;
    bool counts =
        o->symmetry == JOB_SYMMETRY_AUTO || o->symmetry == JOB_SYMMETRY_COUNTERS || native_backend_is_wanted(o);
    bool (*open)(struct run *, const struct job *, const char *, struct input *) =
        counts ? input_open_per_orbit : input_open;
    if (!open(c->run, o, o->model, c->input) || !select_properties(c) || !input_check_values(c->run, c->input))
        return false;
    want_all(c);
    return open_files(c);
}

static void drop_results(struct model_check *c)
{
    for (size_t i = 0; i < c->results.count; i++)
        drop_trace(c, &c->results.at[i]);
    for (size_t i = c->reported; c->outcomes && i < c->wanted.count; i++) // decided, but never reported
        drop_trace(c, &c->outcomes[i].result);
    c->results.count = c->reported = 0;
}

static void close_files(struct model_check *c)
{
    checkpoint_close(c->run->checkpoint);
    c->run->checkpoint = NULL;
    array_free(c->mem, &c->order);
    input_free_text(c->run, &c->order_text);
}

void model_check_close(struct model_check *c)
{
    drop_results(c);
    strategy_free(c->strategy);
    close_files(c);
    summary_close(&c->summary);
    mem_free(c->mem, c->outcomes, c->outcomes ? (c->wanted.count + 1) * sizeof *c->outcomes : 0);
    mem_free(c->mem, c->is_known, c->is_known ? (c->wanted.count + 1) * sizeof *c->is_known : 0);
    array_free(c->mem, &c->results);
    array_free(c->mem, &c->wanted);
    arena_free(&c->reasons);
    if (c->input == &c->own)
        input_close(c->run, c->input);
}

// ---- Several questions ----------------------------------------------------------------------------------------------

void model_check_open_on(struct model_check *c, struct input *input, const size_t *properties, size_t count)
{
    c->reasons.mem = c->mem = &c->run->mem;
    c->input = input;
    c->is_lasting = true;
    c->property_count = model_property_count(input->model);
    for (size_t i = 0; i < count; i++)
        array_push(c->mem, &c->wanted, properties[i]);
    want_all(c);
}

bool model_check_ask(struct model_check *c, const bool *is_asked, double time_limit)
{
    c->started = clock_now();
    c->deadline = time_limit > 0 ? c->started + time_limit : 0;
    drop_results(c);
    c->internal_error = c->states_unknown = c->checkpoint_is_lost = c->has_failed = false;
    c->peak = 0;
    for (size_t i = 0; i < c->wanted.count; i++) {
        bool is_left_out = !is_asked || !is_asked[i];
        c->outcomes[i] = (struct outcome){.is_known = is_left_out, .is_left_out = is_left_out};
    }
    return open_files(c);
}

// Searches that were saved are the checkpoint's, and an order of variables is that of one question.
void model_check_end_question(struct model_check *c)
{
    if (c->run->checkpoint || c->order.count || !c->is_lasting) {
        strategy_free(c->strategy);
        c->strategy = NULL;
    }
    close_files(c);
}
