// Events as relations: those that begin alike share their first levels, and those that end alike their last ones, as in
// matrix diagrams (Miner, 2001). A transition of a net with many bindings, each an event, is mostly a product of few
// relations of single levels, and is fired as one.
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "mdd/mdd_internal.h"

// An event at a level, in the direction at hand.
struct link {
    uint32_t level, low, high;
    int32_t delta;
};

struct chain {
    const struct link *links; // the highest level first
    uint32_t count;
};

struct making {
    struct mdd_manager *m;
    struct chain *chains; // sorted
    uint32_t *slots;      // of relations, by hash
    size_t slot_count;
    ARRAY(struct mdd_step) steps; // of relations that are being made, a stack
};

static int compare_links(const struct link *a, const struct link *b)
{
    if (a->level != b->level)
        return a->level > b->level ? -1 : 1;
    if (a->low != b->low)
        return a->low < b->low ? -1 : 1;
    if (a->high != b->high)
        return a->high < b->high ? -1 : 1;
    return (a->delta > b->delta) - (a->delta < b->delta);
}

static int compare_chains(const void *a, const void *b)
{
    const struct chain *x = a, *y = b;
    for (uint32_t i = 0; i < x->count && i < y->count; i++) {
        int order = compare_links(&x->links[i], &y->links[i]);
        if (order != 0)
            return order;
    }
    return (x->count > y->count) - (x->count < y->count);
}

// ---- Relations, each once -------------------------------------------------------------------------------------------

static int by_rest(const void *a, const void *b)
{
    const struct mdd_step *x = a, *y = b;
    if (x->rest != y->rest)
        return x->rest < y->rest ? -1 : 1;
    if (x->delta != y->delta)
        return x->delta < y->delta ? -1 : 1;
    return (x->low > y->low) - (x->low < y->low);
}

// Those of many values first, then those of one, ascending.
static int by_value(const void *a, const void *b)
{
    const struct mdd_step *x = a, *y = b;
    if ((x->low == x->high) != (y->low == y->high))
        return x->low == x->high ? 1 : -1;
    return x->low != y->low ? (x->low < y->low ? -1 : 1) : by_rest(a, b);
}

// Steps that do the same for values that follow each other are one.
static size_t join_steps(struct mdd_step *steps, size_t count)
{
    size_t kept = 0;
    if (count > 1)
        qsort(steps, count, sizeof *steps, by_rest);
    for (size_t i = 0; i < count; i++) {
        struct mdd_step *last = kept > 0 ? &steps[kept - 1] : NULL;
        bool is_joined = last && last->rest == steps[i].rest && last->delta == steps[i].delta &&
                         (last->high == UINT32_MAX || steps[i].low <= last->high + 1);
        if (!is_joined)
            steps[kept++] = steps[i];
        else if (steps[i].high > last->high)
            last->high = steps[i].high;
    }
    if (kept > 1)
        qsort(steps, kept, sizeof *steps, by_value);
    return kept;
}

static bool is_same(const struct mdd_manager *m, uint32_t relation, uint32_t level, const struct mdd_step *steps,
                    size_t count)
{
    const struct mdd_relation *r = &m->relations.at[relation];
    return r->level == level && r->count == count &&
           memcmp(&m->relation_steps.at[r->first], steps, count * sizeof *steps) == 0;
}

// The relation of the steps on the stack from there on, which are taken off.
static uint32_t keep(struct making *k, uint32_t level, size_t from)
{
    struct mdd_manager *m = k->m;
    struct mdd_step *steps = k->steps.at + from;
    size_t count = join_steps(steps, k->steps.count - from);
    uint64_t hash = hash_bytes(level, steps, count * sizeof *steps);
    k->steps.count = from;
    for (;; hash++) {
        uint32_t *slot = &k->slots[hash & (k->slot_count - 1)];
        if (*slot != NO_RELATION && is_same(m, *slot, level, steps, count))
            return *slot;
        if (*slot != NO_RELATION)
            continue;
        struct mdd_relation r = {level, (uint32_t)m->relation_steps.count, 0, (uint32_t)count};
        while (r.ranges < count && steps[r.ranges].low != steps[r.ranges].high)
            r.ranges++;
        for (size_t i = 0; i < count; i++)
            array_push(m->mem, &m->relation_steps, steps[i]);
        *slot = (uint32_t)m->relations.count;
        array_push(m->mem, &m->relations, r);
        return *slot;
    }
}

