// Decision diagrams against plain sets: random events on few levels with few values, where each vector is a number.
// Every operation of mdd.h is done both ways.
#include "../unit.h"

#include "../dice.h"
#include "mdd/mdd.h"

enum { VALUES = 4, MOST_LEVELS = 4, MOST_VECTORS = 256, MOST_EVENTS = 12 };

typedef bool plain[MOST_VECTORS];

struct sets_case {
    struct dice *dice;
    struct mem mem;
    uint32_t levels;
    int vectors;
    struct mdd_change changes[MOST_EVENTS][MOST_LEVELS];
    struct mdd_event events[MOST_EVENTS];
    size_t event_count;
    struct mdd_manager *m;
    mdd all[MOST_VECTORS]; // by vector: the set of it alone
};

static uint32_t value_at(int vector, uint32_t level)
{
    for (uint32_t i = 1; i < level; i++)
        vector /= VALUES;
    return (uint32_t)(vector % VALUES);
}

static int change_value(int vector, uint32_t level, int32_t delta)
{
    for (uint32_t i = 1; i < level; i++)
        delta *= VALUES;
    return vector + delta;
}

// Values stay within the few that there are.
static struct mdd_change random_change(struct sets_case *c, uint32_t level)
{
    int32_t delta = dice_roll(c->dice, 2 * VALUES - 1) - (VALUES - 1);
    uint32_t low = (uint32_t)(delta < 0 ? -delta : 0), high = (uint32_t)(delta > 0 ? VALUES - 1 - delta : VALUES - 1);
    if (dice_coin(c->dice)) // one value
        low = high = low + (uint32_t)dice_roll(c->dice, (int)(high - low + 1));
    else if (delta <= 0 && dice_coin(c->dice))
        high = UINT32_MAX;
    return (struct mdd_change){level, low, high, delta, (uint32_t)dice_roll(c->dice, 3)};
}

static void open_case(struct sets_case *c, struct dice *dice)
{
    *c = (struct sets_case){.dice = dice, .mem = MEM_UNLIMITED};
    c->levels = 1 + (uint32_t)dice_roll(dice, MOST_LEVELS);
    c->vectors = 1;
    for (uint32_t i = 0; i < c->levels; i++)
        c->vectors *= VALUES;
    c->event_count = (size_t)dice_roll(dice, MOST_EVENTS + 1);
    for (size_t i = 0; i < c->event_count; i++) {
        struct mdd_event *e = &c->events[i];
        *e = (struct mdd_event){c->changes[i], 0, 1 + (uint32_t)dice_roll(dice, 3)};
        for (uint32_t level = c->levels; level > 0; level--)
            if (dice_roll(dice, 3) > 0 || (level == 1 && e->count == 0))
                c->changes[i][e->count++] = random_change(c, level);
        if (i > 0 && dice_coin(dice)) // some differ from the one before at one level only
            for (uint32_t k = 0, other = (uint32_t)dice_roll(dice, (int)e[-1].count); k < e[-1].count;
                 k++, e->count = k)
                c->changes[i][k] = k == other ? random_change(c, c->changes[i - 1][k].level) : c->changes[i - 1][k];
    }
    struct mdd_options options = {.level_count = c->levels};
    c->m = mdd_open(&c->mem, &options, c->events, c->event_count);
    for (int v = 0; v < c->vectors; v++) {
        uint32_t values[MOST_LEVELS + 1];
        for (uint32_t level = 1; level <= c->levels; level++)
            values[level] = value_at(v, level);
        c->all[v] = mdd_vector(c->m, values);
    }
}

static void close_case(struct sets_case *c)
{
    assert_false(mdd_is_over(c->m));
    mdd_close(c->m);
    assert_nothing_left(&c->mem);
}

static mdd diagram_of(struct sets_case *c, const plain set)
{
    mdd found = MDD_EMPTY;
    for (int v = 0; v < c->vectors; v++)
        if (set[v])
            found = mdd_union(c->m, found, c->all[v]);
    return found;
}

static void random_set(struct sets_case *c, plain set)
{
    int share = 1 + dice_roll(c->dice, 12);
    for (int v = 0; v < c->vectors; v++)
        set[v] = dice_roll(c->dice, share) == 0;
}

