// A checker that is stopped before its diagrams are there: nothing is decided, and the reason is told.
#include "../looks.h"
#include "../unit.h"

#include <limits.h>

#include "base/clock.h"

static struct model *make_model(struct mem *mem)
{
    struct model *m = model_new(mem);
    cell_id a = model_add_cell(m, "a", model_boolean(m), CELL_STATE);
    cell_id b = model_add_cell(m, "b", model_boolean(m), CELL_STATE);
    model_add_step(m, (struct part){PART_CHOICE, a, model_cell_expr(m, b)});
    model_add_step(m, (struct part){PART_CHOICE, b, model_cell_expr(m, a)});
    formula always = model_atom(m, model_true(m));
    model_add_property(m, &(struct property){.kind = PROPERTY_INVARIANT, .formula = always, .text = "TRUE"});
    return m;
}

static bool is_interrupted(void *context)
{
    size_t *asked = context;
    ++*asked;
    return true;
}

static struct result check(struct checker *c)
{
    struct result result;
    checker_check(c, 0, &result);
    return result;
}

static void an_interrupt_comes_while_the_order_is_found(void **state)
{
    UNUSED(state);
    struct mem mem = MEM_UNLIMITED;
    struct model *m = make_model(&mem);
    size_t asked = 0;
    struct check_options options = {.interrupted = is_interrupted, .context = &asked};
    struct checker *c = checker_new(m, &options, &mem);
    assert_int_equal(asked, 1);
    assert_false(checker_is_built(c));
    struct result result = check(c);
    assert_int_equal(result.verdict, VERDICT_UNDECIDED);
    assert_int_equal(result.cause.code, CAUSE_INTERRUPTED);
    checker_free(c);
    model_free(m);
    assert_nothing_left(&mem);
}

static void time_is_over_while_the_order_is_found(void **state)
{
    UNUSED(state);
    struct mem mem = MEM_UNLIMITED;
    struct model *m = make_model(&mem);
    struct checker *c = checker_new(m, &(struct check_options){.deadline = clock_now() - 1}, &mem);
    assert_false(checker_is_built(c));
    checker_set_deadline(c, 0); // whatever comes later
    struct result result = check(c);
    assert_int_equal(result.verdict, VERDICT_UNDECIDED);
    assert_int_equal(result.cause.code, CAUSE_OUT_OF_TIME);
    checker_free(c);

    c = checker_new(m, &(struct check_options){0}, &mem);
    assert_true(checker_is_built(c));
    result = check(c);
    assert_int_equal(result.verdict, VERDICT_HOLDS);
    checker_free(c);
    model_free(m);
    assert_nothing_left(&mem);
}

// ---- Failures whose counterexample is not built ---------------------------------------------------------------------

#ifdef COSET_STRESS
#    define FAR 60
#    define LAST 4 // each look at diagrams takes long; that verdicts stay right is all that is seen then
#else
#    define FAR 12000
#    define LAST 1000 // so many that diagrams are looked at while the counterexample is built
#endif

// x counts up to its last value, where it stays: all properties fail.
static struct model *make_counter(struct mem *mem, int64_t most)
{
    struct model *m = model_new(mem);
    cell_id x = model_add_cell(m, "x", model_integer(m, 0, most), CELL_STATE);
    expr now = model_cell_expr(m, x), last = model_int(m, most);
    expr next = model_ite(m, model_binary(m, OP_LT, now, last), model_binary(m, OP_ADD, now, model_int(m, 1)), last);
    model_add_initial(m, (struct part){PART_CHOICE, x, model_int(m, 0)});
    size_t action = model_add_action(m, "count");
    model_add_to_action(m, action, (struct part){PART_CHOICE, x, next});
    formula small = model_atom(m, model_binary(m, OP_LT, now, last));
    formula always = model_formula_make(m, FORMULA_AG, small, FORMULA_NONE);
    formula globally = model_formula_make(m, FORMULA_G, small, FORMULA_NONE);
    model_add_property(m, &(struct property){.kind = PROPERTY_INVARIANT, .formula = small, .text = "x < LAST"});
    model_add_property(m, &(struct property){.kind = PROPERTY_CTL, .formula = always, .text = "AG x < LAST"});
    model_add_property(m, &(struct property){.kind = PROPERTY_LTL, .formula = globally, .text = "G x < LAST"});
    return m;
}

struct patience {
    size_t left; // questions until the answer is yes
};

static bool is_impatient(void *context)
{
    struct patience *p = context;
    return p->left == 0 || p->left-- == 0;
}

