// Every message of the parser, with the place it points at, and how the parser goes on afterwards.
#include "syntax.h"

#include "base/diag.h"

static void in_expression(const char *text, const char *messages)
{
    assert_wrong(SMV_INVARSPEC, text, messages);
}

static void something_else_was_expected(void **state)
{
    UNUSED(state);
    in_expression("a +", "1:4+0 error: expected an expression, found the end of the formula\n");
    in_expression("a + * b", "1:5+1 error: expected an expression, found \"*\"\n");
    in_expression("(a", "1:3+0 error: expected \")\", found the end of the formula\n");
    in_expression("a b", "1:3+1 error: expected the end of the formula, found \"b\"\n");
    in_expression("a b012345678901234567890123456789012345678901234567890123456789",
                  "1:3+61 error: expected the end of the formula, found "
                  "\"b012345678901234567890123456789012345678...\"\n");
    in_expression("{}", "1:2+1 error: expected an expression, found \"}\"\n");
    in_expression("{a; b}", "1:3+1 error: expected \"}\", found \";\"\n");
    in_expression("a[1", "1:4+0 error: expected \"]\", found the end of the formula\n");
    in_expression("a ? b", "1:6+0 error: expected \":\", found the end of the formula\n");
    in_expression("a.", "1:3+0 error: expected a name after the \".\", found the end of the formula\n");
    in_expression("a.next", "1:3+4 error: expected a name after the \".\", found \"next\"\n");
    in_expression("1..2..3", "1:5+2 error: expected an operator other than \"..\", found \"..\"\n");
    in_expression("+a", "1:2+1 error: expected a number after the \"+\", found \"a\"\n");
    in_expression("next a", "1:6+1 error: expected \"(\", found \"a\"\n");
    in_expression("case esac", "1:6+4 error: expected an expression, found \"esac\"\n");
    in_expression("case a : b esac", "1:12+4 error: expected \";\", found \"esac\"\n");
    in_expression("case a ; esac", "1:8+1 error: expected \":\", found \";\"\n");
    in_expression("case a : b;", "1:12+0 error: expected an expression, found the end of the formula\n");
    in_expression("a @ b", "1:3+1 error: unexpected character \"@\"\n");
    // What other languages write.
    in_expression("a == b", "1:4+1 error: expected an expression, found \"=\"; equality is written \"=\"\n");
    in_expression("a = = b", "1:5+1 error: expected an expression, found \"=\"\n");
    in_expression("a => b", "1:4+1 error: expected an expression, found \">\"; implication is written \"->\"\n");
    in_expression("a && b", "1:4+1 error: expected an expression, found \"&\"; \"and\" is written \"&\"\n");
    in_expression("(a OR b)", "1:4+2 error: expected \")\", found \"OR\"; \"or\" is written \"|\"\n");
    in_expression("(not b)", "1:6+1 error: expected \")\", found \"b\"; negation is written \"!\"\n");
    in_expression("(knot b)", "1:7+1 error: expected \")\", found \"b\"\n");
    in_expression("not(b)", "1:1+3 error: there is no function \"not\"; negation is written \"!\"\n");
    in_expression("VAR", "1:1+3 error: expected an expression, found \"VAR\"\n");
}

static void parts_and_functions(void **state)
{
    UNUSED(state);
    in_expression("1.5", "1:1+1 error: real numbers are not supported\n");
    in_expression("(a + b).c", "1:8+1 error: only an instance has parts, and this is not one\n");
    in_expression("foo(a)", "1:1+3 error: there is no function \"foo\"\n");
    in_expression("READ(a, b)", "1:1+4 error: \"READ\" works on arrays without bounds, which are not supported\n");
    in_expression("WRITE(a, b, c)", "1:1+5 error: \"WRITE\" works on arrays without bounds, which are not supported\n");
    in_expression("extend(a)", "1:1+6 error: \"extend\" takes 2 operands, here are 1\n");
    in_expression("bool(a, b)", "1:1+4 error: \"bool\" takes 1 operand, here are 2\n");
    in_expression("max(a, b, c)", "1:1+3 error: \"max\" takes 2 operands, here are 3\n");
    in_expression("count()", "1:7+1 error: expected an expression, found \")\"\n");
    in_expression("[1, 2]", "1:1+1 error: an array is allowed only as the whole right side of a DEFINE\n");
    in_expression("MIN [a, b]", "1:1+3 error: \"MIN\" is allowed only right after COMPUTE\n");
}

