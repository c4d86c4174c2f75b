// coset check: reads a model, checks its properties, and reports each as soon as it and those before it are decided.
//
// A run that the checker gives is an answer only when the evaluator has replayed it and found that it shows what it is
// said to show; else the property is undecided, and that is an error of this program.
#include "cli/check_parts.h"

#include "base/clock.h"
#include "cli/checkpoint.h"
#include "cli/judging.h"

// ---- What to check --------------------------------------------------------------------------------------------------

static bool want(struct check *c, size_t property)
{
    for (size_t i = 0; i < c->wanted.count; i++)
        if (c->wanted.at[i] == property)
            return true;
    array_push(c->mem, &c->wanted, property);
    return true;
}

static void sort_wanted(struct check *c)
{
    for (size_t i = 1; i < c->wanted.count; i++)
        for (size_t k = i; k > 0 && c->wanted.at[k - 1] > c->wanted.at[k]; k--) {
            size_t held = c->wanted.at[k];
            c->wanted.at[k] = c->wanted.at[k - 1];
            c->wanted.at[k - 1] = held;
        }
}

// Those that are named and those that are given; without either, all of the file.
static bool select_properties(struct check *c)
{
    const struct cli_options *o = &c->cli->options;
    size_t of_file = model_property_count(c->input.model) - c->input.formulas.count; // those of Murphi are there
    for (size_t i = 0; i < o->formulas.count; i++)
        if (!input_add_formula(c->cli, &c->input, o->formulas.at[i]))
            return false;
    for (size_t i = 0; i < o->properties.count; i++) {
        size_t property;
        if (!input_find_property(c->cli, &c->input, o->properties.at[i], &property))
            return false;
        want(c, property);
    }
    size_t all = c->style.property_count = model_property_count(c->input.model);
    for (size_t i = o->formulas.count || o->properties.count ? of_file : 0; i < all; i++)
        want(c, i);
    sort_wanted(c);
    if (all == 0 && !o->states)
        log_warning(&c->cli->log, "the model has no properties; --formula gives one");
    return true;
}

// ---- Judging --------------------------------------------------------------------------------------------------------

static void drop_trace(struct check *c, struct result *result)
{
    if (result->has_trace)
        trace_close(&result->trace, c->mem);
    result->has_trace = false;
}

// A verdict whose run is none is not shown as one.
static void distrust(struct check *c, struct result *result, const struct str *error)
{
    result->verdict = VERDICT_UNDECIDED;
    result->reason = arena_copy(&c->reasons, error->at, error->count);
    log_error(&c->cli->log, "property %zu: %s", result->property + 1, result->reason);
    c->internal_error = true;
    drop_trace(c, result);
}

static void judge(struct check *c, struct result *result)
{
    struct str error = {0};
    c->internal_error |= result->reason == engine_internal_error;
    if (!result->has_trace)
        return;
    goal_id goal = model_property(c->input.model, result->property)->goal;
    if (judging_judge(c->cli, &c->input, goal, result, &error) == JUDGED_WRONG)
        distrust(c, result, &error);
    str_free(c->mem, &error);
}

// ---- The command ----------------------------------------------------------------------------------------------------

static void show_next(struct check *c, const struct result *result)
{
    log_verbose(&c->cli->log, "property %zu took %.2f s", result->property + 1, result->seconds);
    array_push(c->mem, &c->results, *result);
    check_show_result(c, result);
    if (c->format != CLI_FORMAT_JSON && !c->cli->options.html)
        drop_trace(c, &array_last(&c->results));
}

// Output that nobody reads is not worth the work.
static bool is_pointless(void *context)
{
    const struct check *c = context;
    return ferror(c->cli->out);
}

// Shows what is known now, up to the first property that is not.
static void take_result(void *context, size_t place, struct result *result)
{
    struct check *c = context;
    if (c->outcomes[place].is_known) {
        drop_trace(c, result);
        return;
    }
    if (result->verdict == VERDICT_UNDECIDED && is_pointless(c))
        result->reason = watch_lost_output; // that is what has interrupted it
    if (result->reason != engine_internal_error)
        result->is_refuted |= c->outcomes[place].is_refuted;
    result_settle(result);
    judge(c, result);
    checkpoint_keep(c->cli->checkpoint, place, result);
    c->cli->watch.decided++;
    c->outcomes[place] = (struct outcome){.is_known = true, .result = *result};
    while (c->results.count < c->wanted.count && c->outcomes[c->results.count].is_known)
        show_next(c, &c->outcomes[c->results.count].result);
}

