// Symmetries of circuits, as IC3 uses them: components that a number chooses are found to be alike, and a permutation
// that only looks like a symmetry changes no verdict.
#include "../circuit_sat.h"

#include "sat/circuit_symmetry.h"

static struct sat_engine *open_engine(struct circuit_sat *c, const char *text)
{
    struct str circuit = {.at = (char *)text, .count = strlen(text)};
    struct sat_options options = {.methods = SAT_IC3, .symmetric_from = 1};
    circuit_sat_open(c, &circuit, SUBJECT_AIGER);
    return sat_new(c->subject.model, &options, &c->mem);
}

static void expect(struct sat_engine *e, size_t property, enum verdict verdict)
{
    struct result r;
    sat_check(e, property, 0, &r);
    assert_int_equal(r.verdict, verdict);
}

// Both latches are set by what depends on inputs alone, but the second one's (x & y & !x & z) is never true.
static const char lookalike[] = "aag 10 3 2 0 5 2\n2\n4\n6\n8 19\n10 21\n10\n8\n"
                                "12 2 4\n14 3 6\n16 12 14\n18 9 13\n20 11 17\n";

static void conjectures_change_no_verdict(void **state)
{
    UNUSED(state);
    struct circuit_sat c;
    struct sat_engine *e = open_engine(&c, lookalike);
    expect(e, 0, VERDICT_HOLDS); // from which the same would follow for the other one
    expect(e, 1, VERDICT_FAILS);
    expect(e, 0, VERDICT_HOLDS);
    sat_free(e);
    circuit_sat_close(&c);
}

static void count_generator(void *count, const uint32_t *latches)
{
    UNUSED(latches);
    ++*(size_t *)count;
}

static size_t generators_of(struct circuit_sat *c)
{
    struct transition_circuit circuit;
    size_t count = 0;
    transition_circuit_open(&circuit, c->subject.model, NULL, NULL, &c->mem);
    bool found = circuit_symmetries(&circuit, 0, count_generator, &count, &c->mem);
    assert_int_equal(found, count > 0);
    transition_circuit_close(&circuit);
    return count;
}

// Four latches; two inputs are the number of the one that is set, and that all others are reset then is in the clauses
// that no two of them are set at once.
static void chosen_components_are_alike(void **state)
{
    UNUSED(state);
    static const char text[] = "aag 16 2 4 0 10 1\n2\n4\n6 14\n8 16\n10 18\n12 20\n32\n"
                               "14 3 5\n16 2 5\n18 3 4\n20 2 4\n"
                               "22 6 8\n24 6 10\n26 23 25\n28 10 12\n30 26 29\n32 30 30\n";
    // The bad state: neither two of the first ones nor of the last ones are set, negated.
    char turned[sizeof text];
    struct circuit_sat c;
    memcpy(turned, text, sizeof text);
    memcpy(strstr(turned, "\n32\n"), "\n31\n", 4);
    struct sat_engine *e = open_engine(&c, turned);
    assert_true(generators_of(&c) > 0);
    expect(e, 0, VERDICT_HOLDS);
    sat_free(e);
    circuit_sat_close(&c);
}

// A chain of latches, each of which follows the one before it, has none.
static void chains_have_no_symmetry(void **state)
{
    UNUSED(state);
    struct circuit_sat c;
    struct sat_engine *e = open_engine(&c, "aag 5 1 4 0 0 1\n2\n4 2\n6 4\n8 6\n10 8\n10\n");
    assert_int_equal(generators_of(&c), 0);
    expect(e, 0, VERDICT_FAILS);
    sat_free(e);
    circuit_sat_close(&c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(conjectures_change_no_verdict),
                                       cmocka_unit_test(chosen_components_are_alike),
                                       cmocka_unit_test(chains_have_no_symmetry)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
