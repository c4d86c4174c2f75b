#include "run/explicit_backend.h"

#include <assert.h>
#include <string.h>

#include "base/clock.h"
#include "model/rule_coverage.h"
#include "run/checkpoint/checkpoint.h"
#include "run/checkpoint/checkpoint_name.h"
#include "run/goals.h"
#include "run/group_order.h"

static void show_progress(void *context, const struct explicit_progress *p)
{
    const struct explicit_backend *e = context;
    const char *plain = e->counters ? "counter states" : "states";
    watch_explicit(e->run, e->instances->groups.at[0] ? "orbits" : plain, p);
}

static bool is_interrupted(void *context)
{
    struct explicit_backend *e = context;
    if (e->looks == 1) // it stays so
        return true;
    if (e->looks && clock_process() > e->easy_until)
        e->looks = 1;
    e->looks -= e->looks > 1;
    return watch_is_interrupted(e->run);
}

// A verdict that came with the last look is not asked for again: there are as many to see how it holds.
static void grant_looks(void *context)
{
    struct explicit_backend *e = context;
    if (e->looks)
        e->looks = e->looks_granted;
}

static void save_if_due(void *context)
{
    const struct explicit_backend *e = context;
    checkpoint_save_if_due(e->run->checkpoint);
}

// A property of the model that is found to fail is a goal if that has no other instance: these are of other searches.
static bool note_failure(void *context, size_t property)
{
    const struct explicit_backend *e = context;
    const struct property_instances *all = e->instances;
    size_t of = REDUCTION_OWN, others = 0;
    for (size_t i = 0; i < all->goals.count; i++)
        if (all->goals.at[i].property == property)
            of = all->goals.at[i].of;
    for (size_t i = 0; i < all->goals.count; i++)
        others += all->goals.at[i].of == of && all->goals.at[i].property != property;
    return !e->failed || of == REDUCTION_OWN || others || e->failed(e->context, of);
}

// Half of what is left, where both engines may be at work.
static size_t memory_for_states(const struct explicit_backend *e)
{
    size_t limit = e->job->memory, used = e->run->mem.used;
    if (!limit)
        return 0;
    size_t left = limit > used ? limit - used : 1;
    return e->job->engine == JOB_ENGINE_EXPLICIT ? left - left / 8 : left / 2;
}

// Where looks are counted, there is one thread: what is found by then does not depend on the machine.
static size_t threads_for_states(const struct explicit_backend *e)
{
    if (e->looks)
        return 1;
    return e->job->threads ? (size_t)e->job->threads : e->job->jobs > 1;
}

// ---- Searches -------------------------------------------------------------------------------------------------------

static void weigh(const void *counters, const value *state, mpz_t weight)
{
    counter_weight(counters, state, weight);
}

static const char *word_of(const struct explicit_backend *e)
{
    return e->counters ? "counters" : e->steps ? "tree" : "model";
}

static void find_fairness_image(void *context, const uint32_t *permutation, uint32_t *images)
{
    const struct fairness_action *action = context;
    bool good = symmetry_fairness_image(action->symmetry, action->model, permutation, images);
    assert(good); // the group was made so
    (void)good;
}

// Whether conditions have to be told apart: the group may keep each of them.
static bool moves_fairness(const struct explicit_backend *e, const struct symmetry *symmetry)
{
    if (!symmetry || e->members || symmetry_is_trivial(symmetry) || !model_has_fairness(e->model) ||
        !symmetry_moves_fairness(symmetry, e->model))
        return false;
    struct symmetry *kept = symmetry_copy(symmetry);
    symmetry_restrict_to_fairness(kept, e->model);
    bool moves = !symmetry_equal(kept, symmetry);
    symmetry_free(kept);
    return moves;
}

