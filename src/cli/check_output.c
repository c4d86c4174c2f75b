// What coset check says: verdicts as they come, then states, warnings, statistics, and the reports of all of it.
#include "cli/check_parts.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "cli/show_warnings.h"
#include "report/model_text.h"
#include "run/aiger/circuit_witness.h"

// ---- Output ---------------------------------------------------------------------------------------------------------

// Puts a text out at once, so that long work can be followed through a pipe.
void check_put(struct check *c, struct str *text)
{
    progress_hide(&c->cli->run.progress);
    fputs(str_text(text), c->cli->out);
    fflush(c->cli->out);
    str_free(c->mem, text);
}

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
    check_put(c, &text);
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
    str_add(c->mem, &text, "certified: ");
    report_text_certification(&c->certification.told, c->mem, &text);
    str_add_char(c->mem, &text, '\n');
    check_put(c, &text);
}

// So many states, as a power of two.
static double log2_of(const mpz_t number)
{
    long exponent;
    double part = mpz_get_d_2exp(&exponent, number);
    return part > 0 ? log2(part) + (double)exponent : 0;
}

void check_show_states(struct check *c)
{
    const struct summary *f = &c->of.summary;
    struct str text = {0};
    mpz_t all, reachable;
    mpz_init(all);
    mpz_init_set_str(reachable, f->states, 10);
    report_count_states(c->of.input->model, all);
    char *total = mpz_get_str(NULL, 10, all);
    if (c->format == CLI_FORMAT_NUSMV)
        str_add(c->mem, &text, "reachable states: %s (2^%g) out of %s (2^%g)\n", f->states, log2_of(reachable), total,
                log2_of(all));
    else if (c->format == CLI_FORMAT_TEXT)
        str_add(c->mem, &text, "reachable states: %s of %s", f->states, total);
    if (c->format == CLI_FORMAT_TEXT && strcmp(f->orbits, f->states) != 0)
        report_text_orbits(f->orbits, f->are_orbits, c->mem, &text);
    if (c->format == CLI_FORMAT_TEXT)
        str_add_char(c->mem, &text, '\n');
    free(total);
    mpz_clear(all);
    mpz_clear(reachable);
    check_put(c, &text);
}

void check_show_symmetry(struct check *c)
{
    struct str text = {0};
    if (c->of.summary.symmetry)
        str_add(c->mem, &text, "symmetry reduction: %s\n", c->of.summary.symmetry);
    check_put(c, &text);
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
    check_put(c, &text);
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
    struct str text = {0};
    backend_statistics_add_text(&c->of.summary.statistics, clock_now() - c->of.started, most_memory(c), c->mem, &text);
    if (c->format == CLI_FORMAT_TEXT)
        check_put(c, &text);
    else { // where a script reads the output, numbers for people do not belong
        progress_hide(&c->cli->run.progress);
        fputs(str_text(&text), stderr);
        str_free(c->mem, &text);
    }
}

#define REPORT_TABLES 3

static struct report make_report(struct check *c, struct report_statistics tables[static REPORT_TABLES])
{
    const struct summary *f = &c->of.summary;
    tables[0] = (struct report_statistics){"check", &backend_statistics_table, &f->statistics};
    tables[1] = (struct report_statistics){"engine", &bdd_statistics_table, &f->statistics.diagrams};
    tables[2] = (struct report_statistics){"explicit", &explicit_statistics_table, &f->statistics.states};
    return (struct report){
        .model = c->of.input->model,
        .model_name = c->cli->operands[0],
        .arguments = c->cli->given,
        .argument_count = (size_t)c->cli->given_count,
        .results = c->of.results.at,
        .result_count = c->of.results.count,
        .reachable = f->states,
        .orbits = f->are_orbits ? f->orbits : NULL,
        .representatives = f->are_orbits ? NULL : f->orbits,
        .symmetry = f->symmetry,
        .symmetry_method = f->symmetry_method,
        .statistics = tables,
        .statistics_count = REPORT_TABLES - !f->statistics.has_states,
        .order = f->statistics.check.order_origin,
        .warnings = warnings_of(c),
        .certification = c->cli->options->certify ? &c->certification.told : NULL,
        .coverage = c->has_coverage ? &c->coverage : NULL,
        .partial = watch_partial(c->of.run, c->of.results.at, c->of.results.count,
                                 c->of.states_unknown || check_lacks_coverage(c)),
        .seconds = clock_now() - c->of.started,
        .bytes = most_memory(c),
        .style = c->style,
    };
}

void check_show_json(struct check *c)
{
    struct report_statistics tables[REPORT_TABLES];
    struct str text = {0};
    struct report report = make_report(c, tables);
    report_json(&report, c->mem, &text);
    check_put(c, &text);
}

static bool write_junit(struct check *c)
{
    struct report_statistics tables[REPORT_TABLES];
    struct report report = make_report(c, tables);
    return cli_write_junit(c->cli, &report);
}

enum status check_write_html(struct check *c, enum status status)
{
    struct report_statistics tables[REPORT_TABLES];
    if (c->cli->options->junit && !write_junit(c))
        status = STATUS_TROUBLE;
    if (!c->cli->options->html)
        return status;
    struct report report = make_report(c, tables);
    return html_write(&c->html, &report, &c->of.input->source, status) ? status : STATUS_TROUBLE;
}
