// Whether a state or a step is one of the model's, by the values of what the model says of it.
#include "model/evaluator.h"

static bool refuse(const struct part **why, const struct part *part)
{
    if (why)
        *why = part;
    return false;
}

// Whether all parts hold. `chosen` is the state that choice parts speak of.
static bool parts_hold(struct frame *f, const struct part *parts, size_t count, const value *chosen,
                       const struct part **why)
{
    for (size_t i = 0; i < count; i++) {
        const struct part *p = &parts[i];
        bool holds = p->kind == PART_CHOICE ? frame_contains(f, p->expr, chosen[p->cell]) : frame_holds(f, p->expr);
        if (!holds)
            return refuse(why, p);
    }
    return true;
}

static bool is_within_types(const struct model *m, const value *values, bool inputs)
{
    for (size_t i = 0; i < m->cells.count; i++)
        if ((m->cells.at[i]->role == CELL_INPUT) == inputs &&
            !type_contains(m->types.at[m->cells.at[i]->type], values[i]))
            return false;
    return true;
}

bool eval_is_state(struct evaluator *ev, const value *now, const struct part **why)
{
    struct parts invariants = model_invariants(ev->model);
    refuse(why, NULL);
    if (!is_within_types(ev->model, now, false))
        return false;
    frame_set(&ev->call, now, NULL);
    return parts_hold(&ev->call, invariants.at, invariants.count, now, why);
}

bool eval_is_initial(struct evaluator *ev, const value *now, const struct part **why)
{
    if (!eval_is_state(ev, now, why))
        return false;
    struct parts initial = model_initial(ev->model);
    if (!parts_hold(&ev->call, initial.at, initial.count, now, why))
        return false;
    const struct part *first = NULL, *said; // of several starts the first says why not
    for (size_t i = 0; i < ev->model->starts.count; i++) {
        const struct action *start = &ev->model->starts.at[i]->shown;
        if (parts_hold(&ev->call, start->parts, start->part_count, now, &said))
            return true;
        first = i == 0 ? said : first;
    }
    if (why)
        *why = first;
    return ev->model->starts.count == 0;
}

static bool is_kept(const struct action *a, const value *now, const value *next)
{
    for (size_t i = 0; i < a->kept_count; i++)
        if (now[a->kept[i]] != next[a->kept[i]])
            return false;
    return true;
}

static bool frozen_are_kept(const struct model *m, const value *now, const value *next)
{
    for (size_t i = 0; i < m->cells.count; i++)
        if (m->cells.at[i]->role == CELL_FROZEN && now[i] != next[i])
            return false;
    return true;
}

static bool is_made_by(struct evaluator *ev, const struct action *a, const value *now, const value *next,
                       const struct part **why)
{
    return is_kept(a, now, next) && parts_hold(&ev->call, a->parts, a->part_count, next, why);
}

bool eval_makes_step(struct evaluator *ev, size_t action, const value *now, const value *next)
{
    frame_set(&ev->call, now, next);
    return is_made_by(ev, model_action(ev->model, action), now, next, NULL);
}

bool eval_is_step(struct evaluator *ev, const value *now, const value *next, size_t *action, const struct part **why)
{
    const struct model *m = ev->model;
    if (!eval_is_state(ev, next, why))
        return false;
    if (!is_within_types(m, now, true) || !frozen_are_kept(m, now, next))
        return refuse(why, NULL);
    frame_set(&ev->call, now, next);
    struct parts steps = model_steps(m);
    if (!parts_hold(&ev->call, steps.at, steps.count, next, why))
        return false;
    for (size_t i = 0; i < m->actions.count; i++) {
        const struct part *part = NULL;
        if (is_made_by(ev, &m->actions.at[i]->shown, now, next, &part)) {
            if (action)
                *action = i;
            refuse(why, NULL);
            return true;
        }
        if (i == 0)
            refuse(why, part);
    }
    return false;
}
