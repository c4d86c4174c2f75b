// The engine from outside: what is watched, verdicts, traces, statistics.
#include "explicit/engine.h"

#include <string.h>

#include "base/clock.h"
#include "explicit/parallel_search.h"

// ---- Watches --------------------------------------------------------------------------------------------------------

#define MOST_INPUTS 4096    // choices of inputs that are tried with each step
#define MOST_TRIES 10000000 // values that are tried for the successors of one state, where rules cannot be compiled

static bool has_few_inputs(const struct model *m)
{
    uint64_t choices = 1;
    for (cell_id c = 0; c < model_cell_count(m) && choices <= MOST_INPUTS; c++)
        if (model_cell(m, c)->role == CELL_INPUT) {
            uint64_t values = type_size(model_type(m, model_cell(m, c)->type));
            choices = values <= MOST_INPUTS ? choices * values : UINT64_MAX;
        }
    return choices <= MOST_INPUTS;
}

// The condition that a property says of all states, or of all steps, or EXPR_NONE.
static expr condition_of_states(const struct model *m, const struct property *p)
{
    if (p->unsupported || p->refuted || p->formula == FORMULA_NONE)
        return EXPR_NONE;
    const struct formula_node *n = model_formula(m, p->formula);
    switch (p->kind) {
    case PROPERTY_INVARIANT:
    case PROPERTY_FAULT:
    case PROPERTY_DEADLOCK:
        break;
    case PROPERTY_COVER:
        return model_cover(m, p->formula).missed;
    case PROPERTY_CTL:
        if (n->op != FORMULA_AG || n->bounded)
            return EXPR_NONE;
        n = model_formula(m, n->args[0]);
        break;
    case PROPERTY_LTL:
        if (n->op != FORMULA_G || n->bounded)
            return EXPR_NONE;
        n = model_formula(m, n->args[0]);
        if (n->op == FORMULA_ATOM && model_expr(m, n->atom)->has_input)
            return EXPR_NONE;
        break;
    default:
        return EXPR_NONE;
    }
    if (n->op != FORMULA_ATOM || model_expr(m, n->atom)->has_next)
        return EXPR_NONE;
    return model_expr(m, n->atom)->has_input && !has_few_inputs(m) ? EXPR_NONE : n->atom;
}

size_t explicit_member_of(const struct explicit_engine *e, size_t property)
{
    size_t i = 0;
    while (i < e->options.member_count && e->options.members[i].formulas[property] == FORMULA_NONE)
        i++;
    return i;
}

static bool is_deadlock(const struct model *m, goal_id goal)
{
    size_t number = model_find_goal(m, goal);
    return number != SIZE_MAX && model_property(m, number)->kind == PROPERTY_DEADLOCK;
}

// A cover has a second watch: for states in which its condition has no value.
static expr condition_of_cover(const struct model *m, const struct property *p)
{
    bool is_cover = p->kind == PROPERTY_COVER && !p->unsupported && !p->refuted && p->formula != FORMULA_NONE;
    return is_cover ? model_cover(m, p->formula).sound : EXPR_NONE;
}

static uint32_t watch_in_member(struct explicit_engine *e, size_t k, expr condition, goal_id goal)
{
    struct member_rules *m = &e->members[k];
    uint32_t watch = (uint32_t)e->watch_count;
    if (condition == EXPR_NONE)
        return NO_WATCH;
    e->watched[e->watch_count++] = (struct watched){
        .violator = STORE_NONE, .rule = (uint32_t)m->watches.count, .member = (uint16_t)k, .condition = EXPR_NONE};
    array_push(e->mem, &m->numbers, watch);
    array_push(e->mem, &m->watches, ((struct watch){condition, is_deadlock(m->member->model, goal)}));
    return watch;
}

