// Diagnostics: file, line, column and caret, whatever bytes the text has.
#include "../unit.h"

#include "base/diag.h"
#include "base/utf8.h"

// Renders one error at a range of a text.
static void expect_error(const char *text, size_t offset, size_t length, const char *expected)
{
    struct mem mem = MEM_UNLIMITED;
    struct source source = {"m.smv", text, strlen(text)};
    struct diag diag;
    struct str out = {0};
    diag_open(&diag, &mem);
    diag_error(&diag, (struct diag_range){&source, offset, length}, "bad");
    diag_render(&diag, &out);
    assert_string_equal(str_text(&out), expected);
    str_free(&mem, &out);
    diag_close(&diag);
    assert_nothing_left(&mem);
}

static void shows_the_line_and_a_caret(void **state)
{
    UNUSED(state);
    expect_error("MODULE main\nx := foo + 1;\n", 17, 3,
                 "m.smv:2:6: error: bad\n"
                 "    x := foo + 1;\n"
                 "         ^~~\n");
    expect_error("abc", 0, 1, "m.smv:1:1: error: bad\n    abc\n    ^\n");
    expect_error("abc", 1, 0, "m.smv:1:2: error: bad\n    abc\n     ^\n");
}

static void the_end_of_the_text(void **state)
{
    UNUSED(state);
    expect_error("abc", 3, 0, "m.smv:1:4: error: bad\n    abc\n       ^\n");
    expect_error("abc", 99, 7, "m.smv:1:4: error: bad\n    abc\n       ^\n");
    expect_error("abc\n", 3, 1, "m.smv:1:4: error: bad\n    abc\n       ^\n");
    expect_error("abc\n", 4, 0, "m.smv:2:1: error: bad\n"); // an empty line is not shown
    expect_error("", 0, 0, "m.smv:1:1: error: bad\n");
    expect_error("abc\r\nd", 4, 1, "m.smv:1:5: error: bad\n    abc\n       ^\n"); // no \r on the terminal
}

static void ranges_end_with_the_line(void **state)
{
    UNUSED(state);
    expect_error("begin x\nend", 6, 5, "m.smv:1:7: error: bad\n    begin x\n          ^\n");
    expect_error("a bcd\nend", 2, SIZE_MAX, "m.smv:1:3: error: bad\n    a bcd\n      ^~~\n");
}

static void tabs_keep_the_caret_in_place(void **state)
{
    UNUSED(state);
    expect_error("\tx\ty = z", 4, 1, "m.smv:1:5: error: bad\n    \tx\ty = z\n    \t \t ^\n");
}

static void characters_are_columns(void **state)
{
    UNUSED(state);
    expect_error("\xc3\xa9\xe2\x82\xac = x\xc3\xb6x y", 8, 4,
                 "m.smv:1:6: error: bad\n"
                 "    \xc3\xa9\xe2\x82\xac = x\xc3\xb6x y\n"
                 "         ^~~\n");
    // The middle of a character is the character.
    expect_error("a\xc3\xa9z", 2, 1, "m.smv:1:2: error: bad\n    a\xc3\xa9z\n     ^\n");
}

static void strange_bytes_are_shown_safely(void **state)
{
    UNUSED(state);
    expect_error("a\033[2J\xff\x01 x", 8, 1, "m.smv:1:9: error: bad\n    a?[2J?? x\n            ^\n");
}

static void zero_bytes_in_the_text(void **state)
{
    UNUSED(state);
    struct mem mem = MEM_UNLIMITED;
    struct source source = {"m.smv", "a\0b", 3};
    struct diag diag;
    struct str out = {0};
    diag_open(&diag, &mem);
    diag_error(&diag, (struct diag_range){&source, 2, 1}, "bad");
    diag_render(&diag, &out);
    assert_string_equal(str_text(&out), "m.smv:1:3: error: bad\n    a?b\n      ^\n");
    str_free(&mem, &out);
    diag_close(&diag);
    assert_nothing_left(&mem);
}

// The three lines of a rendered error, and where the caret is in the third.
static void long_lines_are_cut_around_the_caret(void **state)
{
    UNUSED(state);
    struct mem mem = MEM_UNLIMITED;
    char text[1001];
    for (size_t i = 0; i < 1000; i++)
        text[i] = (char)('a' + i % 26);
    text[1000] = '\0';
    for (size_t caret = 0; caret <= 1000; caret += 50) {
        struct source source = {"m", text, 1000};
        struct diag diag;
        struct str out = {0};
        diag_open(&diag, &mem);
        diag_error(&diag, (struct diag_range){&source, caret, 400}, "bad");
        diag_render(&diag, &out);
        const char *line = strchr(out.at, '\n') + 1;
        const char *carets = strchr(line, '\n') + 1;
        size_t columns = utf8_columns(line, (size_t)(carets - line) - 1);
        assert_in_range(columns, 160 + 4 + 1, 160 + 4 + 2);
        assert_true(utf8_columns(carets, strlen(carets) - 1) <= columns + (caret == 1000)); // may lie past the end
        // The character above the caret is the one meant; both lines are measured in columns.
        size_t column = strcspn(carets, "^");
        size_t at = 0;
        uint32_t code = 0;
        for (size_t i = 0; i <= column; i++)
            at += utf8_decode(line + at, strlen(line + at), &code);
        assert_int_equal(code, caret < 1000 ? (uint32_t)text[caret] : '\n');
        assert_int_equal(strstr(line, "\xe2\x80\xa6") != NULL, true);
        str_free(&mem, &out);
        diag_close(&diag);
    }
    assert_nothing_left(&mem);
}

