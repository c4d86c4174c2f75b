// Random models with random formulas of linear time and of CTL*, through the reader, the checker and the engine
// that looks at single states, against a judge that lists lassos.
//
// What the checker says to hold, no lasso may violate; what it says to fail has a trace, and the judge must agree that
// it is a fair path which violates the formula. On models of very few states, formulas of CTL* must come out the same.
// Each case has a seed of its own; a failure shows it with the model, and COSET_SEED=that begins with this case.
#include "../certified.h"

#include "explicit/explicit.h"
#include "linear_case.h"
#include "report/cause_words.h"

#define CASES cases_for(2000, 180, 40)

static const struct lasso_limits usual = {7, 3000}, brief = {5, 200};
// Where the judge and the checker differ, and a longer lasso may be all that the judge has missed.
static const struct lasso_limits patient = {11, 300000};

struct tally {
    struct certified verdicts;
    size_t cases, linear, branching, failing, traces, loops, beyond, longer, by_explicit;
};

struct trial {
    struct linear_case about;
    struct explicit_graph explicit;
    struct lasso_graph graph;
    struct checker *checker;
    struct explicit_engine *engine;
    struct tally *tally;
    bool large;
};

// ---- Traces ---------------------------------------------------------------------------------------------------------

// Whether the trace, which has no loop, leaves no way to satisfy the formula.
static bool begins_badly(struct trial *c, formula f, const struct trace *trace, const lasso_steps *steps)
{
    const value *last = trace_state(trace, trace_length(trace) - 1);
    const struct lasso_limits limits = c->graph.limits;
    bool bad = lasso_prefix_violates(&c->graph, f, steps, last);
    if (!bad) { // or all fair paths from there are long
        c->graph.limits = patient;
        bad = lasso_prefix_violates(&c->graph, f, steps, last);
        c->graph.limits = limits;
    }
    return bad;
}

// A trace of a formula that must hold on all paths.
static void judge_path(struct trial *c, formula f, const struct trace *trace)
{
    lasso_steps steps = {0};
    REQUIRE(lasso_of_trace(&c->graph, trace, &steps), &c->about, "the trace is no path of the model");
    if (trace->loop == TRACE_NO_LOOP) {
        REQUIRE(begins_badly(c, f, trace, &steps), &c->about, "how the trace begins decides nothing");
    } else {
        struct lasso lasso = {steps.at, steps.count, trace->loop};
        REQUIRE(lasso_is_fair(&c->graph, &lasso), &c->about, "the trace is not fair");
        REQUIRE(!lasso_satisfies(&c->graph, f, &lasso), &c->about, "the trace satisfies the formula");
        c->tally->loops++;
    }
    array_free(&c->about.mem, &steps);
}

// Whether there is no quantifier in it: then a single path decides.
static bool is_linear(const struct model *model, formula f)
{
    if (f == FORMULA_NONE)
        return true;
    const struct formula_node *n = model_formula(model, f);
    return n->op != FORMULA_E && n->op != FORMULA_A && is_linear(model, n->args[0]) && is_linear(model, n->args[1]);
}

static void check_trace(struct trial *c, const struct property *p, const struct trace *trace)
{
    struct mem *mem = &c->about.mem;
    struct str error = {0};
    REQUIRE(trace_replay(trace, mem, &error), &c->about, "the trace is no run: %s", str_text(&error));
    REQUIRE(trace_shows_failure(trace, p, mem, &error), &c->about, "the trace shows nothing: %s", str_text(&error));
    str_free(mem, &error);
    const struct formula_node *n = model_formula(c->about.model, p->formula);
    if (p->kind == PROPERTY_LTL)
        judge_path(c, p->formula, trace);
    else if (n->op == FORMULA_A && is_linear(c->about.model, n->args[0]))
        judge_path(c, n->args[0], trace);
    c->tally->traces++;
}

// ---- Verdicts -------------------------------------------------------------------------------------------------------

// What is not for the engine (inputs, bounds, compassion) it leaves undecided.
static void compare_engine(struct trial *c, size_t i, bool holds)
{
    const struct property *p = model_property(c->about.model, i);
    struct result r;
    explicit_check(c->engine, i, &r);
    if (r.verdict == VERDICT_UNDECIDED)
        return;
    REQUIRE((r.verdict == VERDICT_HOLDS) == holds, &c->about, "it %s, state by state it does not",
            holds ? "holds" : "fails");
    REQUIRE(holds != r.has_trace, &c->about, "state by state, there is %s trace", holds ? "a" : "no");
    if (r.has_trace) {
        check_trace(c, p, &r.trace);
        trace_close(&r.trace, &c->about.mem);
    }
    c->tally->by_explicit++;
}

