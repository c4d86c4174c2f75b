// The texts, word for word.
#include "light.h"

static void expect_text(struct light *l, size_t property, struct report_style style, const char *expected)
{
    struct str out = {0};
    report_text_result(l->model, &l->results[property], style, &l->mem, &out);
    assert_string_equal(str_text(&out), expected);
    str_free(&l->mem, &out);
}

static void expect_nusmv(struct light *l, size_t property, struct report_style style, const char *expected)
{
    struct str out = {0};
    report_nusmv_result(l->model, &l->results[property], style, 3, &l->mem, &out);
    assert_string_equal(str_text(&out), expected);
    str_free(&l->mem, &out);
}

#define CHANGES ((struct report_style){0})

static void verdicts_are_one_line(void **state)
{
    UNUSED(state);
    struct light l;
    light_open(&l);
    expect_text(&l, NEVER_GREEN, CHANGES, "1  holds      AG colour = red\n");
    expect_text(&l, NAMED, CHANGES, "2  holds      calm: G button\n");
    expect_text(&l, IN_LIGHT, CHANGES, "3  holds      colour = red IN crossing.light\n");
    expect_text(&l, STEPS, CHANGES, "4  2          MIN [ colour = red , late ]\n");
    expect_text(&l, UNDECIDED, CHANGES, "5  undecided  AF colour = green (out of time)\n");
    l.results[STEPS].is_infinite = true;
    expect_text(&l, STEPS, CHANGES, "4  infinity   MIN [ colour = red , late ]\n");
    const char *assumptions[] = {"that the lamps are interchangeable", "that so are the buttons"};
    l.results[NEVER_GREEN].assumptions = assumptions;
    l.results[NEVER_GREEN].assumption_count = 2;
    expect_text(&l, NEVER_GREEN, CHANGES,
                "1  holds      AG colour = red\n"
                "   assuming that the lamps are interchangeable\n"
                "   assuming that so are the buttons\n");
    l.results[NAMED].vacuous = "button";
    expect_text(&l, NAMED, CHANGES,
                "2  holds      calm: G button\n   vacuous: the antecedent \"button\" is never true\n");
    light_close(&l);
}

static void summaries_count(void **state)
{
    UNUSED(state);
    struct light l;
    light_open(&l);
    struct str out = {0};
    report_text_summary(l.results, PROPERTIES, &l.mem, &out);
    report_text_summary(l.results, 1, &l.mem, &out);
    report_text_summary(NULL, 0, &l.mem, &out);
    l.results[NEVER_GREEN].verdict = VERDICT_FAILS;
    report_text_summary(l.results, 1, &l.mem, &out);
    assert_string_equal(str_text(&out), "5 properties: 3 hold, 0 fail, 1 undecided, 1 computed\n"
                                        "1 property: 1 holds, 0 fail, 0 undecided\n"
                                        "0 properties: 0 hold, 0 fail, 0 undecided\n"
                                        "1 property: 0 hold, 1 fails, 0 undecided\n");
    str_free(&l.mem, &out);
    light_close(&l);
}

static void traces_show_what_changes(void **state)
{
    UNUSED(state);
    struct light l;
    light_open(&l);
    light_give_trace(&l, NEVER_GREEN, false);
    expect_text(&l, NEVER_GREEN, CHANGES,
                "1  fails      AG colour = red\n"
                "   counterexample of 3 states\n"
                "   state 1\n"
                "     colour = red\n"
                "     timer = 0\n"
                "     lamps = 0ud4_9\n"
                "   step\n"
                "     button = TRUE\n"
                "   state 2\n"
                "     timer = 2\n"
                "   state 3\n"
                "     colour = green\n");
    light_close(&l);
}

static void loops_are_marked(void **state)
{
    UNUSED(state);
    struct light l;
    light_open(&l);
    light_give_trace(&l, NEVER_GREEN, true);
    expect_text(&l, NEVER_GREEN, (struct report_style){.full = true},
                "1  fails      AG colour = red\n"
                "   counterexample of 3 states; lasso: loop back to state 2\n"
                "   state 1\n"
                "     colour = red\n"
                "     timer = 0\n"
                "     lamps = 0ud4_9\n"
                "   step\n"
                "     button = TRUE\n"
                "   state 2, where the loop begins\n"
                "     colour = red\n"
                "     timer = 2\n"
                "     lamps = 0ud4_9\n"
                "   step\n"
                "     button = TRUE\n"
                "   state 3\n"
                "     colour = green\n"
                "     timer = 2\n"
                "     lamps = 0ud4_9\n"
                "   step\n"
                "     button = FALSE\n"
                "   loop back to state 2\n");
    light_close(&l);
}

static void inputs_at_the_end_are_shown_if_they_matter(void **state)
{
    UNUSED(state);
    struct light l;
    light_open(&l);
    light_give_trace(&l, NAMED, false);
    struct str out = {0};
    report_text_result(l.model, &l.results[NAMED], CHANGES, &l.mem, &out);
    const char *end = strstr(str_text(&out), "   state 3\n");
    assert_non_null(end);
    assert_string_equal(end, "   state 3\n"
                             "     colour = green\n"
                             "   inputs\n"
                             "     button = FALSE\n");
    str_free(&l.mem, &out);
    light_close(&l);
}

