// coset check in several processes: what each of them does, and what is made of what they tell.
#include "cli/check_parts.h"

#include "cli/checkpoint.h"
#include "cli/following.h"
#include "cli/job.h"

struct check_jobs {
    struct check *check;
    const struct engine_setup *setup;
    bool wants_statistics;
    struct following following; // properties that are not handed out
};

// ---- In a process of its own ----------------------------------------------------------------------------------------

static void run(void *context, const struct job *job, const struct engine_setup *setup, struct str *told)
{
    struct check_jobs *j = context;
    struct check *c = j->check;
    struct methods *methods = methods_new(c->cli, &c->input, setup);
    struct findings found;
    methods_decide_all(methods);
    findings_open(&found, model_cell_count(c->input.model), c->mem);
    findings_take_symmetry(&found, methods);
    if (job->counts_states)
        findings_count_states(&found, methods);
    checkpoint_save_share(c->cli->checkpoint); // what has been found so far is of use for others
    findings_take_warnings(&found, methods);
    if (j->wants_statistics)
        findings_take_statistics(&found, methods);
    if (job->wants_order)
        findings_take_order(&found, methods);
    findings_put(&found, told);
}

// ---- In the first one -----------------------------------------------------------------------------------------------

static struct input *input_of(void *context, size_t place)
{
    const struct check_jobs *j = context;
    (void)place;
    return &j->check->input;
}

static bool hear(void *context, const struct share *share, struct wire_reader *r)
{
    const struct check_jobs *j = context;
    (void)share;
    return findings_add(&j->check->findings, r);
}

static void lack(void *context, const struct share *share, const char *reason)
{
    const struct check_jobs *j = context;
    struct findings *f = &j->check->findings;
    if (share->places.count == 0 && !f->states_are_known)
        f->reason = reason;
}

static void take_result(void *context, size_t place, struct result *result)
{
    struct check_jobs *j = context;
    following_hand_on(&j->following, place, result, j->setup->decided, j->setup->context); // copies of it
    j->setup->decided(j->setup->context, place, result);
}

static void note_refuted(void *context, size_t place)
{
    const struct check_jobs *j = context;
    j->setup->refuted(j->setup->context, place);
}

static bool is_pointless(void *context)
{
    const struct check_jobs *j = context;
    return j->setup->is_pointless(j->setup->context);
}

static void plan(struct check_jobs *j, share_array *shares)
{
    struct check *c = j->check;
    const struct engine_setup *setup = j->setup;
    ARRAY(size_t) places = {0};
    if (methods_look_for_followers(c->cli, &c->input))
        following_open(&j->following, c->cli, c->input.model, setup->wanted, setup->wanted_count);
    following_release(&j->following, setup->is_known);
    for (size_t i = 0; i < setup->wanted_count; i++)
        if (!(setup->is_known && setup->is_known[i]) && !following_is_led(&j->following, i))
            array_push(c->mem, &places, i);
    if (places.count > 0)
        shares_plan(shares, setup, c->input.model, places.at, places.count, (size_t)c->cli->options.jobs, c->mem);
    else
        array_push(c->mem, shares, (struct share){.is_whole = true}); // for warnings
    array_free(c->mem, &places);
}

static void take_symmetry(struct check_jobs *j)
{
    struct check *c = j->check;
    struct str text = {0};
    if (j->following.count == 0)
        return;
    following_add_text(&j->following, c->wanted.count, &text);
    c->findings.symmetry = arena_copy(&c->findings.texts, text.at, text.count);
    str_free(c->mem, &text);
}

void check_in_processes(struct check *c, const struct engine_setup *setup, bool wants_statistics)
{
    struct check_jobs j = {.check = c, .setup = setup, .wants_statistics = wants_statistics};
    share_array shares = {0};
    struct engine_setup all = *setup;
    all.decided = take_result;
    all.refuted = note_refuted;
    all.is_pointless = is_pointless;
    all.context = &j;
    struct jobs_work work = {.setup = &all,
                             .input_of = input_of,
                             .run = run,
                             .hear = hear,
                             .lack = lack,
                             .context = &j,
                             .counts_states = setup->counts_states,
                             .wants_order = c->cli->options.write_order,
                             .is_time_divided = true,
                             .texts = &c->findings.texts};
    plan(&j, &shares);
    c->peak = jobs_decide_all(c->cli, &work, &shares);
    take_symmetry(&j);
    following_close(&j.following);
}
