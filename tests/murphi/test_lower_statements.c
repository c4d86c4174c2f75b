// What statements and expressions do, seen from the states that are reached.
//
// A model counts `n` up in rules and asserts in each state what should be true there; where an assertion fails, it
// shows.
#include "explore.h"

// A model with a number n that goes from 0 to 3 and around, and what is done with it in `body`, which is run in each
// state; `decls` stands before it. The body must not change n, and no assertion in it may fail.
static void assert_body_holds(const char *decls, const char *locals, const char *body)
{
    char text[4096];
    snprintf(text, sizeof text,
             "type P: scalarset(2); R: ring(3); E: enum {A, B, C}; U: union {P, E}; T: record f: 0..3; g: boolean end; "
             "var n: 0..3; %s startstate begin n := 0; end; "
             "rule \"up\" n < 3 ==> begin n := n + 1; end; rule \"around\" n = 3 ==> begin n := 0; end; "
             "rule \"body\" var %s begin %s end;",
             decls, locals, body);
    assert_explores(text, 4, "");
}

static void assert_local(const char *locals, const char *body)
{
    assert_body_holds("", locals, body);
}

static void statements_are_sequential(void **state)
{
    UNUSED(state);
    assert_local("a, b, c: 0..3;", "a := n; b := a; a := 3 - b; c := a; assert c = 3 - n; assert b = n;");
    assert_explores("var a, b: 0..3; startstate begin a := 1; b := 2; end; "
                    "rule begin a := b; b := a; end;",
                    2, "no deadlock\n");
}

static void branches_are_merged(void **state)
{
    UNUSED(state);
    assert_local("a, b: 0..9;", "if n = 0 then a := 7; elsif n = 1 then a := 8; b := 1; else a := 9; end; "
                                "assert n = 0 -> a = 7 & isundefined(b); assert n = 1 -> a = 8 & b = 1; "
                                "assert n > 1 -> a = 9;");
    assert_local("a: 0..9;", "a := 5; if n = 2 then a := 6; end; assert a = (n = 2 ? 6 : 5);");
}

static void a_switch_takes_the_first_case_that_fits(void **state)
{
    UNUSED(state);
    assert_local("a: 0..9; e: E; b: boolean;",
                 "switch n case 0, 2: a := 1; case 1, 2: a := 2; else a := 3; end; "
                 "assert n = 0 | n = 2 -> a = 1; assert n = 1 -> a = 2; assert n = 3 -> a = 3; "
                 "switch n < 2 case true: e := A; case false: e := B; end; assert e = (n < 2 ? A : B); "
                 "switch e case A: b := true; case B: b := false; end; assert b = (n < 2);");
}

static void loops_are_unrolled(void **state)
{
    UNUSED(state);
    assert_local("a: 0..20;", "a := 0; for i := 1 to n do a := a + i; end; assert a = n * (n + 1) / 2;");
    assert_local("a: 0..20;", "a := 0; for i := n to 3 do a := a + 1; end; assert a = 4 - n;");
    assert_local("a: 0..20;", "a := 0; for i := 3 to n by -1 do a := a + 1; end; assert a = 4 - n;");
    assert_local("a: 0..20;", "a := 0; for i := n to 9 by 3 do a := a + 1; end; assert a = (12 - n) / 3;");
    assert_local("a: 0..20;", "a := 0; for i := 0 to 9 by n + 1 do a := a + 1; end; assert a = 9 / (n + 1) + 1;");
    assert_local("a: 0..20;", "a := 0; for i: 0..3; j: 0..3 do if i < j then a := a + 1; end; end; assert a = 6;");
    assert_local("a: 0..20;", "a := 0; while a < 2 * n do a := a + 1; end; assert a = 2 * n;");
}

static void an_empty_loop_does_nothing(void **state)
{
    UNUSED(state);
    assert_local("a: 0..20;", "a := 0; for i := n to n - 1 do a := a + 1; end; assert a = 0;");
}

