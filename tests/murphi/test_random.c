// Random small models as Murphi text, through the reader and both engines, the explicit one also without compiled
// rules: the number of states and every verdict agree, and every trace is an execution that shows what it should.
//
// Each case has a seed of its own; a failure shows it with the model, and COSET_SEED=that begins with this case.
#include <gmp.h>

#include "../certified.h"
#include "base/diag.h"
#include "check/check.h"
#include "explicit/explicit.h"
#include "murphi/lower.h"
#include "murphi/murphi.h"
#include "random_text.h"
#include "report/cause_words.h"

#define CASES cases_for(5000, 600, 80)

static uint64_t first_seed(void)
{
    const char *text = getenv("COSET_SEED");
    return text ? strtoull(text, NULL, 0) : 1;
}

struct tally {
    struct certified verdicts;
    size_t cases, large, states, properties, undecided, failing, traces, loops;
};

struct random_case {
    struct mem mem;
    uint64_t seed;
    struct str text;
    const char *property;
    struct murphi_lower_options lowering;
    struct check_options options;
    struct diag diag;
    struct murphi_tree tree;
    struct model *model;
    struct checker *symbolic;
    struct explicit_engine *compiled, *uncompiled;
};

// cmocka cuts what is longer than a kilobyte.
static void show(const struct random_case *c)
{
    print_error("to repeat: COSET_SEED=%llu (deadlock %d, reachable %d, reorder %d)\n", (unsigned long long)c->seed,
                (int)c->lowering.deadlock, (int)c->options.reachable, c->options.reorder);
    for (size_t i = 0; i < c->text.count; i += 500)
        print_error("%.500s", str_text(&c->text) + i);
    print_error("%s\n", c->property ? c->property : "");
}

#define REQUIRE(condition, c, ...) \
    do { \
        if (!(condition)) { \
            show(c); \
            fail_msg(__VA_ARGS__); \
        } \
    } while (0)

// ---- Properties -----------------------------------------------------------------------------------------------------

// A run of a property that something can be reached shows it when that holds.
static void check_trace(struct random_case *c, const struct property *p, const struct result *r, const char *engine,
                        struct tally *tally)
{
    struct str error = {0};
    bool replays = trace_replay(&r->trace, &c->mem, &error);
    REQUIRE(replays, c, "%s: the trace does not replay: %s", engine, str_text(&error));
    bool shows = trace_shows_failure(&r->trace, p, &c->mem, &error);
    REQUIRE(shows, c, "%s: the trace shows nothing: %s", engine, str_text(&error));
    tally->traces++;
    tally->loops += r->trace.loop != TRACE_NO_LOOP;
    str_free(&c->mem, &error);
}

static void check_result(struct random_case *c, const struct property *p, const struct result *r, const char *engine,
                         struct tally *tally)
{
    if (r->verdict == VERDICT_UNDECIDED) {
        tally->undecided++;
        return;
    }
    if (p->kind == PROPERTY_COVER)
        REQUIRE(!r->has_trace || r->verdict == VERDICT_FAILS, c, "%s: a trace to what is reached", engine);
    else
        REQUIRE(r->has_trace == (r->verdict == VERDICT_FAILS && !p->refuted), c, "%s: no trace, or one too many",
                engine);
    if (r->has_trace)
        check_trace(c, p, r, engine, tally);
}

static bool is_about_states(const struct property *p)
{
    return p->kind == PROPERTY_INVARIANT || p->kind == PROPERTY_RUNTIME_ERROR || p->kind == PROPERTY_DEADLOCK;
}

static void compare(struct random_case *c, const struct property *p, const struct result *a, const struct result *b,
                    const char *other)
{
    if (a->verdict == VERDICT_UNDECIDED || b->verdict == VERDICT_UNDECIDED)
        return;
    REQUIRE(a->verdict == b->verdict, c, "it %s symbolically, the %s engine says otherwise",
            a->verdict == VERDICT_HOLDS ? "holds" : "fails", other);
    if (is_about_states(p) && a->has_trace && b->has_trace)
        REQUIRE(trace_length(&a->trace) == trace_length(&b->trace), c, "a run of %zu states, %zu of the %s engine",
                trace_length(&a->trace), trace_length(&b->trace), other);
}

static void check_property(struct random_case *c, size_t i, struct tally *tally)
{
    static const char *const engines[] = {"symbolic", "explicit", "uncompiled"};
    const struct property *p = model_property(c->model, i);
    struct result r[3];
    c->property = p->text;
    checker_check(c->symbolic, i, &r[0]);
    explicit_check(c->compiled, i, &r[1]);
    explicit_check(c->uncompiled, i, &r[2]);
    tally->properties++;
    tally->failing += r[0].verdict == VERDICT_FAILS;
    for (int e = 0; e < 3; e++) {
        check_result(c, p, &r[e], engines[e], tally);
        certified_note(&tally->verdicts, p, r[e].verdict);
    }
    compare(c, p, &r[0], &r[1], engines[1]);
    compare(c, p, &r[0], &r[2], engines[2]);
    for (int e = 0; e < 3; e++)
        if (r[e].has_trace)
            trace_close(&r[e].trace, &c->mem);
}

