// Whether a trace is one of the model's, judged state by state and step by step.
#include "trace/explain.h"
#include "trace/trace.h"

struct replay {
    const struct trace *trace;
    const struct model *model;
    struct evaluator *ev;
    struct mem *mem;
    struct str *error;
};

// Why a single state is refused; `why` is what the evaluator said.
static void explain_state(struct replay *r, const value *state, const struct part *why)
{
    if (why)
        explain_part(r->model, r->ev, why, state, NULL, r->mem, r->error);
    else if (!explain_types(r->model, state, false, r->mem, r->error))
        str_add(r->mem, r->error, "the evaluator refuses it");
}

// ---- Steps ----------------------------------------------------------------------------------------------------------

static bool explain_change(struct replay *r, const char *why, cell_id cell, const value *now, const value *next)
{
    if (now[cell] == next[cell])
        return false;
    const struct cell *c = model_cell(r->model, cell);
    str_add(r->mem, r->error, "%s changes from ", c->name);
    model_add_value(r->model, c->type, now[cell], r->error);
    str_add(r->mem, r->error, " to ");
    model_add_value(r->model, c->type, next[cell], r->error);
    str_add(r->mem, r->error, ", but %s", why);
    return true;
}

static bool explain_frozen(struct replay *r, const value *now, const value *next)
{
    for (cell_id cell = 0; cell < model_cell_count(r->model); cell++)
        if (model_cell(r->model, cell)->role == CELL_FROZEN &&
            explain_change(r, "it never may (it is frozen)", cell, now, next))
            return true;
    return false;
}

static bool explain_kept(struct replay *r, const struct action *action, const value *now, const value *next)
{
    for (size_t i = 0; i < action->kept_count; i++)
        if (explain_change(r, "must stay as it is", action->kept[i], now, next))
            return true;
    return false;
}

static bool is_of_all_steps(struct replay *r, const struct part *part)
{
    struct parts steps = model_steps(r->model);
    return part >= steps.at && part < steps.at + steps.count;
}

// Why no action makes the step: what the first one says. In a model of several, that is an example.
static void explain_actions(struct replay *r, const value *now, const value *next, const struct part *why)
{
    const struct action *first = model_action(r->model, 0);
    size_t count = model_action_count(r->model);
    if (count > 1)
        str_add(r->mem, r->error, "none of the %zu actions makes it; the first one, %s, does not because ", count,
                first->name);
    if (explain_kept(r, first, now, next))
        return;
    if (why)
        explain_part(r->model, r->ev, why, now, next, r->mem, r->error);
    else
        str_add(r->mem, r->error, "the evaluator refuses it");
}

static void explain_step(struct replay *r, const value *now, const value *next, const struct part *why)
{
    const struct part *state_part;
    if (!eval_is_state(r->ev, next, &state_part))
        explain_state(r, next, state_part);
    else if (explain_types(r->model, now, true, r->mem, r->error) || explain_frozen(r, now, next))
        return;
    else if (why && is_of_all_steps(r, why))
        explain_part(r->model, r->ev, why, now, next, r->mem, r->error);
    else if (model_action_count(r->model) == 0)
        str_add(r->mem, r->error, "the model makes no steps at all");
    else
        explain_actions(r, now, next, why);
}

static bool replay_step(struct replay *r, size_t from, size_t to)
{
    const value *now = trace_state(r->trace, from), *next = trace_state(r->trace, to);
    const struct part *why = NULL;
    if (eval_is_step(r->ev, now, next, NULL, &why) || eval_stays(r->ev, now, next))
        return true;
    if (to > from)
        str_add(r->mem, r->error, "there is no step from state %zu to state %zu: ", from + 1, to + 1);
    else
        str_add(r->mem, r->error,
                "the loop does not close, there is no step from state %zu back to state %zu: ", from + 1, to + 1);
    explain_step(r, now, next, why);
    return false;
}

// ---- Traces ---------------------------------------------------------------------------------------------------------

static bool replay_initial(struct replay *r)
{
    const struct part *why = NULL;
    const value *state = trace_state(r->trace, 0);
    if (eval_is_initial(r->ev, state, &why))
        return true;
    str_add(r->mem, r->error, "state 1 is not an initial state: ");
    explain_state(r, state, why);
    return false;
}

static bool replay_all(struct replay *r)
{
    size_t length = trace_length(r->trace);
    if (length == 0) {
        str_add(r->mem, r->error, "the trace has no states");
        return false;
    }
    if (r->trace->loop != TRACE_NO_LOOP && r->trace->loop >= length) {
        str_add(r->mem, r->error, "the loop begins at state %zu, but the trace ends before it", r->trace->loop + 1);
        return false;
    }
    if (!replay_initial(r))
        return false;
    for (size_t i = 0; i + 1 < length; i++)
        if (!replay_step(r, i, i + 1))
            return false;
    return r->trace->loop == TRACE_NO_LOOP || replay_step(r, length - 1, r->trace->loop);
}

bool trace_replay(const struct trace *trace, struct mem *mem, struct str *error)
{
    struct replay r = {trace, trace->model, evaluator_new(trace->model, mem), mem, error};
    bool good = replay_all(&r);
    evaluator_free(r.ev);
    return good;
}