static struct explicit_engine *make(struct explicit_backend *e, size_t group, struct rank_engines *ranks)
{
    struct symmetry *symmetry = e->instances->groups.at[group];
    bool is_moved = moves_fairness(e, symmetry);
    e->actions[group] = (struct fairness_action){e->model, symmetry};
    const struct explicit_options options = {
        .memory_limit = memory_for_states(e),
        .last_moment = e->run->watch.deadline,
        .traces = e->job->trace,
        .names_errors = !e->job->trace && !e->job->is_terse,
        .vacuity = e->job->vacuity,
        .symmetry = symmetry,
        .fairness_image = is_moved ? find_fairness_image : NULL,
        .fairness_context = &e->actions[group],
        .members = e->members,
        .member_count = e->member_count,
        .steps = e->steps,
        .compacts = e->job->compacts,
        .folder = e->job->disk,
        .weigh = e->counters ? weigh : NULL,
        .weigh_context = e->counters,
        .ranks = ranks,
        .progress = show_progress,
        .interrupted = is_interrupted,
        .verdict_is_there = grant_looks,
        .at_rest = save_if_due,
        .failed = note_failure,
        .tells_at_once = e->job->fail_fast,
        .context = e,
    };
    return explicit_new(e->model, &options, &e->run->mem);
}

static struct rank_engines *ranks_of(const struct explicit_backend *e)
{
    return e->shared_as ? e->run->ranks : NULL;
}

static struct explicit_engine *use(struct explicit_backend *e, size_t group, double deadline)
{
    if (!e->engines[group]) {
        struct rank_engines *ranks = ranks_of(e);
        if (ranks && ranks->to->rank == 0)
            rank_engines_open(ranks, e->shared_as - 1, (uint32_t)group);
        e->engines[group] = make(e, group, ranks);
        checkpoint_add_states(e->run->checkpoint, word_of(e), e->model,
                              checkpoint_hash_of_group(e->instances->groups.at[group]), e->engines[group]);
    }
    explicit_set_deadline(e->engines[group], deadline);
    explicit_set_threads(e->engines[group], threads_for_states(e));
    return e->engines[group];
}

void explicit_backend_open_shared(struct explicit_backend *e, uint32_t group)
{
    if (group < e->instances->groups.count)
        use(e, group, 0);
}

// What ranks leave is searched for by rank 0 alone.
static struct explicit_engine *use_alone(struct explicit_backend *e, size_t group, double deadline)
{
    if (!e->alone[group])
        e->alone[group] = make(e, group, NULL);
    explicit_set_deadline(e->alone[group], deadline);
    explicit_set_threads(e->alone[group], threads_for_states(e));
    return e->alone[group];
}

// ---- Properties -----------------------------------------------------------------------------------------------------

static void check_instance(void *context, struct reduction_goal goal, size_t group, double deadline,
                           struct result *result)
{
    struct explicit_backend *e = context;
    const struct symmetry *symmetry = e->instances->groups.at[group];
    explicit_check(use(e, group, deadline), goal.property, result);
    if (result->cause.code == CAUSE_NEEDS_ONE_PROCESS)
        explicit_check(use_alone(e, group, deadline), goal.property, result);
    bool is_plain = !symmetry || symmetry_is_trivial(symmetry);
    result->method = (struct method){.backend = is_plain ? BACKEND_EXPLICIT : BACKEND_EXPLICIT_QUOTIENT};
    if (symmetry)
        group_order_note_classes(&result->method, symmetry);
}

// What is to be covered was reached, and nothing that was missed changes that.
static bool is_cover(const struct explicit_backend *e, size_t goal)
{
    for (size_t i = 0; i < e->instances->goals.count; i++)
        if (e->instances->goals.at[i].of == goal)
            return model_property(e->model, e->instances->goals.at[i].property)->kind == PROPERTY_COVER;
    return false;
}

// Where states are compacted: a verdict rests on the searches of its instances, and is said to rest on all of them.
static void note_missed(const struct explicit_backend *e, size_t goal, struct result *result)
{
    static const char *const assumptions[] = {"no two states have the same hash of 64 bits (--hash-compaction)"};
    if (result->verdict != VERDICT_HOLDS || is_cover(e, goal))
        return;
    result->missed = 0;
    for (size_t i = 0; i < e->instances->groups.count; i++)
        if (e->engines[i])
            result->missed += explicit_missed(e->engines[i]);
    result->assumptions = assumptions;
    result->assumption_count = 1;
}

bool explicit_backend_check(struct explicit_backend *e, size_t goal, double deadline, struct result *result)
{
    bool is_hopeful = property_instances_check(e->instances, goal, deadline, check_instance, e, result);
    if (e->job->compacts)
        note_missed(e, goal, result);
    return is_hopeful;
}

