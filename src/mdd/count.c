// Numbers of vectors and of ways to fire events, and largest sums: by the nodes of a set, each looked at once.
#include <string.h>

#include "base/hash.h"
#include "mdd/mdd_internal.h"

struct counting {
    struct mdd_manager *m;
    struct int_map index;   // of nodes
    ARRAY(mdd) nodes;       // from the top down
    mpz_t *below, *above;   // by index: what is below a node, and the paths to it
    const uint32_t *groups; // by level
    uint64_t *sums;         // by index: of the numbers of its level's group from there down
    mpz_t weight, product;
};

static bool note(struct counting *c, mdd n)
{
    bool added;
    if (!int_map_try_add(c->m->mem, &c->index, n, (uint32_t)c->nodes.count, &added))
        return false;
    if (added)
        array_push(c->m->mem, &c->nodes, n);
    return true;
}

// All nodes, those of one level together: breadth first does that.
static bool collect(struct counting *c, mdd top)
{
    struct mdd_manager *m = c->m;
    bool good = note(c, top);
    for (size_t i = 0; i < c->nodes.count && good; i++) {
        mdd n = c->nodes.at[i];
        if (n == MDD_END)
            continue;
        FOR_CHILDREN(m, n, v, child)
        {
            good = good && note(c, child) && mdd_goes_on(m);
        }
    }
    return good;
}

static size_t index_of(const struct counting *c, mdd n)
{
    return *int_map_find(&c->index, n);
}

static void close_counting(struct counting *c)
{
    int_map_free(c->m->mem, &c->index);
    array_free(c->m->mem, &c->nodes);
}

// ---- Largest --------------------------------------------------------------------------------------------------------

bool mdd_largest_sum(struct mdd_manager *m, mdd set, const struct mdd_weights *weights, int64_t *sum)
{
    struct counting c = {.m = m};
    bool good = collect(&c, set);
    int64_t *most = mem_zalloc(m->mem, (c.nodes.count + 1) * sizeof *most);
    for (size_t i = c.nodes.count; i-- > 0 && good;) {
        mdd n = c.nodes.at[i];
        bool is_first = true;
        if (n == MDD_END)
            continue;
        FOR_CHILDREN(m, n, v, child)
        {
            int64_t here = most[index_of(&c, child)] + weight_at(weights, header_of(m, n)->level, v);
            if (is_first || here > most[i])
                most[i] = here;
            is_first = false;
        }
    }
    *sum = most[0];
    mem_free(m->mem, most, (c.nodes.count + 1) * sizeof *most);
    close_counting(&c);
    return good;
}

bool mdd_largest(struct mdd_manager *m, mdd set, uint32_t *values)
{
    struct counting c = {.m = m};
    bool good = collect(&c, set);
    memset(values, 0, (m->options.level_count + 1) * sizeof *values);
    for (size_t i = 0; i < c.nodes.count && good; i++) {
        if (c.nodes.at[i] == MDD_END)
            continue;
        const struct mdd_header *h = header_of(m, c.nodes.at[i]);
        if (h->first + h->count - 1 > values[h->level])
            values[h->level] = h->first + h->count - 1;
    }
    close_counting(&c);
    return good;
}

// ---- Numbers --------------------------------------------------------------------------------------------------------

static uint32_t group_of(const struct counting *c, uint32_t level)
{
    return c->groups ? c->groups[level] : MDD_NO_GROUP;
}

// The sum of a group from a node on down, which is the same on all paths.
static uint64_t sum_below(const struct counting *c, mdd n, uint32_t group)
{
    while (n != MDD_END && group_of(c, header_of(c->m, n)->level) != group)
        n = c->m->words[n + HEADER_WORDS]; // its first child is not empty
    return n == MDD_END ? 0 : c->sums[index_of(c, n)];
}

