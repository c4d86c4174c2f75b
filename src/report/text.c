// Text for people.
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/units.h"
#include "report/trace_view.h"

const char *report_kind(enum property_kind kind)
{
    switch (kind) {
    case PROPERTY_INVARIANT:
        return "invariant";
    case PROPERTY_CTL:
        return "ctl";
    case PROPERTY_LTL:
        return "ltl";
    case PROPERTY_CTLSTAR:
        return "ctlstar";
    case PROPERTY_PSL:
        return "psl";
    case PROPERTY_MIN:
        return "min";
    case PROPERTY_MAX:
        return "max";
    case PROPERTY_RUNTIME_ERROR:
        return "runtime_error";
    case PROPERTY_DEADLOCK:
        return "deadlock";
    default:
        return "cover";
    }
}

// ---- Colours --------------------------------------------------------------------------------------------------------

static const char *const verdict_colors[] = {"\033[32m", "\033[1;31m", "\033[33m", "\033[1;35m"};
#define BOLD "\033[1m"
#define PLAIN "\033[0m"

static void add_color(struct report_style style, const char *color, struct mem *mem, struct str *out)
{
    if (style.color)
        str_add(mem, out, "%s", color);
}

// ---- Traces ---------------------------------------------------------------------------------------------------------

static void add_indented(unsigned indent, const char *text, struct mem *mem, struct str *out)
{
    str_add(mem, out, "%*s%s", (int)indent, "", text);
}

void report_text_length(const struct trace *trace, const char *word, bool ends, struct mem *mem, struct str *out)
{
    size_t length = trace_length(trace);
    str_add(mem, out, "%s of %zu state%s", word ? word : "trace", length, length == 1 ? "" : "s");
    if (ends)
        str_add(mem, out, "; the execution ends in state %zu", length);
    else if (trace->loop != TRACE_NO_LOOP)
        str_add(mem, out, "; lasso: loop back to state %zu", trace->loop + 1);
}

// What makes the step, where actions have names.
static void add_action(struct trace_view *view, size_t state, unsigned indent, struct mem *mem, struct str *out)
{
    const char *name = view_action(view, state);
    if (!name)
        return;
    add_indented(indent, "by ", mem, out);
    view_add_text(name, mem, out);
    str_add_char(mem, out, '\n');
}

// The inputs of a step, if there is something to say of them.
static void add_step(struct trace_view *view, size_t state, unsigned indent, struct mem *mem, struct str *out)
{
    struct str lines = {0};
    bool last = view_successor(view->trace, state) == TRACE_NO_LOOP;
    if (view_add_step(view, state, indent + 2, &lines) > 0) {
        add_indented(indent, last ? "inputs\n" : "step\n", mem, out);
        str_add(mem, out, "%s", lines.at);
    }
    str_free(mem, &lines);
}

void report_text_trace(const struct trace *trace, struct report_style style, unsigned indent, struct mem *mem,
                       struct str *out)
{
    struct trace_view view;
    size_t length = trace_length(trace);
    view_open(&view, trace, style, mem);
    bool ends = trace_ends(trace, view.ev);
    add_indented(indent, "", mem, out);
    report_text_length(trace, style.word, ends, mem, out);
    str_add_char(mem, out, '\n');
    for (size_t i = 0; i < length; i++) {
        add_indented(indent, "", mem, out);
        add_color(style, BOLD, mem, out);
        str_add(mem, out, "state %zu", i + 1);
        add_color(style, PLAIN, mem, out);
        str_add(mem, out, "%s\n",
                i != trace->loop ? ""
                : ends           ? ", where the execution ends"
                                 : ", where the loop begins");
        view_add_state(&view, i, indent + 2, out);
        add_action(&view, i, indent, mem, out);
        if (view.has_inputs && view_shows_step(trace, style, i))
            add_step(&view, i, indent, mem, out);
    }
    if (ends)
        add_indented(indent, "no rule leads to another state: the execution stutters\n", mem, out);
    else if (trace->loop != TRACE_NO_LOOP) {
        add_indented(indent, "", mem, out);
        str_add(mem, out, "loop back to state %zu\n", trace->loop + 1);
    }
    view_close(&view);
}

// ---- Verdicts -------------------------------------------------------------------------------------------------------

#define VERDICT_COLUMNS 9    // the longest is "undecided"
#define CERTIFIED_COLUMNS 17 // ... and here "holds (certified)"

static int digits(size_t number)
{
    return snprintf(NULL, 0, "%zu", number);
}

