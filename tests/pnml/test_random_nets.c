// Random symmetric nets: states, deadlocks, bounds and what can fire, by all methods, against a plain search.
#include "../certified.h"

#include "api/coset.h"
#include "random_net.h"

enum { MOST_STATES = 1500, METHODS = 6, MOST_FORMULAS = 2 * RANDOM_PLACES + RANDOM_TRANSITIONS };

static const coset_options methods[METHODS] = {
    {.engine = COSET_ENGINE_EXPLICIT, .symmetry = COSET_SYMMETRY_OFF},
    {.engine = COSET_ENGINE_SYMBOLIC, .symmetry = COSET_SYMMETRY_OFF},
    {.symmetry = COSET_SYMMETRY_AUTO},
    {.symmetry = COSET_SYMMETRY_EXPLICIT},
    {.symmetry = COSET_SYMMETRY_COMPONENTWISE},
    {.symmetry = COSET_SYMMETRY_DYNAMIC},
};

static void expect(coset_model *model, size_t property, bool holds, const coset_options *options, const char *what,
                   const char *text)
{
    coset_result *result = coset_check(model, property, options);
    coset_verdict verdict = coset_result_verdict(result);
    bool may_be_undecided = options->symmetry != COSET_SYMMETRY_OFF && options->symmetry != COSET_SYMMETRY_AUTO;
    if (verdict != (holds ? COSET_HOLDS : COSET_FAILS) && !(verdict == COSET_UNDECIDED && may_be_undecided))
        fail_msg("%s: expected %s in\n%s", what, holds ? "holds" : "fails", text);
    coset_result_free(result);
}

static void judge(const struct random_net *net, const struct random_found *found, const struct str *text)
{
    struct mem mem = MEM_UNLIMITED;
    struct str asked = {0};
    char *error = NULL, states[32];
    coset_model *model = coset_open_text("net.pnml", text->at, text->count, NULL, &error);
    if (!model)
        fail_msg("%s\n%s", error, text->at);
    snprintf(states, sizeof states, "%zu", found->states);
    for (int p = 0; p < net->place_count; p++) {
        str_clear(&asked);
        str_add(&mem, &asked, "AG place%d <= %d", p, found->most[p]);
        assert_int_not_equal(coset_add_formula(model, asked.at, NULL), COSET_NONE);
        str_clear(&asked);
        str_add(&mem, &asked, "EF (place%d >= %d)", p, found->most[p] + 1);
        assert_int_not_equal(coset_add_formula(model, asked.at, NULL), COSET_NONE);
    }
    for (int t = 0; t < net->transition_count; t++) {
        str_clear(&asked);
        str_add(&mem, &asked, "EF fireable(t%d)", t);
        assert_int_not_equal(coset_add_formula(model, asked.at, NULL), COSET_NONE);
    }
    for (int i = 0; i < METHODS; i++) {
        char *count = coset_count_states(model, &methods[i], &error);
        if (count && strcmp(count, states) != 0)
            fail_msg("method %d: %s states, expected %s in\n%s", i, count, states, text->at);
        assert_true(count || i >= 3);
        coset_free_text(count);
        coset_free_text(error);
        error = NULL;
        expect(model, 0, !found->has_deadlock, &methods[i], "no deadlock", text->at);
        for (int p = 0; p < net->place_count; p++) {
            expect(model, (size_t)(1 + 2 * p), true, &methods[i], "bound", text->at);
            expect(model, (size_t)(2 + 2 * p), false, &methods[i], "more than the bound", text->at);
        }
        for (int t = 0; t < net->transition_count; t++)
            expect(model, (size_t)(1 + 2 * net->place_count + t), found->can_fire[t], &methods[i], "fires", text->at);
    }
    str_free(&mem, &asked);
    coset_close(model);
}

// The same formulas.
static void certify(struct certified *verdicts, const struct random_net *net, const struct random_found *found,
                    const struct str *text)
{
    struct mem mem = MEM_UNLIMITED;
    struct str formulas[MOST_FORMULAS] = {{0}};
    const char *texts[MOST_FORMULAS];
    bool holds[1 + MOST_FORMULAS] = {!found->has_deadlock};
    size_t count = 0;
    for (int p = 0; p < net->place_count; p++) {
        holds[1 + count] = true;
        str_add(&mem, &formulas[count++], "AG place%d <= %d", p, found->most[p]);
        str_add(&mem, &formulas[count++], "EF (place%d >= %d)", p, found->most[p] + 1);
    }
    for (int t = 0; t < net->transition_count; t++) {
        holds[1 + count] = found->can_fire[t];
        str_add(&mem, &formulas[count++], "EF fireable(t%d)", t);
    }
    for (size_t i = 0; i < count; i++)
        texts[i] = formulas[i].at;
    const struct subject_reading reading = {.language = SUBJECT_PNML, .formulas = texts, .formula_count = count};
    if (!certified_agrees_in_order(verdicts, text->at, text->count, &reading, holds, 1 + count))
        fail_msg("%s in\n%s", verdicts->error, text->at);
    for (size_t i = 0; i < count; i++)
        str_free(&mem, &formulas[i]);
}

static void nets_agree_with_a_plain_search(void **state)
{
    UNUSED(state);
    struct mem mem = MEM_UNLIMITED;
    struct dice dice = dice_for("random nets");
    struct certified verdicts = {0};
    size_t judged = 0, interesting = 0;
    for (int i = 0; i < cases_for(300, 50, 13); i++) {
        struct random_net net;
        struct random_found found;
        struct str text = {0};
        random_net_make(&net, &dice);
        if (random_net_search(&net, MOST_STATES, &found)) {
            random_net_print(&net, &mem, &text);
            judge(&net, &found, &text);
            if (certified_is_due((uint64_t)i, 6))
                certify(&verdicts, &net, &found, &text);
            judged++;
            interesting += found.states > 5;
        }
        str_free(&mem, &text);
    }
    certified_assert(&verdicts, 90);
    assert_true(interesting > 0 && interesting * 20 > judged);
    assert_nothing_left(&mem);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(nets_agree_with_a_plain_search)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
