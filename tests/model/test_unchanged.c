// Cells that no action changes, and copies in which they are frozen.
#include "../unit.h"
#include "model/copy.h"
#include "model/eval.h"

struct fixture {
    struct mem mem;
    struct model *model;
    cell_id kept, twice, set, input, frozen;
};

static struct fixture *f;

static int open_fixture(void **state)
{
    (void)state;
    f = calloc(1, sizeof *f);
    struct model *m = f->model = model_new(&f->mem);
    type_id type = model_integer(m, 0, 3);
    f->kept = model_add_cell(m, "kept", type, CELL_STATE);
    f->twice = model_add_cell(m, "twice", type, CELL_STATE);
    f->set = model_add_cell(m, "set", type, CELL_STATE);
    f->input = model_add_cell(m, "input", type, CELL_INPUT);
    f->frozen = model_add_cell(m, "frozen", type, CELL_FROZEN);
    return 0;
}

static int close_fixture(void **state)
{
    (void)state;
    model_free(f->model);
    int left = f->mem.used != 0;
    free(f);
    return left;
}

static void add_actions(void)
{
    struct model *m = f->model;
    size_t a = model_add_action(m, "a"), b = model_add_action(m, "b");
    model_keep_in_action(m, a, f->kept);
    model_keep_in_action(m, a, f->twice);
    model_keep_in_action(m, a, f->twice);
    model_add_to_action(m, a, (struct part){PART_CHOICE, f->set, model_cell_expr(m, f->kept)});
    model_keep_in_action(m, b, f->kept);
    model_add_to_action(m, b, (struct part){PART_CHOICE, f->twice, model_int(m, 2)});
    model_add_to_action(m, b, (struct part){PART_CHOICE, f->set, model_next_expr(m, f->kept)});
}

static void only_what_every_action_keeps(void **state)
{
    (void)state;
    bool frozen[5];
    assert_int_equal(model_find_unchanged(f->model, frozen, &f->mem), 0); // without actions nothing is kept
    add_actions();
    assert_int_equal(model_find_unchanged(f->model, frozen, &f->mem), 1);
    assert_true(frozen[f->kept]);
    assert_false(frozen[f->twice] || frozen[f->set] || frozen[f->input] || frozen[f->frozen]);
}

static bool note(void *context, const value *inputs, const value *next)
{
    (void)inputs;
    value *sum = context;
    for (size_t i = 0; i < 5; i++)
        sum[i] += next[i] * (i == 3 ? 0 : 1);
    sum[5]++;
    return true;
}

static void add_successors(struct model *m, value *sum)
{
    value now[5] = {1, 3, 0, 0, 2};
    struct evaluator *e = evaluator_new(m, &f->mem);
    assert_true(eval_each_successor(e, now, note, sum));
    evaluator_free(e);
}

static void a_copy_with_frozen_cells_makes_the_same_steps(void **state)
{
    (void)state;
    bool frozen[5], all[5] = {true, true, true, true, true};
    cell_id map[5];
    add_actions();
    model_find_unchanged(f->model, frozen, &f->mem);
    struct model_selection selection = {.cells = all, .frozen = frozen};
    struct model *copy = model_copy_selected(f->model, &selection, map, &f->mem);
    assert_int_equal(model_cell(copy, f->kept)->role, CELL_FROZEN);
    assert_int_equal(model_cell(copy, f->twice)->role, CELL_STATE);
    for (size_t i = 0; i < 2; i++)
        for (size_t k = 0; k < model_action(copy, i)->kept_count; k++)
            assert_int_not_equal(model_action(copy, i)->kept[k], f->kept);
    assert_false(model_expr(copy, model_action(copy, 1)->parts[1].expr)->has_next);
    value sums[2][6] = {0};
    add_successors(f->model, sums[0]);
    add_successors(copy, sums[1]);
    assert_int_equal(sums[0][5], 2);
    assert_memory_equal(sums[0], sums[1], sizeof sums[0]);
    model_free(copy);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(only_what_every_action_keeps, open_fixture, close_fixture),
        cmocka_unit_test_setup_teardown(a_copy_with_frozen_cells_makes_the_same_steps, open_fixture, close_fixture),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
