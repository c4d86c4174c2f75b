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
#include "report/html_parts.h"
#include "report/html_text.h"
#include "report/html_trace.h"
#include "report/page.h"

struct page {
    const struct report_html *html;
    const struct report *report;
    struct mem *mem;
    struct str *out;
};

static void add(struct page *p, const char *markup)
{
    str_add(p->mem, p->out, "%s", markup);
}

static void add_text(struct page *p, const char *text)
{
    html_add_text(p->mem, p->out, text);
}

// <dt>term</dt><dd>text</dd>
static void add_fact(struct page *p, const char *term, const char *text)
{
    str_add(p->mem, p->out, "<div><dt>%s</dt><dd>", term);
    add_text(p, text);
    add(p, "</dd></div>\n");
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
    add(p,
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
        "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
        "<meta name=\"color-scheme\" content=\"light dark\">\n"
        "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; img-src data:; style-src 'sha256-");
    add(p, report_page_style_hash);
    add(p, "'; script-src 'sha256-");
    add(p, report_page_script_hash);
    add(p, "'\">\n<link rel=\"icon\" href=\"data:,\">\n<title>");
    add_text(p, file_name(p->report->model_name));
    add(p, " \xe2\x80\x93 Coset</title>\n<style>\n");
    add(p, report_page_style);
    add(p, "</style>\n</head>\n<body>\n");
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
            add(p, "<p class=\"warning\" role=\"alert\"><strong>Warning</strong>: ");
            add_text(p, str_text(&text));
            add(p, ".</p>\n");
        }
        str_free(p->mem, &text);
    }
}

static void add_title(struct page *p)
{
    const struct report *r = p->report;
    struct str text = {0};
    add(p, "<header class=\"top\">\n<p class=\"kind\">Model check</p>\n<h1>");
    add_text(p, file_name(r->model_name));
    report_text_summary(r->results, r->result_count, p->mem, &text);
    add(p, "</h1>\n<p class=\"summary\">");
    add_text(p, str_text(&text));
    add(p, "</p>\n");
    if (r->partial) {
        add(p, "<p class=\"partial\" role=\"alert\"><strong>Partial report</strong>: ");
        add_text(p, cause_words(r->partial));
        add(p, ". What is undecided below was not tried to the end.</p>\n");
    }
    add_warnings(p);
    add(p, "<dl class=\"facts\">\n");
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
    add(p, "</dl>\n</header>\n<main>\n");
    str_free(p->mem, &text);
}

// ---- Verdicts -------------------------------------------------------------------------------------------------------

static void add_verdict(struct page *p, const struct result *result)
{
    static const char *const words[] = {"holds", "fails", "undecided", "error"};
    bool is_certified = result->certificate && result->certificate->status == CERTIFICATE_CERTIFIED;
    if (result->missed > 0)
        str_add(p->mem, p->out, "<span class=\"verdict holds\">holds (with probability 1 - %.1e)</span>",
                result->missed);
    else if (!result->has_value)
        str_add(p->mem, p->out, "<span class=\"verdict %s\">%s%s</span>", words[result->verdict],
                words[result->verdict], is_certified ? " (certified)" : "");
    else if (result->is_infinite)
        add(p, "<span class=\"verdict number\">infinity</span>");
    else if (result->is_undefined)
        add(p, "<span class=\"verdict number\">undefined</span>");
    else
        str_add(p->mem, p->out, "<span class=\"verdict number\">%" PRId64 "</span>", result->value);
}

static void add_note(struct page *p, const char *before, const char *text, const char *after)
{
    str_add(p->mem, p->out, "<p class=\"note\">%s", before);
    html_add_trimmed(p->mem, p->out, text);
    str_add(p->mem, p->out, "%s</p>", after);
}

static void add_cause(struct page *p, const char *before, struct cause cause)
{
    struct str words = {0};
    cause_add_words(cause, p->mem, &words);
    add_note(p, before, str_text(&words), "");
    str_free(p->mem, &words);
}

static void add_sizes(struct page *p, const struct result_sizes *sizes)
{
    struct str text = {0};
    report_text_sizes(sizes, p->mem, &text);
    add_note(p, "", str_text(&text), "");
    str_clear(&text);
    if (sizes->proof) {
        report_text_proof(sizes->proof, p->mem, &text);
        add_note(p, "", str_text(&text), "");
    }
    str_free(p->mem, &text);
}