static void a_return_ends_a_rule(void **state)
{
    UNUSED(state);
    assert_local("a: 0..9;", "a := 1; if n = 1 then return; end; a := 2; for i: 0..3 do if i = n then return; end; "
                             "assert i < n | n = 1; end; assert false;");
    assert_local("a: 0..9;", "a := 0; while true do a := a + 1; if a > n then return; end; end;");
    assert_explores("var n, m: 0..3; startstate begin n := 0; m := 0; end; "
                    "rule n < 3 ==> begin n := n + 1; if n = 2 then return; end; m := n; end;",
                    4, "no deadlock\n");
}

static void arrays_are_read_and_written_at_any_index(void **state)
{
    UNUSED(state);
    assert_local("a: array [0..3] of 0..3; b: array [0..3] of array [0..1] of 0..9;",
                 "for i: 0..3 do a[i] := 0; for j: 0..1 do b[i][j] := 0; end; end; "
                 "a[n] := 3; a[3 - n] := 2; b[a[n]][n / 2] := 7; "
                 "assert forall i: 0..3 do a[i] = (i = 3 - n ? 2 : i = n ? 3 : 0) end; "
                 "assert forall i: 0..3; j: 0..1 do b[i][j] = (i = 3 & j = n / 2 ? 7 : 0) end;");
    assert_local("a: array [boolean] of E; c: array [P] of 0..1; u: array [U] of 0..3; r: array [A..B] of 0..3;",
                 "a[n = 1] := A; a[n != 1] := B; assert a[true] = (n = 1 ? A : B); "
                 "for p: P do c[p] := 1; u[p] := n; end; u[C] := 1; assert forall p: P do u[p] = n & c[p] = 1 end; "
                 "assert u[C] = 1 & isundefined(u[A]); r[a[true]] := 2; assert r[n = 1 ? A : B] = 2;");
}

static void whole_arrays_and_records_are_copied_with_undefined_parts(void **state)
{
    UNUSED(state);
    assert_local("t, u: T; a, b: array [0..1] of T;",
                 "t.f := n; u.f := 0; u.g := true; assert t != u; u := t; assert u.f = n & isundefined(u.g) & u = t; "
                 "a[1] := t; b := a; assert isundefined(b[0].f) & b[1].f = n & isundefined(b[1].g); assert a = b; "
                 "a[n / 2].g := false; assert a != b; b[n / 2] := a[n / 2]; assert a = b; "
                 "a[n % 2] := a[1 - n % 2]; assert a[0] = a[1];");
}

static void clear_gives_the_least_value(void **state)
{
    UNUSED(state);
    assert_local("t: T; p: P; e: B..C; k: 2..5; u: U;",
                 "clear t; assert t.f = 0 & t.g = false; clear e; assert e = B; clear k; assert k = 2; clear p; "
                 "assert !isundefined(p); clear u; assert ismember(u, P); "
                 "undefine t; assert isundefined(t.f) & isundefined(t.g); k := undefined; assert isundefined(k);");
}

static void aliases_and_parameters_keep_the_place_that_they_had(void **state)
{
    UNUSED(state);
    assert_body_holds("procedure set(var x: 0..3; var i: 0..3); begin i := 3; x := 2; end;",
                      "a: array [0..3] of 0..3; i: 0..3;",
                      "for k: 0..3 do a[k] := 0; end; i := n; set(a[i], i); assert i = 3 & a[n] = 2; "
                      "assert forall k: 0..3 do k != n -> a[k] = 0 end; "
                      "i := n; alias x: a[i] do i := 3 - n; x := 1; assert a[n] = 1 & x = 1; end;");
}

static void what_is_passed_by_value_is_a_copy(void **state)
{
    UNUSED(state);
    assert_body_holds("function old(x: 0..3; var y: 0..3): 0..3; begin y := 3; return x; end; "
                      "function part(t: T; var y: T): 0..3; begin y.f := 3; return t.f; end;",
                      "a: 0..3; t: T;",
                      "a := n; assert old(a, a) = n; assert a = 3; t.f := n; assert part(t, t) = n; assert t.f = 3;");
}

static void an_undefined_value_can_be_passed_on(void **state)
{
    UNUSED(state);
    assert_body_holds("function f(x: 0..3; y: 0..3): 0..3; begin return isundefined(x) ? y : x; end;", "a: 0..3;",
                      "assert f(a, n) = n; assert f(undefined, n) = n; a := 1; assert f(a, n) = 1;");
}

