// PSL as formulas of the model: each operator, what is refused and where, and the implications that may be vacuous.
#include "lowered_text.h"

#define VARIABLES \
    "VAR a : boolean; b : boolean; c : boolean; n : 0..3; f : array 0..2 of boolean; s : {idle, busy}; " \
    "IVAR i : boolean;"

static void open_text(struct lowering *w, struct str *text, const char *specs)
{
    struct mem mem = MEM_UNLIMITED;
    w->mem = mem;
    str_add(&w->mem, text, "MODULE main " VARIABLES "\n%s;\n", specs);
    w->source = (struct source){"test.smv", text->at, text->count};
    diag_open(&w->diag, &w->mem);
    w->smv = smv_read(&w->source, &w->mem, &w->diag);
}

static void assert_no_messages(struct lowering *w)
{
    struct str out = {0};
    syntax_messages(&w->diag, &w->mem, &out);
    assert_string_equal(str_text(&out), "");
    str_free(&w->mem, &out);
}

// The two are the same formula.
static void same_as(const char *psl, const char *keyword, const char *other)
{
    struct lowering w;
    struct str text = {0}, specs = {0};
    struct mem mem = MEM_UNLIMITED;
    str_add(&mem, &specs, "PSLSPEC %s;\n%s %s", psl, keyword, other);
    open_text(&w, &text, specs.at);
    assert_no_messages(&w);
    const struct model *m = smv_model(w.smv);
    assert_int_equal(model_property(m, 0)->kind, PROPERTY_PSL);
    assert_null(model_property(m, 0)->unsupported);
    if (model_property(m, 0)->formula != model_property(m, 1)->formula) {
        struct str out = {0};
        show_formula(&w.mem, m, model_property(m, 0)->formula, &out);
        str_add(&w.mem, &out, " is not ");
        show_formula(&w.mem, m, model_property(m, 1)->formula, &out);
        fail_msg("%s: %s", psl, str_text(&out));
    }
    str_free(&w.mem, &text);
    lowering_close(&w);
    str_free(&mem, &specs);
}

static void same(const char *psl, const char *ltl)
{
    same_as(psl, "LTLSPEC", ltl);
}

static void shows(const char *psl, const char *shown)
{
    struct lowering w;
    struct str text = {0}, out = {0}, spec = {0};
    struct mem mem = MEM_UNLIMITED;
    str_add(&mem, &spec, "PSLSPEC %s", psl);
    open_text(&w, &text, spec.at);
    assert_no_messages(&w);
    show_formula(&w.mem, smv_model(w.smv), model_property(smv_model(w.smv), 0)->formula, &out);
    assert_string_equal(str_text(&out), shown);
    str_free(&w.mem, &out);
    str_free(&w.mem, &text);
    lowering_close(&w);
    str_free(&mem, &spec);
}

static void rejects(const char *psl, const char *messages)
{
    struct lowering w;
    struct str text = {0}, out = {0}, spec = {0};
    struct mem mem = MEM_UNLIMITED;
    str_add(&mem, &spec, "PSLSPEC\n%s", psl);
    open_text(&w, &text, spec.at);
    syntax_messages(&w.diag, &w.mem, &out);
    assert_string_equal(str_text(&out), messages);
    assert_true(lowering_is_rejected(&w));
    str_free(&w.mem, &out);
    str_free(&w.mem, &text);
    lowering_close(&w);
    str_free(&mem, &spec);
}

// ---- Operators ------------------------------------------------------------------------------------------------------

static void simple_operators(void **state)
{
    UNUSED(state);
    same("a & !b | n = 2", "a & !b | n = 2");
    same("always a -> b", "G (a -> b)");
    same("never a", "G !a");
    same("eventually! a", "F a");
    same("G F a", "G F a");
    same("X a", "X a");
    same("X! a", "X a");
    same("next (a)", "X a");
    same("next! (a)", "X a");
    same("next [0] (a)", "a");
    same("next [2] (a)", "F [2,2] a");
    same("next_a [1:3] (a)", "G [1,3] a");
    same("next_a! [1:3] (a)", "G [1,3] a");
    same("next_e [1:3] (a)", "F [1,3] a");
    same("next_e [2:2] (a)", "F [2,2] a");
    same("[a U b]", "a U b");
    same("[a W b]", "b V (a | b)");
    same("i -> X i", "i -> X i");
    same("always n in {0:1, 3}", "G n in {0..1, 3}");
}

static void until_and_before(void **state)
{
    UNUSED(state);
    same("a until! b", "a U b");
    same("a until b", "b V (a | b)");
    same("a until!_ b", "a U (a & b)");
    same("a until_ b", "(a & b) V (a | a & b)");
    same("a before! b", "!b U (a & !b)");
    same("a before b", "(a & !b) V (!b | a & !b)");
    same("a before!_ b", "!b U a");
    same("a before_ b", "a V (!b | a)");
    same("a until (X b)", "(a U X b) | G a");
    same("(X a) until b", "b V ((X a) | b)");
}

