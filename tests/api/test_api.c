// The library's interface: reading, checking by every method, traces by name, counts, errors as text. Engines and
// methods judge each other; traces are followed here once more, by the rules of the model written in C.
#include <stdlib.h>
#include <unistd.h>

#include "../unit.h"

#include "api/coset.h"

static const char counter[] = "MODULE main\n"
                              "VAR n : 0..7; up : boolean;\n"
                              "ASSIGN init(n) := 0; next(n) := up & n < 5 ? n + 1 : n;\n"
                              "INVARSPEC NAME small := n < 3;\n"
                              "SPEC NAME grows := EF n = 5;\n"
                              "LTLSPEC NAME gets_there := F n = 5;\n"
                              "COMPUTE MIN [n = 0, n = 5];\n";

static const char token[] = "const N: 4;\n"
                            "type Proc: scalarset(N); Place: enum { resting, trying, inside };\n"
                            "var place: array [Proc] of Place; token: Proc;\n"
                            "ruleset p: Proc do\n"
                            "  rule \"try\" place[p] = resting ==> begin place[p] := trying; end;\n"
                            "  rule \"enter\" place[p] = trying & token = p ==> begin place[p] := inside; end;\n"
                            "  ruleset q: Proc do rule \"leave\" place[p] = inside ==>\n"
                            "    begin place[p] := resting; token := q; end; end;\n"
                            "end;\n"
                            "ruleset q: Proc do startstate begin\n"
                            "  for p: Proc do place[p] := resting; end; token := q; end; end;\n"
                            "invariant \"one\" forall p: Proc do forall q: Proc do\n"
                            "  p != q -> !(place[p] = inside & place[q] = inside) end end;\n"
                            "invariant \"none\" forall p: Proc do place[p] != inside end;\n"
                            "ctl \"again\" forall p: Proc do AG EF place[p] = inside end;\n"
                            "ctl \"must\" forall p: Proc do AG (place[p] = trying -> AF place[p] = inside) end;\n"
                            "ltl \"ever\" forall p: Proc do G F place[p] = resting end;\n";

static coset_model *open(const char *name, const char *text, const coset_reading *reading)
{
    char *error = NULL;
    coset_model *model = coset_open_text(name, text, strlen(text), reading, &error);
    if (!model)
        fail_msg("%s", error);
    assert_null(error);
    return model;
}

// The error of a text that must not be read; the caller frees it.
static char *error_of(const char *name, const char *text, const coset_reading *reading)
{
    char *error = NULL;
    assert_null(coset_open_text(name, text, strlen(text), reading, &error));
    assert_non_null(error);
    return error;
}

// ---- Reading --------------------------------------------------------------------------------------------------------

static void a_model_tells_its_names(void **state)
{
    UNUSED(state);
    coset_model *m = open("counter.smv", counter, NULL);
    assert_string_equal(coset_version(), COSET_VERSION);
    assert_int_equal(coset_variable_count(m), 2);
    assert_string_equal(coset_variable_name(m, coset_find_variable(m, "n")), "n");
    assert_int_equal(coset_find_variable(m, "nobody"), COSET_NONE);
    assert_null(coset_variable_name(m, 2));
    assert_false(coset_variable_is_input(m, 0));
    assert_int_equal(coset_property_count(m), 4);
    assert_int_equal(coset_find_property(m, "gets_there"), 2);
    assert_int_equal(coset_find_property(m, "nobody"), COSET_NONE);
    assert_string_equal(coset_property_text(m, 1), "EF n = 5");
    assert_null(coset_property_name(m, 3));
    assert_null(coset_property_text(m, 4));
    assert_string_equal(coset_warnings(m), "");
    coset_close(m);
    coset_close(NULL);
}

static void mistakes_are_texts(void **state)
{
    UNUSED(state);
    char *error = error_of("bad.smv", "MODULE main\nVAR x : boolean;\nINIT x = y;\n", NULL);
    assert_non_null(strstr(error, "bad.smv:3:10: error:"));
    assert_non_null(strstr(error, "^"));
    coset_free_text(error);
    error = error_of("bad.m", "var x: 0..3;\nstartstate begin y := 1; end;\n", NULL);
    assert_non_null(strstr(error, "bad.m:2:18: error:"));
    coset_free_text(error);
    error = error_of("model.txt", counter, NULL);
    assert_non_null(strstr(error, "ending of its name"));
    coset_free_text(error);
    error = error_of("empty.smv", "", NULL);
    assert_non_null(strstr(error, "empty"));
    coset_free_text(error);
    // What depends on values: seen by diagrams only.
    error = error_of("late.smv",
                     "MODULE main\nVAR a : 0..9000; b : 0..9000; c : 0..9000;\n"
                     "ASSIGN next(a) := case a + b + c > 1 : 0; a + b = c : 1; esac;\n",
                     NULL);
    assert_non_null(strstr(error, "late.smv:3:"));
    coset_free_text(error);
    // Symmetries that are stated are read, too.
    error = error_of("stated.smv", "MODULE main\nVAR a : boolean; b : 0..3;\nSYMMETRY (a b);\n", NULL);
    assert_non_null(strstr(error, "stated.smv:3:"));
    coset_free_text(error);
    const coset_constant constant = {"N", "3"};
    error = error_of("counter.smv", counter, &(coset_reading){.constants = &constant, .constant_count = 1});
    assert_non_null(strstr(error, "SMV has no constants"));
    coset_free_text(error);
    assert_null(coset_open_text("bad.smv", "MODULE", 6, NULL, NULL)); // nobody wants to know
}

