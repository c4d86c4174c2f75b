// From a trace of a cone to one of the full model: the cells that were left out get their values by carrying out their
// assignments. Where these leave a choice, a cell stays as it is if it may, so what it does is the same whenever the
// trace comes by the same state, and a loop repeats in the end.
#include <string.h>

#include "model/eval.h"
#include "reduce/cone/cone.h"

struct lifting {
    const struct cone *cone;
    const struct trace *reduced;
    struct trace *lifted;
    struct mem *mem;
    struct evaluator *full_evaluator, *reduced_evaluator;
    size_t cells;
    assignment_array *plans; // by action, and one more for initial states; made when needed
    bool *is_planned;
    size_t plan_count;
    value_array members;
    value *state; // that is being put together
};

static const assignment_array *plan_for(struct lifting *l, size_t action)
{
    size_t i = action == DEPENDENCE_INITIAL ? l->plan_count - 1 : action;
    if (!l->is_planned[i])
        dependence_plan(l->cone->dependence, action, l->cone->cells, &l->plans[i]);
    l->is_planned[i] = true;
    return &l->plans[i];
}

static const struct type *type_of(const struct lifting *l, cell_id cell)
{
    return model_type(l->cone->full, model_cell(l->cone->full, cell)->type);
}

// ---- Single states --------------------------------------------------------------------------------------------------

static bool is_member(const struct lifting *l, value v)
{
    for (size_t i = 0; i < l->members.count; i++)
        if (l->members.at[i] == v)
            return true;
    return false;
}

// The value it has now if that may stay, else the least of its type.
static bool pick_member(struct lifting *l, cell_id cell, const value *now)
{
    if (now && is_member(l, now[cell])) {
        l->state[cell] = now[cell];
        return true;
    }
    for (size_t i = 0; i < l->members.count; i++) {
        if (type_contains(type_of(l, cell), l->members.at[i])) {
            l->state[cell] = l->members.at[i];
            return true;
        }
    }
    return false;
}

// `now` is NULL for the first state.
static bool assign(struct lifting *l, const struct assignment *a, const value *now)
{
    switch (a->kind) {
    case ASSIGN_KEEP:
        // NOLINTNEXTLINE(clang-analyzer-core.NullDereference): nothing is kept in the first state
        l->state[a->cell] = now[a->cell];
        return true;
    case ASSIGN_OF_STEP:
        eval_set(l->full_evaluator, a->expr, now, l->state, &l->members);
        return pick_member(l, a->cell, now);
    case ASSIGN_OF_STATE:
        eval_set(l->full_evaluator, a->expr, l->state, NULL, &l->members);
        return pick_member(l, a->cell, now);
    default:
        l->state[a->cell] = now ? now[a->cell] : type_value(type_of(l, a->cell), 0);
        return true;
    }
}

// Puts the state together that goes with state `index` of the reduced trace; `now`, if not NULL, is the one before it.
static bool make_state(struct lifting *l, size_t index, size_t action, const value *now)
{
    const value *known = trace_state(l->reduced, index);
    for (cell_id c = 0; c < l->cells; c++)
        l->state[c] = l->cone->cells[c] ? known[l->cone->map[c]] : type_value(type_of(l, c), 0);
    const assignment_array *plan = plan_for(l, action);
    for (size_t i = 0; i < plan->count; i++)
        if (!assign(l, &plan->at[i], now))
            return false;
    return true;
}

// ---- The trace ------------------------------------------------------------------------------------------------------

// From the last state that was lifted, which goes with `from` of the reduced trace, to the one that goes with `to`.
static bool make_step(struct lifting *l, size_t from, size_t to)
{
    const value *before = trace_state(l->reduced, from), *after = trace_state(l->reduced, to);
    const value *now = trace_state(l->lifted, trace_length(l->lifted) - 1);
    size_t action;
    if (eval_is_step(l->reduced_evaluator, before, after, &action, NULL))
        return make_state(l, to, action, now);
    memcpy(l->state, now, l->cells * sizeof *now); // a state is an end of the one model if it is one of the other
    return eval_stays(l->reduced_evaluator, before, after);
}

