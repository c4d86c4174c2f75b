#include "run/architectural_run.h"

#include "base/clock.h"
#include "run/lifting.h"

#define MOST_STATES 200000 // that are looked at
#define SECONDS_FOR_STATES 20
#define SECONDS_FOR_RULES 60

void architectural_open(struct architectural *d, struct run *run, struct input *input,
                        const struct portfolio_setup *setup)
{
    *d = (struct architectural){.run = run, .mem = &run->mem, .input = input, .setup = setup};
}

void architectural_close(struct architectural *d)
{
    portfolio_free(d->engine);
    symmetry_free(d->symmetry);
    model_free(d->full);
    array_free(d->mem, &d->goal_indices);
    array_free(d->mem, &d->properties);
    architecture_free(d->architecture);
    str_free(d->mem, &d->refusal);
    str_free(d->mem, &d->assumption);
}

static bool is_interrupted(void *context)
{
    return run_is_interrupted(context);
}

const char *architectural_text(const struct architectural *d)
{
    switch (architecture_ground(d->architecture)) {
    case ARCHITECTURE_BY_RULES:
        return "shown from the rules";
    case ARCHITECTURE_BY_STATES:
        return "seen on all reachable states";
    default:
        return "assumed: too many states to verify it";
    }
}

struct architecture_options architectural_options(struct run *run, double seconds)
{
    double limit = seconds / 10;
    return (struct architecture_options){
        .most_states = MOST_STATES,
        .seconds_for_rules = limit > 0 && limit < SECONDS_FOR_RULES ? limit : SECONDS_FOR_RULES,
        .seconds_for_states = limit > 0 && limit < SECONDS_FOR_STATES ? limit : SECONDS_FOR_STATES,
        .interrupted = is_interrupted,
        .context = run,
    };
}

static void find_symmetry(struct architectural *d)
{
    double end = d->setup->deadline;
    d->options = architectural_options(d->run, end > 0 ? end - d->setup->started : 0);
    d->options.only_rules = d->is_optional;
    if (d->is_optional && end > 0) // nothing else has been promised any of it
        d->options.seconds_for_rules = end - clock_now();
    d->architecture = architecture_new(d->model ? d->model : d->input->model, &d->options, d->mem, &d->refusal);
    if (!d->architecture) {
        log_verbose(&d->run->log, "architectural symmetry not applicable: %s", str_text(&d->refusal));
        return;
    }
    size_t partial, kinds = architecture_template_count(d->architecture, &partial);
    log_verbose(&d->run->log, "architectural symmetry of %s: %s; %zu kinds of steps, %zu of them of some elements only",
                architecture_class(d->architecture), architectural_text(d), kinds, partial);
    str_add(d->mem, &d->assumption, "architectural symmetry of %s", architecture_class(d->architecture));
    d->assumptions[0] = str_text(&d->assumption);
}

// A verdict that a run shows rests on nothing else: the run is replayed.
static void take(void *context, size_t goal_index, struct result *result)
{
    struct architectural *d = context;
    bool is_assumed = architecture_ground(d->architecture) == ARCHITECTURE_ASSUMED;
    method_reduce(&result->method, REDUCTION_ARCHITECTURE);
    if (is_assumed && result->verdict != VERDICT_UNDECIDED && result->assumption_count == 0 &&
        !(result->has_trace &&
          trace_refutes(&result->trace, model_property(d->input->model, result->property), d->mem))) {
        result->assumptions = d->assumptions;
        result->assumption_count = 1;
    }
    d->setup->decided(d->setup->context, goal_index, result);
}

// What rests on an assumption is a verdict only together with that.
static void note_refuted(void *context, size_t goal_index)
{
    const struct architectural *d = context;
    if (d->setup->refuted && architecture_ground(d->architecture) != ARCHITECTURE_ASSUMED)
        d->setup->refuted(d->setup->context, goal_index);
}

static bool is_pointless(void *context)
{
    const struct architectural *d = context;
    return d->setup->is_pointless(d->setup->context);
}

// ---- Orbits of the symmetrised model --------------------------------------------------------------------------------

