// The steps between states, and sets of states.
#include "explicit/reachable_graph.h"

#include "explicit/fair_threads.h"

#include <string.h>

// ---- Sets -----------------------------------------------------------------------------------------------------------

bool *graph_new_set(struct graph *g, bool all)
{
    bool *set = mem_try_zalloc(g->mem, (size_t)g->count + 1);
    if (set && all)
        memset(set, 1, g->count);
    return set;
}

void graph_free_set(struct graph *g, bool *set)
{
    mem_free(g->mem, set, (size_t)g->count + 1);
}

// Rules that only watch the one condition are the compiled condition.
static bool *condition_of_first(struct graph *g, expr condition, uint32_t count)
{
    struct explicit_engine *e = g->engine;
    bool *set = graph_new_set(g, false);
    if (!set)
        return NULL;
    struct rules rules;
    struct watch watch = {.condition = condition};
    rules_open(&rules, &e->layout, false, &watch, 1, NULL, NULL, e->evaluator, e->mem);
    for (uint32_t s = 0; s < count; s++) {
        rules_apply(&rules, store_state(&e->store, s), s, NULL);
        set[s] = !rules.any_violated;
    }
    rules_close(&rules);
    return set;
}

bool *graph_condition(struct graph *g, expr condition)
{
    return condition_of_first(g, condition, g->count);
}

bool *graph_initial_condition(struct graph *g, expr condition)
{
    return condition_of_first(g, condition, g->engine->initial_count);
}

// Every state goes into the list at most once, when it comes into the set.
bool graph_grow_back(struct graph *g, const bool *through, bool *set)
{
    size_t bytes = ((size_t)g->count + 1) * sizeof(uint32_t);
    uint32_t *list = mem_try_alloc(g->mem, bytes);
    size_t count = 0;
    if (!list)
        return false;
    for (uint32_t s = 0; s < g->count; s++)
        if (set[s])
            list[count++] = s;
    for (size_t i = 0; i < count; i++)
        for (uint64_t k = g->backward.begin[list[i]]; k < g->backward.begin[list[i] + 1]; k++) {
            uint32_t s = g->backward.to[k];
            if (!set[s] && (!through || through[s])) {
                set[s] = true;
                list[count++] = s;
            }
        }
    mem_free(g->mem, list, bytes);
    return true;
}

// ---- Edges ----------------------------------------------------------------------------------------------------------

// Where steps are labelled, all of them are made, also those that twins repeat: more than the search has counted.
static bool make_room(struct graph *g, size_t count)
{
    struct edges *f = &g->forward;
    uint64_t room = 2 * (f->count + count);
    if (f->count + count <= f->capacity)
        return true;
    uint32_t *to = mem_try_resize(g->mem, f->to, f->capacity * sizeof *to, room * sizeof *to);
    if (!to)
        return false;
    f->to = to;
    uint32_t *label =
        mem_try_resize(g->mem, f->label, f->label ? f->capacity * sizeof *label : 0, room * sizeof *label);
    if (!label) // the other one goes back to what it was
        f->to = mem_resize(g->mem, to, room * sizeof *to, f->capacity * sizeof *to);
    else {
        f->label = label;
        f->capacity = room;
    }
    return label;
}

static bool represent(struct graph *g, uint64_t *state, uint64_t edge)
{
    struct explicit_engine *e = g->engine;
    if (!g->threads) {
        quotient_represent(e, state);
        return true;
    }
    return threads_label(g->threads, canonical_make(e->canonical, state), &g->forward.label[edge]);
}

static bool take_batch(void *context)
{
    struct graph *g = context;
    struct explicit_engine *e = g->engine;
    struct batch *b = &e->batch;
    size_t count = b->count;
    b->count = 0;
    if (g->threads && !make_room(g, count))
        return false;
    for (size_t i = 0; i < count; i++) {
        if (!represent(g, b->words.at + i * b->width, g->forward.count + i))
            return false;
    }
    for (size_t i = 0; i < count; i++)
        g->forward.to[g->forward.count++] = store_find(&e->store, b->words.at + i * b->width);
    return true;
}

// Where executions that end stay in their last state, that state is its own successor.
static bool stay_at_end(struct graph *g, uint32_t s)
{
    struct edges *f = &g->forward;
    if (!model_ends_stay(g->engine->model) || f->begin[s] != f->count)
        return true;
    if (g->threads && !make_room(g, 1))
        return false;
    if (g->threads)
        f->label[f->count] = THREADS_IDENTITY;
    f->to[f->count++] = s;
    return true;
}

