// A portfolio on one small model: by whichever backend, each goal is told of once, with the verdict that it has and
// with the method that found it; what nobody can decide has a cause.
#include "../unit.h"

#include "api/api_internal.h"
#include "run/portfolio.h"

static const char text[] =
    "type P: scalarset(3); Place: enum {out, trying, inside};\n"
    "var at: array [P] of Place; free: boolean;\n"
    "startstate begin for p: P do at[p] := out; end; free := true; end;\n"
    "ruleset p: P do\n"
    "  rule \"try\" at[p] = out ==> begin at[p] := trying; end;\n"
    "  rule \"enter\" at[p] = trying & free ==> begin at[p] := inside; free := false; end;\n"
    "  rule \"leave\" at[p] = inside ==> begin at[p] := out; free := true; end;\n"
    "end;\n"
    "invariant \"alone\" forall p: P do forall q: P do p != q -> !(at[p] = inside & at[q] = inside) end end;\n"
    "invariant \"nobody\" forall p: P do at[p] != inside end;\n"
    "ctl \"again\" forall p: P do AG EF at[p] = inside end;\n";

enum { GOALS = 3 };
static const enum verdict expected[GOALS] = {VERDICT_HOLDS, VERDICT_FAILS, VERDICT_HOLDS};

struct bench {
    coset_model *model;
    struct run *run;
    struct job job;
    struct symmetry *symmetry;
    struct portfolio_setup setup;
    size_t wanted[GOALS], told[GOALS];
    struct result last[GOALS]; // without traces
    size_t states[GOALS];      // of the trace that it had
    bool is_interrupted;
};

static void decided(void *context, size_t goal, struct result *result)
{
    struct bench *b = context;
    b->told[goal]++;
    b->states[goal] = result->has_trace ? trace_length(&result->trace) : 0;
    if (result->has_trace)
        trace_close(&result->trace, &b->run->mem);
    b->last[goal] = *result;
}

static bool is_pointless(void *context)
{
    UNUSED(context);
    return false;
}

static bool is_interrupted(void *context)
{
    return ((struct bench *)context)->is_interrupted;
}

static void open_text(struct bench *b, const char *name, const char *of, enum job_engine engine,
                      enum job_symmetry symmetry)
{
    *b = (struct bench){.model = coset_open_text(name, of, strlen(of), NULL, NULL)};
    assert_non_null(b->model);
    b->run = &b->model->run;
    assert_true(input_lower_fully(b->run, b->model->input));
    struct model *m = b->model->input->model;
    b->run->host.is_interrupted = is_interrupted;
    b->run->host.context = b;
    b->job = b->model->reading;
    b->job.engine = engine;
    b->job.symmetry = symmetry;
    b->job.trace = true;
    b->symmetry = symmetry == JOB_SYMMETRY_OFF ? NULL : symmetry_new(m, &b->run->mem);
    for (size_t i = 0; i < GOALS; i++)
        b->wanted[i] = i;
    b->setup = (struct portfolio_setup){.job = &b->job,
                                        .model = m,
                                        .symmetry = b->symmetry,
                                        .wanted = b->wanted,
                                        .wanted_count = GOALS,
                                        .counts_states = true,
                                        .decided = decided,
                                        .is_pointless = is_pointless,
                                        .context = b};
}

static void open_bench(struct bench *b, enum job_engine engine, enum job_symmetry symmetry)
{
    open_text(b, "gate.m", text, engine, symmetry);
}

static void close_bench(struct bench *b)
{
    symmetry_free(b->symmetry);
    coset_close(b->model);
}

