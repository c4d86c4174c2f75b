// A check as a page: verdicts, counterexamples, search statistics, symmetry reduction, and how to reproduce it.
//
// What can be read without a script is written as HTML here: verdicts, traces as text, symmetries, the command. For the
// rest, viewers of traces and plots, the page has its data as JSON and draws them by itself (page*.js). It asks for
// nothing from elsewhere, and its policy forbids it to.
#include <ctype.h>
#include <gmp.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/json.h"
#include "base/units.h"
#include "report/html_page.h"
#include "report/html_parts.h"
#include "report/html_trace.h"
#include "report/page.h"

// <dt>term</dt><dd>text</dd>
static void add_fact(struct page *p, const char *term, const char *text)
{
    str_add(p->mem, p->out, "<div><dt>%s</dt><dd>", term);
    page_add_text(p, text);
    page_add(p, "</dd></div>\n");
}

static void add_count(struct page *p, const char *term, const char *digits)
{
    struct str text = {0};
    html_add_number(p->mem, &text, digits);
    add_fact(p, term, str_text(&text));
    str_free(p->mem, &text);
}

// ---- The head -------------------------------------------------------------------------------------------------------

static const char *file_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash && slash[1] ? slash + 1 : path;
}

static void add_head(struct page *p)
{
    page_add(
        p,
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
        "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
        "<meta name=\"color-scheme\" content=\"light dark\">\n"
        "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; img-src data:; style-src 'sha256-");
    page_add(p, report_page_style_hash);
    page_add(p, "'; script-src 'sha256-");
    page_add(p, report_page_script_hash);
    page_add(p, "'\">\n<link rel=\"icon\" href=\"data:,\">\n<title>");
    page_add_text(p, file_name(p->report->model_name));
    page_add(p, " \xe2\x80\x93 Coset</title>\n<style>\n");
    page_add(p, report_page_style);
    page_add(p, "</style>\n</head>\n<body>\n");
}

static void add_states_facts(struct page *p)
{
    const struct report *r = p->report;
    if (!r->reachable)
        return;
    add_count(p, "Reachable states", r->reachable);
    if (r->orbits && strcmp(r->orbits, r->reachable) != 0)
        add_count(p, "Orbits", r->orbits);
    if (r->representatives && strcmp(r->representatives, r->reachable) != 0)
        add_count(p, "Representatives", r->representatives);
}

static void add_family_fact(struct page *p)
{
    const struct report_family *family = p->report->family;
    struct str text = {0};
    if (!family)
        return;
    if (family->grid)
        size_grid_add_ranges(family->grid, p->mem, &text);
    else
        str_add(p->mem, &text, "%s = %" PRId64 "..", family->name, family->low);
    if (!family->grid && !family->is_unbounded)
        str_add(p->mem, &text, "%" PRId64, family->high);
    add_fact(p, "Sizes", str_text(&text));
    str_free(p->mem, &text);
}

static void add_certification_fact(struct page *p)
{
    struct str text = {0};
    if (!p->report->certification)
        return;
    report_text_certification(p->report->certification, p->mem, &text);
    add_fact(p, "Certified", str_text(&text));
    str_free(p->mem, &text);
}

static void add_warnings(struct page *p)
{
    const struct report *r = p->report;
    for (enum report_warning kind = 0; kind < REPORT_WARNINGS; kind++) {
        struct str text = {0};
        if (report_text_warning(&r->warnings, kind, p->mem, &text)) {
            page_add(p, "<p class=\"warning\" role=\"alert\"><strong>Warning</strong>: ");
            page_add_text(p, str_text(&text));
            page_add(p, ".</p>\n");
        }
        str_free(p->mem, &text);
    }
}

static void add_title(struct page *p)
{
    const struct report *r = p->report;
    struct str text = {0};
    page_add(p, "<header class=\"top\">\n<p class=\"kind\">Model check</p>\n<h1>");
    page_add_text(p, file_name(r->model_name));
    report_text_summary(r->results, r->result_count, p->mem, &text);
    page_add(p, "</h1>\n<p class=\"summary\">");
    page_add_text(p, str_text(&text));
    page_add(p, "</p>\n");
    if (r->partial) {
        page_add(p, "<p class=\"partial\" role=\"alert\"><strong>Partial report</strong>: ");
        page_add_text(p, cause_words(r->partial));
        page_add(p, ". What is undecided below was not tried to the end.</p>\n");
    }
    add_warnings(p);
    page_add(p, "<dl class=\"facts\">\n");
    add_fact(p, "Checked", p->html->date);
    str_clear(&text);
    units_add_seconds(p->mem, &text, r->seconds);
    add_fact(p, "Time", str_text(&text));
    str_clear(&text);
    units_add_bytes(p->mem, &text, r->bytes);
    add_fact(p, "Memory", str_text(&text));
    add_family_fact(p);
    add_states_facts(p);
    add_certification_fact(p);
    page_add(p, "</dl>\n</header>\n<main>\n");
    str_free(p->mem, &text);
}

