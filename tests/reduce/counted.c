#include "counted.h"

#include "check/check.h"
#include "explicit/explicit.h"
#include "murphi/lower.h"
#include "report/cause_words.h"

static struct model *lower(struct counted_case *k, bool one_per_orbit, const uint32_t *tracked)
{
    struct model *m = model_new(&k->mem);
    struct murphi_lower_options options = {.one_per_orbit = one_per_orbit, .tracked = tracked};
    assert_true(murphi_lower(&k->tree, m, &options, &k->mem, &k->diag));
    return m;
}

void counted_open(struct counted_case *k, const char *text)
{
    counted_open_tracked(k, text, 0);
}

void counted_open_tracked(struct counted_case *k, const char *text, uint32_t first)
{
    const uint32_t tracked[8] = {first};
    *k = (struct counted_case){.mem = MEM_UNLIMITED};
    k->source = (struct source){"test.m", text, strlen(text)};
    diag_open(&k->diag, &k->mem);
    if (!murphi_read_tree(&k->tree, &k->source, NULL, 0, &k->mem, &k->diag))
        fail_msg("the text has a mistake:\n%s", text);
    k->full = lower(k, false, NULL);
    assert_true(model_class_count(k->full) <= sizeof tracked / sizeof *tracked);
    k->per_orbit = lower(k, true, tracked);
    k->property_count = model_property_count(k->per_orbit);
    k->properties = mem_alloc(&k->mem, (k->property_count + 1) * sizeof *k->properties);
    for (size_t i = 0; i < k->property_count; i++)
        k->properties[i] = i;
    k->counters = counter_reduce(k->per_orbit, k->properties, k->property_count, COUNTER_ALL_LOCALS, &k->mem, &k->why);
    assert_true(k->counters || k->why.code);
}

bool counted_narrow(struct counted_case *k)
{
    struct result result = {0};
    counter_free(k->counters);
    k->counters = counter_reduce(k->per_orbit, k->properties, k->property_count, COUNTER_SEEN_LOCALS, &k->mem, &k->why);
    assert_non_null(k->counters);
    if (counter_completeness(k->counters) == SIZE_MAX)
        return true;
    struct explicit_engine *e = explicit_new(counter_model(k->counters), &(struct explicit_options){0}, &k->mem);
    explicit_check(e, counter_completeness(k->counters), &result);
    explicit_free(e);
    return result.verdict == VERDICT_HOLDS;
}

void counted_close(struct counted_case *k)
{
    counter_free(k->counters);
    model_free(k->full);
    model_free(k->per_orbit);
    mem_free(&k->mem, k->properties, (k->property_count + 1) * sizeof *k->properties);
    murphi_tree_close(&k->tree);
    diag_close(&k->diag);
    assert_nothing_left(&k->mem);
}

#define complain(k, ...) \
    do { \
        print_error("COSET_SEED=%lu\n%s\n", (unsigned long)(k)->seed, (k)->source.text); \
        fail_msg(__VA_ARGS__); \
    } while (0)

// ---- Agreement ------------------------------------------------------------------------------------------------------

// The model per orbit may have properties that the full one has not, or the other way round: about run-time errors,
// that is.
size_t counted_find_property(const struct model *m, const struct property *wanted)
{
    for (size_t i = 0; i < model_property_count(m); i++) {
        const struct property *p = model_property(m, i);
        if (p->kind == wanted->kind && strcmp(p->text, wanted->text) == 0)
            return i;
    }
    return SIZE_MAX;
}

void counted_judge_trace(struct counted_case *k, const struct trace *run, size_t property)
{
    struct trace lifted;
    struct str error = {0};
    struct reduction_stack stack = {0};
    reduction_stack_push(&stack, reduction_to_names(k->per_orbit, k->full, &k->mem));
    reduction_stack_push(&stack, counter_layer(k->counters));
    enum lift_status status = reduction_stack_lift(&stack, run, &lifted);
    if (status == LIFT_TOO_LONG)
        return;
    if (status != LIFT_DONE)
        complain(k, "a run could not be lifted: %s", lift_status_text(status));
    if (!trace_replay(&lifted, &k->mem, &error) ||
        !trace_shows_failure(&lifted, model_property(k->full, property), &k->mem, &error))
        complain(k, "the run for %s: %s", model_property(k->full, property)->text, str_text(&error));
    k->fails++;
    str_free(&k->mem, &error);
    trace_close(&lifted, &k->mem);
}