static bool check(void *backend, size_t goal, double deadline, struct result *result)
{
    return explicit_backend_check(backend, goal, deadline, result);
}

static bool decide_failed(void *context, size_t goal)
{
    struct explicit_backend *e = context;
    return goals_decide_now(e->asked, goal, check, e, e->deadline);
}

static bool decide(struct backend *base, struct goals *goals, double deadline)
{
    struct explicit_backend *e = (struct explicit_backend *)base;
    e->asked = goals;
    e->deadline = deadline;
    e->failed = decide_failed;
    e->context = e;
    bool is_hopeful = goals_decide_each(goals, e->cannot, check, e, deadline);
    e->failed = NULL;
    return is_hopeful;
}

// So much work by the clock of the processor; by the other one it may take longer.
#define LONGEST_WAIT 16

double explicit_backend_begin_easy(struct explicit_backend *e, size_t looks, double seconds, double end)
{
    double until = clock_now() + LONGEST_WAIT * seconds;
    e->looks = e->looks_granted = looks;
    e->easy_until = clock_process() + seconds;
    return end > 0 && end < until ? end : until;
}

void explicit_backend_decide_easy(struct explicit_backend *e, struct goals *goals, size_t looks, double seconds,
                                  double end)
{
    backend_decide(&e->base, goals, explicit_backend_begin_easy(e, looks, seconds, end));
    e->looks = 0;
    for (size_t i = 0; i < goals->count; i++)
        if (!goals->at[i].is_done) {
            e->cannot[i] = false;
            goals->at[i].result.cause = cause_of(CAUSE_NONE);
        }
}

double explicit_backend_seconds(const struct explicit_backend *e)
{
    double seconds = 0;
    for (size_t i = 0; i < e->instances->groups.count; i++)
        seconds += e->engines[i] ? explicit_seconds(e->engines[i]) : 0;
    return seconds;
}

double explicit_backend_seconds_left(const struct explicit_backend *e)
{
    double all = 0;
    for (size_t i = 0; i < e->instances->groups.count; i++) {
        double left = e->engines[i] ? explicit_seconds_left(e->engines[i]) : 0;
        if (left < 0)
            return left;
        all += left;
    }
    return all;
}

// ---- What else is asked for -----------------------------------------------------------------------------------------

bool explicit_backend_has_searched(const struct explicit_backend *e)
{
    for (size_t i = 0; i < e->instances->groups.count; i++)
        if (e->engines[i])
            return true;
    return false;
}

static bool is_begun(const struct backend *base)
{
    const struct explicit_backend *e = (const struct explicit_backend *)base;
    return explicit_backend_has_searched(e) ||
           checkpoint_has_states(e->run->checkpoint, word_of(e), e->model,
                                 checkpoint_hash_of_group(e->instances->groups.at[0]));
}

// Whether a search has seen all states, for a property that leaves only some permutations. Then there are no more
// orbits.
static bool has_seen_all(struct explicit_backend *e)
{
    uint64_t count;
    struct cause cause;
    for (size_t i = 0; i < e->instances->groups.count; i++)
        if (e->engines[i] && explicit_count_states(use(e, i, clock_now()), &count, &cause))
            return true;
    return false;
}

bool explicit_backend_count(struct explicit_backend *e, double deadline, bool only_known, mpz_t orbits, mpz_t states,
                            struct cause *cause)
{
    struct explicit_engine *full = use(e, 0, only_known && !has_seen_all(e) ? clock_now() : deadline);
    uint64_t count;
    if (!explicit_count_states(full, &count, cause))
        return false;
    mpz_import(orbits, 1, 1, sizeof count, 0, 0, &count);
    explicit_set_deadline(full, deadline);
    return explicit_count_concrete(full, states, cause);
}

void explicit_backend_find_covered(struct explicit_backend *e, double deadline, bool only_known,
                                   struct rule_coverage *coverage)
{
    const struct symmetry *symmetry = e->instances->groups.at[0];
    struct cause cause;
    coverage->is_complete =
        explicit_count_states(use(e, 0, only_known ? clock_now() : deadline), &coverage->states, &cause);
    coverage->are_orbits = symmetry && !symmetry_is_trivial(symmetry);
}

