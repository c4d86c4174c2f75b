// What declarations mean: cells, instances, parts, actions, properties.
#include "lowered_text.h"

static void variables_become_cells(void **state)
{
    UNUSED(state);
    assert_means("MODULE main\n"
                 "VAR b : boolean; r : -1..2; e : {idle, 3, busy}; n : {1, 5, 2}; w : word[8]; u : unsigned word[2];\n"
                 "    s : signed word[3]; t : {TRUE, FALSE}; m : {0..2, 7};\n"
                 "    a : array 1..2 of boolean; c : array -1..0 of array 0..1 of {x, y};\n"
                 "IVAR i : boolean;\n"
                 "FROZENVAR f : 0..1;\n",
                 "var b : boolean\nvar r : -1..2\nvar e : {idle, 3, busy}\nvar n : {1, 2, 5}\n"
                 "var w : unsigned word[8]\nvar u : unsigned word[2]\nvar s : signed word[3]\nvar t : boolean\n"
                 "var m : {0, 1, 2, 7}\nvar a[1] : boolean\nvar a[2] : boolean\n"
                 "var c[-1][0] : {x, y}\nvar c[-1][1] : {x, y}\nvar c[0][0] : {x, y}\nvar c[0][1] : {x, y}\n"
                 "input i : boolean\nfrozen f : 0..1\n");
}

static void bounds_may_be_definitions_and_parameters(void **state)
{
    UNUSED(state);
    assert_means("MODULE cell(n, w)\nVAR x : 0..n - 1; y : array 0..n of word[w];\n"
                 "MODULE main\nDEFINE size := half * 2; half := 1;\nVAR c : cell(size, half + 2);\n",
                 "var c.x : 0..1\nvar c.y[0] : unsigned word[3]\nvar c.y[1] : unsigned word[3]\n"
                 "var c.y[2] : unsigned word[3]\ndefine size = 2\ndefine half = 1\n");
}

static void assignments_become_parts(void **state)
{
    UNUSED(state);
    assert_means("MODULE main\n"
                 "VAR x : 0..3; y : 0..3; z : 0..3; a : array 0..1 of boolean; e : {p, q};\n"
                 "ASSIGN init(x) := {0, 1}; next(x) := case x < 3 : x + 1; TRUE : {0, 3}; esac; y := x;\n"
                 "       next(z) := 1..2; init(a[0]) := TRUE; next(a[1]) := next(a[0]) union FALSE;\n"
                 "       init(e) := {p, q}; next(e) := e = p ? q : e;\n",
                 "var x : 0..3\nvar y : 0..3\nvar z : 0..3\nvar a[0] : boolean\nvar a[1] : boolean\nvar e : {p, q}\n"
                 "init x := (choice 0 1)\ninit a[0] := TRUE\ninit e := (choice p q)\n"
                 "invar y := x\n"
                 "next x := (ite (< x 3) (+ x 1) (choice 0 3))\nnext z := (.. 1 2)\n"
                 "next a[1] := (choice a[0]' FALSE)\nnext e := (ite (= e p) q e)\n");
}

static void conditions_are_split(void **state)
{
    UNUSED(state);
    assert_means("MODULE main\n"
                 "VAR a : boolean; b : boolean; c : boolean;\n"
                 "IVAR i : boolean;\n"
                 "INIT a & (b & !c) & TRUE\nINVAR a | b\nTRANS next(a) = b & (i -> next(b & c))\n"
                 "FAIRNESS a & b\nJUSTICE c\nCOMPASSION (a, b)\n",
                 "var a : boolean\nvar b : boolean\nvar c : boolean\ninput i : boolean\n"
                 "init a\ninit b\ninit (! c)\ninvar (| a b)\n"
                 "trans (! (xor a' b))\ntrans (| (! i) (& b' c'))\n"
                 "justice (& a b)\njustice c\ncompassion a, b\n");
}

