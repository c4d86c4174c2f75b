// Which engine decides, and for how long. There are five ways: states one by one (or orbits, with symmetries), counters
// of components, representatives that are chosen on the fly, sets of representatives, and diagrams of all states. Where
// several are allowed they take turns, each for longer than before, so that it does not matter much which of them suits
// the model. All of them keep what they have found.
#include <stdlib.h>

#include "api/chosen.h"
#include "api/counted.h"
#include "api/internal.h"
#include "api/reduced.h"
#include "base/clock.h"
#include "check/check.h"
#include "explicit/explicit.h"
#include "orbit/quotient.h"
#include "reduce/instances.h"

#define FIRST_TURN 0.5 // seconds
#define LONGER_TURNS 4
#define LARGE_GROUP 24 // where a group is smaller, representatives are hardly fewer than states

enum way { ONE_BY_ONE, BY_COUNTERS, ON_THE_FLY, AS_SETS, AS_DIAGRAMS, WAYS };

struct work {
    coset_model *owner;
    struct mem *mem;
    struct model *model;
    coset_options options;
    bool is_allowed[WAYS];
    size_t way_count;
    struct symmetry *symmetry; // NULL: none is used
    struct property_instances instances;
    struct explicit_engine **engines; // by group
    size_t group_count;
    size_t group; // of the representatives, or SIZE_MAX
    struct reduction *reduction;
    struct checker *representatives;
    struct checker *diagrams;
    struct reduced reduced; // diagrams of a part of the variables; not both at a time
    bool has_reduced;
    struct counted counted; // where counters are allowed
    struct chosen chosen;   // where representatives on the fly are
    struct work *fair;      // of the model with a monitor, for what depends on fairness of rules; NULL: not needed yet
};

// What is to be found out: a verdict, or the number of states.
struct job {
    bool counts;
    size_t property; // the user's number
    struct result result;
    mpz_t states;
    const char *reason; // why they are not counted
    bool is_refuted;    // some way has found that it fails, but could not build the run
};

// ---- Engines --------------------------------------------------------------------------------------------------------

static size_t memory_for_one(const struct work *w)
{
    size_t limit = w->options.memory_limit, part = limit / w->way_count;
    return limit && !part ? 1 : part;
}

static struct explicit_engine *one_by_one(struct work *w, size_t group, double deadline)
{
    if (!w->engines[group]) {
        const struct explicit_options options = {
            .memory_limit = memory_for_one(w),
            .traces = !w->options.no_runs,
            .names_faults = w->options.no_runs,
            .vacuity = true,
            .symmetry = w->instances.groups.at[group],
            .interrupted = w->options.interrupted,
            .context = w->options.context,
        };
        w->engines[group] = explicit_new(w->model, &options, w->mem);
    }
    explicit_set_deadline(w->engines[group], deadline);
    return w->engines[group];
}

static struct check_options options_of(const struct work *w, struct reduction *reduction, double deadline)
{
    return (struct check_options){
        .memory_limit = memory_for_one(w),
        .deadline = deadline,
        .reorder = !reduction,
        .traces = !w->options.no_runs,
        .names_faults = w->options.no_runs,
        .vacuity = true,
        .reduction = reduction,
        .interrupted = w->options.interrupted,
        .context = w->options.context,
    };
}

static struct checker *open_checker(struct work *w, struct reduction *reduction, double deadline)
{
    struct check_options options = options_of(w, reduction, deadline);
    return checker_new(w->model, &options, w->mem);
}

static void close_representatives(struct work *w)
{
    checker_free(w->representatives);
    quotient_free(w->reduction);
    w->representatives = NULL;
    w->reduction = NULL;
    w->group = SIZE_MAX;
}

// NULL, and a reason, where diagrams cannot use the group.
static struct checker *representatives(struct work *w, size_t group, double deadline, const char **reason)
{
    const struct symmetry *symmetry = w->instances.groups.at[group];
    *reason = symmetry ? quotient_obstacle(symmetry) : "the model has no components that are alike";
    if (*reason)
        return NULL;
    if (w->group != group) {
        static const enum quotient_search searches[] = {
            [COSET_SYMMETRY_DYNAMIC] = QUOTIENT_DYNAMIC,
            [COSET_SYMMETRY_COMPONENTWISE] = QUOTIENT_COMPONENTWISE,
        };
        bool is_named =
            w->options.symmetry == COSET_SYMMETRY_DYNAMIC || w->options.symmetry == COSET_SYMMETRY_COMPONENTWISE;
        close_representatives(w);
        w->group = group;
        if (!symmetry_is_trivial(symmetry))
            w->reduction = quotient_new(
                symmetry, is_named ? searches[w->options.symmetry] : QUOTIENT_COMPONENTWISE_STATES, w->mem);
        w->representatives = open_checker(w, w->reduction, deadline);
    }
    checker_set_deadline(w->representatives, deadline);
    return w->representatives;
}

