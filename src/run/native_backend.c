#include "run/native_backend.h"

#include <string.h>

#include "report/cause_words.h"
#include "run/goals.h"

static struct native_backend *native_backend_of(struct backend *base)
{
    return (struct native_backend *)base;
}

// ---- Properties -----------------------------------------------------------------------------------------------------

bool native_backend_takes(const struct native_backend *b, size_t property)
{
    return b->native && property < b->property_count && !b->cannot[property];
}

static bool check(void *backend, size_t goal, double deadline, struct result *result)
{
    struct native_backend *b = backend;
    size_t property = b->goals->setup->wanted[goal];
    bool is_hopeful = explicit_backend_check(&b->states, property, deadline, result);
    b->cannot[property] = !is_hopeful;
    return is_hopeful;
}

static bool decide_failed(void *context, size_t property)
{
    struct native_backend *b = context;
    bool goes_on = true;
    for (size_t i = 0; i < b->goals->count && goes_on; i++)
        if (b->goals->setup->wanted[i] == property)
            goes_on = goals_decide_now(b->goals, i, check, b, b->deadline);
    return goes_on;
}

static bool decide(struct backend *base, struct goals *goals, double deadline)
{
    struct native_backend *b = native_backend_of(base);
    size_t bytes = goals->count + 1;
    bool *cannot = mem_zalloc(&b->run->mem, bytes), is_hopeful;
    for (size_t i = 0; i < goals->count; i++)
        cannot[i] = !native_backend_takes(b, goals->setup->wanted[i]);
    b->goals = goals;
    b->deadline = deadline;
    b->states.failed = decide_failed;
    b->states.context = b;
    is_hopeful = goals_decide_each(goals, cannot, check, b, deadline);
    b->states.failed = NULL;
    mem_free(&b->run->mem, cannot, bytes);
    return is_hopeful;
}

void native_backend_decide_easy(struct native_backend *b, struct goals *goals, size_t looks, double seconds, double end)
{
    backend_decide(&b->base, goals, explicit_backend_begin_easy(&b->states, looks, seconds, end));
    b->states.looks = 0;
    if (b->native) // what was too much for a short try may still be decided
        native_backend_ask_again(b);
    for (size_t i = 0; i < goals->count; i++)
        if (!goals->at[i].is_done && native_backend_takes(b, goals->setup->wanted[i]))
            goals->at[i].result.cause = cause_of(CAUSE_NONE);
}

// ---- What else is asked for -----------------------------------------------------------------------------------------

bool native_backend_has_searched(const struct native_backend *b)
{
    return b->native && explicit_backend_has_searched(&b->states);
}

static bool is_begun(const struct backend *base)
{
    const struct native_backend *b = (const struct native_backend *)base;
    return b->native && backend_is_begun(&b->states.base);
}

static bool count(struct backend *base, double deadline, mpz_t orbits, mpz_t states, struct cause *cause)
{
    return backend_count(&native_backend_of(base)->states.base, deadline, orbits, states, cause);
}

static void find_warnings(struct backend *base, double deadline, struct model_warnings *warnings)
{
    backend_find_warnings(&native_backend_of(base)->states.base, deadline, warnings);
}

static bool cover(void *context, const uint64_t *state)
{
    return native_cover(context, state);
}

bool native_backend_cover(struct native_backend *b, double deadline, bool only_known, struct rule_coverage *coverage)
{
    if (!b->native)
        return false;
    explicit_backend_find_covered(&b->states, deadline, only_known, coverage);
    native_coverage_begin(b->native);
    bool good = explicit_backend_each_packed(&b->states, deadline, cover, b->native);
    if (good)
        native_coverage_read(b->native, coverage);
    native_coverage_end(b->native);
    return good;
}

static void add_statistics(struct backend *base, struct backend_statistics *statistics)
{
    if (native_backend_of(base)->native)
        backend_add_statistics(&native_backend_of(base)->states.base, statistics);
}

// ---- Making ---------------------------------------------------------------------------------------------------------