static void operators_where_they_do_not_belong(void **state)
{
    UNUSED(state);
    in_expression("next(next(a))", "1:6+4 error: \"next\" is not allowed here\n");
    in_expression("AG a", "1:1+2 error: \"AG\" is a temporal operator, which is not allowed here\n");
    in_expression("a & G b", "1:5+1 error: \"G\" is a temporal operator, which is not allowed here\n");
    in_expression("a U b", "1:3+1 error: \"U\" is an operator of linear time, which is not allowed here\n");
    assert_wrong(SMV_SPEC, "AG next(a)", "1:4+4 error: \"next\" is not allowed here\n");
    assert_wrong(SMV_SPEC, "AG (a U b)",
                 "1:7+1 error: \"U\" is an operator of linear time, which is not allowed here\n");
    assert_wrong(SMV_SPEC, "A [(a U b) U c]",
                 "1:7+1 error: \"U\" is an operator of linear time, which is not allowed here\n");
    assert_wrong(SMV_SPEC, "G a", "1:1+1 error: \"G\" is an operator of linear time, which is not allowed here\n");
    assert_wrong(SMV_LTLSPEC, "G AF a", "1:3+2 error: \"AF\" is an operator of CTL, which is not allowed in LTL\n");
    assert_wrong(SMV_SPEC, "a = AG b", "1:5+2 error: \"AG\" needs parentheses around it here\n");
    assert_wrong(SMV_SPEC, "-AG b", "1:2+2 error: \"AG\" needs parentheses around it here\n");
    assert_wrong(SMV_SPEC, "a + !AG b", "1:6+2 error: \"AG\" needs parentheses around it here\n");
    assert_wrong(SMV_SPEC, "A a", "1:3+1 error: expected \"[\", found \"a\"\n");
    assert_wrong(SMV_SPEC, "A [a]", "1:5+1 error: expected \"U\" or \"BU\", found \"]\"\n");
    assert_wrong(SMV_SPEC, "A [a U b", "1:9+0 error: expected \"]\", found the end of the formula\n");
    assert_wrong(SMV_SPEC, "EBF a", "1:5+1 error: expected a number of steps, found \"a\"\n");
    assert_wrong(SMV_SPEC, "EBF -1..2 a", "1:5+1 error: expected a number of steps, found \"-\"\n");
    assert_wrong(SMV_SPEC, "EBF 1,2 a", "1:6+1 error: expected \"..\", found \",\"\n");
    assert_wrong(SMV_LTLSPEC, "F [1..2] a", "1:5+2 error: expected \",\", found \"..\"\n");
    assert_wrong(SMV_COMPUTE, "a", "1:1+1 error: expected \"MIN\" or \"MAX\", found \"a\"\n");
    assert_wrong(SMV_COMPUTE, "MIN [a]", "1:7+1 error: expected \",\", found \"]\"\n");
    assert_wrong(SMV_SPEC, "NAME := a", "1:6+2 error: expected a name, found \":=\"\n");
    assert_wrong(SMV_SPEC, "NAME a b", "1:8+1 error: expected \":=\", found \"b\"\n");
    assert_wrong(SMV_SPEC, "a IN 3", "1:6+1 error: expected a name, found \"3\"\n");
    assert_complains("MODULE main INIT next(x) = 1; INVAR next(x) = 1; ASSIGN init(x) := next(y); x := next(y);",
                     "1:18+4 error: \"next\" is not allowed here\n"
                     "1:37+4 error: \"next\" is not allowed here\n"
                     "1:68+4 error: \"next\" is not allowed here\n"
                     "1:82+4 error: \"next\" is not allowed here\n");
}

static void types(void **state)
{
    UNUSED(state);
    assert_complains("MODULE main VAR a : integer; b : real; c : ); d : array word[2] of boolean;",
                     "1:21+7 error: the type \"integer\" is infinite and not supported: give a range, as in \"0..7\"\n"
                     "1:34+4 error: the type \"real\" is infinite and not supported: give a range, as in \"0..7\"\n"
                     "1:44+1 error: expected a type, found \")\"\n"
                     "1:57+4 error: arrays over words are not supported: give the bounds, as in \"array 0..7 of\"\n");
    assert_complains("MODULE main VAR a : array 0..1 of m(x); b : 3; c : array 3 of boolean; d : array 0..1 boolean;",
                     "1:35+4 error: arrays of modules are not supported\n"
                     "1:46+1 error: expected \"..\", found \";\"\n"
                     "1:60+2 error: expected \"..\", found \"of\"\n"
                     "1:87+7 error: expected \"of\", found \"boolean\"\n");
    assert_complains("MODULE main VAR a : {x, 1 + 2}; b : {x + 1}; c : {}; d : word; e : signed 3; f : process 1;",
                     "1:25+5 error: expected a name, an integer or a range as a value of the enumeration\n"
                     "1:38+5 error: expected a name, an integer or a range as a value of the enumeration\n"
                     "1:51+1 error: expected an expression, found \"}\"\n"
                     "1:62+1 error: expected \"[\", found \";\"\n"
                     "1:75+1 error: expected \"word\", found \"3\"\n"
                     "1:90+1 error: expected the name of a module, found \"1\"\n");
    assert_complains("MODULE main IVAR a : m; FROZENVAR b : process m(1);",
                     "1:22+1 error: an instance of a module may stand only under VAR\n"
                     "1:39+12 error: an instance of a module may stand only under VAR\n");
    assert_complains("MODULE main VAR a : 1..f(x);", "1:25+1 error: expected \";\", found \"(\"\n");
}