static void properties_with_errors(void **state)
{
    UNUSED(state);
    static const char text[] = "MODULE main VAR x : boolean; SPEC AG y\nSPEC EF x\nSPEC AG x";
    coset_result *results[3];
    coset_model *m = open("wrong.smv", text, NULL);
    assert_non_null(strstr(coset_warnings(m), "wrong.smv:1:38: error: there is no variable \"y\""));
    assert_int_equal(coset_property_count(m), 3);
    assert_int_equal(coset_check_all(m, NULL, results), COSET_ERROR);
    assert_int_equal(coset_result_verdict(results[0]), COSET_ERROR);
    assert_string_equal(coset_result_reason(results[0]), "there is no variable \"y\" in module main");
    assert_int_equal(coset_trace_length(results[0]), 0);
    assert_int_equal(coset_result_verdict(results[1]), COSET_HOLDS);
    assert_int_equal(coset_result_verdict(results[2]), COSET_FAILS);
    coset_close(m);
}

static void files_are_read(void **state)
{
    UNUSED(state);
    char *error = NULL;
    assert_null(coset_open_file("/no/such/file.smv", NULL, &error));
    assert_string_equal(error, "/no/such/file.smv: error: No such file or directory\n");
    coset_free_text(error);
    error = NULL;
    assert_null(coset_open_file("/", NULL, &error));
    assert_non_null(strstr(error, "/: error: "));
    coset_free_text(error);
    error = NULL;
    coset_model *m = coset_open_file("examples/mutex.smv", NULL, &error);
    if (!m)
        fail_msg("%s", error);
    assert_int_equal(coset_property_count(m), 2);
    coset_close(m);
}

static void languages_can_be_said(void **state)
{
    UNUSED(state);
    const coset_constant constant = {"N", "2"};
    coset_model *m = open(
        "token", token,
        &(coset_reading){
            .language = COSET_MURPHI, .constants = &constant, .constant_count = 1, .deadlock = COSET_DEADLOCK_OFF});
    assert_int_equal(coset_variable_count(m), 3);
    assert_int_equal(coset_property_count(m), 5); // and none for deadlocks
    assert_non_null(coset_variable_name(m, coset_find_variable(m, "place[Proc_2]")));
    coset_close(m);
}

// In CMurphi's view nothing is wrong with it, so that nothing is asked.
static void dialects_can_be_said(void **state)
{
    UNUSED(state);
    static const char text[] = "type S: scalarset(2); var o, q: S; t: boolean; startstate begin t := true; end; "
                               "rule o = q ==> begin t := !t; end;";
    const size_t properties[] = {[COSET_DIALECT_AUTO] = 1, [COSET_DIALECT_CMURPHI] = 1, [COSET_DIALECT_RUMUR] = 2};
    for (coset_dialect dialect = COSET_DIALECT_AUTO; dialect <= COSET_DIALECT_RUMUR; dialect++) {
        coset_model *m = open("dialect.m", text, &(coset_reading){.dialect = dialect});
        assert_int_equal(coset_property_count(m), properties[dialect]);
        coset_close(m);
    }
}

// ---- Checking -------------------------------------------------------------------------------------------------------

static void verdicts_and_runs_of_smv(void **state)
{
    UNUSED(state);
    static const coset_verdict expected[] = {COSET_FAILS, COSET_HOLDS, COSET_FAILS, COSET_HOLDS};
    coset_model *m = open("counter.smv", counter, NULL);
    coset_result *results[4];
    assert_int_equal(coset_check_all(m, NULL, results), COSET_FAILS);
    for (size_t i = 0; i < 4; i++) {
        assert_int_equal(coset_result_verdict(results[i]), expected[i]);
        assert_int_equal(coset_result_property(results[i]), i);
        assert_null(coset_result_reason(results[i]));
        assert_true(coset_result_seconds(results[i]) >= 0);
    }
    // Up to 3, each; the values by name, by number, and as numbers.
    size_t n = coset_find_variable(m, "n"), up = coset_find_variable(m, "up");
    assert_int_equal(coset_trace_length(results[0]), 4);
    assert_int_equal(coset_trace_loop(results[0]), COSET_NONE);
    for (size_t i = 0; i < 4; i++) {
        int64_t number;
        char digit[2] = {(char)('0' + i), '\0'};
        assert_true(coset_trace_number(results[0], i, n, &number));
        assert_int_equal(number, i);
        assert_string_equal(coset_trace_value(results[0], i, n), digit);
        assert_string_equal(coset_trace_value_of(results[0], i, "n"), digit);
        if (i < 3)
            assert_string_equal(coset_trace_value(results[0], i, up), "TRUE");
    }
    assert_null(coset_trace_value(results[0], 4, n));
    assert_null(coset_trace_value_of(results[0], 0, "nobody"));
    assert_int_equal(coset_trace_length(results[1]), 0);
    // A loop in which it never gets to 5.
    size_t length = coset_trace_length(results[2]), loop = coset_trace_loop(results[2]);
    assert_in_range(loop, 0, length - 1);
    for (size_t i = 0; i < length; i++)
        assert_string_not_equal(coset_trace_value(results[2], i, n), "5");
    assert_string_equal(coset_trace_value(results[2], loop, n), coset_trace_value(results[2], length - 1, n));
    int64_t steps;
    assert_false(coset_result_number(results[0], &steps));
    assert_true(coset_result_number(results[3], &steps));
    assert_int_equal(steps, 5);
    coset_result_free(results[1]); // one here, the others with the model
    coset_close(m);
}

