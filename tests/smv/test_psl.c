// The parser of SMV: PSL properties, how tightly their operators bind, and mistakes.
#include "syntax.h"

static void psl(const char *text, const char *printed)
{
    assert_prints(SMV_PSLSPEC, SMV_PRINT_NUSMV, text, printed);
}

static void always_reaches_to_the_end(void **state)
{
    UNUSED(state);
    psl("always a -> b", "always ((a -> b))");
    psl("never a & b | c", "never (((a & b) | c))");
    psl("a & always b -> c", "(a & always ((b -> c)))");
    psl("G a -> b", " G (a -> b)");
    psl("always eventually! a -> b", "always ((eventually! (a) -> b))");
    psl("eventually! a until b", "eventually! ((a until b))");
}

static void temporal_operators_take_what_binds_tighter(void **state)
{
    UNUSED(state);
    psl("AG a & b", "AG (a & b)");
    psl("AG a -> b", "(AG a -> b)");
    psl("F a | b -> EF c", "( F (a | b) -> EF c)");
    psl("A [a U b] & E [c U d]", "(A [ a U b ]  & E [ c U d ] )");
    psl("EX EG AX AF a", "EX (EG (AX (AF a)))");
    psl("AG a until b", "(AG a until b)");
}

static void arrows_are_equals_and_go_left(void **state)
{
    UNUSED(state);
    psl("a -> b -> c", "((a -> b) -> c)");
    psl("a <-> b -> c <-> d", "(((a <-> b) -> c) <-> d)");
}

static void expressions_have_their_own_order(void **state)
{
    UNUSED(state);
    psl("a = b & c < d + 1 * 2", "(a = b & c < d + 1 * 2)");
    psl("a || b && c | d", "(a | (b & (c | d)))");
    psl("a xor b & c ^ d xnor e", "(((a xor (b & c)) xor d) xnor e)");
    psl("a == b != c", "(a = b) != c");
    psl("a < b = c > d", "(a < b) = (c > d)");
    psl("x in {1, 2} union {3}", "(x in 1 union 2) union 3");
    psl("a ? b : c ? d : e", "(a ? b : (c ? d : e))");
    psl("!a & -b + +c >= d :: e << 2", "(!a & -b + c >= d :: e << 2)");
    psl("case a : b; TRUE : c; esac", "case\na : b;\nTRUE : c;\nesac");
    psl("select(w, 3, 1) = 0ud3_2", "w[3 : 1] = 0ud3_2");
    psl("bool(w.x[i + 1].2)", "bool(w.x[i + 1].2)");
    psl("self.a", "self.a");
}

static void next_comes_in_many_forms(void **state)
{
    UNUSED(state);
    psl("X a", "X (a)");
    psl("X! a & b", "X! ((a & b))");
    psl("X [3] (a) & b", "(X [3] (a) & b)");
    psl("X [a U b] & c", "X (((a U b) & c))");
    psl("next a -> b", "(next (a) -> b)");
    psl("next! [n] (a)", "next! [n] (a)");
    psl("next_a [1:3] (a)", "next_a [1:3] (a)");
    psl("next_e! [1:inf] (a)", "next_e! [1:inf] (a)");
    psl("next_event (b) (a)", "next_event (b) (a)");
    psl("next_event! (b) [2] (a)", "next_event! (b) [2] (a)");
    psl("next_event_a (b) [1:3] (a)", "next_event_a (b) [1:3] (a)");
    psl("next_event_e! (b & c) [1:3] (a)", "next_event_e! ((b & c)) [1:3] (a)");
}

static void binary_operators(void **state)
{
    UNUSED(state);
    psl("a until b", "(a until b)");
    psl("a until! b until_ c until!_ d", "(((a until! b) until_ c) until!_ d)");
    psl("a before b before! c", "((a before b) before! c)");
    psl("a before_ b until c", "(a before_ (b until c))");
    psl("a abort b until c", "((a abort b) until c)");
    psl("[a W b] & [c U d]", "((a W b) & (c U d))");
}

