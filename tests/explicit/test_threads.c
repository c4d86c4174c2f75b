// Searches by several threads: whatever their number, the same states have the same numbers and parents, the same steps
// were made, the same states violate what is watched, and traces are the same, also where a search ends early or is
// interrupted and goes on.
#include "guarded.h"
#include "symmetric_model.h"

#include "base/stream_file.h"
#include "explicit/explicit.h"

#define CASES cases_for(60, 20, 5)

static const size_t thread_counts[] = {1, 2, 3, 8};
enum { COUNTS = sizeof thread_counts / sizeof *thread_counts, ENOUGH = 10 };

struct tally {
    size_t models, states, failing, traces, rounds, interrupted;
};

struct saved {
    char *at;
    size_t length;
};

static struct saved save(const struct explicit_engine *e, struct mem *mem)
{
    struct saved saved;
    FILE *file = open_memstream(&saved.at, &saved.length);
    struct stream *stream = stream_on_file(file, mem);
    assert_true(explicit_save(e, stream));
    assert_true(stream_close(stream));
    fclose(file);
    return saved;
}

// The search as it is now is that of one thread.
static void check_search(struct explicit_engine *const *engines, struct mem *mem)
{
    if (!explicit_has_search(engines[0]))
        return;
    struct saved one = save(engines[0], mem);
    for (size_t i = 1; i < COUNTS; i++) {
        struct saved many = save(engines[i], mem);
        assert_int_equal(many.length, one.length);
        assert_memory_equal(many.at, one.at, one.length);
        free(many.at);
    }
    free(one.at);
}

static void check_traces(const struct result *a, const struct result *b)
{
    assert_int_equal(a->has_trace, b->has_trace);
    if (!a->has_trace)
        return;
    assert_int_equal(trace_length(&a->trace), trace_length(&b->trace));
    assert_int_equal(a->trace.loop, b->trace.loop);
    for (size_t i = 0; i < trace_length(&a->trace); i++)
        assert_memory_equal(trace_state(&a->trace, i), trace_state(&b->trace, i),
                            model_cell_count(a->trace.model) * sizeof(value));
}

static void check_property(struct explicit_engine *const *engines, size_t property, struct mem *mem,
                           struct tally *tally)
{
    struct result results[COUNTS];
    for (size_t i = 0; i < COUNTS; i++)
        explicit_check(engines[i], property, &results[i]);
    for (size_t i = 1; i < COUNTS; i++) {
        assert_int_equal(results[i].verdict, results[0].verdict);
        assert_int_equal(results[i].cause.code, results[0].cause.code);
        check_traces(&results[0], &results[i]);
    }
    tally->failing += results[0].verdict == VERDICT_FAILS;
    tally->traces += results[0].has_trace;
    for (size_t i = 0; i < COUNTS; i++)
        if (results[i].has_trace)
            trace_close(&results[i].trace, mem);
    check_search(engines, mem);
}

// ---- Interruptions --------------------------------------------------------------------------------------------------

// So many looks at whether it is over are left, and one more: then it is, and stays so.
struct looks {
    size_t left;
};

static bool looks_are_over(void *context)
{
    struct looks *l = context;
    l->left -= l->left > 1;
    return l->left == 1;
}

// Ended after some looks, wherever that is, and asked again until it is done.
static void check_interrupted(struct model *m, struct explicit_options options, struct explicit_engine *one,
                              struct dice *dice, struct mem *mem, struct tally *tally)
{
    struct looks looks = {0};
    uint64_t count, expected;
    struct cause cause;
    options.interrupted = looks_are_over;
    options.context = &looks;
    struct explicit_engine *e = explicit_new(m, &options, mem);
    explicit_set_threads(e, 3);
    for (;;) {
        looks.left = 2 + (size_t)dice_roll(dice, 6);
        if (explicit_count_states(e, &count, &cause))
            break;
        assert_int_equal(cause.code, CAUSE_INTERRUPTED);
        tally->interrupted++;
        if (dice_roll(dice, 2) == 0)
            explicit_set_threads(e, 1 + (size_t)dice_roll(dice, 3));
    }
    assert_true(explicit_count_states(one, &expected, &cause));
    assert_int_equal(count, expected);
    if (explicit_has_search(one)) {
        struct saved a = save(one, mem), b = save(e, mem);
        assert_int_equal(a.length, b.length);
        assert_memory_equal(a.at, b.at, a.length);
        free(a.at);
        free(b.at);
    }
    explicit_free(e);
}

