// Random models of identical components, in several sizes: one model with variables that say which components are there
// (murphi/presence.h) has as many states as the models of the sizes, each read by itself, and their verdicts; so have
// its counters. A failure shows the seed; COSET_SEED=that begins with this case.
#include "counted.h"

#include "base/hash.h"
#include "component_text.h"
#include "explicit/explicit.h"
#include "reduce/family/family_aggregate.h"

#define CASES cases_for(75, 20, 2)
#define MOST_STATES 3000 // of the largest size: formulas of CTL* take long in more
#define SIZES 3

struct sizes {
    uint64_t seed;
    struct mem mem;
    char *texts[SIZES];
    size_t whole, rings; // models with rules that write arrays as a whole, and with rings
    struct counted_case cases[SIZES];
    struct source source;
    struct diag diag;
    struct murphi_tree tree;
    struct model *full, *per_orbit;
    size_t models, counted, compared, fails;
};

// Rules that write arrays as a whole: what belongs to components that are not there must stay as it is. Without it,
// states were told apart by what no component has, so that a deadlock was none.
static void add_whole_writes(struct sizes *s, struct str *text)
{
    static const char *const writes[] = {"clear wa",    "undefine wa", "wa := wb", "clear wb",
                                         "undefine wb", "wb := wa",    "clear s",  "clear b"};
    struct str all = {0};
    const char *var = strstr(text->at, "var ") + 4, *first = strstr(text->at, "rule");
    uint64_t dice = hash_mix(s->seed);
    str_add(&s->mem, &all, "%.*swa: array [Proc] of 0..0; wb: array [Proc] of 0..0; %.*s", (int)(var - text->at),
            text->at, (int)(first - var), var);
    for (int i = 0; i < 4; i++, dice = hash_mix(dice))
        str_add(&s->mem, &all, "rule \"w%d\" x = %d ==> begin %s; end;\n", i, (int)(dice / 8 % 3), writes[dice % 8]);
    str_add(&s->mem, &all, "ruleset p: Proc do rule \"w\" f ==> begin wa[p] := 0; wb[p] := 0; end; end;\n%s", first);
    str_free(&s->mem, text);
    *text = all;
}

static void replace(struct sizes *s, struct str *text, const char *old, const char *new)
{
    struct str all = {0};
    const char *from = text->at;
    for (const char *at = strstr(from, old); at; at = strstr(from, old)) {
        str_add(&s->mem, &all, "%.*s%s", (int)(at - from), from, new);
        from = at + strlen(old);
    }
    str_add(&s->mem, &all, "%s", from);
    str_free(&s->mem, text);
    *text = all;
}

// Components that know their neighbours: behind the last one that is there comes the first one.
static void make_ring(struct sizes *s, struct str *text)
{
    replace(s, text, "Proc: scalarset(", "Proc: ring(");
    replace(s, text, "s[p]", "s[succ(p)]");
    replace(s, text, "b[q]", "b[pred(q)]");
    replace(s, text, "h := g;", "h := succ(g);");
}

// The sizes of the classes are single digits.
static void open_sizes(struct sizes *s)
{
    struct str text = {0};
    symmetric_text(&s->mem, &text, s->seed);
    if (s->seed % 3 == 0)
        add_whole_writes(s, &text);
    if (s->seed % 3 == 1)
        make_ring(s, &text);
    size_t proc = strcspn(text.at, "0123456789"), node = proc + 1 + strcspn(text.at + proc + 1, "0123456789");
    for (size_t i = 0; i < SIZES; i++) {
        s->texts[i] = strdup(text.at);
        s->texts[i][proc] = s->texts[i][node] = (char)('1' + i);
        counted_open(&s->cases[i], s->texts[i]);
    }
    str_free(&s->mem, &text);
}

static struct model *lower(struct sizes *s, const struct murphi_presence *presence, bool one_per_orbit)
{
    struct murphi_lower_options options = {.presence = presence, .one_per_orbit = one_per_orbit, .no_procedures = true};
    struct model *m = model_new(&s->mem);
    if (murphi_lower(&s->tree, m, &options, &s->mem, &s->diag))
        return m;
    model_free(m);
    return NULL;
}

// From the text of the largest size.
static void open_all(struct sizes *s)
{
    static const char *const names[] = {"Proc", "Node"};
    static const uint64_t counts[2 * SIZES] = {1, 1, 2, 2, 3, 3};
    static const struct murphi_presence presence = {
        .classes = names, .class_count = 2, .sizes = counts, .size_count = SIZES, .is_counted = true};
    const char *text = s->texts[SIZES - 1];
    s->source = (struct source){"test.m", text, strlen(text)};
    diag_open(&s->diag, &s->mem);
    murphi_tree_open(&s->tree, &s->mem, &s->source);
    assert_true(murphi_parse(&s->tree, &s->diag));
    murphi_declare_presence(&s->tree, &presence);
    assert_true(murphi_check(&s->tree, NULL, 0, &s->diag));
    s->full = lower(s, &presence, false);
    s->per_orbit = lower(s, &presence, true);
}

static void close_all(struct sizes *s)
{
    model_free(s->full);
    model_free(s->per_orbit);
    murphi_tree_close(&s->tree);
    diag_close(&s->diag);
    for (size_t i = 0; i < SIZES; i++) {
        counted_close(&s->cases[i]);
        free(s->texts[i]);
    }
    assert_nothing_left(&s->mem);
}

