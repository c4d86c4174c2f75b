// Random models with random formulas of linear and branching time through the SAT engines, against explicit-state
// search: justice, compassion, inputs, deadlocks, operators of the past and with bounds. Every verdict agrees, every
// counterexample is replayed, and what holds is certified.
//
// Each case has a seed of its own; a failure shows it with the model, and COSET_SEED=that begins with this case.
#include "../certified.h"

#include "../check/linear_maker.h"
#include "base/diag.h"
#include "explicit/explicit.h"
#include "report/cause_words.h"
#include "sat/sat.h"
#include "smv/smv.h"

#define CASES cases_for(400, 40, 5)
#define MOST_STATES 60 // what holds for liveness has twice the latches, and simple paths are long

#define put(k, ...) str_add((k)->mem, (k)->out, __VA_ARGS__)

struct tally {
    struct certified verdicts;
    size_t cases, large, properties, holding, failing, undecided;
    size_t fair, not_fair; // models by what is warned of: whether an initial state is on a fair path
};

struct random_case {
    struct mem mem;
    uint64_t seed;
    const char *text, *property, *engine;
};

#define REQUIRE(condition, about, ...) \
    do { \
        if (!(condition)) { \
            print_error("to repeat: COSET_SEED=%llu\n%s\n", (unsigned long long)(about)->seed, (about)->text); \
            print_error("%s (%s)\n", (about)->property ? (about)->property : "", (about)->engine); \
            fail_msg(__VA_ARGS__); \
        } \
    } while (0)

static void put_properties(struct linear_maker *k)
{
    for (int i = 3; i > 0; i--) {
        put(k, "LTLSPEC ");
        maker_put_ltl(k, 1 + maker_roll(k, 3), maker_roll(k, 3) == 0);
        put(k, "\n");
    }
    put(k, "LTLSPEC (");
    maker_put_condition(k, false);
    put(k, ") -> %s [%d, %d] ", maker_roll(k, 2) ? "F" : "G", maker_roll(k, 3), 3 + maker_roll(k, 2));
    maker_put_condition(k, false);
    put(k, "\nLTLSPEC G %s [%d, %d] ", maker_roll(k, 2) ? "O" : "H", maker_roll(k, 2), 2 + maker_roll(k, 2));
    maker_put_condition(k, false);
    put(k, "\nSPEC AG ((");
    maker_put_condition(k, false);
    put(k, ") -> %s (", maker_roll(k, 2) ? "AF" : "AX");
    maker_put_condition(k, false);
    put(k, "))\nSPEC ");
    maker_put_ctl(k, 2);
    put(k, "\nCTLSTARSPEC (E (");
    maker_put_ltl(k, 1 + maker_roll(k, 2), false);
    put(k, ")) -> ");
    maker_put_condition(k, false);
    put(k, "\n");
}

static const struct way {
    const char *name;
    unsigned methods;
    size_t bound;
} ways[] = {
    {"bmc", SAT_BMC, 12},
    {"induction", SAT_BMC | SAT_INDUCTION, 6},
    {"ic3", SAT_IC3, 0},
};

static void check_property(struct sat_engine *e, const struct way *way, struct model *model, size_t i,
                           const struct result *expected, struct random_case *about, struct tally *tally)
{
    const struct property *p = model_property(model, i);
    struct result r;
    struct str error = {0};
    const char *runtime_error;
    sat_check(e, i, 0, &r);
    tally->properties++;
    if (r.verdict == VERDICT_UNDECIDED) {
        REQUIRE(way->bound && r.cause.code == CAUSE_NO_COUNTEREXAMPLE_WITHIN, about, "undecided: %s",
                cause_words(r.cause.code));
        bool is_missed = expected->has_trace && expected->trace.loop != TRACE_NO_LOOP &&
                         trace_length(&expected->trace) <= way->bound;
        REQUIRE(!is_missed, about, "a lasso of %zu states is missed", trace_length(&expected->trace));
        tally->undecided++;
        return;
    }
    REQUIRE(r.verdict == expected->verdict, about, "by explicit-state search it %s",
            expected->verdict == VERDICT_HOLDS ? "holds" : "fails");
    REQUIRE(r.has_trace == (r.verdict == VERDICT_FAILS), about, "no trace, or one too many");
    // Of LTL, and without fairness, the judge looks at all reachable states, also where no path goes on.
    bool is_judged = p->kind == PROPERTY_CTL && model_has_fairness(model) && !expected->is_vacuity_open;
    bool is_more = r.vacuities & ~expected->vacuities, is_less = expected->vacuities & ~r.vacuities;
    REQUIRE(!(is_more && is_judged) && (!is_less || r.is_vacuity_open), about, "vacuous by %s, not by %s",
            r.vacuous ? r.vacuous : "nothing", expected->vacuous ? expected->vacuous : "nothing");
    certified_note(&tally->verdicts, p, r.verdict);
    tally->holding += r.verdict == VERDICT_HOLDS;
    tally->failing += r.verdict == VERDICT_FAILS;
    if (r.has_trace) {
        REQUIRE(trace_judge(&r.trace, p, &runtime_error, &about->mem, &error), about, "the trace is wrong: %s",
                str_text(&error));
        trace_close(&r.trace, &about->mem);
    }
    str_free(&about->mem, &error);
}

