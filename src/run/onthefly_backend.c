#include "run/onthefly_backend.h"

#include <assert.h>
#include <inttypes.h>
#include <string.h>

#include "base/clock.h"
#include "check/abstraction.h"
#include "run/group_order.h"
#include "run/lifting.h"
#include "run/onthefly_parts.h"
#include "run/verify_generators.h"

#define MOST_TOLD 8 // generators

// ---- Properties -----------------------------------------------------------------------------------------------------

// `left` of them share what is left of the time.
static double deadline_of(const struct onthefly_backend *p, size_t left)
{
    if (p->deadline == 0)
        return 0;
    double now = clock_now(), time = p->deadline - now;
    return time <= 0 ? p->deadline : now + time / (double)left;
}

static enum backend_kind backend_of(const struct onthefly_backend *p)
{
    switch (p->setup.job->symmetry) {
    case JOB_SYMMETRY_LIVE_REP:
        return BACKEND_LIVE_REP;
    case JOB_SYMMETRY_XI:
        return BACKEND_XI;
    case JOB_SYMMETRY_ORBIT_XI:
        return BACKEND_ORBIT_XI;
    default:
        return BACKEND_ONTHEFLY;
    }
}

// The group that is used for a property, by its generators.
static void tell_generators(struct onthefly_backend *p, size_t property)
{
    struct str text = {0};
    for (size_t i = 0; i < p->used.count && i < MOST_TOLD; i++)
        str_add(p->mem, &text, "%s%s", i ? ", " : "", p->used.at[i].text);
    if (p->used.count > MOST_TOLD)
        str_add(p->mem, &text, " and %zu more", p->used.count - MOST_TOLD);
    if (p->used.count)
        log_verbose(&p->run->log, "property %zu: symmetries %s", property + 1, str_text(&text));
    str_free(p->mem, &text);
}

// A property of the job by its number in the model at hand, which may be one of the cone.
static void check(struct onthefly_backend *p, generator_array *generators, size_t number, size_t property,
                  double deadline, struct result *result)
{
    onthefly_enter(p, generators, deadline);
    checker_check(p->checker, number, result);
    if (result->verdict == VERDICT_UNDECIDED && p->abstraction->is_over_budget) {
        generator_array none = {0};
        bool was_refuted = result->is_refuted;
        log_verbose(&p->run->log, "property %zu is checked without symmetries: orbits take too much work",
                    property + 1);
        onthefly_enter(p, &none, deadline);
        checker_check(p->checker, number, result);
        result->is_refuted |= was_refuted && result->verdict == VERDICT_UNDECIDED;
    }
    if (p->abstraction->partial_sets)
        log_verbose(&p->run->log, "property %zu: applying generators stopped early %" PRIu64 " times in its search",
                    property + 1, p->abstraction->partial_sets);
    tell_generators(p, property);
    result->method.backend = backend_of(p);
    group_order_note_generators(&result->method, &p->used, p->mem);
}

// False if the cone is of no use: some symmetries are none of it, or its trace cannot be lifted.
static bool check_on_cone(struct onthefly_backend *p, const struct cone_group *group, size_t at, double deadline,
                          struct result *result)
{
    struct reduction_stack stack = {0};
    generator_array generators = {0};
    size_t property = p->setup.wanted[group->members.at[at]];
    onthefly_use_cone(p, group);
    if (!onthefly_find_group_of_cone(p, property, at, &generators)) {
        log_verbose(&p->run->log, "property %zu is checked with all variables: a symmetry leads out of its cone",
                    property + 1);
        return false;
    }
    log_verbose(&p->run->log, "property %zu is checked without %zu of %zu variables", property + 1,
                cone_groups_left_out(group, p->model), model_cell_count(p->model));
    check(p, &generators, at, property, deadline, result);
    lifting_translate_texts(model_property(p->cone.model, at), model_property(p->model, property), result);
    reduction_stack_push(&stack, cone_layer(&p->cone));
    bool is_refused = lifting_is_refused(lifting_lift(p->run, &stack, property, result));
    if (is_refused)
        log_verbose(&p->run->log, "property %zu is checked again with all variables, for a trace of all", property + 1);
    return !is_refused;
}

static void check_on_model(struct onthefly_backend *p, size_t goal_index, double deadline, struct result *result)
{
    generator_array generators = {0};
    bool was_refuted = result->is_refuted;
    onthefly_use_cone(p, NULL);
    onthefly_find_group(p, p->setup.wanted[goal_index], &generators);
    check(p, &generators, p->setup.wanted[goal_index], p->setup.wanted[goal_index], deadline, result);
    result->is_refuted |= was_refuted && result->verdict == VERDICT_UNDECIDED;
}

