// Expressions as circuits against the evaluator, in every corner: integers of all sizes, words of all widths, symbols,
// numbers that have no value.
#include "../model/expression_tree.h"

#include "sat/blast.h"

struct bench {
    struct mem mem;
    struct model *model;
    struct evaluator *evaluator;
    struct aig aig;
    struct blast blast;
    aig_lit bits[MOST_LEAVES][64];
};

static const aig_lit *bits_of(void *context, cell_id cell, bool is_next)
{
    struct bench *b = context;
    assert_false(is_next);
    return b->bits[cell];
}

static void open_bench(struct bench *b)
{
    memset(&b->mem, 0, sizeof b->mem);
    b->model = model_new(&b->mem);
    b->evaluator = evaluator_new(b->model, &b->mem);
    aig_open(&b->aig, &b->mem);
    b->blast = (struct blast){.mem = &b->mem, .model = b->model, .aig = &b->aig, .bits_of = bits_of, .context = b};
}

static void add_cells(struct bench *b)
{
    for (cell_id i = 0; i < model_cell_count(b->model); i++)
        for (unsigned bit = 0; bit < cell_code_of(model_type(b->model, model_cell(b->model, i)->type)).count; bit++)
            b->bits[i][bit] = aig_input(&b->aig);
}

static void close_bench(struct bench *b)
{
    blast_close(&b->blast);
    aig_close(&b->aig);
    evaluator_free(b->evaluator);
    model_free(b->model);
    assert_nothing_left(&b->mem);
}

static bool *simulate(struct bench *b, const value *state)
{
    bool *values = calloc(b->aig.nodes.count, sizeof *values);
    for (cell_id i = 0; i < model_cell_count(b->model); i++) {
        const struct type *type = model_type(b->model, model_cell(b->model, i)->type);
        struct cell_code code = cell_code_of(type);
        uint64_t bits = cell_code_bits(&code, state[i]);
        assert_true(cell_code_value(&code, bits) == state[i]);
        for (unsigned bit = 0; bit < code.count; bit++)
            values[aig_node_of(b->bits[i][bit])] = bits >> bit & 1;
    }
    aig_simulate(&b->aig, values);
    for (cell_id i = 0; i < model_cell_count(b->model); i++) {
        const struct type *type = model_type(b->model, model_cell(b->model, i)->type);
        size_t before = b->aig.nodes.count;
        aig_lit legal = blast_is_legal(&b->blast, type, b->bits[i]);
        if (b->aig.nodes.count == before) // else it is new, and the table too short
            assert_true(aig_value(values, legal));
    }
    return values;
}

// What the circuit says of an expression in a state is what the evaluator says.
static void judge(struct bench *b, expr e, const value *state)
{
    aig_lit defined;
    struct aig_number v = blast_value(&b->blast, e, &defined);
    const struct type *type = model_expr_type(b->model, e);
    value expected = 0;
    bool is_defined = eval_value(b->evaluator, e, state, NULL, &expected) == EVAL_OK;
    assert_int_equal(b->blast.error, CAUSE_NONE);
    bool *values = simulate(b, state);
    assert_int_equal(aig_value(values, defined), is_defined);
    for (unsigned i = 0; i < 64 && is_defined; i++) {
        bool is_number = type->kind == TYPE_INTEGER || type->kind == TYPE_ENUM;
        aig_lit bit = i < v.width ? v.bits[i] : is_number ? v.bits[v.width - 1] : AIG_FALSE;
        assert_int_equal(aig_value(values, bit), (uint64_t)expected >> i & 1);
    }
    free(values);
}