// All states once more, since a search for a property about states need not remember its steps. It has counted them,
// but not the states without any.
static bool find_forward(struct graph *g)
{
    struct explicit_engine *e = g->engine;
    bool has_ends = model_ends_stay(e->model) && e->dead_end != STORE_NONE;
    uint64_t fired = e->rules.fired, room = fired + (has_ends ? g->count : 0) + 1;
    g->forward.to = mem_try_alloc(g->mem, room * sizeof *g->forward.to);
    if (!g->forward.to)
        return false;
    g->forward.capacity = room;
    if (g->threads)
        g->forward.label = mem_try_alloc(g->mem, room * sizeof *g->forward.label);
    if (g->threads && !g->forward.label)
        return false;
    e->makes_all_steps = g->threads;
    e->batch.flush = take_batch;
    e->batch.context = g;
    bool good = true;
    search_limit_tries(e, true);
    for (uint32_t s = 0; s < g->count && good; s++) {
        g->forward.begin[s] = g->forward.count;
        good = (s % 256 || !explicit_should_stop(e)) && search_apply(e, s, &e->batch) && take_batch(g) &&
               stay_at_end(g, s);
    }
    search_limit_tries(e, false);
    e->makes_all_steps = false;
    e->batch.count = 0;
    g->forward.begin[g->count] = g->forward.count;
    e->rules.fired = fired;
    return good;
}

static bool find_backward(struct graph *g)
{
    struct edges *f = &g->forward, *b = &g->backward;
    b->to = mem_try_alloc(g->mem, (f->count + 1) * sizeof *b->to);
    if (!b->to)
        return false;
    b->count = f->count;
    b->capacity = f->count + 1;
    for (uint64_t k = 0; k < f->count; k++)
        b->begin[f->to[k]]++;
    uint64_t end = 0;
    for (uint32_t s = 0; s <= g->count; s++) {
        end += s < g->count ? b->begin[s] : 0;
        b->begin[s] = end; // where the edges end; they are put in from there on downwards
    }
    for (uint32_t s = g->count; s-- > 0;)
        for (uint64_t k = f->begin[s]; k < f->begin[s + 1]; k++)
            b->to[--b->begin[f->to[k]]] = s;
    return true;
}

// ---- Making ---------------------------------------------------------------------------------------------------------

static size_t begin_bytes(const struct graph *g)
{
    return ((size_t)g->count + 1) * sizeof(uint64_t);
}

static bool find_fairness(struct graph *g)
{
    const struct model *m = g->engine->model;
    for (size_t i = 0; i < model_justice_count(m); i++)
        if (!(g->justice[i] = graph_condition(g, model_justice(m, i))))
            return false;
    for (size_t i = 0; i < model_compassion_count(m); i++) {
        expr pair[2];
        model_compassion(m, i, pair);
        for (int k = 0; k < 2; k++)
            if (!(g->compassion[i][k] = graph_condition(g, pair[k])))
                return false;
    }
    bool *all = graph_new_set(g, true);
    g->fair = all ? graph_fair_within(g, all) : NULL;
    graph_free_set(g, all);
    return g->fair;
}

struct graph *graph_new(struct explicit_engine *e)
{
    struct graph *g = mem_zalloc(e->mem, sizeof *g);
    *g = (struct graph){.engine = e, .mem = &e->bulk, .count = e->store.count};
    bool good;
    g->threads = threads_new(e, &good);
    g->justice = mem_zalloc(e->mem, (model_justice_count(e->model) + 1) * sizeof *g->justice);
    g->compassion = mem_zalloc(e->mem, (model_compassion_count(e->model) + 1) * sizeof *g->compassion);
    g->forward.begin = mem_try_zalloc(g->mem, begin_bytes(g));
    g->backward.begin = mem_try_zalloc(g->mem, begin_bytes(g));
    if (!good || !g->forward.begin || !g->backward.begin || !find_forward(g) || !find_backward(g) ||
        !find_fairness(g)) {
        graph_free(g);
        return NULL;
    }
    return g;
}

void graph_forget(struct graph *g)
{
    for (size_t i = 0; i < GRAPH_SHARED; i++) {
        graph_free_set(g, g->shared[i].states);
        g->shared[i].states = NULL;
    }
}

void graph_free(struct graph *g)
{
    if (!g)
        return;
    graph_forget(g);
    const struct model *m = g->engine->model;
    for (size_t i = 0; i < model_justice_count(m); i++)
        graph_free_set(g, g->justice[i]);
    for (size_t i = 0; i < model_compassion_count(m); i++)
        for (int k = 0; k < 2; k++)
            graph_free_set(g, g->compassion[i][k]);
    graph_free_set(g, g->fair);
    mem_free(g->mem, g->forward.begin, begin_bytes(g));
    mem_free(g->mem, g->backward.begin, begin_bytes(g));
    mem_free(g->mem, g->forward.to, g->forward.capacity * sizeof *g->forward.to);
    mem_free(g->mem, g->forward.label, g->forward.label ? g->forward.capacity * sizeof *g->forward.label : 0);
    threads_free(g->threads);
    mem_free(g->mem, g->backward.to, g->backward.capacity * sizeof *g->backward.to);
    struct mem *mem = g->engine->mem;
    mem_free(mem, g->justice, (model_justice_count(m) + 1) * sizeof *g->justice);
    mem_free(mem, g->compassion, (model_compassion_count(m) + 1) * sizeof *g->compassion);
    mem_free(mem, g, sizeof *g);
}
