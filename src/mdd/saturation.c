// Saturation: what events lead to, forwards, and backwards within a constraint; single steps.
//
// A node is closed if no event whose levels are all at most its own leads out of its set. Unions of closed sets are
// closed, so whatever is put together from closed children needs only the events of its own level.
#include <string.h>

#include "base/hash.h"
#include "mdd/mdd_internal.h"

// How a tail is fired: results are closed in a direction, or it is one step backwards and nothing else.
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

static mdd end_of_tail(struct mdd_manager *m, mdd node, mdd within, enum mode mode)
{
    return mode == ONE_STEP ? node : close_set(m, node, within, mode);
}

// What the rest of an event leads to from the set of a node, whose level is at least that of the tail.
static mdd fire(struct mdd_manager *m, uint32_t tail, mdd node, mdd within, enum mode mode)
{
    if (node == MDD_EMPTY || node == MDD_NONE || within == MDD_EMPTY)
        return node == MDD_NONE ? MDD_NONE : MDD_EMPTY;
    if (tail == NO_TAIL) // what is closed within one constraint is not within another
        return within == MDD_FREE ? node : end_of_tail(m, mdd_intersection(m, node, within), within, mode);
    uint32_t op = OP_TAILS + tail * OP_MODES + mode;
    mdd result = mdd_cache_find(m, op, node, within);
    if (result != MDD_NONE || !mdd_goes_on(m))
        return result;
    const struct tail t = m->tails.at[tail];
    uint32_t level = header_of(m, node)->level;
    bool is_here = t.level == level;
    struct building made = mdd_build(m, level);
    FOR_CHILDREN(m, node, v, child)
    {
        if (m->is_over || (is_here && !is_within(v, t.low, t.high)))
            continue;
        uint32_t to = is_here ? (uint32_t)((int64_t)v + t.delta) : v;
        mdd below = fire(m, is_here ? t.rest : tail, child, constraint_child(m, within, to), mode);
        if (below != MDD_EMPTY && below != MDD_NONE)
            mdd_set_child(m, &made, to, mdd_union(m, built_child(&made, to), below));
    }
    if (mode != ONE_STEP)
        close_level(m, &made, within, mode);
    result = mdd_finish(m, &made);
    mdd_cache_add(m, op, node, within, result);
    return result;
}