static void judge_many(const char *test, struct kind (*kind_for)(struct dice *), int count)
{
    struct bench *b = calloc(1, sizeof *b);
    struct forest *f = calloc(1, sizeof *f);
    f->dice = dice_for(test);
    for (int round = 0; round < rounds(count); round++) {
        open_bench(b);
        forest_clear(f);
        struct tree *t = tree_random(f, kind_for(&f->dice), 1 + round % 5);
        forest_add_cells(f, b->model);
        add_cells(b);
        expr e = tree_build(f, b->model, t, LEAVES_AS_CELLS);
        for (int i = 0; i < 12; i++) {
            value state[MOST_LEAVES] = {0};
            leaves_roll(f);
            leaves_bind(f, state);
            judge(b, e, state);
        }
        close_bench(b);
    }
    free(f);
    free(b);
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
    judge_many("conditions", boolean, 600);
}

static void integers_are_as_the_evaluator_says(void **state)
{
    UNUSED(state);
    judge_many("integers", integer, 600);
}

static void words_are_as_the_evaluator_says(void **state)
{
    UNUSED(state);
    judge_many("words", word, 600);
}

// Symbols and integers in any mixture, with gaps, with a value for none; compared, chosen, and put into other cells.
static void symbols_are_as_the_evaluator_says(void **state)
{
    UNUSED(state);
    struct bench *b = calloc(1, sizeof *b);
    struct dice dice = dice_for("symbols");
    for (int round = 0; round < rounds(600); round++) {
        open_bench(b);
        value symbols[12], now[4];
        type_id types[4];
        for (int i = 0; i < 12; i++) {
            char name[] = {'s', (char)('a' + i), 0};
            symbols[i] = model_symbol(b->model, name);
        }
        for (int t = 0; t < 3; t++) {
            value values[8];
            size_t count = 1 + (size_t)dice_roll(&dice, 8);
            for (size_t i = 0; i < count; i++)
                values[i] = dice_roll(&dice, 4) ? symbols[dice_roll(&dice, 12)] : (value)dice_roll(&dice, 40) - 20;
            types[t] = model_enum(b->model, values, count);
            if (dice_coin(&dice) && model_type(b->model, types[t])->kind == TYPE_ENUM &&
                !type_contains(model_type(b->model, types[t]), model_symbol(b->model, "undefined")))
                types[t] = model_optional(b->model, types[t]);
            model_add_cell(b->model, "x", types[t], CELL_STATE);
        }
        types[3] = model_boolean(b->model);
        model_add_cell(b->model, "c", types[3], CELL_STATE);
        add_cells(b);
        expr x = model_cell_expr(b->model, 0), y = model_cell_expr(b->model, 1), z = model_cell_expr(b->model, 2);
        expr chosen = model_ite(b->model, model_cell_expr(b->model, 3), x, y);
        const struct type *of = model_expr_type(b->model, chosen), *cell = model_type(b->model, types[2]);
        for (int i = 0; i < 12; i++) {
            for (int t = 0; t < 4; t++) {
                const struct type *type = model_type(b->model, types[t]);
                now[t] = type_value(type, (uint64_t)dice_roll(&dice, (int)type_size(type)));
            }
            judge(b, chosen, now);
            judge(b, model_binary(b->model, OP_EQ, x, y), now);
            judge(b, model_binary(b->model, OP_EQ, chosen, z), now);
            judge(b, model_binary(b->model, OP_EQ, chosen, model_const(b->model, types[0], now[0])), now);
            aig_lit defined, bits[64];
            struct aig_number v = blast_value(&b->blast, chosen, &defined);
            aig_lit fits = blast_encode(&b->blast, &v, of, cell, bits);
            bool *values = simulate(b, now);
            value is = now[3] ? now[0] : now[1];
            struct cell_code code = cell_code_of(cell);
            assert_int_equal(aig_value(values, fits), type_contains(cell, is));
            for (unsigned bit = 0; bit < code.count && type_contains(cell, is); bit++)
                assert_int_equal(aig_value(values, bits[bit]), cell_code_bits(&code, is) >> bit & 1);
            free(values);
        }
        close_bench(b);
    }
    free(b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(conditions_are_as_the_evaluator_says),
        cmocka_unit_test(integers_are_as_the_evaluator_says),
        cmocka_unit_test(words_are_as_the_evaluator_says),
        cmocka_unit_test(symbols_are_as_the_evaluator_says),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