static void functions_return_values_of_any_type(void **state)
{
    UNUSED(state);
    assert_body_holds(
        "function make(x: 0..3): T; var t: T; begin t.f := x; t.g := x > 1; return t; end; "
        "function next(e: E): E; begin switch e case A: return B; case B: return C; else return A; end; end;",
        "t: T; e: E;",
        "t := make(n); assert t.f = n & t.g = (n > 1); assert make(1).f = 1; "
        "e := next(n = 0 ? A : C); assert e = (n = 0 ? B : A); t := (n = 1 ? make(2) : t); "
        "assert t.f = (n = 1 ? 2 : n);");
}

static void functions_may_call_themselves(void **state)
{
    UNUSED(state);
    assert_body_holds("function sum(k: 0..3): 0..99; begin if k = 0 then return 0; end; return k + sum(k - 1); end;",
                      "", "assert sum(n) = n * (n + 1) / 2;");
}

static void functions_may_change_the_state(void **state)
{
    UNUSED(state);
    assert_explores("var a, b: 0..3; function up(): boolean; begin if a = 3 then return false; end; a := a + 1; "
                    "return true; end; startstate begin a := 0; b := 0; end; "
                    "rule begin if a < 2 & up() then b := a; end; end;",
                    3, "no deadlock\n");
}

static void numbers_are_calculated(void **state)
{
    UNUSED(state);
    assert_local("", "assert -n / 2 = -(n / 2); assert (-n) % 2 = -(n % 2); assert 7 / (n + 1) * (n + 1) <= 7; "
                     "assert n * n - n = n * (n - 1); assert -n <= 0;");
}

static void bits_are_calculated(void **state)
{
    UNUSED(state);
    assert_local("", "assert (n & 1) = n % 2; assert (n & 2) = n / 2 * 2; assert (n | 4) = n + 4; assert (n ^ n) = 0; "
                     "assert (n ^ 3) = 3 - n; assert ~n = -n - 1; assert (-1 & n) = n; assert (n - 4 | 3) = -1; "
                     "assert n << 2 = 4 * n; assert 1 << n = (n = 0 ? 1 : n = 1 ? 2 : n = 2 ? 4 : 8); "
                     "assert 8 >> n = (n = 0 ? 8 : n = 1 ? 4 : n = 2 ? 2 : 1); assert -1 >> n = -1; "
                     "assert (n - 3) >> 1 = (n = 3 ? 0 : n = 0 ? -2 : -1); assert n << -1 = n / 2; "
                     "assert 1 << (n - 1) = (n < 2 ? n : 2 * n - 2); assert n << 64 = 0;");
}

static void rings_go_around(void **state)
{
    UNUSED(state);
    assert_local("r: R; s: R;", "clear r; s := r; for i := 1 to n do s := succ(s); end; "
                                "assert (s = r) = (n % 3 = 0); assert pred(succ(s)) = s; assert succ(pred(s)) = s; "
                                "assert succ(succ(succ(s))) = s; assert succ(s) = pred(pred(s));");
    assert_explores("type R: ring(5); var r: R; startstate begin clear r; end; rule begin r := succ(r); end;", 5, "");
}

static void unions_take_values_of_their_parts(void **state)
{
    UNUSED(state);
    assert_local("u: U; p: P; e: E;",
                 "e := n > 1 ? A : C; u := e; assert u = e; assert ismember(u, E) & !ismember(u, P); "
                 "clear p; if n = 0 then u := p; end; assert ismember(u, P) = (n = 0); "
                 "if ismember(u, E) then e := u; end; assert n != 0 -> e = u;");
}

static void quantifiers_go_through_all_values(void **state)
{
    UNUSED(state);
    assert_local("a: array [0..3] of 0..3;",
                 "for i: 0..3 do a[i] := i; end; assert forall i: 0..3 do a[i] <= 3 end; "
                 "assert exists i: 0..3 do a[i] = n end; assert !exists i := 0 to n - 1 do a[i] = n end; "
                 "assert forall i := n to 3; j := i to 3 do a[j] >= n end; "
                 "assert forall p: P do exists q: P do p != q end end;");
}