static bool is_certified(const struct result *result)
{
    return result->certificate && result->certificate->status == CERTIFICATE_CERTIFIED;
}

bool report_text_certified_for(const struct result *result, struct mem *mem, struct str *out)
{
    const struct result_sizes *s = result->sizes;
    if (s->certified_count == 0 || (result->verdict == VERDICT_HOLDS && is_certified(result)))
        return false;
    str_add(mem, out, "holds (certified) for %s = ", s->name);
    report_text_numbers(s->grid, s->certified, s->certified_count, mem, out);
    return true;
}

static void add_cause(struct cause cause, struct mem *mem, struct str *out)
{
    struct str words = {0};
    cause_add_words(cause, mem, &words);
    view_add_text(str_text(&words), mem, out);
    str_free(mem, &words);
}

void report_text_not_certified(const struct result *result, struct mem *mem, struct str *out)
{
    const struct result_sizes *s = result->sizes;
    str_add(mem, out, "not certified");
    if (s) {
        str_add(mem, out, " for %s = ", s->name);
        report_text_numbers(s->grid, s->uncertified, s->uncertified_count, mem, out);
    }
    str_add(mem, out, ": ");
    add_cause(result->certificate->why, mem, out);
}

void report_text_orbits(const char *number, bool are_orbits, struct mem *mem, struct str *out)
{
    bool is_one = strcmp(number, "1") == 0;
    if (are_orbits)
        str_add(mem, out, ", in %s orbit%s", number, is_one ? "" : "s");
    else
        str_add(mem, out, ", for which %s representative%s", number, is_one ? " stands" : "s stand");
}

static void add_antecedent(const char *left, struct mem *mem, struct str *out)
{
    str_add(mem, out, ": the antecedent \"");
    view_add_text(left, mem, out);
    str_add(mem, out, "\" is never true\n");
}

static void add_vacuity(const struct result *result, unsigned indent, struct mem *mem, struct str *out)
{
    const struct result_sizes *s = result->sizes;
    if (result->verdict == VERDICT_HOLDS && result->is_vacuity_open)
        add_indented(indent, "undecided whether it is vacuous\n", mem, out);
    if (!s && result->vacuous) {
        add_indented(indent, "vacuous", mem, out);
        add_antecedent(result->vacuous, mem, out);
    }
    for (size_t i = 0; s && i < s->vacuous_count; i++) {
        add_indented(indent, "", mem, out);
        report_text_vacuous_for(s, &s->vacuous[i], mem, out);
        add_antecedent(s->vacuous[i].left, mem, out);
    }
}

static void add_verdict(const struct result *result, bool certificates, struct mem *mem, struct str *out)
{
    static const char *const words[] = {"holds", "fails", "undecided", "error"};
    char number[32];
    if (result->sizes) {
        report_text_sizes(result->sizes, mem, out);
        str_add(mem, out, "%s", result->verdict == VERDICT_HOLDS && is_certified(result) ? " (certified)" : "");
        return;
    }
    const char *word = is_certified(result) ? "holds (certified)" : words[result->verdict];
    char probably[64];
    if (result->missed > 0 && !is_certified(result)) {
        snprintf(probably, sizeof probably, "holds (with probability 1 - %.1e)", result->missed);
        word = probably;
    }
    if (result->has_value) {
        snprintf(number, sizeof number, "%" PRId64, result->value);
        word = result->is_infinite ? "infinity" : result->is_undefined ? "undefined" : number;
    }
    str_add(mem, out, "%-*s", certificates ? CERTIFIED_COLUMNS : VERDICT_COLUMNS, word);
}

static void add_property(const struct property *property, struct mem *mem, struct str *out)
{
    if (property->name) {
        view_add_text(property->name, mem, out);
        str_add(mem, out, ": ");
    }
    view_add_text(property->text, mem, out);
    if (property->context[0]) {
        str_add(mem, out, " IN ");
        view_add_text(property->context, mem, out);
    }
}

// In the smallest size it may fail for another reason.
static void add_error_size(const struct result_sizes *sizes, struct mem *mem, struct str *out)
{
    if (sizes->failing_count == 0 || sizes->failing[0] == sizes->error_size)
        return;
    str_add(mem, out, ", for %s = ", sizes->name);
    size_add_text(sizes->grid, sizes->error_size, mem, out);
}

