// The model itself, with or without its symmetries: a portfolio for what no reduction has decided. It is made when it
// is first needed, since a model of many components may be too large to be made at all.
#include "run/strategy_parts.h"

bool strategy_has_classes(const struct model *m)
{
    for (size_t i = 0; i < model_class_count(m); i++)
        if (model_class(m, i)->size > 1)
            return true;
    return false;
}

bool strategy_has_usable_classes(const struct model *m)
{
    for (size_t i = 0; i < model_class_count(m); i++)
        if (model_class(m, i)->size > 1 && !model_class(m, i)->obstacle)
            return true;
    return false;
}

static void take(void *context, size_t place, struct result *result)
{
    struct strategy *p = context;
    goals_take(&p->goals, p->plain_places.at[place], result);
}

static bool is_pointless(void *context)
{
    const struct strategy *p = context;
    return p->given.is_pointless(p->given.context);
}

static void open(struct strategy *p)
{
    if (p->setup.job->symmetry != JOB_SYMMETRY_OFF && strategy_has_usable_classes(p->input->model))
        p->symmetry = symmetry_new(p->input->model, p->mem);
    for (size_t i = 0; i < p->goals.count; i++) {
        if (!p->setup.is_lasting && !goals_is_waiting(&p->goals, i))
            continue;
        array_push(p->mem, &p->plain_places, i);
        array_push(p->mem, &p->plain_properties, p->setup.wanted[i]);
    }
    struct portfolio_setup setup = p->setup;
    setup.model = p->input->model;
    setup.values_are_proved = p->input->values_are_proved;
    setup.symmetry = p->symmetry;
    setup.wanted = p->plain_properties.at;
    setup.wanted_count = p->plain_properties.count;
    setup.decided = take;
    setup.refuted = NULL;
    setup.is_pointless = is_pointless;
    setup.context = p;
    p->plain = portfolio_new(p->run, &setup);
}

void strategy_forget_done(struct strategy *p)
{
    for (size_t i = 0; i < p->plain_places.count && p->plain_is_asked; i++)
        if (!goals_is_waiting(&p->goals, p->plain_places.at[i]))
            portfolio_forget(p->plain, i);
}

struct portfolio *strategy_plain(struct strategy *p)
{
    if (p->plain_is_asked || p->is_broken)
        return p->plain;
    if (p->plain)
        portfolio_ask_again(p->plain, p->setup.started, p->setup.deadline);
    else {
        p->is_broken = !input_lower_fully(p->run, p->input);
        if (p->is_broken)
            return NULL;
        open(p);
    }
    p->plain_is_asked = true;
    strategy_forget_done(p);
    return p->plain;
}

struct cause strategy_why_broken(const struct strategy *p)
{
    return cause_of(p->run->watch.stopped ? p->run->watch.stopped : CAUSE_MODEL_NOT_BUILT);
}

void strategy_decide_plain(struct strategy *p)
{
    if (goals_waiting(&p->goals) == 0)
        return;
    struct portfolio *plain = strategy_plain(p);
    p->plain_is_needed = true;
    if (plain)
        portfolio_decide_all(plain);
    for (size_t i = 0; i < p->goals.count && !plain; i++)
        if (goals_is_waiting(&p->goals, i))
            goals_give_up(&p->goals, i, strategy_why_broken(p));
}

void strategy_decide_easy(struct strategy *p, double seconds)
{
    struct portfolio *plain = strategy_plain(p);
    if (!plain) // counters may do without it
        return;
    portfolio_decide_easy(plain, seconds);
    p->was_easy = goals_waiting(&p->goals) == 0;
}
