// Texts that are nested too deeply, too large or too long are refused, and do not bring the program down.
#include "murphi_text.h"

static void repeat(struct mem *mem, struct str *out, const char *piece, int count)
{
    for (int i = 0; i < count; i++)
        str_add(mem, out, "%s", piece);
}

// before, `count` times an opening, the middle, `count` times a closing, behind
static void assert_nested(const char *before, const char *opening, const char *middle, const char *closing,
                          const char *behind, int count, bool good)
{
    struct mem mem = MEM_UNLIMITED;
    struct str text = {0}, said = {0};
    str_add(&mem, &text, "%s", before);
    repeat(&mem, &text, opening, count);
    str_add(&mem, &text, "%s", middle);
    repeat(&mem, &text, closing, count);
    str_add(&mem, &text, "%s", behind);
    struct reading r;
    reading_open(&r, text.at, text.count, NULL, 0);
    reading_messages(&r.diag, &r.mem, &said);
    if (r.good != good)
        fail_msg("%s%s x %d: %s", before, opening, count, str_text(&said));
    if (!good)
        assert_non_null(strstr(said.at, "error: this is nested too deeply: there may be 2000 levels\n"));
    str_free(&r.mem, &said);
    reading_close(&r);
    str_free(&mem, &text);
    assert_nothing_left(&mem);
}

static const struct {
    const char *before, *opening, *middle, *closing, *behind;
} nests[] = {
    {"var b: boolean; startstate begin b := ", "(", "b", ")", " end"},
    {"var b: boolean; startstate begin b := ", "!", "b", "", " end"},
    {"var b: 0..3; startstate begin b := ", "- ", "b", "", " end"},
    {"var b: 0..3; startstate begin b := ", "+ ", "b", "", " end"},
    {"var b: boolean; startstate begin b := ", "b ? b : ", "b", "", " end"},
    {"var b: boolean; startstate begin b := ", "forall i: 0..1 do ", "b", " end", " end"},
    {"var b: array [0..1] of 0..1; startstate begin b[0] := ", "b[", "0", "]", " end"},
    {"function f(x: 0..3): 0..3; begin return f(x); end; var b: 0..3; startstate begin b := ", "f(", "0", ")", " end"},
    {"startstate begin ", "if true then ", "", " end", " end"},
    {"startstate begin ", "for i: 0..1 do ", "", " end", " end"},
    {"startstate begin ", "alias x: 1 do ", "", " end", " end"},
    {"startstate begin ", "switch 1 case 1: ", "", " end", " end"},
    {"startstate end; ", "ruleset i: 0..0 do ", "rule end;", " end", ""},
    {"startstate end; var b: ", "array [0..0] of ", "boolean", "", ""},
    {"startstate end; var b: ", "record f: ", "boolean", " end", ""},
    {"startstate end; ctl ", "AG ", "true", "", ""},
    {"startstate end; ctl ", "A [true U ", "true", "]", ""},
    {"startstate end; ltl ", "X ", "true", "", ""},
    {"startstate end; ltl ", "true U ", "true", "", ""},
};

static void some_nesting_is_fine(void **state)
{
    UNUSED(state);
    for (size_t i = 0; i < sizeof nests / sizeof *nests; i++)
        assert_nested(nests[i].before, nests[i].opening, nests[i].middle, nests[i].closing, nests[i].behind, 300, true);
}

static void too_much_is_refused(void **state)
{
    UNUSED(state);
    for (size_t i = 0; i < sizeof nests / sizeof *nests; i++)
        assert_nested(nests[i].before, nests[i].opening, nests[i].middle, nests[i].closing, nests[i].behind, 30000,
                      false);
}

static void nodes_that_lean_to_the_left_are_limited_too(void **state)
{
    UNUSED(state);
    assert_nested("var b: 0..3; startstate begin b := b", " + b - b", "", "", " end", 900, true);
    assert_nested("var b: 0..3; startstate begin b := b", " + b - b", "", "", " end", 30000, false);
    assert_nested("var b: 0..3; startstate begin b := b", ".f", "", "", " end", 30000, false);
    assert_nested("var b: 0..3; startstate begin b", "[0]", "", "", " := 1 end", 30000, false);
}

// The type of a quantifier is no operand, but it is nested all the same.
static void types_in_expressions_count(void **state)
{
    UNUSED(state);
    struct mem mem = MEM_UNLIMITED;
    struct str text = {0};
    str_add(&mem, &text, "var b: 0..3; startstate begin b := ");
    repeat(&mem, &text, "multisetcount(i: x[", 40);
    str_add(&mem, &text, "1");
    for (int i = 0; i < 40; i++) {
        repeat(&mem, &text, "+1-1", 50);
        str_add(&mem, &text, "], true)");
    }
    str_add(&mem, &text, " end");
    struct reading r;
    struct str said = {0};
    reading_open(&r, text.at, text.count, NULL, 0);
    assert_false(r.good);
    reading_messages(&r.diag, &r.mem, &said);
    assert_non_null(strstr(said.at, "nested too deeply"));
    str_free(&r.mem, &said);
    reading_close(&r);
    str_free(&mem, &text);
}

