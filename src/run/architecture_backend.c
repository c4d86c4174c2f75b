#include "run/architecture_backend.h"

#include <string.h>

#include "base/clock.h"
#include "report/cause_words.h"
#include "run/architecture_sets.h"
#include "run/lifting.h"

#define MOST_STATES 200000 // that are looked at
#define SECONDS_FOR_STATES 20
#define SECONDS_FOR_RULES 60
// Actions times variables of models that are asked whether they are well-architected where the rules show the symmetry:
// that takes next to nothing, or states are counted and can do with it.
#define WORK_FOR_RETURN 20000
#define WORK_FOR_COUNTS 500000
#define MOST_NAMED 8 // sets of elements that properties name

static bool is_interrupted(void *context)
{
    return run_is_interrupted(context);
}

const char *architecture_backend_text(const struct architecture_backend *d)
{
    enum architecture_answer is_well_architected = architecture_is_well_architected(d->architecture);
    switch (architecture_ground(d->architecture)) {
    case ARCHITECTURE_BY_RULES:
        if (is_well_architected == ARCHITECTURE_UNKNOWN)
            return "shown from the rules";
        return is_well_architected == ARCHITECTURE_YES ? "shown from the rules, well-architected"
                                                       : "shown from the rules, not well-architected";
    case ARCHITECTURE_BY_STATES:
        return is_well_architected == ARCHITECTURE_YES ? "seen on all reachable states, well-architected"
                                                       : "seen on all reachable states, not well-architected";
    case ARCHITECTURE_BY_SETS:
        return "seen on the set of all reachable states, well-architected";
    default:
        return "assumed: too many states to verify it";
    }
}

struct architecture_options architecture_backend_options(struct run *run, double seconds)
{
    double limit = seconds / 10;
    return (struct architecture_options){
        .most_states = MOST_STATES,
        .seconds_for_rules = limit > 0 && limit < SECONDS_FOR_RULES ? limit : SECONDS_FOR_RULES,
        .seconds_for_states = limit > 0 && limit < SECONDS_FOR_STATES ? limit : SECONDS_FOR_STATES,
        .ask_sets = architecture_sets_ask,
        .most_work_for_return = WORK_FOR_RETURN,
        .ask_return = architecture_sets_ask_return,
        .interrupted = is_interrupted,
        .context = run,
    };
}

static void find_symmetry(struct architecture_backend *d, double end)
{
    d->options = architecture_backend_options(d->run, end > 0 ? end - d->setup->started : 0);
    d->options.only_rules = d->is_optional;
    if (d->setup->job->states)
        d->options.most_work_for_return = WORK_FOR_COUNTS;
    if (d->is_optional && end > 0) // nothing else has been promised any of it
        d->options.seconds_for_rules = end - clock_now();
    d->architecture =
        architecture_new(d->model ? d->model : d->input->model, &d->options, d->mem, &d->causes, &d->refusal);
    if (!d->architecture) {
        cause_log(&d->run->log, LOG_VERBOSE, d->refusal, d->mem, "architectural symmetry not applicable");
        return;
    }
    size_t partial, kinds = architecture_template_count(d->architecture, &partial);
    log_verbose(&d->run->log, "architectural symmetry of %s: %s; %zu kinds of steps, %zu of them of some elements only",
                architecture_class(d->architecture), architecture_backend_text(d), kinds, partial);
    str_add(d->mem, &d->assumption, "architectural symmetry of %s", architecture_class(d->architecture));
    d->assumptions[0] = str_text(&d->assumption);
}

// Of a model that there is only while it decides: results may be told later.
static const char *keep_text(struct architecture_backend *d, const char *text)
{
    return text ? arena_copy(&d->causes, text, strlen(text)) : NULL;
}

// A verdict that a trace shows rests on nothing else: the trace is replayed.
static void take(void *context, size_t goal_index, struct result *result)
{
    struct architecture_backend *d = context;
    bool is_assumed = architecture_ground(d->deciding) == ARCHITECTURE_ASSUMED;
    method_reduce(&result->method, REDUCTION_ARCHITECTURE);
    if (is_assumed && result->verdict != VERDICT_UNDECIDED && result->assumption_count == 0 &&
        !(result->has_trace &&
          trace_refutes(&result->trace, model_property(d->input->model, result->property), d->mem))) {
        result->assumptions = d->assumptions;
        result->assumption_count = 1;
    }
    if (d->deciding != d->architecture) {
        result->vacuous = keep_text(d, result->vacuous);
        result->runtime_error = keep_text(d, result->runtime_error);
    }
    goals_take(d->goals, goal_index, result);
}

// What rests on an assumption is a verdict only together with that.
static void note_refuted(void *context, size_t goal_index)
{
    const struct architecture_backend *d = context;
    if (architecture_ground(d->deciding) != ARCHITECTURE_ASSUMED)
        goals_note_refuted(d->goals, goal_index);
}

static bool is_pointless(void *context)
{
    const struct architecture_backend *d = context;
    return d->setup->is_pointless(d->setup->context);
}

// ---- Orbits of the symmetrised model --------------------------------------------------------------------------------

