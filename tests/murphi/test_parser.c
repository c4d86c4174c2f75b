// What is parsed, printed back. Operators and their levels are those of rumur; see test_mistakes.c for what is refused.
#include "murphi_text.h"

static void sections_come_in_any_order_with_few_semicolons(void **state)
{
    UNUSED(state);
    assert_reads("const N: 3 M: N + 1; type t: 0 .. N u: t\nvar x, y: u; z: array [t] of boolean\n"
                 "startstate begin x := 0 end\nconst K: M; rule x = K ==> begin x := 1; end",
                 "const N = 3\nconst M = 4\ntype t: 0..N\ntype u: t\nvar x: u\nvar y: u\n"
                 "var z: array [t] of boolean\nstartstate { x := 0; }\nconst K = 4\nrule x = K { x := 1; }\n");
    assert_reads("const A, B, : true; startstate end", "const A = true\nconst B = true\nstartstate { }\n");
}

static void all_types_are_read(void **state)
{
    UNUSED(state);
    assert_reads("type a: enum {X, Y, }; b: X..Y; c: scalarset(3); d: ring(2 + 3); e: union {a, c, scalarset(2)};\n"
                 "f: record x, y: boolean; z: 0..1 end; g: array [boolean] of array [e] of f; h: multiset [4] of f;\n"
                 "i: record endrecord; startstate end;",
                 "type a: enum {X, Y}\ntype b: X..Y\ntype c: scalarset(3)\ntype d: ring(2 + 3)\n"
                 "type e: union {a, c, scalarset(2)}\ntype f: record x: boolean; y: boolean; z: 0..1; end\n"
                 "type g: array [boolean] of array [e] of f\ntype h: multiset [4] of f\ntype i: record end\n"
                 "startstate { }\n");
}

static void words_of_one_tool_are_names_elsewhere(void **state)
{
    UNUSED(state);
    assert_reads(
        "type ring: 0..3; var choose: boolean; multiset: ring; undefined: boolean; cover, ctl, AG, U, A: ring;\n"
        "succ: boolean; startstate begin choose := undefined; multiset := 1; cover := AG; ctl := U + A; "
        "succ := true; end; ctl \"x\" AG (choose & AF multiset = 1); ltl G (choose) U succ;",
        "type ring: 0..3\nvar choose: boolean\nvar multiset: ring\nvar undefined: boolean\nvar cover: ring\n"
        "var ctl: ring\nvar AG: ring\nvar U: ring\nvar A: ring\nvar succ: boolean\n"
        "startstate { choose := undefined; multiset := 1; cover := AG; ctl := U + A; succ := true; }\n"
        "ctl \"x\" AG (choose & AF multiset = 1)\nltl G choose U succ\n");
}

static void functions_have_parameters_and_sections(void **state)
{
    UNUSED(state);
    assert_reads("var g: boolean; function f(a, b: boolean; var c: 0..3): 0..3; var x: 0..3; const k: 2; begin x := k; "
                 "return x; end; procedure p() g := true; endprocedure; startstate end;",
                 "var g: boolean\nfunction f(a: boolean; b: boolean; by ref c: 0..3): 0..3 local x: 0..3; const k = 2 "
                 "{ x := k; return x; }\nprocedure p() writes state { g := true; }\nstartstate { }\n");
    assert_reads("function f(n: 0..9): boolean begin return n = 0 | f(n - 1) end startstate end",
                 "function f(n: 0..9): boolean recursive { return n = 0 | f(n - 1); }\nstartstate { }\n");
}

static void rules_have_many_forms(void **state)
{
    UNUSED(state);
    assert_reads("var x: 0..3; startstate \"s\" x := 0; endstartstate; rule \"a\" x = 0 ==> x := 1; endrule; "
                 "rule x := 2; end; rule begin return; end; rule x = 1 ==> var y: 0..3; begin y := x; end; rule end;",
                 "var x: 0..3\nstartstate \"s\" { x := 0; }\nrule \"a\" x = 0 { x := 1; }\nrule { x := 2; }\n"
                 "rule { return ; }\nrule x = 1 local y: 0..3 { y := x; }\nrule { }\n");
}

static void what_stands_around_rules_is_kept_with_each(void **state)
{
    UNUSED(state);
    assert_reads("var x: array [0..3] of boolean; s: multiset [2] of boolean; startstate end;\n"
                 "ruleset i: 0..3; j := 1 to 3 by 2 do alias y: x[i]; z: y do rule \"r\" y & j = 1 ==> z := false end; "
                 "invariant \"v\" !y; end; rule end; endruleset choose c: s do rule s[c] ==> multisetremove(c, s) end "
                 "endchoose; assert x[0] \"last\"; cover x[1]; liveness \"l\" x[2]; assume x[3];",
                 "var x: array [0..3] of boolean\nvar s: multiset [2] of boolean\nstartstate { }\n"
                 "rule \"r\" [i: 0..3] [j := 1 to 3 by 2] [y: x[i]] [z: y] y & j = 1 { z := false; }\n"
                 "invariant \"v\" [i: 0..3] [j := 1 to 3 by 2] [y: x[i]] [z: y] !y\n"
                 "rule [i: 0..3] [j := 1 to 3 by 2] { }\nrule [c: s] s[c] { remove from s := c; }\n"
                 "invariant \"last\" x[0]\ncover x[1]\nliveness \"l\" x[2]\nassume x[3]\n");
}

