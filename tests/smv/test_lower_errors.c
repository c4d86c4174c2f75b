// Every message about meaning, with the place it points at; and that one mistake is reported once.
#include "lowered_text.h"

#define VARIABLES \
    "VAR a : boolean; b : boolean; x : 0..3; y : -2..2; s : {idle, busy}; w : word[4]; v : word[3]; " \
    "i : signed word[4]; f : array 0..2 of boolean; IVAR inp : boolean; DEFINE d := x + 1; n := next(x); "

static void rejects(const char *condition, const char *messages)
{
    assert_condition_rejected(VARIABLES, condition, messages);
}

static void names(void **state)
{
    UNUSED(state);
    rejects("foo", "3:1+3 error: there is no variable \"foo\" in module main\n");
    rejects("case s = idle : TRUE; else : FALSE; esac",
            "3:23+4 error: there is no variable \"else\" in module main; the last branch of a \"case\" is written "
            "\"TRUE : ...;\"\n");
    rejects("iddle = s", "3:1+5 error: there is no variable \"iddle\" in module main; did you mean \"idle\"?\n");
    rejects("foo = 1 & foo = 2", "3:1+3 error: there is no variable \"foo\" in module main\n"
                                 "3:11+3 error: there is no variable \"foo\" in module main\n");
    rejects("x.y = 1", "3:1+1 error: this is an integer (0..3), and not an instance of a module; it has no \"y\"\n");
    rejects("f.y = 1", "3:1+1 error: this is an array, and not an instance of a module; it has no \"y\"\n");
    rejects("s-1 = s",
            "3:1+3 error: there is no variable \"s-1\" in module main; names may contain \"-\", so put spaces "
            "around it for a difference\n");
    rejects("t-1 = s", "3:1+3 error: there is no variable \"t-1\" in module main\n");
    rejects("running", "3:1+7 error: \"running\" is for models with processes, and there are none\n");
    assert_rejected("MODULE m\nVAR value : boolean;\nMODULE main\nVAR i : m;\nINVARSPEC i.valeu\nINVARSPEC i.other\n"
                    "INVARSPEC i\nINVARSPEC i = i\n",
                    "5:11+7 error: there is no \"valeu\" in module m; did you mean \"value\"?\n"
                    "6:11+7 error: there is no \"other\" in module m\n"
                    "7:11+1 error: this is an instance of a module; a value is expected\n"
                    "8:11+1 error: this is an instance of a module; a value is expected\n"
                    "8:15+1 error: this is an instance of a module; a value is expected\n");
    assert_rejected("MODULE m\nVAR idle : boolean;\nINVARSPEC idle\nMODULE main\nVAR i : m; s : {idle, busy};\n",
                    "3:11+4 error: \"idle\" is ambiguous: it is also a value of an enumeration\n"
                    "2:5+4 note: the name that is declared\n");
    assert_rejected("MODULE main\nVAR idle : boolean; s : {idle, busy};\n",
                    "2:5+4 error: \"idle\" is also a value of an enumeration\n");
}

static void declarations(void **state)
{
    UNUSED(state);
    assert_rejected("MODULE other\n", "error: there is no module \"main\"\n");
    assert_rejected("MODULE main(a)\nINVARSPEC a\n", "1:8+4 error: module \"main\" cannot have parameters\n");
    assert_rejected("MODULE main\nMODULE m\nMODULE m\n", "3:8+1 error: module \"m\" is declared already\n"
                                                         "2:8+1 note: here\n");
    assert_rejected("MODULE main\nVAR x : boolean; x : 0..1;\nDEFINE x := TRUE;\n",
                    "2:18+1 error: \"x\" is declared already, as a variable\n"
                    "2:5+1 note: here\n"
                    "3:8+1 error: \"x\" is declared already, as a variable\n"
                    "2:5+1 note: here\n");
    assert_rejected("MODULE m(p)\nVAR p : boolean;\nMODULE main\nVAR i : m(TRUE);\n",
                    "2:5+1 error: \"p\" is declared already, as a parameter\n"
                    "1:10+1 note: here\n");
    assert_rejected("MODULE main\nVAR x : 3..1; y : 0..foo; z : 0..b; b : boolean; u : 0..TRUE;\n",
                    "2:9+4 error: the range 3..1 is empty\n"
                    "2:22+3 error: there is no variable \"foo\" in module main\n"
                    "2:34+1 error: \"b\" is not a constant, or comes too late to be used here\n"
                    "2:57+4 error: an end of a range must be an integer, and this is a truth value\n");
    assert_rejected("MODULE main\nVAR x : {3..1}; y : {a, TRUE}; z : {0..2000000};\n",
                    "2:10+4 error: the range 3..1 is empty\n"
                    "2:21+9 error: an enumeration cannot have truth values next to other values\n"
                    "2:37+10 error: this enumeration has too many values\n");
    assert_rejected("MODULE main\nVAR x : word[0]; y : word[65]; z : signed word[k]; k : 0..3;\n",
                    "2:14+1 error: a word has at least one bit\n"
                    "2:27+2 error: word too wide: 65 bits, and the most is 64\n"
                    "2:48+1 error: \"k\" is not a constant, or comes too late to be used here\n");
    assert_rejected("MODULE main\nVAR x : array 3..1 of boolean; y : array 0..9999999 of boolean;\n"
                    "z : array 0..999 of array 0..9999 of boolean;\n",
                    "2:9+21 error: the range 3..1 is empty\n"
                    "2:36+27 error: this array has more than 1000000 elements\n"
                    "3:5+40 error: this array has more than 1000000 elements\n");
    assert_rejected("MODULE m\nMODULE main\nVAR x : array 0..1 of m;\n",
                    "3:23+1 error: arrays of modules are not supported\n");
    assert_rejected("MODULE main\nVAR a : array 0..600000 of boolean; b : array 0..600000 of boolean;\n",
                    "2:41+26 error: too many variables: the model has more than 1000000\n");
}

