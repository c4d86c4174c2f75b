// What violates a watched condition: a state, or a state with inputs that lead on from it.
#include <string.h>

#include "explicit/engine.h"

void search_note_violation(struct explicit_engine *e, struct watched *w, uint32_t state)
{
    if (w->violator != STORE_NONE)
        return;
    w->violator = state;
    e->has_failures = true;
    if (w->rule != NO_WATCH)
        rules_drop_watch(e->members ? &e->members[w->member].rules : &e->rules, w->rule);
}

void search_note_violations(struct explicit_engine *e, uint32_t state)
{
    const struct family_rules *member = e->members ? &e->members[e->member_of.at[state]] : NULL;
    for (size_t i = 0; member && i < member->watches.count; i++)
        if (member->rules.violated[i])
            search_note_violation(e, &e->watched[member->numbers.at[i]], state);
    for (size_t i = 0; !member && i < e->watch_count; i++)
        if (e->watched[i].rule != NO_WATCH && e->rules.violated[e->watched[i].rule])
            search_note_violation(e, &e->watched[i], state);
}

// The next choice of inputs: counts through the cells in the support of nothing but inputs, all of them.
static bool next_inputs(const struct model *m, value *values)
{
    for (cell_id c = 0; c < model_cell_count(m); c++) {
        const struct cell *cell = model_cell(m, c);
        const struct type *type = model_type(m, cell->type);
        if (cell->role != CELL_INPUT)
            continue;
        for (uint64_t i = 0; i + 1 < type_size(type); i++)
            if (type_value(type, i) == values[c]) {
                values[c] = type_value(type, i + 1);
                return true;
            }
        values[c] = type_value(type, 0);
    }
    return false;
}

struct wanted {
    struct explicit_engine *engine;
    expr condition;
};

// Whether to go on: no choice of inputs makes the condition false and leads to this state.
static bool inputs_satisfy(void *context, const value *inputs, const value *state)
{
    const struct wanted *w = context;
    struct explicit_engine *e = w->engine;
    value *now = e->step[0], *next = e->step[1];
    (void)inputs; // some that lead there, and there may be others
    memcpy(next, state, e->layout.cells * sizeof *next);
    do {
        if (!eval_condition(e->evaluator, w->condition, now, NULL) && eval_is_step(e->evaluator, now, next, NULL, NULL))
            return false;
    } while (next_inputs(e->model, now));
    return true;
}

bool search_step_violates(struct explicit_engine *e, expr condition)
{
    for (cell_id c = 0; c < model_cell_count(e->model); c++)
        if (model_cell(e->model, c)->role == CELL_INPUT)
            e->step[0][c] = type_value(model_type(e->model, model_cell(e->model, c)->type), 0);
    // What looks for successors reads the state all the while, and the inputs of the other one change: so a copy.
    memcpy(e->rules.values, e->step[0], e->layout.cells * sizeof *e->step[0]);
    return !eval_each_successor(e->evaluator, e->rules.values, inputs_satisfy, &(struct wanted){e, condition});
}

bool search_look_with_inputs(struct explicit_engine *e, uint32_t state)
{
    for (size_t i = 0; i < e->with_inputs.count; i++) {
        struct watched *w = &e->watched[e->with_inputs.at[i]];
        if (w->violator != STORE_NONE)
            continue;
        layout_unpack(&e->layout, store_state(&e->store, state), e->step[0]);
        bool violates = search_step_violates(e, w->condition);
        if (e->guide.gave_up)
            return search_stop_trying(e);
        if (violates)
            search_note_violation(e, w, state);
    }
    return true;
}