// Two counters that have nothing to do with each other: traces of one have values of the other, all the same.
static void what_matters_not_is_left_out(void **state)
{
    UNUSED(state);
    coset_model *m = open("two.smv",
                          "MODULE part\nVAR n : 0..9;\nASSIGN init(n) := 0; next(n) := n < 9 ? n + 1 : {0, 9};\n"
                          "MODULE main\nVAR a : part; b : part;\n"
                          "INVARSPEC a.n < 3\nINVARSPEC b.n < 5\nINVARSPEC a.n = b.n\nSPEC AG (a.n = 9 -> AX a.n = 9)\n"
                          "SPEC AG AF b.n = 9\nLTLSPEC G (b.n = 12 -> a.n = 0)\n",
                          NULL);
    static const size_t lengths[] = {4, 6, 11};
    static const coset_verdict expected[] = {COSET_FAILS, COSET_FAILS, COSET_FAILS,
                                             COSET_FAILS, COSET_HOLDS, COSET_HOLDS};
    for (int backwards = 0; backwards < 2; backwards++)
        for (size_t k = 0; k < 6; k++) {
            size_t i = backwards ? 5 - k : k;
            coset_result *result = coset_check(m, i, NULL);
            assert_int_equal(coset_result_verdict(result), expected[i]);
            assert_int_equal(coset_result_property(result), i);
            for (size_t s = 0; s < coset_trace_length(result) && s < 10; s++) {
                char digit[2] = {(char)('0' + s), '\0'};
                assert_string_equal(coset_trace_value_of(result, s, "a.n"), digit);
                assert_string_equal(coset_trace_value_of(result, s, "b.n"), digit);
            }
            if (i < 3)
                assert_int_equal(coset_trace_length(result), lengths[i]);
        }
    char *states = coset_count_states(m, NULL, NULL);
    assert_string_equal(states, "100");
    coset_free_text(states);
    coset_close(m);
}

static void formulas_are_added(void **state)
{
    UNUSED(state);
    char *error = NULL;
    coset_model *m = open("counter.smv", counter, NULL);
    coset_result *before = coset_check(m, 0, NULL);
    assert_int_equal(coset_add_formula(m, "AG n <= 5", &error), 4);
    assert_int_equal(coset_add_formula(m, "G (n = 4 -> F n = 5)", &error), 5);
    assert_int_equal(coset_add_formula(m, "AG (n = 6 -> n = 0)", &error), 6);
    assert_null(error);
    assert_int_equal(coset_add_formula(m, "AG n <=", &error), COSET_NONE);
    assert_non_null(strstr(error, "formula:1:"));
    coset_free_text(error);
    assert_int_equal(coset_property_count(m), 7);
    assert_int_equal(coset_result_verdict(coset_check(m, 4, NULL)), COSET_HOLDS);
    assert_int_equal(coset_result_verdict(coset_check(m, 5, NULL)), COSET_FAILS);
    coset_result *vacuous = coset_check(m, 6, NULL);
    assert_string_equal(coset_result_vacuous(vacuous), "n = 6");
    assert_string_equal(coset_trace_value_of(before, 3, "n"), "3"); // is still there
    coset_close(m);
}

// A Murphi model is read again: what was found before stays, and what is wrong with a formula changes nothing.
static void formulas_are_added_to_murphi(void **state)
{
    UNUSED(state);
    char *error = NULL;
    coset_model *m = open("token.m", token, NULL);
    const char *text = coset_property_text(m, 0), *name = coset_variable_name(m, 0);
    size_t count = coset_property_count(m);
    coset_result *before = coset_check(m, 0, NULL);
    assert_int_equal(coset_add_formula(m, "AG EF forall p: Proc do place[p] = resting end", &error), count);
    assert_int_equal(coset_add_formula(m, "G F forall p: Proc do place[p] = resting end", &error), count + 1);
    assert_null(error);
    assert_int_equal(coset_add_formula(m, "AG place[Proc_9] = resting", &error), COSET_NONE);
    assert_non_null(strstr(error, "formula:1:10: error: "));
    coset_free_text(error);
    assert_int_equal(coset_property_count(m), count + 2);
    assert_non_null(strstr(coset_property_text(m, count), "resting"));
    for (int by_architecture = 0; by_architecture < 2; by_architecture++) {
        const coset_options how = {.symmetry = by_architecture ? COSET_SYMMETRY_ARCHITECTURAL : COSET_SYMMETRY_AUTO};
        assert_int_equal(coset_result_verdict(coset_check(m, count, &how)), COSET_HOLDS);
        coset_result *fails = coset_check(m, count + 1, &how);
        assert_int_equal(coset_result_verdict(fails), COSET_FAILS);
        assert_true(coset_trace_length(fails) > 0);
        error = NULL;
        assert_int_equal(coset_add_formula(m, "EF forall p: Proc do place[p] = resting end", &error),
                         count + 2 + (size_t)by_architecture);
        assert_string_equal(coset_trace_value(fails, 0, 0), coset_trace_value_of(fails, 0, name));
    }
    assert_int_equal(coset_result_verdict(coset_check(m, count + 3, NULL)), COSET_HOLDS);
    assert_int_equal(coset_result_verdict(before), coset_result_verdict(coset_check(m, 0, NULL)));
    assert_string_equal(text, coset_property_text(m, 0));
    coset_close(m);
}

