// Expressions as functions of bits, against the evaluator: for all values of a few small cells, now and after the step.
#include "../bdd/truth_table.h"
#include "encode/encode.h"
#include "model/eval.h"

enum { CELLS = 3 };

struct setting {
    struct world w; // its mem is everybody's
    struct model *model;
    struct evaluator *ev;
    struct encoding *encoding;
    cell_id cell[CELLS]; // a state cell, another one, and one of any role
};

// ---- Random models of three cells -----------------------------------------------------------------------------------

static type_id random_type(struct model *m, struct dice *dice)
{
    value red = model_symbol(m, "red"), blue = model_symbol(m, "blue");
    value low = dice_roll(dice, 9) - 6;
    switch (dice_roll(dice, 8)) {
    case 0:
        return model_boolean(m);
    case 1:
    case 2:
        return model_integer(m, low, low + dice_roll(dice, 6));
    case 3:
        return model_enum(m, (value[]){-3, 1, 4}, 3);
    case 4:
        return model_enum(m, (value[]){red, blue, model_symbol(m, "green")}, 3);
    case 5:
        return model_enum(m, (value[]){blue, 2, red, -1, 7}, 5);
    default:
        return model_word(m, 1 + (unsigned)dice_roll(dice, 2), dice_coin(dice));
    }
}

static void setting_open(struct setting *s, struct dice *dice)
{
    static const enum cell_role roles[] = {CELL_STATE, CELL_FROZEN, CELL_INPUT};
    static const char *const names[] = {"a", "b", "c"};
    world_open(&s->w, 0);
    s->model = model_new(&s->w.mem);
    int order[CELLS];
    for (int i = 0; i < CELLS; i++) {
        enum cell_role role = i < 2 ? CELL_STATE : roles[dice_roll(dice, 3)];
        s->cell[i] = model_add_cell(s->model, names[i], random_type(s->model, dice), role);
        order[i] = i;
    }
    model_add_action(s->model, "");
    s->ev = evaluator_new(s->model, &s->w.mem);
    dice_shuffle(dice, order, CELLS);
    cell_id cells[CELLS];
    for (int i = 0; i < CELLS; i++)
        cells[i] = s->cell[order[i]];
    s->encoding = encoding_new(s->model, s->w.m, cells, &s->w.mem);
    assert_non_null(s->encoding);
}

static void setting_close(struct setting *s)
{
    encoding_free(s->encoding);
    evaluator_free(s->ev);
    model_free(s->model);
    world_close(&s->w);
}

// ---- Random expressions ---------------------------------------------------------------------------------------------

static expr random_cell(struct setting *s, struct dice *dice, enum type_kind kind)
{
    int start = dice_roll(dice, CELLS);
    for (int i = 0; i < CELLS; i++) {
        cell_id cell = s->cell[(start + i) % CELLS];
        const struct cell *c = model_cell(s->model, cell);
        if (model_type(s->model, c->type)->kind == kind)
            return c->role == CELL_STATE && dice_coin(dice) ? model_next_expr(s->model, cell)
                                                            : model_cell_expr(s->model, cell);
    }
    return EXPR_NONE;
}

static expr random_condition(struct setting *, struct dice *, int depth);

// A word as one of this type.
static expr as_type(struct setting *s, expr word, type_id to)
{
    struct model *m = s->model;
    const struct type *type = model_type(m, to), *from = model_expr_type(m, word);
    if (from->width > type->width)
        word = model_extract(m, word, type->width - 1, 0);
    else if (from->width < type->width)
        word = model_convert(m, OP_EXTEND, model_word(m, type->width, from->is_signed), word);
    return model_expr(m, word)->type == to ? word : model_convert(m, OP_RETYPE, to, word);
}

static expr random_int(struct setting *, struct dice *, int depth);

