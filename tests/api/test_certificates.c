// Certificates through the library: what holds is certified, what does not is not, and files are written.
#include "../unit.h"

#include <unistd.h>

#include "api/coset.h"

static const char ring[] = "const N: 3;\n"
                           "type P: scalarset(N);\n"
                           "var in: array [P] of boolean; free: boolean;\n"
                           "startstate begin for p: P do in[p] := false; end; free := true; end;\n"
                           "ruleset p: P do\n"
                           "  rule \"enter\" free ==> begin in[p] := true; free := false; end;\n"
                           "  rule \"leave\" in[p] ==> begin in[p] := false; free := true; end;\n"
                           "end;\n"
                           "invariant \"alone\" forall p: P do forall q: P do p != q -> !(in[p] & in[q]) end end;\n"
                           "invariant \"nobody\" forall p: P do !in[p] end;\n"
                           "ctl \"again\" AG EF free;\n";

static const char counter[] = "MODULE main\n"
                              "VAR x : 0..3;\n"
                              "ASSIGN init(x) := 0; next(x) := (x + 1) mod 4;\n"
                              "INVARSPEC x < 4\n"
                              "LTLSPEC G F x = 0\n"
                              "SPEC AG x < 3\n"
                              "COMPUTE MIN [x = 0, x = 3]\n";

static coset_model *open(const char *name, const char *text, const coset_reading *reading)
{
    char *error = NULL;
    coset_model *model = coset_open_text(name, text, strlen(text), reading, &error);
    if (!model)
        fail_msg("%s", error);
    return model;
}

// Whether the result of a property is certified, which is so if and only if it holds.
static void assert_certified(coset_model *model, size_t property, const coset_options *options, bool is)
{
    char *text = NULL;
    coset_result *result = coset_check(model, property, options);
    coset_certified certified = coset_certify(model, result, options, &text);
    assert_non_null(text);
    assert_int_equal(certified, is ? COSET_CERTIFIED : COSET_NOT_CERTIFIED);
    assert_true(strlen(text) > 0);
    coset_free_text(text);
    assert_int_equal(coset_certify(model, result, NULL, NULL), certified); // nobody needs the text
}

static void what_holds_is_certified(void **state)
{
    UNUSED(state);
    coset_model *model = open("ring.m", ring, NULL);
    const coset_symmetry symmetries[] = {COSET_SYMMETRY_AUTO, COSET_SYMMETRY_OFF, COSET_SYMMETRY_COUNTERS};
    for (size_t i = 0; i < sizeof symmetries / sizeof *symmetries; i++) {
        const coset_options options = {.symmetry = symmetries[i]};
        assert_certified(model, 0, &options, true);
        assert_certified(model, 1, &options, false);
        assert_certified(model, 2, &options, true);
    }
    coset_close(model);
    const coset_constant constants[] = {{"N", "5"}};
    model = open("ring.m", ring, &(coset_reading){.constants = constants, .constant_count = 1});
    assert_certified(model, 0, NULL, true);
    coset_close(model);
    model = open("counter.smv", counter, NULL);
    assert_certified(model, 0, NULL, true);
    assert_certified(model, 1, NULL, true);
    assert_certified(model, 2, NULL, false);
    assert_certified(model, 3, NULL, false);
    coset_close(model);
}

static void a_formula_that_was_added_is_certified(void **state)
{
    UNUSED(state);
    coset_model *model = open("counter.smv", counter, NULL);
    assert_true(coset_add_formula(model, "AG nobody = 1", NULL) == COSET_NONE); // which is in nobody's way
    size_t added = coset_add_formula(model, "AG EF x = 1", NULL);
    assert_true(added < coset_property_count(model));
    assert_certified(model, added, NULL, true);
    assert_certified(model, 0, NULL, true); // so are the others
    coset_close(model);
    model = open("ring.m", ring, NULL);
    size_t count = coset_property_count(model);
    added = coset_add_formula(model, "AG true", NULL);
    assert_int_equal(added, count);
    assert_certified(model, added, NULL, true);
    coset_close(model);
}