// A bit for each goal that is decided; the others are undecided for a cause.
static void expect_decided(enum job_engine engine, enum job_symmetry symmetry, unsigned goals,
                           const enum backend_kind *backends, bool has_instances)
{
    struct bench b;
    open_bench(&b, engine, symmetry);
    struct portfolio *e = portfolio_new(b.run, &b.setup);
    portfolio_decide_all(e);
    for (size_t i = 0; i < GOALS; i++) {
        assert_int_equal(b.told[i], 1);
        assert_int_equal(b.last[i].property, i);
        if (!(goals >> i & 1)) {
            assert_int_equal(b.last[i].verdict, VERDICT_UNDECIDED);
            assert_true(b.last[i].cause.code);
            continue;
        }
        assert_int_equal(b.last[i].verdict, expected[i]);
        assert_int_equal(b.last[i].method.backend, backends[i]);
        if (backends[i] == BACKEND_IC3 && expected[i] == VERDICT_FAILS)
            assert_true(b.states[i] >= 3); // not the shortest ones
        else
            assert_int_equal(b.states[i], expected[i] == VERDICT_FAILS ? 3 : 0);
    }
    assert_int_equal(method_has(&b.last[2].method, REDUCTION_INSTANCES), has_instances);
    assert_false(method_has(&b.last[0].method, REDUCTION_INSTANCES));
    portfolio_free(e);
    close_bench(&b);
}

#define ALL 7
#define EACH(kind) (const enum backend_kind[GOALS]){kind, kind, kind}, false
#define OF_INSTANCES(kind) (const enum backend_kind[GOALS]){kind, kind, kind}, true

static void each_backend_decides_and_says_so(void **state)
{
    UNUSED(state);
    expect_decided(JOB_ENGINE_SYMBOLIC, JOB_SYMMETRY_OFF, ALL, EACH(BACKEND_BDD));
    expect_decided(JOB_ENGINE_EXPLICIT, JOB_SYMMETRY_OFF, ALL, EACH(BACKEND_EXPLICIT));
    expect_decided(JOB_ENGINE_EXPLICIT, JOB_SYMMETRY_AUTO, ALL, OF_INSTANCES(BACKEND_EXPLICIT_QUOTIENT));
    expect_decided(JOB_ENGINE_SYMBOLIC, JOB_SYMMETRY_DYNAMIC, ALL, OF_INSTANCES(BACKEND_DYNAMIC));
    expect_decided(JOB_ENGINE_SYMBOLIC, JOB_SYMMETRY_COMPONENTWISE, ALL, OF_INSTANCES(BACKEND_COMPONENTWISE));
    // A SAT engine does not decide what branches.
    expect_decided(JOB_ENGINE_IC3, JOB_SYMMETRY_OFF, 3, EACH(BACKEND_IC3));
}

static void what_is_asked_again_is_told_again(void **state)
{
    UNUSED(state);
    struct bench b;
    open_bench(&b, JOB_ENGINE_EXPLICIT, JOB_SYMMETRY_OFF);
    struct portfolio *e = portfolio_new(b.run, &b.setup);
    portfolio_forget(e, 1);
    portfolio_decide_all(e);
    assert_int_equal(b.told[0], 1);
    assert_int_equal(b.told[1], 0);
    portfolio_ask_again(e, 0, 0);
    portfolio_decide_all(e);
    assert_int_equal(b.told[0], 2);
    assert_int_equal(b.told[1], 1);
    assert_int_equal(b.last[1].verdict, VERDICT_FAILS);
    portfolio_free(e);
    close_bench(&b);
}

static void an_interrupt_leaves_all_undecided(void **state)
{
    UNUSED(state);
    const enum job_engine engines[] = {JOB_ENGINE_SYMBOLIC, JOB_ENGINE_EXPLICIT, JOB_ENGINE_SAT};
    for (size_t k = 0; k < sizeof engines / sizeof *engines; k++) {
        struct bench b;
        open_bench(&b, engines[k], JOB_SYMMETRY_OFF);
        b.is_interrupted = true;
        struct portfolio *e = portfolio_new(b.run, &b.setup);
        portfolio_decide_all(e);
        for (size_t i = 0; i < GOALS; i++) {
            assert_int_equal(b.told[i], 1);
            assert_int_equal(b.last[i].verdict, VERDICT_UNDECIDED);
            assert_int_equal(b.last[i].cause.code, CAUSE_INTERRUPTED);
        }
        portfolio_free(e);
        close_bench(&b);
    }
}

