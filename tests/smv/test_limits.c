// Texts that are huge or nested without end: a clear answer, in linear time, with the stack that there is.
#include "syntax.h"

// The first three of the nests below are tried with a million levels, the others with fewer, to save time.
enum { MANY = 1000000, ENOUGH = 30000 };

struct nest {
    const char *before, *opening, *middle, *closing, *after;
    size_t times;
};

static void build(struct mem *mem, struct str *text, struct nest nest)
{
    str_add(mem, text, "%s", nest.before);
    for (size_t i = 0; i < nest.times; i++)
        str_add_bytes(mem, text, nest.opening, strlen(nest.opening));
    str_add(mem, text, "%s", nest.middle);
    for (size_t i = 0; i < nest.times; i++)
        str_add_bytes(mem, text, nest.closing, strlen(nest.closing));
    str_add(mem, text, "%s", nest.after);
}

// How deep the tree is, or 0 after an error.
static uint32_t depth_of(struct nest nest, size_t *errors)
{
    struct mem mem = MEM_UNLIMITED;
    struct str text = {0}, printed = {0};
    build(&mem, &text, nest);
    struct syntax s;
    syntax_open(&s, text.at, text.count);
    uint32_t depth = 0;
    if (s.good) {
        const struct smv_expr *e = s.tree.modules->decls->expr;
        depth = e->depth;
        assert_true(depth <= SMV_MAX_DEPTH);
        smv_print(&mem, &printed, e, SMV_PRINT_NUSMV);
        str_free(&mem, &printed);
    } else {
        assert_non_null(strstr(s.diag.messages.at[0].text, "nested too deeply"));
    }
    *errors = s.diag.errors;
    syntax_close(&s);
    str_free(&mem, &text);
    assert_nothing_left(&mem);
    return depth;
}

static void assert_too_deep(struct nest nest, size_t times)
{
    size_t errors;
    nest.times = times;
    assert_int_equal(depth_of(nest, &errors), 0);
    assert_int_equal(errors, 1);
}

static void endless_nesting_is_one_error(void **state)
{
    UNUSED(state);
    const struct nest nests[] = {
        {.before = "MODULE main INIT ", .opening = "(", .middle = "x", .closing = ")", .after = ";"},
        {.before = "MODULE main INIT ", .opening = "!", .middle = "x", .closing = "", .after = ";"},
        {.before = "MODULE main INIT ", .opening = "x -> ", .middle = "x", .closing = "", .after = ";"},
        {.before = "MODULE main INIT ", .opening = "- ", .middle = "x", .closing = "", .after = ";"},
        {.before = "MODULE main INIT ", .opening = "x = ", .middle = "x", .closing = "", .after = ";"},
        {.before = "MODULE main INIT ", .opening = "x + x - ", .middle = "x", .closing = "", .after = ";"},
        {.before = "MODULE main INIT ", .opening = "x ? x : ", .middle = "x", .closing = "", .after = ";"},
        {.before = "MODULE main INIT ", .opening = "x ? ", .middle = "x", .closing = " : x", .after = ";"},
        {.before = "MODULE main INIT ", .opening = "{", .middle = "x", .closing = "}", .after = ";"},
        {.before = "MODULE main INIT ", .opening = "x[", .middle = "x", .closing = "]", .after = ";"},
        {.before = "MODULE main INIT ", .opening = "", .middle = "x", .closing = "[1]", .after = ";"},
        {.before = "MODULE main INIT ", .opening = "", .middle = "x", .closing = ".y", .after = ";"},
        {.before = "MODULE main INIT ", .opening = "bool(", .middle = "x", .closing = ")", .after = ";"},
        {.before = "MODULE main INIT ", .opening = "case x : ", .middle = "x", .closing = "; esac", .after = ";"},
        {.before = "MODULE main DEFINE d := ", .opening = "[", .middle = "x", .closing = "]", .after = ";"},
        {.before = "MODULE main VAR a : ",
         .opening = "array 0..1 of ",
         .middle = "boolean",
         .closing = "",
         .after = ";"},
        {.before = "MODULE main SPEC ", .opening = "AG ", .middle = "x", .closing = "", .after = ";"},
        {.before = "MODULE main SPEC ", .opening = "A [x U ", .middle = "x", .closing = "]", .after = ";"},
        {.before = "MODULE main LTLSPEC ", .opening = "x U y S ", .middle = "x", .closing = "", .after = ";"},
        {.before = "MODULE main CTLSTARSPEC ", .opening = "A [", .middle = "x", .closing = "]", .after = ";"},
        {.before = "MODULE main PSLSPEC ", .opening = "always ", .middle = "x", .closing = "", .after = ";"},
        {.before = "MODULE main PSLSPEC ", .opening = "(", .middle = "x", .closing = ")", .after = ";"},
        {.before = "MODULE main PSLSPEC ", .opening = "{", .middle = "x", .closing = "}", .after = ";"},
        {.before = "MODULE main PSLSPEC ", .opening = "x -> ", .middle = "x", .closing = "", .after = ";"},
        {.before = "MODULE main PSLSPEC ", .opening = "[x U ", .middle = "x", .closing = "]", .after = ";"},
        {.before = "MODULE main PSLSPEC {x", .opening = "[*]", .middle = "", .closing = "", .after = "};"},
        {.before = "MODULE main PSLSPEC ", .opening = "X [x U ", .middle = "x", .closing = "]", .after = ";"},
    };
    for (size_t i = 0; i < sizeof nests / sizeof *nests; i++)
        assert_too_deep(nests[i], i < 3 ? MANY : ENOUGH);
}

