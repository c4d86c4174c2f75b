// What is wrong in syntax: what is said about it, and that reading goes on behind it.
#include "murphi_text.h"

static void mistakes_in_sections_and_types_are_told(void **state)
{
    UNUSED(state);
    assert_complains("var x boolean; y: 0..3;\nstartstate end;\n", "1:7 error: expected \":\", found \"boolean\"\n");
    assert_complains("var x: ; y: z;\nstartstate end;\n", "1:8 error: expected a type, found \";\"\n");
    assert_complains("type t: array 0..3 of boolean; u: array [0..3] boolean; v: enum {}; w: enum {a b};\nvar x: "
                     "q;\nstartstate end;\n",
                     "1:15 error: expected \"[\", found \"0\"\n"
                     "1:48 error: expected \"of\", found \"boolean\"\n"
                     "1:66 error: expected the name of a member, found \"}\"\n"
                     "1:80 error: expected \"}\", found \"b\"\n");
    assert_complains("var x: 3; y: 0..; z: record a: boolean b boolean end; v: scalarset; w: ring(; u: multiset [3 of "
                     "boolean;\nstartstate end;\n",
                     "1:9 error: expected \"..\", found \";\"\n"
                     "1:17 error: expected an expression, found \";\"\n"
                     "1:42 error: expected \":\", found \"boolean\"\n"
                     "1:67 error: expected \"(\", found \";\"\n"
                     "1:77 error: expected an expression, found \";\"\n"
                     "1:94 error: expected \"]\", found \"of\"\n");
    assert_complains(
        "type r: record from: boolean; to: boolean; end;\nstartstate end;\n",
        "1:31 error: expected \"end\" or \"endrecord\", found \"to\", which is a word of the language and no "
        "name\n");
    assert_complains(
        "hello\nstartstate end;\nvar y: z;",
        "1:1 error: expected a section of declarations, a function, a rule or a property, found \"hello\"\n");
}

static void words_that_were_meant_are_named(void **state)
{
    UNUSED(state);
    assert_complains("startstate end;\ninvarient true;\n",
                     "2:1 error: expected a section of declarations, a function, a rule or a property, found "
                     "\"invarient\"; did you mean \"invariant\"?\n");
    assert_body_complains("undefne n;", "1:9 error: expected \":=\", found \"n\"; is \"undefne\" before it meant to be "
                                        "\"undefine\"?\n");
    assert_body_complains("if b thn n := 1; end;", "1:6 error: expected \"then\", found \"thn\"; did you mean "
                                                   "\"then\"?\n");
    assert_body_complains("if b and b then n := 1; end;",
                          "1:6 error: expected \"then\", found \"and\"; \"and\" is written \"&\"\n");
    assert_body_complains("if not b then n := 1; end;",
                          "1:8 error: expected \"then\", found \"b\"; negation is written \"!\"\n");
    assert_complains(
        "startstate first begin end;\nstartstate second var x: boolean; begin end;\nrule again begin end;\n",
        "1:12 error: the name of a start state stands in quotes\n"
        "2:12 error: the name of a start state stands in quotes\n"
        "3:6 error: the name of a rule stands in quotes\n");
    assert_complains(
        "startstate end;\nrule true ==> if b then n := 1; else if c then n := 2; end; end;\nrule b ==> end;\n",
        "3:1 error: expected \"end\" or \"endrule\", found \"rule\"\n"
        "2:33 note: \"else if\" begins an \"if\" that needs an \"end\" of its own; \"elsif\" needs none\n");
    assert_complains("startstate end;\nrule true ==> if b then n := 1; else if c then n := 2; end; endrule;\n",
                     "2:61 error: expected \"end\" or \"endif\", found \"endrule\"\n"
                     "2:33 note: \"else if\" begins an \"if\" that needs an \"end\" of its own; \"elsif\" needs none\n"
                     "3:1 error: expected \"end\" or \"endrule\", found the end of the file\n");
    assert_complains("startstate end;\nrule true ==> if b then n := 1; else if c then n := 2; end; end; end;\n"
                     "rule b ==> if b then n := 1; end;\nrule c ==> end;\n", // not in this rule
                     "4:1 error: expected \"end\" or \"endrule\", found \"rule\"\n");
    assert_body_complains("fo;", "1:3 error: expected \":=\", found \";\"\n");
    assert_complains(
        "startstate end;\nrule true => begin end;\n",
        "2:11 error: there is no \"=>\": \"==>\" stands behind the condition of a rule, and implication is "
        "written \"->\"\n");
}

