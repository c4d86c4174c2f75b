// Warnings in words, and as JSON.
#include "base/json.h"
#include "report/trace_view.h"

#include <string.h>

static bool is_shown(const struct model *model, const struct model_warnings *w, cell_id cell)
{
    const struct cell *it = model_cell(model, cell);
    return it->role != CELL_INPUT && !it->is_hidden && (!w->is_shown || w->is_shown[cell]);
}

// Of a state that other variables do not matter for, only what does is known.
static bool is_whole(const struct model *model, const struct model_warnings *w)
{
    for (cell_id cell = 0; cell < model_cell_count(model); cell++)
        if (model_cell(model, cell)->role != CELL_INPUT && w->is_shown && !w->is_shown[cell])
            return false;
    return true;
}

static void add_state(const struct model *model, const struct model_warnings *w, struct mem *mem, struct str *out)
{
    const char *before = "";
    for (cell_id cell = 0; cell < model_cell_count(model); cell++) {
        const struct cell *it = model_cell(model, cell);
        struct str text = {0};
        if (!is_shown(model, w, cell))
            continue;
        str_add(mem, out, "%s", before);
        view_add_text(it->name, mem, out);
        str_add(mem, out, " = ");
        model_add_value(model, it->type, w->deadlock[cell], &text);
        view_add_text(str_text(&text), mem, out);
        str_free(mem, &text);
        before = ", ";
    }
}

static void add_not_total(const struct model *model, const struct model_warnings *w, struct mem *mem, struct str *out)
{
    struct str state = {0};
    if (w->deadlock)
        add_state(model, w, mem, &state);
    str_add(mem, out, "the transition relation is not total: ");
    if (state.count > 0)
        str_add(mem, out, "state %s%s has no successor", str_text(&state),
                is_whole(model, w) ? "" : ", whatever the other variables are,");
    else
        str_add(mem, out, "a reachable state has no successor");
    str_add(mem, out, "; CTL and LTL properties are about infinite executions only");
    str_free(mem, &state);
}

bool report_text_warning(const struct model *model, const struct model_warnings *w, enum report_warning kind,
                         struct mem *mem, struct str *out)
{
    switch (kind) {
    case REPORT_NO_INITIAL_STATES:
        if (w->no_initial_state)
            str_add(mem, out, "the model has no initial states, so that a property that holds says nothing about it");
        return w->no_initial_state;
    case REPORT_NO_FAIR_STATES:
        if (!w->no_fair_state || w->no_initial_state)
            return false;
        str_add(mem, out,
                "no initial state is on a fair path that goes on for ever, so every CTL and LTL property holds");
        return true;
    case REPORT_NOT_TOTAL:
        if (w->not_total)
            add_not_total(model, w, mem, out);
        return w->not_total;
    default:
        return false;
    }
}

// An object as one of a trace is; null if there is no state.
static void add_json_state(const struct model *model, const struct model_warnings *w, struct mem *mem, struct str *out)
{
    const char *before = "";
    str_add(mem, out, "{");
    for (cell_id cell = 0; cell < model_cell_count(model); cell++) {
        const struct cell *it = model_cell(model, cell);
        if (it->role == CELL_INPUT || (w->is_shown && !w->is_shown[cell]))
            continue;
        str_add(mem, out, "%s", before);
        json_add_string(mem, out, it->name, strlen(it->name));
        str_add(mem, out, ": ");
        view_add_json_value(model, it->type, w->deadlock[cell], mem, out);
        before = ", ";
    }
    str_add(mem, out, "}");
}

void report_json_warnings(const struct model *model, const struct model_warnings *w, struct mem *mem, struct str *out)
{
    static const char *const words[] = {"no_initial_states", "no_fair_states", "not_total"};
    const char *before = "\n    ";
    str_add(mem, out, "[");
    for (enum report_warning kind = 0; w && kind < REPORT_WARNINGS; kind++) {
        struct str text = {0};
        if (report_text_warning(model, w, kind, mem, &text)) {
            str_add(mem, out, "%s{\"kind\": \"%s\", \"text\": ", before, words[kind]);
            json_add_string(mem, out, text.at, text.count);
            str_add(mem, out, ", \"state\": ");
            if (kind == REPORT_NOT_TOTAL && w->deadlock)
                add_json_state(model, w, mem, out);
            else
                str_add(mem, out, "null");
            str_add(mem, out, "}");
            before = ",\n    ";
        }
        str_free(mem, &text);
    }
    str_add(mem, out, "]");
}