static void operators_of_other_tools(void **state)
{
    UNUSED(state);
    assert_complains("MODULE main LTLSPEC [] x; LTLSPEC x -> <> y; LTLSPEC [",
                     "1:21+1 error: expected an expression, found \"[]\"; \"always\" is written \"G\"\n"
                     "1:40+1 error: expected an expression, found \"<>\"; \"eventually\" is written \"F\"\n"
                     "1:54+1 error: an array is allowed only as the whole right side of a DEFINE\n");
    assert_complains(
        "MODULE main ASSIGN next(x) := if x then y else z; INIT not x",
        "1:34+1 error: expected \";\", found \"x\"; a choice is written \"a ? b : c\" or with \"case\"\n"
        "1:60+1 error: expected a declaration such as VAR or ASSIGN, found \"x\"; negation is written \"!\"\n");
}

static void declarations(void **state)
{
    UNUSED(state);
    assert_complains("", "error: there is no module in this file\n");
    assert_complains("-- nothing\n", "error: there is no module in this file\n");
    assert_complains("VAR x : boolean; MODULE main", "1:1+3 error: expected \"MODULE\", found \"VAR\"\n");
    assert_complains("MODULE 3", "1:8+1 error: expected the name of the module, found \"3\"\n");
    assert_complains("MODULE m(a,)", "1:12+1 error: expected the name of a parameter, found \")\"\n");
    assert_complains("MODULE m(a b) VAR x : 3;", "1:12+1 error: expected \")\", found \"b\"\n"
                                                 "1:24+1 error: expected \"..\", found \";\"\n");
    assert_complains("MODULE main x : boolean;",
                     "1:13+1 error: expected a declaration such as VAR or ASSIGN, found \"x\"\n");
    assert_complains("MODULE main VAR A : boolean; x y; self : boolean; 3 : 4;",
                     "1:17+1 error: \"A\" is a reserved word and cannot be a name\n"
                     "1:32+1 error: expected \":\", found \"y\"\n"
                     "1:35+4 error: \"self\" is a reserved word and cannot be a name\n"
                     "1:51+1 error: expected a name, found \"3\"\n");
    assert_complains("MODULE main DEFINE x = 3; self := 4; y[i] := 5; z := ;",
                     "1:22+1 error: expected \":=\", found \"=\"\n"
                     "1:27+4 error: \"self\" is a reserved word and cannot be a name\n"
                     "1:40+1 error: expected a number, found \"i\"\n"
                     "1:54+1 error: expected an expression, found \";\"\n");
    assert_complains("MODULE main ASSIGN init x := 3; next(x := 4; w[3:1] := 5; x : 3;",
                     "1:25+1 error: expected \"(\", found \"x\"\n"
                     "1:40+2 error: expected \")\", found \":=\"\n"
                     "1:46+6 error: expected a variable, found a part of a word\n"
                     "1:61+1 error: expected \":=\", found \":\"\n");
    assert_complains("MODULE main CONSTANTS a, 3; COMPASSION a; COMPASSION (a); ISA 3; PRED [a] b; PRED <3> := b; "
                     "MIRROR 3;",
                     "1:26+1 error: expected a name, found \"3\"\n"
                     "1:40+1 error: expected \"(\", found \"a\"\n"
                     "1:56+1 error: expected \",\", found \")\"\n"
                     "1:63+1 error: expected the name of a module, found \"3\"\n"
                     "1:72+1 error: expected a number, found \"a\"\n"
                     "1:84+1 error: expected a name, found \"3\"\n"
                     "1:100+1 error: expected a name, found \"3\"\n");
}

