// JSON for programs: one object for a whole check. docs/check-output.schema.json describes it.
#include "base/json.h"

#include <inttypes.h>
#include <string.h>

#include "report/trace_view.h"

struct json {
    const struct report *report;
    view_writer *write_trace;
    struct mem *mem;
    struct str *out;
};

static void add_cause(struct mem *mem, struct str *out, struct cause cause)
{
    struct str words = {0};
    if (cause.code)
        cause_add_words(cause, mem, &words);
    view_add_json_text(mem, out, cause.code ? str_text(&words) : NULL);
    str_free(mem, &words);
}

// A text of the user, without blanks at its ends.
static void add_trimmed(struct mem *mem, struct str *out, const char *text)
{
    text += strspn(text, " ");
    size_t length = strlen(text);
    while (length > 0 && text[length - 1] == ' ')
        length--;
    json_add_string(mem, out, text, length);
}

// ---- Properties -----------------------------------------------------------------------------------------------------

static void add_number_of_steps(struct json *j, const struct result *result)
{
    if (!result->has_value)
        str_add(j->mem, j->out, "null");
    else if (result->is_infinite)
        str_add(j->mem, j->out, "\"infinity\"");
    else if (result->is_undefined)
        str_add(j->mem, j->out, "\"undefined\"");
    else
        str_add(j->mem, j->out, "%" PRId64, result->value);
}

static void add_sizes(struct json *j, const char *name, const int64_t *at, size_t count)
{
    str_add(j->mem, j->out, ", \"%s\": [", name);
    for (size_t i = 0; i < count; i++)
        str_add(j->mem, j->out, "%s%" PRId64, i > 0 ? ", " : "", at[i]);
    str_add(j->mem, j->out, "]");
}

static void add_family_of_result(struct json *j, const struct result *result)
{
    const struct result_sizes *s = result->sizes;
    add_sizes(j, "failing_sizes", s->failing, s->failing_count);
    add_sizes(j, "undecided_sizes", s->undecided, s->undecided_count);
    if (s->is_judged)
        add_sizes(j, "certified_sizes", s->certified, s->certified_count);
    str_add(j->mem, j->out, ", \"vacuous_sizes\": [");
    for (size_t i = 0; i < s->vacuous_count; i++) {
        str_add(j->mem, j->out, "%s{\"antecedent\": ", i > 0 ? ", " : "");
        add_trimmed(j->mem, j->out, s->vacuous[i].left);
        add_sizes(j, "sizes", s->vacuous[i].sizes, s->vacuous[i].count);
        str_add_char(j->mem, j->out, '}');
    }
    str_add(j->mem, j->out, "], \"proof\": ");
    if (s->proof && s->proof->method == SIZE_PROOF_COUNTERS)
        str_add(j->mem, j->out,
                "{\"method\": \"counters without bound\", \"threshold\": %" PRIu64
                ", \"states\": %s%s%s, \"instance\": %" PRIu64 "}",
                s->proof->threshold, s->proof->states ? "\"" : "", s->proof->states ? s->proof->states : "null",
                s->proof->states ? "\"" : "", s->proof->instance);
    else if (s->proof && s->proof->method == SIZE_PROOF_QUANTIFIED)
        str_add(j->mem, j->out,
                "{\"method\": \"quantified invariant\", \"nodes\": %" PRIu64 ", \"invariants\": %" PRIu64
                ", \"contexts\": %" PRIu64 ", \"elements\": %" PRIu64 ", \"instance\": %" PRIu64
                ", \"any_neighbours\": %s, \"any_last\": %s}",
                s->proof->nodes, s->proof->invariants, s->proof->contexts, s->proof->elements, s->proof->instance,
                s->proof->relaxes_rings ? "true" : "false", s->proof->relaxes_loops ? "true" : "false");
    else if (s->proof)
        str_add(j->mem, j->out,
                "{\"method\": \"backward reachability\", \"invariants\": %" PRIu64 ", \"elements\": %" PRIu64
                ", \"instance\": %" PRIu64 ", \"any_neighbours\": %s, \"any_last\": %s}",
                s->proof->invariants, s->proof->elements, s->proof->instance,
                s->proof->relaxes_rings ? "true" : "false", s->proof->relaxes_loops ? "true" : "false");
    else
        str_add(j->mem, j->out, "null");
    str_add(j->mem, j->out, ", \"trace_size\": ");
    if (result->has_trace)
        str_add(j->mem, j->out, "%" PRId64, s->shown);
    else
        str_add(j->mem, j->out, "null");
}

