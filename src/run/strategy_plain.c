// The model itself, with or without its symmetries: a portfolio for what no reduction has decided. It is made when it
// is first needed, since a model of many components may be too large to be made at all.
#include "run/strategy_parts.h"

#include "base/clock.h"
#include "run/turns.h"

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

static void take(void *context, size_t goal_index, struct result *result)
{
    struct strategy *p = context;
    goals_take(&p->goals, p->plain_goal_indices.at[goal_index], result);
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
        array_push(p->mem, &p->plain_goal_indices, i);
        array_push(p->mem, &p->plain_properties, p->setup.wanted[i]);
    }
    struct portfolio_setup setup = p->setup;
    setup.model = p->input->model;
    setup.native = p->native.native ? &p->native : NULL;
    setup.values_are_proved = p->input->values_are_proved;
    setup.symmetry = p->symmetry;
    setup.wanted = p->plain_properties.at;
    setup.wanted_count = p->plain_properties.count;
    setup.decided = take;
    setup.refuted = NULL;
    setup.is_pointless = is_pointless;
    setup.let_others_work = strategy_prove_on;
    setup.context = p;
    p->plain = portfolio_new(p->run, &setup);
    if (p->run->ranks)
        portfolio_share(p->plain, SHARED_PLAIN);
}

void strategy_forget_done(struct strategy *p)
{
    for (size_t i = 0; i < p->plain_goal_indices.count && p->plain_is_asked; i++)
        if (!goals_is_waiting(&p->goals, p->plain_goal_indices.at[i]))
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
    if (goals_waiting(&p->goals) == 0 || goals_are_over(&p->goals)) // in which case the model need not be made
        return;
    struct portfolio *plain = strategy_plain(p);
    p->plain_is_needed = true;
    if (plain)
        portfolio_decide_all(plain);
    for (size_t i = 0; i < p->goals.count && !plain; i++)
        if (goals_is_waiting(&p->goals, i))
            goals_give_up(&p->goals, i, strategy_why_broken(p));
}

// ---- By the tree ----------------------------------------------------------------------------------------------------

#define EASY_LOOKS 400 // see portfolio.c

static bool is_native(const struct strategy *p, size_t goal)
{
    return native_backend_takes(&p->native, p->setup.wanted[goal]);
}

static bool is_all_native(const struct strategy *p)
{
    for (size_t i = 0; i < p->goals.count; i++)
        if (goals_is_waiting(&p->goals, i) && !is_native(p, i))
            return false;
    return p->native.native;
}

// Where nothing else is asked for than explicit search, it has all the time. Else it has some before the model is made,
// which takes long where rules have many instances; the portfolio goes on with it in turns.
#define FIRST_SECONDS 2.0
#define MOST_SECONDS 10.0
#define INSTANCES_PER_SECOND 1e5 // instances of rules times cells

static double seconds_before_lowering(const struct strategy *p)
{
    double size = murphi_instance_count(&p->input->murphi) * (double)model_cell_count(p->input->model);
    double seconds = size / INSTANCES_PER_SECOND;
    return seconds < FIRST_SECONDS ? FIRST_SECONDS : seconds > MOST_SECONDS ? MOST_SECONDS : seconds;
}

// What no more time can help: making the whole model then would only take longer, and hide what was tried.
static bool is_hopeless(const struct strategy *p, size_t goal, bool is_alone, bool is_late)
{
    enum cause_code code = p->goals.at[goal].result.cause.code;
    return goals_is_waiting(&p->goals, goal) &&
           ((is_alone && code == CAUSE_OUT_OF_MEMORY) || (is_late && code == CAUSE_OUT_OF_TIME));
}

void strategy_decide_native(struct strategy *p)
{
    const struct job *job = p->setup.job;
    bool is_alone = job->symmetry == JOB_SYMMETRY_EXPLICIT || job->engine == JOB_ENGINE_EXPLICIT;
    if (!p->native.native)
        return;
    if (is_alone)
        backend_decide(&p->native.base, &p->goals, p->setup.deadline);
    else
        turn_take(&p->native.base, &p->native.states, &p->goals, seconds_before_lowering(p), p->setup.deadline);
    bool is_late = p->setup.deadline > 0 && clock_now() >= p->setup.deadline;
    for (size_t i = 0; i < p->goals.count; i++)
        if (is_hopeless(p, i, is_alone, is_late))
            goals_finish(&p->goals, i);
    strategy_forget_done(p);
}

void strategy_decide_easy(struct strategy *p, double seconds)
{
    bool is_enough = is_all_native(p);
    if (p->native.native)
        native_backend_decide_easy(&p->native, &p->goals, EASY_LOOKS, seconds, p->setup.deadline);
    p->was_easy = goals_waiting(&p->goals) == 0;
    if (p->was_easy || is_enough)
        return;
    struct portfolio *plain = strategy_plain(p);
    if (!plain) // counters may do without it
        return;
    portfolio_decide_easy(plain, seconds);
    p->was_easy = goals_waiting(&p->goals) == 0;
}
