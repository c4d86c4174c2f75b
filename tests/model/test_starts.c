// Starts, run-time errors, and cells that may have no value.
#include "../unit.h"
#include "model/eval.h"
#include "model/model.h"

struct fixture {
    struct mem mem;
    struct model *model;
    cell_id x, y;
};

static struct fixture *f;

static int open_fixture(void **state)
{
    (void)state;
    f = calloc(1, sizeof *f);
    f->model = model_new(&f->mem);
    f->x = model_add_cell(f->model, "x", model_integer(f->model, 0, 3), CELL_STATE);
    f->y = model_add_cell(f->model, "y", model_optional(f->model, model_integer(f->model, 1, 2)), CELL_STATE);
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

static void set(size_t start, cell_id cell, value v)
{
    model_add_to_start(f->model, start, (struct part){PART_CHOICE, cell, model_int(f->model, v)});
}

struct seen {
    size_t count;
    value at[8][2];
};

static bool note(void *context, const value *inputs, const value *state)
{
    struct seen *seen = context;
    assert_null(inputs);
    memcpy(seen->at[seen->count++], state, sizeof seen->at[0]);
    return true;
}

static void each_start_gives_its_states_once(void **state)
{
    (void)state;
    size_t first = model_add_start(f->model, "first"), second = model_add_start(f->model, "second"),
           again = model_add_start(f->model, "again");
    set(first, f->x, 1);
    set(first, f->y, 0); // has no value
    set(second, f->x, 3);
    set(second, f->y, 2);
    set(again, f->x, 1);
    set(again, f->y, 0);
    struct seen seen = {0};
    struct evaluator *ev = evaluator_new(f->model, &f->mem);
    assert_true(eval_each_initial(ev, note, &seen));
    assert_int_equal(seen.count, 2);
    assert_true(seen.at[0][0] == 1 && seen.at[0][1] == 0 && seen.at[1][0] == 3 && seen.at[1][1] == 2);
    assert_true(eval_is_initial(ev, (value[]){3, 2}, NULL));
    const struct part *why = NULL;
    assert_false(eval_is_initial(ev, (value[]){3, 0}, &why));
    assert_non_null(why);
    assert_int_equal(why->cell, f->x); // by the first start, x is 1
    evaluator_free(ev);
    assert_int_equal(model_start_count(f->model), 3);
    assert_string_equal(model_start(f->model, 1)->name, "second");
}

static void starts_obey_the_initial_parts(void **state)
{
    (void)state;
    size_t start = model_add_start(f->model, "free");
    set(start, f->y, 1);
    expr small = model_binary(f->model, OP_LT, model_cell_expr(f->model, f->x), model_int(f->model, 2));
    model_add_initial(f->model, (struct part){PART_CONDITION, CELL_NONE, small});
    struct seen seen = {0};
    struct evaluator *ev = evaluator_new(f->model, &f->mem);
    assert_true(eval_each_initial(ev, note, &seen));
    assert_int_equal(seen.count, 2);
    assert_false(eval_is_initial(ev, (value[]){2, 1}, NULL));
    evaluator_free(ev);
}

static void no_value_is_a_value_of_its_own(void **state)
{
    (void)state;
    const struct type *t = model_type(f->model, model_cell(f->model, f->y)->type);
    assert_true(t->has_none);
    assert_int_equal(type_size(t), 3);
    assert_true(type_contains(t, t->none) && type_contains(t, 1) && type_contains(t, 2) && !type_contains(t, 3));
    type_id plain = model_integer(f->model, 0, 2);
    assert_true(model_cell(f->model, f->y)->type != plain);
    value red = model_symbol(f->model, "red");
    type_id colours = model_optional(f->model, model_enum(f->model, &red, 1));
    assert_int_equal(type_size(model_type(f->model, colours)), 2);
    struct str text = {0};
    model_add_value(f->model, model_cell(f->model, f->y)->type, t->none, &text);
    model_add_value(f->model, colours, model_type(f->model, colours)->none, &text);
    model_add_value(f->model, colours, red, &text);
    model_add_value(f->model, plain, 0, &text);
    assert_string_equal(str_text(&text), "undefinedundefinedred0");
    str_free(&f->mem, &text);
}

static void runtime_errors_are_kept(void **state)
{
    (void)state;
    char text[] = "x is 3";
    expr bad = model_binary(f->model, OP_EQ, model_cell_expr(f->model, f->x), model_int(f->model, 3));
    model_add_runtime_error(f->model, &(struct runtime_error){.text = text, .condition = bad, .after = EXPR_NONE});
    text[0] = '-';
    assert_int_equal(model_runtime_error_count(f->model), 1);
    assert_string_equal(model_runtime_error(f->model, 0)->text, "x is 3");
    assert_int_equal(model_runtime_error(f->model, 0)->condition, bad);
}

static void place(cell_id cell, uint32_t family, uint32_t element)
{
    model_place_cell(f->model, cell, &(struct placement){family, &(struct site){0, element}, 1});
}

// One cell of a family speaks for all: so a class is no class of components any more where that would be wrong.
static void cells_of_a_family_have_one_type(void **state)
{
    (void)state;
    type_id some = model_cell(f->model, f->y)->type;
    cell_id z = model_add_cell(f->model, "z", some, CELL_STATE);
    value ids[] = {model_symbol(f->model, "first"), model_symbol(f->model, "second")};
    model_add_class(f->model, &(struct component_class){"P", 2, false, ids, NULL, false});
    place(f->y, 7, 0);
    place(z, 7, 1);
    assert_null(model_class(f->model, 0)->obstacle);
    place(f->x, 8, 0); // another family
    assert_null(model_class(f->model, 0)->obstacle);
    place(model_add_cell(f->model, "u", some, CELL_STATE), 8, 1);
    assert_string_equal(model_class(f->model, 0)->obstacle, "variables of its elements have different types");
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, open_fixture, close_fixture)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(each_start_gives_its_states_once), TEST(starts_obey_the_initial_parts),
        TEST(no_value_is_a_value_of_its_own),   TEST(runtime_errors_are_kept),
        TEST(cells_of_a_family_have_one_type),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