// A run of the token model, by its rules: one component moves at a time, and only who has the token gets in.
#define TOKEN_PROCESSES BY_KIND(4, 4, 3) // every table of decision diagrams is checked all the time in the stress kind

static void follow_token(coset_model *m, coset_result *result)
{
    char place[] = "place[Proc_1]";
    size_t length = coset_trace_length(result);
    assert_true(length > 0);
    for (size_t s = 0; s < length; s++) {
        size_t next = s + 1 < length ? s + 1 : coset_trace_loop(result), moved = 0;
        for (char p = '1'; p < '1' + TOKEN_PROCESSES && next != COSET_NONE; p++) {
            place[11] = p;
            const char *now = coset_trace_value_of(result, s, place), *then = coset_trace_value_of(result, next, place);
            if (strcmp(now, then) == 0)
                continue;
            moved++;
            if (strcmp(now, "resting") == 0)
                assert_string_equal(then, "trying");
            else if (strcmp(now, "trying") == 0) {
                assert_string_equal(then, "inside");
                assert_int_equal(coset_trace_value_of(result, s, "token")[5], p);
            } else
                assert_string_equal(then, "resting");
        }
        assert_in_range(moved, 0, 1);
    }
    for (char p = '1'; p < '1' + TOKEN_PROCESSES; p++) {
        place[11] = p;
        assert_string_equal(coset_trace_value_of(result, 0, place), "resting");
    }
    UNUSED(m);
}

// An engine, and a method of the other one.
static bool are_contradictory(coset_engine engine, coset_symmetry way)
{
    if (engine == COSET_ENGINE_SYMBOLIC)
        return way == COSET_SYMMETRY_EXPLICIT;
    return engine == COSET_ENGINE_EXPLICIT && way >= COSET_SYMMETRY_DYNAMIC && way != COSET_SYMMETRY_COUNTERS &&
           way != COSET_SYMMETRY_ARCHITECTURAL;
}

// All methods agree, and where one does not decide it says why. LTL is only for diagrams of states.
static void methods_agree(void **state)
{
    UNUSED(state);
    static const coset_verdict expected[] = {COSET_HOLDS, COSET_FAILS, COSET_HOLDS,
                                             COSET_FAILS, COSET_FAILS, COSET_HOLDS};
    // n * (2^n + 2^(n-1)): nobody inside, or who holds the token
    const char *states_expected = BY_KIND("96", "96", "36");
    const coset_constant constants[] = {{"N", BY_KIND("4", "4", "3")}};
    const coset_reading reading = {.constants = constants, .constant_count = 1};
    coset_model *shared = open("token.m", token, &reading);
    size_t decided = 0, count = coset_property_count(shared);
    assert_int_equal(count, 6);
    for (coset_engine engine = COSET_ENGINE_AUTO; engine <= COSET_ENGINE_EXPLICIT; engine++)
        for (coset_symmetry way = COSET_SYMMETRY_AUTO; way <= COSET_SYMMETRY_ARCHITECTURAL; way++) {
            // Nothing depends on what other methods have found before, or made of the model.
            bool is_fresh = engine == COSET_ENGINE_AUTO;
            coset_model *m = is_fresh ? open("token.m", token, &reading) : shared;
            const coset_options options = {.engine = engine, .symmetry = way};
            if (are_contradictory(engine, way)) {
                coset_result *refused = coset_check(m, 0, &options);
                assert_int_equal(coset_result_verdict(refused), COSET_UNDECIDED);
                assert_non_null(strstr(coset_result_reason(refused), "cannot be used with"));
                coset_result_free(refused);
                continue;
            }
            char *before = is_fresh && way % 2 ? coset_count_states(m, &options, NULL) : NULL;
            assert_true(!before || strcmp(before, states_expected) == 0);
            coset_free_text(before);
            for (size_t i = 0; i < count; i++) {
                coset_result *result = coset_check(m, i, &options), *again = coset_check(m, i, &options);
                coset_verdict verdict = coset_result_verdict(result);
                assert_int_equal(coset_result_verdict(again), verdict); // what is known stays known
                coset_result_free(again);
                if (verdict == COSET_UNDECIDED)
                    assert_null(strstr(coset_result_reason(result), "internal"));
                else
                    assert_int_equal(verdict, expected[i]);
                if (verdict == COSET_FAILS)
                    follow_token(m, result);
                decided += verdict != COSET_UNDECIDED;
                assert_true(verdict != COSET_UNDECIDED || i >= 2);
                if (engine == COSET_ENGINE_AUTO && way <= COSET_SYMMETRY_OFF)
                    assert_true(verdict != COSET_UNDECIDED);
                coset_result_free(result);
            }
            char *states = coset_count_states(m, &options, NULL);
            assert_string_equal(states, states_expected);
            coset_free_text(states);
            coset_result_free(coset_check(m, count, &options));
            if (is_fresh)
                coset_close(m);
        }
    assert_true(decided > 3 * 6 * 7);
    coset_close(shared);
}

static void runtime_errors_are_told(void **state)
{
    UNUSED(state);
    coset_model *m = open("runtime_error.m",
                          "var n: 0..3; startstate begin n := 0; end;\n"
                          "rule \"up\" begin n := n + 1; end;\n",
                          NULL);
    size_t told = 0;
    for (size_t i = 0; i < coset_property_count(m); i++) {
        coset_result *result = coset_check(m, i, NULL);
        if (coset_result_verdict(result) != COSET_FAILS || !coset_result_runtime_error(result))
            continue;
        told++;
        assert_non_null(strstr(coset_result_runtime_error(result), "up"));
        assert_int_equal(coset_trace_length(result), 4);
    }
    assert_int_equal(told, 1);
    coset_close(m);
}

