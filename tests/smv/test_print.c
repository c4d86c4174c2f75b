// NuSMV's own way to show formulas. The expectations follow what it prints.
#include "syntax.h"

static void shows(enum smv_decl_kind kind, const char *text, const char *printed)
{
    assert_prints(kind, SMV_PRINT_NUSMV, text, printed);
}

static void connectives_are_always_in_parentheses(void **state)
{
    UNUSED(state);
    shows(SMV_SPEC, "a & b", "(a & b)");
    shows(SMV_SPEC, "a & b & c", "((a & b) & c)");
    shows(SMV_SPEC, "a & (b & c)", "(a & (b & c))");
    shows(SMV_SPEC, "a -> b -> c", "(a -> (b -> c))");
    shows(SMV_SPEC, "(AG a) & (AG b)", "(AG a & AG b)");
    shows(SMV_SPEC, "!(a | b) xor c xnor d <-> e", "(((!(a | b) xor c) xnor d) <-> e)");
}

static void temporal_operators(void **state)
{
    UNUSED(state);
    shows(SMV_SPEC, "AG (p -> AF q)", "AG (p -> AF q)");
    shows(SMV_SPEC, "AG AF p", "AG (AF p)");
    shows(SMV_SPEC, "AG !p", "AG !p");
    shows(SMV_SPEC, "!EF p", "!(EF p)");
    shows(SMV_SPEC, "AG(x = 1 -> AF y <= b[1])", "AG (x = 1 -> AF y <= b[1])");
    shows(SMV_SPEC, "A [p U q]", "A [ p U q ] ");
    shows(SMV_SPEC, "AG (a -> A[a U (!a & E[b U c])])", "AG (a -> A [ a U (!a & E [ b U c ] ) ] )");
    shows(SMV_SPEC, "EBF 1..3 p", "EBF 1..3 p");
    shows(SMV_SPEC, "A [p BU 0..4 q]", "A [ p BU 0..4 q ] ");
    shows(SMV_LTLSPEC, "G F p", " G ( F p)");
    shows(SMV_LTLSPEC, "G (p -> X q)", " G (p ->  X q)");
    shows(SMV_LTLSPEC, "F (X y = 8 | O y < 3)", " F ( X y = 8 |  O y < 3)");
    shows(SMV_LTLSPEC, "p U q V r", "((p U q) V r)");
    shows(SMV_LTLSPEC, "G [1,3] p", " G [1,3] p");
    shows(SMV_COMPUTE, "MIN[a, b & c]", "MIN [ a , (b & c) ] ");
    shows(SMV_CTLSTARSPEC, "A (G p -> F q)", "A ( G p ->  F q)");
}

static void other_operators_only_where_needed(void **state)
{
    UNUSED(state);
    shows(SMV_SPEC, "a + b * c = d", "a + b * c = d");
    shows(SMV_SPEC, "(a + b) * c = d - e - f", "(a + b) * c = (d - e) - f");
    shows(SMV_SPEC, "a mod b + 1 > 2", "a mod b + 1 > 2");
    shows(SMV_SPEC, "a mod (b * c) = 2", "a mod (b * c) = 2");
    shows(SMV_SPEC, "-0sb4_1111 = 0ud4_3", "-(-0sd4_1) = 0ud4_3");
    shows(SMV_SPEC, "(A [a U b]) = c", "(A [ a U b ]) = c");
    shows(SMV_SPEC, "(a = b) = c", "(a = b) = c");
    shows(SMV_SPEC, "!(a = b)", "!(a = b)");
    shows(SMV_SPEC, "!!a", "!(!a)");
    shows(SMV_SPEC, "x in {a, b}", "x in a union b");
    shows(SMV_SPEC, "x in {a, b, c} & y", "(x in (a union b) union c & y)");
    shows(SMV_SPEC, "x in {a}", "x in a");
    shows(SMV_SPEC, "x in 1..3", "x in (1 .. 3)");
    shows(SMV_SPEC, "a ? b : c", "(a ? b : c)");
    shows(SMV_SPEC, "case a : b; TRUE : c; esac = d", "case\na : b;\nTRUE : c;\nesac = d");
    shows(SMV_INVARSPEC, "next(a & b) = next(c)", "next((a & b)) = next(c)");
    shows(SMV_SPEC, "w[3:1] :: (v + u)[0:0]", "w[3 : 1] :: (v + u)[0 : 0]");
    shows(SMV_SPEC, "extend(w, 3) = resize(v, 4)", "extend(w , 3) = resize(v, 4)");
    shows(SMV_SPEC, "a.b.1[i + 1].c", "a.b.1[i + 1].c");
    shows(SMV_SPEC, "-a - -0sd4_3 = 0sb4_1111", "-a - -0sd4_3 = -0sd4_1");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(connectives_are_always_in_parentheses),
        cmocka_unit_test(temporal_operators),
        cmocka_unit_test(other_operators_only_where_needed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
