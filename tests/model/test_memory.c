// A model or evaluator that was left because there was no more memory can be freed, whatever it was doing.
#include "expression_tree.h"

struct work {
    struct mem mem;
    jmp_buf way_out;
    struct model *model;
    struct evaluator *evaluator;
    value_array members;
    size_t states;
};

static bool count_state(void *context, const value *inputs, const value *state)
{
    UNUSED(inputs);
    UNUSED(state);
    struct work *w = context;
    w->states++;
    return true;
}

// A little of everything.
static void do_work(struct work *w)
{
    struct model *m = w->model = model_new(&w->mem);
    value symbols[8];
    for (int i = 0; i < 8; i++)
        symbols[i] = model_symbol(m, (char[]){(char)('a' + i), 0});
    type_id letters = model_enum(m, symbols, 8), range = model_integer(m, 0, 9);
    cell_id cells[40];
    for (int i = 0; i < 40; i++)
        cells[i] =
            model_add_cell(m, (char[]){(char)('A' + i), 0}, i < 2 ? range : letters, i == 39 ? CELL_INPUT : CELL_STATE);
    size_t action = model_add_action(m, "step");
    model_add_action(m, "other");
    expr x = model_cell_expr(m, cells[0]), y = model_cell_expr(m, cells[1]), all = model_true(m);
    for (int i = 2; i < 39; i++) {
        model_keep_in_action(m, action, cells[i]);
        model_keep_in_action(m, 1, cells[i]);
        expr member = model_binary(m, OP_EQ, model_cell_expr(m, cells[i]), model_const(m, letters, symbols[i % 8]));
        all = model_and(m, all, member);
        model_add_initial(m, (struct part){PART_CONDITION, CELL_NONE, member});
    }
    expr chosen = model_nary(m, OP_CHOICE, (expr[]){x, y, model_binary(m, OP_SPAN, model_int(m, 2), y)}, 3);
    expr either = model_ite(m, model_binary(m, OP_LT, x, y), chosen, model_int(m, 3));
    model_add_to_action(m, action, (struct part){PART_CHOICE, cells[0], either});
    model_add_to_action(m, action, (struct part){PART_CONDITION, CELL_NONE, model_shift(m, all)});
    model_add_to_action(m, 1, (struct part){PART_CONDITION, CELL_NONE, model_member(m, x, either)});
    model_add_justice(m, all);
    model_add_compassion(m, all, all);
    model_add_definition(m, "all", all);
    formula f = model_formula_make(m, FORMULA_AG, model_atom(m, all), FORMULA_NONE);
    model_add_property(m, &(struct property){.kind = PROPERTY_CTL, .text = "AG all", .formula = f});
    w->evaluator = evaluator_new(m, &w->mem);
    value now[40] = {1, 4};
    for (int i = 2; i < 40; i++)
        now[i] = symbols[i % 8];
    eval_set(w->evaluator, either, now, NULL, &w->members);
    eval_each_initial(w->evaluator, count_state, w);
    eval_each_successor(w->evaluator, now, count_state, w);
}

static void leave(struct mem *mem)
{
    struct work *w = mem->exhausted_context;
    longjmp(w->way_out, 1);
}

// Whether there was enough memory.
static bool try_work(struct work *w)
{
    if (setjmp(w->way_out))
        return false;
    do_work(w);
    return true;
}

static void nothing_is_left_after_any_failed_allocation(void **state)
{
    UNUSED(state);
    bool done = false;
    size_t nth = 0;
    while (!done) {
        struct work w = {.mem = {.fail_after = ++nth, .exhausted = leave, .exhausted_context = &w}};
        done = try_work(&w);
        if (done)
            assert_int_equal(w.states, 200); // all values of the first two cells, twice
        array_free(&w.mem, &w.members);
        evaluator_free(w.evaluator);
        model_free(w.model);
        assert_nothing_left(&w.mem);
    }
    assert_true(nth > 50);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nothing_is_left_after_any_failed_allocation),
    };
    return RUN(tests);
}
