// coset check: reads a model, checks its properties, and reports each as soon as it and those before it are decided.
//
// A run that the checker gives is an answer only when the evaluator has replayed it and found that it shows what it is
// said to show; else the property is undecided, and that is an error of this program.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/clock.h"
#include "base/units.h"
#include "cli/checkpoint.h"
#include "cli/findings.h"
#include "cli/html.h"
#include "cli/jobs.h"
#include "cli/methods.h"
#include "report/report.h"

struct check {
    struct cli *cli;
    struct mem *mem;
    struct input input;
    enum cli_format format;
    struct report_style style;
    ARRAY(size_t) wanted; // properties, from 0
    struct outcome {
        bool is_known;
        struct result result;
    } * outcomes;                 // for each that is wanted
    ARRAY(struct result) results; // that were shown, in the order of the file
    struct arena reasons;         // texts that results point to
    struct input_text order_text;
    name_array order;        // ends with NULL; empty if none is given
    struct methods *methods; // NULL: other processes do the work
    struct findings findings;
    struct html_file html;
    size_t traces; // shown so far
    size_t peak;   // bytes that other processes held at the most
    bool states_unknown;
    bool internal_error, checkpoint_is_lost;
    double started;
};

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
static void distrust(struct check *c, struct result *result, const char *what, const struct str *error)
{
    struct str text = {0};
    str_add(c->mem, &text, "internal error: %s: %s", what, str_text(error));
    result->verdict = VERDICT_UNDECIDED;
    result->reason = arena_copy(&c->reasons, text.at, text.count);
    log_error(&c->cli->log, "property %zu: %s", result->property + 1, result->reason);
    c->internal_error = true;
    drop_trace(c, result);
    str_free(c->mem, &text);
}

static void judge(struct check *c, struct result *result)
{
    struct str error = {0};
    const struct property *property = model_property(c->input.model, result->property);
    c->internal_error |= result->reason == engine_internal_error;
    if (!result->has_trace || c->input.is_per_orbit) // runs of models that were never made have nobody to judge them
        return;
    if (!trace_replay(&result->trace, c->mem, &error))
        distrust(c, result, "the run that was found is not one of the model's", &error);
    else if (!trace_shows_failure(&result->trace, property, c->mem, &error))
        distrust(c, result, "the run that was found does not show the failure", &error);
    else if (property->kind == PROPERTY_FAULT)
        result->fault = engine_find_fault(c->input.model, &result->trace, c->mem);
    str_free(c->mem, &error);
}

// ---- Output ---------------------------------------------------------------------------------------------------------

// Puts a text out at once, so that long work can be followed through a pipe.
static void put(struct check *c, struct str *text)
{
    progress_hide(&c->cli->progress);
    fputs(str_text(text), c->cli->out);
    fflush(c->cli->out);
    str_free(c->mem, text);
}

static void show_result(struct check *c, const struct result *result)
{
    struct str text = {0};
    c->traces += result->has_trace;
    if (c->format == CLI_FORMAT_TEXT)
        report_text_result(c->input.model, result, c->style, c->mem, &text);
    else if (c->format == CLI_FORMAT_NUSMV)
        report_nusmv_result(c->input.model, result, c->style, c->traces, c->mem, &text);
    put(c, &text);
}

// So many states, as a power of two.
static double log2_of(const mpz_t number)
{
    long exponent;
    double part = mpz_get_d_2exp(&exponent, number);
    return part > 0 ? log2(part) + (double)exponent : 0;
}

static void show_states(struct check *c)
{
    const struct findings *f = &c->findings;
    struct str text = {0};
    mpz_t all, reachable;
    mpz_init(all);
    mpz_init_set_str(reachable, f->states, 10);
    input_count_possible_states(c->input.model, all);
    char *total = mpz_get_str(NULL, 10, all);
    if (c->format == CLI_FORMAT_NUSMV)
        str_add(c->mem, &text, "reachable states: %s (2^%g) out of %s (2^%g)\n", f->states, log2_of(reachable), total,
                log2_of(all));
    else if (c->format == CLI_FORMAT_TEXT)
        str_add(c->mem, &text, "reachable states: %s of %s", f->states, total);
    if (c->format == CLI_FORMAT_TEXT && strcmp(f->orbits, f->states) != 0)
        str_add(c->mem, &text, f->are_orbits ? ", in %s orbits" : ", for which %s representatives stand", f->orbits);
    if (c->format == CLI_FORMAT_TEXT)
        str_add_char(c->mem, &text, '\n');
    free(total);
    mpz_clear(all);
    mpz_clear(reachable);
    put(c, &text);
}