// ---- Limits ---------------------------------------------------------------------------------------------------------

static bool always(void *context)
{
    ++*(size_t *)context;
    return true;
}

// Forty counters that go their own ways to fourteen: nobody sees all of it explicitly, and it has no symmetries.
static const char large[] = "type Place: 0..39; Count: 0..14; var at: array [Place] of Count;\n"
                            "startstate begin for p: Place do at[p] := 0; end; end;\n"
                            "ruleset p: Place do rule \"up\" at[p] < 14 ==> begin at[p] := at[p] + 1; end; end;\n"
                            "invariant \"sum\" at[0] + at[1] < 29;\n";

static void limits_make_undecided(void **state)
{
    UNUSED(state);
    coset_model *m = open("large.m", large, &(coset_reading){.deadlock = COSET_DEADLOCK_OFF});
    coset_options options = {.time_limit = 0.2, .engine = COSET_ENGINE_EXPLICIT};
    coset_result *result = coset_check(m, 0, &options);
    assert_int_equal(coset_result_verdict(result), COSET_UNDECIDED);
    assert_non_null(coset_result_reason(result));
    options = (coset_options){.memory_limit = 1 << 20, .engine = COSET_ENGINE_EXPLICIT};
    result = coset_check(m, 0, &options);
    assert_int_equal(coset_result_verdict(result), COSET_UNDECIDED);
    assert_non_null(coset_result_reason(result));
    size_t asked = 0;
    options = (coset_options){.interrupted = always, .context = &asked, .engine = COSET_ENGINE_EXPLICIT};
    result = coset_check(m, 0, &options);
    assert_int_equal(coset_result_verdict(result), COSET_UNDECIDED);
    assert_true(asked > 0);
    char *error = NULL;
    assert_null(coset_count_states(m, &options, &error));
    assert_non_null(error);
    coset_free_text(error);
    result = coset_check(m, 7, NULL);
    assert_int_equal(coset_result_verdict(result), COSET_UNDECIDED);
    assert_string_equal(coset_result_reason(result), "there is no property of this number");
    coset_close(m);
}

static void traces_can_be_left_out(void **state)
{
    UNUSED(state);
    coset_model *m = open("counter.smv", counter, NULL);
    coset_result *result = coset_check(m, 0, &(coset_options){.no_traces = true});
    assert_int_equal(coset_result_verdict(result), COSET_FAILS);
    assert_int_equal(coset_trace_length(result), 0);
    assert_int_equal(coset_trace_loop(result), COSET_NONE);
    assert_int_equal(coset_check_all(m, &(coset_options){.time_limit = 60}, NULL), COSET_FAILS);
    coset_close(m);
}

// Formulas of a Murphi model come with it, as its last properties; what is wrong with one is told in its own text.
static void formulas_of_murphi(void **state)
{
    UNUSED(state);
    static const char *const formulas[] = {"AG EF forall p: Proc do place[p] = resting end",
                                           "G F forall p: Proc do place[p] = resting end -- a comment"};
    coset_model *m = open("token.m", token, &(coset_reading){.formulas = formulas, .formula_count = 2});
    assert_int_equal(coset_property_count(m), 8);
    assert_non_null(strstr(coset_property_text(m, 6), "resting"));
    assert_int_equal(coset_result_verdict(coset_check(m, 6, NULL)), COSET_HOLDS);
    assert_int_equal(coset_result_verdict(coset_check(m, 7, NULL)), COSET_FAILS);
    assert_int_equal(coset_result_verdict(coset_check(m, 0, NULL)), COSET_HOLDS);
    coset_close(m);
    static const char *const wrong[] = {"AG place[Proc_9] = resting", "AG TRUE; var x: boolean", "AG ("};
    static const char *const told[] = {"formula:1:10: error: ", "formula:1:10: error: expected the end, found",
                                       "formula:1:5: error: "};
    for (size_t i = 0; i < 3; i++) {
        char *error = error_of("token.m", token, &(coset_reading){.formulas = &wrong[i], .formula_count = 1});
        if (!strstr(error, told[i]))
            fail_msg("%s", error);
        coset_free_text(error);
    }
    char *error = error_of("counter.smv", counter, &(coset_reading){.formulas = wrong, .formula_count = 1});
    assert_non_null(strstr(error, "formula:1:"));
    coset_free_text(error);
    m = open("counter.smv", counter,
             &(coset_reading){.formulas = (const char *const[]){"AG n < 6"}, .formula_count = 1});
    assert_int_equal(coset_result_verdict(coset_check(m, coset_property_count(m) - 1, NULL)), COSET_HOLDS);
    coset_close(m);
}

// Sixty components: 60 * (2^60 + 2^59) states, which no other method counts. Runs are of the components themselves.
static void components_are_counted(void **state)
{
    UNUSED(state);
    const coset_constant sixty = {"N", "60"};
    const coset_reading reading = {.constants = &sixty, .constant_count = 1};
    for (int is_named = 0; is_named < 2; is_named++) {
        const coset_options options = {.symmetry = is_named ? COSET_SYMMETRY_COUNTERS : COSET_SYMMETRY_AUTO,
                                       .time_limit = 300};
        coset_model *m = open("token.m", token, &reading);
        assert_int_equal(coset_result_verdict(coset_check(m, 0, &options)), COSET_HOLDS);
        coset_result *single =
            coset_check(m, 2, &options); // of a single component, which is tracked beside the counters
        assert_int_equal(coset_result_verdict(single), COSET_HOLDS);
        coset_result *result = coset_check(m, 1, &options);
        assert_int_equal(coset_result_verdict(result), COSET_FAILS);
        size_t last = coset_trace_length(result) - 1, inside = 0;
        for (size_t v = 0; v < coset_variable_count(m); v++)
            inside += strcmp(coset_trace_value(result, last, v), "inside") == 0;
        assert_int_equal(inside, 1);
        char *states = coset_count_states(m, &options, NULL);
        assert_string_equal(states, "103762935414616227840");
        coset_free_text(states);
        coset_close(m);
    }
}