// Any bytes, any range: each line that comes out is valid text without control characters, and the caret is there.
static void random_bytes_are_rendered_safely(void **state)
{
    UNUSED(state);
    static const char bytes[] = "ab \t\n\r\x1b\x80\xc3\xa9\xe2\x82\xac\xf0\xff";
    struct mem mem = MEM_UNLIMITED;
    unsigned dice = 12345;
    for (int round = 0; round < 3000; round++) {
        char text[400];
        size_t length = (dice >> 8) % (round % 2 ? 20 : sizeof text);
        for (size_t i = 0; i < length; i++) {
            dice = dice * 1103515245 + 12345;
            text[i] = bytes[(dice >> 16) % sizeof bytes]; // the zero byte is one of them
        }
        struct source source = {"m", text, length};
        struct diag diag;
        struct str out = {0};
        diag_open(&diag, &mem);
        diag_error(&diag, (struct diag_range){&source, (dice >> 4) % (length + 2), (dice >> 12) % 30}, "bad");
        diag_render(&diag, &out);
        int lines = 0;
        for (size_t at = 0; at < out.count;) {
            uint32_t code;
            at += utf8_decode(out.at + at, out.count - at, &code);
            lines += code == '\n';
            assert_true(code == '\n' || code == '\t' || utf8_is_printable(code));
        }
        assert_true(lines == 1 || (lines == 3 && strchr(out.at, '^')));
        str_free(&mem, &out);
        diag_close(&diag);
    }
    assert_nothing_left(&mem);
}

static void levels_and_places(void **state)
{
    UNUSED(state);
    struct mem mem = MEM_UNLIMITED;
    struct source source = {"m.smv", "x\ny\n", 4};
    struct diag diag;
    struct str out = {0};
    diag_open(&diag, &mem);
    diag_warning(&diag, (struct diag_range){&source, 2, 1}, "%s is never read", "y");
    diag_note(&diag, (struct diag_range){&source, 0, 1}, "it hides this one");
    diag_error(&diag, (struct diag_range){&source, DIAG_WHOLE, 0}, "cannot be read: %d", 5);
    diag_error(&diag, DIAG_NOWHERE, "name with \033[1m");
    assert_int_equal(diag.errors, 2);
    assert_int_equal(diag.warnings, 1);
    diag_render(&diag, &out);
    assert_string_equal(str_text(&out), "m.smv:2:1: warning: y is never read\n    y\n    ^\n"
                                        "m.smv:1:1: note: it hides this one\n    x\n    ^\n"
                                        "m.smv: error: cannot be read: 5\n"
                                        "error: name with ?[1m\n");
    str_free(&mem, &out);
    diag_close(&diag);
    assert_nothing_left(&mem);
}

static void too_many_are_counted_only(void **state)
{
    UNUSED(state);
    struct mem mem = MEM_UNLIMITED;
    struct diag diag;
    struct str out = {0};
    diag_open(&diag, &mem);
    diag.limit = 2;
    for (int i = 1; i <= 4; i++) {
        assert_int_equal(diag_is_full(&diag), i > 2);
        diag_error(&diag, DIAG_NOWHERE, "no %d", i);
        diag_note(&diag, DIAG_NOWHERE, "about %d", i);
    }
    for (int i = 1; i <= 3; i++)
        diag_warning(&diag, DIAG_NOWHERE, "careful %d", i);
    diag_render(&diag, &out);
    assert_string_equal(str_text(&out), "error: no 1\nnote: about 1\nerror: no 2\nnote: about 2\n"
                                        "warning: careful 1\nwarning: careful 2\n"
                                        "too many errors: 2 more are not shown\n"
                                        "too many warnings: 1 more is not shown\n");
    str_free(&mem, &out);
    diag_close(&diag);
    assert_nothing_left(&mem);
}

static bool goes_on_for_a_while(void *context, const char *phase)
{
    size_t *left = context;
    assert_string_equal(phase, "this");
    return *left > 0 && (*left)--;
}

static void readers_are_told_to_give_up(void **state)
{
    UNUSED(state);
    struct mem mem = MEM_UNLIMITED;
    struct diag diag;
    size_t left = 2, rounds = 0;
    diag_open(&diag, &mem);
    assert_true(diag_goes_on(&diag, "this")); // nobody minds
    diag.goes_on = goes_on_for_a_while;
    diag.context = &left;
    while (diag_goes_on(&diag, "this"))
        rounds++;
    assert_true(rounds >= 2 && rounds < 1000 && left == 0);
    assert_true(diag.is_stopped && diag_is_full(&diag));
    assert_int_equal(diag.errors, 1);
    left = 5; // it stays so
    assert_false(diag_goes_on(&diag, "this"));
    diag_error(&diag, DIAG_NOWHERE, "nobody hears this");
    diag_warning(&diag, DIAG_NOWHERE, "nor this");
    assert_int_equal(diag.messages.count, 0);
    diag_close(&diag);
    assert_nothing_left(&mem);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(shows_the_line_and_a_caret),       cmocka_unit_test(the_end_of_the_text),
        cmocka_unit_test(ranges_end_with_the_line),         cmocka_unit_test(tabs_keep_the_caret_in_place),
        cmocka_unit_test(characters_are_columns),           cmocka_unit_test(strange_bytes_are_shown_safely),
        cmocka_unit_test(zero_bytes_in_the_text),           cmocka_unit_test(long_lines_are_cut_around_the_caret),
        cmocka_unit_test(random_bytes_are_rendered_safely), cmocka_unit_test(levels_and_places),
        cmocka_unit_test(too_many_are_counted_only),        cmocka_unit_test(readers_are_told_to_give_up),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