static void instances(void **state)
{
    UNUSED(state);
    assert_rejected("MODULE Cell\nMODULE main\nVAR a : cell; b : nothing;\n",
                    "3:9+4 error: there is no module \"cell\"; did you mean \"Cell\"?\n"
                    "3:19+7 error: there is no module \"nothing\"\n");
    assert_rejected("MODULE m(p, q)\nMODULE main\nVAR a : m(TRUE); b : m;\nMODULE n\n",
                    "3:9+7 error: module \"m\" has 2 parameters, and 1 is given\n"
                    "1:8+1 note: the module\n"
                    "3:22+1 error: module \"m\" has 2 parameters, and 0 are given\n"
                    "1:8+1 note: the module\n");
    assert_rejected("MODULE m\nVAR i : n;\nMODULE n\nVAR j : m;\nMODULE main\nVAR a : m;\n",
                    "4:9+1 error: module \"m\" contains itself\n");
    assert_rejected("MODULE main\nVAR a : main;\n", "2:9+4 error: module \"main\" contains itself\n");
    assert_rejected("MODULE m\nMODULE main\nIVAR a : m;\n",
                    "3:10+1 error: an instance of a module may stand only under VAR\n");
    assert_rejected("MODULE m\nISA n\nMODULE n\nISA m\nMODULE main\nISA m\nISA k\n",
                    "4:1+5 error: module \"m\" takes over its own declarations\n"
                    "7:1+5 error: there is no module \"k\"\n");
    assert_rejected("MODULE m(p)\nDEFINE q := p;\nMODULE main\nVAR a : m(b.p); b : m(a.p);\n",
                    "1:10+1 error: the parameter \"a.p\" depends on itself\n"
                    "1:10+1 note: by way of \"b.p\"\n");
    assert_rejected("MODULE main\nVAR x : boolean;\nDEFINE x.y := TRUE; z.y := TRUE; z.y[1] := TRUE; w := z;\n",
                    "3:8+1 error: this is a truth value; a name can only be declared in an instance of a module\n"
                    "3:34+6 error: this is not a name that can be declared\n");
    assert_rejected("MODULE main\nVAR z.y : boolean;\nINIT z.q & z\n",
                    "3:6+3 error: there is no \"q\" in module main\n"
                    "3:12+1 error: this is an instance of a module; a value is expected\n");
    assert_rejected("MODULE m(p)\nVAR t : boolean;\nASSIGN init(t) := p;\nMODULE main\nVAR a : m(foo);\n",
                    "5:11+3 error: there is no variable \"foo\" in module main\n");
    assert_rejected("MODULE m\nVAR x : boolean;\nMODULE main\nVAR i : m; i.y : boolean; i.x : boolean; i.j : m;\n",
                    "4:27+3 error: \"x\" is declared already, as a variable\n"
                    "2:5+1 note: here\n"
                    "4:42+3 error: an instance cannot be declared for another one\n");
}

