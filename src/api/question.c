// Calls that take options: these become a job, of which a run on the model is asked. What the run finds is kept for
// calls with the same options.
#include <string.h>

#include "api/api_internal.h"
#include "run/job_options.h"

static const coset_options usual;

static const struct option_group *const settings[] = {&job_method_options, &job_onthefly_options, NULL};
// All that a checkpoint, or what is kept, depends on.
static const struct option_group *const choices[] = {&job_goal_options,   &job_model_options,    &job_family_options,
                                                     &job_method_options, &job_onthefly_options, NULL};

// ---- Jobs -----------------------------------------------------------------------------------------------------------

static unsigned symmetry_of(coset_symmetry symmetry)
{
    static const enum job_symmetry of[] = {
        [COSET_SYMMETRY_AUTO] = JOB_SYMMETRY_AUTO,
        [COSET_SYMMETRY_OFF] = JOB_SYMMETRY_OFF,
        [COSET_SYMMETRY_EXPLICIT] = JOB_SYMMETRY_EXPLICIT,
        [COSET_SYMMETRY_DYNAMIC] = JOB_SYMMETRY_DYNAMIC,
        [COSET_SYMMETRY_COMPONENTWISE] = JOB_SYMMETRY_COMPONENTWISE,
        [COSET_SYMMETRY_COMPONENTWISE_STATES] = JOB_SYMMETRY_STATES,
        [COSET_SYMMETRY_COUNTERS] = JOB_SYMMETRY_COUNTERS,
        [COSET_SYMMETRY_ONTHEFLY] = JOB_SYMMETRY_ONTHEFLY,
        [COSET_SYMMETRY_LIVE_REP] = JOB_SYMMETRY_LIVE_REP,
        [COSET_SYMMETRY_XI] = JOB_SYMMETRY_XI,
        [COSET_SYMMETRY_ORBIT_XI] = JOB_SYMMETRY_ORBIT_XI,
        [COSET_SYMMETRY_ARCHITECTURAL] = JOB_SYMMETRY_ARCHITECTURAL,
    };
    return (size_t)symmetry < sizeof of / sizeof *of ? of[symmetry] : JOB_SYMMETRY_AUTO;
}

static const char *keep(struct api_job *asked, const char *text)
{
    return text ? arena_copy(&asked->texts, text, strlen(text)) : NULL;
}

static const struct option *find_option(const char *name)
{
    for (option_groups group = settings; *group; group++)
        for (size_t i = 0; i < (*group)->count; i++)
            if (strcmp((*group)->options[i].name, name) == 0)
                return &(*group)->options[i];
    return NULL;
}

// As an argument of a command line.
static const char *argument_of(struct api_job *asked, const coset_setting *setting)
{
    const struct option *option = find_option(setting->name);
    struct str text = {0};
    if (option && option->kind == OPTION_FLAG && strcmp(setting->value, "on") == 0)
        str_add(asked->mem, &text, "--%s", setting->name);
    else if (option && option->kind == OPTION_FLAG && strcmp(setting->value, "off") == 0)
        str_add(asked->mem, &text, "--no-%s", setting->name);
    else
        str_add(asked->mem, &text, "--%s=%s", setting->name, setting->value);
    const char *kept = keep(asked, str_text(&text));
    str_free(asked->mem, &text);
    return kept;
}

bool api_is_possible(coset_model *model, const struct job *job)
{
    const char *contradiction = job_contradiction(job);
    if (contradiction)
        log_error(&model->run.log, "%s", contradiction);
    return !contradiction;
}

static bool set_all(coset_model *model, struct api_job *asked, const coset_options *options)
{
    const char **arguments = arena_alloc(&asked->texts, (options->setting_count + 1) * sizeof *arguments);
    struct str error = {0};
    for (size_t i = 0; i < options->setting_count; i++)
        arguments[i] = argument_of(asked, &options->settings[i]);
    bool good = options_parse(settings, &asked->job, arguments, (int)options->setting_count, asked->mem, &error) !=
                OPTIONS_WRONG;
    if (good && asked->job.write_order) {
        good = false;
        str_add(asked->mem, &error, "the library writes no order to a file: coset_variable_order gives it");
    }
    if (!good)
        log_error(&model->run.log, "%s", str_text(&error));
    str_free(asked->mem, &error);
    return good && api_is_possible(model, &asked->job);
}

bool api_open_job(coset_model *model, const coset_options *options, struct api_job *asked)
{
    *asked = (struct api_job){.job = model->reading, .mem = &model->run.mem, .texts = {.mem = &model->run.mem}};
    struct job *job = &asked->job;
    options = options ? options : &usual;
    job->time_limit = options->time_limit > 0 ? options->time_limit : 0;
    job->memory = options->memory_limit;
    job->engine = (unsigned)options->engine;
    job->symmetry = symmetry_of(options->symmetry);
    job->trace = !options->no_traces;
    job->fail_fast = options->fail_fast;
    job->jobs = options->jobs > 1 ? options->jobs : 1;
    job->checkpoint = keep(asked, options->checkpoint);
    job->resume = keep(asked, options->resume);
    job->every = options->every > 0 ? options->every : job->every;
    job->verify_generators = (unsigned)options->verify_generators;
    job->statistics = true;
    bool good = set_all(model, asked, options);
    job_note_choices(job, choices, asked->mem);
    watch_begin_command(&model->run, job->time_limit);
    return good;
}