static void push_state(struct lifting *l)
{
    trace_push(l->lifted, l->mem, l->state);
}

// Whether the state at hand is one at which an earlier turn of the loop began; the trace is closed there then.
static bool close_loop(struct lifting *l)
{
    size_t turn = trace_length(l->reduced) - l->reduced->loop;
    for (size_t at = l->reduced->loop; at < trace_length(l->lifted); at += turn) {
        if (memcmp(trace_state(l->lifted, at), l->state, l->cells * sizeof *l->state) == 0) {
            l->lifted->loop = at;
            return true;
        }
    }
    return false;
}

static enum lift_status follow_loop(struct lifting *l)
{
    size_t length = trace_length(l->reduced), loop = l->reduced->loop;
    for (;;) {
        if (!make_step(l, length - 1, loop))
            return LIFT_NOT_A_TRACE;
        if (close_loop(l))
            return LIFT_DONE;
        push_state(l);
        for (size_t i = loop; i + 1 < length; i++) {
            if (!make_step(l, i, i + 1))
                return LIFT_NOT_A_TRACE;
            push_state(l);
        }
        if (trace_length(l->lifted) > CONE_MOST_STATES)
            return LIFT_TOO_LONG;
    }
}

static enum lift_status follow_trace(struct lifting *l)
{
    size_t length = trace_length(l->reduced);
    if (length == 0 || (l->reduced->loop != TRACE_NO_LOOP && l->reduced->loop >= length))
        return LIFT_NOT_A_TRACE;
    if (!make_state(l, 0, DEPENDENCE_INITIAL, NULL))
        return LIFT_NOT_A_TRACE;
    push_state(l);
    for (size_t i = 0; i + 1 < length; i++) {
        if (!make_step(l, i, i + 1))
            return LIFT_NOT_A_TRACE;
        push_state(l);
    }
    return l->reduced->loop == TRACE_NO_LOOP ? LIFT_DONE : follow_loop(l);
}

// ---- The whole ------------------------------------------------------------------------------------------------------

static void open_lifting(struct lifting *l)
{
    l->full_evaluator = evaluator_new(l->cone->full, l->mem);
    l->reduced_evaluator = evaluator_new(l->cone->model, l->mem);
    l->cells = model_cell_count(l->cone->full);
    l->plan_count = model_action_count(l->cone->full) + 1;
    l->plans = mem_zalloc(l->mem, l->plan_count * sizeof *l->plans);
    l->is_planned = mem_zalloc(l->mem, l->plan_count * sizeof *l->is_planned);
    l->state = mem_zalloc(l->mem, (l->cells + 1) * sizeof *l->state);
}

static void close_lifting(struct lifting *l)
{
    evaluator_free(l->full_evaluator);
    evaluator_free(l->reduced_evaluator);
    for (size_t i = 0; i < l->plan_count; i++)
        array_free(l->mem, &l->plans[i]);
    mem_free(l->mem, l->plans, l->plan_count * sizeof *l->plans);
    mem_free(l->mem, l->is_planned, l->plan_count * sizeof *l->is_planned);
    mem_free(l->mem, l->state, (l->cells + 1) * sizeof *l->state);
    array_free(l->mem, &l->members);
}

static enum lift_status lift(const struct model_reduction *r, const struct trace *reduced, struct trace *lifted)
{
    const struct cone *cone = r->context;
    struct lifting l = {.cone = cone, .reduced = reduced, .lifted = lifted, .mem = cone->mem};
    trace_open(lifted, cone->full);
    open_lifting(&l);
    enum lift_status status = follow_trace(&l);
    close_lifting(&l);
    if (status != LIFT_DONE)
        trace_close(lifted, cone->mem);
    return status;
}

struct model_reduction cone_layer(struct cone *cone)
{
    return (struct model_reduction){.kind = REDUCTION_CONE,
                                    .model = cone->model,
                                    .goals = cone->goals,
                                    .goal_count = cone->goal_count,
                                    .mem = cone->mem,
                                    .context = cone,
                                    .lift = lift};
}
