// Traces: a step of two components that are no neighbours becomes a path, as the proof in architecture_local.c has it
// (seed 002, Lemma 13, for given states).
#include <string.h>

#include "reduce/architecture/architecture_local.h"

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
    a->is_too_long |= trace_length(run) >= ARCHITECTURE_MOST_STATES;
    if (a->is_too_long || !perform(a, t, tuple, last, l->real))
        return false;
    trace_push(run, a->mem, l->real);
    return true;
}

static bool walk_step(struct architecture *, const struct template *, const uint32_t *tuple, struct trace *);

// The round and its components are at hand; those of M and Y are further goals of it, if they are not real.
typedef bool take_nearer(struct architecture *, const struct local_action *, const uint32_t *three, struct trace *);

static bool take_action(struct architecture *a, const struct local_action *action, const uint32_t *three,
                        take_nearer *nearer, struct trace *run)
{
    uint32_t tuple[ARCHITECTURE_MOST_NAMED];
    for (uint32_t i = 0; i < action->template->named; i++)
        tuple[i] = three[action->places[i]];
    if (action->is_nearer && !template_is_taken(a, action->template, tuple))
        return nearer(a, action, three, run);
    return walk_step(a, action->template, tuple, run);
}

// Adds the states of a path with the effect of a goal of the round.
static bool follow_path(struct architecture *a, const struct local_action *goal, const uint32_t *three,
                        take_nearer *nearer, struct trace *run)
{
    struct architecture_local *l = a->local;
    ARRAY(uint32_t) path = {0};
    uint32_t from = see(a, three, trace_state(run, trace_length(run) - 1));
    uint32_t to = from == OUT_OF_RANGE ? NO_STEP : local_step(a, from, goal);
    if (to == NO_STEP || to == OUT_OF_RANGE || !local_find_path(a, goal, from, to))
        return false;
    uint32_t at = to;
    do {
        array_push(a->mem, &path, l->by[at]);
        at = l->before[at];
    } while (at != from);
    bool good = true;
    while (path.count && good)
        good = take_action(a, &l->actions.at[array_pop(&path)], three, nearer, run);
    array_free(a->mem, &path);
    return good;
}

// ---- By edges -------------------------------------------------------------------------------------------------------

static bool expand(struct architecture *, size_t shown, uint32_t x, uint32_t y, struct trace *);

static bool expand_nearer(struct architecture *a, const struct local_action *action, const uint32_t *three,
                          struct trace *run)
{
    size_t shown = 0;
    while (a->local->shows.at[shown] != action->template)
        shown++;
    return expand(a, shown, three[M], three[Y], run);
}

// A step of x and y, whose distances to y are known.
static bool expand(struct architecture *a, size_t shown, uint32_t x, uint32_t y, struct trace *run)
{
    const struct architecture_local *l = a->local;
    uint32_t m = 0;
    while (m < a->size && !(local_has_edge(a, x, m) && l->distance[m] + 1 == l->distance[x]))
        m++;
    return m < a->size && follow_path(a, &l->goals.at[shown], (const uint32_t[]){x, m, y}, expand_nearer, run);
}

static bool walk_edges(struct architecture *a, const struct template *t, const uint32_t *tuple, struct trace *run)
{
    const struct architecture_local *l = a->local;
    size_t shown = 0;
    while (l->shows.at[shown] != t)
        shown++;
    bool flipped = l->flipped.at[shown];
    local_find_distances(a, tuple[!flipped], true);
    return expand(a, shown, tuple[flipped], tuple[!flipped], run);
}

// ---- By a hub -------------------------------------------------------------------------------------------------------

static bool walk_hub(struct architecture *a, const struct template *t, const uint32_t *tuple, struct trace *run)
{
    const struct architecture_local *l = a->local;
    uint32_t three[3] = {0}, places[ARCHITECTURE_MOST_NAMED] = {0};
    local_place_around(a, t, tuple, three, places);
    for (size_t i = 0; i < l->goal_count; i++) {
        const struct local_action *goal = &l->goals.at[i];
        if (goal->template == t && memcmp(goal->places, places, t->named * sizeof *places) == 0)
            return follow_path(a, goal, three, NULL, run);
    }
    return false;
}

// ---- Steps ----------------------------------------------------------------------------------------------------------

// As a step of the model, or as the path that its round has for it.
static bool walk_step(struct architecture *a, const struct template *t, const uint32_t *tuple, struct trace *run)
{
    struct architecture_local *held = a->local;
    if (template_is_taken(a, t, tuple))
        return push_step(a, t, tuple, run);
    if (t->round == NO_ROUND)
        return false;
    a->local = a->rounds.at[t->round];
    bool good = a->local->edges ? walk_edges(a, t, tuple, run) : walk_hub(a, t, tuple, run);
    a->local = held;
    return good;
}

static bool try_tuple(struct architecture *a, const struct template *t, const uint32_t *tuple, const value *to,
                      struct trace *run)
{
    size_t bytes = model_cell_count(a->to) * sizeof *to, length = trace_length(run);
    a->local = a->rounds.at[t->round];
    bool good = perform(a, t, tuple, trace_state(run, length - 1), a->local->real) &&
                memcmp(a->local->real, to, bytes) == 0 && walk_step(a, t, tuple, run) &&
                memcmp(trace_state(run, trace_length(run) - 1), to, bytes) == 0;
    if (!good)
        run->values.count = length * run->cells;
    a->local = NULL;
    return good;
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

static bool has(const uint32_t *tuple, uint32_t count, uint32_t element)
{
    return tuple[0] == element || (count > 1 && tuple[1] == element);
}

// A trace that was cut off is shorter again by now; so it is noted when that happens.
enum lift_status architecture_walk_locally(struct architecture *a, const value *from, const value *to,
                                           struct trace *run)
{
    uint32_t changed[2] = {0}, count = find_changed(a, from, to, changed);
    a->is_too_long = false;
    for (size_t i = 0; i < a->actions.at.count; i++) {
        const struct template *t = a->actions.at.at[i];
        if (t->round == NO_ROUND || count > t->named)
            continue;
        for (uint32_t x = 0; x < a->size; x++)
            for (uint32_t y = 0; y < (t->named > 1 ? a->size : 1); y++) {
                const uint32_t tuple[] = {x, y};
                bool has_all =
                    (count < 1 || has(tuple, t->named, changed[0])) && (count < 2 || has(tuple, t->named, changed[1]));
                if (has_all && (t->named == 1 || x != y) && try_tuple(a, t, tuple, to, run))
                    return LIFT_DONE;
            }
    }
    return a->is_too_long ? LIFT_TOO_LONG : LIFT_NO_PATH;
}
