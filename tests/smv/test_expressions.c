// What binds how tightly, and to which side, by printing every operator in parentheses.
#include "syntax.h"

static void full(enum smv_decl_kind kind, const char *text, const char *printed)
{
    assert_prints(kind, SMV_PRINT_FULL, text, printed);
}

static void simple(const char *text, const char *printed)
{
    full(SMV_INVARSPEC, text, printed);
}

static void implication_is_loosest_and_goes_right(void **state)
{
    UNUSED(state);
    simple("a -> b -> c", "(a -> (b -> c))");
    simple("a -> b <-> c", "(a -> (b <-> c))");
    simple("a <-> b -> c", "((a <-> b) -> c)");
    simple("a <-> b <-> c", "((a <-> b) <-> c)");
}

static void choice_binds_tighter_than_both_arrows(void **state)
{
    UNUSED(state);
    simple("a ? b : c -> d", "((a ? b : c) -> d)");
    simple("a ? b : c <-> d", "((a ? b : c) <-> d)");
    simple("a | b ? c : d", "((a | b) ? c : d)");
    simple("a ? b : c ? d : e", "(a ? b : (c ? d : e))");
    simple("a ? b ? c : d : e", "(a ? (b ? c : d) : e)");
    simple("a ? b -> c : d", "(a ? (b -> c) : d)");
    simple("a ? b : c | d", "(a ? b : (c | d))");
}

static void boolean_connectives(void **state)
{
    UNUSED(state);
    simple("a | b & c", "(a | (b & c))");
    simple("a & b | c", "((a & b) | c)");
    simple("a xor b | c xnor d", "(((a xor b) | c) xnor d)");
    simple("a & b & c & d", "(((a & b) & c) & d)");
    simple("a & (b & c)", "(a & (b & c))");
    simple("!a & !b", "((!a) & (!b))");
    simple("!!a", "(!(!a))");
    simple("a = b & c != d", "((a = b) & (c != d))");
}

static void comparisons_and_sets(void **state)
{
    UNUSED(state);
    simple("a = b = c", "((a = b) = c)");
    simple("a < b = c >= d", "(((a < b) = c) >= d)");
    simple("a <= b > c", "((a <= b) > c)");
    simple("!a = b", "((!a) = b)");
    simple("a in b = c", "((a in b) = c)");
    simple("a = b in c", "(a = (b in c))");
    simple("a in b union c", "(a in (b union c))");
    simple("a in b in c", "((a in b) in c)");
    simple("x in {1, 2} union 3", "(x in ({1, 2} union 3))");
    simple("x in 1..3 union 5", "(x in ((1 .. 3) union 5))");
    simple("x in {0..3, a + 1, b -> c}", "(x in {(0 .. 3), (a + 1), (b -> c)})");
    simple("a + 1 .. b << 2", "((a + 1) .. (b << 2))");
    simple("-1..+2", "((-1) .. 2)");
    simple("a notin {b}", "(!(a in {b}))");
    simple("notin notin notin", "(!(notin in notin))");
}

static void arithmetic(void **state)
{
    UNUSED(state);
    simple("a + b * c", "(a + (b * c))");
    simple("a - b + c", "((a - b) + c)");
    simple("a - b - c", "((a - b) - c)");
    simple("a * b mod c / d", "(((a * b) mod c) / d)");
    simple("a + b << c + d", "((a + b) << (c + d))");
    simple("a << b >> c", "((a << b) >> c)");
    simple("a << b = c", "((a << b) = c)");
    simple("a union b << c", "(a union (b << c))");
    simple("-a * b", "((-a) * b)");
    simple("a * -b", "(a * (-b))");
    simple("- - a", "(-(-a))");
    simple("-!a", "(-(!a))");
    simple("a :: b * c", "((a :: b) * c)");
    simple("!a :: -b :: c", "(((!a) :: (-b)) :: c)");
    simple("+3 + +4", "(3 + 4)");
    simple("a - 1", "(a - 1)");
}

