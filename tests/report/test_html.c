// Pages: they are well-formed whatever names are, ask for nothing from elsewhere, and say what the JSON says. With a
// page and the JSON of the same check as arguments, this program only compares these two; scripts use that.
#include "light.h"
#include "page_check.h"
#include "report/html_lanes.h"
#include "report/html_text.h"

#define NAME "</script><img src=x onerror='alert(\"1\")'>&amp;\x01\xff\xe2\x80\xae<!--"

static struct report report_of(struct light *l, struct report_style style)
{
    return (struct report){.model = l->model,
                           .model_name = "some/where/" NAME ".smv",
                           .results = l->results,
                           .result_count = PROPERTIES,
                           .reachable = "120",
                           .orbits = "20",
                           .symmetry = "of " NAME,
                           .symmetry_method = "explicit",
                           .order = "given",
                           .seconds = 0.5,
                           .bytes = 1024,
                           .style = style};
}

static void make_page(const struct report *report, const struct history *history, struct mem *mem, struct str *out)
{
    struct report_html html = {.report = report,
                               .history = history,
                               .command_line = "coset check " NAME,
                               .version = "coset 1",
                               .libraries = "none",
                               .date = "today",
                               .status = 1};
    report_html(&html, mem, out);
}

static void expect_sound(const char *page)
{
    char wrong[256];
    const char *said = page_tags(page, wrong, sizeof wrong);
    if (said)
        fail_msg("%s", said);
    assert_null(strstr(page, "://"));
    assert_null(strstr(page, "src=\""));
    assert_null(strstr(page, "@import"));
    assert_null(strstr(page, "url("));
}

static size_t occurrences(const char *text, const char *part)
{
    size_t count = 0;
    for (; (text = strstr(text, part)); text += strlen(part))
        count++;
    return count;
}

static bool same_json(const json_t *a, const json_t *b)
{
    if (json_equal((json_t *)a, (json_t *)b))
        return true;
    char *left = json_dumps(a, JSON_SORT_KEYS), *right = json_dumps(b, JSON_SORT_KEYS);
    print_message("%s\n%s\n", left, right);
    free(left);
    free(right);
    return false;
}

// ---- Pages ----------------------------------------------------------------------------------------------------------

static void a_page_has_the_data_of_the_json(void **state)
{
    UNUSED(state);
    const struct report_style styles[] = {{0}, {.defines = true}, {.full = true, .defines = true}};
    for (size_t s = 0; s < 3; s++)
        for (int loop = 0; loop < 2; loop++) {
            struct light l;
            struct str page = {0}, text = {0};
            json_error_t error;
            light_open(&l);
            light_give_trace(&l, 1, loop); // about an input, so that those of the last state matter
            light_give_trace(&l, 0, !loop);
            struct report report = report_of(&l, styles[s]);
            make_page(&report, NULL, &l.mem, &page);
            report_json(&report, &l.mem, &text);
            expect_sound(str_text(&page));
            json_t *expected = json_loads(str_text(&text), 0, &error), *found = page_as_report(str_text(&page));
            assert_non_null(expected);
            assert_true(same_json(expected, found));
            json_decref(expected);
            json_decref(found);
            str_free(&l.mem, &page);
            str_free(&l.mem, &text);
            light_close(&l);
        }
}

static void traces_are_told_by_what_changes(void **state)
{
    UNUSED(state);
    struct light l;
    struct str page = {0};
    light_open(&l);
    light_give_trace(&l, 0, true);
    struct report report = report_of(&l, (struct report_style){0});
    make_page(&report, NULL, &l.mem, &page);
    json_t *data = page_data(str_text(&page), "check-data"), *names = page_data(str_text(&page), "page-data");
    json_t *run = json_object_get(json_array_get(json_object_get(data, "properties"), 0), "trace");
    json_t *expected = json_loads("{\"first\": [\"red\", 0, \"0ud4_9\", true], \"changes\": [[1, 2], [0, \"green\", 3,"
                                  " false]], \"inputs\": 3, \"loop\": 1}",
                                  0, NULL);
    assert_true(same_json(expected, run));
    assert_string_equal(json_string_value(json_object_get(names, "kinds")), "sssi");
    assert_true(json_is_null(json_object_get(names, "history")));
    json_decref(expected);
    json_decref(data);
    json_decref(names);
    str_free(&l.mem, &page);
    light_close(&l);
}

