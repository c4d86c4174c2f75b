// What expressions mean, operator by operator: typed, folded, and in terms of the model.
#include "lowered_text.h"

#define VARIABLES \
    "VAR a : boolean; b : boolean; c : boolean; x : 0..3; y : -2..2; s : {idle, busy}; t : {busy, done, 3}; " \
    "n : {1, 5, 9}; w : word[4]; v : word[4]; i : signed word[4]; j : signed word[4]; " \
    "f : array 0..2 of boolean; g : array -1..0 of array 0..1 of 0..3; "

static void lowers(const char *condition, const char *shown)
{
    assert_lowers(VARIABLES, condition, shown);
}

static void truth_values(void **state)
{
    UNUSED(state);
    lowers("TRUE", "TRUE");
    lowers("!a", "(! a)");
    lowers("a & b & c", "(& a b c)");
    lowers("a | b", "(| a b)");
    lowers("a xor b", "(xor a b)");
    lowers("a xnor b", "(! (xor a b))");
    lowers("a <-> b", "(! (xor a b))");
    lowers("a -> b", "(| b (! a))");
    lowers("a -> b -> c", "(| (! a) (| c (! b)))");
    lowers("a = b", "(! (xor a b))");
    lowers("a != b", "(xor a b)");
    lowers("a ? b : c", "(ite a b c)");
    lowers("case a : b; b : c; TRUE : FALSE; esac", "(ite a b (& b c))");
    lowers("a & !a", "FALSE");
}

static void comparisons(void **state)
{
    UNUSED(state);
    lowers("x = 2", "(= x 2)");
    lowers("x = 20", "FALSE");
    lowers("x != 20", "TRUE");
    lowers("x < y", "(< x y)");
    lowers("x > y", "(< y x)");
    lowers("x <= y", "(! (< y x))");
    lowers("x >= y", "(! (< x y))");
    lowers("s = busy", "(= s busy)");
    lowers("s = t", "(= s t)");
    lowers("t = 3", "(= t 3)");
    lowers("x = t", "(= t x)");
    lowers("n < 6", "(< n 6)");
    lowers("n = 2", "FALSE");
    lowers("w < v", "(< w v)");
    lowers("i >= j", "(! (< i j))");
    lowers("w = 0ud4_9", "(= w 0ud4_9)");
}

static void arithmetic(void **state)
{
    UNUSED(state);
    lowers("x + y = 1", "(= (+ x y) 1)");
    lowers("x + y + 1 = x - y - 1", "(= (+ (+ x y) 1) (- (- x y) 1))");
    lowers("-x = 3 * y", "(= (* y 3) (neg x))");
    lowers("-7 / 2 = -3", "TRUE");
    lowers("-7 mod 3 = -1", "TRUE");
    lowers("7 mod -3 = 1", "TRUE");
    lowers("x / 2 = y mod 2", "(= (/ x 2) (mod y 2))");
    lowers("n + 1 = 2", "(= (+ n 1) 2)");
    lowers("count(a, b, TRUE) = 2", "(= (+ (count a b) 1) 2)");
    lowers("max(x, y) = 2", "(= (ite (< x y) y x) 2)");
    lowers("min(x, y) = 2", "(= (ite (< x y) x y) 2)");
    lowers("abs(y) = 2", "(= (ite (< y 0) (neg y) y) 2)");
    lowers("floor(x) = 2", "(= x 2)");
}

static void words(void **state)
{
    UNUSED(state);
    lowers("(w & v) = 0ub4_1111", "(= (bitand v w) 0ud4_15)");
    lowers("(w | v) = (w xor v)", "(= (bitor v w) (bitxor v w))");
    lowers("!w = v", "(= v (~ w))");
    lowers("(w xnor v) = w", "(= w (~ (bitxor v w)))");
    lowers("(w <-> v) = w", "(= w (~ (bitxor v w)))");
    lowers("(w -> v) = w", "(= w (bitor v (~ w)))");
    lowers("w + v = w * v", "(= (* v w) (+ v w))");
    lowers("-i = i - j", "(= (- i j) (neg i))");
    lowers("-0sd4_3 = 0sd4_3 - 0sd4_6", "TRUE");
    lowers("0ud4_15 + 0ud4_2 = 0ud4_1", "TRUE");
    lowers("w << 1 = v", "(= v (<< w 1))");
    lowers("w >> v = v", "(= v (>> w v))");
    lowers("-0sd4_8 >> 1 = -0sd4_4", "TRUE");
    lowers("0ud4_8 >> 1 = 0ud4_4", "TRUE");
    lowers("w :: v = 0h8_ff", "(= (:: w v) 0ud8_255)");
    lowers("w[2:1] = 0ub2_01", "(= (bits 2:1 w) 0ud2_1)");
    lowers("i[3:3] = 0ub1_1", "(= (bits 3:3 i) 0ud1_1)");
    lowers("extend(w, 2) = 0ud6_9", "(= (extend unsigned word[6] w) 0ud6_9)");
    lowers("extend(-0sd2_1, 2) = -0sd4_1", "TRUE");
    lowers("resize(w, 6) = 0ud6_9", "(= (extend unsigned word[6] w) 0ud6_9)");
    lowers("resize(w, 2) = 0ud2_1", "(= (bits 1:0 w) 0ud2_1)");
    lowers("resize(-0sd4_7, 3) = -0sd3_3", "TRUE"); // 1001 keeps its sign and the lowest bits: 101
    lowers("resize(-0sd4_7, 1) = -0sd1_1", "TRUE");
    lowers("signed(w) = i", "(= i (as signed word[4] w))");
    lowers("unsigned(i) = w", "(= w (as unsigned word[4] i))");
    lowers("toint(w) = x", "(= x (toint w))");
    lowers("toint(-0sd4_3) = -3", "TRUE");
    lowers("toint(a) = x", "(= x (toint a))");
    lowers("bool(w[0:0])", "(as boolean (bits 0:0 w))");
    lowers("bool(x)", "(! (= x 0))");
    lowers("word1(a) = 0ub1_1", "(= (as unsigned word[1] a) 0ud1_1)");
    lowers("uwconst(9, 4) = w", "(= w 0ud4_9)");
    lowers("swconst(-3, 4) = i", "(= i -0sd4_3)");
    lowers("sizeof(w) = 4", "TRUE");
}

