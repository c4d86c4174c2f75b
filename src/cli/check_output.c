// What coset check says: verdicts as they come, then states, warnings, statistics, and the reports of all of it.
#include "cli/check_parts.h"

#include <string.h>

#include "base/clock.h"
#include "cli/show_warnings.h"
#include "cli/shown_report.h"
#include "run/aiger/circuit_witness.h"

// ---- Output ---------------------------------------------------------------------------------------------------------

static void show_result(struct check *c, const struct result *result)
{
    struct str text = {0};
    c->traces += result->has_trace;
    if (c->format == CLI_FORMAT_TEXT)
        report_text_result(c->of.input->model, result, c->style, c->mem, &text);
    else if (c->format == CLI_FORMAT_NUSMV)
        report_nusmv_result(c->of.input->model, result, c->style, c->traces, c->mem, &text);
    else if (c->format == CLI_FORMAT_WITNESS)
        circuit_witness_add(c->of.input, result, c->mem, &text);
    cli_put(c->cli, &text);
}

static bool is_shown_early(const struct check *c, const struct result *result)
{
    for (size_t i = 0; i < c->early.count; i++)
        if (c->early.at[i] == result->property)
            return true;
    return false;
}

void check_show_early(struct check *c, const struct result *result)
{
    show_result(c, result);
    array_push(c->mem, &c->early, result->property);
}

void check_show_results(struct check *c)
{
    while (c->shown < c->of.results.count) {
        const struct result *result = &c->of.results.at[c->shown++];
        if (!is_shown_early(c, result))
            show_result(c, result);
    }
}

void check_show_certification(struct check *c)
{
    struct str text = {0};
    cli_add_certification(c->cli, &c->certification, &text);
    cli_put(c->cli, &text);
}

void check_show_states(struct check *c)
{
    const struct summary *f = &c->of.summary;
    struct str text = {0};
    if (c->format == CLI_FORMAT_NUSMV)
        report_nusmv_states(c->of.input->model, f->states, c->mem, &text);
    else if (c->format == CLI_FORMAT_TEXT)
        report_text_states(c->of.input->model, f->states, f->orbits, f->are_orbits, c->mem, &text);
    cli_put(c->cli, &text);
}

void check_show_symmetry(struct check *c)
{
    struct str text = {0};
    if (c->of.summary.symmetry)
        str_add(c->mem, &text, "symmetry reduction: %s\n", c->of.summary.symmetry);
    cli_put(c->cli, &text);
}

bool check_lacks_coverage(const struct check *c)
{
    return c->cli->options->coverage && !(c->has_coverage && c->coverage.is_complete);
}

// What is found is told at the end of a search that is long enough; so is that there is none.
void check_show_coverage(struct check *c)
{
    struct str text = {0};
    c->has_coverage = model_check_cover(&c->of, &c->coverage);
    if (!c->has_coverage) {
        cause_log(&c->cli->run.log, LOG_ERROR, cause_of(model_check_why_uncovered(&c->of)), c->mem,
                  "the coverage of the rules is not known");
        return;
    }
    if (c->format == CLI_FORMAT_TEXT)
        report_text_coverage(&c->coverage, c->mem, &text);
    cli_put(c->cli, &text);
    for (size_t i = 0; report_coverage_warning(&c->coverage, i, c->mem, &text); i++) {
        log_warning(&c->cli->run.log, "%s", str_text(&text));
        str_clear(&text);
    }
    str_free(c->mem, &text);
}

// ---- Warnings -------------------------------------------------------------------------------------------------------

static struct report_warnings warnings_of(const struct check *c)
{
    return (struct report_warnings){.model = c->of.input->model, .of = &c->of.summary.warnings, .count = 1};
}

void check_warn(struct check *c)
{
    struct report_warnings all = warnings_of(c);
    cli_show_warnings(c->cli, &all, c->format == CLI_FORMAT_TEXT);
    if (!all.of->known)
        log_verbose(&c->cli->run.log, "it is unknown whether the transition relation is total");
}

// ---- Statistics -----------------------------------------------------------------------------------------------------

static size_t most_memory(const struct check *c)
{
    return c->of.peak > c->mem->peak ? c->of.peak : c->mem->peak;
}

void check_show_statistics(struct check *c)
{
    const struct run_totals totals = {clock_now() - c->of.started, most_memory(c), c->of.results.at,
                                      c->of.results.count};
    cli_show_statistics(c->cli, &c->of.summary.statistics, &totals, c->format == CLI_FORMAT_TEXT);
}

static struct report make_report(struct check *c, struct report_statistics tables[static REPORT_TABLES])
{
    const struct summary *f = &c->of.summary;
    struct report r = cli_begin_report(c->cli, &f->statistics, tables, &c->certification);
    r.model = c->of.input->model;
    r.results = c->of.results.at;
    r.result_count = c->of.results.count;
    r.reachable = f->states;
    r.orbits = f->are_orbits ? f->orbits : NULL;
    r.representatives = f->are_orbits ? NULL : f->orbits;
    r.symmetry = f->symmetry;
    r.symmetry_method = f->symmetry_method;
    r.warnings = warnings_of(c);
    r.coverage = c->has_coverage ? &c->coverage : NULL;
    r.partial = watch_partial(c->of.run, r.results, r.result_count, c->of.states_unknown || check_lacks_coverage(c));
    r.seconds = clock_now() - c->of.started;
    r.bytes = most_memory(c);
    r.style = c->style;
    return r;
}

void check_show_json(struct check *c)
{
    struct report_statistics tables[REPORT_TABLES];
    struct str text = {0};
    struct report report = make_report(c, tables);
    report_json(&report, c->mem, &text);
    cli_put(c->cli, &text);
}

enum status check_write_html(struct check *c, enum status status)
{
    struct report_statistics tables[REPORT_TABLES];
    if (!c->cli->options->junit && !c->cli->options->html)
        return status;
    struct report report = make_report(c, tables);
    return cli_write_reports(c->cli, &c->html, &report, &c->of.input->source, status);
}
