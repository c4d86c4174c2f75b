// Random expressions against the reference: values, folding, intervals, and the shift to next values.
#include "expression_tree.h"

struct bench {
    struct mem mem;
    struct model *model;
    struct evaluator *evaluator;
    struct forest *forest;
};

static void open_bench(struct bench *b, const char *test)
{
    memset(b, 0, sizeof *b);
    b->forest = calloc(1, sizeof *b->forest);
    b->forest->dice = dice_for(test);
}

static void start(struct bench *b)
{
    b->model = model_new(&b->mem);
    b->evaluator = evaluator_new(b->model, &b->mem);
}

static void finish(struct bench *b)
{
    evaluator_free(b->evaluator);
    model_free(b->model);
    assert_nothing_left(&b->mem);
}

static void close_bench(struct bench *b)
{
    free(b->forest);
}

static void assert_value(struct evaluator *ev, expr e, const value *now, const value *next, struct outcome expected)
{
    value got = 0;
    enum eval_status status = eval_value(ev, e, now, next, &got);
    assert_int_equal(status, expected.defined ? EVAL_OK : EVAL_UNDEFINED);
    if (expected.defined)
        assert_true(got == expected.value);
}

// The value lies in the expression's type: that is what the encoding's number of bits rests on.
static void assert_in_type(struct model *m, expr e, struct outcome o)
{
    if (o.defined)
        assert_true(type_contains(model_expr_type(m, e), o.value));
    else
        assert_true(model_expr(m, e)->partial);
}

static void judge(struct bench *b, const struct tree *t)
{
    struct forest *f = b->forest;
    value now[MOST_LEAVES] = {0}, got = 0;
    expr e = tree_build(f, b->model, t, LEAVES_AS_CELLS);
    expr next = tree_build(f, b->model, t, LEAVES_AS_NEXT);
    assert_int_equal(e, tree_build(f, b->model, t, LEAVES_AS_CELLS));
    // Operands are sorted by handle, which may be otherwise for next values: not the same, but as good.
    expr shifted = model_shift(b->model, e);
    assert_false(model_expr(b->model, e)->has_next);
    for (int i = 0; i < 12; i++) {
        leaves_roll(f);
        leaves_bind(f, now);
        struct outcome expected = tree_eval(f, t);
        assert_value(b->evaluator, e, now, NULL, expected);
        assert_in_type(b->model, e, expected);
        value other[MOST_LEAVES] = {0};
        assert_value(b->evaluator, next, other, now, expected);
        assert_value(b->evaluator, shifted, other, now, expected);
        if (t->kind.kind == TYPE_BOOLEAN)
            assert_int_equal(eval_condition(b->evaluator, e, now, NULL), expected.defined && expected.value);
        expr folded = tree_build(f, b->model, t, LEAVES_AS_CONSTANTS);
        assert_value(b->evaluator, folded, NULL, NULL, expected);
        assert_in_type(b->model, folded, expected);
        if (expected.defined && !model_expr(b->model, folded)->partial)
            assert_true(model_is_const(b->model, folded, &got) && got == expected.value);
    }
}

static void judge_many(const char *test, struct kind (*kind_for)(struct dice *), int count)
{
    struct bench b;
    open_bench(&b, test);
    for (int round = 0; round < rounds(count); round++) {
        start(&b);
        forest_clear(b.forest);
        struct tree *t[4];
        for (int i = 0; i < 4; i++)
            t[i] = tree_random(b.forest, kind_for(&b.forest->dice), 1 + round % 5);
        forest_add_cells(b.forest, b.model);
        for (int i = 0; i < 4; i++)
            judge(&b, t[i]);
        finish(&b);
    }
    close_bench(&b);
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
    return kind_word(1 + (unsigned)dice_roll(dice, 64), dice_coin(dice));
}

static void conditions_are_as_the_reference_says(void **state)
{
    UNUSED(state);
    judge_many("conditions", boolean, 500);
}

static void integers_are_as_the_reference_says(void **state)
{
    UNUSED(state);
    judge_many("integers", integer, 500);
}

static void words_are_as_the_reference_says(void **state)
{
    UNUSED(state);
    judge_many("words", word, 500);
}

// Single operations on every width, with operands as constants and as cells.

static void judge_operation(struct model *m, struct evaluator *ev, enum op op, const struct kind *kinds, const value *v,
                            cell_id cells[2])
{
    bool unary = op == OP_NEG || op == OP_BIT_NOT || op == OP_TO_INT;
    bool compares = op == OP_EQ || op == OP_LT || op == OP_LE;
    struct kind result = compares ? KIND_BOOLEAN : op == OP_TO_INT ? KIND_INTEGER : kinds[0];
    if (op == OP_CONCAT)
        result = kind_word(kinds[0].width + kinds[1].width, false);
    struct outcome expected = reference(op, result, 0, unary ? 1 : 2, kinds, v);
    value now[2] = {v[0], v[1]};
    for (int constant = 0; constant < 4; constant++) {
        expr args[2];
        for (int i = 0; i < 2; i++)
            args[i] =
                constant >> i & 1 ? model_const(m, model_cell(m, cells[i])->type, v[i]) : model_cell_expr(m, cells[i]);
        expr e = unary ? model_unary(m, op, args[0]) : model_binary(m, op, args[0], args[1]);
        assert_value(ev, e, now, NULL, expected);
        assert_in_type(m, e, expected);
    }
}