static void instances_share_by_reference(void **state)
{
    UNUSED(state);
    assert_means("MODULE cell(carry_in)\n"
                 "VAR value : boolean;\n"
                 "ASSIGN init(value) := FALSE; next(value) := value xor carry_in;\n"
                 "DEFINE carry_out := value & carry_in;\n"
                 "MODULE main\n"
                 "VAR bit0 : cell(TRUE); bit1 : cell(bit0.carry_out);\n"
                 "SPEC AG bit1.carry_out\n",
                 "var bit0.value : boolean\nvar bit1.value : boolean\n"
                 "define bit0.carry_out = bit0.value\ndefine bit1.carry_out = (& bit0.value bit1.value)\n"
                 "init bit0.value := FALSE\ninit bit1.value := FALSE\n"
                 "next bit0.value := (! bit0.value)\nnext bit1.value := (xor bit0.value bit1.value)\n"
                 "ctl: [AG (& bit0.value bit1.value)]\n");
}

static void parameters_may_be_instances_and_targets(void **state)
{
    UNUSED(state);
    assert_means("MODULE leaf(up)\nVAR v : boolean;\nASSIGN next(up.total) := v;\n"
                 "MODULE node(other, slot)\nVAR total : boolean; l : leaf(self);\nDEFINE seen := other.total;\n"
                 "ASSIGN init(slot) := seen;\n"
                 "MODULE main\nVAR s : array 0..1 of boolean; n : node(m, s[0]); m : node(n, s[1]);\n",
                 "var s[0] : boolean\nvar s[1] : boolean\nvar n.total : boolean\nvar n.l.v : boolean\n"
                 "var m.total : boolean\nvar m.l.v : boolean\n"
                 "define n.seen = m.total\ndefine m.seen = n.total\n"
                 "init s[0] := m.total\ninit s[1] := n.total\nnext n.total := n.l.v\nnext m.total := m.l.v\n");
}

static void definitions_for_other_instances(void **state)
{
    UNUSED(state);
    assert_means("MODULE user\nVAR req : boolean;\nASSIGN next(req) := !ack;\n"
                 "MODULE cell(left)\nVAR u : user;\nDEFINE left.ack := u.req; u.ack := FALSE;\n"
                 "MODULE main\nVAR a : cell(b); b : cell(a);\nINVARSPEC a.ack\n",
                 "var a.u.req : boolean\nvar b.u.req : boolean\n"
                 "define b.ack = a.u.req\ndefine a.u.ack = FALSE\ndefine a.ack = b.u.req\ndefine b.u.ack = FALSE\n"
                 "next a.u.req := TRUE\nnext b.u.req := TRUE\ninvariant: b.u.req\n");
}

static void other_modules_can_be_taken_over(void **state)
{
    UNUSED(state);
    assert_means("MODULE base\nVAR x : boolean;\nDEFINE d := !x;\nSPEC AG d\n"
                 "MODULE main\nISA base\nVAR y : boolean;\nINIT x & y\n",
                 "var x : boolean\nvar y : boolean\ndefine d = (! x)\ninit x\ninit y\nctl: [AG (! x)]\n");
}

static void names_with_indices(void **state)
{
    UNUSED(state);
    assert_means("MODULE m\nVAR v : boolean;\nMODULE main\nVAR x[1] : boolean; y[2] : m;\nINIT x[1] & y[2].v\n",
                 "var x[1] : boolean\nvar y[2].v : boolean\ninit x[1]\ninit y[2].v\n");
}

static void constants_are_known_everywhere(void **state)
{
    UNUSED(state);
    assert_means("MODULE m(v)\nINVARSPEC v = red\nMODULE main\nCONSTANTS blue, green;\n"
                 "VAR c : {red, yellow}; i : m(c);\nDEFINE d := c = red ? blue : green;\nINVARSPEC d = blue\n",
                 "var c : {red, yellow}\ndefine d = (ite (= c red) blue green)\n"
                 "invariant in i: (= c red)\ninvariant: (= c red)\n");
}

