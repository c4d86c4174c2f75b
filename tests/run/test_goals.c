// The bookkeeping of goals: which wait, what comes of them, and that nobody is told anything twice; and by what they
// were decided, summed up.
#include "../unit.h"

#include "run/goals.h"
#include "run/method_summary.h"

enum { GOALS = 4 };

struct bench {
    struct run run;
    struct goals goals;
    struct portfolio_setup setup;
    struct model *model;
    size_t wanted[GOALS], told[GOALS], refuted[GOALS], tries[GOALS];
    struct result last[GOALS];
    enum verdict answer; // of who is asked
    bool is_pointless, is_interrupted, is_hopeful, is_refuted;
    size_t errors;
};

static void decided(void *context, size_t goal, struct result *result)
{
    struct bench *b = context;
    b->told[goal]++;
    b->last[goal] = *result;
}

static void refuted(void *context, size_t goal)
{
    ((struct bench *)context)->refuted[goal]++;
}

static bool is_pointless(void *context)
{
    return ((struct bench *)context)->is_pointless;
}

static bool is_interrupted(void *context)
{
    return ((struct bench *)context)->is_interrupted;
}

static void hear(void *context, enum log_level level, const char *text)
{
    (void)text;
    ((struct bench *)context)->errors += level == LOG_ERROR;
}

// The properties have the numbers 1 to 4.
static void open_bench(struct bench *b)
{
    *b = (struct bench){.run = {.mem = MEM_UNLIMITED}};
    b->run.host = (struct run_host){.is_interrupted = is_interrupted, .context = b};
    b->run.log = (struct log){.level = LOG_INFO, .sink = hear, .context = b, .mem = &b->run.mem};
    b->model = model_new(&b->run.mem);
    formula always = model_atom(b->model, model_true(b->model));
    struct property p = {.kind = PROPERTY_INVARIANT, .text = "TRUE", .context = "", .formula = always};
    model_add_property(b->model, &p);
    for (size_t i = 0; i < GOALS; i++) {
        p.unsupported = i == 2 ? "it is strange" : NULL;
        p.refuted = i == 3 ? "a start goes wrong" : NULL;
        b->wanted[i] = model_add_property(b->model, &p);
    }
    b->setup = (struct portfolio_setup){.model = b->model,
                                        .wanted = b->wanted,
                                        .wanted_count = GOALS,
                                        .decided = decided,
                                        .refuted = refuted,
                                        .is_pointless = is_pointless,
                                        .context = b};
    goals_open(&b->goals, &b->run, &b->setup);
}

static void close_bench(struct bench *b)
{
    goals_close(&b->goals);
    model_free(b->model);
    assert_nothing_left(&b->run.mem);
}

static bool check(void *context, size_t goal, double deadline, struct result *result)
{
    struct bench *b = context;
    (void)deadline;
    b->tries[goal]++;
    *result = (struct result){.property = b->wanted[goal], .verdict = b->answer, .is_refuted = b->is_refuted};
    if (b->answer == VERDICT_UNDECIDED)
        result->cause = cause_of(CAUSE_OUT_OF_MEMORY);
    return b->is_hopeful;
}

// ---- Which wait -----------------------------------------------------------------------------------------------------

static void what_is_known_needs_nobody(void **state)
{
    UNUSED(state);
    struct bench b;
    open_bench(&b);
    assert_int_equal(goals_waiting(&b.goals), GOALS);
    goals_settle_known(&b.goals);
    assert_int_equal(goals_waiting(&b.goals), 2);
    assert_int_equal(b.told[0] + b.told[1], 0);
    assert_int_equal(b.told[2], 1);
    assert_int_equal(b.last[2].verdict, VERDICT_UNDECIDED);
    assert_int_equal(b.last[2].cause.code, CAUSE_UNSUPPORTED);
    assert_string_equal(b.last[2].cause.texts[0], "it is strange");
    assert_int_equal(b.last[3].verdict, VERDICT_FAILS);
    assert_string_equal(b.last[3].runtime_error, "a start goes wrong");
    goals_settle_known(&b.goals); // once is enough
    assert_int_equal(b.told[2], 1);
    goals_ask_again(&b.goals);
    assert_int_equal(goals_waiting(&b.goals), GOALS);
    close_bench(&b);
}

