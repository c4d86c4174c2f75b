// Random models of identical components: as counters they have the same verdicts, as many states, and traces that
// are real. A failure shows the seed and the text; COSET_SEED=that begins with this case.
#include "counted.h"

#include "../cause_text.h"

#include "component_text.h"

#define CASES cases_for(120, 30, 5)
#define TRACKED_CASES cases_for(60, 15, 15)

static void test_random_models(void **state)
{
    const char *given = getenv("COSET_SEED");
    uint64_t first = given ? strtoull(given, NULL, 0) : 1;
    size_t counted = 0, fails = 0, refused = 0;
    struct certified verdicts = {0};
    UNUSED(state);
    for (uint64_t seed = first; seed < first + (uint64_t)CASES; seed++) {
        struct mem mem = MEM_UNLIMITED;
        struct str text = {0};
        struct counted_case k;
        symmetric_text(&mem, &text, seed);
        if (given)
            print_message("%sseed %lu\n", text.at, (unsigned long)seed);
        counted_open(&k, text.at);
        k.seed = seed;
        certified_begin(&verdicts);
        k.verdicts = verdicts;
        bool is_narrow = seed % 4 == 0; // else all local states have counters
        if (k.counters && model_action_count(counter_model(k.counters)) < 1000 && (!is_narrow || counted_narrow(&k)))
            assert_counters_agree(&k);
        else if (given)
            print_message("refused: %s\n", cause_text(k.why).at);
        verdicts = k.verdicts;
        if (verdicts.count && certified_is_due(seed, 4) &&
            !certified_agrees(&verdicts, text.at, text.count, &(struct subject_reading){.language = SUBJECT_MURPHI}))
            fail_msg("COSET_SEED=%lu\n%s\n%s", (unsigned long)seed, text.at, verdicts.error);
        counted += k.counters != NULL;
        fails += (size_t)k.fails;
        refused += (size_t)k.refused;
        counted_close(&k);
        str_free(&mem, &text);
    }
    print_message("# %zu counted, %zu runs, %zu properties refused\n", counted, fails, refused);
    certified_assert(&verdicts, 75);
    assert_true(given || counted > 0);
}

// One component, or two, beside the counters of the others: single components and pairs are told apart, and all else is
// as it was. Numbers of states add up, too.
static void test_random_models_with_tracked_components(void **state)
{
    const char *given = getenv("COSET_SEED");
    uint64_t first = given ? strtoull(given, NULL, 0) : 1;
    size_t counted = 0, singles = 0, pairs = 0;
    UNUSED(state);
    for (uint64_t seed = first; seed < first + (uint64_t)TRACKED_CASES; seed++) {
        struct mem mem = MEM_UNLIMITED;
        struct str text = {0};
        struct counted_case k;
        symmetric_text(&mem, &text, seed);
        uint32_t tracked = 1 + seed % 2;
        size_t size = strtoul(strchr(text.at, '(') + 1, NULL, 10);
        if (size < tracked + 2) {
            str_free(&mem, &text);
            continue;
        }
        if (given)
            print_message("%sseed %lu, %u tracked\n", text.at, (unsigned long)seed, (unsigned)tracked);
        counted_open_tracked(&k, text.at, tracked);
        k.seed = seed;
        if (k.counters && model_action_count(counter_model(k.counters)) < 1000) {
            assert_counters_agree(&k);
            counted++;
            for (size_t i = 0; i < k.property_count; i++) {
                const char *name = model_property(k.per_orbit, i)->name;
                bool is_counted = counter_property(k.counters, i) != SIZE_MAX;
                singles += is_counted && name && strcmp(name, "s2") == 0;
                pairs += is_counted && name && strcmp(name, "t5") == 0 && tracked == 2;
            }
        } else if (given)
            print_message("refused: %s\n", cause_text(k.why).at);
        counted_close(&k);
        str_free(&mem, &text);
    }
    print_message("# %zu counted with tracked components, %zu properties of single ones, %zu of pairs\n", counted,
                  singles, pairs);
    assert_true(given || (counted > 0 && singles > 0));
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_random_models),
                                       cmocka_unit_test(test_random_models_with_tracked_components)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
