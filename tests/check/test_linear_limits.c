// Formulas of linear time and of CTL* under limits: a checker that is short of memory, or is told to stop, leaves
// properties undecided with a reason. What it decides all the same is right, and nothing is left behind.
#include "linear_case.h"

#define CASES cases_for(1000, 70, 20)

#define PROPERTIES 6

struct tally {
    size_t decided, undecided;
};

static void put_properties(struct linear_case *c)
{
    struct linear_maker *k = &c->maker;
    for (int i = 0; i < PROPERTIES; i++) {
        str_add(k->mem, k->out, i % 2 ? "CTLSTARSPEC " : "LTLSPEC ");
        if (i % 2)
            maker_put_ctlstar(k, 3);
        else
            maker_put_ltl(k, 4, true);
        str_add(k->mem, k->out, "\n");
    }
}

static enum verdict check(struct linear_case *c, struct checker *checker, size_t i)
{
    const struct property *p = model_property(c->model, i);
    struct result r;
    struct str error = {0};
    c->property = p->text;
    checker_check(checker, i, &r);
    if (r.verdict == VERDICT_UNDECIDED)
        REQUIRE(r.cause.code != CAUSE_NONE && !r.has_trace, c, "undecided without a reason, or with a trace");
    if (r.has_trace) {
        REQUIRE(trace_replay(&r.trace, &c->mem, &error), c, "the trace is no run: %s", str_text(&error));
        REQUIRE(trace_shows_failure(&r.trace, p, &c->mem, &error), c, "the trace shows nothing: %s", str_text(&error));
        trace_close(&r.trace, &c->mem);
    }
    return r.verdict;
}

static void check_all(struct linear_case *c, enum verdict *verdicts)
{
    struct checker *checker = checker_new(c->model, &c->options, &c->mem);
    for (size_t i = 0; i < PROPERTIES; i++)
        verdicts[i] = check(c, checker, i);
    checker_free(checker);
}

typedef void set_limits(struct linear_case *);

static void run_case(uint64_t seed, set_limits *limit, struct tally *tally)
{
    struct linear_case c;
    enum verdict expected[PROPERTIES], found[PROPERTIES];
    case_begin(&c, seed, true);
    put_properties(&c);
    case_read(&c);
    check_all(&c, expected);
    limit(&c);
    check_all(&c, found);
    for (size_t i = 0; i < PROPERTIES; i++) {
        bool decided = found[i] != VERDICT_UNDECIDED;
        c.property = model_property(c.model, i)->text;
        REQUIRE(!decided || found[i] == expected[i], &c, "another verdict under limits");
        tally->decided += decided;
        tally->undecided += !decided;
    }
    case_end(&c);
}

static void run(set_limits *limit)
{
    struct tally tally = {0};
    for (int i = 0; i < CASES; i++)
        run_case(case_first_seed() + (uint64_t)i, limit, &tally);
    print_message("%zu decided, %zu undecided\n", tally.decided, tally.undecided);
    assert_true(tally.decided > 0 && tally.undecided > 0);
}

static void limit_memory(struct linear_case *c)
{
    c->options.memory_limit = (size_t)(50 + maker_roll(&c->maker, 800)) * 1000;
}

static void what_fits_into_little_memory_is_right(void **state)
{
    UNUSED(state);
    run(limit_memory);
}

static bool count_down(void *context)
{
    int *left = context;
    return (*left)-- <= 0;
}

static void limit_work(struct linear_case *c)
{
    c->patience = maker_roll(&c->maker, 200);
    c->options.interrupted = count_down;
    c->options.context = &c->patience;
}

static void what_is_found_before_an_interruption_is_right(void **state)
{
    UNUSED(state);
    run(limit_work);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_fits_into_little_memory_is_right),
        cmocka_unit_test(what_is_found_before_an_interruption_is_right),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
