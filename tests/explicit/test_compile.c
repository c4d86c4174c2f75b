// Compiled expressions against the evaluator: random ones of all operators, and the forms that have code of their own.
#include "../model/expression_tree.h"

#include "explicit/compile.h"

#define MOST_PIECES 8

// Expressions over the cells of a model, compiled: each as the next value of a cell of its own type, and conditions as
// requirements, too.
struct bench {
    struct mem mem;
    struct model *model;
    struct evaluator *evaluator;
    expr exprs[MOST_PIECES];
    cell_id results[MOST_PIECES];
    uint32_t set[MOST_PIECES], require[MOST_PIECES][2];
    int count;
    struct layout layout;
    struct sharing sharing;
    struct program program;
    struct machine machine;
};

static void add_expr(struct bench *b, expr e)
{
    b->results[b->count] = model_add_cell(b->model, "result", model_expr(b->model, e)->type, CELL_STATE);
    b->exprs[b->count++] = e;
}

static bool is_condition(struct bench *b, int i)
{
    return model_expr_type(b->model, b->exprs[i])->kind == TYPE_BOOLEAN;
}

static void compile_all(struct bench *b)
{
    struct compiler c;
    layout_open(&b->layout, b->model, NULL, &b->mem);
    sharing_open(&b->sharing, b->model, &b->mem);
    for (int i = 0; i < b->count; i++)
        sharing_note(&b->sharing, b->exprs[i]);
    sharing_settle(&b->sharing);
    compiler_open(&c, &b->sharing, &b->layout, &b->program, &b->mem);
    for (int i = 0; i < b->count; i++) {
        b->set[i] = compile_begin(&c);
        compile_copy(&c);
        compile_set(&c, b->results[i], b->exprs[i]);
        compile_end(&c);
        for (int negated = 0; negated < 2 && is_condition(b, i); negated++) {
            b->require[i][negated] = compile_begin(&c);
            compile_require(&c, b->exprs[i], negated);
            compile_end(&c);
        }
    }
    compiler_finish(&c);
    compiler_close(&c);
    bool *reads = mem_alloc(&b->mem, b->layout.cells);
    memset(reads, 1, b->layout.cells);
    machine_open(&b->machine, &b->program, &b->layout, reads, &b->mem);
    mem_free(&b->mem, reads, b->layout.cells);
}

static void open_bench(struct bench *b)
{
    *b = (struct bench){.mem = MEM_UNLIMITED};
    b->model = model_new(&b->mem);
    b->evaluator = evaluator_new(b->model, &b->mem);
}

static void close_bench(struct bench *b)
{
    machine_close(&b->machine);
    program_free(&b->program);
    sharing_close(&b->sharing);
    layout_close(&b->layout);
    evaluator_free(b->evaluator);
    model_free(b->model);
    assert_nothing_left(&b->mem);
}

// Runs all pieces in the state and compares.
static void judge(struct bench *b, const value *state)
{
    size_t bytes = b->layout.words * sizeof(uint64_t);
    uint64_t *now = mem_zalloc(&b->mem, bytes), *next = mem_zalloc(&b->mem, bytes);
    assert_true(layout_pack(&b->layout, state, now));
    machine_load(&b->machine, now);
    b->machine.next = next;
    for (int i = 0; i < b->count; i++) {
        value expected = 0;
        bool defined = eval_value(b->evaluator, b->exprs[i], state, NULL, &expected) == EVAL_OK;
        assert_int_equal(machine_run(&b->machine, b->set[i]), defined);
        const struct field *f = &b->layout.fields[b->results[i]];
        if (defined)
            assert_true(field_value(f, field_read(f, next)) == expected);
        for (int negated = 0; negated < 2 && is_condition(b, i); negated++)
            assert_int_equal(machine_run(&b->machine, b->require[i][negated]), (defined && expected) != negated);
    }
    mem_free(&b->mem, now, bytes);
    mem_free(&b->mem, next, bytes);
}

static void set_results_to_first(struct bench *b, value *state)
{
    for (int i = 0; i < b->count; i++)
        state[b->results[i]] = type_value(model_expr_type(b->model, b->exprs[i]), 0);
}

// ---- Random expressions ---------------------------------------------------------------------------------------------

static struct kind some_kind(struct dice *dice, int which)
{
    if (which == 0)
        return KIND_BOOLEAN;
    return which == 1 ? KIND_INTEGER : kind_word(1 + (unsigned)dice_roll(dice, 64), dice_coin(dice));
}

static void random_expressions_have_the_values_of_the_evaluator(void **state)
{
    UNUSED(state);
    struct forest *forest = calloc(1, sizeof *forest);
    forest->dice = dice_for(__func__);
    for (int round = 0; round < rounds(4000); round++) {
        struct bench b;
        struct tree *trees[6];
        open_bench(&b);
        forest_clear(forest);
        for (int i = 0; i < 6; i++)
            trees[i] = tree_random(forest, some_kind(&forest->dice, i % 3), 1 + round % 6);
        forest_add_cells(forest, b.model);
        for (int i = 0; i < 6; i++)
            add_expr(&b, tree_build(forest, b.model, trees[i], LEAVES_AS_CELLS));
        compile_all(&b);
        for (int i = 0; i < 12; i++) {
            value values[MOST_LEAVES + MOST_PIECES] = {0};
            leaves_roll(forest);
            leaves_bind(forest, values);
            set_results_to_first(&b, values);
            judge(&b, values);
        }
        close_bench(&b);
    }
    free(forest);
}

// ---- Forms ----------------------------------------------------------------------------------------------------------