static void parts_bind_tightest(void **state)
{
    UNUSED(state);
    simple("!a.b[1].c", "(!a.b[1].c)");
    simple("-w[7:4]", "(-w[7 : 4])");
    simple("a[i + 1][j ? k : l]", "a[(i + 1)][(j ? k : l)]");
    simple("w[a ? b : c : d]", "w[(a ? b : c) : d]");
    simple("(a :: b)[3:0]", "(a :: b)[3 : 0]");
    simple("self.x.1.y", "self.x.1.y");
    simple("self", "self");
    simple("a[1][2:1][0]", "a[1][2 : 1][0]");
}

static void constants(void **state)
{
    UNUSED(state);
    simple("TRUE & FALSE", "(TRUE & FALSE)");
    simple("0ud4_9 + 0ub4_1001", "(0ud4_9 + 0ud4_9)");
    simple("-0sd4_3", "(-0sd4_3)");
    simple("0sh8_ff", "-0sd8_1");
    simple("0sb4_1000", "0sd4_8");
    simple("0sb4_1001", "-0sd4_7");
    simple("0sh64_8000000000000001", "-0sd64_9223372036854775807");
    simple("0sb64_1", "0sd64_1");
    simple("0h_ff", "0ud8_255");
}

static void functions(void **state)
{
    UNUSED(state);
    simple("word1(a) :: bool(b)", "(word1(a) :: bool(b))");
    simple("toint(a) + count(a, b -> c, d)", "(toint(a) + count(a, (b -> c), d))");
    simple("uwconst(3, 4) + swconst(-3, 4)", "(uwconst(3, 4) + swconst((-3), 4))");
    simple("extend(a, 3) = resize(b, 4)", "(extend(a , 3) = resize(b, 4))");
    simple("signed(a) < unsigned(b)", "(signed(a) < unsigned(b))");
    simple("sizeof(a) + floor(b) + abs(-c)", "((sizeof(a) + floor(b)) + abs((-c)))");
    simple("max(a, b) > min(c, d)", "(max(a, b) > min(c, d))");
    simple("next(a & b) -> next(c)[1]", "(next((a & b)) -> next(c)[1])");
    simple("abs & max.min[floor]", "(abs & max.min[floor])"); // not reserved here
    simple("typeof(a)", "typeof(a)");
}

static void case_and_sets_nest(void **state)
{
    UNUSED(state);
    simple("case a : b; TRUE : case c : d; esac; esac + 1", "(case\na : b;\nTRUE : case\nc : d;\nesac;\nesac + 1)");
    simple("case a ? b : c : d ? e : f; esac", "case\n(a ? b : c) : (d ? e : f);\nesac");
    simple("{{1, 2}, a union {3}}", "{{1, 2}, (a union {3})}");
}

static void branching_time(void **state)
{
    UNUSED(state);
    full(SMV_SPEC, "AG a & b", "((AG a) & b)");
    full(SMV_SPEC, "AG a = b & c", "((AG (a = b)) & c)");
    full(SMV_SPEC, "AG a -> AF b", "((AG a) -> (AF b))");
    full(SMV_SPEC, "AG (a -> AF b)", "(AG (a -> (AF b)))");
    full(SMV_SPEC, "EX EF EG AX AF AG a", "(EX (EF (EG (AX (AF (AG a))))))");
    full(SMV_SPEC, "!AG a", "(!(AG a))");
    full(SMV_SPEC, "! ! EF a = b", "(!(!(EF (a = b))))");
    full(SMV_SPEC, "AG !a = b", "(AG ((!a) = b))");
    full(SMV_SPEC, "A [a U b] & E[a | b U c -> d]", "(A [ a U b ]  & E [ (a | b) U (c -> d) ] )");
    full(SMV_SPEC, "A [A [a U b] U E [c U d]]", "A [ A [ a U b ]  U E [ c U d ]  ] ");
    full(SMV_SPEC, "(AG a) + 1 = 2", "(((AG a) + 1) = 2)");
    full(SMV_SPEC, "AG a ? b : c", "((AG a) ? b : c)");
}

