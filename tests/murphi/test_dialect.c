// What undefined values may be used for, in CMurphi's dialect and in rumur's, and which one a file is taken for.
#include "explore.h"

#define DEADLOCK "no deadlock\n"
#define HINT "; --dialect cmurphi allows it\n"
#define TYPES "type S: scalarset(2); E: enum {X, Y}; U: union {S, E}; "
#define NOTHING "startstate begin clear t; end; "
#define VARS TYPES "var o, q: S; u, w: U; t: 0..1; e: E; a: array [S] of boolean; " NOTHING
#define ONWARD "rule begin t := 1 - t; end; "

static const struct murphi_lower_options of_rumur = {.dialect = MURPHI_DIALECT_RUMUR};
static const struct murphi_lower_options of_cmurphi = {.dialect = MURPHI_DIALECT_CMURPHI};

static void undefined_ids_differ_from_all_elements_and_equal_each_other(void **state)
{
    UNUSED(state);
    assert_explores(VARS ONWARD "ruleset p: S do rule o = p | u = p | p = w ==> begin error \"\"; end; end;", 2, "");
    assert_explores(VARS ONWARD "rule u = X | w = Y ==> begin error \"\"; end;", 2, "");
    assert_explores(VARS ONWARD "rule u != w | o != q | u != o ==> begin error \"\"; end;", 2, "");
    assert_explores(VARS ONWARD "invariant \"i\" u = w & o = q & u = o; ruleset p: S do invariant \"j\" o != p; end;",
                    2, "");
}

static void one_undefined_id_differs_from_a_defined_one(void **state)
{
    UNUSED(state);
    assert_explores(TYPES "var o: S; u: U; t: 0..1; ruleset p: S do startstate begin clear t; o := p; end; end; " ONWARD
                          "rule u = o ==> begin error \"\"; end; rule o = u ==> begin error \"\"; end;",
                    4, "");
}

static void the_same_holds_after_a_rule_has_changed_them(void **state)
{
    UNUSED(state);
    assert_explores(VARS "ruleset p: S do rule begin if t = 1 then o := p; else undefine o; end; "
                         "assert (o = p) = (t = 1); assert (o = q) = (t = 0); t := 1 - t; end; end;",
                    4, "");
}

static void a_switch_takes_no_case_and_a_member_of_nothing_it_is(void **state)
{
    UNUSED(state);
    assert_explores(VARS "rule begin switch u case X: error \"x\"; case Y: error \"y\"; else t := 1 - t; end; end;", 2,
                    "");
    assert_explores(VARS "rule begin switch u case X: error \"x\"; end; t := 1 - t; end;", 2, "");
    assert_explores(VARS ONWARD "invariant \"i\" !ismember(u, S) & !ismember(u, E);", 2, "");
}

static void functions_return_undefined_ids(void **state)
{
    UNUSED(state);
    assert_explores(TYPES "var o, q: S; t: 0..1; function f(): S; begin return o; end; " NOTHING ONWARD
                          "rule f() != q ==> begin error \"\"; end; rule begin q := f(); q := t = 1 ? f() : o; end;",
                    2, "");
    assert_explores(TYPES
                    "var o: S; t: 0..1; a: array [S] of boolean; function f(): S; begin return o; end; " NOTHING ONWARD
                    "rule begin a[f()] := true; end;",
                    2, "undefined value read: f(), in rule 2 (test.m:1:210)\n");
}

static void other_values_and_indices_must_be_defined(void **state)
{
    UNUSED(state);
    assert_explores(VARS ONWARD "rule e = X ==> begin end;", 2, "undefined value read: e, in rule 2 (test.m:1:182)\n");
    assert_explores(VARS ONWARD "rule e = u ==> begin end;", 2, "undefined value read: e, in rule 2 (test.m:1:182)\n");
    assert_explores(VARS ONWARD "rule begin a[o] := true; end;", 2,
                    "undefined value read: o, in rule 2 (test.m:1:190)\n");
    assert_explores(VARS ONWARD "rule begin switch e case X: end; end;", 2,
                    "undefined value read: e, in rule 2 (test.m:1:195)\n");
}

static void rumur_takes_all_of_that_for_errors_and_the_message_names_the_option(void **state)
{
    UNUSED(state);
    assert_explores_with(VARS ONWARD "rule u = X ==> begin end;", &of_rumur, 2,
                         "undefined value read: u, in rule 2 (test.m:1:182)" HINT);
    assert_explores_with(VARS ONWARD "rule o != q ==> begin end;", &of_rumur, 2,
                         "undefined value read: o, in rule 2 (test.m:1:182)" HINT);
    assert_explores_with(VARS ONWARD "rule begin q := o; end;", &of_rumur, 2,
                         "undefined value read: o, in rule 2 (test.m:1:193)" HINT);
    assert_explores_with(VARS ONWARD "rule begin a[o] := true; end;", &of_rumur, 2,
                         "undefined value read: o, in rule 2 (test.m:1:190)\n");
}

#define COMPARES "rule o = q ==> begin end; "
#define ERROR_OF_RUMUR(place) "undefined value read: o, in rule 2 (test.m:" place ")" HINT

static void what_only_rumur_accepts_makes_a_file_one_of_rumur(void **state)
{
    UNUSED(state);
    static const char *const only_rumur[] = {
        "invariant t == t;",
        "invariant t = t && true;",
        "invariant t = t || true;",
        "invariant (t & 1) >= 0;",
        "invariant t << 1 >= 0;",
        "invariant ~t < 0;",
        "invariant t ≥ 0;",
        "invariant t < 0x10;",
        "cover t = 0;",
        "liveness t = 0;",
        "assume t = t;",
        "assert t = t;",
        "rule t = 2 ==> begin assume true; end;",
        "function g(): boolean; begin return true; end;",
        "const Late: 3;",
    };
    const char *model = "type S: scalarset(2); var o, q: S; t: 0..1; " NOTHING ONWARD COMPARES;
    struct mem mem = {0};
    assert_explores(model, 2, "");
    for (size_t i = 0; i < sizeof only_rumur / sizeof *only_rumur; i++) {
        struct str text = {0};
        str_add(&mem, &text, "%s%s", model, only_rumur[i]);
        assert_explores(text.at, 2, ERROR_OF_RUMUR("1:109"));
        assert_explores_with(text.at, &of_cmurphi, 2, "");
        str_free(&mem, &text);
    }
    assert_nothing_left(&mem);
}

static void unions_and_priorities_make_a_file_one_of_cmurphi(void **state)
{
    UNUSED(state);
    assert_explores(VARS ONWARD COMPARES "invariant t == t;", 2, "");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(undefined_ids_differ_from_all_elements_and_equal_each_other),
        cmocka_unit_test(one_undefined_id_differs_from_a_defined_one),
        cmocka_unit_test(the_same_holds_after_a_rule_has_changed_them),
        cmocka_unit_test(a_switch_takes_no_case_and_a_member_of_nothing_it_is),
        cmocka_unit_test(functions_return_undefined_ids),
        cmocka_unit_test(other_values_and_indices_must_be_defined),
        cmocka_unit_test(rumur_takes_all_of_that_for_errors_and_the_message_names_the_option),
        cmocka_unit_test(what_only_rumur_accepts_makes_a_file_one_of_rumur),
        cmocka_unit_test(unions_and_priorities_make_a_file_one_of_cmurphi),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
