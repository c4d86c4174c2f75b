#include "report/html_trace.h"

#include <string.h>

#include "base/json.h"

static void add_string(struct mem *mem, struct str *out, const char *text)
{
    json_add_string(mem, out, text, strlen(text));
}

static void add_first(struct trace_view *view, struct mem *mem, struct str *out)
{
    for (size_t i = 0; i < view->count; i++) {
        str_add(mem, out, "%s", i > 0 ? ", " : "");
        view_add_value(view, i, 0, out);
    }
}

static void add_changes(struct trace_view *view, size_t state, struct mem *mem, struct str *out)
{
    const char *before = "";
    str_add(mem, out, "%s[", state > 1 ? ",\n        " : "\n        ");
    for (size_t i = 0; i < view->count; i++) {
        if (!view_has_changed(view, i, state))
            continue;
        str_add(mem, out, "%s%zu, ", before, i);
        view_add_value(view, i, state, out);
        before = ", ";
    }
    str_add_char(mem, out, ']');
}

static void add_actors(const struct lanes *lanes, const struct action *action, struct mem *mem, struct str *out)
{
    const char *before = "";
    str_add_char(mem, out, '[');
    for (size_t i = 0; i < action->placement.site_count; i++) {
        uint32_t lane = lanes_of_site(lanes, action->placement.sites[i]);
        if (lane == LANE_NONE)
            continue;
        str_add(mem, out, "%s%u", before, lane);
        before = ", ";
    }
    str_add_char(mem, out, ']');
}

static void add_steps(struct trace_view *view, struct mem *mem, struct str *out)
{
    struct lanes lanes;
    struct str actors = {0};
    const char *before = "";
    lanes_open(&lanes, view->trace->model, mem);
    str_add(mem, out, "],\n      \"actions\": [");
    for (size_t i = 0; i < trace_length(view->trace); i++) {
        const struct action *action = view_step(view, i);
        if (!action)
            continue;
        str_add(mem, out, "%s", before);
        str_add(mem, &actors, "%s", before);
        add_string(mem, out, action->name);
        add_actors(&lanes, action, mem, &actors);
        before = ", ";
    }
    str_add(mem, out, "],\n      \"actors\": [%s", str_text(&actors));
    str_free(mem, &actors);
    lanes_close(&lanes);
}

void html_add_trace(const struct trace *trace, struct report_style style, struct mem *mem, struct str *out)
{
    struct trace_view view;
    size_t length = trace_length(trace), with_inputs = 0;
    view_open(&view, trace, style, mem);
    str_add(mem, out, "{\n      \"first\": [");
    add_first(&view, mem, out);
    str_add(mem, out, "],\n      \"changes\": [");
    for (size_t i = 1; i < length; i++)
        add_changes(&view, i, mem, out);
    while (view_has_inputs(trace->model) && with_inputs < length && view_shows_step(trace, style, with_inputs))
        with_inputs++;
    if (model_start_count(trace->model) > 0)
        add_steps(&view, mem, out);
    str_add(mem, out, "],\n      \"inputs\": %zu, \"loop\": ", with_inputs);
    view_add_json_loop(trace, mem, out);
    view_close(&view);
}

static void add_lane_numbers(const struct lanes *lanes, size_t names, struct mem *mem, struct str *out)
{
    size_t cells = model_cell_count(lanes->model);
    for (size_t i = 0; i < names; i++) {
        uint32_t lane = i < cells ? lanes->of_cell[i] : LANE_NONE;
        str_add(mem, out, "%s%d", i > 0 ? ", " : "", lane == LANE_NONE ? -1 : (int)lane);
    }
}

void html_add_names(const struct model *model, struct report_style style, struct mem *mem, struct str *out)
{
    struct trace nothing;
    struct trace_view view;
    struct lanes lanes;
    struct str kinds = {0};
    trace_open(&nothing, model);
    view_open(&view, &nothing, style, mem);
    lanes_open(&lanes, model, mem);
    str_add(mem, out, "\"defines\": %s,\n  \"names\": [", style.defines ? "true" : "false");
    for (size_t i = 0; i < view.count; i++) {
        bool of_input, of_definition;
        str_add(mem, out, "%s", i > 0 ? ", " : "");
        add_string(mem, out, view_name(&view, i, &of_input, &of_definition));
        str_add_char(mem, &kinds, of_input ? 'i' : of_definition ? 'd' : 's');
    }
    str_add(mem, out, "],\n  \"kinds\": \"%s\",\n  \"lanes\": [", str_text(&kinds));
    for (size_t i = 0; i < lanes.titles.count; i++) {
        str_add(mem, out, "%s", i > 0 ? ", " : "");
        add_string(mem, out, lanes.titles.at[i]);
    }
    str_add(mem, out, "],\n  \"lane\": [");
    add_lane_numbers(&lanes, view.count, mem, out);
    str_add(mem, out, "]");
    str_free(mem, &kinds);
    lanes_close(&lanes);
    view_close(&view);
    trace_close(&nothing, mem);
}