static bool checker_says(struct trial *c, size_t i)
{
    const struct property *p = model_property(c->about.model, i);
    struct result r;
    c->about.property = p->text;
    checker_check(c->checker, i, &r);
    REQUIRE(r.verdict != VERDICT_UNDECIDED, &c->about, "undecided: %s", cause_words(r.cause.code));
    bool holds = r.verdict == VERDICT_HOLDS;
    REQUIRE(!holds || !r.has_trace, &c->about, "it holds, and there is a trace");
    REQUIRE(holds || r.has_trace || p->kind != PROPERTY_LTL, &c->about, "it fails without a trace");
    if (r.has_trace) {
        check_trace(c, p, &r.trace);
        trace_close(&r.trace, &c->about.mem);
    }
    certified_note(&c->tally->verdicts, p, r.verdict);
    c->tally->failing += !holds;
    compare_engine(c, i, holds);
    return holds;
}

static void check_linear(struct trial *c, size_t i)
{
    formula f = model_property(c->about.model, i)->formula;
    bool holds = checker_says(c, i), violated = lasso_find_violation(&c->graph, f);
    REQUIRE(!holds || !violated, &c->about, "a fair lasso violates it, the checker says that it holds");
    c->tally->linear++;
    c->tally->beyond += !holds && !violated; // the trace has been judged
}

// What the lassos say about property i, with more patience if that is not what somebody else says.
static bool lassos_say(struct trial *c, size_t i, bool others_say)
{
    formula f = model_property(c->about.model, i)->formula;
    bool holds = lasso_state_formula_holds(&c->graph, f);
    if (holds == others_say)
        return holds;
    c->graph.limits = patient;
    holds = lasso_state_formula_holds(&c->graph, f);
    c->graph.limits = usual;
    c->tally->longer++;
    return holds;
}

static void check_branching(struct trial *c, size_t i)
{
    bool holds = checker_says(c, i);
    REQUIRE(lassos_say(c, i, holds) == holds, &c->about, "it %s by its lassos, the checker says otherwise",
            holds ? "fails" : "holds");
    c->tally->branching++;
}

// The same formula read as CTL and as CTL*, one after the other.
static void check_both_readings(struct trial *c, size_t i)
{
    bool as_ctl = checker_says(c, i), as_star = checker_says(c, i + 1);
    REQUIRE(as_ctl == as_star, &c->about, "as CTL it %s, as CTL* it does not", as_ctl ? "holds" : "fails");
    bool expected = c->about.maker.asks_of_inputs // which the judge of CTL does not know
                        ? lassos_say(c, i + 1, as_star)
                        : explicit_holds(&c->explicit, model_property(c->about.model, i));
    REQUIRE(as_star == expected, &c->about, "the checker is wrong about it");
    c->tally->branching += 2;
}

// ---- Cases ----------------------------------------------------------------------------------------------------------

static void put_properties(struct linear_maker *k)
{
    for (int i = 0; i < 4; i++) {
        str_add(k->mem, k->out, "LTLSPEC ");
        maker_put_ltl(k, 1 + maker_roll(k, 4), maker_roll(k, 2));
        str_add(k->mem, k->out, "\n");
    }
    for (int i = 0; i < 3; i++) {
        str_add(k->mem, k->out, "CTLSTARSPEC ");
        maker_put_ctlstar(k, 1 + maker_roll(k, 3));
        str_add(k->mem, k->out, "\n");
    }
    struct str *out = k->out, text = {0};
    k->out = &text;
    maker_put_ctl(k, 1 + maker_roll(k, 3));
    k->out = out;
    str_add(k->mem, k->out, "SPEC %s\nCTLSTARSPEC %s\n", str_text(&text), str_text(&text));
    str_free(k->mem, &text);
}

static void check_properties(struct trial *c)
{
    certified_begin(&c->tally->verdicts);
    c->checker = checker_new(c->about.model, &c->about.options, &c->about.mem);
    c->engine = explicit_new(c->about.model, &(struct explicit_options){.traces = true}, &c->about.mem);
    for (size_t i = 0; i < model_property_count(c->about.model); i++) {
        enum property_kind kind = model_property(c->about.model, i)->kind;
        if (kind == PROPERTY_LTL)
            check_linear(c, i);
        else if (kind == PROPERTY_CTLSTAR && c->large) // too much for the judge
            checker_says(c, i);
        else if (kind == PROPERTY_CTLSTAR)
            check_branching(c, i);
        else
            check_both_readings(c, i++);
    }
    explicit_free(c->engine);
    checker_free(c->checker);
    if (certified_is_due(c->about.seed, 40)) {
        c->about.property = "certificate";
        REQUIRE(
            certified_agrees(&c->tally->verdicts, c->about.text.at, c->about.text.count, &(struct subject_reading){0}),
            &c->about, "%s", c->tally->verdicts.error);
    }
}

typedef void check_case(struct trial *);

