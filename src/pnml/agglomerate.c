// A place p that is empty at first, and of which every event puts or takes one token:
//
// - Post-agglomeration: the events that take it need nothing else, and change nothing that is observed. They can fire
// at
//   once when there is a token: so they do, and a token that would stay is taken by any of them.
// - Pre-agglomeration: the events that put it put nothing else, and take from places that are not observed and of which
//   nothing else needs tokens. They can wait until the token is needed, and do not fire if it is not.
//
// Deadlocks stay: a token on p in a deadlock is impossible in the first case; in the second, events that put tokens on
// p can be undone, or, the other way, fire until they cannot, which does not let those fire that take them.
#include "pnml/agglomerate.h"

#include <stdlib.h>
#include <string.h>

#include "base/arena.h"

// Events of both kinds may do as much as many events of a long chain together: what is made stays in bounds.
enum { MOST_EVENTS_OF_PLACE = 64, MOST_MORE_EVENTS = 8, MOST_CHANGES_OF_EVENT = 100, MOST_TOKENS = 1000000000 };
enum { MOST_MADE_FACTOR = 8, MOST_MADE = 100000 }; // changes of events that are made, beside those of the net

struct work_event {
    const struct flat_change *changes;
    uint32_t count;
    uint32_t transition;
    bool is_gone;
};

struct work_place {
    ARRAY(uint32_t) events; // that need or change it; also some that are gone
    bool is_gone, is_queued;
};

struct agglomeration {
    struct flat_net *net;
    const bool *is_observed;
    struct mem *mem;
    struct arena arena;
    size_t spare;                          // changes that may still be made
    ARRAY(struct work_event) events, made; // of all; for the place at hand
    struct work_place *places;
    ARRAY(uint32_t) queue;
    ARRAY(uint32_t) producers, consumers; // of the place at hand
};

static void queue_place(struct agglomeration *a, uint32_t place)
{
    if (a->places[place].is_queued || a->places[place].is_gone)
        return;
    a->places[place].is_queued = true;
    array_push(a->mem, &a->queue, place);
}

static void add_event(struct agglomeration *a, struct work_event e)
{
    uint32_t number = (uint32_t)a->events.count;
    array_push(a->mem, &a->events, e);
    for (uint32_t k = 0; k < e.count; k++)
        array_push(a->mem, &a->places[e.changes[k].place].events, number);
}

static const struct flat_change *change_of(const struct work_event *e, uint32_t place)
{
    for (uint32_t k = 0; k < e->count; k++)
        if (e->changes[k].place == place)
            return &e->changes[k];
    return NULL;
}

// ---- Whether a place can be left out --------------------------------------------------------------------------------

// Splits the events of a place. False if some takes or puts another number than one, or there are too many.
static bool split_events(struct agglomeration *a, uint32_t place)
{
    struct work_place *p = &a->places[place];
    size_t kept = 0;
    for (size_t i = 0; i < p->events.count; i++)
        if (!a->events.at[p->events.at[i]].is_gone)
            p->events.at[kept++] = p->events.at[i];
    p->events.count = kept;
    a->producers.count = a->consumers.count = 0;
    if (kept > MOST_EVENTS_OF_PLACE)
        return false;
    for (size_t i = 0; i < kept; i++) {
        const struct flat_change *c = change_of(&a->events.at[p->events.at[i]], place);
        if (c->need == 0 && c->delta == 1)
            array_push(a->mem, &a->producers, p->events.at[i]);
        else if (c->need == 1 && c->delta == -1)
            array_push(a->mem, &a->consumers, p->events.at[i]);
        else
            return false;
    }
    size_t h = a->producers.count, f = a->consumers.count;
    return h > 0 && f > 0 && h * f <= h + f + MOST_MORE_EVENTS;
}