// From the model on.
static void add_method(struct json *j, const struct method *method)
{
    str_add(j->mem, j->out, ", \"method\": {\"reductions\": [");
    for (size_t i = method->count; i-- > 0;) {
        view_add_json_text(j->mem, j->out, method_reduction_name(method->reductions[i]));
        str_add(j->mem, j->out, "%s", i > 0 ? ", " : "");
    }
    str_add(j->mem, j->out, "], \"backend\": ");
    view_add_json_text(j->mem, j->out, method_backend_name(method->backend));
    str_add(j->mem, j->out, ", \"group_order\": ");
    view_add_json_text(j->mem, j->out, *method->group_order ? method->group_order : NULL);
    str_add(j->mem, j->out, "}");
}

static void add_certificate(struct json *j, const struct certificate_mark *mark)
{
    static const char *const words[] = {"certified", "not certified", "refuted"};
    if (!mark) {
        str_add(j->mem, j->out, ", \"certificate\": null");
        return;
    }
    str_add(j->mem, j->out, ", \"certificate\": {\"status\": \"%s\", \"form\": ", words[mark->status]);
    view_add_json_text(j->mem, j->out, mark->form);
    str_add(j->mem, j->out, ", \"reason\": ");
    add_cause(j->mem, j->out, mark->why);
    str_add_char(j->mem, j->out, '}');
}

static void add_result(struct json *j, const struct result *result)
{
    static const char *const verdicts[] = {"holds", "fails", "undecided", "error"};
    const struct property *p = model_property(j->report->model, result->property);
    struct mem *mem = j->mem;
    struct str *out = j->out;
    str_add(mem, out, "{\"index\": %zu, \"name\": ", result->property + 1);
    view_add_json_text(mem, out, p->name);
    str_add(mem, out, ", \"kind\": \"%s\", \"formula\": ", report_kind(p->kind));
    add_trimmed(mem, out, p->text);
    str_add(mem, out, ", \"context\": ");
    view_add_json_text(mem, out, p->context);
    str_add(mem, out, ",\n      \"verdict\": \"%s\"",
            result->missed > 0 ? "holds_with_probability" : verdicts[result->verdict]);
    if (result->missed > 0)
        str_add(mem, out, ", \"missed_state_probability\": %.3e", result->missed);
    if (result->sizes)
        add_family_of_result(j, result);
    str_add(mem, out, ", \"reason\": ");
    bool is_open = result->verdict >= VERDICT_UNDECIDED || (result->sizes && result->sizes->undecided_count);
    add_cause(mem, out, is_open ? result->cause : cause_of(CAUSE_NONE));
    str_add(mem, out, ", \"runtime_error\": ");
    view_add_json_text(mem, out, result->verdict == VERDICT_FAILS ? result->runtime_error : NULL);
    str_add(mem, out, ", \"violated_for\": ");
    view_add_json_text(mem, out, view_witness(j->report->model, result, mem));
    add_method(j, &result->method);
    add_certificate(j, result->certificate);
    str_add(mem, out, ", \"assumptions\": [");
    for (size_t i = 0; i < result->assumption_count; i++) {
        str_add(mem, out, "%s", i > 0 ? ", " : "");
        view_add_json_text(mem, out, result->assumptions[i]);
    }
    str_add(mem, out, "], \"vacuous\": ");
    if (result->vacuous)
        add_trimmed(mem, out, result->vacuous);
    else
        str_add(mem, out, "null");
    str_add(mem, out, ", \"vacuity_undecided\": %s, \"value\": ", result->is_vacuity_open ? "true" : "false");
    add_number_of_steps(j, result);
    str_add(mem, out, ", \"trace_missing\": ");
    add_cause(mem, out, result->no_trace);
    str_add(mem, out, ", \"trace\": ");
    if (result->has_trace)
        j->write_trace(&result->trace, view_style(j->report->model, result, j->report->style, mem), mem, out);
    else
        str_add(mem, out, "null");
    str_add_char(mem, out, '}');
}

static void add_statistics(struct json *j)
{
    const struct report *r = j->report;
    str_add(j->mem, j->out, "{\"seconds\": ");
    json_add_number(j->mem, j->out, r->seconds);
    str_add(j->mem, j->out, ", \"bytes_peak\": %zu, \"order\": ", r->bytes);
    view_add_json_text(j->mem, j->out, r->order);
    for (size_t i = 0; i < r->statistics_count; i++) {
        str_add(j->mem, j->out, ",\n    \"%s\": ", r->statistics[i].key);
        statistics_add_json(r->statistics[i].table, r->statistics[i].values, j->mem, j->out);
    }
    str_add_char(j->mem, j->out, '}');
}

static void add_symmetry(struct json *j)
{
    if (!j->report->symmetry) {
        str_add(j->mem, j->out, "null");
        return;
    }
    str_add(j->mem, j->out, "{\"method\": ");
    view_add_json_text(j->mem, j->out, j->report->symmetry_method);
    str_add(j->mem, j->out, ", \"text\": ");
    view_add_json_text(j->mem, j->out, j->report->symmetry);
    str_add_char(j->mem, j->out, '}');
}

