// What the library gives besides verdicts, as `coset check` does: coverage of rules, the order of the variables,
// witness circuits, certificates of families, several constants that grow, the first failure alone, and how sure a
// verdict is.
#include "../unit.h"

#include <inttypes.h>
#include <unistd.h>

#include "api/coset.h"

static const char rooms[] =
    "const N: 3; M: 2;\n"
    "type P: scalarset(N); R: scalarset(M); Mood: enum { calm, busy, never };\n"
    "var at: array [P] of R; is_in: array [P] of boolean; mood: Mood;\n"
    "ruleset r: R do startstate begin\n"
    "  for p: P do is_in[p] := false; at[p] := r; end; mood := calm; end; end;\n"
    "ruleset p: P do\n"
    "  ruleset r: R do rule \"enter\" !is_in[p] & forall q: P do !(is_in[q] & at[q] = r) end ==>\n"
    "    begin is_in[p] := true; at[p] := r; mood := busy; end; end;\n"
    "  rule \"leave\" is_in[p] ==> begin is_in[p] := false; end;\n"
    "  rule \"despair\" is_in[p] & mood = never ==> begin is_in[p] := false; end;\n"
    "end;\n"
    "invariant \"alone\" forall p: P do forall q: P do\n"
    "  p != q & is_in[p] & is_in[q] -> at[p] != at[q] end end;\n"
    "invariant \"somebody waits\" exists p: P do !is_in[p] end;\n";

static const char counter[] = "MODULE main\n"
                              "VAR a : 0..3; b : boolean; c : boolean;\n"
                              "ASSIGN init(a) := 0; next(a) := (a + 1) mod 4; init(b) := FALSE; next(b) := a = 1;\n"
                              "INVARSPEC a < 4\n"
                              "INVARSPEC a < 2\n"
                              "INVARSPEC b -> a = 2\n"
                              "LTLSPEC G F b\n";

static coset_model *open(const char *name, const char *text, const coset_reading *reading)
{
    char *error = NULL;
    coset_model *model = coset_open_text(name, text, strlen(text), reading, &error);
    if (!model)
        fail_msg("%s", error);
    return model;
}

// A new name in the folder for temporary files; the caller removes what gets it.
static const char *new_path(char *path, size_t room, const char *ending)
{
    const char *folder = getenv("TMPDIR");
    snprintf(path, room, "%s/coset-besides-%ld%s", folder ? folder : "/tmp", (long)getpid(), ending);
    return path;
}

static bool begins_with(const char *path, const char *words)
{
    char begin[16] = "";
    FILE *file = fopen(path, "rb");
    if (!file)
        return false;
    bool good = fread(begin, 1, strlen(words), file) == strlen(words) && strcmp(begin, words) == 0;
    fclose(file);
    return good;
}

static void rules_are_counted(void **state)
{
    UNUSED(state);
    char *error = NULL;
    bool is_complete = false;
    coset_model *m = open("rooms.m", rooms, NULL);
    char *text = coset_rule_coverage(m, NULL, &is_complete, &error);
    assert_non_null(text);
    assert_null(error);
    assert_true(is_complete);
    assert_non_null(strstr(text, "rule \"enter\""));
    assert_non_null(strstr(text, "rule \"despair\""));
    coset_free_text(text);
    // With options of its own, and behind a call with others.
    assert_int_equal(coset_result_verdict(coset_check(m, 0, &(coset_options){.engine = COSET_ENGINE_SYMBOLIC})),
                     COSET_HOLDS);
    text = coset_rule_coverage(m, &(coset_options){.symmetry = COSET_SYMMETRY_OFF}, NULL, NULL);
    assert_non_null(text);
    coset_free_text(text);
    coset_close(m);
    m = open("counter.smv", counter, NULL);
    assert_null(coset_rule_coverage(m, NULL, NULL, &error));
    assert_string_equal(error, "only models in Murphi have rules");
    coset_free_text(error);
    coset_close(m);
}

static size_t lines_of(const char *text)
{
    size_t lines = 0;
    for (; *text; text++)
        lines += *text == '\n';
    return lines;
}

