// What parsers have in common, and the table of symbols.
#include "../unit.h"

#include <stdio.h>
#include <string.h>

#include "base/parsing.h"
#include "base/symbols.h"

struct bench {
    struct mem mem;
    struct diag diag;
    struct source source;
    struct parsing p;
};

static void open_text(struct bench *b, const char *text, uint32_t begin)
{
    *b = (struct bench){.source = {"t", text, strlen(text)}};
    diag_open(&b->diag, &b->mem);
    assert_true(parsing_open(&b->p, &b->source, begin, &b->diag, 3));
}

static void assert_messages(struct bench *b, const char *expected)
{
    struct str shown = {0};
    diag_render(&b->diag, &shown);
    assert_string_equal(str_text(&shown), expected);
    str_free(&b->mem, &shown);
    diag_close(&b->diag);
    assert_nothing_left(&b->mem);
}

static void one_error_at_a_place(void **state)
{
    (void)state;
    struct bench b;
    open_text(&b, "one two", 0);
    parsing_error(&b.p, (struct span){4, 3}, "not %d", 2);
    parsing_error(&b.p, (struct span){4, 1}, "not again");
    assert_int_equal(b.diag.errors, 1);
    assert_null(parsing_fail(&b.p, PARSING_FOUND_BAD, (struct span){0, 3}, "a number", "")); // the lexer has told
    parsing_error(&b.p, (struct span){0, 3}, "nor here");
    assert_messages(&b, "t:1:5: error: not 2\n    one two\n        ^~~\n");
}

static void what_is_expected_and_what_is_found(void **state)
{
    (void)state;
    struct bench b;
    open_text(&b, "a == b", 0);
    parsing_fail(&b.p, PARSING_FOUND_TOKEN, (struct span){3, 1}, "an operand", "; equality is written \"=\"");
    assert_messages(&b, "t:1:4: error: expected an operand, found \"=\"; equality is written \"=\"\n"
                        "    a == b\n       ^\n");
    open_text(&b, "a", 0);
    b.p.whole = "formula";
    parsing_fail_token(&b.p, PARSING_FOUND_END, (struct span){1, 0}, ";", "");
    assert_messages(&b, "t:1:2: error: expected \";\", found the end of the formula\n    a\n     ^\n");
}

static void long_tokens_are_cut(void **state)
{
    (void)state;
    struct bench b;
    char text[61];
    memset(text, 'x', 60);
    text[60] = '\0';
    open_text(&b, text, 0);
    parsing_fail(&b.p, PARSING_FOUND_TOKEN, (struct span){0, 60}, "a number", "");
    char expected[100];
    snprintf(expected, sizeof expected, "expected a number, found \"%.40s...\"", text);
    assert_string_equal(b.diag.messages.at[0].text, expected);
    diag_close(&b.diag);
    assert_nothing_left(&b.mem);
}

// The second of two texts whose places are counted through.
static void places_begin_anywhere(void **state)
{
    (void)state;
    struct bench b;
    open_text(&b, "p q", 100);
    b.p.end = 103;
    assert_int_equal(parsing_span(&b.p, 102).length, 1);
    assert_int_equal(parsing_span(&b.p, 103).length, 0);
    parsing_fail(&b.p, PARSING_FOUND_TOKEN, (struct span){102, 1}, "\"r\"", "");
    assert_messages(&b, "t:1:3: error: expected \"r\", found \"q\"\n    p q\n      ^\n");
    struct source large = {"large", "", UINT32_MAX - 100}; // nobody reads it
    diag_open(&b.diag, &b.mem);
    assert_true(parsing_open(&b.p, &large, 99, &b.diag, 3));
    assert_false(parsing_open(&b.p, &large, 100, &b.diag, 3));
    assert_int_equal(b.diag.errors, 1);
    diag_close(&b.diag);
}

static void depth_is_limited(void **state)
{
    (void)state;
    struct bench b;
    open_text(&b, "((((", 0);
    assert_true(parsing_enter(&b.p, 0) && parsing_enter(&b.p, 1) && parsing_enter(&b.p, 2));
    assert_false(parsing_enter(&b.p, 3));
    for (int i = 0; i < 4; i++)
        parsing_leave(&b.p);
    assert_true(parsing_enter(&b.p, 0));
    assert_true(parsing_allows(&b.p, 2, 0));
    assert_false(parsing_allows(&b.p, 3, 1));
    assert_int_equal(b.diag.errors, 2);
    assert_string_equal(b.diag.messages.at[0].text, "this is nested too deeply: there may be 3 levels");
    diag_close(&b.diag);
    assert_nothing_left(&b.mem);
}

static void reading_ends_when_no_more_errors_are_kept(void **state)
{
    (void)state;
    struct bench b;
    open_text(&b, "abc", 0);
    b.diag.limit = 2;
    assert_true(parsing_goes_on(&b.p));
    parsing_error(&b.p, (struct span){0, 1}, "one");
    assert_true(parsing_goes_on(&b.p));
    parsing_error(&b.p, (struct span){1, 1}, "two");
    assert_false(parsing_goes_on(&b.p));
    parsing_error(&b.p, (struct span){2, 1}, "three");
    assert_int_equal(b.diag.errors, 2);
    diag_close(&b.diag);
    assert_nothing_left(&b.mem);
}

static void one_symbol_for_one_text(void **state)
{
    (void)state;
    struct mem mem = MEM_UNLIMITED;
    struct arena arena = {.mem = &mem};
    struct symbols symbols = {0};
    const struct symbol *at[1000];
    char name[16];
    assert_null(symbols_find(&symbols, "n1", 2));
    for (int i = 0; i < 1000; i++) {
        int length = snprintf(name, sizeof name, "n%d", i);
        at[i] = symbols_add(&symbols, &arena, name, (size_t)length);
        assert_int_equal(at[i]->id, i);
    }
    for (int i = 0; i < 1000; i++) {
        int length = snprintf(name, sizeof name, "n%d", i);
        assert_ptr_equal(symbols_add(&symbols, &arena, name, (size_t)length), at[i]);
        assert_ptr_equal(symbols_find(&symbols, name, (size_t)length), at[i]);
        assert_string_equal(at[i]->text, name);
    }
    assert_ptr_equal(symbols_find(&symbols, "n12", 2), at[1]); // what counts is the length
    const struct symbol *empty = symbols_add(&symbols, &arena, "", 0);
    assert_int_equal(empty->length, 0);
    assert_ptr_equal(symbols_add(&symbols, &arena, "", 0), empty);
    assert_int_equal(symbols.count, 1001);
    symbols_free(&symbols, &mem);
    arena_free(&arena);
    assert_nothing_left(&mem);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_error_at_a_place),    cmocka_unit_test(what_is_expected_and_what_is_found),
        cmocka_unit_test(long_tokens_are_cut),     cmocka_unit_test(places_begin_anywhere),
        cmocka_unit_test(depth_is_limited),        cmocka_unit_test(reading_ends_when_no_more_errors_are_kept),
        cmocka_unit_test(one_symbol_for_one_text),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
