// The parser of SMV: declarations of every kind.
#include "syntax.h"

static void variables_of_every_type(void **state)
{
    UNUSED(state);
    assert_declares("MODULE main\n"
                    "VAR a : boolean; b : {x, 1, -2, y.z, TRUE, 4..6}; c : 0..7; d : -N + 1..(2 * M);\n"
                    "    e : word[8]; f : unsigned word[N]; g : signed word[2 + 2]; h : Word[1];\n"
                    "IVAR i : boolean; FROZENVAR j : toint(0ud4_3)..9;\n"
                    "VAR k : array -1..1 of array 0..N of {p, q}; l.m : boolean; n[3] : boolean; o[-1].2 : boolean;\n",
                    "MODULE main\n"
                    "VAR a : boolean\n"
                    "VAR b : {x, 1, (-2), y.z, TRUE, (4 .. 6)}\n"
                    "VAR c : 0..7\n"
                    "VAR d : ((-N) + 1)..(2 * M)\n"
                    "VAR e : unsigned word[8]\n"
                    "VAR f : unsigned word[N]\n"
                    "VAR g : signed word[(2 + 2)]\n"
                    "VAR h : unsigned word[1]\n"
                    "IVAR i : boolean\n"
                    "FROZENVAR j : toint(0ud4_3)..9\n"
                    "VAR k : array (-1)..1 of array 0..N of {p, q}\n"
                    "VAR l.m : boolean\n"
                    "VAR n[3] : boolean\n"
                    "VAR o[(-1)].2 : boolean\n");
}

static void instances_and_processes(void **state)
{
    UNUSED(state);
    assert_declares("MODULE main VAR a : m; b : m(); c : m(1, x & y, self.z, next(w)); d : process m; e : process "
                    "m(TRUE); f : m..n; g : m + 1..2; h : a.b..3;"
                    "MODULE m(p, q-r) MODULE n()",
                    "MODULE main\n"
                    "VAR a : m()\n"
                    "VAR b : m()\n"
                    "VAR c : m(1, (x & y), self.z, next(w))\n"
                    "VAR d : process m()\n"
                    "VAR e : process m(TRUE)\n"
                    "VAR f : m..n\n"
                    "VAR g : (m + 1)..2\n"
                    "VAR h : a.b..3\n"
                    "MODULE m p q-r\n"
                    "MODULE n\n");
}

static void definitions_and_constants(void **state)
{
    UNUSED(state);
    assert_declares("MODULE main DEFINE a := b + 1; c := [1, x]; d := [[1,2],[3,next(y)]]; e.f := g; MDEFINE h := [1];"
                    "CONSTANTS p, q.r; CONSTANTS ; DEFINE VAR",
                    "MODULE main\n"
                    "DEFINE a := (b + 1)\n"
                    "DEFINE c := [1, x]\n"
                    "DEFINE d := [[1, 2], [3, next(y)]]\n"
                    "DEFINE e.f := g\n"
                    "DEFINE h := [1]\n"
                    "CONSTANT p\n"
                    "CONSTANT q.r\n");
}

static void assignments(void **state)
{
    UNUSED(state);
    assert_declares("MODULE main ASSIGN init(x) := {1, 2}; next(x) := next(y) + 1; z := x; next(a[1].b) := 3;\n"
                    "self.c := d; init(e[i + 1]) := f; ASSIGN",
                    "MODULE main\n"
                    "init x := {1, 2}\n"
                    "next x := (next(y) + 1)\n"
                    "current z := x\n"
                    "next a[1].b := 3\n"
                    "current self.c := d\n"
                    "init e[(i + 1)] := f\n");
}

static void constraints_need_no_semicolon(void **state)
{
    UNUSED(state);
    assert_declares("MODULE main INIT a INVAR b; TRANS next(c) = d FAIRNESS running JUSTICE e; COMPASSION (f, g & h)\n"
                    "COMPASSION(i,j); ISA m ISA n; PRED k PRED <l> := o; PRED [3] <l.m> := o PRED [1] q MIRROR r.s; "
                    "MIRROR t",
                    "MODULE main\n"
                    "INIT := a\n"
                    "INVAR := b\n"
                    "TRANS := (next(c) = d)\n"
                    "JUSTICE := running\n"
                    "JUSTICE := e\n"
                    "COMPASSION := f, (g & h)\n"
                    "COMPASSION := i, j\n"
                    "ISA m\n"
                    "ISA n\n"
                    "PRED := k\n"
                    "PRED NAME l := o\n"
                    "PRED NAME l.m := o\n"
                    "PRED := q\n"
                    "MIRROR r.s\n"
                    "MIRROR t\n");
}