// Whether no initial state is on a fair path is found out where somebody asked for such paths.
static void check_warnings(struct sat_engine *e, struct explicit_engine *judge, struct random_case *about,
                           struct tally *tally)
{
    struct model_warnings expected, w;
    about->property = about->engine = "warnings";
    explicit_find_warnings(judge, &expected);
    sat_find_warnings(e, 0, &w);
    REQUIRE(!w.fair_known || !expected.fair_known || w.no_fair_state == expected.no_fair_state, about,
            "a fair path is said to be there: %d", !w.no_fair_state);
    tally->fair += w.fair_known && expected.fair_known && !w.no_fair_state;
    tally->not_fair += w.fair_known && expected.fair_known && w.no_fair_state;
}

static void check_model(struct model *model, struct random_case *about, struct tally *tally)
{
    struct explicit_options options = {.traces = true, .vacuity = true};
    struct explicit_engine *judge = explicit_new(model, &options, &about->mem);
    struct sat_engine *engines[sizeof ways / sizeof *ways];
    struct cause cause;
    uint64_t states;
    bool is_small = explicit_count_states(judge, &states, &cause) && states <= MOST_STATES;
    tally->cases++;
    tally->large += !is_small;
    for (size_t w = 0; w < sizeof ways / sizeof *ways; w++) {
        struct sat_options of = {.methods = ways[w].methods, .traces = true, .vacuity = true, .bound = ways[w].bound};
        engines[w] = sat_new(model, &of, &about->mem);
    }
    for (size_t i = 0; i < model_property_count(model) && is_small; i++) {
        struct result expected;
        if (!sat_takes(model, i))
            continue;
        explicit_check(judge, i, &expected);
        about->property = model_property(model, i)->text;
        for (size_t w = 0; w < sizeof ways / sizeof *ways && expected.verdict != VERDICT_UNDECIDED; w++) {
            about->engine = ways[w].name;
            check_property(engines[w], &ways[w], model, i, &expected, about, tally);
        }
        if (expected.has_trace)
            trace_close(&expected.trace, &about->mem);
    }
    if (is_small)
        check_warnings(engines[2], judge, about, tally);
    for (size_t w = 0; w < sizeof ways / sizeof *ways; w++)
        sat_free(engines[w]);
    explicit_free(judge);
}

static void run_case(uint64_t seed, struct tally *tally)
{
    struct random_case about = {.mem = MEM_UNLIMITED, .seed = seed, .engine = ""};
    struct str text = {0};
    struct linear_maker k;
    maker_open(&k, seed, &about.mem, &text);
    if (seed % 4)
        maker_put_model(&k);
    else
        maker_put_large_model(&k);
    put_properties(&k);
    about.text = str_text(&text);
    struct source source = {"random.smv", text.at, text.count};
    struct diag diag;
    diag_open(&diag, &about.mem);
    struct smv *smv = smv_read(&source, &about.mem, &diag);
    REQUIRE(smv, &about, "not read: %s", diag.messages.count ? diag.messages.at[0].text : "");
    certified_begin(&tally->verdicts);
    check_model(smv_model(smv), &about, tally);
    if (certified_is_due(seed, 4)) {
        about.property = about.engine = "certificate";
        REQUIRE(certified_agrees(&tally->verdicts, text.at, text.count, &(struct subject_reading){0}), &about, "%s",
                tally->verdicts.error);
    }
    smv_free(smv);
    diag_close(&diag);
    str_free(&about.mem, &text);
    assert_nothing_left(&about.mem);
}

static void formulas_of_time_agree_with_explicit_search(void **state)
{
    UNUSED(state);
    const char *seed = getenv("COSET_SEED");
    struct tally tally = {.verdicts = {.is_by_sat = true}};
    for (int i = 0; i < CASES; i++)
        run_case((seed ? strtoull(seed, NULL, 0) : 1) + (uint64_t)i, &tally);
    print_message("%zu models (%zu too large), %zu questions: %zu hold, %zu fail, %zu undecided within the bound\n",
                  tally.cases, tally.large, tally.properties, tally.holding, tally.failing, tally.undecided);
    print_message("an initial state on a fair path: %zu models, none: %zu\n", tally.fair, tally.not_fair);
    certified_assert_all(&tally.verdicts);
    assert_true(tally.fair > 0 && tally.not_fair > 0);
    assert_true(tally.holding * 5 > tally.properties && tally.failing * 5 > tally.properties);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(formulas_of_time_agree_with_explicit_search),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