// Symmetries and hints: good ones give the same verdicts, wrong ones never a wrong one.
static void symmetries_are_stated(void **state)
{
    UNUSED(state);
    static const char pair[] = "MODULE cell(on)\nVAR n : 0..3;\nASSIGN init(n) := 0;\n"
                               "next(n) := case on & n < 3 : n + 1; on : 0; TRUE : n; esac;\n"
                               "MODULE main\nVAR a : cell(who = 1); b : cell(who = 2); c : cell(who = 3);\n"
                               "IVAR who : 1..3;\n"
                               "INVARSPEC a.n + b.n + c.n < 10\nINVARSPEC a.n + b.n < 6\nSPEC AG EF a.n = 3\n";
    static const coset_verdict expected[] = {COSET_HOLDS, COSET_FAILS, COSET_HOLDS};
    static const char *const good[] = {"(a b){who=1 who=2}", "(b c){who=2 who=3}"}, *const wrong[] = {"(a b)"};
    static const char *const hints[] = {"a.n < 2", "TRUE"};
    for (int is_wrong = 0; is_wrong < 2; is_wrong++)
        for (int is_named = 0; is_named < 2; is_named++) {
            const coset_reading reading = {.generators = is_wrong ? wrong : good,
                                           .generator_count = is_wrong ? 1 : 2,
                                           .hints = hints,
                                           .hint_count = 2};
            const coset_options options = {.symmetry = is_named ? COSET_SYMMETRY_ONTHEFLY : COSET_SYMMETRY_AUTO};
            coset_model *m = open("pair.smv", pair, &reading);
            for (size_t i = 0; i < 3; i++) {
                coset_result *result = coset_check(m, i, &options);
                if (!is_wrong || !is_named)
                    assert_int_equal(coset_result_verdict(result), expected[i]);
                else
                    assert_true(coset_result_verdict(result) == expected[i] ||
                                coset_result_verdict(result) == COSET_UNDECIDED);
                if (i == 1 && coset_result_verdict(result) == COSET_FAILS) {
                    size_t last = coset_trace_length(result) - 1;
                    assert_string_equal(coset_trace_value_of(result, last, "a.n"), "3");
                    assert_string_equal(coset_trace_value_of(result, last, "b.n"), "3");
                }
            }
            char *states = coset_count_states(m, &options, NULL);
            if (!is_wrong)
                assert_string_equal(states, "64");
            coset_free_text(states);
            coset_close(m);
        }
    static const char *const none[] = {"(a nobody)"};
    char *error = error_of("pair.smv", pair, &(coset_reading){.generators = none, .generator_count = 1});
    assert_non_null(strstr(error, "generator:1:"));
    coset_free_text(error);
}

// ---- What else coset check can do -----------------------------------------------------------------------------------

// A ring in which a token goes round: its rotations are not all permutations, but reachability does not mind.
static const char ring[] = "const N: 6;\n"
                           "type Place: 0..N-1;\n"
                           "var at: array [Place] of boolean;\n"
                           "startstate begin for p: Place do at[p] := p = 0; end; end;\n"
                           "ruleset p: Place do rule \"go\" at[p] ==>\n"
                           "  begin at[p] := false; at[(p + 1) % N] := true; end; end;\n"
                           "invariant \"some\" exists p: Place do at[p] end;\n"
                           "invariant \"never\" forall p: Place do !at[p] | p < 4 end;\n";

static void files_of_options_are_used(void **state)
{
    UNUSED(state);
    char path[] = "/tmp/coset-api-XXXXXX";
    int file = mkstemp(path);
    assert_true(file >= 0);
    close(file);
    coset_model *m = open("counter.smv", counter, NULL);
    const coset_options saving = {.checkpoint = path}, going_on = {.resume = path};
    coset_result *results[4];
    assert_int_equal(coset_check_all(m, &saving, NULL), COSET_FAILS);
    assert_string_equal(coset_messages(m), "");
    coset_close(m);
    // Another one goes on from there, and knows all of it, with traces, while nothing can be found any more.
    m = open("counter.smv", counter, NULL);
    size_t asked = 0;
    coset_options stopped = {.interrupted = always, .context = &asked};
    assert_int_equal(coset_check_all(m, &stopped, NULL), COSET_UNDECIDED);
    stopped.resume = path;
    assert_int_equal(coset_check_all(m, &stopped, results), COSET_FAILS);
    assert_int_equal(coset_result_verdict(results[0]), COSET_FAILS);
    assert_string_equal(coset_trace_value_of(results[0], 3, "n"), "3");
    assert_int_equal(coset_result_verdict(results[1]), COSET_HOLDS);
    assert_int_equal(coset_result_verdict(results[2]), COSET_FAILS);
    coset_close(m);
    // Not so with another model. That does not keep later calls from their work.
    m = open("token.m", token, NULL);
    coset_result *other = coset_check(m, 0, &going_on);
    assert_int_equal(coset_result_verdict(other), COSET_UNDECIDED);
    assert_non_null(strstr(coset_result_reason(other), "it is one of another model"));
    assert_int_equal(coset_result_verdict(coset_check(m, 0, NULL)), COSET_HOLDS);
    assert_string_equal(coset_messages(m), "");
    coset_close(m);
    unlink(path);
}