// Properties that are wrong are answered before anybody is asked.
static void take_errors(struct check *c)
{
    for (size_t i = 0; i < c->wanted.count; i++) {
        const struct property *p = model_property(c->input.model, c->wanted.at[i]);
        struct result result = {.property = c->wanted.at[i], .verdict = VERDICT_ERROR, .reason = p->unsupported};
        if (p->is_wrong)
            take_result(c, i, &result);
    }
}

static const char nobody_said[] = "internal error: no method has said anything of it";

static void note_refuted(void *context, size_t place)
{
    struct check *c = context;
    c->outcomes[place].is_refuted = true;
}

// Nothing that was asked for may be passed over in silence: that would look as if it held. Where the standard output is
// lost there may still be a page, which lists it.
static void give_up_the_rest(struct check *c, const char *reason)
{
    for (size_t i = 0; i < c->wanted.count; i++)
        if (!c->outcomes[i].is_known) {
            struct result result = {.property = c->wanted.at[i], .verdict = VERDICT_UNDECIDED, .reason = reason};
            c->internal_error |= reason == nobody_said && !is_pointless(c);
            take_result(c, i, &result);
        }
}

static void show_summary(struct check *c)
{
    struct str text = {0};
    report_text_summary(c->results.at, c->results.count, c->mem, &text);
    check_put(c, &text);
}

static enum status status_of(const struct check *c)
{
    size_t of[VERDICT_ERROR + 1] = {0};
    for (size_t i = 0; i < c->results.count; i++)
        of[c->results.at[i].verdict]++;
    if (of[VERDICT_ERROR])
        return STATUS_TROUBLE;
    if (c->internal_error)
        return STATUS_UNDECIDED;
    if (of[VERDICT_FAILS])
        return STATUS_FAILS;
    return of[VERDICT_UNDECIDED] || c->states_unknown ? STATUS_UNDECIDED : STATUS_HOLDS;
}

// Memory ran out where nothing goes on without it. What is known stays known; engines are left as they are.
static enum status say_last_words(void *context)
{
    struct check *c = context;
    give_up_the_rest(c, "out of memory");
    c->states_unknown |= c->cli->options.states;
    if (c->format == CLI_FORMAT_TEXT)
        show_summary(c);
    if (c->format == CLI_FORMAT_JSON)
        check_show_json(c);
    return check_write_html(c, is_pointless(c) ? STATUS_TROUBLE : status_of(c));
}

static bool wants_statistics(const struct check *c)
{
    return c->format == CLI_FORMAT_JSON || c->cli->options.stats || c->cli->options.html;
}

// Here, or in other processes.
static void decide_all(struct check *c)
{
    const struct cli_options *o = &c->cli->options;
    struct engine_setup setup = {
        .values_are_proved = c->input.values_are_proved,
        .wanted = c->wanted.at,
        .wanted_count = c->wanted.count,
        .order = c->order.count ? c->order.at : NULL,
        .started = c->started,
        .is_reduced = o->cone && !o->write_order, // an order is one of all variables
        .counts_states = o->states,
        .decided = take_result,
        .refuted = note_refuted,
        .is_pointless = is_pointless,
        .context = c,
    };
    c->outcomes = mem_zalloc(c->mem, (c->wanted.count + 1) * sizeof *c->outcomes);
    findings_open(&c->findings, model_cell_count(c->input.model), c->mem);
    model_warnings_of_starts(&c->findings.warnings, c->input.model, c->wanted.at, c->wanted.count);
    cli_keep_last_words(c->cli, say_last_words, c);
    take_errors(c);
    checkpoint_hand_out(c->cli->checkpoint, take_result, c);
    setup.is_known = checkpoint_known(c->cli->checkpoint);
    if (o->jobs > 1) {
        check_in_processes(c, &setup, wants_statistics(c));
        return;
    }
    c->methods = methods_new(c->cli, &c->input, &setup);
    methods_decide_all(c->methods);
    findings_take_symmetry(&c->findings, c->methods);
}

static void count_states(struct check *c)
{
    const struct findings *f = &c->findings;
    if (c->methods)
        findings_count_states(&c->findings, c->methods);
    c->states_unknown = !f->states_are_known;
    if (f->states_are_known)
        check_show_states(c);
    else if (!is_pointless(c))
        log_error(&c->cli->log, "the reachable states are not counted: %s", f->reason ? f->reason : "interrupted");
}

