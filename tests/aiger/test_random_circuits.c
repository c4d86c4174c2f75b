// Random circuits as text and in the binary form: verdicts, the lengths of counterexamples, and counterexamples
// themselves, against a plain search; by diagrams, explicit-state search, and the SAT engines.
#include "../unit.h"

#include "../certified.h"
#include "../circuit_sat.h"
#include "aiger/aiger_file.h"
#include "api/coset.h"
#include "random_circuit.h"

static const coset_options methods[] = {
    {.engine = COSET_ENGINE_EXPLICIT},
    {.engine = COSET_ENGINE_SYMBOLIC},
    {.engine = COSET_ENGINE_AUTO},
};
enum { METHODS = sizeof methods / sizeof *methods };

static unsigned state_of(const struct random_circuit *c, coset_result *result, coset_model *model, size_t number)
{
    unsigned state = 0;
    for (int i = 0; i < c->inputs + c->latches; i++) {
        char name[16];
        int64_t bit;
        bool is_input = i < c->inputs;
        snprintf(name, sizeof name, is_input ? "in%d" : "latch%d", is_input ? i : i - c->inputs);
        size_t variable = coset_find_variable(model, name);
        assert_int_not_equal(variable, COSET_NONE);
        if (coset_trace_number(result, number, variable, &bit) && bit) // inputs of steps end before the last state
            state |= 1u << i;
    }
    return state;
}

// With a bad literal, the last state is to have it.
static void judge_trace(const struct random_circuit *c, coset_model *model, coset_result *result, const unsigned *bad,
                        const char *text)
{
    size_t length = coset_trace_length(result), loop = coset_trace_loop(result);
    for (size_t i = 0; i < length; i++) {
        unsigned s = state_of(c, result, model, i);
        if (!random_circuit_obeys(c, s) || (i == 0 && !random_circuit_starts(c, s)) ||
            (i + 1 < length && !random_circuit_steps(c, s, state_of(c, result, model, i + 1))) ||
            (i + 1 == length && loop != COSET_NONE && !random_circuit_steps(c, s, state_of(c, result, model, loop))))
            fail_msg("state %zu of a counterexample is wrong in\n%s", i, text);
        if (i + 1 == length && bad && !random_circuit_value(c, s, *bad))
            fail_msg("a counterexample does not end with the bad state in\n%s", text);
    }
}

static void judge(const struct random_circuit *c, const struct str *text, const char *name, size_t counts[2],
                  struct certified *verdicts)
{
    char *error = NULL;
    coset_model *model = coset_open_text(name, text->at, text->count, NULL, &error);
    const struct random_list *bads = c->bads.count || c->justices ? &c->bads : &c->outputs;
    if (!model)
        fail_msg("%s\n%s", error, text->at);
    assert_int_equal(coset_property_count(model), bads->count + c->justices);
    struct circuit_sat sat;
    circuit_sat_open(&sat, text, SUBJECT_AIGER);
    for (int p = 0; p < bads->count + c->justices; p++) {
        int distance = p < bads->count ? random_circuit_distance(c, bads->at[p]) : 0;
        bool fails = p < bads->count ? distance > 0 : random_circuit_has_lasso(c, &c->justice[p - bads->count]);
        for (int i = 0; i < METHODS; i++) {
            coset_result *result = coset_check(model, (size_t)p, &methods[i]);
            if (coset_result_verdict(result) != (fails ? COSET_FAILS : COSET_HOLDS))
                fail_msg("method %d, property %d: expected %s in\n%s", i, p, fails ? "fails" : "holds", text->at);
            // Which engine gets there first is a matter of time; not all of them have the shortest.
            if (methods[i].engine != COSET_ENGINE_AUTO && distance && coset_trace_length(result) != (size_t)distance)
                fail_msg("method %d, property %d: expected %d states in\n%s", i, p, distance, text->at);
            if (fails)
                judge_trace(c, model, result, distance ? &bads->at[p] : NULL, text->at);
            coset_result_free(result);
        }
        circuit_sat_check(&sat, (size_t)p, fails);
        certified_note(verdicts, &(struct property){.goal = (goal_id)p + 1, .kind = PROPERTY_INVARIANT},
                       fails ? VERDICT_FAILS : VERDICT_HOLDS);
        counts[fails]++;
    }
    circuit_sat_close(&sat);
    coset_close(model);
}

static void circuits_agree_with_a_plain_search(void **state)
{
    UNUSED(state);
    struct mem mem = MEM_UNLIMITED;
    struct dice dice = dice_for("random circuits");
    struct certified verdicts = {0};
    size_t counts[2] = {0, 0};
    for (int i = 0; i < cases_for(400, 40, 10); i++) {
        struct random_circuit c;
        struct str text = {0};
        bool as_text = dice_coin(&dice);
        random_circuit_make(&c, &dice);
        random_circuit_print(&c, as_text, &dice, &mem, &text);
        certified_begin(&verdicts);
        judge(&c, &text, as_text ? "random.aag" : "random.aig", counts, &verdicts);
        if (certified_is_due((uint64_t)i, 4) &&
            !certified_agrees(&verdicts, text.at, text.count, &(struct subject_reading){.language = SUBJECT_AIGER}))
            fail_msg("%s\n%s", text.at, verdicts.error);
        str_free(&mem, &text);
    }
    assert_true(counts[0] > 0 && counts[1] > 0);
    certified_assert_all(&verdicts);
    assert_nothing_left(&mem);
}

// What is written again is read as the same circuit: the second text is the first one.
static void written_circuits_are_the_same(void **state)
{
    UNUSED(state);
    struct mem mem = MEM_UNLIMITED;
    struct dice dice = dice_for("written circuits");
    for (int i = 0; i < cases_for(2000, 200, 50); i++) {
        struct random_circuit c;
        struct str text = {0}, binary = {0}, first = {0}, second = {0};
        struct diag diag;
        struct aiger a, b;
        diag_open(&diag, &mem);
        random_circuit_make(&c, &dice);
        random_circuit_print(&c, dice_coin(&dice), &dice, &mem, &text);
        assert_true(aiger_read(&a, &(struct source){"a", text.at, text.count}, &mem, &diag));
        aiger_write(&a, true, &first);
        aiger_write(&a, false, &binary);
        assert_true(aiger_read(&b, &(struct source){"b", binary.at, binary.count}, &mem, &diag));
        aiger_write(&b, true, &second);
        assert_string_equal(first.at, second.at);
        aiger_close(&a);
        aiger_close(&b);
        diag_close(&diag);
        str_free(&mem, &text);
        str_free(&mem, &binary);
        str_free(&mem, &first);
        str_free(&mem, &second);
    }
    assert_nothing_left(&mem);
}

static void a_circuit_without_inputs_and_latches_has_a_lasso(void **state)
{
    UNUSED(state);
    char circuit[] = "aag 0 0 0 0 0 0 0 1 0\n1\n1\n";
    struct str text = {.at = circuit, .count = sizeof circuit - 1};
    struct circuit_sat sat;
    circuit_sat_open(&sat, &text, SUBJECT_AIGER);
    circuit_sat_check(&sat, 0, true);
    circuit_sat_close(&sat);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(circuits_agree_with_a_plain_search),
                                       cmocka_unit_test(written_circuits_are_the_same),
                                       cmocka_unit_test(a_circuit_without_inputs_and_latches_has_a_lasso)};
    return RUN(tests);
}