static void events(void **state)
{
    UNUSED(state);
    same("next_event! (a) (b)", "!a U (a & b)");
    same("next_event (a) (b)", "(a & b) V (!a | a & b)");
    same("next_event! (a) [2] (b)", "!a U (a & X (!a U (a & b)))");
    same("next_event_a! (a) [1:2] (b)", "(!a U (a & b)) & (!a U (a & X (!a U (a & b))))");
    same("next_event_e! (a) [1:2] (b)", "(!a U (a & b)) | (!a U (a & X (!a U (a & b))))");
}

static void abort_accepts_what_is_open(void **state)
{
    UNUSED(state);
    same("a abort c", "c | a");
    same("(X a) abort c", "c | X (c | a)");
    same("(always a) abort c", "c V (c | a)");
    same("(eventually! a) abort c", "F (c | a)");
    same("(a until! b) abort c", "(c | a) U (c | b)");
    same("(!(X a)) abort c", "!(!c & X (a & !c))");
    same("(always (a -> X b)) abort c", "c V ((a & !c) -> (c | X (c | b)))");
    same("(next_e [1:2] (b)) abort c", "c | X (c | b | (c | X (c | b)))");
    shows("({a; b} |-> X b) abort c", "[triggers {&& {; a b} {* (! c)}} [| c [X (| b c)]]]");
    rejects("({a; b}!) abort c", "3:2+6 error: \"abort\" is not supported around sequences, but on the left of "
                                 "\"|->\" and \"|=>\"\n");
}

static void sequences(void **state)
{
    UNUSED(state);
    shows("{a; b}!", "[matches {; a b}]");
    shows("{a; b}", "[may match {; a b}]");
    shows("{a}", "a");
    shows("always {a; b}", "[G [may match {; a b}]]");
    shows("never {a; b}", "[G [! [matches {; a b}]]]");
    shows("eventually! {a; b}", "[F [matches {; a b}]]");
    shows("{a; b} |-> c", "[triggers {; a b} c]");
    shows("{a; b} |=> c", "[triggers {; {; a b} TRUE} c]");
    shows("{a; b} (c)", "[triggers {; a b} c]");
    shows("{a} |-> {b; c}", "[-> a [may match {; b c}]]");
    shows("{a} |-> {b; c}!", "[-> a [matches {; b c}]]");
    shows("{a; b} ({b; c})", "[triggers {; a b} [matches {; b c}]]");
    shows("{a[*]; b}!", "[matches {; {* a} b}]");
    shows("{a[+]; b}!", "[matches {; {; a {* a}} b}]");
    shows("{[*]; b}!", "[matches {; {* TRUE} b}]");
    shows("{a[*2]}!", "[matches {; a a}]");
    shows("{a[*1:2]; b}!", "[matches {; {; a {| {empty} a}} b}]");
    shows("{a[*1:inf]; b}!", "[matches {; {; a {* a}} b}]");
    shows("{a[->]}!", "[matches {; {* (! a)} a}]");
    shows("{a[->2]}!", "[matches {; {; {* (! a)} a} {; {* (! a)} a}}]");
    shows("{a[=1]}!", "[matches {; {; {* (! a)} a} {* (! a)}}]");
    shows("{a[=0]; b}!", "[matches {; {* (! a)} b}]");
    shows("{{a; b} && {b; c}}!", "[matches {&& {; a b} {; b c}}]");
    shows("{{a; b} | {b; c}}!", "[matches {| {; a b} {; b c}}]");
    shows("{{a; b} : {b; c}}!", "[matches {: {; a b} {; b c}}]");
    shows("{{a; b} & {c}}!", "[matches {| {&& {; a b} {; c {* TRUE}}} {&& c {; {; a b} {* TRUE}}}}]");
    shows("within! (a, b) {c; c}", "[-> a [matches {; {&& {; c c} {* (! b)}} b}]]");
    shows("whilenot_ (b) {c; c}", "[may match {&& {; c c} {; {* (! b)} b}}]");
}

