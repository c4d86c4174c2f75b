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

static void add_text(struct mem *mem, struct str *out, const char *text)
{
    if (text)
        json_add_string(mem, out, text, strlen(text));
    else
        str_add(mem, out, "null");
}

static void add_cause(struct mem *mem, struct str *out, struct cause cause)
{
    struct str words = {0};
    if (cause.code)
        cause_add_words(cause, mem, &words);
    add_text(mem, out, cause.code ? str_text(&words) : NULL);
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

// ---- Traces ---------------------------------------------------------------------------------------------------------

bool view_is_truth(const struct model *model, const struct type *t, value v, bool *truth)
{
    if (t->kind == TYPE_BOOLEAN) {
        *truth = v;
        return true;
    }
    if (t->kind != TYPE_ENUM || !t->has_none || v == t->none || !value_is_symbol(v))
        return false;
    const char *name = model_symbol_name(model, v);
    *truth = strcmp(name, "true") == 0;
    return *truth || strcmp(name, "false") == 0;
}

// A truth value and an integer are what they are in JSON, a symbol or a word is the string that a user would write.
void view_add_json_value(const struct model *model, type_id type, value v, struct mem *mem, struct str *out)
{
    const struct type *t = model_type(model, type);
    bool truth;
    value number;
    if (view_is_truth(model, t, v, &truth))
        str_add(mem, out, truth ? "true" : "false");
    else if (t->kind == TYPE_ENUM && model_symbol_number(model, v, &number))
        str_add(mem, out, "%" PRId64, number);
    else if (t->kind != TYPE_WORD && !value_is_symbol(v) && !(t->has_none && v == t->none))
        str_add(mem, out, "%" PRId64, v);
    else {
        struct str text = {0};
        model_add_value(model, type, v, &text);
        add_text(mem, out, str_text(&text));
        str_free(mem, &text);
    }
}

static void add_member(struct mem *mem, struct str *out, const char *name, bool *first)
{
    if (!*first)
        str_add(mem, out, ", ");
    *first = false;
    add_text(mem, out, name);
    str_add(mem, out, ": ");
}

// An object with the inputs in a state, or with all else.
static void add_cells(const struct trace *trace, size_t state, bool inputs, struct mem *mem, struct str *out)
{
    const struct model *model = trace->model;
    const value *values = trace_state(trace, state);
    bool first = true;
    str_add_char(mem, out, '{');
    for (cell_id cell = 0; cell < model_cell_count(model); cell++) {
        const struct cell *c = model_cell(model, cell);
        if ((c->role == CELL_INPUT) != inputs)
            continue;
        add_member(mem, out, c->name, &first);
        view_add_json_value(model, c->type, values[cell], mem, out);
    }
    str_add_char(mem, out, '}');
}

// The definitions in a state; null where one is undefined, or needs a next state and there is none.
static void add_definitions(const struct trace *trace, struct evaluator *ev, size_t state, struct mem *mem,
                            struct str *out)
{
    const struct model *model = trace->model;
    size_t next = view_successor(trace, state);
    bool first = true;
    str_add_char(mem, out, '{');
    for (size_t i = 0; i < model_definition_count(model); i++) {
        expr e;
        value v;
        const char *name = model_definition(model, i, &e);
        const struct expr_node *n = model_expr(model, e);
        if (model_type(model, n->type)->kind == TYPE_SET)
            continue;
        add_member(mem, out, name, &first);
        if ((next == TRACE_NO_LOOP && n->has_next) ||
            eval_value(ev, e, trace_state(trace, state), next == TRACE_NO_LOOP ? NULL : trace_state(trace, next), &v) !=
                EVAL_OK)
            str_add(mem, out, "null");
        else
            view_add_json_value(model, n->type, v, mem, out);
    }
    str_add_char(mem, out, '}');
}

static void add_separator(struct mem *mem, struct str *out, size_t index)
{
    str_add(mem, out, index > 0 ? ",\n        " : "\n        ");
}

// The names of the actions that make the steps.
static void add_actions(const struct trace *trace, struct mem *mem, struct str *out)
{
    struct trace_view view;
    view_open(&view, trace, (struct report_style){0}, mem);
    str_add(mem, out, "],\n      \"actions\": [");
    for (size_t i = 0; i < trace_length(trace); i++) {
        const char *name = view_action(&view, i);
        if (!name)
            continue;
        add_separator(mem, out, i);
        add_text(mem, out, name);
    }
    view_close(&view);
}

void view_add_json_loop(const struct trace *trace, struct mem *mem, struct str *out)
{
    if (trace->loop == TRACE_NO_LOOP) {
        str_add(mem, out, "null}");
        return;
    }
    struct evaluator *ev = evaluator_new(trace->model, mem);
    str_add(mem, out, "%zu%s}", trace->loop, trace_ends(trace, ev) ? ", \"ends\": true" : "");
    evaluator_free(ev);
}

void report_json_trace(const struct trace *trace, struct report_style style, struct mem *mem, struct str *out)
{
    size_t length = trace_length(trace);
    str_add(mem, out, "{\n      \"states\": [");
    for (size_t i = 0; i < length; i++) {
        add_separator(mem, out, i);
        add_cells(trace, i, false, mem, out);
    }
    str_add(mem, out, "],\n      \"inputs\": [");
    for (size_t i = 0; i < length && view_has_inputs(trace->model) && view_shows_step(trace, style, i); i++) {
        add_separator(mem, out, i);
        add_cells(trace, i, true, mem, out);
    }
    if (model_start_count(trace->model) > 0)
        add_actions(trace, mem, out);
    if (style.defines) {
        struct evaluator *ev = evaluator_new(trace->model, mem);
        str_add(mem, out, "],\n      \"definitions\": [");
        for (size_t i = 0; i < length; i++) {
            add_separator(mem, out, i);
            add_definitions(trace, ev, i, mem, out);
        }
        evaluator_free(ev);
    }
    str_add(mem, out, "],\n      \"loop\": ");
    view_add_json_loop(trace, mem, out);
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
        add_text(j->mem, j->out, method_reduction_name(method->reductions[i]));
        str_add(j->mem, j->out, "%s", i > 0 ? ", " : "");
    }
    str_add(j->mem, j->out, "], \"backend\": ");
    add_text(j->mem, j->out, method_backend_name(method->backend));
    str_add(j->mem, j->out, ", \"group_order\": ");
    add_text(j->mem, j->out, *method->group_order ? method->group_order : NULL);
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
    add_text(j->mem, j->out, mark->form);
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
    add_text(mem, out, p->name);
    str_add(mem, out, ", \"kind\": \"%s\", \"formula\": ", report_kind(p->kind));
    add_trimmed(mem, out, p->text);
    str_add(mem, out, ", \"context\": ");
    add_text(mem, out, p->context);
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
    add_text(mem, out, result->verdict == VERDICT_FAILS ? result->runtime_error : NULL);
    str_add(mem, out, ", \"violated_for\": ");
    add_text(mem, out, view_witness(j->report->model, result, mem));
    add_method(j, &result->method);
    add_certificate(j, result->certificate);
    str_add(mem, out, ", \"assumptions\": [");
    for (size_t i = 0; i < result->assumption_count; i++) {
        str_add(mem, out, "%s", i > 0 ? ", " : "");
        add_text(mem, out, result->assumptions[i]);
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
    add_text(j->mem, j->out, r->order);
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
    add_text(j->mem, j->out, j->report->symmetry_method);
    str_add(j->mem, j->out, ", \"text\": ");
    add_text(j->mem, j->out, j->report->symmetry);
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
        add_text(j->mem, j->out, g->names[i]);
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
    add_text(j->mem, j->out, f->name);
    str_add(j->mem, j->out, ", \"low\": %" PRId64 ", \"high\": %" PRId64 ", \"unbounded\": %s, \"reachable\": ", f->low,
            f->high, f->is_unbounded ? "true" : "false");
    str_add(j->mem, j->out, f->reachable ? "[" : "null");
    for (int64_t i = 0; f->reachable && i <= f->high - f->low; i++) {
        str_add(j->mem, j->out, "%s", i > 0 ? ", " : "");
        add_text(j->mem, j->out, f->reachable[i]);
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
    add_text(mem, out, report->model_name);
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
    add_text(mem, out, report->reachable);
    str_add(mem, out, ", \"orbits\": ");
    add_text(mem, out, report->orbits);
    str_add(mem, out, ", \"representatives\": ");
    add_text(mem, out, report->representatives);
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
        add_text(mem, out, report->arguments[i]);
    }
    str_add_char(mem, out, ']');
    str_add(mem, out, "\n}\n");
}