// A failure that had been found was lost when its counterexample could not be built.
static void a_failure_stays_one_without_its_counterexample(void **state)
{
    UNUSED(state);
    for (size_t property = 0; property < 3; property++) {
        size_t refuted = 0;
        enum verdict verdict = VERDICT_UNDECIDED;
        for (size_t stop = 1; verdict == VERDICT_UNDECIDED; stop++) {
            struct mem mem = MEM_UNLIMITED;
            struct model *m = make_counter(&mem, LAST);
            struct patience patience = {stop};
            struct check_options options = {.traces = true, .interrupted = is_impatient, .context = &patience};
            struct checker *c = checker_new(m, &options, &mem);
            struct result result;
            checker_check(c, property, &result);
            verdict = result.verdict;
            assert_int_not_equal(verdict, VERDICT_HOLDS);
            refuted += result.is_refuted;
            if (result.is_refuted) {
                result_settle(&result);
                assert_int_equal(result.verdict, VERDICT_FAILS);
                assert_int_equal(result.no_trace.code, CAUSE_INTERRUPTED);
                assert_int_equal(result.cause.code, CAUSE_NONE);
            } else if (verdict == VERDICT_FAILS) {
                assert_true(result.has_trace);
                assert_int_equal(result.no_trace.code, CAUSE_NONE);
                trace_close(&result.trace, &mem);
            }
            checker_free(c);
            model_free(m);
            assert_nothing_left(&mem);
        }
        assert_int_equal(verdict, VERDICT_FAILS);
        assert_true(refuted > 0 || LAST < 1000);
    }
}

// ---- Fixpoints that are stopped -------------------------------------------------------------------------------------

// The counter with the way back: to be at its last value some time, whatever is done, to get there, and to stay away.
static void add_fixpoints(struct model *m)
{
    expr x = model_cell_expr(m, 0), last = model_int(m, FAR);
    formula there = model_atom(m, model_binary(m, OP_EQ, x, last));
    formula away = model_atom(m, model_binary(m, OP_LT, x, last));
    formula some_time = model_formula_make(m, FORMULA_AF, there, FORMULA_NONE);
    formula gets_there = model_formula_make(m, FORMULA_EU, away, there);
    formula stays_away = model_formula_make(m, FORMULA_EG, away, FORMULA_NONE);
    model_add_property(m, &(struct property){.kind = PROPERTY_CTL, .formula = some_time, .text = "AF x = LAST"});
    model_add_property(m,
                       &(struct property){.kind = PROPERTY_CTL, .formula = gets_there, .text = "E[x<LAST U x=LAST]"});
    model_add_property(m, &(struct property){.kind = PROPERTY_CTL, .formula = stays_away, .text = "EG x < LAST"});
}

// How many looks at the clock a property takes, `most` at a time, and how often it was stopped.
static size_t looks_taken(size_t property, int most, enum check_strategy strategy, size_t *stops)
{
    struct mem mem = MEM_UNLIMITED;
    struct model *m = make_counter(&mem, FAR);
    add_fixpoints(m);
    struct looks looks = {0};
    struct check_options options = {.strategy = strategy, .interrupted = looks_pass, .context = &looks};
    struct checker *c = looks.checker = checker_new(m, &options, &mem);
    struct result result = {.verdict = VERDICT_UNDECIDED};
    size_t taken = 0;
    for (*stops = 0; result.verdict == VERDICT_UNDECIDED; ++*stops) {
        assert_true(*stops < 10000); // else it begins anew each time
        looks_allow(&looks, most);
        checker_check(c, property, &result);
        taken += (size_t)(most - looks.left);
    }
    assert_int_equal(result.verdict, property == 5 ? VERDICT_FAILS : VERDICT_HOLDS);
    checker_free(c);
    model_free(m);
    assert_nothing_left(&mem);
    return taken;
}

// A turn that ended in a fixpoint was lost with all that it had found.
static void a_fixpoint_goes_on_from_where_it_was_stopped(void **state)
{
    UNUSED(state);
    for (size_t property = 3; property < 6; property++) {
        size_t stops;
        size_t all = looks_taken(property, INT_MAX, CHECK_STRATEGY_BREADTH, &stops);
        assert_int_equal(stops, 1);
        size_t in_parts = looks_taken(property, (int)(all / 6 + 3), CHECK_STRATEGY_BREADTH, &stops);
        print_message("%zu looks at once, %zu in %zu parts\n", all, in_parts, stops);
        assert_true(stops > 3);
        assert_true(in_parts < 2 * all);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_fixpoint_goes_on_from_where_it_was_stopped),
        cmocka_unit_test(a_failure_stays_one_without_its_counterexample),
        cmocka_unit_test(an_interrupt_comes_while_the_order_is_found),
        cmocka_unit_test(time_is_over_while_the_order_is_found),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
