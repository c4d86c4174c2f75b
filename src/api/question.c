// Calls that take options: these become a job, of which a run on the model is asked. What the run finds is kept for
// calls with the same options.
#include <stdlib.h>
#include <string.h>

#include "api/api_internal.h"
#include "base/clock.h"
#include "model/rule_coverage.h"
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

// Asks for properties, by the user's numbers; NULL: for none. NULL, and a message, if that cannot be done.
static struct model_check *ask(coset_model *model, const coset_options *options, const bool *is_asked, bool counts)
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

static void end_call(coset_model *model, struct model_check *check)
{
    if (check->strategy && !is_kept(check->job))
        summary_take_statistics(&check->summary, check->strategy);
    model_check_end_question(check);
    model->interrupted = NULL;
}

// ---- Properties -----------------------------------------------------------------------------------------------------

static coset_result *undecided(coset_model *model, size_t property, struct cause cause)
{
    struct result none = {.property = property, .verdict = VERDICT_UNDECIDED, .cause = cause};
    return api_new_result(model, property, &none);
}

// In the order of the user's numbers; all that were asked for have one.
static void take_results(coset_model *model, struct model_check *check, coset_result **results)
{
    for (size_t i = 0, next = 0; i < check->wanted.count; i++) {
        if (check->outcomes[i].is_left_out)
            continue;
        struct result *result = &check->results.at[next++];
        results[i] = api_new_result(model, i, result);
        result->has_trace = false; // it has another owner now
    }
}

// By property: NULL for what is not asked for.
static void check_asked(coset_model *model, const coset_options *options, const bool *is_asked, coset_result **results)
{
    struct model_check *check = ask(model, options, is_asked, false);
    for (size_t i = 0; i < model->properties.count && !check; i++)
        results[i] =
            is_asked[i] ? undecided(model, i, cause_with_text(CAUSE_REFUSED_INPUT, api_first_message(model))) : NULL;
    if (!check)
        return;
    take_results(model, check, results);
    model_check_save(check);
    end_call(model, check);
}

coset_result *coset_check(coset_model *model, size_t property, const coset_options *options)
{
    size_t count = model->properties.count;
    if (property >= count)
        return undecided(model, property, cause_of(CAUSE_NO_SUCH_PROPERTY));
    coset_result **results = mem_zalloc(&model->run.mem, count * sizeof *results);
    bool *is_asked = mem_zalloc(&model->run.mem, count * sizeof *is_asked);
    is_asked[property] = true;
    check_asked(model, options, is_asked, results);
    coset_result *result = results[property];
    mem_free(&model->run.mem, is_asked, count * sizeof *is_asked);
    mem_free(&model->run.mem, results, count * sizeof *results);
    return result;
}

// Of two verdicts, that on both together.
static coset_verdict worse(coset_verdict a, coset_verdict b)
{
    if (a == COSET_ERROR || b == COSET_ERROR)
        return COSET_ERROR;
    if (a == COSET_FAILS || b == COSET_FAILS)
        return COSET_FAILS;
    return a == COSET_UNDECIDED ? a : b;
}

coset_verdict coset_check_all(coset_model *model, const coset_options *options, coset_result **results)
{
    struct mem *mem = &model->run.mem;
    size_t count = model->properties.count;
    coset_result **all = mem_zalloc(mem, (count + 1) * sizeof *all);
    bool *is_asked = mem_zalloc(mem, (count + 1) * sizeof *is_asked);
    coset_verdict verdict = COSET_HOLDS;
    memset(is_asked, true, count * sizeof *is_asked);
    check_asked(model, options, is_asked, all);
    for (size_t i = 0; i < count; i++) {
        verdict = worse(verdict, coset_result_verdict(all[i]));
        if (results)
            results[i] = all[i];
        else
            coset_result_free(all[i]);
    }
    mem_free(mem, is_asked, (count + 1) * sizeof *is_asked);
    mem_free(mem, all, (count + 1) * sizeof *all);
    return verdict;
}

// ---- What else is asked for -----------------------------------------------------------------------------------------

static char *count(coset_model *model, const coset_options *options, bool orbits, char **error)
{
    coset_options alone = options ? *options : usual;
    char *number = NULL;
    alone.jobs = 1; // one search
    struct model_check *check = ask(model, &alone, NULL, true);
    if (!check) {
        api_give_text(error, api_first_message(model));
        return NULL;
    }
    model_check_count_states(check);
    const struct summary *found = &check->summary;
    if (found->states_are_known)
        api_give_text(&number, orbits ? found->orbits : found->states);
    else
        api_give_cause(model, error, found->cause.code ? found->cause : cause_of(CAUSE_INTERRUPTED));
    model_check_save(check);
    end_call(model, check);
    return number;
}