static void specifications(void **state)
{
    UNUSED(state);
    assert_declares("MODULE main SPEC AG a SPEC NAME n := a; CTLSPEC NAME o.p := EF b IN q.r; CTLSPEC c\n"
                    "INVARSPEC d INVARSPEC NAME e := next(f) IN g LTLSPEC G h LTLSPEC NAME i := F j;\n"
                    "COMPUTE MIN [k, l] COMPUTE NAME m := MAX [k, l];\n"
                    "PSLSPEC always a; PSLSPEC NAME n := never b IN c.d; PSLSPEC sequence {a; b};\n"
                    "CTLSTARSPEC A G a CTLSTARSPEC NAME s := E F b;\n"
                    "VAR always : boolean;",
                    "MODULE main\n"
                    "SPEC := (AG a)\n"
                    "SPEC NAME n := a\n"
                    "SPEC NAME o.p := (EF b) IN q.r\n"
                    "SPEC := c\n"
                    "INVARSPEC := d\n"
                    "INVARSPEC NAME e := next(f) IN g\n"
                    "LTLSPEC := (G h)\n"
                    "LTLSPEC NAME i := (F j)\n"
                    "COMPUTE := MIN [ k , l ] \n"
                    "COMPUTE NAME m := MAX [ k , l ] \n"
                    "PSLSPEC := always (a)\n"
                    "PSLSPEC NAME n := never (b) IN c.d\n"
                    "PSLSPEC := {{a}; {b}}\n"
                    "CTLSTARSPEC := (A (G a))\n"
                    "CTLSTARSPEC NAME s := (E (F b))\n"
                    "VAR always : boolean\n");
}

static const struct smv_decl *decl_at(const struct syntax *s, size_t index)
{
    const struct smv_decl *decl = s->tree.modules->decls;
    while (index--)
        decl = decl->next;
    return decl;
}

static void assert_span(const char *text, struct span span, const char *expected)
{
    assert_int_equal(span.length, strlen(expected));
    assert_memory_equal(text + span.offset, expected, span.length);
}

static void spans_cover_what_they_name(void **state)
{
    UNUSED(state);
    const char *text = "MODULE main(pp)\nVAR x : process m( a+b , c );  y : array 0..1 of {u , v};\n"
                       "ASSIGN next(x.y[ 1 ]) := ( (a) & b ) | ! c ;\nSPEC AG (p-V -> q ) ; DEFINE d := f[ 3 : 1 ];";
    struct syntax s;
    syntax_open(&s, text, strlen(text));
    assert_true(s.good);
    assert_span(text, s.tree.modules->span, "main");
    assert_span(text, s.tree.modules->parameters[0].span, "pp");
    const struct smv_decl *decl = decl_at(&s, 0);
    assert_span(text, decl->span, "x : process m( a+b , c )");
    assert_span(text, decl->target->span, "x");
    assert_span(text, decl->type->span, "process m( a+b , c )");
    assert_span(text, decl->type->module_span, "m");
    assert_span(text, decl->type->args[0]->span, "a+b");
    decl = decl_at(&s, 1);
    assert_span(text, decl->type->span, "array 0..1 of {u , v}");
    assert_span(text, decl->type->element->span, "{u , v}");
    decl = decl_at(&s, 2);
    assert_span(text, decl->span, "next(x.y[ 1 ]) := ( (a) & b ) | ! c");
    assert_span(text, decl->target->span, "x.y[ 1 ]");
    assert_span(text, decl->expr->span, "( (a) & b ) | ! c");
    assert_int_equal(text[decl->expr->at], '|');
    assert_span(text, decl->expr->args[0]->span, "(a) & b");
    assert_span(text, decl->expr->args[1]->span, "! c");
    syntax_close(&s);
}

static void a_formula_of_its_own_shares_the_symbols(void **state)
{
    UNUSED(state);
    struct syntax s;
    const char *text = "MODULE main VAR x : boolean;";
    syntax_open(&s, text, strlen(text));
    struct source source = {"--formula", "NAME n := AG x IN main;", 23};
    struct smv_decl *decl = smv_parse_formula(&s.tree, &source, SMV_SPEC, &s.diag);
    assert_non_null(decl);
    assert_ptr_equal(decl->expr->args[0]->symbol, decl_at(&s, 0)->target->symbol);
    assert_string_equal(decl->name->symbol->text, "n");
    assert_ptr_equal(decl->context->symbol, s.tree.modules->symbol);
    assert_null(decl_at(&s, 0)->next);
    syntax_close(&s);
}