static void names_cannot_become_markup(void **state)
{
    UNUSED(state);
    struct light l;
    struct str page = {0};
    light_open(&l);
    struct property p = {.kind = PROPERTY_INVARIANT, .name = NAME, .text = NAME, .context = NAME};
    p.formula = model_property(l.model, 2)->formula;
    p.from = p.to = model_true(l.model);
    size_t property = model_property_count(l.model);
    model_add_property(l.model, &p);
    light_give_trace(&l, 0, true);
    struct result *result = &l.results[0];
    result->property = property;
    result->runtime_error = NAME;
    result->assumptions = (const char *const[]){NAME};
    result->assumption_count = 1;
    l.results[1].vacuous = NAME;
    l.results[UNDECIDED].cause = cause_with_text(CAUSE_UNSUPPORTED, NAME);
    struct report report = report_of(&l, (struct report_style){0});
    make_page(&report, NULL, &l.mem, &page);
    expect_sound(str_text(&page));
    assert_int_equal(occurrences(str_text(&page), "</script>"), 3); // of the page itself
    assert_int_equal(occurrences(str_text(&page), "<img"), 0);
    assert_int_equal(occurrences(str_text(&page), "<!--"), 0);
    assert_true(occurrences(str_text(&page), "&lt;/script&gt;&lt;img src=x onerror=&#39;alert(&quot;1&quot;)&#39;&gt;"
                                             "&amp;amp;\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd&lt;!--") >= 9);
    json_t *data = page_data(str_text(&page), "check-data");
    json_t *first = json_array_get(json_object_get(data, "properties"), 0);
    assert_non_null(strstr(json_string_value(json_object_get(first, "name")), "</script><img src=x"));
    json_decref(data);
    str_free(&l.mem, &page);
    light_close(&l);
}

static void verdicts_can_be_read_without_a_script(void **state)
{
    UNUSED(state);
    struct light l;
    struct str page = {0};
    light_open(&l);
    light_give_trace(&l, 0, false);
    struct report report = report_of(&l, (struct report_style){0});
    make_page(&report, NULL, &l.mem, &page);
    const char *text = str_text(&page);
    assert_int_equal(occurrences(text, "<span class=\"verdict fails\">fails</span>"), 1);
    assert_int_equal(occurrences(text, "<span class=\"verdict holds\">holds</span>"), 2);
    assert_int_equal(occurrences(text, "<span class=\"verdict undecided\">undecided</span>"), 1);
    assert_int_equal(occurrences(text, "<span class=\"verdict number\">2</span>"), 1);
    assert_non_null(strstr(text, "<p class=\"note\">out of time</p>"));
    assert_non_null(strstr(text, "5 properties: 2 hold, 1 fails, 1 undecided, 1 computed"));
    assert_non_null(strstr(text, "counterexample of 3 states\nstate 1\n  colour = red\n"));
    assert_non_null(
        strstr(text, "The reachable states, 120 of them, are in 20 orbits: one state was looked at instead of 6,"));
    assert_non_null(strstr(text, "<div><dt>Exit status</dt><dd>1</dd></div>"));
    str_free(&l.mem, &page);
    report.representatives = report.orbits;
    report.orbits = NULL;
    make_page(&report, NULL, &l.mem, &page);
    assert_non_null(
        strstr(str_text(&page), "120 of them, have 20 representatives: one state was looked at instead of 6,"));
    assert_null(strstr(str_text(&page), "<dt>Orbits</dt>"));
    str_free(&l.mem, &page);
    light_close(&l);
}

