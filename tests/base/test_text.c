// The small helpers for text: UTF-8, units, JSON.
#include "../unit.h"

#include <math.h>

#include "base/json.h"
#include "base/units.h"
#include "base/utf8.h"

static void decodes_valid_characters(void **state)
{
    UNUSED(state);
    static const struct {
        const char *bytes;
        uint32_t code;
    } cases[] = {
        {"A", 'A'},
        {"\x7f", 0x7f},
        {"\xc2\x80", 0x80},
        {"\xc3\xa9", 0xe9},
        {"\xdf\xbf", 0x7ff},
        {"\xe0\xa0\x80", 0x800},
        {"\xe2\x82\xac", 0x20ac},
        {"\xed\x9f\xbf", 0xd7ff},
        {"\xee\x80\x80", 0xe000},
        {"\xef\xbf\xbf", 0xffff},
        {"\xf0\x90\x80\x80", 0x10000},
        {"\xf4\x8f\xbf\xbf", 0x10ffff},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        uint32_t code;
        size_t length = strlen(cases[i].bytes);
        assert_int_equal(utf8_decode(cases[i].bytes, length + 1, &code), length);
        assert_int_equal(code, cases[i].code);
        // Cut short it is invalid, one byte at a time.
        if (length > 1) {
            assert_int_equal(utf8_decode(cases[i].bytes, length - 1, &code), 1);
            assert_int_equal(code, UTF8_INVALID);
        }
    }
}

static void refuses_invalid_bytes(void **state)
{
    UNUSED(state);
    static const char *const cases[] = {
        "\x80",             // begins in the middle
        "\xc0\x80",         // too long a form of 0
        "\xc1\xbf",         // of 0x7f
        "\xe0\x9f\xbf",     // of 0x7ff
        "\xf0\x8f\xbf\xbf", // of 0xffff
        "\xed\xa0\x80",     // a surrogate
        "\xf4\x90\x80\x80", // beyond the last character
        "\xf5\x80\x80\x80",
        "\xff",
        "\xc3(",
        "\xe2\x82(",
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        uint32_t code;
        assert_int_equal(utf8_decode(cases[i], strlen(cases[i]), &code), 1);
        assert_int_equal(code, UTF8_INVALID);
    }
}

static void terminals_are_safe(void **state)
{
    UNUSED(state);
    struct mem mem = MEM_UNLIMITED;
    struct str s = {0};
    static const char nasty[] = "a\033[31m\xc2\x9b\x7f\xe2\x80\xae\xff\xc3\xa9\0z";
    utf8_add_printable(&mem, &s, nasty, sizeof nasty - 1);
    assert_string_equal(s.at, "a?[31m????\xc3\xa9?z");
    assert_int_equal(utf8_columns(nasty, sizeof nasty - 1), 13);
    str_free(&mem, &s);
    assert_nothing_left(&mem);
}

static void quantities_read_well(void **state)
{
    UNUSED(state);
    struct mem mem = MEM_UNLIMITED;
    struct str s = {0};
#define EXPECT(call, text) \
    do { \
        str_clear(&s); \
        call; \
        assert_string_equal(str_text(&s), text); \
    } while (0)
    EXPECT(units_add_count(&mem, &s, 0), "0");
    EXPECT(units_add_count(&mem, &s, 999), "999");
    EXPECT(units_add_count(&mem, &s, 1000), "1,000");
    EXPECT(units_add_count(&mem, &s, UINT64_MAX), "18,446,744,073,709,551,615");
    EXPECT(units_add_bytes(&mem, &s, 0), "0 B");
    EXPECT(units_add_bytes(&mem, &s, 1023), "1023 B");
    EXPECT(units_add_bytes(&mem, &s, 1024), "1.0 KiB");
    EXPECT(units_add_bytes(&mem, &s, (1 << 20) - 1), "1.0 MiB");
    EXPECT(units_add_bytes(&mem, &s, UINT64_C(3) << 29), "1.5 GiB");
    EXPECT(units_add_bytes(&mem, &s, UINT64_MAX), "16.0 EiB");
    EXPECT(units_add_seconds(&mem, &s, 0), "0.00 s");
    EXPECT(units_add_seconds(&mem, &s, 59.99), "59.99 s");
    EXPECT(units_add_seconds(&mem, &s, 59.999), "1 min 0 s");
    EXPECT(units_add_seconds(&mem, &s, 125.4), "2 min 5 s");
    EXPECT(units_add_seconds(&mem, &s, 3599.7), "1 h 0 min");
    EXPECT(units_add_seconds(&mem, &s, 12000), "3 h 20 min");
    EXPECT(units_add_seconds(&mem, &s, INFINITY), "- s");
    EXPECT(units_add_seconds(&mem, &s, NAN), "- s");
    EXPECT(units_add_percent(&mem, &s, 0.125), "12.5 %");
    EXPECT(units_add_percent(&mem, &s, NAN), "- %");
    EXPECT(json_add_number(&mem, &s, 1.5), "1.5");
    EXPECT(json_add_number(&mem, &s, -1e300), "-1e+300");
    EXPECT(json_add_number(&mem, &s, INFINITY), "null");
    EXPECT(json_add_number(&mem, &s, NAN), "null");
    str_free(&mem, &s);
    assert_nothing_left(&mem);
}

static void json_strings_are_escaped(void **state)
{
    UNUSED(state);
    struct mem mem = MEM_UNLIMITED;
    struct str s = {0};
    static const char text[] = "say \"\\\" \n\t\r\0\x1f\x7f/\xc3\xa9\xff";
    EXPECT(json_add_string(&mem, &s, text, sizeof text - 1),
           "\"say \\\"\\\\\\\" \\n\\t\\u000d\\u0000\\u001f\\u007f/\xc3\xa9\xef\xbf\xbd"
           "ff\"");
    EXPECT(json_add_string(&mem, &s, "", 0), "\"\"");
    EXPECT(json_add_as_read(&mem, &s, "a\xe9\"\xc3\xa9", 5), "a\xef\xbf\xbd"
                                                             "e9\"\xc3\xa9");
    str_free(&mem, &s);
    assert_nothing_left(&mem);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(decodes_valid_characters), cmocka_unit_test(refuses_invalid_bytes),
        cmocka_unit_test(terminals_are_safe),       cmocka_unit_test(quantities_read_well),
        cmocka_unit_test(json_strings_are_escaped),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