static void close(struct backend *base)
{
    struct native_backend *b = native_backend_of(base);
    if (!b->native)
        return;
    if (native_is_compiled(b->native))
        log_verbose(&b->run->log, "steps were made by compiled rules");
    backend_close(&b->states.base);
    property_instances_close(&b->instances);
    symmetry_free(b->symmetry);
    native_free(b->native);
    mem_free(&b->run->mem, b->cannot, b->property_count + 1);
}

static const struct backend_type type = BACKEND_TYPE("explicit-state search by the rules of the text");

bool native_backend_is_wanted(const struct job *job)
{
    return job->explicit_rules != JOB_RULES_LOWERED && job->engine != JOB_ENGINE_SYMBOLIC && !job_is_sat(job) &&
           (job->symmetry == JOB_SYMMETRY_AUTO || job->symmetry == JOB_SYMMETRY_OFF ||
            job->symmetry == JOB_SYMMETRY_EXPLICIT) &&
           job->constraints.count == 0 && job->starts.count == 0;
}

// A lowered model with fewer expressions is searched faster by its actions, of which each knows its places; with more,
// it takes long to be made, and its code is longer than that of the text. Measured on protocols of both kinds. One that
// is made already is small enough up to twice that, but for actions that are long: loops and functions are unrolled in
// them, of which a state needs little.
#define LARGE_MODEL 20000
#define LONG_ACTION 150
#define LONG_ACTIONS_AT_LEAST 2000 // expressions of the model; what is smaller is searched in no time

// How many expressions the model has, or would have with all instances of its rules.
static double expressions_of(const struct input *input, const struct model *model)
{
    double expressions = model_expr_count(model), actions = (double)model_action_count(model);
    double instances = input->is_per_orbit ? murphi_instance_count(&input->murphi) : 0;
    return instances > actions && actions > 0 ? expressions * instances / actions : expressions;
}

static bool has_long_actions(const struct model *model)
{
    return model_expr_count(model) >= LONG_ACTIONS_AT_LEAST &&
           model_expr_count(model) >= LONG_ACTION * model_action_count(model);
}

static bool suits(const struct job *job, const struct input *input, const struct model *model)
{
    bool sorts = input->is_per_orbit && model_pool_count(model) > 0; // which takes most of a lowered model
    return job->explicit_rules == JOB_RULES_TREE || sorts || has_long_actions(model) ||
           expressions_of(input, model) >= (input->is_per_orbit ? LARGE_MODEL : 2 * LARGE_MODEL);
}

void native_backend_open(struct native_backend *b, struct run *run, const struct job *job, struct input *input)
{
    enum cause_code why;
    *b = (struct native_backend){.base = {&type}, .run = run, .job = job};
    if (input->language != JOB_LANGUAGE_MURPHI || !native_backend_is_wanted(job))
        return;
    struct model *model = input->per_orbit ? input->per_orbit : input->model;
    if (!suits(job, input, model))
        return;
    const struct murphi_lower_options options = input_lower_options(input);
    b->native = native_new(&input->murphi, model, &options, &run->mem, &why);
    if (!b->native) {
        cause_log(&run->log, LOG_VERBOSE, cause_of(why), &run->mem, "the rules are searched as they are lowered");
        return;
    }
    native_compile(b->native, (enum native_compile)job->compile);
    b->property_count = model_property_count(model);
    b->cannot = mem_zalloc(&run->mem, b->property_count + 1);
    native_backend_ask_again(b);
    if (job->symmetry != JOB_SYMMETRY_OFF)
        b->symmetry = symmetry_new(model, &run->mem);
    property_instances_begin(&b->instances, model, b->symmetry, &run->mem);
    for (size_t i = 0; i < b->property_count; i++)
        property_instances_add(&b->instances, (struct reduction_goal){i, i}, 0, false);
    explicit_backend_open(&b->states, run, job, model, &b->instances, NULL, b->property_count);
    b->states.steps = native_steps(b->native);
}

void native_backend_ask_again(struct native_backend *b)
{
    for (size_t i = 0; i < b->property_count; i++)
        b->cannot[i] = !native_knows(b->native, i);
}