static void what_decides_first_is_enough(void **state)
{
    UNUSED(state);
    assert_local("a: 0..3; b: array [0..3] of 0..3;",
                 "assert isundefined(a) | a = 1; assert !(!isundefined(a) & a = 1); assert isundefined(a) -> true; "
                 "assert !isundefined(a) -> a = 1; assert (isundefined(a) ? 0 : a) = 0; b[n] := 1; "
                 "assert exists i: 0..3 do !isundefined(b[i]) & b[i] = 1 end; "
                 "assert forall i: 0..3 do isundefined(b[i]) | b[i] = 1 end; b[0] := 2; "
                 "assert exists i: 0..3 do b[i] = 2 end;");
}

static void assumptions_cut_runs(void **state)
{
    UNUSED(state);
    assert_explores("var n: 0..9; startstate begin n := 0; end; "
                    "rule begin assume n < 4; n := n + 1; assert n <= 4; end;",
                    5, "no deadlock\n");
    assert_explores("var n: 0..9; ruleset i: 0..9 do startstate begin n := i; assume i > 6; end; end; "
                    "rule begin n := n; end;",
                    3, "no deadlock\n");
    assert_explores("var n: 0..9; startstate begin n := 0; end; rule n < 9 ==> begin n := n + 1; end; assume n < 4;", 4,
                    "");
}

// That v is defined does not depend on a quotient, though a quotient may be undefined.
static void a_quotient_may_be_an_index(void **state)
{
    UNUSED(state);
    assert_explores("type I: 0..2; var n: I; v: array [I] of boolean;\n"
                    "startstate begin n := 0; for i: I do v[i] := false; end; end;\n"
                    "rule begin if n != 0 then n := n / n; v[n] := true; end; end;\n"
                    "rule n = 0 ==> begin n := 2; end;",
                    3, "no deadlock\n");
}

static void undefined_is_a_value_that_counts(void **state)
{
    UNUSED(state);
    assert_explores("var a, b: 0..1; c: boolean; startstate begin a := 0; end; "
                    "rule begin undefine b; end; rule begin b := 0; end; rule begin c := true; end;",
                    4, "");
}

static void what_is_undefined_is_copied_as_cmurphi_does(void **state)
{
    UNUSED(state);
    const char *text = "var a, b: 0..1; startstate begin a := 0; end; rule begin a := b; end;";
    assert_explores(text, 2, "no deadlock\n");
    assert_explores_with(
        text, &(struct murphi_lower_options){.dialect = MURPHI_DIALECT_RUMUR}, 1,
        "no deadlock\nundefined value read: b, in rule 1 (test.m:1:63); --dialect cmurphi allows it\n");
    assert_explores("type P: scalarset(2); U: union {P, enum {X}}; "
                    "var a, b: U; startstate begin a := X; end; rule begin a := b; end;",
                    2, "no deadlock\n");
}

// As in rumur: what a guard changes is a part of the step, and where it is false nothing happens.
static void what_a_guard_changes_belongs_to_the_step(void **state)
{
    UNUSED(state);
    assert_explores("var x: 0..9; y: boolean; function f(): boolean; begin x := x + 1; return true; end; "
                    "startstate begin x := 0; y := false; end; rule x < 5 & f() ==> begin y := !y; end;",
                    6, "no deadlock\n");
    assert_explores("type I: 0..9; var x: I; function f(var n: I): boolean; begin n := n + 1; return n < 4; end; "
                    "startstate begin x := 0; end; rule x < 9 & f(x) ==> begin end; rule x = 3 ==> begin x := 0; end;",
                    4, "");
    assert_explores(
        "type I: 0..9; var x: I; y: boolean; function f(var n: I): boolean; begin n := 0; return true; end; "
        "startstate begin x := 3; y := false; end; rule x = 3 & f(x) ==> begin y := x = 0; end; "
        "rule y ==> begin x := 3; y := false; end;",
        2, "");
}

static void a_function_that_reads_by_reference_and_calls_itself_may_be_in_a_guard(void **state)
{
    UNUSED(state);
    assert_explores("type I: 0..3; R: record a: I end; var r: array [I] of R; x: I; "
                    "function down(k: I; var m: R): boolean; begin if k = 0 then return m.a = 0; end; "
                    "return down(k - 1, r[k - 1]); end; "
                    "startstate begin for i: I do r[i].a := 0; end; x := 0; end; "
                    "rule down(x, r[x]) ==> begin x := (x + 1) % 4; end; invariant down(x, r[x]);",
                    4, "");
}