static void processes_take_turns(void **state)
{
    UNUSED(state);
    assert_means(
        "MODULE part\nVAR v : boolean;\nASSIGN next(v) := !v;\n"
        "MODULE user(turn)\nVAR p : part; x : boolean;\n"
        "ASSIGN init(x) := FALSE; next(x) := !x; next(turn) := !turn;\nFAIRNESS running\nTRANS next(x) -> x\n"
        "MODULE main\nVAR turn : boolean; a : process user(turn); b : process user(turn); free : boolean; z : 0..1;\n"
        "ASSIGN next(z) := 1 - z;\nLTLSPEC G F a.running\n",
        "var turn : boolean\nvar a.p.v : boolean\nvar a.x : boolean\nvar b.p.v : boolean\nvar b.x : boolean\n"
        "var free : boolean\nvar z : 0..1\ninput _process_selector_ : {main, a, b}\n"
        "init a.x := FALSE\ninit b.x := FALSE\ntrans (| a.x (! a.x'))\ntrans (| b.x (! b.x'))\n"
        "action main\nnext (= _process_selector_ main)\nnext z := (- 1 z)\n"
        "keep turn\nkeep a.p.v\nkeep a.x\nkeep b.p.v\nkeep b.x\n"
        "action a\nnext (= _process_selector_ a)\nnext a.p.v := (! a.p.v)\nnext a.x := (! a.x)\nnext turn := (! turn)\n"
        "keep b.p.v\nkeep b.x\nkeep z\n"
        "action b\nnext (= _process_selector_ b)\nnext b.p.v := (! b.p.v)\nnext b.x := (! b.x)\nnext turn := (! turn)\n"
        "keep a.p.v\nkeep a.x\nkeep z\n"
        "justice (= _process_selector_ a)\njustice (= _process_selector_ b)\n"
        "ltl: [G [F (= _process_selector_ a)]]\n");
}

// The two models that are printed in the lecture on symbolic model checking.
static void numbers_for_truth_values(void **state)
{
    UNUSED(state);
    assert_means_with("MODULE main\n  VAR\n    v0      : boolean;\n    v1      : boolean;\n    out     : 0..3;\n\n"
                      "  ASSIGN\n    init(v0) := 0;\n    next(v0) := !v0;\n\n    init(v1) := 0;\n"
                      "    next(v1) := (v0 xor v1);\n\n    out := v0 + 2*v1;\n",
                      "8:17+1 warning: 0 and 1 are taken for FALSE and TRUE here, and wherever else it is needed\n"
                      "14:19+2 warning: FALSE and TRUE are taken for 0 and 1 here, and wherever else it is needed\n",
                      "var v0 : boolean\nvar v1 : boolean\nvar out : 0..3\ninit v0 := FALSE\ninit v1 := FALSE\n"
                      "invar out := (+ (* (toint v1) 2) (toint v0))\nnext v0 := (! v0)\nnext v1 := (xor v0 v1)\n");
    assert_means_with("MODULE main\nVAR\n  b0 : boolean;\n  b1 : boolean;\nASSIGN\n  init(b0) := 0;\n"
                      "  next(b0) := case\n    b0 : 1;\n    !b0 : {0,1};\n  esac;\n  init(b1) := 0;\n"
                      "  next(b1) := case\n    b1 : 1;\n    !b1 : {0,1};\n  esac;\n",
                      "6:15+1 warning: 0 and 1 are taken for FALSE and TRUE here, and wherever else it is needed\n",
                      "var b0 : boolean\nvar b1 : boolean\ninit b0 := FALSE\ninit b1 := FALSE\n"
                      "next b0 := (ite b0 TRUE (choice FALSE TRUE))\nnext b1 := (ite b1 TRUE (choice FALSE TRUE))\n");
    assert_means_with(
        "MODULE main\nVAR b : boolean; k : 0..1; c : boolean;\n"
        "ASSIGN next(b) := case b = 0 : 0..1; 1 : b; esac; next(k) := b; init(c) := {b, 1};\n"
        "INIT b & k\nSPEC AG (k -> b = k)\n",
        "3:28+1 warning: 0 and 1 are taken for FALSE and TRUE here, and wherever else it is needed\n"
        "3:62+1 warning: FALSE and TRUE are taken for 0 and 1 here, and wherever else it is needed\n",
        "var b : boolean\nvar k : 0..1\nvar c : boolean\ninit c := (choice b TRUE)\ninit b\ninit (= k 1)\n"
        "next b := (ite b b (choice FALSE TRUE))\nnext k := (toint b)\n"
        "ctl: [AG (| (! (= k 1)) (! (xor b (= k 1))))]\n");
}

