// Verdicts in a page: the table of properties, and counterexamples and witnesses one after the other.
#include <inttypes.h>

#include "report/html_page.h"
#include "report/html_parts.h"
#include "report/html_trace.h"

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
        page_add(p, "<span class=\"verdict number\">infinity</span>");
    else if (result->is_undefined)
        page_add(p, "<span class=\"verdict number\">undefined</span>");
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
    if (result->runtime_error)
        add_note(p, "", result->runtime_error, "");
    const char *witness = view_witness(p->report->model, result, p->mem);
    if (witness)
        add_note(p, "violated for ", witness, "");
    if (*result->method.group_order)
        add_note(p, "symmetry group of order ", result->method.group_order, "");
    add_certificate(p, result);
    add_vacuity(p, result);
}

static void add_formula(struct page *p, const struct property *property)
{
    if (property->name) {
        page_add(p, "<strong class=\"name\">");
        html_add_trimmed(p->mem, p->out, property->name);
        page_add(p, "</strong> ");
    }
    page_add(p, "<code>");
    html_add_trimmed(p->mem, p->out, property->text);
    page_add(p, "</code>");
    if (property->context[0]) {
        page_add(p, " <span class=\"context\">in ");
        page_add_text(p, property->context);
        page_add(p, "</span>");
    }
}

// " for N = 3"
static void add_size_of_trace(struct page *p, const struct result *result)
{
    if (!result->sizes)
        return;
    page_add(p, " for ");
    page_add_text(p, result->sizes->name);
    str_add(p->mem, p->out, " = ");
    size_add_text(result->sizes->grid, result->sizes->shown, p->mem, p->out);
}

static void add_row(struct page *p, const struct result *result)
{
    const struct property *property = model_property(p->report->model, result->property);
    size_t number = result->property + 1;
    str_add(p->mem, p->out, "<tr><td class=\"number\">%zu</td><td>", number);
    add_verdict(p, result);
    page_add(p, "</td><td class=\"formula\">");
    add_formula(p, property);
    add_notes(p, result);
    if (result->has_trace) {
        str_add(p->mem, p->out, "<p class=\"note\"><a href=\"#trace-%zu\">%s of %zu %s", number,
                result->verdict == VERDICT_FAILS ? "Counterexample" : "Witness", trace_length(&result->trace),
                trace_length(&result->trace) == 1 ? "state" : "states");
        add_size_of_trace(p, result);
        page_add(p, "</a></p>");
    }
    str_add(p->mem, p->out, "</td><td class=\"kind\">%s</td><td class=\"seconds\">%.2f s</td></tr>\n",
            report_kind(property->kind), result->seconds);
}

void page_add_verdicts(struct page *p)
{
    const struct report *r = p->report;
    page_add(p, "<section aria-labelledby=\"verdicts\">\n<h2 id=\"verdicts\">Verdicts</h2>\n<div class=\"wide\">"
                "<table class=\"verdicts\">\n<thead><tr><th scope=\"col\">No.</th><th scope=\"col\">Verdict</th>"
                "<th scope=\"col\">Property</th><th scope=\"col\">Kind</th><th scope=\"col\">Time</th></tr></thead>\n"
                "<tbody>\n");
    for (size_t i = 0; i < r->result_count; i++)
        add_row(p, &r->results[i]);
    page_add(p, "</tbody>\n</table></div>\n</section>\n");
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
    page_add(p, "</h3>\n");
    add_notes(p, result);
    if (result->sizes) {
        page_add(p, "<p class=\"note\">This trace is one");
        add_size_of_trace(p, result);
        page_add(p, ".</p>");
    }
    html_add_why(p->report, result, p->mem, p->out);
    str_add(p->mem, p->out, "<div class=\"viewer\" data-result=\"%zu\"></div>\n", index);
    report_text_trace(&result->trace, view_style(p->report->model, result, p->report->style, p->mem), 0, p->mem, &text);
    page_add(p, "<details class=\"as-text\"><summary>The trace as text</summary>\n<pre>");
    page_add_text(p, str_text(&text));
    page_add(p, "</pre></details>\n</article>\n");
    str_free(p->mem, &text);
}

void page_add_counterexamples(struct page *p)
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
    page_add(p, "</section>\n");
}
