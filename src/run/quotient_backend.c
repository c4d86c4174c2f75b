#include "run/quotient_backend.h"

#include <string.h>

#include "base/clock.h"
#include "run/checkpoint/checkpoint.h"
#include "run/checkpoint/checkpoint_name.h"
#include "run/goals.h"
#include "run/group_order.h"

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

static const struct symmetry *group_at(const struct quotient_backend *o, size_t group, bool is_of_fair)
{
    return (is_of_fair ? o->fair_instances : o->instances)->groups.at[group];
}

// False if conditions of fairness are moved by the group, and cannot be followed.
static bool open_abstraction(struct quotient_backend *o, const struct symmetry *symmetry, bool is_of_fair)
{
    if (symmetry_is_trivial(symmetry))
        return true;
    o->abstraction = quotient_new(symmetry, o->search, o->job->sort_by, &o->run->mem);
    return !is_of_fair || quotient_follow_fairness(o->abstraction, o->model);
}

// None if the group can be used, else why not. A checker that there was no time to build is built anew: there may be
// more of it now.
static enum cause_code enter(struct quotient_backend *o, size_t group, bool is_of_fair, double deadline)
{
    const struct symmetry *symmetry = group_at(o, group, is_of_fair);
    enum cause_code obstacle = symmetry ? quotient_obstacle(symmetry) : CAUSE_NONE;
    if (obstacle)
        return obstacle;
    if (o->group != group || o->is_of_fair != is_of_fair || !checker_is_built(o->checker)) {
        leave(o);
        struct check_options options = {
            .deadline = deadline,
            .reorder = false,
            .traces = o->job->trace,
            .names_errors = !o->job->trace && !o->job->is_terse,
            .vacuity = o->job->vacuity,
            .all_first = o->all_first,
        };
        o->watch = (struct checker_watch){o->run, "symbolic quotient", "orbits"};
        checker_watch_set(&o->watch, o->job, &options);
        o->group = group;
        o->is_of_fair = is_of_fair;
        if (!open_abstraction(o, symmetry, is_of_fair)) {
            leave(o);
            return CAUSE_UNSUPPORTED_FAIRNESS;
        }
        options.abstraction = o->abstraction;
        o->checker = checker_new(o->model, &options, &o->run->mem);
        uint64_t name = checkpoint_hash_of_group(symmetry) + o->job->sort_by + 2 * is_of_fair; // sets may differ
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

static void check_instance_by(struct quotient_backend *o, struct reduction_goal goal, size_t group, bool is_of_fair,
                              double deadline, struct result *result)
{
    enum cause_code obstacle = enter(o, group, is_of_fair, deadline);
    if (!obstacle && is_of_fair)
        checker_set_traces(o->checker, false, false);
    else if (!obstacle && o->wants_trace) {
        bool wants = o->wants_trace(o->context, goal.of);
        checker_set_traces(o->checker, o->job->trace && wants, !o->job->trace && wants);
    }
    if (obstacle)
        *result = (struct result){.verdict = VERDICT_UNDECIDED, .cause = cause_of(obstacle)};
    else
        checker_check(o->checker, goal.property, result);
    result->method = (struct method){.backend = backend_of(o)};
    if (group_at(o, group, is_of_fair))
        group_order_note_classes(&result->method, group_at(o, group, is_of_fair));
}

static void check_instance(void *context, struct reduction_goal goal, size_t group, double deadline,
                           struct result *result)
{
    check_instance_by(context, goal, group, false, deadline, result);
}

static void check_fair_instance(void *context, struct reduction_goal goal, size_t group, double deadline,
                                struct result *result)
{
    check_instance_by(context, goal, group, true, deadline, result);
}

static bool wants_trace(const struct quotient_backend *o, size_t goal)
{
    return o->job->trace && (!o->wants_trace || o->wants_trace(o->context, goal));
}

// Whether some instance of the property has permutations that do not keep each condition of fairness.
static bool moves_fairness(const struct quotient_backend *o, size_t goal)
{
    for (size_t i = 0; o->fair_instances && i < o->fair_instances->at.count; i++)
        if (o->fair_instances->goals.at[i].of == goal &&
            !symmetry_equal(group_at(o, o->fair_instances->at.at[i].group, true),
                            group_at(o, o->instances->at.at[i].group, false)))
            return true;
    return false;
}

// What depends on fairness is decided with the whole group first. That it fails is shown with those permutations that
// keep each condition, for lassos are made of representatives by these.
static bool check(void *backend, size_t goal, double deadline, struct result *result)
{
    struct quotient_backend *o = backend;
    bool is_refuted = false;
    if (moves_fairness(o, goal)) {
        double half = deadline > 0 ? (clock_now() + deadline) / 2 : 0;
        bool is_final = property_instances_check(o->fair_instances, goal, half, check_fair_instance, o, result);
        is_refuted = result->verdict == VERDICT_FAILS;
        if (result->verdict == VERDICT_HOLDS || (is_refuted && !wants_trace(o, goal)))
            return is_final;
    }
    bool is_final = property_instances_check(o->instances, goal, deadline, check_instance, o, result);
    result->is_refuted |= is_refuted && result->verdict == VERDICT_UNDECIDED;
    return is_final;
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
    *cause = cause_of(enter(o, 0, false, deadline));
    return !cause->code && checker_count_abstract(o->checker, orbits, cause) &&
           checker_count_states(o->checker, states, cause);
}

bool quotient_backend_count_states_where(struct quotient_backend *o, double deadline, expr condition, mpz_t orbits,
                                         mpz_t states, struct cause *cause)
{
    *cause = cause_of(enter(o, 0, false, deadline));
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

static const struct backend_type type = BACKEND_TYPE("symbolic quotient");

void quotient_backend_open(struct quotient_backend *o, struct run *run, const struct job *job, struct model *model,
                           struct property_instances *instances, enum quotient_search search, size_t goal_count)
{
    *o = (struct quotient_backend){{&type}, run, job, model, instances, NULL, search, goal_count, .group = SIZE_MAX};
    o->cannot = mem_zalloc(&run->mem, goal_count + 1);
}

void quotient_backend_ask_again(struct quotient_backend *o)
{
    memset(o->cannot, 0, o->goal_count);
}