// In a family, those of the members, in terms of their own states.
static void find_watches_of_members(struct explicit_engine *e, size_t properties)
{
    for (size_t i = 0; i < properties; i++) {
        struct property p = *model_property(e->model, i);
        size_t k = explicit_member_of(e, i);
        e->watch_of[i] = e->error_watch_of[i] = NO_WATCH;
        if (k == e->options.member_count)
            continue;
        const struct explicit_member *member = e->members[k].member;
        p.formula = member->formulas[i];
        e->watch_of[i] = watch_in_member(e, k, condition_of_states(member->model, &p), p.goal);
        e->error_watch_of[i] = watch_in_member(e, k, condition_of_cover(member->model, &p), p.goal);
    }
}

static uint32_t watch_condition(struct explicit_engine *e, expr condition, bool of_deadlock)
{
    struct watched w = {.violator = STORE_NONE, .rule = NO_WATCH, .condition = condition};
    uint32_t watch = (uint32_t)e->watch_count;
    if (condition == EXPR_NONE)
        return NO_WATCH;
    if (model_expr(e->model, condition)->has_input)
        array_push(e->mem, &e->with_inputs, watch);
    else {
        e->rule_watches[e->rule_watch_count] = (struct watch){condition, of_deadlock};
        w.rule = e->rule_watch_count++;
    }
    e->watched[e->watch_count++] = w;
    return watch;
}

// Each property has two, whoever knows it.
static void find_watches_of_steps(struct explicit_engine *e, size_t properties)
{
    const struct explicit_steps *steps = e->options.steps;
    for (uint32_t i = 0; i < 2 * properties; i++)
        e->watched[i] = (struct watched){.violator = STORE_NONE, .rule = i, .condition = EXPR_NONE};
    e->watch_count = e->rule_watch_count = (uint32_t)(2 * properties);
    for (uint32_t i = 0; i < properties; i++) {
        bool is_known = steps->knows(steps->context, i);
        bool is_cover = model_property(e->model, i)->kind == PROPERTY_COVER;
        e->watch_of[i] = is_known ? 2 * i : NO_WATCH;
        e->error_watch_of[i] = is_known && is_cover ? 2 * i + 1 : NO_WATCH;
    }
}

static void find_watches(struct explicit_engine *e)
{
    size_t properties = model_property_count(e->model);
    e->watch_of = mem_alloc(e->mem, (properties + 1) * sizeof *e->watch_of);
    e->error_watch_of = mem_alloc(e->mem, (properties + 1) * sizeof *e->error_watch_of);
    e->watched = mem_alloc(e->mem, (2 * properties + 1) * sizeof *e->watched);
    e->rule_watches = mem_alloc(e->mem, (2 * properties + 1) * sizeof *e->rule_watches);
    if (e->options.members) {
        find_watches_of_members(e, properties);
        return;
    }
    if (e->options.steps) {
        find_watches_of_steps(e, properties);
        return;
    }
    for (size_t i = 0; i < properties; i++) {
        const struct property *p = model_property(e->model, i);
        e->watch_of[i] = watch_condition(e, condition_of_states(e->model, p), p->kind == PROPERTY_DEADLOCK);
        e->error_watch_of[i] = watch_condition(e, condition_of_cover(e->model, p), false);
    }
}

// ---- Making ---------------------------------------------------------------------------------------------------------

// What grows with the states may take all but an eighth, which is left to what is small: only the former can fail.
static size_t bytes_for_states(const struct explicit_engine *e)
{
    size_t limit = e->options.memory_limit / 8 * 7;
    if (e->options.memory_limit == 0)
        return 0;
    return limit > e->mem->used ? limit - e->mem->used : 1;
}

static bool is_last_moment(void *context)
{
    struct explicit_engine *e = context;
    e->phase = "rules for states";
    return explicit_is_over(e, e->options.last_moment);
}

