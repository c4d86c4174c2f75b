#include "run/fair_goals.h"

#include "run/lifting.h"

void fair_goals_open(struct fair_goals *g, struct run *run, struct input *input, const struct portfolio_setup *setup)
{
    *g = (struct fair_goals){.run = run, .mem = &run->mem, .input = input, .setup = setup, .is_known = setup->is_known};
    if (model_fair_rule_count(input->model) == 0)
        return;
    for (size_t i = 0; i < setup->wanted_count; i++) {
        bool is_known = setup->is_known && setup->is_known[i] && !setup->is_lasting;
        if (!is_known && property_minds_fairness(input->model, model_property(input->model, setup->wanted[i])))
            array_push(g->mem, &g->goal_indices, i);
    }
}

void fair_goals_close(struct fair_goals *g)
{
    portfolio_free(g->engine);
    symmetry_free(g->symmetry);
    array_free(g->mem, &g->goal_indices);
    array_free(g->mem, &g->properties);
}

static bool is_asked(const struct fair_goals *g, size_t at)
{
    return !g->is_known || !g->is_known[g->goal_indices.at[at]];
}

size_t fair_goals_asked(const struct fair_goals *g)
{
    size_t count = 0;
    for (size_t i = 0; i < g->goal_indices.count; i++)
        count += is_asked(g, i);
    return count;
}

// ---- Results --------------------------------------------------------------------------------------------------------

// The monitor's cells are the last ones, so that all others have their numbers.
static void take(void *context, size_t goal_index, struct result *result)
{
    struct fair_goals *g = context;
    struct reduction_stack stack = {0};
    size_t wanted = g->goal_indices.at[goal_index];
    reduction_stack_push(&stack,
                         reduction_to_first_cells(REDUCTION_MONITOR, g->input->monitored, g->input->model, g->mem));
    lifting_lift(g->run, &stack, g->setup->wanted[wanted], result);
    g->setup->decided(g->setup->context, wanted, result);
}

static bool is_pointless(void *context)
{
    const struct fair_goals *g = context;
    return g->setup->is_pointless(g->setup->context);
}

// ---- Deciding -------------------------------------------------------------------------------------------------------

static bool has_usable_classes(const struct model *m)
{
    for (size_t i = 0; i < model_class_count(m); i++)
        if (model_class(m, i)->size > 1 && !model_class(m, i)->obstacle)
            return true;
    return false;
}

// With the symmetries of the model: rules of elements are told apart by ids. Where ranges are classes, for
// architectural symmetry, these are none of the model.
static void open_engine(struct fair_goals *g)
{
    struct model *model = g->input->monitored;
    for (size_t i = 0; i < g->goal_indices.count; i++)
        array_push(
            g->mem, &g->properties,
            model_find_goal(model, model_property(g->input->model, g->setup->wanted[g->goal_indices.at[i]])->goal));
    bool has_symmetry =
        g->setup->job->symmetry != JOB_SYMMETRY_OFF && g->setup->job->symmetry != JOB_SYMMETRY_ARCHITECTURAL;
    if (has_symmetry && has_usable_classes(model))
        g->symmetry = symmetry_new(model, g->mem);
    const struct portfolio_setup setup = {
        .job = g->setup->job,
        .model = model,
        .symmetry = g->symmetry,
        .wanted = g->properties.at,
        .wanted_count = g->properties.count,
        .started = g->setup->started,
        .deadline = g->setup->deadline,
        .is_reduced = g->setup->is_reduced,
        .is_share = g->setup->is_share,
        .decided = take,
        .is_pointless = is_pointless,
        .context = g,
    };
    g->engine = portfolio_new(g->run, &setup);
}

void fair_goals_decide(struct fair_goals *g)
{
    if (fair_goals_asked(g) == 0)
        return;
    bool good = input_lower_fully(g->run, g->input) && input_lower_monitored(g->run, g->input);
    for (size_t i = 0; i < g->goal_indices.count && !good; i++) {
        if (!is_asked(g, i))
            continue;
        struct result result = {.property = g->setup->wanted[g->goal_indices.at[i]], .verdict = VERDICT_UNDECIDED};
        result.cause = cause_of(g->run->watch.stopped ? g->run->watch.stopped : CAUSE_MODEL_NOT_BUILT);
        g->setup->decided(g->setup->context, g->goal_indices.at[i], &result);
    }
    if (!good)
        return;
    if (g->engine)
        portfolio_ask_again(g->engine, g->setup->started, g->setup->deadline);
    else
        open_engine(g);
    for (size_t i = 0; i < g->goal_indices.count; i++)
        if (!is_asked(g, i))
            portfolio_forget(g->engine, i);
    portfolio_decide_all(g->engine);
}
