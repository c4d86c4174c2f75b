// JSON: it fits the schema, it says what it should, and traces come back from it. With the name of a file as argument,
// this program only checks that file against the schema, or against the one that a second argument names; scripts use
// that.
#include "light.h"
#include "schema.h"

#define SCHEMA "docs/check-output.schema.json"

static json_t *load_schema_of(const char *name)
{
    json_error_t error;
    json_t *schema = json_load_file(name, JSON_REJECT_DUPLICATES, &error);
    if (!schema)
        fail_msg("%s: %s", name, error.text);
    return schema;
}

static json_t *load_schema(void)
{
    return load_schema_of(SCHEMA);
}

static void make(struct light *l, struct report_style style, struct str *out)
{
    struct report report = {.model = l->model,
                            .model_name = "light \"new\".smv",
                            .results = l->results,
                            .result_count = PROPERTIES,
                            .reachable = "123456789012345678901234567890",
                            .order = "given",
                            .seconds = 0.5,
                            .bytes = 1024,
                            .style = style};
    report_json(&report, &l->mem, out);
}

static json_t *parse(const struct str *text)
{
    json_error_t error;
    json_t *json = json_loads(str_text(text), JSON_REJECT_DUPLICATES, &error);
    if (!json)
        fail_msg("%s in:\n%s", error.text, str_text(text));
    return json;
}

static void expect_to_fit(const json_t *json)
{
    char wrong[512];
    json_t *schema = load_schema();
    const char *said = schema_check(schema, json, wrong, sizeof wrong);
    if (said)
        fail_msg("%s", said);
    json_decref(schema);
}

static void the_schema_refuses_other_things(void **state)
{
    UNUSED(state);
    static const char *const bad[] = {
        "[]",
        "{}",
        "{\"model\": 1, \"properties\": [], \"states\": {\"reachable\": null}, \"stats\": {}}",
        "{\"model\": \"x\", \"properties\": [{}], \"states\": {\"reachable\": null},"
        " \"stats\": {\"seconds\": 1, \"bytes_peak\": 1, \"order\": null}}",
        "{\"model\": \"x\", \"properties\": [], \"states\": {\"reachable\": \"many\"},"
        " \"stats\": {\"seconds\": 1, \"bytes_peak\": 1, \"order\": null}}",
        "{\"model\": \"x\", \"properties\": [], \"states\": {\"reachable\": null}, \"more\": 1,"
        " \"stats\": {\"seconds\": 1, \"bytes_peak\": 1, \"order\": null}}",
    };
    json_t *schema = load_schema();
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        char wrong[512];
        json_t *json = json_loads(bad[i], 0, NULL);
        assert_non_null(json);
        assert_non_null(schema_check(schema, json, wrong, sizeof wrong));
        json_decref(json);
    }
    json_decref(schema);
}

static void output_fits_the_schema(void **state)
{
    UNUSED(state);
    for (int way = 0; way < 4; way++) {
        struct light l;
        struct str out = {0};
        light_open(&l);
        if (way > 0) {
            light_give_trace(&l, NEVER_GREEN, way > 1);
            light_give_trace(&l, NAMED, way == 1);
        }
        l.results[STEPS].is_infinite = way == 2;
        make(&l, (struct report_style){.defines = way == 3}, &out);
        json_t *json = parse(&out);
        expect_to_fit(json);
        json_decref(json);
        str_free(&l.mem, &out);
        light_close(&l);
    }
}