static void definitions(void **state)
{
    UNUSED(state);
    assert_rejected("MODULE main\nDEFINE a := b; b := c & c; c := !a; e := a;\n",
                    "2:8+1 error: the definition \"a\" depends on itself\n"
                    "2:16+1 note: by way of \"b\"\n"
                    "2:28+1 note: by way of \"c\"\n");
    assert_rejected("MODULE main\nDEFINE a := a;\n", "2:8+1 error: the definition \"a\" depends on itself\n");
    assert_rejected("MODULE main\nDEFINE a := [1, 2];\nINVARSPEC a = 1\nINVARSPEC a[2] = 1\nINVARSPEC a[0][0] = 1\n",
                    "3:11+1 error: this is an array; a value is expected, such as one of its elements\n"
                    "4:13+1 error: index 2 is outside of the array, which goes from 0 to 1\n"
                    "5:11+4 error: this is the integer 1, and not an array\n");
    assert_rejected("MODULE main\nVAR x : 0..1;\nDEFINE a := [[1, 2], [3]]; b := [1, TRUE, a];\n"
                    "INVARSPEC a[x][0] = 1\nINVARSPEC b[x] = 1\nINVARSPEC b[x + 1] = 1\n",
                    "4:11+4 error: the rows of this array are not alike; the index must be a constant\n"
                    "5:11+1 warning: 0 and 1 are taken for FALSE and TRUE here, and wherever else it is needed\n"
                    "6:11+8 error: the elements of this array are of different kinds; the index must be a constant\n");
}

static void where_things_are_not_allowed(void **state)
{
    UNUSED(state);
    assert_rejected(
        "MODULE main\nVAR x : boolean;\nIVAR i : boolean;\nDEFINE d := next(x); e := !i;\n"
        "INIT d\nINVAR d\nFAIRNESS d\nSPEC d\nINIT i\nINIT e\nINVAR i\nSPEC AG i\nTRANS next(d)\nTRANS next(i)\n"
        "TRANS next(e)\nASSIGN init(x) := i;\n",
        "5:6+1 error: this stands for an expression with \"next\" in it, which is not allowed in an INIT condition\n"
        "6:7+1 error: this stands for an expression with \"next\" in it, which is not allowed in an INVAR condition\n"
        "7:10+1 error: this stands for an expression with \"next\" in it, which is not allowed in a fairness "
        "condition\n"
        "8:6+1 error: this stands for an expression with \"next\" in it, which is not allowed in a SPEC\n"
        "9:6+1 error: this is an input variable, which is not allowed in an INIT condition\n"
        "10:6+1 error: this depends on an input variable, which is not allowed in an INIT condition\n"
        "11:7+1 error: this is an input variable, which is not allowed in an INVAR condition\n"
        "12:9+1 error: this is an input variable, which is not allowed in a SPEC\n"
        "13:12+1 error: this stands for an expression with \"next\" in it, which is not allowed in next(...)\n"
        "14:12+1 error: this is an input variable, which is not allowed in next(...)\n"
        "15:12+1 error: this depends on an input variable, which is not allowed in next(...)\n"
        "16:19+1 error: this is an input variable, which is not allowed in an init(...) assignment\n");
    assert_rejected(
        "MODULE m\nMODULE main\nVAR x : boolean; p : process m;\nSPEC AG p.running\nINIT running\n"
        "INVARSPEC p.running\nASSIGN x := running;\n",
        "4:9+9 error: this depends on an input variable, which is not allowed in a SPEC\n"
        "5:6+7 error: this depends on an input variable, which is not allowed in an INIT condition\n"
        "7:13+7 error: this depends on an input variable, which is not allowed in an assignment to a current value\n");
    assert_rejected("MODULE main\nVAR x : boolean;\nSPEC AG ((AF x) = x)\nLTLSPEC G ((F x) ? x : x)\n",
                    "3:11+4 error: a temporal operator cannot stand here: only truth values and other temporal "
                    "operators may be around it\n"
                    "4:13+3 error: a temporal operator cannot stand here: only truth values and other temporal "
                    "operators may be around it\n");
}

static void truth_values(void **state)
{
    UNUSED(state);
    rejects("x", "3:1+1 error: a truth value is expected here, and this is an integer (0..3)\n");
    rejects("s & a", "3:1+1 error: a truth value is expected here, and this is one of {idle, busy}\n");
    rejects("a & x", "3:5+1 error: a truth value is expected here, and this is an integer (0..3)\n");
    rejects("a & {TRUE, FALSE}", "3:5+13 error: a truth value is expected here, and this is a set\n");
    rejects("!x in {1}", "3:2+1 error: a truth value is expected here, and this is an integer (0..3)\n");
    rejects("x ? a : b", "3:1+1 error: a truth value is expected here, and this is an integer (0..3)\n");
    rejects("a ? x : b",
            "3:9+1 error: this does not fit with the rest: it is a truth value, and the other is an integer (0..3)\n");
    rejects("a ? w : v", "3:9+1 error: this does not fit with the rest: it is an unsigned word[3], and the other is an "
                         "unsigned word[4]\n");
    rejects("case x : a; TRUE : b; esac",
            "3:6+1 error: a truth value is expected here, and this is an integer (0..3)\n");
    rejects("case a : x; TRUE : b; esac",
            "3:20+1 error: this does not fit with the rest: it is a truth value, and the other is an integer (0..3)\n");
    rejects("f", "3:1+1 error: this is an array; a value is expected, such as one of its elements\n");
    rejects("count(a, x) = 1", "3:10+1 error: a truth value is expected here, and this is an integer (0..3)\n");
    rejects("{1, 2}", "3:1+6 error: a truth value is expected here, and this is a set\n");
}

