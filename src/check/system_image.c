// Images and pre-images of a system, what it reaches by chaining and saturation, and paths as traces: the steps that
// the fixpoints work on, and abstractions wrap (image.h).
#include "check/stay.h"
#include "check/system.h"

#define SATURATION_BUDGET ((size_t)1 << 22) // new nodes, without a collection, for the actions that begin at one level

// The set with the image of another one under the steps of a group.
static bdd with_post(struct system *s, size_t group, bdd set, bdd all)
{
    const struct relation_group *g = relations_enter(&s->relations, group);
    bdd_scope scope = bdd_open_scope(s->m);
    for (size_t i = 0; g && i < g->count; i++) {
        all = bdd_or(s->m, all, partition_post(g->at[i], set));
        all = bdd_close_scope_with(s->m, scope, all); // what it was made of is garbage now
    }
    return g ? all : BDD_NONE;
}

static bdd with_pre(struct system *s, size_t group, bdd set, bdd by, bdd all)
{
    const struct relation_group *g = relations_enter(&s->relations, group);
    bdd_scope scope = bdd_open_scope(s->m);
    for (size_t i = 0; g && i < g->count; i++) {
        all = bdd_or(s->m, all, partition_pre(g->at[i], set, by));
        all = bdd_close_scope_with(s->m, scope, all);
    }
    return g ? all : BDD_NONE;
}

static bdd post(struct image *image, bdd set)
{
    struct system *s = (struct system *)image;
    bdd all = BDD_FALSE;
    bdd_scope scope = bdd_open_scope(s->m);
    for (size_t i = 0; i < s->relations.count && bdd_is_valid(all); i++)
        all = bdd_close_scope_with(s->m, scope, with_post(s, i, set, all));
    return stay_with_post(s, set, all);
}

static bdd pre(struct image *image, bdd set, bdd by)
{
    struct system *s = (struct system *)image;
    bdd all = BDD_FALSE;
    by = bdd_and(s->m, by, s->care);
    bdd_scope scope = bdd_open_scope(s->m);
    for (size_t i = 0; i < s->relations.count && bdd_is_valid(all); i++)
        all = bdd_close_scope_with(s->m, scope, with_pre(s, i, set, by, all));
    all = stay_with_pre(s, set, by, all);
    return bdd_close_scope_with(s->m, scope, bdd_and(s->m, all, s->space));
}

// Chaining: each action starts from what the ones before it have found.
static bdd chain(struct system *s, bdd set)
{
    bdd_scope scope = bdd_open_scope(s->m);
    for (size_t i = 0; i < s->relations.count && bdd_is_valid(set); i++) {
        const struct relation_group *g = relations_enter(&s->relations, i);
        for (size_t k = 0; g && k < g->count; k++)
            set = bdd_close_scope_with(s->m, scope, partition_grow(g->at[k], set));
        set = g ? set : BDD_NONE;
    }
    return s->stay && bdd_is_valid(set) ? bdd_close_scope_with(s->m, scope, partition_grow(s->stay, set)) : set;
}

// Saturation first, with what it can take; where that is too much, chaining goes on from what was found.
static bdd reach(struct image *image, bdd set)
{
    struct system *s = (struct system *)image;
    bdd_scope scope = bdd_open_scope(s->m);
    if (s->saturation && !bdd_saturate(s->m, s->saturation, &set, SATURATION_BUDGET)) {
        bdd_saturation_free(s->saturation);
        s->saturation = NULL;
    }
    set = chain(s, set);
    return bdd_close_scope_with(s->m, scope, set);
}

bool system_grow_back(struct system *s, bdd *set, bdd within)
{
    return s->saturation && bdd_saturate_back(s->m, s->saturation, set, within, SATURATION_BUDGET) &&
           s->single_relations;
}

// The last part of all, where there is one, is that executions stay where they end.
static bdd post_part(struct steps *steps, size_t part, bdd set)
{
    struct system *s = (struct system *)steps;
    return part == s->relations.count ? stay_with_post(s, set, BDD_FALSE) : with_post(s, part, set, BDD_FALSE);
}

static bdd pre_part(struct steps *steps, size_t part, bdd set)
{
    struct system *s = (struct system *)steps;
    bdd_scope scope = bdd_open_scope(s->m);
    bdd states = part == s->relations.count ? stay_with_pre(s, set, BDD_TRUE, BDD_FALSE)
                                            : with_pre(s, part, set, BDD_TRUE, BDD_FALSE);
    return bdd_close_scope_with(s->m, scope, bdd_and(s->m, states, s->space));
}

static void leave_part(struct steps *steps, size_t part)
{
    struct system *s = (struct system *)steps;
    if (part < s->relations.count)
        relations_leave(&s->relations, part);
}

static bdd between(struct steps *steps, bdd from, bdd to)
{
    return system_inputs_between((struct system *)steps, from, to);
}

// The inputs of each step are picked such that they lead to the next state.
static bool lift(struct image *image, const struct image_path *path, struct trace *trace, struct mem *mem)
{
    struct system *s = (struct system *)image;
    size_t cells = model_cell_count(s->model);
    value *state = mem_zalloc(mem, (cells + 1) * sizeof *state);
    for (cell_id cell = 0; cell < cells; cell++)
        state[cell] = type_value(model_type(s->model, model_cell(s->model, cell)->type), 0);
    bool good = true;
    for (size_t i = 0; i < path->count && good; i++) {
        bdd_scope scope = bdd_open_scope(s->m);
        bdd here = path->states[i];
        good = system_pick(s, here, state);
        size_t next = i + 1 < path->count ? i + 1 : path->loop;
        bdd wanted = i < path->by_count ? bdd_and_exists(s->m, path->by[i], here, s->state_cube) : BDD_TRUE;
        bdd inputs = next == TRACE_NO_LOOP ? s->input_space : system_inputs_between(s, here, path->states[next]);
        good = good && system_pick_inputs(s, bdd_and(s->m, inputs, wanted), state);
        if (good)
            trace_push(trace, mem, state);
        bdd_close_scope(s->m, scope);
    }
    trace->loop = path->loop;
    mem_free(mem, state, (cells + 1) * sizeof *state);
    return good;
}

const struct steps system_steps = {.image = {post, pre, reach, lift},
                                   .post_part = post_part,
                                   .pre_part = pre_part,
                                   .leave_part = leave_part,
                                   .between = between};