// Its traces become traces of the model. What cannot be shown so is left.
static void take_of_orbits(void *context, size_t at, struct result *result)
{
    struct architecture_backend *d = context;
    struct reduction_stack stack = {0};
    size_t goal_index = d->goal_indices.at[at];
    reduction_stack_push(&stack, architecture_layer(d->architecture, d->full));
    if (result->has_trace || result->is_refuted)
        note_refuted(d, goal_index);
    enum lift_status status = lifting_lift(d->run, &stack, d->setup->wanted[goal_index], result);
    if (status == LIFT_DONE && result->verdict != VERDICT_UNDECIDED)
        take(d, goal_index, result);
    else if (result->has_trace)
        trace_close(&result->trace, d->mem);
}

// Those that are in d->goal_indices.
static void decide_by_orbits(struct architecture_backend *d, double deadline)
{
    d->full = architecture_full_model(d->architecture);
    if (!d->full)
        return;
    d->symmetry = symmetry_new(d->full, d->mem);
    for (size_t i = 0; i < d->goal_indices.count; i++)
        array_push(d->mem, &d->properties, d->setup->wanted[d->goal_indices.at[i]]);
    struct portfolio_setup setup =
        portfolio_setup_of(&d->own, d->full, d->symmetry, d->properties.at, d->properties.count);
    setup.counts_states = false;
    setup.deadline = deadline;
    setup.decided = take_of_orbits;
    d->engine = portfolio_new(d->run, &setup);
    portfolio_decide_all(d->engine);
}

// ---- What is asked for ----------------------------------------------------------------------------------------------

static void tell_left(struct architecture_backend *d, size_t goal_index, struct cause why)
{
    cause_log(&d->run->log, d->is_optional ? LOG_VERBOSE : LOG_INFO, why, d->mem,
              "property %zu is checked without architectural symmetry", d->setup->wanted[goal_index] + 1);
}

// What cannot be decided so at all is not asked for, and waits for others.
static void set_aside(struct architecture_backend *d, struct goals *inner)
{
    bool may_name = architecture_ground(d->architecture) != ARCHITECTURE_ASSUMED && !d->setup->job->checkpoint &&
                    !d->setup->job->resume;
    d->has_named = mem_zalloc(d->mem, inner->count + 1);
    for (size_t i = 0; i < inner->count; i++) {
        size_t property = d->setup->wanted[i];
        const struct cause *why = architecture_refusal(d->architecture, property);
        bool is_waiting = goals_is_waiting(d->goals, i);
        inner->at[i].is_done = why || !is_waiting;
        d->has_named[i] = may_name && is_waiting && (why || architecture_follows(d->architecture, property)) &&
                          architecture_has_named(d->architecture, property);
        if (why && is_waiting && !d->has_named[i])
            tell_left(d, i, *why);
    }
}

// Counters first, but for what follows some components, which they do not tell apart. That is decided by orbits; so is
// what counters have left, if there can be none.
static void decide_asked(struct architecture_backend *d, struct goals *inner, double deadline)
{
    for (size_t i = 0; i < inner->count; i++)
        if (!inner->at[i].is_done && architecture_follows(d->architecture, d->setup->wanted[i])) {
            inner->at[i].is_done = true;
            array_push(d->mem, &d->goal_indices, i);
        }
    backend_decide(&d->counting.base, inner, deadline);
    for (size_t i = 0; i < inner->count && !d->counting.counters; i++)
        if (goals_is_waiting(inner, i))
            array_push(d->mem, &d->goal_indices, i);
    if (d->goal_indices.count && !d->is_optional)
        decide_by_orbits(d, deadline);
}

// ---- Properties that name elements ----------------------------------------------------------------------------------

// Of one of them, and of all others that the same permutations decide; by counters only.
static void decide_named(struct architecture_backend *d, size_t goal_index, double deadline)
{
    size_t property = d->setup->wanted[goal_index];
    struct architecture_options options = d->options;
    struct portfolio_setup setup = d->own;
    struct counter_backend counting;
    struct goals inner;
    struct cause why;
    options.named_by = &property;
    options.seconds_for_rules = d->is_optional && deadline > 0 ? deadline - clock_now() : options.seconds_for_rules;
    d->deciding = architecture_new(d->model ? d->model : d->input->model, &options, d->mem, &d->causes, &why);
    if (!d->deciding) {
        cause_log(&d->run->log, LOG_VERBOSE, why, d->mem, "property %zu: elements that it names cannot be left alone",
                  property + 1);
        return;
    }
    log_verbose(&d->run->log, "property %zu names elements: architectural symmetry of %s", property + 1,
                architecture_class(d->deciding));
    setup.counts_states = false;
    counter_backend_open(&counting, d->run, d->input, &setup);
    counting.per_orbit = architecture_model(d->deciding);
    counting.architecture = d->deciding;
    goals_open(&inner, d->run, &setup);
    size_t waiting = goals_waiting(d->goals);
    for (size_t i = 0; i < inner.count; i++)
        inner.at[i].is_done = architecture_refusal(d->deciding, setup.wanted[i]) ||
                              architecture_follows(d->deciding, setup.wanted[i]) || !goals_is_waiting(d->goals, i);
    backend_decide(&counting.base, &inner, deadline);
    if (goals_waiting(d->goals) < waiting)
        str_add(d->mem, &d->named, "%s%s", d->named.count ? " and " : "", architecture_class(d->deciding));
    backend_add_statistics(&counting.base, &d->statistics);
    goals_close(&inner);
    backend_close(&counting.base);
    architecture_free(d->deciding);
}

