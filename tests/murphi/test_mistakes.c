// What is wrong in meaning, and what is said about it.
#include "murphi_text.h"

static void names_must_be_declared_before_they_are_used(void **state)
{
    UNUSED(state);
    assert_body_complains("x := 1;", "1:1 error: unknown name \"x\"\n");
    assert_body_complains("n := nn; b := E; e := a1; b := B2;",
                          "1:6 error: unknown name \"nn\"\n"
                          "1:15 error: \"E\" is a type, and here a value is needed\n"
                          "1:23 error: unknown name \"a1\"\n"
                          "1:32 error: unknown name \"B2\"\n");
    assert_body_complains("n := M;", "1:6 error: \"M\" is a type, and here a value is needed\n");
    assert_body_complains("n := N2 + b.f;", "1:6 error: unknown name \"N2\"\n"
                                            "1:11 error: only a record has fields; this is boolean\n");
    assert_body_complains("t.F := 1; t.ff := 1; t.nothing := 1;",
                          "1:1 error: T has no field \"F\"; did you mean \"f\"?\n"
                          "1:11 error: T has no field \"ff\"\n"
                          "1:22 error: T has no field \"nothing\"\n");
    assert_body_complains("foo(1); fum(p); n(3);", "1:1 error: unknown function \"foo\"\n"
                                                   "1:9 error: unknown function \"fum\"; did you mean \"fun\"?\n"
                                                   "1:17 error: \"n\" is not a function\n");
    assert_complains("var x: tt; type tt: 0..1; startstate end; ", "1:8 error: \"tt\" is used before it is declared\n"
                                                                   "1:17 note: it is declared here\n");
    assert_complains("type tu: 0..1; var x: tt; startstate end; ", "1:23 error: unknown type \"tt\"\n");
    assert_complains("var x: y; startstate end; ", "1:8 error: unknown type \"y\"\n");
    assert_complains(
        "function f(): boolean; begin return g(); end; function g(): boolean; begin return f(); end; startstate end; ",
        "1:37 error: \"g\" is used before it is declared\n"
        "1:56 note: it is declared here\n");
    assert_complains("startstate end; ruleset i: 0..1 do invariant i = 0; end; invariant i = 0;",
                     "1:68 error: unknown name \"i\"\n");
}

static void a_scope_has_a_name_once(void **state)
{
    UNUSED(state);
    assert_complains("var a: boolean; a: 0..1; startstate end; ", "1:17 error: \"a\" is already declared\n"
                                                                  "1:5 note: here\n");
    assert_complains("type t: enum {A, B}; u: enum {B, C}; startstate end; ", "1:31 error: \"B\" is already declared\n"
                                                                              "1:18 note: here\n");
    assert_complains("const N: 1; function N(): boolean; begin return true; end; startstate end; ",
                     "1:22 error: \"N\" is already declared\n"
                     "1:7 note: here\n");
    assert_complains("procedure p(x: boolean; x: 0..1); begin end; startstate end; ",
                     "1:25 error: \"x\" is already declared\n"
                     "1:13 note: here\n");
    assert_complains("var r: record a: boolean; b, a: 0..1; end; startstate end; ",
                     "1:30 error: this record has a field \"a\" already\n");
    assert_complains("var x: boolean; startstate var x: 0..1; y: 0..1; begin for x: 0..3 do y := x; end; end;", "");
}

static void kinds_of_names_are_not_confused(void **state)
{
    UNUSED(state);
    assert_body_complains("n := P; b := fun; n := proc(1, t); n := fun; n := A;",
                          "1:6 error: \"P\" is a type, and here a value is needed\n"
                          "1:14 error: \"fun\" is a function; to call it, write \"fun(...)\"\n"
                          "1:24 error: \"proc\" is a procedure: it gives no value\n"
                          "1:41 error: \"fun\" is a function; to call it, write \"fun(...)\"\n"
                          "1:51 error: \"n\" needs 0..9; this is E\n");
    assert_complains("const N: 3; var x: N; startstate end; ", "1:20 error: \"N\" is not a type\n"
                                                               "1:7 note: it is declared here\n");
    assert_body_complains("P := 1; fun := 1;", "1:1 error: \"P\" is a type, and here a value is needed\n"
                                               "1:9 error: \"fun\" is a function; to call it, write \"fun(...)\"\n");
    assert_body_complains("n(1); E(1);", "1:1 error: \"n\" is not a function\n"
                                         "1:7 error: \"E\" is not a function\n");
}

