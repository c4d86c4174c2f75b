// Priorities of rules: of those whose guards are true, only the ones with the lowest number fire.
#include "explore.h"

#define COUNTER "var n: 0..9; startstate begin n := 0; end; "

static void a_lower_number_comes_first(void **state)
{
    UNUSED(state);
    assert_explores(COUNTER "rule 1 n < 5 ==> begin n := n + 1; end; rule 2 n < 9 ==> begin n := n + 2; end; "
                            "rule 2 n >= 8 ==> begin n := 0; end;",
                    8, "");
    assert_explores(COUNTER "rule 20 \"reset\" begin n := 0; end; rule 3 n < 5 ==> begin n := n + 1; end;", 6, "");
}

static void without_a_number_it_is_zero(void **state)
{
    UNUSED(state);
    assert_explores(COUNTER "rule n < 5 ==> begin n := n + 1; end; rule 1 begin n := 0; end;", 6, "");
    assert_explores(COUNTER "rule n < 5 ==> begin n := n + 1; end; rule 0 begin n := 0; end; "
                            "rule 7 begin n := 9; end;",
                    6, "");
}

static void equal_numbers_are_as_none(void **state)
{
    UNUSED(state);
    assert_explores(COUNTER "rule 5 n < 5 ==> begin n := n + 1; end; rule 5 begin n := 0; end;", 6, "");
}

// What a better rule would do is not asked, only whether its guard is true.
static void a_rule_that_changes_nothing_blocks_too(void **state)
{
    UNUSED(state);
    assert_explores(COUNTER "rule 1 n = 3 ==> begin n := n; end; rule 2 n < 9 ==> begin n := n + 1; end;", 4,
                    "no deadlock\n");
    assert_explores_with(COUNTER "rule 1 n = 3 ==> begin n := n; end; rule 2 n < 9 ==> begin n := n + 1; end;",
                         &(struct murphi_lower_options){.deadlock = MURPHI_DEADLOCK_STUCK}, 4, "");
}

static void guards_have_runtime_errors_in_any_case_and_bodies_where_they_fire(void **state)
{
    UNUSED(state);
    assert_explores(COUNTER "rule 1 begin n := 1 - n; end; rule 2 7 / n > 9 ==> begin end;", 2,
                    "division by zero: 7 / n, in rule 2 (test.m:1:81)\n");
    assert_explores(COUNTER "rule 1 n < 2 ==> begin n := n + 1; end; rule 2 begin n := 7 / n; end;", 4, "");
    assert_explores(COUNTER "rule 1 n < 2 ==> begin n := n + 1; end; rule 2 n < 2 ==> begin error \"no\"; end;", 3,
                    "no deadlock\n");
}

static void instances_count_each(void **state)
{
    UNUSED(state);
    assert_explores("type P: scalarset(3); var a: array [P] of 0..2; "
                    "startstate begin for p: P do a[p] := 0; end; end; ruleset p: P do "
                    "rule 2 a[p] = 0 ==> begin a[p] := 1; end; rule 1 a[p] = 1 ==> begin a[p] := 2; end; "
                    "rule 3 begin a[p] := 0; end; end;",
                    20, "");
}

static void a_number_before_an_operator_begins_a_guard(void **state)
{
    UNUSED(state);
    assert_explores(COUNTER "rule 3 > n ==> begin n := n + 1; end; rule 1 + n > 3 ==> begin n := 0; end;", 4, "");
    assert_explores(COUNTER "rule 3 forall i: 0..1 do n < 5 end ==> begin n := n + 1; end; rule 4 begin n := 0; end;",
                    6, "");
    assert_explores(COUNTER "rule 3 !(n = 5) ==> var k: 0..9; begin k := n + 1; n := k; end; rule 4 begin n := 0; end;",
                    6, "");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_lower_number_comes_first),
        cmocka_unit_test(without_a_number_it_is_zero),
        cmocka_unit_test(equal_numbers_are_as_none),
        cmocka_unit_test(a_rule_that_changes_nothing_blocks_too),
        cmocka_unit_test(guards_have_runtime_errors_in_any_case_and_bodies_where_they_fire),
        cmocka_unit_test(instances_count_each),
        cmocka_unit_test(a_number_before_an_operator_begins_a_guard),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