static void add_vacuity(struct page *p, const struct result *result)
{
    const struct result_sizes *s = result->sizes;
    if (result->verdict == VERDICT_HOLDS && result->is_vacuity_open)
        add_note(p, "", "undecided whether it is vacuous", "");
    if (!s && result->vacuous)
        add_note(p, "vacuous: the antecedent <code>", result->vacuous, "</code> is never true");
    for (size_t i = 0; s && i < s->vacuous_count; i++) {
        struct str before = {0};
        report_text_vacuous_for(s, &s->vacuous[i], p->mem, &before);
        str_add(p->mem, &before, ": the antecedent <code>");
        add_note(p, str_text(&before), s->vacuous[i].left, "</code> is never true");
        str_free(p->mem, &before);
    }
}

static void add_certificate(struct page *p, const struct result *result)
{
    struct str text = {0};
    if (result->sizes && report_text_certified_for(result, p->mem, &text))
        add_note(p, "", str_text(&text), "");
    if (result->certificate && result->certificate->status == CERTIFICATE_NOT) {
        str_clear(&text);
        report_text_not_certified(result, p->mem, &text);
        add_note(p, "", str_text(&text), "");
    }
    str_free(p->mem, &text);
}

static void add_notes(struct page *p, const struct result *result)
{
    if (result->sizes)
        add_sizes(p, result->sizes);
    bool is_open = result->verdict >= VERDICT_UNDECIDED || (result->sizes && result->sizes->undecided_count);
    if (is_open && result->cause.code)
        add_cause(p, "", result->cause);
    if (result->no_trace.code)
        add_cause(p, "counterexample not built: ", result->no_trace);
    for (size_t i = 0; i < result->assumption_count; i++)
        add_note(p, "assuming that ", result->assumptions[i], "");
    if (result->fault)
        add_note(p, "", result->fault, "");
    const char *witness = view_witness(p->report->model, result, p->mem);
    if (witness)
        add_note(p, "violated for ", witness, "");
    add_certificate(p, result);
    add_vacuity(p, result);
}

static void add_formula(struct page *p, const struct property *property)
{
    if (property->name) {
        add(p, "<strong class=\"name\">");
        html_add_trimmed(p->mem, p->out, property->name);
        add(p, "</strong> ");
    }
    add(p, "<code>");
    html_add_trimmed(p->mem, p->out, property->text);
    add(p, "</code>");
    if (property->context[0]) {
        add(p, " <span class=\"context\">in ");
        add_text(p, property->context);
        add(p, "</span>");
    }
}

// " for N = 3"
static void add_size_of_trace(struct page *p, const struct result *result)
{
    if (!result->sizes)
        return;
    add(p, " for ");
    add_text(p, result->sizes->name);
    str_add(p->mem, p->out, " = ");
    size_add_text(result->sizes->grid, result->sizes->shown, p->mem, p->out);
}

static void add_row(struct page *p, const struct result *result)
{
    const struct property *property = model_property(p->report->model, result->property);
    size_t number = result->property + 1;
    str_add(p->mem, p->out, "<tr><td class=\"number\">%zu</td><td>", number);
    add_verdict(p, result);
    add(p, "</td><td class=\"formula\">");
    add_formula(p, property);
    add_notes(p, result);
    if (result->has_trace) {
        str_add(p->mem, p->out, "<p class=\"note\"><a href=\"#trace-%zu\">%s of %zu %s", number,
                result->verdict == VERDICT_FAILS ? "Counterexample" : "Witness", trace_length(&result->trace),
                trace_length(&result->trace) == 1 ? "state" : "states");
        add_size_of_trace(p, result);
        add(p, "</a></p>");
    }
    str_add(p->mem, p->out, "</td><td class=\"kind\">%s</td><td class=\"seconds\">%.2f s</td></tr>\n",
            report_kind(property->kind), result->seconds);
}

static void add_verdicts(struct page *p)
{
    const struct report *r = p->report;
    add(p, "<section aria-labelledby=\"verdicts\">\n<h2 id=\"verdicts\">Verdicts</h2>\n<div class=\"wide\">"
           "<table class=\"verdicts\">\n<thead><tr><th scope=\"col\">No.</th><th scope=\"col\">Verdict</th>"
           "<th scope=\"col\">Property</th><th scope=\"col\">Kind</th><th scope=\"col\">Time</th></tr></thead>\n"
           "<tbody>\n");
    for (size_t i = 0; i < r->result_count; i++)
        add_row(p, &r->results[i]);
    add(p, "</tbody>\n</table></div>\n</section>\n");
}

