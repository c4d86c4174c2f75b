// Traces read back from JSON: a trace alone, or all those in the output of a check.
#include <jansson.h>
#include <string.h>

#include "base/json.h"
#include "base/utf8.h"
#include "report/trace_view.h"

struct reader {
    const struct model *model;
    struct mem *mem;
    struct str *error;
};

static void add_quoted(struct reader *r, const char *text)
{
    str_add_char(r->mem, r->error, '"');
    utf8_add_printable(r->mem, r->error, text, strlen(text));
    str_add_char(r->mem, r->error, '"');
}

static bool refuse(struct reader *r, const char *text)
{
    str_add(r->mem, r->error, "%s", text);
    return false;
}

// ---- Names ----------------------------------------------------------------------------------------------------------
// Bytes that are no UTF-8 are written as U+FFFD and their digits.

static bool is_name(struct reader *r, const char *name, const char *text)
{
    if (strcmp(name, text) == 0)
        return true;
    if (!strstr(text, "\xef\xbf\xbd"))
        return false;
    struct str as_read = {0};
    json_add_as_read(r->mem, &as_read, name, strlen(name));
    bool same = strcmp(str_text(&as_read), text) == 0;
    str_free(r->mem, &as_read);
    return same;
}

static cell_id find_cell(struct reader *r, const char *text)
{
    cell_id cell = model_find_cell(r->model, text);
    if (cell != CELL_NONE || !strstr(text, "\xef\xbf\xbd"))
        return cell;
    for (cell = 0; cell < model_cell_count(r->model); cell++)
        if (is_name(r, model_cell(r->model, cell)->name, text))
            return cell;
    return CELL_NONE;
}

static const json_t *value_of(struct reader *r, const json_t *object, const char *name)
{
    const json_t *json = json_object_get(object, name);
    if (json)
        return json;
    struct str as_read = {0};
    json_add_as_read(r->mem, &as_read, name, strlen(name));
    json = json_object_get(object, str_text(&as_read));
    str_free(r->mem, &as_read);
    return json;
}

// ---- Values ---------------------------------------------------------------------------------------------------------

static bool has_text(struct reader *r, type_id type, value v, const char *text)
{
    struct str shown = {0};
    model_add_value(r->model, type, v, &shown);
    bool same = is_name(r, str_text(&shown), text);
    str_free(r->mem, &shown);
    return same;
}

// A word as it is shown: 0ud8_200, -0sd4_3. The digits after the _ say it all, and whether it was meant shows when the
// result is shown again.
static bool read_word(struct reader *r, type_id type, const char *text, value *v)
{
    const struct type *t = model_type(r->model, type);
    const char *digits = strchr(text, '_');
    uint64_t number = 0;
    for (digits = digits ? digits + 1 : ""; *digits >= '0' && *digits <= '9'; digits++)
        number = number * 10 + (uint64_t)(*digits - '0');
    if (text[0] == '-')
        number = -number;
    if (t->width < 64)
        number &= (UINT64_C(1) << t->width) - 1;
    *v = (value)number;
    return has_text(r, type, *v, text);
}

static bool read_text(struct reader *r, type_id type, const char *text, value *v)
{
    const struct type *t = model_type(r->model, type);
    switch (t->kind) {
    case TYPE_BOOLEAN:
        *v = strcmp(text, "TRUE") == 0;
        return *v || strcmp(text, "FALSE") == 0;
    case TYPE_WORD:
        return read_word(r, type, text, v);
    case TYPE_ENUM:
        for (size_t i = 0; i < t->count; i++)
            if (has_text(r, type, t->values[i], text)) {
                *v = t->values[i];
                return true;
            }
        return false;
    default:
        *v = t->none;
        return t->has_none && strcmp(text, "undefined") == 0;
    }
}

static bool read_truth(struct reader *r, const struct type *t, bool wanted, value *v)
{
    *v = wanted;
    if (t->kind != TYPE_ENUM)
        return t->kind == TYPE_BOOLEAN;
    for (size_t i = 0; i < t->count; i++) {
        bool truth;
        *v = t->values[i];
        if (view_is_truth(r->model, t, *v, &truth) && truth == wanted)
            return true;
    }
    return false;
}