void report_text_result(const struct model *model, const struct result *result, struct report_style style,
                        struct mem *mem, struct str *out)
{
    int columns = digits(style.property_count ? style.property_count : model_property_count(model));
    str_add(mem, out, "%*zu  ", columns, result->property + 1);
    add_color(style, verdict_colors[result->verdict], mem, out);
    add_verdict(result, style.certificates, mem, out);
    add_color(style, PLAIN, mem, out);
    str_add(mem, out, "  ");
    add_property(model_property(model, result->property), mem, out);
    bool is_open = result->verdict >= VERDICT_UNDECIDED || (result->sizes && result->sizes->undecided_count);
    if (is_open && result->cause.code) {
        str_add(mem, out, " (");
        add_cause(result->cause, mem, out);
        str_add_char(mem, out, ')');
    }
    if (result->no_trace.code) {
        str_add(mem, out, " (counterexample not built: ");
        add_cause(result->no_trace, mem, out);
        str_add_char(mem, out, ')');
    }
    str_add_char(mem, out, '\n');
    unsigned indent = (unsigned)columns + 2;
    struct str judged = {0};
    if (result->sizes && result->sizes->proof) {
        add_indented(indent, "", mem, out);
        report_text_proof(result->sizes->proof, mem, out);
        str_add_char(mem, out, '\n');
    }
    for (size_t i = 0; i < result->assumption_count; i++) {
        add_indented(indent, "assuming ", mem, out);
        view_add_text(result->assumptions[i], mem, out);
        str_add_char(mem, out, '\n');
    }
    if (result->runtime_error) {
        add_indented(indent, "", mem, out);
        view_add_text(result->runtime_error, mem, out);
        if (result->sizes)
            add_error_size(result->sizes, mem, out);
        str_add_char(mem, out, '\n');
    }
    const char *witness = view_witness(model, result, mem);
    if (witness) {
        add_indented(indent, "violated for ", mem, out);
        view_add_text(witness, mem, out);
        str_add_char(mem, out, '\n');
    }
    if (result->sizes && report_text_certified_for(result, mem, &judged)) {
        add_indented(indent, str_text(&judged), mem, out);
        str_add_char(mem, out, '\n');
    }
    if (result->certificate && result->certificate->status == CERTIFICATE_NOT) {
        str_clear(&judged);
        report_text_not_certified(result, mem, &judged);
        add_indented(indent, str_text(&judged), mem, out);
        str_add_char(mem, out, '\n');
    }
    str_free(mem, &judged);
    add_vacuity(result, indent, mem, out);
    if (result->has_trace && result->sizes) {
        add_indented(indent, "", mem, out);
        str_add(mem, out, "for %s = ", result->sizes->name);
        size_add_text(result->sizes->grid, result->sizes->shown, mem, out);
        str_add_char(mem, out, '\n');
    }
    if (result->has_trace)
        report_text_trace(&result->trace, view_style(model, result, style, mem), indent, mem, out);
}

void report_text_summary(const struct result *results, size_t count, struct mem *mem, struct str *out)
{
    size_t of[VERDICT_ERROR + 1] = {0}, computed = 0, probable = 0;
    for (size_t i = 0; i < count; i++)
        probable += results[i].missed > 0;
    for (size_t i = 0; i < count; i++)
        if (results[i].has_value)
            computed++;
        else
            of[results[i].verdict]++;
    str_add(mem, out, "%zu %s: %zu %s, %zu %s, %zu undecided", count, count == 1 ? "property" : "properties",
            of[VERDICT_HOLDS], of[VERDICT_HOLDS] == 1 ? "holds" : "hold", of[VERDICT_FAILS],
            of[VERDICT_FAILS] == 1 ? "fails" : "fail", of[VERDICT_UNDECIDED]);
    if (probable)
        str_add(mem, out, "; of those that hold, %zu with a probability", probable);
    if (computed)
        str_add(mem, out, ", %zu computed", computed);
    if (of[VERDICT_ERROR])
        str_add(mem, out, ", %zu with an error", of[VERDICT_ERROR]);
    str_add_char(mem, out, '\n');
}

void report_text_certification(const struct certification_facts *c, struct mem *mem, struct str *out)
{
    str_add(mem, out, "%zu of %zu that hold%s (written in ", c->certified, c->holding, c->holding == 1 ? "s" : "");
    units_add_seconds(mem, out, c->writing_seconds);
    str_add(mem, out, ", checked in ");
    units_add_seconds(mem, out, c->checking_seconds);
    str_add(mem, out, ")");
}