// The whole has no rules of its own; it knows states.
static bool make_members(struct explicit_engine *e)
{
    struct twins twins = {e->twin_first, e->twins_before};
    const struct symmetry *symmetry = e->canonical ? e->options.symmetry : NULL;
    if (e->cannot)
        e->cause = e->cannot;
    for (size_t i = 0; i < e->options.member_count && !e->cannot; i++) {
        struct member_rules *m = &e->members[i];
        if (m->is_made)
            continue;
        e->cause = CAUSE_NONE;
        if (!member_make(m, symmetry, twins, is_last_moment, e, e->mem)) {
            if (!e->cause)
                e->cause = e->cannot = CAUSE_UNSUPPORTED_MEMBER;
            return false;
        }
    }
    e->is_made = !e->cannot && rules_open(&e->rules, &e->layout, false, NULL, 0, NULL, NULL, e->evaluator, e->mem);
    return e->is_made;
}

static bool is_over(void *context)
{
    return explicit_should_stop(context);
}

static bool make_steps(struct explicit_engine *e)
{
    const struct explicit_steps *steps = e->options.steps;
    if (!steps->open(steps->context, &e->layout, e->canonical ? e->options.symmetry : NULL)) {
        e->cause = CAUSE_UNSUPPORTED_KIND;
        return false;
    }
    rules_open_steps(&e->rules, &e->layout, steps, e->watch_count, e->mem);
    e->rules.is_over = is_over;
    e->rules.context = e;
    e->is_made = true;
    quotient_use_twins(e);
    return true;
}

bool explicit_make(struct explicit_engine *e)
{
    if (e->is_made)
        return true;
    if (e->members)
        return make_members(e);
    if (e->options.steps)
        return make_steps(e);
    e->is_made = rules_open(&e->rules, &e->layout, !e->options.uncompiled, e->rule_watches, e->rule_watch_count,
                            is_last_moment, e, e->evaluator, e->mem);
    if (e->is_made)
        quotient_use_twins(e);
    else
        rules_close(&e->rules);
    return e->is_made;
}

static void open_members(struct explicit_engine *e)
{
    e->members = mem_zalloc(e->mem, e->options.member_count * sizeof *e->members);
    for (size_t i = 0; i < e->options.member_count; i++)
        if (!member_open(&e->members[i], &e->options.members[i], &e->layout, e->mem))
            e->cannot = CAUSE_MISFIT_OF_MEMBER;
}

static void close_members(struct explicit_engine *e)
{
    for (size_t i = 0; e->members && i < e->options.member_count; i++)
        member_close(&e->members[i], e->mem);
    mem_free(e->mem, e->members, e->members ? e->options.member_count * sizeof *e->members : 0);
    array_free(&e->bulk, &e->member_of);
}

struct explicit_engine *explicit_new(const struct model *model, const struct explicit_options *options, struct mem *mem)
{
    struct explicit_engine *e = mem_zalloc(mem, sizeof *e);
    *e = (struct explicit_engine){.mem = mem, .model = model, .options = *options, .dead_end = STORE_NONE};
    e->texts.mem = mem;
    e->evaluator = evaluator_new(model, mem);
    e->guide.tries = MOST_TRIES;
    evaluator_guide(e->evaluator, &e->guide);
    layout_open(&e->layout, model, options->symmetry, mem);
    if (options->members)
        open_members(e);
    find_watches(e);
    for (int i = 0; i < 2; i++)
        e->step[i] = mem_zalloc(mem, (e->layout.cells + 1) * sizeof *e->step[i]);
    e->bulk = (struct mem){.parent = mem, .limit = bytes_for_states(e), .folder = options->folder};
    uint8_t *widths = mem_alloc(mem, e->layout.words * sizeof *widths);
    layout_widths(&e->layout, widths);
    e->has_store = store_open(&e->store, e->layout.words, widths, options->folder ? 0 : mem_limit(&e->bulk), &e->bulk);
    mem_free(mem, widths, e->layout.words * sizeof *widths);
    if (options->compacts)
        e->has_store = e->has_store && store_compact(&e->store);
    e->batch = (struct batch){.mem = &e->bulk, .width = e->layout.words};
    quotient_open(e);
    explicit_make(e);
    return e;
}