static void what_is_changed_is_a_variable(void **state)
{
    UNUSED(state);
    assert_body_complains("N := 1; A := B; for i: 0..3 do i := 1; end;",
                          "1:1 error: \"N\" is a constant and cannot be changed\n"
                          "1:9 error: \"A\" is a constant and cannot be changed\n"
                          "1:32 error: \"i\" gets its values from where it is declared, and cannot be changed\n");
    assert_body_complains("alias x: n + 1; y: n do x := 1; y := 1; end; fun(p).f := 1;",
                          "1:25 error: \"x\" is not a variable and cannot be changed\n"
                          "1:46 error: only a record has fields; this is boolean\n");
    assert_complains("type R: record f: boolean end; procedure p(x: boolean; y: R; var z: boolean); begin x := true; "
                     "y.f := true; clear y; z := x; end; startstate end; ",
                     "1:85 error: \"x\" is a parameter that is passed by value and cannot be changed; declare it with "
                     "\"var\" to pass it by reference\n"
                     "1:96 error: \"y\" is a parameter that is passed by value and cannot be changed; declare it with "
                     "\"var\" to pass it by reference\n"
                     "1:115 error: \"y\" is a parameter that is passed by value and cannot be changed; declare it with "
                     "\"var\" to pass it by reference\n");
    assert_body_complains("for i: 0..1 do clear i; undefine i; end; undefine N;",
                          "1:22 error: \"i\" gets its values from where it is declared, and cannot be changed\n"
                          "1:34 error: \"i\" gets its values from where it is declared, and cannot be changed\n"
                          "1:51 error: \"N\" is a constant and cannot be changed\n");
}

static void arguments_fit_parameters(void **state)
{
    UNUSED(state);
    assert_complains("procedure p(x: boolean; var y: boolean); begin end; function f(z: boolean): boolean; begin "
                     "return z; end;\nvar b: boolean; startstate begin p(b); p(b, b, b); b := f(); end;",
                     "2:34 error: \"p\" has 2 parameters; here is 1 argument\n"
                     "1:11 note: it is declared here\n"
                     "2:40 error: \"p\" has 2 parameters; here are 3 arguments\n"
                     "1:11 note: it is declared here\n"
                     "2:57 error: \"f\" has 1 parameter; here are 0 arguments\n"
                     "1:62 note: it is declared here\n");
    assert_body_complains(
        "proc(b, t); proc(9, t); b := fun(1); b := fun(q);",
        "1:6 error: parameter \"x\" needs 0..3; this is boolean\n"
        "1:18 warning: parameter \"x\" needs 0..3, and this is out of that range: it fails whenever it is reached\n"
        "1:34 error: parameter \"x\" needs P; this is integer; the elements of a scalarset are not numbers and have no "
        "names\n"
        "1:47 error: parameter \"x\" needs P; this is Q; two scalarsets or rings share no elements, even if they are "
        "declared alike\n");
    assert_body_complains(
        "proc(1, n); proc(1, undefined); b := fun(undefined);",
        "1:9 error: parameter \"y\" is passed by reference and needs exactly its own type, T; this is 0..9\n"
        "1:21 error: \"undefined\" can only be assigned, or passed to a by-value parameter; to ask for it, write "
        "isundefined(...)\n");
    assert_complains(
        "procedure p(var x: 0..3); begin end; var y: 0..4; z: 0..3; startstate begin p(y); p(z); p(3); for i: 0..3 do "
        "p(i); end; end;",
        "1:79 error: parameter \"x\" is passed by reference and needs exactly its own type, 0..3; this is 0..4\n"
        "1:91 error: parameter \"x\" is passed by reference: it needs a variable that can be changed\n"
        "1:112 error: parameter \"x\" is passed by reference: it needs a variable that can be changed\n");
    assert_body_complains("r := succ(1); r := succ(); r := pred(p); b := succ(r) < r;",
                          "1:11 error: \"succ\" needs an element of a ring; this is integer\n"
                          "1:20 error: \"succ\" has 1 parameter; here are 0 arguments\n"
                          "1:38 error: \"pred\" needs an element of a ring; this is P\n"
                          "1:47 error: the elements of a ring have no order: R can only be compared for equality\n");
}

