// Limits: what runs out of memory or time, or is interrupted, is undecided, leaves nothing behind, and can go on later.
#include "../unit.h"

#include "base/clock.h"
#include "explicit/explicit.h"

// Counters that each count up by themselves: base^count states, all on one path's length from the start.
struct grid {
    struct mem mem;
    struct model *model;
    expr full;
};

static void add_property(struct grid *g, enum property_kind kind, formula f)
{
    struct property p = {.kind = kind, .text = "property", .context = "", .formula = f};
    p.from = p.to = FORMULA_NONE;
    model_add_property(g->model, &p);
}

static void open_grid(struct grid *g, int count, int base)
{
    g->mem = MEM_UNLIMITED;
    struct model *m = g->model = model_new(&g->mem);
    type_id digit = model_integer(m, 0, base - 1);
    g->full = model_true(m);
    for (cell_id c = 0; c < (cell_id)count; c++) {
        model_add_cell(m, "counter", digit, CELL_STATE);
        model_add_initial(m, (struct part){PART_CHOICE, c, model_int(m, 0)});
        g->full = model_and(m, g->full, model_binary(m, OP_EQ, model_cell_expr(m, c), model_int(m, base - 1)));
    }
    for (cell_id c = 0; c < (cell_id)count; c++) {
        size_t a = model_add_action(m, "count");
        expr more = model_binary(m, OP_ADD, model_cell_expr(m, c), model_int(m, 1));
        model_add_to_action(m, a, (struct part){PART_CHOICE, c, more});
        for (cell_id other = 0; other < (cell_id)count; other++)
            if (other != c)
                model_keep_in_action(m, a, other);
    }
    formula never = model_atom(m, model_not(m, g->full)), full = model_atom(m, g->full);
    add_property(g, PROPERTY_INVARIANT, never);
    add_property(g, PROPERTY_CTL, model_formula_make(m, FORMULA_AF, full, FORMULA_NONE));
    add_property(g, PROPERTY_LTL, model_formula_bounded(m, FORMULA_F, 0, 3, full, FORMULA_NONE));
    add_property(g, PROPERTY_COVER, never);
}

static void close_grid(struct grid *g)
{
    model_free(g->model);
    assert_nothing_left(&g->mem);
}

static void expect_undecided(struct explicit_engine *e, size_t property, enum cause_code code)
{
    struct result r;
    explicit_check(e, property, &r);
    assert_int_equal(r.verdict, VERDICT_UNDECIDED);
    assert_int_equal(r.cause.code, code);
    assert_false(r.has_trace);
}

static void expect_failure(struct grid *g, struct explicit_engine *e, size_t length)
{
    struct result r;
    explicit_check(e, 0, &r);
    assert_int_equal(r.verdict, VERDICT_FAILS);
    assert_true(r.has_trace);
    assert_int_equal(trace_length(&r.trace), length);
    trace_close(&r.trace, &g->mem);
}

static void memory_that_ends_leaves_properties_undecided(void **state)
{
    UNUSED(state);
    struct grid g;
    open_grid(&g, 5, 10);
    for (size_t limit = 1; limit < 3000000; limit = limit * 5 / 4 + 1) {
        struct explicit_options options = {.traces = true, .memory_limit = g.mem.used + limit};
        struct explicit_engine *e = explicit_new(g.model, &options, &g.mem);
        struct result r;
        for (int round = 0; round < 2; round++)
            for (size_t i = 0; i < 2; i++) {
                explicit_check(e, i, &r);
                if (r.verdict == VERDICT_UNDECIDED)
                    assert_int_equal(r.cause.code, CAUSE_OUT_OF_MEMORY);
                if (r.has_trace)
                    trace_close(&r.trace, &g.mem);
            }
        explicit_free(e);
    }
    close_grid(&g);
}

// A queue of numbers that are as good as random, of which each step adds one of two: states share little.
enum { NUMBERS = 6, NUMBER_BITS = 16, STEPS = 15 };