// In both tools: a[y] := f(y) calls f before it looks at y.
static void the_value_of_an_assignment_comes_before_its_place(void **state)
{
    UNUSED(state);
    assert_explores(
        "type I: 0..3; var a: array [I] of I; y: I; function f(var n: I): I; begin n := n + 1; return 2; end; "
        "startstate begin for i: I do a[i] := 0; end; y := 0; end; "
        "rule y = 0 ==> begin a[y] := f(y); end; rule y = 1 ==> begin y := 0; a[1] := 0; end; "
        "invariant \"first\" a[0] = 0; invariant \"second\" y = 1 -> a[1] = 2;",
        2, "");
}

static void an_enumeration_that_is_written_in_ismember_has_members_of_its_own(void **state)
{
    UNUSED(state);
    assert_explores("type P: scalarset(2); E: enum {A, B}; U: union {P, E}; var u: U; t: boolean; "
                    "startstate begin u := A; t := false; end; "
                    "rule ismember(u, enum {C, D}) ==> begin error \"no\"; end; "
                    "rule ismember(u, E) ==> begin t := !t; end;",
                    2, "");
}

static void a_type_may_be_called_boolean(void **state)
{
    UNUSED(state);
    assert_explores("var n: 0..3; b: Boolean; function f(): boolean; type boolean: 0..3; var b: boolean; "
                    "begin b := 3; return b = 3; end; startstate begin n := 3; b := f(); end; "
                    "rule b ==> begin n := 3 - n; end;",
                    2, "");
}

static void shifts_by_64_and_more_leave_nothing(void **state)
{
    UNUSED(state);
    assert_explores("var x: 0..1; startstate begin x := 0; end; "
                    "rule (1 << 128) = 0 & (1 << (64 + x)) = 0 ==> begin x := 1 - x; end;",
                    2, "");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(statements_are_sequential),
        cmocka_unit_test(branches_are_merged),
        cmocka_unit_test(a_switch_takes_the_first_case_that_fits),
        cmocka_unit_test(loops_are_unrolled),
        cmocka_unit_test(an_empty_loop_does_nothing),
        cmocka_unit_test(a_return_ends_a_rule),
        cmocka_unit_test(arrays_are_read_and_written_at_any_index),
        cmocka_unit_test(whole_arrays_and_records_are_copied_with_undefined_parts),
        cmocka_unit_test(clear_gives_the_least_value),
        cmocka_unit_test(aliases_and_parameters_keep_the_place_that_they_had),
        cmocka_unit_test(what_is_passed_by_value_is_a_copy),
        cmocka_unit_test(an_undefined_value_can_be_passed_on),
        cmocka_unit_test(functions_return_values_of_any_type),
        cmocka_unit_test(functions_may_call_themselves),
        cmocka_unit_test(functions_may_change_the_state),
        cmocka_unit_test(numbers_are_calculated),
        cmocka_unit_test(bits_are_calculated),
        cmocka_unit_test(rings_go_around),
        cmocka_unit_test(unions_take_values_of_their_parts),
        cmocka_unit_test(quantifiers_go_through_all_values),
        cmocka_unit_test(what_decides_first_is_enough),
        cmocka_unit_test(assumptions_cut_runs),
        cmocka_unit_test(a_quotient_may_be_an_index),
        cmocka_unit_test(undefined_is_a_value_that_counts),
        cmocka_unit_test(what_is_undefined_is_copied_as_cmurphi_does),
        cmocka_unit_test(what_a_guard_changes_belongs_to_the_step),
        cmocka_unit_test(a_function_that_reads_by_reference_and_calls_itself_may_be_in_a_guard),
        cmocka_unit_test(the_value_of_an_assignment_comes_before_its_place),
        cmocka_unit_test(an_enumeration_that_is_written_in_ismember_has_members_of_its_own),
        cmocka_unit_test(a_type_may_be_called_boolean),
        cmocka_unit_test(shifts_by_64_and_more_leave_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