static void the_order_is_one_of_all_variables(void **state)
{
    UNUSED(state);
    char path[256], *error = NULL;
    coset_model *m = open("counter.smv", counter, NULL);
    char *order = coset_variable_order(m, NULL, &error);
    assert_non_null(order);
    assert_int_equal(lines_of(order), 3);
    assert_non_null(strstr(order, "a\n"));
    assert_non_null(strstr(order, "c\n"));
    // It can be given back.
    FILE *file = fopen(new_path(path, sizeof path, ".order"), "w");
    assert_non_null(file);
    assert_true(fputs(order, file) >= 0);
    assert_int_equal(fclose(file), 0);
    const coset_setting setting = {"order", path};
    char *again = coset_variable_order(m, &(coset_options){.settings = &setting, .setting_count = 1}, &error);
    unlink(path);
    assert_non_null(again);
    assert_string_equal(again, order);
    coset_free_text(again);
    coset_free_text(order);
    const coset_setting to_file = {"write-order", "x"};
    assert_null(coset_variable_order(m, &(coset_options){.settings = &to_file, .setting_count = 1}, &error));
    assert_non_null(strstr(error, "coset_variable_order"));
    coset_free_text(error);
    coset_close(m);
}

static void circuits_are_written(void **state)
{
    UNUSED(state);
    char witness[256], circuit[256], *error = NULL;
    coset_model *m = open("counter.smv", counter, NULL);
    coset_result *results[4];
    coset_check_all(m, NULL, results);
    new_path(witness, sizeof witness, ".witness.aag");
    new_path(circuit, sizeof circuit, ".aag");
    assert_true(
        coset_write_witness_circuit(m, (const coset_result *const *)results, 4, witness, circuit, NULL, &error));
    assert_true(begins_with(witness, "aag "));
    assert_true(begins_with(circuit, "aag "));
    assert_non_null(strstr(coset_messages(m), "warning")); // of what is not about all states
    unlink(witness);
    unlink(circuit);
    // Of what fails there is none; and a folder that is not there has no files.
    const coset_result *failing[] = {results[1]};
    assert_int_equal(coset_result_verdict(results[1]), COSET_FAILS);
    assert_false(coset_write_witness_circuit(m, failing, 1, witness, circuit, NULL, &error));
    assert_non_null(error);
    coset_free_text(error);
    assert_false(begins_with(witness, "aag "));
    assert_false(coset_write_witness_circuit(m, (const coset_result *const *)results, 1, "/none/such.aag", circuit,
                                             NULL, &error));
    assert_non_null(strstr(error, "/none/such.aag"));
    coset_free_text(error);
    coset_close(m);
}

static void the_first_failure_is_enough(void **state)
{
    UNUSED(state);
    coset_model *m = open("counter.smv", counter, NULL);
    coset_result *results[4];
    const coset_options options = {.fail_fast = true, .engine = COSET_ENGINE_EXPLICIT};
    assert_int_equal(coset_check_all(m, &options, results), COSET_FAILS);
    size_t failing = 0, open_ones = 0;
    for (size_t i = 0; i < 4; i++) {
        failing += coset_result_verdict(results[i]) == COSET_FAILS;
        open_ones += coset_result_verdict(results[i]) == COSET_UNDECIDED;
    }
    assert_int_equal(failing, 1);
    assert_true(open_ones > 0);
    coset_check_all(m, NULL, results); // the next call has its own options
    assert_int_equal(coset_result_verdict(results[3]), COSET_HOLDS);
    coset_close(m);
}

static void it_is_told_how_sure_a_verdict_is(void **state)
{
    UNUSED(state);
    const coset_setting setting = {"hash-compaction", "on"};
    coset_model *m = open("rooms.m", rooms, NULL);
    coset_result *sure = coset_check(m, 0, NULL);
    const coset_options compacted = {
        .engine = COSET_ENGINE_EXPLICIT, .symmetry = COSET_SYMMETRY_OFF, .settings = &setting, .setting_count = 1};
    coset_result *likely = coset_check(m, 0, &compacted);
    assert_int_equal(coset_result_verdict(sure), COSET_HOLDS);
    assert_true(coset_result_missed_probability(sure) == 0);
    assert_false(coset_result_vacuity_is_open(sure));
    assert_int_equal(coset_result_verdict(likely), COSET_HOLDS);
    assert_true(coset_result_missed_probability(likely) > 0 && coset_result_missed_probability(likely) < 1e-6);
    // What is not sure is not counted, and SAT engines do not count either.
    char *error = NULL;
    assert_null(coset_count_states(m, &compacted, &error));
    assert_non_null(strstr(error, "--hash-compaction cannot be used with --states"));
    coset_free_text(error);
    assert_null(coset_check_family(m, &(coset_range){"N", 1, 2, NULL, false}, &compacted, &error));
    assert_non_null(strstr(error, "--hash-compaction cannot be used with"));
    coset_free_text(error);
    const coset_setting by_sat = {"engine", "sat"};
    assert_null(coset_count_states(m, &(coset_options){.settings = &by_sat, .setting_count = 1}, &error));
    assert_non_null(strstr(error, "SAT engines cannot be used with --states"));
    coset_free_text(error);
    coset_close(m);
}