// ---- Cases ----------------------------------------------------------------------------------------------------------

static bool keeps(const struct symmetry *s, struct model *m, formula f)
{
    struct symmetry *left = symmetry_copy(s);
    symmetry_restrict(left, m, f);
    bool is_kept = symmetry_equal(left, s);
    symmetry_free(left);
    return is_kept;
}

// With so many looks, a search comes to some thousand states.
static bool is_small(struct model *m, const struct symmetry *symmetry, struct mem *mem)
{
    struct looks looks = {12};
    struct explicit_options options = {.symmetry = symmetry, .interrupted = looks_are_over, .context = &looks};
    struct explicit_engine *e = explicit_new(m, &options, mem);
    uint64_t count;
    struct cause cause;
    explicit_set_threads(e, 1);
    bool small = explicit_count_states(e, &count, &cause);
    explicit_free(e);
    return small;
}

static void check_model(struct model *m, const struct symmetry *symmetry, struct dice *dice, struct mem *mem,
                        struct tally *tally)
{
    struct explicit_options options = {.traces = true, .symmetry = symmetry, .uncompiled = dice_roll(dice, 4) == 0};
    struct explicit_engine *engines[COUNTS];
    struct explicit_statistics s;
    for (size_t i = 0; i < COUNTS; i++) {
        engines[i] = explicit_new(m, &options, mem);
        explicit_set_threads(engines[i], thread_counts[i]);
    }
    for (size_t i = 0; i < model_property_count(m); i++)
        if (!symmetry || keeps(symmetry, m, model_property(m, i)->formula))
            check_property(engines, i, mem, tally);
    for (size_t i = 0; i < COUNTS; i++) {
        uint64_t count;
        struct cause cause;
        assert_true(explicit_count_states(engines[i], &count, &cause));
        explicit_get_statistics(engines[i], &s);
        tally->rounds += s.rounds;
        tally->states += count;
    }
    check_search(engines, mem);
    check_interrupted(m, options, engines[0], dice, mem, tally);
    tally->models++;
    for (size_t i = 0; i < COUNTS; i++)
        explicit_free(engines[i]);
}

static void check_tally(const struct tally *t)
{
    print_message("%zu models, %zu states, %zu properties fail, %zu traces, %zu rounds, %zu interruptions\n", t->models,
                  t->states, t->failing, t->traces, t->rounds, t->interrupted);
    assert_true(t->rounds > t->models);
    assert_true(t->failing > t->models / 4);
    if (t->models >= ENOUGH) // a few may all be too small for it
        assert_true(t->interrupted > t->models / 4);
}

static void guarded_rules_are_searched_the_same_by_any_number_of_threads(void **state)
{
    UNUSED(state);
    struct dice dice = dice_for(__func__);
    struct tally tally = {0};
    for (int i = 0; i < CASES; i++) {
        struct mem mem = MEM_UNLIMITED;
        struct model *m = model_new(&mem);
        guarded_make(m, &dice);
        if (is_small(m, NULL, &mem))
            check_model(m, NULL, &dice, &mem, &tally);
        model_free(m);
        assert_nothing_left(&mem);
    }
    check_tally(&tally);
}

static void orbits_are_searched_the_same_by_any_number_of_threads(void **state)
{
    UNUSED(state);
    struct dice dice = dice_for(__func__);
    struct tally tally = {0};
    for (int i = 0; i < CASES; i++) {
        struct mem mem = MEM_UNLIMITED;
        struct model *m = model_new(&mem);
        struct symmetry *s = symmetric_make(m, &dice, &mem);
        symmetry_restrict_to_fairness(s, m);
        if (is_small(m, s, &mem))
            check_model(m, s, &dice, &mem, &tally);
        symmetry_free(s);
        model_free(m);
        assert_nothing_left(&mem);
    }
    check_tally(&tally);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(guarded_rules_are_searched_the_same_by_any_number_of_threads),
        cmocka_unit_test(orbits_are_searched_the_same_by_any_number_of_threads),
    };
    return RUN(tests);
}
