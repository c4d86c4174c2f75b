#include "run/counter_backend.h"

#include "run/lifting.h"
#include "trace/refutability.h"

void counter_backend_open(struct counter_backend *c, struct run *run, struct input *input,
                          const struct portfolio_setup *setup)
{
    *c = (struct counter_backend){.run = run, .mem = &run->mem, .input = input, .setup = setup};
    c->per_orbit = input->per_orbit;
}

static void drop(struct counter_backend *c)
{
    portfolio_free(c->engine);
    counter_free(c->counters);
    c->engine = NULL;
    c->counters = NULL;
    c->places.count = c->properties.count = c->pending.count = 0;
    c->is_complete = c->lacks_counters = false;
}

void counter_backend_close(struct counter_backend *c)
{
    drop(c);
    str_free(c->mem, &c->refusal);
    array_free(c->mem, &c->places);
    array_free(c->mem, &c->properties);
    array_free(c->mem, &c->pending);
    array_free(c->mem, &c->left);
}

// ---- Results --------------------------------------------------------------------------------------------------------

void counter_backend_stack(struct reduction_stack *stack, const struct input *input, struct architecture *architecture,
                           struct model *per_orbit, struct counter_reduction *counters, struct mem *mem)
{
    *stack = (struct reduction_stack){0};
    if (architecture) {
        struct model *from = architecture_original(architecture);
        if (from != input->model)
            reduction_stack_push(stack, reduction_to_names(from, input->model, mem));
        reduction_stack_push(stack, architecture_layer(architecture, per_orbit));
    } else if (!input->is_per_orbit)
        reduction_stack_push(stack, reduction_to_names(per_orbit, input->model, mem));
    reduction_stack_push(stack, counter_layer(counters));
}

// The result becomes one of components. False if it is left to others for its trace.
static bool lift(struct counter_backend *c, size_t place, struct result *result)
{
    struct reduction_stack stack;
    counter_backend_stack(&stack, c->input, c->architecture, c->per_orbit, c->counters, c->mem);
    return !lifting_is_refused(lifting_lift(c->run, &stack, c->setup->wanted[place], result));
}

static void note_completeness(struct counter_backend *c, struct result *result)
{
    c->is_complete = result->verdict == VERDICT_HOLDS;
    c->lacks_counters = result->verdict == VERDICT_FAILS;
    if (result->has_trace)
        trace_close(&result->trace, c->mem);
}

// Whether a run is all that it takes to show that the property fails. It is one, whatever else there is; but where
// counters are missing, there are steps that are not known, and a state may seem to have none, or none of a kind.
static bool is_shown_by_run(const struct counter_backend *c, size_t place)
{
    const struct model *model = c->per_orbit;
    const struct property *property = model_property(model, c->setup->wanted[place]);
    struct forms forms;
    if (property->kind == PROPERTY_DEADLOCK)
        return false;
    if (property->kind == PROPERTY_INVARIANT || property->kind == PROPERTY_FAULT || property->kind == PROPERTY_COVER)
        return true;
    forms_open(&forms, model, property->formula, c->mem);
    bool is_of_run = form_is_of_run(&forms, property->formula);
    forms_close(&forms);
    return is_of_run;
}

static void note_refuted(struct counter_backend *c, size_t place)
{
    if (c->setup->refuted)
        c->setup->refuted(c->setup->context, place);
}

static void decide_with_run(struct counter_backend *c, size_t place, struct result *result)
{
    note_refuted(c, place); // the model as a whole may be too large
    if (lift(c, place, result))
        c->setup->decided(c->setup->context, place, result);
    else
        array_push(c->mem, &c->left, place);
}

// All verdicts wait but those that a run shows.
static void take(void *context, size_t at, struct result *result)
{
    struct counter_backend *c = context;
    size_t place = c->places.at[at];
    if (place == REDUCTION_OWN) {
        note_completeness(c, result);
        return;
    }
    result->property = c->setup->wanted[place];
    method_reduce(&result->method, REDUCTION_COUNTERS);
    if (result->has_trace && (c->is_complete || is_shown_by_run(c, place)))
        decide_with_run(c, place, result);
    else
        array_push(c->mem, &c->pending, ((struct pending_result){place, *result}));
}

static bool is_pointless(void *context)
{
    struct counter_backend *c = context;
    return c->setup->is_pointless(c->setup->context);
}

static void give_up(struct counter_backend *c, size_t place, struct cause cause)
{
    struct result result = {.property = c->setup->wanted[place], .verdict = VERDICT_UNDECIDED, .cause = cause};
    c->setup->decided(c->setup->context, place, &result);
}

