// Texts that are read besides the file: formulas, conditions and symmetries of the command line.
#include "murphi_text.h"

#include "murphi/lower.h"

static const char model_text[] = "type P: scalarset(2); var a: array [P] of boolean; n: 0..3;\n"
                                 "startstate begin clear a; n := 0; end;\n"
                                 "rule n < 3 ==> begin n := n + 1; end;\n"
                                 "invariant \"own\" n <= 3;";

static void parse(struct reading *r, const char *text)
{
    r->mem = MEM_UNLIMITED;
    r->source = (struct source){"test.m", text, strlen(text)};
    diag_open(&r->diag, &r->mem);
    murphi_tree_open(&r->tree, &r->mem, &r->source);
    assert_true(murphi_parse(&r->tree, &r->diag));
}

static void assert_message(const struct reading *r, const struct source *source, size_t offset, const char *text)
{
    assert_int_equal(r->diag.messages.count, 1);
    const struct diag_message *message = &r->diag.messages.at[0];
    assert_ptr_equal(message->range.source, source);
    assert_int_equal(message->range.offset, offset);
    if (!strstr(message->text, text))
        fail_msg("%s", message->text);
}

static void properties_come_after_all_of_the_file(void **state)
{
    UNUSED(state);
    struct reading r;
    const struct source one = {"one", "AG n <= 3", 9}, two = {"two", "G n <= 3 -- so;", 15},
                        hint = {"hint", "n = 1", 5};
    const struct source swap = {"swap", "(P_1 P_2)", 9};
    parse(&r, model_text);
    assert_true(murphi_parse_property(&r.tree, &one, MURPHI_CTL, &r.diag));
    assert_true(murphi_parse_property(&r.tree, &hint, MURPHI_HINT, &r.diag));
    assert_true(murphi_parse_symmetry(&r.tree, &swap, &r.diag));
    assert_true(murphi_parse_property(&r.tree, &two, MURPHI_LTL, &r.diag));
    assert_true(murphi_check(&r.tree, NULL, 0, &r.diag));
    struct model *m = model_new(&r.mem);
    assert_true(murphi_lower(&r.tree, m, NULL, &r.mem, &r.diag));
    assert_int_equal(model_property_count(m), 4);
    assert_string_equal(model_property(m, 0)->name, "own");
    assert_int_equal(model_property(m, 1)->kind, PROPERTY_DEADLOCK);
    assert_int_equal(model_property(m, 2)->kind, PROPERTY_CTL);
    assert_int_equal(model_property(m, 3)->kind, PROPERTY_LTL);
    assert_int_equal(model_hint_count(m), 1);
    assert_int_equal(model_symmetry_annotation_count(m), 1);
    model_free(m);
    reading_close(&r);
}

static void mistakes_of_form_are_shown_in_the_text_and_leave_nothing(void **state)
{
    UNUSED(state);
    static const struct {
        const char *text;
        size_t offset;
        const char *message;
    } wrong[] = {
        {"AG !", 4, "found the end of the text"},
        {"AG n = 1; invariant true", 10, "expected the end, found \"invariant\""},
        {"AG n = 1 n", 9, "expected the end, found \"n\""},
        {"", 0, "found the end of the text"},
        {"AG (n = 1", 9, "expected \")\""},
        {"true; var m: boolean", 6, "expected the end, found \"var\""},
        {"AG n = 1 /* open", 9, ""},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        struct reading r;
        const struct source source = {"text", wrong[i].text, strlen(wrong[i].text)};
        struct str before = {0}, after = {0};
        parse(&r, model_text);
        reading_dump(&r.tree, &r.mem, &before);
        assert_false(murphi_parse_property(&r.tree, &source, MURPHI_CTL, &r.diag));
        assert_message(&r, &source, wrong[i].offset, wrong[i].message);
        reading_dump(&r.tree, &r.mem, &after);
        assert_string_equal(str_text(&before), str_text(&after));
        str_free(&r.mem, &before);
        str_free(&r.mem, &after);
        reading_close(&r);
    }
}

static void a_text_that_is_refused_can_be_read_in_another_way(void **state)
{
    UNUSED(state);
    struct reading r;
    struct diag refused;
    const struct source source = {"text", "G F n = 3", 9};
    parse(&r, model_text);
    diag_open(&refused, &r.mem);
    assert_false(murphi_parse_property(&r.tree, &source, MURPHI_CTL, &refused));
    diag_close(&refused);
    assert_true(murphi_parse_property(&r.tree, &source, MURPHI_LTL, &r.diag));
    assert_true(murphi_check(&r.tree, NULL, 0, &r.diag));
    reading_close(&r);
}

static void mistakes_of_meaning_are_shown_in_their_text(void **state)
{
    UNUSED(state);
    struct reading r;
    const struct source good = {"good", "AG n = 1", 8}, bad = {"bad", "AG\n  m = 1", 10};
    parse(&r, model_text);
    assert_true(murphi_parse_property(&r.tree, &good, MURPHI_CTL, &r.diag));
    assert_true(murphi_parse_property(&r.tree, &bad, MURPHI_CTL, &r.diag));
    assert_false(murphi_check(&r.tree, NULL, 0, &r.diag));
    assert_message(&r, &bad, 5, "unknown name \"m\"");
    reading_close(&r);
}

static void run_time_errors_of_a_formula_are_placed_in_it(void **state)
{
    UNUSED(state);
    struct reading r;
    const struct source source = {"formula", "AG\n  10 / n > 1", 15};
    parse(&r, model_text);
    assert_true(murphi_parse_property(&r.tree, &source, MURPHI_CTL, &r.diag));
    assert_true(murphi_check(&r.tree, NULL, 0, &r.diag));
    struct model *m = model_new(&r.mem);
    assert_true(murphi_lower(&r.tree, m, NULL, &r.mem, &r.diag));
    bool is_placed = false;
    for (size_t i = 0; i < model_runtime_error_count(m); i++)
        is_placed |= strstr(model_runtime_error(m, i)->text, "(formula:2:3)") != NULL;
    assert_true(is_placed);
    model_free(m);
    reading_close(&r);
}

// A formula is no part of the file.
static void the_dialect_is_that_of_the_file(void **state)
{
    UNUSED(state);
    struct reading r;
    const struct murphi_lower_options options = {0};
    const struct source source = {"text", "AG n == 1", 9};
    parse(&r, model_text);
    assert_int_equal(murphi_dialect_of(&r.tree, &options), MURPHI_DIALECT_CMURPHI);
    assert_true(murphi_parse_property(&r.tree, &source, MURPHI_CTL, &r.diag));
    assert_int_equal(murphi_dialect_of(&r.tree, &options), MURPHI_DIALECT_CMURPHI);
    reading_close(&r);
    struct str text = {0};
    struct mem mem = MEM_UNLIMITED;
    str_add(&mem, &text, "%s invariant n == n;", model_text);
    parse(&r, str_text(&text));
    assert_int_equal(murphi_dialect_of(&r.tree, &options), MURPHI_DIALECT_RUMUR);
    reading_close(&r);
    str_free(&mem, &text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(properties_come_after_all_of_the_file),
        cmocka_unit_test(mistakes_of_form_are_shown_in_the_text_and_leave_nothing),
        cmocka_unit_test(a_text_that_is_refused_can_be_read_in_another_way),
        cmocka_unit_test(mistakes_of_meaning_are_shown_in_their_text),
        cmocka_unit_test(run_time_errors_of_a_formula_are_placed_in_it),
        cmocka_unit_test(the_dialect_is_that_of_the_file),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