// subject = 0 ? a : subject = 1 ? b : ... : rest, with branches that are cells or computed.
static expr chain(struct bench *b, expr subject, const cell_id *cells, int count, bool computed)
{
    struct model *m = b->model;
    expr e = model_int(m, 99);
    for (int i = count - 1; i >= 0; i--) {
        expr branch = model_cell_expr(m, cells[i]);
        if (computed)
            branch = model_binary(m, OP_DIV, model_int(m, 20), branch);
        e = model_ite(m, model_binary(m, OP_EQ, subject, model_int(m, i)), branch, e);
    }
    return e;
}

static void chains_of_branches_are_tables(void **state)
{
    UNUSED(state);
    enum { COUNT = 6 };
    struct bench b;
    struct dice dice = dice_for(__func__);
    cell_id cells[COUNT], index;
    open_bench(&b);
    index = model_add_cell(b.model, "index", model_integer(b.model, -3, COUNT + 3), CELL_STATE);
    for (int i = 0; i < COUNT; i++)
        cells[i] = model_add_cell(b.model, "element", model_integer(b.model, 0, 5), CELL_STATE);
    expr at = model_cell_expr(b.model, index);
    add_expr(&b, chain(&b, at, cells, COUNT, false));
    add_expr(&b, chain(&b, at, cells, COUNT, true));
    add_expr(&b, chain(&b, model_binary(b.model, OP_ADD, at, model_int(b.model, 2)), cells, COUNT, true));
    compile_all(&b);
    bool indexed = false, switched = false;
    for (size_t i = 0; i < b.program.code.count; i++) {
        indexed |= b.program.code.at[i].op == RUN_INDEX;
        switched |= b.program.code.at[i].op == RUN_SWITCH;
    }
    assert_true(indexed && switched);
    for (int round = 0; round < 500; round++) {
        value values[16] = {0};
        values[index] = dice_roll(&dice, COUNT + 7) - 3;
        for (int i = 0; i < COUNT; i++)
            values[cells[i]] = dice_roll(&dice, 6);
        set_results_to_first(&b, values);
        judge(&b, values);
    }
    close_bench(&b);
}

// Without routines for shared parts this would be 2^200 instructions, and without those for deep ones as many calls
// within each other.
static void deep_and_shared_expressions_are_compiled_in_linear_size(void **state)
{
    UNUSED(state);
    enum { DEPTH = 20000 };
    struct bench b;
    open_bench(&b);
    struct model *m = b.model;
    cell_id x = model_add_cell(m, "x", model_integer(m, 0, 6), CELL_STATE);
    cell_id y = model_add_cell(m, "y", model_boolean(m), CELL_STATE);
    expr e = model_cell_expr(m, x), c = model_cell_expr(m, y);
    for (int i = 0; i < DEPTH; i++) {
        expr more = model_binary(m, OP_MOD, model_binary(m, OP_ADD, e, model_int(m, 3 + i % 2)), model_int(m, 7));
        expr other = model_binary(m, OP_MOD, model_binary(m, OP_MUL, e, model_int(m, 5)), model_int(m, 7));
        e = model_ite(m, model_xor(m, c, model_binary(m, OP_LT, e, model_int(m, i % 5))), more, other);
    }
    add_expr(&b, e);
    compile_all(&b);
    assert_true(b.program.code.count < 20 * DEPTH);
    for (int i = 0; i < 14; i++) {
        value values[3] = {i / 2, i % 2};
        set_results_to_first(&b, values);
        judge(&b, values);
    }
    close_bench(&b);
}

// ---- Layouts --------------------------------------------------------------------------------------------------------

static void every_value_of_every_type_is_packed_and_unpacked(void **state)
{
    UNUSED(state);
    struct mem mem = MEM_UNLIMITED;
    struct model *m = model_new(&mem);
    value far[] = {5, model_symbol(m, "a"), -1000000, model_symbol(m, "b")}, gaps[] = {-3, 1, 4};
    type_id colours = model_enum(m, (value[]){model_symbol(m, "b"), model_symbol(m, "a")}, 2);
    type_id types[] = {model_boolean(m),
                       model_integer(m, -5, 5),
                       model_integer(m, 7, 7),
                       model_enum(m, far, 4),
                       model_enum(m, gaps, 3),
                       colours,
                       model_word(m, 3, true),
                       model_word(m, 64, false),
                       model_optional(m, colours),
                       model_word(m, 61, true),
                       model_optional(m, model_integer(m, 0, 2))};
    size_t count = sizeof types / sizeof *types;
    for (size_t i = 0; i < count; i++)
        model_add_cell(m, "cell", types[i], i % 5 == 4 ? CELL_FROZEN : CELL_STATE);
    struct layout l;
    layout_open(&l, m, NULL, &mem);
    assert_int_equal(l.words, 3);
    uint64_t words[3];
    value in[16], out[16];
    for (uint64_t round = 0; round < 200; round++) {
        for (size_t i = 0; i < count; i++)
            in[i] = type_value(model_type(m, types[i]), (round * 7 + i) % type_size(model_type(m, types[i])));
        assert_true(layout_pack(&l, in, words));
        layout_unpack(&l, words, out);
        for (size_t i = 0; i < count; i++)
            assert_true(in[i] == out[i]);
    }
    in[1] = 6;
    assert_false(layout_pack(&l, in, words));
    layout_close(&l);
    model_free(m);
    assert_nothing_left(&mem);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_expressions_have_the_values_of_the_evaluator),
        cmocka_unit_test(chains_of_branches_are_tables),
        cmocka_unit_test(deep_and_shared_expressions_are_compiled_in_linear_size),
        cmocka_unit_test(every_value_of_every_type_is_packed_and_unpacked),
    };
    return RUN(tests);
}
