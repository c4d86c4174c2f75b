#include "run/sat_backend.h"

#include <string.h>

#include "base/clock.h"
#include "run/checkpoint/checkpoint.h"
#include "run/goals.h"

static unsigned methods_of(const struct job *job)
{
    switch (job->engine) {
    case JOB_ENGINE_BMC:
        return SAT_BMC;
    case JOB_ENGINE_INDUCTION:
        return SAT_BMC | SAT_INDUCTION;
    case JOB_ENGINE_IC3:
        return SAT_IC3;
    default:
        return SAT_ALL;
    }
}

static void show_progress(void *context, const struct sat_progress *p)
{
    const struct sat_backend *b = context;
    watch_sat(b->run, p);
    checkpoint_save_if_due(b->run->checkpoint);
}

static bool is_interrupted(void *context)
{
    const struct sat_backend *b = context;
    return watch_is_interrupted(b->run);
}

static struct sat_engine *use(struct sat_backend *b)
{
    const struct sat_options options = {
        .methods = methods_of(b->job),
        .bound = (size_t)b->job->bound,
        .traces = b->job->trace,
        .names_errors = !b->job->trace && !b->job->is_terse,
        .symmetric_from = b->job->symmetry != JOB_SYMMETRY_OFF ? SAT_SYMMETRIC_FROM : 0,
        .vacuity = b->job->vacuity,
        .last_moment = b->run->watch.deadline,
        .progress = show_progress,
        .interrupted = is_interrupted,
        .context = b,
    };
    if (!b->engine) {
        b->engine = sat_new(b->model, &options, &b->run->mem);
        checkpoint_add_clauses(b->run->checkpoint, "sat", b->model, 0, b->engine);
    }
    return b->engine;
}

// ---- Properties -----------------------------------------------------------------------------------------------------

// The goals that wait share the time that is left.
struct turn {
    struct sat_backend *b;
    const struct goals *goals;
};

static bool check(void *context, size_t goal, double deadline, struct result *result)
{
    const struct turn *t = context;
    double now = clock_now();
    size_t waiting = 0;
    for (size_t i = goal; i < t->goals->count; i++)
        waiting += goals_is_waiting(t->goals, i) && !t->b->cannot[i];
    double until = deadline > 0 && waiting > 1 ? now + (deadline - now) / (double)waiting : deadline;
    return sat_check(use(t->b), t->b->wanted[goal], until, result);
}

// What is left of the time when some were decided soon is for the others.
static bool decide(struct backend *base, struct goals *goals, double deadline)
{
    struct sat_backend *b = (struct sat_backend *)base;
    bool is_hopeful;
    do
        is_hopeful = goals_decide_each(goals, b->cannot, check, &(struct turn){b, goals}, deadline);
    while (is_hopeful && deadline > 0 && clock_now() < deadline && !run_is_interrupted(b->run) &&
           !goals_are_over(goals));
    return is_hopeful;
}

// ---- What else is asked for -----------------------------------------------------------------------------------------

static bool is_begun(const struct backend *base)
{
    return ((const struct sat_backend *)base)->engine;
}

static bool count(struct backend *base, double deadline, mpz_t orbits, mpz_t states, struct cause *cause)
{
    (void)base;
    (void)deadline;
    (void)orbits;
    (void)states;
    *cause = cause_of(CAUSE_NOT_FOUND);
    return false;
}

static void find_warnings(struct backend *base, double deadline, struct model_warnings *warnings)
{
    struct sat_backend *b = (struct sat_backend *)base;
    *warnings = (struct model_warnings){0};
    if (b->engine)
        sat_find_warnings(b->engine, deadline, warnings);
}

static void add_statistics(struct backend *base, struct backend_statistics *all)
{
    const struct sat_backend *b = (const struct sat_backend *)base;
    struct backend_statistics one = {.has_sat = true};
    if (!b->engine)
        return;
    sat_get_statistics(b->engine, &one.sat);
    backend_statistics_add(all, &one);
}

// ---- Making ---------------------------------------------------------------------------------------------------------

static void close(struct backend *base)
{
    struct sat_backend *b = (struct sat_backend *)base;
    checkpoint_drop(b->run->checkpoint, b->engine);
    sat_free(b->engine);
    mem_free(&b->run->mem, b->cannot, b->goal_count + 1);
}

static const struct backend_type type = BACKEND_TYPE("SAT engines");

void sat_backend_open(struct sat_backend *b, struct run *run, const struct job *job, struct model *model,
                      const size_t *wanted, size_t goal_count)
{
    *b = (struct sat_backend){
        .base = {&type}, .run = run, .job = job, .model = model, .wanted = wanted, .goal_count = goal_count};
    b->cannot = mem_zalloc(&run->mem, goal_count + 1);
}

void sat_backend_leave_others(struct sat_backend *b)
{
    for (size_t i = 0; i < b->goal_count; i++)
        b->cannot[i] |= !sat_takes(b->model, b->wanted[i]);
}

void sat_backend_ask_again(struct sat_backend *b)
{
    memset(b->cannot, 0, b->goal_count);
}