static void what_is_deep_but_not_too_deep_is_fine(void **state)
{
    UNUSED(state);
    size_t errors;
    struct nest parentheses = {"MODULE main INIT ", "(", "x", ")", "", SMV_MAX_DEPTH - 1};
    assert_int_equal(depth_of(parentheses, &errors), 1);
    struct nest arrows = {"MODULE main INIT ", "x -> ", "x", "", "", SMV_MAX_DEPTH - 1};
    assert_int_equal(depth_of(arrows, &errors), SMV_MAX_DEPTH);
    struct nest signs = {"MODULE main INIT ", "!", "x", "", "", SMV_MAX_DEPTH - 1};
    assert_int_equal(depth_of(signs, &errors), SMV_MAX_DEPTH);
    struct nest cases = {"MODULE main INIT ", "case a : ", "x", "; esac", "", SMV_MAX_DEPTH - 1};
    assert_int_equal(depth_of(cases, &errors), SMV_MAX_DEPTH);
}

static void a_chain_of_one_operator_is_not_deep(void **state)
{
    UNUSED(state);
    size_t errors;
    static const char *const operators[] = {"x & ", "x | ", "x xor ", "x <-> ", "x + ", "x union ", "x :: "};
    for (size_t i = 0; i < sizeof operators / sizeof *operators; i++) {
        struct nest nest = {"MODULE main INIT ", operators[i], "x", "", ";", 100000};
        assert_int_equal(depth_of(nest, &errors), 2);
    }
    struct nest psl = {"MODULE main PSLSPEC ", "x & ", "x", "", ";", 100000};
    assert_int_equal(depth_of(psl, &errors), 2);
}

static void long_files_are_fine(void **state)
{
    UNUSED(state);
    struct mem mem = MEM_UNLIMITED;
    struct str text = {0};
    str_add(&mem, &text, "MODULE main\nVAR\n");
    for (int i = 0; i < 50000; i++)
        str_add(&mem, &text, "  v%d : {a%d, b%d};\n", i, i % 7, i % 11);
    str_add(&mem, &text, "ASSIGN\n");
    for (int i = 0; i < 50000; i++)
        str_add(&mem, &text, "  next(v%d) := case v%d = a1 : b1; TRUE : {a1, v%d}; esac;\n", i, i / 2, i);
    struct syntax s;
    syntax_open(&s, text.at, text.count);
    assert_true(s.good);
    size_t count = 0;
    for (const struct smv_decl *decl = s.tree.modules->decls; decl; decl = decl->next)
        count++;
    assert_int_equal(count, 100000);
    assert_int_equal(s.tree.symbols.count, 1 + 50000 + 7 + 11);
    syntax_close(&s);
    str_free(&mem, &text);
    assert_nothing_left(&mem);
}

static void junk_is_refused(void **state)
{
    UNUSED(state);
    struct syntax s;
    static char zeros[100000];
    syntax_open(&s, zeros, sizeof zeros);
    assert_int_equal(s.diag.errors, 1);
    assert_string_equal(s.diag.messages.at[0].text, "unexpected byte 0x00; is this an SMV file?");
    syntax_close(&s);

    static char bytes[100000];
    uint64_t random = 1;
    for (size_t i = 0; i < sizeof bytes; i++) {
        random = random * UINT64_C(6364136223846793005) + 1;
        bytes[i] = (char)(random >> 56);
    }
    syntax_open(&s, bytes, sizeof bytes);
    assert_false(s.good);
    syntax_close(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(endless_nesting_is_one_error),
        cmocka_unit_test(what_is_deep_but_not_too_deep_is_fine),
        cmocka_unit_test(a_chain_of_one_operator_is_not_deep),
        cmocka_unit_test(long_files_are_fine),
        cmocka_unit_test(junk_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
