#include "netcheck/net_space_parts.h"

#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
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

static bool is_component(const struct net_space *s, uint32_t unit)
{
    return unit < s->components.count;
}

// ---- Levels ---------------------------------------------------------------------------------------------------------
// Several orders are tried with little memory, then with more.

static int by_number(const void *a, const void *b)
{
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

struct edges {
    uint32_t *starts, *members;
    size_t count, room, member_room;
};

// The units that an event of the flat net is about are an edge. Events about the same units are one: of a transition
// with many bindings there would be many, which say nothing new.
static void find_edges(const struct net_space *s, struct edges *e)
{
    const struct flat_net *n = s->net;
    size_t slots = 16;
    while (slots < 2 * n->events.count)
        slots *= 2;
    e->room = n->events.count + 1;
    e->member_room = n->changes.count + 1;
    e->starts = mem_alloc(s->mem, e->room * sizeof *e->starts);
    e->members = mem_alloc(s->mem, e->member_room * sizeof *e->members);
    uint32_t *table = mem_alloc(s->mem, slots * sizeof *table);
    memset(table, 0xff, slots * sizeof *table);
    e->count = 0;
    e->starts[0] = 0;
    for (size_t i = 0; i < n->events.count; i++) {
        uint32_t *first = e->members + e->starts[e->count], count = 0;
        for (size_t k = 0; k < n->events.at[i].change_count; k++)
            first[count++] = s->units[n->changes.at[n->events.at[i].change + k].place];
        if (count > 1)
            qsort(first, count, sizeof *first, by_number);
        uint32_t kept = 0;
        for (uint32_t k = 0; k < count; k++)
            if (kept == 0 || first[kept - 1] != first[k])
                first[kept++] = first[k];
        uint64_t hash = hash_bytes(kept, first, kept * sizeof *first);
        for (;; hash++) {
            uint32_t other = table[hash & (slots - 1)];
            if (other == UINT32_MAX) {
                table[hash & (slots - 1)] = (uint32_t)e->count;
                e->starts[++e->count] = (uint32_t)(first - e->members) + kept;
                break;
            }
            if (e->starts[other + 1] - e->starts[other] == kept &&
                memcmp(e->members + e->starts[other], first, kept * sizeof *first) == 0)
                break;
        }
    }
    mem_free(s->mem, table, slots * sizeof *table);
}

static void free_edges(const struct net_space *s, struct edges *e)
{
    mem_free(s->mem, e->starts, e->room * sizeof *e->starts);
    mem_free(s->mem, e->members, e->member_room * sizeof *e->members);
}

static void draw_together(const struct net_space *s, uint32_t *order)
{
    struct edges e;
    find_edges(s, &e);
    mdd_order(s->mem, s->unit_count, e.starts, e.members, e.count, order);
    free_edges(s, &e);
}

struct ranked {
    uint64_t rank;
    uint32_t unit;
};

static int by_rank(const void *a, const void *b)
{
    const struct ranked *x = a, *y = b;
    if (x->rank != y->rank)
        return x->rank < y->rank ? -1 : 1;
    return (x->unit > y->unit) - (x->unit < y->unit);
}

// Places of the same number among those of their net place are together: the same colour, as a rule. A unit is where
// its first place is.
static void order_by_colour(const struct net_space *s, bool is_by_place, uint32_t *order)
{
    const struct flat_net *n = s->net;
    struct ranked *ranked = mem_alloc(s->mem, (s->unit_count + 1) * sizeof *ranked);
    uint32_t last = UINT32_MAX;
    uint64_t rank = 0;
    for (uint32_t i = 0; i < s->unit_count; i++)
        ranked[i] = (struct ranked){UINT64_MAX, i};
    for (uint32_t i = 0; i < n->places.count; i++) {
        const struct flat_place *p = &n->places.at[i];
        uint32_t place = p->share_count > 0 ? n->shares.at[p->share].place : UINT32_MAX;
        rank = place == last || is_by_place ? rank + 1 : 0;
        last = place;
        if (ranked[s->units[i]].rank == UINT64_MAX)
            ranked[s->units[i]].rank = rank;
    }
    qsort(ranked, s->unit_count, sizeof *ranked, by_rank);
    for (uint32_t i = 0; i < s->unit_count; i++)
        order[i] = ranked[i].unit;
    mem_free(s->mem, ranked, (s->unit_count + 1) * sizeof *ranked);
}

// By colours or by places, drawn together or not, upwards or downwards. A component with many places is one level that
// each of its events looks through: the same sets may take far fewer steps where its places have a level each.
static const struct order {
    bool is_by_place, is_drawn, is_reversed, is_narrow;
} orders[] = {{true, true, false, false}, {false, true, false, false},  {true, true, true, false},
              {true, true, false, true},  {false, false, false, false}, {true, false, false, false},
              {true, false, true, false}, {false, true, false, true},   {true, true, true, true}};
enum { ORDERS = sizeof orders / sizeof *orders };

static void find_order(const struct net_space *s, const struct order *by, uint32_t *order)
{
    order_by_colour(s, by->is_by_place, order);
    if (by->is_drawn)
        draw_together(s, order);
    for (uint32_t i = 0, k = s->unit_count; by->is_reversed && i + 1 < k; i++) {
        uint32_t last = order[--k];
        order[k] = order[i];
        order[i] = last;
    }
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
        if (is_component(s, unit) && !change_component(s, e, unit, out))
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
    if (orders[number].is_narrow && !s->narrow.units)
        return false;
    use_units(s, orders[number].is_narrow ? &s->narrow : &s->all);
    s->is_idle = false;
    size_t room = s->unit_count + 1;
    uint32_t *order = mem_alloc(s->mem, room * sizeof *order), *values = mem_zalloc(s->mem, room * sizeof *values);
    struct mdd_options options = {s->unit_count, words, limits->stop, limits->context};
    find_order(s, &orders[number], order);
    for (uint32_t i = 0; i < s->unit_count; i++)
        s->levels[order[i]] = i + 1;
    for (uint32_t i = 0; i < n->places.count; i++) {
        uint32_t initial = n->places.at[i].initial, *value = &values[s->levels[s->units[i]]];
        if (!is_component(s, s->units[i]))
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
        for (int i = 0; i < ORDERS && !limits->stop(limits->context); i++)
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

// ---- Numbers --------------------------------------------------------------------------------------------------------
// A marking of the flat net stands for as many of the net as there are ways to give the colours of each group local
// states with these numbers.

bool net_space_count(struct net_space *s, mpz_t markings, mpz_t arcs)
{
    size_t levels = s->unit_count + 1;
    uint32_t *groups = mem_alloc(s->mem, levels * sizeof *groups);
    for (size_t i = 0; i < s->net->places.count; i++) {
        uint32_t group = s->net->places.at[i].group;
        groups[s->levels[s->units[i]]] = group == FLAT_NO_GROUP ? MDD_NO_GROUP : group;
    }
    bool good = mdd_count(s->m, s->reach, s->net->groups.count == 0 ? NULL : groups, markings, arcs);
    mem_free(s->mem, groups, levels * sizeof *groups);
    for (size_t i = 0; i < s->net->events.count; i++)
        if (s->numbers[i] == EVENT_IDLE)
            mpz_addmul_ui(arcs, markings, s->net->events.at[i].times);
    return good;
}

struct weights {
    int64_t *factors, **tables;
    int64_t constant;
};

static struct weights open_weights(struct net_space *s, const struct mcc_sum *left, const struct mcc_sum *right)
{
    size_t places = s->net->places.count, levels = s->unit_count + 1;
    int64_t *by_place = mem_alloc(s->mem, (places + 1) * sizeof *by_place);
    struct weights w = {mem_zalloc(s->mem, levels * sizeof *w.factors), mem_zalloc(s->mem, levels * sizeof *w.tables),
                        flat_net_weigh(s->net, left, right, by_place)};
    for (size_t i = 0; i < places; i++) {
        uint32_t unit = s->units[i], level = s->levels[unit];
        if (!is_component(s, unit))
            w.factors[level] = by_place[i];
        else if (by_place[i] != 0) {
            if (!w.tables[level])
                w.tables[level] = mem_zalloc(s->mem, s->components.sizes.at[unit] * sizeof **w.tables);
            w.tables[level][s->components.value[i]] = by_place[i];
        }
    }
    mem_free(s->mem, by_place, (places + 1) * sizeof *by_place);
    return w;
}

static void close_weights(struct net_space *s, struct weights *w)
{
    for (uint32_t i = 0; i < s->components.count; i++)
        if (w->tables[s->levels[i]])
            mem_free(s->mem, w->tables[s->levels[i]], s->components.sizes.at[i] * sizeof **w->tables);
    mem_free(s->mem, w->factors, (s->unit_count + 1) * sizeof *w->factors);
    mem_free(s->mem, w->tables, (s->unit_count + 1) * sizeof *w->tables);
}

static struct mdd_weights weights_of(const struct weights *w)
{
    return (struct mdd_weights){w->factors, (const int64_t *const *)w->tables};
}

bool net_space_most(struct net_space *s, const struct mcc_sum *sum, int64_t *most)
{
    const struct mcc_sum nothing = {0};
    struct weights w = open_weights(s, sum, &nothing);
    struct mdd_weights weights = weights_of(&w);
    bool good = mdd_largest_sum(s->m, s->reach, &weights, most);
    *most += w.constant;
    close_weights(s, &w);
    return good;
}

// What one token, or one colour, of a flat place stands for: the most of one colour in one place.
static int64_t most_in_share(const struct net_space *s, size_t place)
{
    const struct flat_place *p = &s->net->places.at[place];
    int64_t most = 0;
    for (size_t k = 0; k < p->share_count; k++)
        if (s->net->shares.at[p->share + k].tokens > most)
            most = s->net->shares.at[p->share + k].tokens;
    return most;
}

// The same of a component, whose token need not come to all of its places.
static bool most_in_component(struct net_space *s, uint32_t component, int64_t *most)
{
    size_t levels = s->unit_count + 1;
    struct weights w = {mem_zalloc(s->mem, levels * sizeof *w.factors), mem_zalloc(s->mem, levels * sizeof *w.tables),
                        0};
    int64_t *table = mem_zalloc(s->mem, s->components.sizes.at[component] * sizeof *table), found = 0;
    w.tables[s->levels[component]] = table;
    for (size_t i = 0; i < s->net->places.count; i++)
        if (s->units[i] == component)
            table[s->components.value[i]] = most_in_share(s, i);
    struct mdd_weights weights = weights_of(&w);
    bool good = mdd_largest_sum(s->m, s->reach, &weights, &found);
    *most = found > *most ? found : *most;
    close_weights(s, &w);
    return good;
}

bool net_space_most_of_colour(struct net_space *s, int64_t *most)
{
    size_t levels = s->unit_count + 1, components = s->components.count + 1;
    uint32_t *values = mem_alloc(s->mem, levels * sizeof *values);
    int64_t *possible = mem_zalloc(s->mem, components * sizeof *possible); // by component
    bool good = mdd_largest(s->m, s->reach, values);
    *most = s->net->most_constant;
    for (size_t i = 0; i < s->net->places.count && good; i++) {
        uint32_t unit = s->units[i];
        bool is_one = s->net->places.at[i].group != FLAT_NO_GROUP; // it counts colours, each of which has a share
        int64_t value = is_component(s, unit) ? 1 : values[s->levels[unit]];
        int64_t tokens = most_in_share(s, i) * (is_one ? value > 0 : value);
        int64_t *to = is_component(s, unit) ? &possible[unit] : most;
        *to = tokens > *to ? tokens : *to;
    }
    for (uint32_t i = 0; i < s->components.count && good; i++)
        if (possible[i] > *most)
            good = most_in_component(s, i, most);
    mem_free(s->mem, values, levels * sizeof *values);
    mem_free(s->mem, possible, components * sizeof *possible);
    return good;
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
    struct weights w = open_weights(s, &f->left, &f->right);
    struct mdd_weights weights = weights_of(&w);
    mdd set = mdd_at_most(s->m, s->reach, &weights, -w.constant);
    close_weights(s, &w);
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