// What was waiting is decided, or left to others.
static void settle(struct counter_backend *c, bool only)
{
    for (size_t i = 0; i < c->pending.count; i++) {
        struct pending_result *pending = &c->pending.at[i];
        struct result *result = &pending->result;
        bool is_open = result->verdict == VERDICT_UNDECIDED, is_last = only || run_is_interrupted(c->run);
        if (result->is_refuted && c->is_complete)
            note_refuted(c, pending->place);
        result->is_refuted = false; // of the counters
        if (result->has_trace && c->is_complete)
            decide_with_run(c, pending->place, result);
        else if (is_open ? is_last && (c->is_complete || run_is_interrupted(c->run)) : c->is_complete)
            c->setup->decided(c->setup->context, pending->place, result);
        else {
            if (result->has_trace)
                trace_close(&result->trace, c->mem);
            if (is_last)
                give_up(c, pending->place, cause_of(CAUSE_UNKNOWN_LOCAL_STATES));
            else
                array_push(c->mem, &c->left, pending->place);
        }
    }
    c->pending.count = 0;
}

// ---- Work -----------------------------------------------------------------------------------------------------------

static void choose_properties(struct counter_backend *c, const bool *is_done)
{
    const struct model_reduction layer = counter_layer(c->counters);
    c->is_complete = true;
    for (size_t i = 0; i < layer.goal_count; i++) {
        struct reduction_goal goal = layer.goals[i];
        if (goal.of == REDUCTION_OWN)
            c->is_complete = false;
        if (goal.of != REDUCTION_OWN && is_done[goal.of] && !c->setup->is_lasting)
            continue;
        array_push(c->mem, &c->places, goal.of);
        array_push(c->mem, &c->properties, goal.property);
    }
}

// What counters cannot be asked for.
static void set_aside(struct counter_backend *c, const bool *is_done, bool only)
{
    for (size_t i = 0; i < c->setup->wanted_count; i++) {
        if (is_done[i] || counter_property(c->counters, i) != SIZE_MAX)
            continue;
        const char *why = counter_refusal(c->counters, i);
        log_verbose(&c->run->log, "property %zu: counter abstraction not applicable: %s", c->setup->wanted[i] + 1, why);
        if (only)
            give_up(c, i, cause_with_text(CAUSE_NOT_APPLICABLE, why));
        else
            array_push(c->mem, &c->left, i);
    }
}

static void open_engine(struct counter_backend *c)
{
    struct portfolio_setup setup = *c->setup;
    setup.model = counter_model(c->counters);
    setup.values_are_proved = false;
    setup.symmetry = NULL;
    setup.counters = c->counters;
    setup.wanted = c->properties.at;
    setup.wanted_count = c->properties.count;
    setup.order = NULL;
    setup.decided = take;
    setup.refuted = NULL;
    setup.is_pointless = is_pointless;
    setup.context = c;
    c->engine = portfolio_new(c->run, &setup);
}

// Whether counters are missing is asked until it is known.
static void decide(struct counter_backend *c, const bool *is_done)
{
    for (size_t i = 0; i < c->places.count; i++) {
        size_t place = c->places.at[i];
        if (place == REDUCTION_OWN ? c->is_complete || c->lacks_counters : is_done[place])
            portfolio_forget(c->engine, i);
    }
    portfolio_decide_all(c->engine);
}

static bool reduce(struct counter_backend *c, bool narrow)
{
    const struct portfolio_setup *setup = c->setup;
    str_clear(&c->refusal);
    if (c->per_orbit)
        c->counters = counter_reduce_while(c->per_orbit, setup->wanted, setup->wanted_count, narrow, watch_reading,
                                           c->run, c->mem, &c->refusal);
    else
        str_add(c->mem, &c->refusal, "no class allows all permutations of its elements");
    if (!c->counters)
        log_verbose(&c->run->log, "counter abstraction not applicable: %s", str_text(&c->refusal));
    return c->counters;
}

static void refuse_all(struct counter_backend *c, const bool *is_done, bool only)
{
    for (size_t i = 0; i < c->setup->wanted_count; i++) {
        if (is_done[i])
            continue;
        if (only)
            give_up(c, i, cause_with_text(CAUSE_NOT_APPLICABLE, str_text(&c->refusal)));
        else
            array_push(c->mem, &c->left, i);
    }
}

void counter_backend_decide(struct counter_backend *c, const bool *is_done, bool only)
{
    if (c->engine)
        portfolio_ask_again(c->engine, c->setup->started, c->setup->deadline);
    else if (reduce(c, true)) {
        choose_properties(c, is_done);
        open_engine(c);
    } else {
        refuse_all(c, is_done, only);
        return;
    }
    set_aside(c, is_done, only);
    decide(c, is_done);
    if (c->lacks_counters)
        log_verbose(&c->run->log, "components get into local states without counters");
    settle(c, only);
}
