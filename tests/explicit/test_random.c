// Random small models as SMV text, through the reader and the explicit engine, against the slow judge: every verdict,
// the count of reachable states, and every trace.
//
// Each case has a seed of its own; a failure shows it with the model, and COSET_SEED=that begins with this case.
#include "../certified.h"

#include "../check/random_model.h"
#include "../check/slow_judge.h"
#include "base/diag.h"
#include "base/str.h"
#include "explicit/explicit.h"
#include "report/cause_words.h"
#include "smv/smv.h"

#define CASES cases_for(20000, 1500, 300)

#define put(k, ...) str_add((k)->mem, (k)->out, __VA_ARGS__)

static uint64_t first_seed(void)
{
    const char *text = getenv("COSET_SEED");
    return text ? strtoull(text, NULL, 0) : 1;
}

// ---- Properties -----------------------------------------------------------------------------------------------------

static void put_ctl(struct random_maker *k, const struct random_scope *s, int depth)
{
    static const char *const joins[] = {" & ", " | ", " xor ", " -> ", " <-> "};
    static const char *const unary[] = {"!", "EX ", "EF ", "EG ", "AX ", "AF ", "AG "};
    static const char *const bounded[] = {"EBF", "EBG", "ABF", "ABG"};
    int kind = depth > 0 ? random_roll(k, 14) : 0, low = random_roll(k, 3), high = low + random_roll(k, 4);
    put(k, "(");
    if (kind < 2)
        random_put_bool(k, s, 1);
    else if (kind < 4) {
        put_ctl(k, s, depth - 1);
        put(k, "%s", joins[random_roll(k, 5)]);
        put_ctl(k, s, depth - 1);
    } else if (kind < 11) {
        put(k, "%s", unary[kind - 4]);
        put_ctl(k, s, depth - 1);
    } else if (kind == 11) {
        put(k, "%s %d..%d ", bounded[random_roll(k, 4)], low, high);
        put_ctl(k, s, depth - 1);
    } else {
        put(k, random_roll(k, 2) ? "E [" : "A [");
        put_ctl(k, s, depth - 1);
        if (random_roll(k, 3) == 0)
            put(k, " BU %d..%d ", low, high);
        else
            put(k, " U ");
        put_ctl(k, s, depth - 1);
        put(k, "]");
    }
    put(k, ")");
}

// Conditions, which may be decided before all states are known.
static void put_simple(struct random_maker *k)
{
    static const char *const kinds[] = {"INVARSPEC ", "SPEC AG ", "SPEC EF "};
    struct random_scope now = {.vars = k->vars};
    for (int i = random_roll(k, 4); i > 0; i--) {
        put(k, "%s", kinds[random_roll(k, 3)]);
        random_put_bool(k, &now, 2);
        put(k, "\n");
    }
}

static void put_properties(struct random_maker *k)
{
    struct random_scope now = {.vars = k->vars}, all = {.vars = k->vars, .input = true};
    bool are_simple_first = random_roll(k, 2);
    if (are_simple_first)
        put_simple(k);
    for (int i = 1 + random_roll(k, 4); i > 0; i--) {
        put(k, "SPEC ");
        put_ctl(k, &now, 1 + random_roll(k, 3));
        put(k, "\n");
    }
    if (!are_simple_first)
        put_simple(k);
    if (random_roll(k, 3) == 0) {
        put(k, "INVARSPEC ");
        random_put_bool(k, &all, 2);
        put(k, "\n");
    }
}

// ---- Cases ----------------------------------------------------------------------------------------------------------

struct tally {
    struct certified verdicts;
    size_t cases, large, compiled, properties, undecided, failing, traces, loops;
};

struct random_case {
    uint64_t seed;
    const char *text;
    const char *property;
};

#define REQUIRE(condition, about, ...) \
    do { \
        if (!(condition)) { \
            print_error("to repeat: COSET_SEED=%llu\n%s\n", (unsigned long long)(about)->seed, (about)->text); \
            print_error("%s\n", (about)->property ? (about)->property : ""); \
            fail_msg(__VA_ARGS__); \
        } \
    } while (0)

static void check_trace(struct explicit_graph *x, const struct property *p, struct result *r,
                        const struct random_case *about, struct tally *tally)
{
    struct mem *mem = x->mem;
    struct str error = {0};
    REQUIRE(trace_replay(&r->trace, mem, &error), about, "the trace is no run: %s", str_text(&error));
    REQUIRE(trace_shows_failure(&r->trace, p, mem, &error), about, "the trace shows nothing: %s", str_text(&error));
    tally->traces++;
    size_t last = explicit_find(x, trace_state(&r->trace, trace_length(&r->trace) - 1));
    REQUIRE(last != SIZE_MAX, about, "the trace leads to an unreachable state");
    if (p->kind == PROPERTY_CTL)
        REQUIRE(x->fair[last], about, "the trace leads to a state on no fair path");
    if (r->trace.loop != TRACE_NO_LOOP) {
        tally->loops++;
        REQUIRE(explicit_loop_is_fair(x, &r->trace), about, "the loop is not fair");
    }
    str_free(mem, &error);
}

