// Loops over scalarsets and rings whose effect may depend on the order of the iterations, and `clear`.
#include "murphi_text.h"

static void iterations_may_work_on_what_is_theirs(void **state)
{
    UNUSED(state);
    assert_obstacles("type P: scalarset(3); R: ring(3); U: union {P, enum {Home}}; T: record p: P; b: boolean end;\n"
                     "var x, y: array [P] of 0..3; z: array [P] of array [P] of boolean; n: 0..9; b: boolean; o: P; s: "
                     "multiset [4] of P; t: T; c: array [P] of boolean; v: array [P] of T;\n"
                     "startstate begin\n"
                     "for i: P do x[i] := 0; end;\n"
                     "for i: P do x[i] := y[i]; y[i] := x[i] + 1; end;\n"
                     "for i: P do x[i] := y[o] + n; end;\n"
                     "for i: P do for j: P do z[i][j] := c[o]; end; end;\n"
                     "for i: P do v[i].p := o; v[i].b := v[i].p = i; end;\n"
                     "for i: P do alias q: x[i] do q := q + 1; end; end;\n"
                     "for i: P do alias j: i do x[j] := 1; end; end;\n"
                     "for i: R do x[o] := 1; end;\n"
                     "for i: 0..3 do n := i; end;\n"
                     "for i: P do if x[i] = 0 then undefine y[i]; end; end;\n"
                     "end;",
                     "");
}

static void iterations_may_join_their_results(void **state)
{
    UNUSED(state);
    assert_obstacles("type P: scalarset(3); R: ring(3); U: union {P, enum {Home}}; T: record p: P; b: boolean end;\n"
                     "var x, y: array [P] of 0..3; z: array [P] of array [P] of boolean; n: 0..9; b: boolean; o: P; s: "
                     "multiset [4] of P; t: T; c: array [P] of boolean; v: array [P] of T;\n"
                     "startstate begin\n"
                     "for i: P do n := n + 1; end;\n"
                     "for i: P do if x[i] = 1 then n := n - 2; end; end;\n"
                     "for i: P do n := n + x[i]; end;\n"
                     "for i: P do n := y[i] * 2 + n + x[i] / 2 + 1; end;\n"
                     "for i: P do n := n + (c[i] ? x[i] : multisetcount(k: s, s[k] = i)); end;\n"
                     "for i: P do n := n - x[i] - y[i] % 2; end;\n"
                     "for i: P do if x[i] = 1 then b := true; end; end;\n"
                     "for i: P do b := b & c[i]; end;\n"
                     "for i: P do b := b | c[i]; end;\n"
                     "for i: P do multisetadd(i, s); end;\n"
                     "for i: P do x[o] := 2; end;\n"
                     "for i: P do put i; end;\n"
                     "for i: P do assert x[i] = 1; end;\n"
                     "end;",
                     "");
}