static void find_sum(struct counting *c, size_t i)
{
    mdd n = c->nodes.at[i];
    uint32_t group = n == MDD_END ? MDD_NO_GROUP : group_of(c, header_of(c->m, n)->level);
    if (group != MDD_NO_GROUP)
        c->sums[i] = header_of(c->m, n)->first + sum_below(c, c->m->words[n + HEADER_WORDS], group);
}

// What a number at a node's level stands for: the ways to choose so many things of those that are divided from there on
// down. Then the ways to choose some of these one after the other.
static void weigh(struct counting *c, mdd n, uint32_t value, uint32_t ways)
{
    mpz_set_ui(c->weight, 1);
    if (group_of(c, header_of(c->m, n)->level) != MDD_NO_GROUP)
        mpz_bin_uiui(c->weight, c->sums[index_of(c, n)], value);
    for (uint32_t i = 0; i < ways; i++)
        mpz_mul_ui(c->weight, c->weight, value > i ? value - i : 0);
}

// The same for each value of a node in turn.
static void weigh_next(struct counting *c, mdd n, uint32_t value)
{
    const struct mdd_header *h = header_of(c->m, n);
    if (value == h->first || group_of(c, h->level) == MDD_NO_GROUP) {
        weigh(c, n, value, 0);
        return;
    }
    mpz_mul_ui(c->weight, c->weight, c->sums[index_of(c, n)] - value + 1);
    mpz_divexact_ui(c->weight, c->weight, value);
}

static bool count_below(struct counting *c)
{
    struct mdd_manager *m = c->m;
    for (size_t i = c->nodes.count; i-- > 0 && mdd_goes_on(m);) {
        mdd n = c->nodes.at[i];
        if (n == MDD_END) {
            mpz_set_ui(c->below[i], 1);
            continue;
        }
        find_sum(c, i);
        const struct mdd_header h = *header_of(m, n);
        for (uint32_t v = h.first; v < h.first + h.count; v++) {
            mdd child = child_of(m, n, v);
            weigh_next(c, n, v);
            if (child != MDD_EMPTY)
                mpz_addmul(c->below[i], c->weight, c->below[index_of(c, child)]);
        }
    }
    return !m->is_over;
}

static bool count_above(struct counting *c)
{
    struct mdd_manager *m = c->m;
    mpz_set_ui(c->above[0], 1);
    for (size_t i = 0; i < c->nodes.count && mdd_goes_on(m); i++) {
        mdd n = c->nodes.at[i];
        if (n == MDD_END)
            continue;
        const struct mdd_header h = *header_of(m, n);
        for (uint32_t v = h.first; v < h.first + h.count; v++) {
            mdd child = child_of(m, n, v);
            weigh_next(c, n, v);
            if (child != MDD_EMPTY)
                mpz_addmul(c->above[index_of(c, child)], c->weight, c->above[i]);
        }
    }
    return !m->is_over;
}

// The nodes from which an event is looked at, level by level, with the number of ways that lead there from above.
struct front {
    struct int_map at;
    ARRAY(mdd) nodes;
    ARRAY(mpz_t) ways;
};

static mpz_t *front_add(struct counting *c, struct front *f, mdd n)
{
    bool added;
    uint32_t *at = int_map_try_add(c->m->mem, &f->at, n, (uint32_t)f->nodes.count, &added);
    if (!at)
        return NULL;
    uint32_t index = *at;
    if (added) {
        array_push(c->m->mem, &f->nodes, n);
        array_reserve(c->m->mem, &f->ways, f->ways.count + 1);
        mpz_init(f->ways.at[f->ways.count++]);
    }
    return &f->ways.at[index];
}

static void front_free(struct counting *c, struct front *f)
{
    for (size_t i = 0; i < f->ways.count; i++)
        mpz_clear(f->ways.at[i]);
    array_free(c->m->mem, &f->ways);
    array_free(c->m->mem, &f->nodes);
    int_map_free(c->m->mem, &f->at);
}

