// What goes wrong when a rule is carried out, and how it is said.
#include "explore.h"

#define START "var n: 0..9; m: 0..9; a: array [0..3] of 0..9; b: boolean; startstate begin n := 0; b := true; end; "
#define DEADLOCK "no deadlock\n"
#define HINT "; --dialect cmurphi allows it\n"

static const struct murphi_lower_options of_rumur = {.dialect = MURPHI_DIALECT_RUMUR};

static void undefined_values_must_not_be_read(void **state)
{
    UNUSED(state);
    assert_explores_with(START "rule begin n := m; end;", &of_rumur, 1,
                         DEADLOCK "undefined value read: m, in rule 1 (test.m:1:117)" HINT);
    assert_explores(START "rule m = 1 ==> begin n := 1; end;", 1,
                    DEADLOCK "undefined value read: m, in rule 1 (test.m:1:106)\n");
    assert_explores(START "rule begin a[m] := 1; end;", 1,
                    DEADLOCK "undefined value read: m, in rule 1 (test.m:1:114)\n");
    assert_explores(START "rule begin switch m case 1: n := 1; end; end;", 1,
                    DEADLOCK "undefined value read: m, in rule 1 (test.m:1:119)\n");
    assert_explores(START "rule begin if b & a[n + 1] = 1 then n := 1; end; end;", 1,
                    DEADLOCK "undefined value read: a[n + 1], in rule 1 (test.m:1:119)\n");
    assert_explores_with(START "rule var k: 0..1; begin n := k; end;", &of_rumur, 1,
                         DEADLOCK "undefined value read: k, in rule 1 (test.m:1:130)" HINT);
    assert_explores(START "rule begin n := 1 - n; end; invariant \"inv\" n = 0 | m = 1;", 2,
                    "inv\nundefined value read: m, in invariant \"inv\" (test.m:1:153)\n");
}

static void the_order_of_operands_decides(void **state)
{
    UNUSED(state);
    assert_explores(START "rule begin assert isundefined(m) | m = 1; n := 1 - n; end;", 2, "");
    assert_explores(START "rule begin assert m = 1 | isundefined(m); n := 1 - n; end;", 1,
                    DEADLOCK "undefined value read: m, in rule 1 (test.m:1:119)\n");
}

static void values_must_be_in_range_when_they_are_assigned(void **state)
{
    UNUSED(state);
    assert_explores("var n: 0..3; startstate begin n := 0; end; rule begin n := n + 1; end;", 4,
                    DEADLOCK "value out of range, in the assignment to n, in rule 1 (test.m:1:55)\n");
    assert_explores("var n: 0..3; startstate begin n := 0; end; rule begin n := n + 5 - 4; end; "
                    "rule n = 3 ==> begin n := n * 0; end;",
                    4, "value out of range, in the assignment to n, in rule 1 (test.m:1:55)\n");
    assert_explores("type E: enum {A, B, C}; var e: E; f: A..B; startstate begin e := A; f := A; end; "
                    "rule begin e := C; end; rule begin f := e; end;",
                    2, DEADLOCK "value out of range, in the assignment to f, in rule 2 (test.m:1:117)\n");
}

static void arguments_and_results_must_be_in_range(void **state)
{
    UNUSED(state);
    assert_explores("var n: 0..9; function f(x: 0..3): 0..4; begin return x + 2; end; "
                    "ruleset i: 0..1 do startstate begin n := i; end; end; rule begin n := f(n); end;",
                    5,
                    DEADLOCK "value out of range, for the parameter x, in rule 1 (test.m:1:138)\n"
                             "value out of range, for the result x + 2, in rule 1 (test.m:1:47)\n");
}

static void indices_must_be_in_range(void **state)
{
    UNUSED(state);
    assert_explores("var n: 0..5; a: array [1..3] of 0..1; startstate begin n := 1; clear a; end; "
                    "rule begin a[n] := 1; n := n + 1; end;",
                    4, DEADLOCK "index out of range: a[n], in rule 1 (test.m:1:89)\n");
}

static void nothing_is_divided_by_zero(void **state)
{
    UNUSED(state);
    assert_explores("var n: 0..9; startstate begin n := 2; end; rule begin n := 4 / n - 1; end; "
                    "rule n > 0 ==> begin n := 0; end; rule n = 1 ==> begin n := 9 % (n - 1); end;",
                    4,
                    DEADLOCK "division by zero: 4 / n, in rule 1 (test.m:1:60)\n"
                             "division by zero: 9 % (n - 1), in rule 3 (test.m:1:136)\n");
}

static void assertions_and_errors_have_their_texts(void **state)
{
    UNUSED(state);
    assert_explores("type P: scalarset(2); var n: 0..3; startstate begin n := 0; end; rule begin n := 1 - n; end;\n"
                    "ruleset p: P; i: 1..2 do rule \"try\" begin\nassert n != i; end; end;\n"
                    "rule \"other\" begin assert n = 0 \"n is zero\"; if n = 0 then error \"no more\"; end; end;",
                    2,
                    "assertion failed: n != i, in rule \"try (p: P_1, i: 1)\" (test.m:3:1)\n"
                    "assertion failed: n != i, in rule \"try (p: P_2, i: 1)\" (test.m:3:1)\n"
                    "assertion failed: n is zero, in rule \"other\" (test.m:4:20)\n"
                    "error: no more, in rule \"other\" (test.m:4:60)\n");
}

