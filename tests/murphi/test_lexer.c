// Tokens of Murphi: words, signs, numbers, texts, comments, and what is none.
#include "murphi_text.h"

#include "murphi/lexer.h"

// The kinds and texts of all tokens: names as they are, words in small letters, strings in quotes.
static void assert_tokens(const char *text, const char *expected, const char *messages)
{
    struct mem mem = MEM_UNLIMITED;
    struct diag diag;
    struct source source = {"test.m", text, strlen(text)};
    struct murphi_tree tree;
    struct str out = {0}, said = {0};
    diag_open(&diag, &mem);
    murphi_tree_open(&tree, &mem, &source);
    struct murphi_lexer lexer = {.tree = &tree, .text = {.source = tree.source}, .diag = &diag};
    for (struct murphi_token token; (token = murphi_lex(&lexer)).kind != MURPHI_TOKEN_FILE_END;) {
        str_add(&mem, &out, "%s", out.count ? " " : "");
        if (token.kind == MURPHI_TOKEN_NAME)
            str_add(&mem, &out, "%s", token.symbol->text);
        else if (token.kind == MURPHI_TOKEN_STRING)
            str_add(&mem, &out, "\"%s\"", token.symbol->text);
        else if (token.kind == MURPHI_TOKEN_NUMBER)
            str_add(&mem, &out, "%lld", (long long)token.number);
        else if (token.kind == MURPHI_TOKEN_BAD)
            str_add(&mem, &out, "BAD");
        else
            str_add(&mem, &out, "<%s>", murphi_token_text(token.kind));
    }
    reading_messages(&diag, &mem, &said);
    assert_string_equal(str_text(&out), expected);
    assert_string_equal(str_text(&said), messages);
    str_free(&mem, &out);
    str_free(&mem, &said);
    murphi_tree_close(&tree);
    diag_close(&diag);
    assert_nothing_left(&mem);
}

static void words_count_in_any_case_and_names_do_not(void **state)
{
    UNUSED(state);
    assert_tokens("Rule RULE rule EndRuleSet True begins Begin",
                  "<rule> <rule> <rule> <endruleset> <true> begins <begin>", "");
    assert_tokens("choose multiset cover AG undefined ring", "choose multiset cover AG undefined ring", "");
    assert_tokens("a_1 A_1 _x", "a_1 A_1 _x", "");
}

static void signs_are_read_as_long_as_possible(void **state)
{
    UNUSED(state);
    assert_tokens("==> == = >= := : ..", "<==>> <=> <=> <>=> <:=> <:> <..>", "");
    assert_tokens("<-><=<<< >=>>>", "<<->> <<=> <<<> <<> <>=> <>>> <>>", "");
    assert_tokens("||| &&& !!= -> - ~ ^ % ?", "<||> <|> <&&> <&> <!> <!=> <->> <-> <~> <^> <%> <?>", "");
    assert_tokens("1..2", "1 <..> 2", "");
}

static void signs_of_unicode_are_other_spellings(void **state)
{
    UNUSED(state);
    assert_tokens("∀ ∃ ≔ ≥ ≤ ≠ → ⇒ ¬ ∧ ∨ − × ÷ ∕",
                  "<forall> <exists> <:=> <>=> <<=> <!=> <->> <==>> <!> <&> <|> <-> <*> </> </>", "");
    assert_tokens("“a”", "\"a\"", "");
}

static void comments_are_left_out(void **state)
{
    UNUSED(state);
    assert_tokens("a -- b\nc /* d\n * e **/ f --", "a c f", "");
    assert_tokens("a -- b\r\nc -- d\re -- f\r", "a c e", "");
    assert_tokens("a /* b", "a", "1:3 error: this comment has no end: expected \"*/\" before the end of the file\n");
    assert_tokens("a // b\nc / d", "a c </> d", "1:3 error: there is no \"//\": a comment begins with \"--\"\n");
}

static void strings_keep_their_escapes(void **state)
{
    UNUSED(state);
    assert_tokens("\"a\\\"b\" \"\" \"c\\\\\"", "\"a\\\"b\" \"\" \"c\\\\\"", "");
    assert_tokens("\"two\nlines\"", "\"two\nlines\"", "");
    assert_tokens("x \"a\\\"", "x BAD", "1:3 error: this string has no end: its closing quote is missing\n");
    assert_tokens("\"\\", "BAD", "1:1 error: this string has no end: its closing quote is missing\n");
}

static void numbers_have_three_bases(void **state)
{
    UNUSED(state);
    assert_tokens("10 010 0x1F 0 00 0x", "10 8 31 0 0 0 x", "");
    assert_tokens("09", "9",
                  "1:1 warning: read as decimal, since it has a digit that no octal number has; without one, a number "
                  "that begins with 0 is octal\n");
    assert_tokens("9223372036854775807 0x7fffffffffffffff", "9223372036854775807 9223372036854775807", "");
    assert_tokens("9223372036854775808", "BAD",
                  "1:1 error: this number is too large: the largest is 9223372036854775807\n");
    assert_tokens("0xfffffffffffffffffffff", "BAD",
                  "1:1 error: this number is too large: the largest is 9223372036854775807\n");
    assert_tokens("1.5 + 2", "BAD <+> 2", "1:1 error: real numbers are not supported\n");
}

static void what_is_no_token_is_reported_once(void **state)
{
    UNUSED(state);
    assert_tokens("a $$$ b", "a BAD b", "1:3 error: unexpected character \"$\"\n");
    assert_tokens("\x01\x02 x", "BAD x", "1:1 error: unexpected byte 0x01; is this a Murphi file?\n");
    assert_tokens("é", "BAD", "1:1 error: unexpected character \"é\"\n");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(words_count_in_any_case_and_names_do_not),
        cmocka_unit_test(signs_are_read_as_long_as_possible),
        cmocka_unit_test(signs_of_unicode_are_other_spellings),
        cmocka_unit_test(comments_are_left_out),
        cmocka_unit_test(strings_keep_their_escapes),
        cmocka_unit_test(numbers_have_three_bases),
        cmocka_unit_test(what_is_no_token_is_reported_once),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