static void compare(struct counted_case *k, size_t i, struct result *result, enum verdict expected, size_t property)
{
    if (result->verdict != expected)
        complain(k, "%s: %d for the model, %d for counters", model_property(k->per_orbit, i)->text, (int)expected,
                 (int)result->verdict);
    if (result->has_trace) {
        counted_judge_trace(k, &result->trace, property);
        trace_close(&result->trace, &k->mem);
    }
}

static enum verdict verdict_of_full(struct counted_case *k, struct explicit_engine *full, size_t property)
{
    struct result result = {0};
    if (property == SIZE_MAX)
        return VERDICT_HOLDS; // there is nothing that could go wrong
    explicit_check(full, property, &result);
    if (result.has_trace)
        trace_close(&result.trace, &k->mem);
    return result.verdict;
}

static void compare_counts(struct counted_case *k, struct explicit_engine *full, struct explicit_engine *one,
                           struct checker *checker)
{
    uint64_t count;
    uint32_t class_count;
    struct cause cause = {0};
    const uint32_t *classes = counter_classes(k->counters, &class_count);
    mpz_t sum;
    mpz_init(sum);
    assert_true(explicit_count_states(full, &count, &cause));
    if (!checker_sum_weights(checker, classes, class_count, sum, &cause))
        complain(k, "%s", cause_words(cause.code));
    if (mpz_cmp_ui(sum, count) != 0)
        complain(k, "%lu states, but counters stand for %lu", (unsigned long)count, mpz_get_ui(sum));
    assert_true(explicit_count_concrete(one, sum, &cause));
    if (mpz_cmp_ui(sum, count) != 0)
        complain(k, "%lu states, but weights add up to %lu", (unsigned long)count, mpz_get_ui(sum));
    mpz_clear(sum);
}

// Where each operation collects and reorders, tableaux of random formulas take minutes.
static bool is_too_slow(enum property_kind kind)
{
#ifdef COSET_STRESS
    return kind == PROPERTY_CTLSTAR;
#else
    (void)kind;
    return false;
#endif
}

void assert_counters_agree(struct counted_case *k)
{
    struct model *m = counter_model(k->counters);
    struct explicit_engine *full = explicit_new(k->full, &(struct explicit_options){.traces = true}, &k->mem);
    struct explicit_engine *one = explicit_new(
        m, &(struct explicit_options){.traces = true, .weigh = counter_weight, .weigh_context = k->counters}, &k->mem);
    struct checker *other = checker_new(
        m, &(struct check_options){.traces = true, .interleaved = counter_interleaved(k->counters)}, &k->mem);
    for (size_t i = 0; i < k->property_count; i++) {
        size_t own = counter_property(k->counters, i);
        if (own == SIZE_MAX) {
            assert_true(counter_refusal(k->counters, i)->code);
            k->refused++;
            continue;
        }
        size_t property = counted_find_property(k->full, model_property(k->per_orbit, i));
        enum verdict expected = verdict_of_full(k, full, property);
        struct result result = {0};
        explicit_check(one, own, &result);
        if (property != SIZE_MAX)
            certified_note(&k->verdicts, model_property(k->full, property), result.verdict);
        compare(k, i, &result, expected, property);
        if (is_too_slow(model_property(k->per_orbit, i)->kind))
            continue;
        result = (struct result){0};
        checker_check(other, own, &result);
        compare(k, i, &result, expected, property);
    }
    compare_counts(k, full, one, other);
    explicit_free(full);
    explicit_free(one);
    checker_free(other);
}
