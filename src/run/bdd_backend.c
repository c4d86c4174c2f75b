// One checker at a time: opening it for a group, checking with it, lifting its traces, and keeping what it found out.
#include "run/bdd_backend.h"

#include <assert.h>
#include <string.h>

#include "base/clock.h"
#include "base/hash.h"
#include "run/checkpoint/checkpoint.h"
#include "run/lifting.h"
#include "run/too_large.h"

// ---- Opening and leaving a group ------------------------------------------------------------------------------------

static struct model *model_of_group(const struct bdd_backend *s)
{
    return s->group->is_full ? s->model : s->cone.model;
}

static struct model *checked_model(const struct bdd_backend *s)
{
    return s->smaller ? s->smaller : model_of_group(s);
}

static void open_checker(struct bdd_backend *s, double deadline)
{
    const struct job *o = s->setup->job;
    struct check_options options = {
        .deadline = deadline,
        .reachable = (enum check_reachable)o->reachable,
        .strategy = (enum check_strategy)o->strategy,
        .reorder = o->reorder,
        .traces = o->trace,
        .names_errors = !o->trace && !o->is_terse,
        .vacuity = o->vacuity,
        .order = s->setup->order,
        .interleaved = s->setup->counters ? counter_interleaved(s->setup->counters) : NULL,
    };
    s->watch = (struct checker_watch){s->run, "diagrams", s->setup->counters ? "counter states" : "states"};
    checker_watch_set(&s->watch, o, &options);
    s->opened = clock_now();
    s->checker = checker_new(checked_model(s), &options, s->mem);
    s->building = clock_now() - s->opened;
    checkpoint_add_checker(s->run->checkpoint, s->setup->counters ? "counters" : "diagrams", s->model,
                           hash_bytes(HASH_BYTES_START, s->group->cells, model_cell_count(s->model)), s->checker);
    s->is_stale = deadline > 0 && clock_now() > deadline && !checker_is_built(s->checker);
    size_t cells = model_cell_count(s->model);
    if (checker_is_built(s->checker))
        log_verbose(&s->run->log, "the transition relation of %zu of %zu variables is built after %.2f s",
                    cells - cone_groups_left_out(s->group, s->model), cells, clock_now() - s->setup->started);
}

// The reduced model gets all properties that it has the variables for, so that it may go on with them.
static void open_cone(struct bdd_backend *s)
{
    size_t count = s->setup->wanted_count, listed = 0;
    size_t *properties = mem_alloc(s->mem, (count + 1) * sizeof *properties);
    for (size_t g = 0; g < s->groups.count; g++) {
        const struct cone_group *group = &s->groups.at[g];
        if (!cone_groups_include(s->group, group, s->model))
            continue;
        for (size_t i = 0; i < group->members.count; i++) {
            size_t goal = group->members.at[i];
            if (s->number[goal] == SIZE_MAX) {
                s->number[goal] = listed;
                properties[listed++] = s->setup->wanted[goal];
            }
        }
    }
    cone_open(&s->cone, s->model, s->dependence, s->group->cells, properties, listed, s->mem);
    mem_free(s->mem, properties, (count + 1) * sizeof *properties);
}

static void open_group(struct bdd_backend *s, const struct cone_group *group, double deadline)
{
    s->group = group;
    for (size_t i = 0; i < s->setup->wanted_count; i++)
        s->number[i] = group->is_full ? s->setup->wanted[i] : SIZE_MAX;
    if (!group->is_full)
        open_cone(s);
    if (too_large_is(model_of_group(s)))
        s->smaller = too_large_shrink(model_of_group(s), s->mem);
    s->stack.count = 0;
    if (!group->is_full)
        reduction_stack_push(&s->stack, cone_layer(&s->cone));
    if (s->smaller)
        reduction_stack_push(&s->stack,
                             reduction_to_first_cells(REDUCTION_KINDS, s->smaller, model_of_group(s), s->mem));
    if (s->smaller)
        log_verbose(&s->run->log, "variables that never change are encoded by half as many variables");
    open_checker(s, deadline);
}

static void keep_deadlock(struct bdd_backend *s, const value *state)
{
    for (cell_id c = 0; c < model_cell_count(s->model); c++) {
        s->is_shown[c] = s->group->cells[c];
        if (s->is_shown[c])
            s->deadlock[c] = state[s->group->is_full ? c : s->cone.map[c]];
    }
    s->warnings.deadlock = s->deadlock;
    s->warnings.is_shown = s->is_shown;
}

