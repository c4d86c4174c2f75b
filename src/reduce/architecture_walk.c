// Runs: a step of two components that are no neighbours becomes a path, as the proof in architecture_local.c has it.
#include <string.h>

#include "reduce/architecture_local.h"

// A step by a template with these components; false if there is none.
static bool perform(struct architecture *a, const struct template *t, const uint32_t *tuple, const value *state,
                    value *after)
{
    struct architecture_local *l = a->local;
    architecture_steer(a, tuple, t->named);
    symmetry_apply(a->symmetry, a->permutation, state, l->view);
    memcpy(l->next, l->view, model_cell_count(a->to) * sizeof *l->next);
    bool good = local_carry_out(a, t->condition, t->choices, t->choice_count, l->view, l->next);
    if (good)
        symmetry_apply(a->symmetry, a->inverse, l->next, after);
    architecture_unsteer(a, tuple, t->named);
    return good;
}

// The state as X, M and Y see it, for whom other components stand that ids point at.
static uint32_t see(struct architecture *a, const uint32_t *three, const value *state)
{
    struct architecture_local *l = a->local;
    ARRAY(uint32_t) tuple = {0};
    for (size_t i = 0; i < 3; i++)
        array_push(a->mem, &tuple, three[i]);
    architecture_steer(a, three, 3);
    for (size_t i = 0; i < l->domains.count; i++) {
        // Where the variable of the first components is, that of the three is now.
        cell_id cell = symmetry_cell(a->symmetry, a->inverse, l->domains.at[i].cell);
        struct site site = model_site_of_id(a->from, state[cell]);
        bool is_there = site.class != a->class;
        for (size_t k = 0; k < tuple.count && !is_there; k++)
            is_there = tuple.at[k] == site.element;
        if (!is_there)
            array_push(a->mem, &tuple, site.element);
    }
    architecture_unsteer(a, three, 3);
    architecture_steer(a, tuple.at, tuple.count);
    symmetry_apply(a->symmetry, a->permutation, state, l->view);
    architecture_unsteer(a, tuple.at, tuple.count);
    array_free(a->mem, &tuple);
    return local_encode(l, l->view);
}

static bool push_step(struct architecture *a, const struct template *t, const uint32_t *tuple, struct trace *run)
{
    struct architecture_local *l = a->local;
    const value *last = trace_state(run, trace_length(run) - 1);
    if (trace_length(run) >= ARCHITECTURE_MOST_STATES || !perform(a, t, tuple, last, l->real))
        return false;
    trace_push(run, a->mem, l->real);
    return true;
}

static bool expand(struct architecture *, uint32_t partial, uint32_t x, uint32_t y, struct trace *);

static bool take_action(struct architecture *a, const struct local_action *action, const uint32_t *three,
                        struct trace *run)
{
    uint32_t tuple[ARCHITECTURE_MOST_NAMED];
    for (uint32_t i = 0; i < action->template->named; i++)
        tuple[i] = three[action->places[i]];
    if (template_is_taken(a, action->template, tuple))
        return push_step(a, action->template, tuple, run);
    return action->is_nearer && expand(a, action->partial, three[M], three[Y], run);
}

// Adds the states of a path with the effect of a step of X and Y, whose distances to Y are known.
static bool expand(struct architecture *a, uint32_t partial, uint32_t x, uint32_t y, struct trace *run)
{
    struct architecture_local *l = a->local;
    const struct template *t = l->partial.at[partial];
    bool flipped = l->flipped.at[partial];
    uint32_t tuple[2] = {flipped ? y : x, flipped ? x : y}, m = 0;
    if (template_is_taken(a, t, tuple))
        return push_step(a, t, tuple, run);
    while (m < a->size && !(local_has_edge(a, x, m) && l->distance[m] + 1 == l->distance[x]))
        m++;
    if (m == a->size)
        return false;
    uint32_t three[3] = {x, m, y};
    uint32_t from = see(a, three, trace_state(run, trace_length(run) - 1));
    uint32_t to = from == OUT_OF_RANGE ? NO_STEP : local_step(a, from, &l->goals.at[partial]);
    if (to == NO_STEP || to == OUT_OF_RANGE || !local_find_path(a, from, to))
        return false;
    ARRAY(uint32_t) path = {0};
    uint32_t at = to;
    do {
        array_push(a->mem, &path, l->by[at]);
        at = l->before[at];
    } while (at != from);
    bool good = true;
    while (path.count && good)
        good = take_action(a, &l->actions.at[array_pop(&path)], three, run);
    array_free(a->mem, &path);
    return good;
}

static bool try_pair(struct architecture *a, uint32_t partial, uint32_t x, uint32_t y, const value *to,
                     struct trace *run)
{
    struct architecture_local *l = a->local;
    const struct template *t = l->partial.at[partial];
    bool flipped = l->flipped.at[partial];
    size_t bytes = model_cell_count(a->to) * sizeof *to;
    const value *from = trace_state(run, trace_length(run) - 1);
    if (!perform(a, t, (const uint32_t[]){flipped ? y : x, flipped ? x : y}, from, l->real) ||
        memcmp(l->real, to, bytes) != 0)
        return false;
    local_find_distances(a, y, true);
    return expand(a, partial, x, y, run) && memcmp(trace_state(run, trace_length(run) - 1), to, bytes) == 0;
}

// The components whose variables differ, of which there are two at the most.
static uint32_t find_changed(struct architecture *a, const value *from, const value *to, uint32_t *changed)
{
    for (cell_id cell = 0; cell < model_cell_count(a->from); cell++)
        if (from[cell] != to[cell])
            architecture_see_cell(a, cell);
    uint32_t count = (uint32_t)a->spoken_of.count;
    for (uint32_t i = 0; i < count; i++) {
        a->is_spoken_of[a->spoken_of.at[i]] = false;
        if (i < 2)
            changed[i] = a->spoken_of.at[i];
    }
    a->spoken_of.count = 0;
    return count;
}

bool architecture_walk_locally(struct architecture *a, const value *from, const value *to, struct trace *run)
{
    struct architecture_local *l = a->local;
    uint32_t changed[2] = {0}, count = find_changed(a, from, to, changed);
    size_t length = trace_length(run);
    if (count > 2)
        return false;
    for (uint32_t i = 0; i < l->partial.count; i++)
        for (uint32_t x = 0; x < a->size; x++)
            for (uint32_t y = 0; y < a->size; y++) {
                bool has_first = count < 1 || x == changed[0] || y == changed[0];
                bool has_second = count < 2 || x == changed[1] || y == changed[1];
                if (x == y || !has_first || !has_second)
                    continue;
                if (try_pair(a, i, x, y, to, run))
                    return true;
                run->values.count = length * run->cells;
            }
    return false;
}