void api_close_job(struct api_job *asked)
{
    job_drop_choices(&asked->job, asked->mem);
    arena_free(&asked->texts);
}

// Other limits of time, and other ways to save the work, are no other work.
static bool same_work(const struct job *a, const struct job *b)
{
    bool same = a->memory == b->memory && a->trace == b->trace && a->choices == b->choices;
    for (size_t i = 0; same && i < a->choices; i++)
        same = strcmp(a->made[i].value, b->made[i].value) == 0;
    return same;
}

static bool is_kept(const struct job *job)
{
    return !job->checkpoint && !job->resume && !job->order && job->jobs == 1;
}

// ---- Calls ----------------------------------------------------------------------------------------------------------

void api_begin_call(coset_model *model, const coset_options *options)
{
    options = options ? options : &usual;
    str_clear(&model->said);
    model->interrupted = options->interrupted;
    model->context = options->context;
    model->run.watch = (struct watch){0};
    watch_begin_command(&model->run, 0);
}

const char *api_first_message(coset_model *model)
{
    return model->said.count ? str_text(&model->said) : "it could not be begun";
}

void api_close_work(coset_model *model)
{
    if (!model->work)
        return;
    model_check_close(&model->work->check);
    api_close_job(&model->work->asked);
    mem_free(&model->run.mem, model->work, sizeof *model->work);
    model->work = NULL;
}

// Architectural symmetry reads ranges as classes.
static struct input *input_for(coset_model *model, const struct job *job)
{
    if (job->symmetry != JOB_SYMMETRY_ARCHITECTURAL || model->input->language != JOB_LANGUAGE_MURPHI)
        return model->input;
    if (!model->symmetrised) {
        model->symmetrised_reading = model->reading;
        model->symmetrised_reading.symmetry = JOB_SYMMETRY_ARCHITECTURAL;
        model->symmetrised = api_read(model, &model->symmetrised_reading, input_open);
    }
    return model->symmetrised;
}

static void ignore(void *context, const struct result *result)
{
    (void)context;
    (void)result;
}

static bool open_work(coset_model *model, struct api_job *asked)
{
    struct mem *mem = &model->run.mem;
    struct input *input = input_for(model, &asked->job);
    ARRAY(size_t) wanted = {0};
    if (!input)
        return false;
    struct api_work *work = model->work = mem_zalloc(mem, sizeof *work);
    work->asked = *asked;
    work->asked.texts = asked->texts;
    work->check =
        (struct model_check){.run = &model->run, .job = &work->asked.job, .keeps_traces = true, .report = ignore};
    for (size_t i = 0; i < model->properties.count; i++) {
        size_t number = model->properties.at[i];
        if (input != model->input)
            number = model_find_goal(input->model, model_property(model->model, number)->goal);
        array_push(mem, &wanted, number);
    }
    model_check_open_on(&work->check, input, wanted.at, wanted.count);
    array_free(mem, &wanted);
    return true;
}

// Work is the same whether states are counted at its end or not; but some methods cannot count.
static bool may_be_asked(coset_model *model, const struct api_job *asked, bool counts)
{
    struct job job = asked->job;
    job.states = counts;
    return !counts || api_is_possible(model, &job);
}

// The work for these options, and the limit of time of this call. NULL, and a message, if there can be none.
static struct model_check *use_work(coset_model *model, const coset_options *options, bool counts, double *time_limit)
{
    struct api_job asked;
    if (!api_open_job(model, options, &asked) || !may_be_asked(model, &asked, counts)) {
        api_close_job(&asked);
        return NULL;
    }
    struct api_work *work = model->work;
    *time_limit = asked.job.time_limit;
    if (work && is_kept(&asked.job) && is_kept(&work->asked.job) && same_work(&work->asked.job, &asked.job)) {
        api_close_job(&asked);
        return &work->check;
    }
    api_close_work(model);
    if (open_work(model, &asked))
        return &model->work->check;
    api_close_job(&asked);
    return NULL;
}

struct model_check *api_ask(coset_model *model, const coset_options *options, const bool *is_asked, bool counts)
{
    api_begin_call(model, options);
    double time_limit;
    struct model_check *check = use_work(model, options, counts, &time_limit);
    if (!check)
        return NULL;
    if (!model_check_ask(check, is_asked, time_limit)) {
        model_check_end_question(check);
        return NULL;
    }
    model_check_decide_all(check);
    return check;
}

void api_end_call(coset_model *model, struct model_check *check)
{
    if (check->strategy && !is_kept(check->job))
        summary_take_statistics(&check->summary, check->strategy);
    model_check_end_question(check);
    model->interrupted = NULL;
}
