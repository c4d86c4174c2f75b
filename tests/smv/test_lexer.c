// Tokens of SMV: words, signs, numbers, comments, and what is none.
#include "syntax.h"

#include "smv/lexer.h"

struct lexing {
    struct mem mem;
    struct source source;
    struct diag diag;
    struct smv_tree tree;
    struct smv_lexer lexer;
};

static void lexing_open(struct lexing *l, const char *text, size_t length, bool psl)
{
    l->mem = MEM_UNLIMITED;
    l->source = (struct source){"test.smv", text, length};
    diag_open(&l->diag, &l->mem);
    smv_tree_open(&l->tree, &l->mem, &l->source);
    l->lexer = (struct smv_lexer){.tree = &l->tree, .source = &l->source, .diag = &l->diag, .psl = psl};
}

static void lexing_close(struct lexing *l)
{
    smv_tree_close(&l->tree);
    diag_close(&l->diag);
    assert_nothing_left(&l->mem);
}

static void add_token(struct lexing *l, struct str *out, const struct smv_token *token)
{
    switch (token->kind) {
    case SMV_TOKEN_BAD:
        str_add(&l->mem, out, "BAD ");
        break;
    case SMV_TOKEN_NAME:
        str_add(&l->mem, out, "name:%s ", token->symbol->text);
        break;
    case SMV_TOKEN_INTEGER:
        str_add(&l->mem, out, "%d ", (int)token->number);
        break;
    case SMV_TOKEN_WORD:
        str_add(&l->mem, out, "%s%d:%llx/%d ", token->word.is_signed ? "s" : "u", token->word.width,
                (unsigned long long)token->word.bits, token->word.radix);
        break;
    default:
        str_add(&l->mem, out, "%s%s%s ", smv_token_text(token->kind), token->strong ? "!" : "",
                token->inclusive ? "_" : "");
    }
}

static void assert_tokens(const char *text, bool psl, const char *tokens, const char *messages)
{
    struct lexing l;
    struct str out = {0}, complaints = {0};
    lexing_open(&l, text, strlen(text), psl);
    uint32_t end = 0;
    for (;;) {
        struct smv_token token = smv_lex(&l.lexer);
        assert_true(token.span.offset >= end);
        end = token.span.offset + token.span.length;
        assert_true(end <= strlen(text));
        if (token.kind == SMV_TOKEN_END)
            break;
        assert_true(token.span.length > 0);
        add_token(&l, &out, &token);
    }
    syntax_messages(&l.diag, &l.mem, &complaints);
    assert_string_equal(str_text(&out), tokens);
    assert_string_equal(str_text(&complaints), messages);
    str_free(&l.mem, &out);
    str_free(&l.mem, &complaints);
    lexing_close(&l);
}

// Those that are not, in one of the languages, are names there.
static void every_word_and_sign_is_itself(void **state)
{
    UNUSED(state);
    static const char *const names[] = {
        "always never next_a next_e next_event next_event_a next_event_e until before abort within whilenot forall "
        "forany "
        "sequence select inf W ",
        "process array of integer real word init CONSTRAINT SIMPWFF NEXTWFF CTLWFF LTLWFF PSLWFF COMPWFF COMPID "
        "PREDICATES "
        "EBF EBG ABF ABG BU Y Z O H V S T MIN MAX ",
    };
    for (int psl = 0; psl < 2; psl++) {
        struct mem mem = MEM_UNLIMITED;
        struct str found = {0};
        for (enum smv_token_kind kind = SMV_TOKEN_MODULE; kind < SMV_TOKENS; kind++) {
            const char *text = smv_token_text(kind);
            struct lexing l;
            if (!psl && (kind > SMV_TOKEN_SHIFT_RIGHT || kind == SMV_TOKEN_EVENTUALLY))
                continue;
            lexing_open(&l, text, strlen(text), psl);
            struct smv_token token = smv_lex(&l.lexer);
            assert_int_equal(token.span.length, strlen(text));
            if (token.kind == SMV_TOKEN_NAME)
                str_add(&mem, &found, "%s ", token.symbol->text);
            else
                assert_int_equal(token.kind, kind);
            assert_int_equal(l.diag.errors, 0);
            lexing_close(&l);
        }
        assert_string_equal(str_text(&found), names[psl]);
        str_free(&mem, &found);
        assert_nothing_left(&mem);
    }
}

static void names_may_hold_odd_characters(void **state)
{
    UNUSED(state);
    assert_tokens("a-b x$1 _y#z a\\b x--y e- VARs next1 Mod", false,
                  "name:a-b name:x$1 name:_y#z name:a\\b name:x--y name:e- name:VARs name:next1 name:Mod ", "");
    assert_tokens("a - b -c 1-a", false, "name:a - name:b - name:c 1 - name:a ", "");
}