static void all_statements_are_read(void **state)
{
    UNUSED(state);
    assert_body("if b then n := 1; elsif n = 2 then m := 2 elsif !b then else n := 3; end;",
                "if b { n := 1; } elsif n = 2 { m := 2; } elsif !b { } else { n := 3; }; ");
    assert_body("switch n case 1, 2: m := 1; case m: ; else m := 3; endswitch; switch b end;",
                "switch n case 1, 2 { m := 1; } case m { } else { m := 3; }; switch b; ");
    assert_body("for i: P do p := i end; for i := 1 to n by m do endfor; for i: 0..1; j: E do e := j; end",
                "for i: P { p := i; }; for i := 1 to n by m { }; for i: 0..1; j: E { e := j; }; ");
    assert_body("while n < 3 do n := n + 1; endwhile; alias x: t.g; y: n + 1; do x[p] := y = 2; endalias;",
                "while n < 3 { n := n + 1; }; alias x: t.g; y: n + 1 { x[p] := y = 2; }; ");
    assert_body(
        "clear t; undefine t.g; n := undefined; assert b \"x\"; assert \"y\" b; invariant b; assume b; cover (b);",
        "clear t; undefine t.g; undefine n; assert b \"x\"; assert b \"y\"; assert b; assume b; cover b; ");
    assert_body("put \"x\\n\"; put n + 1; error \"no\"; proc(1, t); proc(undefined, t); fun(p); return;;",
                "put \"x\\n\"; put n + 1; error \"no\"; proc(1, t); proc(undefined, t); fun(p); return ; ");
    assert_body("MultisetAdd(t, s); MultiSetRemovePred(i: s, s[i].f = 1); n := MultisetCount(i: s, true);",
                "add to s := t; remove i: s if s[i].f = 1; n := multisetcount(i: s, true); ");
    assert_body("for i: 0..3 : n := i end; while b : end", "for i: 0..3 { n := i; }; while b { }; ");
}

static void operators_bind_as_in_rumur(void **state)
{
    UNUSED(state);
    assert_body("b := !b = b; b := !b & b; b := (!b) = b; b := b -> b | b & b; b := (b | b) & b",
                "b := !b = b; b := !b & b; b := (!b) = b; b := b -> b | b & b; b := (b | b) & b; ");
    assert_body("n := 1 + 2 * 3 - 4; n := (1 + 2) * 3; n := 1 - (2 - 3); n := -n * 2; n := -(n * 2); n := - -n;",
                "n := 1 + 2 * 3 - 4; n := (1 + 2) * 3; n := 1 - (2 - 3); n := -n * 2; n := -(n * 2); n := - -n; ");
    assert_body("n := 1 | 2 ^ 3 & ~4; n := (1 | 2) & 3; n := m << 2 + 3; n := (m << 2) + 3; b := n << 1 = m >> 1;",
                "n := 1 | 2 ^ 3 & ~4; n := (1 | 2) & 3; n := m << 2 + 3; n := (m << 2) + 3; b := n << 1 = m >> 1; ");
    assert_body("b := b && b || b; b := b & b == b; n := b ? 1 : b ? 2 : 3; n := (b ? 1 : 2) + 3; n := +3;",
                "b := b & b | b; b := b & b = b; n := b ? 1 : b ? 2 : 3; n := (b ? 1 : 2) + 3; n := 3; ");
    assert_body("b := forall i: P do exists j: P do i = j end end & b; b := isundefined(t.f) | ismember(u, P);",
                "b := forall i: P do exists j: P do i = j end end & b; b := isundefined(t.f) | ismember(u, P); ");
    assert_body("b := n = 1 && m = 1 | b", "b := n = 1 & (m = 1 | b); ");
}

static void rings_have_neighbours(void **state)
{
    UNUSED(state);
    assert_body("r := succ(pred(r)); b := Succ(r) != r;", "r := succ(pred(r)); b := Succ(r) != r; ");
}