static void add_certification(struct json *j)
{
    const struct certification_facts *c = j->report->certification;
    if (!c) {
        str_add(j->mem, j->out, "null");
        return;
    }
    str_add(j->mem, j->out, "{\"certified\": %zu, \"holding\": %zu, \"writing_seconds\": ", c->certified, c->holding);
    json_add_number(j->mem, j->out, c->writing_seconds);
    str_add(j->mem, j->out, ", \"checking_seconds\": ");
    json_add_number(j->mem, j->out, c->checking_seconds);
    str_add_char(j->mem, j->out, '}');
}

// Of several constants: their ranges, and the values that each size stands for.
static void add_grid(struct json *j, const struct report_family *f)
{
    const struct size_grid *g = f->grid;
    str_add(j->mem, j->out, g ? "[" : "null, \"members\": null");
    for (size_t i = 0; g && i < g->constants; i++) {
        str_add(j->mem, j->out, "%s{\"name\": ", i > 0 ? ", " : "");
        view_add_json_text(j->mem, j->out, g->names[i]);
        str_add(j->mem, j->out, ", \"low\": %" PRId64 ", \"high\": %" PRId64 "}", g->low[i], g->high[i]);
    }
    str_add(j->mem, j->out, g ? "], \"members\": [" : "");
    for (int64_t size = f->low; g && size <= f->high; size++) {
        const int64_t *point = size_grid_point(g, size);
        for (size_t i = 0; i < g->constants; i++)
            str_add(j->mem, j->out, "%s%" PRId64, i > 0 ? ", " : size > f->low ? ", [" : "[", point[i]);
        str_add_char(j->mem, j->out, ']');
    }
    str_add(j->mem, j->out, g ? "]" : "");
}

static void add_family(struct json *j)
{
    const struct report_family *f = j->report->family;
    str_add(j->mem, j->out, ",\n  \"family\": {\"constant\": ");
    view_add_json_text(j->mem, j->out, f->name);
    str_add(j->mem, j->out, ", \"low\": %" PRId64 ", \"high\": %" PRId64 ", \"unbounded\": %s, \"reachable\": ", f->low,
            f->high, f->is_unbounded ? "true" : "false");
    str_add(j->mem, j->out, f->reachable ? "[" : "null");
    for (int64_t i = 0; f->reachable && i <= f->high - f->low; i++) {
        str_add(j->mem, j->out, "%s", i > 0 ? ", " : "");
        view_add_json_text(j->mem, j->out, f->reachable[i]);
    }
    str_add(j->mem, j->out, f->reachable ? "], \"constants\": " : ", \"constants\": ");
    add_grid(j, f);
    str_add_char(j->mem, j->out, '}');
}

void report_json(const struct report *report, struct mem *mem, struct str *out)
{
    report_json_with(report, report_json_trace, mem, out);
}

void report_json_with(const struct report *report, view_writer *write_trace, struct mem *mem, struct str *out)
{
    struct json j = {report, write_trace, mem, out};
    str_add(mem, out, "{\n  \"model\": ");
    view_add_json_text(mem, out, report->model_name);
    str_add(mem, out, ",\n  \"partial\": ");
    add_cause(mem, out, cause_of(report->partial));
    str_add(mem, out, ",\n  \"warnings\": ");
    report_json_warnings(&report->warnings, mem, out);
    str_add(mem, out, ",\n  \"properties\": [");
    for (size_t i = 0; i < report->result_count; i++) {
        str_add(mem, out, i > 0 ? ",\n    " : "\n    ");
        add_result(&j, &report->results[i]);
    }
    str_add(mem, out, "],\n  \"states\": {\"reachable\": ");
    view_add_json_text(mem, out, report->reachable);
    str_add(mem, out, ", \"orbits\": ");
    view_add_json_text(mem, out, report->orbits);
    str_add(mem, out, ", \"representatives\": ");
    view_add_json_text(mem, out, report->representatives);
    str_add(mem, out, "}");
    if (report->family)
        add_family(&j);
    str_add(mem, out, ",\n  \"symmetry\": ");
    add_symmetry(&j);
    str_add(mem, out, ",\n  \"certification\": ");
    add_certification(&j);
    if (report->coverage) {
        str_add(mem, out, ",\n  \"coverage\": ");
        report_json_coverage(report->coverage, mem, out);
    }
    str_add(mem, out, ",\n  \"stats\": ");
    add_statistics(&j);
    str_add(mem, out, ",\n  \"arguments\": [");
    for (size_t i = 0; i < report->argument_count; i++) {
        str_add(mem, out, "%s", i > 0 ? ", " : "");
        view_add_json_text(mem, out, report->arguments[i]);
    }
    str_add_char(mem, out, ']');
    str_add(mem, out, "\n}\n");
}
