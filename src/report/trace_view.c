#include "report/trace_view.h"

#include <string.h>

#include "base/utf8.h"
#include "model/walk.h"

struct view_name {
    const char *name;
    const char *multiset, *element; // the cell counts an element; NULL: it does not
    bool of_step;                   // an input, or a definition that needs one or a next value
    bool is_hidden;                 // has no line
    cell_id cell;                   // CELL_NONE: a definition
    expr definition;                //
    type_id type;                   //
    bool shown;                     // before
    bool defined;                   // when it was shown
    value value;                    // then
};

static bool is_set(const struct model *model, expr e)
{
    return model_expr_type(model, e)->kind == TYPE_SET;
}

static void add_cells(struct trace_view *r, const struct model *model)
{
    for (cell_id cell = 0; cell < model_cell_count(model); cell++) {
        const struct cell *c = model_cell(model, cell);
        r->names[r->count++] = (struct view_name){
            .name = c->name, .of_step = c->role == CELL_INPUT, .cell = cell, .definition = EXPR_NONE, .type = c->type};
        r->names[r->count - 1].is_hidden = c->is_hidden;
        r->names[r->count - 1].multiset = c->multiset;
        r->names[r->count - 1].element = c->element;
        r->has_inputs |= c->role == CELL_INPUT && !c->is_hidden;
    }
}

static void add_definitions(struct trace_view *r, const struct model *model)
{
    for (size_t i = 0; i < model_definition_count(model); i++) {
        expr e;
        const char *name = model_definition(model, i, &e);
        const struct expr_node *n = model_expr(model, e);
        if (is_set(model, e))
            continue;
        r->names[r->count++] = (struct view_name){
            .name = name, .of_step = n->has_next || n->has_input, .cell = CELL_NONE, .definition = e, .type = n->type};
        r->has_inputs |= n->has_next || n->has_input;
    }
}

static size_t names_bytes(const struct trace_view *r)
{
    const struct model *model = r->trace->model;
    return (model_cell_count(model) + model_definition_count(model)) * sizeof *r->names;
}

void view_open(struct trace_view *r, const struct trace *trace, struct report_style style, struct mem *mem)
{
    *r = (struct trace_view){.trace = trace, .style = style, .mem = mem, .ev = evaluator_new(trace->model, mem)};
    r->names = mem_alloc(mem, names_bytes(r));
    add_cells(r, trace->model);
    if (style.defines)
        add_definitions(r, trace->model);
}

void view_close(struct trace_view *r)
{
    mem_free(r->mem, r->names, names_bytes(r));
    evaluator_free(r->ev);
}

size_t view_successor(const struct trace *trace, size_t state)
{
    return state + 1 < trace_length(trace) ? state + 1 : trace->loop;
}

// A model that says how it starts says by which rules it goes on.
const struct action *view_step(struct trace_view *r, size_t state)
{
    const struct model *model = r->trace->model;
    size_t next = view_successor(r->trace, state), action;
    if (model_start_count(model) == 0 || next == TRACE_NO_LOOP ||
        !eval_is_step(r->ev, trace_state(r->trace, state), trace_state(r->trace, next), &action, NULL))
        return NULL;
    return model_action(model, action);
}

const char *view_action(struct trace_view *r, size_t state)
{
    const struct action *action = view_step(r, state);
    return action ? action->name : NULL;
}

bool view_shows_step(const struct trace *trace, struct report_style style, size_t state)
{
    return style.last_inputs || view_successor(trace, state) != TRACE_NO_LOOP;
}

static bool has_input(const struct model *model, formula whole, struct mem *mem)
{
    struct condition_walk w = condition_walk(model, mem);
    bool found = false;
    condition_walk_from(&w, whole);
    for (expr condition; !found && condition_walk_next(&w, &condition);)
        found = model_expr(model, condition)->has_input;
    condition_walk_free(&w);
    return found;
}

struct report_style view_style(const struct model *model, const struct result *result, struct report_style style,
                               struct mem *mem)
{
    const struct property *p = model_property(model, result->property);
    style.last_inputs = p->kind != PROPERTY_INVARIANT && has_input(model, p->formula, mem); // that has its step
    style.word = result->verdict == VERDICT_FAILS ? "counterexample" : "witness";
    return style;
}

const char *view_witness(const struct model *model, const struct result *result, struct mem *mem)
{
    if (result->verdict != VERDICT_FAILS || !result->has_trace || result->runtime_error)
        return NULL;
    const struct property_case *its =
        trace_find_case(&result->trace, model_property(model, result->property), trace_length(&result->trace) - 1, mem);
    return its ? its->text : NULL;
}

bool view_has_inputs(const struct model *model)
{
    for (cell_id cell = 0; cell < model_cell_count(model); cell++)
        if (model_cell(model, cell)->role == CELL_INPUT)
            return true;
    return false;
}

bool view_shows_inputs(const struct model *model)
{
    for (cell_id cell = 0; cell < model_cell_count(model); cell++)
        if (model_cell(model, cell)->role == CELL_INPUT && !model_cell(model, cell)->is_hidden)
            return true;
    return false;
}

// ---- Lines ----------------------------------------------------------------------------------------------------------

void view_add_lines(const char *text, size_t length, const char *between, struct mem *mem, struct str *out)
{
    for (size_t line = 0; length > 0; length -= line) {
        const char *end = memchr(text, '\n', length);
        line = end ? (size_t)(end - text) : length;
        utf8_add_printable(mem, out, text, line);
        str_add(mem, out, "%s", end ? between : "");
        line += end != NULL;
        text += line;
    }
}