static void check_all(struct check *c)
{
    watch_begin(c->cli, c->wanted.count);
    decide_all(c);
    cli_drop_last_words(c->cli); // all is shown
    give_up_the_rest(c, nobody_said);
    if (c->format == CLI_FORMAT_TEXT) {
        show_summary(c);
        check_show_symmetry(c);
    }
    if (c->cli->options.states)
        count_states(c);
    c->checkpoint_is_lost = !checkpoint_save(c->cli->checkpoint); // before searches are left for what is told of them
    if (c->methods)
        findings_take_warnings(&c->findings, c->methods);
    check_warn(c);
    progress_end(&c->cli->progress);
    if (c->methods && wants_statistics(c))
        findings_take_statistics(&c->findings, c->methods);
    if (c->format == CLI_FORMAT_JSON)
        check_show_json(c);
    if (c->cli->options.stats)
        check_show_statistics(c);
}

static enum status write_order(struct check *c, enum status status)
{
    const char *path = c->cli->options.write_order;
    if (!path)
        return status;
    if (c->methods)
        findings_take_order(&c->findings, c->methods);
    if (!c->findings.order) {
        log_error(&c->cli->log, "the order of the variables is not known");
        return STATUS_TROUBLE;
    }
    return order_file_write(c->cli, path, c->input.model, c->findings.order, c->findings.order_count) ? status
                                                                                                      : STATUS_TROUBLE;
}

// Counters need no more than an instance of each rule per orbit; what else needs the model makes it.
static bool prepare(struct check *c)
{
    const struct cli_options *o = &c->cli->options;
    if (o->html && !html_open(&c->html, c->cli, o->html))
        return false;
    bool counts = o->symmetry == CLI_SYMMETRY_AUTO || o->symmetry == CLI_SYMMETRY_COUNTERS;
    bool (*open)(struct cli *, const char *, struct input *) = counts ? input_open_per_orbit : input_open;
    return open(c->cli, c->cli->operands[0], &c->input) && select_properties(c) &&
           input_check_values(c->cli, &c->input) &&
           (!o->order || order_file_read(c->cli, o->order, c->input.model, &c->order_text, &c->order)) &&
           checkpoint_open(c->cli, &c->input, c->wanted.at, c->wanted.count, &c->cli->checkpoint);
}

static void close_check(struct check *c)
{
    for (size_t i = 0; i < c->results.count; i++)
        drop_trace(c, &c->results.at[i]);
    for (size_t i = c->results.count; c->outcomes && i < c->wanted.count; i++) // decided, but never shown
        drop_trace(c, &c->outcomes[i].result);
    methods_free(c->methods);
    checkpoint_close(c->cli->checkpoint);
    c->cli->checkpoint = NULL;
    findings_close(&c->findings);
    mem_free(c->mem, c->outcomes, c->outcomes ? (c->wanted.count + 1) * sizeof *c->outcomes : 0);
    array_free(c->mem, &c->results);
    array_free(c->mem, &c->wanted);
    array_free(c->mem, &c->order);
    arena_free(&c->reasons);
    html_close(&c->html);
    input_free_text(c->cli, &c->order_text);
    input_close(c->cli, &c->input);
}

enum status check_run(struct cli *cli)
{
    const struct cli_options *o = &cli->options;
    if (cli->operand_count != 1) {
        log_error(&cli->log, "check wants one model, not %d (see: coset help check)", cli->operand_count);
        return STATUS_TROUBLE;
    }
    interrupt_catch(); // from the start: large models take long to read
    watch_begin_command(cli);
    if (o->family || o->size)
        return family_run(cli);
    struct check c = {
        .cli = cli,
        .mem = &cli->mem,
        .format = o->json ? CLI_FORMAT_JSON : o->format,
        .style = {.full = o->full_trace, .defines = o->defines},
        .reasons = {.mem = &cli->mem},
        .started = clock_now(),
    };
    enum status status;
    if (prepare(&c)) {
        check_all(&c);
        status = write_order(&c, status_of(&c));
        if (c.checkpoint_is_lost || is_pointless(&c)) // the page tells the status that the program ends with
            status = STATUS_TROUBLE;
        status = check_write_html(&c, status);
    } else
        status = input_status(cli);
    close_check(&c);
    return status;
}