char *coset_count_states(coset_model *model, const coset_options *options, char **error)
{
    return count(model, options, false, error);
}

char *coset_count_orbits(coset_model *model, const coset_options *options, char **error)
{
    return count(model, options, true, error);
}

// Asks with other settings behind those of the options, for all properties or for none, in this process.
static struct model_check *ask_with(coset_model *model, const coset_options *options, const coset_setting *more,
                                    size_t count, bool asks_all)
{
    struct mem *mem = &model->run.mem;
    coset_options alone = options ? *options : usual;
    size_t before = alone.setting_count, all = model->properties.count;
    coset_setting *together = mem_alloc(mem, (before + count) * sizeof *together);
    bool *is_asked = mem_alloc(mem, all + 1);
    if (before)
        memcpy(together, alone.settings, before * sizeof *together);
    memcpy(together + before, more, count * sizeof *together);
    memset(is_asked, true, all + 1);
    alone.settings = together;
    alone.setting_count = before + count;
    alone.jobs = 1;
    alone.no_traces = true;
    struct model_check *check = ask(model, &alone, asks_all ? is_asked : NULL, false);
    mem_free(mem, is_asked, all + 1);
    mem_free(mem, together, (before + count) * sizeof *together);
    return check;
}

static char *rules_of(coset_model *model, struct model_check *check, bool *is_complete, char **error)
{
    struct mem *mem = &model->run.mem;
    struct rule_coverage coverage = {.texts = {.mem = mem}};
    struct str lines = {0};
    char *given = NULL;
    if (model_check_cover(check, &coverage)) {
        report_text_coverage(&coverage, mem, &lines);
        api_give_text(&given, str_text(&lines));
        if (is_complete)
            *is_complete = coverage.is_complete;
    } else
        api_give_cause(model, error, cause_of(model_check_why_uncovered(check)));
    rule_coverage_close(&coverage, mem);
    str_free(mem, &lines);
    return given;
}

char *coset_rule_coverage(coset_model *model, const coset_options *options, bool *is_complete, char **error)
{
    static const coset_setting by_text[] = {{"engine", "explicit"}, {"explicit-rules", "tree"}};
    if (model->input->language != JOB_LANGUAGE_MURPHI) {
        api_give_text(error, "only models in Murphi have rules");
        return NULL;
    }
    struct model_check *check = ask_with(model, options, by_text, 2, false);
    char *given = NULL;
    if (check) {
        given = rules_of(model, check, is_complete, error);
        end_call(model, check);
    } else
        api_give_text(error, api_first_message(model));
    return given;
}

// An order is one of all variables.
char *coset_variable_order(coset_model *model, const coset_options *options, char **error)
{
    static const coset_setting whole[] = {{"cone", "off"}};
    struct mem *mem = &model->run.mem;
    struct str names = {0};
    char *given = NULL;
    size_t count = 0;
    struct model_check *check = ask_with(model, options, whole, 1, true);
    if (!check) {
        api_give_text(error, api_first_message(model));
        return NULL;
    }
    const cell_id *order = strategy_order(check->strategy, &count);
    for (size_t i = 0; i < count; i++)
        str_add(mem, &names, "%s\n", model_cell(check->input->model, order[i])->name);
    api_give_text(count ? &given : error, count ? str_text(&names) : "the order of the variables is not known");
    str_free(mem, &names);
    end_call(model, check);
    return given;
}

unsigned coset_find_warnings(coset_model *model, const coset_options *options, char **text)
{
    coset_options alone = options ? *options : usual;
    alone.jobs = 1;
    struct model_check *check = ask(model, &alone, NULL, false);
    if (!check) {
        api_give_text(text, "");
        return COSET_TOTALITY_UNKNOWN;
    }
    summary_take_warnings(&check->summary, check->strategy);
    const struct report_warnings all = {.model = check->input->model, .of = &check->summary.warnings, .count = 1};
    unsigned found = api_give_warnings(model, &all, text);
    end_call(model, check);
    return found;
}

const char *coset_messages(const coset_model *model)
{
    return str_text(&model->said);
}

const char *coset_symmetry_used(const coset_model *model)
{
    return model->work ? model->work->check.summary.symmetry : NULL;
}

char *coset_statistics(coset_model *model)
{
    struct mem *mem = &model->run.mem;
    struct str text = {0};
    char *given;
    struct summary *found = model->work ? &model->work->check.summary : NULL;
    if (found && model->work->check.strategy)
        summary_take_statistics(found, model->work->check.strategy);
    if (found)
        backend_statistics_add_tables(&found->statistics, mem, &text);
    api_give_text(&given, str_text(&text));
    str_free(mem, &text);
    return given;
}