static void the_parser_goes_on_after_a_mistake(void **state)
{
    UNUSED(state);
    // A missing `;` at the end of a line does not hide the next line.
    assert_complains(
        "MODULE main\nVAR\n  a : boolean\n  b : boolen..\n  c : 1..2;\nASSIGN\n  next(a) := b\n  next(b) := );",
        "4:3+1 error: expected \";\", found \"b\"\n"
        "5:5+1 error: expected \";\", found \":\"\n"
        "8:3+4 error: expected \";\", found \"next\"\n"
        "8:14+1 error: expected an expression, found \")\"\n");
    // Inside of case, a `;` is not the end.
    assert_complains("MODULE main ASSIGN x := case a = : b; c : d; case e : f; esac : 1; esac; y := );",
                     "1:34+1 error: expected an expression, found \":\"\n"
                     "1:79+1 error: expected an expression, found \")\"\n");
    // A section or a module ends every mess.
    assert_complains("MODULE main ASSIGN x := case ( { VAR a : ; MODULE n DEFINE d := ; MODULE o SPEC )",
                     "1:34+3 error: expected an expression, found \"VAR\"\n"
                     "1:42+1 error: expected a type, found \";\"\n"
                     "1:65+1 error: expected an expression, found \";\"\n"
                     "1:81+1 error: expected an expression, found \")\"\n");
}

static void what_was_good_is_kept(void **state)
{
    UNUSED(state);
    const char *text = "MODULE main VAR a : boolean; b : ; c : 1..3; INIT a & ; SPEC AG c; MODULE m(x";
    struct syntax s;
    struct str out = {0};
    syntax_open(&s, text, strlen(text));
    assert_false(s.good);
    syntax_dump(&s, &out);
    assert_string_equal(str_text(&out), "MODULE main\nVAR a : boolean\nVAR c : 1..3\nSPEC := (AG c)\nMODULE m x\n");
    str_free(&s.mem, &out);
    syntax_close(&s);
}

static void messages_show_the_line(void **state)
{
    UNUSED(state);
    struct syntax s;
    struct str out = {0};
    const char *text = "MODULE main\nVAR x : boolean;\nASSIGN next(x) := y &;\n";
    syntax_open(&s, text, strlen(text));
    diag_render(&s.diag, &out);
    assert_string_equal(str_text(&out), "test.smv:3:22: error: expected an expression, found \";\"\n"
                                        "    ASSIGN next(x) := y &;\n"
                                        "                         ^\n");
    str_free(&s.mem, &out);
    syntax_close(&s);
}

static void arrows_in_names_are_only_a_warning(void **state)
{
    UNUSED(state);
    const char *text = "MODULE main SPEC AG(x->AF y-1)";
    struct syntax s;
    struct str out = {0};
    syntax_open(&s, text, strlen(text));
    assert_true(s.good);
    assert_int_equal(s.diag.warnings, 1);
    syntax_dump(&s, &out);
    assert_string_equal(str_text(&out), "MODULE main\nSPEC := (AG (x -> (AF y-1)))\n");
    str_free(&s.mem, &out);
    syntax_close(&s);
}

static void reading_stops_when_errors_are_no_longer_kept(void **state)
{
    UNUSED(state);
    struct mem mem = MEM_UNLIMITED;
    struct str text = {0};
    str_add(&mem, &text, "MODULE main\n");
    for (int i = 0; i < 1000; i++)
        str_add(&mem, &text, "INIT );\n");
    struct syntax s;
    syntax_open(&s, text.at, text.count);
    assert_int_equal(s.diag.errors, DIAG_DEFAULT_LIMIT);
    assert_int_equal(s.diag.messages.count, DIAG_DEFAULT_LIMIT);
    syntax_close(&s);
    str_free(&mem, &text);
    assert_nothing_left(&mem);
}

static void texts_over_4_gib_are_refused(void **state)
{
    UNUSED(state);
    struct mem mem = MEM_UNLIMITED;
    struct source source = {"huge.smv", "", (size_t)UINT32_MAX};
    struct diag diag;
    struct smv_tree tree;
    diag_open(&diag, &mem);
    smv_tree_open(&tree, &mem, &source);
    assert_false(smv_parse(&tree, &diag));
    assert_string_equal(diag.messages.at[0].text, "the text is too large: there may be 4 GiB");
    smv_tree_close(&tree);
    diag_close(&diag);
    assert_nothing_left(&mem);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(something_else_was_expected),
        cmocka_unit_test(parts_and_functions),
        cmocka_unit_test(operators_where_they_do_not_belong),
        cmocka_unit_test(types),
        cmocka_unit_test(operators_of_other_tools),
        cmocka_unit_test(declarations),
        cmocka_unit_test(the_parser_goes_on_after_a_mistake),
        cmocka_unit_test(what_was_good_is_kept),
        cmocka_unit_test(messages_show_the_line),
        cmocka_unit_test(arrows_in_names_are_only_a_warning),
        cmocka_unit_test(reading_stops_when_errors_are_no_longer_kept),
        cmocka_unit_test(texts_over_4_gib_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