static void comparisons(void **state)
{
    UNUSED(state);
    rejects("x = {1, 2}", "3:5+6 error: a set cannot be compared with a value; use \"in\" to ask for a member\n");
    rejects("a < b", "3:1+1 error: only integers and words can be compared like this, and this is a truth value\n"
                     "3:5+1 error: only integers and words can be compared like this, and this is a truth value\n");
    rejects("s < busy",
            "3:1+1 error: only integers and words can be compared like this, and this is one of {idle, busy}\n"
            "3:5+4 error: only integers and words can be compared like this, and this is the symbol busy\n");
    rejects("a = x",
            "3:5+1 error: this does not fit with the rest: it is an integer (0..3), and the other is a truth value\n");
    rejects(
        "a = s",
        "3:5+1 error: this does not fit with the rest: it is one of {idle, busy}, and the other is a truth value\n");
    rejects(
        "w = 1",
        "3:5+1 error: this does not fit with the rest: it is the integer 1, and the other is an unsigned word[4]\n");
    rejects("w = v", "3:5+1 error: this does not fit with the rest: it is an unsigned word[3], and the other is an "
                     "unsigned word[4]\n");
    rejects("w < i", "3:5+1 error: these words do not fit together: an unsigned word[4] and a signed word[4]\n");
    rejects("w < 1", "3:1+5 error: a word is needed on both sides: these are an unsigned word[4] and the integer 1\n");
    rejects("a = 2",
            "3:5+1 error: this does not fit with the rest: it is the integer 2, and the other is a truth value\n");
    rejects("f < f", "3:1+1 error: this is an array; a value is expected, such as one of its elements\n"
                     "3:5+1 error: this is an array; a value is expected, such as one of its elements\n");
}

static void arithmetic(void **state)
{
    UNUSED(state);
    rejects("x + s = 1", "3:5+1 error: an integer is expected here, and this is one of {idle, busy}\n");
    rejects("{1, 2} + 1 = 1", "3:1+6 error: an integer is expected here, and this is a set\n");
    rejects("w + 1 = w",
            "3:1+5 error: a word is needed on both sides: these are an unsigned word[4] and the integer 1\n");
    rejects("w + v = w", "3:5+1 error: these words do not fit together: an unsigned word[4] and an unsigned word[3]\n");
    rejects("-s = 1", "3:2+1 error: an integer is expected here, and this is one of {idle, busy}\n");
    rejects("x / 0 = 1", "3:5+1 error: division by zero\n");
    rejects("x mod 0 = 1", "3:7+1 error: division by zero\n");
    rejects("w / 0ud4_0 = w", "3:5+6 error: division by zero\n");
    rejects("toint(s) = 1",
            "3:7+1 error: \"toint\" takes a word, a truth value or an integer, and this is one of {idle, busy}\n");
    rejects("f[s]", "3:3+1 error: an integer is expected here, and this is one of {idle, busy}\n");
    rejects("f[3]", "3:3+1 error: index 3 is outside of the array, which goes from 0 to 2\n");
    rejects("x[1] = 1", "3:1+1 error: this is an integer (0..3), and not an array\n");
    rejects("w[1]", "3:1+4 error: this is a word, and not an array; a bit of it is written w[i:i]\n");
}