static void functions_return_and_procedures_do_not(void **state)
{
    UNUSED(state);
    assert_complains("function f(): boolean; begin return; end; startstate end; ",
                     "1:30 error: \"f\" is a function: it must return a value\n");
    assert_complains("procedure f(); begin return 1; end; startstate end; ",
                     "1:29 error: no value can be returned from a procedure\n");
    assert_complains("startstate begin return 1; end;",
                     "1:25 error: no value can be returned from a rule or a start state\n");
    assert_complains("function f(): 0..3; begin return true; end; startstate end; ",
                     "1:34 error: the result needs 0..3; this is boolean\n");
    assert_complains("function f(); begin return 1; end; startstate end; ",
                     "1:28 error: no value can be returned from a procedure\n");
    assert_complains("function f(): boolean; begin end; startstate end; ",
                     "1:10 warning: function \"f\" never returns a value, so that every call of it fails\n");
    assert_complains(
        "function f(): 0..3; begin return 4; end; startstate end; ",
        "1:34 warning: the result needs 0..3, and this is out of that range: it fails whenever it is reached\n");
}

static void side_effects_have_their_place(void **state)
{
    UNUSED(state);
    assert_complains("var x: boolean; function f(): boolean; begin x := true; return x; end; function g(): boolean; "
                     "begin return f(); end; startstate end; \nrule f() ==> end; invariant g(); ctl AG f();\nrule var "
                     "y: boolean; begin y := f(); y := forall i: boolean do g() end; end;",
                     "2:29 error: \"g\" changes variables, and must not be called in an invariant\n"
                     "2:41 error: \"f\" changes variables, and must not be called in a formula\n"
                     "3:64 error: \"g\" changes variables, and must not be called in a quantified expression\n");
    assert_complains("function f(var x: boolean): boolean; begin clear x; return x; end; var y: boolean; startstate "
                     "end; invariant f(y);",
                     "1:110 error: \"f\" changes variables, and must not be called in an invariant\n");
    assert_complains(
        "function f(var x: boolean): boolean; begin return x; end; var y: boolean; startstate end; rule f(y) ==> end;",
        "");
    assert_complains("var y: boolean; function f(n: 0..9; var x: boolean): boolean; begin if n = 0 then x := true; "
                     "else return f(n - 1, y); end; return true; end; function g(): boolean; var z: boolean; begin "
                     "return f(1, z); end; startstate end; invariant g();",
                     "1:234 error: \"g\" changes variables, and must not be called in an invariant\n");
    assert_complains("var y: boolean; function f(n: 0..9; var x: boolean): boolean; begin if n = 0 then return x; end; "
                     "return f(n - 1, y); end; startstate end; invariant f(1, y);",
                     "");
    assert_complains("function f(n: 0..9; var x: boolean): boolean; var z: boolean; begin\n"
                     "z := exists i: 0..1 do f(n - 1, x) end; x := z; return z; end; startstate end;",
                     "2:24 error: \"f\" changes variables, and must not be called in a quantified expression\n");
    assert_body_complains(
        "n := MultisetCount(i: s, effect());",
        "1:26 error: \"effect\" changes variables, and must not be called in the condition of MultisetCount\n");
    assert_body_complains("alias x: effect() do b := x; end;", "");
}

static void operators_need_the_right_types(void **state)
{
    UNUSED(state);
    assert_body_complains("b := n; n := b; b := n & b; b := b & n; n := n | m;",
                          "1:6 error: \"b\" needs boolean; this is 0..9\n"
                          "1:14 error: \"n\" needs 0..9; this is boolean\n"
                          "1:26 error: \"&\" needs numbers; this is boolean\n"
                          "1:38 error: \"&\" needs a truth value; this is 0..9\n");
    assert_body_complains("b := !n; b := b -> n; n := -b; n := ~b; n := b ^ b; b := n && m;",
                          "1:7 error: \"!\" needs a truth value; this is 0..9\n"
                          "1:20 error: \"->\" needs a truth value; this is 0..9\n"
                          "1:29 error: \"-\" needs numbers; this is boolean\n"
                          "1:38 error: \"~\" needs numbers; this is boolean\n"
                          "1:46 error: \"^\" needs numbers; this is boolean\n"
                          "1:58 error: \"&&\" needs a truth value; this is 0..9\n");
    assert_body_complains(
        "b := n < b; b := e < A; b := b < b; n := e + 1; n := 1 << b;",
        "1:10 error: \"<\" needs numbers; this is boolean\n"
        "1:18 error: the elements of an enumeration have no order: E can only be compared for equality\n"
        "1:30 error: \"<\" needs numbers; this is boolean\n"
        "1:42 error: the elements of an enumeration have no arithmetic: E can only be compared for equality\n"
        "1:59 error: \"<<\" needs numbers; this is boolean\n");
    assert_body_complains("b := n = b; b := e = A; b := t = t2; b := s = s; b := n = t;",
                          "1:6 error: 0..9 and boolean cannot be compared\n"
                          "1:43 error: multisets cannot be compared\n"
                          "1:55 error: 0..9 and T cannot be compared\n");
    assert_body_complains("n := b ? 1 : true; n := n ? 1 : 2; u := b ? p : A;",
                          "1:6 error: the two sides of \":\" must be of one type; they are integer and boolean\n"
                          "1:25 error: a condition must be boolean; this is 0..9\n"
                          "1:41 error: the two sides of \":\" must be of one type; they are P and E\n");
    assert_body_complains("b := a = a; b := n = 1 = b;",
                          "1:24 error: \"=\" does not associate: put parentheses around one of the two sides\n");
    assert_body_complains(
        "b := forall i: P do i end; b := exists i := 1 to b do true end; b := forall i: T do true end;",
        "1:21 error: a quantified expression must be boolean; this is P\n"
        "1:50 error: a bound must be a number; this is boolean\n"
        "1:80 error: only the values of a simple type can be counted through; this is T\n");
}