static expr random_word(struct setting *s, struct dice *dice, type_id type, int depth)
{
    static const enum op ops[] = {OP_ADD, OP_SUB, OP_MUL, OP_DIV, OP_MOD, OP_BIT_AND, OP_BIT_OR, OP_BIT_XOR};
    struct model *m = s->model;
    unsigned width = model_type(m, type)->width;
    expr cell = random_cell(s, dice, TYPE_WORD);
    int kind = depth > 0 ? dice_roll(dice, 12) : dice_roll(dice, 3);
    if (kind < 2 && cell != EXPR_NONE)
        return as_type(s, cell, type);
    if (kind < 3)
        return model_const(m, type, (value)(dice_next(dice) & ((UINT64_C(1) << width) - 1)));
    expr a = random_word(s, dice, type, depth - 1);
    switch (kind) {
    case 3:
        return model_unary(m, dice_coin(dice) ? OP_BIT_NOT : OP_NEG, a);
    case 4: {
        expr by =
            dice_coin(dice) ? random_int(s, dice, depth - 1) : random_word(s, dice, model_word(m, 2, false), depth - 1);
        return model_binary(m, dice_coin(dice) ? OP_SHIFT_LEFT : OP_SHIFT_RIGHT, a, by);
    }
    case 5:
        return model_convert(m, OP_TO_WORD, type, random_int(s, dice, depth - 1));
    case 6:
        return model_ite(m, random_condition(s, dice, depth - 1), a, random_word(s, dice, type, depth - 1));
    case 7:
        if (width < 2)
            return a;
        return as_type(s,
                       model_binary(m, OP_CONCAT, random_word(s, dice, model_word(m, 1, false), depth - 1),
                                    random_word(s, dice, model_word(m, width - 1, false), depth - 1)),
                       type);
    default:
        return model_binary(m, ops[dice_roll(dice, 8)], a, random_word(s, dice, type, depth - 1));
    }
}

static type_id random_word_type(struct setting *s, struct dice *dice)
{
    return model_word(s->model, 1 + (unsigned)dice_roll(dice, 4), dice_coin(dice));
}

static expr random_int(struct setting *s, struct dice *dice, int depth)
{
    static const enum op ops[] = {OP_ADD, OP_SUB, OP_MUL, OP_DIV, OP_MOD, OP_ADD, OP_SUB};
    struct model *m = s->model;
    expr cell = random_cell(s, dice, TYPE_INTEGER);
    int kind = depth > 0 ? dice_roll(dice, 10) : dice_roll(dice, 3);
    if (kind < 2 && cell != EXPR_NONE)
        return cell;
    if (kind < 3)
        return model_int(m, dice_roll(dice, 13) - 6);
    switch (kind) {
    case 3:
        return model_unary(m, OP_NEG, random_int(s, dice, depth - 1));
    case 4:
        return model_unary(m, OP_TO_INT, random_word(s, dice, random_word_type(s, dice), depth - 1));
    case 5: {
        expr counted[3];
        for (int i = 0; i < 3; i++)
            counted[i] = random_condition(s, dice, depth - 1);
        return model_nary(m, OP_COUNT, counted, 3);
    }
    case 6:
        return model_ite(m, random_condition(s, dice, depth - 1), random_int(s, dice, depth - 1),
                         random_int(s, dice, depth - 1));
    default:
        return model_binary(m, ops[dice_roll(dice, 7)], random_int(s, dice, depth - 1), random_int(s, dice, depth - 1));
    }
}

static expr random_symbol(struct setting *s, struct dice *dice, int depth)
{
    static const char *const names[] = {"red", "green", "blue"};
    struct model *m = s->model;
    expr cell = random_cell(s, dice, TYPE_ENUM);
    if (cell != EXPR_NONE && dice_roll(dice, 3))
        return cell;
    if (depth > 0 && dice_coin(dice)) {
        expr a = random_symbol(s, dice, depth - 1), b = random_symbol(s, dice, depth - 1);
        return model_ite(m, random_condition(s, dice, depth - 1), a, b);
    }
    value symbol = model_symbol(m, names[dice_roll(dice, 3)]);
    return model_const(m, model_enum(m, &symbol, 1), symbol);
}

