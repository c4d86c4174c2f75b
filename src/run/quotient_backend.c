#include "run/quotient_backend.h"

#include "run/group_order.h"

#include <string.h>

#include "run/checkpoint/checkpoint.h"
#include "run/checkpoint/checkpoint_name.h"
#include "run/goals.h"

// ---- One group at a time --------------------------------------------------------------------------------------------

static void note_warnings(struct quotient_backend *o)
{
    struct model_warnings w;
    checker_find_warnings(o->checker, &w);
    model_warnings_add(&o->warnings, &w);
}

static void leave(struct quotient_backend *o)
{
    if (o->group == SIZE_MAX)
        return;
    if (o->checker) {
        note_warnings(o);
        checker_get_statistics(o->checker, &o->statistics, &o->diagrams);
    }
    checkpoint_drop(o->run->checkpoint, o->checker);
    checker_free(o->checker);
    quotient_free(o->abstraction);
    o->checker = NULL;
    o->abstraction = NULL;
    o->group = SIZE_MAX;
}

// None if the group can be used, else why not. A checker that there was no time to build is built anew: there may be
// more of it now.
static enum cause_code enter(struct quotient_backend *o, size_t group, double deadline)
{
    const struct symmetry *symmetry = o->instances->groups.at[group];
    enum cause_code obstacle = symmetry ? quotient_obstacle(symmetry) : CAUSE_NONE;
    if (obstacle)
        return obstacle;
    if (o->group != group || !checker_is_built(o->checker)) {
        leave(o);
        struct check_options options = {
            .deadline = deadline,
            .reorder = false,
            .traces = o->job->trace,
            .names_faults = !o->job->trace && !o->job->is_terse,
            .vacuity = o->job->vacuity,
            .all_first = o->all_first,
        };
        o->watch = (struct checker_watch){o->run, "diagrams of representatives", "orbits"};
        checker_watch_set(&o->watch, o->job, &options);
        o->group = group;
        if (!symmetry_is_trivial(symmetry))
            options.abstraction = o->abstraction = quotient_new(symmetry, o->search, o->job->sort_by, &o->run->mem);
        o->checker = checker_new(o->model, &options, &o->run->mem);
        uint64_t name = checkpoint_hash_of_group(symmetry) + o->job->sort_by; // representatives may differ
        checkpoint_add_checker(o->run->checkpoint, "orbits", o->model, name, o->checker);
    }
    checker_set_deadline(o->checker, deadline);
    return CAUSE_NONE;
}

// ---- Properties -----------------------------------------------------------------------------------------------------

static enum backend_kind backend_of(const struct quotient_backend *o)
{
    if (!o->abstraction)
        return BACKEND_BDD;
    switch (o->search) {
    case QUOTIENT_DYNAMIC:
        return BACKEND_DYNAMIC;
    case QUOTIENT_COMPONENTWISE:
        return BACKEND_COMPONENTWISE;
    default:
        return BACKEND_COMPONENTWISE_STATES;
    }
}

static void check_instance(void *context, struct reduction_goal goal, size_t group, double deadline,
                           struct result *result)
{
    struct quotient_backend *o = context;
    enum cause_code obstacle = enter(o, group, deadline);
    if (!obstacle && o->wants_run) {
        bool wants = o->wants_run(o->context, goal.of);
        checker_set_traces(o->checker, o->job->trace && wants, !o->job->trace && wants);
    }
    if (obstacle)
        *result = (struct result){.verdict = VERDICT_UNDECIDED, .cause = cause_of(obstacle)};
    else
        checker_check(o->checker, goal.property, result);
    result->method = (struct method){.backend = backend_of(o)};
    if (o->instances->groups.at[group])
        group_order_note_classes(&result->method, o->instances->groups.at[group]);
}

static bool check(void *backend, size_t goal, double deadline, struct result *result)
{
    struct quotient_backend *o = backend;
    return property_instances_check(o->instances, goal, deadline, check_instance, o, result);
}

static bool decide(struct backend *base, struct goals *goals, double deadline)
{
    struct quotient_backend *o = (struct quotient_backend *)base;
    return goals_decide_each(goals, o->cannot, check, o, deadline);
}

// ---- What else is asked for -----------------------------------------------------------------------------------------

static bool is_begun(const struct backend *base)
{
    return ((const struct quotient_backend *)base)->group != SIZE_MAX;
}

static bool count(struct backend *base, double deadline, mpz_t orbits, mpz_t states, struct cause *cause)
{
    struct quotient_backend *o = (struct quotient_backend *)base;
    *cause = cause_of(enter(o, 0, deadline));
    return !cause->code && checker_count_abstract(o->checker, orbits, cause) &&
           checker_count_states(o->checker, states, cause);
}

bool quotient_backend_count_states_where(struct quotient_backend *o, double deadline, expr condition, mpz_t orbits,
                                         mpz_t states, struct cause *cause)
{
    *cause = cause_of(enter(o, 0, deadline));
    return !cause->code && checker_count_abstract_where(o->checker, condition, orbits, states, cause);
}

// Without a state: it would be a representative.
static void find_warnings(struct backend *base, double deadline, struct model_warnings *all)
{
    struct quotient_backend *o = (struct quotient_backend *)base;
    (void)deadline;
    if (o->checker)
        note_warnings(o);
    *all = o->warnings;
}

static void add_statistics(struct backend *base, struct backend_statistics *all)
{
    const struct quotient_backend *o = (const struct quotient_backend *)base;
    struct backend_statistics own = {.checkers = 1, .check = o->statistics, .diagrams = o->diagrams};
    if (o->checker)
        checker_get_statistics(o->checker, &own.check, &own.diagrams);
    backend_statistics_add(all, &own);
}

// ---- Making ---------------------------------------------------------------------------------------------------------

static void close(struct backend *base)
{
    struct quotient_backend *o = (struct quotient_backend *)base;
    leave(o);
    mem_free(&o->run->mem, o->cannot, o->goal_count + 1);
}

static const struct backend_type type = BACKEND_TYPE;

void quotient_backend_open(struct quotient_backend *o, struct run *run, const struct job *job, struct model *model,
                           struct property_instances *instances, enum quotient_search search, size_t goal_count)
{
    *o = (struct quotient_backend){{&type}, run, job, model, instances, search, goal_count, .group = SIZE_MAX};
    o->cannot = mem_zalloc(&run->mem, goal_count + 1);
}

void quotient_backend_ask_again(struct quotient_backend *o)
{
    memset(o->cannot, 0, o->goal_count);
}
