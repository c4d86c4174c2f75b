// Actions that write to one of many cells, taken apart by the index: the relation of all branches together, with what
// each keeps, against that of the action as it is. Actions are random: nested cases, guards about the index and about
// other things, cells that may be undefined.
#include "../cases.h"
#include "../dice.h"
#include "../unit.h"
#include "check/index_split.h"
#include "encode/encode.h"

#define CASES cases_for(1500, 100, 100)

enum { INDICES = 2, ARRAY_CELLS = 4, CELLS = INDICES + ARRAY_CELLS, MOST = 3 };

struct bench {
    struct mem mem;
    struct dice dice;
    struct model *model;
    bdd_manager *m;
    struct encoding *encoding;
    cell_id cells[CELLS]; // the indices first
};

static expr number(struct bench *b, int v)
{
    return model_int(b->model, v);
}

static expr is(struct bench *b, cell_id cell, int v)
{
    return model_binary(b->model, OP_EQ, model_cell_expr(b->model, cell), number(b, v));
}

static expr some_guard(struct bench *b, int depth)
{
    switch (depth ? dice_roll(&b->dice, 5) : 0) {
    case 1:
        return model_not(b->model, some_guard(b, depth - 1));
    case 2:
        return model_and(b->model, some_guard(b, depth - 1), some_guard(b, depth - 1));
    case 3:
        return model_or(b->model, some_guard(b, depth - 1), some_guard(b, depth - 1));
    case 4:
        return is(b, b->cells[dice_roll(&b->dice, CELLS)], dice_roll(&b->dice, MOST + 1));
    default:
        return is(b, b->cells[0], dice_roll(&b->dice, MOST + 1));
    }
}

static expr some_value(struct bench *b, cell_id cell, int depth)
{
    int which = dice_roll(&b->dice, depth ? 6 : 3);
    if (which == 0)
        return number(b, dice_roll(&b->dice, MOST + 1));
    if (which == 1)
        return model_cell_expr(b->model, b->cells[dice_roll(&b->dice, CELLS)]);
    if (which == 2)
        return model_cell_expr(b->model, cell);
    return model_ite(b->model, some_guard(b, 2), some_value(b, cell, depth - 1), some_value(b, cell, depth - 1));
}

// a[i] := x, as front ends write it, or something like it.
static expr some_update(struct bench *b, cell_id cell, int index)
{
    expr old = model_cell_expr(b->model, cell), test = is(b, b->cells[0], index), x = some_value(b, cell, 1);
    expr written = model_ite(b->model, test, x, old);
    switch (dice_roll(&b->dice, 4)) {
    case 0: // "if it is defined": 0 stands for undefined
        return model_ite(b->model, model_or(b->model, model_not(b->model, is(b, cell, 0)), test), written,
                         number(b, dice_roll(&b->dice, 4) ? 0 : 1));
    case 1:
        return some_value(b, cell, 3);
    default:
        return written;
    }
}

static void open_bench(struct bench *b, uint64_t seed)
{
    *b = (struct bench){.dice = {seed}};
    b->model = model_new(&b->mem);
    b->m = bdd_manager_new(&(struct bdd_config){.mem = &b->mem});
    assert_non_null(b->m);
    for (int i = 0; i < CELLS; i++) {
        char name[] = {(char)('a' + i), 0};
        b->cells[i] = model_add_cell(b->model, name, model_integer(b->model, 0, MOST), CELL_STATE);
    }
    size_t action = model_add_action(b->model, "write");
    if (dice_roll(&b->dice, 2))
        model_add_to_action(b->model, action, (struct part){PART_CONDITION, 0, some_guard(b, 2)});
    for (int i = 0; i < CELLS; i++) {
        cell_id cell = b->cells[i];
        if (i >= INDICES)
            model_add_to_action(b->model, action, (struct part){PART_CHOICE, cell, some_update(b, cell, i - INDICES)});
        else if (dice_roll(&b->dice, 2))
            model_keep_in_action(b->model, action, cell);
        else if (dice_roll(&b->dice, 2))
            model_add_to_action(b->model, action, (struct part){PART_CHOICE, cell, some_value(b, cell, 2)});
    }
    b->encoding = encoding_new(b->model, b->m, b->cells, &b->mem);
    assert_non_null(b->encoding);
}

