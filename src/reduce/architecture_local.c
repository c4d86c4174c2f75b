// Steps of neighbours as steps of any two components, shown from the rules.
//
// Let some templates be taken by certain pairs of components only: those that an edge connects. Suppose that for any
// three components x, m, y, in whatever local states they are, a step of x and y by such a template has the effect of a
// path of these:
// - steps of x and m, and of m and y, by such templates,
// - steps of x, m and y by templates that all components take.
// Then, if edges connect x and y over other components, the step has the effect of a path of the model: by induction
// over the number of edges, with m the component after x on the shortest way, so that m and y are nearer. If edges
// connect all components, all images of these steps are paths.
//
// Whether that is so is found out on the values of the variables that these templates speak of, all combinations of
// which are tried: the three components are the first ones of the class. An id of another component may be in a
// variable as well; which one does not matter, so that one other for each such variable is enough.
//
// Combinations that cannot be reached need not be looked at. What is left out is what no component can get into as far
// as is seen from single components and the global variables (`known`): these are closed under the steps of all
// templates by all components, so that nothing that the symmetrised model can reach is left out.
//
// The same paths are what a run is made of, where a step is to be replaced.
#include "reduce/architecture_local.h"

#include <string.h>

#define MOST_WORK 100000000

// ---- Edges ----------------------------------------------------------------------------------------------------------

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