// The element of a range that is shown as this number.
static bool read_element(struct reader *r, const struct type *t, value wanted, value *v)
{
    for (size_t i = 0; t->kind == TYPE_ENUM && i < t->count; i++) {
        value number;
        *v = t->values[i];
        if (model_symbol_number(r->model, *v, &number) && number == wanted)
            return true;
    }
    return false;
}

static bool read_value(struct reader *r, type_id type, const json_t *json, value *v)
{
    const struct type *t = model_type(r->model, type);
    if (json_is_boolean(json))
        return read_truth(r, t, json_is_true(json), v);
    if (json_is_integer(json) && read_element(r, t, json_integer_value(json), v))
        return true;
    if (json_is_integer(json)) {
        *v = json_integer_value(json);
        return t->kind != TYPE_WORD && t->kind != TYPE_BOOLEAN && !value_is_symbol(*v) && type_contains(t, *v) &&
               !(t->has_none && *v == t->none);
    }
    return json_is_string(json) && read_text(r, type, json_string_value(json), v);
}

// ---- States ---------------------------------------------------------------------------------------------------------

static bool bad_value(struct reader *r, const char *name, const json_t *json, size_t state)
{
    char *text = json_dumps(json, JSON_ENCODE_ANY | JSON_COMPACT);
    str_add(r->mem, r->error, "in state %zu, ", state + 1);
    add_quoted(r, name);
    str_add(r->mem, r->error, " cannot be ");
    if (text)
        utf8_add_printable(r->mem, r->error, text, strlen(text));
    free(text);
    return false;
}

// Reads the inputs of a state, or all else.
static bool read_cells(struct reader *r, const json_t *object, bool inputs, size_t state, value *values)
{
    for (cell_id cell = 0; cell < model_cell_count(r->model); cell++) {
        const struct cell *c = model_cell(r->model, cell);
        if ((c->role == CELL_INPUT) != inputs)
            continue;
        const json_t *json = value_of(r, object, c->name);
        if (!json) {
            str_add(r->mem, r->error, "%s %zu has no value for ", inputs ? "the step from state" : "state", state + 1);
            add_quoted(r, c->name);
            return false;
        }
        if (!read_value(r, c->type, json, &values[cell]))
            return bad_value(r, c->name, json, state);
    }
    return true;
}

// A name that the model does not have is a sign that the trace belongs to another one.
static bool names_are_known(struct reader *r, json_t *object, bool inputs, size_t state)
{
    const char *name;
    json_t *ignored;
    json_object_foreach(object, name, ignored)
    {
        cell_id cell = find_cell(r, name);
        if (cell == CELL_NONE || (model_cell(r->model, cell)->role == CELL_INPUT) != inputs) {
            str_add(r->mem, r->error, "in state %zu, the model has no %s ", state + 1, inputs ? "input" : "variable");
            add_quoted(r, name);
            return false;
        }
    }
    return true;
}

static void set_defaults(struct reader *r, value *values)
{
    for (cell_id cell = 0; cell < model_cell_count(r->model); cell++)
        values[cell] = type_value(model_type(r->model, model_cell(r->model, cell)->type), 0);
}

static bool read_state(struct reader *r, json_t *states, json_t *inputs, size_t i, value *values)
{
    json_t *state = json_array_get(states, i), *input = json_array_get(inputs, i);
    set_defaults(r, values);
    if (!json_is_object(state)) {
        str_add(r->mem, r->error, "state %zu is no object", i + 1);
        return false;
    }
    if (!names_are_known(r, state, false, i) || !read_cells(r, state, false, i, values))
        return false;
    if (!input)
        return true;
    if (!json_is_object(input)) {
        str_add(r->mem, r->error, "the inputs of state %zu are no object", i + 1);
        return false;
    }
    return names_are_known(r, input, true, i) && read_cells(r, input, true, i, values);
}

// ---- Traces ---------------------------------------------------------------------------------------------------------

// There is an input for each step; the last state may have one too.
static bool inputs_are_enough(struct reader *r, const json_t *inputs, size_t length, bool loop)
{
    size_t steps = loop ? length : length - 1, count = json_array_size(inputs);
    if (!view_has_inputs(r->model) ? count == 0 : count >= steps && count <= length)
        return true;
    str_add(r->mem, r->error, "the trace has %zu %s, but \"inputs\" has %zu entries", steps,
            steps == 1 ? "step" : "steps", count);
    return false;
}

