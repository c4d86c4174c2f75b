// Hash compaction, on random models: the same number of states, verdicts and lengths of counterexamples as with all
// states, and counterexamples that are executions; what needs all states is left undecided.
#include "guarded.h"
#include "symmetric_model.h"

#include "explicit/compact_states.h"
#include "explicit/explicit.h"

#define CASES cases_for(150, 30, 5)
#define MOST_LOOKS 12

struct tally {
    size_t models, states, holding, failing, open;
};

static bool is_over(void *context)
{
    size_t *left = context;
    *left -= *left > 1;
    return *left == 1;
}

static void check_trace(const struct result *r, const struct property *p, struct mem *mem)
{
    struct str error = {0};
    if (!trace_replay(&r->trace, mem, &error) || !trace_shows_failure(&r->trace, p, mem, &error))
        fail_msg("%s", str_text(&error));
    str_free(mem, &error);
}

static void check_property(struct explicit_engine *all, struct explicit_engine *compact, size_t i, struct model *m,
                           struct mem *mem, struct tally *tally)
{
    const struct property *p = model_property(m, i);
    struct result a, b;
    explicit_check(all, i, &a);
    explicit_check(compact, i, &b);
    if (b.verdict == VERDICT_UNDECIDED) {
        bool is_of_paths = p->kind == PROPERTY_CTL || p->kind == PROPERTY_LTL || p->kind == PROPERTY_CTLSTAR;
        assert_int_equal(b.cause.code, CAUSE_COMPACTED);
        assert_true(is_of_paths || (p->kind == PROPERTY_COVER && a.verdict == VERDICT_FAILS));
        tally->open++;
    } else {
        assert_int_equal(a.verdict, b.verdict);
        assert_int_equal(a.has_trace, b.has_trace);
        tally->holding += b.verdict == VERDICT_HOLDS;
        tally->failing += b.verdict == VERDICT_FAILS;
    }
    if (b.has_trace) {
        assert_int_equal(trace_length(&a.trace), trace_length(&b.trace));
        check_trace(&b, p, mem);
        trace_close(&b.trace, mem);
    }
    if (a.has_trace)
        trace_close(&a.trace, mem);
}

static bool keeps(const struct symmetry *s, struct model *m, formula f)
{
    struct symmetry *left = symmetry_copy(s);
    symmetry_restrict(left, m, f);
    bool is_kept = symmetry_equal(left, s);
    symmetry_free(left);
    return is_kept;
}

static void check_model(struct model *m, const struct symmetry *symmetry, struct mem *mem, struct tally *tally)
{
    size_t looks = MOST_LOOKS;
    struct explicit_options options = {
        .traces = true, .vacuity = true, .symmetry = symmetry, .interrupted = is_over, .context = &looks};
    struct explicit_engine *all = explicit_new(m, &options, mem);
    uint64_t count, compacted;
    struct cause cause;
    bool is_small = explicit_count_states(all, &count, &cause);
    looks = 0;
    if (is_small) {
        options.compacts = true;
        struct explicit_engine *compact = explicit_new(m, &options, mem);
        for (size_t i = 0; i < model_property_count(m); i++)
            if (!symmetry || keeps(symmetry, m, model_property(m, i)->formula))
                check_property(all, compact, i, m, mem, tally);
        assert_true(explicit_count_states(compact, &compacted, &cause));
        assert_int_equal(compacted, count);
        assert_true(count == 0 || (explicit_missed(compact) > 0 && explicit_missed(compact) < 1e-9));
        assert_false(explicit_has_search(compact));
        explicit_free(compact);
        tally->models++;
        tally->states += count;
    }
    explicit_free(all);
}

static void compacted_searches_find_what_others_find(void **state)
{
    UNUSED(state);
    struct dice dice = dice_for(__func__);
    struct tally tally = {0};
    for (int i = 0; i < CASES; i++) {
        struct mem mem = MEM_UNLIMITED;
        struct model *m = model_new(&mem);
        struct symmetry *s = i % 2 ? symmetric_make(m, &dice, &mem) : NULL;
        if (s)
            symmetry_restrict_to_fairness(s, m);
        else
            guarded_make(m, &dice);
        check_model(m, s, &mem, &tally);
        symmetry_free(s);
        model_free(m);
        assert_nothing_left(&mem);
    }
    print_message("%zu models, %zu states; %zu properties hold, %zu fail, %zu are open\n", tally.models, tally.states,
                  tally.holding, tally.failing, tally.open);
    assert_true(tally.failing > tally.models / 4 && tally.holding > tally.models / 4);
}

// Words that differ in one bit, and words that change places.
static void hashes_of_similar_states_differ(void **state)
{
    UNUSED(state);
    uint64_t words[3] = {1, 2, 3}, hash = compact_hash(words, 3);
    for (size_t i = 0; i < 3 * 64; i++) {
        words[i / 64] ^= UINT64_C(1) << i % 64;
        assert_true(compact_hash(words, 3) != hash);
        words[i / 64] ^= UINT64_C(1) << i % 64;
    }
    assert_true(compact_hash((const uint64_t[]){2, 1, 3}, 3) != hash);
    assert_true(compact_hash((const uint64_t[]){0, 0}, 2) != compact_hash((const uint64_t[]){0, 0, 0}, 3));
    assert_true(compact_missed(1) > 0 && compact_missed(UINT32_MAX) < 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(compacted_searches_find_what_others_find),
        cmocka_unit_test(hashes_of_similar_states_differ),
    };
    return RUN(tests);
}