// Its runs become runs of the model. What cannot be shown so is left.
static void take_of_orbits(void *context, size_t at, struct result *result)
{
    struct architectural *d = context;
    struct reduction_stack stack = {0};
    size_t goal_index = d->goal_indices.at[at];
    reduction_stack_push(&stack, architecture_layer(d->architecture, d->full));
    if (result->has_trace || result->is_refuted)
        note_refuted(d, goal_index);
    enum lift_status status = lifting_lift(d->run, &stack, d->setup->wanted[goal_index], result);
    if (status == LIFT_DONE && result->verdict != VERDICT_UNDECIDED)
        take(d, goal_index, result);
    else {
        if (result->has_trace)
            trace_close(&result->trace, d->mem);
        array_push(d->mem, &d->counting->left, goal_index);
    }
}

// Those that are in d->goal_indices.
static bool decide_by_orbits(struct architectural *d)
{
    d->full = architecture_full_model(d->architecture);
    if (!d->full)
        return false;
    d->symmetry = symmetry_new(d->full, d->mem);
    for (size_t i = 0; i < d->goal_indices.count; i++)
        array_push(d->mem, &d->properties, d->setup->wanted[d->goal_indices.at[i]]);
    struct portfolio_setup setup = d->own;
    setup.model = d->full;
    setup.values_are_proved = false;
    setup.symmetry = d->symmetry;
    setup.wanted = d->properties.at;
    setup.wanted_count = d->properties.count;
    setup.order = NULL;
    setup.counts_states = false;
    setup.decided = take_of_orbits;
    setup.refuted = NULL;
    d->engine = portfolio_new(d->run, &setup);
    portfolio_decide_all(d->engine);
    return true;
}

// ---- All of it ------------------------------------------------------------------------------------------------------

static void tell_left(struct architectural *d, size_t goal_index, const char *why)
{
    log_at(&d->run->log, d->is_optional ? LOG_VERBOSE : LOG_INFO,
           "property %zu is checked without architectural symmetry: %s", d->setup->wanted[goal_index] + 1, why);
}

// What cannot be decided so at all.
static void set_aside(struct architectural *d, struct counter_backend *counting, bool *is_done)
{
    for (size_t i = 0; i < d->setup->wanted_count; i++) {
        const char *why = d->architecture ? architecture_refusal(d->architecture, d->setup->wanted[i]) : NULL;
        if (d->architecture && !why)
            continue;
        if (why)
            tell_left(d, i, why);
        is_done[i] = true;
        array_push(d->mem, &counting->left, i);
    }
}

// Counters first, but for what follows some components, which they do not tell apart. That is decided by orbits; so is
// what counters have left, if there can be none.
static void decide(struct architectural *d, struct counter_backend *counting, bool *is_done)
{
    size_t before = counting->left.count;
    for (size_t i = 0; i < d->setup->wanted_count; i++)
        if (!is_done[i] && architecture_follows(d->architecture, d->setup->wanted[i])) {
            is_done[i] = true;
            array_push(d->mem, &d->goal_indices, i);
        }
    counter_backend_decide(counting, is_done, false);
    for (size_t i = before; i < counting->left.count && !counting->counters; i++)
        array_push(d->mem, &d->goal_indices, counting->left.at[i]);
    if (!counting->counters)
        counting->left.count = before;
    if (d->goal_indices.count == 0 || (!d->is_optional && decide_by_orbits(d)))
        return;
    for (size_t i = 0; i < d->goal_indices.count; i++)
        array_push(d->mem, &counting->left, d->goal_indices.at[i]);
}

void architectural_decide(struct architectural *d, struct counter_backend *counting, bool *is_done)
{
    if (d->input->smv)
        str_add(d->mem, &d->refusal, "SMV has no classes of components");
    else
        find_symmetry(d);
    set_aside(d, counting, is_done);
    if (!d->architecture)
        return;
    d->own = *d->setup;
    d->own.decided = take;
    d->own.refuted = note_refuted;
    d->own.is_pointless = is_pointless;
    d->own.context = d;
    d->counting = counting;
    counting->setup = &d->own;
    counting->per_orbit = architecture_model(d->architecture);
    counting->architecture = d->architecture;
    size_t left = counting->left.count;
    decide(d, counting, is_done);
    for (; left < counting->left.count; left++)
        tell_left(d, counting->left.at[left], "it was not decided so");
}
