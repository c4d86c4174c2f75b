#include "pnml/flat_net.h"

#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "pnml/unfold.h"

#define NO_PLACE UINT32_MAX
#define MOST_TOKENS INT64_C(1000000000) // that an arc takes or puts, or a place has at first

struct flattening {
    struct flat_net *to;
    const struct net *net;
    struct mem *mem;
    const struct flat_net_limits *limits;
    struct diag *diag;
    struct unfolding unfolding;
    uint32_t **numbers; // by place and colour
    uint32_t *values;   // by variable
    weight_array weights;
    ARRAY(struct flat_change) effects; // of the binding at hand, by number; delta is what it puts
};

// ---- Places ---------------------------------------------------------------------------------------------------------

// A number for each place and colour that there can be tokens of.
static bool number_places(struct flattening *f)
{
    const struct net *net = f->net;
    f->numbers = mem_zalloc(f->mem, (net->places.count + 1) * sizeof *f->numbers);
    for (uint32_t i = 0; i < net->places.count; i++) {
        const struct unfolded_place *p = &f->unfolding.places[i];
        f->numbers[i] = mem_alloc(f->mem, p->size * sizeof **f->numbers);
        for (uint64_t c = 0; c < p->size; c++) {
            f->numbers[i][c] = NO_PLACE;
            if (!p->possible[c])
                continue;
            f->numbers[i][c] = (uint32_t)f->to->places.count;
            struct flat_place place = {FLAT_NO_GROUP, 0, f->to->shares.count, 1};
            array_push(f->mem, &f->to->places, place);
            array_push(f->mem, &f->to->shares, ((struct flat_share){i, 1}));
        }
        if (!net_bag_value(net, net->places.at[i].initial, net->places.at[i].sort, f->values, &f->weights))
            return false;
        for (size_t k = 0; k < f->weights.count; k++) {
            if (f->weights.at[k].count > MOST_TOKENS)
                return false;
            f->to->places.at[f->numbers[i][f->weights.at[k].colour]].initial = (uint32_t)f->weights.at[k].count;
        }
        if (!diag_goes_on(f->diag, "unfolding"))
            return false;
    }
    return true;
}

// ---- Events ---------------------------------------------------------------------------------------------------------

static int by_place(const void *a, const void *b)
{
    uint32_t x = ((const struct flat_change *)a)->place, y = ((const struct flat_change *)b)->place;
    return (x > y) - (x < y);
}

static bool add_effects(struct flattening *f, const struct net_arc *arcs, uint32_t count, bool puts)
{
    for (uint32_t i = 0; i < count; i++) {
        const struct net_arc *arc = &arcs[i];
        if (!net_bag_value(f->net, arc->bag, f->net->places.at[arc->place].sort, f->values, &f->weights))
            return false;
        for (size_t k = 0; k < f->weights.count; k++) {
            struct flat_change c = {.place = f->numbers[arc->place][f->weights.at[k].colour]};
            if (f->weights.at[k].count > MOST_TOKENS || c.place == NO_PLACE)
                return false;
            *(puts ? &c.delta : &c.need) = (int32_t)f->weights.at[k].count;
            array_push(f->mem, &f->effects, c);
        }
    }
    return true;
}

// What the binding needs and by how much it changes each place, each once.
static bool find_effects(struct flattening *f, const struct net_transition *t)
{
    size_t kept = 0;
    f->effects.count = 0;
    if (!add_effects(f, t->inputs, t->input_count, false) || !add_effects(f, t->outputs, t->output_count, true))
        return false;
    if (f->effects.count > 1)
        qsort(f->effects.at, f->effects.count, sizeof *f->effects.at, by_place);
    for (size_t i = 0; i < f->effects.count;) {
        struct flat_change sum = {.place = f->effects.at[i].place};
        for (; i < f->effects.count && f->effects.at[i].place == sum.place; i++) {
            sum.need += f->effects.at[i].need; // one arc of each kind: no more than one of them is not 0
            sum.delta += f->effects.at[i].delta;
        }
        sum.delta -= sum.need;
        f->effects.at[kept++] = sum;
    }
    f->effects.count = kept;
    return true;
}