static void rounds_begin_anew(void **state)
{
    UNUSED(state);
    struct bench b;
    open_bench(&b);
    b.goals.at[1].ran_out = true;
    assert_false(goals_is_waiting(&b.goals, 1));
    assert_int_equal(goals_out_of_time(&b.goals), 1);
    goals_begin_round(&b.goals);
    assert_true(goals_is_waiting(&b.goals, 1));
    goals_leave(&b.goals, 1, cause_of(CAUSE_OUT_OF_TIME));
    assert_true(goals_is_waiting(&b.goals, 1)); // with that cause
    assert_int_equal(b.told[1], 0);
    goals_give_up(&b.goals, 0, cause_of(CAUSE_INPUTS));
    assert_false(goals_is_waiting(&b.goals, 0));
    assert_int_equal(b.last[0].cause.code, CAUSE_INPUTS);
    goals_finish_all(&b.goals);
    assert_int_equal(b.told[0], 1);
    assert_int_equal(b.last[1].cause.code, CAUSE_OUT_OF_TIME);
    assert_int_equal(b.last[1].property, b.wanted[1]);
    assert_int_equal(goals_waiting(&b.goals), 0);
    close_bench(&b);
}

static void interrupts_are_a_cause_of_their_own(void **state)
{
    UNUSED(state);
    struct bench b;
    open_bench(&b);
    goals_settle_known(&b.goals);
    goals_leave(&b.goals, 0, cause_of(CAUSE_OUT_OF_MEMORY));
    b.is_interrupted = true;
    goals_finish_all(&b.goals);
    assert_int_equal(b.last[0].cause.code, CAUSE_OUT_OF_MEMORY);
    assert_int_equal(b.last[1].cause.code, CAUSE_INTERRUPTED);
    close_bench(&b);
}

// ---- What comes of them ---------------------------------------------------------------------------------------------

static void each_is_decided_once(void **state)
{
    UNUSED(state);
    struct bench b;
    bool cannot[GOALS] = {true};
    open_bench(&b);
    b.answer = VERDICT_UNDECIDED;
    b.is_hopeful = true;
    assert_true(goals_decide_each(&b.goals, cannot, check, &b, 0));
    assert_int_equal(b.tries[0], 0); // which cannot be decided so
    assert_int_equal(b.tries[1], 1);
    assert_int_equal(b.told[1], 0);
    b.is_hopeful = false;
    assert_false(goals_decide_each(&b.goals, cannot, check, &b, 0));
    assert_false(goals_decide_each(&b.goals, cannot, check, &b, 0)); // nobody tries what cannot be done
    assert_int_equal(b.tries[1], 2);
    b.answer = VERDICT_HOLDS;
    b.is_hopeful = true;
    memset(cannot, 0, sizeof cannot);
    assert_false(goals_decide_each(&b.goals, cannot, check, &b, 0)); // since nothing is left
    for (size_t i = 0; i < GOALS; i++)
        assert_int_equal(b.told[i], 1);
    goals_decide_each(&b.goals, cannot, check, &b, 0);
    assert_int_equal(b.tries[3], 3);
    close_bench(&b);
}

static void nobody_tries_in_vain(void **state)
{
    UNUSED(state);
    struct bench b;
    bool cannot[GOALS] = {false};
    open_bench(&b);
    b.is_pointless = true;
    assert_false(goals_decide_each(&b.goals, cannot, check, &b, 0));
    b.is_pointless = false;
    b.is_interrupted = true;
    assert_false(goals_decide_each(&b.goals, cannot, check, &b, 0));
    for (size_t i = 0; i < GOALS; i++)
        assert_int_equal(b.tries[i], 0);
    close_bench(&b);
}

static void one_that_fails_comes_first(void **state)
{
    UNUSED(state);
    struct bench b;
    open_bench(&b);
    b.answer = VERDICT_FAILS;
    assert_true(goals_decide_now(&b.goals, 1, check, &b, 0));
    assert_int_equal(b.told[1], 1);
    assert_true(b.last[1].is_early);
    assert_true(goals_decide_now(&b.goals, 1, check, &b, 0));
    assert_int_equal(b.tries[1], 1); // it waits no more
    b.is_pointless = true;
    assert_false(goals_decide_now(&b.goals, 0, check, &b, 0));
    close_bench(&b);
}

static void two_methods_do_not_contradict_each_other(void **state)
{
    UNUSED(state);
    struct bench b;
    bool cannot[GOALS] = {false, false, true, true};
    open_bench(&b);
    goals_note_refuted(&b.goals, 0);
    assert_int_equal(b.refuted[0], 1);
    b.answer = VERDICT_UNDECIDED;
    b.is_refuted = b.is_hopeful = true;
    goals_decide_each(&b.goals, cannot, check, &b, 0); // the other one is known to fail by that
    goals_take(&b.goals, 0, &(struct result){.property = b.wanted[0], .verdict = VERDICT_HOLDS});
    assert_int_equal(b.last[0].verdict, VERDICT_UNDECIDED);
    assert_int_equal(b.last[0].cause.code, CAUSE_CONTRADICTION);
    assert_true(cause_is_wrong_answer(b.last[0].cause));
    assert_int_equal(b.errors, 1);
    goals_give_up(&b.goals, 1, cause_of(CAUSE_OUT_OF_TIME));
    assert_true(b.last[1].is_refuted); // for whoever settles it
    assert_int_equal(b.errors, 1);
    close_bench(&b);
}