static struct checker *diagrams(struct work *w, double deadline)
{
    if (w->has_reduced)
        reduced_close_checker(&w->reduced);
    if (!w->diagrams)
        w->diagrams = open_checker(w, NULL, deadline);
    checker_set_deadline(w->diagrams, deadline);
    return w->diagrams;
}

// Work that was given up leaves a table full of what nobody needs.
static void drop_worn_diagrams(struct work *w)
{
    if (w->diagrams && !checker_knows_reachable(w->diagrams)) {
        checker_free(w->diagrams);
        w->diagrams = NULL;
    }
}

// ---- One try --------------------------------------------------------------------------------------------------------

static void check_one_by_one(void *context, const struct property_instance *instance, double deadline,
                             struct result *result)
{
    explicit_check(one_by_one(context, instance->group, deadline), instance->property, result);
}

static void check_representatives(void *context, const struct property_instance *instance, double deadline,
                                  struct result *result)
{
    const char *reason;
    struct checker *checker = representatives(context, instance->group, deadline, &reason);
    if (checker)
        checker_check(checker, instance->property, result);
    else
        *result = (struct result){.verdict = VERDICT_UNDECIDED, .reason = reason};
}

static void check_diagrams(struct work *w, double deadline, struct job *job)
{
    struct check_options options = options_of(w, NULL, deadline);
    bool is_searched = w->diagrams && checker_knows_reachable(w->diagrams);
    if (w->has_reduced && !is_searched && reduced_applies(&w->reduced, job->property)) {
        drop_worn_diagrams(w);
        if (reduced_check(&w->reduced, job->property, &options, &job->result))
            return;
        job->is_refuted |= job->result.is_refuted;
    }
    checker_check(diagrams(w, deadline), w->owner->properties.at[job->property], &job->result);
}

static void check_in(struct work *w, enum way way, double deadline, struct job *job)
{
    size_t number = w->owner->properties.at[job->property];
    job->result = (struct result){.property = number,
                                  .verdict = VERDICT_UNDECIDED,
                                  .reason = "it is not checked with the symmetries of components"};
    struct check_options options = options_of(w, NULL, deadline);
    if (way == AS_DIAGRAMS)
        check_diagrams(w, deadline, job);
    else if (way == BY_COUNTERS)
        counted_check(&w->counted, job->property, &options, &job->result);
    else if (way == ON_THE_FLY)
        chosen_check(&w->chosen, number, &options, &job->result);
    else
        property_instances_check(&w->instances, job->property, deadline,
                                 way == ONE_BY_ONE ? check_one_by_one : check_representatives, w, &job->result);
}

static bool count_in(struct work *w, enum way way, double deadline, struct job *job)
{
    if (way == ONE_BY_ONE)
        return explicit_count_concrete(one_by_one(w, 0, deadline), job->states, &job->reason);
    struct check_options options = options_of(w, NULL, deadline);
    if (way == BY_COUNTERS)
        return counted_count_states(&w->counted, &options, job->states, &job->reason);
    if (way == ON_THE_FLY)
        return chosen_count_states(&w->chosen, &options, job->states, &job->reason);
    struct checker *checker = way == AS_SETS ? representatives(w, 0, deadline, &job->reason) : diagrams(w, deadline);
    return checker && checker_count_states(checker, job->states, &job->reason);
}

static bool try_way(struct work *w, enum way way, double deadline, struct job *job)
{
    if (job->counts)
        return count_in(w, way, deadline, job);
    check_in(w, way, deadline, job);
    job->is_refuted |= job->result.is_refuted;
    return job->result.verdict != VERDICT_UNDECIDED;
}

// ---- Turns ----------------------------------------------------------------------------------------------------------

static bool is_interrupted(const struct work *w)
{
    return w->options.interrupted && w->options.interrupted(w->options.context);
}

static size_t count_hopeful(const bool *hopeful)
{
    size_t count = 0;
    for (size_t i = 0; i < WAYS; i++)
        count += hopeful[i];
    return count;
}

