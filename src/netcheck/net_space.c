#include "netcheck/net_space_parts.h"

#include <stdlib.h>
#include <string.h>

#include "base/stack.h"

// ---- Units ----------------------------------------------------------------------------------------------------------

enum { MOST_OF_NARROW = 32 }; // places of a component

static struct net_units find_units(const struct net_space *s, size_t most)
{
    const struct flat_net *n = s->net;
    struct net_units u = {.units = mem_alloc(s->mem, (n->places.count + 1) * sizeof *u.units)};
    net_components_find(&u.components, n, most, s->mem);
    u.unit_count = u.components.count;
    for (size_t i = 0; i < n->places.count; i++)
        u.units[i] = u.components.component[i] == NO_COMPONENT ? u.unit_count++ : u.components.component[i];
    return u;
}

static void close_units(const struct net_space *s, struct net_units *u)
{
    if (!u->units)
        return;
    mem_free(s->mem, u->units, (s->net->places.count + 1) * sizeof *u->units);
    net_components_close(&u->components);
}

static void use_units(struct net_space *s, const struct net_units *u)
{
    s->components = u->components;
    s->unit_count = u->unit_count;
    s->units = u->units;
}

static bool has_wide(const struct net_components *c)
{
    for (uint32_t i = 0; i < c->count; i++)
        if (c->sizes.at[i] > MOST_OF_NARROW)
            return true;
    return false;
}

// ---- Events ---------------------------------------------------------------------------------------------------------

static int by_level(const void *a, const void *b)
{
    uint32_t x = ((const struct mdd_change *)a)->level, y = ((const struct mdd_change *)b)->level;
    return (x < y) - (x > y);
}

// What an event does to a component: it takes the token from one place, and puts it on another. False if it never can,
// since it needs the token at two places, or two of it.
static bool change_component(const struct net_space *s, const struct flat_event *e, uint32_t component,
                             struct mdd_change *out)
{
    uint32_t from = UINT32_MAX, to = UINT32_MAX;
    for (size_t k = 0; k < e->change_count; k++) {
        const struct flat_change *c = &s->net->changes.at[e->change + k];
        if (s->units[c->place] != component)
            continue;
        uint32_t value = s->components.value[c->place];
        if (c->need > 1 || (c->need == 1 && from != UINT32_MAX))
            return false;
        if (c->need == 1)
            from = value;
        if (c->need + c->delta == 1)
            to = value;
    }
    *out = (struct mdd_change){s->levels[component], from, from, (int32_t)((int64_t)to - from), 0};
    return true;
}

// The changes of an event, one for each level. False if it never happens.
static bool make_event(struct net_space *s, const struct flat_event *e, size_t *changes)
{
    size_t first = *changes;
    for (size_t k = 0; k < e->change_count; k++) {
        const struct flat_change *c = &s->net->changes.at[e->change + k];
        uint32_t unit = s->units[c->place];
        bool is_new = true;
        for (size_t i = first; i < *changes && is_new; i++)
            is_new = s->changes[i].level != s->levels[unit];
        if (!is_new)
            continue;
        struct mdd_change *out = &s->changes[*changes];
        *out = (struct mdd_change){s->levels[unit], (uint32_t)c->need, UINT32_MAX, c->delta, c->ways};
        if (net_space_is_component(s, unit) && !change_component(s, e, unit, out))
            return false;
        ++*changes;
    }
    qsort(s->changes + first, *changes - first, sizeof *s->changes, by_level);
    return true;
}

static void make_events(struct net_space *s)
{
    const struct flat_net *n = s->net;
    size_t events = 0, changes = 0;
    for (size_t i = 0; i < n->events.count; i++) {
        const struct flat_event *e = &n->events.at[i];
        size_t first = changes;
        s->numbers[i] = e->change_count > 0 ? (uint32_t)events : EVENT_IDLE;
        s->is_idle |= e->change_count == 0;
        if (e->change_count == 0)
            continue;
        if (!make_event(s, e, &changes)) {
            s->numbers[i] = EVENT_DEAD;
            changes = first;
            continue;
        }
        s->events[events++] = (struct mdd_event){s->changes + first, (uint32_t)(changes - first), e->times};
    }
    s->event_count = events;
}

