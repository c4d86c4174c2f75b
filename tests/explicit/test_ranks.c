// Searches by many processes, here threads with messages: whatever their number, verdicts, numbers of states and
// lengths of traces are those of one process, also where a search is interrupted and goes on, or is saved and goes on
// with another number of ranks.
#include "guarded.h"
#include "symmetric_model.h"
#include "thread_ranks.h"

#include "base/stream_file.h"

#define CASES cases_for(40, 12, 4)

static const uint32_t rank_counts[] = {2, 3, 5};
enum { COUNTS = sizeof rank_counts / sizeof *rank_counts };

struct tally {
    size_t models, states, failing, of_paths, interrupted, saved, messages;
};

// So many looks at whether it is over are left, and one more: then it is, and stays so. 0: it never is.
struct looks {
    size_t left;
};

static bool looks_are_over(void *context)
{
    struct looks *l = context;
    l->left -= l->left > 1;
    return l->left == 1;
}

struct case_of {
    struct model *model;
    struct explicit_options options;
    struct dice *dice;
    struct mem *mem;
    struct tally *tally;
};

static bool keeps(const struct symmetry *s, struct model *m, formula f)
{
    struct symmetry *left = symmetry_copy(s);
    symmetry_restrict(left, m, f);
    bool is_kept = symmetry_equal(left, s);
    symmetry_free(left);
    return is_kept;
}

static bool is_small(const struct case_of *c)
{
    struct looks looks = {12};
    struct explicit_options options = c->options;
    options.interrupted = looks_are_over;
    options.context = &looks;
    struct explicit_engine *e = explicit_new(c->model, &options, c->mem);
    uint64_t count;
    struct cause cause;
    explicit_set_threads(e, 1);
    bool small = explicit_count_states(e, &count, &cause);
    explicit_free(e);
    return small;
}

// ---- Verdicts -------------------------------------------------------------------------------------------------------

static void check_result(const struct case_of *c, struct result *one, struct result *many)
{
    if (many->cause.code == CAUSE_NEEDS_ONE_PROCESS) {
        c->tally->of_paths++;
        return;
    }
    assert_int_equal(many->verdict, one->verdict);
    assert_int_equal(many->cause.code, one->cause.code);
    assert_int_equal(many->vacuities, one->vacuities);
    assert_int_equal(many->has_trace, one->has_trace);
    c->tally->failing += one->verdict == VERDICT_FAILS;
    if (!many->has_trace)
        return;
    struct str error = {0};
    const struct property *p = model_property(c->model, many->property);
    assert_int_equal(trace_length(&many->trace), trace_length(&one->trace));
    if (!trace_replay(&many->trace, c->mem, &error) || !trace_shows_failure(&many->trace, p, c->mem, &error))
        fail_msg("a trace from ranks is none: %s", str_text(&error));
}

static void check_properties(const struct case_of *c, struct explicit_engine *one, struct explicit_engine *many)
{
    const struct symmetry *s = c->options.symmetry;
    for (size_t i = 0; i < model_property_count(c->model); i++) {
        struct result a, b;
        if (s && !keeps(s, c->model, model_property(c->model, i)->formula))
            continue;
        explicit_check(one, i, &a);
        explicit_check(many, i, &b);
        check_result(c, &a, &b);
        if (a.has_trace)
            trace_close(&a.trace, c->mem);
        if (b.has_trace)
            trace_close(&b.trace, c->mem);
    }
}

static void check_counts(const struct case_of *c, struct explicit_engine *one, struct explicit_engine *many)
{
    struct explicit_statistics a, b;
    uint64_t expected, count;
    struct cause cause;
    mpz_t all_expected, all;
    mpz_inits(all_expected, all, NULL);
    assert_true(explicit_count_states(one, &expected, &cause));
    assert_true(explicit_count_states(many, &count, &cause));
    assert_int_equal(count, expected);
    assert_true(explicit_count_concrete(one, all_expected, &cause));
    assert_true(explicit_count_concrete(many, all, &cause));
    assert_int_equal(mpz_cmp(all, all_expected), 0);
    explicit_get_statistics(one, &a);
    explicit_get_statistics(many, &b);
    assert_int_equal(b.transitions, a.transitions);
    assert_int_equal(b.depth, a.depth);
    assert_int_equal(b.initial_states, a.initial_states);
    struct model_warnings x, y;
    explicit_find_warnings(one, &x);
    explicit_find_warnings(many, &y);
    assert_int_equal(y.not_total, x.not_total);
    assert_int_equal(y.no_initial_state, x.no_initial_state);
    assert_int_equal(y.deadlock != NULL, x.deadlock != NULL);
    c->tally->states += count;
    c->tally->messages += b.messages;
    mpz_clears(all_expected, all, NULL);
}

