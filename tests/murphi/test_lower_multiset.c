// Multisets: what can be done with them, and that each has one representation.
#include "explore.h"

static void elements_are_cells(void **state)
{
    UNUSED(state);
    assert_cells("type T: record f: 0..1; g: boolean end; var n: 0..1; m: multiset [2] of T; k: array [0..1] of "
                 "multiset [1] of 0..3; startstate begin n := 0; end;",
                 "n: 0..1\n"
                 "present(m[1]): boolean\n"
                 "m[1].f: 0..1 or undefined\n"
                 "m[1].g: false true undefined\n"
                 "present(m[2]): boolean\n"
                 "m[2].f: 0..1 or undefined\n"
                 "m[2].g: false true undefined\n"
                 "present(k[0][1]): boolean\n"
                 "k[0][1]: 0..3 or undefined\n"
                 "present(k[1][1]): boolean\n"
                 "k[1][1]: 0..3 or undefined\n");
}

// Multisets of up to 3 out of 3: 1 + 3 + 6 + 10, in whatever order they are filled and emptied.
static void the_order_of_elements_does_not_count(void **state)
{
    UNUSED(state);
    const char *text = "type E: enum {A, B, C}; var m: multiset [3] of E; startstate begin undefine m; end; "
                       "ruleset e: E do rule MultisetCount(i: m, true) < 3 ==> begin MultisetAdd(e, m); end; end; "
                       "choose i: m do rule begin MultisetRemove(i, m); end; end;";
    assert_explores(text, 20, "");
}

static void several_elements_move_in_one_step(void **state)
{
    UNUSED(state);
    assert_explores("var m: multiset [4] of 0..2; startstate begin end; "
                    "ruleset a: 0..2; b: 0..2 do rule MultisetCount(i: m, true) < 3 ==> "
                    "begin MultisetAdd(a, m); MultisetAdd(b, m); end; end; "
                    "choose i: m do choose j: m do ruleset a: 0..2 do rule i != j ==> "
                    "begin MultisetRemove(i, m); MultisetAdd(a, m); MultisetRemove(j, m); end; end; end; end;",
                    1 + 3 + 6 + 10 + 15, "");
}

static void elements_are_changed_in_place(void **state)
{
    UNUSED(state);
    assert_explores("type T: record f: 0..2; g: boolean end; var m: multiset [3] of T; "
                    "startstate var t: T; begin t.f := 0; t.g := true; for i: 0..2 do MultisetAdd(t, m); end; end; "
                    "choose i: m do rule begin m[i].f := (m[i].f + 1) % 3; end; end; "
                    "choose i: m do alias x: m[i] do rule x.f > 0 ==> begin x.g := !x.g; x.f := 0; end; end; end;",
                    56, ""); // 3 out of 6
}

// So many elements are out of place that each way through the multiset can be shorter than the one before: up to 5 and
// 6 out of 3.
static void most_elements_move_in_one_step(void **state)
{
    UNUSED(state);
    assert_explores("var m: multiset [5] of 0..2; startstate begin end; "
                    "ruleset a: 0..2 do rule MultisetCount(i: m, true) < 5 ==> begin MultisetAdd(a, m); end; end; "
                    "choose i: m do choose j: m do choose k: m do choose l: m do rule begin "
                    "m[i] := 2 - m[i]; m[j] := (m[j] + 1) % 3; m[k] := 0; m[l] := 2; end; end; end; end; end;",
                    56, "");
    assert_explores("var m: multiset [6] of 0..2; startstate begin end; "
                    "ruleset a: 0..2; b: 0..2 do rule MultisetCount(i: m, true) < 6 ==> begin MultisetAdd(a, m); end; "
                    "rule MultisetCount(i: m, m[i] = a) > 1 ==> "
                    "begin MultisetRemovePred(i: m, m[i] = a); MultisetAdd(b, m); MultisetAdd(a, m); end; end;",
                    84, "");
}