// Those that take need nothing but that token, and nobody sees them.
static bool can_be_early(const struct agglomeration *a, uint32_t place)
{
    for (size_t i = 0; i < a->consumers.count; i++) {
        const struct work_event *e = &a->events.at[a->consumers.at[i]];
        for (uint32_t k = 0; k < e->count; k++) {
            const struct flat_change *c = &e->changes[k];
            if (c->place != place && (c->need > 0 || (c->delta != 0 && a->is_observed[c->place])))
                return false;
        }
    }
    return true;
}

// Nothing but this event needs tokens of the place.
static bool is_alone(const struct agglomeration *a, uint32_t event, uint32_t place)
{
    const struct work_place *p = &a->places[place];
    if (p->events.count > MOST_EVENTS_OF_PLACE)
        return false;
    for (size_t i = 0; i < p->events.count; i++) {
        const struct work_event *e = &a->events.at[p->events.at[i]];
        if (p->events.at[i] != event && !e->is_gone && change_of(e, place)->need > 0)
            return false;
    }
    return true;
}

// Those that put do nothing but take from places of their own, and nobody sees them.
static bool can_be_late(const struct agglomeration *a, uint32_t place)
{
    for (size_t i = 0; i < a->producers.count; i++) {
        const struct work_event *e = &a->events.at[a->producers.at[i]];
        if (e->count < 2)
            return false;
        for (uint32_t k = 0; k < e->count; k++) {
            const struct flat_change *c = &e->changes[k];
            if (c->place != place && (c->need == 0 || c->delta != -c->need || a->is_observed[c->place] ||
                                      !is_alone(a, a->producers.at[i], c->place)))
                return false;
        }
    }
    return true;
}

// ---- Leaving it out -------------------------------------------------------------------------------------------------

static int by_place(const void *a, const void *b)
{
    uint32_t x = ((const struct flat_change *)a)->place, y = ((const struct flat_change *)b)->place;
    return (x > y) - (x < y);
}

// First one, then the other; the place between them is as before. False if it becomes too large.
static bool make_both(struct agglomeration *a, const struct work_event *first, const struct work_event *second,
                      uint32_t between, struct work_event *out)
{
    size_t room = (size_t)first->count + second->count;
    if (room > MOST_CHANGES_OF_EVENT || room > a->spare)
        return false;
    a->spare -= room;
    struct flat_change *changes = arena_alloc(&a->arena, room * sizeof *changes);
    uint32_t count = 0;
    for (uint32_t k = 0; k < first->count; k++) {
        struct flat_change c = first->changes[k];
        const struct flat_change *then = change_of(second, c.place);
        if (c.place == between)
            continue;
        int64_t need = then ? (int64_t)then->need - c.delta : 0, delta = (int64_t)c.delta + (then ? then->delta : 0);
        c.need = need > c.need ? (int32_t)need : c.need;
        c.delta = (int32_t)delta;
        if (need > MOST_TOKENS || delta > MOST_TOKENS || delta < -MOST_TOKENS)
            return false;
        if (c.need != 0 || c.delta != 0)
            changes[count++] = c;
    }
    for (uint32_t k = 0; k < second->count; k++)
        if (second->changes[k].place != between && !change_of(first, second->changes[k].place))
            changes[count++] = second->changes[k];
    if (count > 1)
        qsort(changes, count, sizeof *changes, by_place);
    *out = (struct work_event){changes, count, first->transition, false};
    return true;
}

static bool leave_out(struct agglomeration *a, uint32_t place)
{
    a->made.count = 0;
    for (size_t i = 0; i < a->producers.count; i++)
        for (size_t k = 0; k < a->consumers.count; k++) {
            struct work_event e;
            if (!make_both(a, &a->events.at[a->producers.at[i]], &a->events.at[a->consumers.at[k]], place, &e))
                return false;
            array_push(a->mem, &a->made, e);
        }
    for (size_t i = 0; i < a->producers.count; i++)
        a->events.at[a->producers.at[i]].is_gone = true;
    for (size_t i = 0; i < a->consumers.count; i++)
        a->events.at[a->consumers.at[i]].is_gone = true;
    a->places[place].is_gone = true;
    for (size_t i = 0; i < a->made.count; i++) {
        add_event(a, a->made.at[i]);
        for (uint32_t k = 0; k < a->made.at[i].count; k++)
            queue_place(a, a->made.at[i].changes[k].place);
    }
    return true;
}

