// Fair components: strongly connected ones that fairness is content with.
//
// Justice must hold somewhere in a component. Where compassion asks for something that the component has no answer to,
// the states that ask are taken out, and what is left falls into components again.
#include <string.h>

#include "explicit/fair_threads.h"

// Tarjan's search with a stack of its own. `number` counts the order of visits; a state that has its component is out.
struct tarjan {
    struct graph *graph;
    const bool *within;
    uint32_t *number, *low, *component; // from 1 on; 0: not yet
    uint32_t *stack, *path;             // states of open components; those on the way from the root
    uint64_t *edge;                     // by state on the path: the next one to follow
    uint32_t *members;                  // of all components that were found, one component after the other
    uint32_t numbers, components, member_count, stacked, depth;
};

static bool open_tarjan(struct tarjan *t, struct graph *g, const bool *within)
{
    size_t bytes = ((size_t)g->count + 1) * sizeof(uint32_t);
    *t = (struct tarjan){.graph = g, .within = within};
    t->number = mem_try_zalloc(g->mem, bytes);
    t->low = mem_try_zalloc(g->mem, bytes);
    t->component = mem_try_zalloc(g->mem, bytes);
    t->stack = mem_try_zalloc(g->mem, bytes);
    t->path = mem_try_zalloc(g->mem, bytes);
    t->members = mem_try_zalloc(g->mem, bytes);
    t->edge = mem_try_zalloc(g->mem, 2 * bytes);
    return t->number && t->low && t->component && t->stack && t->path && t->members && t->edge;
}

static void close_tarjan(struct tarjan *t)
{
    struct mem *mem = t->graph->mem;
    size_t bytes = ((size_t)t->graph->count + 1) * sizeof(uint32_t);
    mem_free(mem, t->number, bytes);
    mem_free(mem, t->low, bytes);
    mem_free(mem, t->component, bytes);
    mem_free(mem, t->stack, bytes);
    mem_free(mem, t->path, bytes);
    mem_free(mem, t->members, bytes);
    mem_free(mem, t->edge, 2 * bytes);
}

static void enter(struct tarjan *t, uint32_t s)
{
    t->number[s] = t->low[s] = ++t->numbers;
    t->edge[s] = t->graph->forward.begin[s];
    t->stack[t->stacked++] = s;
    t->path[t->depth++] = s;
}

// All that is on the stack from this state on is a component.
static void take_component(struct tarjan *t, uint32_t root)
{
    t->components++;
    for (uint32_t s = STORE_NONE; s != root;) {
        s = t->stack[--t->stacked];
        t->component[s] = t->components;
        t->members[t->member_count++] = s;
    }
}

static void leave(struct tarjan *t, uint32_t s)
{
    t->depth--;
    if (t->low[s] == t->number[s])
        take_component(t, s);
    else if (t->low[s] < t->low[t->path[t->depth - 1]])
        t->low[t->path[t->depth - 1]] = t->low[s];
}

static void visit_from(struct tarjan *t, uint32_t root)
{
    const struct edges *f = &t->graph->forward;
    enter(t, root);
    while (t->depth) {
        uint32_t s = t->path[t->depth - 1];
        if (t->edge[s] == f->begin[s + 1]) {
            leave(t, s);
            continue;
        }
        uint32_t to = f->to[t->edge[s]++];
        if (!t->within[to] || t->component[to])
            continue;
        if (!t->number[to])
            enter(t, to);
        else if (t->number[to] < t->low[s])
            t->low[s] = t->number[to];
    }
}

// ---- Fairness -------------------------------------------------------------------------------------------------------

static bool meets(const bool *set, const uint32_t *members, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        if (set[members[i]])
            return true;
    return false;
}

static bool has_step_inside(const struct tarjan *t, const uint32_t *members, uint32_t count)
{
    const struct edges *f = &t->graph->forward;
    if (count > 1)
        return true;
    for (uint64_t k = f->begin[members[0]]; k < f->begin[members[0] + 1]; k++)
        if (f->to[k] == members[0])
            return true;
    return false;
}

// The same of threads. False if there is no memory.
static bool judge_threads(struct tarjan *t, const uint32_t *members, uint32_t count, bool *fair, bool *rest, bool *more)
{
    struct graph *g = t->graph;
    const struct edges *f = &g->forward;
    struct thread_classes classes;
    bool asks = false;
    *fair = has_step_inside(t, members, count);
    if (!*fair)
        return true;
    bool good = thread_classes_open(&classes, g, count);
    for (uint32_t i = 0; i < count; i++)
        t->low[members[i]] = i; // its place; it is done with
    for (uint32_t i = 0; i < count && good; i++)
        for (uint64_t k = f->begin[members[i]]; k < f->begin[members[i] + 1]; k++)
            if (t->component[f->to[k]] == t->component[members[i]])
                thread_classes_step(&classes, i, t->low[f->to[k]], f->label[k]);
    for (uint32_t i = 0; i < count && good; i++)
        thread_classes_state(&classes, i, members[i]);
    *fair = good && thread_classes_are_just(&classes);
    for (uint32_t i = 0; i < count && *fair; i++) {
        rest[members[i]] = !thread_classes_asks_in_vain(&classes, i, members[i]);
        asks |= !rest[members[i]];
    }
    for (uint32_t i = 0; i < count && *fair && !asks; i++)
        rest[members[i]] = false;
    *more |= asks;
    *fair &= !asks;
    thread_classes_close(&classes);
    return good;
}