static void an_arrow_ends_a_name_with_a_warning(void **state)
{
    UNUSED(state);
    const char *warning =
        "1:2+2 warning: read as the operator \"->\"; NuSMV takes the \"-\" for a part of the name before "
        "it, so put a space there\n";
    assert_tokens("a->b", false, "name:a -> name:b ", warning);
    assert_tokens("a->b", true, "name:a -> name:b ", warning);
    assert_tokens("a -> b 1->c )->d", false, "name:a -> name:b 1 -> name:c ) -> name:d ", "");
    assert_tokens("a<->b", false, "name:a <-> name:b ", "");
}

static void signs_are_as_long_as_they_can_be(void **state)
{
    UNUSED(state);
    assert_tokens("<-><<<=<>>>=>::=:!==!...;", false, "<-> << <= < >> >= > :: = : != = ! .. . ; ", "");
    assert_tokens("0..3 a.b a..b", false, "0 .. 3 name:a . name:b name:a .. name:b ", "");
    assert_tokens("&&||==[*[+][=[->|->|=>^", true, "&& || == [* [+] [= [-> |-> |=> ^ ", "");
    assert_tokens("&&||==[*", false, "& & | | = = [ * ", "");
}

static void comments_and_blanks_are_left_out(void **state)
{
    UNUSED(state);
    assert_tokens("a -- b ; c\nd--\n --", false, "name:a name:d-- ", "");
    assert_tokens("a -- b\r\nc -- d\re -- f\r# 1 \"g\"\rh", false, "name:a name:c name:e name:h ", "");
    assert_tokens("a /-- b \n -- c --/ d /----/ e", false, "name:a name:d name:e ", "");
    assert_tokens("\t\r\n\f\va\r\nb", false, "name:a name:b ", "");
    assert_tokens("# 1 \"model.smv\"\na\n# 3 \"x\" 2 4\nb", false, "name:a name:b ", "");
    assert_tokens("a\n#line 3\nb", false, "name:a name:b ",
                  "2:1+7 error: this line is for the C preprocessor, which was not run; --cpp runs it\n");
    assert_tokens("a\n /-- b --", false, "name:a ",
                  "2:2+3 error: this comment has no end: expected \"--/\" before the end of the file\n");
    assert_tokens("a // b\nc /* d\n e */ f / g /* h", false, "name:a name:c name:f / name:g ",
                  "1:3+2 error: there is no \"//\": a comment begins with \"--\"\n"
                  "2:3+2 error: there is no \"/*\": a comment of several lines is written \"/-- ... --/\"\n"
                  "3:13+2 error: there is no \"/*\": a comment of several lines is written \"/-- ... --/\"\n");
}

static void words_have_widths_and_bases(void **state)
{
    UNUSED(state);
    assert_tokens("0ud4_9 0ub4_1001 0sh8_ff 0sd4_3 0h_ff 0b_1_0 0o_17 0so6_77 0uh_0", false,
                  "u4:9/10 u4:9/2 s8:ff/16 s4:3/10 u8:ff/16 u2:2/2 u6:f/8 s6:3f/8 u4:0/16 ", "");
    assert_tokens("-0sd4_8 0sd4_8 0d8_255 0H64_ffff_ffff_ffff_ffff 0ud64_18446744073709551615", false,
                  "- s4:8/10 s4:8/10 u8:ff/10 u64:ffffffffffffffff/16 u64:ffffffffffffffff/10 ", "");
    assert_tokens("0sb1_1 0sd64_9223372036854775808", false, "s1:1/2 s64:8000000000000000/10 ", "");
}

static void bad_words_say_why(void **state)
{
    UNUSED(state);
    assert_tokens("0ud3_9;0sd4_9;0ud64_18446744073709551616", false, "BAD ; BAD ; BAD ",
                  "1:1+6 error: this word constant does not fit into its width\n"
                  "1:8+6 error: this word constant does not fit into its width\n"
                  "1:15+26 error: this word constant does not fit into its width\n");
    assert_tokens("0ub4_12;0uo_8;0ud4_a;0uh_g", false, "BAD ; BAD ; BAD ; BAD ",
                  "1:1+7 error: a digit of this word constant does not belong to its base\n"
                  "1:9+5 error: a digit of this word constant does not belong to its base\n"
                  "1:15+6 error: a digit of this word constant does not belong to its base\n"
                  "1:22+5 error: a digit of this word constant does not belong to its base\n");
    assert_tokens("0ud_9 0ub4_ 0ub0_0", false, "BAD BAD BAD ",
                  "1:1+5 error: a decimal word constant needs a width, as in 0ud8_5\n"
                  "1:7+5 error: expected digits after the \"_\" of this word constant\n"
                  "1:13+6 error: a word has at least one bit\n");
    assert_tokens("0ub65_1 0ub99999999999999999999999_1 0h_fffffffffffffffff", false, "BAD BAD BAD ",
                  "1:1+7 error: words of more than 64 bits are not supported\n"
                  "1:9+28 error: words of more than 64 bits are not supported\n"
                  "1:38+20 error: words of more than 64 bits are not supported\n");
}