static void others_depend_on_the_order(void **state)
{
    UNUSED(state);
    assert_obstacles("type P: scalarset(3); R: ring(3); U: union {P, enum {Home}}; T: record p: P; b: boolean end;\n"
                     "var x, y: array [P] of 0..3; z: array [P] of array [P] of boolean; n: 0..9; b: boolean; o: P; s: "
                     "multiset [4] of P; t: T; c: array [P] of boolean; v: array [P] of T;\n"
                     "startstate begin\n"
                     "for i: P do o := i; end;\n"
                     "for i: P do n := n + x[i] - 1; end;\n"
                     "for i: P do n := n + 1; n := n - 1; end;\n"
                     "for i: P do if n = 0 then n := 1; end; end;\n"
                     "for i: P do x[i] := x[o]; end;\n"
                     "for i: P do for j: P do z[i][j] := z[j][i]; end; end;\n"
                     "for i: P do b := true; b := false; end;\n"
                     "for i: R do x[o] := n; n := x[o]; end;\n"
                     "for u: U do if ismember(u, P) then o := u; end; end;\n"
                     "for i: P do multisetremovepred(k: s, s[k] = i); end;\n"
                     "for i: P do t.p := i; end;\n"
                     "for i: P; j: P do z[i][j] := b; x[i] := n; n := x[j]; end;\n"
                     "for i: P do while n < 3 do n := n + 1; end; end;\n"
                     "for i: P do if multisetcount(k: s, true) < 4 then multisetadd(i, s); end; end;\n"
                     "end;",
                     "4 P: the effect of this loop over P may depend on the order of its iterations: \"o\" is changed "
                     "in one iteration and used in another\n"
                     "5 P: the effect of this loop over P may depend on the order of its iterations: \"n\" is changed "
                     "in one iteration and used in another\n"
                     "6 P: the effect of this loop over P may depend on the order of its iterations: \"n\" is changed "
                     "in one iteration and used in another\n"
                     "7 P: the effect of this loop over P may depend on the order of its iterations: \"n\" is changed "
                     "in one iteration and used in another\n"
                     "8 P: the effect of this loop over P may depend on the order of its iterations: \"x\" is changed "
                     "in one iteration and used in another\n"
                     "9 P: the effect of this loop over P may depend on the order of its iterations: \"z\" is changed "
                     "in one iteration and used in another\n"
                     "10 P: the effect of this loop over P may depend on the order of its iterations: \"b\" is changed "
                     "in one iteration and used in another\n"
                     "11 R: the effect of this loop over R may depend on the order of its iterations: \"n\" is changed "
                     "in one iteration and used in another\n"
                     "12 P: the effect of this loop over U may depend on the order of its iterations: \"o\" is changed "
                     "in one iteration and used in another\n"
                     "13 P: the effect of this loop over P may depend on the order of its iterations: \"s\" is changed "
                     "in one iteration and used in another\n"
                     "14 P: the effect of this loop over P may depend on the order of its iterations: \"t\" is changed "
                     "in one iteration and used in another\n"
                     "15 P: the effect of this loop over P may depend on the order of its iterations: \"n\" is changed "
                     "in one iteration and used in another\n"
                     "16 P: the effect of this loop over P may depend on the order of its iterations: \"n\" is changed "
                     "in one iteration and used in another\n"
                     "17 P: the effect of this loop over P may depend on the order of its iterations: \"s\" is changed "
                     "in one iteration and used in another\n");
}

// Fields tell parts apart behind indices, too; a var parameter may be of another record that is made the same.
static void parts_behind_indices(void **state)
{
    UNUSED(state);
    assert_obstacles(
        "type P: scalarset(3); L: array [P] of boolean; T: record a: L; b: L; c: boolean end;\n"
        "var v: array [P] of T; w: array [P] of T; o: P; r: record x: boolean; y: boolean end; n: boolean;\n"
        "procedure set(var q: record x: boolean; y: boolean end; b: boolean); begin q.x := b; end;\n"
        "startstate begin\n"
        "for i: P do v[o].a[i] := v[o].b[i] | v[o].c; end;\n"
        "for i: P do v[i] := w[i]; v[i].c := true; end;\n"
        "for i: P do v[i].a[o] := v[i].b[i]; v[i].c := v[i].a[o]; end;\n"
        "for i: P do v[o].a[i] := v[o].a[o]; end;\n"
        "for i: P do v[i].a[o] := v[o].a[i]; end;\n"
        "for i: P do v[o].a[i] := true; w[i] := v[o]; end;\n"
        "for i: P do set(r, v[i].c); v[i].c := r.x; end;\n"
        "end;",
        "8 P: the effect of this loop over P may depend on the order of its iterations: \"v\" is changed "
        "in one iteration and used in another\n"
        "9 P: the effect of this loop over P may depend on the order of its iterations: \"v\" is changed "
        "in one iteration and used in another\n"
        "10 P: the effect of this loop over P may depend on the order of its iterations: \"v\" is changed "
        "in one iteration and used in another\n"
        "11 P: the effect of this loop over P may depend on the order of its iterations: \"r\" is changed "
        "in one iteration and used in another\n");
}

