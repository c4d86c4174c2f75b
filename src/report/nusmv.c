// Verdicts and traces in the words of NuSMV 2.6, for scripts that read its output.
//
// The inputs of a step stand before the state that it leads to, and have its number. A trace with a loop ends with the
// state that the loop begins with, once more, and every state before it that equals the last one is marked as the start
// of a loop. A blank stands at the end of the lines that describe a trace. DEFINEs are shown unasked, and of each
// process whether it is running: main first, then the others from the last one declared to the first. Rules of Murphi,
// which NuSMV does not have, are shown as an input `rule`: no variable can have that name.
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "report/model_text.h"
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

struct nusmv_trace {
    struct trace_view view;
    size_t number;
    struct mem *mem;
    struct str *out;
    cell_id selector; // of processes; CELL_NONE: there are none
    bool has_rules;
    const char *rule; // that was shown last
};

static void add_running(struct nusmv_trace *t, size_t position)
{
    const struct trace *trace = t->view.trace;
    const struct type *type = model_type(trace->model, model_cell(trace->model, t->selector)->type);
    value now = trace_state(trace, position - 1)[t->selector];
    bool is_first = position == 1 || t->view.style.full;
    for (size_t i = 0; i < type->count; i++) { // main is the first value
        value process = type->values[i ? type->count - i : 0];
        if (!is_first && (now == process) == (trace_state(trace, position - 2)[t->selector] == process))
            continue;
        str_add(t->mem, t->out, "%*s", 2 * INDENT, "");
        if (i > 0) {
            model_add_value(trace->model, model_cell(trace->model, t->selector)->type, process, t->out);
            str_add_char(t->mem, t->out, '.');
        }
        str_add(t->mem, t->out, "running = %s\n", now == process ? "TRUE" : "FALSE");
    }
}

static void add_rule(struct nusmv_trace *t, size_t position)
{
    const char *rule = view_action(&t->view, position - 1);
    if (!rule || (t->rule && strcmp(rule, t->rule) == 0 && !t->view.style.full))
        return;
    t->rule = rule;
    str_add(t->mem, t->out, "%*srule = ", 2 * INDENT, "");
    view_add_text(rule, t->mem, t->out);
    str_add_char(t->mem, t->out, '\n');
}

static void add_inputs(struct nusmv_trace *t, size_t position)
{
    if (position == 0 || !(t->view.has_inputs || t->has_rules))
        return;
    str_add(t->mem, t->out, "%*s-> Input: %zu.%zu <-\n", INDENT, "", t->number, position + 1);
    if (t->has_rules)
        add_rule(t, position);
    view_add_step(&t->view, position - 1, 2 * INDENT, t->out);
    if (t->selector != CELL_NONE)
        add_running(t, position);
}

static bool are_equal(const struct trace *trace, size_t one, size_t other)
{
    for (cell_id cell = 0; cell < model_cell_count(trace->model); cell++)
        if (model_cell(trace->model, cell)->role != CELL_INPUT &&
            trace_state(trace, one)[cell] != trace_state(trace, other)[cell])
            return false;
    return true;
}

// The state `position` of the trace, from 0, of so many; one further than its last is that where the loop begins.
static void add_position(struct nusmv_trace *t, size_t position, size_t positions)
{
    const struct trace *trace = t->view.trace;
    size_t length = trace_length(trace);
    size_t state = position < length ? position : trace->loop;
    size_t last = positions > length ? trace->loop : length - 1;
    add_inputs(t, position);
    if (position + 1 < positions && are_equal(trace, state, last))
        str_add(t->mem, t->out, "%*s-- Loop starts here\n", INDENT, "");
    str_add(t->mem, t->out, "%*s-> State: %zu.%zu <-\n", INDENT, "", t->number, position + 1);
    view_add_state(&t->view, state, 2 * INDENT, t->out);
}

static void add_trace(const struct trace *trace, enum property_kind kind, struct report_style style, size_t number,
                      struct mem *mem, struct str *out)
{
    const struct model *model = trace->model;
    struct nusmv_trace t = {.number = number, .mem = mem, .out = out, .has_rules = model_start_count(model) > 0};
    size_t positions = trace_length(trace) + (trace->loop != TRACE_NO_LOOP);
    style.defines = true;
    t.selector = model_find_cell(model, "_process_selector_");
    if (t.selector != CELL_NONE && (model_cell(model, t.selector)->role != CELL_INPUT ||
                                    model_type(model, model_cell(model, t.selector)->type)->kind != TYPE_ENUM))
        t.selector = CELL_NONE;
    view_open(&t.view, trace, style, mem);
    str_add(mem, out, "-- as demonstrated by the following execution sequence\n");
    str_add(mem, out, "Trace Description: %s \n", description(kind));
    str_add(mem, out, "Trace Type: Counterexample \n");
    for (size_t i = 0; i < positions; i++)
        add_position(&t, i, positions);
    if (style.last_inputs && trace->loop == TRACE_NO_LOOP)
        add_inputs(&t, positions);
    view_close(&t.view);
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

// ---- Reachable states -----------------------------------------------------------------------------------------------

// So many states, as a power of two.
static double log2_of(const mpz_t number)
{
    long exponent;
    double part = mpz_get_d_2exp(&exponent, number);
    return part > 0 ? log2(part) + (double)exponent : 0;
}

void report_nusmv_states(const struct model *model, const char *reachable, struct mem *mem, struct str *out)
{
    mpz_t all, number;
    mpz_init(all);
    mpz_init_set_str(number, reachable, 10);
    report_count_states(model, all);
    char *total = mpz_get_str(NULL, 10, all);
    str_add(mem, out, "reachable states: %s (2^%g) out of %s (2^%g)\n", reachable, log2_of(number), total,
            log2_of(all));
    free(total);
    mpz_clear(all);
    mpz_clear(number);
}
