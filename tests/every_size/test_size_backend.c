// Random models of one size: what the backend of proofs for every size decides is what explicit search finds there.
#include "../unit.h"

#include "api/api_internal.h"
#include "explicit/explicit.h"
#include "run/size_backend.h"
#include "sized_text.h"

enum { MOST_PROPERTIES = 8, SIZES = 4, MOST_ORBITS = 3000, LOOKS = 20000, ENOUGH = 10 };

struct bench {
    coset_model *model;
    struct run *run;
    struct job job;
    size_t wanted[MOST_PROPERTIES];
    enum verdict verdicts[MOST_PROPERTIES];
    size_t told[MOST_PROPERTIES];
    size_t looks;
};

struct totals {
    size_t models, applied, proved, by_views, open, failing;
};

static void decided(void *context, size_t goal, struct result *result)
{
    struct bench *b = context;
    b->told[goal]++;
    b->verdicts[goal] = result->verdict;
    assert_false(result->has_trace);
}

static bool is_pointless(void *context)
{
    UNUSED(context);
    return false;
}

static bool is_interrupted(void *context)
{
    return ++((struct bench *)context)->looks > LOOKS;
}

static bool counts(void *context, const value *state)
{
    UNUSED(state);
    return ++*(size_t *)context < MOST_ORBITS;
}

// What the evaluator's steps say, if there are not too many states.
static void compare(struct bench *b, const char *text, size_t count, struct totals *totals)
{
    size_t orbits = 0;
    struct model *m = b->model->input->model;
    struct symmetry *symmetry = symmetry_new(m, &b->run->mem);
    const struct explicit_options options = {.symmetry = symmetry};
    struct explicit_engine *engine = explicit_new(m, &options, &b->run->mem);
    bool is_known = explicit_each_state(engine, counts, &orbits);
    for (size_t i = 0; i < count && is_known; i++) {
        struct result result = {0};
        explicit_check(engine, i, &result);
        totals->failing += result.verdict == VERDICT_FAILS;
        if (b->told[i] && result.verdict != VERDICT_HOLDS)
            fail_msg("property %zu is proved, and fails:\n%s", i + 1, text);
        if (result.has_trace)
            trace_close(&result.trace, &b->run->mem);
    }
    explicit_free(engine);
    symmetry_free(symmetry);
}

static void judge(const struct str *text, const char *size, struct totals *totals)
{
    const coset_constant constant = {"N", size};
    const coset_reading reading = {.constants = &constant, .constant_count = 1, .deadlock = COSET_DEADLOCK_OFF};
    char *error = NULL;
    struct bench b = {.model = coset_open_text("sized.m", text->at, text->count, &reading, &error)};
    if (!b.model)
        fail_msg("%s\n%s", error, text->at);
    b.run = &b.model->run;
    b.run->host.is_interrupted = is_interrupted;
    b.run->host.context = &b;
    b.job = b.model->reading;
    assert_true(input_lower_fully(b.run, b.model->input));
    size_t count = model_property_count(b.model->input->model);
    count = count < MOST_PROPERTIES ? count : MOST_PROPERTIES;
    for (size_t i = 0; i < count; i++)
        b.wanted[i] = i;
    const struct portfolio_setup setup = {.job = &b.job,
                                          .model = b.model->input->model,
                                          .wanted = b.wanted,
                                          .wanted_count = count,
                                          .decided = decided,
                                          .is_pointless = is_pointless,
                                          .context = &b};
    struct goals goals;
    struct size_backend backend;
    goals_open(&goals, b.run, &setup);
    size_backend_open(&backend, b.run, b.model->input, &setup);
    totals->models++;
    totals->applied += size_backend_applies(&backend, 0);
    backend_decide(&backend.base, &goals, 0);
    for (size_t i = 0; i < count; i++) {
        assert_true(b.told[i] <= 1);
        assert_true(!b.told[i] || b.verdicts[i] == VERDICT_HOLDS);
        totals->proved += b.told[i];
        totals->by_views += b.told[i] && goals.at[i].result.method.backend == BACKEND_QUANTIFIED;
        totals->open += !b.told[i];
    }
    backend_close(&backend.base);
    goals_close(&goals);
    b.looks = 0;
    b.run->host.is_interrupted = NULL;
    compare(&b, str_text(text), count, totals);
    coset_close(b.model);
}

// Where few cases are taken, more of them are until there was a proof and a failure; none in so many is a mistake.
#define MOST_CASES 50

static void what_is_proved_holds_in_the_size(void **state)
{
    struct dice dice = dice_for(__func__);
    struct mem mem = MEM_UNLIMITED;
    struct totals totals = {0};
    struct str text = {0};
    static const char *const sizes[SIZES] = {"2", "3", "5", "8"};
    UNUSED(state);
    int count = cases_for(50, 25, 25);
    for (int i = 0; i < count || (i < MOST_CASES && !(totals.proved && totals.failing)); i++) {
        str_clear(&text);
        sized_text(&dice, &mem, &text);
        judge(&text, sizes[i % SIZES], &totals);
    }
    print_message("%zu models, %zu with a size; %zu properties proved, %zu of them by quantified invariants, %zu not; "
                  "%zu fail\n",
                  totals.models, totals.applied, totals.proved, totals.by_views, totals.open, totals.failing);
    str_free(&mem, &text);
    if (totals.models >= ENOUGH) // a few may all hold
        assert_true(totals.proved > 0 && totals.failing > 0);
    assert_nothing_left(&mem);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(what_is_proved_holds_in_the_size)};
    return RUN(tests);
}