static bool read_loop(struct reader *r, const json_t *json, size_t length, size_t *loop)
{
    *loop = TRACE_NO_LOOP;
    if (!json || json_is_null(json))
        return true;
    if (!json_is_integer(json))
        return refuse(r, "\"loop\" must be the index of a state, from 0, or null");
    json_int_t index = json_integer_value(json);
    if (index < 0 || (size_t)index >= length)
        return refuse(r, "\"loop\" is not the index of a state of the trace");
    *loop = (size_t)index;
    return true;
}

static bool read_states(struct reader *r, json_t *states, json_t *inputs, struct trace *trace)
{
    size_t bytes = (model_cell_count(r->model) + 1) * sizeof(value);
    value *values = mem_alloc(r->mem, bytes);
    bool good = true;
    for (size_t i = 0; good && i < json_array_size(states); i++) {
        good = read_state(r, states, inputs, i, values);
        if (good)
            trace_push(trace, r->mem, values);
    }
    mem_free(r->mem, values, bytes);
    return good;
}

static bool read_trace(struct reader *r, json_t *json, struct trace *trace)
{
    json_t *states = json_object_get(json, "states"), *inputs = json_object_get(json, "inputs");
    size_t length = json_array_size(states);
    if (!json_is_object(json) || !json_is_array(states))
        return refuse(r, "a trace is an object with an array of \"states\"");
    if (inputs && !json_is_array(inputs))
        return refuse(r, "\"inputs\" must be an array");
    if (length == 0)
        return refuse(r, "the trace has no states");
    return read_loop(r, json_object_get(json, "loop"), length, &trace->loop) &&
           inputs_are_enough(r, inputs, length, trace->loop != TRACE_NO_LOOP) && read_states(r, states, inputs, trace);
}

static bool push_trace(struct reader *r, json_t *json, size_t property, stored_trace_array *traces)
{
    struct stored_trace stored = {.property = property};
    trace_open(&stored.trace, r->model);
    array_push(r->mem, traces, stored);
    return read_trace(r, json, &array_last(traces).trace);
}

// ---- The output of a check ------------------------------------------------------------------------------------------

static bool read_property(struct reader *r, json_t *json, stored_trace_array *traces)
{
    json_t *trace = json_object_get(json, "trace"), *index = json_object_get(json, "index");
    if (!json_is_object(json))
        return refuse(r, "a property must be an object");
    if (!trace || json_is_null(trace))
        return true;
    json_int_t number = json_is_integer(index) ? json_integer_value(index) : 0;
    if (number < 1 || (size_t)number > model_property_count(r->model))
        return refuse(r, "a property with a trace must have its number in the model as \"index\"");
    if (push_trace(r, trace, (size_t)number - 1, traces))
        return true;
    str_add(r->mem, r->error, " (in the trace of property %d)", (int)number);
    return false;
}

static bool read_all(struct reader *r, json_t *root, stored_trace_array *traces)
{
    json_t *properties = json_object_get(root, "properties"), *property;
    size_t i;
    if (!json_is_object(root))
        return refuse(r, "a trace is an object with an array of \"states\"");
    json_t *alone = json_object_get(root, "trace"); // as simulate writes it
    if (!properties)
        return push_trace(r, alone ? alone : root, REPORT_NO_PROPERTY, traces);
    if (!json_is_array(properties))
        return refuse(r, "\"properties\" must be an array");
    json_array_foreach(properties, i, property)
    {
        if (!read_property(r, property, traces))
            return false;
    }
    return true;
}

bool report_read_traces(const char *text, size_t length, const struct model *model, stored_trace_array *traces,
                        struct mem *mem, struct str *error)
{
    struct reader r = {model, mem, error};
    json_error_t wrong;
    json_t *root = json_loadb(text, length, JSON_REJECT_DUPLICATES, &wrong);
    if (!root) {
        str_add(mem, error, "line %d, column %d: ", wrong.line, wrong.column);
        utf8_add_printable(mem, error, wrong.text, strlen(wrong.text));
        return false;
    }
    bool good = read_all(&r, root, traces);
    json_decref(root);
    return good;
}