static void every_operation_on_words_of_every_width(void **state)
{
    UNUSED(state);
    static const enum op ops[] = {OP_EQ,      OP_LT,         OP_LE,     OP_NEG,     OP_ADD,        OP_SUB,
                                  OP_MUL,     OP_DIV,        OP_MOD,    OP_BIT_NOT, OP_BIT_OR,     OP_BIT_AND,
                                  OP_BIT_XOR, OP_SHIFT_LEFT, OP_CONCAT, OP_TO_INT,  OP_SHIFT_RIGHT};
    struct dice dice = dice_for("operations on words");
    for (unsigned width = 1; width <= 64; width++)
        for (int is_signed = 0; is_signed < 2; is_signed++) {
            struct mem mem = MEM_UNLIMITED;
            struct model *m = model_new(&mem);
            struct evaluator *ev = evaluator_new(m, &mem);
            type_id type = model_word(m, width, is_signed);
            cell_id cells[2] = {model_add_cell(m, "a", type, CELL_STATE), model_add_cell(m, "b", type, CELL_STATE)};
            struct kind kinds[2] = {kind_word(width, is_signed), kind_word(width, is_signed)};
            for (size_t i = 0; i < sizeof ops / sizeof ops[0]; i++) {
                bool shifts = ops[i] == OP_SHIFT_LEFT || ops[i] == OP_SHIFT_RIGHT;
                if ((shifts && is_signed) || (ops[i] == OP_CONCAT && width > 32))
                    continue; // a count is unsigned; signed words are shifted in the random expressions
                for (int round = 0; round < rounds(12); round++) {
                    value v[2] = {dice_word(&dice, width), dice_word(&dice, width)};
                    judge_operation(m, ev, ops[i], kinds, v, cells);
                }
            }
            evaluator_free(ev);
            model_free(m);
            assert_nothing_left(&mem);
        }
}

static void every_operation_on_all_small_integers(void **state)
{
    UNUSED(state);
    static const enum op ops[] = {OP_EQ, OP_LT, OP_LE, OP_NEG, OP_ADD, OP_SUB, OP_MUL, OP_DIV, OP_MOD};
    static const value lows[] = {-5, -3, 0, 1, 3}, highs[] = {-1, 0, 3, 4, 6};
    struct mem mem = MEM_UNLIMITED;
    for (int i = 0; i < 5; i++)
        for (int j = 0; j < 5; j++) {
            if (lows[i] > highs[i] || lows[j] > highs[j])
                continue;
            struct model *m = model_new(&mem);
            struct evaluator *ev = evaluator_new(m, &mem);
            cell_id cells[2] = {model_add_cell(m, "a", model_integer(m, lows[i], highs[i]), CELL_STATE),
                                model_add_cell(m, "b", model_integer(m, lows[j], highs[j]), CELL_STATE)};
            struct kind kinds[2] = {KIND_INTEGER, KIND_INTEGER};
            for (size_t op = 0; op < sizeof ops / sizeof ops[0]; op++)
                for (value a = lows[i]; a <= highs[i]; a++)
                    for (value b = lows[j]; b <= highs[j]; b++)
                        judge_operation(m, ev, ops[op], kinds, (value[]){a, b}, cells);
            evaluator_free(ev);
            model_free(m);
        }
    assert_nothing_left(&mem);
}

// Near the ends of what integers can be, results and intervals are cut off in the same way.
static void large_integers_are_cut_off(void **state)
{
    UNUSED(state);
    static const enum op ops[] = {OP_EQ, OP_LT, OP_LE, OP_NEG, OP_ADD, OP_SUB, OP_MUL, OP_DIV, OP_MOD};
    struct mem mem = MEM_UNLIMITED;
    struct dice dice = dice_for("large integers");
    for (int round = 0; round < rounds(400); round++) {
        struct model *m = model_new(&mem);
        struct evaluator *ev = evaluator_new(m, &mem);
        cell_id cells[2];
        value v[2];
        for (int i = 0; i < 2; i++) {
            value ends[2];
            for (int j = 0; j < 2; j++) {
                value size = VALUE_LARGEST >> (dice_coin(&dice) ? 0 : dice_roll(&dice, 63));
                ends[j] = dice_coin(&dice) ? size : -size < VALUE_LEAST ? VALUE_LEAST : -size;
            }
            value low = ends[0] < ends[1] ? ends[0] : ends[1], high = ends[0] < ends[1] ? ends[1] : ends[0];
            cells[i] = model_add_cell(m, i ? "b" : "a", model_integer(m, low, high), CELL_STATE);
            v[i] = dice_coin(&dice) ? low : high;
        }
        struct kind kinds[2] = {KIND_INTEGER, KIND_INTEGER};
        for (size_t op = 0; op < sizeof ops / sizeof ops[0]; op++)
            judge_operation(m, ev, ops[op], kinds, v, cells);
        evaluator_free(ev);
        model_free(m);
    }
    assert_nothing_left(&mem);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(conditions_are_as_the_reference_says),
        cmocka_unit_test(integers_are_as_the_reference_says),
        cmocka_unit_test(words_are_as_the_reference_says),
        cmocka_unit_test(every_operation_on_words_of_every_width),
        cmocka_unit_test(every_operation_on_all_small_integers),
        cmocka_unit_test(large_integers_are_cut_off),
    };
    return RUN(tests);
}
