// The circuits of the judge against the evaluator: conditions, and integers and words compared with their values, in
// every corner.
#include "../model/expression_tree.h"

#include "circuit/bit_blast.h"

#define MOST_BITS (MOST_LEAVES * 64)

static size_t conjunctions; // of several conjuncts

// All of them are true exactly if the condition is.
static void judge_conjuncts(struct bit_blast *b, wire holds, wire *assumed, size_t count, bool expected)
{
    wire_list conjuncts = {0};
    bool all = true;
    circuit_conjuncts(&b->circuit, holds, &conjuncts);
    for (size_t i = 0; i < conjuncts.count; i++) {
        assumed[count] = conjuncts.at[i];
        all &= circuit_solve(&b->circuit, assumed, count + 1) == CIRCUIT_SAT;
    }
    conjunctions += conjuncts.count > 1;
    array_free(b->mem, &conjuncts);
    assert_int_equal(all, expected);
}

// What the circuit says of a condition in a state is what the evaluator says.
static void judge(struct bit_blast *b, expr condition, const value *state, bool expected)
{
    wire assumed[MOST_BITS + 1];
    size_t count = 0;
    wire holds = bit_blast_condition(b, condition);
    if (b->error) { // numbers of 64 bits have no circuit here
        assert_string_equal(b->error, "numbers get too large");
        return;
    }
    for (cell_id c = 0; c < model_cell_count(b->model); c++) {
        const struct type *type = model_type(b->model, model_cell(b->model, c)->type);
        uint64_t position = 0;
        if (!type->values)
            position = (uint64_t)state[c] - (uint64_t)type_value(type, 0);
        while (type->values && type->values[position] != state[c])
            position++;
        for (unsigned i = 0; i < bit_blast_cell_width(b, c); i++) {
            wire bit = bit_blast_cell_bit(b, c, false, i);
            assumed[count++] = position >> i & 1 ? bit : -bit;
        }
    }
    assumed[count] = holds;
    assert_int_equal(circuit_solve(&b->circuit, assumed, count + 1), expected ? CIRCUIT_SAT : CIRCUIT_UNSAT);
    judge_conjuncts(b, holds, assumed, count, expected);
    assumed[count] = -holds;
    assert_int_equal(circuit_solve(&b->circuit, assumed, count + 1), expected ? CIRCUIT_UNSAT : CIRCUIT_SAT);
}

static void judge_value(struct bit_blast *b, struct evaluator *ev, expr e, const value *state)
{
    value found = 0;
    bool is_defined = eval_value(ev, e, state, NULL, &found) == EVAL_OK;
    type_id type = model_expr(b->model, e)->type;
    if (model_expr_type(b->model, e)->kind == TYPE_BOOLEAN) {
        judge(b, e, state, is_defined && found);
        return;
    }
    if (model_expr_type(b->model, e)->kind != TYPE_WORD)
        type = model_integer(b->model, found, found);
    judge(b, model_binary(b->model, OP_EQ, e, model_const(b->model, type, found)), state, is_defined);
}

static void judge_many(const char *test, struct kind (*kind_for)(struct dice *), int count)
{
    struct forest *f = calloc(1, sizeof *f);
    f->dice = dice_for(test);
    for (int round = 0; round < rounds(count); round++) {
        struct mem mem = {0};
        struct bit_blast b;
        struct model *m = model_new(&mem);
        struct evaluator *ev = evaluator_new(m, &mem);
        forest_clear(f);
        struct tree *t = tree_random(f, kind_for(&f->dice), 1 + round % 5);
        forest_add_cells(f, m);
        expr e = tree_build(f, m, t, LEAVES_AS_CELLS);
        bit_blast_open(&b, m, NULL, &mem);
        for (int i = 0; i < 4 && !b.error; i++) {
            value state[MOST_LEAVES] = {0};
            leaves_roll(f);
            leaves_bind(f, state);
            judge_value(&b, ev, e, state);
        }
        bit_blast_close(&b);
        evaluator_free(ev);
        model_free(m);
        assert_nothing_left(&mem);
    }
    free(f);
}

static struct kind boolean(struct dice *dice)
{
    UNUSED(dice);
    return KIND_BOOLEAN;
}

static struct kind integer(struct dice *dice)
{
    UNUSED(dice);
    return KIND_INTEGER;
}

static struct kind word(struct dice *dice)
{
    return kind_word(1 + (unsigned)dice_roll(dice, dice_coin(dice) ? 8 : 64), dice_coin(dice));
}

static void conditions_are_as_the_evaluator_says(void **state)
{
    UNUSED(state);
    judge_many("conditions", boolean, 150);
    assert_true(conjunctions > 0);
}

static void integers_are_as_the_evaluator_says(void **state)
{
    UNUSED(state);
    judge_many("integers", integer, 150);
}

static void words_are_as_the_evaluator_says(void **state)
{
    UNUSED(state);
    judge_many("words", word, 150);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(conditions_are_as_the_evaluator_says),
        cmocka_unit_test(integers_are_as_the_evaluator_says),
        cmocka_unit_test(words_are_as_the_evaluator_says),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