static void formulas_have_temporal_operators(void **state)
{
    UNUSED(state);
    assert_reads("type P: scalarset(2); var x: array [P] of boolean; startstate end;\n"
                 "ctl \"a\" forall i: P do AG (x[i] -> AF !x[i]) end;\n"
                 "ctl A [exists i: P do x[i] end U E [true W AX EX EG false]] & EF A [true R true];\n"
                 "ctl A [true V true] <-> true;\n"
                 "ltl \"b\" forall i: P do G (x[i] -> F O x[i] & !X Y x[i]) end;\n"
                 "ltl true U true V true W true; ltl (true U true) U true S true T false & H true -> Z true;\n"
                 "ruleset i: P do ltl \"c\" G x[i] end;\n"
                 "ctlstar \"d\" AG F true & E [true & false U G true] & A [F true -> G F true];\n"
                 "ctlstar E (true & (false U true)) & !A G E F (true R A [true S true]) & A [(true U false) W true];\n"
                 "ctlstar A [(true U false | true) & true];",
                 "type P: scalarset(2)\nvar x: array [P] of boolean\nstartstate { }\n"
                 "ctl \"a\" forall i: P do AG (x[i] -> AF !x[i]) end\n"
                 "ctl A [exists i: P do x[i] end U E [true W AX EX EG false]] & EF A [true R true]\n"
                 "ctl A [true R true] <-> true\n"
                 "ltl \"b\" forall i: P do G (x[i] -> F O x[i] & !X Y x[i]) end\n"
                 "ltl true U true V true W true\nltl (true U true) U true S true T false & H true -> Z true\n"
                 "ltl \"c\" [i: P] G x[i]\n"
                 "ctlstar \"d\" AG F true & E ((true & false) U G true) & A (F true -> G F true)\n"
                 "ctlstar E (true & false U true) & !A G E F (true V A (true S true)) & A ((true U false) W true)\n"
                 "ctlstar A ((true U false | true) & true)\n");
}

static void long_chains_are_one_node(void **state)
{
    UNUSED(state);
    struct mem mem = MEM_UNLIMITED;
    struct str text = {0};
    str_add(&mem, &text, "var b: boolean; startstate begin b := b");
    for (int i = 0; i < 20000; i++)
        str_add(&mem, &text, " & b");
    str_add(&mem, &text, " end");
    struct reading r;
    reading_open(&r, text.at, text.count, NULL, 0);
    assert_true(r.good);
    assert_int_equal(r.tree.rules->body->expr->count, 20001);
    assert_int_equal(r.tree.rules->body->expr->op, MURPHI_AND);
    reading_close(&r);
    str_free(&mem, &text);
    assert_nothing_left(&mem);
}

static void symmetries_and_hints_are_read(void **state)
{
    UNUSED(state);
    assert_reads("var a: array [0..1] of boolean; b, c: boolean; hint b & !c; Symmetry (a[0] a[1])(b c), {x=1 x=-2};\n"
                 "symmetry {red green}; startstate end; HINT exists i: 0..1 do a[i] end\ninvariant true;\n"
                 "symmetry (present(net[1]) present(net[2]))(r[P_1].f r[true].f);",
                 "var a: array [0..1] of boolean\nvar b: boolean\nvar c: boolean\nhint b & !c\nstartstate { }\n"
                 "hint exists i: 0..1 do a[i] end\ninvariant true\nsymmetry (a[0] a[1])(b c)\nsymmetry {x=1 x=-2}\n"
                 "symmetry {red green}\nsymmetry (present(net[1]) present(net[2]))(r[P_1].f r[true].f)\n");
}

static void symmetry_and_hint_are_names_too(void **state)
{
    UNUSED(state);
    assert_reads("const hint: 3; symmetry: 2; type Hint: 0..hint; Symmetry: Hint; var HINT, SYMMETRY: Hint;\n"
                 "function f(hint: Hint): boolean; begin return hint = symmetry; end;\n"
                 "startstate begin HINT := symmetry; SYMMETRY := hint end; hint HINT = hint; "
                 "rule HINT = 0 ==> var symmetry: Hint; hint: Hint; begin hint := 1; symmetry := hint; end",
                 "const hint = 3\nconst symmetry = 2\ntype Hint: 0..hint\ntype Symmetry: Hint\nvar HINT: Hint\n"
                 "var SYMMETRY: Hint\nfunction f(hint: Hint): boolean { return hint = symmetry; }\n"
                 "startstate { HINT := symmetry; SYMMETRY := hint; }\nhint HINT = hint\n"
                 "rule HINT = 0 local symmetry: Hint; local hint: Hint { hint := 1; symmetry := hint; }\n");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(symmetries_and_hints_are_read),
        cmocka_unit_test(symmetry_and_hint_are_names_too),
        cmocka_unit_test(sections_come_in_any_order_with_few_semicolons),
        cmocka_unit_test(all_types_are_read),
        cmocka_unit_test(words_of_one_tool_are_names_elsewhere),
        cmocka_unit_test(functions_have_parameters_and_sections),
        cmocka_unit_test(rules_have_many_forms),
        cmocka_unit_test(what_stands_around_rules_is_kept_with_each),
        cmocka_unit_test(all_statements_are_read),
        cmocka_unit_test(operators_bind_as_in_rumur),
        cmocka_unit_test(rings_have_neighbours),
        cmocka_unit_test(formulas_have_temporal_operators),
        cmocka_unit_test(long_chains_are_one_node),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
