// What is shown of a family as a whole.
#include "cli/family_parts.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "report/cause_words.h"

// Puts a text out at once, and frees it.
static void put(struct family_command *c, struct str *text)
{
    progress_hide(&c->cli->run.progress);
    fputs(str_text(text), c->cli->out);
    fflush(c->cli->out);
    str_free(c->mem, text);
}

static struct report_style style_of(const struct family_command *c)
{
    const struct cli_options *o = c->cli->options;
    return (struct report_style){.full = o->full_trace,
                                 .defines = o->defines,
                                 .property_count = c->of.property_count,
                                 .certificates = o->certify,
                                 .color = cli_has_color(c->cli)};
}

void family_show_result(struct family_command *c, const struct result *result)
{
    const struct families *f = &c->of;
    struct str text = {0};
    if (!c->is_json)
        report_text_result(f->members[f->leader].model, result, style_of(c), f->mem, &text);
    put(c, &text);
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
        put(c, &text);
}

// ---- Statistics -----------------------------------------------------------------------------------------------------

#define REPORT_TABLES 3

// What a report points to.
struct shown {
    struct backend_statistics statistics;
    struct report_statistics tables[REPORT_TABLES];
    ARRAY(struct result) results;
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

static void open_report(struct family_command *c, struct shown *s)
{
    struct families *f = &c->of;
    char **reachable = arena_alloc(&f->arena, (size_t)(f->high - f->low + 1) * sizeof *reachable);
    for (size_t i = 0; i < f->all; i++)
        reachable[f->sizes[i] - f->low] = f->reachable[i];
    *s = (struct shown){
        .family = {f->name, f->grid, f->low, f->high, f->is_unbounded, family_any_counted(f) ? reachable : NULL}};
    family_get_statistics(f, &s->statistics);
    s->tables[0] = (struct report_statistics){"check", &backend_statistics_table, &s->statistics};
    s->tables[1] = (struct report_statistics){"engine", &bdd_statistics_table, &s->statistics.diagrams};
    s->tables[2] = (struct report_statistics){"explicit", &explicit_statistics_table, &s->statistics.states};
    for (size_t i = 0; i < f->reported; i++)
        array_push(f->mem, &s->results, f->outcomes.at[i].result);
    family_add_symmetry(f, &s->symmetry);
    s->report = (struct report){
        .model = f->members[f->leader].model,
        .model_name = f->job->model,
        .arguments = c->cli->given,
        .argument_count = (size_t)c->cli->given_count,
        .results = s->results.at,
        .result_count = s->results.count,
        .reachable = f->sum,
        .orbits = family_are_orbits(f) ? f->orbit_sum : NULL,
        .representatives = family_are_orbits(f) ? NULL : f->orbit_sum,
        .family = &s->family,
        .certification = c->cli->options->certify ? &c->certification.told : NULL,
        .symmetry = s->symmetry.count ? str_text(&s->symmetry) : NULL,
        .symmetry_method = family_symmetry_word(f),
        .statistics = s->tables,
        .statistics_count = REPORT_TABLES - !s->statistics.has_states,
        .order = s->statistics.check.order_origin,
        .warnings = family_warnings(f),
        .partial = watch_partial(f->run, s->results.at, s->results.count, f->states_unknown),
        .seconds = clock_now() - f->started,
        .bytes = f->peak > f->mem->peak ? f->peak : f->mem->peak,
        .style = style_of(c),
    };
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
    put(c, &text);
}

enum status family_write_html(struct family_command *c, enum status status)
{
    struct families *f = &c->of;
    struct shown shown;
    const struct cli_options *o = c->cli->options;
    if (!o->html && !o->junit)
        return status;
    open_report(c, &shown);
    bool good = !o->junit || cli_write_junit(c->cli, &shown.report);
    good &=
        !o->html || html_write(&c->html, &shown.report, &f->inputs[f->leader]->source, good ? status : STATUS_TROUBLE);
    close_report(f, &shown);
    return good ? status : STATUS_TROUBLE;
}

void family_show_statistics(struct family_command *c)
{
    struct families *f = &c->of;
    struct backend_statistics statistics;
    struct str text = {0};
    family_get_statistics(f, &statistics);
    backend_statistics_add_text(&statistics, clock_now() - f->started, f->peak > f->mem->peak ? f->peak : f->mem->peak,
                                f->mem, &text);
    if (!c->is_json) {
        put(c, &text);
        return;
    }
    fputs(str_text(&text), stderr);
    str_free(f->mem, &text);
}

void family_show_summary(struct family_command *c)
{
    struct families *f = &c->of;
    ARRAY(struct result) results = {0};
    struct str text = {0};
    for (size_t i = 0; i < f->reported; i++)
        array_push(f->mem, &results, f->outcomes.at[i].result);
    report_text_summary(results.at, results.count, f->mem, &text);
    if (c->cli->options->certify) {
        str_add(f->mem, &text, "certified: ");
        report_text_certification(&c->certification.told, f->mem, &text);
        str_add_char(f->mem, &text, '\n');
    }
    struct str symmetry = {0};
    family_add_symmetry(f, &symmetry);
    if (symmetry.count)
        str_add(f->mem, &text, "symmetry reduction: %s\n", str_text(&symmetry));
    str_free(f->mem, &symmetry);
    array_free(f->mem, &results);
    put(c, &text);
}
