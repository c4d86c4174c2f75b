// Random Murphi models through the SAT engines, against explicit search: verdicts and vacuities agree, traces
// are judged, and those of bounded model checking are as short as they are said to be (docs/sat.md).
//
// Each case has a seed of its own; a failure shows it with the model, and COSET_SEED=that begins with this case.
#include "../certified.h"

#include <string.h>

#include "explicit/explicit.h"
#include "murphi/lower.h"
#include "murphi/murphi.h"
#include "random_text.h"
#include "report/cause_words.h"
#include "sat/sat.h"

#define CASES cases_for(800, 60, 5)
#define MOST_STATES 2000
#define MOST_GATES 20000
#define BOUND 6 // of induction: simple paths through states that cannot be reached may be long

static uint64_t first_seed(void)
{
    const char *text = getenv("COSET_SEED");
    return text ? strtoull(text, NULL, 0) : 1;
}

struct tally {
    struct certified verdicts;
    size_t cases, large, properties, failing, vacuous, errors, undecided;
};

struct random_case {
    struct mem mem;
    uint64_t seed;
    struct str text;
    const char *property, *engine;
    struct murphi_lower_options lowering;
    struct diag diag;
    struct murphi_tree tree;
    struct model *model;
    struct tally *tally;
};

// cmocka cuts what is longer than a kilobyte.
static void show(const struct random_case *c)
{
    print_error("to repeat: COSET_SEED=%llu (deadlock %d, dialect %d, ranges %d)\n", (unsigned long long)c->seed,
                (int)c->lowering.deadlock, (int)c->lowering.dialect, c->tree.infers_scalarsets);
    for (size_t i = 0; i < c->text.count; i += 500)
        print_error("%.500s", str_text(&c->text) + i);
    print_error("%s (%s)\n", c->property ? c->property : "", c->engine ? c->engine : "");
}

#define REQUIRE(condition, c, ...) \
    do { \
        if (!(condition)) { \
            show(c); \
            fail_msg(__VA_ARGS__); \
        } \
    } while (0)

// ---- Properties -----------------------------------------------------------------------------------------------------

static void check_trace(struct random_case *c, const struct property *p, struct result *r)
{
    struct str error = {0};
    const char *runtime_error = NULL;
    bool is_right = trace_judge(&r->trace, p, &runtime_error, &c->mem, &error);
    REQUIRE(is_right, c, "the trace is wrong: %s", str_text(&error));
    r->runtime_error = runtime_error;
    str_free(&c->mem, &error);
}

// Of formulas on paths: a lasso of bounded model checking has no more states than one that explicit search finds, but
// for one, since its loop begins behind the first state. What has no loop ends where the violation is seen, and can be
// longer than a lasso or than the beginning of another one.
static void check_length(struct random_case *c, const struct property *p, const struct trace *t,
                         const struct trace *expected, unsigned methods)
{
    size_t length = trace_length(t);
    if (methods & SAT_IC3)
        return;
    if (t->loop != TRACE_NO_LOOP) {
        REQUIRE(expected->loop == TRACE_NO_LOOP || length <= trace_length(expected) + 1, c,
                "a lasso of %zu states, not %zu", length, trace_length(expected));
        return;
    }
    struct trace shorter = *t;
    struct str error = {0};
    const char *runtime_error = NULL;
    shorter.values.count = t->values.count / length * (length - 1);
    REQUIRE(length == 1 || !trace_judge(&shorter, p, &runtime_error, &c->mem, &error), c,
            "a trace of %zu states, of which the last one is not needed", length);
    str_free(&c->mem, &error);
}

static void compare(struct random_case *c, size_t i, const struct result *expected, struct sat_engine *engine,
                    unsigned methods)
{
    const struct property *p = model_property(c->model, i);
    struct result r = {0};
    sat_check(engine, i, 0, &r);
    c->tally->properties++;
    if (r.verdict == VERDICT_UNDECIDED) {
        const struct trace *known = expected->has_trace ? &expected->trace : NULL;
        // The last state of a lasso has a step, too, and the loop begins behind the first state.
        size_t steps = known ? trace_length(known) - 1 + 2 * (size_t)(known->loop != TRACE_NO_LOOP) : 0;
        bool is_bound =
            methods & SAT_INDUCTION && r.cause.code == CAUSE_NO_COUNTEREXAMPLE_WITHIN && !(known && steps <= BOUND);
        REQUIRE(is_bound, c, "undecided: %s; known are %zu steps", cause_words(r.cause.code), steps);
        c->tally->undecided++;
        return;
    }
    REQUIRE(r.verdict == expected->verdict, c, "by explicit search %d, by SAT %d", (int)expected->verdict,
            (int)r.verdict);
    REQUIRE(r.has_trace == expected->has_trace, c, "a trace is missing, or one too many");
    bool is_of_states =
        p->kind == PROPERTY_INVARIANT || p->kind == PROPERTY_RUNTIME_ERROR || p->kind == PROPERTY_DEADLOCK;
    if (r.has_trace) {
        size_t length = trace_length(&r.trace), least = trace_length(&expected->trace);
        check_trace(c, p, &r);
        if (is_of_states)
            REQUIRE(length == least || (methods & SAT_IC3 && length > least), c, "a trace of %zu states, not %zu",
                    length, least);
        else
            check_length(c, p, &r.trace, &expected->trace, methods);
        REQUIRE(r.runtime_error || p->kind != PROPERTY_RUNTIME_ERROR, c, "nothing goes wrong");
        trace_close(&r.trace, &c->mem);
    }
    if (methods == SAT_IC3) // of formulas on paths, some vacuities are no question of states
        REQUIRE(is_of_states || p->kind == PROPERTY_COVER ? r.vacuities == expected->vacuities
                                                          : !(r.vacuities & ~expected->vacuities),
                c, "vacuous by %s, not by %s", r.vacuous ? r.vacuous : "nothing",
                expected->vacuous ? expected->vacuous : "nothing");
    certified_note(&c->tally->verdicts, p, r.verdict);
    c->tally->failing += r.verdict == VERDICT_FAILS;
    c->tally->vacuous += r.vacuous != NULL;
    c->tally->errors += r.runtime_error != NULL;
}

