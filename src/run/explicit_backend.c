#include "run/explicit_backend.h"

#include "base/clock.h"
#include "run/checkpoint/checkpoint.h"
#include "run/checkpoint/checkpoint_name.h"
#include "run/input.h"

static void show_progress(void *context, const struct explicit_progress *p)
{
    const struct explicit_backend *e = context;
    const char *plain = e->counters ? "counter states" : "states";
    watch_one_by_one(e->run, e->instances->groups.at[0] ? "orbits" : plain, p);
}

static bool is_interrupted(void *context)
{
    struct explicit_backend *e = context;
    if (e->looks == 1) // it stays so
        return true;
    e->looks -= e->looks > 0;
    return watch_is_interrupted(e->run);
}

static void save_if_due(void *context)
{
    const struct explicit_backend *e = context;
    checkpoint_save_if_due(e->run->checkpoint);
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

// ---- Searches -------------------------------------------------------------------------------------------------------

static void weigh(const void *counters, const value *state, mpz_t weight)
{
    counter_weight(counters, state, weight);
}

static const char *word_of(const struct explicit_backend *e)
{
    return e->counters ? "counters" : "model";
}

static struct explicit_engine *use(struct explicit_backend *e, size_t group, double deadline)
{
    if (!e->engines[group]) {
        const struct explicit_options options = {
            .memory_limit = memory_for_states(e),
            .last_moment = e->run->watch.deadline,
            .traces = e->job->trace,
            .names_faults = !e->job->trace && !e->job->is_terse,
            .vacuity = e->job->vacuity,
            .symmetry = e->instances->groups.at[group],
            .members = e->members,
            .member_count = e->member_count,
            .weigh = e->counters ? weigh : NULL,
            .weigh_context = e->counters,
            .progress = show_progress,
            .interrupted = is_interrupted,
            .at_rest = save_if_due,
            .context = e,
        };
        e->engines[group] = explicit_new(e->model, &options, &e->run->mem);
        checkpoint_add_states(e->run->checkpoint, word_of(e), e->model,
                              checkpoint_hash_of_group(e->instances->groups.at[group]), e->engines[group]);
    }
    explicit_set_deadline(e->engines[group], deadline);
    return e->engines[group];
}

void explicit_backend_open(struct explicit_backend *e, struct run *run, const struct job *job, struct model *model,
                           struct property_instances *instances, const struct counter_reduction *counters)
{
    *e =
        (struct explicit_backend){.run = run, .job = job, .model = model, .instances = instances, .counters = counters};
    e->engines = mem_zalloc(&run->mem, instances->groups.count * sizeof(struct explicit_engine *));
}

void explicit_backend_close(struct explicit_backend *e)
{
    size_t count = e->instances->groups.count;
    for (size_t i = 0; i < count; i++) {
        checkpoint_drop(e->run->checkpoint, e->engines[i]);
        explicit_free(e->engines[i]);
    }
    mem_free(&e->run->mem, e->engines, count * sizeof(struct explicit_engine *));
}

// ---- Properties -----------------------------------------------------------------------------------------------------

static void check_instance(void *context, struct reduction_goal goal, size_t group, double deadline,
                           struct result *result)
{
    struct explicit_backend *e = context;
    const struct symmetry *symmetry = e->instances->groups.at[group];
    explicit_check(use(e, group, deadline), goal.property, result);
    bool is_plain = !symmetry || symmetry_is_trivial(symmetry);
    result->method = (struct method){.backend = is_plain ? BACKEND_EXPLICIT : BACKEND_EXPLICIT_QUOTIENT};
}

bool explicit_backend_check(struct explicit_backend *e, size_t place, double deadline, struct result *result)
{
    return property_instances_check(e->instances, place, deadline, check_instance, e, result);
}

// ---- What else is asked for -----------------------------------------------------------------------------------------

bool explicit_backend_is_used(const struct explicit_backend *e)
{
    for (size_t i = 0; i < e->instances->groups.count; i++)
        if (e->engines[i])
            return true;
    return false;
}

bool explicit_backend_is_saved(const struct explicit_backend *e)
{
    return checkpoint_has_states(e->run->checkpoint, word_of(e), e->model,
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

bool explicit_backend_count_states(struct explicit_backend *e, double deadline, bool only_known, mpz_t orbits,
                                   mpz_t states, struct cause *cause)
{
    struct explicit_engine *full = use(e, 0, only_known && !has_seen_all(e) ? clock_now() : deadline);
    uint64_t count;
    if (!explicit_count_states(full, &count, cause))
        return false;
    mpz_import(orbits, 1, 1, sizeof count, 0, 0, &count);
    explicit_set_deadline(full, deadline);
    return explicit_count_concrete(full, states, cause);
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
void explicit_backend_find_warnings(struct explicit_backend *e, double deadline, struct model_warnings *all)
{
    *all = (struct model_warnings){0};
    bool is_used = explicit_backend_is_used(e);
    for (size_t i = 0; i < e->instances->groups.count; i++) {
        struct model_warnings one;
        if (is_used ? !e->engines[i] : i > 0)
            continue;
        explicit_find_warnings(use(e, i, all->known ? clock_now() : deadline), &one);
        model_warnings_add(all, &one);
        if (one.deadlock)
            all->deadlock = one.deadlock;
    }
}

void explicit_backend_get_statistics(const struct explicit_backend *e, struct explicit_statistics *statistics)
{
    bool is_first = true;
    for (size_t i = 0; i < e->instances->groups.count; i++) {
        struct explicit_statistics one;
        if (!e->engines[i])
            continue;
        explicit_get_statistics(e->engines[i], &one);
        if (is_first || one.states > statistics->states)
            *statistics = one;
        is_first = false;
    }
}