static void damaged_pages_are_noticed(void **state)
{
    UNUSED(state);
    char wrong[256];
    assert_null(
        page_tags("<!DOCTYPE html><p a=\">\">x<br></p><script>if (1 < 2) '<p>';</script>", wrong, sizeof wrong));
    static const char *const bad[] = {"<p></p>",
                                      "<!DOCTYPE html><p><b></p></b>",
                                      "<!DOCTYPE html><p>",
                                      "<!DOCTYPE html></p>",
                                      "<!DOCTYPE html><p>1 < 2</p>",
                                      "<!DOCTYPE html><p",
                                      "<!DOCTYPE html><script>"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        assert_non_null(page_tags(bad[i], wrong, sizeof wrong));
}

// ---- History --------------------------------------------------------------------------------------------------------

static void long_searches_leave_few_samples(void **state)
{
    UNUSED(state);
    struct mem mem = MEM_UNLIMITED;
    struct history h = {.mem = &mem};
    for (uint64_t i = 0; i < 100000; i++) {
        struct history_sample sample = {.iteration = i, .frontier = 1, .found = (double)i, .nodes = i};
        history_add(&h, "diagrams", "reachable states", "states", (double)i, &sample);
        history_add_memory(&h, (double)i, i);
    }
    assert_int_equal(h.searches.count, 1);
    const struct history_search *s = &h.searches.at[0];
    assert_in_range(s->samples.count, HISTORY_MOST_SAMPLES / 2, HISTORY_MOST_SAMPLES);
    assert_int_equal(s->samples.at[0].iteration, 0);
    assert_int_equal(array_last(&s->samples).iteration, 99999);
    for (size_t i = 1; i < s->samples.count; i++)
        assert_in_range(s->samples.at[i].iteration - s->samples.at[i - 1].iteration, 1, s->stride);
    assert_in_range(h.moments.count, HISTORY_MOST_MOMENTS / 2, HISTORY_MOST_MOMENTS);
    for (size_t i = 1; i < h.moments.count; i++)
        assert_true(h.moments.at[i].seconds > h.moments.at[i - 1].seconds);
    history_close(&h);
    assert_nothing_left(&mem);
}

static void many_searches_leave_the_long_ones(void **state)
{
    UNUSED(state);
    struct mem mem = MEM_UNLIMITED;
    struct history h = {.mem = &mem};
    struct str json = {0};
    for (uint64_t search = 0; search < 1000; search++)
        for (uint64_t i = 0; i <= search % 100; i++) {
            struct history_sample sample = {.iteration = i, .frontier = HISTORY_UNKNOWN, .found = 2};
            history_add(&h, "diagrams", search % 2 ? "backwards" : "forever", "states", 0, &sample);
        }
    assert_int_equal(h.searches.count, HISTORY_MOST_SEARCHES);
    assert_int_equal(h.forgotten, 1000 - HISTORY_MOST_SEARCHES);
    for (size_t i = 0; i + 1 < h.searches.count; i++)
        assert_true(h.searches.at[i].iterations >= 90);
    history_add_json(&h, &mem, &json);
    json_t *data = json_loads(str_text(&json), JSON_REJECT_DUPLICATES, NULL);
    assert_int_equal(json_array_size(json_object_get(data, "searches")), HISTORY_MOST_SEARCHES);
    json_t *first = json_array_get(json_object_get(data, "searches"), 0);
    json_t *sample = json_array_get(json_object_get(first, "samples"), 0);
    assert_true(json_is_null(json_array_get(sample, 1)));
    assert_int_equal(json_integer_value(json_array_get(sample, 2)), 2);
    json_decref(data);
    str_free(&mem, &json);
    history_close(&h);
    assert_nothing_left(&mem);
}

static void add_iterations(struct history *h, const char *phase, uint64_t first, uint64_t last)
{
    for (uint64_t i = first; i <= last; i++)
        history_add(h, "diagrams", phase, "states", 0, &(struct history_sample){.iteration = i, .found = 1});
}

static void verdicts_have_their_searches(void **state)
{
    UNUSED(state);
    struct mem mem = MEM_UNLIMITED;
    struct history h = {.mem = &mem};
    add_iterations(&h, "reachable states", 0, 5);
    history_note_verdict(&h, 3);
    history_note_verdict(&h, 4);                  // of the same sets
    add_iterations(&h, "reachable states", 6, 7); // it goes on
    add_iterations(&h, "backwards", 0, 0);
    history_note_verdict(&h, 5);
    add_iterations(&h, "backwards", 0, 1); // another one
    history_note_verdict(&h, 6);
    assert_int_equal(h.searches.count, 3);
    const uint32_t expected[][4] = {{3, 3, 4, 5}, {1, 5}, {1, 6}};
    for (size_t i = 0; i < 3; i++) {
        assert_int_equal(h.searches.at[i].properties.count, expected[i][0]);
        for (size_t k = 0; k < expected[i][0]; k++)
            assert_int_equal(h.searches.at[i].properties.at[k], expected[i][k + 1]);
    }
    for (size_t i = 0; i < 1000; i++) { // that no property asks for; the longest one of each property stays
        add_iterations(&h, "forever", 0, 9);
        add_iterations(&h, "backwards", 0, 9);
    }
    assert_int_equal(h.searches.count, HISTORY_MOST_SEARCHES);
    assert_int_equal(h.searches.at[0].properties.at[0], 3);
    assert_int_equal(h.searches.at[1].properties.at[0], 6);
    assert_int_equal(h.searches.at[2].properties.count, 0);
    history_close(&h);
    assert_nothing_left(&mem);
}

// ---- Lanes ----------------------------------------------------------------------------------------------------------

static void expect_lanes(const char *const *cells, size_t count, const char *const *expected)
{
    struct mem mem = MEM_UNLIMITED;
    struct model *m = model_new(&mem);
    struct lanes lanes;
    for (size_t i = 0; i < count; i++)
        model_add_cell(m, cells[i], model_boolean(m), CELL_STATE);
    lanes_open(&lanes, m, &mem);
    for (size_t i = 0; i < count; i++) {
        const char *title = lanes.of_cell[i] == LANE_NONE ? "" : lanes.titles.at[lanes.of_cell[i]];
        assert_string_equal(title, expected[i]);
    }
    lanes_close(&lanes);
    model_free(m);
    assert_nothing_left(&mem);
}

static void names_tell_parts_that_are_alike(void **state)
{
    UNUSED(state);
    const char *const cells[] = {"a.state", "turn",   "b.state",  "b.more",    "mood[1]",  "mood[2]",
                                 "fork[2]", "one[1]", "s.p[1].x", "s.p[2].x",  "alone.x",  "[",
                                 "x[",      "x[]",    ".",        "c.q.state", "d.q.state"};
    const char *const lanes[] = {"a", "", "b", "", "1", "2", "", "", "s.1", "s.2", "", "", "", "", "", "c", "d"};
    expect_lanes(cells, sizeof cells / sizeof *cells, lanes);
}

static void classes_tell_parts(void **state)
{
    UNUSED(state);
    struct mem mem = MEM_UNLIMITED;
    struct model *m = model_new(&mem);
    value ids[] = {model_symbol(m, "Proc_1"), model_symbol(m, "Proc_2")};
    value others[] = {model_symbol(m, "Other_1"), model_symbol(m, "Other_2")};
    model_add_class(m, &(struct component_class){.name = "Other", .size = 2, .ids = others});
    size_t class = model_add_class(m, &(struct component_class){.name = "Proc", .size = 2, .ids = ids});
    cell_id cells[] = {model_add_cell(m, "p[Proc_2]", model_boolean(m), CELL_STATE),
                       model_add_cell(m, "p[Proc_1]", model_boolean(m), CELL_STATE)};
    for (uint32_t i = 0; i < 2; i++) {
        struct site site = {(uint32_t) class, 1 - i};
        model_place_cell(m, cells[i], &(struct placement){.family = 0, .sites = &site, .site_count = 1});
    }
    struct lanes lanes;
    lanes_open(&lanes, m, &mem);
    assert_int_equal(lanes.titles.count, 2);
    assert_string_equal(lanes.titles.at[lanes.of_cell[cells[0]]], "Proc_2");
    assert_string_equal(lanes.titles.at[lanes.of_cell[cells[1]]], "Proc_1");
    assert_int_equal(lanes_of_site(&lanes, (struct site){(uint32_t) class, 0}), lanes.of_cell[cells[1]]);
    assert_int_equal(lanes_of_site(&lanes, (struct site){0, 0}), LANE_NONE);
    assert_int_equal(lanes_of_site(&lanes, (struct site){CLASS_NONE, 0}), LANE_NONE);
    lanes_close(&lanes);
    model_free(m);
    assert_nothing_left(&mem);
}

// ---- For scripts ----------------------------------------------------------------------------------------------------

static char *read_file(const char *path)
{
    FILE *file = fopen(path, "r");
    size_t capacity = 1 << 24, count = 0;
    char *text = malloc(capacity + 1);
    if (file)
        count = fread(text, 1, capacity, file);
    text[count] = '\0';
    if (file)
        fclose(file);
    return text;
}

// What the work took differs from one time to the next.
static int compare(const char *page_path, const char *json_path)
{
    char *page = read_file(page_path), *text = read_file(json_path), wrong[256];
    const char *said = page_tags(page, wrong, sizeof wrong);
    json_t *found = said ? NULL : page_as_report(page), *expected = json_loads(text, 0, NULL);
    json_object_del(found, "stats");
    json_object_del(expected, "stats");
    bool same = found && expected && same_json(expected, found);
    if (said)
        printf("%s\n", said);
    json_decref(found);
    json_decref(expected);
    free(page);
    free(text);
    return !same;
}

int main(int count, char **arguments)
{
    if (count == 3)
        return compare(arguments[1], arguments[2]);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_page_has_the_data_of_the_json),   cmocka_unit_test(traces_are_told_by_what_changes),
        cmocka_unit_test(names_cannot_become_markup),        cmocka_unit_test(verdicts_can_be_read_without_a_script),
        cmocka_unit_test(damaged_pages_are_noticed),         cmocka_unit_test(long_searches_leave_few_samples),
        cmocka_unit_test(many_searches_leave_the_long_ones), cmocka_unit_test(verdicts_have_their_searches),
        cmocka_unit_test(names_tell_parts_that_are_alike),   cmocka_unit_test(classes_tell_parts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