// What a reduced model has no successor for, or no fair path from, the full one has neither. Until `deadline`; a search
// that only warnings need has so much time as the properties had.
static void collect_warnings(struct bdd_backend *s, double deadline)
{
    struct model_warnings w;
    checker_set_deadline(s->checker, deadline);
    checker_find_warnings(s->checker, &w);
    model_warnings_add(&s->warnings, &w);
    if (!s->warnings.known && !run_is_interrupted(s->run)) {
        checker_set_deadline(s->checker, watch_time_for_warnings(s->opened, s->deadline));
        checker_settle_totality(s->checker);
        checker_find_warnings(s->checker, &w);
        model_warnings_add(&s->warnings, &w);
    }
    if (w.deadlock && !s->warnings.deadlock)
        keep_deadlock(s, w.deadlock);
}

void bdd_backend_note_warnings(struct bdd_backend *s, const struct model_warnings *w)
{
    size_t cells = model_cell_count(s->model);
    model_warnings_add(&s->warnings, w);
    if (!w->deadlock || s->warnings.deadlock)
        return;
    memcpy(s->deadlock, w->deadlock, cells * sizeof *s->deadlock);
    memset(s->is_shown, true, cells * sizeof *s->is_shown);
    s->warnings.deadlock = s->deadlock;
    s->warnings.is_shown = s->is_shown;
}

static void add_checker(const struct bdd_backend *s, struct backend_statistics *all)
{
    struct backend_statistics own = {.checkers = 1, .left_out = cone_groups_left_out(s->group, s->model)};
    checker_get_statistics(s->checker, &own.check, &own.diagrams);
    backend_statistics_add(all, &own);
}

static void keep_states(struct bdd_backend *s)
{
    struct cause cause;
    if (s->setup->counts_states && !s->states_are_known && s->group->is_full && checker_knows_reachable(s->checker)) {
        checker_set_deadline(s->checker, s->deadline);
        s->states_are_known = checker_count_states(s->checker, s->states, &cause);
    }
}

static void close_checker(struct bdd_backend *s)
{
    checkpoint_drop(s->run->checkpoint, s->checker);
    checker_free(s->checker);
}

static void close_group(struct bdd_backend *s)
{
    close_checker(s);
    cone_close(&s->cone);
    model_free(s->smaller);
    s->smaller = NULL;
    s->checker = NULL;
    s->group = NULL;
}

// Warnings are not worth more time than the properties took: others are waiting.
static void leave_group(struct bdd_backend *s)
{
    if (!s->group)
        return;
    double now = clock_now(), deadline = now + (now - s->opened);
    keep_states(s);
    collect_warnings(s, s->deadline > 0 && s->deadline < deadline ? s->deadline : deadline);
    add_checker(s, &s->statistics);
    close_group(s);
}

// Warnings would take more of the memory that was not enough.
void bdd_backend_release(struct bdd_backend *s)
{
    if (!s->group)
        return;
    keep_states(s);
    add_checker(s, &s->statistics);
    close_group(s);
}

void bdd_backend_use(struct bdd_backend *s, const struct cone_group *group, double deadline)
{
    if (s->group != group) {
        leave_group(s);
        open_group(s, group, deadline);
    } else if (s->is_stale) {
        add_checker(s, &s->statistics);
        close_checker(s);
        open_checker(s, deadline);
    }
    checker_set_deadline(s->checker, deadline);
}

void bdd_backend_use_full(struct bdd_backend *s, double deadline)
{
    bdd_backend_use(s, bdd_schedule_full_group(s), deadline);
}

bool bdd_backend_knows_reachable(const struct bdd_backend *s, const struct cone_group *group)
{
    return s->group == group && s->checker && checker_knows_reachable(s->checker);
}

bool bdd_backend_lacks_variables(const struct bdd_backend *s)
{
    return s->checker && checker_lacks_variables(s->checker);
}

bool bdd_backend_count_states_where(struct bdd_backend *s, expr condition, mpz_t count, struct cause *cause)
{
    bdd_backend_use_full(s, s->deadline);
    if (!s->smaller)
        return checker_count_states_where(s->checker, condition, count, cause);
    *cause = checker_why_too_large(s->model); // the condition is one of the larger model
    return false;
}

bool bdd_backend_sum_weights(struct bdd_backend *s, const struct counter_reduction *counters, mpz_t sum,
                             struct cause *cause)
{
    uint32_t count;
    const uint32_t *classes = counter_classes(counters, &count);
    return checker_sum_weights(s->checker, classes, count, sum, cause);
}

// ---- One goal -------------------------------------------------------------------------------------------------------