static void functions_are_looked_into(void **state)
{
    UNUSED(state);
    assert_obstacles("type P: scalarset(3); R: ring(3); U: union {P, enum {Home}}; T: record p: P; b: boolean end;\n"
                     "var x, y: array [P] of 0..3; z: array [P] of array [P] of boolean; n: 0..9; b: boolean; o: P; s: "
                     "multiset [4] of P; t: T; c: array [P] of boolean; v: array [P] of T;\n"
                     "procedure set(i: P); begin x[i] := 1; end; procedure take(i: P); begin o := i; end; procedure "
                     "put1(var e: 0..3); begin e := e + 1; end;\n"
                     "procedure both(i: P); var l: P; begin l := i; set(l); set(i); end; function get(i: P): 0..3; "
                     "begin return x[i]; end;\n"
                     "procedure rec(n: 0..3); begin if n > 0 then rec(n - 1); end; end; procedure loop(var a: T; k: "
                     "P); begin for i: P do a.b := v[k].b; end; end;\n"
                     "startstate begin\n"
                     "for i: P do set(i); end;\n"
                     "for i: P do take(i); end;\n"
                     "for i: P do put1(x[i]); end;\n"
                     "for i: P do put1(x[o]); end;\n"
                     "for i: P do both(i); end;\n"
                     "for i: P do x[i] := get(i); end;\n"
                     "for i: P do x[i] := get(o); end;\n"
                     "for i: P do rec(3); end;\n"
                     "end;",
                     "5 P: the effect of this loop over P may depend on the order of its iterations: \"a\" is changed "
                     "in one iteration and used in another\n"
                     "8 P: the effect of this loop over P may depend on the order of its iterations: \"o\" is changed "
                     "in one iteration and used in another\n"
                     "13 P: the effect of this loop over P may depend on the order of its iterations: \"x\" is changed "
                     "in one iteration and used in another\n"
                     "14 P: the effect of this loop over P may depend on the order of its iterations: it calls too "
                     "many functions, or one that calls itself, to see what it does\n");
}

// A parameter by value is a copy: what is changed by another one, by reference, is not it.
static void parameters_by_value_are_no_other_names(void **state)
{
    UNUSED(state);
    assert_obstacles("type P: scalarset(3); T: record p: P; b: boolean end; V: array [P] of T;\n"
                     "var v, w: V; o: P; t: T;\n"
                     "procedure copy(var a: V; b: V; k: P); begin\n"
                     "for i: P do if i != k then a[i].b := b[i].b; end; end; end;\n"
                     "procedure mix(var a: V; var k: P); begin\n"
                     "for i: P do if i != k then a[i].b := true; end; end; end;\n"
                     "procedure state(var a: V); begin\n"
                     "for i: P do if i != o then a[i].b := true; end; end; end;\n"
                     "startstate begin copy(v, w, o); mix(v, o); state(v); end;",
                     "6 P: the effect of this loop over P may depend on the order of its iterations: \"a\" is changed, "
                     "and may be the same as \"k\"\n"
                     "8 P: the effect of this loop over P may depend on the order of its iterations: \"a\" is changed, "
                     "and may be the same as \"o\"\n");
}

static void loops_may_end_early_if_it_does_not_matter(void **state)
{
    UNUSED(state);
    assert_obstacles(
        "type P: scalarset(3); R: ring(3); U: union {P, enum {Home}}; T: record p: P; b: boolean end;\n"
        "var x, y: array [P] of 0..3; z: array [P] of array [P] of boolean; n: 0..9; b: boolean; o: P; s: multiset [4] "
        "of P; t: T; c: array [P] of boolean; v: array [P] of T;\n"
        "function any(): boolean; begin for i: P do if c[i] then return true; end; end; return false; end;\n"
        "function which(): P; begin for i: P do if c[i] then return i; end; end; return o; end;\n"
        "function first(): boolean; begin for i: P do c[i] := true; if x[i] = 1 then return true; end; end; return "
        "false; end;\n"
        "function two(): boolean; begin for i: P do if c[i] then return true; else return false; end; end; end;\n"
        "startstate begin for i: P do return; end; end;",
        "4 P: the effect of this loop over P may depend on the order of its iterations: what it returns may depend on "
        "which iteration comes first\n"
        "5 P: the effect of this loop over P may depend on the order of its iterations: it may end early, after it has "
        "changed \"c\"\n"
        "6 P: the effect of this loop over P may depend on the order of its iterations: what it returns may depend on "
        "which iteration comes first\n");
}