static void check_with(const struct case_of *c, struct explicit_engine *one, uint32_t ranks)
{
    struct thread_ranks *t = thread_ranks_new(ranks, c->model, &c->options, (uint64_t)dice_roll(c->dice, 1000000));
    struct explicit_engine *many = thread_ranks_engine(t, &c->options, c->mem);
    check_properties(c, one, many);
    check_counts(c, one, many);
    explicit_free(many);
    assert_true(thread_ranks_free(t));
}

// ---- Saving, and going on with another number of ranks --------------------------------------------------------------

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

static void load(struct explicit_engine *e, const struct saved *saved, struct mem *mem)
{
    FILE *file = fmemopen(saved->at, saved->length, "r");
    struct stream *stream = stream_on_file(file, mem);
    assert_int_equal(explicit_load(e, stream), CAUSE_NONE);
    stream_close(stream);
    fclose(file);
}

// One that goes on for some looks, from what was saved, if something was. 0 looks: to the end. 1 rank: a process alone.
static bool go_on(const struct case_of *c, uint32_t ranks, size_t looks, struct saved *saved,
                  struct explicit_engine *one)
{
    struct looks left = {looks};
    struct explicit_options options = c->options;
    options.interrupted = looks_are_over;
    options.context = &left;
    struct thread_ranks *t =
        ranks == 1 ? NULL : thread_ranks_new(ranks, c->model, &c->options, (uint64_t)dice_roll(c->dice, 1000000));
    struct explicit_engine *e = t ? thread_ranks_engine(t, &options, c->mem) : explicit_new(c->model, &options, c->mem);
    uint64_t count;
    struct cause cause;
    left.left = 0;
    if (!t)
        explicit_set_threads(e, 1);
    if (saved->at)
        load(e, saved, c->mem);
    c->tally->saved += saved->at != NULL;
    left.left = looks;
    bool is_done = explicit_count_states(e, &count, &cause);
    left.left = 0;
    c->tally->interrupted += !is_done;
    if (is_done && looks == 0) {
        check_properties(c, one, e);
        if (t)
            check_counts(c, one, e);
    } else if (explicit_has_search(e)) {
        free(saved->at);
        *saved = save(e, c->mem);
    }
    explicit_free(e);
    if (t)
        assert_true(thread_ranks_free(t));
    return is_done;
}

static void check_resumed(const struct case_of *c, struct explicit_engine *one)
{
    struct saved saved = {0};
    for (int turns = 0; turns < 4; turns++)
        if (go_on(c, 1 + (uint32_t)dice_roll(c->dice, 4), 3 + (size_t)dice_roll(c->dice, 40), &saved, one))
            break;
    go_on(c, 1 + (uint32_t)dice_roll(c->dice, 4), 0, &saved, one);
    free(saved.at);
}

// ---- Cases ----------------------------------------------------------------------------------------------------------

static void check_case(const struct case_of *c)
{
    if (!is_small(c))
        return;
    struct explicit_engine *one = explicit_new(c->model, &c->options, c->mem);
    explicit_set_threads(one, 1);
    check_with(c, one, rank_counts[c->tally->models % COUNTS]);
    check_resumed(c, one);
    explicit_free(one);
    c->tally->models++;
}

static void check_tally(const struct tally *t)
{
    print_message("%zu models, %zu states, %zu messages, %zu verdicts fail, %zu left to one process, %zu interrupted, "
                  "%zu resumed\n",
                  t->models, t->states, t->messages, t->failing, t->of_paths, t->interrupted, t->saved);
    assert_true(t->failing > t->models / 4);
    assert_true(t->messages > t->models / 4); // how much is in one is a matter of time
    assert_true(t->saved > t->models / 4);
}

static void guarded_rules_have_the_same_answers_by_any_number_of_ranks(void **state)
{
    UNUSED(state);
    struct dice dice = dice_for(__func__);
    struct tally tally = {0};
    for (int i = 0; i < CASES; i++) {
        struct mem mem = MEM_UNLIMITED;
        struct model *m = model_new(&mem);
        guarded_make(m, &dice);
        check_case(&(struct case_of){m, {.traces = true, .vacuity = true}, &dice, &mem, &tally});
        model_free(m);
        assert_nothing_left(&mem);
    }
    check_tally(&tally);
}

static void orbits_have_the_same_answers_by_any_number_of_ranks(void **state)
{
    UNUSED(state);
    struct dice dice = dice_for(__func__);
    struct tally tally = {0};
    for (int i = 0; i < CASES; i++) {
        struct mem mem = MEM_UNLIMITED;
        struct model *m = model_new(&mem);
        struct symmetry *s = symmetric_make(m, &dice, &mem);
        symmetry_restrict_to_fairness(s, m);
        check_case(&(struct case_of){m, {.traces = true, .symmetry = s}, &dice, &mem, &tally});
        symmetry_free(s);
        model_free(m);
        assert_nothing_left(&mem);
    }
    check_tally(&tally);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(guarded_rules_have_the_same_answers_by_any_number_of_ranks),
        cmocka_unit_test(orbits_have_the_same_answers_by_any_number_of_ranks),
    };
    return RUN(tests);
}