// Ranges that are used like scalarsets are such, or they are not: then there are as many orbits as states.
static void scalarsets_are_inferred_if_wanted(void **state)
{
    UNUSED(state);
    static const char text[] = "type P: 1..3; var in: array [P] of boolean;\n"
                               "startstate begin for p: P do in[p] := false; end; end;\n"
                               "ruleset p: P do rule \"turn\" begin in[p] := !in[p]; end; end;\n"
                               "invariant \"some\" exists p: P do in[p] end | true;\n";
    for (int i = 0; i < 2; i++) {
        coset_model *m = open("bits.m", text, &(coset_reading){.no_inferred_scalarsets = i == 1});
        char *orbits = coset_count_orbits(m, NULL, NULL);
        assert_string_equal(orbits, i == 1 ? "8" : "4");
        coset_free_text(orbits);
        coset_close(m);
    }
}

// ---- Families -------------------------------------------------------------------------------------------------------

static void several_constants_grow(void **state)
{
    UNUSED(state);
    char *error = NULL;
    int64_t low, high, n, m, shown[] = {2, 2}, size;
    coset_model *model = open("rooms.m", rooms, NULL);
    const coset_range ranges[] = {{"N", 1, 3, NULL, true}, {"M", 1, 3, NULL, false}};
    coset_family *family = coset_check_families(model, ranges, 2, NULL, &error);
    assert_non_null(family);
    coset_family_sizes(family, &low, &high);
    assert_int_equal(low, 1);
    assert_int_equal(high, 9);
    for (size = low; size <= high; size++) {
        assert_true(coset_family_value(family, size, "N", &n));
        assert_true(coset_family_value(family, size, "M", &m));
        assert_int_equal((n - 1) * 3 + m, size);
        assert_int_equal(coset_family_verdict(family, 0, size), COSET_HOLDS);
        assert_int_equal(coset_family_verdict(family, 1, size), n > m ? COSET_HOLDS : COSET_FAILS);
        // As many states as this size has by itself.
        char number[2][24];
        for (int i = 0; i < 2; i++)
            snprintf(number[i], sizeof number[i], "%" PRId64, i ? m : n);
        const coset_constant constants[] = {{"N", number[0]}, {"M", number[1]}};
        coset_model *one = open("rooms.m", rooms, &(coset_reading){.constants = constants, .constant_count = 2});
        char *states = coset_count_states(one, NULL, NULL);
        assert_string_equal(states, coset_family_states(family, size));
        coset_free_text(states);
        coset_close(one);
    }
    assert_false(coset_family_value(family, 10, "N", &n));
    assert_false(coset_family_value(family, 1, "L", &n));
    assert_true(coset_family_shown(family, 1, &size) && size == 1);
    coset_family_free(family);
    const coset_range chosen[] = {{"N", 1, 3, &shown[0], false}, {"M", 1, 3, &shown[1], false}};
    family = coset_check_families(model, chosen, 2, NULL, &error);
    assert_non_null(family);
    assert_true(coset_family_shown(family, 1, &size) && size == 5);
    coset_family_free(family);
    const coset_range twice[] = {{"N", 1, 3, NULL, false}, {"N", 1, 2, NULL, false}};
    assert_null(coset_check_families(model, twice, 2, NULL, &error));
    assert_non_null(strstr(error, "a constant has one range"));
    coset_free_text(error);
    coset_close(model);
}

static void sizes_have_certificates(void **state)
{
    UNUSED(state);
    char path[256], file[300], *error = NULL;
    int64_t number;
    coset_model *model = open("rooms.m", rooms, NULL);
    coset_family *family = coset_check_family(model, &(coset_range){"N", 1, 2, NULL, false}, NULL, &error);
    assert_non_null(family);
    assert_true(coset_family_value(family, 2, "N", &number) && number == 2);
    new_path(path, sizeof path, ".certificate");
    assert_true(coset_family_write_certificates(family, path, NULL, &error));
    for (int i = 1; i <= 2; i++) {
        snprintf(file, sizeof file, "%s.%d", path, i);
        assert_int_equal(access(file, R_OK), 0);
        unlink(file);
    }
    assert_false(coset_family_write_certificates(family, "/none/such", NULL, &error));
    assert_non_null(strstr(error, "/none/such"));
    coset_free_text(error);
    coset_close(model);
}

