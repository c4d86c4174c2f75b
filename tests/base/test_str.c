// Growable texts.
#include "../unit.h"

#include "base/str.h"

static void grows_and_stays_terminated(void **state)
{
    UNUSED(state);
    struct mem mem = MEM_UNLIMITED;
    struct str s = {0};
    assert_string_equal(str_text(&s), "");
    str_add(&mem, &s, "x = %d", 3);
    assert_string_equal(s.at, "x = 3");
    str_add_char(&mem, &s, ';');
    str_add_bytes(&mem, &s, " y", 2);
    str_add_bytes(&mem, &s, NULL, 0);
    str_add(&mem, &s, "%s", "");
    assert_string_equal(s.at, "x = 3; y");
    assert_int_equal(s.count, 8);
    for (int i = 0; i < 1000; i++) {
        str_add(&mem, &s, "%d,", i % 10);
        assert_int_equal(strlen(s.at), s.count);
    }
    str_free(&mem, &s);
    assert_nothing_left(&mem);
}

static void long_formats_fit(void **state)
{
    UNUSED(state);
    struct mem mem = MEM_UNLIMITED;
    struct str s = {0};
    str_add(&mem, &s, "%5000d", 7);
    assert_int_equal(s.count, 5000);
    assert_int_equal(s.at[4999], '7');
    str_free(&mem, &s);
    assert_nothing_left(&mem);
}

static void clearing_keeps_the_memory(void **state)
{
    UNUSED(state);
    struct mem mem = MEM_UNLIMITED;
    struct str s = {0};
    str_clear(&s);
    str_add(&mem, &s, "abc");
    char *place = s.at;
    str_clear(&s);
    assert_string_equal(str_text(&s), "");
    str_add(&mem, &s, "de");
    assert_ptr_equal(s.at, place);
    assert_string_equal(s.at, "de");
    str_free(&mem, &s);
    assert_string_equal(str_text(&s), "");
    assert_nothing_left(&mem);
}

static void zero_bytes_are_bytes(void **state)
{
    UNUSED(state);
    struct mem mem = MEM_UNLIMITED;
    struct str s = {0};
    str_add_bytes(&mem, &s, "a\0b", 3);
    assert_int_equal(s.count, 3);
    assert_memory_equal(s.at, "a\0b", 4);
    str_free(&mem, &s);
    assert_nothing_left(&mem);
}

static void copies_are_released(void **state)
{
    UNUSED(state);
    struct mem mem = MEM_UNLIMITED;
    char *copy = str_copy(&mem, "text"), *empty = str_copy(&mem, "");
    assert_string_equal(copy, "text");
    assert_string_equal(empty, "");
    str_release(&mem, copy);
    str_release(&mem, empty);
    str_release(&mem, NULL);
    assert_nothing_left(&mem);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(grows_and_stays_terminated), cmocka_unit_test(long_formats_fit),
        cmocka_unit_test(clearing_keeps_the_memory),  cmocka_unit_test(zero_bytes_are_bytes),
        cmocka_unit_test(copies_are_released),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
