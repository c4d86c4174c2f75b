// Reasons as JSON and as text.
#include "../unit.h"

#include <jansson.h>

#include "report/report.h"

struct bench {
    struct mem mem;
    struct model *model;
    formula never, always;
    struct trace trace;
};

// A switch with an odd name, which is off, on, off, and so on.
static void open_bench(struct bench *b)
{
    b->mem = MEM_UNLIMITED;
    struct model *m = b->model = model_new(&b->mem);
    cell_id on = model_add_cell(m, "on\"\\\t", model_boolean(m), CELL_STATE);
    model_add_action(m, "any");
    formula atom = model_atom(m, model_cell_expr(m, on));
    b->always = model_formula_make(m, FORMULA_G, atom, FORMULA_NONE);
    b->never = model_formula_make(m, FORMULA_NOT, model_formula_make(m, FORMULA_F, atom, FORMULA_NONE), FORMULA_NONE);
    trace_open(&b->trace, m);
    for (value v = 0; v < 2; v++)
        trace_push(&b->trace, &b->mem, &v);
    b->trace.loop = 0;
}

static void close_bench(struct bench *b)
{
    trace_close(&b->trace, &b->mem);
    model_free(b->model);
    assert_nothing_left(&b->mem);
}

static size_t check_reason(const json_t *reason)
{
    static const char *const words[] = {"true", "false", "unknown"};
    const json_t *parts = json_object_get(reason, "parts"), *part;
    size_t i, count = 1;
    bool known = false;
    assert_int_equal(json_object_size(reason), 6);
    assert_true(json_is_string(json_object_get(reason, "formula")));
    assert_true(json_is_integer(json_object_get(reason, "state")));
    assert_true(json_is_boolean(json_object_get(reason, "again")));
    assert_true(json_is_string(json_object_get(reason, "because")) || json_is_null(json_object_get(reason, "because")));
    assert_true(json_is_array(parts));
    for (i = 0; i < 3; i++)
        known |= strcmp(json_string_value(json_object_get(reason, "truth")), words[i]) == 0;
    assert_true(known);
    json_array_foreach(parts, i, part)
    {
        count += check_reason(part);
    }
    return count;
}

static void reasons_are_json(void **unused)
{
    UNUSED(unused);
    struct bench b;
    struct str out = {0};
    struct reasons reasons;
    json_error_t error;
    open_bench(&b);
    for (int i = 0; i < 2; i++) {
        reasons_open(&reasons, &b.trace, i ? b.never : b.always, (size_t)i, &b.mem);
        str_clear(&out);
        report_json_reasons(&reasons, 0, &b.mem, &out);
        json_t *root = json_loads(str_text(&out), JSON_REJECT_DUPLICATES, &error);
        assert_non_null(root);
        assert_true(json_is_true(json_object_get(root, "complete")));
        assert_true(json_is_null(json_object_get(root, "remark")));
        json_t *reason = json_object_get(root, "reason");
        assert_int_equal(check_reason(reason), i ? 3 : 2);
        assert_string_equal(json_string_value(json_object_get(reason, "truth")), "false");
        assert_int_equal(json_integer_value(json_object_get(reason, "state")), i);
        json_decref(root);
        reasons_close(&reasons);
    }
    str_free(&b.mem, &out);
    close_bench(&b);
}

static void reasons_are_lines(void **unused)
{
    UNUSED(unused);
    struct bench b;
    struct str out = {0};
    struct reasons reasons;
    open_bench(&b);
    reasons_open(&reasons, &b.trace, b.never, 1, &b.mem);
    report_text_reasons(&reasons, 2, &b.mem, &out);
    assert_string_equal(str_text(&out), "  state 2: !(F on\"\\?) is false\n"
                                        "    state 2: F on\"\\? is true: on\"\\? is true at state 2\n"
                                        "      state 2: on\"\\? is true\n");
    reasons_close(&reasons);
    str_free(&b.mem, &out);
    close_bench(&b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reasons_are_json),
        cmocka_unit_test(reasons_are_lines),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