// ---- Traces ---------------------------------------------------------------------------------------------------------

static void add_counterexample(struct page *p, size_t index)
{
    const struct result *result = &p->report->results[index];
    struct str text = {0};
    size_t number = result->property + 1;
    str_add(p->mem, p->out,
            "<article class=\"trace\" id=\"trace-%zu\" aria-labelledby=\"trace-%zu-name\">\n<h3 id=\"trace-%zu-name\">"
            "<span class=\"number\">%zu</span> ",
            number, number, number, number);
    add_formula(p, model_property(p->report->model, result->property));
    add(p, "</h3>\n");
    add_notes(p, result);
    if (result->sizes) {
        add(p, "<p class=\"note\">This trace is one");
        add_size_of_trace(p, result);
        add(p, ".</p>");
    }
    html_add_why(p->report, result, p->mem, p->out);
    str_add(p->mem, p->out, "<div class=\"viewer\" data-result=\"%zu\"></div>\n", index);
    report_text_trace(&result->trace, view_style(p->report->model, result, p->report->style, p->mem), 0, p->mem, &text);
    add(p, "<details class=\"as-text\"><summary>The trace as text</summary>\n<pre>");
    add_text(p, str_text(&text));
    add(p, "</pre></details>\n</article>\n");
    str_free(p->mem, &text);
}

static void add_counterexamples(struct page *p)
{
    size_t traces = 0;
    for (size_t i = 0; i < p->report->result_count; i++)
        traces += p->report->results[i].has_trace;
    if (traces == 0)
        return;
    str_add(p->mem, p->out,
            "<section aria-labelledby=\"counterexamples\">\n<h2 id=\"counterexamples\">%s</h2>\n<noscript><p "
            "class=\"note\">The viewer of traces "
            "needs scripts; the traces are below as text.</p></noscript>\n",
            traces == 1 ? "Counterexample" : "Counterexamples");
    for (size_t i = 0; i < p->report->result_count; i++)
        if (p->report->results[i].has_trace)
            add_counterexample(p, i);
    add(p, "</section>\n");
}

// ---- Symmetry -------------------------------------------------------------------------------------------------------

static void add_class(struct page *p, const struct component_class *class)
{
    add(p, "<tr><td><code>");
    add_text(p, class->name);
    str_add(p->mem, p->out, "</code></td><td class=\"seconds\">%zu</td><td>", class->size);
    if (class->obstacle) {
        add(p, "not used: ");
        add_text(p, class->obstacle);
    } else
        add(p, class->is_ring ? "a ring: any rotation" : "scalarset: any permutation");
    add(p, "</td><td><code>");
    for (size_t i = 0; i < class->size && i < 4; i++) {
        add(p, i > 0 ? ", " : "");
        add_text(p, model_symbol_name(p->report->model, class->ids[class->size > 4 && i == 3 ? class->size - 1 : i]));
        add(p, class->size > 4 && i == 2 ? ", \xe2\x80\xa6" : "");
    }
    add(p, "</code></td></tr>\n");
}

static void add_classes(struct page *p)
{
    const struct model *m = p->report->model;
    if (model_class_count(m) == 0 || p->report->family) // they differ from size to size
        return;
    add(p, "<div class=\"wide\"><table class=\"classes\">\n<thead><tr><th scope=\"col\">Class</th>"
           "<th scope=\"col\">Size</th><th scope=\"col\">Components</th><th scope=\"col\">Names</th></tr></thead>\n"
           "<tbody>\n");
    for (size_t i = 0; i < model_class_count(m); i++)
        add_class(p, model_class(m, i));
    add(p, "</tbody>\n</table></div>\n");
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
    add(p, "<p>The reachable states, ");
    html_add_number(p->mem, p->out, r->reachable);
    add(p, r->orbits ? " of them, are in " : " of them, have ");
    html_add_number(p->mem, p->out, looked_at);
    add(p, r->orbits ? " orbit" : " representative");
    add(p, strcmp(looked_at, "1") == 0 ? "" : "s");
    if (mpf_cmp(states, number) > 0) {
        char shown[64];
        mpf_div(states, states, number);
        gmp_snprintf(shown, sizeof shown, "%.3Fg", states);
        str_add(p->mem, p->out, ": one state was looked at instead of %s, on average", shown);
    } else
        add(p, ", since each state was looked at by itself");
    add(p, ".</p>\n");
    mpf_clear(states);
    mpf_clear(number);
}