static void every_size_has_obligations(void **state)
{
    UNUSED(state);
    static const char lock[] =
        "const N: 2; type P: scalarset(N);\n"
        "var has: array [P] of boolean; free: boolean;\n"
        "startstate begin for p: P do has[p] := false; end; free := true; end;\n"
        "ruleset p: P do\n"
        "  rule \"take\" free ==> begin has[p] := true; free := false; end;\n"
        "  rule \"give\" has[p] ==> begin has[p] := false; free := true; end;\n"
        "end;\n"
        "invariant \"one\" forall p: P do forall q: P do p != q -> !(has[p] & has[q]) end end;\n";
    char path[256], *error = NULL;
    coset_model *model = open("lock.m", lock, NULL);
    coset_family *family =
        coset_check_family(model, &(coset_range){"N", 1, COSET_EVERY_SIZE, NULL, false}, NULL, &error);
    assert_non_null(family);
    assert_true(coset_family_is_proved(family, 0));
    assert_true(strlen(coset_family_invariants(family)) > 0);
    new_path(path, sizeof path, ".smt2");
    assert_true(coset_family_write_certificates(family, path, NULL, &error));
    assert_true(begins_with(path, "; "));
    unlink(path);
    coset_close(model);
}

// ---- Formats --------------------------------------------------------------------------------------------------------

static void assert_reported(coset_model *model, const coset_result *const *results, size_t count, coset_format format,
                            const coset_style *style, const char *part, const char *missing)
{
    char *text = coset_report(model, results, count, format, style);
    if (!strstr(text, part))
        fail_msg("\"%s\" is not in:\n%s", part, text);
    if (missing)
        assert_null(strstr(text, missing));
    coset_free_text(text);
}

static void results_are_reported(void **state)
{
    UNUSED(state);
    coset_model *model = open("counter.smv", counter, NULL);
    const coset_result *results[4];
    for (size_t i = 0; i < 4; i++)
        results[i] = coset_check(model, i, NULL);
    const coset_style full = {.full_traces = true};
    assert_reported(model, results, 4, COSET_FORMAT_TEXT, NULL, "2  fails", "b = FALSE\n      a = 1");
    assert_reported(model, results, 4, COSET_FORMAT_TEXT, &full, "counterexample of 3 states", NULL);
    assert_reported(model, results, 4, COSET_FORMAT_NUSMV, NULL, "-- invariant a < 2  is false", NULL);
    assert_reported(model, results, 4, COSET_FORMAT_JSON, NULL, "\"verdict\": \"fails\"", NULL);
    assert_reported(model, results, 1, COSET_FORMAT_JSON, NULL, "\"verdict\": \"holds\"", "\"verdict\": \"fails\"");
    assert_reported(model, results, 4, COSET_FORMAT_JUNIT, NULL, "tests=\"4\" failures=\"1\" errors=\"0\"", NULL);
    assert_reported(model, results, 4, COSET_FORMAT_WITNESS, NULL, "", "1"); // it is no circuit
    const coset_result *late = coset_check(model, 3, &(coset_options){.time_limit = 1e-9});
    if (coset_result_verdict(late) == COSET_UNDECIDED)
        assert_reported(model, &late, 1, COSET_FORMAT_TEXT, NULL, "out of time", NULL);
    coset_close(model);
    model = open("toggle.aag", "aag 1 0 1 0 0 1\n2 3\n2\n", NULL);
    results[0] = coset_check(model, 0, NULL);
    assert_reported(model, results, 1, COSET_FORMAT_WITNESS, NULL, "1\nb0\n", NULL);
    coset_close(model);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rules_are_counted),
        cmocka_unit_test(the_order_is_one_of_all_variables),
        cmocka_unit_test(circuits_are_written),
        cmocka_unit_test(the_first_failure_is_enough),
        cmocka_unit_test(it_is_told_how_sure_a_verdict_is),
        cmocka_unit_test(scalarsets_are_inferred_if_wanted),
        cmocka_unit_test(several_constants_grow),
        cmocka_unit_test(sizes_have_certificates),
        cmocka_unit_test(every_size_has_obligations),
        cmocka_unit_test(results_are_reported),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
