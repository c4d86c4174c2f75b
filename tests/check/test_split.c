// Steps of which one cell at a time is changed, written by counting the changes: the relation of all branches together,
// with what each keeps, against the conditions as they are. What else may happen, what each cell may become and which
// cells are counted is random.
#include "../cases.h"
#include "../dice.h"
#include "../unit.h"
#include "check/split.h"
#include "encode/encode.h"

#define CASES cases_for(1500, 100, 100)

enum { CELLS = 5, NUMBERS = 2, MOST = 2 };

struct bench {
    struct mem mem;
    struct dice dice;
    struct model *model;
    bdd_manager *m;
    struct encoding *encoding;
    cell_id cells[CELLS]; // the numbers first; the others are truth values
    expr all[CELLS + 1];  // all that is said of a step
    size_t count;
};

static expr changes(struct bench *b, cell_id cell)
{
    expr now = model_cell_expr(b->model, cell), then = model_next_expr(b->model, cell);
    expr same =
        dice_roll(&b->dice, 2) ? model_binary(b->model, OP_EQ, now, then) : model_binary(b->model, OP_EQ, then, now);
    return model_not(b->model, same);
}

static expr some_literal(struct bench *b)
{
    int i = dice_roll(&b->dice, CELLS);
    expr cell = model_cell_expr(b->model, b->cells[i]);
    if (i < NUMBERS)
        cell = model_binary(b->model, OP_EQ, cell, model_int(b->model, dice_roll(&b->dice, MOST + 1)));
    return dice_roll(&b->dice, 2) ? cell : model_not(b->model, cell);
}

// Most often it is one of all cells; sometimes of some, of one twice, or another number.
static expr some_count(struct bench *b)
{
    expr counted[CELLS + 1];
    size_t count = 0;
    int odd = dice_roll(&b->dice, 8);
    for (int i = 0; i < CELLS; i++)
        if (odd != 0 || dice_roll(&b->dice, 2))
            counted[count++] = changes(b, b->cells[i]);
    if (odd == 1)
        counted[count++] = changes(b, b->cells[dice_roll(&b->dice, CELLS)]);
    if (odd == 2)
        counted[count++] = some_literal(b);
    expr number = model_int(b->model, odd == 3 ? dice_roll(&b->dice, 3) : 1);
    expr sum = model_nary(b->model, OP_COUNT, counted, count);
    return dice_roll(&b->dice, 2) ? model_binary(b->model, OP_EQ, sum, number)
                                  : model_binary(b->model, OP_EQ, number, sum);
}

static expr some_choice(struct bench *b, int i)
{
    expr values[] = {model_cell_expr(b->model, b->cells[i]), model_int(b->model, dice_roll(&b->dice, MOST + 1))};
    if (i >= NUMBERS)
        values[1] = model_and(b->model, some_literal(b), some_literal(b));
    return model_nary(b->model, OP_CHOICE, values, 2);
}

static void open_bench(struct bench *b, uint64_t seed)
{
    *b = (struct bench){.dice = {seed}};
    b->model = model_new(&b->mem);
    b->m = bdd_manager_new(&(struct bdd_config){.mem = &b->mem});
    assert_non_null(b->m);
    for (int i = 0; i < CELLS; i++) {
        char name[] = {(char)('a' + i), 0};
        type_id type = i < NUMBERS ? model_integer(b->model, 0, MOST) : model_boolean(b->model);
        b->cells[i] = model_add_cell(b->model, name, type, CELL_STATE);
    }
    size_t action = model_add_action(b->model, "step");
    for (int i = 0; i < CELLS; i++) {
        if (dice_roll(&b->dice, 4) == 0)
            continue;
        expr choice = some_choice(b, i);
        model_add_to_action(b->model, action, (struct part){PART_CHOICE, b->cells[i], choice});
        b->all[b->count++] = model_member(b->model, model_next_expr(b->model, b->cells[i]), choice);
    }
    expr condition = some_count(b);
    for (int i = dice_roll(&b->dice, 3); i > 0; i--)
        condition = model_or(b->model, condition, model_and(b->model, some_literal(b), some_literal(b)));
    model_add_to_action(b->model, action, (struct part){PART_CONDITION, 0, condition});
    b->all[b->count++] = condition;
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

static bdd condition_of(struct bench *b, const expr *conditions, size_t count, const unsigned char *kept)
{
    bdd steps = BDD_TRUE;
    for (cell_id cell = 0; cell < CELLS; cell++) {
        const int *vars;
        size_t bits = encode_cell_vars(b->encoding, cell, &vars);
        steps = bdd_and(b->m, steps, encode_domain(b->encoding, cell, false));
        steps = bdd_and(b->m, steps, encode_domain(b->encoding, cell, true));
        for (size_t k = 0; k < bits && kept && kept[cell]; k++)
            steps = bdd_and(b->m, steps, bdd_iff(b->m, bdd_literal(b->m, vars[k]), bdd_literal(b->m, vars[k] + 1)));
    }
    for (size_t i = 0; i < count; i++)
        steps = bdd_and(b->m, steps, encode_condition(b->encoding, conditions[i]));
    assert_true(bdd_is_valid(steps));
    return steps;
}

static void branches_are_what_is_said(void **state)
{
    UNUSED(state);
    int split = 0;
    for (int i = 0; i < CASES; i++) {
        struct bench b;
        open_bench(&b, (uint64_t)i * 7919);
        branch_list branches = {0};
        split_steps(b.model, false, &branches, &b.mem);
        bdd all = BDD_FALSE;
        for (size_t k = 0; k < branches.count; k++) {
            const struct branch *branch = &branches.at[k];
            all = bdd_or(b.m, all, condition_of(&b, branch->conditions.at, branch->conditions.count, branch->kept));
        }
        assert_int_equal(all, condition_of(&b, b.all, b.count, NULL));
        split += branches.count >= CELLS;
        branch_list_free(&branches, b.model, &b.mem);
        close_bench(&b);
    }
    assert_true(split > CASES / 2); // else nothing was tested
    assert_true(split < CASES);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(branches_are_what_is_said),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
