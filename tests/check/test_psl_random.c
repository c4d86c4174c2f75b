// Random models with random formulas of PSL, through the reader and the checker, against the judge of traces.
//
// The two have nothing in common: the checker makes automata of sequences, the judge takes their derivatives along a
// trace. What the checker says to fail has a trace that the judge accepts; what it says to hold, no fair lasso that is
// found by random walks may refute. Each case has a seed of its own; a failure shows it with the model, and
// COSET_SEED=that begins with this case. A few products get very large; these are given up. Of a part of the models,
// what holds is certified as far as there is a form for it: for most formulas with sequences there is none.
#include "../certified.h"
#include "../looks.h"
#include "linear_case.h"

#define CASES cases_for(2000, 180, 20)
#define PROPERTIES 6
#define WALKS 60       // for a property that holds
#define PATIENCE 20000 // looks at the clock for one property

static const struct lasso_limits limits = {7, 3000};

// ---- Formulas -------------------------------------------------------------------------------------------------------

static void put(struct linear_maker *k, const char *text)
{
    str_add(k->mem, k->out, "%s", text);
}

static const char *one_of(struct linear_maker *k, const char *const *texts, int count)
{
    return texts[maker_roll(k, count)];
}

static void put_letter(struct linear_maker *k)
{
    put(k, "(");
    maker_put_condition(k, maker_roll(k, 3) == 0);
    put(k, ")");
}

static void put_sequence(struct linear_maker *k, int depth)
{
    static const char *const between[] = {" ; ", " ; ", " | ", " & ", " && ", " : "};
    static const char *const times[] = {"[*]", "[+]", "[*2]", "[*0:1]", "[*1:3]"};
    static const char *const counts[] = {"[=1]", "[=0:1]", "[->1]", "[->2]"};
    int way = depth > 0 ? maker_roll(k, 8) : 7;
    put(k, "{");
    if (way < 4) {
        put_sequence(k, depth - 1);
        put(k, one_of(k, between, 6));
        put_sequence(k, depth - 1);
    } else if (way < 6) {
        put_sequence(k, depth - 1);
        put(k, one_of(k, times, 5));
    } else {
        put_letter(k);
        if (way == 6)
            put(k, one_of(k, counts, 4));
    }
    put(k, "}");
}

static void put_formula(struct linear_maker *k, int depth);

static void put_two(struct linear_maker *k, int depth)
{
    static const char *const between[] = {" & ",      " | ",       " -> ",     " <-> ",     " until ",  " until! ",
                                          " until_ ", " until!_ ", " before ", " before! ", " before_ "};
    int way = maker_roll(k, 11);
    put_formula(k, way < 2 || way > 7 ? depth - 1 : 0);
    put(k, between[way]);
    put_formula(k, depth - 1);
}

static void put_formula(struct linear_maker *k, int depth)
{
    static const char *const before[] = {"!",           "always ",      "eventually! ",  "next ",
                                         "next[2] ",    "next_a[0:2] ", "next_e[1:2] ",  "next! ",
                                         "next_event(", "next_event!(", "next_event_a(", "next_event_e!("};
    int way = depth > 0 ? maker_roll(k, 12) : 0;
    put(k, "(");
    if (way < 2) {
        put_letter(k);
    } else if (way < 5) {
        put_sequence(k, 2);
        put(k, maker_roll(k, 2) ? " |-> " : " |=> ");
        put_formula(k, depth - 1);
    } else if (way == 5) {
        put_sequence(k, 2);
        put(k, maker_roll(k, 2) ? "!" : "");
    } else if (way == 6) {
        put(k, maker_roll(k, 2) ? "never " : "eventually! ");
        put_sequence(k, 2);
    } else if (way < 9) {
        put_two(k, depth);
    } else {
        int sign = maker_roll(k, 12);
        put(k, before[sign]);
        if (sign >= 8) {
            maker_put_condition(k, false);
            put(k, sign == 8 || sign == 9 ? ")[2]" : ")[1:2]");
        }
        put_formula(k, depth - 1);
    }
    put(k, ")");
}

