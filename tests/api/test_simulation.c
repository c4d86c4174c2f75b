// Simulations by the library: steps by chance and by choice, conditions, ends, remarks; each step is judged by the
// rules of the model written in C.
#include <stdlib.h>

#include "../unit.h"

#include "api/coset.h"

static const char token[] = "const N: 3;\n"
                            "type Proc: scalarset(N); Place: enum { resting, trying, inside };\n"
                            "var place: array [Proc] of Place; steps: 0..3;\n"
                            "ruleset p: Proc do\n"
                            "  rule \"try\" place[p] = resting & steps < 3 ==>\n"
                            "    begin place[p] := trying; steps := steps + 1; end;\n"
                            "  rule \"enter\" place[p] = trying & steps < 3 ==>\n"
                            "    begin place[p] := inside; steps := steps + 1; end;\n"
                            "end;\n"
                            "startstate begin for p: Proc do place[p] := resting; end; steps := 0; end;\n"
                            "invariant \"nobody\" forall p: Proc do place[p] != inside end;\n";

static const char counter[] = "MODULE main\n"
                              "VAR n : 0..7; IVAR up : boolean;\n"
                              "ASSIGN init(n) := {0, 3}; next(n) := up & n < 7 ? n + 1 : n;\n";

static coset_model *open(const char *name, const char *text)
{
    char *error = NULL;
    coset_model *model = coset_open_text(name, text, strlen(text), NULL, &error);
    if (!model)
        fail_msg("%s", error);
    return model;
}

static coset_simulation *begin(coset_model *model, const coset_steering *steering)
{
    char *error = NULL;
    coset_simulation *it = coset_simulate(model, steering, &error);
    if (!it)
        fail_msg("%s", error);
    return it;
}

static int64_t number(coset_result *trace, size_t state, const char *variable)
{
    return strtoll(coset_trace_value_of(trace, state, variable), NULL, 10);
}

static void by_chance_until_the_end(void **state)
{
    UNUSED(state);
    coset_model *m = open("token.m", token);
    for (uint64_t seed = 1; seed <= 20; seed++) {
        coset_simulation *it = begin(m, &(coset_steering){.seed = seed});
        assert_int_equal(coset_simulation_run(it, 2), 2);
        assert_null(coset_simulation_end(it));
        assert_int_equal(coset_simulation_run(it, 10), 2); // three steps in all
        assert_non_null(strstr(coset_simulation_end(it), "no step from here"));
        coset_result *trace = coset_simulation_trace(it);
        assert_int_equal(coset_trace_length(trace), 4);
        assert_int_equal(coset_result_property(trace), COSET_NONE);
        assert_int_equal(coset_result_verdict(trace), COSET_UNDECIDED);
        assert_null(coset_result_witness(trace));
        for (size_t i = 0; i < 4; i++) {
            assert_int_equal(number(trace, i, "steps"), i);
            const char *rule = coset_trace_rule(trace, i);
            assert_true(i < 3 ? strncmp(rule, "try", 3) == 0 || strncmp(rule, "enter", 5) == 0 : !rule);
        }
        coset_simulation_free(it);
    }
    coset_close(m);
}

// The trace outlives its simulation; what was asked of the model before is still there.
static void by_choice(void **state)
{
    UNUSED(state);
    coset_model *m = open("token.m", token);
    coset_result *checked = coset_check(m, 0, NULL);
    assert_string_equal(coset_result_witness(checked), "p = Proc_1");
    assert_non_null(strstr(coset_trace_rule(checked, 0), "try"));
    assert_null(coset_trace_rule(checked, coset_trace_length(checked)));
    coset_simulation *it = begin(m, NULL);
    assert_int_equal(coset_simulation_choices(it), 1);
    assert_false(coset_simulation_take(it, 1));
    assert_null(coset_simulation_choice(it, 1));
    assert_int_equal(coset_trace_length(coset_simulation_choice(it, 0)), 1);
    assert_false(coset_simulation_undo(it));
    assert_string_equal(coset_simulation_remarks(it), "");
    assert_true(coset_simulation_take(it, 0));
    assert_int_equal(coset_simulation_choices(it), 3);
    for (size_t i = 0; i < 3; i++) {
        coset_result *step = coset_simulation_choice(it, i);
        assert_int_equal(coset_trace_length(step), 2);
        assert_int_equal(number(step, 1, "steps"), 1);
        assert_non_null(strstr(coset_trace_rule(step, 0), "try"));
        coset_result_free(step);
    }
    assert_true(coset_simulation_take(it, 2));
    for (size_t i = 0; i < coset_simulation_choices(it); i++) { // the one that enters
        coset_result *step = coset_simulation_choice(it, i);
        if (strstr(coset_trace_rule(step, 0), "enter")) {
            assert_true(coset_simulation_take(it, i));
            break;
        }
    }
    assert_string_equal(coset_simulation_remarks(it), "it violates property 1: nobody\n");
    coset_result *trace = coset_simulation_trace(it);
    assert_true(coset_simulation_undo(it));
    assert_string_equal(coset_simulation_remarks(it), "");
    assert_int_equal(coset_simulation_choices(it), 3);
    coset_simulation_free(it);
    assert_string_equal(coset_trace_value_of(trace, 2, "place[Proc_3]"), "inside");
    assert_int_equal(coset_result_verdict(checked), COSET_FAILS);
    coset_simulation_free(NULL);
    coset_close(m);
}

static void under_conditions(void **state)
{
    UNUSED(state);
    static const char *const three[] = {"n = 3"}, *const up[] = {"up", "n < 6"}, *const step[] = {"up"},
                             *const wrong[] = {"n = "}, *const alone[] = {"place[Proc_2] = resting"};
    coset_model *m = open("counter.smv", counter);
    coset_simulation *it =
        begin(m, &(coset_steering){.starts = three, .start_count = 1, .constraints = up, .constraint_count = 2});
    assert_int_equal(coset_simulation_run(it, 10), 3);
    assert_non_null(strstr(coset_simulation_end(it), "constraint"));
    coset_result *trace = coset_simulation_trace(it);
    for (size_t i = 0; i < 3; i++)
        assert_int_equal(number(trace, i, "n"), 3 + i);
    assert_string_equal(coset_trace_value_of(trace, 0, "up"), "TRUE");
    assert_null(coset_trace_rule(trace, 0));
    it = begin(m, NULL);
    assert_int_equal(coset_simulation_choices(it), 2);
    char *error = NULL;
    assert_null(coset_simulate(m, &(coset_steering){.starts = step, .start_count = 1}, &error));
    assert_non_null(strstr(error, "takes neither inputs nor next values"));
    coset_free_text(error);
    assert_null(coset_simulate(m, &(coset_steering){.constraints = wrong, .constraint_count = 1}, &error));
    assert_non_null(strstr(error, "error:"));
    coset_free_text(error);
    coset_close(m);
    m = open("token.m", token);
    it = begin(m, &(coset_steering){.constraints = alone, .constraint_count = 1});
    coset_simulation_run(it, 1);
    assert_int_equal(coset_simulation_choices(it), 2);
    it = begin(m, &(coset_steering){.choices = 1});
    coset_simulation_run(it, 1);
    assert_int_equal(coset_simulation_choices(it), 1);
    coset_close(m);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {cmocka_unit_test(by_chance_until_the_end), cmocka_unit_test(by_choice),
                                              cmocka_unit_test(under_conditions)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