void explicit_free(struct explicit_engine *e)
{
    if (!e)
        return;
    size_t properties = model_property_count(e->model);
    branching_free(e);
    parallel_free(e);
    quotient_close(e);
    batch_free(&e->batch);
    array_free(&e->bulk, &e->roots);
    store_close(&e->store);
    if (e->is_made)
        rules_close(&e->rules);
    close_members(e);
    arena_free(&e->texts);
    array_free(e->mem, &e->with_inputs);
    for (int i = 0; i < 2; i++)
        mem_free(e->mem, e->step[i], (e->layout.cells + 1) * sizeof *e->step[i]);
    mem_free(e->mem, e->rule_watches, (2 * properties + 1) * sizeof *e->rule_watches);
    mem_free(e->mem, e->watched, (2 * properties + 1) * sizeof *e->watched);
    mem_free(e->mem, e->watch_of, (properties + 1) * sizeof *e->watch_of);
    mem_free(e->mem, e->error_watch_of, (properties + 1) * sizeof *e->error_watch_of);
    mem_free(e->mem, e->deadlock, e->deadlock ? (e->layout.cells + 1) * sizeof *e->deadlock : 0);
    layout_close(&e->layout);
    evaluator_free(e->evaluator);
    mem_free(e->mem, e, sizeof *e);
}

void explicit_set_deadline(struct explicit_engine *e, double at)
{
    e->options.deadline = at;
}

void explicit_set_threads(struct explicit_engine *e, size_t threads)
{
    if (threads == e->threads_wanted)
        return;
    parallel_free(e);
    e->threads = e->threads_wanted = threads;
}

// ---- Traces ---------------------------------------------------------------------------------------------------------

struct wanted_step {
    const struct explicit_engine *engine;
    value *now;
    const value *next;
};

static bool copy_inputs(void *context, const value *inputs, const value *state)
{
    struct wanted_step *w = context;
    for (size_t i = 0; i < w->engine->layout.cells; i++)
        if (!w->engine->layout.fields[i].is_input && state[i] != w->next[i])
            return true;
    for (size_t i = 0; i < w->engine->layout.cells; i++)
        if (w->engine->layout.fields[i].is_input)
            w->now[i] = inputs[i];
    return false;
}

// Gives every state of the trace, but for the last, inputs that lead to the next one; with a loop, the last one too.
static void find_inputs(struct explicit_engine *e, struct trace *t)
{
    bool has_inputs = false;
    for (size_t i = 0; i < e->layout.cells; i++)
        has_inputs |= e->layout.fields[i].is_input;
    size_t length = trace_length(t);
    for (size_t i = 0; has_inputs && i < length; i++) {
        bool last = i + 1 == length;
        if (last && t->loop == TRACE_NO_LOOP)
            break;
        // What finds the inputs reads the state all the while, and they go into the trace: so a copy.
        value *now = trace_state(t, i);
        memcpy(e->rules.values, now, e->layout.cells * sizeof *now);
        struct wanted_step wanted = {e, now, trace_state(t, last ? t->loop : i + 1)};
        eval_each_successor(e->evaluator, e->rules.values, copy_inputs, &wanted);
    }
}

bool explicit_make_trace(struct explicit_engine *e, const struct run *run, struct trace *t)
{
    if (e->canonical) {
        if (!quotient_make_run(e, run, t))
            return false;
    } else {
        for (size_t i = 0; i < run->states.count; i++) {
            layout_unpack(&e->layout, store_state(&e->store, run->states.at[i]), e->rules.values);
            trace_push(t, e->mem, e->rules.values);
        }
        t->loop = run->loop;
    }
    trace_settle(t, e->mem);
    find_inputs(e, t);
    return true;
}

