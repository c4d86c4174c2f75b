// Saturation: what events lead to, forwards, and backwards within a constraint; single steps.
//
// A node is closed if no event whose levels are all at most its own leads out of its set. Unions of closed sets are
// closed, so whatever is put together from closed children needs only the events of its own level.
#include <string.h>

#include "mdd/mdd_internal.h"

// How a relation is fired: results are closed in a direction, or it is one step backwards and nothing else.
enum mode { CLOSE_FORWARDS, CLOSE_BACKWARDS, ONE_STEP };

static uint32_t direction_of(enum mode mode)
{
    return mode == CLOSE_FORWARDS ? FORWARDS : BACKWARDS;
}

static mdd constraint_child(const struct mdd_manager *m, mdd within, uint32_t value)
{
    return within == MDD_FREE ? MDD_FREE : within == MDD_EMPTY ? MDD_EMPTY : child_of(m, within, value);
}

static void close_level(struct mdd_manager *, struct building *, mdd within, enum mode);
static mdd close_set(struct mdd_manager *, mdd, mdd within, enum mode);

static struct mdd_step step_at(const struct mdd_manager *m, uint32_t relation, uint32_t i)
{
    return m->relation_steps.at[m->relations.at[relation].first + i];
}

static mdd end_of_relation(struct mdd_manager *m, mdd node, mdd within, enum mode mode)
{
    return mode == ONE_STEP ? node : close_set(m, node, within, mode);
}

static mdd fire(struct mdd_manager *, uint32_t relation, mdd node, mdd within, enum mode);

// Adds what the rest of a step leads to from a child.
static void add_below(struct mdd_manager *m, struct building *made, uint32_t to, mdd below)
{
    if (below != MDD_EMPTY && below != MDD_NONE)
        mdd_set_child(m, made, to, mdd_union(m, built_child(made, to), below));
}

// What a relation leads to from the set of a node, whose level is at least that of the relation.
static mdd fire(struct mdd_manager *m, uint32_t relation, mdd node, mdd within, enum mode mode)
{
    if (node == MDD_EMPTY || node == MDD_NONE || within == MDD_EMPTY)
        return node == MDD_NONE ? MDD_NONE : MDD_EMPTY;
    if (relation == NO_RELATION) // what is closed within one constraint is not within another
        return within == MDD_FREE ? node : end_of_relation(m, mdd_intersection(m, node, within), within, mode);
    uint32_t op = OP_RELATIONS + relation * OP_MODES + mode;
    mdd result = mdd_cache_find(m, op, node, within);
    if (result != MDD_NONE || !mdd_goes_on(m))
        return result;
    uint32_t level = header_of(m, node)->level;
    bool is_here = m->relations.at[relation].level == level;
    struct building made = mdd_build(m, level);
    FOR_CHILDREN(m, node, v, child)
    {
        if (!is_here && !m->is_over)
            add_below(m, &made, v, fire(m, relation, child, constraint_child(m, within, v), mode));
        if (!is_here)
            continue;
        FOR_STEPS(m, relation, v, i)
        {
            const struct mdd_step s = step_at(m, relation, i);
            uint32_t to = (uint32_t)((int64_t)v + s.delta);
            if (!m->is_over)
                add_below(m, &made, to, fire(m, s.rest, child, constraint_child(m, within, to), mode));
        }
    }
    if (mode != ONE_STEP)
        close_level(m, &made, within, mode);
    result = mdd_finish(m, &made);
    mdd_cache_add(m, op, node, within, result);
    return result;
}

// Fires the events of the level from one value. Those that it leads to are flagged. False if time is over.
static bool close_value(struct mdd_manager *m, struct building *b, uint32_t v, mdd within, enum mode mode)
{
    uint32_t top = m->tops[direction_of(mode)][b->level];
    FOR_STEPS(m, top, v, i)
    {
        const struct mdd_step s = step_at(m, top, i);
        uint32_t to = (uint32_t)((int64_t)v + s.delta);
        mdd below = fire(m, s.rest, b->children[v], constraint_child(m, within, to), mode);
        if (m->is_over)
            return false;
        mdd old = built_child(b, to), both = mdd_union(m, old, below);
        if (m->is_over)
            return false;
        if (both == old)
            continue;
        mdd_set_child(m, b, to, both);
        if (m->is_over)
            return false;
        m->flags[b->base + to] = true;
    }
    return true;
}