// Whether some markings may be missing.
static bool is_in_part(struct net_space *s)
{
    if (!s->net->has_whole)
        return false;
    size_t room = (s->unit_count + 1) * sizeof(int64_t);
    int64_t *factors = mem_zalloc(s->mem, room);
    factors[s->levels[s->units[s->net->whole]]] = 1;
    bool found = mdd_at_most(s->m, s->reach, &(struct mdd_weights){factors, NULL}, 0) != MDD_EMPTY;
    mem_free(s->mem, factors, room);
    return found;
}

static bool try_order(struct net_space *s, int number, const struct net_space_limits *limits, size_t words,
                      uint64_t steps)
{
    const struct flat_net *n = s->net;
    if (net_orders[number].is_narrow && !s->narrow.units)
        return false;
    use_units(s, net_orders[number].is_narrow ? &s->narrow : &s->all);
    s->is_idle = false;
    size_t room = s->unit_count + 1;
    uint32_t *order = mem_alloc(s->mem, room * sizeof *order), *values = mem_zalloc(s->mem, room * sizeof *values);
    struct mdd_options options = {s->unit_count, words, limits->stop, limits->context};
    net_order_find(s, &net_orders[number], order);
    for (uint32_t i = 0; i < s->unit_count; i++)
        s->levels[order[i]] = i + 1;
    for (uint32_t i = 0; i < n->places.count; i++) {
        uint32_t initial = n->places.at[i].initial, *value = &values[s->levels[s->units[i]]];
        if (!net_space_is_component(s, s->units[i]))
            *value = initial;
        else if (initial > 0)
            *value = s->components.value[i];
    }
    make_events(s);
    s->m = mdd_open(s->mem, &options, s->events, s->event_count);
    if (s->m) {
        mdd_allow(s->m, words, steps);
        s->initial = mdd_vector(s->m, values);
        s->reach = mdd_reach(s->m, s->initial);
    }
    mem_free(s->mem, order, room * sizeof *order);
    mem_free(s->mem, values, room * sizeof *values);
    if (s->m && s->reach != MDD_NONE)
        return true;
    mdd_close(s->m);
    s->m = NULL;
    return false;
}

struct net_space *net_space_open(const struct flat_net *n, const struct net_space_limits *limits, struct mem *mem)
{
    enum { LEVEL_BYTES = 1024 }; // of the stack: recursions are as deep as there are levels
    enum { FIRST_WORDS = 1 << 18, FIRST_STEPS = 1 << 16, FACTOR = 4 };
    struct net_space *s = mem_zalloc(mem, sizeof *s);
    *s = (struct net_space){.net = n, .mem = mem, .dead = MDD_NONE};
    s->change_count = n->changes.count;
    s->all = find_units(s, SIZE_MAX);
    s->levels = mem_zalloc(mem, (n->places.count + 1) * sizeof *s->levels);
    if (s->all.unit_count > stack_size() / LEVEL_BYTES) {
        net_space_close(s);
        return NULL;
    }
    if (has_wide(&s->all.components) && n->places.count <= stack_size() / LEVEL_BYTES)
        s->narrow = find_units(s, MOST_OF_NARROW);
    s->events = mem_alloc(mem, (n->events.count + 1) * sizeof *s->events);
    s->numbers = mem_alloc(mem, (n->events.count + 1) * sizeof *s->numbers);
    s->changes = mem_alloc(mem, (s->change_count + 1) * sizeof *s->changes);
    uint64_t steps = FIRST_STEPS;
    for (size_t words = FIRST_WORDS;; words *= FACTOR, steps *= FACTOR) {
        bool is_last = words >= limits->words;
        for (int i = 0; i < NET_ORDERS && !limits->stop(limits->context); i++)
            if (try_order(s, i, limits, is_last ? limits->words : words, is_last ? 0 : steps)) {
                mdd_allow(s->m, limits->words, 0);
                if (is_in_part(s)) {
                    net_space_close(s);
                    return NULL;
                }
                s->words = limits->words;
                s->reach_size = mdd_size(s->m);
                net_space_allow(s, 0);
                return s;
            }
        if (is_last || limits->stop(limits->context))
            break;
    }
    net_space_close(s);
    return NULL;
}