// Whether the job is done.
static bool take_turns(struct work *w, double deadline, struct job *job)
{
    bool hopeful[WAYS];
    for (size_t i = 0; i < WAYS; i++)
        hopeful[i] = w->is_allowed[i];
    for (double turn = FIRST_TURN;; turn *= LONGER_TURNS) {
        for (enum way way = 0; way < WAYS; way++) {
            if (!hopeful[way])
                continue;
            double until = count_hopeful(hopeful) == 1 ? 0 : clock_now() + turn;
            until = until == 0 || (deadline > 0 && deadline < until) ? deadline : until;
            if (try_way(w, way, until, job))
                return true;
            if (way == AS_DIAGRAMS)
                drop_worn_diagrams(w);
            if ((deadline > 0 && clock_now() > deadline) || is_interrupted(w))
                return false;
            hopeful[way] = until > 0 && clock_now() > until; // else it was not for want of time
        }
        if (count_hopeful(hopeful) == 0)
            return false;
    }
}

// ---- Fairness of rules ----------------------------------------------------------------------------------------------

static bool needs_monitor(const struct work *w, size_t number)
{
    return model_fair_rule_count(w->model) > 0 && property_kind_minds_fairness(model_property(w->model, number)->kind);
}

static bool lower_monitored(coset_model *owner)
{
    struct murphi_lower_options options = owner->lowering;
    struct diag diag;
    if (owner->monitored)
        return true;
    options.monitors_fair_rules = true;
    options.goals_of = owner->model;
    diag_open(&diag, &owner->mem);
    owner->monitored = model_new(&owner->mem);
    bool good = murphi_lower(&owner->tree, owner->monitored, &options, &owner->mem, &diag);
    if (!good) {
        model_free(owner->monitored);
        owner->monitored = NULL;
    }
    diag_close(&diag);
    return good;
}

// The monitor is the last cell, so that all others have their numbers.
static void drop_monitor(struct work *w, struct result *result)
{
    struct trace run;
    trace_open(&run, w->model);
    run.loop = result->trace.loop;
    for (size_t i = 0; i < trace_length(&result->trace); i++)
        trace_push(&run, w->mem, trace_state(&result->trace, i));
    trace_close(&result->trace, w->mem);
    result->trace = run;
}

static struct work *open_work(coset_model *, struct model *, const coset_options *);

static void check_monitored(struct work *w, size_t property, double deadline, struct result *result)
{
    *result = (struct result){.property = w->owner->properties.at[property],
                              .verdict = VERDICT_UNDECIDED,
                              .reason = "the model could not be made"};
    if (!lower_monitored(w->owner))
        return;
    if (!w->fair)
        w->fair = open_work(w->owner, w->owner->monitored, &w->options);
    work_check(w->fair, property, deadline, result);
    if (result->has_trace)
        drop_monitor(w, result);
}

void work_check(struct work *w, size_t property, double deadline, struct result *result)
{
    size_t number = w->owner->properties.at[property];
    if (needs_monitor(w, number)) {
        check_monitored(w, property, deadline, result);
        return;
    }
    struct job job = {.property = property};
    const struct property *p = model_property(w->model, number);
    double started = clock_now();
    if (p->unsupported)
        job.result =
            (struct result){.verdict = p->is_wrong ? VERDICT_ERROR : VERDICT_UNDECIDED, .reason = p->unsupported};
    else if (p->refuted)
        job.result = (struct result){.verdict = VERDICT_FAILS, .fault = p->refuted};
    else
        take_turns(w, deadline, &job);
    job.result.is_refuted = job.is_refuted;
    result_settle(&job.result);
    job.result.property = number;
    job.result.seconds = clock_now() - started;
    *result = job.result;
}

char *work_count(struct work *w, double deadline, const char **reason)
{
    struct job job = {.counts = true, .reason = "no way to count them is allowed"};
    mpz_init(job.states);
    char *text = take_turns(w, deadline, &job) ? mpz_get_str(NULL, 10, job.states) : NULL;
    *reason = job.reason;
    mpz_clear(job.states);
    return text;
}

// ---- Opening --------------------------------------------------------------------------------------------------------

static bool has_usable_classes(const struct model *m)
{
    for (size_t i = 0; i < model_class_count(m); i++)
        if (model_class(m, i)->size > 1 && !model_class(m, i)->obstacle)
            return true;
    return false;
}

static bool is_large(const struct symmetry *symmetry)
{
    mpz_t order;
    mpz_init(order);
    symmetry_order(symmetry, order);
    bool large = mpz_cmp_ui(order, LARGE_GROUP) >= 0;
    mpz_clear(order);
    return large;
}

