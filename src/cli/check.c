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
#include "cli/html.h"
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
    name_array order; // ends with NULL; empty if none is given
    struct methods *methods;
    struct html_file html;
    size_t traces;   // shown so far
    char *reachable; // the number of reachable states, NULL if it is not known
    char *orbits;
    bool states_unknown;
    bool internal_error;
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

static void show_states(struct check *c, const mpz_t reachable)
{
    struct str text = {0};
    mpz_t all;
    mpz_init(all);
    input_count_possible_states(c->input.model, all);
    char *total = mpz_get_str(NULL, 10, all);
    if (c->format == CLI_FORMAT_NUSMV)
        str_add(c->mem, &text, "reachable states: %s (2^%g) out of %s (2^%g)\n", c->reachable, log2_of(reachable),
                total, log2_of(all));
    else if (c->format == CLI_FORMAT_TEXT)
        str_add(c->mem, &text, "reachable states: %s of %s", c->reachable, total);
    if (c->format == CLI_FORMAT_TEXT && strcmp(c->orbits, c->reachable) != 0)
        str_add(c->mem, &text,
                methods_are_orbits(c->methods) ? ", in %s orbits" : ", for which %s representatives stand", c->orbits);
    if (c->format == CLI_FORMAT_TEXT)
        str_add_char(c->mem, &text, '\n');
    free(total);
    mpz_clear(all);
    put(c, &text);
}

static void count_states(struct check *c)
{
    mpz_t orbits, states;
    const char *reason = NULL;
    mpz_init(orbits);
    mpz_init(states);
    if (methods_count_states(c->methods, orbits, states, &reason)) {
        c->reachable = mpz_get_str(NULL, 10, states);
        c->orbits = mpz_get_str(NULL, 10, orbits);
        show_states(c, states);
    } else {
        c->states_unknown = true;
        log_error(&c->cli->log, "the reachable states are not counted: %s", reason);
    }
    mpz_clear(orbits);
    mpz_clear(states);
}

static void show_symmetry(struct check *c)
{
    struct str text = {0};
    if (methods_text(c->methods))
        str_add(c->mem, &text, "symmetry: %s\n", methods_text(c->methods));
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
    const struct engine_warnings *w = methods_warnings(c->methods);
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

static void add_totals(struct check *c, const struct engine_statistics *statistics, struct str *text)
{
    str_add(c->mem, text, "Total\n  time    ");
    units_add_seconds(c->mem, text, clock_now() - c->started);
    str_add(c->mem, text, "\n  memory  ");
    units_add_bytes(c->mem, text, c->mem->peak);
    str_add(c->mem, text, "\n");
    if (statistics->checkers > 0)
        str_add(c->mem, text, "  order   %s\n", statistics->check.order_origin);
}

static void show_statistics(struct check *c)
{
    struct engine_statistics statistics;
    struct str text = {0};
    methods_get_statistics(c->methods, &statistics);
    add_totals(c, &statistics, &text);
    if (statistics.checkers > 0) {
        statistics_add_text(&engine_statistics_table, &statistics, c->mem, &text);
        statistics_add_text(&bdd_statistics_table, &statistics.diagrams, c->mem, &text);
    }
    struct explicit_statistics one_by_one;
    if (methods_get_explicit_statistics(c->methods, &one_by_one))
        statistics_add_text(&explicit_statistics_table, &one_by_one, c->mem, &text);
    if (c->format == CLI_FORMAT_TEXT)
        put(c, &text);
    else { // where a script reads the output, numbers for people do not belong
        progress_hide(&c->cli->progress);
        fputs(str_text(&text), stderr);
        str_free(c->mem, &text);
    }
}

// What reports need, in one place.
struct report_parts {
    struct engine_statistics statistics;
    struct explicit_statistics one_by_one;
    struct report_statistics tables[3];
};

static struct report make_report(struct check *c, struct report_parts *parts)
{
    methods_get_statistics(c->methods, &parts->statistics);
    bool has_explicit = methods_get_explicit_statistics(c->methods, &parts->one_by_one);
    parts->tables[0] = (struct report_statistics){"check", &engine_statistics_table, &parts->statistics};
    parts->tables[1] = (struct report_statistics){"engine", &bdd_statistics_table, &parts->statistics.diagrams};
    parts->tables[2] = (struct report_statistics){"explicit", &explicit_statistics_table, &parts->one_by_one};
    return (struct report){
        .model = c->input.model,
        .model_name = c->cli->operands[0],
        .results = c->results.at,
        .result_count = c->results.count,
        .reachable = c->reachable,
        .orbits = c->orbits,
        .symmetry = methods_text(c->methods),
        .symmetry_method = methods_word(c->methods),
        .statistics = parts->tables,
        .statistics_count = sizeof parts->tables / sizeof *parts->tables - !has_explicit,
        .order = parts->statistics.check.order_origin,
        .seconds = clock_now() - c->started,
        .bytes = c->mem->peak,
        .style = c->style,
    };
}

static void show_json(struct check *c)
{
    struct report_parts parts;
    struct str text = {0};
    struct report report = make_report(c, &parts);
    report_json(&report, c->mem, &text);
    put(c, &text);
}

static enum status write_html(struct check *c, enum status status)
{
    struct report_parts parts;
    if (!c->cli->options.html)
        return status;
    struct report report = make_report(c, &parts);
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
    judge(c, result);
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

static void open_methods(struct check *c)
{
    const struct cli_options *o = &c->cli->options;
    struct engine_setup setup = {
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
    c->methods = methods_new(c->cli, &c->input, &setup);
}

static void check_all(struct check *c)
{
    watch_begin(c->cli, c->wanted.count);
    open_methods(c);
    methods_decide_all(c->methods);
    if (c->format == CLI_FORMAT_TEXT) {
        struct str text = {0};
        report_text_summary(c->results.at, c->results.count, c->mem, &text);
        put(c, &text);
        show_symmetry(c);
    }
    if (c->cli->options.states)
        count_states(c);
    warn(c);
    progress_end(&c->cli->progress);
    if (c->format == CLI_FORMAT_JSON)
        show_json(c);
    if (c->cli->options.stats)
        show_statistics(c);
}

static enum status write_order(struct check *c, enum status status)
{
    const char *path = c->cli->options.write_order;
    size_t count;
    if (!path)
        return status;
    const cell_id *order = methods_order(c->methods, &count);
    return order_file_write(c->cli, path, c->input.model, order, count) ? status : STATUS_TROUBLE;
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
           (!o->order || order_file_read(c->cli, o->order, c->input.model, &c->order_text, &c->order));
}

static void close_check(struct check *c)
{
    for (size_t i = 0; i < c->results.count; i++)
        drop_trace(c, &c->results.at[i]);
    for (size_t i = c->results.count; c->outcomes && i < c->wanted.count; i++) // decided, but never shown
        drop_trace(c, &c->outcomes[i].result);
    free(c->reachable);
    free(c->orbits);
    methods_free(c->methods);
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
    if (o->family || o->size) {
        interrupt_catch();
        return family_run(cli);
    }
    struct check c = {
        .cli = cli,
        .mem = &cli->mem,
        .format = o->json ? CLI_FORMAT_JSON : o->format,
        .style = {.full = o->full_trace, .defines = o->defines},
        .reasons = {.mem = &cli->mem},
        .started = clock_now(),
    };
    enum status status = STATUS_TROUBLE;
    interrupt_catch(); // from the start: what is read before the work begins takes no time
    if (prepare(&c)) {
        check_all(&c);
        status = write_html(&c, write_order(&c, status_of(&c)));
    }
    close_check(&c);
    return status;
}