static void words(void **state)
{
    UNUSED(state);
    rejects("w[4:0] = w", "3:1+6 error: the bits 4 to 0 are not all in this word: it has bits 3 to 0\n");
    rejects("w[0:1] = w", "3:1+6 error: the higher bit comes first: [1:0]\n");
    rejects("w[x:0] = w", "3:3+1 error: the number of a bit must be a constant\n");
    rejects("x[1:0] = w", "3:1+1 error: a word is expected here, and this is an integer (0..3)\n");
    rejects("w :: x = w", "3:6+1 error: a word is expected here, and this is an integer (0..3)\n");
    rejects("0ud60_1 :: 0ud5_1 = w", "3:1+17 error: word too wide: 65 bits, and the most is 64\n");
    rejects("w << 5 = w", "3:6+1 error: a word of 4 bits cannot be shifted by 5\n");
    rejects("w << i = w", "3:6+1 error: the number of bits to shift by must be an integer or an unsigned word, and "
                          "this is a signed word[4]\n");
    rejects("x << 1 = w", "3:1+1 error: a word is expected here, and this is an integer (0..3)\n");
    rejects("(w & v) = w",
            "3:6+1 error: these words do not fit together: an unsigned word[4] and an unsigned word[3]\n");
    rejects("bool(w)",
            "3:6+1 error: \"bool\" takes a word of one bit or an integer, and this is an unsigned word[4]\n");
    rejects("word1(x) = 0ub1_1", "3:7+1 error: a truth value is expected here, and this is an integer (0..3)\n");
    rejects("signed(x) = i", "3:8+1 error: a word is expected here, and this is an integer (0..3)\n");
    rejects("extend(w, -1) = w", "3:11+2 error: a word cannot be extended by -1 bits\n");
    rejects("extend(w, 61) = w", "3:11+2 error: word too wide: 65 bits, and the most is 64\n");
    rejects("resize(w, 0) = w", "3:11+1 error: a word has at least one bit\n");
    rejects("uwconst(16, 4) = w", "3:9+2 error: 16 does not fit into an unsigned word[4]\n");
    rejects("swconst(8, 4) = i", "3:9+1 error: 8 does not fit into a signed word[4]\n");
    rejects("uwconst(x, 4) = w", "3:9+1 error: the value of a word must be a constant\n");
    rejects("sizeof(x) = 1", "3:8+1 error: a word is expected here, and this is an integer (0..3)\n");
}

static void sets(void **state)
{
    UNUSED(state);
    rejects("x in {1, a}",
            "3:7+1 warning: 0 and 1 are taken for FALSE and TRUE here, and wherever else it is needed\n"
            "3:6+6 error: this does not fit with the rest: it is a truth value, and the other is an integer (0..3)\n");
    rejects("x in w", "3:6+1 error: this does not fit with the rest: it is an unsigned word[4], and the other is an "
                      "integer (0..3)\n");
    rejects("x in 3..1", "3:6+4 error: the range 3..1 is empty\n");
    rejects("x in 0..y", "3:9+1 error: an end of a range must be a constant\n");
    rejects("x in {w, v}", "3:10+1 error: this does not fit with the rest: it is an unsigned word[3], and the other is "
                           "an unsigned word[4]\n");
}

static void assignments(void **state)
{
    UNUSED(state);
    assert_rejected(
        "MODULE main\nVAR x : boolean; y : boolean; z : boolean;\n"
        "ASSIGN init(x) := TRUE; init(x) := FALSE; next(y) := TRUE; y := FALSE; z := TRUE; init(z) := TRUE;\n",
        "3:30+1 error: multiple assignment to variable x\n"
        "3:13+1 note: the other assignment\n"
        "3:60+1 error: variable y has an assignment by next(...) := ... already\n"
        "3:48+1 note: the other assignment\n"
        "3:88+1 error: variable z has an assignment by ... := ... already\n"
        "3:72+1 note: the other assignment\n");
    assert_rejected("MODULE m(p)\nASSIGN next(p) := TRUE;\nMODULE main\nVAR x : boolean; a : m(x); b : m(x);\n",
                    "2:13+1 error: multiple assignment to variable x\n"
                    "2:13+1 note: the other assignment\n");
    assert_rejected(
        "MODULE main\nVAR x : boolean; a : array 0..1 of boolean; k : 0..1;\nIVAR i : boolean;\n"
        "FROZENVAR f : boolean;\nDEFINE d := x;\nASSIGN\n"
        "d := TRUE; next(i) := TRUE; next(f) := TRUE; f := TRUE; a := TRUE; next(a[k]) := TRUE; foo := TRUE;\n"
        "next(a[0]) := foo;\n",
        "7:1+1 error: only variables can be assigned, and this is not one\n"
        "7:17+1 error: input variable i cannot be assigned\n"
        "7:34+1 error: frozen variable f can only be assigned by init(...)\n"
        "7:46+1 error: frozen variable f can only be assigned by init(...)\n"
        "7:62+4 error: an array of 2 elements is needed here, as on the left side\n"
        "7:73+4 error: only variables can be assigned, and this is not one\n"
        "7:88+3 error: there is no variable \"foo\" in module main\n"
        "8:15+3 error: there is no variable \"foo\" in module main\n");
    assert_rejected("MODULE main\nVAR b : boolean; x : 0..3; s : {p, q}; w : word[2];\nASSIGN\n"
                    "next(b) := x; init(b) := p; next(x) := w; next(w) := 1; init(w) := 0ud3_1; init(x) := {w, w};\n",
                    "4:12+1 error: cannot assign an integer (0..3) to variable b, which is a truth value\n"
                    "4:26+1 error: cannot assign the symbol p to variable b, which is a truth value\n"
                    "4:40+1 error: cannot assign an unsigned word[2] to variable x, which is an integer (0..3)\n"
                    "4:54+1 error: cannot assign the integer 1 to variable w, which is an unsigned word[2]\n"
                    "4:68+6 error: cannot assign an unsigned word[3] to variable w, which is an unsigned word[2]\n"
                    "4:87+6 error: cannot assign an unsigned word[2] to variable x, which is an integer (0..3)\n");
    assert_rejected("MODULE main\nVAR x : 0..3; y : 0..3; s : {p, q}; t : {q, r};\nASSIGN\n"
                    "init(x) := 4; next(x) := x + 1; init(y) := {1, 7}; next(y) := x..5; init(s) := r; next(s) := t;\n",
                    "4:63+1 error: an end of a range must be a constant\n");
    assert_rejected(
        "MODULE main\nVAR x : 0..3; y : 0..3; s : {p, q}; t : {q, r}; n : {1, 3};\nASSIGN\n"
        "init(x) := 4; next(x) := x + 1; init(y) := {1, 7}; next(y) := {x, x + y}; init(s) := r; next(s) := t;\n"
        "next(n) := x; next(t) := {1, q};\n",
        "4:12+1 error: cannot assign value 4 to variable x\n"
        "4:26+5 error: cannot assign value 4 to variable x\n"
        "4:26+5 note: that happens when x = 3\n"
        "4:44+6 error: cannot assign value 7 to variable y\n"
        "4:63+10 error: cannot assign value 4 to variable y\n"
        "4:63+10 note: that happens when x = 1, y = 3\n"
        "4:86+1 error: cannot assign value r to variable s\n"
        "4:100+1 error: cannot assign value r to variable s\n"
        "4:100+1 note: that happens when t = r\n"
        "5:12+1 error: cannot assign value 0 to variable n\n"
        "5:12+1 note: that happens when x = 0\n"
        "5:26+6 error: cannot assign value 1 to variable t\n");
}

