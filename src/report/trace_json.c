// Traces in JSON: cells, inputs and definitions of each state, actions, and where the trace loops back to.
#include "base/json.h"

#include <inttypes.h>
#include <string.h>

#include "report/trace_view.h"

void view_add_json_text(struct mem *mem, struct str *out, const char *text)
{
    if (text)
        json_add_string(mem, out, text, strlen(text));
    else
        str_add(mem, out, "null");
}

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
        view_add_json_text(mem, out, str_text(&text));
        str_free(mem, &text);
    }
}

static void add_member(struct mem *mem, struct str *out, const char *name, bool *first)
{
    if (!*first)
        str_add(mem, out, ", ");
    *first = false;
    view_add_json_text(mem, out, name);
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
        view_add_json_text(mem, out, name);
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