// ---- The net --------------------------------------------------------------------------------------------------------

static void open_agglomeration(struct agglomeration *a)
{
    const struct flat_net *n = a->net;
    a->places = mem_zalloc(a->mem, (n->places.count + 1) * sizeof *a->places);
    for (size_t i = 0; i < n->events.count; i++) {
        const struct flat_event *e = &n->events.at[i];
        struct flat_change *copy = arena_alloc(&a->arena, (e->change_count + 1) * sizeof *copy);
        if (e->change_count > 0)
            memcpy(copy, &n->changes.at[e->change], e->change_count * sizeof *copy);
        add_event(a, (struct work_event){copy, (uint32_t)e->change_count, e->transition, false});
    }
    for (uint32_t i = (uint32_t)n->places.count; i-- > 0;)
        queue_place(a, i);
}

static void close_agglomeration(struct agglomeration *a)
{
    for (size_t i = 0; i < a->net->places.count; i++)
        array_free(a->mem, &a->places[i].events);
    mem_free(a->mem, a->places, (a->net->places.count + 1) * sizeof *a->places);
    array_free(a->mem, &a->events);
    array_free(a->mem, &a->made);
    array_free(a->mem, &a->queue);
    array_free(a->mem, &a->producers);
    array_free(a->mem, &a->consumers);
    arena_free(&a->arena);
}

// Places that are left out never change any more, and have no tokens.
static void rewrite_events(const struct agglomeration *a)
{
    struct flat_net *n = a->net;
    n->events.count = n->changes.count = 0;
    for (size_t i = 0; i < a->events.count; i++) {
        const struct work_event *e = &a->events.at[i];
        if (e->is_gone)
            continue;
        array_push(n->mem, &n->events, ((struct flat_event){e->transition, 1, n->changes.count, e->count}));
        for (uint32_t k = 0; k < e->count; k++)
            array_push(n->mem, &n->changes, e->changes[k]);
    }
}

bool flat_net_agglomerate(struct flat_net *n, const bool *is_observed)
{
    struct agglomeration a = {.net = n, .is_observed = is_observed, .mem = n->mem, .arena = {.mem = n->mem}};
    bool has_any = false;
    a.spare = MOST_MADE_FACTOR * n->changes.count + MOST_MADE;
    open_agglomeration(&a);
    while (a.queue.count > 0) {
        uint32_t place = array_pop(&a.queue);
        a.places[place].is_queued = false;
        if (a.places[place].is_gone || is_observed[place] || n->places.at[place].initial > 0 ||
            n->places.at[place].group != FLAT_NO_GROUP || !split_events(&a, place) ||
            !(can_be_early(&a, place) || can_be_late(&a, place)))
            continue;
        has_any |= leave_out(&a, place);
    }
    if (has_any)
        rewrite_events(&a);
    close_agglomeration(&a);
    if (has_any)
        flat_net_tidy(n);
    return has_any;
}

bool flat_net_agglomerates_for(const struct mcc_formula *f)
{
    switch (f->op) {
    case MCC_NOT:
        return flat_net_agglomerates_for(f->operands[0]);
    case MCC_AND:
    case MCC_OR:
        return flat_net_agglomerates_for(f->operands[0]) && flat_net_agglomerates_for(f->operands[1]);
    case MCC_A:
    case MCC_E: {
        const struct mcc_formula *path = f->operands[0];
        bool is_until = path->op == MCC_U && f->op == MCC_E;
        return (is_until || path->op == (f->op == MCC_A ? MCC_G : MCC_F)) && mcc_is_state_formula(path->operands[0]) &&
               (!is_until || mcc_is_state_formula(path->operands[1]));
    }
    default:
        return f->op < MCC_A && f->op != MCC_DEADLOCK;
    }
}