// ---- Verdicts -------------------------------------------------------------------------------------------------------

struct tally {
    size_t cases, holding, failing, given_up, walks;
    struct certified verdicts;
};

static void check_trace(struct linear_case *c, const struct property *p, const struct trace *trace)
{
    struct str error = {0};
    REQUIRE(trace_replay(trace, &c->mem, &error), c, "the trace is no run: %s", str_text(&error));
    REQUIRE(trace_shows_failure(trace, p, &c->mem, &error), c, "the trace shows nothing: %s", str_text(&error));
    str_free(&c->mem, &error);
}

static void look_for_refutation(struct linear_case *c, struct lasso_graph *g, const struct property *p,
                                struct tally *tally)
{
    for (int i = 0; i < WALKS; i++) {
        struct trace trace;
        lasso_steps steps = {0};
        trace_open(&trace, c->model);
        if (case_wander(c, g, &trace, &steps)) {
            struct lasso lasso = {steps.at, steps.count, trace.loop};
            if (lasso_is_fair(g, &lasso)) {
                REQUIRE(!trace_refutes(&trace, p, &c->mem), c, "a fair lasso refutes what is said to hold");
                tally->walks++;
            }
        }
        array_free(&c->mem, &steps);
        trace_close(&trace, &c->mem);
    }
}

static void run_case(uint64_t seed, struct tally *tally)
{
    struct linear_case c;
    struct explicit_graph explicit;
    struct lasso_graph graph;
    case_begin(&c, seed, false);
    for (int i = 0; i < PROPERTIES; i++) {
        put(&c.maker, "PSLSPEC ");
        put_formula(&c.maker, 1 + maker_roll(&c.maker, 3));
        put(&c.maker, ";\n");
    }
    case_read(&c);
    explicit_open(&explicit, c.model, RANDOM_MOST_STATES, &c.mem);
    lasso_open(&graph, &explicit, limits);
    struct looks looks = {0};
    c.options.interrupted = looks_pass;
    c.options.context = &looks;
    certified_begin(&tally->verdicts);
    struct checker *checker = looks.checker = checker_new(c.model, &c.options, &c.mem);
    for (size_t i = 0; i < model_property_count(c.model); i++) {
        const struct property *p = model_property(c.model, i);
        struct result r;
        c.property = p->text;
        looks_allow(&looks, PATIENCE);
        checker_check(checker, i, &r);
        tally->given_up += r.verdict == VERDICT_UNDECIDED;
        certified_note(&tally->verdicts, p, r.verdict);
        if (r.verdict == VERDICT_UNDECIDED)
            continue;
        REQUIRE(r.has_trace == (r.verdict == VERDICT_FAILS), &c, "a trace is missing, or one too many");
        tally->holding += !r.has_trace;
        tally->failing += r.has_trace;
        if (r.has_trace) {
            check_trace(&c, p, &r.trace);
            trace_close(&r.trace, &c.mem);
        } else
            look_for_refutation(&c, &graph, p, tally);
    }
    checker_free(checker);
    if (certified_is_due(seed, 20))
        REQUIRE(certified_agrees(&tally->verdicts, c.text.at, c.text.count, &(struct subject_reading){0}), &c, "%s",
                tally->verdicts.error);
    lasso_close(&graph);
    explicit_close(&explicit);
    case_end(&c);
    tally->cases++;
}

static void verdicts_agree_with_the_judge(void **state)
{
    UNUSED(state);
    struct tally t = {0};
    for (int i = 0; i < CASES; i++)
        run_case(case_first_seed() + (uint64_t)i, &t);
    print_message("%zu models; %zu properties fail, %zu hold on %zu walks; %zu given up\n", t.cases, t.failing,
                  t.holding, t.walks, t.given_up);
    certified_assert(&t.verdicts, 30);
    assert_true(t.holding > t.cases / 2 && t.failing > t.cases);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(verdicts_agree_with_the_judge),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