static void definitions_are_shown_on_request(void **state)
{
    UNUSED(state);
    struct light l;
    light_open(&l);
    light_give_trace(&l, NEVER_GREEN, false);
    expect_text(&l, NEVER_GREEN, (struct report_style){.defines = true},
                "1  fails      AG colour = red\n"
                "   counterexample of 3 states\n"
                "   state 1\n"
                "     colour = red\n"
                "     timer = 0\n"
                "     lamps = 0ud4_9\n"
                "     late = FALSE\n"
                "     share = undefined\n"
                "   step\n"
                "     button = TRUE\n"
                "     ticks = FALSE\n"
                "   state 2\n"
                "     timer = 2\n"
                "     late = TRUE\n"
                "     share = 3\n"
                "   step\n"
                "     ticks = TRUE\n"
                "   state 3\n"
                "     colour = green\n");
    light_close(&l);
}

static void verdicts_can_be_those_of_nusmv(void **state)
{
    UNUSED(state);
    struct light l;
    light_open(&l);
    expect_nusmv(&l, NEVER_GREEN, CHANGES, "-- specification AG colour = red  is true\n");
    l.results[NAMED].vacuous = "button";
    expect_nusmv(&l, NAMED, CHANGES, "-- specification  G button   is true\n");
    expect_nusmv(&l, IN_LIGHT, CHANGES, "-- invariant colour = red IN crossing.light is true\n");
    expect_nusmv(&l, STEPS, CHANGES, "-- the result of MIN [ colour = red , late ]  is 2\n");
    expect_nusmv(&l, UNDECIDED, CHANGES, "-- specification AF colour = green  is undecided: out of time\n");
    light_close(&l);
}

static void traces_can_be_those_of_nusmv(void **state)
{
    UNUSED(state);
    struct light l;
    light_open(&l);
    light_give_trace(&l, NEVER_GREEN, true);
    light_give_trace(&l, IN_LIGHT, false);
    expect_nusmv(&l, NEVER_GREEN, CHANGES,
                 "-- specification AG colour = red  is false\n"
                 "-- as demonstrated by the following execution sequence\n"
                 "Trace Description: CTL Counterexample \n"
                 "Trace Type: Counterexample \n"
                 "  -> State: 3.1 <-\n"
                 "    colour = red\n"
                 "    timer = 0\n"
                 "    lamps = 0ud4_9\n"
                 "    late = FALSE\n"
                 "    share = undefined\n"
                 "  -> Input: 3.2 <-\n"
                 "    button = TRUE\n"
                 "    ticks = FALSE\n"
                 "  -- Loop starts here\n"
                 "  -> State: 3.2 <-\n"
                 "    timer = 2\n"
                 "    late = TRUE\n"
                 "    share = 3\n"
                 "  -> Input: 3.3 <-\n"
                 "    ticks = TRUE\n"
                 "  -> State: 3.3 <-\n"
                 "    colour = green\n"
                 "  -> Input: 3.4 <-\n"
                 "    button = FALSE\n"
                 "  -> State: 3.4 <-\n"
                 "    colour = red\n");
    expect_nusmv(&l, IN_LIGHT, CHANGES,
                 "-- invariant colour = red IN crossing.light is false\n"
                 "-- as demonstrated by the following execution sequence\n"
                 "Trace Description: AG alpha Counterexample \n"
                 "Trace Type: Counterexample \n"
                 "  -> State: 3.1 <-\n"
                 "    colour = red\n"
                 "    timer = 0\n"
                 "    lamps = 0ud4_9\n"
                 "    late = FALSE\n"
                 "    share = undefined\n"
                 "  -> Input: 3.2 <-\n"
                 "    button = TRUE\n"
                 "    ticks = FALSE\n"
                 "  -> State: 3.2 <-\n"
                 "    timer = 2\n"
                 "    late = TRUE\n"
                 "    share = 3\n"
                 "  -> Input: 3.3 <-\n"
                 "    ticks = TRUE\n"
                 "  -> State: 3.3 <-\n"
                 "    colour = green\n");
    light_close(&l);
}

static void expect_sizes(const struct result_sizes *sizes, const char *expected)
{
    struct mem mem = MEM_UNLIMITED;
    struct str out = {0};
    report_text_sizes(sizes, &mem, &out);
    assert_string_equal(str_text(&out), expected);
    str_free(&mem, &out);
}

// Where every size is asked for, sizes that were given up are some of the larger ones.
static void every_size_is_known_up_to_some_one(void **state)
{
    UNUSED(state);
    const int64_t undecided[] = {1, 2, 3, 4};
    struct result_sizes s = {.name = "N", .low = 1, .high = 4, .undecided = undecided + 3, .undecided_count = 1};
    expect_sizes(&s, "undecided for N = 4");
    s.is_unbounded = true;
    expect_sizes(&s, "holds for N = 1..3, undecided for larger ones");
    s.undecided = undecided + 1, s.undecided_count = 3;
    expect_sizes(&s, "holds for N = 1, undecided for larger ones");
    s.undecided_count = 2;
    expect_sizes(&s, "undecided for N = 2, 3");
    s.undecided = undecided, s.undecided_count = 4;
    expect_sizes(&s, "undecided for every N >= 1");
    s.undecided_count = 0;
    expect_sizes(&s, "holds for N = 1..4, undecided for larger ones");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(verdicts_are_one_line),
        cmocka_unit_test(summaries_count),
        cmocka_unit_test(every_size_is_known_up_to_some_one),
        cmocka_unit_test(traces_show_what_changes),
        cmocka_unit_test(loops_are_marked),
        cmocka_unit_test(inputs_at_the_end_are_shown_if_they_matter),
        cmocka_unit_test(definitions_are_shown_on_request),
        cmocka_unit_test(verdicts_can_be_those_of_nusmv),
        cmocka_unit_test(traces_can_be_those_of_nusmv),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