static void circles(void **state)
{
    UNUSED(state);
    assert_rejected("MODULE main\nVAR x : boolean; y : boolean;\nASSIGN init(x) := y; init(y) := x;\n",
                    "3:13+1 error: circular dependency: variable x depends on itself\n"
                    "3:27+1 note: by way of y\n");
    assert_rejected("MODULE main\nVAR x : boolean; y : boolean; z : boolean;\nASSIGN x := y; y := !z; z := x;\n",
                    "3:8+1 error: circular dependency: variable x depends on itself\n"
                    "3:16+1 note: by way of y\n"
                    "3:25+1 note: by way of z\n");
    assert_rejected("MODULE main\nVAR x : boolean; y : boolean;\nASSIGN next(x) := next(y); next(y) := next(x);\n",
                    "3:13+1 error: circular dependency: variable x depends on itself\n"
                    "3:33+1 note: by way of y\n");
    assert_rejected("MODULE main\nVAR x : boolean; y : boolean;\nASSIGN next(x) := next(y); y := x;\n",
                    "3:13+1 error: circular dependency: variable x depends on itself\n"
                    "3:28+1 note: by way of y\n");
    assert_rejected("MODULE m(p)\nVAR v : boolean;\nASSIGN v := p;\nMODULE main\nVAR a : m(b.v); b : m(!a.v);\n",
                    "3:8+1 error: circular dependency: variable a.v depends on itself\n"
                    "3:8+1 note: by way of b.v\n");
    assert_rejected("MODULE main\nVAR x : boolean;\nASSIGN x := !x;\n",
                    "3:8+1 error: circular dependency: variable x depends on itself\n");
    assert_means("MODULE main\nVAR x : boolean; y : boolean;\nASSIGN next(x) := y; next(y) := x; init(x) := y;\n",
                 "var x : boolean\nvar y : boolean\ninit x := y\nnext x := y\nnext y := x\n");
}