// Types that use each other by name can become deep, or huge, without any nesting in the text.
static void assert_type_chain(const char *format, int count, bool good)
{
    struct mem mem = MEM_UNLIMITED;
    struct str text = {0}, said = {0};
    str_add(&mem, &text, "type t0: record end; ");
    for (int i = 1; i < count; i++) {
        str_add(&mem, &text, "t%d: ", i);
        for (const char *c = format; *c; c++) {
            if (*c == '#')
                str_add(&mem, &text, "t%d", i - 1);
            else
                str_add_char(&mem, &text, *c);
        }
    }
    str_add(&mem, &text, "startstate end;");
    struct reading r;
    reading_open(&r, text.at, text.count, NULL, 0);
    reading_messages(&r.diag, &r.mem, &said);
    assert_int_equal(r.good, good);
    if (!good)
        assert_non_null(strstr(said.at, "this type is made of too many others"));
    str_free(&r.mem, &said);
    reading_close(&r);
    str_free(&mem, &text);
}

static void types_do_not_grow_without_end(void **state)
{
    UNUSED(state);
    assert_type_chain("record a: # end; ", 1000, true);
    assert_type_chain("record a: # end; ", 3000, false);
    assert_type_chain("array [0..0] of #; ", 3000, false);
    assert_type_chain("record a, b: # end; ", 15, true);
    assert_type_chain("record a, b: # end; ", 100, false);
}

static void aliases_do_not_go_on_without_end(void **state)
{
    UNUSED(state);
    struct mem mem = MEM_UNLIMITED;
    for (int count = 1000; count <= 50000; count *= 50) {
        struct str text = {0};
        str_add(&mem, &text,
                "type P: scalarset(2); var x: array [P] of boolean; startstate begin for i: P do alias y0: i; ");
        for (int i = 1; i < count; i++)
            str_add(&mem, &text, "y%d: y%d; ", i, i - 1);
        str_add(&mem, &text, "do x[y%d] := true; end; end; end;", count - 1);
        struct reading r;
        reading_open(&r, text.at, text.count, NULL, 0);
        assert_int_equal(r.good, count == 1000);
        reading_close(&r);
        str_free(&mem, &text);
    }
}

static void many_of_everything_are_fine(void **state)
{
    UNUSED(state);
    struct mem mem = MEM_UNLIMITED;
    struct str text = {0};
    str_add(&mem, &text, "type e: enum {");
    for (int i = 0; i < 5000; i++)
        str_add(&mem, &text, "m%d, ", i);
    str_add(&mem, &text, "}; r: record ");
    for (int i = 0; i < 5000; i++)
        str_add(&mem, &text, "f%d: e; ", i);
    str_add(&mem, &text, "end; var ");
    for (int i = 0; i < 5000; i++)
        str_add(&mem, &text, "v%d: e; ", i);
    str_add(&mem, &text, "startstate begin ");
    for (int i = 0; i < 5000; i++)
        str_add(&mem, &text, "v%d := m%d; ", i, 4999 - i);
    str_add(&mem, &text, "if false then ");
    for (int i = 0; i < 5000; i++)
        str_add(&mem, &text, "elsif v%d = m0 then ", i);
    str_add(&mem, &text, "end end; ");
    for (int i = 0; i < 5000; i++)
        str_add(&mem, &text, "rule \"r%d\" v%d = m1 ==> end; ", i, i);
    struct reading r;
    reading_open(&r, text.at, text.count, NULL, 0);
    assert_true(r.good);
    assert_int_equal(r.tree.vars.count, 5000);
    reading_close(&r);
    str_free(&mem, &text);
}

static void empty_and_blank_texts_have_no_start_state(void **state)
{
    UNUSED(state);
    const char *said = "1:1 error: the model has no start state, and so no state at all\n";
    assert_complains("", said);
    assert_complains(" -- nothing", said);
    assert_complains(";;;", said);
    struct reading r;
    reading_open(&r, NULL, 0, NULL, 0);
    assert_false(r.good);
    reading_close(&r);
}

// As many errors as anybody wants to read, and then it ends.
static void errors_come_to_an_end(void **state)
{
    UNUSED(state);
    struct mem mem = MEM_UNLIMITED;
    struct str text = {0};
    repeat(&mem, &text, "var x: y; ) end rule ", 20000);
    struct reading r;
    reading_open(&r, text.at, text.count, NULL, 0);
    assert_false(r.good);
    assert_true(r.diag.messages.count <= 2 * DIAG_DEFAULT_LIMIT);
    reading_close(&r);
    str_free(&mem, &text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(some_nesting_is_fine),
        cmocka_unit_test(too_much_is_refused),
        cmocka_unit_test(nodes_that_lean_to_the_left_are_limited_too),
        cmocka_unit_test(types_in_expressions_count),
        cmocka_unit_test(types_do_not_grow_without_end),
        cmocka_unit_test(aliases_do_not_go_on_without_end),
        cmocka_unit_test(many_of_everything_are_fine),
        cmocka_unit_test(empty_and_blank_texts_have_no_start_state),
        cmocka_unit_test(errors_come_to_an_end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
