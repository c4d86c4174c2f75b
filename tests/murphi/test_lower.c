// From a tree to a model: which cells, starts and actions there are, and how they are named.
#include "explore.h"

static void cells_are_named_in_the_words_of_the_user(void **state)
{
    UNUSED(state);
    assert_cells("type Proc: scalarset(2); E: enum {A, B}; "
                 "var n: 1..3; cache: array [Proc] of record state: E; ok: boolean end; m: array [0..1] of E; "
                 "k: array [boolean] of 0..1; "
                 "startstate begin clear n; clear cache; clear m; clear k; end;",
                 "n: 1..3\n"
                 "cache[Proc_1].state: A B\n"
                 "cache[Proc_1].ok: boolean\n"
                 "cache[Proc_2].state: A B\n"
                 "cache[Proc_2].ok: boolean\n"
                 "m[0]: A B\n"
                 "m[1]: A B\n"
                 "k[false]: 0..1\n"
                 "k[true]: 0..1\n");
}

static void types_become_symbols(void **state)
{
    UNUSED(state);
    assert_cells("type P: scalarset(2); R: ring(3); E: enum {A, B, C}; U: union {P, E}; "
                 "var p: P; r: R; u: U; e: B..C; "
                 "startstate begin clear p; clear r; clear u; clear e; end;",
                 "p: P_1 P_2\n"
                 "r: R_1 R_2 R_3\n"
                 "u: P_1 P_2 A B C\n"
                 "e: B C\n");
}

static void what_may_be_undefined_has_one_more_value(void **state)
{
    UNUSED(state);
    assert_cells("type E: enum {A, B}; var n: 2..3; b: boolean; e: E; d: 0..1; startstate begin d := 0; end;",
                 "n: 2..3 or undefined\n"
                 "b: false true undefined\n"
                 "e: A B undefined\n"
                 "d: 0..1\n");
}

static void all_start_states_must_define_a_cell(void **state)
{
    UNUSED(state);
    assert_cells("var n, m: 0..1; startstate begin n := 0; m := 0; end; startstate begin n := 1; end;",
                 "n: 0..1\n"
                 "m: 0..1 or undefined\n");
}

// The first rule makes y undefined, and thereby, through the second, z.
static void rules_may_make_cells_undefined(void **state)
{
    UNUSED(state);
    assert_cells("type T: record f: 0..1 end; var x: 0..1; y, z: T; "
                 "startstate begin x := 0; y.f := 0; z.f := 0; end; "
                 "rule begin undefine y; end; rule begin z := y; end;",
                 "x: 0..1\n"
                 "y.f: 0..1 or undefined\n"
                 "z.f: 0..1 or undefined\n");
}

// Each rule hands on what the one behind it has: it takes several rounds of the rules until that is known, and what was
// begun before is done anew.
static void what_is_undefined_goes_around_against_the_order_of_the_rules(void **state)
{
    UNUSED(state);
    assert_cells("type T: record f: 0..1 end; var w, x, y, z: T; v: 0..1; "
                 "startstate \"s\" begin w.f := 0; x.f := 0; y.f := 0; z.f := 0; v := 0; end; "
                 "rule begin w := x; end; rule begin x := y; end; rule begin y := z; end; rule begin undefine z; end; "
                 "rule begin v := 1 - v; end; invariant v < 2;",
                 "w.f: 0..1 or undefined\n"
                 "x.f: 0..1 or undefined\n"
                 "y.f: 0..1 or undefined\n"
                 "z.f: 0..1 or undefined\n"
                 "v: 0..1\n");
    assert_explores("type T: record f: 0..1 end; var w, x, y: T; "
                    "startstate \"s\" begin w.f := 0; x.f := 0; y.f := 0; end; "
                    "rule begin w := x; end; rule isundefined(y.f) ==> begin x := y; end; "
                    "fair rule !isundefined(y.f) ==> begin undefine y; end; "
                    "rule isundefined(w.f) ==> begin w.f := 0; x.f := 0; y.f := 0; end; ",
                    4, "");
}

static void what_every_branch_defines_is_defined(void **state)
{
    UNUSED(state);
    assert_cells("var x: 0..1; b: boolean; startstate begin x := 0; b := true; end; "
                 "rule begin undefine x; if b then x := 1; else x := 0; end; end;",
                 "x: 0..1\n"
                 "b: boolean\n");
}

static void a_member_called_undefined_is_not_the_undefined_value(void **state)
{
    UNUSED(state);
    assert_cells("type E: enum {undefined, A}; var e: E; startstate begin end;", "e: undefined' A undefined\n");
}