static void real_time(void **state)
{
    UNUSED(state);
    full(SMV_SPEC, "EBF 1..3 a & ABF 0..0 b", "((EBF 1..3 a) & (ABF 0..0 b))");
    full(SMV_SPEC, "ABG 0..2 EBG 1..+4 a = b", "(ABG 0..2 (EBG 1..4 (a = b)))");
    full(SMV_SPEC, "A [a BU 0..4 b] | E [a BU 1..2 AG b]", "(A [ a BU 0..4 b ]  | E [ a BU 1..2 (AG b) ] )");
    full(SMV_COMPUTE, "MIN [a & b, c -> d]", "MIN [ (a & b) , (c -> d) ] ");
    full(SMV_COMPUTE, "MAX[a, EF b]", "MAX [ a , (EF b) ] ");
}

static void linear_time(void **state)
{
    UNUSED(state);
    full(SMV_LTLSPEC, "G a -> F b", "((G a) -> (F b))");
    full(SMV_LTLSPEC, "a U b & c", "((a U b) & c)");
    full(SMV_LTLSPEC, "a & b U c", "(a & (b U c))");
    full(SMV_LTLSPEC, "a U b U c", "((a U b) U c)");
    full(SMV_LTLSPEC, "a U b V c S d T e", "((((a U b) V c) S d) T e)");
    full(SMV_LTLSPEC, "a = b U G c = d", "((a = b) U (G (c = d)))");
    full(SMV_LTLSPEC, "G a U b", "((G a) U b)");
    full(SMV_LTLSPEC, "!X Y Z H O a", "(!(X (Y (Z (H (O a))))))");
    full(SMV_LTLSPEC, "F [1,2] a & G [0,3] b", "((F [1,2] a) & (G [0,3] b))");
    full(SMV_LTLSPEC, "O [1,2] H [3,4] a", "(O [1,2] (H [3,4] a))");
    full(SMV_LTLSPEC, "G (next(a) = b)", "(G (next(a) = b))");
}

static void paths(void **state)
{
    UNUSED(state);
    full(SMV_CTLSTARSPEC, "A G F a", "(A (G (F a)))");
    full(SMV_CTLSTARSPEC, "E (G F a & F G b)", "(E ((G (F a)) & (F (G b))))");
    full(SMV_CTLSTARSPEC, "A [a U b]", "(A (a U b))");
    full(SMV_CTLSTARSPEC, "E [X a -> b V c]", "(E (((X a) -> b) V c))"); // as `E [... U ...]` of CTL
    full(SMV_CTLSTARSPEC, "E [X a -> (b V c)]", "(E ((X a) -> (b V c)))");
    full(SMV_CTLSTARSPEC, "A [a & b U c | d]", "(A ((a & b) U (c | d)))");
    full(SMV_CTLSTARSPEC, "A a U b", "((A a) U b)");
    full(SMV_CTLSTARSPEC, "A X E X a & AG b", "((A (X (E (X a)))) & (AG b))");
    full(SMV_CTLSTARSPEC, "!E !F AG A [a BU 1..2 b]", "(!(E (!(F (AG A [ a BU 1..2 b ] )))))");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(implication_is_loosest_and_goes_right),
        cmocka_unit_test(choice_binds_tighter_than_both_arrows),
        cmocka_unit_test(boolean_connectives),
        cmocka_unit_test(comparisons_and_sets),
        cmocka_unit_test(arithmetic),
        cmocka_unit_test(parts_bind_tightest),
        cmocka_unit_test(constants),
        cmocka_unit_test(functions),
        cmocka_unit_test(case_and_sets_nest),
        cmocka_unit_test(branching_time),
        cmocka_unit_test(real_time),
        cmocka_unit_test(linear_time),
        cmocka_unit_test(paths),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