// ---- Cases ----------------------------------------------------------------------------------------------------------

static void check_count(struct random_case *c, struct tally *tally)
{
    struct cause cause = {0};
    uint64_t compiled, uncompiled;
    mpz_t count;
    mpz_init(count);
    c->property = "count of reachable states";
    REQUIRE(checker_count_states(c->symbolic, count, &cause), c, "symbolic: no count: %s", cause_words(cause.code));
    REQUIRE(explicit_count_states(c->compiled, &compiled, &cause), c, "explicit: no count: %s",
            cause_words(cause.code));
    REQUIRE(explicit_count_states(c->uncompiled, &uncompiled, &cause), c, "uncompiled: no count: %s",
            cause_words(cause.code));
    REQUIRE(mpz_cmp_ui(count, compiled) == 0 && compiled == uncompiled, c,
            "%lu reachable states symbolically, %llu explicitly, %llu uncompiled", mpz_get_ui(count),
            (unsigned long long)compiled, (unsigned long long)uncompiled);
    tally->states += compiled;
    mpz_clear(count);
}

static void check_model(struct random_case *c, struct random_maker *k, struct tally *tally)
{
    static const enum check_reachable ways[] = {CHECK_REACHABLE_AUTO, CHECK_REACHABLE_OFF, CHECK_REACHABLE_ON};
    bool count_first = random_roll(k, 2);
    c->options =
        (struct check_options){.reachable = ways[random_roll(k, 3)], .reorder = random_roll(k, 2), .traces = true};
    c->symbolic = checker_new(c->model, &c->options, &c->mem);
    c->compiled = explicit_new(c->model, &(struct explicit_options){.traces = true}, &c->mem);
    c->uncompiled = explicit_new(c->model, &(struct explicit_options){.traces = true, .uncompiled = true}, &c->mem);
    if (count_first)
        check_count(c, tally);
    for (size_t i = 0; i < model_property_count(c->model); i++)
        check_property(c, i, tally);
    if (!count_first)
        check_count(c, tally);
    checker_free(c->symbolic);
    explicit_free(c->compiled);
    explicit_free(c->uncompiled);
}

static const char *first_error(const struct diag *diag)
{
    for (size_t i = 0; i < diag->messages.count; i++)
        if (diag->messages.at[i].level == DIAG_ERROR)
            return diag->messages.at[i].text;
    return "";
}

static void run_case(uint64_t seed, struct tally *tally)
{
    struct random_case c = {.seed = seed};
    struct random_maker k = {.dice = seed * UINT64_C(0x2545f4914f6cdd1d), .mem = &c.mem, .out = &c.text};
    random_put_text(&k);
    c.lowering = (struct murphi_lower_options){.deadlock = (enum murphi_deadlock)random_roll(&k, 3), .loop_limit = 6};
    struct source source = {"random.m", c.text.at, c.text.count};
    diag_open(&c.diag, &c.mem);
    bool good = murphi_read_tree(&c.tree, &source, NULL, 0, &c.mem, &c.diag);
    REQUIRE(good, &c, "not read: %s", first_error(&c.diag));
    c.model = model_new(&c.mem);
    good = murphi_lower(&c.tree, c.model, &c.lowering, &c.mem, &c.diag);
    tally->cases++;
    tally->large += !good;
    certified_begin(&tally->verdicts);
    if (good)
        check_model(&c, &k, tally);
    if (good && certified_is_due(seed, 40)) {
        const struct subject_reading reading = {
            .language = SUBJECT_MURPHI, .deadlock = c.lowering.deadlock, .loop_limit = c.lowering.loop_limit};
        c.property = "certificate";
        REQUIRE(certified_agrees(&tally->verdicts, c.text.at, c.text.count, &reading), &c, "%s", tally->verdicts.error);
    }
    model_free(c.model);
    murphi_tree_close(&c.tree);
    diag_close(&c.diag);
    str_free(&c.mem, &c.text);
    assert_nothing_left(&c.mem);
}

static void both_engines_agree_and_traces_show_what_they_should(void **state)
{
    UNUSED(state);
    struct tally tally = {0};
    for (int i = 0; i < CASES; i++)
        run_case(first_seed() + (uint64_t)i, &tally);
    print_message("%zu models (%zu too large) with %zu states, %zu properties, %zu of them fail; %zu verdicts "
                  "undecided; %zu traces, "
                  "%zu with a loop\n",
                  tally.cases, tally.large, tally.states, tally.properties, tally.failing, tally.undecided,
                  tally.traces, tally.loops);
    certified_assert(&tally.verdicts, 80);
    assert_true(tally.large * 100 <= tally.cases);
    assert_true(tally.undecided * 10 < tally.properties);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(both_engines_agree_and_traces_show_what_they_should),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
