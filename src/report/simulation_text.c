#include "report/simulation_text.h"

#include <inttypes.h>
#include <string.h>

#include "base/json.h"
#include "report/trace_view.h"

#define MOST_CHANGES 12 // of one choice that are shown

const char *report_end_text(enum explore_end end, bool initial)
{
    switch (end) {
    case EXPLORE_STUCK:
        return initial ? "the model has no initial state" : "the model has no step from here";
    case EXPLORE_CONSTRAINED:
        return initial ? "the model has initial states, but none that obeys the conditions"
                       : "the model has steps from here, but none that obeys the constraints";
    default:
        return initial ? "no initial state was found within the tries (see --tries)"
                       : "no step from here was found within the tries (see --tries)";
    }
}

// ---- Remarks --------------------------------------------------------------------------------------------------------

struct remarks {
    struct mem *mem;
    struct str *out;
    unsigned indent;
    size_t state; // of the trace, or SIZE_MAX: it need not be told
    bool json, any;
};

static void add_remark(void *context, const char *text)
{
    struct remarks *r = context;
    if (r->json) {
        str_add(r->mem, r->out, "%s{\"state\": %zu, \"text\": ", r->any ? ", " : "", r->state);
        json_add_string(r->mem, r->out, text, strlen(text));
        str_add_char(r->mem, r->out, '}');
    } else {
        str_add(r->mem, r->out, "%*s", (int)r->indent, "");
        if (r->state != SIZE_MAX)
            str_add(r->mem, r->out, "state %zu: ", r->state + 1);
        view_add_text(text, r->mem, r->out);
        str_add_char(r->mem, r->out, '\n');
    }
    r->any = true;
}

static void add_remarks(struct simulation *s, size_t state, unsigned indent, struct str *out)
{
    struct remarks remarks = {s->mem, out, indent, SIZE_MAX, false, false};
    simulation_remark(s, trace_state(&s->trace, state), add_remark, &remarks);
}

static void add_all_remarks(struct simulation *s, bool json, struct str *out)
{
    struct remarks remarks = {s->mem, out, 0, 0, json, false};
    for (; remarks.state < trace_length(&s->trace); remarks.state++)
        simulation_remark(s, trace_state(&s->trace, remarks.state), add_remark, &remarks);
}

void report_text_remarks(struct simulation *s, struct str *out)
{
    add_all_remarks(s, false, out);
}

// ---- States and choices ---------------------------------------------------------------------------------------------

struct shown {
    const struct simulation *s;
    struct mem *mem;
    struct str *out;
    bool by_orbits;
};

static void add_cell(struct shown *p, cell_id cell, value v)
{
    const struct model *model = p->s->model;
    const struct cell *c = model_cell(model, cell);
    struct str text = {0};
    view_add_text(c->name, p->mem, p->out);
    str_add(p->mem, p->out, " = ");
    model_add_value(model, c->type, v, &text);
    view_add_text(str_text(&text), p->mem, p->out);
    str_free(p->mem, &text);
}

// The inputs, or all other cells, that differ from `before` (NULL: all of them), with commas between. Gives how many.
static size_t add_differences(struct shown *p, const value *before, const value *after, bool inputs)
{
    const struct model *model = p->s->model;
    size_t count = 0;
    for (cell_id c = 0; c < model_cell_count(model); c++) {
        const struct cell *cell = model_cell(model, c);
        if ((cell->role == CELL_INPUT) != inputs || cell->is_hidden || (before && before[c] == after[c]))
            continue;
        if (count++ >= MOST_CHANGES)
            continue;
        str_add(p->mem, p->out, count > 1 ? ", " : "");
        add_cell(p, c, after[c]);
    }
    if (count > MOST_CHANGES)
        str_add(p->mem, p->out, ", and %zu more", count - MOST_CHANGES);
    return count;
}

// Models that say how they start have actions with names.
static bool has_action_names(const struct shown *p)
{
    return model_start_count(p->s->model) > 0;
}

