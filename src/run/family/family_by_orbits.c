// Quotients for all sizes together, symbolic or explicit: one search of the aggregate, in whose states components are
// sorted, and rings turned (seed 001, section 7.3).
//
// An absent component has the largest local state, so that sorting leaves it behind those that are there, and the size
// of a state is what it was (Theorem 11; reduce/family/family_aggregate.h). In explicit search, the members make the
// steps (explicit/family_rules.h). Properties that are said of each component are asked for by their parts, each with
// the permutations that it leaves. What cannot be decided so is left to single sizes.
#include "run/family/family_run.h"

#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "orbit/quotient.h"
#include "reduce/instances/instances.h"
#include "report/cause_words.h"

bool family_sorts(const struct families *f)
{
    unsigned symmetry = f->job->symmetry;
    return symmetry == JOB_SYMMETRY_EXPLICIT || symmetry == JOB_SYMMETRY_DYNAMIC ||
           symmetry == JOB_SYMMETRY_COMPONENTWISE || symmetry == JOB_SYMMETRY_STATES;
}

// Beside other methods it is the one that has the fewest states.
enum job_symmetry family_quotient(const struct families *f)
{
    return family_sorts(f) ? f->job->symmetry : JOB_SYMMETRY_STATES;
}

// All instances of rules are made for it, which other methods would do without in large models. Several processes have
// a size each. States are counted by orbits, of which this quotient may have several of one.
bool family_may_sort(const struct families *f)
{
    return f->sort_tries > 0 && f->job->symmetry == JOB_SYMMETRY_AUTO && f->job->engine == JOB_ENGINE_AUTO &&
           f->job->jobs <= 1 && !f->job->states && !f->is_unbounded && f->count > 1 && f->is_open[f->count - 1] &&
           strategy_is_small(f->inputs[f->count - 1]);
}

// What is left of the time is for single sizes.
static bool is_late(void *context)
{
    return family_end_of_work(context, 0.75);
}

static bool make_family(struct families *f)
{
    bool is_stuck = f->job->deadlock == MURPHI_DEADLOCK_STUCK;
    struct cause why_not = {0};
    f->family = family_new_symmetric(f->members, f->count, is_stuck ? FAMILY_DEADLOCK_STUCK : FAMILY_DEADLOCK_UNCHANGED,
                                     &(struct family_limit){is_late, f}, f->mem, &why_not);
    const struct symmetry *group = f->family ? family_symmetry(f->family) : NULL;
    if (group && symmetry_is_trivial(group))
        why_not = cause_of(CAUSE_NO_EXCHANGE);
    else if (group && family_quotient(f) != JOB_SYMMETRY_EXPLICIT)
        why_not = cause_of(quotient_obstacle(group));
    if (!group || why_not.code) {
        cause_log(&f->run->log, LOG_VERBOSE, why_not, f->mem, "representatives of all sizes are not searched together");
        family_free(f->family);
        f->family = NULL;
    }
    return f->family;
}

// ---- What is asked for ----------------------------------------------------------------------------------------------

static size_t find_outcome(const struct families *f, size_t property)
{
    size_t i = 0;
    while (i < f->outcomes.count && f->outcomes.at[i].property != property)
        i++;
    return i;
}

static struct family_parts *parts_of(struct families *f, struct family_asked asked)
{
    return &f->parts[asked.outcome * f->count + asked.member];
}

// The formula of a part is that of the property, or one that is said of some components.
static bool is_instance(const struct families *f, size_t part, size_t member)
{
    size_t number = family_property_of(f->family, family_part_property(f->family, part), member);
    return number != SIZE_MAX &&
           family_part_formula(f->family, part, member) != model_property(f->members[member].model, number)->formula;
}