static void open_numbers(struct grid *g)
{
    g->mem = MEM_UNLIMITED;
    struct model *m = g->model = model_new(&g->mem);
    type_id number = model_integer(m, 0, (1 << NUMBER_BITS) - 1), step = model_integer(m, 0, STEPS);
    for (cell_id c = 0; c <= NUMBERS; c++) {
        model_add_cell(m, "number", c < NUMBERS ? number : step, CELL_STATE);
        model_add_initial(m, (struct part){PART_CHOICE, c, model_int(m, 0)});
    }
    expr steps = model_cell_expr(m, NUMBERS), first = model_cell_expr(m, 0);
    for (int way = 0; way < 2; way++) {
        size_t a = model_add_action(m, "add");
        expr more =
            model_binary(m, OP_ADD, model_binary(m, OP_MUL, first, model_int(m, 25173)), model_int(m, 13849 + 2 * way));
        model_add_to_action(
            m, a, (struct part){PART_CONDITION, CELL_NONE, model_binary(m, OP_LT, steps, model_int(m, STEPS))});
        model_add_to_action(
            m, a, (struct part){PART_CHOICE, 0, model_binary(m, OP_MOD, more, model_int(m, 1 << NUMBER_BITS))});
        model_add_to_action(m, a, (struct part){PART_CHOICE, NUMBERS, model_binary(m, OP_ADD, steps, model_int(m, 1))});
        for (cell_id c = 1; c < NUMBERS; c++)
            model_add_to_action(m, a, (struct part){PART_CHOICE, c, model_cell_expr(m, c - 1)});
    }
}

// Rounds of threads that end early for want of room ask for that room, and for no other.
static void threads_take_little_more_memory_than_one(void **state)
{
    UNUSED(state);
    struct explicit_statistics of[4];
    for (size_t threads = 1; threads < 4; threads++) {
        struct grid g;
        open_numbers(&g);
        struct explicit_options options = {0};
        struct explicit_engine *e = explicit_new(g.model, &options, &g.mem);
        uint64_t count;
        struct cause cause;
        explicit_set_threads(e, threads);
        assert_true(explicit_count_states(e, &count, &cause));
        explicit_get_statistics(e, &of[threads]);
        print_message("%zu threads: %ju states, %zu bytes, %zu rounds\n", threads, (uintmax_t)count,
                      (size_t)of[threads].bytes_peak, (size_t)of[threads].rounds);
        assert_true(of[threads].states == of[1].states);
        explicit_free(e);
        close_grid(&g);
    }
    for (size_t threads = 2; threads < 4; threads++) {
        assert_true(of[threads].rounds > 0);
        assert_true(of[threads].bytes_peak < 2 * of[1].bytes_peak + (4 << 20)); // new states of a round
    }
}

static void time_that_ends_can_be_prolonged(void **state)
{
    UNUSED(state);
    struct grid g;
    open_grid(&g, 5, 10);
    struct explicit_options options = {.traces = true, .deadline = clock_now() - 1};
    struct explicit_engine *e = explicit_new(g.model, &options, &g.mem);
    expect_undecided(e, 0, CAUSE_OUT_OF_TIME);
    expect_undecided(e, 1, CAUSE_OUT_OF_TIME);
    expect_undecided(e, 3, CAUSE_OUT_OF_TIME);
    explicit_set_deadline(e, 0);
    expect_failure(&g, e, 5 * 9 + 1);
    explicit_free(e);
    close_grid(&g);
}

// Says yes for the n-th time that it is asked, and only then.
struct interruption {
    size_t asked, at, shown;
};

static bool is_interrupted(void *context)
{
    struct interruption *i = context;
    return ++i->asked == i->at;
}

static void show(void *context, const struct explicit_progress *p)
{
    struct interruption *i = context;
    assert_non_null(p->phase);
    assert_true(p->waiting <= p->states);
    i->shown++;
}

// Layers grow up to half of the depth, and become smaller from there on.
static void a_search_whose_layers_become_smaller_knows_its_end(void **state)
{
    UNUSED(state);
    struct grid g;
    open_grid(&g, 5, 10);
    struct interruption i = {.at = 0}; // not while it is made
    struct explicit_options options = {.interrupted = is_interrupted, .context = &i};
    struct explicit_engine *e = explicit_new(g.model, &options, &g.mem);
    uint64_t count;
    struct cause cause = {0};
    size_t open = 0, ending = 0;
    assert_true(explicit_seconds_left(e) < 0);
    for (i.at = i.asked + 8; !explicit_count_states(e, &count, &cause); i.at = i.asked + 8) {
        struct explicit_statistics s;
        explicit_get_statistics(e, &s);
        assert_int_equal(cause.code, CAUSE_INTERRUPTED);
        assert_true(s.states > 20000 || explicit_seconds_left(e) < 0);
        assert_true(s.states < 80000 || explicit_seconds_left(e) >= 0);
        open += s.states <= 20000;
        ending += s.states >= 80000;
    }
    assert_int_equal(count, 100000);
    assert_true(open > 0 && ending > 0);
    assert_true(explicit_seconds_left(e) == 0 && explicit_seconds(e) > 0);
    explicit_free(e);
    close_grid(&g);
}