// ---- Symmetry -------------------------------------------------------------------------------------------------------

static void add_class(struct page *p, const struct component_class *class)
{
    page_add(p, "<tr><td><code>");
    page_add_text(p, class->name);
    str_add(p->mem, p->out, "</code></td><td class=\"seconds\">%zu</td><td>", class->size);
    if (class->obstacle) {
        page_add(p, "not used: ");
        page_add_text(p, class->obstacle);
    } else
        page_add(p, class->is_ring ? "a ring: any rotation" : "scalarset: any permutation");
    page_add(p, "</td><td><code>");
    for (size_t i = 0; i < class->size && i < 4; i++) {
        page_add(p, i > 0 ? ", " : "");
        page_add_text(p,
                      model_symbol_name(p->report->model, class->ids[class->size > 4 && i == 3 ? class->size - 1 : i]));
        page_add(p, class->size > 4 && i == 2 ? ", \xe2\x80\xa6" : "");
    }
    page_add(p, "</code></td></tr>\n");
}

static void add_classes(struct page *p)
{
    const struct model *m = p->report->model;
    if (model_class_count(m) == 0 || p->report->family) // they differ from size to size
        return;
    page_add(p,
             "<div class=\"wide\"><table class=\"classes\">\n<thead><tr><th scope=\"col\">Class</th>"
             "<th scope=\"col\">Size</th><th scope=\"col\">Components</th><th scope=\"col\">Names</th></tr></thead>\n"
             "<tbody>\n");
    for (size_t i = 0; i < model_class_count(m); i++)
        add_class(p, model_class(m, i));
    page_add(p, "</tbody>\n</table></div>\n");
}

// How many states one stands for, on average; the numbers may be long.
static void add_orbits(struct page *p)
{
    const struct report *r = p->report;
    const char *looked_at = r->orbits ? r->orbits : r->representatives;
    mpf_t states, number;
    if (!r->reachable || !looked_at)
        return;
    mpf_init_set_str(states, r->reachable, 10);
    mpf_init_set_str(number, looked_at, 10);
    page_add(p, "<p>The reachable states, ");
    html_add_number(p->mem, p->out, r->reachable);
    page_add(p, r->orbits ? " of them, are in " : " of them, have ");
    html_add_number(p->mem, p->out, looked_at);
    page_add(p, r->orbits ? " orbit" : " representative");
    page_add(p, strcmp(looked_at, "1") == 0 ? "" : "s");
    if (mpf_cmp(states, number) > 0) {
        char shown[64];
        mpf_div(states, states, number);
        gmp_snprintf(shown, sizeof shown, "%.3Fg", states);
        str_add(p->mem, p->out, ": one state was looked at instead of %s, on average", shown);
    } else
        page_add(p, ", since each state was looked at by itself");
    page_add(p, ".</p>\n");
    mpf_clear(states);
    mpf_clear(number);
}

static void add_symmetry(struct page *p)
{
    const struct report *r = p->report;
    page_add(p, "<section aria-labelledby=\"symmetry\">\n<h2 id=\"symmetry\">Symmetry reduction</h2>\n");
    if (r->symmetry) {
        struct str text = {0};
        str_add(p->mem, &text, "%s", r->symmetry);
        text.at[0] = (char)toupper((unsigned char)text.at[0]);
        page_add(p, "<p>");
        page_add_text(p, str_text(&text));
        page_add(p, " (method: <code>");
        page_add_text(p, r->symmetry_method);
        page_add(p, "</code>). States that differ only in which component is which are one orbit.</p>\n");
        str_free(p->mem, &text);
    } else
        page_add(p, "<p>No symmetric components are declared or found: no symmetry reduction.</p>\n");
    add_classes(p);
    if (r->symmetry)
        add_orbits(p);
    page_add(p, "</section>\n");
}

// ---- Search statistics, and how to reproduce it ---------------------------------------------------------------------