static void ask_part(struct families *f, struct property_instances *all, size_t part, size_t group)
{
    size_t outcome = find_outcome(f, family_part_property(f->family, part));
    for (size_t k = 0; k < f->count && outcome < f->outcomes.count; k++) {
        struct family_asked asked = {outcome, k};
        size_t copy = family_part_copy(f->family, part, k);
        if (copy == SIZE_MAX || f->outcomes.at[outcome].is_known[k])
            continue;
        property_instances_add(all, (struct reduction_goal){f->wanted.count, copy}, group, is_instance(f, part, k));
        array_push(f->mem, &f->wanted, copy);
        array_push(f->mem, &f->asked, asked);
        parts_of(f, asked)->left++;
    }
}

// Group by group, since each has a search of its own.
static void ask(struct families *f, struct property_instances *all)
{
    size_t parts = family_part_count(f->family);
    size_t *groups = mem_alloc(f->mem, (parts + 1) * sizeof *groups);
    property_instances_begin(all, family_model(f->family), family_symmetry(f->family), f->mem);
    for (size_t i = 0; i < parts; i++) {
        bool is_wanted = find_outcome(f, family_part_property(f->family, i)) < f->outcomes.count;
        groups[i] = is_wanted ? property_instances_group(all, family_part_symmetry(f->family, i)) : SIZE_MAX;
    }
    f->wanted.count = f->asked.count = 0;
    f->parts = arena_alloc(&f->arena, (f->outcomes.count * f->count + 1) * sizeof *f->parts);
    for (size_t group = 0; group < all->groups.count; group++)
        for (size_t i = 0; i < parts; i++)
            if (groups[i] == group)
                ask_part(f, all, i, group);
    mem_free(f->mem, groups, (parts + 1) * sizeof *groups);
}

// ---- Results --------------------------------------------------------------------------------------------------------

static void drop_trace(struct families *f, struct result *result)
{
    if (result->has_trace)
        trace_close(&result->trace, f->mem);
    result->has_trace = false;
}

// It is vacuous by a left side that never happens in any of its parts. Gives whether it was the last of them.
static bool note_holding_part(struct family_parts *parts, const struct property *part, struct result *result)
{
    result_keep_vacuous(result, parts->is_begun ? parts->vacuities : UINT32_MAX, part);
    result->is_vacuity_open = parts->is_vacuity_open |= result->is_vacuity_open;
    parts->vacuities = result->vacuities;
    parts->is_begun = true;
    return --parts->left == 0;
}

// Of a property that is undecided in part, single sizes decide all.
static void take_result(void *context, size_t goal_index, struct result *result)
{
    struct families *f = context;
    struct family_asked asked = f->asked.at[goal_index];
    struct family_outcome *o = &f->outcomes.at[asked.outcome];
    method_reduce(&result->method, REDUCTION_FAMILY);
    bool is_undecided = result->verdict == VERDICT_UNDECIDED && !cause_is_wrong_answer(result->cause);
    if (result->is_refuted)
        family_note_refuted(f, goal_index);
    const struct property *part = model_property(family_model(f->family), f->wanted.at[goal_index]);
    bool is_last = result->verdict != VERDICT_HOLDS || note_holding_part(parts_of(f, asked), part, result);
    if (o->is_known[asked.member] || is_undecided || !is_last) {
        drop_trace(f, result);
        return;
    }
    if (result->has_trace && !family_project_trace(f, o, asked.member, result)) {
        family_note_refuted(f, goal_index);
        return;
    }
    f->run->watch.decided++;
    f->has_sorted = true;
    family_take(f, o, asked.member, result);
}