// Edges are those that all partial templates have.
static void find_edges(struct architecture *a)
{
    struct architecture_local *l = a->local;
    size_t words = (size_t)a->size * a->size / 64 + 1;
    l->edges = mem_alloc(a->mem, words * sizeof *l->edges);
    memset(l->edges, 0xff, words * sizeof *l->edges);
    for (size_t i = 0; i < l->partial.count; i++) {
        const struct template *t = l->partial.at[i];
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

// ---- The proof ------------------------------------------------------------------------------------------------------

static void tell_failure(struct architecture *a, uint32_t state, const struct local_action *goal, struct str *why_not)
{
    struct architecture_local *l = a->local;
    local_decode(l, state, l->now);
    str_add(a->mem, why_not, "%s, with one more element in between, is no path where", goal->template->name);
    for (size_t i = 0; i < l->domains.count; i++) {
        const struct cell *cell = model_cell(a->to, l->domains.at[i].cell);
        struct str text = {0};
        model_add_value(a->to, cell->type, l->now[l->domains.at[i].cell], &text);
        str_add(a->mem, why_not, "%s %s = %s", i ? "," : "", cell->name, str_text(&text));
        str_free(a->mem, &text);
    }
}

static bool show_goals(struct architecture *a, struct str *why_not)
{
    struct architecture_local *l = a->local;
    for (size_t i = 0; i < l->goals.count; i++)
        for (uint32_t state = 0; state < l->states; state++) {
            uint32_t after = local_is_known(a, state) ? local_successor(a, state, l->actions.count + i) : NO_STEP;
            if (after == NO_STEP)
                continue;
            if (after == OUT_OF_RANGE || !local_find_path(a, state, after)) {
                tell_failure(a, state, &l->goals.at[i], why_not);
                return false;
            }
            if (l->work > MOST_WORK) {
                str_add(a->mem, why_not, "three components have too many local states");
                return false;
            }
        }
    return true;
}

// Of the templates that not all components take, none may be of others than two, nor depend on any third one.
static bool find_partial(struct architecture *a, struct str *why_not)
{
    for (size_t i = 0; i < a->actions.at.count; i++) {
        const struct template *t = a->actions.at.at[i];
        if (template_is_full(a, t))
            continue;
        if (t->named != 2 || !t->is_local || a->size < 3) {
            str_add(a->mem, why_not, "not all elements can do %s", t->name);
            return false;
        }
        array_push(a->mem, &a->local->partial, t);
    }
    return true;
}

static size_t steps_of(const struct architecture_local *l)
{
    return l->states * (l->actions.count + l->goals.count) + 1;
}

static void open_states(struct architecture *a)
{
    struct architecture_local *l = a->local;
    size_t cells = model_cell_count(a->to) + 1, steps = steps_of(l);
    l->evaluator = evaluator_new(a->to, a->mem);
    l->now = mem_zalloc(a->mem, cells * sizeof *l->now);
    l->next = mem_zalloc(a->mem, cells * sizeof *l->next);
    l->view = mem_zalloc(a->mem, cells * sizeof *l->view);
    l->real = mem_zalloc(a->mem, cells * sizeof *l->real);
    l->successors = mem_alloc(a->mem, steps * sizeof *l->successors);
    for (size_t i = 0; i < steps; i++)
        l->successors[i] = NOT_KNOWN;
    l->stamps = mem_zalloc(a->mem, l->states * sizeof *l->stamps);
    l->before = mem_zalloc(a->mem, l->states * sizeof *l->before);
    l->by = mem_zalloc(a->mem, l->states * sizeof *l->by);
}

static bool show(struct architecture *a, struct str *why_not)
{
    struct architecture_local *l = a->local;
    if (!find_partial(a, why_not))
        return false;
    if (l->partial.count == 0)
        return true;
    find_edges(a);
    l->distance = mem_alloc(a->mem, a->size * sizeof *l->distance);
    if (local_find_distances(a, 0, true) < a->size || local_find_distances(a, 0, false) < a->size) {
        str_add(a->mem, why_not, "%s does not connect all elements", l->partial.at[0]->name);
        return false;
    }
    for (uint32_t i = 0; i < l->partial.count; i++)
        local_add_partial(a, i);
    for (size_t i = 0; i < a->actions.at.count; i++)
        if (a->actions.at.at[i]->is_local && template_is_full(a, a->actions.at.at[i]))
            local_add_full(a, a->actions.at.at[i]);
    if (!local_find_domains(a)) {
        str_add(a->mem, why_not, "three components have too many local states");
        return false;
    }
    open_states(a);
    local_find_known(a);
    return show_goals(a, why_not);
}

bool architecture_show_locally(struct architecture *a, struct str *why_not)
{
    a->local = mem_zalloc(a->mem, sizeof *a->local);
    bool good = show(a, why_not);
    if (!good)
        architecture_free_local(a);
    return good;
}

void architecture_free_local(struct architecture *a)
{
    struct architecture_local *l = a->local;
    if (!l)
        return;
    size_t cells = model_cell_count(a->to) + 1;
    size_t states = l->evaluator ? l->states : 0, steps = l->evaluator ? steps_of(l) : 0;
    mem_free(a->mem, l->known, l->known ? (size_t)l->globals * l->locals : 0);
    mem_free(a->mem, l->edges, l->edges ? ((size_t)a->size * a->size / 64 + 1) * sizeof *l->edges : 0);
    mem_free(a->mem, l->distance, l->distance ? a->size * sizeof *l->distance : 0);
    mem_free(a->mem, l->now, l->now ? cells * sizeof *l->now : 0);
    mem_free(a->mem, l->next, l->next ? cells * sizeof *l->next : 0);
    mem_free(a->mem, l->view, l->view ? cells * sizeof *l->view : 0);
    mem_free(a->mem, l->real, l->real ? cells * sizeof *l->real : 0);
    mem_free(a->mem, l->successors, steps * sizeof *l->successors);
    mem_free(a->mem, l->stamps, states * sizeof *l->stamps);
    mem_free(a->mem, l->before, states * sizeof *l->before);
    mem_free(a->mem, l->by, states * sizeof *l->by);
    evaluator_free(l->evaluator);
    array_free(a->mem, &l->partial);
    array_free(a->mem, &l->flipped);
    array_free(a->mem, &l->goals);
    array_free(a->mem, &l->actions);
    array_free(a->mem, &l->domains);
    array_free(a->mem, &l->queue);
    array_free(a->mem, &l->later);
    mem_free(a->mem, l, sizeof *l);
    a->local = NULL;
}