static void add_choice(struct shown *p, size_t i, const value *now)
{
    const struct choices *choices = &p->s->choices;
    const struct choice *choice = &choices->at.at[i];
    bool inputs = now && view_shows_inputs(p->s->model);
    str_add(p->mem, p->out, "%4zu  ", i + 1);
    if (now && has_action_names(p)) {
        view_add_text(model_action(p->s->model, choice->action)->name, p->mem, p->out);
        if (choice->more)
            str_add(p->mem, p->out, " and %zu other%s", choice->more, choice->more == 1 ? "" : "s");
        str_add(p->mem, p->out, ": ");
    } else if (inputs) {
        add_differences(p, NULL, choices_inputs(choices, i), true);
        str_add(p->mem, p->out, ": ");
    }
    const value *before = now || i == 0 ? now : choices_state(choices, 0);
    if (add_differences(p, before, choices_state(choices, i), false) == 0)
        str_add(p->mem, p->out, "nothing changes");
    if (p->by_orbits && choice->stands_for > 1)
        str_add(p->mem, p->out, " (stands for %zu)", choice->stands_for);
    str_add_char(p->mem, p->out, '\n');
}

void report_text_choices(struct simulation *s, bool by_orbits, size_t limit, struct str *out)
{
    struct shown shown = {s, s->mem, out, by_orbits}, *p = &shown;
    const struct choices *choices = &p->s->choices;
    size_t count = choices->at.count;
    bool initial = trace_length(&p->s->trace) == 0;
    const value *now = initial ? NULL : trace_state(&p->s->trace, trace_length(&p->s->trace) - 1);
    if (count == 0) {
        str_add(p->mem, out, "deadlock: %s\n", report_end_text(simulation_why_none(s), initial));
        return;
    }
    str_add(p->mem, p->out, "%zu %s%s", count, initial ? "initial state" : "choice", count == 1 ? "" : "s");
    if (initial && count > 1)
        str_add(p->mem, p->out, "; from the second on, the differences from the first");
    if (choices->is_sample)
        str_add(p->mem, p->out, ", picked by chance: there are more than %zu", limit);
    else if (choices->gave_up)
        str_add(p->mem, p->out, "; there may be more (limit reached)");
    str_add_char(p->mem, p->out, '\n');
    for (size_t i = 0; i < count; i++)
        add_choice(p, i, now);
}

// All variables of the last state, or those that have changed with the last step.
void report_text_last_state(struct simulation *s, bool all, struct str *out)
{
    struct shown shown = {s, s->mem, out, false}, *p = &shown;
    const struct model *model = p->s->model;
    size_t last = trace_length(&p->s->trace) - 1;
    const value *now = trace_state(&p->s->trace, last);
    const value *before = all || last == 0 ? NULL : trace_state(&p->s->trace, last - 1);
    str_add(p->mem, p->out, "state %zu\n", last + 1);
    for (cell_id c = 0; c < model_cell_count(model); c++)
        if (model_cell(model, c)->role != CELL_INPUT && !(before && before[c] == now[c])) {
            str_add(p->mem, p->out, "  ");
            add_cell(p, c, now[c]);
            str_add_char(p->mem, p->out, '\n');
        }
    add_remarks(s, last, 2, out);
}

void report_text_history(const struct simulation *s, cell_id cell, struct str *out)
{
    struct shown p = {s, s->mem, out, false};
    size_t length = trace_length(&s->trace);
    for (size_t i = 0; i < length; i++) {
        value now = trace_state(&s->trace, i)[cell];
        if (i > 0 && i + 1 < length && trace_state(&s->trace, i - 1)[cell] == now)
            continue;
        str_add(s->mem, out, "  state %zu: ", i + 1);
        add_cell(&p, cell, now);
        str_add_char(s->mem, out, '\n');
    }
}

// ---- JSON -----------------------------------------------------------------------------------------------------------

void report_json_simulation(struct simulation *s, const struct simulation_facts *facts, struct str *out)
{
    str_add(s->mem, out, "{\n  \"model\": ");
    json_add_string(s->mem, out, facts->model_name, strlen(facts->model_name));
    str_add(s->mem, out, ",\n  \"seed\": %" PRId64 ",\n  \"end\": ", facts->seed);
    if (facts->end)
        json_add_string(s->mem, out, facts->end, strlen(facts->end));
    else
        str_add(s->mem, out, "null");
    str_add(s->mem, out, ",\n  \"remarks\": [");
    add_all_remarks(s, true, out);
    str_add(s->mem, out, "],\n  \"trace\": ");
    if (trace_length(&s->trace))
        report_json_trace(&s->trace, facts->style, s->mem, out);
    else
        str_add(s->mem, out, "null");
    str_add(s->mem, out, ",\n  \"arguments\": [");
    for (size_t i = 0; i < facts->argument_count; i++) {
        str_add(s->mem, out, i ? ", " : "");
        json_add_string(s->mem, out, facts->arguments[i], strlen(facts->arguments[i]));
    }
    str_add(s->mem, out, "]\n}\n");
}