// Work that was given up leaves a table full of what nobody needs, so the next property is better off with a new
// checker, unless the old one knows the reachable states, or was itself a good part of the work. A search for them that
// has begun is not thrown away, either: it goes on in the next turn.
static void note_wear(struct bdd_backend *s, const struct result *result)
{
    if (checker_has_search(s->checker))
        return;
    if (result->verdict == VERDICT_UNDECIDED && result->seconds > 10 * s->building)
        s->is_stale = s->is_stale || (checker_is_built(s->checker) && !checker_knows_reachable(s->checker));
}

bool bdd_backend_check(struct bdd_backend *s, size_t goal, struct result *result)
{
    const struct portfolio_setup *setup = s->setup;
    if (setup->wants_trace) {
        bool wants = setup->wants_trace(setup->context, goal);
        checker_set_traces(s->checker, setup->job->trace && wants, !setup->job->trace && wants);
    }
    checker_check(s->checker, s->number[goal], result);
    result->method = (struct method){.backend = BACKEND_BDD};
    note_wear(s, result);
    if (s->stack.count == 0)
        return true;
    lifting_translate_texts(model_property(checked_model(s), result->property),
                            model_property(s->model, setup->wanted[goal]), result);
    if (!s->group->is_full)
        log_verbose(&s->run->log, "property %zu is checked without %zu of %zu variables", setup->wanted[goal] + 1,
                    cone_groups_left_out(s->group, s->model), model_cell_count(s->model));
    return !lifting_is_refused(lifting_lift(s->run, &s->stack, s->setup->wanted[goal], result));
}

// ---- As a backend ---------------------------------------------------------------------------------------------------

static bool decide(struct backend *base, struct goals *goals, double deadline)
{
    return bdd_schedule_decide((struct bdd_backend *)base, goals, deadline);
}

static bool is_begun(const struct backend *base)
{
    const struct bdd_backend *s = (const struct bdd_backend *)base;
    return s->group || s->statistics.checkers > 0;
}

// States and no orbits: of these there are as many. The checker need not be there if it has counted before.
static bool count(struct backend *base, double deadline, mpz_t orbits, mpz_t states, struct cause *cause)
{
    struct bdd_backend *s = (struct bdd_backend *)base;
    if (!s->states_are_known || s->setup->counters)
        bdd_backend_use_full(s, deadline);
    if (!s->states_are_known)
        s->states_are_known = checker_count_states(s->checker, s->states, cause);
    mpz_set(orbits, s->states);
    mpz_set(states, s->states);
    return s->states_are_known;
}

// Of the group that is open, and of those that were.
static void find_warnings(struct backend *base, double deadline, struct model_warnings *all)
{
    struct bdd_backend *s = (struct bdd_backend *)base;
    if (s->group)
        collect_warnings(s, deadline);
    *all = s->warnings;
}

static void add_statistics(struct backend *base, struct backend_statistics *all)
{
    const struct bdd_backend *s = (const struct bdd_backend *)base;
    backend_statistics_add(all, &s->statistics);
    if (s->group)
        add_checker(s, all);
}

static void close(struct backend *base)
{
    struct bdd_backend *s = (struct bdd_backend *)base;
    size_t cells = model_cell_count(s->model);
    close_group(s);
    bdd_schedule_close(s);
    mem_free(s->mem, s->number, (s->setup->wanted_count + 1) * sizeof *s->number);
    mem_free(s->mem, s->deadlock, (cells + 1) * sizeof *s->deadlock);
    mem_free(s->mem, s->is_shown, (cells + 1) * sizeof *s->is_shown);
    mpz_clear(s->states);
}

static const struct backend_type type = BACKEND_TYPE("BDDs");

void bdd_backend_open(struct bdd_backend *s, struct run *run, const struct portfolio_setup *setup)
{
    size_t cells = model_cell_count(setup->model);
    *s = (struct bdd_backend){.base = {&type},
                              .run = run,
                              .mem = &run->mem,
                              .model = setup->model,
                              .setup = setup,
                              .deadline = setup->deadline};
    bdd_schedule_open(s);
    s->number = mem_zalloc(s->mem, (setup->wanted_count + 1) * sizeof *s->number);
    s->deadlock = mem_zalloc(s->mem, (cells + 1) * sizeof *s->deadlock);
    s->is_shown = mem_zalloc(s->mem, (cells + 1) * sizeof *s->is_shown);
    mpz_init(s->states);
}

// A checker that there was no time to build is built anew.
void bdd_backend_ask_again(struct bdd_backend *s, double deadline)
{
    s->deadline = deadline;
    s->is_stale |= s->checker && !checker_is_built(s->checker);
    bdd_schedule_ask_again(s);
}