static void count_states(struct check *c)
{
    const struct findings *f = &c->findings;
    if (c->methods)
        findings_count_states(&c->findings, c->methods);
    c->states_unknown = !f->states_are_known;
    if (f->states_are_known)
        show_states(c);
    else
        log_error(&c->cli->log, "the reachable states are not counted: %s", f->reason ? f->reason : "interrupted");
}

static void show_symmetry(struct check *c)
{
    struct str text = {0};
    if (c->findings.symmetry)
        str_add(c->mem, &text, "symmetry: %s\n", c->findings.symmetry);
    put(c, &text);
}

// ---- Warnings -------------------------------------------------------------------------------------------------------

static void add_state(const struct model *model, const struct engine_warnings *w, struct mem *mem, struct str *out)
{
    bool first = true;
    for (cell_id cell = 0; cell < model_cell_count(model); cell++) {
        const struct cell *it = model_cell(model, cell);
        if (it->role == CELL_INPUT || !w->is_shown[cell])
            continue;
        str_add(mem, out, "%s%s = ", first ? "" : ", ", it->name);
        model_add_value(model, it->type, w->deadlock[cell], out);
        first = false;
    }
}

static bool shows_all(const struct model *model, const struct engine_warnings *w)
{
    for (cell_id cell = 0; cell < model_cell_count(model); cell++)
        if (model_cell(model, cell)->role != CELL_INPUT && !w->is_shown[cell])
            return false;
    return true;
}

static void warn_of_deadlock(struct check *c, const struct engine_warnings *w)
{
    struct str text = {0}, state = {0};
    str_add(c->mem, &text, "some states have no successor; CTL and LTL properties are not about runs that end there");
    add_state(c->input.model, w, c->mem, &state);
    if (state.count > 0)
        str_add(c->mem, &text, ". One such state%s: %s",
                shows_all(c->input.model, w) ? "" : ", whatever the other variables are", str_text(&state));
    log_warning(&c->cli->log, "%s", str_text(&text));
    str_free(c->mem, &state);
    str_free(c->mem, &text);
}

static void warn(struct check *c)
{
    const struct engine_warnings *w = &c->findings.warnings;
    const struct log *log = &c->cli->log;
    if (w->no_initial_state)
        log_warning(log, "the model has no initial state, so every property holds");
    else if (w->no_fair_state)
        log_warning(log,
                    "no initial state is on a fair path that goes on for ever, so every CTL and LTL property holds");
    if (w->deadlock)
        warn_of_deadlock(c, w);
    else if (w->not_total)
        log_warning(log, "some states have no successor; CTL and LTL properties are not about runs that end there");
    if (!w->known)
        log_verbose(log, "it was not found out whether every state has a successor");
}

// ---- Statistics -----------------------------------------------------------------------------------------------------

static size_t most_memory(const struct check *c)
{
    return c->peak > c->mem->peak ? c->peak : c->mem->peak;
}

static void add_totals(struct check *c, const struct engine_statistics *statistics, struct str *text)
{
    str_add(c->mem, text, "Total\n  time    ");
    units_add_seconds(c->mem, text, clock_now() - c->started);
    str_add(c->mem, text, "\n  memory  ");
    units_add_bytes(c->mem, text, most_memory(c));
    str_add(c->mem, text, "\n");
    if (statistics->checkers > 0)
        str_add(c->mem, text, "  order   %s\n", statistics->check.order_origin);
}

static void show_statistics(struct check *c)
{
    const struct engine_statistics *statistics = &c->findings.statistics;
    struct str text = {0};
    add_totals(c, statistics, &text);
    if (statistics->checkers > 0) {
        statistics_add_text(&engine_statistics_table, statistics, c->mem, &text);
        statistics_add_text(&bdd_statistics_table, &statistics->diagrams, c->mem, &text);
    }
    if (c->findings.has_explicit)
        statistics_add_text(&explicit_statistics_table, &c->findings.one_by_one, c->mem, &text);
    if (c->format == CLI_FORMAT_TEXT)
        put(c, &text);
    else { // where a script reads the output, numbers for people do not belong
        progress_hide(&c->cli->progress);
        fputs(str_text(&text), stderr);
        str_free(c->mem, &text);
    }
}

#define REPORT_TABLES 3

static struct report make_report(struct check *c, struct report_statistics tables[static REPORT_TABLES])
{
    const struct findings *f = &c->findings;
    tables[0] = (struct report_statistics){"check", &engine_statistics_table, &f->statistics};
    tables[1] = (struct report_statistics){"engine", &bdd_statistics_table, &f->statistics.diagrams};
    tables[2] = (struct report_statistics){"explicit", &explicit_statistics_table, &f->one_by_one};
    return (struct report){
        .model = c->input.model,
        .model_name = c->cli->operands[0],
        .results = c->results.at,
        .result_count = c->results.count,
        .reachable = f->states,
        .orbits = f->orbits,
        .symmetry = f->symmetry,
        .symmetry_method = f->symmetry_method,
        .statistics = tables,
        .statistics_count = REPORT_TABLES - !f->has_explicit,
        .order = f->statistics.check.order_origin,
        .seconds = clock_now() - c->started,
        .bytes = most_memory(c),
        .style = c->style,
    };
}