// The one that tried last had no symmetries: it is told that others had.
static void what_runs_out_names_the_quotient_that_tried(void **state)
{
    UNUSED(state);
    struct bench b;
    struct result late = {.verdict = VERDICT_UNDECIDED, .cause = cause_of(CAUSE_OUT_OF_TIME)};
    open_bench(&b);
    for (size_t i = 0; i < 2; i++) {
        late.property = b.wanted[i];
        late.method.backend = BACKEND_EXPLICIT_QUOTIENT;
        b.goals.at[i].result = late;
        goals_note_try(&b.goals, i);
    }
    late.property = b.wanted[0];
    late.method.backend = BACKEND_BDD;
    goals_take(&b.goals, 0, &late);
    assert_int_equal(b.last[0].method.backend, BACKEND_EXPLICIT_QUOTIENT);
    goals_take(&b.goals, 1, &(struct result){.verdict = VERDICT_HOLDS, .method.backend = BACKEND_BDD});
    assert_int_equal(b.last[1].method.backend, BACKEND_BDD); // which has decided it
    goals_take(&b.goals, 2, &late);
    assert_int_equal(b.last[2].method.backend, BACKEND_BDD); // there was no other
    close_bench(&b);
}

// ---- Methods --------------------------------------------------------------------------------------------------------

static void methods_have_names_of_their_own(void **state)
{
    UNUSED(state);
    struct method m = {0};
    for (enum reduction_kind i = 0; i < REDUCTION_KINDS; i++) {
        assert_non_null(method_reduction_name(i));
        for (enum reduction_kind k = 0; k < i; k++)
            assert_string_not_equal(method_reduction_name(i), method_reduction_name(k));
        assert_false(method_has(&m, i));
        method_reduce(&m, i);
        method_reduce(&m, i); // which is one
        assert_true(method_has(&m, i));
        assert_int_equal(m.count, i + 1);
        assert_int_equal(m.reductions[i], i);
    }
    for (enum backend_kind i = 0; i < BACKEND_KINDS; i++) {
        assert_non_null(method_backend_name(i));
        for (enum backend_kind k = 0; k < i; k++)
            assert_string_not_equal(method_backend_name(i), method_backend_name(k));
    }
}

static void expect_summary(const struct method_summary *s, const char *word, const char *text)
{
    struct mem mem = MEM_UNLIMITED;
    struct str out = {0};
    assert_string_equal(method_summary_word(s), word);
    assert_int_equal(method_summary_text(s, &mem, &out), text != NULL);
    assert_string_equal(str_text(&out), text ? text : "");
    str_free(&mem, &out);
    assert_nothing_left(&mem);
}

static void methods_are_summed_up(void **state)
{
    UNUSED(state);
    struct method_summary s = {0}, others = {.before = "", .after = "Proc"};
    expect_summary(&s, "off", NULL);
    struct result result = {.method = {.backend = BACKEND_BDD}};
    method_summary_note(&s, &result);
    method_summary_add(&s, &others);
    expect_summary(&s, "off", "not used for Proc");
    result.method.backend = BACKEND_EXPLICIT_QUOTIENT;
    method_reduce(&result.method, REDUCTION_INSTANCES);
    method_summary_note(&others, &result);
    method_summary_add(&s, &others);
    expect_summary(&s, "explicit", "explicit quotient of Proc");
    method_reduce(&result.method, REDUCTION_COUNTERS);
    method_summary_note(&s, &result);
    expect_summary(&s, "counters", "counter abstraction and explicit quotient of Proc");
    method_reduce(&result.method, REDUCTION_TRACKED);
    method_reduce(&result.method, REDUCTION_ARCHITECTURE);
    method_summary_note(&s, &result);
    expect_summary(&s, "architectural",
                   "architectural, counter abstraction (with tracked components) and explicit quotient of Proc");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_known_needs_nobody),
        cmocka_unit_test(rounds_begin_anew),
        cmocka_unit_test(interrupts_are_a_cause_of_their_own),
        cmocka_unit_test(each_is_decided_once),
        cmocka_unit_test(nobody_tries_in_vain),
        cmocka_unit_test(one_that_fails_comes_first),
        cmocka_unit_test(two_methods_do_not_contradict_each_other),
        cmocka_unit_test(what_runs_out_names_the_quotient_that_tried),
        cmocka_unit_test(methods_have_names_of_their_own),
        cmocka_unit_test(methods_are_summed_up),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