static expr random_comparison(struct setting *s, struct dice *dice, int depth)
{
    static const enum op ops[] = {OP_EQ, OP_LT, OP_LE};
    struct model *m = s->model;
    type_id word = random_word_type(s, dice);
    switch (dice_roll(dice, 6)) {
    case 0:
        return model_binary(m, ops[dice_roll(dice, 3)], random_word(s, dice, word, depth),
                            random_word(s, dice, word, depth));
    case 1:
        return model_binary(m, OP_EQ, random_symbol(s, dice, depth),
                            dice_coin(dice) ? random_symbol(s, dice, depth) : random_int(s, dice, 0));
    case 2: {
        expr members[3];
        for (int i = 0; i < 2; i++)
            members[i] = random_int(s, dice, depth);
        members[2] = model_binary(m, OP_SPAN, random_int(s, dice, 0), random_int(s, dice, 0));
        return model_binary(m, OP_IN, random_int(s, dice, depth), model_nary(m, OP_CHOICE, members, 3));
    }
    default:
        return model_binary(m, ops[dice_roll(dice, 3)], random_int(s, dice, depth), random_int(s, dice, depth));
    }
}

static expr random_condition(struct setting *s, struct dice *dice, int depth)
{
    struct model *m = s->model;
    expr cell = random_cell(s, dice, TYPE_BOOLEAN);
    int kind = depth > 0 ? dice_roll(dice, 10) : 0;
    if (kind < 2 && cell != EXPR_NONE)
        return cell;
    if (kind < 6)
        return random_comparison(s, dice, depth > 0 ? depth - 1 : 0);
    expr a = random_condition(s, dice, depth - 1), b = random_condition(s, dice, depth - 1);
    switch (kind) {
    case 6:
        return model_and(m, a, b);
    case 7:
        return model_or(m, a, b);
    case 8:
        return model_xor(m, a, model_not(m, b));
    default:
        return model_ite(m, a, b, random_condition(s, dice, depth - 1));
    }
}

// ---- All values -----------------------------------------------------------------------------------------------------

static const struct type *type_of(const struct setting *s, cell_id cell)
{
    return model_type(s->model, model_cell(s->model, cell)->type);
}

// The next combination of values of the cells that `moving` marks; false after the last, which starts over.
static bool advance(const struct setting *s, value *state, const bool *moving)
{
    for (cell_id cell = 0; cell < CELLS; cell++) {
        if (!moving[cell])
            continue;
        const struct type *type = type_of(s, cell);
        uint64_t index = 0;
        while (type_value(type, index) != state[cell])
            index++;
        if (index + 1 < type_size(type)) {
            state[cell] = type_value(type, index + 1);
            return true;
        }
        state[cell] = type_value(type, 0);
    }
    return false;
}

static void first_values(const struct setting *s, value *state)
{
    for (cell_id cell = 0; cell < CELLS; cell++)
        state[cell] = type_value(type_of(s, cell), 0);
}

static bdd cube_after(struct setting *s, const value *next)
{
    return bdd_swap_pairs(s->w.m, encode_state(s->encoding, next, false));
}

static void compare(struct setting *s, expr condition)
{
    bool all[CELLS] = {true, true, true}, moving[CELLS];
    bdd_manager *m = s->w.m;
    bdd function = encode_condition(s->encoding, condition);
    assert_true(bdd_is_valid(function));
    for (cell_id cell = 0; cell < CELLS; cell++)
        moving[cell] = model_cell(s->model, cell)->role == CELL_STATE;
    value now[CELLS], next[CELLS];
    first_values(s, now);
    do {
        bdd_scope scope = bdd_open_scope(m);
        bdd here = bdd_cofactor(m, function, encode_state(s->encoding, now, true));
        first_values(s, next);
        for (cell_id cell = 0; cell < CELLS; cell++)
            next[cell] = moving[cell] ? next[cell] : now[cell];
        bool more = true;
        while (more) {
            value expected;
            bool defined = eval_value(s->ev, condition, now, next, &expected) == EVAL_OK;
            bdd found = bdd_is_constant(here) ? here : bdd_cofactor(m, here, cube_after(s, next));
            if (defined)
                assert_int_equal(found, expected ? BDD_TRUE : BDD_FALSE);
            more = advance(s, next, moving);
            // What does not speak of the next state is the same for all.
            more = more && model_expr(s->model, condition)->has_next;
        }
        bdd_close_scope(m, scope);
    } while (advance(s, now, all));
}