static void an_interrupted_search_goes_on_where_it_was(void **state)
{
    UNUSED(state);
    struct grid g;
    open_grid(&g, 5, 10);
    for (size_t at = 1; at < 390; at += 24) {
        struct interruption i = {.at = 0}; // not while it is made
        struct explicit_options options = {
            .traces = true, .interrupted = is_interrupted, .progress = show, .context = &i};
        struct explicit_engine *e = explicit_new(g.model, &options, &g.mem);
        i = (struct interruption){.at = at};
        struct explicit_statistics s;
        uint64_t count;
        struct cause cause = {0};
        assert_false(explicit_count_states(e, &count, &cause));
        assert_int_equal(cause.code, CAUSE_INTERRUPTED);
        assert_true(count < 100000);
        assert_true(explicit_count_states(e, &count, &cause));
        assert_int_equal(count, 100000);
        explicit_get_statistics(e, &s);
        assert_int_equal(s.states, 100000);
        assert_int_equal(s.transitions, 5 * 9 * 10000);
        assert_int_equal(s.depth, 5 * 9);
        assert_true(i.shown > 0);
        expect_failure(&g, e, 5 * 9 + 1);
        explicit_free(e);
    }
    close_grid(&g);
}

// A property that fails ends the search between two looks at the clock. States may be so large that it takes a second
// to come to the next look.
static void a_search_whose_time_is_over_does_nothing_for_further_properties(void **state)
{
    UNUSED(state);
    struct grid g;
    open_grid(&g, 5, 10);
    struct model *m = g.model;
    expr two = model_binary(m, OP_EQ, model_cell_expr(m, 0), model_int(m, 2));
    add_property(&g, PROPERTY_INVARIANT, model_atom(m, model_not(m, two)));
    struct explicit_options options = {.traces = true};
    struct explicit_engine *e = explicit_new(m, &options, &g.mem);
    struct result r;
    explicit_check(e, 4, &r);
    assert_int_equal(r.verdict, VERDICT_FAILS);
    trace_close(&r.trace, &g.mem);
    struct explicit_statistics before, after;
    explicit_get_statistics(e, &before);
    explicit_set_deadline(e, clock_now() - 1);
    expect_undecided(e, 0, CAUSE_OUT_OF_TIME);
    expect_undecided(e, 1, CAUSE_OUT_OF_TIME);
    expect_undecided(e, 3, CAUSE_OUT_OF_TIME);
    explicit_get_statistics(e, &after);
    assert_int_equal(after.states, before.states);
    assert_int_equal(after.transitions, before.transitions);
    explicit_free(e);
    close_grid(&g);
}

static void the_graph_may_be_interrupted_too(void **state)
{
    UNUSED(state);
    struct grid g;
    open_grid(&g, 4, 10);
    struct interruption i = {.at = 60};
    struct explicit_options options = {.traces = true, .interrupted = is_interrupted, .context = &i};
    struct explicit_engine *e = explicit_new(g.model, &options, &g.mem);
    expect_undecided(e, 1, CAUSE_INTERRUPTED);
    struct result r;
    explicit_check(e, 1, &r); // all paths end, so there is none to speak of
    assert_int_equal(r.verdict, VERDICT_HOLDS);
    explicit_free(e);
    close_grid(&g);
}

static void what_is_not_checked_says_so(void **state)
{
    UNUSED(state);
    struct grid g;
    open_grid(&g, 2, 3);
    struct explicit_options options = {.traces = true};
    struct explicit_engine *e = explicit_new(g.model, &options, &g.mem);
    expect_undecided(e, 2, CAUSE_UNSUPPORTED_KIND);
    struct result r;
    explicit_check(e, 3, &r);
    assert_int_equal(r.verdict, VERDICT_HOLDS);
    explicit_free(e);
    close_grid(&g);
}

enum { DEEP = 60 };

// F (full & X F (full & X ...)).
static formula make_visits(struct grid *g)
{
    struct model *m = g->model;
    formula full = model_atom(m, g->full), f = full;
    for (int i = 0; i < DEEP; i++) {
        f = model_formula_make(m, FORMULA_X, f, FORMULA_NONE);
        f = model_formula_make(m, FORMULA_F, model_formula_make(m, FORMULA_AND, full, f), FORMULA_NONE);
    }
    return f;
}