static void add_symmetry(struct page *p)
{
    const struct report *r = p->report;
    add(p, "<section aria-labelledby=\"symmetry\">\n<h2 id=\"symmetry\">Symmetry reduction</h2>\n");
    if (r->symmetry) {
        struct str text = {0};
        str_add(p->mem, &text, "%s", r->symmetry);
        text.at[0] = (char)toupper((unsigned char)text.at[0]);
        add(p, "<p>");
        add_text(p, str_text(&text));
        add(p, " (method: <code>");
        add_text(p, r->symmetry_method);
        add(p, "</code>). States that differ only in which component is which are one orbit.</p>\n");
        str_free(p->mem, &text);
    } else
        add(p, "<p>No symmetric components are declared or found: no symmetry reduction.</p>\n");
    add_classes(p);
    if (r->symmetry)
        add_orbits(p);
    add(p, "</section>\n");
}

// ---- Search statistics, and how to reproduce it ---------------------------------------------------------------------

static void add_work(struct page *p)
{
    add(p, "<section aria-labelledby=\"work\">\n<h2 id=\"work\">Search statistics</h2>\n<div id=\"plots\"></div>\n"
           "<noscript><p class=\"note\">Plots need scripts.</p></noscript>\n<details><summary>Statistics</summary>\n");
    for (size_t i = 0; i < p->report->statistics_count; i++) {
        const struct report_statistics *s = &p->report->statistics[i];
        struct str text = {0};
        statistics_add_text(s->table, s->values, p->mem, &text);
        add(p, "<pre>");
        add_text(p, str_text(&text));
        add(p, "</pre>\n");
        str_free(p->mem, &text);
    }
    add(p, "</details>\n</section>\n");
}

static void add_coverage(struct page *p)
{
    struct str text = {0};
    if (!p->report->coverage)
        return;
    add(p, "<section aria-labelledby=\"coverage\">\n<h2 id=\"coverage\">Coverage</h2>\n");
    for (size_t i = 0; report_coverage_warning(p->report->coverage, i, p->mem, &text); i++) {
        add(p, "<p class=\"warning\"><strong>Warning</strong>: ");
        add_text(p, str_text(&text));
        add(p, ".</p>\n");
        str_clear(&text);
    }
    report_text_coverage(p->report->coverage, p->mem, &text);
    add(p, "<pre>");
    add_text(p, str_text(&text));
    add(p, "</pre>\n</section>\n");
    str_free(p->mem, &text);
}

static void add_again(struct page *p)
{
    struct str status = {0};
    str_add(p->mem, &status, "%d", p->html->status);
    add(p, "<section aria-labelledby=\"again\">\n<h2 id=\"again\">Reproduce</h2>\n<div class=\"command\"><pre "
           "id=\"command\">");
    add_text(p, p->html->command_line);
    add(p, "</pre></div>\n<dl class=\"facts\">\n");
    add_fact(p, "Model", p->report->model_name);
    add_fact(p, "Version", p->html->version);
    add_fact(p, "Libraries", p->html->libraries);
    if (p->report->order)
        add_fact(p, "Variable order", p->report->order);
    add_fact(p, "Exit status", str_text(&status));
    add(p, "</dl>\n</section>\n");
    str_free(p->mem, &status);
}

// ---- Data -----------------------------------------------------------------------------------------------------------

static void add_data(struct page *p, const char *id, struct str *json)
{
    str_add(p->mem, p->out, "<script type=\"application/json\" id=\"%s\">\n", id);
    html_add_json(p->mem, p->out, str_text(json));
    add(p, "</script>\n");
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
    add_verdicts(&p);
    html_add_sizes(p.report, mem, out);
    add_counterexamples(&p);
    add_coverage(&p);
    add_work(&p);
    add_symmetry(&p);
    html_add_source(html->source, html->source_length, mem, out);
    add_again(&p);
    add(&p, "</main>\n<footer><p>Made by ");
    add_text(&p, html->version);
    add(&p, ".</p></footer>\n");
    add_all_data(&p);
    add(&p, "<script>\n");
    add(&p, report_page_script);
    add(&p, "</script>\n</body>\n</html>\n");
}