static void conditions_agree_with_the_evaluator(void **state)
{
    UNUSED(state);
    struct dice dice = dice_for("conditions");
    for (int round = 0; round < rounds(scaled(3000, 30)); round++) {
        struct setting s;
        setting_open(&s, &dice);
        for (int i = 0; i < 8; i++)
            compare(&s, random_condition(&s, &dice, 1 + dice_roll(&dice, 3)));
        encode_forget(s.encoding);
        compare(&s, random_condition(&s, &dice, 2));
        setting_close(&s);
    }
}

// ---- Cells ----------------------------------------------------------------------------------------------------------

// The literals of a cube, as values of the variables.
static void read_cube(const struct setting *s, bdd cube, bool *values)
{
    while (!bdd_is_constant(cube)) {
        bool is_true = bdd_low(s->w.m, cube) == BDD_FALSE;
        values[bdd_top(s->w.m, cube)] = is_true;
        cube = is_true ? bdd_high(s->w.m, cube) : bdd_low(s->w.m, cube);
    }
}

static void check_domain(struct setting *s, cell_id cell)
{
    const int *vars;
    size_t count = encode_cell_vars(s->encoding, cell, &vars);
    uint64_t size = type_size(type_of(s, cell));
    // The least number of bits that tells the values apart.
    assert_true(UINT64_C(1) << count >= size);
    assert_true(count == 0 || UINT64_C(1) << (count - 1) < size);
    mpz_t values;
    mpz_init(values);
    assert_true(bdd_count(s->w.m, encode_domain(s->encoding, cell, false), bdd_cube(s->w.m, vars, count), values));
    assert_int_equal(mpz_get_ui(values), size);
    mpz_clear(values);
    if (model_cell(s->model, cell)->role == CELL_STATE)
        assert_int_equal(encode_domain(s->encoding, cell, true),
                         bdd_swap_pairs(s->w.m, encode_domain(s->encoding, cell, false)));
}

static void states_are_read_back_as_they_were_written(void **state)
{
    UNUSED(state);
    struct dice dice = dice_for("states");
    bool all[CELLS] = {true, true, true};
    for (int round = 0; round < rounds(scaled(200, 20)); round++) {
        struct setting s;
        setting_open(&s, &dice);
        bdd any = BDD_FALSE, domain = BDD_TRUE;
        for (cell_id cell = 0; cell < CELLS; cell++) {
            check_domain(&s, cell);
            domain = bdd_and(s.w.m, domain, encode_domain(s.encoding, cell, false));
        }
        value now[CELLS], back[CELLS];
        first_values(&s, now);
        do {
            bool values[32] = {false};
            bdd one = encode_state(s.encoding, now, true);
            assert_int_equal(bdd_is_disjoint(s.w.m, one, any), BDD_YES);
            any = bdd_or(s.w.m, any, one);
            bdd_models *hold = hold_order(&s.w);
            read_cube(&s, one, values);
            bdd_models_close(hold);
            encode_read(s.encoding, values, back);
            assert_memory_equal(now, back, sizeof now);
            bdd without = encode_state(s.encoding, now, false);
            assert_int_equal(bdd_exists(s.w.m, one, encode_input_cube(s.encoding)), without);
            assert_int_equal(bdd_exists(s.w.m, without, encode_state_cube(s.encoding)), BDD_TRUE);
        } while (advance(&s, now, all));
        assert_int_equal(any, domain);
        setting_close(&s);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(conditions_agree_with_the_evaluator),
        cmocka_unit_test(states_are_read_back_as_they_were_written),
    };
    return RUN(tests);
}