static void add_work(struct page *p)
{
    page_add(
        p, "<section aria-labelledby=\"work\">\n<h2 id=\"work\">Search statistics</h2>\n<div id=\"plots\"></div>\n"
           "<noscript><p class=\"note\">Plots need scripts.</p></noscript>\n<details><summary>Statistics</summary>\n");
    for (size_t i = 0; i < p->report->statistics_count; i++) {
        const struct report_statistics *s = &p->report->statistics[i];
        struct str text = {0};
        statistics_add_text(s->table, s->values, p->mem, &text);
        page_add(p, "<pre>");
        page_add_text(p, str_text(&text));
        page_add(p, "</pre>\n");
        str_free(p->mem, &text);
    }
    page_add(p, "</details>\n</section>\n");
}

static void add_coverage(struct page *p)
{
    struct str text = {0};
    if (!p->report->coverage)
        return;
    page_add(p, "<section aria-labelledby=\"coverage\">\n<h2 id=\"coverage\">Coverage</h2>\n");
    for (size_t i = 0; report_coverage_warning(p->report->coverage, i, p->mem, &text); i++) {
        page_add(p, "<p class=\"warning\"><strong>Warning</strong>: ");
        page_add_text(p, str_text(&text));
        page_add(p, ".</p>\n");
        str_clear(&text);
    }
    report_text_coverage(p->report->coverage, p->mem, &text);
    page_add(p, "<pre>");
    page_add_text(p, str_text(&text));
    page_add(p, "</pre>\n</section>\n");
    str_free(p->mem, &text);
}

static void add_again(struct page *p)
{
    struct str status = {0};
    str_add(p->mem, &status, "%d", p->html->status);
    page_add(p, "<section aria-labelledby=\"again\">\n<h2 id=\"again\">Reproduce</h2>\n<div class=\"command\"><pre "
                "id=\"command\">");
    page_add_text(p, p->html->command_line);
    page_add(p, "</pre></div>\n<dl class=\"facts\">\n");
    add_fact(p, "Model", p->report->model_name);
    add_fact(p, "Version", p->html->version);
    add_fact(p, "Libraries", p->html->libraries);
    if (p->report->order)
        add_fact(p, "Variable order", p->report->order);
    add_fact(p, "Exit status", str_text(&status));
    page_add(p, "</dl>\n</section>\n");
    str_free(p->mem, &status);
}

// ---- Data -----------------------------------------------------------------------------------------------------------

static void add_data(struct page *p, const char *id, struct str *json)
{
    str_add(p->mem, p->out, "<script type=\"application/json\" id=\"%s\">\n", id);
    html_add_json(p->mem, p->out, str_text(json));
    page_add(p, "</script>\n");
    str_free(p->mem, json);
}

// Traces of a family are those of models of different sizes: where a trace's is not the report's, it has names of its
// own.
static void add_other_names(struct page *p, struct str *json)
{
    const char *before = "";
    str_add(p->mem, json, ",\n  \"models\": {");
    for (size_t i = 0; i < p->report->result_count; i++) {
        const struct result *result = &p->report->results[i];
        if (!result->has_trace || result->trace.model == p->report->model)
            continue;
        str_add(p->mem, json, "%s\"%zu\": {", before, i);
        html_add_names(result->trace.model, p->report->style, p->mem, json);
        str_add_char(p->mem, json, '}');
        before = ",\n  ";
    }
    str_add_char(p->mem, json, '}');
}

static void add_all_data(struct page *p)
{
    struct str json = {0};
    report_json_with(p->report, html_add_trace, p->mem, &json);
    add_data(p, "check-data", &json);
    str_add(p->mem, &json, "{");
    html_add_names(p->report->model, p->report->style, p->mem, &json);
    add_other_names(p, &json);
    str_add(p->mem, &json, ",\n  \"why\": ");
    html_add_why_data(p->report, p->mem, &json);
    str_add(p->mem, &json, ",\n  \"history\": ");
    if (p->html->history)
        history_add_json(p->html->history, p->mem, &json);
    else
        str_add(p->mem, &json, "null");
    str_add(p->mem, &json, "}\n");
    add_data(p, "page-data", &json);
}

void report_html(const struct report_html *html, struct mem *mem, struct str *out)
{
    struct page p = {html, html->report, mem, out};
    add_head(&p);
    add_title(&p);
    page_add_verdicts(&p);
    html_add_sizes(p.report, mem, out);
    page_add_counterexamples(&p);
    add_coverage(&p);
    add_work(&p);
    add_symmetry(&p);
    html_add_source(html->source, html->source_length, mem, out);
    add_again(&p);
    page_add(&p, "</main>\n<footer><p>Made by ");
    page_add_text(&p, html->version);
    page_add(&p, ".</p></footer>\n");
    add_all_data(&p);
    page_add(&p, "<script>\n");
    page_add(&p, report_page_script);
    page_add(&p, "</script>\n</body>\n</html>\n");
}
