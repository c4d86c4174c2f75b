// A round of the proof from the rules: what neighbours do, any two can do over those between them.
//
// Let some templates be taken by certain pairs of components: those that an edge connects. Suppose that for any three
// components x, m, y, in whatever local states they are, a step of x and y by such a template has the effect of a path
// of these:
// - steps of x and m, and of m and y, by such templates,
// - steps of x, m and y by templates that are shown already.
// Then, if edges connect x and y over other components, the step has the effect of a path of the model: by induction
// over the number of edges, with m the component after x on the shortest way, so that m and y are nearer. If edges
// connect all components, all images of these steps are paths.
#include <string.h>

#include "reduce/architecture/architecture_local.h"

bool local_has_edge(const struct architecture *a, uint32_t from, uint32_t to)
{
    uint64_t number = (uint64_t)from * a->size + to;
    return a->local->edges[number / 64] >> number % 64 & 1;
}

static bool has_oriented(const struct architecture *a, const struct template *t, bool flipped, uint32_t x, uint32_t y)
{
    return template_is_taken(a, t, (const uint32_t[]){flipped ? y : x, flipped ? x : y});
}

// How many edges there would be if a template had this direction; and to leave no others.
static size_t meet(struct architecture *a, const struct template *t, bool flipped, bool for_good)
{
    size_t count = 0;
    for (uint32_t x = 0; x < a->size; x++)
        for (uint32_t y = 0; y < a->size; y++) {
            if (!local_has_edge(a, x, y))
                continue;
            bool stays = has_oriented(a, t, flipped, x, y);
            uint64_t number = (uint64_t)x * a->size + y;
            count += stays;
            if (for_good && !stays)
                a->local->edges[number / 64] &= ~((uint64_t)1 << number % 64);
        }
    return count;
}

// Edges are those that all templates have.
static void find_edges(struct architecture *a)
{
    struct architecture_local *l = a->local;
    size_t words = (size_t)a->size * a->size / 64 + 1;
    l->edges = mem_alloc(a->mem, words * sizeof *l->edges);
    memset(l->edges, 0xff, words * sizeof *l->edges);
    for (size_t i = 0; i < l->shows.count; i++) {
        const struct template *t = l->shows.at[i];
        bool flipped = i > 0 && meet(a, t, true, false) > meet(a, t, false, false);
        meet(a, t, flipped, true);
        array_push(a->mem, &l->flipped, flipped);
    }
}

uint32_t local_find_distances(struct architecture *a, uint32_t target, bool backwards)
{
    struct architecture_local *l = a->local;
    for (uint32_t i = 0; i < a->size; i++)
        l->distance[i] = UINT32_MAX;
    l->queue.count = 0;
    l->distance[target] = 0;
    array_push(a->mem, &l->queue, target);
    for (size_t head = 0; head < l->queue.count; head++) {
        uint32_t at = l->queue.at[head];
        for (uint32_t i = 0; i < a->size; i++) {
            if (l->distance[i] != UINT32_MAX || !(backwards ? local_has_edge(a, i, at) : local_has_edge(a, at, i)))
                continue;
            l->distance[i] = l->distance[at] + 1;
            array_push(a->mem, &l->queue, i);
        }
    }
    return (uint32_t)l->queue.count;
}

static void add_template(struct architecture *a, size_t i)
{
    struct architecture_local *l = a->local;
    static const uint32_t pairs[][2] = {{X, Y}, {X, M}, {M, Y}};
    for (size_t k = 0; k < 3; k++) {
        uint32_t places[2] = {pairs[k][l->flipped.at[i]], pairs[k][!l->flipped.at[i]]};
        struct local_action action = local_action(a, l->shows.at[i], places);
        action.is_nearer = k == 2;
        if (k == 0)
            array_push(a->mem, &l->goals, action);
        else
            array_push(a->mem, &l->actions, action);
    }
}

bool local_use_edges(struct architecture *a, struct cause *why_not)
{
    struct architecture_local *l = a->local;
    find_edges(a);
    l->distance = mem_alloc(a->mem, a->size * sizeof *l->distance);
    if (local_find_distances(a, 0, true) < a->size || local_find_distances(a, 0, false) < a->size) {
        *why_not = cause_with_text(CAUSE_ARCHITECTURE_NOT_JOINED, l->shows.at[0]->name);
        return false;
    }
    for (size_t i = 0; i < l->shows.count; i++)
        add_template(a, i);
    return true;
}