static void states_are_counted_by_each(void **state)
{
    UNUSED(state);
    const struct {
        enum job_engine engine;
        enum job_symmetry symmetry;
        unsigned long orbits;
    } ways[] = {{JOB_ENGINE_SYMBOLIC, JOB_SYMMETRY_OFF, 20},
                {JOB_ENGINE_EXPLICIT, JOB_SYMMETRY_OFF, 20},
                {JOB_ENGINE_EXPLICIT, JOB_SYMMETRY_AUTO, 7},
                {JOB_ENGINE_SYMBOLIC, JOB_SYMMETRY_DYNAMIC, 7}};
    for (size_t k = 0; k < sizeof ways / sizeof *ways; k++) {
        struct bench b;
        struct cause cause;
        mpz_t orbits, states;
        mpz_inits(orbits, states, NULL);
        open_bench(&b, ways[k].engine, ways[k].symmetry);
        struct portfolio *e = portfolio_new(b.run, &b.setup);
        portfolio_decide_all(e);
        assert_true(portfolio_count_states(e, orbits, states, &cause));
        assert_int_equal(mpz_get_ui(states), 20);
        assert_int_equal(mpz_get_ui(orbits), ways[k].orbits);
        portfolio_free(e);
        mpz_clears(orbits, states, NULL);
        close_bench(&b);
    }
}

// Sixteen million states, of which BDDs need a moment.
static const char numbers[] = "type Number: 0..63; Place: 0..3;\n"
                              "var at: array [Place] of Number;\n"
                              "startstate begin for p: Place do at[p] := 0; end; end;\n"
                              "ruleset p: Place do rule \"more\" at[p] < 63 ==> begin at[p] := at[p] + 1; end; end;\n"
                              "invariant \"small\" at[0] + at[1] + at[2] + at[3] <= 252;\n"
                              "invariant \"first\" at[0] <= 63;\n"
                              "invariant \"last\" at[3] <= 63;\n";

// A look at the clock comes after so many states; a search that is stopped finishes what it has begun.
enum { STATES_OF_LOOK = 256, LOOKS_OF_TRIAL = 80, MOST_TURNS = 8 };

// Who had a turn, by the first letter. All work ends after the turn of BDDs, so that nothing depends on the clock.
struct turns {
    struct bench *bench;
    char text[MOST_TURNS];
};

static void note_turn(void *context, enum log_level level, const char *message)
{
    struct turns *t = context;
    size_t count = strlen(t->text);
    if (level != LOG_DEBUG || !strstr(message, ": worked for ") || count + 1 == MOST_TURNS)
        return;
    t->text[count] = *message;
    t->bench->is_interrupted = *message == 'B';
}

static struct portfolio *open_turns(struct turns *t, struct bench *b, double deadline)
{
    open_text(b, "numbers.m", numbers, JOB_ENGINE_AUTO, JOB_SYMMETRY_OFF);
    *t = (struct turns){.bench = b};
    b->run->log = (struct log){.level = LOG_DEBUG, .sink = note_turn, .context = t};
    b->setup.are_counters = true;
    b->setup.deadline = deadline;
    return portfolio_new(b->run, &b->setup);
}

static void explicit_search_of_counters_has_a_short_turn_first(void **state)
{
    UNUSED(state);
    struct bench b;
    struct turns t;
    struct backend_statistics statistics;
    struct portfolio *e = open_turns(&t, &b, 0);
    portfolio_decide_all(e);
    assert_memory_equal(t.text, "eB", 2);
    portfolio_get_statistics(e, &statistics);
    assert_in_range(statistics.states.states, 1, 2 * STATES_OF_LOOK * LOOKS_OF_TRIAL);
    portfolio_free(e);
    close_bench(&b);
}