// By an alias and by a parameter; in a multiset inside of an element, too.
static void what_is_written_to_a_removed_element_is_lost(void **state)
{
    UNUSED(state);
    assert_explores("type T: record f: 0..1; g: boolean end; var m: multiset [2] of T; "
                    "procedure set(var t: T); begin t.g := true; t.f := 1; end; startstate begin end; "
                    "rule MultisetCount(i: m, true) < 2 ==> var t: T; begin t.f := 0; t.g := false; "
                    "MultisetAdd(t, m); end; "
                    "choose i: m do alias x: m[i] do rule begin MultisetRemove(i, m); x.f := 0; end; "
                    "rule begin x.f := 1; MultisetRemovePred(k: m, m[k].f = 1); x.g := true; end; "
                    "rule begin MultisetRemove(i, m); set(x); end; end; end;",
                    3, "");
    assert_explores("type T: record f: 0..1; b: multiset [1] of 0..1 end; var m: multiset [2] of T; "
                    "startstate begin end; "
                    "rule MultisetCount(i: m, true) < 2 ==> var t: T; begin t.f := 0; MultisetAdd(t, m); end; "
                    "choose i: m do alias x: m[i] do rule begin MultisetRemove(i, m); MultisetAdd(1, x.b); end; "
                    "end; end;",
                    3, "");
    // Its place may be that of an element that was added since then.
    assert_explores("var m: multiset [2] of 0..2; startstate begin MultisetAdd(0, m); end; "
                    "choose i: m do alias x: m[i] do rule x = 0 ==> "
                    "begin MultisetRemove(i, m); MultisetAdd(1, m); x := 2; end; end; end;",
                    2, "no deadlock\n");
}

static void elements_are_chosen_counted_and_removed_by_a_condition(void **state)
{
    UNUSED(state);
    assert_explores("var m: multiset [3] of 0..2; n: 0..3; startstate begin n := 0; end; "
                    "ruleset a: 0..2 do rule MultisetCount(i: m, true) < 3 ==> begin MultisetAdd(a, m); "
                    "n := MultisetCount(i: m, m[i] > 0); end; end; "
                    "rule begin MultisetRemovePred(i: m, m[i] > 0); n := 0; end; "
                    "invariant \"count\" n = MultisetCount(i: m, m[i] > 0);",
                    20, "no deadlock\n"); // with three zeros
}

static void there_may_be_no_room(void **state)
{
    UNUSED(state);
    assert_explores("var m: multiset [2] of 0..1; startstate begin end; rule begin MultisetAdd(1, m); end;", 3,
                    "no deadlock\nno more room in multiset m, in rule 1 (test.m:1:63)\n");
}

static void a_multiset_is_found_by_an_index_that_varies(void **state)
{
    UNUSED(state);
    assert_explores(
        "var n: 0..1; m: array [0..1] of multiset [2] of 0..1; startstate begin n := 0; end; "
        "rule begin n := 1 - n; end; "
        "ruleset a: 0..1 do rule MultisetCount(i: m[n], true) < 2 ==> begin MultisetAdd(a, m[n]); end; end; "
        "choose i: m[1] do rule begin MultisetRemove(i, m[1]); end; end;",
        72, "");
}

static void names_show_the_place_that_is_chosen(void **state)
{
    UNUSED(state);
    assert_actions("var m: multiset [2] of 0..1; startstate begin end; "
                   "choose i: m do rule \"r\" begin MultisetRemove(i, m); end; end;",
                   "start startstate 1\nr (i: 1)\nr (i: 2)\n");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(elements_are_cells),
        cmocka_unit_test(the_order_of_elements_does_not_count),
        cmocka_unit_test(several_elements_move_in_one_step),
        cmocka_unit_test(elements_are_changed_in_place),
        cmocka_unit_test(most_elements_move_in_one_step),
        cmocka_unit_test(what_is_written_to_a_removed_element_is_lost),
        cmocka_unit_test(elements_are_chosen_counted_and_removed_by_a_condition),
        cmocka_unit_test(there_may_be_no_room),
        cmocka_unit_test(a_multiset_is_found_by_an_index_that_varies),
        cmocka_unit_test(names_show_the_place_that_is_chosen),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
