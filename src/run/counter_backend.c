#include "run/counter_backend.h"

#include "report/cause_words.h"
#include "run/group_order.h"
#include "run/lifting.h"
#include "trace/refutability.h"

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
    } else if (per_orbit != input->model)
        reduction_stack_push(stack, reduction_to_names(per_orbit, input->model, mem));
    reduction_stack_push(stack, counter_layer(counters));
}

// The result becomes one of components. False if it is left to others for its trace.
static bool lift(struct counter_backend *c, size_t goal_index, struct result *result)
{
    struct reduction_stack stack;
    counter_backend_stack(&stack, c->input, c->architecture, c->per_orbit, c->counters, c->mem);
    return !lifting_is_refused(lifting_lift(c->run, &stack, c->setup->wanted[goal_index], result));
}

static void note_completeness(struct counter_backend *c, struct result *result)
{
    c->is_complete = result->verdict == VERDICT_HOLDS;
    c->lacks_counters = result->verdict == VERDICT_FAILS;
    if (result->has_trace)
        trace_close(&result->trace, c->mem);
}

// Whether a trace is all that it takes to show that the property fails. It is one, whatever else there is; but where
// counters are missing, there are steps that are not known, and a state may seem to have none, or none of a kind.
static bool is_shown_by_trace(const struct counter_backend *c, size_t goal_index)
{
    const struct model *model = c->per_orbit;
    const struct property *property = model_property(model, c->setup->wanted[goal_index]);
    struct refutability refutability;
    if (property->kind == PROPERTY_DEADLOCK)
        return false;
    if (property->kind == PROPERTY_INVARIANT || property->kind == PROPERTY_RUNTIME_ERROR ||
        property->kind == PROPERTY_COVER)
        return true;
    refutability_open(&refutability, model, property->formula, c->mem);
    bool needs_one_trace = refutability_needs_one_trace(&refutability, property->formula);
    refutability_close(&refutability);
    return needs_one_trace;
}

static void decide_with_trace(struct counter_backend *c, size_t goal_index, struct result *result)
{
    goals_note_refuted(c->goals, goal_index); // the model as a whole may be too large
    if (lift(c, goal_index, result))
        goals_take(c->goals, goal_index, result);
    else
        goals_leave(c->goals, goal_index, cause_of(CAUSE_NONE));
}

// All verdicts wait but those that a trace shows.
static void take(void *context, size_t at, struct result *result)
{
    struct counter_backend *c = context;
    size_t goal_index = c->goal_indices.at[at];
    if (goal_index == REDUCTION_OWN) {
        note_completeness(c, result);
        return;
    }
    result->property = c->setup->wanted[goal_index];
    method_reduce(&result->method, REDUCTION_COUNTERS);
    group_order_note_counters(&result->method, c->counters);
    if (result->has_trace && (c->is_complete || is_shown_by_trace(c, goal_index)))
        decide_with_trace(c, goal_index, result);
    else
        array_push(c->mem, &c->pending, ((struct pending_result){goal_index, *result}));
}

static bool is_pointless(void *context)
{
    struct counter_backend *c = context;
    return c->setup->is_pointless(c->setup->context);
}

// What was waiting is decided, or left to others; after an interrupt there are none.
static void settle_result(struct counter_backend *c, size_t goal_index, struct result *result)
{
    bool is_interrupted = run_is_interrupted(c->run), is_open = result->verdict == VERDICT_UNDECIDED;
    if (result->is_refuted && c->is_complete)
        goals_note_refuted(c->goals, goal_index);
    result->is_refuted = false; // of the counters
    if (c->is_complete && result->has_trace) {
        decide_with_trace(c, goal_index, result);
        return;
    }
    if (c->is_complete && !is_open) {
        goals_take(c->goals, goal_index, result);
        return;
    }
    if (result->has_trace)
        trace_close(&result->trace, c->mem);
    if (is_open && (c->is_complete || is_interrupted))
        c->goals->at[goal_index].result = *result;
    else
        goals_leave(c->goals, goal_index, cause_of(CAUSE_UNKNOWN_LOCAL_STATES));
    if (is_interrupted)
        goals_finish(c->goals, goal_index);
}

static void settle(struct counter_backend *c)
{
    for (size_t i = 0; i < c->pending.count; i++)
        settle_result(c, c->pending.at[i].goal_index, &c->pending.at[i].result);
    c->pending.count = 0;
}

// ---- Work -----------------------------------------------------------------------------------------------------------

static void choose_properties(struct counter_backend *c)
{
    const struct model_reduction layer = counter_layer(c->counters);
    c->is_complete = true;
    for (size_t i = 0; i < layer.goal_count; i++) {
        struct reduction_goal goal = layer.goals[i];
        if (goal.of == REDUCTION_OWN)
            c->is_complete = false;
        else if (!goals_is_waiting(c->goals, goal.of) && !c->setup->is_lasting)
            continue;
        array_push(c->mem, &c->goal_indices, goal.of);
        array_push(c->mem, &c->properties, goal.property);
    }
}

