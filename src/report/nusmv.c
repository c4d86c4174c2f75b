// Verdicts and traces in the words of NuSMV 2.6, for scripts that read its output.
//
// The inputs of a step stand before the state that it leads to, and have its number. A trace with a loop ends with the
// state that the loop begins with, once more. A blank stands at the end of the lines that describe a trace. NuSMV marks
// every state that equals the last one as the start of a loop; here one is marked.
#include <inttypes.h>
#include <string.h>

#include "report/trace_view.h"

#define INDENT 2

// ---- Traces ---------------------------------------------------------------------------------------------------------

static const char *description(enum property_kind kind)
{
    switch (kind) {
    case PROPERTY_INVARIANT:
        return "AG alpha Counterexample";
    case PROPERTY_CTL:
        return "CTL Counterexample";
    case PROPERTY_LTL:
        return "LTL Counterexample";
    case PROPERTY_PSL:
        return "PSL Counterexample";
    default:
        return "Counterexample";
    }
}

static void add_inputs(struct trace_view *view, size_t number, size_t position, struct mem *mem, struct str *out)
{
    if (position == 0 || !view->has_inputs)
        return;
    str_add(mem, out, "%*s-> Input: %zu.%zu <-\n", INDENT, "", number, position + 1);
    view_add_step(view, position - 1, 2 * INDENT, out);
}

// The state `position` of the trace, from 0; one further than its last is that where the loop begins.
static void add_position(struct trace_view *view, size_t number, size_t position, struct mem *mem, struct str *out)
{
    const struct trace *trace = view->trace;
    size_t state = position < trace_length(trace) ? position : trace->loop;
    add_inputs(view, number, position, mem, out);
    if (position == trace->loop)
        str_add(mem, out, "%*s-- Loop starts here\n", INDENT, "");
    str_add(mem, out, "%*s-> State: %zu.%zu <-\n", INDENT, "", number, position + 1);
    view_add_state(view, state, 2 * INDENT, out);
}

static void add_trace(const struct trace *trace, enum property_kind kind, struct report_style style, size_t number,
                      struct mem *mem, struct str *out)
{
    struct trace_view view;
    size_t positions = trace_length(trace) + (trace->loop != TRACE_NO_LOOP);
    view_open(&view, trace, style, mem);
    str_add(mem, out, "-- as demonstrated by the following execution sequence\n");
    str_add(mem, out, "Trace Description: %s \n", description(kind));
    str_add(mem, out, "Trace Type: Counterexample \n");
    for (size_t i = 0; i < positions; i++)
        add_position(&view, number, i, mem, out);
    if (style.last_inputs && trace->loop == TRACE_NO_LOOP)
        add_inputs(&view, number, positions, mem, out);
    view_close(&view);
}

// ---- Verdicts -------------------------------------------------------------------------------------------------------

static const char *beginning(enum property_kind kind)
{
    switch (kind) {
    case PROPERTY_INVARIANT:
        return "invariant";
    case PROPERTY_MIN:
    case PROPERTY_MAX:
        return "the result of";
    default:
        return "specification";
    }
}

static void add_answer(const struct result *result, struct mem *mem, struct str *out)
{
    if (result->has_value && result->is_infinite)
        str_add(mem, out, "infinity");
    else if (result->has_value && result->is_undefined)
        str_add(mem, out, "undefined");
    else if (result->has_value)
        str_add(mem, out, "%" PRId64, result->value);
    else if (result->verdict >= VERDICT_UNDECIDED) {
        str_add(mem, out, result->verdict == VERDICT_ERROR ? "wrong" : "undecided");
        if (result->cause.code) {
            str_add(mem, out, ": ");
            cause_add_words(result->cause, mem, out);
        }
    } else
        str_add(mem, out, "%s", result->verdict == VERDICT_HOLDS ? "true" : "false");
    if (result->missed > 0)
        str_add(mem, out, " with probability 1 - %.1e", result->missed);
}

void report_nusmv_result(const struct model *model, const struct result *result, struct report_style style,
                         size_t number, struct mem *mem, struct str *out)
{
    const struct property *property = model_property(model, result->property);
    str_add(mem, out, "-- %s ", beginning(property->kind));
    view_add_lines(property->text, strlen(property->text), "\n", mem, out); // blanks and line ends are NuSMV's
    if (property->kind != PROPERTY_MIN && property->kind != PROPERTY_MAX)   // their text ends with one
        str_add_char(mem, out, ' ');
    if (property->context[0]) {
        str_add(mem, out, "IN ");
        view_add_text(property->context, mem, out);
    }
    str_add(mem, out, " is ");
    add_answer(result, mem, out);
    str_add_char(mem, out, '\n');
    if (result->no_trace.code) {
        str_add(mem, out, "-- counterexample not built: ");
        cause_add_words(result->no_trace, mem, out);
        str_add_char(mem, out, '\n');
    }
    if (result->has_trace)
        add_trace(&result->trace, property->kind, view_style(model, result, style, mem), number, mem, out);
}