static void values_that_are_not_covered(void **state)
{
    UNUSED(state);
    rejects("case x = 0 : a; x = 1 : b; esac", "3:1+31 error: case conditions are not exhaustive\n"
                                               "3:1+31 note: none holds when x = 2\n");
    rejects("case x = 0 : a; x > 1 & (a | s = busy) : b; x = 1 : a; esac",
            "3:1+59 error: case conditions are not exhaustive\n"
            "3:1+59 note: none holds when a = FALSE, x = 2, s = idle\n");
    rejects("a -> case b : a; esac", "3:6+16 error: case conditions are not exhaustive\n"
                                     "3:6+16 note: none holds when b = FALSE\n");
    rejects("case a : TRUE; !a : case b : TRUE; esac; esac", "3:21+19 error: case conditions are not exhaustive\n"
                                                             "3:21+19 note: none holds when b = FALSE\n");
    rejects("6 / x = 2", "3:5+1 error: division by zero: this may be 0\n"
                         "3:5+1 note: that happens when x = 0\n");
    rejects("w / (w - 0ud4_1) = w", "3:6+10 error: division by zero: this may be 0\n"
                                    "3:6+10 note: that happens when w = 0ud4_1\n");
    rejects("f[x]", "3:3+1 error: this index may be outside of the array, which goes from 0 to 2\n"
                    "3:3+1 note: that happens when x = 3\n");
    rejects("f[x + 1]", "3:3+5 error: this index may be outside of the array, which goes from 0 to 2\n"
                        "3:3+5 note: that happens when x = 2\n");
    rejects("w << x + 2 = w", "3:6+5 error: this number of bits to shift by may be outside of 0..4\n"
                              "3:6+5 note: that happens when x = 3\n");
    assert_rejected(
        "MODULE main\nVAR x : 0..3; y : 0..3;\nDEFINE d := y / x;\nTRANS x > 0 & next(y) = d\nTRANS next(y) = d\n"
        "INIT y = d\nFAIRNESS 3 / next_x = 1\nDEFINE next_x := x;\n",
        "3:17+1 error: division by zero: this may be 0\n"
        "3:17+1 note: that happens when x = 0\n"
        "7:14+6 error: division by zero: this may be 0\n"
        "7:14+6 note: that happens when x = 0\n");
    // The text of a module is wrong once, whatever the number of its instances.
    assert_rejected(
        "MODULE m(p)\nVAR x : 0..2;\nASSIGN next(x) := x + p;\nMODULE main\nVAR a : m(1); b : m(1); c : m(0);\n",
        "3:19+5 error: cannot assign value 3 to variable a.x\n"
        "3:19+5 note: that happens when a.x = 2\n");
}

static void properties(void **state)
{
    UNUSED(state);
    assert_rejected(
        "MODULE main\nVAR p : boolean; x : 0..1; e : {u, v};\nSPEC AG e\nSPEC EBF 3..1 p\nLTLSPEC F [2,1] p\n"
        "COMPUTE MIN [e, p]\nLTLSPEC G (p -> F e)\nSPEC AG (p & AF e)\nINVARSPEC e\n",
        "3:9+1 error: a truth value is expected here, and this is one of {u, v}\n"
        "4:6+10 error: the bounds 3 and 1 leave nothing between them\n"
        "5:9+9 error: the bounds 2 and 1 leave nothing between them\n"
        "6:14+1 error: a truth value is expected here, and this is one of {u, v}\n"
        "7:19+1 error: a truth value is expected here, and this is one of {u, v}\n"
        "8:17+1 error: a truth value is expected here, and this is one of {u, v}\n"
        "9:11+1 error: a truth value is expected here, and this is one of {u, v}\n");
}

static void limits(void **state)
{
    UNUSED(state);
    struct mem mem = MEM_UNLIMITED;
    struct str text = {0};
    str_add(&mem, &text, "MODULE main\nVAR a : m0; b : m0;\n");
    for (int i = 0; i < 40; i++)
        str_add(&mem, &text, "MODULE m%d\nVAR a : m%d; b : m%d;\n", i, i + 1, i + 1);
    str_add(&mem, &text, "MODULE m40\n");
    assert_rejected(text.at, "78:5+1 error: too many names: the instances of all modules have more than 1000000\n");
    str_clear(&text);
    str_add(&mem, &text, "MODULE main\nVAR a : m0;\n");
    for (int i = 0; i < 600; i++)
        str_add(&mem, &text, "MODULE m%d\nVAR a : m%d;\n", i, i + 1);
    str_add(&mem, &text, "MODULE m600\n");
    assert_rejected(text.at, "1000:9+4 error: instances are nested deeper than 500\n");
    str_clear(&text);
    str_add(&mem, &text, "MODULE main\nISA m0\nISA m0\n");
    for (int i = 0; i < 40; i++)
        str_add(&mem, &text, "MODULE m%d\nISA m%d\nISA m%d\n", i, i + 1, i + 1);
    str_add(&mem, &text, "MODULE m40\nSPEC TRUE\n");
    assert_rejected(text.at, "63:1+7 error: too many declarations are taken over from other modules\n");
    str_free(&mem, &text);
    assert_nothing_left(&mem);
}

static void many_mistakes_at_once(void **state)
{
    UNUSED(state);
    enum { MISTAKES = 5000 };
    struct mem mem = MEM_UNLIMITED;
    struct str text = {0};
    str_add(&mem, &text, "MODULE main\nVAR\n");
    for (int i = 0; i < MISTAKES; i++)
        str_add(&mem, &text, "x%d : boolean;\n", i);
    for (int i = 0; i < MISTAKES; i++)
        str_add(&mem, &text, "INIT y%d\n", i);
    struct lowering w;
    lowering_open(&w, text.at, text.count);
    assert_null(w.smv);
    assert_int_equal(w.diag.errors, w.diag.limit);
    lowering_close(&w);
    str_free(&mem, &text);
    assert_nothing_left(&mem);
}