static void output_says_what_it_should(void **state)
{
    UNUSED(state);
    struct light l;
    struct str out = {0};
    light_open(&l);
    light_give_trace(&l, NEVER_GREEN, true);
    l.results[IN_LIGHT].vacuous = " timer = 1 ";
    make(&l, (struct report_style){.defines = true}, &out);
    json_t *json = parse(&out);
    const char *model, *count, *name, *text, *verdict, *reason, *context, *vacuous, *colour, *lamps;
    int index, timer, button, share, steps;
    assert_int_equal(json_unpack(json, "{s:s, s:{s:s}}", "model", &model, "states", "reachable", &count), 0);
    assert_string_equal(model, "light \"new\".smv");
    assert_string_equal(count, "123456789012345678901234567890");
    const json_t *properties = json_object_get(json, "properties");
    assert_int_equal(json_array_size(properties), PROPERTIES);
    assert_int_equal(json_unpack(json_array_get(properties, NAMED), "{s:i, s:s, s:s, s:s, s:n, s:n, s:n}", "index",
                                 &index, "name", &name, "formula", &text, "verdict", &verdict, "reason", "vacuous",
                                 "trace"),
                     0);
    assert_int_equal(index, NAMED + 1);
    assert_string_equal(name, "calm");
    assert_string_equal(text, "G button");
    assert_string_equal(verdict, "holds");
    assert_int_equal(
        json_unpack(json_array_get(properties, IN_LIGHT), "{s:s, s:s}", "context", &context, "vacuous", &vacuous), 0);
    assert_string_equal(context, "crossing.light");
    assert_string_equal(vacuous, "timer = 1");
    assert_int_equal(json_unpack(json_array_get(properties, STEPS), "{s:i}", "value", &steps), 0);
    assert_int_equal(steps, 2);
    assert_int_equal(json_unpack(json_array_get(properties, UNDECIDED), "{s:s}", "reason", &reason), 0);
    assert_string_equal(reason, "out of time");
    json_t *trace = json_object_get(json_array_get(properties, NEVER_GREEN), "trace");
    assert_int_equal(json_unpack(json_array_get(json_object_get(trace, "states"), 2), "{s:s, s:i, s:s}", "colour",
                                 &colour, "timer", &timer, "lamps", &lamps),
                     0);
    assert_string_equal(colour, "green");
    assert_int_equal(timer, 2);
    assert_string_equal(lamps, "0ud4_9");
    assert_int_equal(json_array_size(json_object_get(trace, "inputs")), 3);
    assert_int_equal(json_unpack(json_array_get(json_object_get(trace, "inputs"), 2), "{s:b}", "button", &button), 0);
    assert_false(button);
    assert_int_equal(json_unpack(json_array_get(json_object_get(trace, "definitions"), 1), "{s:i}", "share", &share),
                     0);
    assert_int_equal(share, 3);
    assert_true(json_is_null(json_object_get(json_array_get(json_object_get(trace, "definitions"), 0), "share")));
    assert_int_equal(json_integer_value(json_object_get(trace, "loop")), 1);
    json_decref(json);
    str_free(&l.mem, &out);
    light_close(&l);
}

// ---- Reading --------------------------------------------------------------------------------------------------------

static void free_traces(struct light *l, stored_trace_array *runs)
{
    for (size_t i = 0; i < runs->count; i++)
        trace_close(&runs->at[i].trace, &l->mem);
    array_free(&l->mem, runs);
}

static void expect_same(const struct trace *a, const struct trace *b, size_t inputs)
{
    assert_int_equal(trace_length(a), trace_length(b));
    assert_int_equal(a->loop, b->loop);
    for (size_t i = 0; i < trace_length(a); i++)
        for (cell_id cell = 0; cell < CELLS; cell++)
            if (cell != BUTTON || i < inputs)
                assert_int_equal(trace_state(a, i)[cell], trace_state(b, i)[cell]);
}

static void traces_come_back(void **state)
{
    UNUSED(state);
    struct light l;
    struct str out = {0}, error = {0};
    stored_trace_array runs = {0};
    light_open(&l);
    light_give_trace(&l, NEVER_GREEN, true);
    light_give_trace(&l, IN_LIGHT, false);
    make(&l, (struct report_style){0}, &out);
    assert_true(report_read_traces(out.at, out.count, l.model, &runs, &l.mem, &error));
    assert_int_equal(runs.count, 2);
    assert_int_equal(runs.at[0].property, NEVER_GREEN);
    assert_int_equal(runs.at[1].property, IN_LIGHT);
    expect_same(&runs.at[0].trace, &l.results[NEVER_GREEN].trace, 3);
    expect_same(&runs.at[1].trace, &l.results[IN_LIGHT].trace, 2);
    free_traces(&l, &runs);

    str_clear(&out);
    report_json_trace(&l.results[NEVER_GREEN].trace, (struct report_style){0}, &l.mem, &out);
    assert_true(report_read_traces(out.at, out.count, l.model, &runs, &l.mem, &error));
    assert_int_equal(runs.count, 1);
    assert_int_equal(runs.at[0].property, REPORT_NO_PROPERTY);
    expect_same(&runs.at[0].trace, &l.results[NEVER_GREEN].trace, 3);
    free_traces(&l, &runs);
    str_free(&l.mem, &out);
    str_free(&l.mem, &error);
    light_close(&l);
}

static void expect_error(struct light *l, const char *text, const char *said)
{
    struct str error = {0};
    stored_trace_array runs = {0};
    assert_false(report_read_traces(text, strlen(text), l->model, &runs, &l->mem, &error));
    assert_string_equal(str_text(&error), said);
    free_traces(l, &runs);
    str_free(&l->mem, &error);
}

#define RED "{\"colour\": \"red\", \"timer\": 0, \"lamps\": \"0ud4_9\"}"