// Equal sets have the same diagram.
static void expect(struct sets_case *c, mdd found, const plain set, const char *what)
{
    if (found != diagram_of(c, set))
        fail_msg("%s is not what it is among %d vectors, by %zu events", what, c->vectors, c->event_count);
}

// The ways to fire an event in a vector, 0 if there is none.
static uint64_t ways_to_fire(const struct mdd_event *e, int vector, int *to)
{
    uint64_t ways = e->times;
    *to = vector;
    for (uint32_t i = 0; i < e->count; i++) {
        const struct mdd_change *change = &e->changes[i];
        uint32_t value = value_at(vector, change->level);
        if (value < change->low || value > change->high)
            return 0;
        *to = change_value(*to, change->level, change->delta);
        for (uint32_t k = 0; k < change->ways; k++)
            ways *= value > k ? value - k : 0;
    }
    return ways;
}

static bool can_fire(const struct mdd_event *e, int vector, int *to)
{
    struct mdd_event once = *e;
    struct mdd_change changes[MOST_LEVELS];
    for (uint32_t i = 0; i < e->count; i++) {
        changes[i] = e->changes[i];
        changes[i].ways = 0;
    }
    once.changes = changes;
    return ways_to_fire(&once, vector, to) > 0;
}

// ---- Operations -----------------------------------------------------------------------------------------------------

static void judge_sets(struct sets_case *c, const plain a, const plain b)
{
    mdd x = diagram_of(c, a), y = diagram_of(c, b);
    plain either, both, rest;
    for (int v = 0; v < c->vectors; v++) {
        either[v] = a[v] || b[v];
        both[v] = a[v] && b[v];
        rest[v] = a[v] && !b[v];
    }
    expect(c, mdd_union(c->m, x, y), either, "a union");
    expect(c, mdd_intersection(c->m, x, y), both, "an intersection");
    expect(c, mdd_difference(c->m, x, y), rest, "a difference");
}

static void judge_reach(struct sets_case *c, const plain from, const plain within)
{
    plain forwards, backwards, before;
    int to;
    memcpy(forwards, from, sizeof forwards);
    memset(before, 0, sizeof before);
    for (int v = 0; v < c->vectors; v++)
        backwards[v] = from[v];
    for (bool is_new = true; is_new;) {
        is_new = false;
        for (int v = 0; v < c->vectors; v++)
            for (size_t e = 0; e < c->event_count; e++) {
                if (!can_fire(&c->events[e], v, &to))
                    continue;
                is_new |= (forwards[v] && !forwards[to]) || (within[v] && backwards[to] && !backwards[v]);
                forwards[to] |= forwards[v];
                backwards[v] |= within[v] && backwards[to];
                before[v] |= within[v] && from[to];
            }
    }
    mdd set = diagram_of(c, from), limits = diagram_of(c, within);
    expect(c, mdd_reach(c->m, set), forwards, "what is reached");
    expect(c, mdd_before(c->m, set, limits), before, "what is one step before");
    expect(c, mdd_reach_back(c->m, set, limits), backwards, "what reaches");
}

static void judge_enabled(struct sets_case *c, const plain set)
{
    uint32_t chosen[MOST_EVENTS];
    size_t count = 0;
    plain enabled;
    int to;
    for (uint32_t e = 0; e < c->event_count; e++)
        if (dice_coin(c->dice))
            chosen[count++] = e;
    for (int v = 0; v < c->vectors; v++) {
        enabled[v] = false;
        for (size_t i = 0; i < count && set[v]; i++)
            enabled[v] |= can_fire(&c->events[chosen[i]], v, &to);
    }
    expect(c, mdd_enabled(c->m, diagram_of(c, set), chosen, count), enabled, "what can fire");
}

