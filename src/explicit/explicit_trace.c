// Traces of what the search found: from stored states to states of the model, with inputs that lead from each to the
// next.
#include <string.h>

#include "explicit/engine.h"

struct wanted_step {
    const struct explicit_engine *engine;
    value *now;
    const value *next;
};

static bool copy_inputs(void *context, const value *inputs, const value *state)
{
    struct wanted_step *w = context;
    for (size_t i = 0; i < w->engine->layout.cells; i++)
        if (!w->engine->layout.fields[i].is_input && state[i] != w->next[i])
            return true;
    for (size_t i = 0; i < w->engine->layout.cells; i++)
        if (w->engine->layout.fields[i].is_input)
            w->now[i] = inputs[i];
    return false;
}

// Gives every state of the trace, but for the last, inputs that lead to the next one; with a loop, the last one too.
static void find_inputs(struct explicit_engine *e, struct trace *t)
{
    bool has_inputs = false;
    for (size_t i = 0; i < e->layout.cells; i++)
        has_inputs |= e->layout.fields[i].is_input;
    size_t length = trace_length(t);
    for (size_t i = 0; has_inputs && i < length; i++) {
        bool last = i + 1 == length;
        if (last && t->loop == TRACE_NO_LOOP)
            break;
        // What finds the inputs reads the state all the while, and they go into the trace: so a copy.
        value *now = trace_state(t, i);
        memcpy(e->rules.values, now, e->layout.cells * sizeof *now);
        struct wanted_step wanted = {e, now, trace_state(t, last ? t->loop : i + 1)};
        eval_each_successor(e->evaluator, e->rules.values, copy_inputs, &wanted);
    }
}

bool explicit_make_trace(struct explicit_engine *e, const struct state_path *path, struct trace *t)
{
    if (e->canonical) {
        if (!quotient_make_trace(e, path, t))
            return false;
    } else {
        for (size_t i = 0; i < path->states.count; i++) {
            layout_unpack(&e->layout, store_state(&e->store, path->states.at[i]), e->rules.values);
            trace_push(t, e->mem, e->rules.values);
        }
        t->loop = path->loop;
    }
    trace_settle(t, e->mem);
    find_inputs(e, t);
    return true;
}

// From an initial state to this one, by the ways in which they were found first.
static bool make_path(struct explicit_engine *e, uint32_t state, struct trace *t)
{
    struct state_path path = {.loop = TRACE_NO_LOOP};
    for (; state != STORE_NONE; state = store_parent(&e->store, state))
        array_push(e->mem, &path.states, state);
    for (size_t i = 0, k = path.states.count; i + 1 < k; i++) {
        uint32_t held = path.states.at[--k];
        path.states.at[k] = path.states.at[i];
        path.states.at[i] = held;
    }
    bool good = explicit_make_trace(e, &path, t);
    array_free(e->mem, &path.states);
    return good;
}

// The trace goes on by the step that violates the condition.
static void add_step(struct explicit_engine *e, expr condition, struct trace *t)
{
    size_t last = trace_length(t) - 1, bytes = e->layout.cells * sizeof *e->step[0];
    memcpy(e->step[0], trace_state(t, last), bytes);
    if (!search_step_violates(e, condition))
        return;
    memcpy(trace_state(t, last), e->step[0], bytes);
    trace_push(t, e->mem, e->step[1]);
}

bool explicit_show_violation(struct explicit_engine *e, const struct watched *w, struct result *result)
{
    trace_open(&result->trace, e->model);
    result->has_trace = make_path(e, w->violator, &result->trace);
    if (!result->has_trace)
        trace_close(&result->trace, e->mem);
    else if (w->rule == NO_WATCH)
        add_step(e, w->condition, &result->trace);
    return result->has_trace;
}