bool explicit_backend_each_packed(struct explicit_backend *e, double deadline,
                                  bool (*receive)(void *context, const uint64_t *state), void *context)
{
    return explicit_each_packed(use(e, 0, deadline), receive, context);
}

static bool count(struct backend *base, double deadline, mpz_t orbits, mpz_t states, struct cause *cause)
{
    return explicit_backend_count((struct explicit_backend *)base, deadline, false, orbits, states, cause);
}

bool explicit_backend_count_states_where(struct explicit_backend *e, double deadline, bool only_known, expr condition,
                                         mpz_t states, struct cause *cause)
{
    struct explicit_engine *full = use(e, 0, only_known ? clock_now() : deadline);
    uint64_t count;
    if (!explicit_count_states(full, &count, cause))
        return false;
    explicit_set_deadline(full, deadline);
    bool good = explicit_count_states_where(full, condition, &count, cause);
    mpz_import(states, 1, 1, sizeof count, 0, 0, &count);
    return good;
}

bool explicit_backend_count_members(struct explicit_backend *e, double deadline, mpz_t *orbits, mpz_t *states,
                                    bool *known, struct cause *cause)
{
    return explicit_count_members(use(e, 0, deadline), orbits, states, known, cause);
}

// Searches of orbits of different groups are of the same states.
static void find_warnings(struct backend *base, double deadline, struct model_warnings *all)
{
    struct explicit_backend *e = (struct explicit_backend *)base;
    *all = (struct model_warnings){0};
    bool has_searched = explicit_backend_has_searched(e);
    for (size_t i = 0; i < e->instances->groups.count; i++) {
        struct model_warnings one;
        if (has_searched ? !e->engines[i] : i > 0)
            continue;
        explicit_find_warnings(use(e, i, all->known ? clock_now() : deadline), &one);
        model_warnings_add(all, &one);
        if (one.deadlock)
            all->deadlock = one.deadlock;
    }
}

static void add_statistics(struct backend *base, struct backend_statistics *all)
{
    const struct explicit_backend *e = (const struct explicit_backend *)base;
    for (size_t i = 0; i < e->instances->groups.count; i++) {
        struct backend_statistics one = {.has_states = true};
        if (!e->engines[i])
            continue;
        explicit_get_statistics(e->engines[i], &one.states);
        backend_statistics_add(all, &one);
    }
}

// ---- Making ---------------------------------------------------------------------------------------------------------

static void close(struct backend *base)
{
    struct explicit_backend *e = (struct explicit_backend *)base;
    size_t groups = e->instances->groups.count;
    for (size_t i = 0; i < groups; i++) {
        checkpoint_drop(e->run->checkpoint, e->engines[i]);
        explicit_free(e->engines[i]);
        explicit_free(e->alone[i]);
    }
    mem_free(&e->run->mem, e->engines, groups * sizeof(struct explicit_engine *));
    mem_free(&e->run->mem, e->alone, groups * sizeof(struct explicit_engine *));
    mem_free(&e->run->mem, e->actions, groups * sizeof *e->actions);
    mem_free(&e->run->mem, e->cannot, e->goal_count + 1);
}

static const struct backend_type type = BACKEND_TYPE("explicit-state search");

void explicit_backend_open(struct explicit_backend *e, struct run *run, const struct job *job, struct model *model,
                           struct property_instances *instances, const struct counter_reduction *counters,
                           size_t goal_count)
{
    *e = (struct explicit_backend){.base = {&type},
                                   .run = run,
                                   .job = job,
                                   .model = model,
                                   .instances = instances,
                                   .counters = counters,
                                   .goal_count = goal_count};
    e->engines = mem_zalloc(&run->mem, instances->groups.count * sizeof(struct explicit_engine *));
    e->alone = mem_zalloc(&run->mem, instances->groups.count * sizeof(struct explicit_engine *));
    e->actions = mem_zalloc(&run->mem, instances->groups.count * sizeof *e->actions);
    e->cannot = mem_zalloc(&run->mem, goal_count + 1);
}

void explicit_backend_ask_again(struct explicit_backend *e)
{
    memset(e->cannot, 0, e->goal_count);
}