static void decide_goal(struct onthefly_backend *p, struct goals *goals, const struct cone_group *group, size_t at,
                        double deadline)
{
    size_t goal = group->members.at[at];
    struct result *result = &goals->at[goal].result;
    *result = (struct result){.property = p->setup.wanted[goal], .verdict = VERDICT_UNDECIDED};
    if (!group->is_full && !p->wants_full[goal])
        p->wants_full[goal] = !check_on_cone(p, group, at, deadline, result);
    if (group->is_full || p->wants_full[goal])
        check_on_model(p, goal, deadline, result);
    goals_note_try(goals, goal);
    if (result->verdict != VERDICT_UNDECIDED)
        goals_finish(goals, goal);
}

// Those with the same cone one after the other.
static bool decide(struct backend *base, struct goals *goals, double deadline)
{
    struct onthefly_backend *p = (struct onthefly_backend *)base;
    size_t left = goals_waiting(goals);
    p->deadline = deadline;
    for (size_t g = 0; g < p->groups.count; g++) {
        const struct cone_group *group = &p->groups.at[g];
        for (size_t i = 0; i < group->members.count && !goals_are_over(goals) && !run_is_interrupted(p->run); i++)
            if (goals_is_waiting(goals, group->members.at[i]))
                decide_goal(p, goals, group, i, deadline_of(p, left--));
    }
    return goals_waiting(goals) > 0;
}

// ---- What else is asked for -----------------------------------------------------------------------------------------

static bool count_by_checker(struct onthefly_backend *p, mpz_t orbits, mpz_t states, struct cause *cause)
{
    checker_set_deadline(p->checker, p->deadline);
    return checker_count_abstract(p->checker, orbits, cause) && checker_count_states(p->checker, states, cause);
}

// The search for the last property, if it has found all states; so it is if that was before the checkpoint.
static void find_last_search(struct onthefly_backend *p)
{
    size_t last = p->setup.wanted_count - 1;
    generator_array group = {0};
    if (p->checker || p->setup.wanted_count == 0 || !p->setup.is_known || !p->setup.is_known[last])
        return;
    onthefly_find_group(p, p->setup.wanted[last], &group);
    onthefly_enter(p, &group, p->deadline);
}

// Orbits are those of all symmetries of the model, whichever property was decided last, or by this process. Where these
// cannot be counted, the search for the last property tells what it knows.
static bool count(struct backend *base, double deadline, mpz_t orbits, mpz_t states, struct cause *cause)
{
    struct onthefly_backend *p = (struct onthefly_backend *)base;
    generator_array group = {0};
    bool is_counted = false;
    p->deadline = deadline;
    onthefly_use_cone(p, NULL);
    find_last_search(p);
    onthefly_find_group(p, SIZE_MAX, &group);
    if (p->checker && !onthefly_same_group(&p->used, &group) && p->initial_count == p->stated.count &&
        (checker_knows_reachable(p->checker) || checker_has_whole_search(p->checker)))
        is_counted = count_by_checker(p, orbits, states, cause);
    mpz_t all, same;
    mpz_init(all);
    mpz_init(same);
    onthefly_enter(p, &group, p->deadline);
    if (count_by_checker(p, all, same, cause)) {
        assert(!is_counted || mpz_cmp(same, states) == 0);
        mpz_set(orbits, all);
        mpz_set(states, same);
        is_counted = true;
    }
    if (!is_counted && p->abstraction->is_over_budget) {
        generator_array none = {0};
        onthefly_enter(p, &none, p->deadline);
        is_counted = count_by_checker(p, orbits, states, cause);
    }
    mpz_clear(all);
    mpz_clear(same);
    return is_counted;
}

static bool is_begun(const struct backend *base)
{
    const struct onthefly_backend *p = (const struct onthefly_backend *)base;
    return p->checkers > 0;
}

static void find_warnings(struct backend *base, double deadline, struct model_warnings *all)
{
    struct onthefly_backend *p = (struct onthefly_backend *)base;
    if (p->checker && !run_is_interrupted(p->run)) {
        checker_set_deadline(p->checker, deadline);
        checker_settle_totality(p->checker);
        checker_set_deadline(p->checker, p->deadline);
    }
    onthefly_leave(p);
    *all = p->warnings;
}