static void check_property(struct explicit_engine *e, struct explicit_graph *x, size_t i, struct random_case *about,
                           struct tally *tally)
{
    const struct property *p = model_property(x->model, i);
    struct result r;
    about->property = p->text;
    explicit_check(e, i, &r);
    tally->properties++;
    if (r.verdict == VERDICT_UNDECIDED) { // fairness about inputs, which processes bring with them
        REQUIRE(p->kind == PROPERTY_CTL && model_justice_count(x->model), about, "undecided: %s",
                cause_words(r.cause.code));
        tally->undecided++;
        return;
    }
    certified_note(&tally->verdicts, p, r.verdict);
    bool holds = explicit_holds(x, p);
    REQUIRE((r.verdict == VERDICT_HOLDS) == holds, about, "it %s, the engine says otherwise",
            holds ? "holds" : "fails");
    tally->failing += !holds;
    REQUIRE(r.has_trace == !holds, about, "no trace, or one too many");
    if (r.has_trace) {
        check_trace(x, p, &r, about, tally);
        trace_close(&r.trace, x->mem);
    }
}

// The search may have been ended early by what was asked before: then it goes on.
static void check_warnings(struct explicit_engine *e, struct explicit_graph *x, struct random_case *about)
{
    struct model_warnings w;
    bool dead = false, fair = false;
    about->property = "warnings";
    for (size_t s = 0; s < x->count; s++)
        dead |= x->first.at[s] == x->first.at[s + 1];
    for (size_t i = 0; i < x->initial.count; i++)
        fair |= x->fair[x->initial.at[i]];
    explicit_find_warnings(e, &w);
    REQUIRE(w.known, about, "unknown");
    REQUIRE(w.no_initial_state == (x->count == 0), about, "wrong about initial states");
    REQUIRE(w.not_total == dead, about, "wrong about states without a successor");
    REQUIRE(w.no_fair_state == (w.fair_known && !fair), about, "wrong about fair states");
    REQUIRE(!dead == !w.deadlock, about, "no deadlock, or one too many");
    if (w.deadlock) {
        size_t s = explicit_find(x, w.deadlock);
        REQUIRE(s != SIZE_MAX && x->first.at[s] == x->first.at[s + 1], about, "this is no deadlock");
    }
}

static void check_model(struct explicit_graph *x, struct model *model, struct random_maker *k,
                        struct random_case *about, struct tally *tally)
{
    struct explicit_options options = {.traces = true};
    struct explicit_engine *e = explicit_new(model, &options, x->mem);
    struct explicit_statistics s;
    uint64_t count;
    struct cause cause = {0};
    bool count_first = random_roll(k, 2);
    explicit_get_statistics(e, &s);
    tally->compiled += s.compiled_actions > 0;
    for (int round = 0; round < 2; round++) {
        if ((round == 0) == count_first) {
            about->property = "count of reachable states";
            REQUIRE(explicit_count_states(e, &count, &cause), about, "no count: %s", cause_words(cause.code));
            REQUIRE(count == x->count, about, "%zu reachable states, the engine says %llu", x->count,
                    (unsigned long long)count);
        } else
            for (size_t i = 0; i < model_property_count(model); i++)
                check_property(e, x, i, about, tally);
        if (round == 1 || random_roll(k, 4) == 0)
            check_warnings(e, x, about);
    }
    explicit_free(e);
}

static void run_case(uint64_t seed, struct tally *tally)
{
    struct mem mem = MEM_UNLIMITED;
    struct str text = {0};
    struct random_maker k = {.dice = seed * UINT64_C(0x2545f4914f6cdd1d), .mem = &mem, .out = &text, .states = 1};
    random_put_model(&k);
    put_properties(&k);
    struct random_case about = {.seed = seed, .text = str_text(&text)};
    struct source source = {"random.smv", text.at, text.count};
    struct diag diag;
    diag_open(&diag, &mem);
    struct smv *smv = smv_read(&source, &mem, &diag);
    REQUIRE(smv, &about, "not read: %s", diag.messages.count ? diag.messages.at[0].text : "");
    struct explicit_graph x;
    explicit_open(&x, smv_model(smv), RANDOM_MOST_STATES, &mem);
    tally->cases++;
    tally->large += x.too_large;
    certified_begin(&tally->verdicts);
    if (!x.too_large)
        check_model(&x, smv_model(smv), &k, &about, tally);
    if (!x.too_large && certified_is_due(seed, 80)) {
        about.property = "certificate";
        REQUIRE(certified_agrees(&tally->verdicts, text.at, text.count, &(struct subject_reading){0}), &about, "%s",
                tally->verdicts.error);
    }
    explicit_close(&x);
    smv_free(smv);
    diag_close(&diag);
    str_free(&mem, &text);
    assert_nothing_left(&mem);
}

static void verdicts_counts_and_traces_agree_with_the_slow_judge(void **state)
{
    UNUSED(state);
    struct tally tally = {0};
    for (int i = 0; i < CASES; i++)
        run_case(first_seed() + (uint64_t)i, &tally);
    print_message("%zu models (%zu too large, %zu compiled), %zu properties, %zu undecided, %zu fail; %zu traces, "
                  "%zu with a loop\n",
                  tally.cases, tally.large, tally.compiled, tally.properties, tally.undecided, tally.failing,
                  tally.traces, tally.loops);
    certified_assert(&tally.verdicts, 50);
    assert_true(tally.compiled * 20 > tally.cases);
    assert_true(tally.undecided * 2 < tally.properties);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(verdicts_counts_and_traces_agree_with_the_slow_judge),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