static void decide_all_named(struct architecture_backend *d, double deadline)
{
    size_t tries = 0;
    for (size_t i = 0; i < d->own.wanted_count && tries < MOST_NAMED; i++) {
        bool is_late = deadline > 0 && clock_now() >= deadline;
        if (!d->has_named[i] || !goals_is_waiting(d->goals, i) || is_late || run_is_interrupted(d->run))
            continue;
        decide_named(d, i, deadline);
        tries++;
    }
    d->deciding = d->architecture;
    for (size_t i = 0; i < d->own.wanted_count; i++) {
        const struct cause *why = architecture_refusal(d->architecture, d->setup->wanted[i]);
        if (why && d->has_named[i] && goals_is_waiting(d->goals, i))
            tell_left(d, i, *why);
    }
}

// ---- All of it ------------------------------------------------------------------------------------------------------

static bool decide(struct backend *base, struct goals *goals, double deadline)
{
    struct architecture_backend *d = (struct architecture_backend *)base;
    if (d->input->language != JOB_LANGUAGE_MURPHI)
        d->refusal = cause_of(CAUSE_ARCHITECTURE_ONLY_MURPHI);
    else
        find_symmetry(d, deadline);
    if (!d->architecture)
        return false;
    d->goals = goals;
    d->deciding = d->architecture;
    d->own = *d->setup;
    d->own.decided = take;
    d->own.refuted = note_refuted;
    d->own.is_pointless = is_pointless;
    d->own.context = d;
    d->counting.per_orbit = architecture_model(d->architecture);
    d->counting.architecture = d->architecture;
    struct goals inner;
    goals_open(&inner, d->run, &d->own);
    set_aside(d, &inner);
    bool *is_asked = mem_zalloc(d->mem, inner.count + 1);
    for (size_t i = 0; i < inner.count; i++)
        is_asked[i] = !inner.at[i].is_done;
    decide_asked(d, &inner, deadline);
    decide_all_named(d, deadline);
    for (size_t i = 0; i < inner.count; i++)
        if (is_asked[i] && goals_is_waiting(goals, i))
            tell_left(d, i, cause_of(CAUSE_ARCHITECTURE_NOT_SO));
    mem_free(d->mem, is_asked, inner.count + 1);
    mem_free(d->mem, d->has_named, inner.count + 1);
    goals_close(&inner);
    return false;
}

// ---- What else is asked for -----------------------------------------------------------------------------------------

static bool is_begun(const struct backend *base)
{
    const struct architecture_backend *d = (const struct architecture_backend *)base;
    return d->engine || d->counting.engine;
}

bool architecture_backend_knows_states(const struct architecture_backend *d)
{
    return d->architecture && architecture_knows_states(d->architecture) && counter_backend_knows_states(&d->counting);
}

static bool count(struct backend *base, double deadline, mpz_t orbits, mpz_t states, struct cause *cause)
{
    struct architecture_backend *d = (struct architecture_backend *)base;
    *cause = cause_of(CAUSE_UNKNOWN_LOCAL_STATES);
    return architecture_backend_knows_states(d) && backend_count(&d->counting.base, deadline, orbits, states, cause);
}

static void find_warnings(struct backend *base, double deadline, struct model_warnings *warnings)
{
    struct architecture_backend *d = (struct architecture_backend *)base;
    *warnings = (struct model_warnings){0};
    if (architecture_backend_knows_states(d))
        backend_find_warnings(&d->counting.base, deadline, warnings);
}

static void add_statistics(struct backend *base, struct backend_statistics *all)
{
    struct architecture_backend *d = (struct architecture_backend *)base;
    backend_add_statistics(&d->counting.base, all);
    backend_statistics_add(all, &d->statistics);
}

static void close(struct backend *base)
{
    struct architecture_backend *d = (struct architecture_backend *)base;
    backend_close(&d->counting.base);
    portfolio_free(d->engine);
    symmetry_free(d->symmetry);
    model_free(d->full);
    array_free(d->mem, &d->goal_indices);
    array_free(d->mem, &d->properties);
    architecture_free(d->architecture);
    arena_free(&d->causes);
    str_free(d->mem, &d->assumption);
    str_free(d->mem, &d->named);
}

static const struct backend_type type = BACKEND_TYPE("architectural symmetry");

void architecture_backend_open(struct architecture_backend *d, struct run *run, struct input *input,
                               const struct portfolio_setup *setup)
{
    *d = (struct architecture_backend){.base = {&type}, .run = run, .mem = &run->mem, .input = input, .setup = setup};
    d->causes.mem = d->mem;
    counter_backend_open(&d->counting, run, input, &d->own);
}
