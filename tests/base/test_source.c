// Offsets to lines and columns and back, with line markers of a preprocessor.
#include "../unit.h"

#include "base/source.h"

static struct source source_of(const char *text)
{
    return (struct source){"test", text, strlen(text)};
}

static void expect_place(const struct source *source, size_t offset, size_t line, size_t column)
{
    struct source_place place = source_place(source, offset);
    assert_int_equal(place.line, line);
    assert_int_equal(place.column, column);
}

static void offsets_become_lines_and_columns(void **state)
{
    UNUSED(state);
    struct source source = source_of("ab\n\tc\n\nlast");
    expect_place(&source, 0, 1, 1);
    expect_place(&source, 1, 1, 2);
    expect_place(&source, 2, 1, 3); // the line end itself
    expect_place(&source, 3, 2, 1);
    expect_place(&source, 4, 2, 2);
    expect_place(&source, 6, 3, 1);
    expect_place(&source, 7, 4, 1);
    expect_place(&source, 11, 4, 5); // the end
    expect_place(&source, 500, 4, 5);
}

static void the_end_after_a_line_end_is_a_new_line(void **state)
{
    UNUSED(state);
    struct source source = source_of("a\n"), empty = {"empty", NULL, 0};
    expect_place(&source, 2, 2, 1);
    expect_place(&empty, 0, 1, 1);
    expect_place(&empty, 9, 1, 1);
}

static void columns_count_characters(void **state)
{
    UNUSED(state);
    struct source source = source_of("\xc3\xa9\xe2\x82\xac\xff x");
    expect_place(&source, 0, 1, 1);
    expect_place(&source, 1, 1, 1); // in the middle of the first character
    expect_place(&source, 2, 1, 2);
    expect_place(&source, 4, 1, 2);
    expect_place(&source, 5, 1, 3); // an invalid byte is a column
    expect_place(&source, 6, 1, 4);
    expect_place(&source, 7, 1, 5);
}

static void there_and_back(void **state)
{
    UNUSED(state);
    struct source source = source_of("ab\n\xc3\xa9x\n\n\r\nlast\r\nz");
    for (size_t offset = 0; offset <= source.length; offset++) {
        struct source_place place = source_place(&source, offset);
        size_t back = source_offset(&source, place);
        struct source_place again = source_place(&source, back);
        assert_true(back <= offset);
        // The middle of a character or of a line end is the only place that is not found again.
        if (back != offset)
            assert_true(again.line == place.line && (source.text[offset] == '\n' || offset == 4));
    }
    assert_int_equal(source_offset(&source, (struct source_place){1, 99}), 2);
    assert_int_equal(source_offset(&source, (struct source_place){99, 1}), source.length);
    assert_int_equal(source_offset(&source, (struct source_place){0, 0}), 0);
    struct source empty = {"empty", NULL, 0};
    assert_int_equal(source_offset(&empty, (struct source_place){3, 3}), 0);
}

static void lines_have_no_line_end(void **state)
{
    UNUSED(state);
    struct source source = source_of("one\r\ntwo\n\rx");
    size_t start, end;
    source_line(&source, 1, &start, &end);
    assert_true(start == 0 && end == 3);
    source_line(&source, 4, &start, &end); // on the \n
    assert_true(start == 0 && end == 3);
    source_line(&source, 5, &start, &end);
    assert_true(start == 5 && end == 8);
    source_line(&source, 99, &start, &end);
    assert_true(start == 9 && end == 11);
}

static void assert_origin(const char *text, size_t offset, size_t line, const char *name)
{
    struct source source = {"own", text, strlen(text)};
    struct source_marker origin;
    bool found = source_origin(&source, offset, &origin);
    assert_int_equal(found, name != NULL);
    if (!found)
        return;
    assert_int_equal(origin.line, line);
    assert_int_equal(origin.name_length, strlen(name));
    assert_memory_equal(origin.name, name, strlen(name));
}

static void linemarkers_say_where_lines_are_from(void **state)
{
    UNUSED(state);
    const char *text = "a\n# 7 \"x\"\nb\nc\n#  20\t\"y z\" 1 3\nd";
    assert_origin(text, 0, 0, NULL);
    assert_origin(text, 3, 0, NULL); // the marker itself
    assert_origin(text, 10, 7, "x");
    assert_origin(text, 12, 8, "x");
    assert_origin(text, strlen(text), 20, "y z");
    assert_origin("# 0 \"\"\n", 7, 0, "");
    assert_origin("", 0, 0, NULL);
    const char *const others[] = {"#",          "# x \"f\"", "# 7",         "# 7 f", "# 7 \"f", "# 7\"f\"",
                                  " # 7 \"f\"", "#if 0",     "# 7 \"f\" x", "#7",    "",        "# 7 \"f\\\""};
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        assert_false(source_read_marker(others[i], strlen(others[i]), &(struct source_marker){0}));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(offsets_become_lines_and_columns), cmocka_unit_test(the_end_after_a_line_end_is_a_new_line),
        cmocka_unit_test(columns_count_characters),         cmocka_unit_test(there_and_back),
        cmocka_unit_test(lines_have_no_line_end),           cmocka_unit_test(linemarkers_say_where_lines_are_from),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