// ---- Cases ----------------------------------------------------------------------------------------------------------

static void check_engine(struct random_case *c, const struct result *expected, const char *name, unsigned methods)
{
    struct sat_options options = {.methods = methods,
                                  .traces = true,
                                  .vacuity = methods == SAT_IC3,
                                  .symmetric_from = 1,
                                  .bound = methods & SAT_INDUCTION ? BOUND : 0};
    struct sat_engine *engine = sat_new(c->model, &options, &c->mem);
    c->engine = name;
    for (size_t i = 0; i < model_property_count(c->model); i++) {
        c->property = model_property(c->model, i)->text;
        if (sat_takes(c->model, i) && expected[i].verdict != VERDICT_UNDECIDED &&
            (methods != SAT_BMC || expected[i].verdict == VERDICT_FAILS))
            compare(c, i, &expected[i], engine, methods);
    }
    sat_free(engine);
}

static void check_model(struct random_case *c)
{
    struct cause cause = {0};
    uint64_t states;
    struct explicit_options options = {.traces = true, .vacuity = true, .memory_limit = 64 << 20};
    struct explicit_engine *e = explicit_new(c->model, &options, &c->mem);
    size_t count = model_property_count(c->model);
    struct result *expected = calloc(count + 1, sizeof *expected);
    bool is_small =
        explicit_count_states(e, &states, &cause) && states <= MOST_STATES && model_expr_count(c->model) <= MOST_GATES;
    c->tally->large += !is_small;
    for (size_t i = 0; i < count && is_small; i++) {
        explicit_check(e, i, &expected[i]);
        c->property = model_property(c->model, i)->text;
        if (expected[i].has_trace)
            check_trace(c, model_property(c->model, i), &expected[i]);
    }
    if (is_small) {
        check_engine(c, expected, "induction", SAT_BMC | SAT_INDUCTION);
        check_engine(c, expected, "ic3", SAT_IC3);
    }
    for (size_t i = 0; i < count && is_small; i++)
        if (expected[i].has_trace)
            trace_close(&expected[i].trace, &c->mem);
    free(expected);
    explicit_free(e);
}

static void run_case(uint64_t seed, struct tally *tally)
{
    struct random_case c = {.seed = seed, .tally = tally};
    struct random_maker k = {.dice = seed * UINT64_C(0x2545f4914f6cdd1d), .mem = &c.mem, .out = &c.text};
    k.with_ranges = seed % 3 == 1;
    k.with_queues = seed % 4 == 2;
    k.with_fairness = seed % 2 == 1;
    random_put_text(&k);
    c.lowering = (struct murphi_lower_options){.deadlock = (enum murphi_deadlock)random_roll(&k, 3),
                                               .dialect = (enum murphi_dialect)random_roll(&k, 3),
                                               .vacuity = true,
                                               .loop_limit = 6};
    struct source source = {"random.m", c.text.at, c.text.count};
    diag_open(&c.diag, &c.mem);
    murphi_tree_open(&c.tree, &c.mem, &source);
    c.tree.infers_scalarsets = k.with_ranges;
    REQUIRE(murphi_parse(&c.tree, &c.diag) && murphi_check(&c.tree, NULL, 0, &c.diag), &c, "not read");
    c.model = model_new(&c.mem);
    tally->cases++;
    certified_begin(&tally->verdicts);
    if (murphi_lower(&c.tree, c.model, &c.lowering, &c.mem, &c.diag))
        check_model(&c);
    if (certified_is_due(seed, 2)) {
        const struct subject_reading reading = {.language = SUBJECT_MURPHI,
                                                .deadlock = c.lowering.deadlock,
                                                .dialect = c.lowering.dialect,
                                                .loop_limit = c.lowering.loop_limit,
                                                .infers_scalarsets = k.with_ranges};
        c.property = c.engine = "certificate";
        REQUIRE(certified_agrees(&tally->verdicts, c.text.at, c.text.count, &reading), &c, "%s", tally->verdicts.error);
    }
    model_free(c.model);
    murphi_tree_close(&c.tree);
    diag_close(&c.diag);
    str_free(&c.mem, &c.text);
    assert_nothing_left(&c.mem);
}

static void sat_engines_agree_with_explicit_search(void **state)
{
    UNUSED(state);
    struct tally tally = {.verdicts = {.is_by_sat = true}};
    for (int i = 0; i < CASES; i++)
        run_case(first_seed() + (uint64_t)i, &tally);
    print_message("%zu models (%zu too large), %zu properties, of which %zu fail, %zu for an error, and %zu hold "
                  "vacuously; %zu are undecided\n",
                  tally.cases, tally.large, tally.properties, tally.failing, tally.errors, tally.vacuous,
                  tally.undecided);
    certified_assert_all(&tally.verdicts);
    assert_true(tally.large * 2 < tally.cases || CASES < 50);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sat_engines_agree_with_explicit_search),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
