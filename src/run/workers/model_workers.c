// One model in several processes: what each of them does, and what is made of what they tell.
#include "run/model_check.h"

#include "run/checkpoint/checkpoint.h"
#include "run/property_symmetry.h"
#include "run/workers/assignment.h"

struct model_workers {
    struct model_check *check;
    const struct portfolio_setup *setup;
    struct property_symmetry property_symmetry; // properties that are not handed out
};

// ---- In a process of its own ----------------------------------------------------------------------------------------

static void run(void *context, const struct assignment *assignment, const struct portfolio_setup *setup,
                struct str *told)
{
    struct model_workers *j = context;
    struct model_check *c = j->check;
    struct strategy *strategy = strategy_new(c->run, c->input, setup);
    struct summary found;
    strategy_decide_all(strategy);
    summary_open(&found, model_cell_count(c->input->model), c->mem);
    summary_take_symmetry(&found, strategy);
    if (assignment->counts_states)
        summary_count_states(&found, strategy);
    checkpoint_save_share(c->run->checkpoint); // what has been found so far is of use for others
    summary_take_warnings(&found, strategy);
    if (c->job->statistics)
        summary_take_statistics(&found, strategy);
    if (assignment->wants_order)
        summary_take_order(&found, strategy);
    summary_put(&found, told);
    strategy_free(strategy); // memory would go with the process, but no compiler that it has begun, nor its files
}

// ---- In the first one -----------------------------------------------------------------------------------------------

static struct input *input_of(void *context, size_t goal_index)
{
    const struct model_workers *j = context;
    (void)goal_index;
    return j->check->input;
}

static bool hear(void *context, const struct share *share, struct wire_reader *r)
{
    const struct model_workers *j = context;
    (void)share;
    return summary_add(&j->check->summary, r);
}

static void lack(void *context, const struct share *share, struct cause cause)
{
    const struct model_workers *j = context;
    struct summary *f = &j->check->summary;
    if (share->goal_indices.count == 0 && !f->states_are_known)
        f->cause = cause;
}

static void take_result(void *context, size_t goal_index, struct result *result)
{
    struct model_workers *j = context;
    property_symmetry_hand_on(&j->property_symmetry, goal_index, result, j->setup->decided,
                              j->setup->context); // copies of it
    j->setup->decided(j->setup->context, goal_index, result);
}

static void note_refuted(void *context, size_t goal_index)
{
    const struct model_workers *j = context;
    j->setup->refuted(j->setup->context, goal_index);
}

static bool is_pointless(void *context)
{
    const struct model_workers *j = context;
    return j->setup->is_pointless(j->setup->context);
}

static void plan(struct model_workers *j, share_array *shares)
{
    struct model_check *c = j->check;
    const struct portfolio_setup *setup = j->setup;
    ARRAY(size_t) goal_indices = {0};
    if (strategy_look_for_followers(c->job, c->input))
        property_symmetry_open(&j->property_symmetry, c->run, c->input->model, setup->wanted, setup->wanted_count);
    property_symmetry_release(&j->property_symmetry, setup->is_known);
    for (size_t i = 0; i < setup->wanted_count; i++)
        if (!(setup->is_known && setup->is_known[i]) && !property_symmetry_is_led(&j->property_symmetry, i))
            array_push(c->mem, &goal_indices, i);
    if (goal_indices.count > 0)
        shares_plan(shares, setup, c->input->model, goal_indices.at, goal_indices.count, (size_t)c->job->jobs, c->mem);
    else
        array_push(c->mem, shares, (struct share){.is_whole = true}); // for warnings
    array_free(c->mem, &goal_indices);
}

static void take_symmetry(struct model_workers *j)
{
    struct model_check *c = j->check;
    struct str text = {0};
    if (j->property_symmetry.count == 0)
        return;
    property_symmetry_add_text(&j->property_symmetry, c->wanted.count, &text);
    c->summary.symmetry = arena_copy(&c->summary.texts, text.at, text.count);
    str_free(c->mem, &text);
}

void model_check_in_processes(struct model_check *c, const struct portfolio_setup *setup)
{
    struct model_workers j = {.check = c, .setup = setup};
    share_array shares = {0};
    struct portfolio_setup all = *setup;
    all.decided = take_result;
    all.refuted = note_refuted;
    all.is_pointless = is_pointless;
    all.context = &j;
    struct workers_work work = {.setup = &all,
                                .input_of = input_of,
                                .run = run,
                                .hear = hear,
                                .lack = lack,
                                .context = &j,
                                .counts_states = setup->counts_states,
                                .wants_order = c->job->find_order,
                                .is_time_divided = true,
                                .texts = &c->summary.texts};
    plan(&j, &shares);
    c->peak = workers_decide_all(c->run, &work, &shares);
    take_symmetry(&j);
    property_symmetry_close(&j.property_symmetry);
}