static void run_case(uint64_t seed, bool large, check_case *check, struct tally *tally)
{
    struct trial c = {.tally = tally, .large = large};
    case_begin(&c.about, seed, large);
    put_properties(&c.about.maker);
    case_read(&c.about);
    explicit_open(&c.explicit, c.about.model, RANDOM_MOST_STATES, &c.about.mem);
    REQUIRE(!c.explicit.too_large, &c.about, "too large");
    lasso_open(&c.graph, &c.explicit, large ? brief : usual);
    check(&c);
    tally->cases++;
    lasso_close(&c.graph);
    explicit_close(&c.explicit);
    case_end(&c.about);
}

static struct tally run_cases(int cases, bool large, check_case *check)
{
    struct tally tally = {0};
    for (int i = 0; i < cases; i++)
        run_case(case_first_seed() + (uint64_t)i, large, check, &tally);
    return tally;
}

static void verdicts_and_traces_agree_with_the_judge_of_lassos(void **state)
{
    UNUSED(state);
    struct tally t = run_cases(CASES, false, check_properties);
    print_message("%zu models, %zu properties of linear time, %zu of branching time; %zu fail, with %zu traces, %zu "
                  "of them lassos; %zu beyond the judge's limits, %zu more where it took longer lassos; %zu also "
                  "state by state\n",
                  t.cases, t.linear, t.branching, t.failing, t.traces, t.loops, t.beyond, t.longer, t.by_explicit);
    certified_assert(&t.verdicts, 50);
    assert_true(t.by_explicit > t.cases);
}

static void the_same_on_larger_models(void **state)
{
    UNUSED(state);
    struct tally t = run_cases(CASES / 3, true, check_properties);
    print_message(
        "%zu models, %zu properties of linear time; %zu fail, with %zu traces, %zu of them lassos; %zu beyond "
        "the judge's limits\n",
        t.cases, t.linear, t.failing, t.traces, t.loops, t.beyond);
    assert_true(t.cases > 0 && t.linear > t.cases && t.failing > 0);
}

// ---- The judges -----------------------------------------------------------------------------------------------------

static void compare_judges(struct trial *c)
{
    struct model *model = c->about.model;
    struct linear_maker *k = &c->about.maker;
    for (size_t i = 0; i < model_property_count(model); i++) {
        const struct property *p = model_property(model, i);
        struct trace trace;
        lasso_steps steps = {0}, again = {0};
        trace_open(&trace, model);
        if (p->kind == PROPERTY_LTL && case_wander(&c->about, &c->graph, &trace, &steps)) {
            struct lasso lasso = {steps.at, steps.count, trace.loop};
            c->about.property = p->text;
            if (lasso_is_fair(&c->graph, &lasso)) {
                bool holds = lasso_satisfies(&c->graph, p->formula, &lasso);
                REQUIRE(trace_refutes(&trace, p, k->mem) == !holds, &c->about, "the two judges differ on a lasso");
                c->tally->linear++;
                c->tally->failing += !holds;
            }
            REQUIRE(lasso_of_trace(&c->graph, &trace, &again), &c->about, "a walk is no trace of the model");
            REQUIRE(again.count == steps.count, &c->about, "a walk is another one as a trace");
        }
        array_free(k->mem, &steps);
        array_free(k->mem, &again);
        trace_close(&trace, k->mem);
    }
}

static void the_judge_of_lassos_agrees_with_the_judge_of_traces(void **state)
{
    UNUSED(state);
    struct tally t = run_cases(CASES / 2, false, compare_judges);
    print_message("%zu lassos, %zu of which violate their formula\n", t.linear, t.failing);
    assert_true(t.linear > t.cases);
}

static void compare_in_ctl(struct trial *c)
{
    struct model *model = c->about.model;
    for (size_t i = 0; i < model_property_count(model); i++) {
        const struct property *p = model_property(model, i);
        if (p->kind != PROPERTY_CTL || c->about.maker.asks_of_inputs)
            continue;
        bool holds = explicit_holds(&c->explicit, p);
        c->about.property = p->text;
        REQUIRE(lassos_say(c, i + 1, holds) == holds, &c->about, "the two judges differ");
        c->tally->branching++;
        c->tally->failing += !holds;
    }
}

static void the_judge_of_lassos_agrees_with_the_judge_of_ctl(void **state)
{
    UNUSED(state);
    struct tally t = run_cases(CASES / 2, false, compare_in_ctl);
    print_message("%zu formulas, %zu of which fail; %zu took longer lassos\n", t.branching, t.failing, t.longer);
    assert_true(t.cases > 0 && 2 * t.branching > t.cases && t.failing > 0 && t.failing < t.branching);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_judge_of_lassos_agrees_with_the_judge_of_traces),
        cmocka_unit_test(the_judge_of_lassos_agrees_with_the_judge_of_ctl),
        cmocka_unit_test(verdicts_and_traces_agree_with_the_judge_of_lassos),
        cmocka_unit_test(the_same_on_larger_models),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