static void clear_prefers_an_element(void **state)
{
    UNUSED(state);
    assert_obstacles("type P: scalarset(3); R: ring(3); U: union {P, enum {Home}}; T: record p: P; b: boolean end;\n"
                     "var x, y: array [P] of 0..3; z: array [P] of array [P] of boolean; n: 0..9; b: boolean; o: P; s: "
                     "multiset [4] of P; t: T; c: array [P] of boolean; v: array [P] of T;\n"
                     "startstate begin\n"
                     "clear o;\n"
                     "clear x;\n"
                     "clear t;\n"
                     "clear v;\n"
                     "clear s;\n"
                     "clear n;\n"
                     "undefine o;\n"
                     "end;",
                     "4 P: \"clear\" prefers the first element of P\n"
                     "6 P: \"clear\" prefers the first element of T\n"
                     "7 P: \"clear\" prefers the first element of array [P] of T\n");
    assert_obstacles("type R: ring(3); U: union {enum {H}, R}; var u: U; startstate begin clear u; end;",
                     "1 R: \"clear\" prefers the first element of U\n");
}

// Where all ids get other values before anybody looks at them, nothing is left of the first element.
static void ids_may_be_set_behind_clear(void **state)
{
    UNUSED(state);
    assert_obstacles(
        "type P: scalarset(3); L: array [P] of P; T: record p: P; b: boolean; l: L end;\n"
        "var t: T; v: array [P] of T; w: array [P] of array [P] of P; o: P; b: boolean; n: 0..1;\n"
        "procedure f(a: P); begin clear t; t.b := b; t.p := a; undefine t.l; end;\n"
        "ruleset i: P do startstate begin\n"
        "clear t; undefine t;\n"
        "clear v[i]; v[i].p := i; undefine v[i].l;\n"
        "clear v; for j: P do undefine v[j].p; v[j].b := true; end; for j: P; k: P do v[j].l[k] := i; end;\n"
        "clear v; for j: P do undefine v[j].p; v[j].b := true; end; for j: P do for k: P do v[j].l[k] := "
        "o; end; end;\n"
        "clear w; for j: P; k: P do w[j][k] := k; end;\n"
        "clear t.l; t.l[i] := i; for j: P do undefine t.l[j]; end;\n"
        "clear n;\n"
        "end; end;",
        "");
    assert_obstacles(
        "type P: scalarset(3); L: array [P] of P; T: record p: P; b: boolean; l: L end;\n"
        "var t: T; v: array [P] of T; w: array [P] of array [P] of P; o: P; b: boolean; c: array [P] of T;\n"
        "procedure f(var a: T); begin clear a; undefine a.p; end;\n"
        "function g(): P; begin return t.p; end;\n"
        "ruleset i: P do startstate begin\n"
        "clear t; undefine t.p;\n"
        "clear t; undefine t.l; o := t.p; undefine t.p;\n"
        "clear t; undefine t.l; t.p := g();\n"
        "clear v[i]; undefine v[i].l; undefine v[o].p;\n"
        "clear v[o]; undefine v[o];\n"
        "clear t.l; for j: P do if b then undefine t.l[j]; end; end;\n"
        "clear w; for j: P do w[j][j] := j; end;\n"
        "clear t; undefine t.l; t.p := t.l[i];\n"
        "clear o; b := o = i; undefine o;\n"
        "end; end;",
        "3 P: \"clear\" prefers the first element of T\n"
        "6 P: \"clear\" prefers the first element of T\n"
        "7 P: \"clear\" prefers the first element of T\n"
        "8 P: \"clear\" prefers the first element of T\n"
        "9 P: \"clear\" prefers the first element of T\n"
        "10 P: \"clear\" prefers the first element of T\n"
        "11 P: \"clear\" prefers the first element of L\n"
        "12 P: \"clear\" prefers the first element of array [P] of array [P] of P\n"
        "13 P: \"clear\" prefers the first element of T\n"
        "14 P: \"clear\" prefers the first element of P\n");
}