// What counters cannot be asked for.
static void set_aside(struct counter_backend *c)
{
    for (size_t i = 0; i < c->setup->wanted_count; i++) {
        if (!goals_is_waiting(c->goals, i) || counter_property(c->counters, i) != SIZE_MAX)
            continue;
        const struct cause *why = counter_refusal(c->counters, i);
        cause_log(&c->run->log, LOG_VERBOSE, *why, c->mem, "property %zu: counter abstraction not applicable",
                  c->setup->wanted[i] + 1);
        goals_leave(c->goals, i, cause_with_inner(CAUSE_NOT_APPLICABLE, why));
    }
}

static void open_engine(struct counter_backend *c, double deadline)
{
    struct portfolio_setup setup =
        portfolio_setup_of(c->setup, counter_model(c->counters), NULL, c->properties.at, c->properties.count);
    setup.counters = c->counters;
    setup.deadline = deadline;
    setup.decided = take;
    setup.is_pointless = is_pointless;
    setup.context = c;
    c->engine = portfolio_new(c->run, &setup);
}

static bool reduce(struct counter_backend *c)
{
    const struct portfolio_setup *setup = c->setup;
    c->refusal = cause_of(CAUSE_COUNTER_NO_CLASS);
    if (c->per_orbit)
        c->counters = counter_reduce_while(c->per_orbit, setup->wanted, setup->wanted_count, COUNTER_SEEN_LOCALS,
                                           watch_reading, c->run, c->mem, &c->refusal);
    if (!c->counters)
        cause_log(&c->run->log, LOG_VERBOSE, c->refusal, c->mem, "counter abstraction not applicable");
    return c->counters;
}

static bool refuse_all(struct counter_backend *c)
{
    for (size_t i = 0; i < c->setup->wanted_count; i++)
        if (goals_is_waiting(c->goals, i))
            goals_leave(c->goals, i, cause_with_inner(CAUSE_NOT_APPLICABLE, &c->refusal));
    return false;
}

// Whether counters are missing is asked until it is known.
static bool decide(struct backend *base, struct goals *goals, double deadline)
{
    struct counter_backend *c = (struct counter_backend *)base;
    bool is_hopeful = false;
    c->goals = goals;
    if (c->engine)
        portfolio_ask_again(c->engine, c->setup->started, deadline);
    else if (reduce(c)) {
        choose_properties(c);
        open_engine(c, deadline);
    } else
        return refuse_all(c);
    set_aside(c);
    for (size_t i = 0; i < c->goal_indices.count; i++) {
        size_t goal_index = c->goal_indices.at[i];
        if (goal_index == REDUCTION_OWN ? c->is_complete || c->lacks_counters : !goals_is_waiting(goals, goal_index))
            portfolio_forget(c->engine, i);
    }
    portfolio_decide_all(c->engine);
    if (c->lacks_counters)
        log_verbose(&c->run->log, "components get into local states without counters");
    settle(c);
    for (size_t i = 0; i < c->goal_indices.count && !c->lacks_counters; i++)
        is_hopeful |= c->goal_indices.at[i] != REDUCTION_OWN && goals_is_waiting(goals, c->goal_indices.at[i]);
    return is_hopeful;
}

// ---- What else is asked for -----------------------------------------------------------------------------------------

static bool is_begun(const struct backend *base)
{
    return ((const struct counter_backend *)base)->engine;
}

bool counter_backend_knows_states(const struct counter_backend *c)
{
    return c->engine && c->is_complete;
}

// Where counters are missing, nothing is known of all states.
static bool count(struct backend *base, double deadline, mpz_t orbits, mpz_t states, struct cause *cause)
{
    const struct counter_backend *c = (const struct counter_backend *)base;
    *cause = cause_of(CAUSE_UNKNOWN_LOCAL_STATES);
    if (!counter_backend_knows_states(c))
        return false;
    portfolio_set_deadline(c->engine, deadline);
    return portfolio_count_states(c->engine, orbits, states, cause);
}

// States of counters are none of the model's: what deadlocks there is told without one.
static void find_warnings(struct backend *base, double deadline, struct model_warnings *warnings)
{
    const struct counter_backend *c = (const struct counter_backend *)base;
    *warnings = (struct model_warnings){0};
    if (!counter_backend_knows_states(c))
        return;
    portfolio_set_deadline(c->engine, deadline);
    model_warnings_add(warnings, portfolio_warnings(c->engine));
}

static void add_statistics(struct backend *base, struct backend_statistics *all)
{
    const struct counter_backend *c = (const struct counter_backend *)base;
    if (c->engine)
        portfolio_add_statistics(c->engine, all);
}

static void close(struct backend *base)
{
    struct counter_backend *c = (struct counter_backend *)base;
    portfolio_free(c->engine);
    counter_free(c->counters);
    array_free(c->mem, &c->goal_indices);
    array_free(c->mem, &c->properties);
    array_free(c->mem, &c->pending);
}

static const struct backend_type type = BACKEND_TYPE("counter abstraction");

void counter_backend_open(struct counter_backend *c, struct run *run, struct input *input,
                          const struct portfolio_setup *setup)
{
    *c = (struct counter_backend){.base = {&type}, .run = run, .mem = &run->mem, .input = input, .setup = setup};
    c->per_orbit = input->per_orbit;
}