// From an initial state to this one, by the ways in which they were found first.
static bool make_path(struct explicit_engine *e, uint32_t state, struct trace *t)
{
    struct run run = {.loop = TRACE_NO_LOOP};
    for (; state != STORE_NONE; state = store_parent(&e->store, state))
        array_push(e->mem, &run.states, state);
    for (size_t i = 0, k = run.states.count; i + 1 < k; i++) {
        uint32_t held = run.states.at[--k];
        run.states.at[k] = run.states.at[i];
        run.states.at[i] = held;
    }
    bool good = explicit_make_trace(e, &run, t);
    array_free(e->mem, &run.states);
    return good;
}

// The trace goes on by the step that violates the condition.
static void add_step(struct explicit_engine *e, expr condition, struct trace *t)
{
    size_t last = trace_length(t) - 1, bytes = e->layout.cells * sizeof *e->step[0];
    memcpy(e->step[0], trace_state(t, last), bytes);
    if (!search_step_violates(e, condition))
        return;
    memcpy(trace_state(t, last), e->step[0], bytes);
    trace_push(t, e->mem, e->step[1]);
}

static bool show_violation(struct explicit_engine *e, const struct watched *w, struct result *result)
{
    trace_open(&result->trace, e->model);
    result->has_trace = make_path(e, w->violator, &result->trace);
    if (!result->has_trace)
        trace_close(&result->trace, e->mem);
    else if (w->rule == NO_WATCH)
        add_step(e, w->condition, &result->trace);
    return result->has_trace;
}

// ---- Verdicts -------------------------------------------------------------------------------------------------------

// As who makes the steps puts it, kept as long as the engine.
static const char *describe(struct explicit_engine *e, uint32_t state, const struct result *result)
{
    const struct explicit_steps *steps = e->options.steps;
    const uint64_t *words = store_state(&e->store, state);
    struct str text = {0};
    if (result->has_trace &&
        layout_pack(&e->layout, trace_state(&result->trace, trace_length(&result->trace) - 1), e->rules.successor))
        words = e->rules.successor;
    steps->describe(steps->context, words, result->property, &text);
    const char *kept = text.count ? arena_copy(&e->texts, text.at, text.count) : NULL;
    str_free(e->mem, &text);
    return kept;
}

// Of the last state of the trace, if there is one: the one that was stored may be a permuted one.
static const char *fault_in(struct explicit_engine *e, const struct property *p, uint32_t state,
                            const struct result *result)
{
    goal_id goal = p->kind == PROPERTY_FAULT ? GOAL_NONE : p->goal;
    const value *values = e->rules.values;
    if (e->options.steps)
        return describe(e, state, result);
    if (result->has_trace)
        values = trace_state(&result->trace, trace_length(&result->trace) - 1);
    else
        layout_unpack(&e->layout, store_state(&e->store, state), e->rules.values);
    for (size_t i = 0; i < model_fault_count(e->model); i++)
        if (model_fault(e->model, i)->goal == goal && model_fault(e->model, i)->after == EXPR_NONE &&
            eval_condition(e->evaluator, model_fault(e->model, i)->condition, values, NULL))
            return model_fault(e->model, i)->text;
    return NULL;
}

static bool check_states(struct explicit_engine *e, const struct property *p, uint32_t watch, struct result *result)
{
    if (!search_run(e, watch))
        return false;
    const struct watched *w = &e->watched[watch];
    bool violated = w->violator != STORE_NONE;
    result->verdict = violated ? VERDICT_FAILS : VERDICT_HOLDS;
    if (!violated)
        return true;
    if (e->options.compacts && !search_recall(e, w->violator)) {
        result->is_refuted = true;
        return false;
    }
    if (e->options.traces && !show_violation(e, w, result)) {
        result->is_refuted = true;
        return false;
    }
    if (p->kind == PROPERTY_FAULT || p->goal != GOAL_NONE)
        result->fault = fault_in(e, p, w->violator, result);
    return true;
}