static void a_function_must_return_something(void **state)
{
    UNUSED(state);
    assert_explores("var n: 0..3; function f(x: 0..3): 0..3; begin if x < 2 then return x + 1; end; end; "
                    "startstate begin n := 0; end; rule begin n := f(n); end;",
                    3, DEADLOCK "a function ends without a result: f, in rule 1 (test.m:1:131)\n");
}

static void loops_must_end(void **state)
{
    UNUSED(state);
    assert_explores("var n: 0..3; startstate begin n := 0; end; rule begin n := (n + 1) % 3; end; "
                    "rule begin while n = 2 do n := n; end; end;",
                    3, "the loop does not end, or not soon enough: while n = 2, in rule 2 (test.m:1:89)\n");
    // a list that has become a ring: it is left after as many steps as there are elements
    assert_explores("var next: array [0..2] of -1..2; startstate begin next[0] := 1; next[1] := 2; next[2] := -1; end; "
                    "rule begin next[2] := 0; end; "
                    "rule var i: -1..2; begin i := 0; while i != -1 do i := next[i]; end; end;",
                    2, DEADLOCK "the loop does not end, or not soon enough: while i != -1, in rule 2 (test.m:1:162)\n");
    assert_explores_with("var n: 0..100; startstate begin n := 0; end; rule var k: 0..100; begin k := n; "
                         "while k < 100 do k := k + 1; end; n := k; end;",
                         &(struct murphi_lower_options){.loop_limit = 50}, 1,
                         DEADLOCK
                         "the loop does not end, or not soon enough: while k < 100, in rule 1 (test.m:1:80)\n");
}

static void recursion_must_end(void **state)
{
    UNUSED(state);
    assert_explores("var n: 0..3; function f(x: 0..3): 0..3; begin return x = 2 ? f(x) : x; end; "
                    "startstate begin n := 0; end; rule n < 3 ==> begin n := f(n) + 1; end;",
                    3, DEADLOCK "more calls inside of each other than the limit allows: f, in rule 1 (test.m:1:62)\n");
}

static void only_the_first_runtime_error_of_a_run_counts(void **state)
{
    UNUSED(state);
    assert_explores("var n, m: 0..3; startstate begin n := 0; end; "
                    "rule begin assert n = 1; m := m + 1; assert false \"never\"; end;",
                    1, DEADLOCK "assertion failed: n = 1, in rule 1 (test.m:1:58)\n");
}

static void what_follows_a_failed_assumption_does_not_happen(void **state)
{
    UNUSED(state);
    assert_explores("var n: 0..3; startstate begin n := 0; end; rule begin assume n = 1; assert false; end;", 1,
                    DEADLOCK);
    assert_explores("var n: 0..3; startstate begin n := 0; end; rule begin assert n = 1; assume false; end;", 1,
                    DEADLOCK "assertion failed: n = 1, in rule 1 (test.m:1:55)\n");
}

static void a_start_with_a_runtime_error_leads_to_no_state(void **state)
{
    UNUSED(state);
    assert_explores("var n, m: 0..3; startstate \"bad\" begin n := 1; n := m + 0; end; "
                    "startstate begin n := 2; m := 1; end; rule begin n := 1 - n % 2; end;",
                    3, "undefined value read: m, in start state \"bad\" (test.m:1:53)\n");
    assert_explores("var n, m: 0..3; startstate \"bad\" begin n := 1; n := m + 0; end; rule begin n := 1 - n; end;", 0,
                    DEADLOCK "undefined value read: m, in start state \"bad\" (test.m:1:53)\n");
}

static void aliases_around_a_rule_have_runtime_errors(void **state)
{
    UNUSED(state);
    assert_explores("var n: 0..4; a: array [0..3] of 0..1; startstate begin n := 0; clear a; end; "
                    "alias x: a[n] do rule n < 4 ==> begin x := 1; n := n + 1; end; end;",
                    5, DEADLOCK "index out of range: a[n], in rule 1 (test.m:1:87)\n");
}

static void a_rule_with_a_runtime_error_makes_no_step_there(void **state)
{
    UNUSED(state);
    assert_explores("var n: 0..9; startstate begin n := 0; end; "
                    "rule n < 5 ==> begin n := n + 1; assert n != 3; end;",
                    3, DEADLOCK "assertion failed: n != 3, in rule 1 (test.m:1:77)\n");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(undefined_values_must_not_be_read),
        cmocka_unit_test(the_order_of_operands_decides),
        cmocka_unit_test(values_must_be_in_range_when_they_are_assigned),
        cmocka_unit_test(arguments_and_results_must_be_in_range),
        cmocka_unit_test(indices_must_be_in_range),
        cmocka_unit_test(nothing_is_divided_by_zero),
        cmocka_unit_test(assertions_and_errors_have_their_texts),
        cmocka_unit_test(a_function_must_return_something),
        cmocka_unit_test(loops_must_end),
        cmocka_unit_test(recursion_must_end),
        cmocka_unit_test(only_the_first_runtime_error_of_a_run_counts),
        cmocka_unit_test(what_follows_a_failed_assumption_does_not_happen),
        cmocka_unit_test(a_start_with_a_runtime_error_leads_to_no_state),
        cmocka_unit_test(aliases_around_a_rule_have_runtime_errors),
        cmocka_unit_test(a_rule_with_a_runtime_error_makes_no_step_there),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