// Takes a component out that fairness is not content with; and of one that asks in vain, leaves in `rest` what does not
// ask. Says whether there is such a rest.
static bool judge_component(struct tarjan *t, const uint32_t *members, uint32_t count, bool *fair, bool *rest)
{
    const struct graph *g = t->graph;
    const struct model *m = g->engine->model;
    bool removed = false;
    *fair = has_step_inside(t, members, count);
    for (size_t i = 0; i < model_justice_count(m) && *fair; i++)
        *fair = meets(g->justice[i], members, count);
    if (!*fair)
        return false;
    for (uint32_t i = 0; i < count; i++)
        rest[members[i]] = true;
    for (size_t k = 0; k < model_compassion_count(m); k++) {
        if (meets(g->compassion[k][1], members, count))
            continue;
        for (uint32_t i = 0; i < count; i++)
            if (g->compassion[k][0][members[i]]) {
                rest[members[i]] = false;
                removed = true;
            }
    }
    *fair = !removed;
    for (uint32_t i = 0; i < count && !removed; i++)
        rest[members[i]] = false;
    return removed;
}

// The components within a set. What needs another round is put into `rest`.
static bool find_round(struct graph *g, const bool *within, uint32_t *out, uint32_t *numbers, bool *rest, bool *more)
{
    struct tarjan t;
    bool good = open_tarjan(&t, g, within);
    for (uint32_t s = 0; s < g->count && good; s++)
        if (within[s] && !t.number[s])
            visit_from(&t, s);
    for (uint32_t begin = 0, end; good && begin < t.member_count; begin = end) {
        bool fair;
        for (end = begin + 1; end < t.member_count; end++)
            if (t.component[t.members[end]] != t.component[t.members[begin]])
                break;
        if (g->threads)
            good = judge_threads(&t, t.members + begin, end - begin, &fair, rest, more);
        else
            *more |= judge_component(&t, t.members + begin, end - begin, &fair, rest);
        *numbers += fair;
        for (uint32_t i = begin; i < end && fair; i++)
            out[t.members[i]] = *numbers;
    }
    close_tarjan(&t);
    return good;
}

uint32_t *graph_fair_components(struct graph *g, const bool *within)
{
    size_t bytes = ((size_t)g->count + 1) * sizeof(uint32_t);
    uint32_t *out = mem_try_zalloc(g->mem, bytes), numbers = 0;
    bool *now = graph_new_set(g, false), *rest = graph_new_set(g, false), more = out && now && rest;
    bool good = more;
    if (good)
        memcpy(now, within, g->count);
    while (more && good) {
        more = false;
        memset(rest, 0, g->count);
        good = find_round(g, now, out, &numbers, rest, &more);
        bool *held = now;
        now = rest;
        rest = held;
    }
    graph_free_set(g, now);
    graph_free_set(g, rest);
    if (good)
        return out;
    mem_free(g->mem, out, bytes);
    return NULL;
}

void graph_free_components(struct graph *g, uint32_t *components)
{
    mem_free(g->mem, components, ((size_t)g->count + 1) * sizeof *components);
}

// ---- Paths that stay ------------------------------------------------------------------------------------------------

static void count_steps_within(const struct graph *g, const bool *within, uint32_t *steps)
{
    for (uint32_t s = 0; s < g->count; s++)
        for (uint64_t k = g->backward.begin[s]; within[s] && k < g->backward.begin[s + 1]; k++)
            steps[g->backward.to[k]]++;
}

// Without fairness every infinite path will do: states that have no step within the set are taken out, until none is
// left.
static bool *stay_within(struct graph *g, const bool *within)
{
    size_t bytes = ((size_t)g->count + 1) * sizeof(uint32_t), count = 0;
    bool *set = graph_new_set(g, false);
    uint32_t *steps = mem_try_zalloc(g->mem, bytes), *out = mem_try_alloc(g->mem, bytes);
    if (set && steps && out) {
        memcpy(set, within, g->count);
        count_steps_within(g, within, steps);
        for (uint32_t s = 0; s < g->count; s++)
            if (set[s] && !steps[s])
                out[count++] = s;
        for (size_t i = 0; i < count; i++) {
            set[out[i]] = false;
            for (uint64_t k = g->backward.begin[out[i]]; k < g->backward.begin[out[i] + 1]; k++)
                if (--steps[g->backward.to[k]] == 0 && set[g->backward.to[k]])
                    out[count++] = g->backward.to[k];
        }
    } else {
        graph_free_set(g, set);
        set = NULL;
    }
    mem_free(g->mem, steps, bytes);
    mem_free(g->mem, out, bytes);
    return set;
}

static bool *reach_fair_component(struct graph *g, const bool *within)
{
    uint32_t *components = graph_fair_components(g, within);
    bool *set = components ? graph_new_set(g, false) : NULL;
    for (uint32_t s = 0; set && s < g->count; s++)
        set[s] = components[s];
    if (set && !graph_grow_back(g, within, set)) {
        graph_free_set(g, set);
        set = NULL;
    }
    graph_free_components(g, components);
    return set;
}

bool *graph_fair_within(struct graph *g, const bool *within)
{
    const struct model *m = g->engine->model;
    bool any_path = model_justice_count(m) == 0 && model_compassion_count(m) == 0;
    return any_path ? stay_within(g, within) : reach_fair_component(g, within);
}