static void bad_runs_are_refused(void **state)
{
    UNUSED(state);
    struct light l;
    light_open(&l);
    expect_error(&l, "", "line 1, column 0: '[' or '{' expected near end of file");
    expect_error(&l, "[]", "a trace is an object with an array of \"states\"");
    expect_error(&l, "{\"states\": 1}", "a trace is an object with an array of \"states\"");
    expect_error(&l, "{\"states\": []}", "the trace has no states");
    expect_error(&l, "{\"states\": [1]}", "state 1 is no object");
    expect_error(&l, "{\"states\": [{}]}", "state 1 has no value for \"colour\"");
    expect_error(&l, "{\"states\": [{\"shape\": 1}]}", "in state 1, the model has no variable \"shape\"");
    expect_error(&l, "{\"states\": [{\"button\": true}]}", "in state 1, the model has no variable \"button\"");
    expect_error(&l, "{\"states\": [{\"colour\": \"blue\"}]}", "in state 1, \"colour\" cannot be \"blue\"");
    expect_error(&l, "{\"states\": [{\"colour\": true}]}", "in state 1, \"colour\" cannot be true");
    expect_error(&l, "{\"states\": [{\"colour\": \"red\", \"timer\": 7}]}", "in state 1, \"timer\" cannot be 7");
    expect_error(&l, "{\"states\": [{\"colour\": \"red\", \"timer\": 1.5}]}", "in state 1, \"timer\" cannot be 1.5");
    expect_error(&l, "{\"states\": [{\"colour\": \"red\", \"timer\": 1, \"lamps\": \"0ud5_9\"}]}",
                 "in state 1, \"lamps\" cannot be \"0ud5_9\"");
    expect_error(&l, "{\"states\": [" RED "], \"loop\": 1}", "\"loop\" is not the index of a state of the trace");
    expect_error(&l, "{\"states\": [" RED "], \"loop\": \"x\"}",
                 "\"loop\" must be the index of a state, from 0, or null");
    expect_error(&l, "{\"states\": [" RED ", " RED "]}", "the trace has 1 step, but \"inputs\" has 0 entries");
    expect_error(&l, "{\"states\": [" RED "], \"inputs\": {}}", "\"inputs\" must be an array");
    expect_error(&l, "{\"states\": [" RED "], \"inputs\": [{}]}", "the step from state 1 has no value for \"button\"");
    expect_error(&l, "{\"states\": [" RED "], \"inputs\": [2]}", "the inputs of state 1 are no object");
    expect_error(&l, "{\"properties\": 3}", "\"properties\" must be an array");
    expect_error(&l, "{\"properties\": [3]}", "a property must be an object");
    expect_error(&l, "{\"properties\": [{\"trace\": {}}]}",
                 "a property with a trace must have its number in the model as \"index\"");
    expect_error(&l, "{\"properties\": [{\"index\": 2, \"trace\": {}}]}",
                 "a trace is an object with an array of \"states\" (in the trace of property 2)");
    light_close(&l);
}

// Each schema can be used alone, so what is a trace is said in two of them.
static void schemas_agree_on_traces(void **state)
{
    UNUSED(state);
    json_t *check = load_schema(), *simulate = load_schema_of("docs/simulate-output.schema.json");
    static const char *const shared[] = {"trace", "values"};
    for (size_t i = 0; i < sizeof shared / sizeof *shared; i++) {
        json_t *one = json_object_get(json_object_get(check, "$defs"), shared[i]);
        json_t *other = json_object_get(json_object_get(simulate, "$defs"), shared[i]);
        assert_non_null(one);
        assert_true(json_equal(one, other));
    }
    json_decref(check);
    json_decref(simulate);
}

static int check_file(const char *name, const char *schema_name)
{
    char wrong[512];
    json_error_t error;
    json_t *json = json_load_file(name, JSON_REJECT_DUPLICATES, &error), *schema = load_schema_of(schema_name);
    const char *said = json ? schema_check(schema, json, wrong, sizeof wrong) : error.text;
    if (said)
        fprintf(stderr, "%s: %s\n", name, said);
    json_decref(json);
    json_decref(schema);
    return said != NULL;
}

int main(int count, char **arguments)
{
    if (count > 1)
        return check_file(arguments[1], count > 2 ? arguments[2] : SCHEMA);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_schema_refuses_other_things),
        cmocka_unit_test(schemas_agree_on_traces),
        cmocka_unit_test(output_fits_the_schema),
        cmocka_unit_test(output_says_what_it_should),
        cmocka_unit_test(traces_come_back),
        cmocka_unit_test(bad_runs_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