static void elements_of_scalarsets_and_rings_are_no_numbers(void **state)
{
    UNUSED(state);
    assert_body_complains(
        "p := 1; p := p + 1; b := p < p2; b := p = 0; p := q;",
        "1:6 error: \"p\" needs P; this is integer; the elements of a scalarset are not numbers and have no names\n"
        "1:14 error: the elements of a scalarset have no arithmetic: P can only be compared for equality\n"
        "1:26 error: the elements of a scalarset have no order: P can only be compared for equality\n"
        "1:39 error: P and integer cannot be compared\n"
        "1:51 error: \"p\" needs P; this is Q; two scalarsets or rings share no elements, even if they are declared "
        "alike\n");
    assert_body_complains(
        "b := p = q; t.g[1] := b; t.g[q] := b; r := 0; r := r + 1; b := r < r;",
        "1:6 error: P and Q cannot be compared: they share no elements, even if they are declared alike\n"
        "1:17 error: the index of this array needs P; this is integer; the elements of a scalarset are not numbers and "
        "have no names\n"
        "1:30 error: the index of this array needs P; this is Q; two scalarsets or rings share no elements, even if "
        "they are declared alike\n"
        "1:44 error: \"r\" needs R; this is integer; the elements of a ring are not numbers and have no names\n"
        "1:52 error: the elements of a ring have no arithmetic: R can only be compared for equality\n"
        "1:64 error: the elements of a ring have no order: R can only be compared for equality\n");
    assert_body_complains(
        "p := u; u := p; u := e; u := q; u := n; d[p] := A; d[A] := B; d[q] := A; d[0] := A; b := u = p;",
        "1:30 error: \"u\" needs U; this is Q\n"
        "1:38 error: \"u\" needs U; this is 0..9\n"
        "1:65 error: the index of this array needs U; this is Q\n"
        "1:76 error: the index of this array needs U; this is integer\n");
    assert_body_complains("switch p case 1: case p2: case u: case q: end;",
                          "1:15 error: the cases of this \"switch\" need P; this is integer\n"
                          "1:40 error: the cases of this \"switch\" need P; this is Q\n");
    assert_body_complains("for i := p to p2 do end;", "1:10 error: a bound must be a number; this is P\n"
                                                      "1:15 error: a bound must be a number; this is P\n");
    assert_body_complains("b := ismember(u, Q); b := ismember(u, P); b := ismember(n, P);",
                          "1:6 warning: this is always false: U has no values in common with Q\n"
                          "1:48 error: 0..9 has no values in common with P\n");
}