void net_space_allow(struct net_space *s, uint64_t steps)
{
    enum { SPARE = 1 << 25 }; // words that may stay taken by what formulas may share
    if (mdd_is_over(s->m) || mdd_size(s->m) > s->reach_size + SPARE) {
        mdd_forget(s->m, s->reach_size);
        s->dead = MDD_NONE;
    }
    mdd_allow(s->m, s->words, steps);
}

bool net_space_is_full(const struct net_space *s)
{
    return mdd_is_full(s->m);
}

void net_space_close(struct net_space *s)
{
    if (!s)
        return;
    mdd_close(s->m);
    mem_free(s->mem, s->levels, (s->net->places.count + 1) * sizeof *s->levels);
    if (s->events) {
        mem_free(s->mem, s->events, (s->net->events.count + 1) * sizeof *s->events);
        mem_free(s->mem, s->numbers, (s->net->events.count + 1) * sizeof *s->numbers);
        mem_free(s->mem, s->changes, (s->change_count + 1) * sizeof *s->changes);
    }
    close_units(s, &s->all);
    close_units(s, &s->narrow);
    mem_free(s->mem, s, sizeof *s);
}

// ---- Conditions -----------------------------------------------------------------------------------------------------

mdd net_space_not(struct net_space *s, mdd set)
{
    return mdd_difference(s->m, s->reach, set);
}

mdd net_space_before(struct net_space *s, mdd set, mdd within)
{
    mdd from = mdd_before(s->m, set, within);
    return s->is_idle ? mdd_union(s->m, from, mdd_intersection(s->m, set, within)) : from;
}

static mdd fireable(struct net_space *s, const uint32_t *transitions, size_t count)
{
    const struct flat_net *n = s->net;
    uint32_t *chosen = mem_alloc(s->mem, (n->events.count + 1) * sizeof *chosen);
    size_t chosen_count = 0;
    bool is_always = false;
    for (size_t i = 0; i < n->events.count; i++) {
        bool is_asked = transitions == NULL;
        for (size_t k = 0; k < count && !is_asked; k++)
            is_asked = transitions[k] == n->events.at[i].transition;
        if (is_asked && s->numbers[i] < EVENT_DEAD)
            chosen[chosen_count++] = s->numbers[i];
        is_always |= is_asked && s->numbers[i] == EVENT_IDLE;
    }
    mdd set = is_always ? s->reach : mdd_enabled(s->m, s->reach, chosen, chosen_count);
    mem_free(s->mem, chosen, (n->events.count + 1) * sizeof *chosen);
    return set;
}

mdd net_space_dead(struct net_space *s)
{
    if (s->dead == MDD_NONE)
        s->dead = net_space_not(s, fireable(s, NULL, 0));
    return s->dead;
}

static mdd at_most(struct net_space *s, const struct mcc_formula *f)
{
    struct net_weights w = net_space_weigh(s, &f->left, &f->right);
    struct mdd_weights weights = net_weights_of(&w);
    mdd set = mdd_at_most(s->m, s->reach, &weights, -w.constant);
    net_weights_close(s, &w);
    return set;
}

mdd net_space_states(struct net_space *s, const struct mcc_formula *f)
{
    switch (f->op) {
    case MCC_TRUE:
        return s->reach;
    case MCC_FALSE:
        return MDD_EMPTY;
    case MCC_LE:
        return at_most(s, f);
    case MCC_FIREABLE:
        return fireable(s, f->transitions, f->transition_count);
    case MCC_DEADLOCK:
        return net_space_dead(s);
    case MCC_NOT:
        return net_space_not(s, net_space_states(s, f->operands[0]));
    case MCC_AND:
        return mdd_intersection(s->m, net_space_states(s, f->operands[0]), net_space_states(s, f->operands[1]));
    default:
        return mdd_union(s->m, net_space_states(s, f->operands[0]), net_space_states(s, f->operands[1]));
    }
}