static void properties_of_all_kinds(void **state)
{
    UNUSED(state);
    assert_means(
        "MODULE m(p)\nSPEC AG p\n"
        "MODULE main\nVAR p : boolean; q : boolean; i : m(p);\n"
        "SPEC NAME first := AG (p & q -> AF (EX q | p));\n"
        "CTLSPEC E [p U q] & A [q U p]\n"
        "SPEC EBF 1..3 p & (ABG 0..2 q) & A [p BU 0..4 q] & E [p BU 1..1 q] & EBG 0..0 p & ABF 2..2 q\n"
        "INVARSPEC p | q\n"
        "LTLSPEC G (p -> F q) & (p U q) & X p & (p V q)\n"
        "LTLSPEC O p & H q & (p S q) & (p T q) & Y p & Z q & F [1,2] p & G [0,3] q & O [1,2] p & H [0,1] q\n"
        "LTLSPEC p U q U p\n"
        "PSLSPEC always p;\n"
        "COMPUTE MIN [p, q]\nCOMPUTE MAX [p, p & q]\nCOMPUTE MIN [p, EF q]\n"
        "CTLSTARSPEC A (F p & G q) -> E X p\n"
        "CTLSTARSPEC F p & AG q\n"
        "SPEC AG (p <-> AX q) xor EG p\n",
        "var p : boolean\n"
        "var q : boolean\n"
        "ctl in i: [AG p]\n"
        "ctl first: [AG [-> (& p q) [AF [| p [EX q]]]]]\n"
        "ctl: [& [EU p q] [AU q p]]\n"
        "ctl: [& [AF 2..2 q] [& [EG 0..0 p] [& [EU 1..1 p q] [& [AU 0..4 p q] [& [EF 1..3 p] [AG 0..2 q]]]]]]\n"
        "invariant: (| p q)\n"
        "ltl: [& [V p q] [& [X p] [& [G [-> p [F q]]] [U p q]]]]\n"
        "ltl: [& [& [H 0..1 q] [O 1..1 TRUE]] [& [O 1..2 p] [& [G 0..3 q] [& [F 1..2 p] [& [Z q] [& [Y p] [& [T p q] "
        "[& [S p q] [& [O p] "
        "[H q]]]]]]]]]]\n"
        "ltl: [U [U p q] p]\n"
        "psl: [G p]\n"
        "min: p to q\n"
        "max: p to (& p q)\n"
        "min: p to [EF q]\n"
        "ctl*: [-> [A [& [F p] [G q]]] [E [X p]]]\n"
        "ctl*: [A [& [F p] [A [G q]]]]\n"
        "ctl: [xor [AG [<-> p [AX q]]] [EG p]]\n");
}

static void long_chains_take_no_stack(void **state)
{
    UNUSED(state);
    enum { LENGTH = 30000 };
    struct mem mem = MEM_UNLIMITED;
    struct str text = {0};
    str_add(&mem, &text, "MODULE main\nVAR b : boolean; x : 0..%d;\nDEFINE d0 := b;\n", LENGTH);
    for (int i = LENGTH; i > 0; i--) // the last first
        str_add(&mem, &text, "d%d := d%d xor (x = %d);\n", i, i - 1, i);
    str_add(&mem, &text, "ASSIGN next(x) := case\n");
    for (int i = 0; i < LENGTH; i++)
        str_add(&mem, &text, "x = %d : {%d, %d};\n", i, i, i + 1);
    str_add(&mem, &text, "TRUE : 0;\nesac;\nSPEC AG d%d\n", LENGTH);
    struct lowering w;
    lowering_open(&w, text.at, text.count);
    assert_non_null(w.smv);
    assert_int_equal(model_definition_count(smv_model(w.smv)), LENGTH + 1);
    lowering_close(&w);
    str_free(&mem, &text);
    assert_nothing_left(&mem);
}