void view_add_text(const char *text, struct mem *mem, struct str *out)
{
    text += strspn(text, " ");
    size_t length = strlen(text);
    while (length > 0 && text[length - 1] == ' ')
        length--;
    view_add_lines(text, length, " ", mem, out);
}

// The value there; false if it is undefined.
static bool find_value(struct trace_view *r, const struct view_name *n, size_t state, value *v)
{
    const value *now = trace_state(r->trace, state);
    size_t next = view_successor(r->trace, state);
    if (n->cell != CELL_NONE) {
        *v = now[n->cell];
        return true;
    }
    *v = 0;
    if (next == TRACE_NO_LOOP && model_expr(r->trace->model, n->definition)->has_next)
        return false;
    return eval_value(r->ev, n->definition, now, next == TRACE_NO_LOOP ? NULL : trace_state(r->trace, next), v) ==
           EVAL_OK;
}

const char *view_name(const struct trace_view *r, size_t index, bool *of_input, bool *of_definition)
{
    const struct view_name *n = &r->names[index];
    *of_definition = n->cell == CELL_NONE;
    *of_input = !*of_definition && n->of_step;
    return n->name;
}

void view_add_value(struct trace_view *r, size_t index, size_t state, struct str *out)
{
    const struct view_name *n = &r->names[index];
    value v;
    if (find_value(r, n, state, &v))
        view_add_json_value(r->trace->model, n->type, v, r->mem, out);
    else
        str_add(r->mem, out, "null");
}

bool view_has_changed(struct trace_view *r, size_t index, size_t state)
{
    value before, now;
    bool was_defined = find_value(r, &r->names[index], state - 1, &before);
    bool is_defined = find_value(r, &r->names[index], state, &now);
    return was_defined != is_defined || (is_defined && before != now);
}

static void add_line(struct trace_view *r, const struct view_name *n, bool has_changed, unsigned indent,
                     struct str *out)
{
    bool is_marked = has_changed && r->style.color;
    str_add(r->mem, out, "%*s%s", (int)indent, "", is_marked ? "\033[36m" : "");
    view_add_text(n->name, r->mem, out);
    str_add(r->mem, out, " = ");
    if (n->defined) {
        struct str text = {0};
        model_add_value(r->trace->model, n->type, n->value, &text);
        view_add_text(str_text(&text), r->mem, out);
        str_free(r->mem, &text);
    } else
        str_add(r->mem, out, "undefined");
    str_add(r->mem, out, "%s\n", is_marked ? "\033[0m" : "");
}

// The multiset of the names from `first` until `end`: 1'a + 2'b.
static void add_multiset(struct trace_view *r, size_t first, size_t end, bool has_changed, unsigned indent,
                         struct str *out)
{
    bool is_marked = has_changed && r->style.color, is_empty = true;
    str_add(r->mem, out, "%*s%s", (int)indent, "", is_marked ? "\033[36m" : "");
    view_add_text(r->names[first].multiset, r->mem, out);
    str_add(r->mem, out, " = ");
    for (size_t i = first; i < end; i++) {
        const struct view_name *n = &r->names[i];
        if (n->value == 0)
            continue;
        str_add(r->mem, out, "%s", is_empty ? "" : " + ");
        model_add_value(r->trace->model, n->type, n->value, out);
        str_add(r->mem, out, "'");
        view_add_text(n->element, r->mem, out);
        is_empty = false;
    }
    str_add(r->mem, out, "%s%s\n", is_empty ? "empty" : "", is_marked ? "\033[0m" : "");
}

// Takes the value of a name in a state. False if it was shown before as it is.
static bool take_value(struct trace_view *r, struct view_name *n, size_t state)
{
    value v;
    bool defined = find_value(r, n, state, &v);
    bool is_new = !n->shown || defined != n->defined || v != n->value;
    n->shown = true;
    n->defined = defined;
    n->value = v;
    return is_new;
}

// The end of the names that are shown with the first one.
static size_t end_of_line(const struct trace_view *r, size_t first)
{
    size_t end = first + 1;
    while (r->names[first].multiset && end < r->count && r->names[end].multiset &&
           strcmp(r->names[end].multiset, r->names[first].multiset) == 0)
        end++;
    return end;
}

static size_t add_lines(struct trace_view *r, size_t state, bool of_step, unsigned indent, struct str *out)
{
    size_t lines = 0;
    for (size_t i = 0, end; i < r->count; i = end) {
        const struct view_name *n = &r->names[i];
        bool was_shown = n->shown, is_new = false;
        end = end_of_line(r, i);
        if (n->of_step != of_step || n->is_hidden)
            continue;
        for (size_t k = i; k < end; k++)
            is_new |= take_value(r, &r->names[k], state);
        if (!is_new && !r->style.full)
            continue;
        if (n->multiset)
            add_multiset(r, i, end, was_shown && is_new, indent, out);
        else
            add_line(r, n, was_shown && is_new, indent, out);
        lines++;
    }
    return lines;
}

size_t view_add_state(struct trace_view *r, size_t state, unsigned indent, struct str *out)
{
    return add_lines(r, state, false, indent, out);
}

size_t view_add_step(struct trace_view *r, size_t state, unsigned indent, struct str *out)
{
    return add_lines(r, state, true, indent, out);
}
