#include "explore/simulation.h"

#include <assert.h>
#include <string.h>

void simulation_open(struct simulation *s, const struct model *model, struct explorer *explorer, struct mem *mem)
{
    *s = (struct simulation){.model = model, .explorer = explorer, .mem = mem};
    s->properties = model_property_count(model);
    trace_open(&s->trace, model);
}

void simulation_close(struct simulation *s)
{
    trace_close(&s->trace, s->mem);
    choices_free(&s->choices, s->mem);
}

static value *last_state(const struct simulation *s)
{
    size_t length = trace_length(&s->trace);
    return length ? trace_state(&s->trace, length - 1) : NULL;
}

void simulation_look(struct simulation *s, size_t sample)
{
    const value *now = last_state(s);
    if (now)
        explorer_successors(s->explorer, now, sample, &s->choices);
    else
        explorer_initial(s->explorer, sample, &s->choices);
}

enum explore_end simulation_why_none(struct simulation *s)
{
    const value *now = last_state(s);
    if (s->choices.gave_up)
        return EXPLORE_GAVE_UP;
    return now ? explorer_why_no_successor(s->explorer, now) : explorer_why_no_initial(s->explorer);
}

void simulation_take(struct simulation *s, size_t choice)
{
    assert(choice < s->choices.at.count);
    value *now = last_state(s);
    for (cell_id c = 0; now && c < s->trace.cells; c++)
        if (model_cell(s->model, c)->role == CELL_INPUT)
            now[c] = choices_inputs(&s->choices, choice)[c];
    trace_push(&s->trace, s->mem, choices_state(&s->choices, choice));
}

void simulation_undo(struct simulation *s)
{
    size_t length = trace_length(&s->trace);
    assert(length > 0);
    s->trace.values.count -= s->trace.values.count / length;
    value *now = last_state(s);
    for (cell_id c = 0; now && c < s->trace.cells; c++)
        if (model_cell(s->model, c)->role == CELL_INPUT) // there is no step that they are of
            now[c] = type_value(model_type(s->model, model_cell(s->model, c)->type), 0);
}

void simulation_load(struct simulation *s, const struct trace *trace)
{
    trace_close(&s->trace, s->mem);
    trace_open(&s->trace, s->model);
    for (size_t i = 0; trace && i < trace_length(trace); i++)
        trace_push(&s->trace, s->mem, trace_state(trace, i));
}

size_t simulation_run(struct simulation *s, size_t states, enum explore_end *end)
{
    for (size_t i = 0; i < states; i++) {
        simulation_look(s, 1);
        if (s->choices.at.count == 0) {
            *end = simulation_why_none(s);
            return i;
        }
        simulation_take(s, (size_t)explorer_random(s->explorer, s->choices.at.count));
    }
    return states;
}

// ---- Remarks --------------------------------------------------------------------------------------------------------

static bool is_violated(struct simulation *s, const struct property *p, const value *state)
{
    if (p->kind != PROPERTY_INVARIANT || p->formula == FORMULA_NONE)
        return false;
    const struct formula_node *n = model_formula(s->model, p->formula);
    if (n->op != FORMULA_ATOM)
        return false;
    const struct expr_node *e = model_expr(s->model, n->atom);
    return !e->has_next && !e->has_input && !eval_condition(explorer_evaluator(s->explorer), n->atom, state, NULL);
}

void simulation_remark(struct simulation *s, const value *state, remark_visit visit, void *context)
{
    struct str text = {0};
    for (size_t i = 0; i < s->properties; i++) {
        const struct property *p = model_property(s->model, i);
        if (!is_violated(s, p, state))
            continue;
        str_clear(&text);
        str_add(s->mem, &text, "it violates property %zu%s%s", i + 1, p->name ? ": " : "", p->name ? p->name : "");
        visit(context, str_text(&text));
    }
    for (size_t i = 0; i < model_runtime_error_count(s->model); i++) {
        const struct runtime_error *runtime_error = model_runtime_error(s->model, i);
        if (runtime_error->after == EXPR_NONE &&
            eval_condition(explorer_evaluator(s->explorer), runtime_error->condition, state, NULL))
            visit(context, runtime_error->text);
    }
    str_free(s->mem, &text);
}