// Fires the events of the level until nothing is new; children are closed.
static void close_level(struct mdd_manager *m, struct building *b, mdd within, enum mode mode)
{
    uint32_t direction = direction_of(mode), count = m->top_counts[direction][b->level];
    const uint32_t *tops = m->tops[direction][b->level];
    for (bool is_new = true; is_new && !m->is_over;) {
        is_new = false;
        for (uint32_t i = 0; i < count && mdd_goes_on(m); i++) {
            const struct tail t = m->tails.at[tops[i]];
            bool is_down = t.delta < 0;
            uint32_t last =
                t.high < b->count ? t.high + 1 : b->count; // chains of one event are followed in its direction
            for (uint32_t k = t.low; is_down ? k < last : k < b->count && k <= t.high; k++) {
                uint32_t v = is_down ? last - 1 - (k - t.low) : k;
                if (b->children[v] == MDD_EMPTY)
                    continue;
                uint32_t to = (uint32_t)((int64_t)v + t.delta);
                mdd below = fire(m, t.rest, b->children[v], constraint_child(m, within, to), mode);
                if (m->is_over)
                    return;
                mdd old = built_child(b, to), both = mdd_union(m, old, below);
                if (m->is_over || both == old)
                    continue;
                mdd_set_child(m, b, to, both);
                is_new = true;
            }
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
        for (uint32_t i = 0; i < m->top_counts[BACKWARDS][level] && !m->is_over; i++) {
            const struct tail t = m->tails.at[m->tops[BACKWARDS][level][i]];
            if (!is_within(v, t.low, t.high))
                continue;
            uint32_t to = (uint32_t)((int64_t)v + t.delta);
            mdd set = fire(m, t.rest, child, constraint_child(m, within, to), ONE_STEP);
            if (set != MDD_NONE && set != MDD_EMPTY)
                mdd_set_child(m, &made, to, mdd_union(m, built_child(&made, to), set));
        }
    }
    result = mdd_finish(m, &made);
    mdd_cache_add(m, OP_BEFORE, node, within, result);
    return result;
}

// ---- Events ---------------------------------------------------------------------------------------------------------

struct tail_table {
    uint32_t *slots;
    size_t count;
};

static uint32_t add_tail(struct mdd_manager *m, struct tail_table *table, const struct tail *t)
{
    uint64_t hash = hash_pair(hash_pair(t->level, t->rest), (uint64_t)t->low << 32 | (uint32_t)t->delta) ^ t->high;
    for (;; hash++) {
        uint32_t *slot = &table->slots[hash & (table->count - 1)];
        if (*slot == NO_TAIL) {
            *slot = (uint32_t)m->tails.count;
            array_push(m->mem, &m->tails, *t);
            return *slot;
        }
        const struct tail *old = &m->tails.at[*slot];
        if (old->level == t->level && old->low == t->low && old->high == t->high && old->delta == t->delta &&
            old->rest == t->rest)
            return *slot;
    }
}

// What becomes of events: as they are, backwards, or only what they need.
enum kind { AS_IS = FORWARDS, REVERSED = BACKWARDS, NEEDS };

static uint32_t tail_of(struct mdd_manager *m, struct tail_table *table, const struct mdd_event *e, enum kind kind)
{
    struct tail t = {.rest = NO_TAIL};
    for (uint32_t i = e->count; i-- > 0;) {
        const struct mdd_change *c = &e->changes[i];
        t.level = c->level;
        bool is_moved = kind == REVERSED;
        t.low = is_moved ? (uint32_t)((int64_t)c->low + c->delta) : c->low;
        t.high = is_moved && c->high != UINT32_MAX ? (uint32_t)((int64_t)c->high + c->delta) : c->high;
        t.delta = kind == NEEDS ? 0 : kind == REVERSED ? -c->delta : c->delta;
        t.rest = add_tail(m, table, &t);
    }
    return t.rest;
}

// The tails of events by their highest level, each once.
static void sort_events(struct mdd_manager *m, const struct mdd_event *events, size_t event_count, enum kind kind,
                        uint32_t ***tops, uint32_t **counts)
{
    size_t levels = m->options.level_count + 1, changes = 0;
    struct tail_table table = {.count = 16};
    for (size_t i = 0; i < event_count; i++)
        changes += events[i].count;
    while (table.count < 2 * changes)
        table.count *= 2;
    table.slots = mem_alloc(m->mem, table.count * sizeof *table.slots);
    memset(table.slots, 0xff, table.count * sizeof *table.slots);
    uint32_t *top = mem_alloc(m->mem, (event_count + 1) * sizeof *top);
    *tops = mem_zalloc(m->mem, levels * sizeof **tops);
    *counts = mem_zalloc(m->mem, levels * sizeof **counts);
    for (size_t i = 0; i < event_count; i++) {
        top[i] = tail_of(m, &table, &events[i], kind);
        (*counts)[events[i].changes[0].level]++;
    }
    for (size_t l = 0; l < levels; l++) {
        (*tops)[l] = mem_alloc(m->mem, (*counts)[l] * sizeof ***tops);
        (*counts)[l] = 0;
    }
    bool *is_there = mem_zalloc(m->mem, m->tails.count + 1);
    for (size_t i = 0; i < event_count; i++) {
        uint32_t level = events[i].changes[0].level;
        if (!is_there[top[i]])
            (*tops)[level][(*counts)[level]++] = top[i];
        is_there[top[i]] = true;
    }
    mem_free(m->mem, is_there, m->tails.count + 1);
    mem_free(m->mem, top, (event_count + 1) * sizeof *top);
    mem_free(m->mem, table.slots, table.count * sizeof *table.slots);
}

static void free_tops(struct mdd_manager *m, const struct mdd_event *events, size_t event_count, uint32_t **tops,
                      uint32_t *counts)
{
    size_t levels = m->options.level_count + 1;
    memset(counts, 0, levels * sizeof *counts);
    for (size_t i = 0; i < event_count; i++)
        counts[events[i].changes[0].level]++;
    for (size_t l = 0; l < levels; l++)
        mem_free(m->mem, tops[l], counts[l] * sizeof **tops);
    mem_free(m->mem, tops, levels * sizeof *tops);
    mem_free(m->mem, counts, levels * sizeof *counts);
}

// ---- Conditions -----------------------------------------------------------------------------------------------------

// Tails that need what some events do and change nothing, by level.
struct needs {
    uint32_t **tops;
    uint32_t *counts;
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
        for (uint32_t i = 0; i < needs->counts[level] && some != child && !m->is_over; i++) {
            const struct tail t = m->tails.at[needs->tops[level][i]];
            if (is_within(v, t.low, t.high))
                some = mdd_union(m, some, fire(m, t.rest, child, MDD_FREE, ONE_STEP));
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
    struct needs needs = {.salt = OP_SUMS + m->salt++};
    sort_events(m, chosen, count, NEEDS, &needs.tops, &needs.counts);
    mdd result = enabled(m, set, &needs);
    free_tops(m, chosen, count, needs.tops, needs.counts);
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
    for (int d = 0; d < DIRECTIONS; d++)
        sort_events(m, events, event_count, (enum kind)d, &m->tops[d], &m->top_counts[d]);
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
        free_tops(m, m->events, m->event_count, m->tops[d], m->top_counts[d]);
    array_free(m->mem, &m->tails);
    mdd_close_nodes(m);
    mem_free(m->mem, m, sizeof *m);
}

bool mdd_is_over(const struct mdd_manager *m)
{
    return m->is_over;
}

size_t mdd_size(const struct mdd_manager *m)
{
    return m->used;
}