static void mistakes_in_statements_do_not_hide_each_other(void **state)
{
    UNUSED(state);
    assert_body_complains("n = 1;\nm := ;\nn := 2 m := 3;\nfoo;\nb := nn;",
                          "1:3 error: an assignment is written \":=\"; \"=\" compares\n"
                          "2:6 error: expected an expression, found \";\"\n"
                          "3:8 error: expected \";\", found \"m\"\n"
                          "4:4 error: expected \":=\", found \";\"\n");
    assert_body_complains("if b n := 1; end;\nm := x1;", "1:6 error: expected \"then\", found \"n\"\n");
    assert_body_complains("if b then n := 1; else m := 2; elsif b then end;\nm := x1;",
                          "1:32 error: expected \"end\" or \"endif\", found \"elsif\"\n");
    assert_body_complains("for i 0..3 do n := 1; end;\nfor i: 0..3 n := 1; end;\nwhile b n := 1; end;\nm := x1;",
                          "1:7 error: expected \":\" or \":=\", found \"0\"\n"
                          "2:13 error: expected \"do\", found \"n\"\n"
                          "3:9 error: expected \"do\", found \"n\"\n");
    assert_body_complains("switch n case 1 m := 1; end;\nm := x1;\nliveness b;",
                          "1:17 error: expected \":\", found \"m\"\n"
                          "3:1 error: a liveness property is no statement: it stands among the rules\n");
    assert_body_complains("error 3;\nput;\nassert;\nm := x1;", "1:7 error: expected a string, found \"3\"\n"
                                                               "2:4 error: expected an expression, found \";\"\n"
                                                               "3:7 error: expected an expression, found \";\"\n");
    assert_body_complains("alias x do end;\nm := x1;", "1:9 error: expected \":\", found \"do\"\n");
    assert_body_complains("multisetadd(t s);\nmultisetremovepred(i s, true);\nm := x1;",
                          "1:15 error: expected \",\", found \"s\"\n"
                          "2:22 error: expected \":\", found \"s\"\n");
    assert_body_complains("n := 1 +;\nn := (1;\nn := a[1;\nn := t.;\nm := x1;",
                          "1:9 error: expected an expression, found \";\"\n"
                          "2:8 error: expected \")\", found \";\"\n"
                          "3:9 error: expected \"]\", found \";\"\n"
                          "4:8 error: expected the name of a field, found \";\"\n");
}

static void mistakes_in_expressions_end_with_the_statement(void **state)
{
    UNUSED(state);
    assert_body_complains("b := b -> b -> b;\nb := n = m = 1;\nb := n < m < 1;",
                          "1:13 error: \"->\" does not associate: put parentheses around one of the two sides\n"
                          "2:12 error: \"=\" does not associate: put parentheses around one of the two sides\n"
                          "3:12 error: \"<\" does not associate: put parentheses around one of the two sides\n");
    assert_body_complains("b := b <-> b;",
                          "1:8 error: \"<->\" is an operator of temporal formulas; here, \"=\" does the same\n");
    assert_body_complains("b := forall i: P b end;\nm := x1;", "1:18 error: expected \"do\", found \"b\"\n");
    assert_body_complains("b := forall i: P do b;\nm := x1;",
                          "2:1 error: expected \"end\" or \"endforall\", found \"m\"\n"
                          "3:5 error: expected \"end\" or \"endstartstate\", found the end of the file\n");
    assert_body_complains("n := 1 ? 2;\nb := isundefined n;\nm := x1;", "1:11 error: expected \":\", found \";\"\n"
                                                                        "2:18 error: expected \"(\", found \"n\"\n");
    assert_body_complains("n := proc(1, ;\nm := x1;", "1:14 error: expected an expression, found \";\"\n");
    assert_body_complains("n := 1.5;\nm := x1;", "1:6 error: real numbers are not supported\n");
    assert_body_complains("n := fun(p q);\nm := x1;", "1:12 error: expected \",\" or \")\", found \"q\"\n");
}

