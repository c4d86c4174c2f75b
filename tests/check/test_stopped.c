// A checker that is stopped before its diagrams are there: nothing is decided, and the reason is told.
#include "../unit.h"
#include "base/clock.h"
#include "check/check.h"

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
    assert_string_equal(result.reason, "interrupted");
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
    assert_string_equal(result.reason, "out of time");
    checker_free(c);

    c = checker_new(m, &(struct check_options){0}, &mem);
    assert_true(checker_is_built(c));
    result = check(c);
    assert_int_equal(result.verdict, VERDICT_HOLDS);
    checker_free(c);
    model_free(m);
    assert_nothing_left(&mem);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_interrupt_comes_while_the_order_is_found),
        cmocka_unit_test(time_is_over_while_the_order_is_found),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