static void windows_line_ends_and_no_last_line_end(void **state)
{
    UNUSED(state);
    assert_declares("MODULE main\r\nVAR -- x\r\n  x : boolean;\r\nINIT x", "MODULE main\nVAR x : boolean\nINIT := x\n");
}

static void symmetries_and_hints_stand_among_declarations(void **state)
{
    UNUSED(state);
    assert_declares(
        "MODULE main VAR a : boolean; SYMMETRY (a b.c)(d[1] d[-1] self.e){x y}, {n=1 n=-2}; VAR f : boolean;\n"
        "HINT a & f HINT (a); HINT !f SYMMETRY -- here\n {p.q r}; DEFINE g := a; SYMMETRY(a b); INIT a\n"
        "HINT case a : b; TRUE : c; esac; ASSIGN x := y; HINT TRUE",
        "MODULE main\n"
        "VAR a : boolean\n"
        "SYMMETRY (a, b.c) (d[1], d[(-1)], self.e) {x, y}\n"
        "SYMMETRY {(n = 1), (n = (-2))}\n"
        "VAR f : boolean\n"
        "HINT := (a & f)\n"
        "HINT := a\n"
        "HINT := (!f)\n"
        "SYMMETRY {p.q, r}\n"
        "DEFINE g := a\n"
        "SYMMETRY (a, b)\n"
        "INIT := a\n"
        "HINT := case\na : b;\nTRUE : c;\nesac\n"
        "current x := y\n"
        "HINT := TRUE\n");
}

static void symmetry_and_hint_are_names_too(void **state)
{
    UNUSED(state);
    assert_declares("MODULE SYMMETRY(HINT) VAR SYMMETRY : HINT(a); HINT.x : boolean; HINT[1] : boolean;\n"
                    "DEFINE HINT := SYMMETRY; SYMMETRY[0] := 1; ASSIGN SYMMETRY := HINT; next(HINT) := SYMMETRY;\n"
                    "HINT.SYMMETRY := 1; INIT SYMMETRY HINT HINT HINT HINT & SYMMETRY SYMMETRY (SYMMETRY HINT);\n"
                    "SPEC HINT SYMMETRY {HINT SYMMETRY};",
                    "MODULE SYMMETRY HINT\n"
                    "VAR SYMMETRY : HINT(a)\n"
                    "VAR HINT.x : boolean\n"
                    "VAR HINT[1] : boolean\n"
                    "DEFINE HINT := SYMMETRY\n"
                    "DEFINE SYMMETRY[0] := 1\n"
                    "current SYMMETRY := HINT\n"
                    "next HINT := SYMMETRY\n"
                    "current HINT.SYMMETRY := 1\n"
                    "INIT := SYMMETRY\n"
                    "HINT := HINT\n"
                    "HINT := (HINT & SYMMETRY)\n"
                    "SYMMETRY (SYMMETRY, HINT)\n"
                    "SPEC := HINT\n"
                    "SYMMETRY {HINT, SYMMETRY}\n");
}

static void reading_goes_on_behind_a_bad_symmetry(void **state)
{
    UNUSED(state);
    assert_complains("MODULE main\nVAR a : boolean;\nSYMMETRY (a;\nHINT a &;\nSYMMETRY (a b) VAR b : boolean;\n"
                     "SYMMETRY (a b),;\nSYMMETRY (next(a) b);\nVAR c : 0..;",
                     "3:12+1 error: expected a name or \")\", found \";\"\n"
                     "4:9+1 error: expected an expression, found \";\"\n"
                     "5:16+3 error: expected \",\" or \";\", found \"VAR\"\n"
                     "6:16+1 error: expected a cycle such as (a b) or {x y}, found \";\"\n"
                     "7:11+4 error: \"next\" is a reserved word and cannot be a name\n"
                     "8:12+1 error: expected an expression, found \";\"\n");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(symmetries_and_hints_stand_among_declarations),
        cmocka_unit_test(symmetry_and_hint_are_names_too),
        cmocka_unit_test(reading_goes_on_behind_a_bad_symmetry),
        cmocka_unit_test(variables_of_every_type),
        cmocka_unit_test(instances_and_processes),
        cmocka_unit_test(definitions_and_constants),
        cmocka_unit_test(assignments),
        cmocka_unit_test(constraints_need_no_semicolon),
        cmocka_unit_test(specifications),
        cmocka_unit_test(spans_cover_what_they_name),
        cmocka_unit_test(a_formula_of_its_own_shares_the_symbols),
        cmocka_unit_test(windows_line_ends_and_no_last_line_end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