static void processes_share_the_work(void **state)
{
    UNUSED(state);
    static const coset_verdict expected[] = {COSET_HOLDS, COSET_FAILS, COSET_HOLDS,
                                             COSET_FAILS, COSET_FAILS, COSET_HOLDS};
    coset_result *results[6];
    coset_model *m = open("token.m", token, NULL);
    assert_int_equal(coset_check_all(m, &(coset_options){.jobs = 3}, results), COSET_FAILS);
    for (size_t i = 0; i < 6; i++) {
        assert_int_equal(coset_result_verdict(results[i]), expected[i]);
        if (expected[i] == COSET_FAILS)
            follow_token(m, results[i]);
    }
    assert_int_equal(coset_result_verdict(coset_check(m, 0, NULL)), COSET_HOLDS);
    coset_close(m);
    // They are told to stop.
    m = open("large.m", large, &(coset_reading){.deadlock = COSET_DEADLOCK_OFF});
    size_t asked = 0;
    coset_options options = {.jobs = 2, .engine = COSET_ENGINE_EXPLICIT, .interrupted = always, .context = &asked};
    assert_int_equal(coset_check_all(m, &options, NULL), COSET_UNDECIDED);
    assert_true(asked > 0);
    coset_close(m);
}

static void settings_are_options_of_the_program(void **state)
{
    UNUSED(state);
    coset_model *m = open("counter.smv", counter, NULL);
    const coset_setting good[] = {{"strategy", "chaining"}, {"cone", "off"}, {"symmetry", "xi"}, {"sigma-rounds", "2"}};
    coset_result *result = coset_check(m, 0, &(coset_options){.settings = good, .setting_count = 4});
    assert_int_equal(coset_result_verdict(result), COSET_FAILS);
    assert_non_null(strstr(coset_result_method(result), "xi"));
    static const coset_setting wrong[] = {{"strategy", "magic"}, {"nothing", "1"}, {"write-order", "x"}, {"cone", "7"}};
    for (size_t i = 0; i < 4; i++) {
        result = coset_check(m, 0, &(coset_options){.settings = &wrong[i], .setting_count = 1});
        assert_int_equal(coset_result_verdict(result), COSET_UNDECIDED);
        assert_non_null(strstr(coset_result_reason(result), "error: "));
        assert_string_equal(coset_messages(m), coset_result_reason(result));
    }
    char *error = NULL;
    assert_null(coset_count_states(m, &(coset_options){.settings = wrong, .setting_count = 1}, &error));
    assert_non_null(strstr(error, "magic"));
    coset_free_text(error);
    coset_close(m);
}

// Of a component that is always the same, the others are known, too: what one call finds is not found again.
static void calls_share_what_they_find(void **state)
{
    UNUSED(state);
    const coset_setting whole = {"cone", "off"};
    const coset_options options = {.settings = &whole, .setting_count = 1};
    coset_model *m = open("counter.smv", counter, NULL);
    for (size_t i = 0; i < 4; i++)
        coset_check(m, i, &options);
    coset_free_text(coset_count_states(m, &options, NULL));
    char *statistics = coset_statistics(m);
    const char *line = strstr(statistics, "checkers");
    assert_non_null(line);
    assert_int_equal(strtol(line + strlen("checkers"), NULL, 10), 1);
    coset_free_text(statistics);
    assert_non_null(strstr(coset_result_method(coset_check(m, 0, &options)), "BDD"));
    coset_close(m);
}

static void models_are_warned_of(void **state)
{
    UNUSED(state);
    static const struct {
        const char *text;
        unsigned found;
    } models[] = {
        {"MODULE main VAR x : boolean; INIT x & !x; SPEC AG x", COSET_NO_INITIAL_STATES},
        {"MODULE main VAR x : 0..3; INIT x = 0; TRANS x < 3 & next(x) = x + 1; SPEC AG x < 4", COSET_NOT_TOTAL},
        {"MODULE main VAR x : boolean; JUSTICE x & !x; SPEC AF x", COSET_NO_FAIR_STATES},
        {counter, 0},
    };
    for (size_t i = 0; i < 4; i++) {
        char *text = NULL;
        coset_model *m = open("warned.smv", models[i].text, NULL);
        coset_check_all(m, NULL, NULL);
        unsigned found = coset_find_warnings(m, NULL, &text);
        assert_int_equal(found & models[i].found, models[i].found);
        assert_true(models[i].found != 0 || found == 0);
        assert_int_equal(models[i].found == 0, strlen(text) == 0);
        coset_free_text(text);
        coset_close(m);
    }
}

static void orbits_are_counted(void **state)
{
    UNUSED(state);
    coset_model *m = open("token.m", token, NULL);
    const coset_options options = {.symmetry = COSET_SYMMETRY_EXPLICIT};
    char *states = coset_count_states(m, &options, NULL), *orbits = coset_count_orbits(m, &options, NULL);
    char *plain = coset_count_orbits(m, &(coset_options){.symmetry = COSET_SYMMETRY_OFF}, NULL);
    assert_string_equal(states, "96");
    assert_string_equal(orbits, "12"); // who holds the token in one of three places, of the others 0 to 3 trying
    assert_string_equal(plain, "96");
    coset_free_text(states);
    coset_free_text(orbits);
    coset_free_text(plain);
    coset_close(m);
}