// What cannot be evaluated somewhere fails, whatever is reached elsewhere.
static bool check_cover(struct explicit_engine *e, const struct property *p, uint32_t watch, struct result *result)
{
    uint32_t error = e->error_watch_of[result->property];
    if (error != NO_WATCH && (!check_states(e, p, error, result) || result->verdict == VERDICT_FAILS))
        return result->verdict == VERDICT_FAILS && !result->is_refuted;
    if (!search_run(e, watch))
        return false;
    bool is_reached = e->watched[watch].violator != STORE_NONE;
    if (!is_reached && e->options.compacts)
        e->cause = CAUSE_COMPACTED;
    result->verdict = is_reached ? VERDICT_HOLDS : VERDICT_FAILS;
    return is_reached || !e->options.compacts;
}

// On the graph of all states.
static bool check_graph(struct explicit_engine *e, const struct property *p, struct result *result)
{
    if (e->options.compacts)
        e->cause = CAUSE_COMPACTED;
    return !e->options.compacts && search_run(e, NO_WATCH) && branching_check(e, p, result);
}

// AG or G of a condition. A violation counts if it is on a fair path that goes on forever: that is so where all paths
// are.
static bool check_always(struct explicit_engine *e, const struct property *p, uint32_t watch, struct result *result)
{
    bool all_fair = model_justice_count(e->model) == 0 && model_compassion_count(e->model) == 0;
    if (!search_run(e, watch))
        return false;
    if (e->watched[watch].violator == STORE_NONE)
        return check_states(e, p, watch, result);
    if (!search_run(e, NO_WATCH))
        return false;
    bool all_go_on = e->dead_end == STORE_NONE || model_ends_stay(e->model);
    return all_fair && all_go_on ? check_states(e, p, watch, result) : check_graph(e, p, result);
}

static bool check_property(struct explicit_engine *e, const struct property *p, struct result *result)
{
    uint32_t watch = e->watch_of[result->property];
    e->cause = CAUSE_NONE;
    bool of_paths = p->kind == PROPERTY_CTL || p->kind == PROPERTY_LTL || p->kind == PROPERTY_CTLSTAR;
    if (watch != NO_WATCH && p->kind == PROPERTY_COVER)
        return check_cover(e, p, watch, result);
    if (e->options.steps && watch == NO_WATCH) {
        e->cause = CAUSE_UNSUPPORTED_KIND;
        return false;
    }
    if (watch != NO_WATCH)
        return of_paths ? check_always(e, p, watch, result) : check_states(e, p, watch, result);
    if (of_paths)
        return check_graph(e, p, result);
    e->cause = CAUSE_UNSUPPORTED_KIND;
    return false;
}

// Without a trace it is still said what goes wrong; of formulas, only a trace tells.
static void name_fault(struct explicit_engine *e, const struct property *p, struct result *result)
{
    struct result shown = {.property = result->property, .verdict = VERDICT_UNDECIDED};
    e->options.traces = true;
    if (check_property(e, p, &shown) && shown.verdict == VERDICT_FAILS && shown.has_trace)
        result->fault = trace_find_fault(&shown.trace, p, e->mem);
    if (shown.has_trace)
        trace_close(&shown.trace, e->mem);
    e->options.traces = false;
}

void explicit_check(struct explicit_engine *e, size_t property, struct result *result)
{
    const struct property *p = model_property(e->model, property);
    if (!result_begin(result, e->model, property))
        return;
    double begun = clock_now();
    if (!check_property(e, p, result)) {
        result->verdict = VERDICT_UNDECIDED;
        result->cause = cause_of(e->cause ? e->cause : CAUSE_OUT_OF_MEMORY);
    } else if (result->verdict == VERDICT_HOLDS && e->options.vacuity)
        explicit_look_for_vacuity(e, p, result);
    else if (result->verdict == VERDICT_FAILS && e->options.names_faults && !result->fault && !e->options.steps &&
             property_has_faults(e->model, p))
        name_fault(e, p, result);
    result->seconds = clock_now() - begun;
}

double explicit_missed(const struct explicit_engine *e)
{
    return store_missed(&e->store);
}

