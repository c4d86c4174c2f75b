// The evaluator as a judge: conditions that are undefined, sets, states and steps.
#include "expression_tree.h"

struct bench {
    struct mem mem;
    struct model *m;
    struct evaluator *ev;
    cell_id x, y, k, i; // 0..3, 0..3, frozen 0..3, an input
};

static int open_bench(void **state)
{
    struct bench *b = calloc(1, sizeof *b);
    struct model *m = b->m = model_new(&b->mem);
    type_id range = model_integer(m, 0, 3);
    b->x = model_add_cell(m, "x", range, CELL_STATE);
    b->y = model_add_cell(m, "y", range, CELL_STATE);
    b->k = model_add_cell(m, "k", range, CELL_FROZEN);
    b->i = model_add_cell(m, "i", model_boolean(m), CELL_INPUT);
    b->ev = evaluator_new(m, &b->mem);
    *state = b;
    return 0;
}

static int close_bench(void **state)
{
    struct bench *b = *state;
    evaluator_free(b->ev);
    model_free(b->m);
    assert_nothing_left(&b->mem);
    free(b);
    return 0;
}

static expr equals(struct model *m, expr e, value v)
{
    return model_binary(m, OP_EQ, e, model_int(m, v));
}

static struct part condition(expr e)
{
    return (struct part){PART_CONDITION, CELL_NONE, e};
}

static struct part choice(cell_id cell, expr e)
{
    return (struct part){PART_CHOICE, cell, e};
}

static void guards_protect_from_undefined_operands(void **state)
{
    struct bench *b = *state;
    struct model *m = b->m;
    expr x = model_cell_expr(m, b->x), y = model_cell_expr(m, b->y);
    expr ratio = equals(m, model_binary(m, OP_DIV, x, y), 1), guard = model_not(m, equals(m, y, 0));
    value now[4] = {2, 0, 0, 0}, v = 7;
    assert_int_equal(eval_value(b->ev, ratio, now, NULL, &v), EVAL_UNDEFINED);
    assert_int_equal(eval_value(b->ev, model_not(m, ratio), now, NULL, &v), EVAL_UNDEFINED);
    assert_false(eval_condition(b->ev, ratio, now, NULL));
    assert_false(eval_condition(b->ev, model_not(m, ratio), now, NULL));
    assert_true(eval_value(b->ev, model_and(m, guard, ratio), now, NULL, &v) == EVAL_OK && v == 0);
    assert_true(eval_value(b->ev, model_and(m, ratio, guard), now, NULL, &v) == EVAL_OK && v == 0);
    assert_true(eval_value(b->ev, model_implies(m, guard, ratio), now, NULL, &v) == EVAL_OK && v == 1);
    assert_true(eval_value(b->ev, model_ite(m, guard, ratio, equals(m, x, 2)), now, NULL, &v) == EVAL_OK && v == 1);
    assert_int_equal(eval_value(b->ev, model_ite(m, ratio, x, y), now, NULL, &v), EVAL_UNDEFINED);
    now[1] = 2;
    assert_true(eval_value(b->ev, model_and(m, guard, ratio), now, NULL, &v) == EVAL_OK && v == 1);
}

static void sets_give_their_members_in_order(void **state)
{
    struct bench *b = *state;
    struct model *m = b->m;
    expr x = model_cell_expr(m, b->x), y = model_cell_expr(m, b->y), span = model_binary(m, OP_SPAN, x, y);
    expr set = model_nary(m, OP_CHOICE, (expr[]){model_int(m, 9), span, model_int(m, 2), model_int(m, -1)}, 4);
    value_array members = {0};
    value now[4] = {1, 3, 0, 0};
    assert_int_equal(eval_set(b->ev, set, now, NULL, &members), EVAL_OK);
    static const value expected[] = {-1, 1, 2, 3, 9};
    assert_int_equal(members.count, 5);
    assert_memory_equal(members.at, expected, sizeof expected);
    now[0] = 3;
    now[1] = 1; // the span is empty
    assert_int_equal(eval_set(b->ev, set, now, NULL, &members), EVAL_OK);
    assert_int_equal(members.count, 3);
    assert_int_equal(eval_set(b->ev, x, now, NULL, &members), EVAL_OK); // no set: its one value
    assert_true(members.count == 1 && members.at[0] == 3);
    expr partial = model_nary(m, OP_CHOICE, (expr[]){model_binary(m, OP_DIV, x, model_int(m, 0)), y}, 2);
    assert_int_equal(eval_set(b->ev, partial, now, NULL, &members), EVAL_UNDEFINED);
    assert_true(members.count == 1 && members.at[0] == 1);
    array_free(&b->mem, &members);
}

static void membership_has_no_sets_left(void **state)
{
    struct bench *b = *state;
    struct model *m = b->m;
    expr x = model_cell_expr(m, b->x), y = model_cell_expr(m, b->y), i = model_cell_expr(m, b->i);
    expr one = model_int(m, 1), run = model_nary(m, OP_CHOICE, (expr[]){model_int(m, 2), one, model_int(m, 3)}, 3);
    assert_int_equal(model_binary(m, OP_IN, x, one), equals(m, x, 1));
    assert_int_equal(model_member(m, x, model_nary(m, OP_CHOICE, &one, 1)), equals(m, x, 1));
    // 1, 2, 3 together are everything but 0
    assert_int_equal(model_member(m, x, run), model_binary(m, OP_LE, one, x));
    expr either = model_ite(m, i, run, y);
    assert_int_equal(model_member(m, x, either),
                     model_ite(m, i, model_binary(m, OP_LE, one, x), model_binary(m, OP_EQ, x, y)));
    assert_false(model_expr(m, model_member(m, x, either))->has_set);
    // A value that may be a symbol is not ordered.
    value idle = model_symbol(m, "idle");
    expr e = model_cell_expr(m, model_add_cell(m, "e", model_enum(m, (value[]){idle, 1, 5}, 3), CELL_STATE));
    expr wide = model_binary(m, OP_SPAN, model_int(m, 0), model_int(m, 4));
    assert_int_equal(model_member(m, e, wide), equals(m, e, 1));
    assert_int_equal(model_member(m, model_int(m, 3), run), model_true(m));
    assert_int_equal(model_member(m, model_int(m, 4), run), model_false(m));
}

