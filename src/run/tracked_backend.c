#include "run/tracked_backend.h"

#include <string.h>

enum { MOST_TRACKED = 3 }; // for one property: with each, there are about as many more states as a component has

struct tracked_group {
    struct tracked_backend *of;
    uint32_t *tracked;   // by class
    struct model *model; // NULL: it cannot be made
    ARRAY(size_t) goal_indices, wanted;
    struct portfolio_setup setup;
    struct goals goals;
    struct counter_backend counting;
};

bool tracked_elements_of(const struct model *per_orbit, size_t property, uint32_t *tracked)
{
    size_t classes = model_class_count(per_orbit), all = 0;
    memset(tracked, 0, classes * sizeof *tracked);
    for (size_t i = 0; i < model_instance_count(per_orbit, property); i++) {
        struct placement placement;
        model_instance(per_orbit, property, i, &placement);
        for (size_t k = 0; k < placement.site_count; k++) {
            struct site site = placement.sites[k];
            if (site.element >= tracked[site.class])
                tracked[site.class] = site.element + 1;
        }
    }
    for (size_t i = 0; i < classes; i++) {
        const struct component_class *class = model_class(per_orbit, i);
        if (class->obstacle || class->size < 2)
            tracked[i] = 0; // its elements are told apart anyway
        if (tracked[i] && (class->is_ring || tracked[i] + 1 >= class->size))
            return false;
        all += tracked[i];
    }
    return all > 0 && all <= MOST_TRACKED;
}

// ---- Results --------------------------------------------------------------------------------------------------------

static void take(void *context, size_t at, struct result *result)
{
    struct tracked_group *g = context;
    method_reduce(&result->method, REDUCTION_TRACKED);
    goals_take(g->of->goals, g->goal_indices.at[at], result);
}

static void note_refuted(void *context, size_t at)
{
    const struct tracked_group *g = context;
    goals_note_refuted(g->of->goals, g->goal_indices.at[at]);
}

static bool is_pointless(void *context)
{
    const struct tracked_group *g = context;
    return g->of->setup->is_pointless(g->of->setup->context);
}

// ---- Groups ---------------------------------------------------------------------------------------------------------

static struct tracked_group *new_group(struct tracked_backend *t, const uint32_t *tracked)
{
    size_t bytes = model_class_count(t->input->per_orbit) * sizeof *tracked;
    struct tracked_group *g = mem_zalloc(t->mem, sizeof *g);
    g->of = t;
    g->tracked = memcpy(mem_alloc(t->mem, bytes), tracked, bytes);
    array_push(t->mem, &t->groups, g);
    return g;
}

// Those that are not in a group yet.
static void sort_goals(struct tracked_backend *t)
{
    size_t bytes = model_class_count(t->input->per_orbit) * sizeof(uint32_t), opened = t->groups.count;
    uint32_t *tracked = mem_alloc(t->mem, bytes);
    for (size_t i = 0; i < t->goals->count; i++) {
        bool is_in_group = false;
        for (size_t k = 0; k < opened; k++)
            for (size_t j = 0; j < t->groups.at[k]->goal_indices.count; j++)
                is_in_group |= t->groups.at[k]->goal_indices.at[j] == i;
        if (is_in_group || !goals_is_waiting(t->goals, i) ||
            !tracked_elements_of(t->input->per_orbit, t->setup->wanted[i], tracked))
            continue;
        size_t k = opened;
        while (k < t->groups.count && memcmp(t->groups.at[k]->tracked, tracked, bytes) != 0)
            k++;
        struct tracked_group *g = k < t->groups.count ? t->groups.at[k] : new_group(t, tracked);
        array_push(t->mem, &g->goal_indices, i);
        array_push(t->mem, &g->wanted, t->setup->wanted[i]);
    }
    mem_free(t->mem, tracked, bytes);
}

static void open_group(struct tracked_group *g)
{
    struct tracked_backend *t = g->of;
    g->model = input_lower_tracked(t->run, t->input, g->tracked);
    g->setup = *t->setup;
    g->setup.wanted = g->wanted.at;
    g->setup.wanted_count = g->wanted.count;
    g->setup.is_known = NULL;
    g->setup.counts_states = false;
    g->setup.decided = take;
    g->setup.refuted = note_refuted;
    g->setup.is_pointless = is_pointless;
    g->setup.context = g;
    goals_open(&g->goals, t->run, &g->setup);
    counter_backend_open(&g->counting, t->run, t->input, &g->setup);
    g->counting.per_orbit = g->model;
}

// What stays undecided keeps the cause that it had.
static bool decide_group(struct tracked_group *g, double deadline)
{
    bool is_waiting = false;
    if (!g->goals.at)
        open_group(g);
    goals_ask_again(&g->goals);
    for (size_t i = 0; i < g->goal_indices.count; i++) {
        g->goals.at[i].is_done = !goals_is_waiting(g->of->goals, g->goal_indices.at[i]);
        is_waiting |= !g->goals.at[i].is_done;
    }
    g->setup.started = g->of->setup->started;
    return g->model && is_waiting && backend_decide(&g->counting.base, &g->goals, deadline);
}

// ---- The backend ----------------------------------------------------------------------------------------------------

static bool decide(struct backend *base, struct goals *goals, double deadline)
{
    struct tracked_backend *t = (struct tracked_backend *)base;
    bool is_hopeful = false;
    if (!t->input->per_orbit)
        return false;
    t->goals = goals;
    sort_goals(t);
    for (size_t i = 0; i < t->groups.count && !goals_are_over(goals) && !run_is_interrupted(t->run); i++)
        is_hopeful |= decide_group(t->groups.at[i], deadline);
    return is_hopeful;
}

static bool is_begun(const struct backend *base)
{
    return ((const struct tracked_backend *)base)->groups.count > 0;
}

// States are those of counters of all components.
static bool count(struct backend *base, double deadline, mpz_t orbits, mpz_t states, struct cause *cause)
{
    (void)base, (void)deadline, (void)orbits, (void)states;
    *cause = cause_of(CAUSE_UNKNOWN_LOCAL_STATES);
    return false;
}

static void find_warnings(struct backend *base, double deadline, struct model_warnings *warnings)
{
    (void)base, (void)deadline;
    *warnings = (struct model_warnings){0};
}

static void add_statistics(struct backend *base, struct backend_statistics *all)
{
    struct tracked_backend *t = (struct tracked_backend *)base;
    for (size_t i = 0; i < t->groups.count; i++)
        if (t->groups.at[i]->goals.at)
            backend_add_statistics(&t->groups.at[i]->counting.base, all);
}

static void close(struct backend *base)
{
    struct tracked_backend *t = (struct tracked_backend *)base;
    for (size_t i = 0; i < t->groups.count; i++) {
        struct tracked_group *g = t->groups.at[i];
        if (g->goals.at) {
            backend_close(&g->counting.base);
            goals_close(&g->goals);
        }
        model_free(g->model);
        array_free(t->mem, &g->goal_indices);
        array_free(t->mem, &g->wanted);
        mem_free(t->mem, g->tracked, model_class_count(t->input->per_orbit) * sizeof *g->tracked);
        mem_free(t->mem, g, sizeof *g);
    }
    array_free(t->mem, &t->groups);
}

static const struct backend_type type = BACKEND_TYPE("counters beside tracked components");

void tracked_backend_open(struct tracked_backend *t, struct run *run, struct input *input,
                          const struct portfolio_setup *setup)
{
    *t = (struct tracked_backend){.base = {&type}, .run = run, .mem = &run->mem, .input = input, .setup = setup};
}
