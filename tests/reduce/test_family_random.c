// Random models of identical components, in several sizes, as one family of counters: for each size it has the
// verdicts of the model with all components, and traces that are real. A failure shows the seed; COSET_SEED=that begins
// with this case.
#include "counted.h"

#include "check/check.h"
#include "component_text.h"
#include "explicit/explicit.h"
#include "reduce/family/family_aggregate.h"

#define CASES cases_for(45, 12, 1)
#define SMALLEST 2
#define SIZES 3

struct random_family {
    uint64_t seed;
    char *texts[SIZES];
    struct counted_case cases[SIZES];
    struct family *family;
    struct explicit_engine *one;
    struct checker *checker;
    size_t compared, fails, together;
    struct certified verdicts; // of one of the sizes
};

// Sizes by several constants go down now and then; the last one is the largest.
static size_t size_of(const struct random_family *r, size_t member)
{
    bool goes_down = r->seed % 3 == 0 && member < 2;
    return SMALLEST + (goes_down ? 1 - member : member);
}

// The size of a class is a single digit, the first one of the text.
static void open_sizes(struct random_family *r, struct mem *mem)
{
    struct str text = {0};
    symmetric_text(mem, &text, r->seed);
    size_t digit = strcspn(text.at, "0123456789");
    for (size_t i = 0; i < SIZES; i++) {
        r->texts[i] = strdup(text.at);
        r->texts[i][digit] = (char)('0' + size_of(r, i));
        counted_open(&r->cases[i], r->texts[i]);
        r->cases[i].seed = r->seed;
    }
    str_free(mem, &text);
}

static void close_sizes(struct random_family *r)
{
    for (size_t i = 0; i < SIZES; i++) {
        r->fails += (size_t)r->cases[i].fails;
        counted_close(&r->cases[i]);
        free(r->texts[i]);
    }
}

static bool make_family(struct random_family *r, struct mem *mem)
{
    struct family_member members[SIZES];
    struct cause why_not;
    for (size_t i = 0; i < SIZES; i++) {
        if (!r->cases[i].counters || model_action_count(counter_model(r->cases[i].counters)) > 300)
            return false;
        members[i] = (struct family_member){counter_model(r->cases[i].counters), (int64_t)size_of(r, i)};
    }
    r->family = family_new(members, SIZES, FAMILY_DEADLOCK_AS_STATED, NULL, mem, &why_not);
    return r->family;
}

static enum verdict expected_verdict(struct random_family *r, size_t member, size_t property)
{
    struct counted_case *k = &r->cases[member];
    struct result result = {0};
    if (property == SIZE_MAX)
        return VERDICT_HOLDS; // there is nothing that could go wrong
    struct checker *checker = checker_new(k->full, &(struct check_options){0}, &k->mem);
    checker_check(checker, property, &result);
    checker_free(checker);
    return result.verdict;
}

static void compare(struct random_family *r, size_t member, size_t property, enum verdict expected,
                    struct result *result, struct mem *mem)
{
    struct counted_case *k = &r->cases[member];
    if (result->verdict != expected) {
        print_error("COSET_SEED=%lu\n%s\n", (unsigned long)r->seed, r->texts[member]);
        fail_msg("%s: %d for the model, %d for the family", model_property(k->full, property)->text, (int)expected,
                 (int)result->verdict);
    }
    if (result->has_trace) {
        struct trace run;
        const struct model_reduction layer = family_layer(r->family, member);
        assert_int_equal(reduction_lift(&layer, &result->trace, &run), LIFT_DONE);
        trace_close(&result->trace, mem);
        counted_judge_trace(k, &run, property);
        trace_close(&run, mem);
    }
    if (member == r->seed % SIZES && property != SIZE_MAX)
        certified_note(&r->verdicts, model_property(k->full, property), expected);
    r->compared++;
}

static void compare_property(struct random_family *r, size_t place, size_t member, struct mem *mem)
{
    struct counted_case *k = &r->cases[member];
    struct model *counters = counter_model(k->counters);
    size_t number = family_property_of(r->family, place, member), copy = family_copy_of(r->family, place, member);
    if (number == SIZE_MAX)
        return;
    const struct property *p = model_property(counters, number);
    size_t property = counted_find_property(k->full, p);
    enum verdict expected = expected_verdict(r, member, property);
    struct result result = {0};
    checker_check(r->checker, copy, &result);
    compare(r, member, property, expected, &result, mem);
    result = (struct result){0};
    explicit_check(r->one, copy, &result);
    compare(r, member, property, expected, &result, mem);
}

// The family has as many states as its members.
static void compare_counts(struct random_family *r)
{
    uint64_t all = 0, count;
    struct cause cause = {0};
    for (size_t i = 0; i < SIZES; i++) {
        struct explicit_engine *e =
            explicit_new(counter_model(r->cases[i].counters), &(struct explicit_options){0}, &r->cases[i].mem);
        assert_true(explicit_count_states(e, &count, &cause));
        explicit_free(e);
        all += count;
    }
    assert_true(explicit_count_states(r->one, &count, &cause));
    assert_int_equal(all, count);
}

static void check_family(struct random_family *r, struct mem *mem)
{
    struct model *m = family_model(r->family);
    struct model *leader = counter_model(r->cases[family_leader(r->family)].counters);
    certified_begin(&r->verdicts);
    r->one = explicit_new(m, &(struct explicit_options){.traces = true}, mem);
    r->checker = checker_new(m, &(struct check_options){.traces = true}, mem);
    for (size_t p = 0; p < model_property_count(leader); p++)
        for (size_t i = 0; i < SIZES; i++)
            compare_property(r, p, i, mem);
    compare_counts(r);
    explicit_free(r->one);
    checker_free(r->checker);
    const char *text = r->texts[r->seed % SIZES];
    if (certified_is_due(r->seed, 2) &&
        !certified_agrees(&r->verdicts, text, strlen(text), &(struct subject_reading){.language = SUBJECT_MURPHI}))
        fail_msg("COSET_SEED=%lu\n%s\n%s", (unsigned long)r->seed, text, r->verdicts.error);
    r->together++;
}

static void test_families_of_counters(void **state)
{
    const char *given = getenv("COSET_SEED");
    uint64_t first = given ? strtoull(given, NULL, 0) : 1;
    struct random_family r = {0};
    UNUSED(state);
    for (r.seed = first; r.seed < first + (uint64_t)CASES; r.seed++) {
        struct mem mem = MEM_UNLIMITED;
        r.family = NULL;
        open_sizes(&r, &mem);
        if (make_family(&r, &mem))
            check_family(&r, &mem);
        family_free(r.family);
        close_sizes(&r);
        assert_nothing_left(&mem);
    }
    print_message("# %zu families, %zu verdicts, %zu runs\n", r.together, r.compared, r.fails);
    assert_true(given || (r.together > 0 && r.compared > 0));
    certified_assert(&r.verdicts, 80);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_families_of_counters)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