static void sequences(void **state)
{
    UNUSED(state);
    psl("{a}", "{a}");
    psl("{a; b; c}", "{{a}; {{b}; {c}}}");
    psl("{a & b; {c} | {d}}", "{{(a & b)}; {{c} | {d}}}");
    psl("{{a} : {b} && {c} & {d}}", "{{a} : {{{b} && {c}} & {d}}}");
    psl("{a[*]; b[*2]; c[*1:3]; d[+]; [*]; [+]; [*4]}",
        "{{{a}[*]}; {{{b}[*2]}; {{{c}[*1:3]}; {{{d}[+]}; {{[*]}; {{[+]}; {[*4]}}}}}}}");
    psl("{a[=2]; b[->]; c[->1:inf]}", "{{{a}[=2]}; {{{b}[->]}; {{c}[->1:inf]}}}");
    psl("always {a; b}", "always {{a}; {b}}");
    psl("always {a; b}!", "always {{a}; {b}}!");
    psl("{a} |-> {b}", "({a} |-> {b})");
    psl("{a; b} |=> {c}!", "({{a}; {b}} |=> {c}!)");
    psl("{a} (b)", "({a} |-> b!)");
    psl("{a} |-> eventually! b", "({a} |-> eventually! (b))");
    psl("always {a} |-> next b", "always (({a} |-> next (b)))");
    psl("within (a, b) {c; d}", "within (a, b) {{c}; {d}}");
    psl("within!_ ({a}, b) {c}", "within!_ ({a}, b) {c}");
    psl("whilenot! (a) {c}", "whilenot! (a) {c}");
}

static void replicators(void **state)
{
    UNUSED(state);
    psl("forall i in {1, 2} : a[i] & b -> c", "(( forall i in {2, 1} : (a[i] & b) ) -> c)");
    psl("forany j [0:2] in boolean : always b", "( forany j [0:2] in boolean : always (b) )");
    psl("forall i in {0:3, x} : b", "( forall i in {x, 0:3} : b )");
}

static void mistakes(void **state)
{
    UNUSED(state);
    assert_wrong(SMV_PSLSPEC, "always", "1:7+0 error: expected a PSL formula, found the end of the formula\n");
    assert_wrong(SMV_PSLSPEC, "a until", "1:8+0 error: expected a PSL formula, found the end of the formula\n");
    assert_wrong(SMV_PSLSPEC, "[a b]", "1:4+1 error: expected \"U\" or \"W\", found \"b\"\n");
    assert_wrong(SMV_PSLSPEC, "next_a [3] (b)", "1:9+1 error: expected a range, as in \"[1:3]\"\n");
    assert_wrong(SMV_PSLSPEC, "next_event (a) b", "1:16+1 error: expected \"(\", found \"b\"\n");
    assert_wrong(SMV_PSLSPEC, "forall 1", "1:8+1 error: expected a name, found \"1\"\n");
    assert_wrong(SMV_PSLSPEC, "forall i in x", "1:13+1 error: expected \"{\" or \"boolean\", found \"x\"\n");
    assert_wrong(SMV_PSLSPEC, "{a; b", "1:6+0 error: expected \"}\", found the end of the formula\n");
    assert_wrong(SMV_PSLSPEC, "{a[*x:]}", "1:7+1 error: expected a number or a range, found \"]\"\n");
    assert_wrong(SMV_PSLSPEC, "{a[=]}", "1:5+1 error: expected a number or a range, found \"]\"\n");
    assert_wrong(SMV_PSLSPEC, "whilenot (a) b", "1:14+1 error: expected a sequence in braces, found \"b\"\n");
    assert_wrong(SMV_PSLSPEC, "whilenot (a) {b, c}", "1:14+6 error: expected a sequence, found a set\n");
    assert_wrong(SMV_PSLSPEC, "a; b", "1:4+1 error: expected the end of the formula, found \"b\"\n");
    assert_complains("MODULE main PSLSPEC a INIT b", "1:23+4 error: expected \";\", found \"INIT\"\n");
    // A `;` in braces does not end the formula, nor does it when one recovers from an error.
    assert_complains("MODULE main PSLSPEC {a; ) ; b ; c}; INIT )",
                     "1:25+1 error: expected a PSL formula, found \")\"\n"
                     "1:42+1 error: expected an expression, found \")\"\n");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(always_reaches_to_the_end),
        cmocka_unit_test(temporal_operators_take_what_binds_tighter),
        cmocka_unit_test(arrows_are_equals_and_go_left),
        cmocka_unit_test(expressions_have_their_own_order),
        cmocka_unit_test(next_comes_in_many_forms),
        cmocka_unit_test(binary_operators),
        cmocka_unit_test(sequences),
        cmocka_unit_test(replicators),
        cmocka_unit_test(mistakes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