static void integers_are_bounded(void **state)
{
    UNUSED(state);
    assert_tokens("0 007 2147483647", false, "0 7 2147483647 ", "");
    assert_tokens("2147483648 99999999999999999999999999999999", false, "BAD BAD ",
                  "1:1+10 error: this integer is too large: the largest is 2147483647\n"
                  "1:12+32 error: this integer is too large: the largest is 2147483647\n");
    assert_tokens("1e3 0x1f 12abc 0b", false, "BAD BAD BAD BAD ",
                  "1:1+3 error: this is neither an integer nor a word constant such as 0ud8_5\n"
                  "1:5+4 error: this is neither an integer nor a word constant such as 0ud8_5\n"
                  "1:10+5 error: this is neither an integer nor a word constant such as 0ud8_5\n"
                  "1:16+2 error: this is neither an integer nor a word constant such as 0ud8_5\n");
}

static void psl_has_words_of_its_own(void **state)
{
    UNUSED(state);
    assert_tokens("always until until! until_ until!_ X X!p next_event_a! eventually! p", true,
                  "always until until! until_ until!_ X X! name:p next_event_a! eventually!! name:p ", "");
    assert_tokens("always until_ W V eventually S forall", false,
                  "name:always name:until_ name:W V name:eventually S name:forall ", "");
    assert_tokens("V S T Y BU abs until__ always_ eventually", true,
                  "name:V name:S name:T name:Y name:BU name:abs name:until__ name:always_ name:eventually ", "");
}

static void names_may_be_quoted(void **state)
{
    UNUSED(state);
    assert_tokens("\"a b.c\"\"\" x", false, "name:\"a b.c\" name:\"\" name:x ", "");
    assert_tokens("\"VAR\"", true, "name:\"VAR\" ", "");
    assert_tokens("\"a\nb\"", false, "BAD name:b BAD ",
                  "1:1+1 error: this name has no end: expected another \"\"\" in the same line\n"
                  "2:2+1 error: this name has no end: expected another \"\"\" in the same line\n");
}

static void junk_is_one_token_for_a_run(void **state)
{
    UNUSED(state);
    assert_tokens("a @@@ b \xff\xfe\x01 c", false, "name:a BAD name:b BAD name:c ",
                  "1:3+1 error: unexpected character \"@\"\n"
                  "1:9+1 error: unexpected byte 0xff; is this an SMV file?\n");
    assert_tokens("\xc3\xa9t\xc3\xa9", false, "BAD name:t BAD ",
                  "1:1+2 error: unexpected character \"\xc3\xa9\"\n"
                  "1:3+2 error: unexpected character \"\xc3\xa9\"\n");
    struct lexing l;
    lexing_open(&l, "a\0b", 3, false);
    assert_int_equal(smv_lex(&l.lexer).kind, SMV_TOKEN_NAME);
    assert_int_equal(smv_lex(&l.lexer).kind, SMV_TOKEN_BAD);
    assert_int_equal(smv_lex(&l.lexer).kind, SMV_TOKEN_NAME);
    assert_int_equal(smv_lex(&l.lexer).kind, SMV_TOKEN_END);
    assert_int_equal(smv_lex(&l.lexer).kind, SMV_TOKEN_END);
    lexing_close(&l);
}

static void one_text_is_one_symbol(void **state)
{
    UNUSED(state);
    struct mem mem = MEM_UNLIMITED;
    struct source source = {"test.smv", "", 0};
    struct smv_tree tree;
    smv_tree_open(&tree, &mem, &source);
    assert_null(smv_find_symbol(&tree, "x", 1));
    const struct symbol *symbols[1000];
    for (uint32_t i = 0; i < 1000; i++) {
        char name[16];
        int length = snprintf(name, sizeof name, "n%u", i);
        symbols[i] = smv_symbol(&tree, name, (size_t)length);
        assert_int_equal(symbols[i]->id, i);
        assert_string_equal(symbols[i]->text, name);
    }
    for (uint32_t i = 0; i < 1000; i++)
        assert_ptr_equal(smv_symbol(&tree, symbols[i]->text, symbols[i]->length), symbols[i]);
    assert_ptr_equal(smv_find_symbol(&tree, "n17xyz", 3), symbols[17]);
    assert_null(smv_find_symbol(&tree, "n1000", 5));
    assert_int_equal(tree.symbols.count, 1000);
    smv_tree_close(&tree);
    assert_nothing_left(&mem);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_word_and_sign_is_itself),
        cmocka_unit_test(names_may_hold_odd_characters),
        cmocka_unit_test(an_arrow_ends_a_name_with_a_warning),
        cmocka_unit_test(signs_are_as_long_as_they_can_be),
        cmocka_unit_test(comments_and_blanks_are_left_out),
        cmocka_unit_test(words_have_widths_and_bases),
        cmocka_unit_test(bad_words_say_why),
        cmocka_unit_test(integers_are_bounded),
        cmocka_unit_test(psl_has_words_of_its_own),
        cmocka_unit_test(names_may_be_quoted),
        cmocka_unit_test(junk_is_one_token_for_a_run),
        cmocka_unit_test(one_text_is_one_symbol),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
