// Constant expressions of Murphi, and constants that are given from outside (-D).
#include "murphi_text.h"

static void constants_are_folded(void **state)
{
    UNUSED(state);
    static const struct {
        const char *text, *value;
    } cases[] = {
        {"1 + 2 * 3 - 4", "3"},
        {"-7 / 2", "-3"},
        {"-7 % 3", "-1"},
        {"7 - 3 - 2", "2"},
        {"1 << 4", "16"},
        {"-9 >> 1", "-5"},
        {"1 >> -3", "8"},
        {"8 << -2", "2"},
        {"1 >> 100", "0"},
        {"-1 >> 100", "0"},
        {"0 << 100", "0"},
        {"6 & 3", "2"},
        {"6 | 3", "7"},
        {"6 ^ 3", "5"},
        {"~6", "-7"},
        {"9223372036854775807 - 1 - 9223372036854775806", "0"},
        {"9223372036854775806 + 1 = 9223372036854775807", "true"},
        {"-9223372032559808511 / -1", "9223372032559808511"},
        {"1 << 62", "4611686018427387904"},
        {"1 < 2", "true"},
        {"1 = 2", "false"},
        {"true != false", "true"},
        {"!(1 >= 2) & (true -> false | true)", "true"},
        {"false -> 1 / 0 = 1", "true"},
        {"1 = 1 ? 5 : 6", "5"},
        {"B", "B"},
        {"A = B", "false"},
        {"true ? A : B", "A"},
        {"K * K", "9"},
        {"1 << 128", "0"},
        {"3 << 64", "0"},
        {"0x10 + 010", "24"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct reading r;
        char text[256];
        struct str out = {0};
        snprintf(text, sizeof text, "type E: enum {A, B}; const K: 3; const X: %s; startstate end;", cases[i].text);
        reading_open(&r, text, strlen(text), NULL, 0);
        assert_true(r.good);
        const struct murphi_decl *x = r.tree.items->next->next->decl;
        murphi_print_value(&r.mem, &out, x->type, x->value);
        assert_string_equal(out.at, cases[i].value);
        str_free(&r.mem, &out);
        reading_close(&r);
    }
}

// As in rumur. Such an expression is constant only where it must be: at run time, 0 / f() may still fail.
static void what_does_not_matter_need_not_be_constant(void **state)
{
    UNUSED(state);
    assert_reads(
        "function f(): 0..1; begin return 0; end; var v: 0..3; const A: 0 * f(); B: false ? f() : 1; C: 0 / v;\n"
        "D: 0 << v; E: 0 & v; F: false & v = 1; G: 1 + 0 * v; startstate begin v := 0 / v; end;",
        "function f(): 0..1 { return 0; }\nvar v: 0..3\nconst A = 0\nconst B = 1\nconst C = 0\nconst D = 0\n"
        "const E = 0\nconst F = false\nconst G = 1\nstartstate { v := 0 / v; }\n");
    struct reading r;
    const char *text = "var v: 0..3; startstate begin v := 0 / v; v := 6 / 2; end;";
    reading_open(&r, text, strlen(text), NULL, 0);
    assert_false(r.tree.rules->body->expr->is_constant);
    assert_true(r.tree.rules->body->next->expr->is_constant);
    assert_int_equal(r.tree.rules->body->next->expr->value, 3);
    reading_close(&r);
}

static void aliases_of_constants_are_constant(void **state)
{
    UNUSED(state);
    assert_reads(
        "const N: 2; var x: 0..N; startstate end; alias y: N + 1 do ruleset i: 0..y do rule x := i; end end end;",
        "const N = 2\nvar x: 0..N\nstartstate { }\nrule [y: N + 1] [i: 0..y] { x := i; }\n");
}

static const char sized[] = "type E: enum {A, B}; const N: 3; M: N + 1; K: true; L: A;\n"
                            "type P: scalarset(N); startstate end;";

static void constants_can_be_given_from_outside(void **state)
{
    UNUSED(state);
    assert_overridden(sized, "N", "5", "",
                      "type E: enum {A, B}\nconst N = 5\nconst M = 6\nconst K = true\nconst L = A\n"
                      "type P: scalarset(N)\nstartstate { }\n");
    assert_overridden(sized, "M", "-0x10", "",
                      "type E: enum {A, B}\nconst N = 3\nconst M = -16\nconst K = true\nconst L = A\n"
                      "type P: scalarset(N)\nstartstate { }\n");
    assert_overridden(sized, "K", "FALSE", "",
                      "type E: enum {A, B}\nconst N = 3\nconst M = 4\nconst K = false\nconst L = A\n"
                      "type P: scalarset(N)\nstartstate { }\n");
    assert_overridden(sized, "L", "B", "",
                      "type E: enum {A, B}\nconst N = 3\nconst M = 4\nconst K = true\nconst L = B\n"
                      "type P: scalarset(N)\nstartstate { }\n");
}

static void what_is_given_must_fit(void **state)
{
    UNUSED(state);
    assert_overridden(sized, "n", "5", "error: there is no constant \"n\" to give a value to; there are: N, M, K, L\n",
                      NULL);
    assert_overridden("startstate end;", "N", "5",
                      "error: there is no constant \"N\" to give a value to; the model has none at all\n", NULL);
    static const char *const wrong[] = {"x", "", "5x", "true", "-", "0x", "09", "99999999999999999999", "1 + 1"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        char message[128];
        snprintf(message, sizeof message,
                 "1:28 error: the value \"%s\" given for constant \"N\" is not of its type, integer\n", wrong[i]);
        assert_overridden(sized, "N", wrong[i], message, NULL);
    }
    assert_overridden(sized, "L", "C", "1:53 error: the value \"C\" given for constant \"L\" is not of its type, E\n",
                      NULL);
    assert_overridden(sized, "N", "0",
                      "2:19 error: the size of a scalarset must be between 1 and 16777216; this is 0\n", NULL);
}

static void local_constants_are_not_given_from_outside(void **state)
{
    UNUSED(state);
    assert_overridden("const N: 1; var x: 0..9; startstate const N: 2; begin x := N; end;", "N", "7", "",
                      "const N = 7\nvar x: 0..9\nstartstate const N = 2 { x := N; }\n");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(constants_are_folded),
        cmocka_unit_test(what_does_not_matter_need_not_be_constant),
        cmocka_unit_test(aliases_of_constants_are_constant),
        cmocka_unit_test(constants_can_be_given_from_outside),
        cmocka_unit_test(what_is_given_must_fit),
        cmocka_unit_test(local_constants_are_not_given_from_outside),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