static void parts_exist(void **state)
{
    UNUSED(state);
    assert_body_complains("n := n.f; n := n[1]; n := t[1]; n := a.f; n := a[true]; a[4] := 1; a[n] := 1; n := a[e];",
                          "1:6 error: only a record has fields; this is 0..9\n"
                          "1:16 error: only an array or a multiset has elements; this is 0..9\n"
                          "1:27 error: only an array or a multiset has elements; this is T\n"
                          "1:38 error: only a record has fields; this is array [0..3] of 0..7\n"
                          "1:50 error: the index of this array needs 0..3; this is boolean\n"
                          "1:59 warning: the index of this array needs 0..3, and this is out of that range: it fails "
                          "whenever it is reached\n"
                          "1:86 error: the index of this array needs 0..3; this is E\n");
    assert_body_complains(
        "n := s[1].f; n := s.f;",
        "1:8 error: an element of a multiset is named by the parameter of \"choose\", \"MultisetCount\" or "
        "\"MultisetRemovePred\"; this is integer\n"
        "1:19 error: only a record has fields; this is M\n");
    assert_body_complains("b := isundefined(t); b := isundefined(1); b := isundefined(a[0]);",
                          "1:18 error: only a simple value is defined or undefined as a whole; this is T\n"
                          "1:39 error: only a variable, or a part of one, can be undefined\n");
}

static void statements_need_the_right_types(void **state)
{
    UNUSED(state);
    assert_body_complains("if n then end; while t do end; switch t end; assert n; assume 1; cover e;",
                          "1:4 error: the condition of \"if\" must be boolean; this is 0..9\n"
                          "1:22 error: the condition of \"while\" must be boolean; this is T\n"
                          "1:39 error: \"switch\" needs a simple value; this is T\n"
                          "1:53 error: an assertion must be boolean; this is 0..9\n"
                          "1:63 error: an assumption must be boolean; this is integer\n"
                          "1:72 error: the condition to be covered must be boolean; this is E\n");
    assert_body_complains("switch n case true: case 3, b: end;",
                          "1:15 error: the cases of this \"switch\" need 0..9; this is boolean\n"
                          "1:29 error: the cases of this \"switch\" need 0..9; this is boolean\n");
    assert_body_complains(
        "multisetadd(n, s); multisetadd(t, n); multisetremove(1, s); multisetremovepred(i: n, true); "
        "multisetremovepred(i: s, 1);",
        "1:13 error: an element of this multiset needs T; this is 0..9\n"
        "1:35 error: a multiset is needed here; this is 0..9\n"
        "1:54 error: the element to be removed is named by the parameter of \"choose\"; this is integer\n"
        "1:83 error: a multiset is needed here; this is 0..9\n"
        "1:118 error: the condition of MultisetRemovePred must be boolean; this is integer\n");
    assert_body_complains("for i: T do end; for i := 1 to 3 by 0 do end; for i := 3 to 1 do end; for i := 1 to 3 by -1 "
                          "do end; for i := e to 3 do end;",
                          "1:8 error: only the values of a simple type can be counted through; this is T\n"
                          "1:37 error: a step of 0 never gets to the end\n"
                          "1:51 warning: there is nothing between these bounds in this direction\n"
                          "1:75 warning: there is nothing between these bounds in this direction\n"
                          "1:110 error: a bound must be a number; this is E\n");
    assert_complains("var n: 0..3; startstate end; ruleset i := n to 3 do rule end end; choose x: n do rule end; end;",
                     "1:43 error: the bounds of a ruleset must be constant\n"
                     "1:77 error: a multiset is needed here; this is 0..3\n");
    assert_complains("var n: 0..3; startstate end; rule n ==> end; invariant n; ctl AG n; ltl n U true;",
                     "1:35 error: a guard must be boolean; this is 0..3\n"
                     "1:56 error: an invariant must be boolean; this is 0..3\n"
                     "1:66 error: a temporal operator needs a truth value; this is 0..3\n"
                     "1:73 error: a temporal operator needs a truth value; this is 0..3\n");
    assert_body_complains(
        "n := 10; n := -1; t := t2; t := a; a := t.g; e := D; n := undefined + 1;",
        "1:6 warning: \"n\" needs 0..9, and this is out of that range: it fails whenever it is reached\n"
        "1:15 warning: \"n\" needs 0..9, and this is out of that range: it fails whenever it is reached\n"
        "1:33 error: \"t\" needs T; this is array [0..3] of 0..7\n"
        "1:41 error: \"a\" needs array [0..3] of 0..7; this is array [P] of boolean\n"
        "1:51 error: unknown name \"D\"; did you mean \"d\"?\n"
        "1:59 error: \"undefined\" can only be assigned, or passed to a by-value parameter; to ask for it, write "
        "isundefined(...)\n");
}