static void architectural_symmetry_is_there(void **state)
{
    UNUSED(state);
    coset_model *m = open("ring.m", ring, &(coset_reading){.deadlock = COSET_DEADLOCK_OFF});
    const coset_options options = {.symmetry = COSET_SYMMETRY_ARCHITECTURAL};
    assert_int_equal(coset_result_verdict(coset_check(m, 0, &options)), COSET_HOLDS);
    coset_result *result = coset_check(m, 1, &options);
    assert_int_equal(coset_result_verdict(result), COSET_FAILS);
    assert_int_equal(coset_trace_length(result), 5); // round to the fifth
    assert_string_equal(coset_trace_value_of(result, 4, "at[4]"), "TRUE");
    assert_string_equal(coset_trace_value(result, 4, coset_find_variable(m, "at[4]")), "TRUE");
    assert_non_null(strstr(coset_symmetry_used(m), "rchitectural"));
    coset_close(m);
}

static void families_are_checked(void **state)
{
    UNUSED(state);
    for (size_t jobs = 1; jobs < 3; jobs++) {
        coset_model *m = open("ring.m", ring, &(coset_reading){.deadlock = COSET_DEADLOCK_OFF});
        const coset_range range = {"N", 2, 7, NULL, true};
        char *error = NULL;
        coset_family *f = coset_check_family(m, &range, &(coset_options){.jobs = (unsigned)jobs}, &error);
        if (!f)
            fail_msg("%s", error);
        size_t some = 0, never = 0, count = coset_family_property_count(f);
        for (size_t i = 0; i < count; i++) {
            const char *name = coset_family_property_name(f, i);
            some = name && strcmp(name, "some") == 0 ? i : some;
            never = name && strcmp(name, "never") == 0 ? i : never;
        }
        int64_t shown;
        assert_int_equal(coset_result_verdict(coset_family_result(f, some)), COSET_HOLDS);
        assert_false(coset_family_shown(f, some, &shown));
        coset_result *result = coset_family_result(f, never);
        assert_int_equal(coset_result_verdict(result), COSET_FAILS);
        assert_true(coset_family_shown(f, never, &shown));
        assert_int_equal(shown, 5); // the smallest that has a fifth place
        assert_int_equal(coset_trace_variable_count(result), 5);
        assert_string_equal(coset_trace_variable_name(result, 4), "at[4]");
        assert_string_equal(coset_trace_value(result, coset_trace_length(result) - 1, 4), "TRUE");
        for (int64_t size = 2; size <= 7; size++) {
            char digit[2] = {(char)('0' + size), '\0'};
            assert_int_equal(coset_family_verdict(f, some, size), COSET_HOLDS);
            assert_int_equal(coset_family_verdict(f, never, size), size < 5 ? COSET_HOLDS : COSET_FAILS);
            assert_string_equal(coset_family_states(f, size), digit);
            assert_non_null(coset_family_orbits(f, size));
        }
        assert_int_equal(coset_family_verdict(f, some, 8), COSET_UNDECIDED);
        assert_null(coset_family_states(f, 8));
        assert_int_equal(coset_family_warnings(f, NULL) & (unsigned)COSET_NO_INITIAL_STATES, 0);
        coset_family *of_seven =
            coset_check_family(m, &(coset_range){"N", 2, 7, (const int64_t[]){7}, false}, NULL, &error);
        assert_true(coset_family_shown(of_seven, never, &shown));
        assert_int_equal(shown, 7);
        coset_family_free(of_seven);
        assert_int_equal(coset_result_verdict(coset_check(m, 0, NULL)), COSET_HOLDS); // the model itself
        assert_null(coset_check_family(m, &(coset_range){"M", 2, 7, NULL, false}, NULL, &error));
        assert_non_null(error);
        coset_free_text(error);
        coset_close(m);
    }
}

int main(void)
{
    setenv("COSET_CLOCK", "processor", 1); // methods take turns: the same ones on a loaded machine
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_model_tells_its_names),
        cmocka_unit_test(mistakes_are_texts),
        cmocka_unit_test(properties_with_errors),
        cmocka_unit_test(files_are_read),
        cmocka_unit_test(languages_can_be_said),
        cmocka_unit_test(dialects_can_be_said),
        cmocka_unit_test(verdicts_and_runs_of_smv),
        cmocka_unit_test(what_matters_not_is_left_out),
        cmocka_unit_test(formulas_are_added),
        cmocka_unit_test(formulas_are_added_to_murphi),
        cmocka_unit_test(methods_agree),
        cmocka_unit_test(runtime_errors_are_told),
        cmocka_unit_test(limits_make_undecided),
        cmocka_unit_test(traces_can_be_left_out),
        cmocka_unit_test(formulas_of_murphi),
        cmocka_unit_test(components_are_counted),
        cmocka_unit_test(symmetries_are_stated),
        cmocka_unit_test(files_of_options_are_used),
        cmocka_unit_test(processes_share_the_work),
        cmocka_unit_test(settings_are_options_of_the_program),
        cmocka_unit_test(calls_share_what_they_find),
        cmocka_unit_test(models_are_warned_of),
        cmocka_unit_test(orbits_are_counted),
        cmocka_unit_test(architectural_symmetry_is_there),
        cmocka_unit_test(families_are_checked),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