static void show_json(struct check *c)
{
    struct report_statistics tables[REPORT_TABLES];
    struct str text = {0};
    struct report report = make_report(c, tables);
    report_json(&report, c->mem, &text);
    put(c, &text);
}

static enum status write_html(struct check *c, enum status status)
{
    struct report_statistics tables[REPORT_TABLES];
    if (!c->cli->options.html)
        return status;
    struct report report = make_report(c, tables);
    return html_write(&c->html, &report, status) ? status : STATUS_TROUBLE;
}

// ---- The command ----------------------------------------------------------------------------------------------------

static void show_next(struct check *c, const struct result *result)
{
    log_verbose(&c->cli->log, "property %zu took %.2f s", result->property + 1, result->seconds);
    array_push(c->mem, &c->results, *result);
    show_result(c, result);
    if (c->format != CLI_FORMAT_JSON && !c->cli->options.html)
        drop_trace(c, &array_last(&c->results));
}

// Shows what is known now, up to the first property that is not.
static void take_result(void *context, size_t place, struct result *result)
{
    struct check *c = context;
    if (c->outcomes[place].is_known) {
        drop_trace(c, result);
        return;
    }
    judge(c, result);
    checkpoint_keep(c->cli->checkpoint, place, result);
    c->cli->watch.decided++;
    c->outcomes[place] = (struct outcome){true, *result};
    while (c->results.count < c->wanted.count && c->outcomes[c->results.count].is_known)
        show_next(c, &c->outcomes[c->results.count].result);
}

// Output that nobody reads is not worth the work.
static bool is_pointless(void *context)
{
    const struct check *c = context;
    return ferror(c->cli->out);
}

// Nothing that was asked for may be passed over in silence: that would look as if it held.
static void give_up_the_rest(struct check *c)
{
    for (size_t i = 0; i < c->wanted.count && !is_pointless(c); i++)
        if (!c->outcomes[i].is_known) {
            struct result result = {.property = c->wanted.at[i],
                                    .verdict = VERDICT_UNDECIDED,
                                    .reason = "internal error: no method has said anything of it"};
            c->internal_error = true;
            take_result(c, i, &result);
        }
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
        .is_pointless = is_pointless,
        .context = c,
    };
    c->outcomes = mem_zalloc(c->mem, (c->wanted.count + 1) * sizeof *c->outcomes);
    findings_open(&c->findings, c->input.model, c->mem);
    checkpoint_hand_out(c->cli->checkpoint, take_result, c);
    setup.is_known = checkpoint_known(c->cli->checkpoint);
    if (o->jobs > 1) {
        c->peak = jobs_decide_all(c->cli, &c->input, &setup, wants_statistics(c), o->write_order, &c->findings);
        return;
    }
    c->methods = methods_new(c->cli, &c->input, &setup);
    methods_decide_all(c->methods);
    findings_take_symmetry(&c->findings, c->methods);
}

static void check_all(struct check *c)
{
    watch_begin(c->cli, c->wanted.count);
    decide_all(c);
    give_up_the_rest(c);
    if (c->format == CLI_FORMAT_TEXT) {
        struct str text = {0};
        report_text_summary(c->results.at, c->results.count, c->mem, &text);
        put(c, &text);
        show_symmetry(c);
    }
    if (c->cli->options.states)
        count_states(c);
    if (c->methods)
        findings_take_warnings(&c->findings, c->methods);
    warn(c);
    progress_end(&c->cli->progress);
    if (c->methods && wants_statistics(c))
        findings_take_statistics(&c->findings, c->methods);
    if (c->format == CLI_FORMAT_JSON)
        show_json(c);
    if (c->cli->options.stats)
        show_statistics(c);
    c->checkpoint_is_lost = !checkpoint_save(c->cli->checkpoint);
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

static enum status status_of(const struct check *c)
{
    size_t of[3] = {0};
    for (size_t i = 0; i < c->results.count; i++)
        of[c->results.at[i].verdict]++;
    if (c->internal_error)
        return STATUS_UNDECIDED;
    if (of[VERDICT_FAILS])
        return STATUS_FAILS;
    return of[VERDICT_UNDECIDED] || c->states_unknown ? STATUS_UNDECIDED : STATUS_HOLDS;
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
        status = write_html(&c, write_order(&c, status_of(&c)));
        status = c.checkpoint_is_lost ? STATUS_TROUBLE : status;
    } else
        status = input_status(cli);
    close_check(&c);
    return status;
}