static void add_statistics(struct backend *base, struct backend_statistics *all)
{
    struct onthefly_backend *p = (struct onthefly_backend *)base;
    onthefly_leave(p);
    struct backend_statistics own = p->statistics;
    own.checkers = p->checkers;
    backend_statistics_add(all, &own);
}

const cell_id *onthefly_backend_order(struct onthefly_backend *p, size_t *count)
{
    generator_array none = {0};
    onthefly_use_cone(p, NULL);
    if (!p->checker)
        onthefly_enter(p, &none, p->deadline);
    return checker_order(p->checker, count);
}

const char *onthefly_backend_text(struct onthefly_backend *p)
{
    static const enum backend_kind backends[] = {[JOB_SYMMETRY_AUTO] = BACKEND_ONTHEFLY,
                                                 [JOB_SYMMETRY_ONTHEFLY] = BACKEND_ONTHEFLY,
                                                 [JOB_SYMMETRY_LIVE_REP] = BACKEND_LIVE_REP,
                                                 [JOB_SYMMETRY_XI] = BACKEND_XI,
                                                 [JOB_SYMMETRY_ORBIT_XI] = BACKEND_ORBIT_XI};
    str_clear(&p->text);
    str_add(p->mem, &p->text, "%s%s; ", method_backend_name(backends[p->setup.job->symmetry]),
            p->setup.job->symmetry == JOB_SYMMETRY_AUTO ? ", the rest without symmetry reduction" : "");
    str_add(p->mem, &p->text,
            p->is_stated           ? "symmetries as stated (%zu generator%s%s)"
            : p->setup.job->detect ? "symmetries as found in the model"
                                   : "no symmetries looked for",
            p->stated.count, p->stated.count == 1 ? "" : "s",
            p->are_symmetries ? "" : ", not all known to be symmetries");
    if (p->hint_count && p->setup.job->symmetry != JOB_SYMMETRY_ORBIT_XI) // which follows none
        str_add(p->mem, &p->text, "; %zu hint%s", p->hint_count, p->hint_count == 1 ? "" : "s");
    return str_text(&p->text);
}

// ---- Making ---------------------------------------------------------------------------------------------------------

static void close(struct backend *base)
{
    struct onthefly_backend *p = (struct onthefly_backend *)base;
    onthefly_leave(p);
    invariance_bdd_free(p->invariance);
    size_t cells = model_cell_count(p->model);
    generators_free(p->mem, &p->stated);
    array_free(p->mem, &p->hints);
    cone_close(&p->cone);
    cone_groups_free(&p->groups, p->model, p->mem);
    dependence_free(p->dependence);
    mem_free(p->mem, p->wants_full, p->setup.wanted_count + 1);
    mem_free(p->mem, p->deadlock, (cells + 1) * sizeof *p->deadlock);
    mem_free(p->mem, p->is_shown, (cells + 1) * sizeof *p->is_shown);
    str_free(p->mem, &p->text);
    mem_free(p->mem, p, sizeof *p);
}

static const struct backend_type type = BACKEND_TYPE("on-the-fly representatives");

struct onthefly_backend *onthefly_backend_new(struct run *run, struct input *input, const struct portfolio_setup *setup,
                                              double deadline)
{
    struct onthefly_backend *p = mem_zalloc(&run->mem, sizeof *p);
    *p = (struct onthefly_backend){
        .base = {&type}, .run = run, .mem = &run->mem, .input = input, .model = input->model, .setup = *setup};
    p->deadline = deadline;
    size_t cells = model_cell_count(p->model);
    p->deadlock = mem_zalloc(p->mem, (cells + 1) * sizeof *p->deadlock);
    p->is_shown = mem_zalloc(p->mem, (cells + 1) * sizeof *p->is_shown);
    memset(p->is_shown, true, cells);
    p->warnings.is_shown = p->is_shown;
    p->hint_count = model_hint_count(p->model);
    onthefly_read_hints(p);
    onthefly_plan_cones(p);
    p->is_stated = input->generators.count > 0;
    verify_generators_annotated(run, setup->job, input, p->deadline, &p->stated, &p->initial_count, &p->are_symmetries);
    return p;
}

struct backend *onthefly_backend_base(struct onthefly_backend *p)
{
    return &p->base;
}

// With more time, more may be known of the generators.
bool onthefly_backend_ask_again(struct onthefly_backend *p, const bool *is_known, double started)
{
    p->setup.is_known = is_known;
    p->setup.started = started;
    return p->are_symmetries;
}