static void judge_sums(struct sets_case *c, const plain set)
{
    int64_t factors[MOST_LEVELS + 1] = {0}, table[VALUES], sums[MOST_VECTORS], most = INT64_MIN, found;
    const int64_t *tables[MOST_LEVELS + 1] = {NULL};
    uint32_t values[MOST_LEVELS + 1], largest[MOST_LEVELS + 1] = {0};
    int64_t bound = dice_roll(c->dice, 13) - 6;
    plain few;
    for (uint32_t level = 1; level <= c->levels; level++)
        factors[level] = dice_roll(c->dice, 5) - 2;
    for (int i = 0; i < VALUES; i++)
        table[i] = dice_roll(c->dice, 9) - 4;
    if (dice_coin(c->dice))
        tables[1 + (uint32_t)dice_roll(c->dice, (int)c->levels)] = table;
    for (int v = 0; v < c->vectors; v++) {
        sums[v] = 0;
        for (uint32_t level = 1; level <= c->levels; level++) {
            uint32_t value = value_at(v, level);
            sums[v] += tables[level] ? table[value] : factors[level] * (int64_t)value;
            if (set[v] && value > largest[level])
                largest[level] = value;
        }
        few[v] = set[v] && sums[v] <= bound;
        most = set[v] && sums[v] > most ? sums[v] : most;
    }
    struct mdd_weights weights = {factors, tables};
    mdd diagram = diagram_of(c, set);
    expect(c, mdd_at_most(c->m, diagram, &weights, bound), few, "what is at most");
    if (diagram == MDD_EMPTY)
        return;
    assert_true(mdd_largest_sum(c->m, diagram, &weights, &found));
    assert_int_equal(found, most);
    assert_true(mdd_largest(c->m, diagram, values));
    for (uint32_t level = 1; level <= c->levels; level++)
        assert_int_equal(values[level], largest[level]);
}

static void judge_numbers(struct sets_case *c, const plain set)
{
    uint64_t vectors = 0, arcs = 0;
    int to;
    for (int v = 0; v < c->vectors; v++) {
        vectors += set[v];
        for (size_t e = 0; e < c->event_count && set[v]; e++)
            arcs += ways_to_fire(&c->events[e], v, &to);
    }
    mpz_t found_vectors, found_arcs;
    mpz_inits(found_vectors, found_arcs, NULL);
    assert_true(mdd_count(c->m, diagram_of(c, set), NULL, found_vectors, found_arcs));
    assert_int_equal(mpz_get_ui(found_vectors), vectors);
    assert_int_equal(mpz_get_ui(found_arcs), arcs);
    mpz_clears(found_vectors, found_arcs, NULL);
}

static void operations_are_those_of_plain_sets(void **state)
{
    UNUSED(state);
    struct dice dice = dice_for("diagrams and plain sets");
    for (int i = 0; i < cases_for(400, 60, 1); i++) {
        struct sets_case c;
        plain a, b;
        open_case(&c, &dice);
        for (int round = 0; round < 3; round++) {
            random_set(&c, a);
            random_set(&c, b);
            judge_sets(&c, a, b);
            judge_reach(&c, a, b);
            judge_enabled(&c, a);
            judge_sums(&c, a);
            judge_numbers(&c, a);
        }
        close_case(&c);
    }
}

// ---- Limits ---------------------------------------------------------------------------------------------------------

static bool at_once(void *context)
{
    UNUSED(context);
    return true;
}

// A counter that is incremented forever: only the limits end that.
static void limits_end_in_no_result(void **state)
{
    UNUSED(state);
    const struct mdd_change up[] = {{1, 0, UINT32_MAX, 1, 0}};
    const struct mdd_event event = {up, 1, 1};
    const struct mdd_options limits[] = {{1, 1000, NULL, NULL}, {1, 0, at_once, NULL}};
    for (size_t i = 0; i < sizeof limits / sizeof *limits; i++) {
        struct mem mem = MEM_UNLIMITED;
        struct mdd_manager *m = mdd_open(&mem, &limits[i], &event, 1);
        uint32_t values[] = {0, 3};
        mdd start = mdd_vector(m, values);
        assert_int_not_equal(start, MDD_NONE);
        assert_int_equal(mdd_reach(m, start), MDD_NONE);
        assert_true(mdd_is_over(m));
        assert_int_equal(mdd_union(m, start, MDD_NONE), MDD_NONE);
        mdd_close(m);
        assert_nothing_left(&mem);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(operations_are_those_of_plain_sets),
                                       cmocka_unit_test(limits_end_in_no_result)};
    return RUN(tests);
}