static bool add_events(struct flattening *f)
{
    const struct unfolding *u = &f->unfolding;
    for (size_t i = 0; i < u->bindings.count; i++) {
        const struct net_binding *b = &u->bindings.at[i];
        unfolding_values(u, b, f->values);
        if (i >= f->limits->events || f->to->changes.count > f->limits->changes ||
            !find_effects(f, &f->net->transitions.at[b->transition]) || !diag_goes_on(f->diag, "unfolding"))
            return false;
        array_push(f->mem, &f->to->events,
                   ((struct flat_event){b->transition, 1, f->to->changes.count, f->effects.count}));
        for (size_t k = 0; k < f->effects.count; k++)
            array_push(f->mem, &f->to->changes, f->effects.at[k]);
    }
    return true;
}

// ---- What never changes ---------------------------------------------------------------------------------------------

struct tidying {
    struct flat_net *to;
    bool *is_changed;
    uint32_t *initial, *kept; // by place as it was: what it is now; NO_PLACE: it never changes
};

// A number of colours is kept, also where it never changes: which colours they are may.
static void drop_constant_places(struct tidying *t)
{
    struct flat_net *to = t->to;
    size_t kept = 0;
    for (size_t i = 0; i < to->changes.count; i++)
        t->is_changed[to->changes.at[i].place] |= to->changes.at[i].delta != 0;
    for (size_t i = 0; i < to->places.count; i++) {
        struct flat_place p = to->places.at[i];
        t->initial[i] = p.initial;
        t->kept[i] = NO_PLACE;
        if (t->is_changed[i] || p.group != FLAT_NO_GROUP) {
            t->kept[i] = (uint32_t)kept;
            to->places.at[kept++] = p;
            continue;
        }
        for (size_t k = 0; k < p.share_count; k++) {
            const struct flat_share *share = &to->shares.at[p.share + k];
            int64_t tokens = share->tokens * (int64_t)p.initial;
            to->constant[share->place] += tokens;
            to->most_constant = tokens > to->most_constant ? tokens : to->most_constant;
        }
    }
    to->places.count = kept;
}

// Events without what constant places tell of them; those that these never let fire are dropped.
static void drop_constant_needs(struct tidying *t)
{
    struct flat_net *to = t->to;
    size_t events = 0, changes = 0;
    for (size_t i = 0; i < to->events.count; i++) {
        struct flat_event e = to->events.at[i];
        size_t first = changes;
        bool is_dead = false;
        for (size_t k = 0; k < e.change_count; k++) {
            struct flat_change c = to->changes.at[e.change + k];
            uint32_t place = t->kept[c.place];
            is_dead |= place == NO_PLACE && c.need > 0 && (uint32_t)c.need > t->initial[c.place];
            if (place == NO_PLACE)
                continue;
            c.place = place;
            to->changes.at[changes++] = c;
        }
        if (is_dead) {
            changes = first;
            continue;
        }
        to->events.at[events++] = (struct flat_event){e.transition, e.times, first, changes - first};
    }
    to->events.count = events;
    to->changes.count = changes;
}

static bool are_equal(const struct flat_net *n, const struct flat_event *a, const struct flat_event *b)
{
    return a->transition == b->transition && a->change_count == b->change_count &&
           memcmp(&n->changes.at[a->change], &n->changes.at[b->change], a->change_count * sizeof *n->changes.at) == 0;
}

// Bindings of a transition that do the same are one event.
static void join_events(struct flat_net *n)
{
    size_t slots = 16, kept = 0;
    while (slots < 2 * n->events.count)
        slots *= 2;
    uint32_t *table = mem_alloc(n->mem, slots * sizeof *table);
    memset(table, 0xff, slots * sizeof *table);
    for (size_t i = 0; i < n->events.count; i++) {
        struct flat_event e = n->events.at[i];
        uint64_t hash =
            hash_bytes(hash_mix(e.transition), &n->changes.at[e.change], e.change_count * sizeof *n->changes.at);
        while (table[hash & (slots - 1)] != UINT32_MAX && !are_equal(n, &n->events.at[table[hash & (slots - 1)]], &e))
            hash++;
        uint32_t *slot = &table[hash & (slots - 1)];
        if (*slot != UINT32_MAX)
            n->events.at[*slot].times += e.times;
        else {
            *slot = (uint32_t)kept;
            n->events.at[kept++] = e;
        }
    }
    n->events.count = kept;
    mem_free(n->mem, table, slots * sizeof *table);
}