static void mistakes_in_rules_and_functions_are_told(void **state)
{
    UNUSED(state);
    assert_complains("var x: boolean;\nrule x x := true; end;\nrule x => x := true; end;\nvar y: q;\nstartstate end;\n",
                     "2:8 error: expected \"==>\", found \"x\"\n"
                     "3:8 error: there is no \"=>\": \"==>\" stands behind the condition of a rule, and implication is "
                     "written \"->\"\n");
    assert_complains("function (): boolean; begin end;\nfunction f: boolean; begin end;\nfunction f(x): boolean; begin "
                     "end;\nvar y: q;\nstartstate end;\n",
                     "1:10 error: expected a name, found \"(\"\n"
                     "2:11 error: expected \"(\", found \":\"\n"
                     "3:13 error: expected \":\", found \")\"\n");
    assert_complains("startstate begin\n  if true then\nrule begin end;\nvar x: q;\n",
                     "3:1 error: expected \"end\" or \"endif\", found \"rule\"\n");
    assert_complains("ruleset i: 0..3\nrule end;\nend;\nruleset do rule end end;\nvar y: q;\nstartstate end;\n",
                     "2:1 error: expected \"do\", found \"rule\"\n"
                     "4:9 error: expected a name, found \"do\"\n");
    assert_complains(
        "startstate end; end;\nvar y: q;\n",
        "1:17 error: expected a section of declarations, a function, a rule or a property, found \"end\"\n");
    assert_complains("invariant;\ninvariant \"x\";\nctl AG;\nltl U true;\nvar y: q;\nstartstate end;\n",
                     "1:10 error: expected an expression, found \";\"\n"
                     "2:14 error: expected an expression, found \";\"\n"
                     "4:7 error: expected \";\", found \"true\"\n");
    assert_complains("choose x do rule end; end;\nchoose x: y do rule end; end;\nvar y: q;\nstartstate end;\n",
                     "1:10 error: expected \":\", found \"do\"\n");
    assert_complains("startstate 3 \"p\" begin end; rule begin end;\n",
                     "1:12 error: expected a statement, found \"3\"\n");
}

static void formulas_have_the_operators_of_their_logic(void **state)
{
    UNUSED(state);
    assert_complains(
        "startstate end;\nctl A [true & true];\nctl A true U true;\nctl E [true S true];\nltl AG "
        "true;\nctl G true;\nctl true U true;\nctlstar A [true U true U true];\nctlstar E [true;\nltl E (true);",
        "2:19 error: expected \"U\", \"W\" or \"R\", found \"]\"\n"
        "3:5 error: \"A\" before a formula is an operator of CTL*, of which this is none: see \"ctlstar\"\n"
        "4:13 error: expected \"U\", \"W\" or \"R\", found \"S\"\n"
        "5:5 error: \"AG\" is an operator of branching time, and this is a formula of linear time\n"
        "6:5 error: \"G\" is an operator of linear time, and this is a formula of branching time\n"
        "7:10 error: expected \";\", found \"U\"\n"
        "8:24 error: expected \"]\", found \"U\"\n"
        "9:16 error: expected \"]\", found \";\"\n"
        "10:5 error: \"E\" before a formula is an operator of CTL*, of which this is none: see \"ctlstar\"\n");
}

static void mistakes_in_symmetries_and_hints_are_told(void **state)
{
    UNUSED(state);
    assert_complains(
        "var a, b: boolean;\nsymmetry (a;\nsymmetry a b;\nsymmetry ();\nsymmetry (a b) (b);\n"
        "symmetry {1 2};\nsymmetry (a[1 b);\nsymmetry (a.1 b);\nsymmetry (a b) startstate end;\n"
        "symmetry {x=y z};\nsymmetry (a b),;\nhint;\nhint \"name\" a;\nruleset i: 0..1 do hint a; "
        "symmetry (a b); rule begin end; end;\nstartstate end;\nvar c: 0..;",
        "2:12 error: expected a name or \")\", found \";\"\n"
        "3:10 error: expected a cycle such as (a b) or {x y}, found \"a\"\n"
        "4:10 error: this cycle moves nothing: it needs two names at least\n"
        "5:16 error: this cycle moves nothing: it needs two names at least\n"
        "6:11 error: a number moves in one variable: write x=1 for the number 1 of x\n"
        "7:15 error: expected \"]\", found \"b\"\n"
        "8:13 error: expected the name of a field, found \"1\"\n"
        "9:16 error: expected \",\" or \";\", found \"startstate\"\n"
        "10:13 error: expected a number, found \"y\"\n"
        "11:16 error: expected a cycle such as (a b) or {x y}, found \";\"\n"
        "12:5 error: expected an expression, found \";\"\n"
        "13:6 error: expected an expression, found \"\"name\"\"\n"
        "14:20 error: a hint stands outside of rulesets, aliases and choose: write exists or forall in it\n"
        "14:28 error: a symmetry stands outside of rulesets, aliases and choose\n"
        "16:11 error: expected an expression, found \";\"\n");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(mistakes_in_symmetries_and_hints_are_told),
        cmocka_unit_test(mistakes_in_sections_and_types_are_told),
        cmocka_unit_test(words_that_were_meant_are_named),
        cmocka_unit_test(mistakes_in_statements_do_not_hide_each_other),
        cmocka_unit_test(mistakes_in_expressions_end_with_the_statement),
        cmocka_unit_test(mistakes_in_rules_and_functions_are_told),
        cmocka_unit_test(formulas_have_the_operators_of_their_logic),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