// Fires the events of the level until nothing is new; children are closed. Values whose child has changed are flagged,
// and looked at upwards and downwards in turn: chains are followed in their direction.
static void close_level(struct mdd_manager *m, struct building *b, mdd within, enum mode mode)
{
    if (m->tops[direction_of(mode)][b->level] == NO_RELATION)
        return;
    for (uint32_t v = 0; v < b->count; v++)
        m->flags[b->base + v] = b->children[v] != MDD_EMPTY;
    for (bool is_new = true, is_down = false; is_new && mdd_goes_on(m); is_down = !is_down) {
        is_new = false;
        for (uint32_t k = 0, count = b->count; k < (is_down ? count : b->count); k++) {
            uint32_t v = is_down ? count - 1 - k : k;
            if (!m->flags[b->base + v] || !mdd_goes_on(m))
                continue;
            m->flags[b->base + v] = false;
            is_new = true;
            if (!close_value(m, b, v, within, mode))
                return;
        }
    }
}

// The closure of any set.
static mdd close_set(struct mdd_manager *m, mdd node, mdd within, enum mode mode)
{
    if (node == MDD_EMPTY || node == MDD_NONE || node == MDD_END)
        return node;
    uint32_t op = mode == CLOSE_FORWARDS ? OP_CLOSE : OP_CLOSE_BACK;
    mdd result = mdd_cache_find(m, op, node, within);
    if (result != MDD_NONE || !mdd_goes_on(m))
        return result;
    struct building made = mdd_build(m, header_of(m, node)->level);
    FOR_CHILDREN(m, node, v, child)
    {
        if (!m->is_over)
            mdd_set_child(m, &made, v, close_set(m, child, constraint_child(m, within, v), mode));
    }
    close_level(m, &made, within, mode);
    result = mdd_finish(m, &made);
    mdd_cache_add(m, op, node, within, result);
    return result;
}

mdd mdd_reach(struct mdd_manager *m, mdd from)
{
    return close_set(m, from, MDD_FREE, CLOSE_FORWARDS);
}

mdd mdd_reach_back(struct mdd_manager *m, mdd to, mdd within)
{
    if (to == MDD_NONE || within == MDD_NONE)
        return MDD_NONE;
    return close_set(m, to, within, CLOSE_BACKWARDS);
}

mdd mdd_before(struct mdd_manager *m, mdd node, mdd within)
{
    if (node == MDD_NONE || within == MDD_NONE)
        return MDD_NONE;
    if (node == MDD_EMPTY || within == MDD_EMPTY || node == MDD_END)
        return MDD_EMPTY;
    mdd result = mdd_cache_find(m, OP_BEFORE, node, within);
    if (result != MDD_NONE || !mdd_goes_on(m))
        return result;
    uint32_t level = header_of(m, node)->level;
    struct building made = mdd_build(m, level);
    FOR_CHILDREN(m, node, v, child)
    {
        mdd below = m->is_over ? MDD_NONE : mdd_before(m, child, constraint_child(m, within, v));
        if (below != MDD_NONE)
            mdd_set_child(m, &made, v, mdd_union(m, built_child(&made, v), below));
        if (m->tops[BACKWARDS][level] == NO_RELATION)
            continue;
        FOR_STEPS(m, m->tops[BACKWARDS][level], v, i)
        {
            const struct mdd_step step = step_at(m, m->tops[BACKWARDS][level], i);
            uint32_t to = (uint32_t)((int64_t)v + step.delta);
            if (!m->is_over)
                add_below(m, &made, to, fire(m, step.rest, child, constraint_child(m, within, to), ONE_STEP));
        }
    }
    result = mdd_finish(m, &made);
    mdd_cache_add(m, OP_BEFORE, node, within, result);
    return result;
}

// ---- Conditions -----------------------------------------------------------------------------------------------------

// Relations that need what some events do and change nothing, by level.
struct needs {
    uint32_t *tops;
    uint32_t salt;
};

static mdd enabled(struct mdd_manager *m, mdd node, const struct needs *needs)
{
    if (node == MDD_EMPTY || node == MDD_NONE || node == MDD_END)
        return node == MDD_END ? MDD_EMPTY : node;
    mdd result = mdd_cache_find(m, needs->salt, node, 0);
    if (result != MDD_NONE || !mdd_goes_on(m))
        return result;
    uint32_t level = header_of(m, node)->level;
    struct building made = mdd_build(m, level);
    FOR_CHILDREN(m, node, v, child)
    {
        mdd some = m->is_over ? MDD_NONE : enabled(m, child, needs);
        if (needs->tops[level] != NO_RELATION)
            FOR_STEPS(m, needs->tops[level], v, i)
            {
                if (some != child && !m->is_over)
                    some =
                        mdd_union(m, some, fire(m, step_at(m, needs->tops[level], i).rest, child, MDD_FREE, ONE_STEP));
            }
        if (!m->is_over)
            mdd_set_child(m, &made, v, some);
    }
    result = mdd_finish(m, &made);
    mdd_cache_add(m, needs->salt, node, 0, result);
    return result;
}