// x starts at 0 or 1; the action `up` adds 1, `reset` goes to 0 if the input says so; y follows x; k stays.
static void add_behaviour(struct bench *b)
{
    struct model *m = b->m;
    expr x = model_cell_expr(m, b->x);
    model_add_initial(m, choice(b->x, model_binary(m, OP_SPAN, model_int(m, 0), model_int(m, 1))));
    model_add_invariant(m, condition(model_binary(m, OP_EQ, x, model_cell_expr(m, b->y))));
    model_add_step(m, condition(model_not(m, equals(m, model_next_expr(m, b->y), 2))));
    size_t up = model_add_action(m, "up"), reset = model_add_action(m, "reset");
    model_add_to_action(m, up, choice(b->x, model_binary(m, OP_ADD, x, model_int(m, 1))));
    model_add_to_action(m, reset, condition(model_cell_expr(m, b->i)));
    model_add_to_action(m, reset, choice(b->x, model_int(m, 0)));
}

static void states_are_judged(void **state)
{
    struct bench *b = *state;
    add_behaviour(b);
    const struct part *why;
    assert_true(eval_is_initial(b->ev, (value[]){1, 1, 3, 0}, &why));
    assert_null(why);
    assert_false(eval_is_initial(b->ev, (value[]){2, 2, 3, 0}, &why));
    assert_ptr_equal(why, &model_initial(b->m).at[0]);
    assert_true(eval_is_state(b->ev, (value[]){2, 2, 3, 0}, &why));
    assert_false(eval_is_state(b->ev, (value[]){2, 1, 3, 0}, &why));
    assert_ptr_equal(why, &model_invariants(b->m).at[0]);
    assert_false(eval_is_initial(b->ev, (value[]){1, 0, 3, 0}, NULL));
    assert_false(eval_is_state(b->ev, (value[]){4, 4, 3, 0}, &why)); // outside of the type
    assert_null(why);
}

static void steps_are_judged(void **state)
{
    struct bench *b = *state;
    add_behaviour(b);
    const struct part *why;
    size_t action = 99;
    assert_true(eval_is_step(b->ev, (value[]){0, 0, 3, 0}, (value[]){1, 1, 3, 0}, &action, &why));
    assert_true(action == 0 && !why);
    assert_true(eval_is_step(b->ev, (value[]){3, 3, 3, 1}, (value[]){0, 0, 3, 0}, &action, &why));
    assert_true(action == 1 && !why);
    assert_true(eval_is_step(b->ev, (value[]){3, 3, 3, 1}, (value[]){0, 0, 3, 0}, NULL, NULL));
    // no action: the first one's part
    assert_false(eval_is_step(b->ev, (value[]){3, 3, 3, 0}, (value[]){0, 0, 3, 0}, &action, &why));
    assert_ptr_equal(why, &model_action(b->m, 0)->parts[0]);
    // against a part of all steps
    assert_false(eval_is_step(b->ev, (value[]){1, 1, 3, 0}, (value[]){2, 2, 3, 0}, &action, &why));
    assert_ptr_equal(why, &model_steps(b->m).at[0]);
    // to no state
    assert_false(eval_is_step(b->ev, (value[]){0, 0, 3, 0}, (value[]){1, 0, 3, 0}, &action, &why));
    assert_ptr_equal(why, &model_invariants(b->m).at[0]);
    // a frozen cell, an input outside of its type
    assert_false(eval_is_step(b->ev, (value[]){0, 0, 3, 0}, (value[]){1, 1, 2, 0}, &action, &why));
    assert_null(why);
    assert_false(eval_is_step(b->ev, (value[]){0, 0, 3, 2}, (value[]){1, 1, 3, 0}, &action, &why));
    assert_null(why);
    // what is kept
    model_keep_in_action(b->m, 0, b->x);
    assert_false(eval_is_step(b->ev, (value[]){0, 0, 3, 0}, (value[]){1, 1, 3, 0}, &action, &why));
    assert_null(why);
}

// Expressions that are made after the evaluator can be evaluated too.
static void the_model_may_grow(void **state)
{
    struct bench *b = *state;
    struct model *m = b->m;
    value now[4] = {1, 2, 3, 0}, v;
    expr sum = model_cell_expr(m, b->x);
    for (int i = 0; i < 300; i++) {
        sum = model_binary(m, OP_ADD, sum, model_cell_expr(m, b->y));
        assert_true(eval_value(b->ev, sum, now, NULL, &v) == EVAL_OK && v == 1 + 2 * (i + 1));
    }
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, open_bench, close_bench)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(guards_protect_from_undefined_operands),
        TEST(sets_give_their_members_in_order),
        TEST(membership_has_no_sets_left),
        TEST(states_are_judged),
        TEST(steps_are_judged),
        TEST(the_model_may_grow),
    };
    return RUN(tests);
}