// ---- From chains ----------------------------------------------------------------------------------------------------

static uint32_t make_relation(struct making *, size_t from, size_t until, uint32_t at);

// Puts steps on the stack: where the link leads to, in chains that are the same up to it.
static void add_steps(struct making *k, size_t from, size_t until, uint32_t at)
{
    const struct link *link = &k->chains[from].links[at++];
    for (size_t next; from < until; from = next) {
        const struct chain *c = &k->chains[from];
        next = from + 1;
        while (next < until && (k->chains[next].count > at) == (c->count > at) &&
               (c->count == at || k->chains[next].links[at].level == c->links[at].level))
            next++;
        uint32_t rest = c->count == at ? NO_RELATION : make_relation(k, from, next, at);
        array_push(k->m->mem, &k->steps, ((struct mdd_step){link->low, link->high, link->delta, rest}));
    }
}

// Of chains that are the same before `at`, and have the same level there.
static uint32_t make_relation(struct making *k, size_t from, size_t until, uint32_t at)
{
    size_t stack = k->steps.count;
    uint32_t level = k->chains[from].links[at].level;
    for (size_t next; from < until; from = next) {
        next = from + 1;
        while (next < until && compare_links(&k->chains[from].links[at], &k->chains[next].links[at]) == 0)
            next++;
        add_steps(k, from, next, at);
    }
    return keep(k, level, stack);
}

static struct link link_of(const struct mdd_change *c, enum mdd_kind kind)
{
    struct link l = {c->level, c->low, c->high, c->delta};
    if (kind == MDD_NEEDS)
        l.delta = 0;
    if (kind != MDD_REVERSED)
        return l;
    l.low = (uint32_t)((int64_t)c->low + c->delta);
    l.high = c->high == UINT32_MAX ? c->high : (uint32_t)((int64_t)c->high + c->delta);
    l.delta = -c->delta;
    return l;
}

void mdd_make_relations(struct mdd_manager *m, const struct mdd_event *events, size_t event_count, enum mdd_kind kind,
                        uint32_t *tops)
{
    struct making k = {.m = m, .slot_count = 16};
    size_t changes = 0, used = 0;
    for (size_t i = 0; i < event_count; i++)
        changes += events[i].count;
    while (k.slot_count < 2 * changes)
        k.slot_count *= 2;
    struct link *links = mem_alloc(m->mem, (changes + 1) * sizeof *links);
    k.chains = mem_alloc(m->mem, (event_count + 1) * sizeof *k.chains);
    k.slots = mem_alloc(m->mem, k.slot_count * sizeof *k.slots);
    memset(k.slots, 0xff, k.slot_count * sizeof *k.slots);
    memset(tops, 0xff, (m->options.level_count + 1) * sizeof *tops);
    for (size_t i = 0; i < event_count; i++) {
        k.chains[i] = (struct chain){links + used, events[i].count};
        for (uint32_t c = 0; c < events[i].count; c++)
            links[used++] = link_of(&events[i].changes[c], kind);
    }
    if (event_count > 1)
        qsort(k.chains, event_count, sizeof *k.chains, compare_chains);
    for (size_t from = 0, next; from < event_count; from = next) {
        uint32_t level = k.chains[from].links[0].level;
        next = from + 1;
        while (next < event_count && k.chains[next].links[0].level == level)
            next++;
        tops[level] = make_relation(&k, from, next, 0);
    }
    array_free(m->mem, &k.steps);
    mem_free(m->mem, k.slots, k.slot_count * sizeof *k.slots);
    mem_free(m->mem, k.chains, (event_count + 1) * sizeof *k.chains);
    mem_free(m->mem, links, (changes + 1) * sizeof *links);
}