static void types_must_be_sound(void **state)
{
    UNUSED(state);
    assert_complains(
        "var n: 0..3; x: 0..n; y: 3..0; z: 0..true; type P: scalarset(2); var p: P; q: p..p; startstate end; ",
        "1:20 error: the bound of a range must be constant, and this is not\n"
        "1:26 error: this range is empty: its lower bound is larger than its upper bound\n"
        "1:35 error: the bounds of a range are numbers, or members of one enumeration; these are integer and boolean\n"
        "1:79 error: the bounds of a range are numbers, or members of one enumeration; these are P and P\n");
    assert_complains("type A: scalarset(0); B: ring(-1); C: scalarset(true); D: scalarset(99999999); E: multiset [0] "
                     "of boolean; startstate end; ",
                     "1:19 error: the size of a scalarset must be between 1 and 16777216; this is 0\n"
                     "1:31 error: the size of a ring must be between 1 and 16777216; this is -1\n"
                     "1:49 error: the size of a scalarset must be a number; this is boolean\n"
                     "1:69 error: the size of a scalarset must be between 1 and 16777216; this is 99999999\n"
                     "1:93 error: the capacity of a multiset must be between 1 and 16777216; this is 0\n");
    assert_complains("var a: array [record x: boolean end] of boolean; b: array [0..1000000000] of boolean; c: array "
                     "[0..9999] of array [0..9999] of boolean; startstate end; ",
                     "1:15 error: an array is indexed by a simple type; this is record x: boolean; end\n"
                     "1:53 error: this type is too large: a variable may have 16777216 simple parts\n"
                     "1:90 error: this type is too large: a variable may have 16777216 simple parts\n");
    assert_complains("type U: union {boolean, 0..3}; P: scalarset(2); V: union {P, P}; W: union {P}; startstate end; ",
                     "1:16 error: a union is made of scalarsets, rings and enumerations; this is boolean\n"
                     "1:25 error: a union is made of scalarsets, rings and enumerations; this is 0..3\n"
                     "1:62 error: P is in this union already\n");
    assert_complains("type M: multiset [2] of 0..1; N: multiset [2] of M; startstate end; ", "");
    assert_complains("const N: 1 / 0; M: 9223372036854775807 + 1; startstate end; ",
                     "1:10 warning: this divides by zero: it fails whenever it is reached\n"
                     "1:10 error: the value of a constant must be constant, and this is not\n"
                     "1:20 error: the value of this is too large: numbers are between -9223372032559808511 and "
                     "9223372036854775807\n");
    assert_complains("var x: 0..3; const N: x; type T: array [0..1] of boolean; const K: f(); startstate end; ",
                     "1:23 error: the value of a constant must be constant, and this is not\n"
                     "1:68 error: unknown function \"f\"\n");
    assert_complains("var x: real(3, 4); startstate end; ", "1:8 error: real numbers are not supported\n");
    assert_complains("var x: boolean;", "1:1 error: the model has no start state, and so no state at all\n");
    assert_complains("const A, B: x; startstate end; ", "1:13 error: unknown name \"x\"\n");
}

static void formulas_are_no_values(void **state)
{
    UNUSED(state);
    assert_complains("startstate end; ctl (AG true) = true; ctl true ? AG true : EF true; ltl (G true) != (F true) & "
                     "true; ctl forall i: 0..1 do !AX true end <-> A [EX true U true];",
                     "1:21 error: temporal formulas can be combined by ! & | -> <->, by quantifiers and by temporal "
                     "operators, and by nothing else\n"
                     "1:43 error: temporal formulas can be combined by ! & | -> <->, by quantifiers and by temporal "
                     "operators, and by nothing else\n"
                     "1:73 error: temporal formulas can be combined by ! & | -> <->, by quantifiers and by temporal "
                     "operators, and by nothing else\n");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names_must_be_declared_before_they_are_used),
        cmocka_unit_test(a_scope_has_a_name_once),
        cmocka_unit_test(kinds_of_names_are_not_confused),
        cmocka_unit_test(what_is_changed_is_a_variable),
        cmocka_unit_test(arguments_fit_parameters),
        cmocka_unit_test(functions_return_and_procedures_do_not),
        cmocka_unit_test(side_effects_have_their_place),
        cmocka_unit_test(operators_need_the_right_types),
        cmocka_unit_test(elements_of_scalarsets_and_rings_are_no_numbers),
        cmocka_unit_test(parts_exist),
        cmocka_unit_test(statements_need_the_right_types),
        cmocka_unit_test(types_must_be_sound),
        cmocka_unit_test(formulas_are_no_values),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