// One level further down: where the event needs something there, values that have it.
static bool step_down(struct counting *c, struct front *from, struct front *to, const struct mdd_change *change)
{
    struct mdd_manager *m = c->m;
    for (size_t i = 0; i < from->nodes.count; i++) {
        mdd n = from->nodes.at[i];
        uint32_t level = header_of(m, n)->level;
        bool is_here = change->level == level;
        FOR_CHILDREN(m, n, v, child)
        {
            if (is_here && !is_within(v, change->low, change->high))
                continue;
            weigh(c, n, v, is_here ? change->ways : 0);
            mpz_t *ways = mdd_goes_on(m) ? front_add(c, to, child) : NULL;
            if (!ways)
                return false;
            mpz_addmul(*ways, c->weight, from->ways.at[i]);
        }
    }
    return true;
}

static bool count_event(struct counting *c, const struct mdd_event *e, size_t from, size_t until, mpz_t arcs)
{
    struct front f = {0};
    bool good = true;
    for (size_t i = from; i < until && good; i++) {
        mpz_t *ways = front_add(c, &f, c->nodes.at[i]);
        good = ways != NULL;
        if (good)
            mpz_set(*ways, c->above[i]);
    }
    uint32_t level = e->changes[0].level;
    for (uint32_t at = 0; at < e->count && good; level--) {
        struct front next = {0};
        good = step_down(c, &f, &next, &e->changes[at]);
        front_free(c, &f);
        f = next;
        at += e->changes[at].level == level;
    }
    mpz_set_ui(c->product, 0);
    for (size_t i = 0; i < f.nodes.count && good; i++)
        mpz_addmul(c->product, f.ways.at[i], c->below[index_of(c, f.nodes.at[i])]);
    mpz_addmul_ui(arcs, c->product, e->times);
    front_free(c, &f);
    return good;
}

static bool count_arcs(struct counting *c, mpz_t arcs)
{
    const struct mdd_manager *m = c->m;
    uint32_t levels = m->options.level_count;
    size_t *starts = mem_zalloc(m->mem, (levels + 2) * sizeof *starts); // by level: its first node; the top has index 0
    bool good = true;
    for (size_t i = c->nodes.count; i-- > 0;)
        starts[c->nodes.at[i] == MDD_END ? 0 : header_of(m, c->nodes.at[i])->level] = i;
    for (size_t i = 0; i < m->event_count && good; i++) {
        uint32_t level = m->events[i].changes[0].level;
        good = count_event(c, &m->events[i], starts[level], starts[level - 1], arcs);
    }
    mem_free(m->mem, starts, (levels + 2) * sizeof *starts);
    return good;
}

bool mdd_count(struct mdd_manager *m, mdd set, const uint32_t *groups, mpz_t vectors, mpz_t arcs)
{
    struct counting c = {.m = m, .groups = groups};
    mpz_set_ui(vectors, 0);
    mpz_set_ui(arcs, 0);
    if (set == MDD_EMPTY || set == MDD_NONE)
        return set == MDD_EMPTY;
    bool good = collect(&c, set);
    size_t room = c.nodes.count + 1;
    c.below = mem_alloc(m->mem, room * sizeof *c.below);
    c.above = mem_alloc(m->mem, room * sizeof *c.above);
    c.sums = mem_zalloc(m->mem, room * sizeof *c.sums);
    for (size_t i = 0; i < room; i++)
        mpz_inits(c.below[i], c.above[i], NULL);
    mpz_inits(c.weight, c.product, NULL);
    good = good && count_below(&c);
    if (good)
        mpz_set(vectors, c.below[0]);
    good = good && count_above(&c) && count_arcs(&c, arcs);
    for (size_t i = 0; i < room; i++)
        mpz_clears(c.below[i], c.above[i], NULL);
    mpz_clears(c.weight, c.product, NULL);
    mem_free(m->mem, c.below, room * sizeof *c.below);
    mem_free(m->mem, c.above, room * sizeof *c.above);
    mem_free(m->mem, c.sums, room * sizeof *c.sums);
    close_counting(&c);
    return good;
}