static void allow_ways(struct work *w)
{
    bool *allowed = w->is_allowed;
    coset_engine engine = w->options.engine;
    bool is_told = w->owner->generators.count > 0 || model_hint_count(w->model) > 0;
    if (w->options.symmetry == COSET_SYMMETRY_ONTHEFLY)
        allowed[ON_THE_FLY] = true;
    else if (w->symmetry && w->options.symmetry == COSET_SYMMETRY_COUNTERS)
        allowed[BY_COUNTERS] = true;
    else if (w->symmetry && w->options.symmetry >= COSET_SYMMETRY_DYNAMIC)
        allowed[AS_SETS] = true;
    else if (engine == COSET_ENGINE_EXPLICIT || (w->symmetry && w->options.symmetry == COSET_SYMMETRY_EXPLICIT))
        allowed[ONE_BY_ONE] = true;
    else {
        bool is_auto = w->options.symmetry == COSET_SYMMETRY_AUTO;
        size_t most;
        bool is_too_large = checker_variables(w->model, &most) > most; // for diagrams
        allowed[ONE_BY_ONE] = engine == COSET_ENGINE_AUTO && (model_start_count(w->model) > 0 || is_too_large);
        allowed[BY_COUNTERS] = is_auto && w->symmetry;
        allowed[ON_THE_FLY] = is_auto && is_told;
        allowed[AS_SETS] = w->symmetry && is_large(w->symmetry);
        allowed[AS_DIAGRAMS] = true;
    }
    if (w->model != w->owner->model) { // these know the owner's only
        allowed[AS_DIAGRAMS] |= allowed[BY_COUNTERS] || allowed[ON_THE_FLY];
        allowed[BY_COUNTERS] = allowed[ON_THE_FLY] = false;
    }
    w->way_count = count_hopeful(allowed);
}

static struct work *open_work(coset_model *owner, struct model *model, const coset_options *options)
{
    struct mem *mem = &owner->mem;
    struct work *w = mem_zalloc(mem, sizeof *w);
    *w = (struct work){.owner = owner, .mem = mem, .model = model, .options = *options, .group = SIZE_MAX};
    if (options->symmetry != COSET_SYMMETRY_OFF && has_usable_classes(w->model))
        w->symmetry = symmetry_new(w->model, mem);
    allow_ways(w);
    property_instances_open(&w->instances, w->model, w->symmetry, owner->properties.at, owner->properties.count, mem);
    w->group_count = w->instances.groups.count;
    w->engines = mem_zalloc(mem, w->group_count * sizeof *w->engines);
    w->has_reduced = w->is_allowed[AS_DIAGRAMS] && model_start_count(w->model) == 0; // what starts set belongs together
    if (w->is_allowed[BY_COUNTERS])
        counted_open(&w->counted, owner);
    if (w->is_allowed[ON_THE_FLY])
        chosen_open(&w->chosen, owner);
    if (w->has_reduced)
        reduced_open(&w->reduced, w->model, owner->values_are_proved, owner->properties.at, owner->properties.count,
                     mem);
    return w;
}

static bool same_options(const coset_options *a, const coset_options *b)
{
    return a->memory_limit == b->memory_limit && a->engine == b->engine && a->symmetry == b->symmetry &&
           a->no_runs == b->no_runs && a->interrupted == b->interrupted && a->context == b->context;
}

struct work *work_use(coset_model *model, const coset_options *options)
{
    static const coset_options usual;
    options = options ? options : &usual;
    if (model->work && !same_options(&model->work->options, options)) {
        work_close(model->work);
        model->work = NULL;
    }
    if (!model->work)
        model->work = open_work(model, model->model, options);
    return model->work;
}

void work_close(struct work *w)
{
    if (!w)
        return;
    work_close(w->fair);
    for (size_t i = 0; i < w->group_count; i++)
        explicit_free(w->engines[i]);
    mem_free(w->mem, w->engines, w->group_count * sizeof *w->engines);
    close_representatives(w);
    checker_free(w->diagrams);
    if (w->has_reduced)
        reduced_close(&w->reduced);
    if (w->is_allowed[BY_COUNTERS])
        counted_close(&w->counted);
    if (w->is_allowed[ON_THE_FLY])
        chosen_close(&w->chosen);
    property_instances_close(&w->instances);
    symmetry_free(w->symmetry);
    mem_free(w->mem, w, sizeof *w);
}