mdd mdd_enabled(struct mdd_manager *m, mdd set, const uint32_t *events, size_t count)
{
    struct mdd_event *chosen = mem_alloc(m->mem, (count + 1) * sizeof *chosen);
    for (size_t i = 0; i < count; i++)
        chosen[i] = m->events[events[i]];
    size_t room = (m->options.level_count + 1) * sizeof(uint32_t);
    struct needs needs = {mem_alloc(m->mem, room), OP_SUMS + m->salt++};
    mdd_make_relations(m, chosen, count, MDD_NEEDS, needs.tops);
    mdd result = enabled(m, set, &needs);
    mem_free(m->mem, needs.tops, room);
    mem_free(m->mem, chosen, (count + 1) * sizeof *chosen);
    return result;
}

struct sum {
    const struct mdd_weights *weights;
    uint32_t lowest; // level with a weight
    int64_t bound;
    uint32_t salt;
};

// Cached by what is left of the bound, if that has 32 bits; else it is computed each time.
static mdd at_most(struct mdd_manager *m, mdd node, const struct sum *s, int64_t left)
{
    if (node == MDD_EMPTY || node == MDD_NONE)
        return node;
    uint32_t level = node == MDD_END ? 0 : header_of(m, node)->level;
    if (level < s->lowest)
        return left >= 0 ? node : MDD_EMPTY;
    bool is_kept = left >= INT32_MIN && left <= INT32_MAX;
    mdd result = is_kept ? mdd_cache_find(m, s->salt, node, (uint32_t)(int32_t)left) : MDD_NONE;
    if (result != MDD_NONE || !mdd_goes_on(m))
        return result;
    struct building made = mdd_build(m, level);
    FOR_CHILDREN(m, node, v, child)
    {
        if (!m->is_over)
            mdd_set_child(m, &made, v, at_most(m, child, s, left - weight_at(s->weights, level, v)));
    }
    result = mdd_finish(m, &made);
    if (is_kept)
        mdd_cache_add(m, s->salt, node, (uint32_t)(int32_t)left, result);
    return result;
}

mdd mdd_at_most(struct mdd_manager *m, mdd set, const struct mdd_weights *weights, int64_t bound)
{
    struct sum s = {weights, 1, bound, OP_SUMS + m->salt++};
    while (s.lowest <= m->options.level_count && weights->factors[s.lowest] == 0 &&
           !(weights->tables && weights->tables[s.lowest]))
        s.lowest++;
    return at_most(m, set, &s, bound);
}

// ---- Managers -------------------------------------------------------------------------------------------------------

struct mdd_manager *mdd_open(struct mem *mem, const struct mdd_options *options, const struct mdd_event *events,
                             size_t event_count)
{
    struct mdd_manager *m = mem_zalloc(mem, sizeof *m);
    *m = (struct mdd_manager){.mem = mem, .options = *options, .events = events, .event_count = event_count};
    bool good = mdd_open_nodes(m);
    for (int d = 0; d < DIRECTIONS; d++) {
        m->tops[d] = mem_alloc(mem, (options->level_count + 1) * sizeof **m->tops);
        mdd_make_relations(m, events, event_count, (enum mdd_kind)d, m->tops[d]);
    }
    if (good)
        return m;
    mdd_close(m);
    return NULL;
}

void mdd_close(struct mdd_manager *m)
{
    if (!m)
        return;
    for (int d = 0; d < DIRECTIONS; d++)
        mem_free(m->mem, m->tops[d], (m->options.level_count + 1) * sizeof **m->tops);
    array_free(m->mem, &m->relations);
    array_free(m->mem, &m->relation_steps);
    mdd_close_nodes(m);
    mem_free(m->mem, m, sizeof *m);
}

bool mdd_is_over(const struct mdd_manager *m)
{
    return m->is_over;
}

bool mdd_is_full(const struct mdd_manager *m)
{
    return m->is_full;
}

size_t mdd_size(const struct mdd_manager *m)
{
    return m->used;
}