static void certificates_are_written(void **state)
{
    UNUSED(state);
    char path[] = "/tmp/coset_certificate.XXXXXX", first[8] = "", *error = NULL;
    int descriptor = mkstemp(path);
    assert_true(descriptor >= 0);
    coset_model *model = open("ring.m", ring, NULL);
    const coset_result *results[3];
    for (size_t i = 0; i < 3; i++)
        results[i] = coset_check(model, i, NULL);
    assert_true(coset_write_certificate(model, results, 3, path, NULL, &error));
    assert_null(error);
    assert_true(read(descriptor, first, 5) == 5);
    assert_string_equal(first, "coset");
    assert_false(coset_write_certificate(model, results, 3, "/nowhere/certificate", NULL, &error));
    assert_non_null(strstr(error, "cannot write \"/nowhere/certificate\": No such file or directory"));
    coset_free_text(error);
    assert_false(coset_write_certificate(model, results, 3, "/nowhere/certificate", NULL, NULL));
    if (access("/dev/full", W_OK) == 0) {
        assert_false(coset_write_certificate(model, results, 3, "/dev/full", NULL, &error));
        assert_non_null(strstr(error, "No space left on device"));
        coset_free_text(error);
    }
    close(descriptor);
    unlink(path);
    coset_close(model);
}

// Of all properties.
static char *find_invariant(coset_model *model, size_t *proved, char **error)
{
    const coset_result *results[8];
    size_t count = coset_property_count(model);
    for (size_t i = 0; i < count; i++)
        results[i] = coset_check(model, i, NULL);
    return coset_invariant(model, results, count, NULL, proved, error);
}

static size_t count_holding(coset_model *model)
{
    size_t held = 0;
    for (size_t i = 0; i < coset_property_count(model); i++)
        held += coset_result_verdict(coset_check(model, i, NULL)) == COSET_HOLDS;
    return held;
}

// The text with it is a model again, in which all that it declares holds.
static void assert_invariant(const char *name, const char *text, size_t expected, const char *part)
{
    coset_model *model = open(name, text, NULL);
    char *error = NULL;
    size_t proved = 0, before = coset_property_count(model), held = count_holding(model);
    char *invariant = find_invariant(model, &proved, &error);
    assert_null(error);
    assert_non_null(invariant);
    assert_int_equal(proved, expected);
    assert_non_null(strstr(invariant, part));
    coset_close(model);
    size_t room = strlen(text) + strlen(invariant) + 2;
    char *together = malloc(room);
    snprintf(together, room, "%s\n%s", text, invariant);
    model = open(name, together, NULL);
    assert_true(coset_property_count(model) > before);
    assert_int_equal(count_holding(model), held + coset_property_count(model) - before);
    coset_close(model);
    coset_free_text(invariant);
    free(together);
}

static void invariants_are_given(void **state)
{
    UNUSED(state);
    assert_invariant("ring.m", ring, 2, "invariant"); // it is free of deadlocks, too
    const char stuck[] = "MODULE main\nVAR x : 0..7;\nASSIGN init(x) := 0; next(x) := x < 4 ? x + 1 : 2;\n"
                         "INVARSPEC x != 6\nLTLSPEC F x = 2\n";
    assert_invariant("stuck.smv", stuck, 1, "INVARSPEC");
    coset_model *model = open("fails.smv", "MODULE main VAR x : boolean; INVARSPEC x", NULL);
    size_t proved = 7;
    char *error = NULL, *text = find_invariant(model, &proved, &error);
    assert_int_equal(proved, 0);
    assert_non_null(text);
    assert_null(strstr(text, "INVARSPEC"));
    coset_free_text(text);
    coset_close(model);
    model = open("false.aag", "aag 0 0 0 1 0\n0\n", NULL);
    assert_null(find_invariant(model, NULL, &error));
    assert_string_equal(error, "invariants as text are for models in SMV and Murphi");
    coset_free_text(error);
    assert_null(find_invariant(model, NULL, NULL));
    coset_close(model);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_holds_is_certified),
        cmocka_unit_test(a_formula_that_was_added_is_certified),
        cmocka_unit_test(certificates_are_written),
        cmocka_unit_test(invariants_are_given),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