static void there_is_an_action_for_each_combination(void **state)
{
    UNUSED(state);
    assert_actions("type P: scalarset(2); var n: 0..3; "
                   "startstate \"zero\" begin n := 0; end; ruleset k: 1..2 do startstate begin n := k; end; end; "
                   "ruleset p: P; b: boolean do rule \"Try\" n = 0 ==> begin n := 1; end; end; "
                   "rule n = 1 ==> begin n := 0; end;"
                   "ruleset i := 1 to 3 by 2 do rule n = i ==> begin n := 0; end; end;",
                   "start zero\n"
                   "start startstate 2 (k: 1)\n"
                   "start startstate 2 (k: 2)\n"
                   "Try (p: P_1, b: false)\n"
                   "Try (p: P_1, b: true)\n"
                   "Try (p: P_2, b: false)\n"
                   "Try (p: P_2, b: true)\n"
                   "rule 2\n"
                   "rule 3 (i: 1)\n"
                   "rule 3 (i: 3)\n");
}

static void rules_that_can_do_nothing_are_dropped(void **state)
{
    UNUSED(state);
    assert_actions("var n: 0..3; startstate begin n := 0; end; "
                   "ruleset i: 0..3; j: 0..3 do rule \"r\" i = j + 2 & n = i ==> begin n := j; end; end;",
                   "start startstate 1\n"
                   "r (i: 2, j: 0)\n"
                   "r (i: 3, j: 1)\n");
}

static void an_action_keeps_what_it_does_not_change(void **state)
{
    UNUSED(state);
    struct exploration x;
    const char *text = "var a, b, c: 0..3; startstate begin a := 0; b := 0; c := 0; end; "
                       "rule begin a := a; b := c; c := 1; end;";
    explore_open(&x, text, strlen(text), NULL, 100, 0);
    assert_true(x.lowered);
    const struct action *action = model_action(x.model, 0);
    assert_int_equal(action->kept_count, 1);
    assert_int_equal(action->kept[0], 0);
    assert_int_equal(action->part_count, 2);
    assert_int_equal(action->parts[0].cell, 1);
    assert_int_equal(action->parts[0].expr, model_cell_expr(x.model, 2)); // as it was before the rule
    assert_int_equal(action->parts[1].cell, 2);
    assert_int_equal(action->parts[1].expr, model_int(x.model, 1));
    explore_close(&x);
}

static void a_model_without_rules_has_an_action_that_is_never_enabled(void **state)
{
    UNUSED(state);
    assert_explores("var n: 0..3; startstate begin n := 0; end;", 1, "no deadlock\n");
}

static void a_state_that_is_too_large_is_refused(void **state)
{
    UNUSED(state);
    struct exploration x;
    struct str said = {0};
    const char *text = "var a: array [0..2000000] of boolean; startstate begin end;";
    explore_open(&x, text, strlen(text), NULL, 100, 0);
    assert_false(x.lowered);
    reading_messages(&x.reading.diag, &x.reading.mem, &said);
    assert_string_equal(said.at, "1:5 error: this model is too large: its state has more than a million values\n");
    str_free(&x.reading.mem, &said);
    explore_close(&x);
}

// Each of them is small; all of them at once would be too much for the stack.
static void calls_that_are_too_deep_are_refused(void **state)
{
    UNUSED(state);
    struct exploration x;
    struct mem mem = MEM_UNLIMITED;
    struct str text = {0}, said = {0};
    str_add(&mem, &text, "var n: 0..3; function f0(x: 0..3): 0..3; begin return x; end; ");
    for (int i = 1; i < 5000; i++)
        str_add(&mem, &text, "function f%d(x: 0..3): 0..3; begin return f%d(x); end; ", i, i - 1);
    str_add(&mem, &text, "startstate begin n := 0; end; rule begin n := f4999(n); end;");
    explore_open(&x, text.at, text.count, NULL, 100, 0);
    assert_false(x.lowered);
    reading_messages(&x.reading.diag, &x.reading.mem, &said);
    assert_non_null(strstr(said.at, "calls and expressions are inside of each other too deeply here"));
    str_free(&x.reading.mem, &said);
    explore_close(&x);
    str_free(&mem, &text);
    assert_nothing_left(&mem);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(cells_are_named_in_the_words_of_the_user),
        cmocka_unit_test(types_become_symbols),
        cmocka_unit_test(what_may_be_undefined_has_one_more_value),
        cmocka_unit_test(all_start_states_must_define_a_cell),
        cmocka_unit_test(rules_may_make_cells_undefined),
        cmocka_unit_test(what_is_undefined_goes_around_against_the_order_of_the_rules),
        cmocka_unit_test(what_every_branch_defines_is_defined),
        cmocka_unit_test(a_member_called_undefined_is_not_the_undefined_value),
        cmocka_unit_test(there_is_an_action_for_each_combination),
        cmocka_unit_test(rules_that_can_do_nothing_are_dropped),
        cmocka_unit_test(an_action_keeps_what_it_does_not_change),
        cmocka_unit_test(a_model_without_rules_has_an_action_that_is_never_enabled),
        cmocka_unit_test(a_state_that_is_too_large_is_refused),
        cmocka_unit_test(calls_that_are_too_deep_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