// Comparisons take the least, or the greatest, whichever iteration comes first.
static void iterations_may_look_for_the_least(void **state)
{
    UNUSED(state);
    assert_obstacles("type P: scalarset(3); var x, y: array [P] of 0..3; n, m: 0..3; o: P; b: boolean;\n"
                     "procedure f(var a: 0..3; v: 0..3); begin if a < v then a := v; end; end;\n"
                     "ruleset p: P do startstate begin\n"
                     "for i: P do if x[i] < n then n := x[i]; end; end;\n"
                     "for i: P do if n >= x[i] + 1 then n := x[i] + 1; end; end;\n"
                     "for i: P do if y[i] = 1 & n < x[i] & i != p then n := x[i]; end; end;\n"
                     "for i: P do n := (x[i] > n ? x[i] : n); end;\n"
                     "for i: P do n := (x[i] > n ? n : x[i]); end;\n"
                     "for i: P do n := (b & n <= x[i] ? x[i] : n); end;\n"
                     "for i: P do if b then if n < x[i] then n := x[i]; end; end; end;\n"
                     "for i: P do if y[i] = 0 then b := true; elsif n < x[i] then n := x[i]; end; end;\n"
                     "for i: P do if x[o] < y[i] then x[o] := y[i]; end; end;\n"
                     "for i: P do f(n, x[i]); end;\n"
                     "for i: P do if n > x[i] then n := x[i]; end; n := (m < n ? m : n); end;\n"
                     "end; end;",
                     "");
    static const char refused[] =
        "P: the effect of this loop over P may depend on the order of its iterations: \"%s\" is "
        "changed in one iteration and used in another\n";
    static const char *const loops[][2] = {
        {"if x[i] < n then n := y[i]; end;", "n"},
        {"if x[i] < n then n := x[i]; o := i; end;", "n"},
        {"if x[i] < n then n := x[i]; else m := 1; end;", "n"},
        {"if x[i] < n then n := x[i]; end; if x[i] > n then n := x[i]; end;", "n"},
        {"if x[i] < n then n := x[i]; end; y[i] := n;", "n"},
        {"if x[i] < n & x[i] > m then n := x[i]; end; m := n;", "n"},
        {"if x[i] < n & y[i] = 1 then n := x[i]; end;", "n"}, // y[i] may be undefined, and is looked at for some n only
        {"if x[i] < n | b then n := x[i]; end;", "n"},
        {"if x[i] != n then n := x[i]; end;", "n"},
        {"if n + x[i] < n then n := n + x[i]; end;", "n"},
        {"n := (b & x[i] > n ? n : x[i]);", "n"},
        {"if x[o] < x[i] then x[o] := x[i]; end;", "x"},
    };
    for (size_t i = 0; i < sizeof loops / sizeof *loops; i++) {
        char text[600], expected[300] = "2 ";
        snprintf(text, sizeof text,
                 "type P: scalarset(3); var x, y: array [P] of 0..3; n, m: 0..3; o: P; b: boolean;\n"
                 "startstate begin for i: P do %s end; end;",
                 loops[i][0]);
        snprintf(expected + 2, sizeof expected - 2, refused, loops[i][1]);
        assert_obstacles(text, expected);
    }
    // x ends as 1 or 2, by what the last element has.
    assert_obstacles("type P: scalarset(2); Q: enum {A, B}; var u: array [P] of union {P, Q}; x: 0..2;\n"
                     "startstate begin for i: P do\n"
                     "if (ismember(u[i], P) ? 1 : 2) <= x then x := (ismember(u[i], Q) ? 1 : 2); end;\n"
                     "end; end;",
                     "2 P: the effect of this loop over P may depend on the order of its iterations: \"x\" is changed "
                     "in one iteration and used in another\n");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(iterations_may_work_on_what_is_theirs),
        cmocka_unit_test(iterations_may_join_their_results),
        cmocka_unit_test(others_depend_on_the_order),
        cmocka_unit_test(parts_behind_indices),
        cmocka_unit_test(functions_are_looked_into),
        cmocka_unit_test(parameters_by_value_are_no_other_names),
        cmocka_unit_test(loops_may_end_early_if_it_does_not_matter),
        cmocka_unit_test(clear_prefers_an_element),
        cmocka_unit_test(ids_may_be_set_behind_clear),
        cmocka_unit_test(iterations_may_look_for_the_least),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