void flat_net_tidy(struct flat_net *n)
{
    size_t room = n->places.count + 1;
    struct tidying t = {n, mem_zalloc(n->mem, room), mem_alloc(n->mem, room * sizeof *t.initial),
                        mem_alloc(n->mem, room * sizeof *t.kept)};
    drop_constant_places(&t);
    drop_constant_needs(&t);
    n->has_whole = n->has_whole && t.kept[n->whole] != NO_PLACE;
    n->whole = n->has_whole ? t.kept[n->whole] : 0;
    flat_net_join_parallel(n);
    join_events(n);
    mem_free(n->mem, t.is_changed, room);
    mem_free(n->mem, t.initial, room * sizeof *t.initial);
    mem_free(n->mem, t.kept, room * sizeof *t.kept);
}

// ---- All of it ------------------------------------------------------------------------------------------------------

static void close_flattening(struct flattening *f)
{
    for (size_t i = 0; f->numbers && i < f->net->places.count; i++)
        mem_free(f->mem, f->numbers[i], f->numbers[i] ? f->unfolding.places[i].size * sizeof **f->numbers : 0);
    if (f->numbers)
        mem_free(f->mem, f->numbers, (f->net->places.count + 1) * sizeof *f->numbers);
    mem_free(f->mem, f->values, (f->net->variables.count + 1) * sizeof *f->values);
    array_free(f->mem, &f->weights);
    array_free(f->mem, &f->effects);
    unfolding_close(&f->unfolding);
}

bool flat_net_unfold(struct flat_net *to, const struct net *net, const struct flat_net_limits *limits, struct mem *mem,
                     struct diag *diag)
{
    struct flattening f = {.to = to, .net = net, .mem = mem, .limits = limits, .diag = diag};
    *to = (struct flat_net){.net = net, .mem = mem};
    to->constant = mem_zalloc(mem, (net->places.count + 1) * sizeof *to->constant);
    f.values = mem_zalloc(mem, (net->variables.count + 1) * sizeof *f.values);
    bool good = net_unfold(&f.unfolding, net, mem, diag) && number_places(&f) && add_events(&f);
    if (good)
        flat_net_tidy(to);
    close_flattening(&f);
    return good;
}

void flat_net_close(struct flat_net *n)
{
    array_free(n->mem, &n->places);
    array_free(n->mem, &n->shares);
    array_free(n->mem, &n->events);
    array_free(n->mem, &n->changes);
    array_free(n->mem, &n->groups);
    mem_free(n->mem, n->constant, (n->net->places.count + 1) * sizeof *n->constant);
    *n = (struct flat_net){0};
}

int64_t flat_net_weigh(const struct flat_net *n, const struct mcc_sum *left, const struct mcc_sum *right,
                       int64_t *weights)
{
    int64_t *by_place = mem_zalloc(n->mem, (n->net->places.count + 1) * sizeof *by_place), constant = 0;
    for (size_t i = 0; i < left->count; i++)
        by_place[left->places[i]]++;
    for (size_t i = 0; i < right->count; i++)
        by_place[right->places[i]]--;
    for (size_t i = 0; i < n->places.count; i++) {
        const struct flat_place *p = &n->places.at[i];
        weights[i] = 0;
        for (size_t k = 0; k < p->share_count; k++)
            weights[i] += by_place[n->shares.at[p->share + k].place] * n->shares.at[p->share + k].tokens;
    }
    for (size_t i = 0; i < n->net->places.count; i++)
        constant += by_place[i] * n->constant[i];
    mem_free(n->mem, by_place, (n->net->places.count + 1) * sizeof *by_place);
    return constant + left->constant - right->constant;
}