// What is not known yet may still be counted in single sizes.
static void count_states(struct families *f)
{
    size_t count = f->count;
    expr *conditions = mem_alloc(f->mem, count * sizeof *conditions);
    mpz_t *orbits = mem_alloc(f->mem, count * sizeof *orbits), *states = mem_alloc(f->mem, count * sizeof *states);
    bool *known = mem_zalloc(f->mem, count), has_all = true;
    struct cause cause = {0};
    mpz_t times;
    mpz_init(times);
    for (size_t i = 0; i < count; i++) {
        mpz_inits(orbits[i], states[i], NULL);
        conditions[i] = family_is_member(f->family, i);
    }
    portfolio_count_members(f->engine, conditions, count, orbits, states, known, &cause);
    for (size_t i = 0; i < count; i++) {
        has_all &= known[i];
        if (known[i]) {
            family_count_absences(f->family, i, times);
            mpz_divexact(states[i], states[i], times);
            family_note_states(f, i, states[i], orbits[i]);
            f->has_sorted = true;
        }
        mpz_clears(orbits[i], states[i], NULL);
    }
    if (!has_all)
        cause_log(&f->run->log, LOG_VERBOSE, cause, f->mem, "not all states are counted together");
    mpz_clear(times);
    mem_free(f->mem, known, count);
    mem_free(f->mem, states, count * sizeof *states);
    mem_free(f->mem, orbits, count * sizeof *orbits);
    mem_free(f->mem, conditions, count * sizeof *conditions);
}

// Of the explicit quotient: the members make the steps.
static struct explicit_member *find_members(struct families *f)
{
    size_t properties = model_property_count(family_model(f->family));
    struct explicit_member *members = arena_alloc(&f->arena, f->count * sizeof *members);
    for (size_t i = 0; i < f->count; i++) {
        formula *formulas = arena_alloc(&f->arena, (properties + 1) * sizeof *formulas);
        for (size_t k = 0; k < properties; k++)
            formulas[k] = FORMULA_NONE;
        for (size_t k = 0; k < family_part_count(f->family); k++)
            if (family_part_copy(f->family, k, i) != SIZE_MAX)
                formulas[family_part_copy(f->family, k, i)] = family_part_formula(f->family, k, i);
        members[i] = (struct explicit_member){f->members[i].model, family_cells(f->family, i),
                                              family_is_member(f->family, i), formulas};
    }
    return members;
}

// The memory that states took is left to single sizes.
static void sort_until(struct families *f, double deadline)
{
    enum job_symmetry quotient = family_quotient(f);
    struct job *job = family_copy_job(f, f->job);
    struct property_instances instances;
    ask(f, &instances);
    struct portfolio_setup setup = family_setup(f, take_result);
    setup.symmetry = family_symmetry(f->family);
    setup.instances = &instances;
    setup.job = job;
    setup.deadline = deadline;
    job->symmetry = quotient;
    if (quotient == JOB_SYMMETRY_EXPLICIT) {
        setup.members = find_members(f);
        setup.member_count = f->count;
    }
    family_begin_together(f, "sorted", f->count);
    family_decide_together(f, &setup, count_states);
    if ((quotient == JOB_SYMMETRY_EXPLICIT || !family_sorts(f)) && family_is_something_left(f))
        family_leave_engine(f);
}

// With a limit, half of the time is left for single sizes.
void family_sort_together(struct families *f)
{
    double now = clock_now(), end = job_deadline(f->job, f->started);
    if (family_sorts(f) && f->count > 1 && family_is_something_left(f) && make_family(f))
        sort_until(f, end > 0 ? (end + now) / 2 : 0);
}

void family_sort_for(struct families *f, double seconds)
{
    double now = clock_now(), end = job_deadline(f->job, f->started);
    bool good = true;
    f->sort_tries--;
    f->sorted_for = seconds;
    log_verbose(&f->run->log, "single sizes get hard: all are searched together, for %.3g s", seconds);
    family_leave_engine(f);
    family_drop_counters(f);
    for (size_t i = 0; i < f->count && good; i++) {
        good = family_need(f, i) && input_lower_fully(f->run, f->inputs[i]);
        f->members[i].model = f->inputs[i]->model;
    }
    if (good && make_family(f))
        sort_until(f, end > 0 && (end + now) / 2 < now + seconds ? (end + now) / 2 : now + seconds);
    if (family_is_something_left(f)) // models may be closed from now on
        family_drop_counters(f);
}