bool explicit_count_states(struct explicit_engine *e, uint64_t *count, struct cause *cause)
{
    bool good = search_run(e, NO_WATCH);
    *count = e->store.count;
    if (!good)
        *cause = cause_of(e->cause);
    return good;
}

bool explicit_count_states_where(struct explicit_engine *e, expr condition, uint64_t *count, struct cause *cause)
{
    bool good = explicit_has_all(e) && search_run(e, NO_WATCH);
    size_t bytes = (model_cell_count(e->model) + 1) * sizeof(value);
    value *state = mem_alloc(e->mem, bytes);
    struct evaluator *ev = evaluator_new(e->model, e->mem);
    *count = 0;
    for (uint32_t s = 0; s < e->store.count && good; s++) {
        layout_unpack(&e->layout, store_state(&e->store, s), state);
        *count += eval_condition(ev, condition, state, NULL);
        good = s % 256 || !explicit_should_stop(e);
    }
    evaluator_free(ev);
    mem_free(e->mem, state, bytes);
    if (!good)
        *cause = cause_of(e->cause);
    return good;
}

// ---- Statistics -----------------------------------------------------------------------------------------------------

#define VALUE(member, unit, help) \
    { \
#        member, STATISTIC_AT(struct explicit_statistics, member), unit, help \
    }

static const struct statistic table[] = {
    VALUE(states, STATISTIC_COUNT, "reachable states that were found"),
    VALUE(transitions, STATISTIC_COUNT, "steps that were made to find them"),
    VALUE(depth, STATISTIC_COUNT, "steps from the initial states, at the most"),
    VALUE(initial_states, STATISTIC_COUNT, "states to begin with"),
    VALUE(state_bits, STATISTIC_COUNT, "bits of a packed state"),
    VALUE(compiled_actions, STATISTIC_COUNT, "actions that were compiled; the evaluator does what the others do"),
    VALUE(instructions, STATISTIC_COUNT, "instructions of the compiled actions and conditions"),
    VALUE(bytes, STATISTIC_BYTES, "all that grows with the states"),
    VALUE(bytes_peak, STATISTIC_BYTES, "the most that it ever was"),
    VALUE(bytes_on_disk, STATISTIC_BYTES, "the same in files (--disk)"),
    VALUE(bytes_per_state, STATISTIC_COUNT, "for a state in the compressed store, with its table and its predecessor"),
    VALUE(packed_bytes_per_state, STATISTIC_COUNT, "the same without compression: packed states and a table of them"),
    VALUE(seconds_searching, STATISTIC_SECONDS, "time to find the states"),
    VALUE(states_per_second, STATISTIC_COUNT, "states found in a second of it"),
    VALUE(threads, STATISTIC_COUNT, "threads that searched"),
    VALUE(rounds, STATISTIC_COUNT, "parts of layers that they shared out among them"),
    VALUE(seconds_at_barriers, STATISTIC_SECONDS, "time that they waited for each other, all together"),
};

const struct statistics explicit_statistics_table = STATISTICS("Explicit states", table);

void explicit_get_statistics(const struct explicit_engine *e, struct explicit_statistics *s)
{
    *s = (struct explicit_statistics){
        .states = e->store.count,
        .transitions = e->rules.fired,
        .depth = e->depth,
        .initial_states = e->initial_count,
        .state_bits = 64 * e->layout.words,
        .compiled_actions = e->rules.compiled && !e->rules.steps ? model_action_count(e->model) : 0,
        .instructions = e->rules.program.code.count,
        .bytes = e->bulk.used,
        .bytes_peak = e->bulk.peak,
        .bytes_on_disk = e->bulk.on_disk,
        .bytes_per_state = e->store.count ? (double)store_bytes(&e->store) / e->store.count : 0,
        .packed_bytes_per_state = e->store.count ? (double)store_bytes_uncompressed(&e->store) / e->store.count : 0,
        .seconds_searching = e->seconds,
        .states_per_second = e->seconds > 0 ? (double)e->store.count / e->seconds : 0,
    };
    parallel_statistics(e, s);
}