static void close_bench(struct bench *b)
{
    encoding_free(b->encoding);
    bdd_manager_free(b->m);
    model_free(b->model);
    assert_nothing_left(&b->mem);
}

// All steps of some branches.
static bdd relation_of(struct bench *b, const branch_list *list)
{
    bdd all = BDD_FALSE;
    for (size_t i = 0; i < list->count; i++) {
        bdd steps = BDD_TRUE;
        for (size_t k = 0; k < list->at[i].conditions.count; k++)
            steps = bdd_and(b->m, steps, encode_condition(b->encoding, list->at[i].conditions.at[k]));
        for (cell_id cell = 0; cell < CELLS; cell++) {
            const int *vars;
            size_t bits = list->at[i].kept[cell] ? encode_cell_vars(b->encoding, cell, &vars) : 0;
            for (size_t k = 0; k < bits; k++)
                steps = bdd_and(b->m, steps, bdd_iff(b->m, bdd_literal(b->m, vars[k]), bdd_literal(b->m, vars[k] + 1)));
        }
        all = bdd_or(b->m, all, steps);
    }
    assert_true(bdd_is_valid(all));
    return all;
}

static void branches_are_the_action(void **state)
{
    UNUSED(state);
    int split = 0;
    for (int i = 0; i < CASES; i++) {
        struct bench b;
        open_bench(&b, (uint64_t)i * 7919);
        branch_list whole = {0}, parts = {0};
        split_steps(b.model, false, &whole, &b.mem);
        split_steps(b.model, true, &parts, &b.mem);
        split += parts.count > whole.count;
        assert_int_equal(relation_of(&b, &whole), relation_of(&b, &parts));
        branch_list_free(&whole, b.model, &b.mem);
        branch_list_free(&parts, b.model, &b.mem);
        close_bench(&b);
    }
    assert_true(split > CASES / 4); // else nothing was tested
}

// An array of four, written to where the index says: four branches that change one cell each, and one that none does.
static void one_cell_for_each_index(void **state)
{
    UNUSED(state);
    struct bench b = {0};
    b.model = model_new(&b.mem);
    for (int i = 0; i < CELLS; i++)
        b.cells[i] = model_add_cell(b.model, "c", model_integer(b.model, 0, 7), CELL_STATE);
    size_t action = model_add_action(b.model, "write");
    for (int i = 0; i < INDICES; i++)
        model_keep_in_action(b.model, action, b.cells[i]);
    for (int i = 0; i < ARRAY_CELLS; i++) {
        cell_id cell = b.cells[INDICES + i];
        expr old = model_cell_expr(b.model, cell);
        expr new = model_ite(b.model, is(&b, b.cells[0], i), model_cell_expr(b.model, b.cells[1]), old);
        model_add_to_action(b.model, action, (struct part){PART_CHOICE, cell, new});
    }
    branch_list parts = {0};
    split_steps(b.model, true, &parts, &b.mem);
    assert_int_equal(parts.count, ARRAY_CELLS + 1);
    for (size_t i = 0; i < parts.count; i++) {
        int changed = 0;
        for (cell_id cell = 0; cell < CELLS; cell++)
            changed += !parts.at[i].kept[cell];
        assert_int_equal(changed, i < ARRAY_CELLS);
    }
    branch_list_free(&parts, b.model, &b.mem);
    model_free(b.model);
    assert_nothing_left(&b.mem);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(branches_are_the_action),
        cmocka_unit_test(one_cell_for_each_index),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