static expr is_size(struct model *m, size_t size)
{
    cell_id cell = model_find_cell(m, MURPHI_PRESENCE_SIZE);
    assert_int_not_equal(cell, CELL_NONE);
    return model_binary(m, OP_EQ, model_cell_expr(m, cell), model_int(m, (value)size));
}

static enum verdict verdict_of(struct explicit_engine *e, size_t property)
{
    struct result result = {0};
    explicit_check(e, property, &result);
    assert_int_not_equal(result.verdict, VERDICT_UNDECIDED);
    return result.verdict;
}

// Each property of each size, by its goal.
static void compare(struct sizes *s, struct model *m, const size_t *numbers, const char *what)
{
    struct explicit_engine *single[SIZES];
    size_t copies[SIZES * 32], expected[SIZES * 32], count = 0;
    for (size_t i = 0; i < SIZES; i++) {
        const struct model *own = s->cases[i].full;
        single[i] = explicit_new(s->cases[i].full, &(struct explicit_options){0}, &s->cases[i].mem);
        for (size_t p = 0; p < model_property_count(own); p++) {
            size_t there = model_find_goal(s->full, model_property(own, p)->goal);
            assert_true(count < SIZES * 32 && there != SIZE_MAX);
            if (numbers && numbers[there] == SIZE_MAX)
                continue;
            copies[count] = family_copy_property(m, numbers ? numbers[there] : there, is_size(m, i), &s->mem);
            expected[count++] = verdict_of(single[i], p);
        }
    }
    struct explicit_engine *all = explicit_new(m, &(struct explicit_options){0}, &s->mem);
    for (size_t i = 0; i < count; i++) {
        enum verdict found = verdict_of(all, copies[i]);
        s->compared++;
        s->fails += found == VERDICT_FAILS;
        if (found != expected[i]) {
            print_error("COSET_SEED=%lu\n%s\n", (unsigned long)s->seed, s->texts[SIZES - 1]);
            fail_msg("%s, %s: %d in one size, %d with all of them", what, model_property(m, copies[i])->text,
                     (int)expected[i], (int)found);
        }
    }
    if (!numbers) {
        uint64_t states, sum = 0;
        struct cause cause;
        for (size_t i = 0; i < SIZES; i++) {
            assert_true(explicit_count_states(single[i], &states, &cause));
            sum += states;
        }
        assert_true(explicit_count_states(all, &states, &cause));
        assert_int_equal(sum, states);
    }
    explicit_free(all);
    for (size_t i = 0; i < SIZES; i++)
        explicit_free(single[i]);
}

static void compare_counters(struct sizes *s)
{
    size_t asked[32], numbers[32], count = model_property_count(s->per_orbit);
    struct cause why = {0};
    assert_true(count <= 32 && model_property_count(s->full) <= 32);
    for (size_t i = 0; i < count; i++)
        asked[i] = i;
    struct counter_reduction *counters =
        counter_reduce_present(s->per_orbit, asked, count, MURPHI_PRESENCE_THERE, NULL, NULL, &s->mem, &why);
    if (!counters || counter_completeness(counters) != SIZE_MAX) { // local states were not all seen
        counter_free(counters);
        return;
    }
    for (size_t i = 0; i < model_property_count(s->full); i++) {
        size_t there = model_find_goal(s->per_orbit, model_property(s->full, i)->goal);
        numbers[i] = there == SIZE_MAX ? SIZE_MAX : counter_property(counters, there);
    }
    if (model_action_count(counter_model(counters)) < 1000) {
        compare(s, counter_model(counters), numbers, "counters");
        s->counted++;
    }
    counter_free(counters);
}

static bool is_small(struct sizes *s)
{
    struct counted_case *largest = &s->cases[SIZES - 1];
    struct explicit_engine *e = explicit_new(largest->full, &(struct explicit_options){0}, &largest->mem);
    struct cause cause;
    uint64_t states = 0;
    bool is_known = explicit_count_states(e, &states, &cause);
    explicit_free(e);
    return is_known && states <= MOST_STATES;
}

static void test_sizes_from_one_reading(void **state)
{
    const char *given = getenv("COSET_SEED");
    uint64_t first = given ? strtoull(given, NULL, 0) : 1;
    struct sizes s = {0};
    UNUSED(state);
    for (s.seed = first; s.seed < first + (uint64_t)CASES; s.seed++) {
        s.mem = MEM_UNLIMITED;
        open_sizes(&s);
        open_all(&s);
        bool is_compared = s.full && is_small(&s);
        if (is_compared && s.per_orbit)
            compare_counters(&s);
        if (is_compared) { // which gets copies of its properties
            compare(&s, s.full, NULL, "all components");
            s.models++;
            s.whole += s.seed % 3 == 0;
            s.rings += s.seed % 3 == 1;
        }
        close_all(&s);
    }
    print_message("# %zu models, %zu by counters, %zu verdicts, %zu fail\n", s.models, s.counted, s.compared, s.fails);
    assert_true(given || (s.models > 0 && s.compared > 0));
    if (!given && CASES >= 10) // fewer models need not be of all kinds
        assert_true(s.whole > 0 && s.rings > 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_sizes_from_one_reading)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