static void sets(void **state)
{
    UNUSED(state);
    lowers("x in {1}", "(= x 1)");
    lowers("x in {1, 3}", "(| (= x 1) (= x 3))");
    lowers("x in {1, 2} union 3", "(! (< x 1))");
    lowers("x in 1..2", "(& (! (< 2 x)) (! (< x 1)))");
    lowers("x in 0..1 union 3", "(| (! (< 1 x)) (= x 3))");
    lowers("x in y", "(= x y)");
    lowers("{1, 2} in {1, 2, 3}", "TRUE");
    lowers("{1, 4} in {1, 2, 3}", "FALSE");
    lowers("{1, 2} in x", "(& (= x 1) (= x 2))");
    lowers("1..2 in {1, 2}", "TRUE");
    lowers("s in {busy, done}", "(= s busy)");
    lowers("x in case a : {1, 2}; TRUE : 3; esac", "(ite a (| (= x 1) (= x 2)) (= x 3))");
    lowers("x in (a ? {1, 2} : y)", "(ite a (| (= x 1) (= x 2)) (= x y))");
    lowers("a in {TRUE}", "a");
    lowers("x = {2}", "(= x 2)"); // one in braces is that one
}

static void alternatives_of_several_types(void **state)
{
    UNUSED(state);
    lowers("(a ? x : 7) = 7", "(= (ite a x 7) 7)");
    lowers("(a ? s : done) = t", "(= t (ite a s done))");
    lowers("(a ? s : x) = t", "(= t (ite a s x))");
    lowers("(a ? w : v) = w", "(= w (ite a w v))");
}

static void arrays(void **state)
{
    UNUSED(state);
    lowers("f[1]", "f[1]");
    lowers("g[-1][1] = 2", "(= g[-1][1] 2)");
    lowers("f[x mod 3]", "(ite (= (mod x 3) 0) f[0] (ite (= (mod x 3) 1) f[1] f[2]))");
    lowers("g[0][x mod 2] = 1", "(= (ite (= (mod x 2) 0) g[0][0] g[0][1]) 1)");
    lowers("g[x mod 2 - 1][0] = 1", "(= (ite (= (- (mod x 2) 1) -1) g[-1][0] g[0][0]) 1)");
    lowers("f[1 + 1]", "f[2]");
    // An index that could leave the array is fine where it does not.
    lowers("x < 3 & f[x]", "(& (< x 3) (ite (= x 0) f[0] (ite (= x 1) f[1] f[2])))");
}

static void definitions(void **state)
{
    UNUSED(state);
    const char *with = VARIABLES "DEFINE p := a & b; q := p | c; r := [1, x, 3]; m := [[1, 2], [x, y]]; k := r; ";
    assert_lowers(with, "q", "(| c (& a b))");
    assert_lowers(with, "r[1] = 2", "(= x 2)");
    assert_lowers(with, "r[0] = 2", "FALSE");
    assert_lowers(with, "m[1][1] = 2", "(= y 2)");
    assert_lowers(with, "k[1] = 2", "(= x 2)");
    assert_lowers(with, "r[x mod 2] = 2", "(= (ite (= (mod x 2) 0) 1 x) 2)");
    assert_lowers(with, "m[x mod 2][0] = 2", "(= (ite (= (mod x 2) 0) 1 x) 2)");
}

static void partial_expressions_that_are_never_undefined(void **state)
{
    UNUSED(state);
    lowers("x != 0 & 6 / x = 2", "(& (! (= x 0)) (= (/ 6 x) 2))");
    lowers("x = 0 | 6 / x = 2", "(| (= (/ 6 x) 2) (= x 0))");
    lowers("x != 0 -> 6 / x = 2", "(| (= (/ 6 x) 2) (= x 0))");
    lowers("(x = 0 ? 1 : 6 / x) = 2", "(= (ite (= x 0) 1 (/ 6 x)) 2)");
    lowers("case x = 0 : TRUE; x > 0 : case x > 0 : a; esac; esac", "(| a (= x 0))");
    lowers("x < 3 -> case x = 0 : a; x in 1..2 : b; esac", "(| (! (< x 3)) (ite (= x 0) a b))");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(truth_values),
        cmocka_unit_test(comparisons),
        cmocka_unit_test(arithmetic),
        cmocka_unit_test(words),
        cmocka_unit_test(sets),
        cmocka_unit_test(alternatives_of_several_types),
        cmocka_unit_test(arrays),
        cmocka_unit_test(definitions),
        cmocka_unit_test(partial_expressions_that_are_never_undefined),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
