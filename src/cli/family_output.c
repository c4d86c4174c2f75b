// What is shown of a family as a whole.
#include "cli/family_parts.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "cli/shown_report.h"
#include "report/cause_words.h"

void family_show_result(struct family_command *c, const struct result *result)
{
    const struct families *f = &c->of;
    struct str text = {0};
    if (!c->is_json)
        report_text_result(f->members[f->leader].model, result, cli_report_style(c->cli, f->property_count), f->mem,
                           &text);
    cli_put(c->cli, &text);
}

// ---- States ---------------------------------------------------------------------------------------------------------

// Those in a row that have one reason at once.
static void tell_uncounted(struct families *f)
{
    for (size_t i = 0, end; i < f->all; i = end) {
        struct str sizes = {0}, words = {0};
        for (end = i + 1; end < f->all && f->uncounted[i].code && cause_equals(f->uncounted[i], f->uncounted[end]);)
            end++;
        size_add_text(f->grid, f->sizes[i], f->mem, &sizes);
        if (end > i + 1) {
            str_add(f->mem, &sizes, "..");
            size_add_text(f->grid, f->sizes[end - 1], f->mem, &sizes);
        }
        if (f->uncounted[i].code) {
            cause_add_words(f->uncounted[i], f->mem, &words);
            log_error(&f->run->log, "reachable states for %s = %s: not counted (%s)", f->name, str_text(&sizes),
                      str_text(&words));
        }
        str_free(f->mem, &words);
        str_free(f->mem, &sizes);
    }
}

void family_show_states(struct family_command *c)
{
    struct families *f = &c->of;
    struct str text = {0};
    family_add_up(f);
    if (!family_is_pointless(f))
        tell_uncounted(f);
    for (size_t i = 0; i < f->all; i++) {
        if (!f->reachable[i])
            continue;
        str_add(f->mem, &text, "reachable states for %s = ", f->name);
        size_add_text(f->grid, f->sizes[i], f->mem, &text);
        str_add(f->mem, &text, ": %s", f->reachable[i]);
        if (strcmp(f->reachable[i], f->orbits[i]) != 0)
            report_text_orbits(f->orbits[i], family_are_orbits(f), f->mem, &text);
        str_add_char(f->mem, &text, '\n');
    }
    if (c->is_json)
        str_free(f->mem, &text);
    else
        cli_put(c->cli, &text);
}

// ---- Statistics -----------------------------------------------------------------------------------------------------

typedef ARRAY(struct result) result_array;

static void add_results(struct families *f, result_array *results)
{
    for (size_t i = 0; i < f->reported; i++)
        array_push(f->mem, results, f->outcomes.at[i].result);
}

// What a report points to.
struct shown {
    struct backend_statistics statistics;
    struct report_statistics tables[REPORT_TABLES];
    result_array results;
    struct str symmetry;
    struct report_family family;
    struct report report;
};

struct report_warnings family_warnings(const struct families *f)
{
    return (struct report_warnings){.model = f->members[f->leader].model,
                                    .of = f->warnings,
                                    .count = f->count,
                                    .name = f->name,
                                    .grid = f->grid,
                                    .sizes = f->sizes};
}

static size_t most_memory(const struct families *f)
{
    return f->peak > f->mem->peak ? f->peak : f->mem->peak;
}

static void open_report(struct family_command *c, struct shown *s)
{
    struct families *f = &c->of;
    char **reachable = arena_alloc(&f->arena, (size_t)(f->high - f->low + 1) * sizeof *reachable);
    for (size_t i = 0; i < f->all; i++)
        reachable[f->sizes[i] - f->low] = f->reachable[i];
    *s = (struct shown){
        .family = {f->name, f->grid, f->low, f->high, f->is_unbounded, family_any_counted(f) ? reachable : NULL}};
    family_get_statistics(f, &s->statistics);
    add_results(f, &s->results);
    family_add_symmetry(f, &s->symmetry);
    struct report *r = &s->report;
    *r = cli_begin_report(c->cli, &s->statistics, s->tables, &c->certification);
    r->model = f->members[f->leader].model;
    r->results = s->results.at;
    r->result_count = s->results.count;
    r->reachable = f->sum;
    r->orbits = family_are_orbits(f) ? f->orbit_sum : NULL;
    r->representatives = family_are_orbits(f) ? NULL : f->orbit_sum;
    r->family = &s->family;
    r->symmetry = s->symmetry.count ? str_text(&s->symmetry) : NULL;
    r->symmetry_method = family_symmetry_word(f);
    r->warnings = family_warnings(f);
    r->partial = watch_partial(f->run, r->results, r->result_count, f->states_unknown);
    r->seconds = clock_now() - f->started;
    r->bytes = most_memory(f);
    r->style = cli_report_style(c->cli, f->property_count);
}

static void close_report(struct families *f, struct shown *s)
{
    str_free(f->mem, &s->symmetry);
    array_free(f->mem, &s->results);
}

void family_show_json(struct family_command *c)
{
    struct families *f = &c->of;
    struct shown shown;
    struct str text = {0};
    open_report(c, &shown);
    report_json(&shown.report, f->mem, &text);
    close_report(f, &shown);
    cli_put(c->cli, &text);
}

enum status family_write_html(struct family_command *c, enum status status)
{
    struct families *f = &c->of;
    struct shown shown;
    const struct cli_options *o = c->cli->options;
    if (!o->html && !o->junit)
        return status;
    open_report(c, &shown);
    status = cli_write_reports(c->cli, &c->html, &shown.report, &f->inputs[f->leader]->source, status);
    close_report(f, &shown);
    return status;
}

void family_show_statistics(struct family_command *c)
{
    struct families *f = &c->of;
    struct backend_statistics statistics;
    result_array results = {0};
    add_results(f, &results);
    family_get_statistics(f, &statistics);
    const struct run_totals totals = {clock_now() - f->started, most_memory(f), results.at, results.count};
    cli_show_statistics(c->cli, &statistics, &totals, !c->is_json);
    array_free(f->mem, &results);
}

void family_show_summary(struct family_command *c)
{
    struct families *f = &c->of;
    result_array results = {0};
    struct str text = {0};
    add_results(f, &results);
    report_text_summary(results.at, results.count, f->mem, &text);
    if (c->cli->options->certify)
        cli_add_certification(c->cli, &c->certification, &text);
    struct str symmetry = {0};
    family_add_symmetry(f, &symmetry);
    if (symmetry.count)
        str_add(f->mem, &text, "symmetry reduction: %s\n", str_text(&symmetry));
    str_free(f->mem, &symmetry);
    array_free(f->mem, &results);
    cli_put(c->cli, &text);
}