static void who_was_stopped_in_a_turn_goes_on(void **state)
{
    UNUSED(state);
    struct bench b;
    struct turns t;
    const double over = 1e-9;
    struct portfolio *e = open_turns(&t, &b, over);
    portfolio_decide_all(e);
    assert_string_equal(t.text, "eB");
    b.is_interrupted = false;
    portfolio_ask_again(e, 0, over);
    portfolio_decide_all(e);
    assert_string_equal(t.text, "eBB");
    b.is_interrupted = false;
    portfolio_ask_again(e, 1, over); // another question
    portfolio_decide_all(e);
    assert_string_equal(t.text, "eBBeB");
    portfolio_free(e);
    close_bench(&b);
}

struct others {
    struct portfolio *portfolio;
    unsigned calls;
    double seconds; // of all their turns
};

// The context is that of all receivers.
static struct others others;

static bool forget_all(void *context, double seconds)
{
    const struct bench *b = context;
    others.calls++;
    others.seconds += seconds;
    for (size_t i = 0; i < b->setup.wanted_count; i++)
        portfolio_forget(others.portfolio, i);
    return true;
}

static void who_is_let_work_between_turns_may_end_all_work(void **state)
{
    UNUSED(state);
    struct bench b;
    open_text(&b, "numbers.m", numbers, JOB_ENGINE_AUTO, JOB_SYMMETRY_OFF);
    b.setup.let_others_work = forget_all;
    others = (struct others){.portfolio = portfolio_new(b.run, &b.setup)};
    portfolio_decide_all(others.portfolio);
    assert_int_equal(others.calls, 1);
    assert_true(others.seconds == 0); // the first rounds are short
    for (size_t i = 0; i < GOALS; i++)
        assert_int_equal(b.told[i], 0);
    assert_null(portfolio_setup_of(&b.setup, b.setup.model, NULL, b.wanted, 1).let_others_work);
    portfolio_free(others.portfolio);
    close_bench(&b);
}

static const char steps[] = "MODULE main\n"
                            "IVAR pick : 0..3;\n"
                            "VAR a : 0..63; b : 0..63; c : 0..63; d : 0..63;\n"
                            "ASSIGN init(a) := 0; init(b) := 0; init(c) := 0; init(d) := 0;\n"
                            "next(a) := pick = 0 & a < 63 ? a + 1 : a;\n"
                            "next(b) := pick = 1 & b < 63 ? b + 1 : b;\n"
                            "next(c) := pick = 2 & c < 63 ? c + 1 : c;\n"
                            "next(d) := pick = 3 & d < 63 ? d + 1 : d;\n"
                            "TRANS a + b + c + d < 252\n"
                            "INVARSPEC a + b + c + d < 150\n";

// Of millions of states BDDs have seen a part when the property fails, and explicit search the first few thousand. That
// one is not to be searched to the end for what is only to be warned of.
static void warnings_do_not_search_what_was_decided_without_a_search(void **state)
{
    UNUSED(state);
    struct bench b;
    struct backend_statistics before, after;
    open_text(&b, "steps.smv", steps, JOB_ENGINE_SYMBOLIC, JOB_SYMMETRY_OFF);
    b.setup.wanted_count = 1;
    struct portfolio *e = portfolio_new(b.run, &b.setup);
    portfolio_decide_easy(e, 60);
    portfolio_decide_all(e);
    assert_int_equal(b.last[0].verdict, VERDICT_FAILS);
    assert_int_equal(b.last[0].method.backend, BACKEND_BDD);
    portfolio_get_statistics(e, &before);
    portfolio_warnings(e);
    portfolio_get_statistics(e, &after);
    assert_true(before.states.states > 0);
    assert_int_equal(before.states.states, after.states.states);
    portfolio_free(e);
    close_bench(&b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_backend_decides_and_says_so),
        cmocka_unit_test(what_is_asked_again_is_told_again),
        cmocka_unit_test(an_interrupt_leaves_all_undecided),
        cmocka_unit_test(states_are_counted_by_each),
        cmocka_unit_test(explicit_search_of_counters_has_a_short_turn_first),
        cmocka_unit_test(who_was_stopped_in_a_turn_goes_on),
        cmocka_unit_test(who_is_let_work_between_turns_may_end_all_work),
        cmocka_unit_test(warnings_do_not_search_what_was_decided_without_a_search),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