static void replicators(void **state)
{
    UNUSED(state);
    same("forall k in {0:2} : always f[k]", "G f[0] & G f[1] & G f[2]");
    same("forany k in {0, 2} : eventually! f[k]", "F f[0] | F f[2]");
    same("forall v in {idle, busy} : eventually! s = v", "F s = idle & F s = busy");
    same("forall v in boolean : eventually! a = v", "F a = FALSE & F a = TRUE");
    same("forall k in {1:2} : next [k] (a)", "X a & F [2,2] a");
    same("forall k in {0, 1} : forall l in {2} : (f[k] -> X f[l])", "(f[0] -> X f[2]) & (f[1] -> X f[2])");
    same_as("forall k in {0, 1} : AG EF f[k]", "CTLSPEC", "AG EF f[0] & AG EF f[1]");
    rejects("forall k in {0:3} : always f[k]",
            "3:30+1 error: index 3 is outside of the array, which goes from 0 to 2\n");
    rejects("forall k in {2:0} : a", "3:14+3 error: the range from 2 to 0 has no values\n");
    rejects("forall k in {0:inf} : a", "3:16+3 error: a replicator has an end\n");
    rejects("forall k in {n + 1} : a", "3:14+5 error: a replicator takes integers, names, TRUE and FALSE\n");
    rejects("forall k [0:1] in boolean : a", "3:11+3 error: a replicator over vectors of values is not supported\n");
    rejects("forall k in {1} : forall k in {2} : a",
            "3:19+19 error: \"k\" is the name of another replicator around this one\n");
}

// ---- Branching time -------------------------------------------------------------------------------------------------

static void branching_time(void **state)
{
    UNUSED(state);
    same_as("AG (a -> EF b)", "CTLSPEC", "AG (a -> EF b)");
    same_as("A [a U b] & E [a U b]", "CTLSPEC", "A [a U b] & E [a U b]");
}

static void universal_formulas_lose_their_quantifiers(void **state)
{
    UNUSED(state);
    shows("AG ({a; b} |-> AX c)", "[G [triggers {; a b} [X c]]]");
    shows("AG (a -> ({b; c} |=> A [a U b]))", "[G [-> a [triggers {; {; b c} TRUE} [U a b]]]]");
    shows("(AG ({a; b} |-> AF c)) & AX {b; c}", "[& [G [triggers {; a b} [F c]]] [X [may match {; b c}]]]");
    shows("AG (a | ({a; b} |-> c))", "[G [| [triggers {; a b} c] a]]");
    rejects("EF {a; b}", "3:1+9 error: \"EF\" is not allowed in a PSLSPEC with sequences in branching time\n");
    rejects("AF {a; b}", "3:4+6 error: the goal of \"AF\" must be a condition in a PSLSPEC with sequences in branching "
                         "time\n");
    rejects("AG ({a; b} |-> always c)",
            "3:16+8 error: \"always\" is an operator of linear time, which is not allowed in a PSLSPEC with sequences "
            "in branching time\n");
    rejects("AG a & G b", "3:8+3 error: \"G\" is an operator of linear time, which is not allowed in a PSLSPEC with "
                          "sequences in branching time\n");
    rejects("AG (!({a; b} |-> c))",
            "3:5+15 error: \"!\" is only for conditions in a PSLSPEC with sequences in branching time\n");
    rejects("AG (({a; b} |-> c) | AX a)",
            "3:5+21 error: all operands of \"|\" but one must be conditions in a PSLSPEC with sequences in branching "
            "time\n");
    rejects("AG ((AX a) -> {a; b})",
            "3:6+4 error: the left side of \"->\" must be a condition in a PSLSPEC with sequences in branching time\n");
    rejects("AG i", "3:4+1 error: this is an input variable, which is not allowed in a PSLSPEC in branching time\n");
}

static void mistakes_are_placed(void **state)
{
    UNUSED(state);
    rejects("always {a; n}", "3:12+1 error: a truth value is expected here, and this is an integer (0..3)\n");
    rejects("{{a; b}[->2]}!", "3:2+6 error: \"[->\" counts where a condition holds, and this is a sequence\n");
    rejects("{a[*3:2]}!", "3:5+3 error: the bounds 3 and 2 leave nothing between them\n");
    rejects("{a[->0]}!", "3:6+1 error: this is 0, and must be at least 1\n");
    rejects("next [-1] (a)", "3:7+2 error: this is -1, and must be at least 0\n");
    rejects("next [5000] (a)", "3:7+4 error: this is 5000, and more than 2000 is not supported\n");
    rejects("next [n] (a)", "3:7+1 error: a number of times must be a constant\n");
    rejects("next_event_a (a) [1:inf] (b)", "3:19+5 error: \"next_event_a\" needs a range with an end\n");
    rejects("(always a) = b", "3:2+8 error: a temporal operator cannot stand here: only truth values and other "
                              "temporal operators may be around it\n");
}

// ---- Vacuity --------------------------------------------------------------------------------------------------------