static void formulas_that_are_not_in_the_file(void **state)
{
    UNUSED(state);
    static const char text[] = "MODULE m(q)\nVAR p : boolean;\nMODULE main\nVAR x : 0..3; i : m(x = 2);\nSPEC AG i.p\n";
    struct source good = {"--formula", "AG (x = 1 -> i.q)", 17}, wrong = {"--formula", "y = 1", 5},
                  uncovered = {"--formula", "case x = 0 : TRUE; esac", 23}, ahead = {"--formula", "next(x) = 1", 11};
    struct lowering w;
    struct str out = {0};
    lowering_open(&w, text, sizeof text - 1);
    const struct model *m = smv_model(w.smv);
    assert_true(smv_read_formula(w.smv, &good, SMV_SPEC, &w.diag));
    assert_int_equal(model_property_count(m), 2);
    assert_string_equal(model_property(m, 1)->text, "AG (x = 1 -> i.q)");
    show_formula(&w.mem, m, model_property(m, 1)->formula, &out);
    assert_string_equal(str_text(&out), "[AG (| (! (= x 1)) (= x 2))]");
    str_clear(&out);
    assert_false(smv_read_formula(w.smv, &wrong, SMV_INVARSPEC, &w.diag));
    assert_false(smv_read_formula(w.smv, &uncovered, SMV_INVARSPEC, &w.diag));
    assert_false(smv_read_formula(w.smv, &ahead, SMV_INVARSPEC, &w.diag));
    assert_int_equal(model_property_count(m), 2);
    syntax_messages(&w.diag, &w.mem, &out);
    assert_string_equal(str_text(&out), "1:1+1 error: there is no variable \"y\" in module main\n"
                                        "1:1+23 error: case conditions are not exhaustive\n"
                                        "1:1+23 note: none holds when x = 1\n"
                                        "1:1+11 error: \"next\" is only allowed in properties of the file itself; in "
                                        "LTL, \"X\" looks ahead, too\n");
    str_free(&w.mem, &out);
    lowering_close(&w);
}

// What is too large to be tried is left to the caller.
static void obligations_that_remain(void **state)
{
    UNUSED(state);
    static const char text[] = "MODULE main\nVAR a : 0..10000; b : 0..10000; c : 0..10000;\n"
                               "ASSIGN next(a) := case a < b : a; a = b : 0; a > b + 1 : 1; esac;\n"
                               "init(b) := a + c;\n";
    struct lowering w;
    struct str out = {0};
    lowering_open(&w, text, sizeof text - 1);
    assert_non_null(w.smv);
    assert_int_equal(smv_obligation_count(w.smv), 2);
    const struct smv_obligation *cover = smv_obligation(w.smv, 0), *fit = smv_obligation(w.smv, 1);
    assert_int_equal(cover->kind, SMV_MUST_COVER);
    assert_int_equal(fit->kind, SMV_MUST_FIT);
    assert_int_equal(fit->cell, 1);
    show_expr(&w.mem, smv_model(w.smv), cover->condition, &out);
    assert_string_equal(str_text(&out), "(| (< (+ b 1) a) (< a b) (= a b))");
    str_clear(&out);
    smv_report_obligation(w.smv, 0, (value[]){4, 3, 0}, NULL, &w.diag);
    smv_report_obligation(w.smv, 1, (value[]){6000, 0, 5000}, NULL, &w.diag);
    syntax_messages(&w.diag, &w.mem, &out);
    assert_string_equal(str_text(&out), "3:19+46 error: case conditions are not exhaustive\n"
                                        "3:19+46 note: none holds when a = 4, b = 3\n"
                                        "4:12+5 error: cannot assign value 11000 to variable b\n"
                                        "4:12+5 note: that happens when a = 6000, c = 5000\n");
    str_free(&w.mem, &out);
    lowering_close(&w);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(variables_become_cells),
        cmocka_unit_test(bounds_may_be_definitions_and_parameters),
        cmocka_unit_test(assignments_become_parts),
        cmocka_unit_test(conditions_are_split),
        cmocka_unit_test(instances_share_by_reference),
        cmocka_unit_test(parameters_may_be_instances_and_targets),
        cmocka_unit_test(definitions_for_other_instances),
        cmocka_unit_test(other_modules_can_be_taken_over),
        cmocka_unit_test(names_with_indices),
        cmocka_unit_test(constants_are_known_everywhere),
        cmocka_unit_test(processes_take_turns),
        cmocka_unit_test(numbers_for_truth_values),
        cmocka_unit_test(properties_of_all_kinds),
        cmocka_unit_test(long_chains_take_no_stack),
        cmocka_unit_test(formulas_that_are_not_in_the_file),
        cmocka_unit_test(obligations_that_remain),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