// (F full) xor full xor full ..., where each operand is looked at twice.
static formula make_differences(struct grid *g)
{
    struct model *m = g->model;
    formula full = model_atom(m, g->full), f = model_formula_make(m, FORMULA_F, full, FORMULA_NONE);
    for (int i = 0; i < DEEP / 2; i++)
        f = model_formula_make(m, FORMULA_XOR, f, full);
    return f;
}

// full W (full W ...), each of which is made of two that are the same.
static formula make_weak_untils(struct grid *g)
{
    struct model *m = g->model;
    formula full = model_atom(m, g->full), f = model_formula_make(m, FORMULA_F, full, FORMULA_NONE);
    for (int i = 0; i < DEEP; i++)
        f = model_formula_make(m, FORMULA_V, f, model_formula_make(m, FORMULA_OR, full, f));
    return f;
}

// A formula that is nested deeply is not walked through more often than it is large, whether or not it can be decided.
static void deep_formulas_are_decided_or_refused_at_once(void **state)
{
    UNUSED(state);
    struct grid g;
    open_grid(&g, 2, 3);
    size_t first = model_property_count(g.model);
    add_property(&g, PROPERTY_LTL, make_visits(&g));
    add_property(&g, PROPERTY_LTL, make_weak_untils(&g));
    add_property(&g, PROPERTY_LTL, make_differences(&g));
    struct explicit_options options = {.traces = true};
    struct explicit_engine *e = explicit_new(g.model, &options, &g.mem);
    expect_undecided(e, first, CAUSE_UNSUPPORTED_KIND);
    expect_undecided(e, first + 1, CAUSE_UNSUPPORTED_KIND);
    struct result r;
    explicit_check(e, first + 2, &r); // all paths end, so there is none to speak of
    assert_int_equal(r.verdict, VERDICT_HOLDS);
    explicit_free(e);
    close_grid(&g);
}

static void statistics_have_names(void **state)
{
    UNUSED(state);
    struct grid g;
    open_grid(&g, 3, 4);
    struct explicit_engine *e = explicit_new(g.model, &(struct explicit_options){0}, &g.mem);
    struct explicit_statistics s;
    struct str text = {0};
    uint64_t count;
    struct cause cause = {0};
    assert_true(explicit_count_states(e, &count, &cause));
    explicit_get_statistics(e, &s);
    statistics_add_json(&explicit_statistics_table, &s, &g.mem, &text);
    assert_non_null(strstr(str_text(&text), "\"states\": 64"));
    str_free(&g.mem, &text);
    explicit_free(e);
    close_grid(&g);
}

static bool after_some_looks(void *context)
{
    size_t *left = context;
    return *left == 0 || (*left)-- == 0;
}

// Rules are made for 300 actions: that can be given up, too, and then nothing is known of anything.
static void making_can_be_given_up(void **state)
{
    UNUSED(state);
    struct grid g;
    open_grid(&g, 300, 2);
    for (size_t looks = 0; looks < 8; looks++) {
        size_t left = looks;
        const struct explicit_options options = {.interrupted = after_some_looks, .context = &left};
        struct explicit_engine *e = explicit_new(g.model, &options, &g.mem);
        uint64_t count;
        struct cause cause = {0};
        expect_undecided(e, 0, CAUSE_INTERRUPTED);
        assert_false(explicit_count_states(e, &count, &cause));
        assert_int_equal(cause.code, CAUSE_INTERRUPTED);
        left = SIZE_MAX; // and later on it goes on
        explicit_set_deadline(e, clock_now() + 0.05);
        expect_undecided(e, 0, CAUSE_OUT_OF_TIME);
        explicit_free(e);
    }
    const struct explicit_options late = {.last_moment = clock_now() - 1};
    struct explicit_engine *e = explicit_new(g.model, &late, &g.mem);
    expect_undecided(e, 0, CAUSE_OUT_OF_TIME);
    assert_false(explicit_has_search(e));
    explicit_free(e);
    close_grid(&g);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(memory_that_ends_leaves_properties_undecided),
        cmocka_unit_test(threads_take_little_more_memory_than_one),
        cmocka_unit_test(time_that_ends_can_be_prolonged),
        cmocka_unit_test(a_search_whose_layers_become_smaller_knows_its_end),
        cmocka_unit_test(an_interrupted_search_goes_on_where_it_was),
        cmocka_unit_test(a_search_whose_time_is_over_does_nothing_for_further_properties),
        cmocka_unit_test(the_graph_may_be_interrupted_too),
        cmocka_unit_test(what_is_not_checked_says_so),
        cmocka_unit_test(deep_formulas_are_decided_or_refused_at_once),
        cmocka_unit_test(statistics_have_names),
        cmocka_unit_test(making_can_be_given_up),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