// ---- Whose error it is ----------------------------------------------------------------------------------------------

// Which of the properties are wrong: a letter for each; "refused" if there is no model.
static void assert_wrong_ones(const char *text, const char *expected)
{
    struct lowering w;
    char found[32] = "refused";
    lowering_open(&w, text, strlen(text));
    size_t count = w.smv ? model_property_count(smv_model(w.smv)) : 0;
    for (size_t i = 0; i < count; i++) {
        const struct property *p = model_property(smv_model(w.smv), i);
        found[i] = p->is_wrong ? 'x' : '.';
        found[i + 1] = '\0';
        assert_int_equal(p->is_wrong, p->unsupported != NULL);
        assert_int_equal(p->goal, i + 1);
    }
    assert_string_equal(found, expected);
    lowering_close(&w);
}

static void errors_of_properties_are_their_own(void **state)
{
    UNUSED(state);
    assert_wrong_ones("MODULE main VAR x : boolean; SPEC AG y SPEC AG x LTLSPEC F x = 3 SPEC x", "x.x.");
    assert_wrong_ones("MODULE main VAR x : boolean; IVAR i : boolean; SPEC AG i INVARSPEC i COMPUTE MIN [x, i]", "x.x");
    assert_wrong_ones("MODULE main VAR x : boolean; SPEC AG x IN y SPEC AG x PSLSPEC never y;", "x.x");
    assert_wrong_ones("MODULE main VAR x : boolean; SPEC AG (case x : x; esac) SPEC AG x", "x.");
    // Each instance has its own, also where the message is there already.
    assert_wrong_ones("MODULE m(p) SPEC AG y SPEC AG p MODULE main VAR x : boolean; a : m(x); b : m(x);", "x.x.");
    assert_wrong_ones("MODULE m(p) SPEC AG p MODULE main VAR x : 0..3; y : boolean; a : m(x); b : m(y);", "x.");
    // What is wrong in the model itself is no property's, whoever looks at it first.
    assert_wrong_ones("MODULE main VAR x : boolean; SPEC AG d SPEC AG x DEFINE d := y;", "refused");
    assert_wrong_ones("MODULE main VAR x : boolean; SPEC AG y SPEC AG x INIT y", "refused");
    assert_wrong_ones("MODULE main VAR x : boolean; SPEC AG y ASSIGN next(x) := 5;", "refused");
    assert_wrong_ones("MODULE main VAR x : boolean; SPEC AG d ASSIGN next(x) := d; DEFINE d := case x : x; esac;",
                      "refused");
    assert_wrong_ones("MODULE main VAR x : boolean; SPEC AG d DEFINE d := case x : x; esac; SPEC AG x", "x.");
    // An input that stands for a condition with next values is a part of the model.
    assert_wrong_ones("MODULE main VAR x : boolean; INVARSPEC case x : next(x); esac", "refused");
}

// The model is read to its end, however many properties are wrong.
static void many_wrong_properties(void **state)
{
    UNUSED(state);
    struct mem mem = MEM_UNLIMITED;
    struct str text = {0};
    str_add(&mem, &text, "MODULE main\nVAR x : boolean;\n");
    for (int i = 0; i < 50; i++)
        str_add(&mem, &text, "SPEC y%d\n", i);
    str_add(&mem, &text, "INIT x\nSPEC x\n");
    struct lowering w;
    lowering_open(&w, text.at, text.count);
    assert_non_null(w.smv);
    assert_int_equal(w.diag.errors, 50);
    assert_int_equal(model_property_count(smv_model(w.smv)), 51);
    assert_false(model_property(smv_model(w.smv), 50)->is_wrong);
    assert_int_equal(model_initial(smv_model(w.smv)).count, 1);
    lowering_close(&w);
    str_free(&mem, &text);
    assert_nothing_left(&mem);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names),
        cmocka_unit_test(declarations),
        cmocka_unit_test(instances),
        cmocka_unit_test(definitions),
        cmocka_unit_test(where_things_are_not_allowed),
        cmocka_unit_test(truth_values),
        cmocka_unit_test(comparisons),
        cmocka_unit_test(arithmetic),
        cmocka_unit_test(words),
        cmocka_unit_test(sets),
        cmocka_unit_test(assignments),
        cmocka_unit_test(circles),
        cmocka_unit_test(values_that_are_not_covered),
        cmocka_unit_test(properties),
        cmocka_unit_test(limits),
        cmocka_unit_test(many_mistakes_at_once),
        cmocka_unit_test(errors_of_properties_are_their_own),
        cmocka_unit_test(many_wrong_properties),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