static void vacuous_by(const char *spec, const char *expected)
{
    struct lowering w;
    struct str text = {0}, out = {0};
    open_text(&w, &text, spec);
    assert_no_messages(&w);
    const struct model *m = smv_model(w.smv);
    const struct property *p = model_property(m, 0);
    for (size_t i = 0; i < p->vacuity_count; i++) {
        str_add(&w.mem, &out, "%s: ", p->vacuities[i].left);
        show_formula(&w.mem, m, p->vacuities[i].formula, &out);
        str_add(&w.mem, &out, "\n");
    }
    assert_string_equal(str_text(&out), expected);
    str_free(&w.mem, &out);
    str_free(&w.mem, &text);
    lowering_close(&w);
}

static void implications_may_be_vacuous(void **state)
{
    UNUSED(state);
    vacuous_by("CTLSPEC AG (a -> AF b)", "a: [AG (! a)]\n");
    vacuous_by("INVARSPEC a -> b", "a: (! a)\n");
    vacuous_by("LTLSPEC G (a -> G (b -> X c))", "a: [G (! a)]\nb: [G [-> a [G (! b)]]]\n");
    vacuous_by("LTLSPEC G (a -> F (b -> X c))", "a: [G (! a)]\n"); // b may happen elsewhere
    vacuous_by("CTLSTARSPEC A G (a -> E F b)", "a: [A [G (! a)]]\n");
    vacuous_by("PSLSPEC always (a -> next (b))", "a: [G (! a)]\n");
    vacuous_by("PSLSPEC {a; b} |-> c", "{{a}; {b}}: [triggers {; a b} FALSE]\n");
    vacuous_by("PSLSPEC AG ({a; b} |=> AX c)", "{{a}; {b}}: [G [triggers {; {; a b} TRUE} FALSE]]\n");
    vacuous_by("PSLSPEC forall k in {0, 1} : always (f[k] -> X a)", "f[k]: [& [G (! f[0])] [G (! f[1])]]\n");
}

static void other_implications_are_not(void **state)
{
    UNUSED(state);
    vacuous_by("CTLSPEC EF (a -> AX b)", "");
    vacuous_by("CTLSPEC !(AG (a -> b))", "");
    vacuous_by("CTLSPEC !(EF !(a -> AX b))", "a: [! [EF a]]\n");
    vacuous_by("LTLSPEC G !(a -> X b)", "");
    vacuous_by("LTLSPEC (a -> X b) <-> X c", "");
    vacuous_by("LTLSPEC G (a -> FALSE)", "");
    vacuous_by("LTLSPEC (a -> X b) -> X c", "(a ->  X b): [! [-> a [X b]]]\n");
    vacuous_by("PSLSPEC {a; b} |-> FALSE", "");
    vacuous_by("PSLSPEC never (a -> X b)", "");
    vacuous_by("COMPUTE MIN [a -> b, c]", "");
}

static void vacuities_report_nothing_again(void **state)
{
    UNUSED(state);
    struct lowering w;
    struct str text = {0}, out = {0};
    open_text(&w, &text, "LTLSPEC G (0 -> (1 -> X 1))\nLTLSPEC G (f[n] -> X a)");
    syntax_messages(&w.diag, &w.mem, &out);
    assert_string_equal(str_text(&out),
                        "2:25+1 warning: 0 and 1 are taken for FALSE and TRUE here, and wherever else it is needed\n"
                        "3:14+1 error: this index may be outside of the array, which goes from 0 to 2\n"
                        "3:14+1 note: that happens when n = 3\n");
    str_free(&w.mem, &out);
    str_free(&w.mem, &text);
    lowering_close(&w);
}

static void vacuities_are_limited(void **state)
{
    UNUSED(state);
    struct lowering w;
    struct str text = {0}, spec = {0};
    struct mem mem = MEM_UNLIMITED;
    str_add(&mem, &spec, "LTLSPEC ");
    for (int i = 0; i < 30; i++)
        str_add(&mem, &spec, "%sG (n = %d -> X a)", i ? " & X " : "", i % 4);
    open_text(&w, &text, spec.at);
    assert_no_messages(&w);
    assert_int_equal(model_property(smv_model(w.smv), 0)->vacuity_count, 20);
    str_free(&w.mem, &text);
    lowering_close(&w);
    str_free(&mem, &spec);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(simple_operators),
        cmocka_unit_test(until_and_before),
        cmocka_unit_test(events),
        cmocka_unit_test(abort_accepts_what_is_open),
        cmocka_unit_test(sequences),
        cmocka_unit_test(replicators),
        cmocka_unit_test(branching_time),
        cmocka_unit_test(universal_formulas_lose_their_quantifiers),
        cmocka_unit_test(mistakes_are_placed),
        cmocka_unit_test(implications_may_be_vacuous),
        cmocka_unit_test(other_implications_are_not),
        cmocka_unit_test(vacuities_report_nothing_again),
        cmocka_unit_test(vacuities_are_limited),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
